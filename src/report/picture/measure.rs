//! How much room texts take. All characters of a fixed-width font are equally wide, and drawings say how wide.

use super::{Line, Span, Tone};

/// The size of a letter.
pub(super) const FONT: f64 = 16.0;
/// From one line to the next.
pub(super) const LINE: f64 = 22.0;
/// Around a heavy line.
pub(super) const RULE: f64 = 8.0;
/// Of one character, at that size.
const WIDTH: f64 = 9.6;
/// Lines that are longer are broken.
const WIDEST: usize = 44;

/// How wide a text is.
pub(super) fn width(text: &str) -> f64 {
    WIDTH * columns(text) as f64
}

/// Letters of East Asian scripts take two columns.
fn columns(text: &str) -> usize {
    text.chars()
        .map(|c| if matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{ffdc}' | '\u{1f000}'..) { 2 } else { 1 })
        .sum()
}

pub(super) fn span_width(span: &Span) -> f64 {
    match span.tone {
        Tone::Raised => 0.75 * width(&span.text),
        // On a ground of their own.
        Tone::Mover(_) | Tone::PreCommit | Tone::PostCommit => width(&span.text) + 10.0,
        Tone::Commits | Tone::GoesWrong => width(&span.text) + WIDTH,
        _ => width(&span.text),
    }
}

pub(super) fn line_width(line: &Line) -> f64 {
    line.iter().map(span_width).sum()
}

/// The room of some lines.
pub(super) fn block(lines: &[Line]) -> (f64, f64) {
    (lines.iter().map(line_width).fold(0.0, f64::max), lines.iter().map(line_height).sum())
}

/// Under a step that commits there is a heavy line.
pub(super) fn line_height(line: &Line) -> f64 {
    if commits(line) { LINE + RULE } else { LINE }
}

pub(super) fn commits(line: &Line) -> bool {
    line.iter().any(|s| s.tone == Tone::Commits)
}

/// Lines of a fair width; what goes on is indented.
pub(super) fn broken(lines: &[Line]) -> Vec<Line> {
    lines.iter().flat_map(broken_line).collect()
}

fn broken_line(line: &Line) -> Vec<Line> {
    let (mut rest, mut lines): (Line, Vec<Line>) = (line.clone(), vec![]);
    while rest.iter().map(|s| columns(&s.text)).sum::<usize>() > WIDEST {
        let (head, tail) = split(&rest);
        lines.push(head);
        rest = tail;
        rest.insert(0, Span::plain("  "));
    }
    lines.push(rest);
    lines
}

/// In two, behind the last space that fits, or else wherever it fits.
fn split(line: &Line) -> (Line, Line) {
    let letters: Vec<(char, Tone)> = line.iter().flat_map(|s| s.text.chars().map(|c| (c, s.tone))).collect();
    let fits = &letters[..WIDEST.min(letters.len() - 1)];
    let at = fits.iter().rposition(|(c, tone)| *c == ' ' && breaks(*tone)).map_or(fits.len(), |at| at + 1);
    // Nearly nothing before the break would be worse than a break inside a word.
    let at = if at < 8 { fits.len() } else { at };
    (spans(&letters[..at]), spans(&letters[at..]))
}

fn breaks(tone: Tone) -> bool {
    matches!(tone, Tone::Plain | Tone::Strong | Tone::Faint)
}

fn spans(letters: &[(char, Tone)]) -> Line {
    let same = |a: &(char, Tone), b: &(char, Tone)| a.1 == b.1;
    letters
        .chunk_by(same)
        .map(|piece| Span::new(piece.iter().map(|(c, _)| c).collect::<String>(), piece[0].1))
        .collect()
}

//! Pieces of text, each as what it means looks.

use super::super::palette;
use super::super::svg::{Svg, number as at};
use super::layout::Placed;
use super::measure::{FONT, LINE, RULE, block, commits, line_height, span_width, width};
use super::{Line, Span, Tone};

/// The lines of a block, a heavy line under a step that commits.
pub(super) fn lines(svg: &mut Svg, placed: &Placed) {
    let (wide, high) = block(&placed.lines);
    let left = placed.rect.x + (placed.rect.width - wide) / 2.0;
    let mut y = placed.rect.y + (placed.rect.height - high) / 2.0;
    for line in &placed.lines {
        line_of(svg, line, (left, y));
        if commits(line) {
            let rule = y + LINE + RULE / 2.0;
            svg.line((left - 4.0, rule), (left + wide + 4.0, rule), palette::COMMITS, 4.0, false);
        }
        y += line_height(line);
    }
}

fn line_of(svg: &mut Svg, line: &Line, (mut x, y): (f64, f64)) {
    for span in line {
        piece(svg, span, (x, y));
        x += span_width(span);
    }
}

fn piece(svg: &mut Svg, span: &Span, (x, y): (f64, f64)) {
    let wide = width(&span.text);
    let base = y + 16.0;
    match span.tone {
        Tone::Plain => text(svg, "mv-text", (x, base), &span.text, wide),
        Tone::Strong | Tone::Safe | Tone::Open => text(svg, "mv-text mv-strong", (x, base), &span.text, wide),
        Tone::Faint => text(svg, "mv-text mv-soft", (x, base), &span.text, wide),
        Tone::Wrong => text(svg, "mv-text mv-wrong", (x, base), &span.text, wide),
        Tone::Thread(t) => coloured(svg, (x, base), &span.text, palette::thread(t)),
        Tone::Raised => text(svg, "mv-text mv-raised", (x, base - 6.0), &span.text, 0.75 * wide),
        Tone::Mover(letter) => chip(svg, (x, y), &span.text, palette::mover(letter)),
        Tone::PreCommit => chip(svg, (x, y), &span.text, (palette::PRE_COMMIT, palette::INK)),
        Tone::PostCommit => chip(svg, (x, y), &span.text, (palette::POST_COMMIT, palette::INK)),
        Tone::Changed => chip(svg, (x, y), &span.text, (palette::CHANGED, palette::INK)),
        Tone::Commits => text(svg, "mv-text mv-strong", (x + FONT * 0.6, base), &span.text, wide),
        Tone::GoesWrong => text(svg, "mv-text mv-wrong", (x + FONT * 0.6, base), &span.text, wide),
    }
}

/// A text on a ground of its own.
pub(super) fn chip(svg: &mut Svg, (x, y): (f64, f64), said: &str, (ground, ink): (&str, &str)) {
    svg.frame((x + 1.0, y + 1.0), (width(said) + 8.0, LINE - 2.0), ground, "none", 0.0, false);
    let class = if said.chars().count() == 1 { "mv-text mv-strong" } else { "mv-text" };
    let style = format!("fill: {ink}");
    let place = [
        ("class", class),
        ("x", &at(x + 5.0)),
        ("y", &at(y + 16.0)),
        ("style", &style),
        ("textLength", &at(width(said))),
    ];
    svg.text(&place, said);
}

fn coloured(svg: &mut Svg, (x, y): (f64, f64), said: &str, ink: &str) {
    let style = format!("fill: {ink}; font-weight: bold");
    let place =
        [("class", "mv-text"), ("x", &at(x)), ("y", &at(y)), ("style", &style), ("textLength", &at(width(said)))];
    svg.text(&place, said);
}

/// A text that is as wide as was measured, whichever font shows it.
pub(super) fn text(svg: &mut Svg, class: &str, (x, y): (f64, f64), said: &str, wide: f64) {
    if !said.trim().is_empty() {
        svg.text(&[("class", class), ("x", &at(x)), ("y", &at(y)), ("textLength", &at(wide))], said);
    }
}

//! Long lines: what is around the caret, in place of the line.

use super::{Diagnostic, Span};
use std::ops::Range;

/// Columns of a drawing beside the line itself.
const BESIDE: usize = 16;

/// The same diagnostic over a text whose long line is cut on both sides of the caret; nothing where no line with a
/// label is long.
pub(super) fn clip(d: &Diagnostic, text: &str, width: usize) -> Option<(Diagnostic, String)> {
    let room = width.saturating_sub(BESIDE);
    let long = |span: Span| text[line_of(span, text)].chars().count() > room;
    let spans = || d.secondary.iter().map(|(span, _)| *span);
    if !long(d.primary.0) && !spans().any(long) {
        return None;
    }
    let caret = d.primary.0.clamped(text);
    let line = line_of(d.primary.0, text);
    let window = if long(d.primary.0) {
        around(text, &line, caret.start, (room, d.primary.1.chars().count()))
    } else {
        line.clone()
    };
    let shift = Shift { line, window };
    let mut clipped = Diagnostic { primary: (shift.moved(caret), d.primary.1.clone()), secondary: vec![], ..d.clone() };
    for (span, what) in &d.secondary {
        let range = span.clamped(text);
        if shift.shows(&range) || !long(*span) && line_of(*span, text) != shift.line {
            clipped.secondary.push((shift.moved(range), what.clone()));
        } else {
            let (line, column) = Diagnostic::error("", *span, "").place(text);
            clipped.notes.push(format!("{what}: line {line}, column {column}"));
        }
    }
    Some((clipped, shift.text(text)))
}

/// The line on which a span begins.
fn line_of(span: Span, text: &str) -> Range<usize> {
    let at = span.clamped(text).start;
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    start..text[at..].find('\n').map_or(text.len(), |newline| at + newline)
}

/// So many characters of the line, the place in the first third of them unless the line ends before; what is said of
/// the place has room behind it.
fn around(text: &str, line: &Range<usize>, at: usize, (room, label): (usize, usize)) -> Range<usize> {
    let behind = text[at..line.end].chars().take(room).count();
    let ahead = (room / 3).max(room.saturating_sub(behind)).min(room.saturating_sub(label));
    let before = text[line.start..at].char_indices().rev().take(ahead).last();
    let start = before.map_or(at, |(i, _)| line.start + i);
    let end = text[start..line.end].char_indices().nth(room).map_or(line.end, |(i, _)| start + i);
    start..end
}

/// What stands for what was cut.
const CUT: &str = "…";

/// A line, and the part of it that is left.
struct Shift {
    line: Range<usize>,
    window: Range<usize>,
}

impl Shift {
    fn head(&self) -> &'static str {
        if self.window.start > self.line.start { CUT } else { "" }
    }

    fn tail(&self) -> &'static str {
        if self.window.end < self.line.end { CUT } else { "" }
    }

    fn text(&self, text: &str) -> String {
        let (before, after) = (&text[..self.line.start], &text[self.line.end..]);
        [before, self.head(), &text[self.window.clone()], self.tail(), after].concat()
    }

    fn shows(&self, range: &Range<usize>) -> bool {
        self.window.start <= range.start && range.start < self.window.end
    }

    /// Where a place of the text is in what is left of it.
    fn moved(&self, range: Range<usize>) -> Span {
        let place = |at: usize| match at {
            at if at < self.line.start => at,
            at if at <= self.line.end => {
                self.line.start + self.head().len() + at.clamp(self.window.start, self.window.end) - self.window.start
            }
            at => {
                let left = self.head().len() + self.window.len() + self.tail().len();
                at - self.line.len() + left
            }
        };
        Span { start: place(range.start) as u32, end: place(range.end) as u32 }
    }
}

//! A text that is edited elsewhere, and places in it as the protocol counts them.

use crate::diagnostics::Span;
use serde_json::{Value, json};

/// What a character counts in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of 16 bits: astral characters are two.
    #[default]
    Utf16,
}

impl Encoding {
    pub(super) fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
        }
    }

    fn units(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
        }
    }
}

/// A text with its lines; they end with `\n`, `\r\n` or `\r`.
#[derive(Clone, Default)]
pub struct Document {
    text: String,
    /// Where each line begins.
    lines: Vec<usize>,
    encoding: Encoding,
}

impl Document {
    pub fn new(text: String, encoding: Encoding) -> Document {
        let bytes = text.as_bytes();
        let ends = |i: &usize| bytes[*i] == b'\n' || bytes[*i] == b'\r' && bytes.get(i + 1) != Some(&b'\n');
        let lines = std::iter::once(0).chain((0..bytes.len()).filter(ends).map(|i| i + 1)).collect();
        Document { text, lines, encoding }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Applies one change of `textDocument/didChange`; nothing if it is none.
    pub fn change(&self, change: &Value) -> Option<Document> {
        let new = change["text"].as_str()?;
        if change.get("range").is_none_or(Value::is_null) {
            return Some(Document::new(new.to_string(), self.encoding));
        }
        let (a, b) = (self.offset(&change["range"]["start"])?, self.offset(&change["range"]["end"])?);
        let mut text = self.text.clone();
        text.replace_range(a.min(b)..a.max(b), new);
        Some(Document::new(text, self.encoding))
    }

    /// The byte at a position: what is behind a line's end is there, what is behind the last line at the end.
    pub fn offset(&self, position: &Value) -> Option<usize> {
        let (line, character) = (position["line"].as_u64()?, position["character"].as_u64()?);
        let Some(start) = usize::try_from(line).ok().and_then(|line| self.lines.get(line)) else {
            return Some(self.text.len());
        };
        let (mut at, mut units) = (*start, 0);
        for c in self.text[*start..].chars().take_while(|c| !matches!(c, '\n' | '\r')) {
            units += self.encoding.units(c) as u64;
            if units > character {
                break;
            }
            at += c.len_utf8();
        }
        Some(at)
    }

    /// The position of a byte; between the two of `\r\n` it is that of the line's end.
    pub fn position(&self, at: usize) -> Value {
        let at = boundary(&self.text, at);
        let inside = self.text[..at].ends_with('\r') && self.text[at..].starts_with('\n');
        let at = at - usize::from(inside);
        let line = self.lines.partition_point(|start| *start <= at) - 1;
        let before = &self.text[self.lines[line]..at];
        json!({"line": line, "character": before.chars().map(|c| self.encoding.units(c)).sum::<usize>()})
    }

    pub fn range(&self, span: Span) -> Value {
        let end = span.end.max(span.start) as usize;
        json!({"start": self.position(span.start as usize), "end": self.position(end)})
    }

    /// All of it.
    pub fn all(&self) -> Value {
        self.range(Span { start: 0, end: self.text.len() as u32 })
    }
}

/// The byte, or the first one of the character that it is in.
pub(super) fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_again() {
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for text in ["", "a", "\u{FEFF}x\r\ny", "ä\tö\r\u{1F600}z\n\n", "\n\r\n\r"] {
                let document = Document::new(text.into(), encoding);
                for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
                    let inside = text[..at].ends_with('\r') && text[at..].starts_with('\n');
                    let again = document.offset(&document.position(at)).expect("a position");
                    assert_eq!(again, if inside { at - 1 } else { at }, "{text:?} {at} {encoding:?}");
                }
            }
        }
    }

    #[test]
    fn places_outside_are_drawn_in() {
        let document = Document::new("a\u{1F600}b\nc".into(), Encoding::Utf16);
        let offset = |line: u64, character: u64| document.offset(&json!({"line": line, "character": character}));
        assert_eq!([offset(0, 2), offset(0, 3), offset(0, 99), offset(7, 0)], [Some(1), Some(5), Some(6), Some(8)]);
        assert_eq!(document.offset(&json!({"line": -1, "character": 0})), None);
        assert_eq!(document.position(3), json!({"line": 0, "character": 1}));
    }
}

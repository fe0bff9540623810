//! Texts nested too deeply to be read: the parser follows them by recursion.

use super::source::Source;
use crate::diagnostics::Diagnostic;

/// So many brackets may be open at once.
const BRACKETS: usize = 256;

/// So many operators may stand in one expression.
const OPERATORS: usize = 1000;

/// So many `else` may stand in one function.
const ELSES: usize = 2000;

#[derive(Default)]
struct Depth {
    brackets: usize,
    operators: usize,
    elses: usize,
}

/// What is nested too deeply, if anything is.
pub(super) fn refused(source: &Source<'_>) -> Option<Diagnostic> {
    let text = source.text.as_bytes();
    let (mut depth, mut at) = (Depth::default(), 0);
    while at < text.len() {
        let len = match text[at] {
            b'"' | b'\'' => quoted(&text[at..]),
            b if b.is_ascii_alphanumeric() || b == b'_' => word(&text[at..]),
            _ => 1,
        };
        let token = &text[at..text.len().min(at + len)];
        if let Some(what) = depth.passes(token) {
            let message = format!("this has {what}");
            let diagnostic = Diagnostic::error(message, source.span(at, at + token.len()), "here");
            return Some(diagnostic.help("split it into several statements or functions"));
        }
        at += len;
    }
    None
}

impl Depth {
    fn passes(&mut self, token: &[u8]) -> Option<String> {
        match token {
            b"(" | b"[" | b"{" => self.brackets += 1,
            b")" | b"]" | b"}" => self.brackets = self.brackets.saturating_sub(1),
            b"else" => self.elses += 1,
            [
                b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'!' | b'~' | b'?' | b'<' | b'>' | b'=' | b'.',
            ] => {
                self.operators += 1;
            }
            _ => {}
        }
        self.operators += usize::from(token == b"[" || token == b"sizeof");
        if matches!(token, b";" | b"," | b"{" | b"}") {
            self.operators = 0;
        }
        self.elses = if self.brackets == 0 { 0 } else { self.elses };
        self.excess()
    }

    fn excess(&self) -> Option<String> {
        match self {
            Depth { brackets, .. } if *brackets > BRACKETS => Some(format!("more than {BRACKETS} open brackets")),
            Depth { operators, .. } if *operators > OPERATORS => Some(format!("more than {OPERATORS} operators")),
            Depth { elses, .. } if *elses > ELSES => Some(format!("more than {ELSES} `else`")),
            _ => None,
        }
    }
}

/// The length of a string or a character.
fn quoted(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != text[0] && text[at] != b'\n' {
        at += 1 + usize::from(text[at] == b'\\');
    }
    at + 1
}

fn word(text: &[u8]) -> usize {
    text.iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count()
}

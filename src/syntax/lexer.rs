//! Cuts a text into tokens; comments are dropped, `//@ key: value` directives are kept apart.

use super::token::{Lexeme, Token};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use logos::Logos;

pub struct Lexed {
    /// Never empty: the last one is [`Token::End`].
    pub tokens: Vec<Lexeme>,
    pub directives: Vec<(String, String)>,
    pub diagnostics: Vec<Diagnostic>,
}

pub fn lex(text: &str) -> Lexed {
    let mut lexed = Lexed { tokens: vec![], directives: vec![], diagnostics: vec![] };
    let mut lexer = Token::lexer(text);
    while let Some(result) = lexer.next() {
        let span = span_of(lexer.span());
        match result {
            Ok(Token::LineComment) => lexed.directives.extend(directive(lexer.slice())),
            Ok(Token::BlockComment) => {}
            Ok(Token::OpenComment) => {
                lexed.diagnostics.push(open_comment(span));
                lexer.bump(lexer.remainder().len());
            }
            Ok(token) => lexed.tokens.push(Lexeme { token, span }),
            Err(()) => report_unknown(&mut lexed.diagnostics, span, text),
        }
    }
    let end = Span { start: text.len() as u32, end: text.len() as u32 };
    lexed.tokens.push(Lexeme { token: Token::End, span: end });
    lexed
}

/// The source of `span` on one line: comments dropped, gaps collapsed to one blank.
pub fn one_line(text: &str, span: Span) -> String {
    let text = &text[span.start as usize..span.end as usize];
    let mut line = String::new();
    let mut end = 0;
    for (token, range) in Token::lexer(text).spanned() {
        if matches!(token, Ok(Token::LineComment | Token::BlockComment)) {
            continue;
        }
        if end > 0 && range.start > end {
            line.push(' ');
        }
        line.push_str(&text[range.clone()]);
        end = range.end;
    }
    line
}

fn span_of(range: std::ops::Range<usize>) -> Span {
    Span { start: range.start as u32, end: range.end as u32 }
}

fn directive(comment: &str) -> Option<(String, String)> {
    let (key, value) = comment.strip_prefix("//@ ")?.split_once(':')?;
    Some((key.trim().to_string(), value.trim().to_string()))
}

fn open_comment(span: Span) -> Diagnostic {
    Diagnostic::error("this comment is never closed", span, "opened here").help("add `*/` where it ends")
}

/// Reports a run of characters that no token begins with once, however long it is, and a name once.
fn report_unknown(diagnostics: &mut Vec<Diagnostic>, span: Span, text: &str) {
    if let Some(last) = diagnostics.last_mut() {
        let known = last.primary.0;
        if known.start <= span.start && span.end <= known.end {
            return;
        }
        if known.end == span.start && last.message.starts_with("unknown character") {
            last.primary.0.end = span.end;
            last.message = "unknown characters".into();
            return;
        }
    }
    let slice = |span: Span| &text[span.start as usize..span.end as usize];
    let diagnostic = if let Some(number) = decimal(span, text) {
        Diagnostic::error(format!("`{}` is not an integer", slice(number)), number, "has a fraction")
            .help("numbers are integers: count a smaller unit, `int cents = 150;` and not `1.50`")
    } else if let Some(name) = word(span, text) {
        Diagnostic::error(format!("`{}` cannot be a name", slice(name)), name, format!("has `{}`", slice(span)))
            .help("write names with the letters a to z and A to Z, digits and `_`")
    } else {
        let found = slice(span);
        Diagnostic::error(format!("unknown character `{found}`"), span, "not part of the language")
            .maybe_help(meant(found).map(String::from))
    };
    diagnostics.push(diagnostic);
}

/// What to write in place of a character.
fn meant(found: &str) -> Option<&'static str> {
    Some(match found {
        "#" => "there is no preprocessor; write `const N = 3;` for a constant",
        "." => "a range is written with two dots: `0..7`; locks are taken by `acquire(m);`, without dots",
        "–" | "—" | "−" => "write `-`",
        "×" | "·" => "write `*`",
        "≤" => "write `<=`",
        "≥" => "write `>=`",
        "≠" => "write `!=`",
        "∧" => "write `&&`",
        "∨" => "write `||`",
        "¬" => "write `!`",
        "‖" | "∥" => "write `||`",
        "…" => "write `..`",
        "→" => "write `=`, or the condition that is waited for in `assume(e);`",
        _ => return None,
    })
}

/// The word around a letter that is none of the language's.
fn word(letter: Span, text: &str) -> Option<Span> {
    let (before, after) = (&text[..letter.start as usize], &text[letter.end as usize..]);
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let head = before.len() - before.trim_end_matches(part).len();
    let tail = after.len() - after.trim_start_matches(part).len();
    let is_letter = text[letter.start as usize..letter.end as usize].chars().all(char::is_alphabetic);
    is_letter.then_some(Span { start: letter.start - head as u32, end: letter.end + tail as u32 })
}

/// The number around a point between digits.
fn decimal(point: Span, text: &str) -> Option<Span> {
    let (before, after) = (&text[..point.start as usize], &text[point.end as usize..]);
    let whole = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let fraction = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = Span { start: point.start - whole as u32, end: point.end + fraction as u32 };
    (&text[point.start as usize..point.end as usize] == "." && whole > 0 && fraction > 0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        lex(text).tokens.into_iter().map(|t| t.token).collect()
    }

    #[test]
    fn ranges_are_not_decimals() {
        assert_eq!(tokens("0..7"), [Token::Number, Token::DotDot, Token::Number, Token::End]);
    }

    #[test]
    fn both_spellings_of_assignment() {
        assert_eq!(tokens("x := 1"), tokens("x = 1"));
        assert_eq!(tokens("L: x"), [Token::Name, Token::Colon, Token::Name, Token::End]);
    }

    #[test]
    fn comments_are_dropped_and_directives_kept() {
        let lexed = lex("//@ verdict: safe\n/* //@ no: way */ x // y\n//@const: N=1\n/* a * b **/");
        assert_eq!(lexed.tokens.len(), 2);
        assert_eq!(lexed.directives, [("verdict".to_string(), "safe".to_string())]);
    }

    #[test]
    fn an_open_comment_ends_the_text() {
        let lexed = lex("x /* y");
        assert_eq!(lexed.tokens.len(), 2);
        assert_eq!(lexed.diagnostics.len(), 1);
    }

    #[test]
    fn unknown_characters_are_reported_once() {
        assert_eq!(lex("$$$ \u{1F600}\u{1F600}").diagnostics.len(), 2);
        let name = lex("ä\u{F6}b_ß = 1").diagnostics;
        assert_eq!((name.len(), name[0].message.as_str()), (1, "`äöb_ß` cannot be a name"));
    }

    #[test]
    fn one_line_drops_comments_and_collapses_blanks() {
        let text = "x  =\n  1 /* one */ + 2";
        assert_eq!(one_line(text, Span { start: 0, end: text.len() as u32 }), "x = 1 + 2");
    }
}

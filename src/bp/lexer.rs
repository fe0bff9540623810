//! Words and signs.

use crate::diagnostics::{Diagnostic, Span};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// A word of the language, a name or a number.
    Word(String),
    Sign(&'static str),
    End,
}

/// Each before those that it begins with.
const SIGNS: [&str; 24] = [
    ":=", "!=", "==", "=>", "&&", "||", "&", "|", "^", "=", "!", "~", "(", ")", "[", "]", "<", ">", ",", ";", ":", "?",
    "'", "*",
];

/// The tokens with their places, the end of the text last.
pub(super) fn tokens(text: &str) -> (Vec<(Token, Span)>, Vec<Diagnostic>) {
    let mut lexer = Lexer { text, at: 0, diagnostics: vec![] };
    let mut tokens = vec![];
    loop {
        let one = lexer.next();
        let ended = one.0 == Token::End;
        tokens.push(one);
        if ended {
            return (tokens, lexer.diagnostics);
        }
    }
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn span(&self, start: usize) -> Span {
        Span { start: start as u32, end: self.at as u32 }
    }

    fn next(&mut self) -> (Token, Span) {
        loop {
            self.blanks();
            let start = self.at;
            let Some(first) = self.rest().chars().next() else { return (Token::End, self.span(start)) };
            let token = match first {
                '{' => Some(self.braces()),
                '}' => Some(self.closing_brace()),
                c if c.is_ascii_alphanumeric() || "_$".contains(c) => Some(self.word(c)),
                c => self.sign(c),
            };
            if let Some(token) = token {
                return (token, self.span(start));
            }
        }
    }

    /// Behind blanks and comments.
    fn blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.at = self.text.len() - rest.trim_start().len();
            let rest = self.rest();
            if rest.starts_with("//") || rest.starts_with("--") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(inside) = rest.strip_prefix("/*") {
                self.comment(inside);
            } else {
                return;
            }
        }
    }

    fn comment(&mut self, inside: &str) {
        let start = self.at;
        match inside.find("*/") {
            Some(length) => self.at += length + 4,
            None => {
                self.at = self.text.len();
                let begin = Span { start: start as u32, end: start as u32 + 2 };
                let diagnostic = Diagnostic::error("a comment does not end", begin, "begins here");
                self.diagnostics.push(diagnostic.help("end it with `*/`"));
            }
        }
    }

    /// A name or a number. A `-` belongs to a name where more of it follows.
    fn word(&mut self, first: char) -> Token {
        let rest = self.rest();
        let part = |c: char| c.is_ascii_alphanumeric() || "_$#".contains(c);
        let mut end = rest.find(|c| !part(c)).unwrap_or(rest.len());
        while !first.is_ascii_digit() && rest[end..].strip_prefix('-').is_some_and(|behind| behind.starts_with(part)) {
            end += 1 + rest[end + 1..].find(|c| !part(c)).unwrap_or(rest.len() - end - 1);
        }
        self.at += end;
        Token::Word(rest[..end].to_string())
    }

    /// `{x == 0}`: a name that says which predicate the variable stands for.
    fn braces(&mut self) -> Token {
        let (start, rest) = (self.at, self.rest());
        let end = rest.find(['}', '\n', ';']).filter(|end| rest[*end..].starts_with('}'));
        let Some(end) = end else {
            self.at += 1;
            let diagnostic = Diagnostic::error("`{` begins no block", self.span(start), "not in a boolean program");
            self.diagnostics.push(diagnostic.help("a body stands between `begin` and `end`"));
            return Token::Word("begin".into());
        };
        self.at += end + 1;
        Token::Word(rest[..=end].to_string())
    }

    /// Where `{` is taken for a `begin` this is its `end`.
    fn closing_brace(&mut self) -> Token {
        let start = self.at;
        self.at += 1;
        if self.diagnostics.is_empty() {
            self.diagnostics.push(Diagnostic::error(
                "unknown character `}`",
                self.span(start),
                "not in a boolean program",
            ));
        }
        Token::Word("end".into())
    }

    fn sign(&mut self, first: char) -> Option<Token> {
        if let Some(sign) = SIGNS.iter().find(|sign| self.rest().starts_with(**sign)) {
            self.at += sign.len();
            return Some(Token::Sign(sign));
        }
        let start = self.at;
        self.at += first.len_utf8();
        let message = format!("unknown character `{}`", first.escape_debug());
        self.diagnostics.push(Diagnostic::error(message, self.span(start), "not in a boolean program"));
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Token, tokens};

    #[test]
    fn words_signs_and_comments() {
        let (tokens, wrong) = tokens("a-b := {x == 0} & 'c--d\n// e\n/* f */ 12:");
        let words: Vec<String> = tokens
            .into_iter()
            .map(|(t, _)| match t {
                Token::Word(w) => w,
                Token::Sign(s) => s.to_string(),
                Token::End => "end".into(),
            })
            .collect();
        assert_eq!(words, ["a-b", ":=", "{x == 0}", "&", "'", "c", "12", ":", "end"]);
        assert_eq!(wrong, []);
    }
}

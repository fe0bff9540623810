//! What a text of rules holds: attributes, relations, macros and rules. Nothing is passed over in silence:
//! a rule that is lost may be the one without which an error is missed.

use super::{Parsed, Parser, error};
use crate::derivation::token::{Placed, Token, written};

impl Parser<'_, '_> {
    pub(super) fn items(&mut self) {
        let mut comment: Vec<&str> = vec![];
        while let Some((token, _)) = self.tokens.get(self.at).copied() {
            let read = match token {
                Token::Comment(text) => {
                    if text.starts_with("// (") {
                        comment.clear();
                    }
                    comment.push(text.trim_start_matches('/').strip_prefix(' ').unwrap_or(""));
                    self.at += 1;
                    Ok(())
                }
                Token::Mark("#") => self.attribute(),
                Token::Word("relation") => self.declaration(),
                Token::Word("include") => self.inclusion(),
                Token::Word("drop") if self.peek(1) == Some(Token::Mark("(")) => self.dropping(),
                Token::Word("override") if self.peek(1) == Some(Token::Word("macro")) => {
                    self.at += 1;
                    self.definition()
                }
                Token::Word("macro") => self.definition(),
                Token::Word(_) if self.peek(1) == Some(Token::Mark(":")) => {
                    self.at += 2;
                    Ok(())
                }
                _ => self.rule(&std::mem::take(&mut comment)),
            };
            if let Err(wrong) = read {
                self.out.wrong.push(*wrong);
                self.skip_past(Token::Mark(";"));
            }
        }
    }

    /// `#[..]`, which says nothing here.
    fn attribute(&mut self) -> Parsed<()> {
        if self.peek(1) != Some(Token::Mark("[")) {
            let message = "`#` begins an attribute, `#[..]`; comments are `//`";
            let span = self.span_from(self.at);
            return Err(Box::new(error(message, span, "no `[` follows").help("write `//` instead")));
        }
        self.at += 1;
        self.brackets("[")
    }

    /// `relation R(..);`, which has been collected.
    fn declaration(&mut self) -> Parsed<()> {
        self.at += 1;
        self.word()?;
        self.brackets("(")?;
        self.expect(Token::Mark(";"))
    }

    /// `macro m(..) { .. }`, which has been collected.
    fn definition(&mut self) -> Parsed<()> {
        self.at += 1;
        self.word()?;
        self.brackets("(")?;
        self.brackets("{")
    }

    /// `include name;`, which has been included.
    fn inclusion(&mut self) -> Parsed<()> {
        while self.peek(0).is_some_and(|t| t != Token::Mark(";")) {
            self.at += 1;
        }
        self.expect(Token::Mark(";"))
    }

    /// `drop (NAME);`
    fn dropping(&mut self) -> Parsed<()> {
        self.at += 1;
        let from = self.at;
        self.brackets("(")?;
        let words = self.tokens[from + 1..self.at - 1].iter().map(|(token, _)| written(*token));
        let tag = format!("({})", words.collect::<Vec<_>>().join(" "));
        self.out.dropped.push((tag, self.span_from(from)));
        self.expect(Token::Mark(";"))
    }

    /// Past the bracket that opens here and what it holds.
    fn brackets(&mut self, open: &'static str) -> Parsed<()> {
        let from = self.at;
        self.expect(Token::Mark(open))?;
        let unclosed = || error(format!("`{open}` is never closed"), self.span_from(from), "opened here");
        self.at = from + closing(&self.tokens[from..]).ok_or_else(unclosed)? + 1;
        Ok(())
    }

    /// Past the next `end`, or to it if the last token was one.
    fn skip_past(&mut self, end: Token<'_>) {
        while self.peek(0).is_some_and(|t| t != end) {
            self.at += 1;
        }
        self.at += 1;
    }
}

/// Where the bracket closes with which `tokens` begin; nothing if another one closes before it.
fn closing(tokens: &[Placed<'_>]) -> Option<usize> {
    let mut open = vec![];
    for (i, (token, _)) in tokens.iter().enumerate() {
        match token {
            Token::Mark("(") => open.push(")"),
            Token::Mark("{") => open.push("}"),
            Token::Mark("[") => open.push("]"),
            Token::Mark(")" | "}" | "]") if open.pop().is_none_or(|end| *token != Token::Mark(end)) => return None,
            _ => {}
        }
        if open.is_empty() {
            return Some(i);
        }
    }
    None
}

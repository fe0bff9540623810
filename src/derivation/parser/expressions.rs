//! Patterns, expressions and lists of them; the next token.

use super::{Parsed, Parser, error};
use crate::derivation::rules::{Expr, Pattern};
use crate::derivation::token::{Token, shown};
use crate::derivation::types::unknown;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use moverlog_rules::Question;

impl<'t> Parser<'t, '_> {
    pub(super) fn pattern(&mut self) -> Parsed<Pattern> {
        if self.eat(Token::Mark("(")) {
            return Ok(Pattern::Tuple(self.list(")", Self::pattern)?));
        }
        self.eat(Token::Mark("&"));
        match self.word()? {
            "_" => Ok(Pattern::Any),
            "Some" => {
                self.expect(Token::Mark("("))?;
                let inner = self.pattern()?;
                self.expect(Token::Mark(")"))?;
                Ok(Pattern::Some(Box::new(inner)))
            }
            word @ ("true" | "false") => {
                let message = format!("`{word}` where a variable or `_` is expected; ask with `if`");
                Err(error(message, self.span_from(self.at - 1), "here"))
            }
            name => Ok(Pattern::Variable(name.to_string())),
        }
    }

    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        let mut left = self.conjunction()?;
        while self.eat(Token::Mark("||")) {
            left = Expr::Or(Box::new(left), Box::new(self.conjunction()?));
        }
        Ok(left)
    }

    pub(super) fn conjunction(&mut self) -> Parsed<Expr> {
        let mut left = self.comparison()?;
        while self.eat(Token::Mark("&&")) {
            left = Expr::And(Box::new(left), Box::new(self.comparison()?));
        }
        Ok(left)
    }

    pub(super) fn comparison(&mut self) -> Parsed<Expr> {
        let left = self.operand()?;
        let equal = self.eat(Token::Mark("=="));
        if !equal && !self.eat(Token::Mark("!=")) {
            return Ok(left);
        }
        Ok(Expr::Equal(equal, Box::new(left), Box::new(self.operand()?)))
    }

    pub(super) fn operand(&mut self) -> Parsed<Expr> {
        if self.eat(Token::Mark("!")) {
            return Ok(Expr::Not(Box::new(self.operand()?)));
        }
        if self.eat(Token::Mark("*")) || self.eat(Token::Mark("&")) {
            return self.operand();
        }
        if self.eat(Token::Mark("(")) {
            let inner = self.expr()?;
            self.expect(Token::Mark(")"))?;
            return Ok(inner);
        }
        match self.word()? {
            "true" => Ok(Expr::Truth(true)),
            "false" => Ok(Expr::Truth(false)),
            program if self.eat(Token::Mark(".")) => {
                let (from, program, name) = (self.at - 2, program.to_string(), self.word()?);
                self.expect(Token::Mark("("))?;
                let arguments = self.list(")", Self::expr)?;
                let unknown = || error(unknown(name), self.span_from(from), "here");
                Ok(Expr::Ask { program, question: Question::named(name).ok_or_else(unknown)?, arguments })
            }
            name => Ok(Expr::Variable(name.to_string())),
        }
    }

    pub(super) fn list<T>(&mut self, end: &'static str, item: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![];
        while !self.eat(Token::Mark(end)) {
            items.push(item(self)?);
            if !self.eat(Token::Mark(",")) {
                self.expect(Token::Mark(end))?;
                break;
            }
        }
        Ok(items)
    }

    pub(super) fn word(&mut self) -> Parsed<&'t str> {
        match self.peek(0) {
            Some(Token::Word(word)) => {
                self.at += 1;
                Ok(word)
            }
            _ => Err(self.expected("a name")),
        }
    }

    pub(super) fn peek(&self, ahead: usize) -> Option<Token<'t>> {
        self.tokens.get(self.at + ahead).map(|(t, _)| *t)
    }

    pub(super) fn eat(&mut self, token: Token<'_>) -> bool {
        let found = self.peek(0) == Some(token);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, token: Token<'_>) -> Parsed<()> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&shown(token))) }
    }

    pub(super) fn expected(&self, what: &str) -> Box<Diagnostic> {
        let found = self.peek(0).map_or("the end of the text".to_string(), shown);
        let last = self.tokens.len().saturating_sub(1).min(self.at);
        let span = self.tokens.get(last).map_or(Span::default(), |(_, span)| *span);
        error(format!("expected {what}, found {found}"), span, format!("{what} is expected here"))
    }

    /// From token `from` to the last one that was read.
    pub(super) fn span_from(&self, from: usize) -> Span {
        let span = |i: usize| self.tokens.get(i).map_or(Span::default(), |(_, s)| *s);
        let last = self.at.min(self.tokens.len()).saturating_sub(1).max(from);
        Span { start: span(from).start, end: span(last).end }
    }
}

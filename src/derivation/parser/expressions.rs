//! Patterns, expressions and lists of them; the next token.

use super::{Parsed, Parser, error};
use crate::derivation::rules::{Expr, Operator, Pattern};
use crate::derivation::token::{Token, shown};
use crate::derivation::types::unknown;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use moverlog_rules::{CONSTRUCTORS, Constructor, Question};

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
            word if Constructor::named(word).is_some() => {
                let message = format!("`{word}` where a variable or `_` is expected; compare with `if x == {word}`");
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
        let left = self.sum()?;
        match self.operator(|o| !o.counts()) {
            Some(operator) => Ok(Expr::Operate(operator, Box::new(left), Box::new(self.sum()?))),
            None => Ok(left),
        }
    }

    fn sum(&mut self) -> Parsed<Expr> {
        let mut left = self.operand()?;
        while let Some(operator) = self.operator(Operator::counts) {
            left = Expr::Operate(operator, Box::new(left), Box::new(self.operand()?));
        }
        Ok(left)
    }

    fn operator(&mut self, wanted: impl Fn(Operator) -> bool) -> Option<Operator> {
        let Some(Token::Mark(sign)) = self.peek(0) else { return None };
        let (_, found) = Operator::ALL.into_iter().find(|(s, o)| *s == sign && wanted(*o))?;
        self.at += 1;
        Some(found)
    }

    /// What follows `for some`: it does not fail for all.
    fn some(&mut self) -> Parsed<Expr> {
        let Expr::All { pattern, domain, holds } = self.all()? else { unreachable!("`all` reads one") };
        let holds = match *holds {
            Expr::Or(limit, holds) => Expr::Or(limit, Box::new(Expr::Not(holds))),
            holds => Expr::Not(Box::new(holds)),
        };
        Ok(Expr::Not(Box::new(Expr::All { pattern, domain, holds: Box::new(holds) })))
    }

    /// What follows `for all`: `u in p.threads(): condition`, where `if other` before the colon limits it.
    fn all(&mut self) -> Parsed<Expr> {
        let from = self.at;
        let pattern = self.pattern()?;
        self.expect(Token::Word("in"))?;
        let domain = Box::new(self.operand()?);
        let outer = self.scope.clone();
        self.checked(from, |scope| scope.range(&pattern, &domain))?;
        let limit = if self.eat(Token::Word("if")) { Some(self.expr()?) } else { None };
        self.expect(Token::Mark(":"))?;
        let holds = self.expr()?;
        self.scope = outer;
        let holds = match limit {
            Some(limit) => Expr::Or(Box::new(Expr::Not(Box::new(limit))), Box::new(holds)),
            None => holds,
        };
        Ok(Expr::All { pattern, domain, holds: Box::new(holds) })
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
        if let Some(Token::Mark(sign)) = self.peek(0)
            && sign.starts_with(|c: char| c.is_ascii_digit())
        {
            let message = format!("`{sign}` is too large: a number is at most {}", u32::MAX);
            return Err(error(message, self.span_from(self.at), "here"));
        }
        if let Some(Token::Number(n)) = self.peek(0) {
            self.at += 1;
            return Ok(Expr::Number(n));
        }
        match self.word()? {
            "for" if self.eat(Token::Word("all")) => self.all(),
            "for" if self.eat(Token::Word("some")) => self.some(),
            "true" => Ok(Expr::Truth(true)),
            "false" => Ok(Expr::Truth(false)),
            program if self.eat(Token::Mark(".")) => {
                let (from, program, name) = (self.at - 2, program.to_string(), self.word()?);
                self.expect(Token::Mark("("))?;
                let arguments = self.list(")", Self::expr)?;
                let unknown = || error(unknown(name), self.span_from(from), "here");
                Ok(Expr::Ask { program, question: Question::named(name).ok_or_else(unknown)?, arguments })
            }
            name => self.made_or_bound(name),
        }
    }

    /// A value that is made of others, `Place(la, N)` or `True`, or else a variable.
    fn made_or_bound(&mut self, name: &str) -> Parsed<Expr> {
        let (from, applied) = (self.at - 1, self.peek(0) == Some(Token::Mark("(")));
        let constructor = Constructor::named(name).filter(|_| !self.scope.binds(name));
        let names = || CONSTRUCTORS.iter().map(|c| c.name);
        let unknown = || {
            let near = crate::diagnostics::nearest(name, names());
            let known = format!("there are {}", names().collect::<Vec<_>>().join(", "));
            let help = near.map_or(known, |n| format!("did you mean `{n}`?"));
            Box::new(error(format!("nothing is made by `{name}`"), self.span_from(from), "unknown").help(help))
        };
        match constructor {
            None if applied => Err(unknown()),
            None => Ok(Expr::Variable(name.to_string())),
            Some(constructor) => {
                let parts = if self.eat(Token::Mark("(")) { self.list(")", Self::expr)? } else { vec![] };
                Ok(Expr::Make(constructor, parts))
            }
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

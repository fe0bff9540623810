//! `switch`, whose words are reserved nowhere else.

use super::{MAX_ARMS, Parsed, Parser, Reported};
use crate::diagnostics::{Diagnostic, Span};
use crate::syntax::ast::{Section, StatementKind, Switch, Values};
use crate::syntax::token::Token;

impl Parser<'_> {
    /// `switch (`
    pub(super) fn at_switch(&self) -> bool {
        self.at_word("switch") && self.peek_at(1) == Token::OpenParen
    }

    /// `case e`, or `default:`
    pub(super) fn at_section(&self) -> bool {
        let value = !matches!(self.peek_at(1), Token::Assign | Token::Semicolon | Token::Colon);
        self.at_word("case") && value || self.at_word("default") && self.peek_at(1) == Token::Colon
    }

    /// `case 1` or `case N`, where no `switch` is around it.
    pub(super) fn refuse_case(&mut self) -> Parsed<()> {
        if !self.at_word("case") || !matches!(self.peek_at(1), Token::Name | Token::Number | Token::Minus) {
            return Ok(());
        }
        let diagnostic = Diagnostic::error("`case` outside a `switch`", self.span(), "belongs to none");
        Err(self.report(diagnostic.help("it stands directly between the braces of `switch (e) { case 1: .. }`")))
    }

    /// `switch (e) { case 1, 3..5: .. default: .. }`
    pub(super) fn switch_statement(&mut self) -> Parsed<StatementKind> {
        let start = self.advance();
        self.advance();
        let value = self.expression()?;
        self.expect(Token::CloseParen, "`)`")?;
        let head = self.span_from(start);
        let open = self.expect(Token::OpenBrace, "`{` after `switch (e)`")?;
        self.open.push(open);
        let mut sections = vec![];
        while self.peek() != Token::CloseBrace {
            match self.section() {
                Ok(section) => sections.push(section),
                Err(reported) if self.leaving => return Err(reported),
                Err(_) => self.skip_to_the_end(),
            }
        }
        self.advance();
        self.open.pop();
        Ok(StatementKind::Switch(Box::new(Switch { value, head, sections })))
    }

    /// A label and the statements up to the next one.
    fn section(&mut self) -> Parsed<Section> {
        if self.peek() == Token::End {
            return Err(self.unclosed());
        }
        if !self.at_section() {
            return Err(self.before_the_first_case());
        }
        let start = self.span();
        let default = self.at_word("default");
        self.advance();
        let values = if default { None } else { Some(self.values()?) };
        let head = self.span_from(start);
        self.expect(Token::Colon, "`:` after the values of a `case`")?;
        Ok(Section { values, head, body: self.statements(Self::at_section)? })
    }

    /// `1, 3..5`
    fn values(&mut self) -> Parsed<Vec<Values>> {
        let mut values = vec![];
        loop {
            let start = self.span();
            let lo = self.expression()?;
            let range = self.peek() == Token::DotDot;
            if range {
                self.dots("`..`")?;
            }
            let hi = if range { Some(self.expression()?) } else { None };
            values.push(Values { lo, hi, span: self.span_from(start) });
            if values.len() > MAX_ARMS {
                return Err(self.too_many_values(start));
            }
            if !self.eat(Token::Comma) {
                return Ok(values);
            }
        }
    }

    fn too_many_values(&mut self, span: Span) -> Reported {
        let message = format!("more than {MAX_ARMS} values in one `case`");
        self.report(Diagnostic::error(message, span, "one too many").help("write a range: `case 1..9:`"))
    }

    fn before_the_first_case(&mut self) -> Reported {
        let message = "expected `case` or `default` in a `switch`";
        let diagnostic = Diagnostic::error(message, self.span(), "belongs to no case");
        self.report(diagnostic.help("write `switch (e) { case 1: .. default: .. }`"))
    }

    /// To the brace that closes the `switch`.
    fn skip_to_the_end(&mut self) {
        let mut depth = 0;
        while self.peek() != Token::End && (depth > 0 || self.peek() != Token::CloseBrace) {
            depth += i32::from(self.peek() == Token::OpenBrace) - i32::from(self.peek() == Token::CloseBrace);
            self.advance();
        }
    }
}

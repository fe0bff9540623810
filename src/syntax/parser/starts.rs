//! `spawn` and `join`, words that are reserved nowhere else.

use super::{Parsed, Parser};
use crate::syntax::ast::Call;
use crate::syntax::token::{Lexeme, Token};

impl Parser<'_> {
    /// `spawn T(`: the word is reserved nowhere else.
    pub(super) fn at_spawn(&self) -> bool {
        self.at_word("spawn") && self.peek_at(1) == Token::Name && self.peek_at(2) == Token::OpenParen
    }

    /// `join t`, unless `join` is a type of the model.
    pub(super) fn at_join(&self) -> bool {
        let operand = matches!(self.peek_at(1), Token::Name | Token::Number | Token::Tid);
        let is_type = |w: &[Lexeme]| w[0].token == Token::Enum && self.slice(w[1].span) == "join";
        self.at_word("join") && operand && !self.tokens.windows(2).any(is_type)
    }

    /// `spawn T(e)`
    pub(super) fn spawn(&mut self) -> Parsed<Call> {
        let start = self.advance();
        let name = self.name("the procedure that the thread runs")?;
        let call = self.call(name)?;
        Ok(Call { span: self.span_from(start), ..call })
    }
}

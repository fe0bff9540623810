//! What stands outside procedures: constants, enums, variables, procedures, threads.

use super::{Parsed, Parser, Reported};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::syntax::ast::*;
use crate::syntax::token::Token;

impl Parser<'_> {
    pub(super) fn items(&mut self) -> Vec<Item> {
        let mut items = vec![];
        while self.peek() != Token::End {
            let before = self.at;
            match self.item() {
                Ok(item) => items.extend(item),
                Err(_) if self.leaving => {}
                Err(_) => self.skip_item(),
            }
            self.leaving = false;
            self.open.clear();
            if self.at == before {
                self.advance();
            }
        }
        items
    }

    /// `P =`
    pub(super) fn at_threads(&self) -> bool {
        self.at_word("P") && self.peek_at(1) == Token::Assign
    }

    fn item(&mut self) -> Parsed<Option<Item>> {
        match self.peek() {
            Token::Semicolon => {
                self.advance();
                Ok(None)
            }
            Token::Const => self.constant().map(Some),
            Token::Enum => self.enumeration().map(Some),
            Token::CloseBrace => Err(self.unmatched_brace()),
            Token::Name if self.at_threads() => self.threads().map(Some),
            Token::Name if self.refuse_thread_head().is_err() => Err(Reported),
            Token::Name
            | Token::Int
            | Token::Bool
            | Token::Mutex
            | Token::Rmutex
            | Token::Void
            | Token::ThreadLocal => self.variables_or_procedure().map(Some),
            _ => Err(self.statement_outside()),
        }
    }

    fn unmatched_brace(&mut self) -> super::Reported {
        let diagnostic = Diagnostic::error("unmatched `}`", self.span(), "no `{` is open here");
        let reported = self.report(diagnostic.help("remove it, or add the `{` it should close"));
        self.advance();
        reported
    }

    fn statement_outside(&mut self) -> super::Reported {
        if !self.peek().starts_statement() {
            return self.expected("a declaration, a procedure or `P = ..`");
        }
        let diagnostic = Diagnostic::error("a statement outside a procedure", self.span(), "not in any procedure");
        self.report(diagnostic.help("put it inside: `void f() { .. }`, or remove a `}` above that closes too early"))
    }

    fn constant(&mut self) -> Parsed<Item> {
        self.advance();
        if matches!(self.peek(), Token::Int | Token::Bool) && self.peek_at(1) == Token::Name {
            self.advance();
        }
        let name = self.name("the constant's name")?;
        self.expect(Token::Assign, "`=` and the constant's value")?;
        let value = self.expression()?;
        self.semicolon()?;
        Ok(Item::Const { name, value })
    }

    fn enumeration(&mut self) -> Parsed<Item> {
        self.advance();
        let name = self.name("the enum's name")?;
        self.expect(Token::OpenBrace, "`{`")?;
        let mut members = vec![];
        while self.peek() != Token::CloseBrace {
            members.push(self.name("a name")?);
            if !self.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::CloseBrace, "`,` or `}`")?;
        self.eat(Token::Semicolon);
        Ok(Item::Enum { name, members })
    }

    fn variables_or_procedure(&mut self) -> Parsed<Item> {
        if self.peek() == Token::Name && self.peek_at(1) != Token::OpenParen {
            self.refuse_foreign()?;
        }
        let thread_local = self.eat(Token::ThreadLocal);
        let ty = self.ty()?;
        let after_star = usize::from(self.peek() == Token::Star);
        let procedure = self.peek_at(after_star) == Token::Name && self.peek_at(after_star + 1) == Token::OpenParen;
        if procedure && !thread_local {
            return self.procedure(ty);
        }
        if matches!(self.peek(), Token::Assign | Token::OpenParen) && matches!(ty.kind, TypeKind::Named(_)) {
            return Err(self.missing_type(ty.span));
        }
        let declaration = self.declaration(ty)?;
        self.semicolon()?;
        Ok(Item::Variables { thread_local, declaration })
    }

    fn missing_type(&mut self, name: Span) -> super::Reported {
        let word = self.slice(name).to_string();
        let help = if self.peek() == Token::OpenParen {
            format!("write `void {word}(..)`")
        } else {
            format!("write `int {word} = ..;`")
        };
        self.report(
            Diagnostic::error(format!("`{word}` is declared without a type"), name, "no type before it").help(help),
        )
    }

    fn procedure(&mut self, result: Type) -> Parsed<Item> {
        let result_is_pointer = self.eat(Token::Star);
        let name = self.name("the procedure's name")?;
        self.expect(Token::OpenParen, "`(`")?;
        if self.peek() == Token::Void && self.peek_at(1) == Token::CloseParen {
            self.advance();
        }
        let parameters = self.list(Token::CloseParen, "`,` or `)`", |parser| parser.parameter())?;
        if self.peek() != Token::OpenBrace {
            return Err(self.expected("`{` and the procedure's body"));
        }
        let body = self.block()?;
        Ok(Item::Procedure(Procedure { result, result_is_pointer, name, parameters, body, close: self.previous() }))
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let ty = self.ty()?;
        let pointer = self.eat(Token::Star);
        let name = self.name("the parameter's name")?;
        if self.peek() == Token::OpenBracket {
            let diagnostic = Diagnostic::error("a parameter cannot be an array", self.span(), "an array");
            return Err(self.report(diagnostic.help("declare the array outside procedures, and pass an index")));
        }
        Ok(Parameter { ty, pointer, name })
    }

    fn threads(&mut self) -> Parsed<Item> {
        let start = self.advance();
        self.advance();
        let mut groups = vec![self.thread_group()?];
        while self.eat(Token::OrOr) {
            groups.push(self.thread_group()?);
        }
        let span = self.span_from(start);
        if matches!(self.peek(), Token::Or | Token::Comma | Token::AndAnd) {
            return Err(self.expected_so("`||` between threads", Some("write `||`".into())));
        }
        self.eat(Token::Semicolon);
        Ok(Item::Threads { span, groups })
    }

    fn thread_group(&mut self) -> Parsed<ThreadGroup> {
        let replicated = if self.peek() == Token::OpenBracket { Some(self.replication()?) } else { None };
        self.expect(Token::OpenBrace, "`{ f() }` or `[i in 0..N] { f(i) }`")?;
        let call = self.thread_call().inspect_err(|_| self.skip_list())?;
        self.eat(Token::Semicolon);
        self.expect(Token::CloseBrace, "`}`")?;
        Ok(ThreadGroup { replicated, call })
    }

    fn thread_call(&mut self) -> Parsed<Call> {
        let name = self.name("the name of the thread's procedure")?;
        if self.peek() == Token::CloseBrace {
            let help = format!("a thread is a call: `{}()`", name.text);
            return Err(self.expected_so("`(`", Some(help)));
        }
        self.call(name)
    }

    fn replication(&mut self) -> Parsed<Replication> {
        self.advance();
        let name = self.name("a name for the thread's number")?;
        if !self.at_word("in") {
            return Err(self.expected("`in`"));
        }
        self.advance();
        let low = self.expression()?;
        let inclusive = self.dots("`..` or `..=`")?;
        let high = self.expression()?;
        self.expect(Token::CloseBracket, "`]`")?;
        Ok(Replication { name, low, high, inclusive })
    }
}

//! Statements that hold statements, labels and annotations.

use super::{MAX_ARMS, MAX_STATEMENT_DEPTH, Parsed, Parser, Reported};
use crate::diagnostics::Span;
use crate::diagnostics::{Diagnostic, nearest};
use crate::ir::Mover;
use crate::syntax::ast::*;
use crate::syntax::token::Token;

impl Parser<'_> {
    /// `{ .. }`; the closing brace is the token just consumed.
    pub(super) fn block(&mut self) -> Parsed<Vec<Statement>> {
        let open = self.expect(Token::OpenBrace, "`{`")?;
        self.open.push(open);
        let statements = self.statements(|_| false)?;
        self.advance();
        self.open.pop();
        Ok(statements)
    }

    /// Statements up to a `}`, or what else ends them; neither is consumed.
    pub(super) fn statements(&mut self, ends: fn(&Self) -> bool) -> Parsed<Vec<Statement>> {
        let mut statements = vec![];
        loop {
            match self.peek() {
                Token::CloseBrace => return Ok(statements),
                Token::End => return Err(self.unclosed()),
                _ if ends(self) => return Ok(statements),
                _ => {}
            }
            let before = self.at;
            match self.statement() {
                Ok(statement) => statements.push(statement),
                Err(reported) if self.leaving => return Err(reported),
                Err(_) => self.skip_statement(),
            }
            if self.at == before {
                self.advance();
            }
        }
    }

    pub(super) fn unclosed(&mut self) -> Reported {
        let open = self.open.last().copied().unwrap_or(self.span());
        let reported = self.report(
            Diagnostic::error("this `{` is never closed", open, "opened here")
                .also(self.span(), "the file ends here")
                .help("add the missing `}`"),
        );
        self.leaving = true;
        reported
    }

    fn statement(&mut self) -> Parsed<Statement> {
        if self.statement_depth >= MAX_STATEMENT_DEPTH {
            return Err(self.too_deep_statement());
        }
        self.statement_depth += 1;
        let statement = self.labelled();
        self.statement_depth -= 1;
        statement
    }

    fn too_deep_statement(&mut self) -> Reported {
        let message = format!("statements are nested more than {MAX_STATEMENT_DEPTH} levels deep");
        let reported = self.report(
            Diagnostic::error(message, self.span(), "too deep here").help("move the inner part to a procedure"),
        );
        if self.peek() == Token::OpenBrace {
            self.skip_braces();
        }
        reported
    }

    fn labelled(&mut self) -> Parsed<Statement> {
        let (mut labels, mut claim) = (vec![], None);
        loop {
            match (self.peek(), self.peek_at(1)) {
                (Token::Name, Token::Colon) if !self.at_section() => {
                    labels.push(self.name("a label")?);
                    self.advance();
                }
                (Token::At, _) => claim = Some(self.claim(claim.is_some())?),
                (Token::Number, Token::Colon) => return Err(self.numeric_label()),
                _ => break,
            }
        }
        let start = self.span();
        if self.peek() == Token::CloseBrace || self.at_branch_end() {
            self.refuse_claim(claim);
            let span = Span { start: self.previous().end, end: self.previous().end };
            return Ok(Statement { labels, claim: None, kind: StatementKind::Empty, span });
        }
        let (kind, span) = self.unlabelled(start)?;
        if takes_no_single_step(&kind) {
            self.refuse_claim(claim);
        }
        Ok(Statement { labels, claim, kind, span })
    }

    fn at_branch_end(&self) -> bool {
        self.peek() == Token::OpenBracket && self.peek_at(1) == Token::CloseBracket
    }

    fn numeric_label(&mut self) -> Reported {
        let found = self.slice(self.span()).to_string();
        let diagnostic = Diagnostic::error("a label begins with a letter", self.span(), "a number");
        let reported = self.report(diagnostic.help(format!("write `L{found}:`")));
        self.at += 2;
        reported
    }

    /// `@right`, `@left`, `@both`, `@non`
    fn claim(&mut self, again: bool) -> Parsed<(Mover, Span)> {
        let at = self.advance();
        let mover = match self.slice(self.span()) {
            "right" => Mover::Right,
            "left" => Mover::Left,
            "both" => Mover::Both,
            "non" => Mover::Non,
            word => {
                let known = ["right", "left", "both", "non"];
                let meant = nearest(&word.to_lowercase(), known).map(|word| format!("did you mean `@{word}`?"));
                return Err(self.expected_so("`right`, `left`, `both` or `non`", meant));
            }
        };
        self.advance();
        let span = self.span_from(at);
        if again {
            let diagnostic = Diagnostic::error("a statement has one mover annotation", span, "a second one");
            return Err(self.report(diagnostic.help("remove one of them")));
        }
        Ok((mover, span))
    }

    fn refuse_claim(&mut self, claim: Option<(Mover, Span)>) {
        let Some((_, span)) = claim else { return };
        let diagnostic =
            Diagnostic::error("a mover annotation needs a statement that is one step", span, "no single step follows");
        self.reported_at = None;
        self.report(diagnostic.help("put it before each simple statement it is meant for"));
        self.reported_at = None;
    }

    /// A statement and its span without the final `;`.
    fn unlabelled(&mut self, start: Span) -> Parsed<(StatementKind, Span)> {
        let kind = match self.peek() {
            Token::Semicolon => {
                self.advance();
                StatementKind::Empty
            }
            Token::OpenBrace => StatementKind::Block(self.block()?),
            Token::If => self.if_statement()?,
            Token::While => self.while_statement()?,
            Token::For => self.for_statement()?,
            Token::Choose => self.choose_statement()?,
            Token::Atomic => {
                self.advance();
                StatementKind::Atomic(self.block()?)
            }
            Token::Name if self.at_switch() => self.switch_statement()?,
            Token::Else => return Err(self.else_without_if()),
            _ => {
                self.refuse_item()?;
                let kind = self.simple()?;
                let span = self.span_from(start);
                self.semicolon()?;
                return Ok((kind, span));
            }
        };
        Ok((kind, self.span_from(start)))
    }

    fn else_without_if(&mut self) -> Reported {
        let diagnostic = Diagnostic::error("`else` without `if`", self.span(), "no `if` before it");
        let reported = self.report(diagnostic.help("write `if (e) { .. } else { .. }`, without a `;` before `else`"));
        self.advance();
        reported
    }

    /// Reports what belongs outside procedures; a procedure ends the blocks around it.
    fn refuse_item(&mut self) -> Parsed<()> {
        let procedure = match self.peek() {
            Token::Void => self.peek_at(2) != Token::Semicolon && self.peek_at(2) != Token::Assign,
            Token::Int | Token::Bool => self.peek_at(1) == Token::Name && self.peek_at(2) == Token::OpenParen,
            Token::Name => self.at_threads() && matches!(self.peek_at(2), Token::OpenBrace | Token::OpenBracket),
            token if token.starts_declaration() => return Err(self.misplaced_declaration()),
            _ => return Ok(()),
        };
        if !procedure {
            return Ok(());
        }
        let open = self.open.last().copied().unwrap_or(self.span());
        let what = if self.peek() == Token::Name { "`P = ..`" } else { "a procedure" };
        let reported = self.report(
            Diagnostic::error(format!("{what} begins inside a procedure"), self.span(), "begins here")
                .also(open, "this `{` is not closed yet")
                .help("add the missing `}` above it"),
        );
        self.leaving = true;
        Err(reported)
    }

    fn misplaced_declaration(&mut self) -> Reported {
        let message = format!("{} declares something for the whole model", self.found());
        let diagnostic = Diagnostic::error(message, self.span(), "inside a procedure");
        let reported = self.report(diagnostic.help("move the declaration out of the procedure"));
        self.advance();
        reported
    }

    /// `(e)` or `(*)`
    fn condition(&mut self, keyword: &str) -> Parsed<Condition> {
        if !self.eat(Token::OpenParen) {
            let help = self.hint().unwrap_or(format!("write `{keyword} (e)`"));
            return Err(self.expected_so(&format!("`(` after `{keyword}`"), Some(help)));
        }
        let condition = self.bare_condition()?;
        if !self.eat(Token::CloseParen) {
            let help = self.hint().or((self.peek() == Token::OpenBrace).then(|| "add `)`".into()));
            return Err(self.expected_so("`)`", help));
        }
        Ok(condition)
    }

    fn bare_condition(&mut self) -> Parsed<Condition> {
        if self.peek() == Token::Star && matches!(self.peek_at(1), Token::CloseParen | Token::Semicolon) {
            self.advance();
            return Ok(Condition::Free);
        }
        self.expression().map(Condition::Expr)
    }

    fn if_statement(&mut self) -> Parsed<StatementKind> {
        let mut arms = vec![];
        loop {
            let start = self.advance();
            let condition = self.condition("if")?;
            let head = self.span_from(start);
            arms.push(Arm { condition, head, body: self.statement()? });
            if !self.eat(Token::Else) {
                return Ok(StatementKind::If { arms, otherwise: None });
            }
            if arms.len() >= MAX_ARMS {
                return Err(self.too_many_arms());
            }
            if self.peek() != Token::If {
                let otherwise = Some(Box::new(self.statement()?));
                return Ok(StatementKind::If { arms, otherwise });
            }
        }
    }

    fn too_many_arms(&mut self) -> Reported {
        let message = format!("more than {MAX_ARMS} `else if` in one statement");
        self.report(Diagnostic::error(message, self.span(), "one too many").help("split it, or use an array"))
    }

    fn while_statement(&mut self) -> Parsed<StatementKind> {
        let start = self.advance();
        let condition = self.condition("while")?;
        let head = self.span_from(start);
        Ok(StatementKind::While { condition, head, body: Box::new(self.statement()?) })
    }

    fn for_statement(&mut self) -> Parsed<StatementKind> {
        let start = self.advance();
        self.expect(Token::OpenParen, "`(` after `for`")?;
        let init = self.for_part(Token::Semicolon, "`;` after the initialisation")?;
        let condition = if self.peek() == Token::Semicolon { None } else { Some(self.bare_condition()?) };
        self.expect(Token::Semicolon, "`;` after the condition")?;
        let step = self.for_part(Token::CloseParen, "`)`")?;
        let head = self.span_from(start);
        let body = self.statement()?;
        Ok(StatementKind::For(Box::new(For { init, condition, step, head, body })))
    }

    /// The first or last part of a `for`, up to `end`, which is consumed.
    fn for_part(&mut self, end: Token, what: &str) -> Parsed<Option<Statement>> {
        if self.eat(end) {
            return Ok(None);
        }
        let start = self.span();
        let kind = self.simple()?;
        let span = self.span_from(start);
        if self.peek() == Token::Comma {
            let diagnostic =
                Diagnostic::error("one statement only in each part of a `for`", self.span(), "a second one");
            return Err(self.report(diagnostic.help("put the other before the loop, or at the end of its body")));
        }
        self.expect(end, what)?;
        Ok(Some(Statement { labels: vec![], claim: None, kind, span }))
    }

    /// `choose { S1 [] S2 }`
    fn choose_statement(&mut self) -> Parsed<StatementKind> {
        let head = self.advance();
        if self.peek() == Token::OpenParen {
            let diagnostic = Diagnostic::error("a choice of a value needs a variable", head, "chooses nothing for");
            return Err(
                self.report(diagnostic.help("write `x = choose({0, 1});`, or `choose { S1 [] S2 }` for statements"))
            );
        }
        let open = self.expect(Token::OpenBrace, "`{ S1 [] S2 }`")?;
        self.open.push(open);
        let mut branches = vec![self.statements(Self::at_branch_end)?];
        while self.eat(Token::OpenBracket) {
            self.advance();
            branches.push(self.statements(Self::at_branch_end)?);
        }
        self.advance();
        self.open.pop();
        Ok(StatementKind::Choose { head, branches })
    }
}

fn takes_no_single_step(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Empty | StatementKind::Block(_) | StatementKind::For(_) => true,
        StatementKind::Declaration(declaration) => declaration.declarators.iter().all(|d| d.init.is_none()),
        _ => false,
    }
}

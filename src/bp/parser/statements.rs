//! Statements.

use super::{Lost, Parser, Read, WORDS, is_label};
use crate::bp::ast::{Call, Expr, Kind, Name, Start, Statement};
use crate::bp::lexer::Token;
use crate::diagnostics::{Diagnostic, Span};

/// Where a list of statements ends.
const CLOSING: [&str; 5] = ["end", "fi", "od", "else", "elsif"];

impl Parser {
    /// Up to a word that ends the list.
    pub(super) fn statements(&mut self) -> Vec<Statement> {
        let mut all = vec![];
        loop {
            while self.takes(";") {}
            if self.closes() {
                return all;
            }
            let from = self.at;
            match self.deeper(Self::statement) {
                Ok(statement) => {
                    let holds_others = matches!(statement.kind, Kind::If { .. } | Kind::While(..));
                    all.push(statement);
                    if !holds_others {
                        self.separated();
                    }
                }
                Err(Lost) => {
                    let span = self.tokens[from].1;
                    all.push(Statement { labels: vec![], kind: Kind::Wrong, span });
                    self.skip_statement(from);
                }
            }
        }
    }

    fn closes(&self) -> bool {
        match self.token() {
            Token::Word(word) => CLOSING.contains(&word.as_str()) || ["void", "bool", "dfs"].contains(&word.as_str()),
            Token::Sign(_) => false,
            Token::End => true,
        }
    }

    fn separated(&mut self) {
        if !self.takes(";") && !self.closes() {
            self.missing_semicolon();
        }
    }

    pub(super) fn missing_semicolon(&mut self) {
        let diagnostic = Diagnostic::error("`;` is missing", self.behind(), "behind this");
        self.report(diagnostic.help("write `;` here"));
    }

    fn skip_statement(&mut self, from: usize) {
        if self.at == from {
            self.skip();
        }
        while !self.closes() && !self.takes(";") {
            self.skip();
        }
    }

    fn statement(&mut self) -> Read<Statement> {
        let labels = self.labels();
        let from = self.span();
        if self.closes() || self.is(";") {
            return Ok(Statement { labels, kind: Kind::Skip, span: self.behind() });
        }
        let (kind, head) = self.kind()?;
        let span = Span { start: from.start, end: head.unwrap_or_else(|| self.behind().end) };
        let asynchronous = labels.iter().any(|label| label.text.starts_with("ASYNC_"));
        let kind = match kind {
            Kind::Call(call) if asynchronous => Kind::Start(Start::Call(call)),
            kind => kind,
        };
        Ok(Statement { labels, kind, span })
    }

    fn labels(&mut self) -> Vec<Name> {
        let mut labels = vec![];
        while let Token::Word(text) = self.token()
            && is_label(text)
            && *self.token_after() == Token::Sign(":")
        {
            labels.push(Name { text: text.clone(), span: self.span() });
            self.skip();
            self.skip();
        }
        labels
    }

    /// The statement, and where the head of one ends that holds others.
    fn kind(&mut self) -> Read<(Kind, Option<u32>)> {
        let Token::Word(word) = self.token().clone() else { return Err(self.unexpected("a statement")) };
        if let Some(refusal) = self.not_known(&word) {
            return Err(self.report(refusal));
        }
        if !WORDS.contains(&word.as_str()) {
            return Ok((self.named()?, None));
        }
        self.skip();
        let kind = match word.as_str() {
            "if" => return self.cases(),
            "while" => return self.loops(),
            "skip" => Kind::Skip,
            "decl" => Kind::Declare(self.declared()?),
            "goto" => Kind::Goto(self.list(Self::label)?),
            "return" if self.is(";") || self.closes() => Kind::Return(vec![]),
            "return" => Kind::Return(self.expressions()?),
            "assert" => Kind::Assert(self.expression()?),
            "assume" => Kind::Assume(self.expression()?),
            "enforce" => Kind::Enforce(self.expression()?),
            "dead" => {
                self.expressions()?;
                Kind::Skip
            }
            "start_thread" => Kind::Start(self.started()?),
            "end_thread" => Kind::EndThread,
            "atomic_begin" => Kind::AtomicBegin,
            "atomic_end" => Kind::AtomicEnd,
            _ => {
                self.at -= 1;
                return Err(self.unexpected("a statement"));
            }
        };
        Ok((kind, None))
    }

    /// What some tools have and others have not, or have otherwise.
    fn not_known(&self, word: &str) -> Option<Diagnostic> {
        let alone = matches!(self.token_after(), Token::Sign(";"));
        let help = match word {
            "abortif" => "write `if e then assume(F); fi`, or `assert(!(e))`, as it is meant",
            "sync" => "wait for a variable: `assume(x)`",
            "wait" | "broadcast" if alone => "use a variable: `assume(x)` waits for it",
            _ => return None,
        };
        Some(Diagnostic::error(format!("`{word}` is not supported"), self.span(), "here").help(help))
    }

    fn cases(&mut self) -> Read<(Kind, Option<u32>)> {
        let (mut cases, mut otherwise, mut head) = (vec![], vec![], None);
        loop {
            let from = self.span();
            let condition = self.expression()?;
            let span = Span { start: from.start, end: self.behind().end };
            head.get_or_insert(span.end);
            self.word("then")?;
            cases.push((condition, span, self.statements()));
            if !self.takes_word("elsif") {
                break;
            }
        }
        if self.takes_word("else") {
            otherwise = self.statements();
        }
        self.word("fi")?;
        Ok((Kind::If { cases, otherwise }, head))
    }

    fn loops(&mut self) -> Read<(Kind, Option<u32>)> {
        let condition = self.expression()?;
        let head = self.behind().end;
        self.word("do")?;
        let body = self.statements();
        self.word("od")?;
        Ok((Kind::While(condition, body), Some(head)))
    }

    fn started(&mut self) -> Read<Start> {
        if self.takes_word("goto") {
            return self.label().map(Start::Goto);
        }
        self.takes_word("call");
        let procedure = self.name("a call or `goto`")?;
        self.call(vec![], procedure).map(Start::Call)
    }

    /// A call or an assignment.
    fn named(&mut self) -> Read<Kind> {
        if self.is_word("call") && matches!(self.token_after(), Token::Word(_)) {
            self.skip();
        }
        let near = self.word_near(&WORDS);
        let mut targets = self.list(Self::target)?;
        if self.is("(") && targets.len() == 1 {
            return self.call(vec![], targets.remove(0)).map(Kind::Call);
        }
        if !self.takes(":=") {
            let help = if self.is("=") { Some("write `:=` for an assignment".into()) } else { near };
            return Err(self.unexpected_with("`:=` or `(`", help));
        }
        self.takes_word("call");
        let called = matches!(self.token(), Token::Word(word) if !WORDS.contains(&word.as_str()))
            && *self.token_after() == Token::Sign("(");
        if called {
            let procedure = self.name("a name of a procedure")?;
            return self.call(targets, procedure).map(Kind::Call);
        }
        let values = self.expressions()?;
        let constrain = if self.takes_word("constrain") { Some(self.expression()?) } else { None };
        Ok(Kind::Assign { targets, values, constrain })
    }

    /// A variable, or `_`.
    fn target(&mut self) -> Read<Name> {
        if self.is_word("_") {
            let span = self.span();
            self.skip();
            return Ok(Name { text: "_".into(), span });
        }
        self.name("a name of a variable")
    }

    fn call(&mut self, targets: Vec<Name>, procedure: Name) -> Read<Call> {
        self.sign("(")?;
        let arguments: Vec<Expr> = if self.is(")") { vec![] } else { self.expressions()? };
        self.sign(")")?;
        Ok(Call { targets, procedure, arguments })
    }
}

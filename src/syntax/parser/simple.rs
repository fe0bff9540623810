//! Types, declarations, and the statements that hold no other statement.

use super::expressions::is_operator;
use super::{Parsed, Parser, Reported};
use crate::diagnostics::Diagnostic;
use crate::ir::Binary;
use crate::syntax::ast::*;
use crate::syntax::token::Token;

/// How the lock statements are spelled.
fn mutex_op(word: &str) -> Option<MutexOp> {
    Some(match word {
        "acquire" | "acq" | "lock" => MutexOp::Acquire,
        "release" | "rel" | "unlock" => MutexOp::Release,
        "wait" => MutexOp::Wait,
        "notify" => MutexOp::Notify,
        "notifyAll" => MutexOp::NotifyAll,
        _ => return None,
    })
}

fn compound(token: Token) -> Option<Binary> {
    Some(match token {
        Token::AddAssign => Binary::Add,
        Token::SubAssign => Binary::Sub,
        Token::MulAssign => Binary::Mul,
        Token::DivAssign => Binary::Div,
        Token::RemAssign => Binary::Rem,
        Token::AndAssign => Binary::BitAnd,
        Token::OrAssign => Binary::BitOr,
        Token::XorAssign => Binary::BitXor,
        Token::ShlAssign => Binary::Shl,
        Token::ShrAssign => Binary::Shr,
        _ => return None,
    })
}

/// Whether `word` is spoken for as a statement when a `(` follows.
pub(crate) fn is_statement_word(word: &str) -> bool {
    mutex_op(word).is_some() || word == "cas"
}

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Parsed<Type> {
        let start = self.span();
        let kind = match self.peek() {
            Token::Void => TypeKind::Void,
            Token::Int if self.peek_at(1) == Token::OpenBracket => return self.range(),
            Token::Int => TypeKind::Int,
            Token::Bool => TypeKind::Bool,
            Token::Mutex => TypeKind::Mutex { reentrant: false },
            Token::Rmutex => TypeKind::Mutex { reentrant: true },
            Token::Name => TypeKind::Named(self.slice(start).to_string()),
            _ => return Err(self.expected("a type")),
        };
        self.advance();
        Ok(Type { kind, span: start })
    }

    /// `int[lo..hi]`
    fn range(&mut self) -> Parsed<Type> {
        let start = self.advance();
        self.advance();
        if self.peek() == Token::CloseBracket {
            return Err(self.array_bound_at_type(start));
        }
        let low = self.expression()?;
        if self.peek() == Token::CloseBracket {
            return Err(self.array_bound_at_type(start));
        }
        self.dots("`..`")?;
        let high = self.expression()?;
        self.expect(Token::CloseBracket, "`]`")?;
        Ok(Type { kind: TypeKind::Range(Box::new(low), Box::new(high)), span: self.span_from(start) })
    }

    fn array_bound_at_type(&mut self, start: crate::diagnostics::Span) -> Reported {
        let span = join(start, self.span());
        let diagnostic =
            Diagnostic::error("the bound of an array stands after its name", span, "looks like an array type");
        self.report(diagnostic.help("write `int a[N];`, or `int[0..7] k;` for a range"))
    }

    /// The declarators after a type, without the final `;`.
    pub(super) fn declaration(&mut self, ty: Type) -> Parsed<Declaration> {
        let mut declarators = vec![self.declarator()?];
        while self.eat(Token::Comma) {
            declarators.push(self.declarator()?);
        }
        Ok(Declaration { ty, declarators })
    }

    fn declarator(&mut self) -> Parsed<Declarator> {
        let start = self.span();
        let pointer = self.eat(Token::Star);
        if pointer && self.peek() == Token::Star {
            let diagnostic = Diagnostic::error("a pointer to a pointer", self.span(), "a second `*`");
            return Err(self.report(diagnostic.note("pointers lead to global data variables and array cells")));
        }
        let name = self.name("the variable's name")?;
        if self.peek() == Token::Colon {
            return Err(self.type_after_name(&name));
        }
        let length = if self.peek() == Token::OpenBracket { Some(self.array_length()?) } else { None };
        let protection = self.protection()?;
        let init = if self.eat(Token::Assign) { Some(self.init()?) } else { None };
        Ok(Declarator { name, pointer, length, protection, init, span: self.span_from(start) })
    }

    /// `x : 0..3`, `x : int`
    fn type_after_name(&mut self, name: &Name) -> Reported {
        let rest = &self.text[self.span().end as usize..];
        let said = rest.split([';', ',', '=', '\n', '{']).next().unwrap_or_default().trim();
        let (range, name) = (said.trim_matches(['[', ']']), &name.text);
        let help = match range.contains("..") {
            true => format!("the type stands first: `int[{range}] {name};`"),
            false => format!("the type stands first: `int {name};`, or `int[0..3] {name};` for a range"),
        };
        self.report(Diagnostic::error("a type after the name", self.span(), "no `:` here").help(help))
    }

    fn array_length(&mut self) -> Parsed<Expr> {
        if self.peek_at(1) == Token::CloseBracket {
            self.advance();
            return Err(self.expected("the length of the array"));
        }
        let length = self.index()?;
        if self.peek() == Token::OpenBracket {
            let diagnostic = Diagnostic::error("arrays have one dimension", self.span(), "a second bound");
            return Err(self.report(diagnostic.help("declare `a[N * M]` and use `a[i * M + j]`")));
        }
        Ok(length)
    }

    fn protection(&mut self) -> Parsed<Option<Protection>> {
        let mut protection = None;
        loop {
            let start = self.span();
            let next = if self.at_word("guarded_by") {
                self.advance();
                self.expect(Token::OpenParen, "`(` and the protecting mutexes")?;
                let guards = self.list(Token::CloseParen, "`,` or `)`", |parser| parser.guard())?;
                Protection::GuardedBy(guards, self.span_from(start))
            } else if self.at_word("exclusive") {
                self.advance();
                self.expect(Token::OpenParen, "`(` and the exclusive access predicate")?;
                let predicate = self.expression()?;
                self.expect(Token::CloseParen, "`)`")?;
                Protection::Exclusive(predicate, self.span_from(start))
            } else {
                return Ok(protection);
            };
            if protection.is_some() {
                let span = self.span_from(start);
                let diagnostic = Diagnostic::error("a variable's protection is given twice", span, "given again");
                return Err(self.report(diagnostic.help("keep one `guarded_by(m, n)` or one `exclusive(e)`")));
            }
            protection = Some(next);
        }
    }

    fn guard(&mut self) -> Parsed<Guard> {
        let name = self.name("a mutex")?;
        let mut index = GuardIndex::None;
        if self.peek() == Token::OpenBracket {
            let same = self.tokens.get(self.at + 1).is_some_and(|t| self.slice(t.span) == "_");
            if same && self.peek_at(2) == Token::CloseBracket {
                self.at += 3;
                index = GuardIndex::Same;
            } else {
                index = GuardIndex::At(self.index()?);
            }
        }
        Ok(Guard { span: self.span_from(name.span), name, index })
    }

    fn init(&mut self) -> Parsed<Init> {
        if self.peek() != Token::OpenBrace {
            return self.value().map(Init::Value);
        }
        let start = self.span();
        Ok(Init::List(self.braced_list()?, self.span_from(start)))
    }

    /// `{e1, e2}`
    fn braced_list(&mut self) -> Parsed<Vec<Expr>> {
        self.expect(Token::OpenBrace, "`{`")?;
        self.list(Token::CloseBrace, "`,` or `}`", |parser| parser.expression()).inspect_err(|_| self.skip_list())
    }

    /// What stands on the right of `=`.
    fn value(&mut self) -> Parsed<Value> {
        let start = self.span();
        match self.peek() {
            Token::Choose => self.choice(),
            Token::Name if self.at_spawn() => self.spawn().map(Value::Spawn),
            Token::Name if self.peek_at(1) == Token::OpenParen => {
                let name = self.name("a name")?;
                if name.text == "cas" {
                    return Ok(Value::Cas(self.cas(name)?));
                }
                self.refuse_mutex_op_as_value(&name)?;
                let at = self.at - 1;
                let call = self.call(name)?;
                if !matches!(self.peek(), Token::Semicolon | Token::Comma | Token::CloseParen) && !self.on_new_line() {
                    self.at = at;
                    return Err(self.nested_call());
                }
                Ok(Value::Call(call))
            }
            Token::OpenBrace => {
                let diagnostic = Diagnostic::error("a list of values", start, "only an array's initialiser is a list");
                Err(self.report(diagnostic.help("to choose one of several values write `x = choose({0, 1});`")))
            }
            _ => self.expression().map(Value::Expr),
        }
    }

    fn refuse_mutex_op_as_value(&mut self, name: &Name) -> Parsed<()> {
        if mutex_op(&name.text).is_none() {
            return Ok(());
        }
        let message = format!("`{}` has no result", name.text);
        let help = format!("write it as a statement: `{}(m);`", name.text);
        Err(self.report(Diagnostic::error(message, name.span, "a statement, not a value").help(help)))
    }

    /// `choose({e1, e2})` or `choose(lo..hi)`
    fn choice(&mut self) -> Parsed<Value> {
        self.advance();
        self.expect(Token::OpenParen, "`({e1, e2})` or `(lo..hi)`")?;
        let value = if self.peek() == Token::OpenBrace {
            let span = self.span();
            let values = self.braced_list()?;
            if values.is_empty() {
                let diagnostic = Diagnostic::error("a choice without values", span, "nothing to choose from");
                return Err(self.report(diagnostic.help("list at least one value: `choose({0, 1})`")));
            }
            Value::Choose(values)
        } else {
            let low = self.expression()?;
            self.dots("`..`, as in `choose(lo..hi)`")?;
            Value::ChooseRange(low, self.expression()?)
        };
        self.expect(Token::CloseParen, "`)`")?;
        Ok(value)
    }

    fn cas(&mut self, name: Name) -> Parsed<Cas> {
        let mut arguments = self.arguments()?;
        let span = self.span_from(name.span);
        let (Some(new), Some(old), Some(place), true) =
            (arguments.pop(), arguments.pop(), arguments.pop(), arguments.is_empty())
        else {
            let diagnostic = Diagnostic::error(
                "`cas` takes a variable, the expected value and the new one",
                span,
                "not three arguments",
            );
            self.reported_at = None;
            return Err(self.report(diagnostic.help("write `cas(x, old, new);`")));
        };
        Ok(Cas { place, old, new, span })
    }

    /// A statement that ends with `;`, without the `;`.
    pub(super) fn simple(&mut self) -> Parsed<StatementKind> {
        Ok(match self.peek() {
            Token::Skip => self.keyword(StatementKind::Skip),
            Token::Break => self.keyword(StatementKind::Break),
            Token::Continue => self.keyword(StatementKind::Continue),
            Token::Goto => {
                self.advance();
                StatementKind::Goto(self.name("a label")?)
            }
            Token::Return => {
                self.advance();
                StatementKind::Return(if self.returns_nothing() { None } else { Some(self.expression()?) })
            }
            Token::Assert => {
                self.advance();
                StatementKind::Assert(self.expression()?)
            }
            Token::Assume => {
                self.advance();
                StatementKind::Assume(self.expression()?)
            }
            Token::Int | Token::Bool | Token::Void => self.local()?,
            Token::Name => return self.beginning_with_name(),
            Token::Star | Token::OpenParen => self.assignment()?,
            Token::Increment | Token::Decrement => return Err(self.prefix_increment()),
            _ => return Err(self.expected("a statement")),
        })
    }

    /// Whether `return` stands alone. What begins a line behind it is its value if it can be nothing else, and otherwise
    /// taken for a statement before which a `;` is missing.
    fn returns_nothing(&self) -> bool {
        let next = self.peek();
        let is_value = match next {
            Token::Name => self.peek_at(1) == Token::Semicolon || is_operator(self.peek_at(1)),
            _ => {
                matches!(next, Token::Number | Token::True | Token::False | Token::Null | Token::Tid)
                    || matches!(next, Token::Minus | Token::Not | Token::Tilde)
            }
        };
        matches!(next, Token::Semicolon | Token::CloseBrace) || self.on_new_line() && !is_value
    }

    fn keyword(&mut self, kind: StatementKind) -> StatementKind {
        self.advance();
        kind
    }

    fn local(&mut self) -> Parsed<StatementKind> {
        let ty = self.ty()?;
        Ok(StatementKind::Declaration(self.declaration(ty)?))
    }

    fn prefix_increment(&mut self) -> Reported {
        let op = self.slice(self.span()).to_string();
        let diagnostic =
            Diagnostic::error(format!("`{op}` stands after the variable"), self.span(), "before the variable");
        self.report(diagnostic.help(format!("write `x{op};`")))
    }

    fn beginning_with_name(&mut self) -> Parsed<StatementKind> {
        if self.at_spawn() {
            return self.spawn().map(StatementKind::Spawn);
        }
        if self.at_join() {
            self.advance();
            return self.expression().map(StatementKind::Join);
        }
        self.refuse_case()?;
        self.refuse_foreign()?;
        match (self.peek_at(1), self.peek_at(2)) {
            (Token::OpenParen, _) => self.call_statement(),
            (Token::Name, _) if is_statement_word(self.slice(self.span())) => Err(self.missing_parentheses()),
            (Token::Name, _) | (Token::Star, Token::Name) => self.local(),
            _ => self.assignment(),
        }
    }

    fn missing_parentheses(&mut self) -> Reported {
        let first = self.advance();
        let word = self.slice(first).to_string();
        let operand = self.slice(self.span()).to_string();
        let diagnostic = Diagnostic::error(format!("expected `(` after `{word}`"), self.span(), "expected `(`");
        self.report(diagnostic.help(format!("write `{word}({operand});`")))
    }

    fn call_statement(&mut self) -> Parsed<StatementKind> {
        let name = self.name("a name")?;
        if name.text == "cas" {
            return Ok(StatementKind::Cas(self.cas(name)?));
        }
        let Some(op) = mutex_op(&name.text) else {
            let call = self.call(name)?;
            self.refuse_misspelled(&call)?;
            return Ok(StatementKind::Call(call));
        };
        self.expect(Token::OpenParen, "`(`")?;
        let mutex = self.expression()?;
        if self.peek() == Token::Comma {
            let message = format!("`{}` takes one mutex", name.text);
            return Err(self.report(Diagnostic::error(message, self.span(), "a second argument")));
        }
        self.expect(Token::CloseParen, "`)`")?;
        self.refuse_body(&name, &mutex)?;
        Ok(StatementKind::Mutex { op, mutex })
    }

    fn assignment(&mut self) -> Parsed<StatementKind> {
        let place = self.unary()?;
        let op_span = self.span();
        let step = match self.peek() {
            Token::Increment => Some(Binary::Add),
            Token::Decrement => Some(Binary::Sub),
            _ => None,
        };
        if step.is_some() {
            self.advance();
            let one = Expr { kind: ExprKind::Number(1, false), span: op_span, depth: 1 };
            return Ok(StatementKind::Assign { place, op: step, value: Value::Expr(one) });
        }
        if self.eat(Token::Assign) {
            return Ok(StatementKind::Assign { place, op: None, value: self.value()? });
        }
        let Some(op) = compound(self.peek()) else { return Err(self.not_an_assignment()) };
        self.advance();
        let value = Value::Expr(self.expression()?);
        Ok(StatementKind::Assign { place, op: Some(op), value })
    }

    fn not_an_assignment(&mut self) -> Reported {
        let help = match self.peek() {
            Token::EqEq => Some("`==` compares; an assignment is `x = e;`".to_string()),
            Token::Semicolon => Some("a variable alone does nothing; `f();` calls a procedure".into()),
            _ => self.hint(),
        };
        let message = format!("expected an assignment, found {}", self.found());
        self.report(Diagnostic::error(message, self.span(), "expected `=`, `+=`, `++` or `(`").maybe_help(help))
    }
}

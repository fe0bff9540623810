//! Expressions, by precedence climbing.

use super::{MAX_EXPRESSION_DEPTH, Parsed, Parser};
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::ir::{Binary, Unary};
use crate::syntax::ast::{Expr, ExprKind, Name, join};
use crate::syntax::token::Token;

/// The binary operator of a token.
fn binary(token: Token) -> Option<Binary> {
    Some(match token {
        Token::OrOr => Binary::Or,
        Token::AndAnd => Binary::And,
        Token::Or => Binary::BitOr,
        Token::Xor => Binary::BitXor,
        Token::And => Binary::BitAnd,
        Token::EqEq => Binary::Eq,
        Token::NotEq => Binary::Ne,
        Token::Less => Binary::Lt,
        Token::LessEq | Token::EqLess => Binary::Le,
        Token::Greater => Binary::Gt,
        Token::GreaterEq | Token::FatArrow => Binary::Ge,
        Token::Shl => Binary::Shl,
        Token::Shr => Binary::Shr,
        Token::Plus => Binary::Add,
        Token::Minus => Binary::Sub,
        Token::Star => Binary::Mul,
        Token::Slash => Binary::Div,
        Token::Percent => Binary::Rem,
        _ => return None,
    })
}

/// Whether the token joins two operands, and nothing but operands; `T *p;` declares a pointer.
pub(super) fn is_operator(token: Token) -> bool {
    token != Token::Star && (binary(token).is_some() || token == Token::Question)
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.nested(|parser| parser.conditional())
    }

    /// Runs `parse` one level deeper, or refuses to.
    fn nested(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<Expr>) -> Parsed<Expr> {
        if self.expression_depth >= MAX_EXPRESSION_DEPTH {
            return Err(self.too_deep(self.span()));
        }
        self.expression_depth += 1;
        let parsed = parse(self);
        self.expression_depth -= 1;
        parsed
    }

    fn too_deep(&mut self, span: Span) -> super::Reported {
        let message = format!("this expression is nested more than {MAX_EXPRESSION_DEPTH} levels deep");
        self.report(Diagnostic::error(message, span, "too deep here").help("split it with a local variable"))
    }

    /// A node above `children`, unless the tree gets too high.
    fn node(&mut self, kind: ExprKind, span: Span, children: &[u32]) -> Parsed<Expr> {
        let depth = 1 + children.iter().max().copied().unwrap_or(0);
        if depth > MAX_EXPRESSION_DEPTH {
            return Err(self.too_deep(self.previous()));
        }
        Ok(Expr { kind, span, depth })
    }

    fn conditional(&mut self) -> Parsed<Expr> {
        let condition = self.binary(1)?;
        if !self.eat(Token::Question) {
            return Ok(condition);
        }
        let then = self.expression()?;
        self.expect(Token::Colon, "`:` of `c ? a : b`")?;
        let otherwise = self.expression()?;
        let span = join(condition.span, otherwise.span);
        let depths = [condition.depth, then.depth, otherwise.depth];
        self.node(ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise)), span, &depths)
    }

    fn binary(&mut self, tightness: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        while let Some(op) = binary(self.peek()).filter(|op| op.binds() >= tightness) {
            self.refuse_misspelled_comparison();
            self.advance();
            let right = self.binary(op.binds() + 1)?;
            let (span, depths) = (join(left.span, right.span), [left.depth, right.depth]);
            left = self.node(ExprKind::Binary(op, Box::new(left), Box::new(right)), span, &depths)?;
        }
        Ok(left)
    }

    fn refuse_misspelled_comparison(&mut self) {
        let right = match self.peek() {
            Token::FatArrow => ">=",
            Token::EqLess => "<=",
            _ => return,
        };
        let message = format!("there is no operator {}", self.found());
        self.report(
            Diagnostic::error(message, self.span(), "not an operator").help(format!("did you mean `{right}`?")),
        );
    }

    /// An operand with its prefix operators; also the left side of an assignment.
    pub(super) fn unary(&mut self) -> Parsed<Expr> {
        let start = self.span();
        let make: fn(Box<Expr>) -> ExprKind = match self.peek() {
            Token::Not => |e| ExprKind::Unary(Unary::Not, e),
            Token::Minus => |e| ExprKind::Unary(Unary::Neg, e),
            Token::Tilde => |e| ExprKind::Unary(Unary::BitNot, e),
            Token::Star => ExprKind::Deref,
            Token::And => ExprKind::AddressOf,
            _ => return self.primary(),
        };
        self.advance();
        let operand = self.nested(|parser| parser.unary())?;
        let (span, depth) = (join(start, operand.span), operand.depth);
        self.node(make(Box::new(operand)), span, &[depth])
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let span = self.span();
        let kind = match self.peek() {
            Token::Number => self.number()?,
            Token::True => ExprKind::Bool(true),
            Token::False => ExprKind::Bool(false),
            Token::Null => ExprKind::Null,
            Token::Tid => ExprKind::Tid,
            Token::Name => return self.name_or_cell(),
            Token::OpenParen => return self.parenthesised(),
            Token::String => return Err(self.string()),
            Token::End | Token::CloseBrace => return Err(self.expected("an expression")),
            _ => return Err(self.expected("an expression")),
        };
        self.advance();
        self.node(kind, span, &[])
    }

    fn string(&mut self) -> super::Reported {
        let diagnostic = Diagnostic::error("models have no strings", self.span(), "not part of the language");
        self.report(diagnostic.help("use a comment for text, an `enum` for names"))
    }

    fn parenthesised(&mut self) -> Parsed<Expr> {
        let start = self.advance();
        let inner = self.expression()?;
        if self.peek() != Token::CloseParen {
            let found = self.found();
            let ends = matches!(self.peek(), Token::Semicolon | Token::OpenBrace | Token::CloseBrace | Token::End);
            let help = self.hint().or(ends.then(|| "add `)`".into()));
            let diagnostic =
                Diagnostic::error(format!("expected `)`, found {found}"), self.span(), "expected `)` or an operator")
                    .also(start, "to close this");
            return Err(self.report(diagnostic.maybe_help(help)));
        }
        self.advance();
        Ok(Expr { span: self.span_from(start), ..inner })
    }

    fn name_or_cell(&mut self) -> Parsed<Expr> {
        if self.peek_at(1) == Token::OpenParen {
            return Err(self.nested_call());
        }
        let name = self.name("a name")?;
        if self.peek() != Token::OpenBracket || self.peek_at(1) == Token::CloseBracket {
            let span = name.span;
            return self.node(ExprKind::Name(name), span, &[]);
        }
        let index = self.index()?;
        let (span, depth) = (self.span_from(name.span), index.depth);
        if self.peek() == Token::OpenBracket && self.peek_at(1) != Token::CloseBracket {
            return Err(self.second_index());
        }
        self.node(ExprKind::Index(name, Box::new(index)), span, &[depth])
    }

    fn second_index(&mut self) -> super::Reported {
        let diagnostic = Diagnostic::error("arrays have one dimension", self.span(), "a second index");
        self.report(diagnostic.help("compute the position: `a[i * N + j]`"))
    }

    /// `[e]`
    pub(super) fn index(&mut self) -> Parsed<Expr> {
        self.expect(Token::OpenBracket, "`[`")?;
        let index = self.expression()?;
        self.expect(Token::CloseBracket, "`]`")?;
        Ok(index)
    }

    fn number(&mut self) -> Parsed<ExprKind> {
        let slice = self.slice(self.span());
        let hexadecimal = slice.strip_prefix("0x").or(slice.strip_prefix("0X"));
        let parsed = match hexadecimal {
            Some(digits) => i64::from_str_radix(digits, 16).ok().filter(|v| *v <= i64::from(u32::MAX)),
            None => slice.parse().ok().filter(|v| *v <= 1 << 31),
        };
        if let Some(value) = parsed {
            return Ok(ExprKind::Number(value, hexadecimal.is_some()));
        }
        let digits = hexadecimal.unwrap_or(slice);
        let radix = if hexadecimal.is_some() { 16 } else { 10 };
        let well_formed = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
        Err(self.bad_number(well_formed))
    }

    fn bad_number(&mut self, well_formed: bool) -> super::Reported {
        let found = self.found();
        let diagnostic = if well_formed {
            Diagnostic::error(format!("{found} does not fit in 32 bits"), self.span(), "too large")
                .note("an `int` holds -2147483648 to 2147483647")
                .help("write a number of that range")
        } else {
            Diagnostic::error(format!("{found} is not a number"), self.span(), "neither a number nor a name")
                .help("a name begins with a letter; a number is decimal or `0x..`")
        };
        self.report(diagnostic)
    }

    /// `(e, ..)`
    pub(super) fn arguments(&mut self) -> Parsed<Vec<Expr>> {
        self.expect(Token::OpenParen, "`(`")?;
        self.list(Token::CloseParen, "`,` or `)`", |parser| parser.expression())
    }

    pub(super) fn call(&mut self, name: Name) -> Parsed<crate::syntax::ast::Call> {
        let arguments = self.arguments()?;
        Ok(crate::syntax::ast::Call { span: self.span_from(name.span), name, arguments })
    }
}

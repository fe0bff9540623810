//! Types of expressions, and their lowering.

use super::Checker;
use super::names::Entity;
use super::types::Type;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::ir::{Binary, Expr, PlaceKind, Unary, Value};
use crate::syntax::ast::{self, ExprKind};

/// What an expression may read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Every variable in scope.
    Free,
    /// Constants, and addresses of global variables.
    Constant,
    /// Global variables and `tid`: the predicate of `exclusive(e)`.
    Predicate,
}

const BROKEN: (Expr, Type) = (Expr::Const(0), Type::Broken);

impl Checker<'_> {
    /// An expression that must have the type `wanted`.
    pub(super) fn typed(&mut self, expr: &ast::Expr, wanted: Type) -> Expr {
        let (lowered, found) = self.expr(expr);
        self.require(wanted, found, expr.span);
        lowered
    }

    pub(super) fn expr(&mut self, expr: &ast::Expr) -> (Expr, Type) {
        match &expr.kind {
            ExprKind::Number(value, hexadecimal) => self.number(*value, *hexadecimal, expr.span),
            ExprKind::Bool(value) => (Expr::Const(Value::from(*value)), Type::BOOL),
            ExprKind::Null => (Expr::Const(0), Type::Null),
            ExprKind::Tid => self.tid(expr.span),
            ExprKind::Name(_) | ExprKind::Index(..) | ExprKind::Deref(_) => self.load(expr),
            ExprKind::AddressOf(operand) => self.address_of(operand, expr.span),
            ExprKind::Unary(op, operand) => self.unary(*op, operand),
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right),
            ExprKind::Conditional(condition, then, otherwise) => self.conditional(condition, then, otherwise),
        }
    }

    fn number(&mut self, value: i64, hexadecimal: bool, span: Span) -> (Expr, Type) {
        if !hexadecimal && value > i64::from(Value::MAX) {
            let diagnostic = Diagnostic::error(format!("`{value}` does not fit in 32 bits"), span, "too large");
            self.report(
                diagnostic.note("an `int` holds -2147483648 to 2147483647").help("write a number of that range"),
            );
            return BROKEN;
        }
        (Expr::Const(value as Value), Type::INT)
    }

    fn tid(&mut self, span: Span) -> (Expr, Type) {
        if self.mode == Mode::Constant {
            let diagnostic = Diagnostic::error("`tid` is not a constant", span, "differs from thread to thread");
            self.report(diagnostic.help("read `tid` in a procedure"));
            return BROKEN;
        }
        (Expr::Tid, Type::INT)
    }

    fn load(&mut self, expr: &ast::Expr) -> (Expr, Type) {
        if let ExprKind::Name(name) = &expr.kind
            && let Some((Entity::Constant { value, ty }, declared)) = self.names.lookup(&name.text)
        {
            self.symbols.used(&name.text, name.span, declared);
            return (Expr::Const(value), ty);
        }
        let Some((place, ty)) = self.variable(expr) else { return BROKEN };
        if self.mode == Mode::Constant {
            let message = format!("`{}` is not a constant", self.slice(expr.span));
            let diagnostic = Diagnostic::error(message, expr.span, "a variable, where a constant is needed");
            self.report(diagnostic.help("declare a constant: `const N = 3;`"));
            return BROKEN;
        }
        (Expr::Load(place), ty.value())
    }

    fn address_of(&mut self, operand: &ast::Expr, span: Span) -> (Expr, Type) {
        let Some((place, ty)) = self.variable(operand) else { return BROKEN };
        match (&place.kind, ty) {
            (PlaceKind::Cell(_) | PlaceKind::Index { .. }, Type::Scalar(scalar)) => {
                (Expr::AddressOf(place), Type::Pointer(scalar))
            }
            _ => self.no_address(&place.kind, ty, span),
        }
    }

    fn no_address(&mut self, place: &PlaceKind, ty: Type, span: Span) -> (Expr, Type) {
        let why = match (place, ty) {
            (PlaceKind::Reg(_) | PlaceKind::RegIndex { .. }, _) => "the variable belongs to one thread",
            (PlaceKind::Deref { .. }, _) => "not a variable",
            (_, Type::Mutex { .. }) => "a mutex",
            _ => "a pointer",
        };
        let diagnostic = Diagnostic::error("`&` needs a global data variable or a cell of a global array", span, why);
        self.report(diagnostic);
        BROKEN
    }

    fn unary(&mut self, op: Unary, operand: &ast::Expr) -> (Expr, Type) {
        if let (Unary::Neg, ExprKind::Number(value, false)) = (op, &operand.kind) {
            return (Expr::Const(-value as Value), Type::INT);
        }
        let ty = if op == Unary::Not { Type::BOOL } else { Type::INT };
        let (lowered, found) = self.expr(operand);
        match (op, found.value()) {
            (Unary::Not, Type::INT | Type::Pointer(_)) => self.refuse_negated(operand, found),
            _ => self.require(ty, found, operand.span),
        }
        (Expr::Unary(op, Box::new(lowered)), ty)
    }

    /// `!x` of a number or a pointer.
    fn refuse_negated(&mut self, operand: &ast::Expr, found: Type) {
        let source = self.slice(operand.span);
        let zero = if found.value() == Type::INT { "0" } else { "null" };
        let help = match source.len() > 30 || source.contains('\n') {
            true => format!("compare it: `e == {zero}` in place of `!e`"),
            false => format!("write `{source} == {zero}` in place of `!{source}`"),
        };
        self.refuse(Type::BOOL, found, operand.span, Some(help));
    }

    fn binary(&mut self, op: Binary, left: &ast::Expr, right: &ast::Expr) -> (Expr, Type) {
        use Binary::*;
        let ((a, left_type), (b, right_type)) = (self.expr(left), self.expr(right));
        let (operands, result) = match op {
            And | Or => (Type::BOOL, Type::BOOL),
            BitAnd | BitOr | BitXor if left_type == Type::BOOL => (Type::BOOL, Type::BOOL),
            Eq | Ne if left_type == Type::Null => (right_type, Type::BOOL),
            Eq | Ne => (left_type, Type::BOOL),
            Lt | Le | Gt | Ge => (Type::INT, Type::BOOL),
            _ => (Type::INT, Type::INT),
        };
        let broken = self.diagnostics.len();
        self.require(operands, left_type, left.span);
        self.require(operands, right_type, right.span);
        if self.diagnostics.len() > broken {
            self.explain_mixed_comparison(left, right);
            return BROKEN;
        }
        (Expr::Binary(op, Box::new(a), Box::new(b)), result)
    }

    /// `a < b < c` and `a & b == c` parse as in C, which surprises people.
    fn explain_mixed_comparison(&mut self, left: &ast::Expr, right: &ast::Expr) {
        let comparison = |e: &ast::Expr| {
            use Binary::*;
            matches!(e.kind, ExprKind::Binary(Eq | Ne | Lt | Le | Gt | Ge, ..))
        };
        if !comparison(left) && !comparison(right) {
            return;
        }
        if let Some(last) = self.diagnostics.last_mut() {
            last.notes.push(
                "operators bind as in C: comparisons tighter than `&`, `^`, `|`, and `a < b < c` is `(a < b) < c`"
                    .into(),
            );
            last.help = Some("add parentheses, or join comparisons with `&&`".into());
        }
    }

    fn conditional(&mut self, condition: &ast::Expr, then: &ast::Expr, otherwise: &ast::Expr) -> (Expr, Type) {
        let condition = self.typed(condition, Type::BOOL);
        let ((a, then_type), (b, otherwise_type)) = (self.expr(then), self.expr(otherwise));
        self.require(then_type, otherwise_type, otherwise.span);
        let ty = if then_type == Type::Null { otherwise_type } else { then_type };
        (Expr::Conditional(Box::new(condition), Box::new(a), Box::new(b)), ty)
    }
}

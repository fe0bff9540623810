//! Actions and expressions that are often needed.

use crate::ir::*;

pub(super) fn not(e: Expr) -> Expr {
    match e {
        Expr::Const(value) => Expr::Const(Value::from(value == 0)),
        e => Expr::Unary(Unary::Not, Box::new(e)),
    }
}

pub(super) fn binary(operator: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(operator, Box::new(a), Box::new(b))
}

pub(super) fn register(register: Reg, domain: Domain) -> Place {
    Place { kind: PlaceKind::Reg(register), domain }
}

/// `place` becomes any truth value.
pub(super) fn chosen(place: Place) -> Statement {
    Statement::Action(Action::Choose { place, values: vec![Expr::Const(0), Expr::Const(1)] })
}

pub(super) fn assigned(place: Place, value: Expr) -> Statement {
    Statement::Action(Action::Assign { place, value })
}

pub(super) fn assumed(e: Expr) -> Statement {
    Statement::Action(Action::Assume(e))
}

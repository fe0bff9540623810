//! How an action changes the one cell that it writes, as far as its text tells.

use super::eval::{Change, fit};
use crate::ir::{Action, Binary, Domain, Expr, Op, Place, PlaceKind, Value};

impl Change {
    pub(super) fn of(op: &Op) -> Change {
        let Op::Do { action: Action::Assign { place, value }, .. } = op else { return Change::Any };
        match value {
            Expr::Const(v) => fit(place.domain, *v).map_or(Change::Any, Change::Store),
            Expr::Binary(Binary::Add | Binary::Sub, a, b) if adds(place, a, b) => Change::Add,
            _ => Change::Any,
        }
    }
}

/// Whether `a` is what the place holds, and storing `a + b` or `a - b` there is an addition modulo the size of its
/// domain. Through a pointer the domain is not that of the variable.
fn adds(place: &Place, a: &Expr, b: &Expr) -> bool {
    let Expr::Load(read) = a else { return false };
    let named = match &place.kind {
        PlaceKind::Cell(_) => true,
        PlaceKind::Index { index, .. } => is_local(index),
        _ => false,
    };
    named && read.kind == place.kind && is_local(b) && !overflows(place.domain, b)
}

/// A constant, or a register.
fn is_local(e: &Expr) -> bool {
    match e {
        Expr::Const(_) | Expr::Tid => true,
        Expr::Load(place) => matches!(place.kind, PlaceKind::Reg(_)),
        _ => false,
    }
}

/// Whether the sum may wrap around as an integer before it does as a value of the domain.
fn overflows(domain: Domain, b: &Expr) -> bool {
    match (domain, b) {
        (Domain::Int | Domain::Long | Domain::Float, _) => false,
        (Domain::Range { lo, hi }, Expr::Const(b)) => {
            let most = b.unsigned_abs() as i64;
            i64::from(lo) - most < i64::from(Value::MIN) || i64::from(hi) + most > i64::from(Value::MAX)
        }
        _ => true,
    }
}

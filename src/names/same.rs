//! Conditions on two values that say the same of any two that are the same.

use super::binary;
use crate::ir::visit::{Visitor, walk_expr};
use crate::ir::*;
use crate::semantics;
use std::collections::BTreeSet;

/// Whether two numbers are compared that are both read.
pub(super) fn are_compared(program: &Program) -> bool {
    let mut found = Compared(false);
    program.locations.iter().for_each(|l| found.op(&l.op));
    found.0
}

struct Compared(bool);

impl<'p> Visitor<'p> for Compared {
    fn expr(&mut self, e: &'p Expr) {
        if let Expr::Binary(Binary::Eq | Binary::Ne, a, b) = e {
            self.0 |= reads_a_number(a) && reads_a_number(b);
        }
        walk_expr(self, e);
    }
}

fn reads_a_number(e: &Expr) -> bool {
    match e {
        Expr::Load(place) => place.domain != Domain::Pointer,
        Expr::Unary(Unary::Not, a) => reads_a_number(a),
        Expr::Binary(Binary::Eq | Binary::Ne, a, b) => reads_a_number(a) || reads_a_number(b),
        _ => false,
    }
}

/// The same expression, in which such conditions look first whether both are the same: `!x == y` is false for any value of
/// both, and becomes `x == y ? 0 : !x == y`.
pub(super) fn first(e: Expr) -> Expr {
    match (told_by_two(&e), e) {
        (Some((x, y, value)), e) => {
            let [same, value] = [binary(Binary::Eq, Expr::Load(x), Expr::Load(y)), Expr::Const(value)].map(Box::new);
            Expr::Conditional(same, value, Box::new(e))
        }
        (None, Expr::Unary(op, a)) => Expr::Unary(op, Box::new(first(*a))),
        (None, Expr::Binary(op, a, b)) => binary(op, first(*a), first(*b)),
        (None, Expr::Conditional(c, a, b)) => {
            let [c, a, b] = [c, a, b].map(|e| Box::new(first(*e)));
            Expr::Conditional(c, a, b)
        }
        (None, e) => e,
    }
}

/// The two values that such a condition reads, and what it says where they are the same.
fn told_by_two(e: &Expr) -> Option<(Place, Place, Value)> {
    let mut parts = Parts::default();
    let [x, y] = parts.of(e).then_some(&parts.places[..])? else { return None };
    let (x, y) = (Place::clone(x), Place::clone(y));
    let mut all = parts.constants.iter().map(|v| truth(e, *v));
    let first = all.next()?;
    (!is_plain(e) && all.all(|v| v == first)).then_some((x, y, first))
}

/// Whether two values are compared and nothing else.
fn is_plain(e: &Expr) -> bool {
    matches!(e, Expr::Binary(Binary::Eq | Binary::Ne, a, b) if matches!([&**a, &**b], [Expr::Load(_), Expr::Load(_)]))
}

/// What a condition asks for.
#[derive(Default)]
struct Parts<'e> {
    places: Vec<&'e Place>,
    constants: BTreeSet<Value>,
}

impl<'e> Parts<'e> {
    /// Whether it compares and nothing else. Then a value counts as it is one of the constants, 0 and 1, or none of them.
    fn of(&mut self, e: &'e Expr) -> bool {
        let compares = self.add(e);
        self.constants.extend([0, 1]);
        let other = (2..).find(|v| !self.constants.contains(v));
        self.constants.extend(other);
        compares
    }

    fn add(&mut self, e: &'e Expr) -> bool {
        match e {
            Expr::Const(v) => {
                self.constants.insert(*v);
                true
            }
            Expr::Load(place) => {
                if !self.places.contains(&place) {
                    self.places.push(place);
                }
                true
            }
            Expr::Unary(Unary::Not, a) => self.add(a),
            Expr::Binary(Binary::Eq | Binary::Ne | Binary::And | Binary::Or, a, b) => self.add(a) && self.add(b),
            _ => false,
        }
    }
}

/// The value of a condition where all that is read is this one.
fn truth(e: &Expr, value: Value) -> Value {
    let of = |e: &Expr| truth(e, value);
    match e {
        Expr::Const(v) => *v,
        Expr::Unary(op, a) => semantics::unary(*op, of(a)),
        Expr::Binary(Binary::Or, a, b) => Value::from(of(a) != 0 || of(b) != 0),
        Expr::Binary(Binary::And, a, b) => Value::from(of(a) != 0 && of(b) != 0),
        Expr::Binary(Binary::Ne, a, b) => Value::from(of(a) != of(b)),
        Expr::Binary(_, a, b) => Value::from(of(a) == of(b)),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::first;
    use crate::ir::{Binary, Domain, Expr, Place, PlaceKind, Reg, Unary};

    fn read(r: u32) -> Expr {
        Expr::Load(Place { kind: PlaceKind::Reg(Reg(r)), domain: Domain::Int })
    }

    fn equal(a: Expr, b: Expr) -> Expr {
        super::binary(Binary::Eq, a, b)
    }

    fn not(e: Expr) -> Expr {
        Expr::Unary(Unary::Not, Box::new(e))
    }

    #[test]
    fn what_is_the_same_of_any_two_is_said_first() {
        let condition = equal(not(read(0)), read(1));
        let told =
            Expr::Conditional(Box::new(equal(read(0), read(1))), Box::new(Expr::Const(0)), Box::new(condition.clone()));
        assert_eq!(first(condition), told);
    }

    #[test]
    fn what_asks_for_more_stays() {
        let one = super::binary(Binary::And, equal(read(0), read(1)), equal(read(0), Expr::Const(7)));
        for e in
            [equal(read(0), read(1)), one, equal(not(read(0)), read(0)), super::binary(Binary::Lt, read(0), read(1))]
        {
            assert_eq!(first(e.clone()), e);
        }
    }
}

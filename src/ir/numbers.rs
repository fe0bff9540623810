//! Numbers in pointers, and addresses as numbers, told apart: what a C program has made of one and makes the other
//! again is the same, and no number leads to an object.
//!
//! A pointer is one more than the number of a cell. As a number it is an address above all of these, a multiple of 16;
//! and a number that would be a pointer becomes in a pointer what such an address is. Everything else stays.

use super::{Binary, Expr, Value};

/// So many cells there may be.
const CELLS: Value = 1 << 20;

/// As a number every pointer is above this.
const BASE: Value = 1 << 28;

/// From one address to the next, in bits.
const BITS: Value = 4;

/// The greatest that a number near 0 is in a pointer.
pub const GREATEST: Value = BASE + (CELLS << BITS);

/// What a number is in a pointer, and what a pointer is as a number: twice done it is undone.
pub fn told_apart(value: Value) -> Value {
    match value {
        1..=CELLS => BASE + (value << BITS),
        _ if is_address(value) => (value - BASE) >> BITS,
        _ => value,
    }
}

/// Whether it is in a pointer what a number near 0 is there, and as a number what a pointer is.
pub fn is_address(value: Value) -> bool {
    let from_base = value.wrapping_sub(BASE);
    (1 << BITS..=CELLS << BITS).contains(&from_base) && from_base & ((1 << BITS) - 1) == 0
}

/// The same of an expression, which is written down several times.
pub fn expr_told_apart(e: Expr) -> Expr {
    if let Expr::Const(value) = e {
        return Expr::Const(told_apart(value));
    }
    let constant = |v| Expr::Const(v);
    let address = binary(Binary::Add, binary(Binary::Shl, e.clone(), constant(BITS)), constant(BASE));
    let back = binary(Binary::Shr, binary(Binary::Sub, e.clone(), constant(BASE)), constant(BITS));
    let other = Expr::Conditional(Box::new(expr_is_address(e.clone())), Box::new(back), Box::new(e.clone()));
    Expr::Conditional(Box::new(is_among(e, 1, CELLS)), Box::new(address), Box::new(other))
}

/// Whether an expression, which is written down twice, [is one](is_address).
pub fn expr_is_address(e: Expr) -> Expr {
    let from_base = binary(Binary::Sub, e.clone(), Expr::Const(BASE));
    let rest = binary(Binary::BitAnd, from_base, Expr::Const((1 << BITS) - 1));
    let inside = is_among(e, BASE + (1 << BITS), ((CELLS - 1) << BITS) + 1);
    binary(Binary::And, inside, binary(Binary::Eq, rest, Expr::Const(0)))
}

/// Whether it is one of so many numbers from the first on.
fn is_among(e: Expr, first: Value, count: Value) -> Expr {
    binary(Binary::UnsignedLt, binary(Binary::Sub, e, Expr::Const(first)), Expr::Const(count))
}

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

#[cfg(test)]
mod tests {
    use super::{BASE, BITS, CELLS, is_address, told_apart};

    #[test]
    fn twice_done_it_is_undone() {
        let around = |v: i32| (-40..40).map(move |d| v.wrapping_add(d));
        let last = BASE + (CELLS << BITS);
        for value in [0, CELLS, BASE, last, i32::MAX, i32::MIN].into_iter().flat_map(around) {
            assert_eq!(told_apart(told_apart(value)), value);
            assert!(!(1..=CELLS).contains(&value) || is_address(told_apart(value)));
            assert_eq!(told_apart(value) == value, !(1..=CELLS).contains(&value) && !is_address(value), "{value}");
        }
    }
}

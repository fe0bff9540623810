//! The operators of the modelling language on numbers as bits, as `semantics` has them on values.

use crate::ir::{Binary, Unary};
use crate::symbolic::circuit::{Circuit, Lit};
use crate::symbolic::words::{Arithmetic, WIDTH, Word, width};

/// A 32-bit number.
pub fn unary(c: &mut Circuit, op: Unary, a: &Word) -> Word {
    match op {
        Unary::Neg => c.difference(&Word::constant(0), a).wrapped(WIDTH),
        Unary::BitNot => Word::new(a.bits(a.len()).into_iter().map(|bit| !bit).collect()),
        Unary::Not => Word::truth(!c.is_true(a)),
        // Of no object: who knows a program says which.
        Unary::ObjectOf => a.clone(),
    }
}

/// A 32-bit number, but the exact result of operators that must not wrap; any for a divisor 0. Both sides of `&&` and
/// `||` are there already.
pub fn binary(c: &mut Circuit, op: Binary, a: &Word, b: &Word) -> Word {
    match op {
        Binary::Add => c.sum(a, b).wrapped(WIDTH),
        Binary::Sub => c.difference(a, b).wrapped(WIDTH),
        Binary::Mul => c.product(a, b).wrapped(WIDTH),
        Binary::Div => c.quotient(a, b).0.wrapped(WIDTH),
        Binary::Rem => c.quotient(a, b).1.wrapped(WIDTH),
        Binary::UnsignedDiv => c.quotient(&a.unsigned(), &b.unsigned()).0.wrapped(WIDTH),
        Binary::UnsignedRem => c.quotient(&a.unsigned(), &b.unsigned()).1.wrapped(WIDTH),
        Binary::Shl => c.shifted_left(a, b),
        Binary::Shr => c.shifted_right(a, b),
        Binary::UnsignedShr => c.shifted_right(&a.unsigned(), b).wrapped(WIDTH),
        Binary::BitAnd => c.bitwise(a, b, |c, a, b| c.and(a, b)),
        Binary::BitOr => c.bitwise(a, b, |c, a, b| c.or(a, b)),
        Binary::BitXor => c.bitwise(a, b, |c, a, b| c.xor(a, b)),
        Binary::WideAdd => c.sum(a, b),
        Binary::WideSub => c.difference(a, b),
        Binary::WideMul => c.product(a, b),
        _ => Word::truth(compared(c, op, a, b)),
    }
}

fn compared(c: &mut Circuit, op: Binary, a: &Word, b: &Word) -> Lit {
    match op {
        Binary::Eq => c.equal(a, b),
        Binary::Ne => !c.equal(a, b),
        Binary::Lt => c.less(a, b),
        Binary::Le => !c.less(b, a),
        Binary::Gt => c.less(b, a),
        Binary::Ge => !c.less(a, b),
        Binary::UnsignedLt => c.less(&a.unsigned(), &b.unsigned()),
        Binary::UnsignedLe => !c.less(&b.unsigned(), &a.unsigned()),
        Binary::And | Binary::Or => {
            let (a, b) = (c.is_true(a), c.is_true(b));
            if op == Binary::And { c.and(a, b) } else { c.or(a, b) }
        }
        _ => unreachable!("`{op:?}` is no comparison"),
    }
}

/// What storing a number in a range leaves behind: `lo + (value - lo) mod size`, where the rest is never negative.
pub fn wrapped_into(c: &mut Circuit, (lo, hi): (i64, i64), value: &Word) -> Word {
    let size = hi - lo + 1;
    if let Some(known) = value.known() {
        return Word::constant(lo + (known - lo).rem_euclid(size));
    }
    let offset = c.difference(value, &Word::constant(lo));
    let rest = match (size as u64).is_power_of_two() {
        true => {
            let mut bits = offset.bits(size.trailing_zeros() as usize);
            bits.push(Lit::FALSE);
            Word::new(bits)
        }
        false => rest(c, &offset, size),
    };
    let found = c.sum(&rest, &Word::constant(lo)).wrapped(width(lo, hi));
    if found == *value { value.clone() } else { found.within(value, lo, size) }
}

/// The rest that is not negative.
fn rest(c: &mut Circuit, value: &Word, size: i64) -> Word {
    let size = Word::constant(size);
    let (_, rest) = c.quotient(value, &size);
    let raised = c.sum(&rest, &size);
    c.select(rest.sign(), &raised, &rest)
}

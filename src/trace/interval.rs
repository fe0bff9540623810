//! Intervals of 32-bit numbers, and arithmetic on them that is right where numbers wrap.

use super::domain::Domain;
use crate::ir::{Binary, Unary, Value};
use crate::semantics::{binary, unary};

/// All numbers from `lo` to `hi`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Interval {
    pub lo: i64,
    pub hi: i64,
}

const MIN: i64 = Value::MIN as i64;
const MAX: i64 = Value::MAX as i64;

impl Interval {
    pub const TOP: Interval = Interval { lo: MIN, hi: MAX };
    pub const FALSE: Interval = Interval { lo: 0, hi: 0 };
    pub const TRUE: Interval = Interval { lo: 1, hi: 1 };
    const EITHER: Interval = Interval { lo: 0, hi: 1 };

    pub fn contains(self, value: i64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// What is in both; nothing if that is empty.
    pub fn meet(self, other: Interval) -> Option<Interval> {
        let both = Interval { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) };
        (both.lo <= both.hi).then_some(both)
    }

    /// The bits that it takes to tell its values apart, at least one (TSG 4.3, with an end to log2 0).
    pub fn bits(self) -> u64 {
        let values = (self.hi - self.lo + 1) as u64;
        u64::from(values.next_power_of_two().trailing_zeros()).max(1)
    }

    fn singleton(self) -> Option<Value> {
        (self.lo == self.hi).then_some(self.lo as Value)
    }

    /// What storing one of these values into a variable of a range leaves there: it wraps modulo the size.
    pub fn wrapped(self, (lo, hi): (i64, i64)) -> Interval {
        let size = hi - lo + 1;
        let turn = (self.lo - lo).div_euclid(size);
        if turn == (self.hi - lo).div_euclid(size) {
            return Interval { lo: self.lo - turn * size, hi: self.hi - turn * size };
        }
        Interval { lo, hi }
    }

    /// Bounds of the exact results; everything where that is not simple.
    fn arithmetic(self, op: Binary, other: Interval) -> Interval {
        let (a, b) = (self, other);
        match op {
            Binary::Add => Interval { lo: a.lo + b.lo, hi: a.hi + b.hi },
            Binary::Sub => Interval { lo: a.lo - b.hi, hi: a.hi - b.lo },
            Binary::Mul => corners(a, b, |x, y| x * y),
            Binary::Div if b.lo > 0 => corners(a, b, |x, y| x / y),
            Binary::Rem if b.lo > 0 => {
                let most = b.hi - 1;
                Interval {
                    lo: if a.lo < 0 { a.lo.max(-most) } else { 0 },
                    hi: if a.hi > 0 { a.hi.min(most) } else { 0 },
                }
            }
            Binary::BitAnd if a.lo >= 0 && b.lo >= 0 => Interval { lo: 0, hi: a.hi.min(b.hi) },
            Binary::BitOr | Binary::BitXor if a.lo >= 0 && b.lo >= 0 => {
                Interval { lo: 0, hi: (a.hi.max(b.hi) as u64 + 1).next_power_of_two() as i64 - 1 }
            }
            _ => Interval::TOP,
        }
    }

    /// The exact results as 32-bit numbers: they wrap.
    fn as_number(self) -> Interval {
        self.wrapped((MIN, MAX))
    }
}

impl Domain for Interval {
    const ANY: Interval = Interval::TOP;

    fn constant(value: i64) -> Interval {
        Interval { lo: value, hi: value }
    }

    fn truth(self) -> (bool, bool) {
        (self != Interval::FALSE, self.contains(0))
    }

    fn from_truth(can_be_true: bool, can_be_false: bool) -> Interval {
        match (can_be_true, can_be_false) {
            (true, false) => Interval::TRUE,
            (false, true) => Interval::FALSE,
            _ => Interval::EITHER,
        }
    }

    fn join(self, other: Interval) -> Interval {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    fn unary(self, op: Unary) -> Interval {
        if op == Unary::ObjectOf {
            return Interval::TOP;
        }
        if let Some(v) = self.singleton() {
            return Interval::constant(unary(op, v).into());
        }
        match op {
            Unary::Neg => Interval { lo: -self.hi, hi: -self.lo }.as_number(),
            Unary::BitNot => Interval { lo: !self.hi, hi: !self.lo },
            Unary::Not => Interval::from_truth(self.truth().1, self.truth().0),
            Unary::ObjectOf => Interval::TOP,
        }
    }

    fn binary(self, op: Binary, other: Interval) -> Option<Interval> {
        let (a, b) = (self, other);
        Some(match op {
            Binary::Eq => Interval::from_truth(a.meet(b).is_some(), a.singleton().is_none() || a != b),
            Binary::Ne => a.binary(Binary::Eq, b)?.unary(Unary::Not),
            Binary::Lt => Interval::from_truth(a.lo < b.hi, a.hi >= b.lo),
            Binary::Le => Interval::from_truth(a.lo <= b.hi, a.hi > b.lo),
            Binary::Gt => b.binary(Binary::Lt, a)?,
            Binary::Ge => b.binary(Binary::Le, a)?,
            Binary::Div | Binary::Rem if b == Interval::FALSE => return None,
            _ => match (a.singleton(), b.singleton()) {
                (Some(x), Some(y)) => Interval::constant(binary(op, x, y).ok()?.into()),
                _ => a.arithmetic(op, b).as_number(),
            },
        })
    }
}

/// The bounds of an operation that is monotone in each operand while the other one stays.
fn corners(a: Interval, b: Interval, f: impl Fn(i64, i64) -> i64) -> Interval {
    let all = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
    all.map(Interval::constant).into_iter().reduce(Interval::join).unwrap_or(Interval::TOP)
}

#[cfg(test)]
mod tests {
    use super::super::ctp::{Expr, VariableId};
    use super::super::domain::Evaluation;
    use super::*;

    fn applied(op: Binary) -> Expr {
        let [a, b] = [0, 1].map(|v| Box::new(Expr::Var(VariableId(v))));
        Expr::Binary(op, a, b)
    }

    fn concrete(op: Binary, x: i64, y: i64) -> Option<i64> {
        match op {
            Binary::And => Some((x != 0 && y != 0).into()),
            Binary::Or => Some((x != 0 || y != 0).into()),
            _ => binary(op, x as Value, y as Value).ok().map(i64::from),
        }
    }

    fn samples() -> Vec<Interval> {
        let bounds = [MIN, MIN + 1, -7, -2, -1, 0, 1, 3, 6, MAX - 2, MAX];
        let all = bounds.iter().flat_map(|lo| bounds.iter().map(|hi| Interval { lo: *lo, hi: *hi }));
        all.filter(|i| i.lo <= i.hi).collect()
    }

    /// The ends of an interval, and what lies next to them.
    fn members(i: Interval) -> Vec<i64> {
        [i.lo, i.lo + 1, i.lo + 2, -1, 0, 1, i.hi - 2, i.hi - 1, i.hi].into_iter().filter(|v| i.contains(*v)).collect()
    }

    #[test]
    fn every_result_lies_in_the_interval() {
        for (a, b) in samples().into_iter().flat_map(|a| samples().into_iter().map(move |b| (a, b))) {
            for op in Binary::ALL {
                let result = Evaluation::new(|v| [a, b][v.0]).eval(&applied(op));
                for (x, y) in members(a).into_iter().flat_map(|x| members(b).into_iter().map(move |y| (x, y))) {
                    let Some(value) = concrete(op, x, y) else { continue };
                    let known = Evaluation::new(|v| Some([x, y][v.0])).eval(&applied(op));
                    assert_eq!(known, Some(Some(value)), "{x} {op:?} {y}");
                    assert!(
                        result.is_some_and(|r| r.contains(value)),
                        "{a:?} {op:?} {b:?}: {x}, {y} give {value}, not in {result:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn stored_values_wrap_with_their_interval() {
        for (a, x) in samples().into_iter().flat_map(|a| members(a).into_iter().map(move |x| (a, x))) {
            for (lo, hi) in [(0, 1), (0, 7), (-3, 4), (MIN, MAX)] {
                let value = lo + (x - lo).rem_euclid(hi - lo + 1);
                assert!(a.wrapped((lo, hi)).contains(value), "{a:?} in {lo}..{hi}: {x}");
            }
            for op in [Unary::Neg, Unary::BitNot, Unary::Not] {
                assert!(a.unary(op).contains(unary(op, x as Value).into()), "{op:?} {a:?}: {x}");
            }
        }
    }

    #[test]
    fn bits_count_values() {
        let bits = |lo, hi| Interval { lo, hi }.bits();
        assert_eq!([bits(4, 4), bits(0, 1), bits(0, 2), bits(0, 3), bits(1, 5), bits(MIN, MAX)], [1, 1, 2, 2, 3, 32]);
    }
}

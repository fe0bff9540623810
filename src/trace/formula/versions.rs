//! How many bits a formula has for a value.

use super::clauses::Clauses;
use crate::symbolic::circuit::Lit;
use crate::symbolic::words::{Arithmetic, WIDTH, Word};
use crate::trace::interval::Interval;

/// The two formulas of TSG's Table 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Widths {
    /// phi_32: 32 bits for every value.
    Full,
    /// phi_R: as many as the intervals of range propagation need, none where there is only one value.
    Ranges,
}

impl Widths {
    pub const ALL: [Widths; 2] = [Widths::Full, Widths::Ranges];

    pub fn name(self) -> &'static str {
        match self {
            Widths::Full => "32",
            Widths::Ranges => "ranges",
        }
    }

    /// A value of the formula that lies in the interval, which is not looked at where all values have 32 bits.
    pub fn value(self, clauses: &mut Clauses, interval: Interval) -> (Word, usize) {
        let interval = if self == Widths::Full { Interval::TOP } else { interval };
        if interval == Interval::TOP {
            return (Word::new(clauses.free_bits(WIDTH)), WIDTH);
        }
        let least = Word::constant(interval.lo);
        if interval.lo == interval.hi {
            return (least, 0);
        }
        let n = interval.bits() as usize;
        let mut bits = clauses.free_bits(n);
        bits.push(Lit::FALSE);
        (clauses.circuit.sum(&Word::new(bits), &least), n)
    }
}

//! Literals of circuits.

use std::ops::Not;

/// AIGER's literal: twice the variable, and one more if it is negated. 0 is false, 1 is true.
///
/// ```
/// use moverlog::symbolic::circuit::{Circuit, Lit};
///
/// let mut circuit = Circuit::new();
/// let (a, b) = (circuit.input("a"), circuit.input("b"));
/// assert_eq!(circuit.and(a, !a), Lit::FALSE);
/// assert_eq!(circuit.or(a, b), !circuit.and(!b, !a));
/// assert_eq!((circuit.mux(Lit::TRUE, a, b), circuit.mux(a, b, b)), (a, b));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Lit {
    pub const FALSE: Lit = Lit(0);
    pub const TRUE: Lit = Lit(1);

    /// The literal that AIGER writes as this number.
    pub fn from_code(code: u32) -> Lit {
        Lit(code)
    }

    /// How AIGER writes it.
    pub fn code(self) -> u32 {
        self.0
    }

    /// The positive literal of a variable.
    pub fn of(variable: usize) -> Lit {
        Lit(u32::try_from(2 * variable).expect("fewer than 2^31 variables"))
    }

    pub fn variable(self) -> usize {
        self.0 as usize / 2
    }

    pub fn is_negated(self) -> bool {
        self.0 % 2 == 1
    }

    /// This literal, negated if the condition holds.
    pub fn negated_if(self, condition: bool) -> Lit {
        Lit(self.0 ^ u32::from(condition))
    }

    pub fn is_constant(self) -> bool {
        self.0 < 2
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl From<bool> for Lit {
    fn from(value: bool) -> Lit {
        Lit(u32::from(value))
    }
}

//! Clauses over the literals of a circuit.

use crate::symbolic::circuit::{Circuit, Lit};
use crate::symbolic::words::Word;

#[derive(Default)]
pub struct Clauses {
    pub circuit: Circuit,
    pub all: Vec<Vec<Lit>>,
}

impl Clauses {
    /// A bit that clauses alone restrict.
    pub fn free(&mut self) -> Lit {
        self.circuit.input("")
    }

    pub fn free_bits(&mut self, n: usize) -> Vec<Lit> {
        (0..n).map(|_| self.free()).collect()
    }

    /// One of these holds.
    pub fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let clause: Vec<Lit> = clause.into_iter().filter(|lit| *lit != Lit::FALSE).collect();
        if !clause.contains(&Lit::TRUE) {
            self.all.push(clause);
        }
    }

    pub fn implies(&mut self, condition: Lit, lit: Lit) {
        self.add([!condition, lit]);
    }

    /// Two numbers are the same where the condition holds.
    pub fn equal_if(&mut self, condition: Lit, a: &Word, b: &Word) {
        for i in 0..a.len().max(b.len()) {
            let (x, y) = (a.bit(i), b.bit(i));
            if x != y {
                self.add([!condition, !x, y]);
                self.add([!condition, x, !y]);
            }
        }
    }

    pub fn at_most_one(&mut self, lits: &[Lit]) {
        let mut before = Lit::FALSE;
        for &lit in lits {
            self.add([!before, !lit]);
            before = self.circuit.or(before, lit);
        }
    }
}

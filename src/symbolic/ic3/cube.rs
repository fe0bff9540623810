//! Cubes: sets of states, by the values of some latches.

use crate::symbolic::circuit::Lit;

/// A conjunction of literals of latches, by their numbers. As a lemma it stands for its negation, a clause.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cube {
    lits: Vec<Lit>,
    /// A bit for each literal, modulo 64: a superset has all bits of a subset.
    bits: u64,
}

impl Cube {
    pub fn new(lits: impl IntoIterator<Item = Lit>) -> Cube {
        let mut lits: Vec<Lit> = lits.into_iter().collect();
        lits.sort_unstable();
        let bits = lits.iter().fold(0, |bits, lit| bits | 1 << (lit.code() % 64));
        Cube { lits, bits }
    }

    pub fn lits(&self) -> &[Lit] {
        &self.lits
    }

    pub fn contains(&self, lit: Lit) -> bool {
        self.lits.binary_search(&lit).is_ok()
    }

    pub fn without(&self, lit: Lit) -> Cube {
        Cube::new(self.lits.iter().copied().filter(|&l| l != lit))
    }

    /// What both have.
    pub fn common(&self, other: &Cube) -> Cube {
        Cube::new(self.lits.iter().copied().filter(|&lit| other.contains(lit)))
    }

    /// Whether all states of the other are of this one, by the literals: as lemmas, this one is stronger.
    pub fn subsumes(&self, other: &Cube) -> bool {
        if self.bits & !other.bits != 0 || self.lits.len() > other.lits.len() {
            return false;
        }
        let mut rest = other.lits.iter();
        self.lits.iter().all(|lit| rest.any(|l| l == lit))
    }
}

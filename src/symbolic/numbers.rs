//! What numbers are besides their bits: terms over the numbers of the state, and which gates say something about them.
//! Whoever writes a circuit for solvers of integers reads these in place of the gates they were made of, and gates where
//! there is no term.

use super::lit::Lit;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;

/// A term; those that it is made of come before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub u32);

/// An integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Integer {
    Constant(i64),
    /// The number of the state with this index.
    Kept(usize),
    /// This where the literal holds, 0 elsewhere.
    Weight(Lit, i64),
    Sum(Term, Term),
    Difference(Term, Term),
    Product(Term, Term),
    Select(Lit, Term, Term),
    /// `lo + (value - lo) mod size`, where the rest is never negative.
    Wrapped {
        value: Term,
        lo: i64,
        size: i64,
    },
}

/// What a gate says about integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Equal(Term, Term),
    Less(Term, Term),
    /// In two's complement the bit of this weight is 1.
    Bit(Term, i64),
}

/// A number of the state.
#[derive(Clone, Debug)]
pub struct Kept {
    pub name: String,
    /// Its bits, the sign last: latches, or constants.
    pub bits: Vec<Lit>,
    pub initial: i64,
    /// What it is after the step; itself until it is said.
    pub next: Term,
}

impl Kept {
    /// The least and the greatest number of its bits.
    pub fn range(&self) -> Range {
        let most = 1 << (self.bits.len() - 1);
        if self.bits.last() == Some(&Lit::FALSE) { (0, most - 1) } else { (-most, most - 1) }
    }
}

/// The least number, and the greatest.
pub type Range = (i128, i128);

/// No number that is known to be in a range is as far from 0.
const FAR: i128 = 1 << 62;

fn product(a: Range, b: Range) -> Range {
    let all = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
    all.iter().fold((all[0], all[0]), |(lo, hi), one| (lo.min(*one), hi.max(*one)))
}

/// All that is known of the numbers of a circuit.
#[derive(Clone, Default, Debug)]
pub struct Numbers {
    terms: IndexSet<Integer, FxBuildHasher>,
    /// By variable; and whether it is the negation that holds.
    truths: BTreeMap<usize, (Truth, bool)>,
    kept: Vec<Kept>,
}

impl Numbers {
    /// The term for an integer.
    pub fn term(&mut self, integer: Integer) -> Term {
        Term(self.terms.insert_full(integer).0 as u32)
    }

    /// What a term is.
    pub fn integer(&self, term: Term) -> Integer {
        self.terms[term.0 as usize]
    }

    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// What the gate or latch with this variable says, or, where the second part is true, the opposite of.
    pub fn truth(&self, variable: usize) -> Option<(Truth, bool)> {
        self.truths.get(&variable).copied()
    }

    /// This literal says so. No term so far depends on its variable.
    pub fn says(&mut self, lit: Lit, truth: Truth) {
        self.truths.entry(lit.variable()).or_insert((truth, lit.is_negated()));
    }

    /// A number of the state with these bits, the sign last.
    pub fn keep(&mut self, name: &str, bits: &[Lit], initial: i64) -> Term {
        let own = self.term(Integer::Kept(self.kept.len()));
        let sign = bits.len() - 1;
        for (i, bit) in bits.iter().enumerate().filter(|(_, bit)| !bit.is_constant()) {
            let weight = 1 << i;
            let truth = match (i, bits.len()) {
                (0, 2) if bits[sign].is_constant() => Truth::Equal(own, self.term(Integer::Constant(1))),
                (i, _) if i == sign => Truth::Less(own, self.term(Integer::Constant(0))),
                _ => Truth::Bit(own, weight),
            };
            self.says(*bit, truth);
        }
        self.kept.push(Kept { name: name.into(), bits: bits.to_vec(), initial, next: own });
        own
    }

    /// What each term is at least and at most, as far as shows in what it is made of.
    pub fn ranges(&self) -> Vec<Range> {
        let mut found: Vec<Range> = Vec::with_capacity(self.terms.len());
        for integer in &self.terms {
            let of = |term: &Term| found[term.0 as usize];
            let range = match integer {
                Integer::Constant(value) => (i128::from(*value), i128::from(*value)),
                Integer::Kept(n) => self.kept[*n].range(),
                Integer::Weight(_, value) => (i128::from(*value).min(0), i128::from(*value).max(0)),
                Integer::Sum(a, b) => (of(a).0 + of(b).0, of(a).1 + of(b).1),
                Integer::Difference(a, b) => (of(a).0 - of(b).1, of(a).1 - of(b).0),
                Integer::Product(a, b) => product(of(a), of(b)),
                Integer::Select(_, a, b) => (of(a).0.min(of(b).0), of(a).1.max(of(b).1)),
                Integer::Wrapped { lo, size, .. } => (i128::from(*lo), i128::from(*lo) + i128::from(*size) - 1),
            };
            found.push((range.0.max(-FAR), range.1.min(FAR)));
        }
        found
    }

    /// What the number with these bits is after the step.
    pub fn next(&mut self, bits: &[Lit], next: Term) {
        if let Some(kept) = self.kept.iter_mut().find(|kept| kept.bits == bits) {
            kept.next = next;
        }
    }
}

//! How variables may be related, as far as the text says that they are akin.

use super::kin::{Kin, Sort, Variable};
use super::says::{Related, Relation, Term};
use crate::ir::{Binary, UNSET};

/// Something that is related to others, and how.
pub(super) type Known = (Term, Sort);

/// What is less is at most as great, and different.
const ORDERED: [(Relation, bool); 2] = [(Relation::Is(Binary::Le), false), (Relation::Is(Binary::UnsignedLe), true)];

pub(super) struct Relations {
    pub kin: Kin,
    /// Some variables may hold what nobody has set.
    pub some_unset: bool,
    /// One may be at most one more than another.
    pub far: bool,
}

impl Relations {
    /// Of some to each other, to others, and to what does not change. Nothing at a place says of two owners that they
    /// differ: two that are not seen have one name.
    pub fn of(&self, terms: &[Known], others: &[Known]) -> Vec<Related> {
        let mut found = vec![];
        for (i, (a, sort)) in terms.iter().enumerate() {
            let alike = terms[i + 1..].iter().chain(others).filter(|(_, other)| other == sort && *sort != Sort::Owner);
            found.extend(alike.flat_map(|(b, _)| self.between(*a, *b, *sort)));
        }
        let all = terms.iter().chain(others);
        found.extend(all.flat_map(|(a, sort)| self.to_constants(*a, *sort, others.is_empty())));
        found
    }

    /// Of what all share to each other, where a thread is, if all threads are seen.
    pub fn among(&self, shared: &[Known]) -> Vec<Related> {
        let alike = |i: usize| shared[i + 1..].iter().filter(move |(_, sort)| *sort == shared[i].1);
        let number = |i: &usize| self.far && matches!(shared[*i].1, Sort::Number(_));
        let pairs = (0..shared.len()).filter(number).flat_map(|i| alike(i).map(move |other| (shared[i], other.0)));
        pairs.flat_map(|((a, sort), b)| self.between(a, b, sort)).collect()
    }

    fn between(&self, a: Term, b: Term, sort: Sort) -> Vec<Related> {
        let Sort::Number(class) = sort else { return equal(a, b) };
        let next = [(a, Relation::Next, b), (b, Relation::Next, a)];
        let far = [(a, Relation::UpToNext, b), (b, Relation::UpToNext, a)].into_iter().filter(|_| self.far);
        equal(a, b).into_iter().chain(self.ordered(a, b, class)).chain(next).chain(far).collect()
    }

    /// The orders of two of a class of numbers.
    fn ordered(&self, a: Term, b: Term, class: Variable) -> Vec<Related> {
        let orders = ORDERED.into_iter().filter(|(_, unsigned)| self.kin.are_ordered(class, *unsigned));
        orders.flat_map(|(relation, _)| [(a, relation, b), (b, relation, a)]).collect()
    }

    /// Of what all share nothing is said of whoever says it.
    fn to_constants(&self, a: Term, sort: Sort, of_all: bool) -> Vec<Related> {
        match sort {
            Sort::Owner if of_all => equal(a, Term::Const(0)),
            Sort::Owner => equal(a, Term::Me),
            Sort::Pointer => equal(a, Term::Const(0)),
            Sort::Number(class) => self.of_number(a, class),
        }
    }

    /// How a number stands to constants, and whether it is odd where the text counts by twos.
    fn of_number(&self, a: Term, class: Variable) -> Vec<Related> {
        let constants = self.kin.constants(class);
        let halved = [0, 1].map(|rest| (a, Relation::Halved, Term::Const(rest)));
        let halved = halved.into_iter().filter(|_| constants.contains(&2));
        let unset = self.some_unset.then_some((a, Relation::Is(Binary::Ne), Term::Const(UNSET)));
        let to = |b: Term| [equal(a, b), self.ordered(a, b, class)].concat();
        constants.iter().flat_map(|b| to(Term::Const(*b))).chain(halved).chain(unset).collect()
    }
}

/// Whether two are the same.
fn equal(a: Term, b: Term) -> Vec<Related> {
    [Binary::Eq, Binary::Ne].map(|op| (a, Relation::Is(op), b)).to_vec()
}

//! How variables may be related, as far as the text says that they are akin.

use super::kin::{Kin, Sort, Variable};
use super::says::{Related, Relation, Term};
use crate::ir::{Binary, UNSET};

/// Something that is related to others, and how.
pub(super) type Known = (Term, Sort);

const EQUAL: [Relation; 2] = [Relation::Is(Binary::Eq), Relation::Is(Binary::Ne)];

const ORDERED: [(Relation, bool); 4] = [
    (Relation::Is(Binary::Lt), false),
    (Relation::Is(Binary::Le), false),
    (Relation::Is(Binary::UnsignedLt), true),
    (Relation::Is(Binary::UnsignedLe), true),
];

pub(super) struct Relations {
    pub kin: Kin,
    /// Some variables may hold what nobody has set.
    pub some_unset: bool,
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

    fn between(&self, a: Term, b: Term, sort: Sort) -> Vec<Related> {
        let mut found = EQUAL.map(|relation| (a, relation, b)).to_vec();
        if let Sort::Number(class) = sort {
            let ordered = self.ordered(class).chain([Relation::Next]);
            found.extend(ordered.flat_map(|relation| [(a, relation, b), (b, relation, a)]));
        }
        found
    }

    /// The orders of a class of numbers.
    fn ordered(&self, class: Variable) -> impl Iterator<Item = Relation> {
        ORDERED
            .into_iter()
            .filter(move |(_, unsigned)| self.kin.are_ordered(class, *unsigned))
            .map(|(relation, _)| relation)
    }

    /// Of what all share nothing is said of whoever says it.
    fn to_constants(&self, a: Term, sort: Sort, of_all: bool) -> Vec<Related> {
        let with = |b: Term| EQUAL.map(|relation| (a, relation, b)).to_vec();
        match sort {
            Sort::Owner if of_all => with(Term::Const(0)),
            Sort::Owner => with(Term::Me),
            Sort::Pointer => with(Term::Const(0)),
            Sort::Number(class) => {
                let constants = self.kin.constants(class).into_iter().map(Term::Const);
                let unset = self.some_unset.then_some((a, EQUAL[1], Term::Const(UNSET)));
                constants.flat_map(|b| [with(b), self.less(a, b, class)].concat()).chain(unset).collect()
            }
        }
    }

    /// A number and a constant are not as close as that one of them is at most the other.
    fn less(&self, a: Term, b: Term, class: Variable) -> Vec<Related> {
        let strict = |relation: &Relation| matches!(relation, Relation::Is(Binary::Lt | Binary::UnsignedLt));
        self.ordered(class).filter(strict).flat_map(|relation| [(a, relation, b), (b, relation, a)]).collect()
    }
}

//! Storage for a relation of one column of atoms, which are numbered without gaps: membership is
//! a bit. Ascent's own storage hashes every fact into two tables and lists it twice (measured: docs/benchmarks.md).

use crate::atoms::State;
use ascent::internal::{
    RelFullIndexRead, RelFullIndexWrite, RelIndexMerge, RelIndexRead, RelIndexReadAll, RelIndexWrite, ToRelIndex,
};
use std::cell::OnceCell;
use std::ops::Range;

pub use ascent::rel::{rel_codegen, rel_ind_common};

#[doc(hidden)]
#[macro_export]
macro_rules! dense_rel {
    ($name: ident, $field_types: ty, $indices: expr, ser, ()) => {
        $crate::dense::Counted
    };
}
pub use dense_rel as rel;

#[doc(hidden)]
#[macro_export]
macro_rules! dense_full_ind {
    ($name: ident, $field_types: ty, $indices: expr, ser, (), $key: ty, $val: ty) => {
        $crate::dense::Members
    };
}
pub use dense_full_ind as rel_full_ind;

#[doc(hidden)]
#[macro_export]
macro_rules! dense_ind {
    ($name: ident, $field_types: ty, $indices: expr, ser, (), [], $key: ty, $val: ty) => {
        $crate::dense::Listed
    };
}
pub use dense_ind as rel_ind;

/// How many facts a relation has. Which ones, its indices say.
#[derive(Default)]
pub struct Counted(usize);

impl Counted {
    /// The number of facts.
    pub fn len(&self) -> usize {
        self.0
    }

    /// Whether there are no facts.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// One more; it is in the indices.
    #[inline]
    pub fn push(&mut self, _: (State,)) {
        self.0 += 1;
    }

    /// The facts that were there before any rule was run, for the indices: none.
    pub fn iter(&self) -> std::slice::Iter<'_, (State,)> {
        [].iter()
    }
}

/// A set of facts `(State,)`: a bit each, and the list of those that are set until they are moved.
#[derive(Default)]
pub struct Members {
    bits: Vec<u64>,
    listed: Vec<State>,
}

#[inline]
fn word(s: State) -> (usize, u64) {
    (s.0 as usize / 64, 1 << (s.0 % 64))
}

impl Members {
    #[inline]
    fn contains(&self, s: State) -> bool {
        let (at, bit) = word(s);
        self.bits.get(at).is_some_and(|w| w & bit != 0)
    }

    /// Whether `s` is new.
    #[inline]
    fn insert(&mut self, s: State) -> bool {
        let new = self.set(s);
        if new {
            self.listed.push(s);
        }
        new
    }

    #[inline]
    fn set(&mut self, s: State) -> bool {
        let (at, bit) = word(s);
        if at >= self.bits.len() {
            self.bits.resize((at + 1).next_power_of_two(), 0);
        }
        let new = self.bits[at] & bit == 0;
        self.bits[at] |= bit;
        new
    }
}

impl<'a> RelFullIndexRead<'a> for Members {
    type Key = (State,);

    #[inline]
    fn contains_key(&'a self, key: &(State,)) -> bool {
        self.contains(key.0)
    }
}

impl RelFullIndexWrite for Members {
    type Key = (State,);
    type Value = ();

    #[inline]
    fn insert_if_not_present(&mut self, key: &(State,), _: ()) -> bool {
        self.insert(key.0)
    }
}

impl RelIndexWrite for Members {
    type Key = (State,);
    type Value = ();

    #[inline]
    fn index_insert(&mut self, key: (State,), _: ()) {
        self.insert(key.0);
    }
}

impl RelIndexMerge for Members {
    /// What is moved to an empty set was perhaps moved before, and is listed no more.
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        if to.bits.is_empty() {
            std::mem::swap(&mut from.bits, &mut to.bits);
            from.listed.clear();
        }
        for s in from.listed.drain(..) {
            let (at, bit) = word(s);
            from.bits[at] &= !bit;
            to.set(s);
        }
    }
}

/// All facts `(State,)`, in the order of their derivation. Those that are no longer new are hardly ever asked for, and
/// follow one another: they are kept as ranges until they are.
#[derive(Default)]
pub struct Listed {
    new: Vec<(State,)>,
    /// Before those in `new`.
    old: Vec<Range<u32>>,
    all: OnceCell<Vec<(State,)>>,
}

impl Listed {
    fn old(&self) -> impl Iterator<Item = (State,)> {
        self.old.iter().cloned().flatten().map(|s| (State(s),))
    }

    fn put_away(&mut self, (s,): (State,)) {
        match self.old.last_mut().filter(|last| last.end == s.0) {
            Some(last) => last.end += 1,
            None => self.old.push(s.0..s.0 + 1),
        }
    }

    fn all(&self) -> &[(State,)] {
        if self.old.is_empty() {
            return &self.new;
        }
        self.all.get_or_init(|| self.old().chain(self.new.iter().copied()).collect())
    }
}

impl<'a> RelIndexRead<'a> for Listed {
    type Key = ();
    type Value = &'a (State,);
    type IteratorType = std::slice::Iter<'a, (State,)>;

    fn index_get(&'a self, (): &()) -> Option<Self::IteratorType> {
        Some(self.all().iter())
    }

    fn len_estimate(&'a self) -> usize {
        usize::from(!self.is_empty())
    }

    fn is_empty(&'a self) -> bool {
        self.new.is_empty() && self.old.is_empty()
    }
}

impl<'a> RelIndexReadAll<'a> for Listed {
    type Key = &'a ();
    type Value = &'a (State,);
    type ValueIteratorType = std::slice::Iter<'a, (State,)>;
    type AllIteratorType = std::iter::Once<(&'a (), std::slice::Iter<'a, (State,)>)>;

    fn iter_all(&'a self) -> Self::AllIteratorType {
        std::iter::once((&(), self.all().iter()))
    }
}

impl RelIndexWrite for Listed {
    type Key = ();
    type Value = (State,);

    #[inline]
    fn index_insert(&mut self, (): (), fact: (State,)) {
        self.all.take();
        self.new.push(fact);
    }
}

impl RelIndexMerge for Listed {
    fn move_index_contents(from: &mut Self, to: &mut Self) {
        let moved = from.all();
        if let Some(all) = to.all.get_mut() {
            all.extend_from_slice(moved);
        }
        let put_away = std::mem::take(&mut to.new);
        put_away.into_iter().chain(moved.iter().copied()).for_each(|s| to.put_away(s));
        from.all.take();
        from.new.clear();
        from.old.clear();
    }
}

/// An index stands for itself.
macro_rules! itself {
    ($($Index: ident),*) => { $(
        impl<Rel> ToRelIndex<Rel> for $Index {
            type RelIndex<'a>
                = &'a Self
            where
                Rel: 'a;
            type RelIndexWrite<'a>
                = &'a mut Self
            where
                Rel: 'a;

            fn to_rel_index<'a>(&'a self, _: &'a Rel) -> &'a Self {
                self
            }

            fn to_rel_index_write<'a>(&'a mut self, _: &'a mut Rel) -> &'a mut Self {
                self
            }
        }
    )* };
}
itself!(Members, Listed);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_listed_in_the_order_of_their_derivation() {
        let (mut total, mut delta, mut new) = (Listed::default(), Listed::default(), Listed::default());
        let mut expected = vec![];
        for (round, facts) in [vec![0, 1, 2], vec![3], vec![9, 4, 5], vec![], vec![6, 7]].into_iter().enumerate() {
            Listed::merge_delta_to_total_new_to_delta(&mut new, &mut delta, &mut total);
            if round > 2 {
                assert_eq!(total.index_get(&()).unwrap().collect::<Vec<_>>(), expected.iter().collect::<Vec<_>>());
            }
            expected.extend(delta.index_get(&()).unwrap().copied());
            facts.into_iter().for_each(|s| new.index_insert((), (State(s),)));
        }
        assert_eq!(expected.iter().map(|(s,)| s.0).collect::<Vec<_>>(), [0, 1, 2, 3, 9, 4, 5]);
        assert_eq!(total.old, [0..4, 9..10, 4..6]);
    }
}

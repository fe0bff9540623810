//! Storage for a relation of one column of atoms, which are numbered without gaps: membership is
//! a bit. Ascent's own storage hashes every fact into two tables and lists it twice (measured: docs/benchmarks.md).

use crate::atoms::State;
use ascent::internal::{RelFullIndexRead, RelFullIndexWrite, RelIndexMerge, RelIndexWrite, ToRelIndex};

pub use ascent::rel::{rel_codegen, rel_ind, rel_ind_common};

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
impl<Rel> ToRelIndex<Rel> for Members {
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

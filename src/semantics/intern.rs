//! Interning: equal sequences of numbers get the same small number, in order of first appearance.
//! The hash is fixed, so numbers depend on the order of questions alone.

use super::packed::{Packed, paired, reserve};
use std::ops::Range;

/// Sequences of 32-bit numbers, stored once each, one after the other.
#[derive(Clone, Debug)]
pub struct Interner {
    items: Vec<u32>,
    /// Where sequence `id` ends; empty if all have `width` items.
    ends: Vec<u32>,
    width: usize,
    count: u32,
    index: Index,
}

/// Pairs of 32-bit numbers.
#[derive(Clone, Default, Debug)]
pub struct Pairs {
    items: Packed,
    index: Index,
}

/// Where numbers are found again by the hash of what has them: an open table, a 32-bit word a slot. The low bits
/// of a word are one more than the number; the others, as many as are left, are of the hash, so that hardly ever
/// anything else is looked at than what is sought. Own code, as such words take half of what `hashbrown` takes,
/// and a table that grows is filled again from what has the numbers, without the old one beside it.
#[derive(Clone, Default, Debug)]
struct Index {
    slots: Vec<u32>,
}

/// So many slots are few.
const SMALL: usize = 1 << 18;

impl Interner {
    /// For sequences of any length.
    pub fn varying() -> Self {
        Interner { items: vec![], ends: vec![], width: 0, count: 0, index: Index::default() }
    }

    /// For sequences that all have `width` items, if that is not 0.
    pub fn fixed(width: usize) -> Self {
        Interner { width, ..Self::varying() }
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.count as usize
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    #[inline]
    pub fn get(&self, id: u32) -> &[u32] {
        &self.items[range(&self.ends, self.width, id)]
    }

    /// The number of `sequence` if it has one.
    pub fn find(&self, sequence: &[u32]) -> Option<u32> {
        self.index.find(hash(sequence), |id| same(self.get(id), sequence))
    }

    /// The number of `sequence`, and whether it is new.
    pub fn intern(&mut self, sequence: &[u32]) -> (u32, bool) {
        debug_assert!(self.width == 0 || sequence.len() == self.width);
        let hash = hash(sequence);
        if let Some(id) = self.index.find(hash, |id| same(self.get(id), sequence)) {
            return (id, false);
        }
        let id = self.count;
        self.count = id.checked_add(1).expect("fewer than 2^32 interned sequences");
        reserve(&mut self.items, sequence.len());
        self.items.extend_from_slice(sequence);
        if self.width == 0 {
            self.ends.push(u32::try_from(self.items.len()).expect("fewer than 2^32 interned numbers"));
        }
        let Self { items, ends, width, index, .. } = self;
        index.insert(hash, id, |id| self::hash(&items[range(ends, *width, id)]));
        (id, true)
    }
}

impl Pairs {
    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub fn get(&self, id: u32) -> (u32, u32) {
        self.items.get(id)
    }

    /// Looks at what will be asked for, pair after pair, without waiting for any of it: what is to be fetched from
    /// memory is fetched at once, where the questions themselves would each wait for it.
    pub fn foresee(&self, pairs: &[(u32, u32)]) {
        if self.is_empty() {
            return;
        }
        let slot = |pair: &(u32, u32)| self.index.slots[self.index.place(hash_of(*pair))];
        let words = pairs.iter().fold(0, |all, pair| all ^ slot(pair));
        let low = self.index.low_bits();
        let item = |word: u32| if word == 0 { 0 } else { self.items.get((word & low) - 1).0 };
        std::hint::black_box(pairs.iter().fold(words, |all, pair| all ^ item(slot(pair))));
    }

    /// Forgets all pairs, not the room for them.
    pub fn clear(&mut self) {
        self.items.clear();
        self.index.slots.fill(0);
    }

    /// The number of a pair if it has one.
    pub fn find(&self, a: u32, b: u32) -> Option<u32> {
        self.index.find(hash_of((a, b)), |id| self.items.get(id) == (a, b))
    }

    /// The number of a pair, and whether it is new.
    pub fn intern(&mut self, a: u32, b: u32) -> (u32, bool) {
        if let Some(id) = self.find(a, b) {
            return (id, false);
        }
        let id = u32::try_from(self.len()).expect("fewer than 2^32 interned pairs");
        self.items.push((a, b));
        self.index.insert(hash_of((a, b)), id, |id| hash_of(self.items.get(id)));
        (id, true)
    }
}

impl Index {
    /// Of numbers with this hash, the one that is meant.
    fn find(&self, hash: u64, is_meant: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let low = self.low_bits();
        let mut at = self.place(hash);
        loop {
            let word = self.slots[at];
            if word == 0 {
                return None;
            }
            if (word ^ hash as u32) & !low == 0 && is_meant((word & low) - 1) {
                return Some((word & low) - 1);
            }
            at = if at + 1 < self.slots.len() { at + 1 } else { 0 };
        }
    }

    /// Of a number that is not there, all smaller ones being there.
    fn insert(&mut self, hash: u64, id: u32, hash_of: impl Fn(u32) -> u64) {
        if (id as usize + 1) * 4 > self.slots.len() * 3 {
            self.grow();
            for old in 0..id {
                self.put(hash_of(old), old);
            }
        }
        self.put(hash, id);
    }

    /// Empties the table, half as large again, or twice as large while it is small: the old one is gone before the
    /// new one is there.
    fn grow(&mut self) {
        let now = self.slots.len();
        let size = (now + if now < SMALL { now } else { now / 2 }).max(16);
        assert!(u32::try_from(size).is_ok(), "fewer than 3 * 2^30 interned things");
        self.slots = vec![];
        self.slots = vec![0; size];
    }

    fn put(&mut self, hash: u64, id: u32) {
        let low = self.low_bits();
        let mut at = self.place(hash);
        while self.slots[at] != 0 {
            at = if at + 1 < self.slots.len() { at + 1 } else { 0 };
        }
        self.slots[at] = hash as u32 & !low | (id + 1);
    }

    /// The bits of a word that hold a number.
    fn low_bits(&self) -> u32 {
        u32::MAX >> (self.slots.len() as u32).leading_zeros()
    }

    fn place(&self, hash: u64) -> usize {
        (((hash >> 32) * self.slots.len() as u64) >> 32) as usize
    }
}

fn hash_of(pair: (u32, u32)) -> u64 {
    fold(0, paired(pair))
}

/// For short sequences: no call, and no branch for each item.
#[inline]
fn same(a: &[u32], b: &[u32]) -> bool {
    a.len() == b.len() && (0..a.len()).fold(0, |differing, i| differing | (a[i] ^ b[i])) == 0
}

fn range(ends: &[u32], width: usize, id: u32) -> Range<usize> {
    let id = id as usize;
    if width > 0 {
        return id * width..(id + 1) * width;
    }
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    start..ends[id] as usize
}

/// Of the numbers alone: the same in every run.
pub fn hash(sequence: &[u32]) -> u64 {
    let mut pairs = sequence.chunks_exact(2);
    let hash = pairs.by_ref().fold(sequence.len() as u64, |h, pair| fold(h, paired((pair[0], pair[1]))));
    pairs.remainder().iter().fold(hash, |h, odd| fold(h, u64::from(*odd)))
}

/// Both halves of a product: every bit depends on all that went in.
pub fn fold(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sequences_share_a_number() {
        let mut it = Interner::varying();
        assert_eq!(it.intern(&[1, 2]), (0, true));
        assert_eq!(it.intern(&[]), (1, true));
        assert_eq!(it.intern(&[1, 2]), (0, false));
        assert_eq!(it.intern(&[]), (1, false));
        assert_eq!((it.get(0), it.get(1)), (&[1, 2][..], &[][..]));
    }

    #[test]
    fn many_sequences_stay_apart() {
        let mut it = Interner::fixed(3);
        for i in 0..50_000 {
            assert_eq!(it.intern(&[i % 7, i, i / 3]), (i, true));
        }
        for i in 0..50_000 {
            assert_eq!(it.intern(&[i % 7, i, i / 3]), (i, false));
        }
    }

    #[test]
    fn many_pairs_stay_apart() {
        let mut it = Pairs::default();
        for i in 0..50_000 {
            assert_eq!(it.intern(i % 7, i), (i, true));
        }
        for i in 0..50_000 {
            assert_eq!((it.intern(i % 7, i), it.get(i)), ((i, false), (i % 7, i)));
        }
        assert_eq!(it.find(7, 7), None);
    }

    #[test]
    fn pairs_that_are_forgotten_get_new_numbers() {
        let mut it = Pairs::default();
        it.foresee(&[(1, 2)]);
        assert_eq!((it.intern(1, 2), it.intern(3, 4)), ((0, true), (1, true)));
        it.foresee(&[(1, 2), (5, 6)]);
        it.clear();
        assert!(it.is_empty() && it.find(1, 2).is_none());
        assert_eq!((it.intern(3, 4), it.intern(3, 4)), ((0, true), (0, false)));
    }
}

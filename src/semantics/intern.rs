//! Interning: equal sequences of numbers get the same small number, in order of first appearance.
//! The hash has a fixed seed, so numbers depend on the order of questions alone.

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Sequences of 32-bit numbers, stored once each, one after the other.
#[derive(Debug)]
pub struct Interner {
    items: Vec<u32>,
    /// Where sequence `id` ends; empty if all have `width` items.
    ends: Vec<u32>,
    width: usize,
    count: u32,
    /// (hash, id): the hash is kept so that growing the table does not read the sequences again.
    table: HashTable<(u32, u32)>,
}

impl Interner {
    /// For sequences of any length.
    pub fn varying() -> Self {
        Interner { items: vec![], ends: vec![], width: 0, count: 0, table: HashTable::new() }
    }

    /// For sequences that all have `width` items.
    pub fn fixed(width: usize) -> Self {
        assert!(width > 0, "a sequence of fixed width holds something");
        Interner { width, ..Self::varying() }
    }

    pub fn len(&self) -> usize {
        self.count as usize
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn get(&self, id: u32) -> &[u32] {
        &self.items[range(&self.ends, self.width, id)]
    }

    /// The number of `sequence` if it has one.
    pub fn find(&self, sequence: &[u32]) -> Option<u32> {
        let hash = hash(sequence);
        let same = |&(h, id): &(u32, u32)| h == hash as u32 && self.get(id) == sequence;
        self.table.find(hash, same).map(|&(_, id)| id)
    }

    /// The number of `sequence`, and whether it is new.
    pub fn intern(&mut self, sequence: &[u32]) -> (u32, bool) {
        debug_assert!(self.width == 0 || sequence.len() == self.width);
        let hash = hash(sequence);
        let Self { items, ends, width, table, .. } = self;
        let same = |&(h, id): &(u32, u32)| h == hash as u32 && items[range(ends, *width, id)] == *sequence;
        if let Some(&(_, id)) = table.find(hash, same) {
            return (id, false);
        }
        let id = self.count;
        self.count = id.checked_add(1).expect("fewer than 2^32 interned sequences");
        self.items.extend_from_slice(sequence);
        if self.width == 0 {
            self.ends.push(u32::try_from(self.items.len()).expect("fewer than 2^32 interned numbers"));
        }
        self.table.insert_unique(hash, (hash as u32, id), |&(h, _)| spread(h));
        (id, true)
    }
}

fn range(ends: &[u32], width: usize, id: u32) -> std::ops::Range<usize> {
    let id = id as usize;
    if width > 0 {
        return id * width..(id + 1) * width;
    }
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    start..ends[id] as usize
}

fn hash(sequence: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    let mut pairs = sequence.chunks_exact(2);
    for pair in &mut pairs {
        hasher.write_u64(u64::from(pair[0]) | u64::from(pair[1]) << 32);
    }
    for &odd in pairs.remainder() {
        hasher.write_u32(odd);
    }
    spread(hasher.finish() as u32 ^ (hasher.finish() >> 32) as u32)
}

/// The table takes its place from the low bits and its tag from the high ones.
fn spread(hash: u32) -> u64 {
    u64::from(hash) | u64::from(hash) << 32
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
}

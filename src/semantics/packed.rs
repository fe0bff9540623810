//! Pairs of 32-bit numbers, one after the other: both of a pair in 32 bits, for as long as these have room for the
//! largest of the first numbers and of the second ones.

/// See the module's documentation.
#[derive(Clone, Debug)]
pub(super) enum Packed {
    /// In each word the first number has the low bits, `low` of them.
    Narrow {
        words: Vec<u32>,
        low: u32,
    },
    Wide(Vec<u64>),
}

use Packed::{Narrow, Wide};

impl Default for Packed {
    fn default() -> Self {
        Narrow { words: vec![], low: u32::BITS / 2 }
    }
}

impl Packed {
    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Narrow { words, .. } => words.len(),
            Wide(pairs) => pairs.len(),
        }
    }

    /// Forgets all pairs, not the room for them.
    pub(super) fn clear(&mut self) {
        match self {
            Narrow { words, .. } => words.clear(),
            Wide(pairs) => pairs.clear(),
        }
    }

    #[inline]
    pub(super) fn get(&self, at: u32) -> (u32, u32) {
        match self {
            Narrow { words, low } => apart(words[at as usize], *low),
            Wide(pairs) => (pairs[at as usize] as u32, (pairs[at as usize] >> u32::BITS) as u32),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, pair: (u32, u32)) {
        if !self.has_room(pair) {
            self.make_room(pair);
        }
        match self {
            Narrow { words, low } => {
                reserve(words, 1);
                words.push(together(pair, *low));
            }
            Wide(pairs) => {
                reserve(pairs, 1);
                pairs.push(paired(pair));
            }
        }
    }

    fn has_room(&self, (a, b): (u32, u32)) -> bool {
        match self {
            Narrow { low, .. } => a >> low == 0 && b >> (u32::BITS - low) == 0,
            Wide(_) => true,
        }
    }

    /// What bits are free go to both in equal parts, so that there is seldom another time.
    fn make_room(&mut self, pair: (u32, u32)) {
        let all = (0..self.len() as u32).map(|at| self.get(at));
        let (a, b) = all.fold(pair, |(a, b), (c, d)| (a | c, b | d));
        let [a, b] = [a, b].map(|n| u32::BITS - n.leading_zeros());
        match self {
            Narrow { words, low } if a + b <= u32::BITS => {
                let new = (a + (u32::BITS - a - b) / 2).clamp(1, u32::BITS - 1);
                words.iter_mut().for_each(|word| *word = together(apart(*word, *low), new));
                *low = new;
            }
            _ => *self = Wide((0..self.len() as u32).map(|at| paired(self.get(at))).collect()),
        }
    }
}

#[inline]
fn apart(word: u32, low: u32) -> (u32, u32) {
    (word & ((1 << low) - 1), word >> low)
}

#[inline]
fn together((a, b): (u32, u32), low: u32) -> u32 {
    a | b << low
}

#[inline]
pub(super) fn paired((a, b): (u32, u32)) -> u64 {
    u64::from(a) | u64::from(b) << u32::BITS
}

/// Room for so many more, not much more than is needed.
pub(super) fn reserve<T>(items: &mut Vec<T>, more: usize) {
    if items.capacity() - items.len() < more {
        items.reserve_exact(more.max(items.len() / 4).max(16));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_stay_what_they_are_however_large_others_are() {
        let largest = |bits: u32| u32::MAX >> (u32::BITS - bits);
        let pairs = [(1, 1), (7, 5), (20, 5), (20, 12), (3, 12), (31, 1), (31, 2), (2, 31), (32, 32), (1, 1)];
        let pairs = pairs.map(|(a, b)| (largest(a), largest(b)));
        let mut packed = Packed::default();
        for (i, pair) in pairs.into_iter().enumerate() {
            packed.push(pair);
            assert_eq!(packed.len(), i + 1);
            assert!((0..=i).all(|at| packed.get(at as u32) == pairs[at]), "{packed:?}");
            assert_eq!(matches!(packed, Narrow { .. }), i < 5);
        }
    }

    #[test]
    fn what_is_forgotten_leaves_room() {
        let mut packed = Packed::default();
        packed.push((0, 0));
        packed.push((1 << 30, 0));
        packed.push((0, 1));
        packed.clear();
        packed.push((5, 6));
        assert_eq!((packed.len(), packed.get(0)), (1, (5, 6)));
    }
}

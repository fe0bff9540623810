//! Numbers by chance: the same seed gives the same ones, everywhere and for ever.

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The generator after `n` numbers, without drawing them.
    pub fn after(seed: u64, n: u64) -> Self {
        Random(seed.wrapping_add(n.wrapping_mul(STEP)))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n.max(1)
    }

    /// 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.next()
    }

    pub fn bit<T: From<bool>>(&mut self) -> T {
        (self.below(2) == 1).into()
    }

    /// True `p` times in a hundred.
    pub fn percent(&mut self, p: usize) -> bool {
        self.below(100) < p
    }

    /// One of some; there is at least one.
    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// 2 to the 64th, divided by the golden ratio.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

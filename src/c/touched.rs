//! What an expression or a function touches that others see, and where that makes the order of two operands matter.

use std::collections::BTreeSet;

/// Names of variables, all that pointers lead to as one, and what else counts.
#[derive(Clone, Default, Debug)]
pub(super) struct Touched {
    pub(super) reads: BTreeSet<String>,
    pub(super) writes: BTreeSet<String>,
    pub(super) reads_memory: bool,
    pub(super) writes_memory: bool,
    /// Atomic objects, mutexes, threads: what others do may come between two of these, or before one and after it.
    pub(super) meets_others: bool,
    /// It may end the thread, the program, or what is looked at.
    pub(super) stops: bool,
    /// It may never come to an end.
    pub(super) endless: bool,
    /// It may go wrong.
    pub(super) fails: bool,
    /// Functions of the program that are called.
    pub(super) calls: BTreeSet<String>,
}

impl Touched {
    fn is_empty(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty() && !self.reads_memory && !self.writes_memory
    }

    fn writes(&self) -> bool {
        !self.writes.is_empty() || self.writes_memory
    }

    pub(super) fn join(&mut self, other: Touched) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.reads_memory |= other.reads_memory;
        self.writes_memory |= other.writes_memory;
        self.meets_others |= other.meets_others;
        self.stops |= other.stops;
        self.endless |= other.endless;
        self.fails |= other.fails;
        self.calls.extend(other.calls);
    }

    /// Whether the order of two operands matters; `taken`: whether the address of a variable is taken.
    pub(super) fn conflicts_with(&self, other: &Touched, taken: impl Fn(&str) -> bool) -> bool {
        let (a, b) = (self, other);
        let led_to = |names: &BTreeSet<String>| names.iter().any(|name| taken(name));
        let hits = |a: &Touched, b: &Touched| {
            let named = a.writes.iter().any(|name| b.reads.contains(name) || b.writes.contains(name));
            let through =
                a.writes_memory && (b.reads_memory || b.writes_memory || led_to(&b.reads) || led_to(&b.writes));
            named || through || b.reads_memory && led_to(&a.writes)
        };
        let meets = |a: &Touched, b: &Touched| a.meets_others && (b.meets_others || !b.is_empty());
        // Whoever stops keeps another one from what it does.
        let stops =
            |a: &Touched, b: &Touched| (a.stops || a.endless) && (b.fails || b.stops || b.meets_others || b.writes());
        hits(a, b) || hits(b, a) || meets(a, b) || meets(b, a) || stops(a, b) || stops(b, a)
    }
}

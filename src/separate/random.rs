//! Random programs, without the restrictions of the enumeration: branches in branches, locks and
//! assertions anywhere. The same seed gives the same programs.

use super::enumerate::Space;
use super::grammar::{Body, Kind, Sketch, Statement, Var, size};

/// SplitMix64.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 33) as usize % n
    }

    fn bit(&mut self) -> bool {
        self.below(2) == 1
    }

    fn var(&mut self) -> Var {
        if self.bit() { Var::X } else { Var::G }
    }

    /// A program of two or three threads, or of more if the space has more.
    pub fn sketch(&mut self, space: &Space) -> Sketch {
        let threads = 2 + self.below(space.threads.max(3) - 1);
        Sketch(
            (0..threads)
                .map(|_| {
                    let n = 1 + self.below(space.steps);
                    self.body(n, space)
                })
                .collect(),
        )
    }

    /// At most `n` statements.
    fn body(&mut self, n: usize, space: &Space) -> Body {
        let mut body = Body::new();
        while size(&body) < n && !body.last().is_some_and(Statement::is_last) {
            body.extend(self.statement(n - size(&body), space));
        }
        body
    }

    /// At most `n` statements; now and then none.
    fn statement(&mut self, n: usize, space: &Space) -> Option<Statement> {
        let kinds = Kind::ALL.iter().map(|(_, kind)| *kind).filter(|kind| !space.without.contains(kind));
        let kinds: Vec<Kind> = kinds.collect();
        let kind = kinds[self.below(kinds.len())];
        let statement = match kind {
            Kind::Assign => Statement::Assign(self.var(), self.bit()),
            Kind::Assume => Statement::Assume(self.var(), self.bit()),
            Kind::Assert if self.below(4) == 0 => Statement::Fail,
            Kind::Assert => Statement::Assert(self.var(), self.bit()),
            Kind::Lock if self.bit() => Statement::Acquire,
            Kind::Lock => Statement::Release,
            Kind::Skip => Statement::Skip,
            Kind::Loop => Statement::Loop,
            Kind::If => Statement::If(self.branch(n, space), self.branch(n, space)),
            Kind::Choose => Statement::Choose(self.branch(n, space), self.branch(n, space)),
        };
        (statement.size() <= n).then_some(statement)
    }

    fn branch(&mut self, n: usize, space: &Space) -> Body {
        let most = self.below(n.min(3));
        self.body(most, space)
    }
}

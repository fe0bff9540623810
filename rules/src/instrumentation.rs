//! The answers to the questions that are made of others, as rules.
//!
//! A ruleset is compiled against a program that works such answers out once for every node. They are what these
//! rules say, as a test shows on every model; whoever reads or interprets a ruleset goes by the rules.

use crate::Ruleset;

const INSTRUMENTATION: &str = include_str!("instrumentation.rules");
const LOCKS: &str = include_str!("fq_locks.rules");

impl Ruleset {
    /// Rules that answer what its own rules ask.
    pub fn instrumentation(&self) -> impl Iterator<Item = &'static str> {
        let phases = self.reduces().then_some(INSTRUMENTATION);
        phases.into_iter().chain(self.inference.map(|_| LOCKS))
    }
}

//! The instrumented program P# of FQ 4.2: a thread goes wrong where it accesses a variable against
//! the declared protection, `guarded_by(..)` or `exclusive(e)`.
//!
//! DIVERGENCE: delta(t, l, x) is true where the action is safe with respect to x, over all stores. That
//! is the same as to go wrong only in stores in which another thread has exclusive access and the
//! action is enabled: some reachable store breaks one of the two if and only if some breaks the other.

use super::eval::{Accesses, Stores};
use super::failure::{Failure, FailureKind};
use super::{Global, Semantics, Tid};
use crate::ir::{Cell, Expr, Guard, Protection, Value};

impl Semantics<'_> {
    /// What is wrong with the accesses of `t` at store `g`. A guard must be held even where the action
    /// blocks; `exclusive` speaks of `enabled` actions.
    pub(super) fn violation(&self, t: Tid, g: Global, accesses: &Accesses, enabled: bool) -> Option<Failure> {
        let wrong = |(cell, held): (&Cell, &Vec<Cell>)| match &self.program.global_of(*cell).protection {
            Protection::Inferred => None,
            Protection::GuardedBy(guards) => self.unguarded(t, g, *cell, guards, held),
            Protection::Exclusive(_, text) if enabled => self.intrusion(t, g, *cell, text),
            Protection::Exclusive(..) => None,
        };
        let message = accesses.held.iter().find_map(wrong)?;
        Some(Failure::new(FailureKind::Protection, message))
    }

    /// The cells that `t` accesses at store `g` without the access that is declared: E(t, x) does not hold.
    pub fn intruded(&self, t: Tid, g: Global, accesses: &Accesses) -> impl Iterator<Item = Cell> {
        let intrudes = move |(cell, held): &(&Cell, &Vec<Cell>)| match &self.program.global_of(**cell).protection {
            Protection::Inferred => false,
            Protection::GuardedBy(guards) => self.unguarded(t, g, **cell, guards, held).is_some(),
            Protection::Exclusive(..) => !self.has_exclusive_access(t, **cell, g),
        };
        accesses.held.iter().filter(intrudes).map(|(cell, _)| *cell)
    }

    /// Adds what the instrumentation looks at.
    pub(super) fn instrument(&self, g: Global, accesses: &mut Accesses) {
        let touched: Vec<Cell> = accesses.held.keys().copied().collect();
        for cell in touched {
            match &self.program.global_of(cell).protection {
                Protection::Inferred => {}
                Protection::GuardedBy(guards) => {
                    accesses.guards.extend(guards.iter().map(|m| self.program.mutex_of(cell, m)));
                }
                Protection::Exclusive(predicate, _) => {
                    let mut seen = Accesses::default();
                    for u in self.tids() {
                        self.predicate(predicate, u, g, &mut seen);
                    }
                    accesses.predicates.extend(seen.cells());
                }
            }
        }
    }

    fn unguarded(&self, t: Tid, g: Global, cell: Cell, guards: &[Guard], held: &[Cell]) -> Option<String> {
        let owner = |m: Cell| self.cell(g, m);
        let missing = |m: &Cell| owner(*m) != t.0 as Value && !held.contains(m);
        let m = guards.iter().map(|guard| self.program.mutex_of(cell, guard)).find(missing)?;
        let (x, lock) = (self.program.cell_name(cell), self.program.cell_name(m));
        let holder = match owner(m) {
            0 => "nobody".to_string(),
            u => format!("thread {u}"),
        };
        Some(format!(
            "thread {} accesses `{x}`, guarded by `{lock}`, which {holder} holds ({lock} = {})",
            t.0,
            owner(m)
        ))
    }

    fn intrusion(&self, t: Tid, g: Global, cell: Cell, text: &str) -> Option<String> {
        if self.has_exclusive_access(t, cell, g) {
            return None;
        }
        let u = self.tids().find(|u| *u != t && self.has_exclusive_access(*u, cell, g))?;
        let x = self.program.cell_name(cell);
        let state = self.evaluated(u, cell, g).map_or(String::new(), |(_, seen)| self.values(g, &seen));
        Some(format!("thread {} accesses `{x}` while thread {} has it exclusively ({text}{state})", t.0, u.0))
    }

    /// E(t, x) of a variable declared `exclusive`.
    pub fn has_exclusive_access(&self, t: Tid, cell: Cell, g: Global) -> bool {
        self.evaluated(t, cell, g).is_some_and(|(holds, _)| holds)
    }

    /// E(t, x), and the cells it depends on; nothing if it cannot be evaluated.
    fn evaluated(&self, t: Tid, cell: Cell, g: Global) -> Option<(bool, Accesses)> {
        let Protection::Exclusive(predicate, _) = &self.program.global_of(cell).protection else { return None };
        let mut accesses = Accesses::default();
        let holds = self.predicate(predicate, t, g, &mut accesses)?;
        Some((holds, accesses))
    }

    fn predicate(&self, e: &Expr, t: Tid, g: Global, accesses: &mut Accesses) -> Option<bool> {
        let stores = Stores { globals: self.globals(g), registers: vec![] };
        self.evaluator(0, t, accesses).truth(e, &stores).ok()
    }

    fn values(&self, g: Global, seen: &Accesses) -> String {
        let value = |c: Cell| format!("; {} = {}", self.program.cell_name(c), self.cell(g, c));
        seen.cells().map(value).collect()
    }
}

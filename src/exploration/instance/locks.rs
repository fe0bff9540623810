//! What lock inference asks of an instance (FQ 6).

use super::{Instance, unphased};
use crate::exploration::Found;
use crate::ir::Cell;
use crate::movers::Movers;
use moverlog_rules::{Answers, Local, Mutex, Node, Program, State, Tid, Variable};
use rustc_hash::FxHashMap;

impl Instance<'_> {
    /// All states so far.
    pub fn keep(&self) -> Found {
        self.states.keep()
    }

    /// Begins with these states; they get the first numbers.
    pub fn resume(&self, kept: &Found) {
        self.states.resume(kept, |row| row.locals().any(|l| self.semantics.is_wrong(unphased(Local(l)).0)));
    }

    /// Where it showed first, for each of these locks that sets have lost in a run, in the same order.
    pub fn witnesses(&self, lost: &[(Variable, Mutex)]) -> Vec<Option<(State, Tid)>> {
        let mut open: FxHashMap<(Variable, Mutex), usize> = lost.iter().enumerate().map(|(i, l)| (*l, i)).collect();
        let mut found = vec![None; lost.len()];
        let states = (0..self.state_count() as u32).map(State);
        for (s, t) in states.flat_map(|s| self.semantics.tids().map(move |t| (s, t))) {
            if open.is_empty() {
                break;
            }
            if self.others_outside(t, s) {
                let shown = self.unheld_at(t, self.node(t, s));
                shown.filter_map(|l| open.remove(&l)).for_each(|i| found[i] = Some((s, t)));
            }
        }
        found
    }

    /// Locks of a protecting set that `t` does not hold where it accesses the variable.
    pub(super) fn unheld_at(&self, t: Tid, n: Node) -> Answers<(Variable, Mutex)> {
        self.answered.unheld.get((t, n), || self.compute_unheld(t, n).into())
    }

    fn compute_unheld(&self, t: Tid, n: Node) -> Vec<(Variable, Mutex)> {
        let Movers::Protection(assumed) = self.movers else { return vec![] };
        let (g, l, _) = self.stores(n);
        let transitions = self.semantics.transitions(t, g, l);
        let mine = |m: &Cell| self.semantics.cell(g, *m) == t.0 as i32;
        let mut found = vec![];
        for (z, held) in &transitions.accesses.held {
            let missing = assumed.inferred_locks(*z).iter().filter(|m| !mine(m) && !held.contains(m));
            found.extend(missing.map(|m| (Variable(z.0), Mutex(m.0))));
        }
        found
    }
}

//! Taking note of accesses, and of what they leave of the assumptions.

use super::{Kind, Protection};
use crate::ir::{Cell, Value};
use crate::semantics::{Semantics, Transitions};
use moverlog_rules::{Global, Tid};

impl Protection {
    /// Takes note of what thread `t` accesses at global store `g`, whether or not it can move there
    /// (FQ rule (access) without its premise of enabledness). It holds the locks that it holds before
    /// the action, and those that the action has acquired by the time of the access. Whether some cell is
    /// used otherwise than was known, so that movers may differ; that never comes back.
    pub fn observe(&mut self, semantics: &Semantics<'_>, t: Tid, g: Global, transitions: &Transitions) -> bool {
        let me = t.0 as Value;
        let mut news = false;
        for (cell, held) in &transitions.accesses.held {
            let holds = |m: Cell| semantics.cell(g, m) == me || held.contains(&m);
            let kind = Kind::of(transitions, *cell);
            news |= self.note(*cell, t, kind != Kind::Read, holds)
                | self.note_order(semantics, (t, kind), (*cell, g), holds);
        }
        let alike = if self.order.is_some() { self.alike(t) } else { vec![] };
        for u in alike {
            news |= self.order.as_mut().is_some_and(|order| order.note_flags(semantics, u, g, transitions));
        }
        news |= self.observe_reads_of_predicates(semantics, t, g, transitions);
        for m in &transitions.accesses.looks {
            news |= semantics.cell(g, *m) != me && self.expose(*m);
        }
        for i in 0..self.exclusive.len() {
            news |= self.observe_predicate(semantics, t, g, transitions, i);
        }
        news
    }

    /// Whoever accesses a variable depends on its predicate.
    fn observe_reads_of_predicates(
        &mut self,
        semantics: &Semantics<'_>,
        t: Tid,
        g: Global,
        transitions: &Transitions,
    ) -> bool {
        let mine = |m: Cell| semantics.cell(g, m) == t.0 as Value;
        let mut news = false;
        for c in &transitions.accesses.predicates {
            news |= match self.owner[c.0 as usize] {
                Some(m) => !mine(m) && self.expose(m),
                None => self.note(*c, t, false, mine) | self.intrudes(semantics, t, *c, g),
            }
        }
        news
    }

    /// Takes note of a read of this cell where it is to be exclusive to somebody; whether that is new.
    fn intrudes(&mut self, semantics: &Semantics<'_>, t: Tid, c: Cell, g: Global) -> bool {
        let group = self.exclusive.iter().find(|cells| cells.contains(&c));
        let Some(cells) = group.filter(|_| !semantics.has_exclusive_access(t, c, g)) else { return false };
        let news = !self.intruded(c);
        cells.iter().for_each(|c| self.seen[c.0 as usize].intruded = true);
        news
    }

    fn note(&mut self, cell: Cell, t: Tid, written: bool, holds: impl Fn(Cell) -> bool) -> bool {
        let at = cell.0 as usize;
        if self.seen[at].covers(t, written, &holds) {
            return false;
        }
        let before = self.use_of(cell);
        let alone = self.alike(t).len() == 1;
        self.seen[at].note((t, alone), written, holds, &self.locks);
        before != self.use_of(cell)
    }

    /// The threads that make the accesses of `t`, under some name: those of its group.
    fn alike(&self, t: Tid) -> Vec<Tid> {
        self.interchangeable.iter().find(|group| group.contains(&t)).cloned().unwrap_or_else(|| vec![t])
    }

    /// Takes note of the access where no lock protects the cell; whether movers may differ.
    fn note_order(
        &mut self,
        semantics: &Semantics<'_>,
        (t, kind): (Tid, Kind),
        (cell, g): (Cell, Global),
        holds: impl Fn(Cell) -> bool,
    ) -> bool {
        if self.order.is_none() || !self.is_bare(cell) {
            return false;
        }
        let (before, alike) = (self.view(cell), self.alike(t));
        let held: Vec<Cell> = self.locks.iter().copied().filter(|m| holds(*m)).collect();
        let order = self.order.as_mut().expect("it is looked at");
        let new = order.bare(cell);
        // Who of a group is alone is known when the accesses of all of it are.
        for t in alike.iter().chain(&alike) {
            order.note(semantics, (*t, kind), (cell, g), &held);
        }
        new || before != self.view(cell)
    }

    fn expose(&mut self, m: Cell) -> bool {
        !std::mem::replace(&mut self.seen[m.0 as usize].exposed, true)
    }

    /// FQ 4.1: two threads never have exclusive access at once (i), and a step of `t` neither gives it
    /// to another thread nor takes it away (ii). Nobody accesses the variable without: FQ lets actions do
    /// so that are safe, over all stores; of those we see but some.
    fn observe_predicate(
        &mut self,
        semantics: &Semantics<'_>,
        t: Tid,
        g: Global,
        transitions: &Transitions,
        i: usize,
    ) -> bool {
        let x = self.exclusive[i][0];
        let has = |u, g| semantics.has_exclusive_access(u, x, g);
        let several = |g| semantics.tids().filter(|u| has(*u, g)).count() > 1;
        let changes = |g2| semantics.tids().any(|u| u != t && has(u, g) != has(u, g2));
        let broken = transitions.steps.iter().any(|s| s.global != g && (several(s.global) || changes(s.global)));
        let touched = self.exclusive[i].iter().any(|c| transitions.accesses.held.contains_key(c));
        let intruded = broken || several(g) || touched && !has(t, g);
        let news = intruded && !self.intruded(x);
        if news {
            self.exclusive[i].iter().for_each(|c| self.seen[c.0 as usize].intruded = true);
        }
        news
    }
}

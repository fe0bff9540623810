//! Turns: a thread waits until a variable has a value, and that is all that the others ever store there. Once it has it
//! they take it away no more.

use super::{Condition, Order};
use crate::ir::{Cell, Value};
use crate::semantics::{LocalStore, Semantics};
use moverlog_rules::{Global, Tid};

/// Who stores what in a variable, in order; nothing once it is too much to be looked at.
#[derive(Clone, Debug)]
pub(super) struct Stored(Option<Vec<(Tid, Value)>>);

/// So much is.
const MOST: usize = 16;

impl Default for Stored {
    fn default() -> Self {
        Stored(Some(vec![]))
    }
}

/// As far as movers depend on it.
impl PartialEq for Stored {
    fn eq(&self, other: &Stored) -> bool {
        self.turns() == other.turns()
    }
}

impl Eq for Stored {}

impl Stored {
    /// Takes note of what `t` stores; whether movers may differ for it.
    pub(super) fn note(&mut self, t: Tid, mut values: impl Iterator<Item = Value>) -> bool {
        let known = |value| self.0.as_ref().is_none_or(|known| known.binary_search(&(t, value)).is_ok());
        let Some(new) = values.find(|value| !known(*value)) else { return false };
        let before = self.clone();
        for value in values.chain([new]) {
            self.add((t, value));
        }
        *self != before
    }

    fn add(&mut self, stored: (Tid, Value)) {
        if let Some(known) = &mut self.0
            && let Err(at) = known.binary_search(&stored)
        {
            known.insert(at, stored);
            self.0 = self.0.take().filter(|known| known.len() <= MOST);
        }
    }

    fn all(&self) -> impl Iterator<Item = (Tid, Value)> + '_ {
        self.0.iter().flatten().copied()
    }

    /// All of it, if somebody may wait for a turn.
    pub(super) fn turns(&self) -> Option<&[(Tid, Value)]> {
        let may_wait = self.all().any(|(t, _)| self.by_others(t).is_some()) || self.by_others(Tid(0)).is_some();
        self.0.as_deref().filter(|_| may_wait)
    }

    /// The only value that others than `t` store.
    fn by_others(&self, t: Tid) -> Option<Value> {
        let mut others = self.all().filter(|(u, _)| *u != t).map(|(_, value)| value);
        let first = others.next()?;
        others.all(|value| value == first).then_some(first)
    }
}

impl Order {
    /// Whether `t` waits at `l` for the value that this variable has, which is all that others store there, and could
    /// not go on with any other value that it ever has: whatever others do first, `t` goes on after it (CPC 3, property
    /// 1), and where they have let it go on it had been waiting (property 2).
    pub(super) fn is_its_turn(
        &self,
        semantics: &Semantics<'_>,
        (t, g, l): (Tid, Global, LocalStore),
        cell: Cell,
    ) -> bool {
        let Some(flag) = self.flags.iter().find(|f| f.cell == cell && f.bare) else { return false };
        let now = semantics.cell(g, cell);
        let waits = |value| {
            let transitions = semantics.transitions(t, semantics.with_cells(g, &[(cell, value)]), l);
            transitions.steps.is_empty() && super::only_read(&transitions) == Some(cell)
        };
        let mut others = flag.stored.all().map(|(_, value)| value).chain([flag.initial]).filter(|value| *value != now);
        let is_all = flag.stored.by_others(t) == Some(now) || self.without == Some(Condition::Turn);
        is_all && others.all(waits)
    }
}

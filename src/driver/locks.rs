//! Why lock inference took a lock out of a protecting set (FQ 6).

use super::check::schedule;
use super::story::{Transaction, tell};
use crate::execution::{self, Choice};
use crate::exploration::Instance;
use crate::ir::{Cell, Loc};
use moverlog_rules::{Program, Solution, State, Tid};

/// An access to a variable by a thread that does not hold a lock.
#[derive(Debug)]
pub struct Removal {
    pub variable: Cell,
    /// The lock, by its owner cell.
    pub lock: Cell,
    pub thread: Tid,
    pub loc: Loc,
    /// What the thread holds there, by owner cells.
    pub held: Vec<Cell>,
    /// An execution up to the access, and with it unless it blocks.
    pub trace: Vec<Transaction>,
}

/// The first access for each lock that a run has removed.
pub(super) fn removals(instance: &Instance<'_>, solution: &Solution) -> Vec<Removal> {
    let mut removed = solution.removed.clone();
    removed.sort_unstable();
    let removal = |&(z, m): &(_, _)| {
        let (s, t) = instance.witness(z, m)?;
        Some(Removal {
            variable: Cell(z.0),
            lock: Cell(m.0),
            thread: t,
            loc: instance.loc(t, s)?,
            held: held(instance, t, s, Cell(z.0)),
            trace: trace(instance, t, s)?,
        })
    };
    removed.iter().filter_map(removal).collect()
}

fn held(instance: &Instance<'_>, t: Tid, s: State, z: Cell) -> Vec<Cell> {
    let (g, l, _) = instance.stores(instance.node(t, s));
    let transitions = instance.semantics.transitions(t, g, l);
    transitions.accesses.held.get(&z).cloned().unwrap_or_default()
}

fn trace(instance: &Instance<'_>, t: Tid, s: State) -> Option<Vec<Transaction>> {
    let semantics = instance.semantics;
    let mut way = schedule(instance, s)?;
    let at = instance.configuration(s);
    let blocked = semantics.transitions_in(&at, t).steps.is_empty();
    if blocked {
        return Some(tell(instance, &execution::replay(semantics, &way)?));
    }
    way.push(Choice { t, outcome: 0 });
    let events = execution::replay(semantics, &way)?;
    let events = execution::replay(semantics, &execution::essential(&events))?;
    Some(tell(instance, &execution::replay(semantics, &execution::fewest_switches(&events))?))
}

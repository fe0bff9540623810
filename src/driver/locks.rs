//! Why lock inference took a lock out of a protecting set (FQ 6).

use super::outcome::Removal;
use super::story::{Transaction, tell};
use super::witness::schedule;
use crate::execution::{self, Choice};
use crate::exploration::Instance;
use crate::ir::Cell;
use crate::movers::Protection;
use moverlog_rules::{Mutex, Program, Solution, State, Tid, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// The first access for each lock that a run has removed.
pub(super) fn removals(instance: &Instance<'_>, solution: &Solution) -> Vec<Removal> {
    let mut removed = solution.removed.clone();
    removed.sort_unstable();
    let witnesses = instance.witnesses(&removed);
    let removal = |(&(z, m), seen): (&(Variable, Mutex), Option<_>)| {
        let (s, t) = seen?;
        access(instance, t, s, Cell(z.0), Some(Cell(m.0)))
    };
    removed.iter().zip(witnesses).filter_map(removal).collect()
}

/// Where one thread alone took every lock of a variable: the first access by another one.
pub(super) fn accesses_besides(instance: &Instance<'_>, removals: &[Removal], sets: &Protection) -> Vec<Removal> {
    let mut wanted: BTreeMap<Cell, BTreeSet<Tid>> = BTreeMap::new();
    for removal in removals.iter().filter(|r| sets.protecting_set(r.variable).is_empty()) {
        wanted.entry(removal.variable).or_default().insert(removal.thread);
    }
    wanted.retain(|_, threads| threads.len() == 1);
    let mut found = vec![];
    for s in (0..instance.state_count() as u32).map(State) {
        for t in instance.semantics.tids() {
            if wanted.is_empty() {
                return found;
            }
            let (g, l, _) = instance.stores(instance.node(t, s));
            for z in instance.semantics.transitions(t, g, l).accesses.held.keys() {
                if wanted.get(z).is_some_and(|threads| !threads.contains(&name(instance, t, s))) {
                    wanted.remove(z);
                    found.extend(access(instance, t, s, *z, None));
                }
            }
        }
    }
    found
}

fn access(instance: &Instance<'_>, thread: Tid, s: State, variable: Cell, lock: Option<Cell>) -> Option<Removal> {
    let loc = instance.loc(thread, s)?;
    let held = held(instance, thread, s, variable);
    let trace = trace(instance, thread, s)?;
    Some(Removal { variable, lock, thread: name(instance, thread, s), loc, held, trace })
}

/// How the program calls a thread.
fn name(instance: &Instance<'_>, t: Tid, s: State) -> Tid {
    instance.names(s)[t.0 as usize - 1]
}

fn held(instance: &Instance<'_>, t: Tid, s: State, z: Cell) -> Vec<Cell> {
    let (g, l, _) = instance.stores(instance.node(t, s));
    let transitions = instance.semantics.transitions(t, g, l);
    transitions.accesses.held.get(&z).cloned().unwrap_or_default()
}

fn trace(instance: &Instance<'_>, t: Tid, s: State) -> Option<Vec<Transaction>> {
    let semantics = instance.semantics;
    let mut way = schedule(instance, instance, s)?;
    let at = instance.configuration(s);
    let blocked = semantics.transitions_in(&at, t).steps.is_empty();
    if blocked {
        return Some(tell(instance, &execution::replay(semantics, &way)?));
    }
    way.push(Choice { t: name(instance, t, s), outcome: 0 });
    let events = execution::replay(semantics, &way)?;
    let events = execution::replay(semantics, &execution::essential(&events))?;
    Some(tell(instance, &execution::replay(semantics, &execution::fewest_switches(&events))?))
}

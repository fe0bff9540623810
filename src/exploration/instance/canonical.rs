//! One state for all that differ in who of a group of interchangeable threads is who.
//!
//! In such a state the threads of a group stand in the order of their shares (local store, phase, stack), those with
//! equal shares in the order of what mutexes know of them; owners and wait sets are renamed with them. A state is
//! given by its shares, by what mutexes know of each thread and by data without thread ids, so two states are stored
//! as one if and only if some renaming within the groups leads from one to the other.

use super::Instance;
use crate::exploration::row::Share;
use crate::ir::{Cell, Holds, Program, Value};
use crate::semantics::Semantics;
use moverlog_rules::{Global, State, Tid};

/// The groups of a program, and its cells that hold thread ids.
pub(super) struct Canonical {
    groups: Vec<Vec<Tid>>,
    ids: Vec<(Cell, Holds)>,
}

/// The value of a cell that holds ids under other names: `names` has those of threads 1, 2, and so on.
fn renamed(holds: Holds, value: Value, names: &[Tid]) -> Value {
    let named = |t: usize| names[t].0 as Value;
    match holds {
        Holds::Owner if value == 0 => 0,
        Holds::Owner => named(value as usize - 1),
        Holds::WaitSet => {
            let waiting = (0..names.len()).filter(|t| value >> t & 1 == 1);
            waiting.fold(0, |set, t| set | 1 << (named(t) - 1))
        }
    }
}

/// The inverse: who is called so.
fn called(names: &[Tid]) -> Vec<Tid> {
    let mut called = names.to_vec();
    for (t, name) in (1..).map(Tid).zip(names) {
        called[name.0 as usize - 1] = t;
    }
    called
}

impl Canonical {
    /// Nothing where no threads are interchangeable.
    pub(super) fn of(program: &Program) -> Option<Self> {
        let groups = program.interchangeable.clone();
        (!groups.is_empty()).then(|| Canonical { groups, ids: program.id_cells() })
    }

    /// The threads that are interchangeable with `t`.
    pub(super) fn group(&self, t: Tid) -> Option<&[Tid]> {
        self.groups.iter().find(|group| group.contains(&t)).map(Vec::as_slice)
    }

    /// The thread at each place, if they are to change places.
    fn order(&self, semantics: &Semantics<'_>, g: Global, shares: &[Share]) -> Option<Vec<Tid>> {
        let share = |t: &Tid| shares[t.0 as usize - 1];
        let known = |t: Tid| self.ids.iter().map(move |(c, holds)| holds.knows(semantics.cell(g, *c), t));
        let compare = |t: &Tid, u: &Tid| share(t).cmp(&share(u)).then_with(|| known(*u).cmp(known(*t)));
        if self.groups.iter().all(|group| group.is_sorted_by(|t, u| compare(t, u).is_le())) {
            return None;
        }
        let mut order: Vec<Tid> = (1..=shares.len() as u32).map(Tid).collect();
        for group in &self.groups {
            let mut sorted = group.clone();
            sorted.sort_by(compare);
            group.iter().zip(sorted).for_each(|(place, t)| order[place.0 as usize - 1] = t);
        }
        Some(order)
    }

    /// The global store under other names.
    fn renamed(&self, semantics: &Semantics<'_>, g: Global, names: &[Tid]) -> Global {
        let renamed = |(c, holds): &(Cell, Holds)| (*c, renamed(*holds, semantics.cell(g, *c), names));
        let ids: Vec<(Cell, Value)> = self.ids.iter().map(renamed).collect();
        if ids.iter().all(|(c, value)| semantics.cell(g, *c) == *value) { g } else { semantics.with_cells(g, &ids) }
    }
}

impl<'a> Instance<'a> {
    /// The canonical state after a step of `t`, and where `t` is in it.
    pub(super) fn canonical_after(
        &self,
        canonical: &Canonical,
        (s, t): (State, Tid),
        (g, l, stack): (Global, u32, Option<moverlog_rules::Stack>),
    ) -> Option<(State, Tid)> {
        let mut shares = self.states.look(s, |row| row.shares());
        let share = &mut shares[t.0 as usize - 1];
        *share = (l, stack.unwrap_or(share.1));
        let Some(order) = canonical.order(self.semantics, g, &shares) else {
            return Some((self.states.after(s, t, (g, l, stack), self.control)?, t));
        };
        let names = called(&order);
        let shares: Vec<Share> = order.iter().map(|t| shares[t.0 as usize - 1]).collect();
        let g = canonical.renamed(self.semantics, g, &names);
        let next = self.states.after_in_order((s, t), &order, (g, &shares), self.control)?;
        Some((next, names[t.0 as usize - 1]))
    }

    /// The thread whose step first led to `s`, as it is called there.
    pub(super) fn mover_in(&self, s: State) -> Option<Tid> {
        let t = self.states.mover(s)?;
        Some(self.states.order(s).map_or(t, |order| called(&order)[t.0 as usize - 1]))
    }

    /// Under which name the program has each thread of `s`, on the way on which `s` was found.
    pub(crate) fn names(&self, s: State) -> Vec<Tid> {
        let path = self.path(s);
        path.iter().fold(self.semantics.tids().collect(), |names, (s, _)| self.names_after(names, *s))
    }

    fn names_after(&self, names: Vec<Tid>, s: State) -> Vec<Tid> {
        match self.states.order(s) {
            Some(order) => order.iter().map(|t| names[t.0 as usize - 1]).collect(),
            None => names,
        }
    }

    /// An instance that has states as the program has them, those on the way to `s` alone, and the last of them;
    /// nothing where states are stored so.
    pub(crate) fn unfolded(&self, s: State) -> Option<(Instance<'a>, State)> {
        let canonical = self.canonical.as_ref()?;
        let partition = super::Partition { symmetric: false, ..self.partition.clone() };
        let plain = Instance::new(self.semantics, self.movers, partition, self.control);
        let mut at = moverlog_rules::Program::initial(&plain);
        let mut names: Vec<Tid> = self.semantics.tids().collect();
        for (s, t) in self.path(s) {
            let t = names[t.0 as usize - 1];
            names = self.names_after(names, s);
            let (g, shares) = self.states.look(s, |row| (row.global(), row.shares()));
            let shares: Vec<Share> = called(&names).iter().map(|t| shares[t.0 as usize - 1]).collect();
            at = plain.states.add(Some((at, t)), canonical.renamed(self.semantics, g, &names), &shares).0;
        }
        Some((plain, at))
    }
}

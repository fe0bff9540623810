//! Threads of which as many are started as somebody likes: their ids are names, and no more.

use super::accesses::{Apart, Site, arrays, is_own, reads_own};
use crate::ir::*;
use moverlog_rules::Tid;
use std::collections::{BTreeMap, BTreeSet};

/// The pools of a program in which they may have any number of threads.
pub struct Pools {
    /// The names of each.
    names: Vec<Vec<Tid>>,
    /// The cells that belong to each of them.
    private: BTreeMap<Tid, BTreeSet<Cell>>,
    started: BTreeMap<Tid, Cell>,
    /// From where a thread may come to read what belongs to it.
    reads: Vec<bool>,
    /// The cells of mutexes that tell of threads, and whether one tells of a set of them.
    mutexes: Vec<(Cell, bool)>,
}

impl Pools {
    /// Nothing where there is none, or where something else than these cells tells its threads apart: an id that is
    /// kept or used as a number, somebody who waits for the end of one, a variable that belongs to one and to which a
    /// pointer leads.
    pub fn of(program: &Program) -> Option<Pools> {
        let program = &without_places(program);
        let names = pools(program)?;
        let arrays = arrays(program);
        let own = |t: &Tid| (*t, arrays.iter().filter_map(|a| a.cell(*t)).chain(flags(program, *t)).collect());
        let private: BTreeMap<Tid, BTreeSet<Cell>> = names.iter().flatten().map(own).collect();
        let of_others = |t: Tid, cells: &BTreeSet<Cell>| {
            let others = (1..=program.threads.len() as u32).map(Tid).filter(|u| *u != t);
            others.flat_map(|u| arrays.iter().filter_map(move |a| a.cell(u))).any(|c| cells.contains(&c))
        };
        let overlap = private.iter().any(|(t, cells)| of_others(*t, cells));
        if names.is_empty() || overlap || !Apart::new(program, &private).is_nowhere() {
            return None;
        }
        let started = program.starts.iter().map(|s| (s.thread, s.started));
        let started = started.filter(|(t, _)| private.contains_key(t)).collect();
        Some(Pools { names, private, started, reads: reads(program), mutexes: mutexes(program) })
    }

    /// The names of each pool.
    pub(super) fn names(&self) -> &[Vec<Tid>] {
        &self.names
    }

    /// The pool of a name.
    pub(super) fn pool_of(&self, t: Tid) -> Option<usize> {
        self.names.iter().position(|names| names.contains(&t))
    }

    /// The flag by which a thread of this name is started.
    pub(super) fn started(&self, t: Tid) -> Option<Cell> {
        self.started.get(&t).copied()
    }

    /// The cells that belong to a thread of this name.
    pub(super) fn private(&self, t: Tid) -> &BTreeSet<Cell> {
        &self.private[&t]
    }

    /// Whether a thread that is there may come to read what belongs to it, before it returns.
    pub(super) fn may_read(&self, at: Loc) -> bool {
        self.reads[at.0 as usize]
    }

    /// Whether a mutex tells of a thread.
    pub(super) fn is_told_of(&self, t: Tid, cell: impl Fn(Cell) -> Value) -> bool {
        self.mutexes.iter().any(|(c, set)| match set {
            true => cell(*c) >> (t.0 - 1) & 1 == 1,
            false => cell(*c) == t.0 as Value,
        })
    }
}

/// A slice says where something would be stored that nobody needs, and stores nothing.
fn without_places(program: &Program) -> Program {
    let mut program = program.clone();
    for location in &mut program.locations {
        match &mut location.op {
            Op::Branch { cond, then, otherwise } if then == otherwise && is_idle(cond) => {
                location.op = Op::Skip { next: *then };
            }
            Op::Atomic { body, .. } => without_idle(body),
            _ => {}
        }
    }
    program
}

fn without_idle(body: &mut Vec<Statement>) {
    body.retain_mut(|statement| match statement {
        Statement::If { cond, then, otherwise } => {
            without_idle(then);
            without_idle(otherwise);
            !(then.is_empty() && otherwise.is_empty() && is_idle(cond))
        }
        Statement::Choose(bodies) => {
            bodies.iter_mut().for_each(without_idle);
            true
        }
        Statement::Action(_) => true,
    });
}

/// Whether an expression is a place that is always there.
fn is_idle(e: &Expr) -> bool {
    matches!(e, Expr::AddressOf(place) if is_own(place) || matches!(place.kind, PlaceKind::Cell(_) | PlaceKind::Reg(_)))
}

/// The names of each pool, two and more; nothing if a thread is started elsewhere too.
fn pools(program: &Program) -> Option<Vec<Vec<Tid>>> {
    let sites: Vec<Site> = program.locations.iter().filter_map(|l| Site::of(&l.op)).collect();
    let mut alike: BTreeMap<(usize, u32, &[Value]), Vec<Tid>> = BTreeMap::new();
    for s in &program.starts {
        let mut starting = (0..sites.len()).filter(|i| sites[*i].starts(s));
        let Some(site) = starting.next() else { continue };
        let thread = &program.threads[s.thread.0 as usize - 1];
        alike.entry((site, thread.procedure, &thread.arguments)).or_default().push(s.thread);
        if starting.next().is_some() {
            return None;
        }
    }
    let pools: Vec<Vec<Tid>> = alike.into_values().collect();
    pools.iter().all(|names| names.len() > 1).then_some(pools)
}

fn flags(program: &Program, t: Tid) -> impl Iterator<Item = Cell> {
    program.start_of(t).into_iter().flat_map(|s| [s.started, s.ended])
}

/// The locations from which a thread may come to one at which it reads what is its own.
fn reads(program: &Program) -> Vec<bool> {
    let mut reads: Vec<bool> = program.locations.iter().map(|l| reads_own(&l.op)).collect();
    loop {
        let more = |l: &Location| l.op.targets().into_iter().chain(callee(program, &l.op)).collect::<Vec<_>>();
        let next: Vec<bool> = (0..reads.len())
            .map(|i| reads[i] || more(&program.locations[i]).iter().any(|to| reads[to.0 as usize]))
            .collect();
        if next == reads {
            return reads;
        }
        reads = next;
    }
}

/// Where a called procedure begins.
fn callee(program: &Program, op: &Op) -> Option<Loc> {
    match op {
        Op::Call { procedure, .. } => Some(program.procedures[*procedure as usize].entry),
        _ => None,
    }
}

fn mutexes(program: &Program) -> Vec<(Cell, bool)> {
    let mut cells = vec![];
    for global in &program.globals {
        if let GlobalKind::Mutex { waited, .. } = global.kind {
            for owner in global.elements() {
                cells.push((owner, false));
                cells.extend(waited.then_some((Cell(owner.0 + global.stride() - 1), true)));
            }
        }
    }
    cells
}

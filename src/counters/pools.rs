//! Threads of which as many are started as somebody likes: their ids are names, and no more.

use super::apart::Apart;
use super::flow::{Flow, Kind};
use super::own::{Own, own};
use super::site::Site;
use crate::ir::*;
use moverlog_rules::Tid;
use std::collections::{BTreeMap, BTreeSet};

/// The pools of a program in which they may have any number of threads.
pub struct Pools {
    /// The names of each.
    names: Vec<Vec<Tid>>,
    /// The cells that belong to each of them, in the same order.
    private: BTreeMap<Tid, Vec<Cell>>,
    started: BTreeMap<Tid, Cell>,
    /// Those of them that others may access, by the ids of their threads.
    theirs: BTreeSet<Cell>,
    /// Where the addresses of such cells may be.
    addresses: Flow,
    /// Where the ids of threads may be.
    ids: Flow,
    /// The cells of mutexes that tell of threads.
    mutexes: Vec<(Cell, Holds)>,
}

impl Pools {
    /// Nothing where there is none, or where something else than these cells tells its threads apart: an id that is
    /// used as a number, or the address of a variable of one that others may find.
    pub fn of(program: &Program) -> Option<Pools> {
        let program = &without_places(program);
        let names = pools(program)?;
        let [addresses, ids] = [Flow::of(program, Kind::Address)?, Flow::of(program, Kind::Id)?];
        let private = private(program, &ids, &names)?;
        let sets = private.iter().map(|(t, cells)| (*t, cells.iter().copied().collect())).collect();
        if names.is_empty() || Apart::new(program, &ids, &sets).finds() {
            return None;
        }
        let theirs = |t: &Tid| ids.theirs().iter().flat_map(|own| own.cells(program, *t)).collect::<Vec<_>>();
        let theirs = private.keys().flat_map(theirs).collect();
        let started = program.starts.iter().map(|s| (s.thread, s.started));
        let started = started.filter(|(t, _)| private.contains_key(t)).collect();
        Some(Pools { names, private, theirs, started, addresses, ids, mutexes: program.id_cells() })
    }

    /// The names of each pool.
    pub fn names(&self) -> &[Vec<Tid>] {
        &self.names
    }

    /// The flag by which a thread of this name is started.
    pub(super) fn started(&self, t: Tid) -> Option<Cell> {
        self.started.get(&t).copied()
    }

    /// The cells that belong to a thread of this name, in the same order for all names of a pool.
    pub(super) fn private(&self, t: Tid) -> &[Cell] {
        self.private.get(&t).map_or(&[], Vec::as_slice)
    }

    /// Whether a cell belongs to a thread of this name.
    pub(super) fn is_private(&self, t: Tid, cell: Cell) -> bool {
        self.private(t).contains(&cell)
    }

    /// Whether a pointer to this cell may be one to those of a thread of this name, or behind their end.
    pub(super) fn is_pointed_to(&self, t: Tid, cell: Cell) -> bool {
        self.is_private(t, cell) || cell.0.checked_sub(1).is_some_and(|before| self.is_private(t, Cell(before)))
    }

    /// Whether a register of a procedure may hold the address of such a cell.
    pub(super) fn may_point(&self, procedure: u32, r: Reg) -> bool {
        self.addresses.may_be_in(procedure, r)
    }

    /// Whether a register of a procedure may hold the id of a thread.
    pub(super) fn may_tell(&self, procedure: u32, r: Reg) -> bool {
        self.ids.may_be_in(procedure, r)
    }

    /// Whether some register may.
    pub(super) fn are_kept(&self) -> bool {
        self.ids.are_in_registers()
    }

    /// Whether a thread may find others: by ids that are kept, or by addresses of what is theirs.
    pub(super) fn tell_of_others(&self) -> bool {
        let kept = self.ids.cells().chain(self.addresses.cells()).next().is_some();
        kept || self.ids.are_in_registers() || !self.theirs.is_empty()
    }

    /// Whether nobody but a thread of this name accesses a cell.
    pub(super) fn is_alone(&self, t: Tid, cell: Cell) -> bool {
        self.is_private(t, cell) && !self.theirs.contains(&cell)
    }

    /// Whether a mutex, or another cell, tells of a thread.
    pub(super) fn is_told_of(&self, t: Tid, cell: impl Fn(Cell) -> Value) -> bool {
        let held = |(c, holds): (Cell, Holds)| holds.knows(cell(c), t);
        self.mutexes.iter().copied().chain(self.ids.cells().map(|c| (c, Holds::Owner))).any(held)
    }
}

/// A slice says where something would be stored that nobody needs, and stores nothing.
fn without_places(program: &Program) -> Program {
    let mut without = program.clone();
    for location in &mut without.locations {
        match &mut location.op {
            Op::Branch { cond, then, otherwise } if then == otherwise && is_idle(program, cond) => {
                location.op = Op::Skip { next: *then };
            }
            Op::Atomic { body, .. } => without_idle(program, body),
            _ => {}
        }
    }
    without
}

fn without_idle(program: &Program, body: &mut Vec<Statement>) {
    body.retain_mut(|statement| match statement {
        Statement::If { cond, then, otherwise } => {
            without_idle(program, then);
            without_idle(program, otherwise);
            !(then.is_empty() && otherwise.is_empty() && is_idle(program, cond))
        }
        Statement::Choose(bodies) => {
            bodies.iter_mut().for_each(|body| without_idle(program, body));
            true
        }
        Statement::Action(_) => true,
    });
}

/// Whether an expression is a place that is always there.
fn is_idle(program: &Program, e: &Expr) -> bool {
    let Expr::AddressOf(place) = e else { return false };
    Own::of(program, place).is_some() || matches!(place.kind, PlaceKind::Cell(_) | PlaceKind::Reg(_))
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
    Some(alike.into_values().filter(|names| names.len() > 1).collect())
}

/// The cells that belong to each name; nothing if some belong to several.
fn private(program: &Program, ids: &Flow, names: &[Vec<Tid>]) -> Option<BTreeMap<Tid, Vec<Cell>>> {
    let own = &own(program) | ids.theirs();
    let cells = |t: Tid| {
        let flags = program.start_of(t).into_iter().flat_map(|s| [s.started, s.ended]);
        let cells: Vec<Cell> = flags.chain(own.iter().flat_map(|own| own.cells(program, t))).collect();
        cells
    };
    let mut owners: BTreeMap<Cell, Tid> = BTreeMap::new();
    let all: Vec<(Tid, Vec<Cell>)> = (1..=program.threads.len() as u32).map(Tid).map(|t| (t, cells(t))).collect();
    for (t, cells) in &all {
        if cells.iter().any(|c| *owners.entry(*c).or_insert(*t) != *t) {
            return None;
        }
    }
    let mut all: BTreeMap<Tid, Vec<Cell>> = all.into_iter().collect();
    all.retain(|t, _| names.iter().flatten().any(|name| name == t));
    let initial = |t: &Tid| all[t].iter().map(|c| program.cells[c.0 as usize]).collect::<Vec<_>>();
    let alike = |names: &Vec<Tid>| names.iter().all(|t| initial(t) == initial(&names[0]));
    names.iter().all(alike).then_some(all)
}

//! The static part of the question what other threads may still do: what every action may access, and what the
//! threads of each kind always mean by it.

use super::Heuristics;
use super::flow::Flow;
use super::footprint::{Footprint, Mode};
use super::kinds::Kinds;
use super::memo::Memo;
use super::touched::Other;
use crate::ir::{Cell, GlobalKind, Loc, Program};
use crate::semantics::{LocalStore, Semantics};
use moverlog_rules::{Stack, Tid};
use std::cell::RefCell;

/// What is known before any state is.
pub struct Analysis<'a> {
    pub semantics: &'a Semantics<'a>,
    pub flow: Flow,
    pub footprints: Vec<Footprint>,
    pub heuristics: Heuristics,
    pub(super) kinds: Kinds,
    /// For each cell the owner cell of the mutex that it is a part of; data stand for themselves.
    mutexes: Vec<Cell>,
    pub(super) memo: RefCell<Memo>,
}

impl<'a> Analysis<'a> {
    pub fn new(semantics: &'a Semantics<'a>, heuristics: Heuristics) -> Self {
        let program = semantics.program;
        let addressed = Vec::from_iter(program.addressed());
        let footprints: Vec<Footprint> =
            program.locations.iter().map(|l| Footprint::of(program, l, &addressed)).collect();
        let flow = Flow::new(program);
        let kinds = Kinds::new(semantics, &flow, &footprints, heuristics);
        let memo = RefCell::new(Memo::new(&kinds));
        Analysis { semantics, flow, footprints, heuristics, kinds, mutexes: mutexes(program), memo }
    }

    /// The owner cell of the mutex that a cell is a part of; data stand for themselves.
    pub fn mutex_of(&self, c: Cell) -> Cell {
        self.mutexes[c.0 as usize]
    }

    /// The action at a location, whichever thread performs it.
    pub fn footprint(&self, l: Loc) -> &Footprint {
        &self.footprints[l.0 as usize]
    }

    /// The cells that some action may write, as data.
    pub fn written(&self) -> impl Iterator<Item = Cell> {
        let writes = self.footprints.iter().flat_map(|f| &f.accesses).filter(|a| a.mode != Mode::Read);
        writes.flat_map(|a| a.cells.iter().copied())
    }

    /// The action at a location when this thread performs it.
    pub fn footprint_of(&self, t: Tid, l: Loc) -> &Footprint {
        &self.kinds.of(t).footprints[l.0 as usize]
    }

    /// Another thread; nothing if it has gone wrong.
    pub fn other(&self, t: Tid, local: LocalStore, stack: Stack) -> Option<Other> {
        let semantics = self.semantics;
        let at = semantics.loc(local)?;
        let mut below = vec![];
        for frame in semantics.frames(stack) {
            let back = semantics.return_location(frame);
            if !below.contains(&back) {
                below.push(back);
            }
        }
        Some(Other { t, local, at, place: self.kinds.place(t, at), stack, below })
    }
}

fn mutexes(program: &Program) -> Vec<Cell> {
    let mut mutexes: Vec<Cell> = (0..program.cells.len() as u32).map(Cell).collect();
    for global in program.globals.iter().filter(|g| matches!(g.kind, GlobalKind::Mutex { .. })) {
        for owner in global.elements() {
            mutexes[owner.0 as usize..(owner.0 + global.stride()) as usize].fill(owner);
        }
    }
    mutexes
}

//! What is known of threads without a state. Threads are of one kind if they do the same at every location;
//! an index that a thread never changes, as its number among its like, makes a kind of its own.

use super::Heuristics;
use super::flow::Flow;
use super::footprint::{Access, Footprint};
use super::reach::Reach;
use super::touched::Touched;
use crate::ir::{Cell, Loc};
use crate::semantics::{EMPTY_STACK, Semantics};
use moverlog_rules::Tid;
use std::cell::OnceCell;

pub struct Kinds {
    /// For each thread its kind.
    of: Vec<usize>,
    pub(super) kinds: Vec<Kind>,
}

/// What is asked is found when it is asked for the first time.
pub(super) struct Kind {
    pub(super) footprints: Vec<Footprint>,
    /// By location.
    pub(super) ever: OnceCell<Vec<Touched>>,
    pub(super) surely: OnceCell<Vec<Touched>>,
    /// By the place of the other thread.
    pub(super) standings: Vec<OnceCell<Vec<Standing>>>,
}

/// How another thread at one place stands to one action.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    pub(super) apart: bool,
    pub(super) opposed: bool,
    pub(super) locking: bool,
}

impl Kinds {
    pub fn new(semantics: &Semantics<'_>, flow: &Flow, footprints: &[Footprint], heuristics: Heuristics) -> Self {
        let mut found: Vec<Vec<Option<Cell>>> = vec![];
        let mut kinds = Kinds { of: vec![], kinds: vec![] };
        for t in semantics.tids() {
            let cells = constant_cells(semantics, flow, footprints, heuristics, t);
            let known = found.iter().position(|other| *other == cells);
            kinds.of.push(known.unwrap_or(found.len()));
            if known.is_none() {
                kinds.kinds.push(Kind::new(footprints, &cells));
                found.push(cells);
            }
        }
        kinds
    }

    pub fn footprints(&self) -> impl Iterator<Item = &Footprint> {
        self.kinds.iter().flat_map(|k| &k.footprints)
    }

    pub(super) fn of(&self, t: Tid) -> &Kind {
        &self.kinds[self.of[t.0 as usize - 1]]
    }

    /// A location of a thread among those of all kinds.
    pub fn place(&self, t: Tid, l: Loc) -> usize {
        self.of[t.0 as usize - 1] * self.kinds[0].footprints.len() + l.0 as usize
    }
}

impl Kind {
    fn new(footprints: &[Footprint], cells: &[Option<Cell>]) -> Self {
        let mut footprints = footprints.to_vec();
        for (access, cell) in footprints.iter_mut().flat_map(|f| &mut f.accesses).zip(cells) {
            if let Some(cell) = cell {
                access.cells = vec![*cell];
                access.address = None;
            }
        }
        let n = footprints.len();
        Kind { footprints, ever: OnceCell::new(), surely: OnceCell::new(), standings: vec![OnceCell::new(); n] }
    }
}

/// For each access of each footprint the one cell that it always means in this thread, where there is an
/// address and it depends on nothing but what the thread starts with and keeps.
fn constant_cells(
    semantics: &Semantics<'_>,
    flow: &Flow,
    footprints: &[Footprint],
    heuristics: Heuristics,
    t: Tid,
) -> Vec<Option<Cell>> {
    let initial = semantics.initial();
    let local = initial.locals[t.0 as usize - 1];
    let from = semantics.loc(local).expect("no thread starts out wrong");
    let reach = Reach { from, stack: EMPTY_STACK, locations: flow.reach([from], |_| false) };
    let cell = |at: usize, access: &Access| {
        let address = access.address.as_ref().filter(|a| heuristics.pointer && a.reads.is_empty())?;
        let kept =
            reach.locations.contains(at) && reach.keeps(semantics, footprints, &address.registers, Loc(at as u32));
        if kept { semantics.slot(t, initial.global, local, &address.place)?.cell() } else { None }
    };
    footprints
        .iter()
        .enumerate()
        .flat_map(|(at, f)| f.accesses.iter().map(move |a| (at, a)))
        .map(|(at, a)| cell(at, a))
        .collect()
}

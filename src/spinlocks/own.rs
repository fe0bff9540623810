//! Variables that their thread alone reads and writes: registers, and cells that are found by its id alone.

use crate::ir::visit::{Visitor, walk_place};
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// One of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Own {
    Reg(u32),
    /// Thread `t` has the cell `start + t * stride`.
    Cell {
        start: i64,
        stride: u32,
    },
}

/// All of them that are cells.
#[derive(Default)]
pub(super) struct Owned(BTreeSet<Own>);

impl Owned {
    pub(super) fn new(program: &Program) -> Self {
        if declares(program) {
            return Owned::default();
        }
        let mut uses = Uses { of: BTreeMap::new() };
        program.locations.iter().for_each(|l| uses.op(&l.op));
        program.addressed().into_iter().for_each(|cell| uses.note(cell, None));
        // Whoever follows a pointer looks whether the object is still there.
        program.objects.iter().filter_map(|o| o.freed).for_each(|cell| uses.note(cell, None));
        let all: BTreeSet<Own> = uses.of.values().flatten().flatten().copied().collect();
        let shared: BTreeSet<Own> = uses.of.values().filter(|u| u.len() > 1).flatten().flatten().copied().collect();
        Owned(&all - &shared)
    }

    /// The variable of its thread that a place is.
    pub(super) fn of(&self, place: &Place) -> Option<Own> {
        match place.kind {
            PlaceKind::Reg(r) => Some(Own::Reg(r.0)),
            _ => by_id(place).filter(|own| self.0.contains(own)),
        }
    }
}

/// Whether protection is declared: then an access may go wrong for itself.
pub(super) fn declares(program: &Program) -> bool {
    program.globals.iter().any(|g| !matches!(g.protection, Protection::Inferred))
}

/// The cell of whoever evaluates.
fn by_id(place: &Place) -> Option<Own> {
    let PlaceKind::Index { base, stride, index, .. } = &place.kind else { return None };
    let first = match &**index {
        Expr::Tid => 0,
        Expr::Binary(Binary::Sub, a, b) => match (&**a, &**b) {
            (Expr::Tid, Expr::Const(first)) => *first,
            _ => return None,
        },
        _ => return None,
    };
    Some(Own::Cell { start: i64::from(base.0) - i64::from(first) * i64::from(*stride), stride: *stride })
}

/// For each cell as whose it is used: of whoever evaluates, or in some other way.
struct Uses {
    of: BTreeMap<Cell, BTreeSet<Option<Own>>>,
}

impl Uses {
    fn note(&mut self, cell: Cell, own: Option<Own>) {
        self.of.entry(cell).or_default().insert(own);
    }
}

impl<'p> Visitor<'p> for Uses {
    fn place(&mut self, place: &'p Place) {
        let own = by_id(place);
        place.cells().into_iter().for_each(|cell| self.note(cell, own));
        walk_place(self, place);
    }
}

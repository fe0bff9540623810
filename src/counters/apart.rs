//! What tells threads of a pool apart.

use super::flow::Flow;
use super::site::Site;
use crate::ir::visit::{Visitor, walk_action, walk_place};
use crate::ir::*;
use moverlog_rules::Tid;
use std::collections::{BTreeMap, BTreeSet};

/// Looks for what tells threads of a pool apart, but for their ids and the cells that are theirs.
pub(super) struct Apart<'p> {
    program: &'p Program,
    ids: &'p Flow,
    /// The cells of each.
    private: &'p BTreeMap<Tid, BTreeSet<Cell>>,
    /// The flags by which they are started.
    started: BTreeSet<Cell>,
    all: BTreeSet<Cell>,
    procedure: u32,
    at_site: bool,
    found: bool,
}

impl<'p> Apart<'p> {
    pub(super) fn new(program: &'p Program, ids: &'p Flow, private: &'p BTreeMap<Tid, BTreeSet<Cell>>) -> Self {
        let started = program.starts.iter().filter(|s| private.contains_key(&s.thread)).map(|s| s.started).collect();
        let all = private.values().flatten().copied().collect();
        Apart { program, ids, private, started, all, procedure: u32::MAX, at_site: false, found: false }
    }

    /// Whether there is something.
    pub(super) fn finds(mut self) -> bool {
        let program = self.program;
        for global in &program.globals {
            if let Protection::Exclusive(e, _) = &global.protection {
                self.expr(e);
            }
        }
        for location in &program.locations {
            self.procedure = location.procedure;
            self.at_site = Site::of(&location.op).is_some();
            self.op(&location.op);
        }
        // Whoever follows a pointer to a mutex may find the id of its owner.
        self.found |= program.addressed().iter().any(|c| program.is_of_mutex(*c));
        self.found |= program.pointers_at_first().into_iter().any(|v| v > 0 && self.all.contains(&Cell(v as u32 - 1)));
        self.found |= program.objects.iter().any(|o| self.belongs_to_several(o));
        self.found
    }

    /// Whether some of an object belongs to one of them, and some to others.
    fn belongs_to_several(&self, o: &Object) -> bool {
        let all = || (o.base.0..o.base.0 + o.len).map(Cell).chain(o.freed);
        let belongs = |cells: &BTreeSet<Cell>| all().filter(|c| cells.contains(c)).count();
        let flag = o.freed.is_some_and(|c| self.all.contains(&c)) && o.len == 0;
        flag || self.private.values().map(belongs).any(|count| count > 0 && count < all().count())
    }

    /// Whether a place is the cell of whoever accesses it, or of another one whose id is known.
    fn is_somebodys(&self, place: &Place) -> bool {
        self.ids.accessed(self.program, self.procedure, place).is_some()
    }

    fn assigned(&mut self, place: &'p Place, value: &'p Expr) {
        self.expr(value);
        match place.kind {
            PlaceKind::Cell(c) if self.at_site && self.all.contains(&c) => {}
            _ => {
                self.found |= self.is_somebodys(place) && place.cells().iter().any(|c| self.started.contains(c));
                self.place(place);
            }
        }
    }
}

impl<'p> Visitor<'p> for Apart<'p> {
    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Assign { place, value } => self.assigned(place, value),
            _ => walk_action(self, action),
        }
    }

    fn load(&mut self, place: &'p Place) {
        match place.kind {
            PlaceKind::Cell(c) if self.at_site && self.started.contains(&c) => {}
            _ => self.place(place),
        }
    }

    fn place(&mut self, place: &'p Place) {
        if !self.is_somebodys(place) {
            self.found |= place.cells().iter().any(|c| self.all.contains(c));
            walk_place(self, place);
        }
    }
}

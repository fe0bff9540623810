//! What tells threads of a pool apart.

use super::own::Own;
use super::site::Site;
use crate::ir::visit::{Visitor, walk_action, walk_expr, walk_place};
use crate::ir::*;
use moverlog_rules::Tid;
use std::collections::{BTreeMap, BTreeSet};

/// Looks for what tells threads of a pool apart, but for the cells that are theirs alone.
pub(super) struct Apart<'p> {
    program: &'p Program,
    /// The cells of each.
    private: &'p BTreeMap<Tid, BTreeSet<Cell>>,
    /// The flags by which they are started.
    started: BTreeSet<Cell>,
    all: BTreeSet<Cell>,
    at_site: bool,
    found: bool,
}

impl<'p> Apart<'p> {
    pub(super) fn new(program: &'p Program, private: &'p BTreeMap<Tid, BTreeSet<Cell>>) -> Self {
        let started = program.starts.iter().filter(|s| private.contains_key(&s.thread)).map(|s| s.started).collect();
        let all = private.values().flatten().copied().collect();
        Apart { program, private, started, all, at_site: false, found: false }
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

    /// Whether a place is the cell of whoever accesses it.
    fn is_own(&self, place: &Place) -> bool {
        Own::of(self.program, place).is_some()
    }

    /// An id that is compared with another one.
    fn compared(&mut self, id: &'p Expr) {
        if let Expr::Load(place) = id {
            self.place(place);
        }
    }

    /// Whether this may be the id of a thread that is started; with larger pools there are larger ones.
    fn may_be_id(&self, value: &Expr) -> bool {
        let first = self.program.starts.iter().map(|s| s.thread.0 as Value).min();
        matches!(value, Expr::Const(v) if first.is_some_and(|first| *v >= first))
    }

    fn assigned(&mut self, place: &'p Place, value: &'p Expr) {
        self.expr(value);
        match place.kind {
            PlaceKind::Cell(c) if self.at_site && self.all.contains(&c) => {}
            _ => {
                self.found |= self.at_site && self.may_be_id(value);
                let own = self.is_own(place) && place.cells().iter().any(|c| self.started.contains(c));
                self.found |= own;
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

    fn expr(&mut self, e: &'p Expr) {
        match e {
            Expr::Tid => self.found = true,
            Expr::Binary(Binary::Eq | Binary::Ne, a, b) if self.program.is_id(a) && self.program.is_id(b) => {
                self.compared(a);
                self.compared(b);
            }
            Expr::Binary(Binary::Eq | Binary::Ne, a, b) => match (&**a, &**b) {
                (Expr::Const(_), id) | (id, Expr::Const(_))
                    if self.program.is_id(id) && !self.may_be_id(a) && !self.may_be_id(b) =>
                {
                    self.compared(id);
                }
                _ => walk_expr(self, e),
            },
            _ => walk_expr(self, e),
        }
    }

    fn load(&mut self, place: &'p Place) {
        self.found |= self.program.is_owner(place);
        match place.kind {
            PlaceKind::Cell(c) if self.at_site && self.started.contains(&c) => {}
            _ => self.place(place),
        }
    }

    fn place(&mut self, place: &'p Place) {
        if !self.is_own(place) {
            self.found |= place.cells().iter().any(|c| self.all.contains(c));
            walk_place(self, place);
        }
    }
}

//! Who accesses the cells that belong to one thread, and what is made of thread ids.

use crate::ir::visit::{Visitor, walk_action, walk_expr, walk_op, walk_place};
use crate::ir::*;
use moverlog_rules::Tid;
use std::collections::{BTreeMap, BTreeSet};

/// An array with a cell for each thread from the first on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Array {
    base: Cell,
    len: u32,
    first: Value,
}

impl Array {
    /// What `a[tid - first]` is in.
    fn of(place: &Place) -> Option<Array> {
        let PlaceKind::Index { base, len, stride: 1, index } = &place.kind else { return None };
        let Expr::Binary(Binary::Sub, tid, first) = &**index else { return None };
        match (&**tid, &**first) {
            (Expr::Tid, Expr::Const(first)) => Some(Array { base: *base, len: *len, first: *first }),
            _ => None,
        }
    }

    /// The cell of a thread.
    pub(super) fn cell(self, t: Tid) -> Option<Cell> {
        let index = (t.0 as Value).checked_sub(self.first)?;
        (0..self.len as Value).contains(&index).then(|| Cell(self.base.0 + index as u32))
    }
}

/// Whether a place is the cell of whoever accesses it.
pub(super) fn is_own(place: &Place) -> bool {
    Array::of(place).is_some()
}

/// The arrays that threads access by their own ids.
pub(super) fn arrays(program: &Program) -> BTreeSet<Array> {
    let mut own = Own::default();
    program.locations.iter().for_each(|l| own.op(&l.op));
    own.arrays
}

/// The locations at which a thread reads what is its own.
pub(super) fn reads_own(op: &Op) -> bool {
    let mut own = Own::default();
    own.op(op);
    own.reads
}

#[derive(Default)]
struct Own {
    arrays: BTreeSet<Array>,
    reads: bool,
}

impl<'p> Visitor<'p> for Own {
    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Assign { place, value } if Array::of(place).is_some() => {
                self.arrays.extend(Array::of(place));
                self.expr(value);
            }
            _ => walk_action(self, action),
        }
    }

    fn place(&mut self, place: &'p Place) {
        let own = Array::of(place);
        self.reads |= own.is_some();
        self.arrays.extend(own);
        walk_place(self, place);
    }
}

/// What an operation does that starts threads of a pool.
#[derive(Default)]
pub(super) struct Site {
    /// It may have none left.
    limited: bool,
    stored: BTreeSet<Cell>,
}

impl Site {
    /// Nothing if it is none.
    pub(super) fn of(op: &Op) -> Option<Site> {
        let mut site = Site::default();
        site.op(op);
        site.limited.then_some(site)
    }

    pub(super) fn starts(&self, started: &Started) -> bool {
        self.stored.contains(&started.started)
    }
}

impl<'p> Visitor<'p> for Site {
    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Fail(Fault::Limit(crate::control::Bound::Threads)) => self.limited = true,
            Action::Assign { place: Place { kind: PlaceKind::Cell(c), .. }, .. } => {
                self.stored.insert(*c);
            }
            _ => {}
        }
    }
}

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

    /// Whether there is nothing.
    pub(super) fn is_nowhere(mut self) -> bool {
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
        let of_object = |o: &Object| (o.base.0..o.base.0 + o.len).map(Cell).chain(o.freed).collect::<Vec<_>>();
        let pointed = program.addressed().into_iter().chain(program.objects.iter().flat_map(of_object));
        self.found |= pointed.into_iter().any(|c| self.all.contains(&c));
        !self.found
    }

    fn is_id(&self, e: &Expr) -> bool {
        match e {
            Expr::Tid => true,
            Expr::Load(place) => self.is_owner(place),
            _ => false,
        }
    }

    fn is_owner(&self, place: &Place) -> bool {
        let is_mutex = |c: &Cell| matches!(self.program.global_of(*c).kind, GlobalKind::Mutex { .. });
        place.cells().iter().any(is_mutex)
    }

    /// An id that is compared with another one.
    fn compared(&mut self, id: &'p Expr) {
        if let Expr::Load(place) = id {
            self.place(place);
        }
    }

    /// Whether this is the id of one of them, which may be kept.
    fn is_kept(&self, value: &Expr) -> bool {
        matches!(value, Expr::Const(v) if *v > 0 && self.private.contains_key(&Tid(*v as u32)))
    }

    fn assigned(&mut self, place: &'p Place, value: &'p Expr) {
        self.expr(value);
        match place.kind {
            PlaceKind::Cell(c) if self.at_site && self.all.contains(&c) => {}
            _ => {
                self.found |= self.at_site && self.is_kept(value);
                let own = Array::of(place).is_some() && place.cells().iter().any(|c| self.started.contains(c));
                self.found |= own;
                self.place(place);
            }
        }
    }
}

impl<'p> Visitor<'p> for Apart<'p> {
    fn op(&mut self, op: &'p Op) {
        walk_op(self, op);
    }

    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Assign { place, value } => self.assigned(place, value),
            _ => walk_action(self, action),
        }
    }

    fn expr(&mut self, e: &'p Expr) {
        match e {
            Expr::Tid => self.found = true,
            Expr::Binary(Binary::Eq | Binary::Ne, a, b) if self.is_id(a) && self.is_id(b) => {
                self.compared(a);
                self.compared(b);
            }
            Expr::Binary(Binary::Eq | Binary::Ne, a, b) => match (&**a, &**b) {
                (Expr::Const(_), id) | (id, Expr::Const(_))
                    if self.is_id(id) && !self.is_kept(a) && !self.is_kept(b) =>
                {
                    self.compared(id);
                }
                _ => walk_expr(self, e),
            },
            _ => walk_expr(self, e),
        }
    }

    fn load(&mut self, place: &'p Place) {
        self.found |= self.is_owner(place);
        match place.kind {
            PlaceKind::Cell(c) if self.at_site && self.started.contains(&c) => {}
            _ => self.place(place),
        }
    }

    fn place(&mut self, place: &'p Place) {
        if Array::of(place).is_none() {
            self.found |= place.cells().iter().any(|c| self.all.contains(c));
            walk_place(self, place);
        }
    }
}

//! What stands in an object before anybody has set it: [`UNSET`] where numbers and pointers are, and in objects of the
//! library what none holds that somebody has initialised.

use super::forms::{At, Located};
use super::function::Body;
use super::types::{INT, Leaf, Structs, Sync, Type};
use super::unit::{Home, Unit};
use crate::ir::{Action, Cell, Domain, Expr, Op, Place, Statement, UNSET, Value};

/// What stands in an object of the library that was destroyed, or that nobody has initialised: nobody owns such a mutex,
/// nor is it free, and for such a condition all wait.
const UNMADE: Value = -1;

/// The same of a readers-writer lock: less than any writer makes of it.
const UNMADE_LOCK: Value = -100;

const MUTEX: Type = Type::Sync(Sync::Mutex);

impl Type {
    /// What stands in a cell before anybody has set it; nothing if that does not count.
    fn unset(&self) -> Option<Value> {
        match self.plain() {
            Type::Sync(Sync::Once) => Some(UNSET),
            Type::Sync(_) => self.unmade(),
            _ => self.is_scalar().then_some(UNSET),
        }
    }

    /// What stands in the first cell of an object of the library once it is destroyed.
    pub(super) fn unmade(&self) -> Option<Value> {
        match self.plain() {
            Type::Sync(Sync::Once | Sync::Attributes) => None,
            Type::Sync(Sync::RwLock) => Some(UNMADE_LOCK),
            Type::Sync(_) => Some(UNMADE),
            _ => None,
        }
    }
}

impl Structs {
    /// The cells of an object in which something else stands before somebody sets it: of a mutex the owner.
    fn unset(&self, ty: &Type) -> Vec<(u32, Type, Value)> {
        let (owners, _) = self.lock_cells(ty);
        let counts = |(i, (_, ty)): (u32, Leaf)| {
            let part_of_mutex = ty == MUTEX && !owners.contains(&i);
            ty.unset().filter(|_| !part_of_mutex).map(|value| (i, ty, value))
        };
        (0..).zip(self.leaves(ty)).filter_map(counts).collect()
    }

    /// Where an object has readers-writer locks.
    pub(super) fn readers_writers(&self, ty: &Type) -> Vec<(u32, Type)> {
        let leaves = (0..).zip(self.leaves(ty)).map(|(i, (_, ty))| (i, ty));
        leaves.filter(|(_, ty)| *ty == Type::Sync(Sync::RwLock)).collect()
    }

    /// Where an object has the owners of mutexes, and all cells of objects of the library.
    pub(super) fn lock_cells(&self, ty: &Type) -> (Vec<u32>, Vec<u32>) {
        let leaves = (0..).zip(self.leaves(ty)).map(|(i, (_, ty))| (i, ty));
        let locks: Vec<(u32, Type)> = leaves.filter(|(_, ty)| matches!(ty, Type::Sync(_))).collect();
        let mutexes = locks.iter().filter(|(_, ty)| *ty == MUTEX);
        let owners = mutexes.step_by(self.cells(&MUTEX) as usize).map(|(i, _)| *i).collect();
        (owners, locks.iter().map(|(i, _)| *i).collect())
    }
}

impl Unit<'_> {
    /// Whether all values are taken of each number of a type, and it has no pointers.
    pub(super) fn takes_all_of(&self, ty: &Type) -> bool {
        let is_taken = |ty: &Type| ty.int().is_some_and(|int| !int.is_wide());
        let leaves = self.structs.leaves(ty);
        self.options.takes_all() && leaves.iter().filter(|(_, ty)| ty.is_scalar()).all(|(_, ty)| is_taken(ty))
    }

    /// What stands in an object that nobody has set: nothing in numbers of which all values are taken.
    pub(super) fn unset_values(&self, ty: &Type) -> Vec<(u32, Value)> {
        let unset = self.structs.unset(ty).into_iter();
        unset.filter(|(_, ty, _)| !(ty.is_scalar() && self.takes_all_of(ty))).map(|(i, _, value)| (i, value)).collect()
    }

    /// Nobody may have set these cells of an object when they are read.
    pub(super) fn may_be_unset(&mut self, home: &Home, unset: &[(u32, Value)]) {
        for base in self.bases(home) {
            for (further, value) in unset {
                let cells = match *value {
                    UNSET => &mut self.program.unset.get_or_insert_default().cells,
                    _ => &mut self.objects.unmade,
                };
                cells.insert(Cell(base + further));
            }
        }
    }

    /// The same, and nobody has set them when the program begins.
    pub(super) fn begins_unset(&mut self, home: &Home, unset: &[(u32, Value)]) {
        self.may_be_unset(home, unset);
        for base in self.bases(home) {
            unset.iter().for_each(|(further, value)| self.set_cell(Cell(base + further), *value));
        }
    }

    /// What an object of the library holds at least while it may be used, where it may hold less.
    pub(super) fn least_made(&self, object: &Located) -> Option<Value> {
        let unmade = object.ty.unmade()?;
        let is_destroyed = self.facts.destroys.iter().any(|kind| *object.ty.plain() == Type::Sync(*kind));
        let is_known = matches!(object.at, At::Cell(cell) if !self.objects.unmade.contains(&cell));
        (is_destroyed || !is_known).then_some(unmade + 1)
    }
}

impl Body<'_, '_> {
    /// What the object holds from now on is not known.
    pub(super) fn forgets(&mut self, object: &Located) {
        let cells: Vec<Cell> = match &object.at {
            At::Cell(cell) => vec![*cell],
            At::Index { base, len, stride, .. } => (0..*len).map(|i| Cell(base.0 + i * stride)).collect(),
            _ => vec![],
        };
        self.unit.program.unset.get_or_insert_default().registers |= cells.is_empty();
        let unset = self.unit.structs.unset(&object.ty).into_iter().map(|(i, _, value)| (i, value));
        let unset: Vec<_> = unset.collect();
        cells.into_iter().for_each(|cell| self.unit.may_be_unset(&Home::Cells(cell), &unset));
        self.unsets(object);
    }

    /// One step that forgets what an object holds.
    pub(super) fn unsets(&mut self, to: &Located) {
        let unset = self.unit.structs.unset(&to.ty).into_iter();
        self.in_one_step(unset.map(|(further, _, value)| forgotten(to, further, value)).collect());
    }

    /// One step behind which nobody has set an object: its numbers are any, if all values are taken.
    pub(super) fn holds_anything(&mut self, to: &Located) {
        let unit = &self.unit;
        let held = |(further, ty, value): (u32, Type, Value)| match ty.is_scalar() && unit.takes_all_of(&ty) {
            true => unit.any_number(to.clone().further(further, ty.clone()).place(), ty.int().expect("it is a number")),
            false => forgotten(to, further, value),
        };
        let body = unit.structs.unset(&to.ty).into_iter().map(held).collect();
        self.in_one_step(body);
    }

    fn in_one_step(&mut self, body: Vec<Action>) {
        if !body.is_empty() {
            let body = body.into_iter().map(Statement::Action).collect();
            self.step(|next| Op::Atomic { body, next });
        }
    }
}

/// Forgets what a cell of an object holds.
fn forgotten(object: &Located, further: u32, unset: Value) -> Action {
    let place = Place { domain: Domain::Int, ..object.clone().further(further, INT).place() };
    Action::Assign { place, value: Expr::Const(unset) }
}

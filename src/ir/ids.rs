//! Which expressions and cells are ids of threads, by the language alone.

use super::{Cell, Expr, GlobalKind, Place, PlaceKind, Program, Value};
use moverlog_rules::Tid;

/// How a cell of a mutex holds thread ids.
#[derive(Clone, Copy)]
pub(crate) enum Holds {
    Owner,
    /// Bit `t - 1` for thread `t`.
    WaitSet,
}

impl Holds {
    /// Whether a value of such a cell tells of a thread.
    pub(crate) fn knows(self, value: Value, t: Tid) -> bool {
        match self {
            Holds::Owner => value == t.0 as Value,
            Holds::WaitSet => value >> (t.0 - 1) & 1 == 1,
        }
    }
}

impl Program {
    /// The cells of mutexes that hold ids.
    pub(crate) fn id_cells(&self) -> Vec<(Cell, Holds)> {
        let mut ids = vec![];
        for global in &self.globals {
            if let GlobalKind::Mutex { waited, .. } = global.kind {
                for owner in global.elements() {
                    ids.push((owner, Holds::Owner));
                    ids.extend(waited.then_some((Cell(owner.0 + global.stride() - 1), Holds::WaitSet)));
                }
            }
        }
        ids
    }

    /// Whether the value of an expression is the id of a thread: of whoever evaluates it, or who holds a mutex.
    pub(crate) fn is_id(&self, e: &Expr) -> bool {
        match e {
            Expr::Tid => true,
            Expr::Load(place) => self.is_owner(place),
            _ => false,
        }
    }

    /// Whether a place tells who holds a mutex; not known of one to which a pointer leads.
    pub(crate) fn is_owner(&self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Cell(c) | PlaceKind::Index { base: c, .. } => self.is_of_mutex(*c),
            PlaceKind::Reg(_) | PlaceKind::RegIndex { .. } | PlaceKind::Deref { .. } => false,
        }
    }

    /// Whether a cell is one of a mutex.
    pub(crate) fn is_of_mutex(&self, cell: Cell) -> bool {
        matches!(self.global_of(cell).kind, GlobalKind::Mutex { .. })
    }
}

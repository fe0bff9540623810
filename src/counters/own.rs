//! The cells that a thread accesses by its own id: those of its flags and arguments, and of its variables in memory.

use crate::ir::visit::{Visitor, walk_place};
use crate::ir::*;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// Cells at equal distances, one for each thread from the first on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Own {
    base: Cell,
    len: u32,
    stride: u32,
    first: Value,
}

impl Own {
    /// What `a[tid - first]` is one of.
    pub(super) fn of(program: &Program, place: &Place) -> Option<Own> {
        Own::by(program, place).filter(|(_, id)| matches!(id, Expr::Tid)).map(|(own, _)| own)
    }

    /// What `a[id - first]` is one of, and the id. An array that the text has is none: with larger pools it is too
    /// short.
    pub(super) fn by<'e>(program: &Program, place: &'e Place) -> Option<(Own, &'e Expr)> {
        let PlaceKind::Index { base, len, stride, index } = &place.kind else { return None };
        let Expr::Binary(Binary::Sub, id, first) = &**index else { return None };
        let Expr::Const(first) = **first else { return None };
        let own = Own { base: *base, len: *len, stride: *stride, first };
        // Such names the text has not.
        let is_made = |i| program.global_of(Cell(base.0 + i * stride)).name.contains(['#', ':']);
        (*len > 1 && (1..*len).all(is_made)).then_some((own, &**id))
    }

    /// That of a thread.
    fn cell(self, t: Tid) -> Option<Cell> {
        let index = (t.0 as Value).checked_sub(self.first)?;
        (0..self.len as Value).contains(&index).then(|| Cell(self.base.0 + index as u32 * self.stride))
    }

    /// Those of a thread, to all of which a pointer to this one may be moved.
    pub(super) fn cells(self, program: &Program, t: Tid) -> Vec<Cell> {
        let Some(cell) = self.cell(t) else { return vec![] };
        program.object_of(cell).map_or(vec![cell], |o| (o.base.0..o.base.0 + o.len).map(Cell).chain(o.freed).collect())
    }
}

/// All that the text has.
pub(super) fn own(program: &Program) -> BTreeSet<Own> {
    let mut found = Found { program, own: BTreeSet::new() };
    program.locations.iter().for_each(|l| found.op(&l.op));
    found.own
}

struct Found<'p> {
    program: &'p Program,
    own: BTreeSet<Own>,
}

impl<'p> Visitor<'p> for Found<'p> {
    fn place(&mut self, place: &'p Place) {
        self.own.extend(Own::of(self.program, place));
        walk_place(self, place);
    }
}

//! Cells that pointers may lead to.

use crate::ir::visit::{Visitor, walk_expr};
use crate::ir::*;

/// Every cell that some pointer may point to.
pub fn addressed(program: &Program) -> Vec<Cell> {
    let mut found = Addressed { program, cells: vec![] };
    for location in &program.locations {
        found.op(&location.op);
    }
    for global in &program.globals {
        if global.kind == GlobalKind::Data(Domain::Pointer) {
            let pointees = global.elements().filter_map(|c| pointee(program.cells[c.0 as usize]));
            found.cells.extend(pointees.flat_map(|c| program.reachable_from(c)));
        }
    }
    // A register's initial value may be a pointer or a small number: any cell it could mean counts.
    let initial = program.threads.iter().flat_map(|t| &t.arguments).chain(program.thread_locals.iter().map(|(_, v)| v));
    found.cells.extend(initial.filter_map(|v| pointee(*v)).filter(|c| (c.0 as usize) < program.cells.len()));
    found.cells.sort_unstable();
    found.cells.dedup();
    found.cells
}

fn pointee(v: Value) -> Option<Cell> {
    (v > 0).then(|| Cell(v as u32 - 1))
}

struct Addressed<'a> {
    program: &'a Program,
    cells: Vec<Cell>,
}

impl<'p> Visitor<'p> for Addressed<'_> {
    fn expr(&mut self, e: &'p Expr) {
        if let Expr::AddressOf(place) = e {
            let range = place.cells().into_iter();
            self.cells.extend(range.flat_map(|c| self.program.reachable_from(c)));
        }
        walk_expr(self, e);
    }
}

//! What may hold what nobody has set: cells that the program names, and registers that some step makes so. Whoever reads
//! it stops in a circuit, so nothing else ever holds it there.

use super::pointed::pointed;
use crate::ir::*;
use std::collections::BTreeSet;

#[derive(Default)]
pub(super) struct UnsetPlaces {
    cells: BTreeSet<Cell>,
    /// By their procedures.
    registers: BTreeSet<(u32, Reg)>,
    /// What pointers may lead to.
    pointed: Vec<Cell>,
}

impl UnsetPlaces {
    pub(super) fn of(program: &Program) -> UnsetPlaces {
        let Some(unset) = &program.unset else { return UnsetPlaces::default() };
        let mut found = UnsetPlaces { cells: unset.cells.clone(), pointed: pointed(program), ..UnsetPlaces::default() };
        for location in &program.locations {
            found.op(location.procedure, &location.op);
        }
        found
    }

    pub(super) fn has_cell(&self, cell: Cell) -> bool {
        self.cells.contains(&cell)
    }

    pub(super) fn has_register(&self, procedure: u32, register: Reg) -> bool {
        self.registers.contains(&(procedure, register))
    }

    fn op(&mut self, procedure: u32, op: &Op) {
        match op {
            Op::Do { action, .. } => self.action(procedure, action),
            Op::Atomic { body, .. } => self.statements(procedure, body),
            _ => {}
        }
    }

    fn statements(&mut self, procedure: u32, body: &[Statement]) {
        for statement in body {
            match statement {
                Statement::Action(action) => self.action(procedure, action),
                Statement::If { then, otherwise, .. } => {
                    [then, otherwise].into_iter().for_each(|body| self.statements(procedure, body));
                }
                Statement::Choose(bodies) => bodies.iter().for_each(|body| self.statements(procedure, body)),
            }
        }
    }

    fn action(&mut self, procedure: u32, action: &Action) {
        let Action::Assign { place, value: Expr::Const(UNSET) } = action else { return };
        match place.kind {
            PlaceKind::Reg(register) => {
                self.registers.insert((procedure, register));
            }
            PlaceKind::RegIndex { base, len, .. } => {
                self.registers.extend((0..len).map(|i| (procedure, Reg(base.0 + i))));
            }
            PlaceKind::Deref { .. } => self.cells.extend(&self.pointed),
            PlaceKind::Cell(_) | PlaceKind::Index { .. } => {}
        }
    }
}

//! Cells that pointers may lead to.

use super::visit::{Visitor, walk_expr};
use super::*;

impl Program {
    /// Every cell that some pointer may lead to: its address is taken and kept, or something points to it from the start.
    pub(crate) fn addressed(&self) -> BTreeSet<Cell> {
        let mut found = Addressed { program: self, cells: BTreeSet::new() };
        self.locations.iter().for_each(|l| found.op(&l.op));
        self.pointers_at_first().into_iter().for_each(|v| found.pointer(v));
        found.cells
    }

    /// The values of pointers before the first step.
    pub(crate) fn pointers_at_first(&self) -> Vec<Value> {
        let globals = self.globals.iter().filter(|g| g.kind == GlobalKind::Data(Domain::Pointer));
        let cells = globals.flat_map(GlobalVariable::elements).map(|c| self.cells[c.0 as usize]);
        cells.chain(self.threads.iter().flat_map(|t| self.pointers_of(t))).collect()
    }

    /// What the thread-local variables and parameters of a thread begin with.
    fn pointers_of<'p>(&'p self, thread: &'p Thread) -> impl Iterator<Item = Value> + 'p {
        let values = self.thread_locals.iter().map(|(_, v)| v).chain(&thread.arguments);
        let registers = &self.procedures[thread.procedure as usize].registers;
        values.zip(registers).filter(|(_, r)| r.domain == Domain::Pointer).map(|(v, _)| *v)
    }
}

struct Addressed<'p> {
    program: &'p Program,
    cells: BTreeSet<Cell>,
}

impl Addressed<'_> {
    fn pointer(&mut self, value: Value) {
        // Others are numbers.
        if (1..=self.program.cells.len() as Value).contains(&value) {
            self.leads_to(Cell(value as u32 - 1));
        }
    }

    fn leads_to(&mut self, cell: Cell) {
        // The whole of an object at once.
        if !self.cells.contains(&cell) {
            self.cells.extend(self.program.reachable_from(cell));
        }
    }
}

impl<'p> Visitor<'p> for Addressed<'p> {
    fn expr(&mut self, e: &'p Expr) {
        if let Expr::AddressOf(place) = e {
            place.cells().into_iter().for_each(|c| self.leads_to(c));
        }
        walk_expr(self, e);
    }

    /// An address that is compared, or found to be one, leads nowhere.
    fn cond(&mut self, e: &'p Expr) {
        match e {
            Expr::AddressOf(place) => self.place(place),
            Expr::Unary(..) | Expr::Binary(..) | Expr::Conditional(..) => {
                operands(e).into_iter().for_each(|operand| self.cond(operand));
            }
            _ => self.expr(e),
        }
    }
}

/// What a number is computed of.
fn operands(e: &Expr) -> Vec<&Expr> {
    match e {
        Expr::Unary(_, a) => vec![a],
        Expr::Binary(_, a, b) => vec![a, b],
        Expr::Conditional(c, a, b) => vec![c, a, b],
        _ => vec![],
    }
}

//! Formulas of DYN's Table 2 over a circuit: what they test, in all states at once.

use super::expressions::Slot;
use super::machine::{Builder, Data, Machine};
use crate::dynamic::{Analysis, Formula, Pointee, Test};
use crate::ir::{Cell, Loc, Value};
use crate::symbolic::circuit::Lit;
use crate::symbolic::words::{Arithmetic, Word};
use moverlog_rules::Tid;

/// A thread that stays, with what it sees, and all others where they are.
pub struct Here<'h> {
    pub analysis: &'h Analysis<'h>,
    pub tid: Tid,
    pub loc: Loc,
    pub data: &'h Data,
    /// What another thread sees between blocks.
    pub other: &'h dyn Fn(Tid) -> Data,
    /// For each thread its locations, each with whether it is there.
    pub at: &'h [Vec<(Loc, Lit)>],
}

/// Each cell that is meant, with its condition.
type Cells = Vec<(Lit, Cell)>;

impl Here<'_> {
    /// Where a formula holds.
    pub fn holds(&self, builder: &mut Builder<'_>, formula: &Formula) -> Lit {
        match formula {
            Formula::True => Lit::TRUE,
            Formula::False => Lit::FALSE,
            Formula::All(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|f| self.holds(builder, f)).collect();
                builder.circuit.all(parts)
            }
            Formula::Any(parts) => {
                let parts: Vec<Lit> = parts.iter().map(|f| self.holds(builder, f)).collect();
                builder.circuit.any(parts)
            }
            Formula::Test(test) => self.tests(builder, test),
        }
    }

    fn tests(&self, builder: &mut Builder<'_>, test: &Test) -> Lit {
        match test {
            Test::Far(u, locations) => {
                let there = self.at[u.0 as usize - 1].iter().filter(|(l, _)| locations.contains(l.0 as usize));
                !builder.circuit.any(there.map(|(_, is_there)| *is_there))
            }
            Test::Differ(p, q) => {
                let (p, q) = (self.cells(builder, p), self.cells(builder, q));
                let pairs = p.iter().flat_map(|p| q.iter().map(move |q| (p, q)));
                let same = pairs.filter(|((_, p), (_, q))| self.analysis.mutex_of(*p) == self.analysis.mutex_of(*q));
                let c = &mut builder.circuit;
                let same: Vec<Lit> = same.map(|((a, _), (b, _))| c.and(*a, *b)).collect();
                !c.any(same)
            }
            Test::Unlike(p, value) => !self.some(builder, p, *value, true),
            Test::Held(m) => !self.some(builder, m, self.tid.0 as Value, false),
        }
    }

    /// Whether the cell that is meant, if there is one, holds this value, or another one.
    fn some(&self, builder: &mut Builder<'_>, p: &Pointee, value: Value, is: bool) -> Lit {
        let value = Word::constant(i64::from(value));
        let found: Vec<Lit> = self
            .cells(builder, p)
            .into_iter()
            .map(|(meant, cell)| {
                let c = &mut builder.circuit;
                let equal = c.equal(&self.data.cells[cell.0 as usize], &value);
                c.and(meant, equal.negated_if(!is))
            })
            .collect();
        builder.circuit.any(found)
    }

    /// The cells that a pointer may lead to; none where finding it goes wrong.
    fn cells(&self, builder: &mut Builder<'_>, p: &Pointee) -> Cells {
        let (t, place) = match p {
            Pointee::Cell(cell) => return vec![(Lit::TRUE, *cell)],
            Pointee::Place { t, place, .. } => (*t, place),
        };
        let registers = if t == self.tid { self.data.registers.clone() } else { (self.other)(t).registers };
        let data = Data { cells: self.data.cells.clone(), registers };
        let mut machine = Machine::looking(builder, self.loc, t.0 as Value, data);
        let slots = machine.slots(place);
        let runs = machine.runs;
        let cell = |(meant, slot): (Lit, Slot)| match slot {
            Slot::Cell(cell) => Some((builder.circuit.and(runs, meant), cell)),
            Slot::Reg(_) => None,
        };
        slots.into_iter().filter_map(cell).collect()
    }
}

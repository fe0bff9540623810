//! The instrumented program of FQ 4.2, as `semantics::instrumented` has it: a thread goes wrong where it accesses a
//! variable against its declared protection.

use super::expressions::{Slot, Slots};
use super::machine::{Data, Machine};
use crate::ir::*;
use crate::symbolic::circuit::Lit;
use crate::symbolic::words::{Arithmetic, Word};

impl Machine<'_, '_> {
    /// What an access to these does besides.
    pub(super) fn accesses(&mut self, slots: &Slots) {
        if !self.is_guarded {
            return;
        }
        let program = self.program();
        for (condition, slot) in slots {
            let Slot::Cell(cell) = slot else { continue };
            match &program.global_of(*cell).protection {
                Protection::Inferred => {}
                Protection::GuardedBy(guards) => {
                    guards.iter().for_each(|guard| self.guarded(*condition, program.mutex_of(*cell, guard)));
                }
                Protection::Exclusive(predicate, _) => self.exclusive(*condition, predicate),
            }
        }
    }

    /// A cell that mutexes are declared to guard is accessed by who holds them, now or since before the step.
    fn guarded(&mut self, condition: Lit, mutex: Cell) {
        let held = self.held(mutex);
        let both = self.circuit().and(condition, !held);
        self.fails(both, false);
    }

    fn held(&mut self, mutex: Cell) -> Lit {
        let me = Word::constant(i64::from(self.tid));
        let (before, now) = (self.before[mutex.0 as usize].clone(), self.data.cells[mutex.0 as usize].clone());
        let c = self.circuit();
        let (before, now) = (c.equal(&before, &me), c.equal(&now, &me));
        c.or(before, now)
    }

    /// Before the step somebody else has the cell exclusively, and the thread itself has not. Only once it is known
    /// that the step can be made does it go wrong.
    fn exclusive(&mut self, condition: Lit, predicate: &Expr) {
        let (me, all) = (self.tid, 1..=self.program().threads.len() as Value);
        let mine = self.has_access(me, predicate);
        let others: Vec<Lit> = all.filter(|u| *u != me).map(|u| self.has_access(u, predicate)).collect();
        let (runs, evaluated, before) = (self.runs, self.evaluated, self.intrudes);
        let c = self.circuit();
        let theirs = c.any(others);
        let here = c.all([runs, evaluated, condition, theirs, !mine]);
        self.intrudes = c.or(before, here);
    }

    /// E(t, x) of FQ 4.1; false where it cannot be evaluated.
    fn has_access(&mut self, t: Value, predicate: &Expr) -> Lit {
        let data = Data { cells: self.before.clone(), registers: vec![] };
        let mut machine = Machine::looking(self.builder, self.loc, t, data);
        let holds = machine.truth(predicate);
        let evaluated = machine.runs;
        self.circuit().and(holds, evaluated)
    }
}

//! What an invariant says, for people: where each thread may be, and what small numbers may be there.

use super::layout::Number;
use super::system::System;
use crate::control::Control;
use crate::ir::{Cell, Loc, Program, Reg, Value};
use crate::symbolic::circuit::{Circuit, Lit};
use crate::symbolic::cnf::{Start, Unrolled};
use crate::symbolic::solver::{Answer, SatLit, Solver, embedded};
use moverlog_rules::Tid;

/// Where a thread may be between blocks, and what numbers may be then, those that may be anything left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The thread.
    pub thread: Tid,
    /// Where it is.
    pub loc: Loc,
    /// The values of each variable.
    pub values: Vec<(Variable, Vec<Value>)>,
}

/// What has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variable {
    /// All share it.
    Cell(Cell),
    /// The thread's own.
    Reg(Reg),
}

/// Numbers of more bits are left out.
const SMALL: usize = 4;

/// What clauses over latches say of each thread at each visible place; what a bound leaves open is left out.
pub fn facts(program: &Program, system: &System, clauses: &[Vec<Lit>], control: &Control<'_>) -> Vec<Fact> {
    let mut circuit = system.circuit.clone();
    let mut at = vec![];
    for (t, blocks) in system.blocks.iter().enumerate() {
        let places = blocks.visible.iter().enumerate();
        at.extend(places.map(|(i, place)| (t, Loc(place.0.0), system.layout.is_at(&mut circuit, t, i))));
    }
    let mut asked = Asked::new(&circuit, clauses, control);
    let known = at.into_iter().filter_map(|(t, loc, here)| {
        let here = asked.lit(here);
        let reached = asked.solver.solve(&[here]) == Answer::Satisfiable;
        reached.then(|| Fact { thread: Tid(t as u32 + 1), loc, values: asked.values(program, system, t, here) })
    });
    known.collect()
}

/// A solver that holds the clauses.
struct Asked<'c> {
    unrolled: Unrolled<'c>,
    solver: Box<dyn Solver + 'c>,
}

impl<'c> Asked<'c> {
    fn new(circuit: &'c Circuit, clauses: &[Vec<Lit>], control: &'c Control<'c>) -> Self {
        let mut asked = Asked { unrolled: Unrolled::new(circuit, Start::Any), solver: embedded(control) };
        for clause in clauses {
            let clause: Vec<SatLit> = clause.iter().map(|lit| asked.lit(*lit)).collect();
            asked.solver.clause(&clause);
        }
        asked
    }

    fn lit(&mut self, lit: Lit) -> SatLit {
        self.unrolled.lit(&mut *self.solver, 0, lit)
    }

    fn values(&mut self, program: &Program, system: &System, t: usize, here: SatLit) -> Vec<(Variable, Vec<Value>)> {
        let cells = (0..).map(|c| Variable::Cell(Cell(c))).zip(&system.layout.cells);
        let registers = (0..).map(|r| Variable::Reg(Reg(r))).zip(&system.layout.registers[t]);
        let hidden = |v: Variable| match v {
            Variable::Cell(c) => program.global_of(c).is_hidden(),
            Variable::Reg(r) => {
                program.procedures[program.threads[t].procedure as usize].registers[r.0 as usize].hidden
            }
        };
        let small = |number: &Number| (1..=SMALL).contains(&number.latches().count());
        let known = cells.chain(registers).filter(|(v, number)| small(number) && !hidden(*v));
        known.filter_map(|(v, number)| Some((v, self.some(number, here)?))).collect()
    }

    /// The values that a number may have; nothing if it may have all that its bits have.
    fn some(&mut self, number: &Number, here: SatLit) -> Option<Vec<Value>> {
        let bits: Vec<SatLit> = number.latches().map(|bit| self.lit(bit)).collect();
        let all = 0..1u32 << bits.len();
        let holds = |value: &u32| {
            let says = bits.iter().enumerate().map(|(i, bit)| bit.negated_if(value >> i & 1 == 0));
            let assumed: Vec<SatLit> = says.chain([here]).collect();
            self.solver.solve(&assumed) != Answer::Unsatisfiable
        };
        let found: Vec<u32> = all.clone().filter(holds).collect();
        let mut values: Vec<Value> = found.iter().map(|value| number.signed(*value)).collect();
        values.sort_unstable();
        (found.len() < all.len()).then_some(values)
    }
}

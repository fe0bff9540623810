//! What an invariant says, for people: where each thread may be, and what small numbers may be there.

use super::layout::Number;
use super::system::System;
use crate::control::Control;
use crate::execution::{Shown, show, show_cell};
use crate::ir::{Cell, Loc, Program, Reg, Register, Value};
use crate::symbolic::circuit::{Circuit, Lit};
use crate::symbolic::cnf::Start;
use crate::symbolic::question::Question;
use crate::symbolic::solver::{Answer, Sat, SatLit};
use moverlog_rules::{Copy, Tid};

/// Where a thread may be between blocks, and what numbers may be then, those that may be anything left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The thread.
    pub thread: Tid,
    /// Where it is.
    pub loc: Loc,
    /// Whether it is inside a transaction, so that nobody else moves.
    pub inside: bool,
    /// The values of each variable, by its name.
    pub values: Vec<(String, Vec<Shown>)>,
}

/// What has a value.
#[derive(Clone, Copy)]
enum Variable {
    Cell(Cell),
    /// Of a thread's procedure.
    Reg(Reg),
}

/// Numbers of more bits are left out.
const SMALL: usize = 4;

/// What clauses over latches say of each thread at each visible place; what a bound leaves open is left out.
pub fn facts(program: &Program, system: &System, clauses: &[Vec<Lit>], sat: Sat, control: &Control<'_>) -> Vec<Fact> {
    let mut circuit = system.circuit.clone();
    let mut at = vec![];
    for (t, blocks) in system.blocks.iter().enumerate() {
        let places = blocks.visible.iter().enumerate();
        at.extend(places.map(|(i, place)| (t, *place, system.layout.is_at(&mut circuit, t, i))));
    }
    let mut asked = Asked::new(&circuit, clauses, sat, control);
    let known = at.into_iter().filter_map(|(t, place, here)| {
        let loc = Loc(place.0.0);
        let here = asked.0.lit(0, here);
        let reached = asked.0.solver.solve(&[here]) == Answer::Satisfiable;
        reached.then(|| Fact {
            thread: Tid(t as u32 + 1),
            loc,
            inside: place.1 != Copy::N,
            values: asked.values(At { program, thread: t, loc }, system, here),
        })
    });
    known.collect()
}

/// A thread at a location of its procedure.
#[derive(Clone, Copy)]
struct At<'p> {
    program: &'p Program,
    thread: usize,
    loc: Loc,
}

impl At<'_> {
    fn register(&self, r: Reg) -> &Register {
        let procedure = self.program.threads[self.thread].procedure;
        &self.program.procedures[procedure as usize].registers[r.0 as usize]
    }

    /// Whether it has a name that is known there.
    fn knows(&self, v: Variable) -> bool {
        match v {
            Variable::Cell(c) => !self.program.global_of(c).is_hidden(),
            Variable::Reg(r) => {
                let in_scope = self.program.location(self.loc).in_scope.get(r.0 as usize) != Some(&false);
                in_scope && !self.register(r).hidden
            }
        }
    }

    fn name(&self, v: Variable) -> String {
        match v {
            Variable::Cell(c) => self.program.cell_name(c),
            Variable::Reg(r) => self.register(r).name.clone(),
        }
    }

    fn shown(&self, v: Variable, value: Value) -> Shown {
        match v {
            Variable::Cell(c) => show_cell(self.program, c, value),
            Variable::Reg(r) => show(self.program, self.register(r).domain, value),
        }
    }
}

/// A solver that holds the clauses.
struct Asked<'c>(Question<'c>);

impl<'c> Asked<'c> {
    fn new(circuit: &'c Circuit, clauses: &[Vec<Lit>], sat: Sat, control: &'c Control<'c>) -> Self {
        let mut asked = Question::new(circuit, Start::Any, sat.solver(control));
        for clause in clauses {
            let clause: Vec<SatLit> = clause.iter().map(|lit| asked.lit(0, *lit)).collect();
            asked.solver.clause(&clause);
        }
        Asked(asked)
    }

    fn values(&mut self, at: At<'_>, system: &System, here: SatLit) -> Vec<(String, Vec<Shown>)> {
        let cells = (0..).map(|c| Variable::Cell(Cell(c))).zip(&system.layout.cells);
        let registers = (0..).map(|r| Variable::Reg(Reg(r))).zip(&system.layout.registers[at.thread]);
        let small = |number: &Number| (1..=SMALL).contains(&number.latches().count());
        let known = cells.chain(registers).filter(|(v, number)| small(number) && at.knows(*v));
        let shown = |(v, number): (Variable, &Number)| {
            let values = self.some(number, here)?;
            Some((at.name(v), values.into_iter().map(|value| at.shown(v, value)).collect()))
        };
        known.filter_map(shown).collect()
    }

    /// The values that a number may have; nothing if it may have all that its bits have.
    fn some(&mut self, number: &Number, here: SatLit) -> Option<Vec<Value>> {
        let bits: Vec<SatLit> = number.latches().map(|bit| self.0.lit(0, bit)).collect();
        let all = 0..1u32 << bits.len();
        let holds = |value: &u32| {
            let says = bits.iter().enumerate().map(|(i, bit)| bit.negated_if(value >> i & 1 == 0));
            let assumed: Vec<SatLit> = says.chain([here]).collect();
            self.0.solver.solve(&assumed) != Answer::Unsatisfiable
        };
        let found: Vec<u32> = all.clone().filter(holds).collect();
        let mut values: Vec<Value> = found.iter().map(|value| number.signed(*value)).collect();
        values.sort_unstable();
        (found.len() < all.len()).then_some(values)
    }
}

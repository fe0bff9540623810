//! A thread in the middle of a step, for all states and inputs at once: what it holds, and whether it got here.

use super::pointed::pointed;
use super::unset::UnsetPlaces;
use crate::ir::*;
use crate::symbolic::circuit::{Circuit, Lit};
use crate::symbolic::words::{Arithmetic, Word};
use std::collections::BTreeMap;

/// What a thread sees: every cell, and its own registers.
#[derive(Clone, Debug)]
pub struct Data {
    pub cells: Vec<Word>,
    pub registers: Vec<Word>,
}

impl Data {
    pub fn select(c: &mut Circuit, condition: Lit, then: &Data, otherwise: &Data) -> Data {
        let mut each = |a: &[Word], b: &[Word]| a.iter().zip(b).map(|(a, b)| c.select(condition, a, b)).collect();
        Data { cells: each(&then.cells, &otherwise.cells), registers: each(&then.registers, &otherwise.registers) }
    }
}

/// The bits that decide what is open in a step: one vector for each choice of each location, as long as it was needed.
pub type Inputs = BTreeMap<(Loc, usize), Vec<Lit>>;

/// What is fixed while circuits are built.
pub struct Builder<'p> {
    pub program: &'p Program,
    pub circuit: Circuit,
    pub inputs: Inputs,
    /// The cells that pointers may name.
    pub pointed: Vec<Cell>,
    /// The objects that they may be moved in.
    pub objects: Vec<Object>,
    /// What may hold what nobody has set.
    pub(super) unset: UnsetPlaces,
    pub(super) points: Points<'p>,
}

impl<'p> Builder<'p> {
    pub fn new(program: &'p Program) -> Self {
        let pointed = pointed(program);
        let within = |o: &&Object| pointed.iter().any(|c| (o.base.0..o.base.0 + o.len).contains(&c.0));
        let objects = program.objects.iter().filter(within).cloned().collect();
        Builder {
            program,
            circuit: Circuit::new(),
            inputs: Inputs::new(),
            pointed,
            objects,
            unset: UnsetPlaces::of(program),
            points: Points::of(program),
        }
    }

    /// The cells that a pointer may name where a thread is.
    pub(super) fn named_by(&self, loc: Loc, pointer: &Expr) -> Vec<Cell> {
        let mut named = self.pointed.clone();
        if let Some(cells) = self.points.cells(self.program.location(loc).procedure, pointer) {
            named.retain(|cell| cells.contains(cell));
        }
        named
    }

    /// So many bits of a choice.
    fn open(&mut self, at: (Loc, usize), n: usize) -> Vec<Lit> {
        if n == 0 {
            return vec![];
        }
        let bits = self.inputs.entry(at).or_default();
        while bits.len() < n {
            let name = format!("choice {}.{}[{}]", self.program.location(at.0).name, at.1, bits.len());
            bits.push(self.circuit.input(name));
        }
        bits[..n].to_vec()
    }
}

/// One step on its way. Where several of `runs`, `wrong` and `beyond` depend on inputs, at most one holds.
pub struct Machine<'b, 'p> {
    pub builder: &'b mut Builder<'p>,
    pub loc: Loc,
    pub tid: Value,
    pub data: Data,
    /// The cells before the step.
    pub(super) before: Vec<Word>,
    /// It has neither blocked nor gone wrong.
    pub runs: Lit,
    /// It has gone wrong.
    pub wrong: Lit,
    /// It has come to what is not known.
    pub beyond: Lit,
    /// It has accessed what another thread has exclusively.
    pub(super) intrudes: Lit,
    /// Whether it matters how what it accesses is protected.
    pub(super) is_guarded: bool,
    /// Whether what is evaluated now is evaluated at all.
    pub(super) evaluated: Lit,
    /// How many choices it has met.
    pub(super) choices: usize,
}

impl<'b, 'p> Machine<'b, 'p> {
    pub fn new(builder: &'b mut Builder<'p>, loc: Loc, tid: Value, data: Data) -> Self {
        let (before, no) = (data.cells.clone(), Lit::FALSE);
        let (wrong, beyond, intrudes, choices, is_guarded) = (no, no, no, 0, true);
        let (runs, evaluated) = (Lit::TRUE, Lit::TRUE);
        Machine { builder, loc, tid, data, before, runs, wrong, beyond, intrudes, is_guarded, evaluated, choices }
    }

    /// Who only looks, and needs no locks to do so.
    pub fn looking(builder: &'b mut Builder<'p>, loc: Loc, tid: Value, data: Data) -> Self {
        Machine { is_guarded: false, ..Machine::new(builder, loc, tid, data) }
    }

    pub fn circuit(&mut self) -> &mut Circuit {
        &mut self.builder.circuit
    }

    pub fn program(&self) -> &'p Program {
        self.builder.program
    }

    /// The step blocks unless the condition holds.
    pub fn require(&mut self, condition: Lit) {
        self.runs = self.builder.circuit.and(self.runs, condition);
    }

    /// Where the condition holds the thread goes wrong, or is beyond what is known of a program in which nothing but
    /// an assertion is wrong.
    pub fn fails(&mut self, condition: Lit, is_assertion: bool) {
        if self.program().defined_alone && !is_assertion {
            return self.leaves(condition);
        }
        let here = self.leave(condition);
        self.wrong = self.builder.circuit.or(self.wrong, here);
    }

    /// Where the condition holds what follows is not known.
    pub fn leaves(&mut self, condition: Lit) {
        let here = self.leave(condition);
        self.beyond = self.builder.circuit.or(self.beyond, here);
    }

    fn leave(&mut self, condition: Lit) -> Lit {
        let c = &mut self.builder.circuit;
        let here = c.all([self.runs, self.evaluated, condition]);
        self.runs = c.and(self.runs, !here);
        here
    }

    /// A number that is open.
    pub fn open(&mut self, width: usize) -> Word {
        self.choices += 1;
        let mut bits = self.builder.open((self.loc, self.choices), width.max(1));
        bits.push(if width == 0 { Lit::FALSE } else { bits[bits.len() - 1] });
        Word::new(bits)
    }

    /// Which of so many ways is taken: one of these holds, or the step blocks.
    pub fn way(&mut self, ways: usize) -> Vec<Lit> {
        let bits = ways.next_power_of_two().trailing_zeros() as usize;
        self.choices += 1;
        let mut taken = self.builder.open((self.loc, self.choices), bits);
        taken.push(Lit::FALSE);
        let taken = Word::new(taken);
        let c = &mut self.builder.circuit;
        let ways: Vec<Lit> = (0..ways).map(|i| c.equal(&taken, &Word::constant(i as i64))).collect();
        let some = c.any(ways.iter().copied());
        self.require(some);
        ways
    }

    /// Does one thing where the condition holds, another one elsewhere.
    pub fn either(&mut self, condition: Lit, then: impl FnOnce(&mut Self), otherwise: impl FnOnce(&mut Self)) {
        let (data, runs) = (self.data.clone(), self.runs);
        self.runs = self.builder.circuit.and(runs, condition);
        then(self);
        let (then_data, then_runs) = (std::mem::replace(&mut self.data, data), self.runs);
        self.runs = self.builder.circuit.and(runs, !condition);
        otherwise(self);
        self.runs = self.builder.circuit.or(then_runs, self.runs);
        self.data = Data::select(&mut self.builder.circuit, condition, &then_data, &self.data);
    }
}

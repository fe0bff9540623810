//! One step of a thread, as `semantics` performs it: for all states and inputs at once.

use super::machine::{Builder, Data, Machine};
use crate::ir::*;
use crate::symbolic::circuit::{Circuit, Lit};
use crate::symbolic::words::Word;

/// What becomes of a thread; of the conditions at most one holds.
pub struct Performed {
    pub wrong: Lit,
    pub beyond: Lit,
    /// Where it goes on, each under its condition.
    pub next: Vec<(Loc, Lit)>,
    /// What it sees then, but for what is out of scope.
    pub data: Data,
}

/// The step of a thread at a location.
pub fn perform(builder: &mut Builder<'_>, loc: Loc, tid: Value, data: Data) -> Performed {
    let mut machine = Machine::new(builder, loc, tid, data.clone());
    let next = machine.step();
    let Machine { wrong, beyond, intrudes, choices, data: after, .. } = machine;
    let done = Performed { wrong, beyond, next, data: after };
    if intrudes == Lit::FALSE {
        return done;
    }
    let enabled = match choices {
        0 => done.is_enabled(&mut builder.circuit),
        _ => can_be_made(builder, (loc, tid), data, choices),
    };
    let violated = builder.circuit.and(intrudes, enabled);
    done.violated(&mut builder.circuit, violated)
}

/// Whether there is a way through the step, with choices of its own behind so many others.
fn can_be_made(builder: &mut Builder<'_>, (loc, tid): (Loc, Value), data: Data, choices: usize) -> Lit {
    let mut machine = Machine::new(builder, loc, tid, data);
    machine.choices = choices;
    let next = machine.step();
    let Machine { wrong, beyond, data, .. } = machine;
    Performed { wrong, beyond, next, data }.is_enabled(&mut builder.circuit)
}

impl Performed {
    /// Whether the thread goes on, or wrong.
    fn is_enabled(&self, c: &mut Circuit) -> Lit {
        let goes_on: Vec<Lit> = self.next.iter().map(|(_, condition)| *condition).collect();
        c.any(goes_on.into_iter().chain([self.wrong]))
    }

    /// It goes wrong, and does nothing else, where this holds.
    fn violated(self, c: &mut Circuit, violated: Lit) -> Performed {
        let next = self.next.iter().map(|(loc, condition)| (*loc, c.and(*condition, !violated))).collect();
        let (wrong, beyond) = (c.or(self.wrong, violated), c.and(self.beyond, !violated));
        Performed { wrong, beyond, next, data: self.data }
    }
}

impl Machine<'_, '_> {
    fn step(&mut self) -> Vec<(Loc, Lit)> {
        let location = self.program().location(self.loc);
        match &location.op {
            Op::Skip { next } => vec![(*next, self.runs)],
            Op::Choose { next } => {
                let ways = self.way(next.len());
                next.iter().copied().zip(ways).collect()
            }
            Op::Branch { cond, then, otherwise } => {
                let holds = self.truth(cond);
                let (runs, c) = (self.runs, self.circuit());
                vec![(*then, c.and(runs, holds)), (*otherwise, c.and(runs, !holds))]
            }
            Op::Do { action, next } => {
                self.perform(action);
                vec![(*next, self.runs)]
            }
            Op::Atomic { body, next } => {
                self.run(body);
                vec![(*next, self.runs)]
            }
            Op::Return { value } => {
                value.iter().for_each(|e| _ = self.eval(e));
                vec![(end_of(self.program(), location.procedure), self.runs)]
            }
            Op::End => vec![],
            Op::Call { .. } => unreachable!("calls are put in place before"),
        }
    }
}

fn end_of(program: &Program, procedure: u32) -> Loc {
    let ends = |l: &Location| l.procedure == procedure && matches!(l.op, Op::End);
    Loc(program.locations.iter().position(ends).expect("every procedure ends") as u32)
}

/// The data of a thread that comes to a location: what is out of scope there is 0, and so is all once it has ended.
pub fn entering(location: &Location, mut data: Data) -> Data {
    let ended = matches!(location.op, Op::End);
    let lost = |r: usize| ended || location.in_scope.get(r) == Some(&false);
    for (_, word) in data.registers.iter_mut().enumerate().filter(|(r, _)| lost(*r)) {
        *word = Word::constant(0);
    }
    data
}

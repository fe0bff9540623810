//! Configurations in full, without numbers of stores: what is written down and read again.

use super::{Configuration, EMPTY_STACK, Semantics};
use crate::ir::{Loc, Reg, Value};
use moverlog_rules::{Frame, Stack, Tid};

/// A configuration in which no thread has gone wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spelled {
    /// The value of every cell.
    pub cells: Vec<Value>,
    /// For each thread what it runs, then who called that, and so on.
    pub threads: Vec<Vec<Activation>>,
}

/// A procedure on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Activation {
    /// Where it is, or where it goes on after its call.
    pub loc: Loc,
    /// Which of its registers receives the result of the call.
    pub receiver: Option<Reg>,
    /// The value of every register; of callers, thread-locals are 0, as are those that the return sets or forgets.
    pub registers: Vec<Value>,
}

impl Semantics<'_> {
    /// Nothing if a thread has gone wrong.
    pub fn spelled(&self, c: &Configuration) -> Option<Spelled> {
        let threads = self.tids().map(|t| self.activations(c, t)).collect::<Option<_>>()?;
        let mut cells = self.globals(c.global);
        cells.truncate(self.program.cells.len());
        Some(Spelled { cells, threads })
    }

    fn activations(&self, c: &Configuration, t: Tid) -> Option<Vec<Activation>> {
        let (l, stack) = (c.locals[t.0 as usize - 1], c.stacks[t.0 as usize - 1]);
        let running = Activation { loc: self.loc(l)?, receiver: None, registers: self.registers(l) };
        Some(std::iter::once(running).chain(self.frames(stack).map(|f| self.caller(f))).collect())
    }

    fn caller(&self, f: Frame) -> Activation {
        let mut registers = vec![0; self.program.thread_locals.len()];
        registers.extend(self.saved_registers(f));
        Activation { loc: self.return_location(f), receiver: self.receiver(f), registers }
    }

    /// The configuration that is spelled so, every thread running something.
    pub fn unspelled(&self, spelled: &Spelled) -> Configuration {
        let stacks: Vec<Stack> = spelled.threads.iter().map(|activations| self.stack_of(&activations[1..])).collect();
        let running = spelled.threads.iter().map(|activations| &activations[0]).zip(&stacks);
        let local =
            |(a, stack): (&Activation, &Stack)| self.local_at(a.loc, *stack == EMPTY_STACK, a.registers.clone());
        let locals = running.map(local).collect();
        Configuration { global: self.intern_global(&spelled.cells), locals, stacks }
    }

    /// Callers, the last one first.
    fn stack_of(&self, callers: &[Activation]) -> Stack {
        let push = |stack, caller| self.push(stack, self.frame_of(caller, stack == EMPTY_STACK));
        callers.iter().rev().fold(EMPTY_STACK, push)
    }

    fn frame_of(&self, caller: &Activation, outermost: bool) -> Frame {
        let receiver = caller.receiver.map_or(0, |r| r.0 + 1);
        let own = caller.registers.iter().skip(self.program.thread_locals.len()).map(|v| *v as u32);
        let words: Vec<u32> = [caller.loc.0 << 1 | u32::from(outermost), receiver].into_iter().chain(own).collect();
        Frame(self.frames.borrow_mut().intern(&words).0)
    }
}

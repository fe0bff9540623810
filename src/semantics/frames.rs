//! Calls and returns: what a frame keeps, and what becomes of a thread after its step.

use super::eval::{self, Evaluator, Stores};
use super::failure::Failure;
use super::{Configuration, Effect, LocalStore, Outcome, Semantics, Step, WRONG};
use crate::ir::{Domain, Expr, Loc, Reg, UNSET, Value};
use moverlog_rules::{Frame, Stack, Tid};

impl Semantics<'_> {
    pub(super) fn call(
        &self,
        evaluator: &mut Evaluator<'_>,
        callee: u32,
        arguments: &[Expr],
        (next, outermost, result): (Loc, bool, Option<Reg>),
        s: Stores,
    ) -> Outcome {
        let procedure = &self.program.procedures[callee as usize];
        let shared = self.program.thread_locals.len();
        let mut registers = s.registers[..shared].to_vec();
        for (argument, parameter) in arguments.iter().zip(&procedure.registers[shared..]) {
            let argument = evaluator.handed_on(argument, &s)?;
            registers.push(self.fit(parameter.domain, argument)?);
        }
        registers.resize(procedure.registers.len(), 0);
        let mut frame = vec![next.0 << 1 | u32::from(outermost), result.map_or(0, |r| r.0 + 1)];
        let in_scope = &self.program.location(next).in_scope;
        let is_lost = |r: usize| result == Some(Reg(r as u32)) || in_scope.get(r) == Some(&false);
        let kept = |(r, v): (usize, &Value)| if is_lost(r) { 0 } else { *v as u32 };
        frame.extend(s.registers.iter().enumerate().skip(shared).map(kept));
        let frame = Frame(self.frames.borrow_mut().intern(&frame).0);
        Ok((s.globals, Effect::Push(self.local_at(procedure.entry, false, registers), frame)))
    }

    /// The caller's local store after a return with `value` through `frame`; `wrong` where the
    /// value does not fit the variable that receives it.
    pub fn pop(&self, l: LocalStore, value: Value, frame: Frame) -> Result<LocalStore, Failure> {
        let shared = self.program.thread_locals.len();
        let mut registers = self.registers(l)[..shared].to_vec();
        let (head, result) = {
            let frames = self.frames.borrow();
            let frame = frames.get(frame.0);
            registers.extend(frame[2..].iter().map(|v| *v as Value));
            (frame[0], frame[1])
        };
        let next = Loc(head >> 1);
        if let Some(r) = result.checked_sub(1) {
            let procedure = self.program.location(next).procedure;
            let domain = self.program.procedures[procedure as usize].registers[r as usize].domain;
            registers[r as usize] = self.fit(domain, value)?;
        }
        Ok(self.local_at(next, head & 1 == 1, registers))
    }

    /// What a variable of this domain keeps of what is handed on.
    fn fit(&self, domain: Domain, value: Value) -> Result<Value, Failure> {
        if value == UNSET && self.program.unset.is_some() { Ok(value) } else { eval::fit(domain, value) }
    }

    /// A thread's local store and stack after its step.
    pub fn moved(&self, l: LocalStore, s: Stack, step: &Step) -> (LocalStore, Stack) {
        match &step.effect {
            Effect::Internal(l2) => (*l2, s),
            Effect::Wrong(_) => (WRONG, s),
            Effect::Push(l2, f) => (*l2, self.push(s, *f)),
            Effect::Pop(value) => {
                let (tail, frame) = self.top(s).expect("only inner activations return");
                (self.pop(l, *value, frame).unwrap_or(WRONG), tail)
            }
        }
    }

    /// The configuration after thread `t` has made `step`.
    pub fn after(&self, c: &Configuration, t: Tid, step: &Step) -> Configuration {
        let (mut c, i) = (c.clone(), t.0 as usize - 1);
        c.global = step.global;
        (c.locals[i], c.stacks[i]) = self.moved(c.locals[i], c.stacks[i], step);
        c
    }
}

//! Stores by their numbers: global stores, local stores, frames and stacks.

use super::{Configuration, EMPTY_STACK, LocalStore, Semantics, WRONG};
use crate::ir::*;
use moverlog_rules::{Frame, Global, Stack, Tid};

impl<'m> Semantics<'m> {
    /// Where the caller goes on after the return.
    pub fn return_location(&self, f: Frame) -> Loc {
        Loc(self.frames.borrow().get(f.0)[0] >> 1)
    }

    /// The caller's register that receives the result.
    pub fn receiver(&self, f: Frame) -> Option<Reg> {
        self.frames.borrow().get(f.0)[1].checked_sub(1).map(Reg)
    }

    /// The frames of a stack, the top one first.
    pub fn frames(&self, s: Stack) -> impl Iterator<Item = Frame> + use<'_, 'm> {
        std::iter::successors(self.top(s), |(tail, _)| self.top(*tail)).map(|(_, frame)| frame)
    }

    /// The caller's registers that a frame keeps, thread-locals apart; those that are lost on the return are 0.
    pub fn saved_registers(&self, f: Frame) -> Vec<Value> {
        self.frames.borrow().get(f.0)[2..].iter().map(|v| *v as Value).collect()
    }

    /// The local store on entering `loc`: what is out of scope there is 0, and so is everything
    /// once the thread has ended.
    pub(super) fn local_at(&self, loc: Loc, outermost: bool, mut registers: Vec<Value>) -> LocalStore {
        let location = self.program.location(loc);
        let ended = outermost && matches!(location.op, Op::End);
        for (register, in_scope) in registers.iter_mut().zip(&location.in_scope) {
            if ended || !in_scope {
                *register = 0;
            }
        }
        let mut words = vec![loc.0 << 1 | u32::from(outermost)];
        words.extend(registers.iter().map(|v| *v as u32));
        LocalStore(self.locals.borrow_mut().intern(&words).0)
    }

    pub(super) fn intern_global(&self, cells: &[Value]) -> Global {
        let mut words: Vec<u32> = cells.iter().map(|v| *v as u32).collect();
        words.resize(cells.len().max(1), 0);
        Global(self.globals.borrow_mut().intern(&words).0)
    }

    /// The global store with these values in place of its own.
    pub(crate) fn with_cells(&self, g: Global, values: &[(Cell, Value)]) -> Global {
        let mut cells = self.globals(g);
        values.iter().for_each(|(c, value)| cells[c.0 as usize] = *value);
        self.intern_global(&cells)
    }

    /// The number here of a global store of another semantics of the same program.
    pub(crate) fn global_of(&self, other: &Semantics<'_>, g: Global) -> Global {
        Global(self.globals.borrow_mut().intern(other.globals.borrow().get(g.0)).0)
    }

    /// The same of a local store.
    pub(crate) fn local_of(&self, other: &Semantics<'_>, l: LocalStore) -> LocalStore {
        if l == WRONG { l } else { LocalStore(self.locals.borrow_mut().intern(other.locals.borrow().get(l.0)).0) }
    }

    /// The state of a program without calls in which cells and registers have these values.
    pub(crate) fn configuration(&self, cells: &[Value], threads: Vec<(Loc, Vec<Value>)>) -> Configuration {
        let stacks = vec![EMPTY_STACK; threads.len()];
        let locals = threads.into_iter().map(|(loc, registers)| self.local_at(loc, true, registers)).collect();
        Configuration { global: self.intern_global(cells), locals, stacks }
    }

    /// The value of every cell.
    pub fn globals(&self, g: Global) -> Vec<Value> {
        self.globals.borrow().get(g.0).iter().map(|v| *v as Value).collect()
    }

    pub fn cell(&self, g: Global, c: Cell) -> Value {
        self.globals.borrow().get(g.0)[c.0 as usize] as Value
    }

    /// How many global and how many local stores have been met; they are numbered in this order.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.globals.borrow().len(), self.locals.borrow().len())
    }

    /// The value of every register; none once the thread has gone wrong.
    pub fn registers(&self, l: LocalStore) -> Vec<Value> {
        self.locals.borrow().get(l.0)[1..].iter().map(|v| *v as Value).collect()
    }

    pub fn is_wrong(&self, l: LocalStore) -> bool {
        l == WRONG
    }

    pub fn wrong(&self) -> LocalStore {
        WRONG
    }

    /// The program counter; nothing once the thread has gone wrong.
    pub fn loc(&self, l: LocalStore) -> Option<Loc> {
        (l != WRONG).then(|| Loc(self.locals.borrow().get(l.0)[0] >> 1))
    }

    /// Whether the thread runs the procedure it started with: a return ends it.
    pub fn is_outermost(&self, l: LocalStore) -> bool {
        self.locals.borrow().get(l.0)[0] & 1 == 1
    }

    pub fn push(&self, s: Stack, f: Frame) -> Stack {
        let (id, new) = self.stacks.borrow_mut().intern(&[s.0, f.0]);
        if new {
            let depth = self.depth(s) + 1;
            self.depths.borrow_mut().push(depth);
        }
        Stack(id)
    }

    /// `(s', f)` where `s` = s'.f.
    pub fn top(&self, s: Stack) -> Option<(Stack, Frame)> {
        let stacks = self.stacks.borrow();
        let pair = stacks.get(s.0);
        (s != EMPTY_STACK).then(|| (Stack(pair[0]), Frame(pair[1])))
    }

    /// The owner cells of the mutexes that `t` holds.
    pub fn held_by(&self, g: Global, t: Tid) -> Vec<Cell> {
        let mutexes = self.program.globals.iter().filter(|m| matches!(m.kind, GlobalKind::Mutex { .. }));
        mutexes.flat_map(|m| m.elements()).filter(|m| self.cell(g, *m) as u32 == t.0).collect()
    }

    /// Whether the thread has come to the end of the procedure it started with, or has halted.
    pub fn has_ended(&self, l: LocalStore) -> bool {
        self.loc(l).is_some_and(|loc| match self.program.location(loc).op {
            Op::End => self.is_outermost(l),
            Op::Do { action: Action::Halt, .. } => true,
            _ => false,
        })
    }

    /// Whether a thread was started and has not ended.
    pub fn is_left(&self, c: &Configuration, t: Tid) -> bool {
        let waits = |s: &Started| self.cell(c.global, s.started) == 0;
        !self.has_ended(c.locals[t.0 as usize - 1]) && !self.program.start_of(t).is_some_and(waits)
    }

    /// The number of frames.
    pub fn depth(&self, s: Stack) -> u32 {
        self.depths.borrow()[s.0 as usize]
    }
}

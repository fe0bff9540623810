//! Who looks whether a target is reached.
//!
//! Where a target speaks of tops, the threads of which it does keep a shared variable each that says whether the top
//! is one of those. It is written in the step that changes the top, except where a return uncovers a symbol: then in
//! the thread's next step. So it never says more than is so, and a target that is reached is also seen, by the
//! schedule in which those threads take that step first. Whoever makes a target true asserts in the same step that
//! it is not; where all is about the shared state, nothing but the steps that write it has to do with it.

use super::configuration::{Target, Top};
use super::moves::Symbol;
use super::read::System;
use super::relation::{self, Change, STATE};
use crate::ir::{Action, Binary, Cell, Domain, Expr, GlobalKind, GlobalVariable, Protection, Statement, Unary, Value};
use std::collections::BTreeSet;

/// What a thread's variable holds while its top is in no target.
const ELSEWHERE: Value = -1;
const EMPTY: Value = -2;

/// The targets, and of each thread the tops in them and the variable that has them.
pub(super) struct Tops<'s> {
    targets: &'s [Target],
    watched: Vec<BTreeSet<Top>>,
}

impl<'s> Tops<'s> {
    pub(super) fn of(system: &'s System) -> Self {
        let tops = |i: usize| system.targets.iter().map(|t| t.top(i)).filter(|top| *top != Top::Any).collect();
        Tops { targets: &system.targets, watched: (0..system.threads.len()).map(tops).collect() }
    }

    pub(super) fn is_watched(&self, thread: usize) -> bool {
        !self.watched[thread].is_empty()
    }

    pub(super) fn watches_empty(&self, thread: usize) -> bool {
        self.watched[thread].contains(&Top::Empty)
    }

    fn cell(&self, thread: usize) -> Cell {
        Cell(1 + (0..thread).filter(|i| self.is_watched(*i)).count() as u32)
    }

    /// The variables, where each thread begins with such a symbol; their cells follow that of the shared state.
    pub(super) fn variables(&self, system: &System, first: &[Symbol]) -> Vec<(GlobalVariable, Value)> {
        let threads = (0..self.watched.len()).filter(|i| self.is_watched(*i));
        let variable = |i: usize| GlobalVariable {
            name: format!("top{}", i + 1),
            base: self.cell(i),
            len: 1,
            is_array: false,
            kind: GlobalKind::Data(Domain::Int),
            protection: Protection::Inferred,
            span: system.threads[i].span,
        };
        threads.map(|i| (variable(i), self.value(Some(i), Some(first[i])))).collect()
    }

    /// What the variable of a watched thread says of a symbol on top; none is what a return uncovers.
    pub(super) fn value(&self, thread: Option<usize>, symbol: Option<Symbol>) -> Value {
        match (thread, symbol.map_or(Top::Any, Symbol::top)) {
            (Some(i), top) if !self.watched[i].contains(&top) => ELSEWHERE,
            (Some(_), top) => Self::says(top),
            (None, _) => ELSEWHERE,
        }
    }

    /// What a step of a thread does besides: one that changes the shared state so, and the thread's variable.
    pub(super) fn effect(
        &self,
        thread: Option<usize>,
        (before, after): (Value, Value),
        change: Change,
    ) -> Vec<Statement> {
        let moved = thread.filter(|_| before != after);
        let write = moved.map(|i| relation::assign(relation::cell(self.cell(i)), after));
        let may_be_new = |t: &&Target| match change {
            Change::Keep => moved.is_some_and(|i| t.top(i) != Top::Any),
            Change::Set(q) => q == t.state,
        };
        let own = |t: &&Target| thread.is_none_or(|i| t.top(i) == Top::Any || Self::says(t.top(i)) == after);
        let targets = self.targets.iter().filter(may_be_new).filter(own);
        write.into_iter().chain(targets.map(|t| self.assertion(t, thread, change))).collect()
    }

    fn says(top: Top) -> Value {
        match top {
            Top::Any => ELSEWHERE,
            Top::Empty => EMPTY,
            Top::Symbol(a) => a as Value,
        }
    }

    /// That a target is not reached, of which the thread's own part is known to be, and its state where that is set.
    fn assertion(&self, target: &Target, thread: Option<usize>, change: Change) -> Statement {
        let equals = |cell: Cell, value: Value| {
            let load = Expr::Load(relation::cell(cell));
            Expr::Binary(Binary::Eq, Box::new(load), Box::new(Expr::Const(value)))
        };
        let state = (change == Change::Keep).then(|| equals(STATE, target.state as Value));
        let others = (0..self.watched.len()).filter(|i| Some(*i) != thread && target.top(*i) != Top::Any);
        let tops = others.map(|i| equals(self.cell(i), Self::says(target.top(i))));
        let all = state.into_iter().chain(tops).reduce(|a, b| Expr::Binary(Binary::And, Box::new(a), Box::new(b)));
        let reached = all.unwrap_or(Expr::Const(1));
        Statement::Action(Action::Assert(Expr::Unary(Unary::Not, Box::new(reached))))
    }
}

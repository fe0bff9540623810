//! Concurrent trace programs (TSG 2.1): for each thread the straight line of transitions that it
//! took in a run, free of the order in which the threads took turns.
//!
//! A transition is one atomic step, however many variables it reads; the paper's "at most one
//! shared access" is the special case. Where a transition came from (a model, a log) is unknown here.

use crate::ir::{Binary, Unary};
use std::collections::BTreeSet;

/// The index of a [`Variable`] in [`Ctp::variables`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VariableId(pub usize);

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Ctp {
    pub variables: Vec<Variable>,
    pub threads: Vec<Slice>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    pub scope: Scope,
    pub initial: i64,
    /// Both bounds belong to it, and both are 32-bit numbers; a value stored outside wraps modulo the size.
    pub range: (i64, i64),
}

/// Who can access a variable. A lock is shared; its value is 1 while some thread holds it, otherwise 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    Shared,
    Local(usize),
    Lock,
}

/// What one thread did.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Slice {
    pub name: String,
    pub transitions: Vec<Transition>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    pub label: String,
    pub line: Option<usize>,
    /// The transition can only happen where this is true. Elsewhere an assumption would block, and
    /// a branch leave the program: in either case no schedule of it goes on like this.
    pub guard: Option<Expr>,
    pub effect: Effect,
    /// What holds here in every schedule, by constant propagation: intervals rely on it. It is no access.
    pub constants: Vec<(VariableId, i64)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// All expressions are evaluated before the first value is stored.
    Assign(Vec<(VariableId, Expr)>),
    /// Blocks unless free.
    Lock(VariableId),
    /// Blocks unless held by this thread.
    Unlock(VariableId),
    /// Lets another slice start; one that is never forked is there from the beginning.
    Fork(usize),
    /// Blocks until another slice has ended.
    Join(usize),
    /// The thread goes wrong here if this is false.
    Assert(Expr),
    Skip,
}

/// An expression of the modelling language: 32-bit two's complement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    Const(i64),
    Var(VariableId),
    Unary(Unary, Box<Expr>),
    /// `&&` and `||` evaluate the right side only if they must.
    Binary(Binary, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A value that nothing is known of.
    Any,
}

/// The shared variables that a transition reads and writes.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Accesses {
    pub reads: BTreeSet<VariableId>,
    pub writes: BTreeSet<VariableId>,
}

impl Accesses {
    /// Whether there is a common variable, and one of the two writes it.
    pub fn conflicts_with(&self, other: &Accesses) -> bool {
        let meets = |a: &Accesses, b: &Accesses| a.writes.iter().any(|v| b.reads.contains(v) || b.writes.contains(v));
        meets(self, other) || meets(other, self)
    }

    pub fn is_empty(&self) -> bool {
        self.reads.is_empty() && self.writes.is_empty()
    }
}

impl Expr {
    /// What it is made of.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        let parts = match self {
            Expr::Const(_) | Expr::Var(_) | Expr::Any => [None; 3],
            Expr::Unary(_, a) => [Some(a), None, None],
            Expr::Binary(_, a, b) => [Some(a), Some(b), None],
            Expr::Conditional(a, b, c) => [a, b, c].map(Some),
        };
        parts.into_iter().flatten().map(|e| &**e)
    }

    /// Calls `see` with every variable that occurs.
    pub fn for_each_variable(&self, see: &mut impl FnMut(VariableId)) {
        match self {
            Expr::Var(v) => see(*v),
            e => e.parts().for_each(|part| part.for_each_variable(see)),
        }
    }
}

impl Transition {
    /// The expressions that are evaluated here, the guard first.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let (one, many) = match &self.effect {
            Effect::Assign(assignments) => (None, assignments.as_slice()),
            Effect::Assert(e) => (Some(e), &[][..]),
            _ => (None, &[][..]),
        };
        self.guard.iter().chain(one).chain(many.iter().map(|(_, e)| e))
    }

    /// The variables that it stores to, the locks included.
    pub fn targets(&self) -> impl Iterator<Item = VariableId> {
        let (one, many) = match &self.effect {
            Effect::Assign(assignments) => (None, assignments.as_slice()),
            Effect::Lock(m) | Effect::Unlock(m) => (Some(*m), &[][..]),
            _ => (None, &[][..]),
        };
        one.into_iter().chain(many.iter().map(|(v, _)| *v))
    }
}

impl Ctp {
    pub fn variable(&self, v: VariableId) -> &Variable {
        &self.variables[v.0]
    }

    pub fn is_shared(&self, v: VariableId) -> bool {
        !matches!(self.variable(v).scope, Scope::Local(_))
    }

    /// What a transition accesses of what threads share. Locking and unlocking write the lock.
    pub fn accesses(&self, t: &Transition) -> Accesses {
        let mut accesses = Accesses::default();
        for e in t.expressions() {
            e.for_each_variable(&mut |v| {
                if self.is_shared(v) {
                    accesses.reads.insert(v);
                }
            });
        }
        accesses.writes.extend(t.targets().filter(|v| self.is_shared(*v)));
        accesses
    }
}

//! What a ruleset may ask about the program it explores: the built-in predicates.
//!
//! Every answer is a pure function of atoms. Interning may grow during a run (the successor of a
//! state may be a new state), answers may not change: fixpoints rely on it.

use crate::atoms::*;
use std::rc::Rc;

/// The transition relations, the partition and the store operations over atoms.
pub trait Program {
    /// (g0, ls0, ss0) with every stack empty.
    fn initial(&self) -> State;

    /// The number of threads, n.
    fn thread_count(&self) -> u32;

    /// Whether threads call procedures at all.
    fn has_calls(&self) -> bool {
        true
    }

    /// Whether no bound has been hit that ends the run. Besides the glue those rules ask that watch a
    /// run: their relations, a fact for each frame and each node below it, can outgrow all others.
    fn goes_on(&self) -> bool {
        true
    }

    /// Whether a run that has derived so many facts goes on. Rules may derive facts without end of a few states.
    fn affords(&self, _facts: usize) -> bool {
        self.goes_on()
    }

    /// Whether a run that was cut is the last of its process, which need not free what was derived.
    fn leaves_memory(&self) -> bool {
        false
    }

    /// Thread `t`'s node (g, ls(t)) in state `s`.
    fn node(&self, t: Tid, s: State) -> Node;

    /// The frame on top of thread `t`'s stack in state `s`.
    fn top(&self, t: Tid, s: State) -> Option<Frame>;

    /// The frames on thread `t`'s stack in state `s`, each once.
    fn frames(&self, t: Tid, s: State) -> Answers<Frame>;

    /// `for all u != t. N(u, g, ls(u))`: every other thread is outside any transaction.
    fn others_outside(&self, t: Tid, s: State) -> bool;

    /// N(t, n): node `n` of thread `t` is outside any transaction.
    fn is_outside(&self, t: Tid, n: Node) -> bool;

    /// L(t, n): node `n` of thread `t` is in the post-commit part of a transaction.
    fn is_left(&self, t: Tid, n: Node) -> bool;

    /// Whether U-(t, n, f, n2) for some f and n2: `t` returns from its procedure at `n`.
    fn returns(&self, t: Tid, n: Node) -> bool;

    /// (z, m) where `t` accesses z at node `n`, whether or not it can move there, m is in Mz and t does
    /// not hold m (FQ 6). Mz is what the run assumes of z; it does not change while the run lasts.
    fn unheld(&self, t: Tid, n: Node) -> Answers<(Variable, Mutex)>;

    /// Whether thread `t` can make a step at node `n`.
    fn is_enabled(&self, t: Tid, n: Node) -> bool {
        self.u(t, n).next().is_some() || self.u_plus(t, n).next().is_some() || self.returns(t, n)
    }

    /// Whether `t` holds every lock of what it accesses at node `n`: all that is in some Mz.
    fn holds_locks(&self, t: Tid, n: Node) -> bool {
        self.unheld(t, n).next().is_none()
    }

    /// The states that a run before this one has reached.
    fn kept(&self) -> Answers<State> {
        Answers::none()
    }

    /// `n2` with U(t, n, n2): thread `t` steps from node `n` to `n2`.
    fn u(&self, t: Tid, n: Node) -> Answers<Node>;

    /// `(n2, f)` with U+(t, n, n2, f): thread `t` steps from `n` to `n2` and pushes `f`.
    fn u_plus(&self, t: Tid, n: Node) -> Answers<(Node, Frame)>;

    /// `n2` with U-(t, n, f, n2): thread `t` steps from `n` to `n2` and pops `f`.
    fn u_minus(&self, t: Tid, n: Node, f: Frame) -> Answers<Node>;

    /// The nodes to which a step of `t` leads from `n`, all others being where they are in `s`: by U, wherever
    /// that is.
    fn steps(&self, t: Tid, _s: State, n: Node) -> Answers<Node> {
        self.u(t, n)
    }

    /// `n2` with T(t, n, n2), in the phase that `n` has.
    fn t(&self, t: Tid, n: Node) -> Answers<Node>;

    /// `(n2, f)` with T+(t, n, n2, f), in the phase that `n` has.
    fn t_plus(&self, t: Tid, n: Node) -> Answers<(Node, Frame)>;

    /// `n2` with T-(t, n, f, n2), in the phase that `n` has.
    fn t_minus(&self, t: Tid, n: Node, f: Frame) -> Answers<Node>;

    /// RM: whether what `t` does at `n` is a right mover.
    fn is_right_mover(&self, t: Tid, n: Node) -> bool;

    /// LM: whether what `t` does at `n` is a left mover.
    fn is_left_mover(&self, t: Tid, n: Node) -> bool;

    /// The phase at `n`; true is pre-commit. Without phases, all are in the other one.
    fn is_pre_commit(&self, n: Node) -> bool;

    /// Whether every thread starts in the pre-commit phase.
    fn starts_pre_commit(&self) -> bool;

    /// Whether `t`, at `n`, is back at its initial local store and has its initial phase again.
    fn restarts(&self, t: Tid, n: Node) -> bool;

    /// Whether a thread has a phase only inside a transaction: each begins pre-commit.
    fn forgets_outside(&self) -> bool {
        false
    }

    /// Whether a run before this one has chosen that what `t` starts at `n1` ends at `n2`.
    fn is_chosen(&self, _t: Tid, _n1: Node, _n2: Node) -> bool {
        false
    }

    /// `n` where its transaction was ended: outside, without a phase.
    fn ended(&self, n: Node) -> Node {
        n
    }

    /// Whether `n` is such a node.
    fn has_ended(&self, _n: Node) -> bool {
        false
    }

    /// (g, l) of `n` in that phase.
    fn in_phase(&self, n: Node, pre_commit: bool) -> Node;

    /// Whether `t` is at its initial local store at `n`, or has gone wrong.
    fn starts(&self, t: Tid, n: Node) -> bool;

    /// Whether the location at `n` is one of those that every post-commit transaction ends at (C3).
    fn is_feedback(&self, n: Node) -> bool;

    /// R(t, n): node `n` of thread `t` is in the pre-commit part of a transaction.
    fn is_right(&self, t: Tid, n: Node) -> bool {
        !self.is_outside(t, n) && !self.is_left(t, n)
    }

    /// alpha(t, l): what `t` accesses at `n`, whether or not it can move there (FQ 4.2).
    fn alpha(&self, t: Tid, n: Node) -> Answers<Variable>;

    /// Mz, where it is inferred; it does not change while a run lasts.
    fn mz(&self, z: Variable) -> Answers<Mutex>;

    /// Whether `t` holds `m` by the time at which it accesses `z` at `n`.
    fn holds(&self, t: Tid, n: Node, z: Variable, m: Mutex) -> bool;

    /// z in alpha(t, l) with s not in E(t, z), as the source declares it: there t goes wrong in P# (FQ 4.2).
    fn intrudes(&self, t: Tid, n: Node) -> Answers<Variable>;

    /// The mutexes that `t` acquires at `n`, whether or not it can move there.
    fn acquires(&self, t: Tid, n: Node) -> Answers<Mutex>;

    /// The mutexes that `t` releases at `n`, whether or not it can move there.
    fn releases(&self, t: Tid, n: Node) -> Answers<Mutex>;

    /// (g', ls\[t := l'\], ss) where `n` = (g', l').
    fn set(&self, s: State, t: Tid, n: Node) -> State;

    /// (g', ls\[t := l'\], ss\[t := ss(t).f\]), or nothing where the bound on stacks is reached.
    fn push(&self, s: State, t: Tid, n: Node, f: Frame) -> Option<State>;

    /// (g', ls\[t := l'\], ss\[t := s'\]) where ss(t) = s'.f for some f.
    fn pop(&self, s: State, t: Tid, n: Node) -> State;
}

/// All answers to one question; several are shared with whoever caches them.
#[derive(Clone, Debug)]
pub struct Answers<T> {
    one: Option<T>,
    items: Option<Rc<[T]>>,
    next: usize,
}

impl<T> Answers<T> {
    /// No answer.
    pub fn none() -> Self {
        Answers { one: None, items: None, next: 0 }
    }

    /// A single answer.
    pub fn one(item: T) -> Self {
        Answers { one: Some(item), ..Answers::none() }
    }
}

impl<T> From<&Rc<[T]>> for Answers<T> {
    fn from(items: &Rc<[T]>) -> Self {
        Answers { items: (!items.is_empty()).then(|| items.clone()), ..Answers::none() }
    }
}

impl<T: Copy> Iterator for Answers<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        let Some(items) = &self.items else { return self.one.take() };
        let item = items.get(self.next).copied();
        self.next += 1;
        item
    }
}

/// The program as a value in a one-row relation: sources of rules cannot see Rust variables
/// (ascent's sources are hygienic), so every rule that asks a question joins with `Prog(p)`.
pub struct Oracle<'p, P: ?Sized = dyn Program + 'p>(pub &'p P);

impl<P: Program + ?Sized> Oracle<'_, P> {
    /// Tid = 1..=n; nobody once a bound has ended the run, so that rules have nothing left to do.
    #[inline]
    pub fn threads(&self) -> impl Iterator<Item = Tid> + use<P> {
        let n = if self.0.goes_on() { self.0.thread_count() } else { 0 };
        (1..=n).map(Tid)
    }

    /// Those that call, and return: of a program without calls nobody is asked.
    #[inline]
    pub fn callers(&self) -> impl Iterator<Item = Tid> + use<P> {
        self.threads().take(if self.0.has_calls() { usize::MAX } else { 0 })
    }
}

impl<P: ?Sized> std::ops::Deref for Oracle<'_, P> {
    type Target = P;

    fn deref(&self) -> &P {
        self.0
    }
}

impl<P: ?Sized> Clone for Oracle<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: ?Sized> Copy for Oracle<'_, P> {}

/// A run has one program, so any two of a run are equal.
impl<P: ?Sized> PartialEq for Oracle<'_, P> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<P: ?Sized> Eq for Oracle<'_, P> {}

impl<P: ?Sized> std::hash::Hash for Oracle<'_, P> {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

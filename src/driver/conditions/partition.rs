//! C1 to C4: R(t), L(t) and N(t) over the states of a reduced exploration. The classes are computed
//! once more from their definition in `docs/papers.md`, but for those that rules of a file answer.

use super::{Tally, Trial, Witness, place, witness};
use crate::derivation::Answering;
use crate::driver::completion;
use crate::execution::Choice;
use crate::exploration::Instance;
use crate::movers::{Board, Class, Fault, Order};
use crate::semantics::LocalStore;
use moverlog_rules::{Global, Node, Program, State, Tid};
use rustc_hash::FxHashSet;

/// C1 to C4 over the states stored in `instance`.
pub fn partition_conditions(instance: &Instance<'_>) -> Vec<Tally> {
    Classes { instance, by: None }.conditions()
}

/// The classes of threads in the states of an exploration, and who answers in place of the program.
#[derive(Clone, Copy)]
pub(super) struct Classes<'a> {
    pub(super) instance: &'a Instance<'a>,
    pub(super) by: Option<&'a Answering<'a>>,
}

impl Classes<'_> {
    pub(super) fn conditions(self) -> Vec<Tally> {
        vec![self.allowed(Class::Right), self.allowed(Class::Left), self.ending(), self.stable()]
    }

    pub(super) fn states(self) -> impl Iterator<Item = State> + use<> {
        (0..self.instance.state_count() as u32).map(State)
    }

    pub(super) fn of(self, t: Tid, n: Node) -> Class {
        self.by.map_or_else(|| Class::answered(self.instance, t, n), |by| Class::answered(by, t, n))
    }

    fn class(self, t: Tid, s: State) -> Class {
        self.of(t, self.instance.node(t, s))
    }

    pub(super) fn others_outside(self, t: Tid, s: State) -> bool {
        self.by.map_or_else(|| self.instance.others_outside(t, s), |by| by.others_outside(t, s))
    }

    /// C1 and C2: threads are in the class only where phase, location and movers allow it.
    fn allowed(self, class: Class) -> Tally {
        let instance = self.instance;
        let mut trial = Trial::new();
        for (s, t) in self.inside(class) {
            trial.tried += 1;
            if !self.may_be_in(class, (s, t)) {
                trial.violated((place(instance.semantics, instance.loc(t, s)), s, t), (s, t));
            }
        }
        let of = if class == Class::Right { "states in R" } else { "states in L" };
        trial.tally(of, |(s, t)| drawn(instance, s, Fault::Misplaced { t, class }, None))
    }

    fn inside(self, class: Class) -> impl Iterator<Item = (State, Tid)> {
        let pairs = self.states().flat_map(move |s| self.instance.semantics.tids().map(move |t| (s, t)));
        pairs.filter(move |(s, t)| self.class(*t, *s) == class)
    }

    /// Where a file says what L is, transactions need not end in LFS.
    fn may_be_in(self, class: Class, (s, t): (State, Tid)) -> bool {
        let instance = self.instance;
        let n = instance.node(t, s);
        let (_, l, phase) = instance.stores(n);
        let initial = instance.semantics.initial().locals[t.0 as usize - 1];
        let Some(loc) = instance.semantics.loc(l).filter(|_| l != initial) else { return false };
        match class {
            Class::Right => phase,
            Class::Left => {
                !phase && self.moves_left(t, n) && (self.by.is_some() || !instance.partition.lfs.contains(&loc))
            }
            Class::Outside => true,
        }
    }

    /// Whether t can move, and then by left movers alone.
    fn moves_left(self, t: Tid, n: Node) -> bool {
        let (g, l, _) = self.instance.stores(n);
        let transitions = self.instance.semantics.transitions(t, g, l);
        let moves = self.instance.movers.moves(self.instance.semantics, (t, g, l), &transitions);
        let left = || moves.iter().all(|m| m.left);
        !moves.is_empty() && self.by.map_or_else(left, |by| by.is_left_mover(t, n))
    }

    /// C3: a thread in L(t) that may move can reach N(t) alone.
    fn ending(self) -> Tally {
        let instance = self.instance;
        let mut trial = Trial::new();
        let left: Vec<(State, Tid)> = self.inside(Class::Left).filter(|(s, t)| self.others_outside(*t, *s)).collect();
        trial.tried = left.len();
        let left = self.going_on(left);
        let next = |(s, t): (State, Tid)| self.steps(t, s).into_iter().map(|s| (s, t)).collect();
        let ends = |(s, t): (State, Tid)| self.class(t, s) == Class::Outside || self.cut(s, t);
        let stuck = completion::stuck(left, &next, ends);
        for (s, t) in stuck.into_iter().filter(|(s, t)| self.class(*t, *s) == Class::Left) {
            trial.violated((place(instance.semantics, instance.loc(t, s)), s, t), (s, t));
        }
        trial.tally("states in L", |(s, t)| drawn(instance, s, Fault::Endless { t }, None))
    }

    /// Whether `t` calls and the bound on stacks forbids it: nobody knows where that would lead.
    pub(super) fn cut(self, s: State, t: Tid) -> bool {
        self.instance.is_full(t, s) && self.instance.u_plus(t, self.instance.node(t, s)).next().is_some()
    }

    /// With what t alone reaches before N(t), which rules of a file may leave unexplored, and R(t) in between.
    fn going_on(self, mut left: Vec<(State, Tid)>) -> Vec<(State, Tid)> {
        let mut seen: FxHashSet<(State, Tid)> = left.iter().copied().collect();
        let mut at = 0;
        while let Some((s, t)) = left.get(at).copied() {
            let next = self.steps(t, s).into_iter().filter(|s| self.class(t, *s) != Class::Outside);
            left.extend(next.map(|s| (s, t)).filter(|pair| seen.insert(*pair)));
            at += 1;
        }
        left
    }

    fn steps(self, t: Tid, s: State) -> Vec<State> {
        self.by.map_or_else(|| self.instance.steps_of(t, s), |by| self.instance.steps_by(by, t, s))
    }

    /// C4: no step of another thread leads into or out of a class, whether or not that thread may move.
    fn stable(self) -> Tally {
        let (instance, semantics) = (self.instance, self.instance.semantics);
        let mut trial = Trial::new();
        for s in self.states() {
            let here = instance.configuration(s);
            for by in semantics.tids() {
                for (outcome, step) in semantics.transitions_in(&here, by).steps.iter().enumerate() {
                    trial.tried += 1;
                    for t in semantics.tids().filter(|t| *t != by) {
                        let (from, to) = (self.class(t, s), self.class_under((s, t), step.global));
                        if from != to {
                            let key = (place(semantics, instance.loc(by, s)), s, by, outcome, t);
                            trial.violated(key, (s, Choice { t: by, outcome }, Fault::Moved { t, by, from, to }));
                        }
                    }
                }
            }
        }
        trial.tally("steps", |(s, choice, fault)| drawn(instance, s, fault, Some(choice)))
    }

    /// The class of `t` with its own store of `s`, at another global store.
    fn class_under(self, (s, t): (State, Tid), g: Global) -> Class {
        let instance = self.instance;
        let (_, l, phase): (_, LocalStore, _) = instance.stores(instance.node(t, s));
        if self.by.is_some() {
            return self.of(t, instance.node_with(g, l, phase));
        }
        let transitions = instance.semantics.transitions(t, g, l);
        let moves = instance.movers.moves(instance.semantics, (t, g, l), &transitions);
        instance.classify(t, l, phase, &moves)
    }
}

pub(super) fn drawn(instance: &Instance<'_>, s: State, fault: Fault, step: Option<Choice>) -> Option<Witness> {
    let corner = &instance.configuration(s);
    let board = Board { semantics: instance.semantics, movers: instance.movers, corner };
    let orders: Vec<Order> = step.and_then(|choice| board.step(choice)).into_iter().collect();
    witness(instance, s, instance, board.square(orders, fault))
}

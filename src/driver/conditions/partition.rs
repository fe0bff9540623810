//! C1 to C4: R(t), L(t) and N(t) over the states of a reduced exploration. The classes are computed
//! once more from their definition in `docs/papers.md`.

use super::{Tally, Trial, Witness, place, witness};
use crate::driver::completion;
use crate::execution::Choice;
use crate::exploration::Instance;
use crate::movers::{Board, Class, Fault, Order};
use crate::semantics::LocalStore;
use moverlog_rules::{Global, Program, State, Tid};

/// C1 to C4 over the states stored in `instance`.
pub fn partition_conditions(instance: &Instance<'_>) -> Vec<Tally> {
    let states: Vec<State> = (0..instance.state_count() as u32).map(State).collect();
    vec![
        allowed(instance, &states, Class::Right),
        allowed(instance, &states, Class::Left),
        ending(instance, &states),
        stable(instance, &states),
    ]
}

/// C1 and C2: threads are in the class only where phase, location and movers allow it.
fn allowed(instance: &Instance<'_>, states: &[State], class: Class) -> Tally {
    let mut trial = Trial::new();
    for (s, t) in inside(instance, states, class) {
        trial.tried += 1;
        if !may_be_in(instance, class, (s, t)) {
            trial.violated((place(instance.semantics, instance.loc(t, s)), s, t), (s, t));
        }
    }
    let of = if class == Class::Right { "states in R" } else { "states in L" };
    trial.tally(of, |(s, t)| drawn(instance, s, Fault::Misplaced { t, class }, None))
}

fn inside<'a>(
    instance: &'a Instance<'_>,
    states: &'a [State],
    class: Class,
) -> impl Iterator<Item = (State, Tid)> + 'a {
    let pairs = states.iter().flat_map(|s| instance.semantics.tids().map(|t| (*s, t)));
    pairs.filter(move |(s, t)| instance.class(*t, *s) == class)
}

fn may_be_in(instance: &Instance<'_>, class: Class, (s, t): (State, Tid)) -> bool {
    let semantics = instance.semantics;
    let (g, l, phase) = instance.stores(instance.node(t, s));
    let initial = semantics.initial().locals[t.0 as usize - 1];
    let Some(loc) = semantics.loc(l).filter(|_| l != initial) else { return false };
    let transitions = semantics.transitions(t, g, l);
    let moves = instance.movers.moves(semantics, (t, g, l), &transitions);
    match class {
        Class::Right => phase,
        Class::Left => {
            let left = !moves.is_empty() && moves.iter().all(|m| m.left);
            !phase && left && !instance.partition.lfs.contains(&loc)
        }
        Class::Outside => true,
    }
}

/// C3: a thread in L(t) that may move can reach N(t) alone.
fn ending(instance: &Instance<'_>, states: &[State]) -> Tally {
    let mut trial = Trial::new();
    let may_move = |(s, t): &(State, Tid)| instance.others_outside(*t, *s);
    let left: Vec<(State, Tid)> = inside(instance, states, Class::Left).filter(may_move).collect();
    trial.tried = left.len();
    let next = |(s, t): (State, Tid)| instance.steps_of(t, s).into_iter().map(|s| (s, t)).collect();
    for (s, t) in completion::stuck(left, &next, |(s, t)| instance.class(t, s) != Class::Left) {
        trial.violated((place(instance.semantics, instance.loc(t, s)), s, t), (s, t));
    }
    trial.tally("states in L", |(s, t)| drawn(instance, s, Fault::Endless { t }, None))
}

/// C4: no step of another thread leads into or out of a class, whether or not that thread may move.
fn stable(instance: &Instance<'_>, states: &[State]) -> Tally {
    let semantics = instance.semantics;
    let mut trial = Trial::new();
    for s in states {
        let here = instance.configuration(*s);
        for by in semantics.tids() {
            for (outcome, step) in semantics.transitions_in(&here, by).steps.iter().enumerate() {
                trial.tried += 1;
                for t in semantics.tids().filter(|t| *t != by) {
                    let (from, to) = (instance.class(t, *s), class_under(instance, (*s, t), step.global));
                    if from != to {
                        let key = (place(semantics, instance.loc(by, *s)), *s, by, outcome, t);
                        trial.violated(key, (*s, Choice { t: by, outcome }, Fault::Moved { t, by, from, to }));
                    }
                }
            }
        }
    }
    trial.tally("steps", |(s, choice, fault)| drawn(instance, s, fault, Some(choice)))
}

/// The class of `t` with its own store of `s`, at another global store.
fn class_under(instance: &Instance<'_>, (s, t): (State, Tid), g: Global) -> Class {
    let (_, l, phase): (_, LocalStore, _) = instance.stores(instance.node(t, s));
    let transitions = instance.semantics.transitions(t, g, l);
    let moves = instance.movers.moves(instance.semantics, (t, g, l), &transitions);
    instance.classify(t, l, phase, &moves)
}

fn drawn(instance: &Instance<'_>, s: State, fault: Fault, step: Option<Choice>) -> Witness {
    let corner = &instance.configuration(s);
    let board = Board { semantics: instance.semantics, movers: instance.movers, corner };
    let orders: Vec<Order> = step.and_then(|choice| board.step(choice)).into_iter().collect();
    witness(instance, s, instance, board.square(orders, fault))
}

//! CPC 3 and FQ B on movers and exclusive access, on what occurs together in some interleaving.

use super::shown::{Breach, World};
use super::trial::{Trial, Tried};
use super::{Ground, Statement};
use crate::control::Control;
use crate::driver::reachable;
use crate::execution::Choice;
use crate::ir::Cell;
use crate::movers::{Moves, Pair, Protection, Use};
use crate::semantics::{Effect, FailureKind, LocalStore, Step};
use moverlog_rules::{Global, Tid};
use rustc_hash::FxHashSet;

pub(super) const STATEMENTS: &[Statement] = &[
    ("CPC Lemma 1", "a step that can come before a right mover of another thread is a mover there as it is behind it"),
    ("CPC Lemma 2", "a step that can come behind a left mover of another thread is a mover there as it is before it"),
    (
        "FQ Lemma B.2",
        "where an action is enabled and s is in delta(t, l), no other thread has exclusive access to what it accesses",
    ),
];

impl Ground<'_> {
    fn steps(&self, t: Tid, g: Global, l: LocalStore) -> Vec<(Step, Moves)> {
        let transitions = self.semantics.transitions(t, g, l);
        let moves = self.movers.moves(self.semantics, (t, g, l), &transitions);
        transitions.steps.iter().cloned().zip(moves).collect()
    }
}

pub(super) fn tried(ground: &Ground<'_>, control: &Control<'_>) -> Option<Vec<Tried>> {
    let world = ground.plain(control);
    let pairs = reachable(ground.all);
    let pairs = || pairs.pairs().iter().take_while(|_| control.goes_on());
    let (mut one, mut two) = (Trial::new("pairs of steps"), Trial::new("pairs of steps"));
    for (pair, s) in pairs() {
        behind_right_movers(ground, *pair, *s, &mut one);
        before_left_movers(ground, *pair, *s, &mut two);
    }
    let show = |(s, choices, threads, says): Shown| world.with_steps((s, &choices), threads, says);
    Some(vec![one.tally(show), two.tally(show), exclusive(ground, control).shown(&world)])
}

/// Steps from a state, of whom, and what is wrong.
type Shown = (usize, Vec<Choice>, [Tid; 2], &'static str);

/// RM(t, g1, l1, g2, l2) and T(u, g2, l3, g3, l4): for some g4 T(u, g1, l3, g4, l4), in RM and in LM as the step from g2.
fn behind_right_movers(ground: &Ground<'_>, (g1, t, l1, u, l3): Pair, s: usize, trial: &mut Trial<Shown>) {
    let first = ground.steps(u, g1, l3);
    for (i, (mine, _)) in ground.steps(t, g1, l1).iter().enumerate().filter(|(_, (_, m))| m.right) {
        for (k, (theirs, moves)) in ground.steps(u, mine.global, l3).iter().enumerate() {
            let same = first.iter().any(|(step, m)| step.effect == theirs.effect && m == moves);
            let says = "the step of {u} cannot be taken before that of {t}, or is another mover there";
            trial.tried(same, || (s, choices([(t, i), (u, k)]), [t, u], says));
        }
    }
}

/// T(u, g1, l1, g2, l2) and LM(t, g2, l3, g3, l4): for some g4 LM(t, g1, l3, g4, l4) and T(u, g4, l1, g3, l2), in RM and
/// in LM as the step from g1.
fn before_left_movers(ground: &Ground<'_>, (g1, t, l3, u, l1): Pair, s: usize, trial: &mut Trial<Shown>) {
    let first = ground.steps(t, g1, l3);
    for (k, (theirs, moves)) in ground.steps(u, g1, l1).iter().enumerate() {
        for (i, (mine, _)) in ground.steps(t, theirs.global, l3).iter().enumerate().filter(|(_, (_, m))| m.left) {
            let mut before = first.iter().filter(|(step, m)| m.left && step.effect == mine.effect);
            let same =
                |(step, m): &(Step, Moves)| step.effect == theirs.effect && step.global == mine.global && m == moves;
            let commutes = before.any(|(step, _)| ground.steps(u, step.global, l1).iter().any(same));
            let says = "the step of {u} cannot be taken behind that of {t}, or is another mover there";
            trial.tried(commutes, || (s, choices([(u, k), (t, i)]), [t, u], says));
        }
    }
}

fn choices(steps: [(Tid, usize); 2]) -> Vec<Choice> {
    steps.map(|(t, outcome)| Choice { t, outcome }).into()
}

/// Lemma B.2. Nobody writes a constant: it belongs to everybody, and its accesses move both ways.
fn exclusive(ground: &Ground<'_>, control: &Control<'_>) -> Trial {
    let mut trial = Trial::new("uses of variables");
    let Some(protection) = ground.protection else { return trial };
    let owns = |u: Tid, x: Cell, g: Global| protection.exclusive(ground.semantics, u, x, g);
    let intruded = |t: Tid, x: Cell, g: Global| ground.semantics.tids().find(|u| *u != t && owns(*u, x, g));
    let mut used = vec![];
    for ((t, g, l), s) in reachable(ground.all).numbered_nodes().take_while(|_| control.goes_on()) {
        let cells = accessed(ground, protection, (t, g, l)).into_iter();
        used.push((s, (t, g, l), cells.map(|x| (x, intruded(t, x, g))).collect::<Vec<_>>()));
    }
    let unsafe_uses: FxHashSet<(Tid, LocalStore, Cell)> = (used.iter())
        .flat_map(|(_, (t, _, l), cells)| cells.iter().filter(|(_, u)| u.is_some()).map(|(x, _)| (*t, *l, *x)))
        .collect();
    for (s, (t, g, l), cells) in used {
        // s in delta(t, l): of each x it is safe, in all stores that are reached, or s is in E(t, x).
        if cells.iter().any(|(x, _)| unsafe_uses.contains(&(t, l, *x)) && !owns(t, *x, g)) {
            continue;
        }
        for (_, other) in cells {
            let says = "{t} accesses what {u} has exclusive access to";
            trial.tried(other.is_none(), || Breach { u: other.unwrap_or(t), ..Breach::of(s, t, says) });
        }
    }
    trial
}

/// alpha(t, l) where the action is enabled, and does not go wrong for its declared protection.
fn accessed(ground: &Ground<'_>, protection: &Protection, (t, g, l): (Tid, Global, LocalStore)) -> Vec<Cell> {
    let transitions = ground.semantics.transitions(t, g, l);
    let refused = |s: &Step| matches!(&s.effect, Effect::Wrong(failure) if failure.kind == FailureKind::Protection);
    if transitions.steps.is_empty() || transitions.steps.iter().any(refused) {
        return vec![];
    }
    transitions.accesses.cells().filter(|x| protection.use_of(*x) != Use::Constant).collect()
}

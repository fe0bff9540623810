//! DYN Definition 12 on every reachable state: c^R and c^L are moving conditions.
//!
//! For an edge of thread t whose c^R holds, t's step and then one of another thread can be taken the
//! other way round; for c^L it is the other thread's step that may be taken later; and no step of
//! another thread makes either of them false.

use super::{Tally, Trial, place, witness};
use crate::control::Control;
use crate::driver::claims;
use crate::dynamic::Direction;
use crate::execution::{self, Choice};
use crate::exploration::{Instance, Partition};
use crate::movers::{Board, Breach, Fault, Movers, Moves, Property, Table};
use crate::semantics::{Configuration, Semantics};
use moverlog_rules::{State, Tid};
use rustc_hash::FxHashMap;

/// What is tried: whether the next action of a thread moves this way.
pub type Moving<'m> = &'m dyn Fn(Direction, &Configuration, Tid) -> bool;

/// Something that Definition 12 forbids in a state, seen from thread `t`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Failing {
    s: State,
    t: Tid,
    u: Tid,
    /// The outcomes, in the order of the steps; of `u` alone where a condition is lost.
    mine: usize,
    theirs: usize,
}

/// On the states of `all`, which must be every interleaving: c^R, c^L, and that both last. Nothing if a
/// bound was hit.
pub fn moving_conditions(all: &Instance<'_>, moving: Moving<'_>, control: &Control<'_>) -> Option<Vec<Tally>> {
    let trials = [Some(Direction::Right), Some(Direction::Left), None];
    trials.into_iter().map(|direction| try_all(all, moving, direction, control)).collect()
}

fn try_all(
    all: &Instance<'_>,
    moving: Moving<'_>,
    direction: Option<Direction>,
    control: &Control<'_>,
) -> Option<Tally> {
    let mut trial = Trial::new();
    for s in (0..all.state_count() as u32).map(State) {
        control.check();
        if control.stopped() {
            return None;
        }
        let c = all.configuration(s);
        for (t, u) in pairs(all.semantics) {
            trial.tried += 1;
            let found = match direction {
                Some(direction) => commuting(all.semantics, moving, direction, &c, (t, u)),
                None => lasting(all.semantics, moving, &c, (t, u)),
            };
            for (mine, theirs) in found {
                let failing = Failing { s, t, u, mine, theirs };
                trial.violated((place(all.semantics, all.loc(t, s)), failing), failing);
            }
        }
    }
    Some(trial.tally("pairs", |failing| shown(all, moving, direction, failing, control)))
}

fn pairs(semantics: &Semantics<'_>) -> Vec<(Tid, Tid)> {
    semantics.tids().flat_map(|t| semantics.tids().filter(move |u| *u != t).map(move |u| (t, u))).collect()
}

/// Every outcome of `t`'s action, and where it leads.
fn steps(semantics: &Semantics<'_>, c: &Configuration, t: Tid) -> Vec<(usize, Configuration)> {
    let outcomes = 0..semantics.transitions_in(c, t).steps.len();
    outcomes
        .filter_map(|outcome| Some((outcome, execution::perform(semantics, c, Choice { t, outcome })?.after)))
        .collect()
}

/// The outcomes of t and u, one after the other, that cannot be had in the other order.
fn commuting(
    semantics: &Semantics<'_>,
    moving: Moving<'_>,
    direction: Direction,
    c: &Configuration,
    (t, u): (Tid, Tid),
) -> Vec<(usize, usize)> {
    if !moving(direction, c, t) {
        return vec![];
    }
    let (first, second) = if direction == Direction::Right { (t, u) } else { (u, t) };
    let other_way: Vec<Configuration> =
        steps(semantics, c, second).iter().flat_map(|(_, c)| steps(semantics, c, first)).map(|(_, end)| end).collect();
    let mut found = vec![];
    for (one, between) in steps(semantics, c, first) {
        for (two, end) in steps(semantics, &between, second) {
            if !other_way.contains(&end) {
                found.push(if direction == Direction::Right { (one, two) } else { (two, one) });
            }
        }
    }
    found
}

/// The outcomes of u after which a condition of t no longer holds.
fn lasting(
    semantics: &Semantics<'_>,
    moving: Moving<'_>,
    c: &Configuration,
    (t, u): (Tid, Tid),
) -> Vec<(usize, usize)> {
    let held: Vec<Direction> = [Direction::Right, Direction::Left].into_iter().filter(|d| moving(*d, c, t)).collect();
    let lost = |after: &Configuration| held.iter().any(|d| !moving(*d, after, t));
    let steps = if held.is_empty() { vec![] } else { steps(semantics, c, u) };
    steps.into_iter().filter(|(_, after)| lost(after)).map(|(outcome, _)| (0, outcome)).collect()
}

fn shown(
    all: &Instance<'_>,
    moving: Moving<'_>,
    direction: Option<Direction>,
    failing: Failing,
    control: &Control<'_>,
) -> Option<super::Witness> {
    let Failing { s, t, u, mine, theirs } = failing;
    let corner = &all.configuration(s);
    let movers = Movers::Table(movers_at(all.semantics, moving, corner));
    let board = Board { semantics: all.semantics, movers: &movers, corner };
    let square = match direction {
        Some(direction) => board.of_breach(&breach(all, direction, failing, corner, (mine, theirs))),
        None => {
            let order = board.step(Choice { t: u, outcome: theirs });
            board.square(order.into_iter().collect(), Fault::Lost { t, by: u })
        }
    };
    let teller = Instance::new(all.semantics, &movers, Partition::default(), control);
    witness(all, s, &teller, square)
}

fn breach(
    all: &Instance<'_>,
    direction: Direction,
    Failing { s, t, u, .. }: Failing,
    corner: &Configuration,
    (mine, theirs): (usize, usize),
) -> Breach {
    let local = |t: Tid| corner.locals[t.0 as usize - 1];
    let right = direction == Direction::Right;
    Breach {
        loc: all.loc(t, s).expect("a thread that steps is somewhere"),
        t,
        right,
        state: s.0 as usize,
        property: if right { Property::P1 } else { Property::P3 },
        pair: (corner.global, t, local(t), u, local(u)),
        mine,
        theirs,
    }
}

/// What the conditions say of every thread's next action.
fn movers_at(semantics: &Semantics<'_>, moving: Moving<'_>, c: &Configuration) -> Table {
    let mut table: Table = FxHashMap::default();
    for t in semantics.tids() {
        let moves = Moves { right: moving(Direction::Right, c, t), left: moving(Direction::Left, c, t) };
        let count = semantics.transitions_in(c, t).steps.len();
        table.insert((t, c.global, c.locals[t.0 as usize - 1]), vec![moves; count]);
    }
    table
}

/// Definition 12 for conditions of one's own, over all interleavings of a program; nothing if a bound was hit.
pub fn try_moving(semantics: &Semantics<'_>, moving: Moving<'_>, control: &Control<'_>) -> Option<Vec<Tally>> {
    let strongest = Movers::Protection(crate::movers::Protection::initial(semantics.program));
    let all = claims::interleave(semantics, &strongest, control)?;
    moving_conditions(&all, moving, control)
}

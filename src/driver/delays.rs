//! Errors and deadlocks that few delays lead to.

use super::deadlock::{Deadlock, is_deadlock, waiting};
use super::follow::Chosen;
use super::outcome::{Outcome, Verdict};
use super::statics::{stories, told_statically};
use super::witness::{Way, shortened_if_possible};
use crate::control::Control;
use crate::delays::{Delayed, Goal, Search};
use crate::execution::{self, Choice};
use crate::ir::visit::{Visitor, walk_expr};
use crate::ir::{Binary, Expr, Program, Value};
use crate::semantics::Semantics;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// So many nodes in each way to delay threads take no time that anybody would notice.
pub const FEW_NODES: usize = 20_000;

/// Nor do as many as so many executions have.
const RUNS: usize = 16;

/// Wrong, or not known: threads move in the order in which they are listed, or the first one after all others, and are
/// delayed where another one has moved before, or anywhere; in each of these ways few states are reached, or few times
/// as many as an execution has, and no more than the bounds allow. The outcome tells the bound
/// where there are others.
pub fn delayed(program: &Program, few: usize, control: &Control<'_>) -> Outcome {
    control.begin(false);
    let semantics = Semantics::within(program, control);
    let (mut states, mut bound) = (0, None);
    for way in ways(program, &[Delayed::AtTurns, Delayed::Anywhere]) {
        let found = by(&semantics, way, few, &control.anew());
        states += found.states;
        if found.verdict == Verdict::Wrong {
            return Outcome { states, ..found };
        }
        bound = bound.or(found.bound);
    }
    Outcome { states, ..Outcome::nothing(bound) }
}

/// A deadlock, and what was looked at: threads are delayed before they might have to wait, or as above at turns.
pub fn delayed_deadlock(program: &Program, control: &Control<'_>) -> (Outcome, Option<Deadlock>) {
    control.begin(false);
    let semantics = Semantics::within(program, control);
    let is_one = |c: &_| is_deadlock(&semantics, c);
    let mut states = 0;
    for way in ways(program, &[Delayed::AtWaits, Delayed::AtTurns]) {
        let control = control.anew();
        control.begin(false);
        let mut search = Search::new(&semantics, way, Goal::Stuck(&is_one), &control);
        let found = search.run();
        states += search.states();
        let found = found.and_then(|(schedule, n)| Some((led_to(&semantics, &schedule, &control)?, n)));
        if let Some((deadlock, delays)) = found {
            let outcome = Outcome { states, delays: Some(delays), ..Outcome::nothing(None) };
            return (outcome, Some(deadlock));
        }
    }
    (Outcome { states, ..Outcome::nothing(None) }, None)
}

/// The deadlock that an execution leads to; nothing if a bound ends the replay.
fn led_to(semantics: &Semantics<'_>, found: &[Choice], control: &Control<'_>) -> Option<Deadlock> {
    let original = execution::replay(semantics, found)?;
    let schedule = execution::fewest_switches(&original);
    let ordered = execution::replay(semantics, &schedule)?;
    let end = ordered.last()?.after.clone();
    let [original, story] = stories(semantics, [original, ordered], control);
    Some(Deadlock { waiting: waiting(semantics, &end), way: Way { schedule, story, original } })
}

/// The order of threads, and where they are delayed.
fn ways(program: &Program, places: &[Delayed]) -> Vec<(Vec<Tid>, Delayed)> {
    let threads = program.threads.len() as u32;
    let orders = [(1..=threads).map(Tid).collect::<Vec<_>>(), (2..=threads).chain([1]).map(Tid).collect()];
    places.iter().flat_map(|delayed| orders.iter().map(|order| (order.clone(), *delayed))).collect()
}

/// The same program where of more values than can be taken one by one those are chosen that are small, and those next
/// to what something is compared with.
pub fn with_few_choices(program: &Program) -> Program {
    let mut compared = Compared(BTreeSet::from(SMALL));
    program.locations.iter().for_each(|l| compared.op(&l.op));
    let mut values: Vec<Value> = compared.0.into_iter().collect();
    values.sort_by_key(|v| v.unsigned_abs());
    let few = values.into_iter().take(MOST_VALUES).collect();
    Chosen::everywhere(program, &few).narrowed(program, |l| l)
}

/// Values that are tried everywhere.
const SMALL: [Value; 4] = [-1, 0, 1, 2];

/// And so many in all.
const MOST_VALUES: usize = 16;

/// The numbers that something is compared with, and those next to them.
struct Compared(BTreeSet<Value>);

impl<'p> Visitor<'p> for Compared {
    fn expr(&mut self, e: &'p Expr) {
        use Binary::*;
        if let Expr::Binary(Eq | Ne | Lt | Le | Gt | Ge | UnsignedLt | UnsignedLe, a, b) = e {
            for side in [a, b] {
                let Expr::Const(v) = **side else { continue };
                self.0.extend([v.saturating_sub(1), v, v.saturating_add(1)]);
            }
        }
        walk_expr(self, e);
    }
}

fn by(semantics: &Semantics<'_>, way: (Vec<Tid>, Delayed), few: usize, control: &Control<'_>) -> Outcome {
    control.begin(false);
    let mut search = Search::new(semantics, way, Goal::Error, control).briefly(few, RUNS);
    let found = search.run().and_then(|(schedule, delays)| {
        let executions = shortened_if_possible(semantics, &schedule)?;
        Some((told_statically(semantics, executions, control), delays))
    });
    let (states, rest) = (search.states(), Outcome::nothing(control.hit()));
    match found {
        Some((failed, delays)) => {
            Outcome { verdict: Verdict::Wrong, failed: Some(failed), delays: Some(delays), states, ..rest }
        }
        None => Outcome { states, ..rest },
    }
}

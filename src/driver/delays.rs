//! Errors that few delays lead to.

use super::follow::Chosen;
use super::outcome::{Outcome, Verdict};
use super::statics::told_statically;
use super::witness::shortened_if_possible;
use crate::control::Control;
use crate::delays::{Delayed, Search};
use crate::ir::visit::{Visitor, walk_expr};
use crate::ir::{Binary, Expr, Program, Value};
use crate::semantics::Semantics;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// Wrong, or not known: threads move in the order in which they are listed, or the first one after all others, and are
/// delayed where another one has moved before, or anywhere; as many states are reached in each of these ways as the
/// bounds allow.
pub fn delayed(program: &Program, control: &Control<'_>) -> Outcome {
    control.begin(false);
    let semantics = Semantics::within(program, control);
    let threads = program.threads.len() as u32;
    let orders = [(1..=threads).collect::<Vec<_>>(), (2..=threads).chain([1]).collect()];
    let ways = [Delayed::AtTurns, Delayed::Anywhere].into_iter().flat_map(|d| orders.iter().map(move |o| (o, d)));
    let mut states = 0;
    for (order, delayed) in ways {
        let found = by(&semantics, order.iter().copied().map(Tid).collect(), delayed, &control.anew());
        states += found.states;
        if found.verdict == Verdict::Wrong {
            return Outcome { states, ..found };
        }
    }
    Outcome { states, ..Outcome::nothing(None) }
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

fn by(semantics: &Semantics<'_>, order: Vec<Tid>, delayed: Delayed, control: &Control<'_>) -> Outcome {
    control.begin(false);
    let mut search = Search::new(semantics, order, delayed, control);
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

//! Runs rulesets and searches on programs: bounds, side conditions, verdicts, and what verdicts do not speak of.

mod accelerated;
#[cfg(feature = "workers")]
mod agreement;
mod blocks;
mod certify;
mod check;
mod claims;
mod classes;
mod closed;
mod completion;
mod conditions;
mod confirm;
mod contexts;
mod counters;
#[cfg(feature = "workers")]
mod crew;
mod deadlock;
mod delays;
mod endless;
mod engine;
mod errors;
mod example;
mod expand;
mod follow;
mod growing;
mod hazards;
mod induction;
mod locks;
mod names;
mod outcome;
mod points;
mod races;
mod raise;
mod retell;
mod sliced;
mod spinlocks;
mod statics;
mod story;
mod symbolic;
mod vacuity;
mod views;
mod walk;
mod witness;

pub use crate::control::{Bound, Control, Limits};
pub use crate::execution::Shown;
pub use crate::execution::{Origin, Who};
pub use crate::exploration::{Instance, Outgoing, Partition, Phases, Profile, Visits};
#[cfg(feature = "workers")]
pub use agreement::agreement;
pub use blocks::{instrumented, sayings};
pub use certify::{Certified, certify, certify_smt2};
pub use closed::{Closed, closed, every_state};
pub use conditions::{
    Condition, Conditions, Moving, Tally, Witness, conditions, conditions_of, exclusive_conditions, mover_conditions,
    partition_conditions, try_moving,
};
pub use confirm::check;
pub use contexts::contexts;

pub use counters::{any_number, are_endless, are_many, without_regard_to_names};
pub use deadlock::{Deadlock, Waiting, WaitsFor};
pub use delays::{FEW_NODES, delayed, delayed_deadlock, with_few_choices};
pub use engine::{Blocks, Engine};
pub use errors::{Class, Errors, FINDS_ALL, Wrong, errors};
pub use example::{Example, RunsTo, example};
pub use growing::{Growing, Owner};
pub use hazards::{Hazards, Wanted, hazards};
pub use induction::{Counterexample, Induced, Induction, Standing, induction};
pub use outcome::{
    Certificate, Confirmation, Contexts, Convergence, Counted, Decider, EndReason, Failed, Measures, MoverMode,
    Options, Outcome, Removal, Vacuity, Verdict, Viewed, Violation,
};
pub use points::{Kept, Point};
pub use races::{Race, Side};
pub use raise::{Attempt, limited, raise};
pub use sliced::symbolic_sliced;
pub use story::{Told, Transaction};
pub use symbolic::{Symbolic, circuit, symbolic, unencodable, without_circuits};
pub use vacuity::vacuity;
pub use views::{all_by_views, any_number_by_views, count_far};
pub use witness::Way;

pub(crate) use check::{inspect, inspect_under};
pub(crate) use claims::{interleave, reachable};
pub(crate) use conditions::choose;
pub(crate) use endless::violation;
pub(crate) use expand::steps_between;
pub(crate) use points::{kept, point, point_at};
pub(crate) use story::{phase_before, tell, told};

use crate::ir::Program;
use crate::movers::{FalseClaim, Movers};
use crate::semantics::Semantics;

/// The movers and the partition on which the verdict of a check rests, for stores as `semantics` numbers them; nothing
/// if it got none.
pub fn settled<'e>(
    semantics: &Semantics<'_>,
    engine: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Option<(Movers, Partition)>, Vec<FalseClaim>> {
    let mut found = None;
    visit(semantics.program, engine, options, control, &mut |instance| {
        let movers = instance.movers.renumbered(instance.semantics, semantics);
        found = Some((movers, instance.partition.renumbered(instance.semantics, semantics)));
    })?;
    Ok(found)
}

/// Checks `program`, and has a look at the last exploration, on which the verdict rests.
pub fn visit<'e>(
    program: &Program,
    engine: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
    look: &mut dyn FnMut(&Instance<'_>),
) -> Result<Outcome, Vec<FalseClaim>> {
    inspect(program, engine.into(), options, control, &mut |instance, _| look(instance))
}

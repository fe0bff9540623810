//! Errors many steps deep, which few delays lead to: looked for before all else, and again with more threads and values
//! where an answer is open.

use super::args::CheckArgs;
use super::failure::Failure;
use super::inputs::LONGEST;
use super::timed::{Timed, timed};
use super::{Memory, compile};
use crate::driver::{self, Bound, Control, Engine, Verdict};
use crate::model::Model;
use std::cell::OnceCell;

/// So many states in each way to delay threads are few.
const STATES: usize = 320_000;

/// So many nodes in each way are few where an engine has taken as many states as are soon found, and knows of no error.
const MORE: usize = 160_000;

/// So many states an engine takes in a second or three, before executions with more delays are followed.
const SOON: usize = 50_000;

/// So many states an engine may take to find an error by itself, which is told in fewer steps then.
const FEW: usize = 20_000;

/// So many threads are started in a loop, if there is room for them.
const POOLS: [usize; 3] = [52, 24, 12];

/// Nor much memory: so many cells of stores at most.
const CELLS: usize = 20_000_000;

/// Longer programs are not read again.
const LOCATIONS: usize = 4_000;

/// What was found among executions with few delays.
pub(super) enum Found<'m> {
    Error(Box<Timed<'m>>),
    /// Nothing, and there are others, with as many delays or more.
    NoneOfMany,
    /// Nothing, or the flags ask for more than a verdict.
    Nothing,
}

/// An error that few delays lead to.
pub(super) fn found<'m>(args: &CheckArgs, model: &'m Model, memory: Memory) -> Result<Found<'m>, Failure> {
    among(driver::FEW_NODES, args, model, memory)
}

/// The same among more executions, where an engine has looked at many states.
pub(super) fn found_deeper<'m>(
    args: &CheckArgs,
    model: &'m Model,
    memory: Memory,
) -> Result<Option<Timed<'m>>, Failure> {
    among(MORE, args, model, memory).map(Found::error)
}

impl<'m> Found<'m> {
    fn error(self) -> Option<Timed<'m>> {
        match self {
            Found::Error(run) => Some(*run),
            Found::NoneOfMany | Found::Nothing => None,
        }
    }
}

/// So many nodes are few.
fn among<'m>(few: usize, args: &CheckArgs, model: &'m Model, memory: Memory) -> Result<Found<'m>, Failure> {
    if args.asks_for_more() {
        return Ok(Found::Nothing);
    }
    let work = |control: &Control<'_>| {
        let stores = CELLS / model.program.cells.len().max(1);
        let most = STATES.min(stores).min(control.limits.max_states);
        Ok((driver::delayed(&model.program, few, &control.anew().with_states(most)), ()))
    };
    let (run, ()) = timed(model, Engine::interleaving(), &args.common.rest().within(LONGEST), memory, work)?;
    Ok(match (run.outcome.verdict, run.outcome.bound) {
        (Verdict::Wrong, _) => Found::Error(Box::new(run)),
        (_, Some(Bound::States)) => Found::NoneOfMany,
        _ => Found::Nothing,
    })
}

/// The flags for a run that ends soon where an error is still to be found among more executions.
pub(super) fn soon(args: &CheckArgs) -> Option<CheckArgs> {
    args.common
        .may_have_states(SOON)
        .then(|| CheckArgs { common: args.common.rest().with_states(SOON), ..args.clone() })
}

/// The same flags where an error is known.
pub(super) fn known(args: &CheckArgs) -> CheckArgs {
    CheckArgs { common: args.common.rest().with_states(FEW), ..args.clone() }
}

/// Models in which errors are looked for again.
#[derive(Default)]
pub(super) struct Further([OnceCell<Model>; 2]);

impl Further {
    /// Where an answer is open, an error with more threads, and then with other values from outside, too.
    pub(super) fn found<'m>(
        &'m self,
        args: &CheckArgs,
        first: Timed<'m>,
        memory: Memory,
    ) -> Result<Timed<'m>, Failure> {
        if first.outcome.verdict != Verdict::Inconclusive || args.asks_for_more() {
            return Ok(first);
        }
        let many = matches!(first.outcome.bound, Some(Bound::States | Bound::Facts | Bound::Memory));
        if many && let Some(found) = found_deeper(args, first.model(), memory)? {
            return Ok(found);
        }
        if first.model().program.locations.len() > LOCATIONS {
            return Ok(first);
        }
        for (place, values) in self.0.iter().zip([false, true]) {
            if let Some(model) = larger(args, &first, values)
                && let Some(found) = found(args, place.get_or_init(|| model), memory)?.error()
            {
                return Ok(found);
            }
        }
        Ok(first)
    }
}

/// The model with as many threads as there is room for, and with the values that matter, if they are asked for; nothing
/// if it is the same.
fn larger(args: &CheckArgs, first: &Timed<'_>, values: bool) -> Option<Model> {
    let (model, mut common) = (first.model(), args.common.clone());
    let left_out = matches!(first.outcome.bound, Some(Bound::Inputs | Bound::Uninitialised));
    if values {
        (left_out && common.c.inputs().is_none()).then_some(())?;
        common.c = common.c.with_all_inputs();
    }
    let pools = if common.threads.is_some() { vec![common.pool()] } else { POOLS.to_vec() };
    let compiled = |pool| compile(&model.name, &model.text, &common.constants, &common.clone().with_pool(pool)).ok();
    let larger = pools.into_iter().find_map(compiled)?;
    let program = driver::with_few_choices(&larger.program);
    let differs = values || program.threads.len() > model.program.threads.len();
    differs.then_some(Model { program, ..larger })
}

//! Values from outside of a C program, and of what nobody has set: where those that are followed leave an answer open, a
//! circuit takes all.

use super::args::{CheckArgs, Inputs};
use super::failure::Failure;
use super::timed::Timed;
use super::{Memory, compile, symbolic};
use crate::driver::{self, Bound, Symbolic, Verdict};
use crate::model::Model;
use moverlog_rules::REDUCTIONS;
use std::time::Duration;

/// So many questions of circuits of so many gates take some seconds, and are the same on every machine.
const EFFORT: (u64, u64) = (40_000, 24_000);

/// Of programs with more cells than this there is no circuit that could be asked so much.
const CELLS: usize = 2_000;

/// And never longer than this, as it takes of larger circuits.
pub(super) const LONGEST: Duration = Duration::from_secs(20);

/// An invariant is looked for so many times as long as anything else.
pub(super) const LONGER: u32 = 2;

/// The program with all values, if nothing else leaves the answer open and the flags ask for no more than a verdict.
pub(super) fn unbounded(args: &CheckArgs, first: &Timed<'_>) -> Result<Option<Model>, Failure> {
    let values = matches!(first.outcome.bound, Some(Bound::Inputs | Bound::Uninitialised));
    let open = first.outcome.verdict == Verdict::Inconclusive && values;
    if !open || args.common.c.inputs().is_some() || args.asks_for_more() {
        return Ok(None);
    }
    let mut common = args.common.clone();
    common.c = common.c.with_all_inputs();
    let Model { name, text, .. } = first.model();
    let model = compile(name, text, &common.constants, &common)?;
    let fits = model.program.cells.len() <= CELLS && driver::unencodable(&model.program, engine(args)).is_none();
    Ok(fits.then_some(model))
}

/// What a circuit says of it; what was said before, if it does not know.
pub(super) fn decided<'m>(
    args: &CheckArgs,
    model: &'m Model,
    first: Timed<'m>,
    memory: Memory,
) -> Result<Timed<'m>, Failure> {
    let rest = if args.auto { args.common.rest() } else { args.common.rest().within(LONGEST * LONGER) };
    let run = symbolic::decided_by(driver::symbolic_sliced, model, engine(args), &rest, memory)?;
    Ok(if run.outcome.verdict == Verdict::Inconclusive { first } else { run })
}

fn engine(args: &CheckArgs) -> Symbolic {
    let reduction = REDUCTIONS.iter().find(|r| r.name == "phase").expect("it is listed");
    Symbolic { effort: (!args.auto).then_some(EFFORT), ..Symbolic::ic3(reduction) }
}

/// Refuses more values than there can be states.
pub(super) fn refused(inputs: Option<Inputs>) -> Result<(), Failure> {
    if inputs != Some(Inputs::All) {
        return Ok(());
    }
    let why = "`--nondet all` has 4294967296 values for an `int`, too many to take one by one";
    Err(Failure::refused(why).with_help("`check --engine ic3` and `bmc` take them all at once"))
}

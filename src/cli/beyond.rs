//! Threads that are created in a loop of a C program: where those of a pool leave an answer open, everybody else goes on
//! when there are more, and these never move. An error that is found then is one of the program.

use super::args::CheckArgs;
use super::compile;
use super::failure::Failure;
use super::inputs::LONGEST;
use super::timed::Timed;
use crate::driver::{Bound, Verdict};
use crate::model::{Language, Model};
use std::cell::OnceCell;

/// So many states take some seconds, and are the same on every machine.
const STATES: usize = 50_000;

/// Nor much memory: so many cells of stores at most, those between the states apart.
const CELLS: usize = 2_000_000;

/// The model in which they are.
#[derive(Default)]
pub(super) struct Beyond(OnceCell<Model>);

impl Beyond {
    /// What goes wrong then, if their number is all that leaves the answer open and the flags ask for no more than a
    /// verdict; else what was found before.
    pub(super) fn found<'m>(
        &'m self,
        args: &CheckArgs,
        first: Timed<'m>,
        ask: impl Fn(&CheckArgs, &'m Model) -> Result<Timed<'m>, Failure>,
    ) -> Result<Timed<'m>, Failure> {
        let Model { name, text, .. } = first.model();
        let open = first.outcome.verdict == Verdict::Inconclusive && first.outcome.bound == Some(Bound::Threads);
        let asked = args.common.threads.is_some() || args.asks_for_more();
        if !open || asked || Language::of(name) != Language::C {
            return Ok(first);
        }
        let most = STATES.min(CELLS / first.model().program.cells.len().max(1));
        let common = args.common.rest().within(LONGEST).with_states(most).with_idle_threads();
        let args = CheckArgs { common, ..args.clone() };
        let Ok(model) = compile(name, text, &args.common.constants, &args.common) else { return Ok(first) };
        let found = ask(&args, self.0.get_or_init(|| model))?;
        Ok(if found.outcome.verdict == Verdict::Wrong { found } else { first })
    }
}

//! Every error: one execution for each place at which threads of one procedure go wrong.
//!
//! Once an error is known, threads of that procedure wait where it happens in place of going wrong, and the program is
//! checked again, until it is safe. A thread that has gone wrong does nothing more, so what waits in its place hides
//! nothing; and whoever waits until what is asserted holds could have come later. So executions of the changed program
//! are executions of the program itself, and all of them that do not end in a known error.

use super::check::inspect;
use super::engine::Engine;
use super::outcome::{Failed, Options, Outcome};
use crate::control::Control;
use crate::ir::{Loc, Program};
use crate::movers::FalseClaim;
use moverlog_rules::Tid;

/// What goes wrong, each place and procedure of threads once.
#[derive(Debug)]
pub struct Errors {
    /// In the order in which they were found.
    pub found: Vec<Failed>,
    /// Of the exploration that met no further one.
    pub outcome: Outcome,
    /// An error that is known and happens all the same: a result that does not fit its variable goes wrong where it is
    /// returned, and nobody waits there. What comes behind it is not known.
    pub stays: Option<Loc>,
}

/// The engines that look for all errors.
pub const FINDS_ALL: [&str; 3] = ["interleaving", "reduction", "summaries"];

/// Looks for all errors under one deadline. Data are stored as they are, and threads explored together.
pub fn errors(
    program: &Program,
    engine: Engine<'_>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Errors, Vec<FalseClaim>> {
    let options = Options { slice: false, groups: false, ..options.clone() };
    let (mut left, mut found) = (program.clone(), vec![]);
    loop {
        let mut outcome = inspect(&left, engine, &options, &control.anew(), &mut |_, _| ())?;
        let Some(failed) = outcome.failed.take() else { return Ok(Errors { found, outcome, stays: None }) };
        let before = left.known_errors.len();
        left.known_errors.extend(same(program, failed.thread, failed.loc));
        if left.known_errors.len() == before {
            return Ok(Errors { found, outcome, stays: Some(failed.loc) });
        }
        found.push(failed);
    }
}

/// All threads that run the same procedure, at that place.
fn same(program: &Program, thread: Tid, loc: Loc) -> impl Iterator<Item = (Tid, Loc)> {
    let procedure = program.threads[thread.0 as usize - 1].procedure;
    let threads = (1..).map(Tid).zip(&program.threads);
    threads.filter(move |(_, of)| of.procedure == procedure).map(move |(t, _)| (t, loc))
}

//! `check --workers`: what it is not for, and whether several workers say what one says.

use super::args::CheckArgs;
use super::failure::Failure;
use super::timed::{Timed, mover_mode};
use crate::driver::{Engine, MoverMode, Outcome};
use crate::model::Model;
use crate::report;
use serde_json::Value;

/// Refuses several workers where they cannot explore.
pub(super) fn refuse(args: &CheckArgs, engine: Engine<'_>, model: &Model) -> Result<(), Failure> {
    if args.workers() == 1 {
        return Ok(());
    }
    if !cfg!(feature = "workers") {
        let why = Failure::refused("this program was built without what `--workers` needs");
        return Err(why.with_help("build it with `cargo build --release --features workers`"));
    }
    if let Some(why) = engine.refuses_workers() {
        let why = Failure::refused(format!("`{}` runs with one worker: {why}", engine.name()));
        return Err(why.with_help("try `--rules interleaving` or `--rules reduction`"));
    }
    let mode = mover_mode(model, &args.common).mode();
    if engine.reduces() && ![MoverMode::Lockset, MoverMode::Ordered].contains(&mode) {
        let why = format!("movers that are `{}` are found by one worker, in all interleavings", mode.name());
        return Err(Failure::refused(why).with_help("try `--movers lockset` or `--movers ordered`"));
    }
    match args.ways.asked_for() {
        None => Ok(()),
        Some(flag) => Err(Failure::refused(format!("`{flag} on` is for one worker: {}", reason(flag)))),
    }
}

fn reason(flag: &str) -> &'static str {
    match flag {
        "--symmetry" => "threads are put in the order of the numbers of their stores, which each worker gives itself",
        "--groups" => "where a group ends depends on who has moved first",
        _ => "the counts are to be those of the rules",
    }
}

/// What `--check-workers` found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Agreement {
    Equal,
    Different,
    /// A bound has ended one of the two, which several workers look at at the end of a layer.
    Open,
}

impl Agreement {
    pub(super) fn of(several: &Timed<'_>, one: &Timed<'_>) -> Self {
        let cut = |outcome: &Outcome| outcome.bound.is_some_and(|bound| bound.ends_the_run());
        let equal = untimed(several) == untimed(one);
        match cut(&several.outcome) || cut(&one.outcome) {
            _ if equal => Agreement::Equal,
            true => Agreement::Open,
            false => Agreement::Different,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Agreement::Equal => "all is equal",
            Agreement::Different => "THEY DIFFER",
            Agreement::Open => "counts are not comparable, a bound was hit",
        }
    }
}

/// All that is told, without what differs from run to run, and what other runs have said.
fn untimed(run: &Timed<'_>) -> Value {
    let mut told = report::check_json(&run.report(true, false));
    if let Some(fields) = told.as_object_mut() {
        fields.retain(|name, _| !["seconds", "peak_bytes", "vacuity"].contains(&name.as_str()));
    }
    told
}

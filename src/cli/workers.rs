//! `check --workers` and `--hosts`: what it is not for, and whether several workers say what one says.

use super::args::CheckArgs;
use super::failure::Failure;
#[cfg(feature = "workers")]
use super::hosts::Team;
use super::timed::{Timed, mover_mode};
use super::{Memory, Status};
use crate::driver::{Engine, MoverMode, Options, Outcome};
use crate::model::Model;
use crate::report;
use serde_json::Value;

/// Refuses several workers where they cannot explore.
pub(super) fn refuse(args: &CheckArgs, engine: Engine<'_>, model: &Model) -> Result<(), Failure> {
    if args.workers() == 1 && args.hosts.is_none() {
        return Ok(());
    }
    if !cfg!(feature = "workers") {
        let flag = if args.hosts.is_some() { "--hosts" } else { "--workers" };
        let why = Failure::refused(format!("this program was built without what `{flag}` needs"));
        return Err(why.with_help("build it with `cargo build --release --features workers`"));
    }
    if let Some(why) = engine.refuses_workers() {
        let why = Failure::refused(format!("`{}` runs with one worker: {why}", engine.name()));
        return Err(why.with_help("try `--rules interleaving`, `--rules reduction` or `--rules dynamic`"));
    }
    let mode = mover_mode(model, &args.common).mode();
    if engine.has_phases() && ![MoverMode::Lockset, MoverMode::Ordered].contains(&mode) {
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

/// Who explores, here and elsewhere.
pub(super) struct Crew {
    #[cfg(feature = "workers")]
    team: Option<Team>,
    workers: usize,
}

impl Crew {
    /// With processes elsewhere it waits until they are there, and have the same in mind.
    #[cfg(feature = "workers")]
    pub(super) fn gathered(
        args: &CheckArgs,
        model: &Model,
        engine: Engine<'_>,
        options: &Options,
        memory: Memory,
    ) -> Result<Self, Failure> {
        let team = Team::joined(args, model, engine, options, memory)?;
        let workers = team.as_ref().map_or(args.workers(), Team::workers);
        Ok(Crew { team, workers })
    }

    #[cfg(not(feature = "workers"))]
    pub(super) fn gathered(
        args: &CheckArgs,
        _: &Model,
        _: Engine<'_>,
        _: &Options,
        _: Memory,
    ) -> Result<Self, Failure> {
        Ok(Crew { workers: args.workers() })
    }

    /// How many workers there are in all.
    pub(super) fn workers(&self) -> usize {
        self.workers
    }

    pub(super) fn set_to_work(&self, options: Options) -> Options {
        Options {
            workers: self.workers,
            #[cfg(feature = "workers")]
            cluster: self.team.as_ref().map(Team::cluster),
            ..options
        }
    }

    /// The status of a process that leaves the report to another.
    #[cfg(feature = "workers")]
    pub(super) fn told_briefly(&self, run: &Timed<'_>, args: &CheckArgs) -> Option<Status> {
        self.team.as_ref().and_then(|team| team.told_briefly(run, args.format))
    }

    #[cfg(not(feature = "workers"))]
    pub(super) fn told_briefly(&self, _: &Timed<'_>, _: &CheckArgs) -> Option<Status> {
        None
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

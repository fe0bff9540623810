//! `moverlog summaries` and `moverlog termination`.

use super::args::{Common, SummariesArgs, TerminationArgs};
use super::failure::Failure;
use super::timed::{Timed, options, timed};
use super::{Memory, Status, print, read_model};
use crate::driver::{Bound, Engine};
use crate::model::Model;
use crate::queries;
use crate::report::{Answer, Projection, Summaries, Theorem3};

pub(super) fn summaries(args: &SummariesArgs, memory: Memory) -> Result<Status, Failure> {
    let (model, engine) = start(&args.model, &args.common, &args.rules)?;
    if let Some(name) = &args.proc
        && !model.program.procedures.iter().any(|p| p.name == *name)
    {
        return Err(Failure::refused(format!("the model has no procedure `{name}`")));
    }
    let options = options(&model, &args.common);
    let (run, edges) = timed(&model, engine, &args.common, memory, |control| {
        queries::summaries(&model.program, engine, &options, control)
    })?;
    let has = |what: &str| args.hide.iter().any(|h| h == what);
    let projection = Projection {
        procedure: args.proc.clone(),
        hide_phases: has("phase"),
        hide_frames: has("frame"),
        hide: args.hide.iter().cloned().collect(),
    };
    let checked = &run.report(false, false);
    print(&Summaries { checked, edges: &edges, projection: &projection }, args.format);
    Ok(partial(&run))
}

pub(super) fn termination(args: &TerminationArgs, memory: Memory) -> Result<Status, Failure> {
    let (model, engine) = start(&args.model, &args.common, &args.rules)?;
    let options = options(&model, &args.common);
    let (run, termination) = timed(&model, engine, &args.common, memory, |control| {
        queries::termination(&model.program, engine, &options, control)
    })?;
    let checked = run.report(false, args.common.quiet);
    print(&Theorem3 { checked: &checked, termination: &termination }, args.format);
    Ok(match Answer::of(&checked, &termination) {
        Answer::Met => Status::Yes,
        Answer::Violated => Status::No,
        Answer::NotKnown => Status::Inconclusive,
    })
}

fn start(model: &str, common: &Common, rules: &str) -> Result<(Model, Engine<'static>), Failure> {
    let engine = super::rules::find(rules, common.color)?;
    if !engine.summarizes() {
        return Err(Failure::refused(format!("`{}` has no summaries", engine.name())).with_help("try `summaries`"));
    }
    Ok((read_model(model, common)?, engine))
}

/// Warns if the run is not complete.
pub(super) fn partial(run: &Timed<'_>) -> Status {
    partial_by(run.outcome.cut())
}

/// Warns if a bound left something out.
pub(super) fn partial_by(bound: Option<Bound>) -> Status {
    bound.map_or(Status::Yes, |bound| Failure::partial(bound).tell(false))
}

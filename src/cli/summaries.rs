//! `moverlog summaries` and `moverlog termination`.

use super::args::{Common, Format, SummariesArgs, TableFormat, TerminationArgs};
use super::timed::{Timed, options, timed};
use super::{Memory, Status, answer, answer_json, complain, read_model};
use crate::driver::{Bound, Engine};
use crate::model::Model;
use crate::queries;
use crate::report::{self, Answer, Projection};

pub(super) fn summaries(args: &SummariesArgs, memory: Memory) -> Status {
    let Some((model, engine)) = start(&args.model, &args.common, &args.rules) else { return Status::Usage };
    if let Some(name) = &args.proc
        && !model.program.procedures.iter().any(|p| p.name == *name)
    {
        complain(&format!("error: the model has no procedure `{name}`"));
        return Status::Usage;
    }
    let options = options(&model, &args.common);
    let timed = timed(&model, engine, &args.common, memory, |control| {
        queries::summaries(&model.program, engine, &options, control)
    });
    let Some((run, edges)) = timed else { return Status::Usage };
    let has = |what: &str| args.hide.iter().any(|h| h == what);
    let projection = Projection {
        procedure: args.proc.clone(),
        hide_phases: has("phase"),
        hide_frames: has("frame"),
        hide: args.hide.iter().cloned().collect(),
    };
    let checked = run.report(false, false);
    match args.format {
        TableFormat::Text => answer(&report::summaries_text(&checked, &edges, &projection)),
        TableFormat::Markdown => answer(&report::summaries_markdown(&checked, &edges, &projection)),
        TableFormat::Json => answer_json(&report::summaries_json(&checked, &edges, &projection)),
    }
    partial(&run)
}

pub(super) fn termination(args: &TerminationArgs, memory: Memory) -> Status {
    let Some((model, engine)) = start(&args.model, &args.common, &args.rules) else { return Status::Usage };
    let options = options(&model, &args.common);
    let timed = timed(&model, engine, &args.common, memory, |control| {
        queries::termination(&model.program, engine, &options, control)
    });
    let Some((run, termination)) = timed else { return Status::Usage };
    let checked = run.report(false, args.common.quiet);
    match args.format {
        Format::Text => answer(&report::termination_text(&checked, &termination)),
        Format::Json => answer_json(&report::termination_json(&checked, &termination)),
    }
    match Answer::of(&checked, &termination) {
        Answer::Met => Status::Yes,
        Answer::Violated => Status::No,
        Answer::NotKnown => Status::Inconclusive,
    }
}

fn start(model: &str, common: &Common, rules: &str) -> Option<(Model, Engine)> {
    let engine = super::rules::find(rules)?;
    if !engine.summarizes() {
        complain(&format!("error: `{}` has no summaries; try `summaries`", engine.name()));
        return None;
    }
    Some((read_model(model, common)?, engine))
}

/// Warns if the run is not complete.
pub(super) fn partial(run: &Timed<'_>) -> Status {
    partial_by(run.outcome.bound)
}

/// Warns if a bound left something out.
pub(super) fn partial_by(bound: Option<Bound>) -> Status {
    match bound {
        Some(bound) => {
            complain(&format!("warning: partial, a bound was hit ({})", bound.name()));
            Status::Inconclusive
        }
        None => Status::Yes,
    }
}

//! `moverlog run`.

use super::args::{Format, Goal, RunArgs};
use super::{Memory, Status, answer, answer_json, check, compile, complain, read_text, rules, show};
use crate::driver::{self, Verdict};
use crate::model::Model;
use crate::report::{self, Recorded};
use crate::trace::log;
use crate::trace::record::{End, Plan, record};
use crate::trace::run::Run;

pub(super) fn run(args: &RunArgs, memory: Memory) -> Status {
    let Some(text) = read_text(&args.model) else { return Status::Usage };
    if log::is_log(&text) {
        return read_log(args, &text);
    }
    let Some(model) = compile(&args.model, &text, &args.common.constants, &args.common) else { return Status::Usage };
    match plan(args, &model, memory) {
        Ok(plan) => execute(args, &model, &plan, memory),
        Err(status) => status,
    }
}

/// Checks the log of a run, and prints it again.
fn read_log(args: &RunArgs, text: &str) -> Status {
    let Some(run) = logged(args, text) else { return Status::Usage };
    print(args, &Recorded { name: &args.model, run: &run, model: None });
    if run.wrong().is_some() { Status::No } else { Status::Yes }
}

/// The run of a log; what is wrong with it has been said if there is none.
fn logged(args: &RunArgs, text: &str) -> Option<Run> {
    if args.schedule.is_some() || args.to.is_some() {
        complain(&format!("error: `{}` is the log of a run, which cannot take another course", args.model));
        return None;
    }
    let (run, diagnostics) = log::read(text);
    show(&diagnostics, &args.model, text, &args.common);
    run
}

/// The schedule that the flags ask for; an error if there is none, which has been said.
fn plan(args: &RunArgs, model: &Model, memory: Memory) -> Result<Plan, Status> {
    match (args.to, &args.schedule) {
        (Some(Goal::Wrong), _) => to_wrong(args, model, memory),
        (None, Some(schedule)) => Ok(Plan::Given(schedule.clone())),
        (None, None) => Ok(Plan::Random(args.seed)),
    }
}

fn to_wrong(args: &RunArgs, model: &Model, memory: Memory) -> Result<Plan, Status> {
    let engine = rules::find(args.rules.as_deref().unwrap_or("summaries")).ok_or(Status::Usage)?;
    let found = check::Run::new(model, engine, &args.common, memory).ok_or(Status::Usage)?.outcome;
    match found.failed {
        Some(failed) => Ok(Plan::Given(failed.schedule)),
        None if found.verdict == Verdict::Safe => {
            complain("no thread goes wrong: there is no such run");
            Err(Status::Yes)
        }
        None => {
            complain("no thread that goes wrong was found within the bounds");
            Err(Status::Inconclusive)
        }
    }
}

fn execute(args: &RunArgs, model: &Model, plan: &Plan, memory: Memory) -> Status {
    let work = |control: &driver::Control<'_>| record(&model.program, plan, args.steps, control);
    let recording = match check::with_progress("run", &args.common, memory, work) {
        Ok(recording) => recording,
        Err(impossible) => {
            complain(&format!("error: step {} of the schedule is impossible: {}", impossible.step, impossible.why));
            return Status::Usage;
        }
    };
    let model = Some((&model.program, recording.schedule.as_slice(), &recording.end));
    print(args, &Recorded { name: &args.model, run: &recording.run, model });
    match recording.end {
        End::Still(_) | End::Schedule => Status::Yes,
        End::Wrong(..) => Status::No,
        End::Steps | End::Bound(_) => Status::Inconclusive,
    }
}

fn print(args: &RunArgs, recorded: &Recorded<'_>) {
    match args.format {
        Format::Text => answer(&report::run_text(recorded)),
        Format::Json => answer_json(&report::run_json(recorded)),
    }
}

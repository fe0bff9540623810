//! The run that a command is about: one of a model, by the flags, or one in a log.

use super::args::{Common, Course, Goal};
use super::failure::Failure;
use super::timed;
use super::{Memory, Status, accepted, compile, read_text, rules};
use crate::driver::{Control, Verdict};
use crate::model::Model;
use crate::trace::log;
use crate::trace::record::{Impossible, Plan, Recording, record};
use crate::trace::run::Run;

pub(super) enum Source {
    Log(Run),
    Model(Box<Model>, Recording),
}

/// The run in a file; chance makes at most `steps` steps if the flags do not say how many.
pub(super) fn read(
    name: &str,
    course: &Course,
    steps: usize,
    common: &Common,
    memory: Memory,
) -> Result<Source, Failure> {
    let text = read_text(name)?;
    if log::is_log(&text) {
        return logged(name, &text, course, common).map(Source::Log);
    }
    let model = compile(name, &text, &common.constants, common)?;
    let plan = plan(course, &model, common, memory)?;
    let work = |control: &Control<'_>| record(&model.program, &plan, course.steps.unwrap_or(steps), control);
    let impossible =
        |i: Impossible| Failure::refused(format!("step {} of the schedule is impossible: {}", i.step, i.why));
    let recording = timed::with_progress("run", &common.rest(), memory, work).map_err(impossible)?;
    Ok(Source::Model(Box::new(model), recording))
}

fn logged(name: &str, text: &str, course: &Course, common: &Common) -> Result<Run, Failure> {
    if course.schedule.is_some() || course.to.is_some() {
        return Err(Failure::refused(format!("`{name}` is the log of a run, which cannot take another course")));
    }
    let (run, diagnostics) = log::read(text);
    accepted(run, diagnostics, name, text, common)
}

fn plan(course: &Course, model: &Model, common: &Common, memory: Memory) -> Result<Plan, Failure> {
    match (course.to, &course.schedule) {
        (Some(Goal::Wrong), _) => to_wrong(course, model, common, memory),
        (None, Some(schedule)) => Ok(Plan::Given(schedule.clone())),
        (None, None) => Ok(Plan::Random(course.seed)),
    }
}

fn to_wrong(course: &Course, model: &Model, common: &Common, memory: Memory) -> Result<Plan, Failure> {
    let engine = rules::find(course.rules.as_deref().unwrap_or("summaries"), common.color)?;
    let found = timed::Timed::new(model, engine, common, memory)?.outcome;
    match found.failed {
        Some(failed) => Ok(Plan::Given(failed.schedule)),
        None if found.verdict == Verdict::Safe => {
            Err(Failure::nothing(Status::Yes, "no thread goes wrong: there is no such run"))
        }
        None => {
            let why = "no thread that goes wrong was found within the bounds";
            Err(Failure::nothing(Status::Inconclusive, why))
        }
    }
}

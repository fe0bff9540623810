//! The run that a command is about: one of a model, by the flags, or one in a log.

use super::args::{Common, Course, Goal};
use super::{Memory, Status, compile, complain, read_text, rules, show, timed};
use crate::driver::{Control, Verdict};
use crate::model::Model;
use crate::trace::log;
use crate::trace::record::{Plan, Recording, record};
use crate::trace::run::Run;

pub(super) enum Source {
    Log(Run),
    Model(Box<Model>, Recording),
}

/// The run in a file; chance makes at most `steps` steps if the flags do not say how many. An error if there
/// is none, which has been said.
pub(super) fn read(
    name: &str,
    course: &Course,
    steps: usize,
    common: &Common,
    memory: Memory,
) -> Result<Source, Status> {
    let text = read_text(name).ok_or(Status::Usage)?;
    if log::is_log(&text) {
        return logged(name, &text, course, common).map(Source::Log).ok_or(Status::Usage);
    }
    let model = compile(name, &text, &common.constants, common).ok_or(Status::Usage)?;
    let plan = plan(course, &model, common, memory)?;
    let work = |control: &Control<'_>| record(&model.program, &plan, course.steps.unwrap_or(steps), control);
    match timed::with_progress("run", &common.rest(), memory, work) {
        Ok(recording) => Ok(Source::Model(Box::new(model), recording)),
        Err(impossible) => {
            complain(&format!("error: step {} of the schedule is impossible: {}", impossible.step, impossible.why));
            Err(Status::Usage)
        }
    }
}

fn logged(name: &str, text: &str, course: &Course, common: &Common) -> Option<Run> {
    if course.schedule.is_some() || course.to.is_some() {
        complain(&format!("error: `{name}` is the log of a run, which cannot take another course"));
        return None;
    }
    let (run, diagnostics) = log::read(text);
    show(&diagnostics, name, text, common);
    run
}

fn plan(course: &Course, model: &Model, common: &Common, memory: Memory) -> Result<Plan, Status> {
    match (course.to, &course.schedule) {
        (Some(Goal::Wrong), _) => to_wrong(course, model, common, memory),
        (None, Some(schedule)) => Ok(Plan::Given(schedule.clone())),
        (None, None) => Ok(Plan::Random(course.seed)),
    }
}

fn to_wrong(course: &Course, model: &Model, common: &Common, memory: Memory) -> Result<Plan, Status> {
    let engine = rules::find(course.rules.as_deref().unwrap_or("summaries")).ok_or(Status::Usage)?;
    let found = timed::Timed::new(model, engine, common, memory).ok_or(Status::Usage)?.outcome;
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

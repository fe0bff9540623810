//! A run as a log with its circumstances, and as JSON.

use super::count;
use super::story::thread_name;
use crate::execution::Choice;
use crate::ir::Program;
use crate::trace::ctp::{Effect, Scope};
use crate::trace::log;
use crate::trace::record::End;
use crate::trace::run::Run;
use serde_json::{Value, json};

/// A run, as it is reported.
pub struct Recorded<'a> {
    /// The file as the user named it.
    pub name: &'a str,
    pub run: &'a Run,
    /// What is known beyond that if it is the run of a model.
    pub model: Option<(&'a Program, &'a [Choice], &'a End)>,
}

/// A schedule of so many steps is said in text.
const SHOWN: usize = 200;

/// The log; what the log format has no place for is comments.
pub fn run_text(r: &Recorded<'_>) -> String {
    let mut out = log::write(r.run);
    if let Some((_, schedule, _)) = r.model {
        let how = if schedule.len() <= SHOWN { format!(" --schedule {}", steps(schedule)) } else { String::new() };
        out.insert_str(log::HEADER.len(), &format!("\n# moverlog run {}{how}", r.name));
    }
    out + &format!("# {}\n", end(r))
}

fn steps(schedule: &[Choice]) -> String {
    let step = |c: &Choice| match c.outcome {
        0 => c.t.0.to_string(),
        n => format!("{}:{}", c.t.0, n + 1),
    };
    schedule.iter().map(step).collect::<Vec<_>>().join(",")
}

fn end(r: &Recorded<'_>) -> String {
    let Some((program, schedule, end)) = r.model else {
        return match r.run.wrong() {
            Some((event, t)) => format!("{} goes wrong at {}", r.run.ctp.threads[event.slice].name, t.label),
            None => "no thread goes wrong".into(),
        };
    };
    match end {
        End::Still(left) if left.is_empty() => "all threads have ended".into(),
        End::Still(left) => {
            let left: Vec<String> = left.iter().map(|t| thread_name(program, *t)).collect();
            format!("no thread can move; not ended: {}", left.join(", "))
        }
        End::Wrong(t, loc, failure) => {
            let location = program.location(*loc);
            let place = format!("{} (line {})", location.name, location.line);
            format!("{} goes wrong at {place}: {}", thread_name(program, *t), failure.message)
        }
        End::Schedule => format!("the schedule ends here, after {}", count(schedule.len(), "step")),
        End::Steps => format!("stopped after {}; --steps lets it go on", count(schedule.len(), "step")),
        End::Bound(bound) => format!("stopped after {}: {}", count(schedule.len(), "step"), bound.name()),
    }
}

pub fn run_json(r: &Recorded<'_>) -> Value {
    let ctp = &r.run.ctp;
    let threads: Vec<&str> = ctp.threads.iter().map(|s| s.name.as_str()).collect();
    let variables = ctp.variables.iter().map(|v| {
        let (scope, thread) = match v.scope {
            Scope::Shared => ("shared", None),
            Scope::Lock => ("lock", None),
            Scope::Local(slice) => ("local", Some(threads[slice])),
        };
        json!({"name": v.name, "scope": scope, "thread": thread, "initial": v.initial, "range": [v.range.0, v.range.1]})
    });
    let events = r.run.steps().map(|(event, t)| {
        json!({
            "thread": event.slice + 1,
            "name": threads[event.slice],
            "event": log::statement(ctp, t, &event.values),
            "guard": t.guard.as_ref().map(|g| log::expression(ctp, g)),
            "values": values(r.run, &t.effect, &event.values),
            "location": t.label,
            "line": t.line,
        })
    });
    json!({
        "schema": 1,
        "run": r.name,
        "schedule": r.model.map(|(_, schedule, _)| steps(schedule)),
        "end": end(r),
        "wrong": r.run.wrong().map(|(event, t)| json!({"thread": event.slice + 1, "location": t.label})),
        "threads": threads,
        "variables": variables.collect::<Vec<_>>(),
        "events": events.collect::<Vec<_>>(),
    })
}

/// What every assigned variable holds after the event.
fn values(run: &Run, effect: &Effect, values: &[i64]) -> Value {
    let Effect::Assign(assignments) = effect else { return json!({}) };
    let named = assignments.iter().zip(values).map(|((v, _), value)| (run.ctp.variable(*v).name.clone(), json!(value)));
    Value::Object(named.collect())
}

//! A run as a log with its circumstances, and as JSON.

use super::places::located;
use super::story::thread_name;
use super::{Report, count};
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

impl Report for Recorded<'_> {
    /// The log; what the log format has no place for is comments.
    fn text(&self) -> String {
        let mut out = log::write(self.run);
        if let Some((_, schedule, _)) = self.model {
            let how = if schedule.len() <= SHOWN { format!(" --schedule {}", steps(schedule)) } else { String::new() };
            out.insert_str(log::HEADER.len(), &format!("\n# moverlog run {}{how}", self.name));
        }
        out + &format!("# {}\n", end(self))
    }

    fn json(&self) -> Value {
        let ctp = &self.run.ctp;
        let threads: Vec<&str> = ctp.threads.iter().map(|s| s.name.as_str()).collect();
        let variables = ctp.variables.iter().map(|v| {
        let (scope, thread) = match v.scope {
            Scope::Shared => ("shared", None),
            Scope::Lock => ("lock", None),
            Scope::Local(slice) => ("local", Some(threads[slice])),
        };
        json!({"name": v.name, "scope": scope, "thread": thread, "initial": v.initial, "range": [v.range.0, v.range.1]})
    });
        let events = self.run.steps().map(|(event, t)| {
            json!({
                "thread": event.slice + 1,
                "name": threads[event.slice],
                "event": log::statement(ctp, t, &event.values),
                "guard": t.guard.as_ref().map(|g| log::expression(ctp, g)),
                "values": values(self.run, &t.effect, &event.values),
                "location": t.label,
                "line": t.line,
            })
        });
        json!({
            "run": self.name,
            "schedule": self.model.map(|(_, schedule, _)| steps(schedule)),
            "end": end(self),
            "wrong": self.run.wrong().map(|(event, t)| json!({"thread": event.slice + 1, "location": t.label})),
            "threads": threads,
            "variables": variables.collect::<Vec<_>>(),
            "events": events.collect::<Vec<_>>(),
        })
    }
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
            let (who, place) = (thread_name(program, *t), located(program, *loc));
            format!("{who} goes wrong at {place}: {}", failure.message)
        }
        End::Schedule => format!("the schedule ends here, after {}", count(schedule.len(), "step")),
        End::Steps => format!("stopped after {}; --steps lets it go on", count(schedule.len(), "step")),
        End::Bound(bound) => format!("stopped after {}: {}", count(schedule.len(), "step"), bound.name()),
    }
}

/// What every assigned variable holds after the event.
fn values(run: &Run, effect: &Effect, values: &[i64]) -> Value {
    let Effect::Assign(assignments) = effect else { return json!({}) };
    let named = assignments.iter().zip(values).map(|((v, _), value)| (run.ctp.variable(*v).name.clone(), json!(value)));
    Value::Object(named.collect())
}

//! A recorded run as a page: its steps, and what is known of every schedule of its transitions.

use crate::report::{Drawn, Report, Traced};
use crate::trace::analysis::{GraphKind, Verdict};
use crate::trace::ctp::{Effect, Scope, Transition, VariableId};
use crate::trace::log;
use crate::trace::run::{Event, Run};
use serde_json::{Map, Value, json};

/// A run with its analysis.
pub struct RunPage<'a> {
    pub run: &'a Run,
    /// The log as it was read.
    pub text: &'a str,
    pub traced: &'a Traced<'a>,
}

/// So many steps are shown, each with what every variable holds.
const STEPS: usize = 1000;

/// A drawing of threads with more transitions than this is no picture any more.
const DRAWN: usize = 60;

/// What the page shows of a run.
pub fn run_page(p: &RunPage<'_>) -> Value {
    let ctp = &p.run.ctp;
    let threads = ctp.threads.iter().enumerate().map(|(i, s)| json!({"thread": i + 1, "name": s.name}));
    json!({
        "schema": 1,
        "page": "run",
        "model": p.traced.name,
        "verdict": verdict(p),
        "threads": threads.collect::<Vec<_>>(),
        "log": p.text,
        "trace": trace(p.run),
        "lattice": lattice(p),
        "analysis": p.traced.text(),
    })
}

/// In the words of `tsg`.
fn verdict(p: &RunPage<'_>) -> Value {
    let verdict = p.traced.analysis.verdict();
    let sentence = match verdict {
        Verdict::Violated => "an assertion fails in a schedule of these transitions",
        Verdict::Proved => "no assertion fails in any schedule of these transitions",
        Verdict::NoAssertion => "nothing in this run can go wrong",
        Verdict::Inconclusive => "not known of every schedule",
    };
    json!({"name": verdict.name(), "sentence": sentence, "notes": []})
}

/// The lattice of two threads; the graph of more.
fn lattice(p: &RunPage<'_>) -> Option<String> {
    let small = p.run.ctp.threads.iter().all(|s| s.transitions.len() <= DRAWN);
    let schedules = [p.run.events.iter().map(|e| e.slice).collect()];
    let drawn = Drawn { traced: p.traced, kind: GraphKind::TsgFeasible, schedules: &schedules };
    small.then(|| drawn.svg())
}

/// Turns stand for the transactions that runs do not have: a thread's events between those of others.
fn trace(run: &Run) -> Value {
    let shown = &run.events[..run.events.len().min(STEPS)];
    let turns = || shown.chunk_by(|a, b| a.slice == b.slice);
    let turn = |events: &[Event]| json!({"thread": events[0].slice + 1, "resumed": false, "ended": true, "steps": events.len()});
    let numbers = turns().enumerate().flat_map(|(number, events)| events.iter().map(move |_| number));
    let steps = run.steps().zip(numbers).map(|((event, t), number)| step(run, event, t, number));
    json!({
        "message": run.wrong().map_or(String::new(), |(event, t)| log::statement(&run.ctp, t, &event.values)),
        "kind": "assert",
        "transactions": turns().map(turn).collect::<Vec<_>>(),
        "left_out": run.events.len() - shown.len(),
        "steps": steps.collect::<Vec<_>>(),
        "states": states(run),
    })
}

fn states(run: &Run) -> Vec<Value> {
    let mut memory = Memory::new(run);
    let mut states = vec![memory.state(run)];
    for (event, transition) in run.steps().take(STEPS) {
        memory.perform(event, transition);
        states.push(memory.state(run));
    }
    states
}

/// Without mover and phase, which runs do not have.
fn step(run: &Run, event: &Event, t: &Transition, turn: usize) -> Value {
    json!({
        "thread": event.slice + 1,
        "transaction": turn,
        "location": t.label,
        "line": t.line,
        "action": log::statement(&run.ctp, t, &event.values),
        "commits": false,
        "goes_wrong": matches!(t.effect, Effect::Assert(_)) && event.values == [0],
        "depth": 0,
    })
}

/// What every variable holds, and how far each thread is.
struct Memory {
    values: Vec<i64>,
    done: Vec<usize>,
}

impl Memory {
    fn new(run: &Run) -> Self {
        let values = run.ctp.variables.iter().map(|v| v.initial).collect();
        Memory { values, done: vec![0; run.ctp.threads.len()] }
    }

    fn perform(&mut self, event: &Event, t: &Transition) {
        self.done[event.slice] += 1;
        let mut store = |v: &VariableId, value: i64| self.values[v.0] = value;
        match &t.effect {
            Effect::Assign(all) => all.iter().zip(&event.values).for_each(|((v, _), value)| store(v, *value)),
            Effect::Lock(m) => store(m, 1),
            Effect::Unlock(m) => store(m, 0),
            Effect::Fork(_) | Effect::Join(_) | Effect::Assert(_) | Effect::Skip => {}
        }
    }

    fn state(&self, run: &Run) -> Value {
        let thread = |(i, slice): (usize, &crate::trace::ctp::Slice)| {
            let next = slice.transitions.get(self.done[i]);
            let at = next.map_or("its end", |t| &t.label);
            json!({"location": at, "line": next.and_then(|t| t.line), "locals": self.named(run, Some(i)), "stack": []})
        };
        let threads: Vec<Value> = run.ctp.threads.iter().enumerate().map(thread).collect();
        json!({"globals": self.named(run, None), "threads": threads})
    }

    /// The variables of one thread, or those that all share.
    fn named(&self, run: &Run, of: Option<usize>) -> Value {
        let all = run.ctp.variables.iter().zip(&self.values);
        let owner = |scope: Scope| if let Scope::Local(slice) = scope { Some(slice) } else { None };
        let named = all.filter(|(v, _)| owner(v.scope) == of).map(|(v, value)| (v.name.clone(), json!(value)));
        Value::Object(named.collect::<Map<_, _>>())
    }
}

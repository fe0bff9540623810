//! The analysis of a concurrent trace program: Table 1 of TSG for one program, and what is known about
//! every place where a thread may go wrong.

mod constants;
mod formulas;
mod graph;
mod iterations;
mod lattice;
mod several;

pub use several::Several;

use super::picture::{Picture, Pictured};
use super::{Report, count, table};
use crate::trace::analysis::{Analysed, Analysis, Answer, Characteristics, GraphKind, Obligation, Verdict};
use crate::trace::ctp::{Ctp, Effect, Expr, Scope, Transition, VariableId};
use crate::trace::log;
use crate::trace::mat::{ControlState, Mat};
use crate::trace::schedules::{Doubt, replay};
use crate::trace::state::Attempt;
use serde_json::{Value, json};
use std::fmt::Write;

/// An analysed program, as it is reported.
pub struct Traced<'a> {
    /// The file as the user named it.
    pub name: &'a str,
    pub ctp: &'a Ctp,
    pub analysis: &'a Analysis,
    /// No times and no list of unreachable control states.
    pub quiet: bool,
}

/// One of the graphs, as it is drawn.
pub struct Drawn<'a> {
    pub traced: &'a Traced<'a>,
    pub kind: GraphKind,
    /// The threads of each run in the order of their turns.
    pub schedules: &'a [Vec<usize>],
}

impl Report for Drawn<'_> {
    fn text(&self) -> String {
        graph::picture(self).dot()
    }

    fn json(&self) -> Value {
        self.traced.json()
    }

    /// The lattice of two threads, or else boxes and arrows.
    fn svg(&self) -> String {
        lattice::svg(self).unwrap_or_else(|| graph::picture(self).svg())
    }
}

impl Pictured for Drawn<'_> {
    fn picture(&self, _: &[String]) -> Picture {
        graph::picture(self)
    }
}

impl<'a> Drawn<'a> {
    fn analysed(&self) -> &'a Analysed {
        let graphs = &self.traced.analysis.graphs;
        graphs.iter().find(|g| g.kind == self.kind).expect("every kind is analysed")
    }
}

const HEADINGS: [&str; 10] =
    ["graph", "MATs", "nodes", "transactions", "switches", "iterations", "RB_l", "RB_g", "unreachable", "s"];

fn cells(g: &Analysed, quiet: bool) -> Vec<String> {
    let mats = if g.kind == GraphKind::Ccfg { "-".into() } else { g.graph.count_mats().to_string() };
    let cut = if g.ranges.bound.is_some() { "> " } else { "" };
    let metric = |bits: u64| if g.ranges.bound.is_some() { "-".into() } else { bits.to_string() };
    let mut cells = vec![
        g.kind.name().into(),
        mats,
        g.graph.nodes().to_string(),
        g.graph.transactions().to_string(),
        g.graph.switches.len().to_string(),
        format!("{cut}{}", g.ranges.iterations),
        metric(g.metric.0),
        metric(g.metric.1),
        if g.is_conclusive() { (g.unreachable.len() + g.refuted.len()).to_string() } else { "-".into() },
    ];
    if !quiet {
        cells.push(format!("{:.3}", g.time.as_secs_f64()));
    }
    cells
}

/// A line of headings, and one for each graph.
fn table(t: &Traced<'_>) -> Vec<Vec<String>> {
    let shown = HEADINGS.len() - usize::from(t.quiet);
    let headings = HEADINGS[..shown].iter().map(|h| h.to_string()).collect();
    [headings].into_iter().chain(t.analysis.graphs.iter().map(|g| cells(g, t.quiet))).collect()
}

fn characteristics(c: &Characteristics) -> String {
    let Characteristics { threads, locals, globals, accesses, transitions } = *c;
    let variables = format!("{} and {} shared", count(locals, "local variable"), globals);
    let steps = format!("{accesses} shared accesses in {}", count(transitions, "transition"));
    format!("{}, {variables}, {steps}", count(threads, "thread"))
}

/// `thread b, reader:27 (line 27)`.
fn place(ctp: &Ctp, thread: usize, transition: usize) -> String {
    let slice = &ctp.threads[thread];
    let at = slice.transitions.get(transition);
    let line = at.and_then(|t| t.line).map_or(String::new(), |l| format!(" (line {l})"));
    format!("thread {}, {}{line}", slice.name, at.map_or("its end", |t| &t.label))
}

fn names(graphs: &[GraphKind]) -> Vec<&'static str> {
    graphs.iter().map(|g| g.name()).collect()
}

fn answer(a: &Answer) -> String {
    match a {
        Answer::Proved(by) => format!("proved by {}", names(by).join(", ")),
        Answer::Unsatisfiable(by) => format!("holds in every schedule: unsatisfiable on {}", names(by).join(", ")),
        Answer::Tried => "holds in every schedule: all were tried".into(),
        Answer::Violated => "violated".into(),
        Answer::NotProved => "not proved".into(),
    }
}

/// What a transition does, as in a log but without the values of one run.
fn statement(ctp: &Ctp, t: &Transition) -> String {
    let name = |v: &VariableId| &ctp.variable(*v).name;
    let what = match &t.effect {
        Effect::Assign(assignments) => {
            let one = |(v, e): &(VariableId, Expr)| format!("{} = {}", name(v), log::expression(ctp, e));
            assignments.iter().map(one).collect::<Vec<_>>().join(", ")
        }
        Effect::Lock(m) => format!("lock {}", name(m)),
        Effect::Unlock(m) => format!("unlock {}", name(m)),
        Effect::Fork(s) => format!("fork {}", ctp.threads[*s].name),
        Effect::Join(s) => format!("join {}", ctp.threads[*s].name),
        Effect::Assert(e) => format!("assert {}", log::expression(ctp, e)),
        Effect::Skip if t.guard.is_some() => "go on".into(),
        Effect::Skip => "skip".into(),
    };
    t.guard.as_ref().map_or(what.clone(), |g| format!("{what} if {}", log::expression(ctp, g)))
}

/// What must not go wrong, and where.
fn claim(t: &Traced<'_>, o: &Obligation) -> String {
    let transition = &t.ctp.threads[o.thread].transitions[o.transition];
    let what = statement(t.ctp, transition);
    let note = if matches!(transition.effect, Effect::Assert(_)) { "" } else { ", without division by zero" };
    format!("{what}{note} at {}", place(t.ctp, o.thread, o.transition))
}

fn obligation(t: &Traced<'_>, o: &Obligation) -> String {
    format!("{}: {}\n", claim(t, o), answer(&o.answer))
}

/// A step of a schedule, and what it stored in data.
struct Step {
    thread: usize,
    at: usize,
    stored: Vec<(VariableId, Option<i64>)>,
}

/// The steps of a schedule that goes wrong.
fn schedule(ctp: &Ctp, turns: &[usize]) -> Vec<Step> {
    let mut done = vec![0; ctp.threads.len()];
    let step = |(thread, attempt): (&usize, Attempt)| {
        let at = done[*thread];
        done[*thread] += 1;
        let stored = if let Attempt::Performed(values) = attempt { values } else { vec![] };
        let data = stored.into_iter().filter(|(v, _)| ctp.variable(*v).scope != Scope::Lock);
        Step { thread: *thread, at, stored: data.collect() }
    };
    turns.iter().zip(replay(ctp, turns).unwrap_or_default()).map(step).collect()
}

/// One schedule for each place where a thread goes wrong.
fn wrong<'a>(t: &Traced<'a>) -> &'a [Vec<usize>] {
    t.analysis.searched.as_ref().map_or(&[], |s| &s.wrong)
}

fn schedule_text(ctp: &Ctp, turns: &[usize]) -> String {
    let mut out = String::from("a schedule in which a thread goes wrong:\n");
    let mut last = None;
    for Step { thread, at, stored } in schedule(ctp, turns) {
        let slice = &ctp.threads[thread];
        let name = if last == Some(thread) { "" } else { &slice.name };
        last = Some(thread);
        let value = |(v, x): &(VariableId, Option<i64>)| {
            format!("{} = {}", ctp.variable(*v).name, x.map_or("?".into(), |x| x.to_string()))
        };
        let stored: Vec<String> = stored.iter().map(value).collect();
        let stored = if stored.is_empty() { String::new() } else { format!("    [{}]", stored.join(", ")) };
        let _ = writeln!(out, "  {name:10} {}{stored}", statement(ctp, &slice.transitions[at]));
    }
    out
}

/// What the three graphs and the search leave open, and why.
fn remarks(t: &Traced<'_>) -> String {
    let mut out = String::new();
    if t.analysis.constants_stopped {
        out += "constants were not propagated: a bound was hit first\n";
    }
    for g in &t.analysis.graphs {
        if let Some(bound) = g.ranges.bound {
            let of = g.ranges.needed;
            let _ = writeln!(
                out,
                "{}: stopped after {} of {of} iterations: {}",
                g.kind.name(),
                g.ranges.iterations,
                bound.name()
            );
        }
        if !g.graph.adequate {
            let _ = writeln!(out, "{}: may leave schedules out, proves nothing", g.kind.name());
        }
    }
    let Some(searched) = &t.analysis.searched else { return out };
    let open = t.analysis.obligations.iter().any(|o| o.answer == Answer::NotProved);
    if let Some(doubt) = searched.doubt.filter(|_| open) {
        let why = match doubt {
            Doubt::Bound(bound) => format!("bound hit: {}", bound.name()),
            Doubt::Unknown => "some values are not known".into(),
            Doubt::Graph => "the graph may leave some out".into(),
        };
        let what = if t.analysis.verdict() == Verdict::Violated { "no other schedule" } else { "no schedule" };
        let _ = writeln!(out, "{what} that goes wrong was found, but not all were tried: {why}");
    }
    if searched.recorded {
        out += "the recorded run goes wrong there; its log does not say how every value comes about, so it was not performed again\n";
    }
    out
}

/// The control states that no schedule reaches, in the run and beside it.
fn unreachable(t: &Traced<'_>, g: &Analysed) -> String {
    let program = t.analysis.program(t.ctp);
    let after = |s: &ControlState| format!("unreachable: after {}\n", place(t.ctp, s.thread, s.at - 1));
    let beside = |s: &ControlState| {
        let guard = program.threads[s.thread].transitions[s.at].guard.as_ref();
        let guard = guard.map_or(String::new(), |e| log::expression(program, e));
        format!("unreachable: where not {guard} at {}\n", place(t.ctp, s.thread, s.at))
    };
    g.unreachable.iter().map(after).chain(g.refuted.iter().map(beside)).collect()
}

impl Report for Traced<'_> {
    fn text(&self) -> String {
        let verdict = match self.analysis.verdict() {
            Verdict::NoAssertion => "no assertion in this run",
            verdict => verdict.name(),
        };
        format!("{}{verdict}\n", findings(self))
    }

    /// The tables alone, and a list of the answers.
    fn markdown(&self) -> String {
        let answers: String = self.analysis.obligations.iter().map(|o| format!("- {}", obligation(self, o))).collect();
        let gap = if answers.is_empty() { "" } else { "\n" };
        let formulas = formulas::table(&self.analysis.formulas, self.quiet);
        let second = if formulas.is_empty() { String::new() } else { format!("\n{}", table::markdown(&formulas)) };
        let line = constants::line(self).map_or(String::new(), |line| format!("{line}\n\n"));
        line + &table::markdown(&table(self)) + &second + &iterations::markdown(self) + gap + &answers
    }

    /// The table, of iterations or formulas if there are any, each line with the name of the program.
    fn csv(&self) -> String {
        let formulas = formulas::table(&self.analysis.formulas, self.quiet);
        let iterations = iterations::table(self);
        let others = [iterations, formulas].into_iter().find(|lines| !lines.is_empty());
        let mut lines = others.unwrap_or_else(|| table(self));
        for (k, line) in lines.iter_mut().enumerate() {
            line.insert(0, if k == 0 { "model" } else { self.name }.into());
        }
        table::csv(&lines)
    }

    fn json(&self) -> Value {
        let c = &self.analysis.characteristics;
        json!({
            "schema": 1,
            "model": self.name,
            "verdict": self.analysis.verdict().name(),
            "threads": c.threads, "locals": c.locals, "globals": c.globals,
            "accesses": c.accesses, "transitions": c.transitions,
            "constants": constants::json(self),
            "graphs": self.analysis.graphs.iter().map(|g| graph_json(self, g)).collect::<Vec<_>>(),
            "assertions": self.analysis.obligations.iter().map(|o| obligation_json(self, o)).collect::<Vec<_>>(),
            "formulas": formulas::json(&self.analysis.formulas, self.quiet),
            "schedule": wrong(self).first().map(|turns| schedule_json(self, turns)),
            "schedules": wrong(self).iter().map(|turns| schedule_json(self, turns)).collect::<Vec<_>>(),
        })
    }
}

/// Everything but the verdict.
fn findings(t: &Traced<'_>) -> String {
    let mut out = format!("{}\n", characteristics(&t.analysis.characteristics));
    out += &constants::text(t);
    out.extend(table::aligned(&table(t)).iter().map(|line| format!("{line}\n")));
    if !t.quiet
        && let Some(last) = t.analysis.graphs.last()
    {
        out += &unreachable(t, last);
    }
    out += &iterations::text(t);
    out.extend(table::aligned(&formulas::table(&t.analysis.formulas, t.quiet)).iter().map(|line| format!("{line}\n")));
    out.extend(t.analysis.obligations.iter().map(|o| obligation(t, o)));
    out.extend(wrong(t).iter().map(|turns| schedule_text(t.ctp, turns)));
    out + &remarks(t)
}

fn graph_json(t: &Traced<'_>, g: &Analysed) -> Value {
    let state = |s: &ControlState| json!({"thread": t.ctp.threads[s.thread].name, "at": s.at});
    let mats = g.graph.mats.iter().flat_map(|p| {
        let names = [p.i, p.j].map(|i| t.ctp.threads[i].name.clone());
        let mat = move |m: &Mat| json!({"threads": names, "begin": [m.begin.0, m.begin.1], "end": [m.end.0, m.end.1]});
        p.mats.iter().map(mat)
    });
    json!({
        "graph": g.kind.name(),
        "mats": mats.collect::<Vec<_>>(),
        "boundaries": g.graph.boundaries,
        "nodes": g.graph.nodes(), "transactions": g.graph.transactions(), "edges": g.graph.edges(),
        "switches": g.graph.switches.iter().map(|(from, to)| json!([state(from), state(to)])).collect::<Vec<_>>(),
        "adequate": g.graph.adequate,
        "iterations": g.ranges.iterations, "needed": g.ranges.needed,
        "bound": g.ranges.bound.map(|b| b.name()),
        "rb_local": g.metric.0, "rb_global": g.metric.1,
        "unreachable": g.unreachable.iter().map(state).collect::<Vec<_>>(),
        "refuted": g.refuted.iter().map(state).collect::<Vec<_>>(),
        "stored": stored_json(t, g),
        "intervals": iterations::json(t, g),
        "seconds": if t.quiet { Value::Null } else { json!(g.time.as_secs_f64()) },
    })
}

/// What every transition stores.
fn stored_json(t: &Traced<'_>, g: &Analysed) -> Value {
    let mut all = Vec::new();
    for (slice, seen) in t.ctp.threads.iter().zip(&g.ranges.transitions) {
        for (at, (transition, seen)) in slice.transitions.iter().zip(seen).enumerate() {
            for (v, i) in &seen.stored {
                let name = &t.ctp.variable(*v).name;
                all.push(json!({"thread": slice.name, "at": at, "label": transition.label, "variable": name, "lo": i.lo, "hi": i.hi}));
            }
        }
    }
    Value::Array(all)
}

fn obligation_json(t: &Traced<'_>, o: &Obligation) -> Value {
    let slice = &t.ctp.threads[o.thread];
    let transition = &slice.transitions[o.transition];
    let (answer, by) = match &o.answer {
        Answer::Proved(by) => ("proved", names(by)),
        Answer::Unsatisfiable(by) => ("unsatisfiable", names(by)),
        Answer::Tried => ("tried", vec![]),
        Answer::Violated => ("violated", vec![]),
        Answer::NotProved => ("not proved", vec![]),
    };
    json!({
        "thread": slice.name, "at": o.transition, "label": transition.label, "line": transition.line,
        "statement": statement(t.ctp, transition), "answer": answer, "by": by,
    })
}

fn schedule_json(t: &Traced<'_>, turns: &[usize]) -> Value {
    let step = |Step { thread, at, stored }: Step| {
        let slice = &t.ctp.threads[thread];
        let named = stored.iter().map(|(v, x)| (t.ctp.variable(*v).name.clone(), json!(x)));
        let stored: serde_json::Map<String, Value> = named.collect();
        let statement = statement(t.ctp, &slice.transitions[at]);
        json!({"thread": slice.name, "label": slice.transitions[at].label, "statement": statement, "stored": stored})
    };
    schedule(t.ctp, turns).into_iter().map(step).collect()
}

//! Everything that a page shows of one run, as one object, and the page itself: one file that needs no other.

mod derivations;
mod html;
mod rules;
mod run;
mod source;
mod table;
mod trace;

pub use html::html;
pub use run::{RunPage, run_page};
pub(super) use table::table_page;

use super::rules::claim;
use super::story::{shown, thread_name};
use super::text::{conditions, verdict_line};
use super::ways::ways_text;
use super::{Checked, Pictured, Projection, StateGraph};
use crate::driver::{Bound, Engine};
use crate::queries::Views;
use moverlog_rules::Tid;
use serde_json::{Map, Value, json};

/// One check, and what was looked at besides.
pub struct Page<'a> {
    pub checked: &'a Checked<'a>,
    /// The text of the model.
    pub source: &'a str,
    /// Constants that have other values than the text says.
    pub constants: &'a [(String, i64)],
    pub views: &'a Views,
    /// The bound that the rules met by themselves, if all this is of the exploration of `check`.
    pub met: Option<Bound>,
}

/// What the page shows, without times: the same check has the same page.
pub fn page(p: &Page<'_>) -> Value {
    let c = p.checked;
    json!({
        "schema": 1,
        "page": "check",
        "model": c.model,
        "constants": p.constants.iter().map(|(name, n)| (name.clone(), json!(n))).collect::<Map<_, _>>(),
        "rules": engine(c),
        "verdict": verdict(p),
        "counts": counts(p),
        "conditions": lines(&conditions(c)),
        "threads": threads(c),
        "initial": shown(&p.views.initial),
        "source": source::source(p),
        "trace": trace::trace(p),
        "summaries": summaries(p),
        "derivations": derivations::derivations(p),
        "timeline": timeline(p),
        "rules_text": rules::rules(c.engine),
        "left_out": left_out(p),
    })
}

fn engine(c: &Checked<'_>) -> Value {
    let e = c.engine;
    json!({"name": e.name(), "paper": e.paper(), "claim": claim(e.claim()), "summary": e.summary()})
}

/// The verdict, and what is to be said beside it.
fn verdict(p: &Page<'_>) -> Value {
    let c = p.checked;
    let line = verdict_line(c);
    let name = c.outcome.verdict.name();
    let sentence = line.trim_end().trim_start_matches(name).trim_start_matches(": ");
    let notes = explored(p)
        + &super::growing::growing_text(c.model, c.program, c.outcome)
        + &super::deadlock::stuck_text(c)
        + &super::deadlock::ends_holding_text(c)
        + &super::vacuity::vacuity_text(c);
    json!({"name": name, "sentence": sentence, "notes": lines(&notes)})
}

/// Which exploration all this is of, where it is not that of the rules by themselves.
fn explored(p: &Page<'_>) -> String {
    let Some(met) = p.met else { return String::new() };
    let ways = ways_text(p.checked);
    format!(
        "the rules by themselves met a bound ({}): the verdict, the counts and the letters in the margin are those of \
         the smaller exploration of `moverlog check`\n{ways}",
        met.name()
    )
}

fn counts(p: &Page<'_>) -> Value {
    let (c, o) = (p.checked, p.checked.outcome);
    json!({
        "states": o.states,
        "transitions": o.transitions,
        "rounds": o.rounds,
        "bound": o.bound.map(|b| b.name()),
        "exploration": if p.met.is_some() { "check" } else { "rules" },
        "movers": c.engine.reduces().then_some(c.movers),
    })
}

fn threads(c: &Checked<'_>) -> Value {
    let all = (1..=c.program.threads.len() as u32).map(Tid);
    all.map(|t| json!({"thread": t.0, "name": thread_name(c.program, t)})).collect()
}

/// What the engine has and the page has not, being too much or cut by a bound, and who tells it.
fn left_out(p: &Page<'_>) -> Vec<&'static str> {
    let (e, v) = (p.checked.engine, p.views);
    let missing = [
        (e.summarizes() && v.summaries.is_none(), "summaries (`moverlog summaries` lists them)"),
        (e.rules().is_some() && v.forest.is_none(), "derivations (`moverlog explain` tells that of one fact)"),
        (
            matches!(e, Engine::Search(_)) && v.timeline.is_none(),
            "the timeline (`moverlog check --timeline` prints it)",
        ),
    ];
    missing.into_iter().filter(|(is_missing, _)| *is_missing).map(|(_, what)| what).collect()
}

/// So many edges of one procedure are listed.
const EDGES: usize = 300;

/// The summaries, procedure by procedure; nothing where there are none, or too many for a page.
fn summaries(p: &Page<'_>) -> Option<Value> {
    let edges = p.views.summaries.as_ref()?;
    let all = super::summaries::summaries_json(p.checked, edges, &Projection::default());
    let one = |(name, rows): (&String, &Value)| {
        let rows = rows.as_array().map_or(&[][..], |rows| rows);
        let left_out = rows.len().saturating_sub(EDGES);
        json!({"procedure": name, "edges": rows[..rows.len() - left_out], "left_out": left_out})
    };
    Some(all["procedures"].as_object()?.iter().map(one).collect())
}

/// What a search did, and the states that it explored as a drawing, if that is no larger than a page can show.
fn timeline(p: &Page<'_>) -> Option<Value> {
    let mut timeline = super::timeline_json(p.checked, p.views.timeline.as_ref()?);
    let graph = p.views.graph.as_ref().map(|graph| StateGraph { checked: p.checked, graph }.picture(&[]).svg());
    timeline["graph"] = json!(graph);
    Some(timeline)
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|l| !l.is_empty()).collect()
}

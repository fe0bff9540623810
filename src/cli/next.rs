//! What to try where a bound was hit.

use super::INTERRUPTED;
use super::args::Common;
use crate::checker::Checker;
use crate::driver::{self, Bound, Control, Engine, Limits, Outcome, Verdict};
use crate::model::Model;
use std::sync::Arc;
use std::time::Duration;

/// Engines of which one often stores fewer states where another one runs out.
const OTHERS: [&str; 4] = ["summaries", "dynamic", "cpc", "reduction"];

/// Other ways are tried themselves as far as this: they take no time that anybody would notice.
const TRIED_STATES: usize = 20_000;
const TRIED_SECONDS: u64 = 2;

/// Nor much memory: so many cells of stores at most.
const TRIED_CELLS: usize = 20_000_000;

/// A line for each thing to try. `named`: the user has named the engine.
pub(super) fn next(model: &Model, engine: Engine<'_>, outcome: &Outcome, (named, common): (bool, &Common)) -> String {
    let inconclusive = outcome.verdict == Verdict::Inconclusive;
    if inconclusive && outcome.bound == Some(Bound::Stack) {
        return format!("  next: {}\n", by_contexts(model, common));
    }
    let more = matches!(outcome.bound, Some(Bound::States | Bound::Facts | Bound::Time | Bound::Memory));
    if !inconclusive || !more {
        return String::new();
    }
    let room = matches!(outcome.bound, Some(Bound::States | Bound::Facts));
    let ended = room.then(|| ended(model, engine, (named, common))).flatten();
    let others = ended.is_none().then(|| others(model, engine)).flatten();
    let all = ended.into_iter().chain(smaller(model)).chain(others);
    all.map(|line| format!("  next: {line}\n")).collect()
}

/// What contexts say where stacks grow.
fn by_contexts(model: &Model, common: &Common) -> String {
    let rest = common.time_left().unwrap_or(Duration::MAX);
    let limits = Limits {
        max_states: TRIED_STATES,
        timeout: Some(rest.min(Duration::from_secs(TRIED_SECONDS))),
        cancel: Arc::clone(&INTERRUPTED),
        ..Limits::default()
    };
    match driver::contexts(&model.program, None, &Control::from(limits)).verdict {
        Verdict::Inconclusive => {
            "`--contexts` explores stacks without bound, and bounds how often threads switch".into()
        }
        known => format!("by `--contexts`, on stacks without bound, the verdict is `{}`", known.name()),
    }
}

/// Another way to explore the model that ends, if one does soon.
fn ended(model: &Model, engine: Engine<'_>, (named, common): (bool, &Common)) -> Option<String> {
    let rest = common.time_left().unwrap_or(Duration::MAX);
    let states = TRIED_STATES.min(TRIED_CELLS / model.program.cells.len().max(1));
    let checker = || {
        let checker = Checker::new(&model.program).max_states(states).cancelled_by(Arc::clone(&INTERRUPTED));
        checker.timeout(rest.min(Duration::from_secs(TRIED_SECONDS)))
    };
    let blocks = (engine.name() != "dynamic").then(|| checker().rules("dynamic").expect("it is listed"));
    let ways = named.then(|| ("without `--rules`", checker())).into_iter();
    let mut ways = ways.chain(blocks.map(|checker| ("by `--rules dynamic`", checker)));
    ways.find_map(|(how, checker)| {
        let found = checker.run().ok().filter(|o| o.verdict != Verdict::Inconclusive)?;
        let s = if found.states == 1 { "" } else { "s" };
        Some(format!("{how} the verdict is `{}`, with {} state{s}", found.verdict.name(), found.states))
    })
}

/// The same model with smaller constants.
fn smaller(model: &Model) -> Option<String> {
    let ast = crate::syntax::parse(&model.text).0;
    let names: Vec<&str> = ast.constants().collect();
    let flags: Vec<String> = names.iter().map(|name| format!("--const {name}=..")).collect();
    (!names.is_empty()).then(|| format!("a smaller model, by {}", flags.join(" or ")))
}

/// The command that shows which engine gets furthest.
fn others(model: &Model, engine: Engine<'_>) -> Option<String> {
    let others: Vec<&str> = OTHERS.into_iter().filter(|name| *name != engine.name()).take(3).collect();
    let command = format!("moverlog compare {} --rules {} --auto", model.name, others.join(","));
    (model.name != "-").then(|| format!("`{command}` shows which engine needs fewer states"))
}

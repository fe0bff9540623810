//! What edited rules change: verdict and counts, facts, and the smallest program that tells them from the original.

use super::answers::{Run, claims};
use super::question::{Question, Refused, control};
use crate::control::Limits;
use crate::driver::{Engine, MoverMode};
use crate::model::Model;
use crate::queries;
use crate::report::{Checked, Difference, Report, Row, Separation};
use crate::separate::{self, Measure, Search, Space, Trial};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// So many facts of one side are shown.
const FACTS: usize = 100;

/// As `contrast` does on one model, but for the program.
pub(super) fn contrast(question: &Question<'_>, limits: &Limits, cancel: &Arc<AtomicBool>) -> Result<Value, Refused> {
    let original = question.engine()?;
    let edited = question.edited(original.name())?;
    let (model, warnings) = question.model();
    let Some(model) = model else { return Err(warnings) };
    let engines = [original, Engine::from(&edited)];
    let control = control(limits, cancel);
    let [a, b] = engines.map(|engine| Run::new(question, &model, engine, &control.anew()));
    let (a, b) = (a?, b?);
    let results = [a.checked(), b.checked()];
    let rows = [Row::new(&model.text, &results)];
    Ok(json!({
        "schema": 1,
        "diagnostics": warnings,
        "rules": engines.map(Engine::name),
        "compare": rows[..].json(),
        "table": rows[..].text(),
        "diff": facts(question, &model, engines, limits, cancel)?,
    }))
}

/// What only one of the two derives; nothing where that is not known.
fn facts(
    question: &Question<'_>,
    model: &Model,
    engines: [Engine<'_>; 2],
    limits: &Limits,
    cancel: &Arc<AtomicBool>,
) -> Result<Option<Value>, Refused> {
    if engines.iter().any(|e| e.rules().is_none()) {
        return Ok(None);
    }
    let options = question.options(&model.program)?;
    let sides = queries::diff(&model.program, engines, &options, &control(limits, cancel));
    let Some(sides) = sides.map_err(|found| claims(model, &found))? else { return Ok(None) };
    let difference = [Difference { model: &model.name, program: &model.program, sides: &sides }];
    let mut value = difference[..].json()["models"][0].take();
    value["sides"].as_array_mut().into_iter().flatten().for_each(shorten);
    Ok(Some(value))
}

/// With as many facts as a reader can use, and the number of those that are left out.
fn shorten(side: &mut Value) {
    let Some(facts) = side["only_here"].as_array_mut() else { return };
    let left_out = facts.len().saturating_sub(FACTS);
    facts.truncate(FACTS);
    side["left_out"] = json!(left_out);
}

/// The smallest program on which the two differ: by the verdict, or by their states if the question says so.
pub(super) fn separate(question: &Question<'_>, limits: &Limits, cancel: &Arc<AtomicBool>) -> Result<Value, Refused> {
    let original = question.engine()?;
    let edited = question.edited(original.name())?;
    let engines = [original, Engine::from(&edited)];
    let by_states = question.is("states");
    let measure = if by_states { Measure::Relation("states".into()) } else { Measure::Verdict };
    let space = Space { threads: 2, steps: 5, without: vec![], asserting: !by_states };
    let trial = Trial { engines, measure, movers: MoverMode::Lockset, cancel: cancel.clone() };
    let timeout = question.search(limits.timeout);
    let search = Search { trial, space, size: usize::MAX, random: 100_000, seed: 1, timeout };
    let answer = separate::separate(&search, &|_| {});
    let runs: Vec<Checked<'_>> = answer.found.iter().flat_map(checked).collect();
    let relation = by_states.then_some("states");
    let engines = engines.map(Engine::name);
    let separation = Separation { engines, relation, seed: search.seed, answer: &answer, runs: &runs };
    Ok(json!({"schema": 1, "diagnostics": [], "separate": separation.json(), "text": separation.text()}))
}

fn checked<'f>(found: &'f separate::Found<'_>) -> [Checked<'f>; 2] {
    found.both.runs.each_ref().map(|run| Checked {
        model: &found.both.model.name,
        engine: run.engine,
        movers: MoverMode::Lockset.name(),
        program: &found.both.model.program,
        outcome: &run.outcome,
        attempts: None,
        deadlock: None,
        seconds: run.seconds,
        peak_bytes: 0,
        original: false,
        quiet: false,
    })
}

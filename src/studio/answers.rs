//! What is wrong with a text, and what a check says of it.

use super::question::{Question, Refused, control};
use crate::control::Limits;
use crate::driver::{self, Control, Engine, MoverMode, Options, Outcome, Verdict};
use crate::model::Model;
use crate::movers::{FalseClaim, Use};
use crate::queries::{self, Asked, Shown};
use crate::report::{self, Checked, Page, diagnostics_json};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// JSON, or a page of its own.
pub enum Answer {
    Json(Value),
    Page(String),
}

/// Findings about the model's text, and about the rules' text if there is one.
pub(super) fn diagnostics(question: &Question<'_>) -> Value {
    let (_, found) = question.model();
    let rules = question.file().and_then(|_| question.rules_file().err()).unwrap_or_default();
    json!({"schema": 1, "diagnostics": found, "rules": rules})
}

/// A run by one engine.
pub(super) struct Run<'m> {
    pub(super) model: &'m Model,
    pub(super) engine: Engine<'m>,
    movers: &'static str,
    pub(super) outcome: driver::Outcome,
    seconds: f64,
}

impl<'m> Run<'m> {
    pub(super) fn new(
        question: &Question<'_>,
        model: &'m Model,
        engine: Engine<'m>,
        control: &Control<'_>,
    ) -> Result<Run<'m>, Refused> {
        let (start, options) = (Instant::now(), question.options(&model.program)?);
        let mut outcome = driver::check(&model.program, engine, &options, control).map_err(|c| claims(model, &c))?;
        if outcome.verdict == Verdict::Safe {
            outcome.vacuity = Some(driver::vacuity(&model.program, engine, &options, control, &outcome));
        }
        let movers = movers(engine, &options, &outcome);
        Ok(Run { model, engine, movers, outcome, seconds: start.elapsed().as_secs_f64() })
    }

    pub(super) fn checked(&self) -> Checked<'_> {
        Checked {
            model: &self.model.name,
            engine: self.engine,
            movers: self.movers,
            program: &self.model.program,
            outcome: &self.outcome,
            attempts: None,
            deadlock: None,
            seconds: self.seconds,
            // Questions at the same time share the memory that is counted.
            peak_bytes: 0,
            original: false,
            quiet: false,
        }
    }
}

/// Mover claims of a model that are false.
pub(super) fn claims(model: &Model, claims: &[FalseClaim]) -> Refused {
    diagnostics_json(&report::refused(&model.program, claims), &model.name, &model.text)
}

/// The page of a run, and the warnings about the model; findings alone where it is ill-formed.
pub(super) fn check(question: &Question<'_>, limits: &Limits, cancel: &Arc<AtomicBool>) -> Result<Value, Refused> {
    let (page, warnings) = page(question, limits, cancel)?;
    Ok(json!({"schema": 1, "diagnostics": warnings, "page": page}))
}

/// The same page as a file.
pub(super) fn report(question: &Question<'_>, limits: &Limits, cancel: &Arc<AtomicBool>) -> Result<String, Refused> {
    page(question, limits, cancel).map(|(page, _)| report::html(&page))
}

fn page(question: &Question<'_>, limits: &Limits, cancel: &Arc<AtomicBool>) -> Result<(Value, Vec<Value>), Refused> {
    let (model, warnings) = question.model();
    let Some(model) = model else { return Err(warnings) };
    let control = control(limits, cancel);
    let shown = |engine| shown(question, &model, engine, &control);
    let page = match question.file() {
        Some(_) => shown(Engine::from(&question.edited("")?)),
        None => shown(question.engine()?),
    }?;
    Ok((page, warnings))
}

/// The page; a quick one has neither derivations nor summaries nor what a search does.
fn shown(question: &Question<'_>, model: &Model, engine: Engine<'_>, control: &Control<'_>) -> Result<Value, Refused> {
    let (start, options, marked) = (Instant::now(), question.options(&model.program)?, model.clone().marked());
    let reduced = question.reduced(&model.program)?;
    let plain = Asked { program: &model.program, options: &options };
    let reduced = reduced.as_ref().map(|options| Asked { program: &marked.program, options });
    let shown = queries::shown(engine, plain, reduced, control, question.is("quick"));
    let Shown { outcome, views, met } = shown.map_err(|found| claims(model, &found))?;
    let model = if met.is_some() { &marked } else { model };
    let movers = movers(engine, &options, &outcome);
    let run = Run { model, engine, movers, outcome, seconds: start.elapsed().as_secs_f64() };
    let (checked, constants) = (&run.checked(), &question.constants());
    Ok(report::page(&Page { checked, source: &model.text, constants, views: &views, met }))
}

/// Where movers came from.
fn movers(engine: Engine<'_>, options: &Options, outcome: &Outcome) -> &'static str {
    let ordered = outcome.uses.iter().flatten().any(Use::is_ordered);
    let mode = if ordered { MoverMode::Ordered } else { options.movers };
    engine.own_movers().unwrap_or(mode.name())
}

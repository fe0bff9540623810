//! What to try where a bound was hit.

use crate::driver::{Bound, Engine, Outcome, Verdict};
use crate::model::Model;

/// Engines of which one often stores fewer states where another one runs out.
const OTHERS: [&str; 4] = ["summaries", "dynamic", "cpc", "reduction"];

/// A line for each thing to try.
pub(super) fn next(model: &Model, engine: Engine<'_>, outcome: &Outcome) -> String {
    let more = matches!(outcome.bound, Some(Bound::States | Bound::Facts | Bound::Time | Bound::Memory));
    if outcome.verdict != Verdict::Inconclusive || !more {
        return String::new();
    }
    smaller(model).into_iter().chain(others(model, engine)).map(|line| format!("  next: {line}\n")).collect()
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

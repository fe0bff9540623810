//! Findings and verdicts as SARIF 2.1.0, which CI services show beside the source.

use super::story::{remarks, thread_name};
use super::{Checked, listing};
use crate::diagnostics::Diagnostic;
use crate::driver::{Failed, Told, Verdict};
use crate::ir::Program;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What results are about: a name, and what it means.
const RULES: [(&str, &str); 10] = [
    ("ill-formed", "The text is not a model, or the command cannot be carried out"),
    ("warning", "The text is a model, but perhaps not the one that was meant"),
    ("assert", "A thread goes wrong: an assertion is false"),
    ("bounds", "A thread goes wrong: an index is out of bounds"),
    ("null", "A thread goes wrong: null is dereferenced"),
    ("division", "A thread goes wrong: a division by zero"),
    ("type", "A thread goes wrong: a value outside of an enum is stored"),
    ("protection", "A thread goes wrong: an access against its declared protection"),
    ("safe", "No thread goes wrong"),
    ("inconclusive", "Nothing is known: a bound was hit"),
];

/// A log of one run with these results.
pub fn sarif_text(results: &[Value]) -> String {
    let rule = |(id, text): &(&str, &str)| json!({"id": id, "shortDescription": {"text": text}});
    let driver = json!({
        "name": "moverlog",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": RULES.iter().map(rule).collect::<Vec<_>>(),
    });
    let run = json!({"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results});
    let log = json!({"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]});
    format!("{log:#}\n")
}

/// What is wrong with a text.
pub fn sarif_findings(found: &[Diagnostic], file: &str, text: &str) -> Vec<Value> {
    found.iter().zip(super::diagnostics_json(found, file, text)).map(|(d, json)| finding(d, &json, file)).collect()
}

fn finding(d: &Diagnostic, found: &Value, file: &str) -> Value {
    let rule = if d.is_error() { "ill-formed" } else { "warning" };
    let notes = d.notes.iter().map(|n| format!("note: {n}")).chain(d.help.iter().map(|h| format!("help: {h}")));
    let message: Vec<String> = [d.message.clone()].into_iter().chain(notes).collect();
    let labels = found["labels"].as_array().into_iter().flatten().filter(|l| l["primary"] == false);
    let mut result = result(rule, d.severity.name(), &message.join("\n"), Some((file, region(found))));
    let near = labels.enumerate().map(|(i, l)| {
        let mut near = location(file, region(l));
        (near["id"], near["message"]) = (json!(i + 1), json!({"text": l["message"]}));
        near
    });
    let near: Vec<Value> = near.collect();
    if !near.is_empty() {
        result["relatedLocations"] = near.into();
    }
    result
}

/// About no place.
pub fn sarif_sentence(file: Option<&str>, message: &str) -> Value {
    result("ill-formed", "error", message, file.map(|file| (file, Value::Null)))
}

fn region(found: &Value) -> Value {
    json!({
        "startLine": found["line"],
        "startColumn": found["column"],
        "endLine": found["end_line"],
        "endColumn": found["end_column"],
    })
}

fn result(rule: &str, level: &str, message: &str, place: Option<(&str, Value)>) -> Value {
    let index = RULES.iter().position(|(id, _)| *id == rule);
    let mut result = json!({"ruleId": rule, "ruleIndex": index, "level": level, "message": {"text": message}});
    if let Some((file, region)) = place {
        result["locations"] = json!([location(file, region)]);
    }
    result
}

fn location(file: &str, region: Value) -> Value {
    let mut place = json!({"artifactLocation": {"uri": uri(file)}});
    if !region.is_null() {
        place["region"] = region;
    }
    json!({"physicalLocation": place})
}

/// A path as a reference: what has a meaning there is written by its number.
fn uri(path: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"/-._~".contains(&b);
    path.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

/// The verdict of a check, with the steps of an execution that goes wrong.
pub(super) fn check_sarif(c: &Checked<'_>) -> String {
    let counts = format!("{} by {}, {} states", c.model, c.engine.name(), c.outcome.states);
    sarif_text(&[match (&c.outcome.failed, c.outcome.verdict) {
        (Some(failed), Verdict::Wrong) => wrong(c, failed),
        (_, Verdict::Safe) => {
            let mut safe = result("safe", "none", &format!("no thread goes wrong ({counts})"), whole(c));
            safe["kind"] = json!("pass");
            safe
        }
        _ => {
            let why = c.outcome.bound.map_or(String::new(), |b| format!(": {}", b.name()));
            result("inconclusive", "warning", &format!("inconclusive{why} ({counts})"), whole(c))
        }
    }])
}

fn whole<'c>(c: &Checked<'c>) -> Option<(&'c str, Value)> {
    Some((c.model, Value::Null))
}

fn wrong(c: &Checked<'_>, failed: &Failed) -> Value {
    let at = c.program.location(failed.loc);
    let message =
        format!("{} goes wrong at {}: {}", thread_name(c.program, failed.thread), at.name, failed.failure.message);
    let region = json!({"startLine": at.line, "snippet": {"text": at.text}});
    let mut result = result(failed.failure.kind.name(), "error", &message, Some((c.model, region)));
    result["codeFlows"] = json!([{
        "message": {"text": "An execution, as whole transactions"},
        "threadFlows": flows(c, failed),
    }]);
    result
}

/// The steps of each thread, with their places in the execution.
fn flows(c: &Checked<'_>, failed: &Failed) -> Vec<Value> {
    let mut flows: BTreeMap<u32, Vec<Value>> = BTreeMap::new();
    let steps = failed.story.iter().flat_map(|t| t.steps.iter().map(move |s| (t.thread, s)));
    for (order, (thread, step)) in steps.enumerate() {
        flows.entry(thread.0).or_default().push(flow(c.program, c.model, step, order + 1));
    }
    let name = |t: u32| thread_name(c.program, moverlog_rules::Tid(t));
    flows.into_iter().map(|(t, locations)| json!({"id": name(t), "locations": locations})).collect()
}

fn flow(program: &Program, file: &str, step: &Told, order: usize) -> Value {
    let at = program.location(step.loc);
    let remarks = listing::joined(&[remarks(program, step)]);
    let said = format!("{}  {}  {}  {}", at.name, at.text, step.moves.letter(), remarks);
    let mut place = location(file, json!({"startLine": at.line}));
    place["message"] = json!({"text": said.trim_end()});
    let importance = if step.commits || step.failure.is_some() { "essential" } else { "important" };
    json!({"location": place, "executionOrder": order, "nestingLevel": step.depth, "importance": importance})
}

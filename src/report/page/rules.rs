//! The rules that ran, each with the inference rule under which its source has it.

use crate::derivation::Rule;
use crate::driver::Engine;
use crate::report::rules::engine_text;
use serde_json::{Value, json};

/// Inference rules in the order in which they are read, and the text of the whole. Of what a file includes, only the
/// former.
pub(super) fn rules(engine: Engine<'_>) -> Value {
    let text = engine_text(engine);
    let mut inferences: Vec<Value> = paragraphs(&text).iter().filter_map(|p| inference(p)).collect();
    if !engine.reduces() {
        inferences.iter_mut().for_each(unreduced);
    }
    if let Some(rules) = engine.file().map(|file| file.rules()) {
        let is_own = |r: &&Rule| inferences.iter().any(|i| i["name"] == r.tag.as_str());
        let others: Vec<Value> = rules.rules.iter().filter(|r| !is_own(r)).filter_map(included).collect();
        inferences.extend(others);
    }
    json!({"inferences": inferences, "text": text})
}

/// A rule of Ruleset 1 as it runs without its premise on other threads: the steps are those of T, which has no phases.
fn unreduced(inference: &mut Value) {
    let Some(premises) = inference["premises"].as_array_mut() else { return };
    premises.retain(|p| p.as_str().is_none_or(|p| !p.contains("N(u,")));
    for premise in premises {
        let text = premise.as_str().unwrap_or_default();
        *premise = json!(if text.starts_with('U') { text.replacen('U', "T", 1) } else { text.to_string() });
    }
}

/// A rule that a file includes, under its paper form.
fn included(rule: &Rule) -> Option<Value> {
    let lines: Vec<String> =
        [&*rule.tag].into_iter().chain(rule.paper_form.lines()).map(|l| format!("//{l}")).collect();
    inference(&lines.iter().map(String::as_str).collect::<Vec<_>>())
}

fn paragraphs(text: &str) -> Vec<Vec<&str>> {
    let lines: Vec<&str> = text.lines().collect();
    let parts = lines.split(|l| l.trim().is_empty());
    parts.filter(|p| !p.is_empty()).map(<[&str]>::to_vec).collect()
}

/// A paragraph whose comment begins with a name in brackets: the bar drawn in it, remarks, and the rule as it runs.
fn inference(lines: &[&str]) -> Option<Value> {
    let comments = lines.iter().map_while(|l| l.trim_start().strip_prefix("//")).collect::<Vec<_>>();
    let name = comments.first()?.trim();
    let name = name.starts_with('(').then(|| name.split_inclusive(')').next()).flatten()?;
    let mut object = drawn(&comments[1..])?;
    object["name"] = json!(name);
    object["code"] = json!(lines[comments.len()..].join("\n"));
    Some(object)
}

/// What stands above a bar, below it up to an empty line, and after that.
fn drawn(comments: &[&str]) -> Option<Value> {
    let bar = comments.iter().position(|l| is_bar(l))?;
    let (above, below) = (&comments[..bar], &comments[bar + 1..]);
    let end = below.iter().position(|l| l.trim().is_empty()).unwrap_or(below.len());
    let formulas = |lines: &[&str]| lines.iter().flat_map(|l| columns(l)).map(str::to_string).collect::<Vec<_>>();
    let remarks = below[end..].iter().map(|l| l.trim()).collect::<Vec<_>>().join(" ");
    Some(json!({"premises": formulas(above), "conclusions": formulas(&below[..end]), "remarks": remarks.trim()}))
}

fn is_bar(line: &str) -> bool {
    let line = line.trim();
    line.len() > 3 && line.bytes().all(|b| b == b'-')
}

/// What stands apart on one line, by three spaces or more.
fn columns(line: &str) -> Vec<&str> {
    line.split("   ").map(str::trim).filter(|part| !part.is_empty()).collect()
}

//! `check --format sarif`: what the schema of SARIF 2.1.0 requires, and nothing that it does not know.

use crate::support::command::{fed, out, run, status};
use pretty_assertions::assert_eq;
use serde_json::Value;

/// An object of the schema: the fields that it must have, and those that it may.
const OBJECTS: &[(&str, &[&str], &[&str])] = &[
    ("log", &["version", "runs"], &["$schema"]),
    ("run", &["tool"], &["columnKind", "results"]),
    ("tool", &["driver"], &[]),
    ("driver", &["name"], &["version", "rules"]),
    ("rule", &["id"], &["shortDescription"]),
    ("result", &["message"], &["ruleId", "ruleIndex", "level", "kind", "locations", "relatedLocations", "codeFlows"]),
    ("location", &[], &["id", "message", "physicalLocation"]),
    ("physicalLocation", &[], &["artifactLocation", "region"]),
    ("artifactLocation", &[], &["uri"]),
    ("region", &[], &["startLine", "startColumn", "endLine", "endColumn", "snippet"]),
    ("message", &[], &["text"]),
    ("codeFlow", &["threadFlows"], &["message"]),
    ("threadFlow", &["locations"], &["id"]),
    ("step", &[], &["location", "executionOrder", "nestingLevel", "importance"]),
];

/// What the fields of objects hold.
fn child(field: &str, of: &str) -> Option<&'static str> {
    Some(match (of, field) {
        (_, "runs") => "run",
        (_, "tool") => "tool",
        (_, "driver") => "driver",
        (_, "rules") => "rule",
        (_, "results") => "result",
        ("threadFlow", "locations") => "step",
        (_, "locations" | "relatedLocations" | "location") => "location",
        (_, "physicalLocation") => "physicalLocation",
        (_, "artifactLocation") => "artifactLocation",
        (_, "region") => "region",
        (_, "message" | "shortDescription" | "snippet") => "message",
        (_, "codeFlows") => "codeFlow",
        (_, "threadFlows") => "threadFlow",
        _ => return None,
    })
}

fn fits(value: &Value, kind: &str) {
    let (_, required, optional) = OBJECTS.iter().find(|(name, ..)| *name == kind).expect("known");
    let fields = value.as_object().unwrap_or_else(|| panic!("{kind}: {value}"));
    assert!(required.iter().all(|field| fields.contains_key(*field)), "{kind}: {value}");
    for (field, inner) in fields {
        assert!(required.iter().chain(*optional).any(|known| known == field), "{kind} has `{field}`");
        match (inner, child(field, kind)) {
            (Value::Array(all), Some(kind)) => all.iter().for_each(|one| fits(one, kind)),
            (inner, Some(kind)) => fits(inner, kind),
            (Value::Number(n), None) => {
                let least = i64::from(field.ends_with("Line") || field.ends_with("Column"));
                assert!(n.as_i64().is_some_and(|n| n >= least), "{field}: {n}");
            }
            (inner, None) => assert!(inner.is_string(), "{field}: {inner}"),
        }
    }
}

/// The one run of a log that fits.
fn log(text: &str) -> Value {
    let log: Value = serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"));
    fits(&log, "log");
    assert_eq!((&log["version"], log["runs"].as_array().map(Vec::len)), (&Value::from("2.1.0"), Some(1)));
    for result in log["runs"][0]["results"].as_array().expect("a list") {
        let rule = &log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().expect("a rule") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().expect("a level")));
    }
    log["runs"][0].clone()
}

#[test]
fn verdicts() {
    let output = run(&["check", "models/tour/04_two_transactions.mover", "--format", "sarif"]);
    let found = &log(&out(&output))["results"][0];
    assert_eq!((status(&output), &found["ruleId"], &found["level"]), (1, &"assert".into(), &"error".into()));
    let place = &found["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "models/tour/04_two_transactions.mover");
    assert_eq!(place["region"]["startLine"], 17);
    let flows = found["codeFlows"][0]["threadFlows"].as_array().expect("a list");
    let steps = flows.iter().flat_map(|f| f["locations"].as_array().expect("a list"));
    let mut order: Vec<u64> = steps.clone().filter_map(|s| s["executionOrder"].as_u64()).collect();
    order.sort_unstable();
    assert_eq!((flows.len(), order.clone()), (2, (1..=order.len() as u64).collect()));
    let last = steps.max_by_key(|s| s["executionOrder"].as_u64()).expect("there are steps");
    assert_eq!(last["location"]["physicalLocation"]["region"]["startLine"], 17);
    assert!(last["location"]["message"]["text"].as_str().is_some_and(|t| t.ends_with("<- goes wrong")), "{last}");
    let output = run(&["check", "models/tour/02_lock.mover", "--format=sarif"]);
    let found = &log(&out(&output))["results"][0];
    assert_eq!((status(&output), &found["kind"], &found["level"]), (0, &"pass".into(), &"none".into()));
    let output = run(&["check", "models/classic/bakery.mover", "--max-states", "5", "--format", "sarif"]);
    let found = &log(&out(&output))["results"][0];
    assert_eq!((status(&output), &found["ruleId"]), (3, &"inconclusive".into()));
}

#[test]
fn ill_formed_input() {
    let output =
        fed(&["check", "-", "--format", "sarif"], "int x; int x;\nvoid T() { /* \u{1F600} */ y = 1; }\nP = { T() };");
    let results = log(&out(&output))["results"].clone();
    assert_eq!((status(&output), results.as_array().map(Vec::len)), (2, Some(2)));
    assert_eq!(results[0]["relatedLocations"][0]["physicalLocation"]["region"]["startColumn"], 5);
    assert_eq!(results[1]["locations"][0]["physicalLocation"]["region"]["startColumn"], 20);
    for words in [&["check", "no such.mover", "--format", "sarif"][..], &["check", "--format", "sarif"]] {
        let output = run(words);
        let results = log(&out(&output))["results"].clone();
        assert_eq!((status(&output), results.as_array().map(Vec::len)), (2, Some(1)), "{words:?}");
    }
    let output = run(&["check", "models/tour/02_lock.mover", "--format", "sarif", "--deadlock"]);
    assert_eq!(status(&output), 2);
}

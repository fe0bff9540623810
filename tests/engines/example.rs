//! `check --example`: a run of a safe model, which can be performed again.

use crate::corpus::read;
use crate::instructions::run::{ruleset, unbounded};
use crate::support::command::{out, run};
use moverlog::driver::{Engine, Example, Options, RunsTo, Transaction, example};
use moverlog::execution::{Choice, Event, replay};
use moverlog::ir::{Op, Program};
use moverlog::semantics::Semantics;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

fn shown(p: &Program, rules: &str) -> Example {
    let engine = if rules == "interleaving" { Engine::interleaving() } else { Engine::from(ruleset(rules)) };
    let found = example(p, engine, &Options::default(), &unbounded()).expect("no claim is false");
    found.expect("some run ends")
}

fn again(semantics: &Semantics<'_>, story: &[Transaction]) -> Vec<Event> {
    let choice = |t: &Transaction, outcome| Choice { t: t.thread, outcome };
    let schedule: Vec<Choice> = story.iter().flat_map(|t| t.steps.iter().map(|s| choice(t, s.outcome))).collect();
    replay(semantics, &schedule).expect("it can be performed again")
}

#[test]
fn an_example_is_a_run_to_its_end() {
    for (name, all, end) in [
        ("tour/02_lock", true, RunsTo::Ends),
        ("tour/03_transaction", true, RunsTo::Ends),
        ("tour/05_procedure", true, RunsTo::Ends),
        ("qrr/figure4", false, RunsTo::Ends),
        ("classic/peterson", false, RunsTo::GoesOn),
        ("repro/never_moves", false, RunsTo::Waits),
    ] {
        let p = read(Path::new(&format!("models/{name}.mover")), &[]).program;
        for rules in ["summaries", "reduction", "interleaving"] {
            let example = shown(&p, rules);
            let semantics = Semantics::new(&p);
            let events = again(&semantics, &example.story);
            assert!(events.iter().all(|e| e.failure.is_none()), "{name} by {rules}");
            let last = events.last().map_or_else(|| semantics.initial(), |e| e.after.clone());
            let still = semantics.tids().all(|t| semantics.transitions_in(&last, t).steps.is_empty());
            assert_eq!(still, end != RunsTo::GoesOn, "{name} by {rules}");
            let is_statement = |e: &&Event| !matches!(p.location(e.loc).op, Op::End);
            let visited: BTreeSet<_> = events.iter().filter(is_statement).map(|e| e.loc).collect();
            assert_eq!(visited.len(), example.statements.0, "{name} by {rules}");
            assert!(!all || example.statements.0 == example.statements.1, "{name}: {:?}", example.statements);
            assert_eq!(example.end, end, "{name} by {rules}");
        }
    }
}

#[test]
fn an_example_is_told_where_the_answer_is_safe() {
    let words = ["check", "models/tour/03_transaction.mover", "--example"];
    let (said, again) = (out(&run(&words)), out(&run(&words)));
    let story = |said: &str| said.split_once("an example: ").map(|(_, story)| story.to_string());
    assert!(said.starts_with("safe") && said.contains("<- commits"), "{said}");
    assert_eq!(story(&said), story(&again));
    let object: Value = serde_json::from_str(&out(&run(&[&words[..], &["--format", "json"]].concat()))).unwrap();
    assert_eq!(object["example"]["end"], "all threads end");
    assert_eq!(object["example"]["statements_visited"], object["example"]["statements"]);
    assert!(!object["example"]["transactions"].as_array().unwrap().is_empty());
    let wrong = out(&run(&["check", "models/tour/01_race.mover", "--example"]));
    assert!(wrong.starts_with("wrong") && !wrong.contains("an example"), "{wrong}");
}

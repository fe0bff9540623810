//! What each premise of the rules is for: every rule with a premise dropped or flipped, on every small
//! model. `docs/mutants.md` is the table; `UPDATE_EXPECT=1` rewrites it:
//! `UPDATE_EXPECT=1 cargo test --release --test mutants -- --ignored`.

mod corpus;
mod instructions;

use instructions::run::ruleset;
use moverlog::derivation::{Rules, derive};
use moverlog::driver::{self, Bound, Control, Instance, Limits, MoverMode, Options, Partition};
use moverlog::ir::Program;
use moverlog::movers::Movers;
use moverlog::semantics::Semantics;
use std::fmt::Write;

const RULESETS: [&str; 2] = ["reduction", "summaries"];

/// A small model, what a ruleset needs for it, and what it says.
struct Case {
    name: String,
    /// What its header claims.
    wrong: bool,
    program: Program,
    movers: Movers,
    partition: Partition,
    found: Found,
}

/// What some rules find: whether a thread goes wrong, and how much of each relation.
#[derive(PartialEq, Debug)]
struct Found {
    wrong: bool,
    cut: bool,
    sizes: Vec<usize>,
}

fn limits() -> Limits {
    Limits { max_states: 600, max_stack: 3, ..Limits::default() }
}

/// Runs the rules under exactly these movers and this partition.
fn run(rules: &Rules, program: &Program, movers: &Movers, partition: &Partition) -> Found {
    let semantics = Semantics::new(program);
    let control = Control::new(limits(), &|_| {});
    let instance = Instance::new(&semantics, movers, partition.clone(), &control);
    let found = derive(rules, &instance);
    let sizes = (0..rules.relations.len()).map(|r| found.facts(r).count()).collect();
    let cut = control.hit().is_some_and(|b| b != Bound::Stack);
    Found { wrong: instance.first_wrong().is_some(), cut, sizes }
}

/// The models on which a ruleset stores few states, the smallest first.
fn cases(rules: &str) -> Vec<Case> {
    let parsed = Rules::parse(ruleset(rules).sources).unwrap();
    let options = Options { movers: MoverMode::Lockset, initial_phase: true };
    let mut cases = vec![];
    for path in corpus::models() {
        let model = corpus::read(&path, &[]);
        let wrong = model.directives.iter().any(|(k, v)| k == "verdict" && v == "wrong");
        let program = model.program;
        let control = Control::new(Limits { max_states: 80, ..limits() }, &|_| {});
        let settled = driver::settled(&program, ruleset(rules), &options, &control).unwrap();
        let Some((movers, partition)) = settled.filter(|_| !control.stopped()) else { continue };
        let found = run(&parsed, &program, &movers, &partition);
        cases.push(Case { name: path.display().to_string(), wrong, program, movers, partition, found });
    }
    cases.sort_by_key(|c| c.found.sizes.iter().sum::<usize>());
    cases
}

/// What a mutant does, and the smallest model that shows it: it loses an error, finds one that is none,
/// derives less, or more.
fn effect(rules: &Rules, original: &Rules, cases: &[Case]) -> (&'static str, String) {
    let mut other = ("nothing, on all small models", String::new());
    for case in cases {
        let now = run(rules, &case.program, &case.movers, &case.partition);
        let size = |f: &Found| f.sizes.iter().sum::<usize>();
        let seen = match (now.wrong, case.found.wrong) {
            (false, true) if !now.cut => return ("an error is lost", case.name.clone()),
            (true, false) if !case.wrong => return ("an error is found that is none", case.name.clone()),
            _ if now.cut => "more is derived",
            _ if size(&now) < size(&case.found) => "less is derived",
            _ if now.sizes != case.found.sizes => "more is derived",
            _ => continue,
        };
        if other.1.is_empty() {
            other = (seen, case.name.clone());
        }
    }
    assert_eq!(rules.relations, original.relations);
    other
}

fn table(rules: &str, out: &mut String) {
    let (original, cases) = (Rules::parse(ruleset(rules).sources).unwrap(), cases(rules));
    assert!(cases.len() > 40, "{} models are small for {rules}", cases.len());
    let _ = writeln!(out, "\n## `{rules}`\n\n| rule | change | what happens | smallest model |\n|---|---|---|---|");
    for mutant in original.mutants() {
        let (what, model) = effect(&mutant.rules, &original, &cases);
        let model = if model.is_empty() { model } else { format!("`{model}`") };
        let change = mutant.change.replace('|', "\\|");
        let _ = writeln!(out, "| {} | {change} | {what} | {model} |", mutant.tag);
    }
}

#[test]
#[ignore = "takes minutes without optimisation; .ci/run runs it"]
fn every_premise_is_for_something() {
    let head = std::fs::read_to_string("docs/mutants.md").expect("the page is there");
    let head = head.split("\n## ").next().expect("a page has a beginning");
    let mut page = format!("{}\n", head.trim_end());
    RULESETS.iter().for_each(|rules| table(rules, &mut page));
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write("docs/mutants.md", &page).unwrap();
    }
    let known = std::fs::read_to_string("docs/mutants.md").unwrap();
    assert!(known == page, "docs/mutants.md is out of date (UPDATE_EXPECT=1 rewrites it)");
    for rules in RULESETS {
        let section = page.split("\n## ").find(|s| s.starts_with(&format!("`{rules}`"))).unwrap();
        assert!(section.contains("an error is lost"), "{rules}: some premise keeps errors");
    }
}

//! C programs: each of `models/c` is what it says of itself, under every engine.

use moverlog::c::Options;
use moverlog::driver::{Bound, Verdict};
use moverlog::model::load_c;
use moverlog::prelude::*;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Engines that promise to miss no error.
pub const SOUND: [&str; 10] = [
    "interleaving",
    "reduction",
    "summaries",
    "locks",
    "cpc",
    "cycle",
    "dynamic",
    "dynamic-table2",
    "dynamic-both",
    "phase",
];

fn programs() -> Vec<PathBuf> {
    crate::corpus::files(Path::new(env!("CARGO_MANIFEST_DIR")).join("models/c"), "c")
}

/// What the first lines of a program say.
fn said(text: &str, key: &str) -> Option<String> {
    let line = text.lines().find_map(|l| l.strip_prefix(&format!("//@ {key}: ")));
    line.map(|l| l.trim().to_string())
}

fn name(path: &Path) -> String {
    path.file_name().expect("a file").to_string_lossy().into_owned()
}

fn expected(text: &str) -> Verdict {
    match said(text, "expect").expect("a claim").split(' ').next() {
        Some("safe") => Verdict::Safe,
        Some("wrong") => Verdict::Wrong,
        _ => Verdict::Inconclusive,
    }
}

/// A bound of the run, not of the program.
fn is_cut(bound: Option<Bound>) -> bool {
    bound.is_some_and(|b| !b.is_of_the_program())
}

#[test]
fn every_program_is_what_it_says() {
    let mut wrong = vec![];
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let mut command = Command::new(env!("CARGO_BIN_EXE_moverlog"));
        command.arg("check").arg(&path).args(["--quiet", "--timeout", "120"]);
        if let Some(property) = said(&text, "property") {
            command.args(["--property", &property]);
        }
        let output = command.output().expect("it runs");
        let verdict = match output.status.code() {
            Some(0) => Verdict::Safe,
            Some(1) => Verdict::Wrong,
            Some(3) => Verdict::Inconclusive,
            _ => {
                wrong.push(format!("{}: {}", name(&path), String::from_utf8_lossy(&output.stderr)));
                continue;
            }
        };
        let answer = String::from_utf8_lossy(&output.stdout).into_owned();
        if said(&text, "any number of threads").is_some() {
            assert_eq!(verdict, Verdict::Safe, "{}: {answer}", name(&path));
            assert!(answer.contains("safe for any number of threads"), "{}: {answer}", name(&path));
            continue;
        }
        if verdict != expected(&text) || !names_its_claim(&answer, &said(&text, "expect").expect("a claim")) {
            wrong.push(format!("{}: {answer}", name(&path)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a pointer holds that is no address is shown as a number.
#[test]
fn numbers_in_pointers_are_shown_as_such() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moverlog"));
    let output = command.args(["check", "models/c/number_handed_wrong.c"]).output().expect("it runs");
    let answer = String::from_utf8_lossy(&output.stdout);
    assert!(answer.contains("arg = 1000"), "{answer}");
    // And so is one that is small.
    let output = Command::new(env!("CARGO_BIN_EXE_moverlog")).args(["check", "models/c/ids_wrong.c"]).output();
    let answer = String::from_utf8_lossy(&output.expect("it runs").stdout).into_owned();
    assert!(answer.contains("arg = 1\n") && !answer.contains("&work#"), "{answer}");
}

/// What a step does is shown as the included file has it, with the place there.
#[test]
fn steps_of_included_files_say_where_they_stand() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moverlog"));
    let output = command.args(["check", "models/c/included_wrong.c"]).output().expect("it runs");
    let answer = String::from_utf8_lossy(&output.stdout);
    for said in ["if (balance < amount) (included.h:5)", "balance -= amount (included.h:7)", "assert(balance >= 0)"] {
        assert!(answer.contains(said), "{said}: {answer}");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_moverlog"));
    let output = command.args(["check", "tests/c/refused/included_error.c"]).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("unknown (included_error.h:2: `return x + unknown`)"), "{said}");
}

/// `wrong (assertion, line 12)` is told to be in line 12, and `inconclusive (heap)` to have met that bound.
fn names_its_claim(answer: &str, claim: &str) -> bool {
    let bound = answer.split_once("bound was hit (").and_then(|(_, rest)| rest.split_once(')')).map(|(name, _)| name);
    let inside = claim.split_once('(').map_or("", |(_, rest)| rest.trim_end_matches(')'));
    match inside.split_once(", line ") {
        line if claim.starts_with("inconclusive") => {
            let met = line.is_none_or(|(_, line)| answer.contains(&format!("(line {line})")));
            met && bound.is_some_and(|bound| inside.starts_with(bound))
        }
        Some((_, line)) => answer.contains(&format!("(line {line})")),
        None => true,
    }
}

/// What else is said to hold, or not to.
fn further(text: &str) -> Vec<(String, bool)> {
    let all = [("also", true), ("also not", false)];
    let of = |(key, holds)| said(text, key).into_iter().map(move |l| (l, holds));
    let lines = all.into_iter().flat_map(of);
    lines.flat_map(|(l, holds)| l.split(", ").map(|p| (p.to_string(), holds)).collect::<Vec<_>>()).collect()
}

#[test]
fn every_program_is_what_else_it_says() {
    let (mut tried, mut wrong) = (0, vec![]);
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("readable");
        for (property, holds) in further(&text) {
            let mut command = Command::new(env!("CARGO_BIN_EXE_moverlog"));
            command.arg("check").arg(&path).args(["--quiet", "--timeout", "120", "--property", &property]);
            let output = command.output().expect("it runs");
            tried += 1;
            if output.status.code() != Some(if holds { 0 } else { 1 }) {
                let answer = String::from_utf8_lossy(&output.stdout).into_owned();
                wrong.push(format!("{}: {property} {holds}: {answer}", name(&path)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(tried > 400, "{tried}");
}

/// Every engine on every second program, from the first or the second one on: two tests, so that both run at once.
fn engines_on(first: usize) {
    let wrong: Vec<String> = programs().iter().skip(first).step_by(2).flat_map(|path| disagreements(path)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The engines that do not find what the program says of itself.
fn disagreements(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("readable");
    if said(&text, "property").is_some() {
        return vec![];
    }
    let (model, found) = load_c(&path.to_string_lossy(), &text, &Options::default());
    let Some(model) = model else { panic!("{}: {found:?}", name(path)) };
    let under = |engine: &&str| disagreement(&model.program, engine, expected(&text));
    SOUND.iter().filter_map(under).map(|found| format!("{}: {found}", name(path))).collect()
}

fn disagreement(program: &Program, engine: &str, expected: Verdict) -> Option<String> {
    let checker = Checker::new(program).rules(engine).expect("it is known");
    let outcome = checker.max_states(200_000).timeout(Duration::from_secs(60)).run().expect("no claims");
    // For other values than those that are followed `check` asks a circuit.
    let values = matches!(outcome.bound, Some(Bound::Inputs | Bound::Uninitialised));
    let asks = values && expected != Verdict::Inconclusive;
    let differs = outcome.verdict != expected && !is_cut(outcome.bound) && !asks;
    differs.then(|| format!("{engine}: {:?} {:?}", outcome.verdict, outcome.bound))
}

#[test]
fn engines_agree() {
    engines_on(0);
}

#[test]
fn engines_agree_on_the_other_half() {
    engines_on(1);
}

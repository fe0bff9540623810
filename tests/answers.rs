//! What commands say about small models, seen from outside.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs a command on a model, or a log, that is read from standard input.
fn moverlog(arguments: &[&str], text: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moverlog"));
    let pipes = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn text(arguments: &[&str], model: &str) -> String {
    String::from_utf8(moverlog(arguments, model).stdout).expect("text")
}

fn json(arguments: &[&str], model: &str) -> Value {
    serde_json::from_slice(&moverlog(&[arguments, &["--format", "json"]].concat(), model).stdout).expect("JSON")
}

/// A result on its way to a global variable is in no variable of the source.
#[test]
fn nodes_that_differ_in_a_pending_result_are_told_apart() {
    let model =
        "int x; int y; int f() { y = 1; if (*) { return 1; } return 2; } void T() { x = f(); } P = { T() } || { T() }";
    let lines = text(&["summaries", "-", "--proc", "T"], model);
    for value in [1, 2] {
        assert!(lines.contains(&format!("(T:1.result, .result={value}, x=0, y=1, -)")), "{lines}");
    }
    let summaries = json(&["summaries", "-"], model);
    let edges = summaries["procedures"]["T"].as_array().expect("edges");
    assert!(edges.iter().all(|e| e["edges"] == 1), "{edges:#?}");
    let ends = |v: i64| edges.iter().any(|e| e["from"]["locals"][".result"] == v);
    assert!(ends(1) && ends(2), "{edges:#?}");
}

/// A schedule for each assertion that fails, not for the first one alone.
#[test]
fn every_assertion_that_fails_is_violated() {
    let model = "int x; int y; void a() { x = 1; y = 1; } void b() { assert(x == 0); } void c() { assert(y == 0); }
        void d() { assert(y < 2); int z = x - y; assert(z * z != 5); }
        P = { a() } || { b() } || { c() } || { d() }";
    let run = text(&["run", "-", "--schedule", "2,3,4,4,4,1,1"], model);
    let answers = json(&["tsg", "-"], &run);
    let of = |label: &str| {
        let all = answers["assertions"].as_array().expect("assertions");
        all.iter().find(|a| a["label"] == label).map(|a| a["answer"].as_str().expect("text").to_string())
    };
    assert_eq!([of("b:1"), of("c:1"), of("d:2")].map(|a| a.unwrap_or_default()), ["violated", "violated", "proved"]);
    assert_eq!(of("d:2.3").as_deref(), Some("proved"), "{answers:#}");
    let schedules = answers["schedules"].as_array().expect("schedules");
    let last: Vec<_> =
        schedules.iter().map(|s| s.as_array().expect("steps").last().expect("a step")["thread"].clone()).collect();
    assert_eq!(last, ["b", "c"]);
    assert_eq!(text(&["tsg", "-", "--quiet"], &run).matches("a schedule in which").count(), 2);
}

//! `--auto`: bounds that are raised one after the other, until there is an answer.

use crate::support::command::fed;
use serde_json::Value;
use std::time::{Duration, Instant};

const SAFE: &str = "models/tour/02_lock.mover";
const WRONG: &str = "models/cpc/figure3.mover";
/// Its stack grows with every bound.
const ENDLESS: &str = "models/qrr/figure8.mover";
/// So many stacks too small are told as perhaps without end.
const FEW: usize = 4;
/// 42816 interleaved states.
const SOME: [&str; 5] = ["models/classic/philosophers.mover", "--const", "N=6", "--rules", "interleaving"];

/// Status and object of a check with `--auto`.
fn check(words: &[&str], input: &str) -> (i32, Value) {
    let output = fed(&[&["check", "--auto", "--format", "json"], words].concat(), input);
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (output.status.code().unwrap(), serde_json::from_slice(&output.stdout).unwrap())
}

fn all<'a>(answer: &'a Value, field: &str) -> Vec<&'a Value> {
    answer["attempts"].as_array().unwrap().iter().map(|a| &a[field]).collect()
}

#[test]
fn states_are_raised_until_there_are_enough() {
    let (status, answer) = check(&SOME, "");
    let plain: Value =
        serde_json::from_slice(&fed(&[&["check", "--format", "json"], &SOME[..]].concat(), "").stdout).unwrap();
    assert_eq!((status, &answer["verdict"], &answer["bound"]), (0, &"safe".into(), &Value::Null));
    assert_eq!((&answer["states"], &answer["transitions"]), (&plain["states"], &plain["transitions"]));
    assert_eq!(all(&answer, "max_states"), [10_000, 100_000]);
    assert_eq!(all(&answer, "bound"), [&Value::from("states"), &Value::Null]);
    assert_eq!(all(&answer, "states"), [&Value::from(10_000), &plain["states"]]);
    assert_eq!((&plain["attempts"], &answer["raised_in_vain"]), (&Value::Null, &Value::Array(vec![])));
}

#[test]
fn stacks_are_raised_until_there_is_an_error() {
    let text = "int x; void f(int n) { x = n; if (n > 0) { f(n - 1); } assert(x == 0 && n < 20); } P = { f(20) }";
    for rules in ["interleaving", "reduction", "cpc", "dynamic"] {
        let (status, answer) = check(&["-", "--rules", rules], text);
        assert_eq!((status, &answer["verdict"]), (1, &"wrong".into()), "{rules}");
        assert_eq!(all(&answer, "max_stack"), [8, 16, 32], "{rules}");
        assert_eq!(all(&answer, "verdict"), ["inconclusive", "inconclusive", "wrong"], "{rules}");
        assert_eq!(all(&answer, "bound")[..2], ["stack depth", "stack depth"], "{rules}");
    }
}

#[test]
fn an_answer_at_once_takes_one_run() {
    for (model, code) in [(SAFE, 0), (WRONG, 1)] {
        let (status, answer) = check(&[model], "");
        assert_eq!((status, all(&answer, "verdict")), (code, vec![&answer["verdict"]]));
    }
}

/// The run that stored most is told, and why there is no answer.
#[test]
fn recursion_without_end_ends_with_the_time() {
    for (rules, why) in [("summaries", "no --max-stack is enough"), ("reduction", "every --max-stack up to")] {
        let answer = raised_for_long_enough(rules);
        let states: Vec<u64> = all(&answer, "states").iter().map(|s| s.as_u64().unwrap()).collect();
        assert_eq!(answer["states"].as_u64(), states.iter().max().copied());
        assert_eq!(answer["why_endless"].is_string(), rules == "summaries");
        let vain = answer["raised_in_vain"][0].as_str().unwrap_or_else(|| panic!("nothing in vain: {answer}"));
        assert!(vain.starts_with(why), "{vain}");
        assert_eq!(all(&answer, "bound").iter().filter(|b| **b == "time").count(), 1, "{answer}");
    }
}

/// How far the bounds are raised in a second is the machine's affair; that each run ends in time is not.
fn raised_for_long_enough(rules: &str) -> Value {
    for seconds in [3, 12, 48] {
        let start = Instant::now();
        let (status, answer) = check(&[ENDLESS, "--rules", rules, "--timeout", &seconds.to_string()], "");
        assert!(start.elapsed() < Duration::from_secs(seconds + 7), "{:?}", start.elapsed());
        assert_eq!((status, &answer["verdict"], &answer["bound"]), (3, &"inconclusive".into(), &"time".into()));
        let bounds = all(&answer, "bound");
        let stacks = bounds.iter().filter(|b| **b == "stack depth").count();
        if stacks >= FEW && bounds.contains(&&"states".into()) {
            return answer;
        }
    }
    panic!("{rules}: the bounds are not raised");
}

/// Also while conditions are tried that every state has to meet: once a run is stopped none of them seems to.
#[test]
fn a_run_that_is_stopped_takes_no_more_memory_than_one_that_is_not() {
    let peak = |timeout: f64| {
        let words = ["check", ENDLESS, "--rules", "reduction", "--max-stack", "128", "--format", "json", "--timeout"];
        let output = fed(&[&words[..], &[&timeout.to_string()]].concat(), "");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        (answer["peak_bytes"].as_u64().unwrap(), answer["seconds"].as_f64().unwrap())
    };
    let (whole, seconds) = peak(60.0);
    for part in 1..10 {
        let (stopped, _) = peak(seconds * f64::from(part) / 10.0);
        assert!(stopped < 2 * whole, "{stopped} bytes after {part}/10 of the time, {whole} for all");
    }
}

#[test]
fn data_that_grow_inside_a_transaction() {
    let text = "mutex m; int x; void rec(int d) { if (*) { rec(d + 1); } } \
        void f() { acquire(m); rec(0); x++; release(m); } P = { f() } || { f() }";
    let (status, answer) = check(&["-", "--slice", "off", "--max-memory", "45"], text);
    assert_eq!((status, all(&answer, "bound")), (3, vec![&"states".into(), &"memory".into()]));
    let vain = answer["raised_in_vain"][0].as_str().unwrap();
    assert!(vain.contains("was hit inside a transaction"), "{vain}");
}

#[test]
fn memory_is_not_raised() {
    let (status, answer) = check(&[&SOME[..], &["--const", "N=12", "--max-memory", "4"]].concat(), "");
    assert_eq!((status, &answer["bound"]), (3, &"memory".into()));
    assert_eq!(all(&answer, "bound"), ["states", "memory"]);
}

#[test]
fn what_is_not_reached_is_still_told() {
    let text = "mutex m; int x; void f() { release(m); assert(x == 2); } P = { f() }";
    let (status, answer) = check(&["-", "--strict"], text);
    assert_eq!((status, &answer["vacuity"]["vacuous"]), (3, &true.into()));
}

#[test]
fn both_runs_of_a_comparison_are_raised() {
    let (_, answer) = check(&["models/classic/philosophers.mover", "--const", "N=6", "--check-reduction"], "");
    let oracle = &answer["check_reduction"];
    assert_eq!(
        (&oracle["agree"], all(&oracle["interleaving"], "max_states")),
        (&true.into(), vec![&10_000.into(), &100_000.into()])
    );
    let words = ["compare", SOME[0], SAFE, "--rules", "reduction,interleaving", "--auto", "--format", "json"];
    let output = fed(&words, "");
    let table: Value = serde_json::from_slice(&output.stdout).unwrap();
    for result in table["rows"].as_array().unwrap().iter().flat_map(|r| r["results"].as_object().unwrap().values()) {
        assert_eq!((&result["verdict"], all(result, "verdict").last()), (&"safe".into(), Some(&&"safe".into())));
    }
}

#[test]
fn what_does_not_go_with_it() {
    for flag in ["--max-states=5", "--max-stack=5", "--timeline", "--deadlock", "--races"] {
        let output = fed(&["check", SAFE, "--auto", flag], "");
        assert_eq!(output.status.code(), Some(2), "{flag}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("'--auto' cannot be used with"), "{flag}");
    }
}

#[test]
fn a_line_for_each_run() {
    let lines = |words: &[&str]| {
        let output = fed(&[&["check", "--auto"], words].concat(), "");
        String::from_utf8(output.stdout).unwrap().lines().filter(|l| l.trim().starts_with("--max-")).count()
    };
    assert_eq!(lines(&SOME), 2);
    assert_eq!(lines(&[&SOME[..], &["-q"]].concat()), 0);
    assert_eq!(lines(&[SAFE]), 0);
}

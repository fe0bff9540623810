//! `moverlog separate`: the programs it finds, and that it finds none where there is none.

use crate::support::command::{command, out};
use moverlog::driver::{Control, Engine, Options, check};
use moverlog::model::load;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn separate(rules: &str, words: &[&str]) -> Output {
    command(&[&["separate", "--rules", rules], words].concat()).output().unwrap()
}

/// The answer, which says that there is a program if `found`.
fn answered(rules: &str, words: &[&str], found: bool) -> Value {
    let output = separate(rules, &[words, &["--format", "json"]].concat());
    assert_eq!(output.status.code(), Some(if found { 0 } else { 1 }), "{rules}: {}", out(&output));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["separates"], found);
    answer
}

fn model(answer: &Value) -> &str {
    answer["model"].as_str().unwrap()
}

/// The verdict on a model that is read from standard input.
fn verdict(text: &str, engine: &str) -> String {
    said(text, &["--rules", engine]).split(':').next().unwrap().to_string()
}

/// What `check` prints of it.
fn said(text: &str, flags: &[&str]) -> String {
    let words = [&["check", "-", "--quiet"], flags].concat();
    let mut child = command(&words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    out(&child.wait_with_output().unwrap())
}

const LITERAL: [(&str, u64); 4] = [("summaries-literal", 1), ("cpc-literal", 2), ("locks-literal", 3), ("unsound", 4)];

#[test]
fn engines_measure_the_relations_that_they_name() {
    let text = std::fs::read_to_string("models/cpc/figure1.mover").unwrap();
    let program = load("model", &text, &[]).0.unwrap().program;
    let options = Options::default();
    for engine in Engine::all() {
        let outcome = check(&program, engine, &options, &Control::default()).unwrap();
        let measured: Vec<&str> = outcome.relations.iter().map(|(name, _)| name.as_ref()).collect();
        assert_eq!(engine.relations(), measured, "{}", engine.name());
    }
}

#[test]
fn every_ruleset_that_misses_errors_has_a_smallest_program() {
    for (engine, size) in LITERAL {
        let answer = answered(&format!("{engine},interleaving"), &[], true);
        assert_eq!(answer["statements"], size, "{engine}");
        assert_eq!(answer["exhaustive"], size - 1, "{engine}");
        assert_eq!(answer["at_random"], false);
        assert_eq!(answer["results"][engine]["verdict"], "inconclusive");
        assert_eq!(answer["results"]["interleaving"]["verdict"], "wrong");
    }
}

#[test]
fn what_is_printed_is_a_model_that_separates() {
    for (engine, _) in LITERAL {
        let text = out(&separate(&format!("{engine},interleaving"), &[]));
        assert_eq!(verdict(&text, engine), "inconclusive", "{text}");
        assert_eq!(verdict(&text, "interleaving"), "wrong", "{text}");
    }
}

/// As `models/errata/fx04_left_mover_disabled.mover`, and smaller: by QRR's two properties an assertion that holds is
/// a left mover, though a step of another thread disables it and lets it fail.
#[test]
fn movers_that_may_be_disabled() {
    let words = ["--movers", "two-properties"];
    let answer = answered("reduction,interleaving", &words, true);
    assert_eq!(
        (&answer["at_random"], &answer["results"]["reduction"]["verdict"]),
        (&json!(false), &json!("inconclusive"))
    );
    assert_eq!(answer["results"]["interleaving"]["verdict"], "wrong");
    assert_eq!((&answer["statements"], &answer["exhaustive"]), (&json!(3), &json!(2)));
    let text = model(&answer);
    assert_eq!(verdict(text, "reduction"), "wrong", "locks give movers that lose nothing: {text}");
    assert!(said(text, &["--movers", "greatest"]).starts_with("wrong: "), "{text}");
    for rules in ["reduction", "summaries", "cpc", "cycle"] {
        let found = said(text, &["--rules", rules, "--movers", "two-properties"]);
        assert!(found.starts_with("inconclusive: no error found; these movers miss errors"), "{rules}: {found}{text}");
    }
}

/// `models/errata/fx02_double_increment.mover`
#[test]
fn the_second_of_two_choices() {
    let answer = answered("cpc-literal,interleaving", &[], true);
    assert_eq!(
        model(&answer),
        "void T1() {\n    if (*) {\n    } else {\n        assert(false);\n    }\n}\n\nP = { T1() }\n"
    );
}

/// As `models/errata/fx01_l19.mover`, where no choice is lost: the second of three is the first one again.
#[test]
fn line_l19() {
    let answer = answered("cpc-literal,interleaving", &["--without", "if,lock,loop", "--timeout", "600"], true);
    assert_eq!((answer["statements"].as_u64(), answer["shared_names"].as_u64()), (Some(6), Some(1)));
    let text = model(&answer);
    assert!(text.contains("choose {") && text.contains("assume(") && !text.contains("if ("), "{text}");
    // With every choice explored but L19 left out, or repaired, the error is found.
    for engine in ["cpc", "cpc-maximal", "cycle", "summaries", "unsound"] {
        assert_eq!(verdict(text, engine), "wrong", "{engine}: {text}");
    }
    assert_eq!(verdict(text, "cpc-literal"), "inconclusive");
}

/// As `models/errata/fx07_access_enabledness.mover`, and smaller.
#[test]
fn an_access_that_is_never_enabled_between_transactions() {
    let text = out(&separate("locks-literal,interleaving", &[]));
    assert!(text.contains("assume("), "{text}");
    assert_eq!(verdict(&text, "locks"), "wrong");
}

#[test]
fn engines_that_are_sound_agree_on_small_programs() {
    for rules in ["cpc,interleaving", "summaries,reduction", "locks,stoller-cohen"] {
        let answer = answered(rules, &["--size", "4", "--random", "300"], false);
        assert_eq!((answer["exhaustive"].as_u64(), answer["tried"]["random"].as_u64()), (Some(4), Some(300)));
        assert_eq!((&answer["cut"], &answer["model"]), (&Value::Null, &Value::Null));
    }
}

#[test]
fn random_programs_are_made_smaller_and_depend_on_the_seed_alone() {
    for (engine, size) in LITERAL {
        let words = ["--size", "0", "--seed", "7"];
        let first = answered(&format!("{engine},interleaving"), &words, true);
        let second = answered(&format!("{engine},interleaving"), &words, true);
        assert_eq!(first["at_random"], true);
        assert_eq!((&first["model"], &first["tried"]), (&second["model"], &second["tried"]));
        assert!(first["statements"].as_u64().unwrap() <= size + 2, "{}", model(&first));
        assert_eq!(verdict(model(&first), engine), "inconclusive");
        assert_eq!(verdict(model(&first), "interleaving"), "wrong");
    }
}

#[test]
fn what_is_left_out_stays_out() {
    let words = ["--size", "0", "--without", "choose,skip,loop,lock"];
    let text = out(&separate("cpc-literal,interleaving", &words));
    assert!(text.contains("if (*)") && !["choose", "skip;", "acquire"].iter().any(|w| text.contains(w)), "{text}");
}

#[test]
fn relations_are_compared_by_their_size() {
    let answer = answered("reduction,interleaving", &["--relation", "states"], true);
    let states = |engine: &str| answer["results"][engine]["states"].as_u64().unwrap();
    assert_ne!(states("reduction"), states("interleaving"));
    let answer = answered("summaries,summaries-f1", &["--relation", "PathEdge"], true);
    let edges = |engine: &str| answer["results"][engine]["relations"]["PathEdge"].as_u64().unwrap();
    assert_ne!(edges("summaries"), edges("summaries-f1"));
}

#[test]
fn more_threads() {
    let answer = answered("unsound,interleaving", &["--threads", "3", "--size", "4", "--random", "0"], true);
    assert_eq!(answer["statements"], 4);
}

#[test]
fn the_model_is_written_to_a_file() {
    let file = std::env::temp_dir().join(format!("moverlog-separate-{}.mover", std::process::id()));
    let answer = answered("unsound,interleaving", &["--out", file.to_str().unwrap()], true);
    pretty_assertions::assert_str_eq!(std::fs::read_to_string(&file).unwrap(), model(&answer));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn time_is_up() {
    let output = separate("cpc,interleaving", &["--timeout", "0.2"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(out(&output).contains("the time is up"), "{}", out(&output));
}

#[test]
fn usage_errors() {
    let wrong: [(&str, &[&str]); 6] = [
        ("cpc", &[]),
        ("cpc,nonsense", &[]),
        ("cpc,cycle,scc", &[]),
        ("cpc,interleaving", &["--relation", "Omega"]),
        ("cpc,interleaving", &["--without", "nonsense"]),
        ("cpc,interleaving", &["--threads", "0"]),
    ];
    for (rules, words) in wrong {
        let words = [&["separate", "--rules", rules], words].concat();
        assert_eq!(command(&words).output().unwrap().status.code(), Some(2), "{words:?}");
    }
}

/// A search that is interrupted has no answer.
#[cfg(unix)]
#[test]
fn interrupted() {
    let words = ["separate", "--rules", "cpc,interleaving", "--timeout", "600"];
    let child = command(&words).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(out(&output).contains("interrupted"), "{}", out(&output));
}

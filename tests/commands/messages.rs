//! What the command line says: values in traces, ill-formed input as JSON, misspelled commands, bounds with units.

use crate::support::command::{self, run};
use serde_json::Value;

fn out(args: &[&str]) -> String {
    command::out(&run(args))
}

fn err(args: &[&str]) -> String {
    command::err(&run(args))
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&out(args)).unwrap()
}

/// A file of this name with this text.
fn file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().into()
}

const VALUES: &str = "models/repro/enum_values.mover";

#[test]
fn a_failing_step_shows_what_it_looked_at() {
    let text = out(&["check", VALUES]);
    assert!(text.contains("with phase[0] = COMMITTED, j = 1, phase[1] = ABORTED  <- goes wrong"), "{text}");
    let wrong = &json(&["check", VALUES, "--format", "json"])["wrong"];
    let last = |v: &Value| v.as_array().unwrap().last().unwrap().clone();
    let step = last(&last(&wrong["transactions"])["steps"]);
    let expected = serde_json::json!({"phase[0]": "COMMITTED", "j": 1, "phase[1]": "ABORTED"});
    assert_eq!(step["looked_at"], expected);
}

#[test]
fn values_of_enums_are_shown_by_name() {
    for command in [
        &["check", VALUES][..],
        &["check", VALUES, "--original"],
        &["check", VALUES, "--rules", "cpc", "--timeline"],
        &["check", VALUES, "--races"],
        &["summaries", VALUES],
        &["graph", VALUES, "--what", "states"],
        &["check", VALUES, "--format", "json"],
        &["summaries", VALUES, "--format", "json"],
        &["explain", VALUES, "wrong"],
        &["explain", VALUES, "wrong", "--format", "json"],
        &["why-not", VALUES, "Omega(phase[0]=ABORTED, phase[1]=ABORTED)"],
    ] {
        let said = out(command);
        assert!(said.contains("COMMITTED"), "{command:?}\n{said}");
        for number in ["0", "1", "2"] {
            let shapes = ["] = ", "]=", "]\": "].map(|shape| format!("phase[0{shape}{number}"));
            assert!(!shapes.iter().any(|s| said.contains(s)), "{command:?}\n{said}");
        }
    }
}

#[test]
fn a_fact_is_found_by_the_name_or_the_number_of_a_value() {
    let first = |pattern: &str| out(&["explain", VALUES, pattern, "--first"]);
    let by_name = first("Omega(phase[0]=COMMITTED)");
    assert!(by_name.contains("phase[0]=COMMITTED"), "{by_name}");
    assert_eq!(by_name, first("Omega(phase[0]=1)"));
}

#[test]
fn a_free_choice_shows_what_it_chose() {
    let zero = file("chosen.mover", "int x = 1;\nvoid f() { int j = choose(0..1); assert(j != 0); }\nP = { f() };\n");
    let text = out(&["check", &zero]);
    assert!(text.contains("int j = choose(0..1)  B  j = 0"), "{text}");
}

#[test]
fn an_atomic_block_shows_what_it_found() {
    let block = file("block.mover", "int x = 2, y = 3;\nvoid f() { atomic { x++; assert(x != 3); } }\nP = { f() };\n");
    let text = out(&["check", &block]);
    assert!(text.contains("entered with x = 2  <- goes wrong"), "{text}");
}

/// Every command that has `--format json`, with what it needs besides a model.
const COMMANDS: [&[&str]; 14] = [
    &["check"],
    &["check", "--deadlock"],
    &["compare"],
    &["conditions"],
    &["explain", "wrong"],
    &["why-not", "wrong"],
    &["locksets"],
    &["diff", "--rules", "summaries,summaries-f1"],
    &["graph"],
    &["movers"],
    &["summaries"],
    &["termination"],
    &["run"],
    &["tsg"],
];

fn ill_formed(command: &[&str], model: &str) -> (Value, i32) {
    let mut args = vec![command[0], model];
    args.extend(&command[1..]);
    args.extend(["--format", "json"]);
    let output = run(&args);
    assert!(output.stderr.is_empty(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    let said = String::from_utf8(output.stdout).unwrap();
    (serde_json::from_str(&said).unwrap_or_else(|e| panic!("{args:?}: {e}\n{said}")), output.status.code().unwrap())
}

#[test]
fn ill_formed_models_are_answered_in_json() {
    let model = "models/bad/arguments.mover";
    for command in COMMANDS {
        let (said, status) = ill_formed(command, model);
        assert_eq!((status, &said["schema"], &said["model"]), (2, &1.into(), &model.into()), "{command:?}");
        let first = &said["diagnostics"][0];
        assert_eq!(first["message"], "`g` takes 2 arguments, 1 given");
        assert_eq!((&first["severity"], &first["file"]), (&"error".into(), &model.into()));
        let place = ["line", "column", "end_line", "end_column"].map(|k| first[k].as_u64().unwrap());
        assert_eq!(place, [5, 3, 5, 7]);
        assert_eq!(first["labels"][1]["message"], "declared here");
        assert_eq!(said["diagnostics"][1]["help"], "write `1`");
    }
}

#[test]
fn unreadable_files_logs_and_false_claims_are_answered_in_json() {
    let (said, status) = ill_formed(&["check"], "no/such.mover");
    assert_eq!((status, &said["diagnostics"][0]["line"]), (2, &Value::Null));
    let log = file("bad.run", "moverlog run 1\nT1 sing\n");
    let (said, status) = ill_formed(&["run"], &log);
    assert_eq!((status, &said["diagnostics"][0]["line"]), (2, &2.into()));
    let claim = std::fs::read_dir("models/bad/claims").unwrap().map(|e| e.unwrap().path());
    let claim = claim.filter(|p| p.extension().is_some_and(|e| e == "mover")).min().unwrap();
    let (said, status) = ill_formed(&["check"], claim.to_str().unwrap());
    assert_eq!((status, &said["diagnostics"][0]["severity"]), (2, &"error".into()));
}

#[test]
fn columns_count_characters() {
    let model = file("columns.mover", "int x; /* äö */ int y = z;\nvoid f() { }\nP = { f() };\n");
    let (said, _) = ill_formed(&["check"], &model);
    assert_eq!(said["diagnostics"][0]["column"], 25);
}

#[test]
fn several_ill_formed_models_are_one_answer() {
    let (bad, worse) = ("models/bad/arguments.mover", "models/bad/promela.mover");
    let said = json(&["diff", bad, worse, "--rules", "summaries,summaries-f1", "--format", "json"]);
    let files: Vec<&Value> = said["diagnostics"].as_array().unwrap().iter().map(|d| &d["file"]).collect();
    assert_eq!((files[0], files[files.len() - 1]), (&bad.into(), &worse.into()));
}

/// The only finding about the words of a command line: status, message, help.
fn refused(args: &[&str]) -> (i32, Value, Value) {
    let output = run(&[args, &["--format", "json"]].concat());
    assert!(output.stderr.is_empty(), "{args:?}: {}", command::err(&output));
    let said: Value = serde_json::from_str(&command::out(&output)).unwrap();
    let finding = &said["diagnostics"][0];
    assert_eq!(said["diagnostics"].as_array().unwrap().len(), 1);
    assert_eq!((&said["schema"], &said["model"], &finding["file"]), (&1.into(), &Value::Null, &Value::Null));
    assert_eq!((&finding["line"], &finding["labels"]), (&Value::Null, &serde_json::json!([])));
    (command::status(&output), finding["message"].clone(), finding["help"].clone())
}

const FIGURE: &str = "models/cpc/figure3.mover";

#[test]
fn refused_words_are_answered_in_json() {
    for (args, message, help) in [
        (&["check", FIGURE, "--rules", "cpd"][..], "no ruleset `cpd`", "did you mean `cpc`?"),
        (&["chek", FIGURE], "`chek` is neither a command nor a file", "did you mean `moverlog check`?"),
        (&["locksets", FIGURE, "--rules", "cpc"], "`cpc` infers no locks by its rules", "try `--rules locks`"),
        (
            &["explain", FIGURE, "Sigma(*)", "--rules", "reduction"],
            "41 facts match",
            "name one by its number, or add `--first`",
        ),
        (
            &["check", FIGURE, "--timelin"],
            "unexpected argument '--timelin' found",
            "a similar argument exists: '--timeline'",
        ),
    ] {
        assert_eq!(refused(args), (2, message.into(), help.into()), "{args:?}");
    }
    let (status, message, _) = refused(&["check", FIGURE, "--rules", "cpc", "--heuristics", "locks"]);
    assert_eq!((status, message.as_str().unwrap().contains("no effect here")), (2, true));
    let clash = "the argument '--auto' cannot be used with '--timeline'";
    assert_eq!(refused(&["check", FIGURE, "--auto", "--timeline"]), (2, clash.into(), Value::Null));
    let missing = "the following required arguments were not provided: <MODEL>";
    assert_eq!(refused(&["check"]), (2, missing.into(), Value::Null));
}

#[test]
fn no_answer_is_an_object_with_the_status_that_text_has() {
    for (args, status, severity) in [
        (&["run", "models/tour/03_transaction.mover", "--to", "wrong"][..], 0, "note"),
        (&["explain", "models/tour/03_transaction.mover", "wrong"], 1, "note"),
        (&["diff", FIGURE, "--rules", "reduction,interleaving", "--max-states", "1"], 3, "inconclusive"),
    ] {
        let output = run(args);
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{args:?}");
        assert_eq!(command::status(&output), status, "{args:?}");
        assert_eq!(refused(args).0, status, "{args:?}");
        assert_eq!(json(&[args, &["--format", "json"]].concat())["diagnostics"][0]["severity"], severity);
    }
}

#[test]
fn the_words_after_two_dashes_ask_for_nothing() {
    let output = run(&["check", "--", "no/such.mover", "--format", "json"]);
    assert!(output.stdout.is_empty() && command::err(&output).starts_with("error: unexpected argument"));
}

#[test]
fn the_command_that_is_near_is_proposed() {
    for (word, meant) in [
        ("chek", "check"),
        ("sumaries", "summaries"),
        ("whynot", "why-not"),
        ("Movers", "movers"),
        ("version", "--version"),
    ] {
        let output = run(&[word, "x"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(said.contains(&format!("did you mean `moverlog {meant}`?")), "{said}");
    }
    assert_eq!(out(&["version"]), out(&["--version"]));
    assert!(err(&["zzz"]).contains("`moverlog --help` lists the commands"));
    assert!(err(&["chek.mover"]).contains("cannot read `chek.mover`"), "a file's name is no misspelling");
}

#[test]
fn a_file_may_be_called_like_a_command_nearly() {
    let model = file("chek", "void f() { }\nP = { f() };\n");
    let here = std::path::Path::new(&model).parent().unwrap();
    let status = command::command(&["chek"]).current_dir(here).status().unwrap();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn help_about_help_is_help() {
    for args in [["help", "--help"], ["help", "-h"], ["--help", "--help"]] {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8(output.stdout).unwrap().contains("Usage: moverlog <COMMAND>"));
    }
}

#[test]
fn bounds_have_units() {
    let model = "models/cpc/figure1.mover";
    let bound = |args: &[&str]| json(&[&["check", model, "--format", "json"], args].concat())["bound"].clone();
    assert_eq!(bound(&["--max-states", "10M", "--timeout", "1m", "--max-memory", "2G"]), Value::Null);
    assert_eq!(bound(&["--max-states", "0.003k", "--rules", "cpc"]), "states");
    assert_eq!(bound(&["--max-states", "1_000"]), Value::Null);
    assert_eq!(bound(&["--timeout", "0ms"]), "time");
    assert_eq!(bound(&["--max-memory", "0k"]), "memory");
    for (flag, value) in [
        ("--timeout", "1x"),
        ("--timeout", "-1s"),
        ("--max-states", "many"),
        ("--max-memory", "2T"),
        ("--max-states", "1e99G"),
    ] {
        let output = run(&["check", model, &format!("{flag}={value}")]);
        assert_eq!(output.status.code(), Some(2), "{flag} {value}");
    }
}

#[test]
fn a_large_graph_is_announced() {
    let large = ["graph", "models/cpc/table1/transaction_manager.mover", "--what", "states"];
    let said = err(&large);
    assert!(said.contains("the first 100 are drawn; `--what transactions` draws fewer"), "{said}");
    assert!(!err(&[&large[..], &["--max-states", "100"]].concat()).contains("boxes"));
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_is_no_panic() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let output = run(&[OsStr::new("check"), OsStr::from_bytes(b"no\xff.mover")]);
    assert_eq!((command::status(&output), command::err(&output).contains("error: cannot read `no")), (2, true));
}

#[test]
fn the_part_of_an_assertion_that_is_false_is_named() {
    let text =
        "int x; int a[2];\nvoid f() { x = 1; assert(x >= 0 && a[x] == (x - 1 && x == 2) && x < 5); }\nP = { f() }";
    let text = text.replace("(x - 1 && x == 2)", "(x - 2)");
    let path = file("parts.mover", &text);
    assert!(out(&[&path]).contains("a[x] == (x - 2) is false  <- goes wrong"), "{}", out(&[&path]));
    let wrong = &json(&[&path, "--format", "json"])["wrong"];
    assert_eq!(wrong["transactions"][0]["steps"][1]["false_part"], "a[x] == (x - 2)");
    for whole in ["x == 2", "x == 2 || x == 3 && x == 1", "(x == 1 && x == 2)"] {
        let path = file("whole.mover", &format!("int x;\nvoid f() {{ x = 1; assert({whole}); }}\nP = {{ f() }}"));
        assert!(!out(&[&path]).contains(" is false"), "{}", out(&[&path]));
    }
    let right = file("right.mover", "int x;\nvoid f() { assert(x == 0 && (x == 0 && x == 1)); }\nP = { f() }");
    assert!(out(&[&right]).contains("(x == 0 && x == 1) is false"), "{}", out(&[&right]));
}

#[test]
fn at_a_bound_the_next_thing_to_try_is_said() {
    let words = ["check", "models/classic/counter_calls.mover", "--rules", "reduction", "--max-states", "10"];
    let said = out(&words);
    assert!(said.contains("  next: a smaller model, by --const "), "{said}");
    let ends = json(&["models/classic/counter_calls.mover", "--format", "json"])["states"].to_string();
    assert!(said.contains(&format!("  next: without `--rules` the verdict is `safe`, with {ends} states\n")), "{said}");
    let endless = file(
        "endless.mover",
        "int x;\nvoid f() { while (true) { x = x + 1; assert(x < 2000000000); } }\nP = { f() } || { f() }",
    );
    let said = out(&["check", &endless, "--rules", "reduction", "--max-states", "10"]);
    assert!(said.contains(&format!("`moverlog compare {endless} --rules summaries,dynamic,cpc --auto`")), "{said}");
    assert!(!out(&[&words[..], &["--quiet"]].concat()).contains("next:"));
    assert!(!out(&["check", "models/classic/counter_calls.mover"]).contains("next:"));
}

#[test]
fn engines_are_listed_paper_by_paper() {
    let said = out(&["rules"]);
    let at = |what: &str| said.find(what).unwrap_or_else(|| panic!("{what}\n{said}"));
    assert!(at("QRR: ") < at("  summaries ") && at("  summaries ") < at("FQ: ") && at("FQ: ") < at("  locks "));
    assert!(at("CPC: ") < at("  cpc ") && at("  cpc ") < at("DYN: ") && at("DYN: ") < at("  dynamic "));
    let listed = json(&["rules", "--format", "json"]);
    for (name, kind) in [("summaries", "ruleset"), ("cpc", "search"), ("dynamic", "reduction")] {
        let all = listed["rulesets"].as_array().unwrap();
        let one = all.iter().find(|r| r["name"] == name).unwrap();
        assert_eq!(one["kind"], kind);
        let line = said.lines().find(|l| l.trim_start().starts_with(&format!("{name} "))).unwrap();
        assert_eq!(line.split_whitespace().nth(1), Some(kind));
    }
    let names = listed["rulesets"].as_array().unwrap().len();
    assert_eq!(said.lines().filter(|l| l.starts_with("  ")).count(), names, "each of them once");
}

#[test]
fn side_conditions_are_said_if_they_are_asked_for() {
    let words = ["check", "models/qrr/figure4.mover"];
    assert!(!out(&words).contains("side conditions"), "{}", out(&words));
    let verbose = out(&[&words[..], &["-v"]].concat());
    assert!(verbose.contains("  side conditions: C1, C2, C4 by construction; C3' holds on the fixpoint"), "{verbose}");
    assert_eq!(
        json(&[&words[..], &["--format", "json"]].concat())["side_conditions"],
        "C1, C2, C4 by construction; C3' holds on the fixpoint"
    );
}

#[test]
fn short_help_is_short_and_long_help_has_headings() {
    let (short, long) = (out(&["check", "-h"]), out(&["check", "--help"]));
    assert!(short.lines().count() < 50 && !short.contains("--initial-phase"), "{short}");
    for heading in ["Every command about a model:", "Bounds:", "Movers and phases:", "Fewer states than the rules say:"]
    {
        assert_eq!(long.matches(heading).count(), 1, "{heading}\n{long}");
    }
    // As many flags as there are, each told once, on 116 lines of 100 columns at most.
    assert!(long.lines().count() <= 116, "{long}");
    assert_eq!(out(&["help", "check"]), long);
    for flag in ["--deadlock", "--rules-file", "--heuristics", "--max-memory", "--color", "--slice", "--example"] {
        assert!(long.lines().any(|l| l.trim_start().starts_with(flag)), "{flag}\n{long}");
    }
    assert!(long.contains("two-properties: Movers with the two properties of QRR 4 alone"), "{long}");
    for heading in ["What is looked for:", "What is shown:", "Values:"] {
        assert_eq!(long.matches(heading).count(), 1, "{heading}\n{long}");
    }
    let options = |text: &str| {
        text.split("What is looked for:").nth(1).unwrap_or_default().split("\n\nEvery").next().unwrap().to_string()
    };
    assert!(options(&short).contains("--deadlock") && !options(&short).contains("--timeout <"), "{short}");
}

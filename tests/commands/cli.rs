//! Exit statuses, bounds and formats of the program itself.

use crate::support::command::{command, err, out, run, status};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const SAFE: &str = "models/tour/02_lock.mover";
const WRONG: &str = "models/cpc/figure3.mover";
const ENDLESS: &str = "models/qrr/figure8.mover";
const FALSE_CLAIM: &str = "models/bad/claims/left_mover_disabled.mover";
/// Millions of states.
const LARGE: [&str; 3] = ["models/classic/counter.mover", "--const", "N=12"];

fn json(words: &[&str]) -> Value {
    let output = run(&[words, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}{}", out(&output), err(&output)))
}

/// What `check` says of a model that comes in.
fn fed(flags: &[&str], model: &str) -> (i32, Value) {
    let words = [&["check", "-", "--format", "json"], flags].concat();
    let mut child = command(&words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(model.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (status(&output), serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn several_rulesets_are_for_compare() {
    let said = |rules| String::from_utf8(run(&["check", SAFE, "--rules", rules]).stderr).unwrap();
    assert!(said("reduction,dynamic").contains("`moverlog compare` takes several"));
    assert!(said("reductio").contains("did you mean `reduction`?"));
}

#[test]
fn exit_statuses() {
    assert_eq!(status(&run(&["check", SAFE])), 0);
    assert_eq!(status(&run(&["check", WRONG])), 1);
    assert_eq!(status(&run(&["check", ENDLESS, "--rules", "summaries", "--max-stack", "9"])), 3);
    assert_eq!(status(&run(&["check", ENDLESS])), 0);
    assert_eq!(status(&run(&["check", "models/qrr/figure4.mover"])), 0);
    assert_eq!(status(&run(&["check", "models/bad/missing_semicolon.mover"])), 2);
    assert_eq!(status(&run(&["check", "no/such/file.mover"])), 2);
    assert_eq!(status(&run(&["check", SAFE, "--rules", "nonsense"])), 2);
    assert_eq!(status(&run(&["check", SAFE, "--nonsense"])), 2);
    assert_eq!(status(&run(&["check", SAFE, "--const", "NOPE=1"])), 2);
    assert_eq!(status(&run(&["check"])), 2);
    assert_eq!(status(&run(&["rules"])), 0);
    assert_eq!(status(&run(&["rules", "nonsense"])), 2);
    assert_eq!(status(&run(&["movers", SAFE])), 0);
    assert_eq!(status(&run(&["summaries", SAFE])), 0);
    assert_eq!(status(&run(&["summaries", SAFE, "--proc", "nonsense"])), 2);
    assert_eq!(status(&run(&["summaries", SAFE, "--rules", "reduction"])), 2);
    assert_eq!(status(&run(&["summaries", ENDLESS, "--max-stack", "4"])), 3);
    assert_eq!(status(&run(&["termination", "models/qrr/figure4.mover"])), 0);
    assert_eq!(status(&run(&["termination", ENDLESS, "--max-stack", "4"])), 1);
    assert_eq!(status(&run(&["termination", ENDLESS, "--max-states", "4"])), 3);
    assert_eq!(status(&run(&["check", WRONG, "--rules", "summaries-literal"])), 3);
    assert_eq!(status(&run(&["conditions", SAFE])), 0);
    assert_eq!(status(&run(&["conditions", FALSE_CLAIM])), 1);
    assert_eq!(status(&run(&["conditions", FALSE_CLAIM, "--movers", "greatest"])), 0);
    assert_eq!(status(&run(&["conditions", "no/such/file.mover"])), 2);
    assert_eq!(status(&run(&["conditions", ENDLESS, "--max-stack", "4"])), 3);
    assert_eq!(status(&run(&["check", FALSE_CLAIM])), 2);
    assert_eq!(status(&run(&["--help"])), 0);
}

#[test]
fn a_bare_model_is_checked() {
    for words in [&["check", WRONG, "-q"][..], &[WRONG, "-q"], &["-q", WRONG]] {
        let output = run(words);
        assert_eq!(status(&output), 1);
        assert!(out(&output).starts_with("wrong: thread 2 (T2) goes wrong at M1"), "{}", out(&output));
    }
}

#[test]
fn a_model_from_standard_input() {
    let mut child = command(&["check", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(&std::fs::read(WRONG).unwrap()).unwrap();
    assert_eq!(status(&child.wait_with_output().unwrap()), 1);
}

#[test]
fn output_is_a_function_of_input_and_flags() {
    for words in [&["check", WRONG, "--format", "json"][..], &["movers", WRONG], &["check", WRONG, "--original"]] {
        let without_times = |o: Output| {
            let timed = |l: &&str| !l.contains("seconds") && !l.contains("peak_bytes") && !l.ends_with(" s");
            out(&o).lines().filter(timed).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(without_times(run(words)), without_times(run(words)));
    }
}

#[test]
fn json_of_a_wrong_model() {
    let answer = json(&["check", WRONG, "--rules", "reduction"]);
    assert_eq!((&answer["schema"], &answer["verdict"], &answer["bound"]), (&1.into(), &"wrong".into(), &Value::Null));
    assert_eq!((&answer["model"], &answer["rules"]), (&WRONG.into(), &"reduction".into()));
    assert_eq!(answer["states"], answer["relations"]["Sigma"]);
    let wrong = &answer["wrong"];
    assert_eq!((&wrong["thread"], &wrong["location"], &wrong["kind"]), (&2.into(), &"M1".into(), &"assert".into()));
    assert_eq!(wrong["message"], "assert(x == 0)");
    let steps = wrong["transactions"][0]["steps"].as_array().unwrap();
    let brief: Vec<_> = steps.iter().map(|s| (s["location"].as_str().unwrap(), s["mover"].as_str().unwrap())).collect();
    assert_eq!(brief, [("L0", "R"), ("L1", "N"), ("L2", "B"), ("L3", "L")]);
    let commits: Vec<_> = steps.iter().map(|s| s["commits"].as_bool().unwrap()).collect();
    assert_eq!(commits, [false, true, false, false]);
    assert_eq!(steps[1]["changes"]["y"], 42);
}

#[test]
fn bounds_are_inconclusive_and_keep_the_counts() {
    for rules in ["interleaving", "reduction"] {
        let answer = json(&[&["check"], &LARGE[..], &["--rules", rules, "--max-states", "5000"]].concat());
        assert_eq!((&answer["verdict"], &answer["bound"]), (&"inconclusive".into(), &"states".into()));
        assert_eq!(answer["states"], 5000);
        let answer = json(&["check", ENDLESS, "--rules", rules, "--max-stack", "5"]);
        assert_eq!((&answer["verdict"], &answer["bound"]), (&"inconclusive".into(), &"stack depth".into()));
        let start = Instant::now();
        let answer = json(&[&["check"], &LARGE[..], &["--rules", rules, "--timeout", "0.2"]].concat());
        assert_eq!((&answer["verdict"], &answer["bound"]), (&"inconclusive".into(), &"time".into()));
        assert!(start.elapsed() < Duration::from_secs(10));
        let answer = json(&[&["check"], &LARGE[..], &["--rules", rules, "--max-memory", "8"]].concat());
        assert_eq!((&answer["verdict"], &answer["bound"]), (&"inconclusive".into(), &"memory".into()));
    }
}

/// A rule asks whether a transaction has ended, or a procedure returns, at each of 65,536 nodes, which have 256 or
/// 65,536 steps each, before it asks for one of these steps.
#[test]
fn wide_steps_end_with_the_time() {
    let wide = "void main() { int a = choose(0..255); int b = choose(0..255); int c = choose(0..255);
        assert(a * 7 + b * 5 + c * 3 != 4000); } P = { main() }";
    let wider = "void pick() { int a; int b; int c; int d;
        atomic { a = choose(0..255); b = choose(0..255); } atomic { c = choose(0..255); d = choose(0..255); }
        assert(a + b + c + d <= 1020); } void main() { pick(); } P = { main() }";
    for (model, rules) in [(wide, "summaries"), (wider, "summaries"), (wider, "dynamic"), (wider, "summaries-cpc")] {
        let start = Instant::now();
        let (status, answer) = fed(&["--rules", rules, "--timeout", "1"], model);
        assert_eq!((status, &answer["bound"]), (3, &"time".into()), "{rules}");
        assert!(start.elapsed() < Duration::from_secs(10), "{rules}: {:?}", start.elapsed());
    }
}

/// Where threads are started without end they are counted, and looked at by twos, before an engine goes on.
#[test]
fn threads_without_end_end_with_the_time() {
    let start = Instant::now();
    let answer = json(&["check", "tests/c/options/values_without_end.c", "--timeout", "2"]);
    assert_eq!((&answer["verdict"], &answer["bound"]), (&"inconclusive".into(), &"time".into()));
    assert!(answer["states"].as_u64() >= Some(1000), "{}", answer["states"]);
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
}

/// Level II of summaries can grow without a new state: a counter inside one transaction.
#[test]
fn summaries_without_end_are_bounded_too() {
    let model = "int x;\nvoid f() { while (true) { x++; } }\nP = { f() }\n";
    let check = |flags: &[&str]| {
        let (status, answer) = fed(&[&["--slice", "off"], flags].concat(), model);
        assert_eq!((status, &answer["verdict"]), (3, &"inconclusive".into()));
        answer["bound"].clone()
    };
    assert_eq!(check(&["--timeout", "0.3"]), "time");
    assert_eq!(check(&["--max-memory", "30"]), "memory");
    assert_eq!(check(&["--max-states", "20000"]), "states");
}

/// As many states as there are is no bound.
#[test]
fn a_bound_that_is_just_enough_is_not_hit() {
    let states = json(&["check", SAFE])["states"].clone();
    let enough = json(&["check", SAFE, "--max-states", &states.to_string()]);
    assert_eq!((&enough["verdict"], &enough["states"]), (&"safe".into(), &states));
}

#[test]
fn an_error_found_before_a_bound_is_an_error() {
    let answer = json(&["check", "models/classic/bluetooth.mover", "--rules", "interleaving", "--max-states", "2500"]);
    assert_eq!((&answer["verdict"], &answer["bound"]), (&"wrong".into(), &"states".into()));
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found() {
    let words = [&["check"], &LARGE[..], &["--rules", "interleaving", "--format", "json"]].concat();
    let child = command(&words).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(400));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(status(&output), 3);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&answer["verdict"], &answer["bound"]), (&"inconclusive".into(), &"interrupted".into()));
    assert!(answer["states"].as_u64().unwrap() > 0);
}

#[test]
fn check_reduction_agrees() {
    for (model, code) in [(SAFE, 0), (WRONG, 1), (ENDLESS, 3)] {
        let words = ["check", model, "--rules", "summaries", "--check-reduction", "--max-stack", "9"];
        assert_eq!(status(&run(&words)), code, "{model}");
    }
    let answer = json(&["check", WRONG, "--check-reduction"]);
    assert_eq!(answer["check_reduction"]["agree"], true);
    let missed = run(&["check", "models/cpc/figure1.mover", "--rules", "unsound", "--check-reduction"]);
    assert_eq!(status(&missed), 4, "an error is lost");
    assert!(out(&missed).contains("thread 2 (T2) goes wrong at M0"), "it is shown");
}

#[test]
fn false_mover_claims_are_errors() {
    let model = "int x;\nvoid f() { @right x = tid; assert(x == tid); }\nP = { f() } || { f() }\n";
    let check = |words: &[&str]| {
        let mut child = command(&[&["check", "-"], words].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(model.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    };
    let refused = check(&[]);
    assert_eq!(status(&refused), 2);
    assert!(err(&refused).contains("false mover claim") && err(&refused).contains(":2:"), "{}", err(&refused));
    assert_eq!(status(&check(&["--movers", "lockset"])), 1);
}

#[test]
fn movers_as_json() {
    let answer = json(&["movers", WRONG]);
    let at = |name: &str| {
        let locations = answer["locations"].as_array().unwrap();
        locations.iter().find(|l| l["location"] == name).unwrap().clone()
    };
    assert_eq!((at("L0")["movers"][0].as_str(), at("L1")["movers"][0].as_str()), (Some("R"), Some("N")));
    assert_eq!((at("L2")["movers"][0].as_str(), at("L3")["movers"][0].as_str()), (Some("B"), Some("L")));
    assert_eq!(at("L2")["phases"][0], "post-commit");
}

#[test]
fn nothing_is_printed_beside_the_answer() {
    let output = run(&["check", SAFE, "--format", "json"]);
    assert_eq!(err(&output), "");
    let model = run(&["check", "models/bad/missing_semicolon.mover"]);
    assert_eq!(out(&model), "");
}

#[test]
fn conditions_as_json() {
    let object = json(&["conditions", FALSE_CLAIM]);
    assert_eq!((&object["schema"], &object["movers"]), (&Value::from(1), &Value::from("declared")));
    let conditions = object["conditions"].as_array().unwrap();
    let names: Vec<&str> = conditions.iter().map(|c| c["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["P1", "P2", "P3", "P4", "E(i)", "E(ii)", "C1", "C2", "C3", "C4", "C3'", "c^R", "c^L", "c kept"]);
    assert_eq!((&conditions[0]["result"], &conditions[0]["square"]), (&Value::from("holds"), &Value::Null));
    let square = &conditions[3]["square"];
    assert_eq!(square["state"]["globals"]["gg"], 1);
    assert_eq!(square["orders"][1]["steps"][0]["location"], "B");
    assert_eq!(square["orders"][1]["blocked"]["at"]["location"], "A");
    assert_eq!(square["transactions"][0]["steps"][0]["location"], "G");
    let greatest = json(&["conditions", FALSE_CLAIM, "--movers", "greatest"]);
    assert_eq!(greatest["conditions"].as_array().unwrap().len(), 12);
}

#[test]
fn compare_puts_engines_side_by_side() {
    let figure = ["compare", "models/cpc/figure1.mover"];
    let safe = ["compare", SAFE];
    let names = ["--rules", "unsound,cpc,summaries"];
    assert_eq!(status(&run(&[&figure[..], &names].concat())), 1);
    assert_eq!(status(&run(&[&safe[..], &names].concat())), 0, "what a claim leaves open is no bound");
    assert_eq!(status(&run(&[&safe[..], &["--rules", "cpc", "--max-states", "3"]].concat())), 3);
    assert_eq!(status(&run(&[&safe[..], &["--rules", "cpc,nonsense"]].concat())), 2);
    assert_eq!(status(&run(&["compare", SAFE, "no/such/file.mover"])), 2);
    assert_eq!(status(&run(&["compare"])), 2);
    let table = json(&[&["compare", "models/cpc/figure1.mover", SAFE][..], &names].concat());
    let row = &table["rows"][0];
    assert_eq!((&table["schema"], &row["model"]), (&Value::from(1), &Value::from("models/cpc/figure1.mover")));
    assert_eq!(row["results"]["cpc"]["verdict"], "wrong");
    assert!(row["results"]["cpc"].get("wrong").is_none());
    assert_eq!(row["results"]["unsound"]["bound"], "ruleset may miss errors");
    assert_eq!((&row["missed_by"][0], &row["disagreement"]), (&Value::from("unsound"), &Value::from(false)));
}

/// Symbolic engines have columns of their own; what has no circuit is left open, and said.
#[test]
fn compare_puts_symbolic_engines_beside_explicit_ones() {
    let wide = "models/symbolic/counter_wrong.mover";
    let engines = ["--rules", "phase", "--engine", "bmc,ic3:static", "--max-states", "100"];
    let rows = json(&[&["compare", wide, SAFE][..], &engines].concat())["rows"].clone();
    let found = |row: usize, engine: &str| rows[row]["results"][engine]["symbolic"].clone();
    assert_eq!(rows[0]["results"]["bmc:phase"]["verdict"], "wrong");
    assert_eq!((&found(0, "bmc:phase")["blocks"], &found(0, "bmc:phase")["engine"]), (&4.into(), &"bmc".into()));
    assert!(found(0, "ic3:static")["frames"].as_u64() > Some(1));
    assert_eq!(found(0, "phase"), Value::Null);
    assert_eq!(rows[1]["results"]["ic3:static"]["ratio"], Value::Null);
    let alone = ["compare", "models/recursive/mccarthy91.mover", "--engine", "ic3"];
    let said = run(&alone);
    assert_eq!((status(&said), out(&said).contains("calls itself")), (3, true), "{}", out(&said));
    assert_eq!(status(&run(&["compare", SAFE, "--engine", "ic3:dynamic"])), 2);
    let csv = out(&run(&["compare", SAFE, "--rules", "cpc", "--engine", "ic3", "--format", "csv"]));
    assert!(csv.contains("cpc seconds,ic3:phase verdict,ic3:phase bound,ic3:phase blocks,"), "{csv}");
    assert!(csv.lines().all(|line| line.split(',').count() == 13), "{csv}");
}

#[test]
fn constants_go_to_the_models_that_have_them() {
    let both = ["compare", "models/classic/philosophers.mover", SAFE, "--rules", "interleaving"];
    let states =
        |n: &str| json(&[&both[..], &["--const", n]].concat())["rows"][0]["results"]["interleaving"]["states"].clone();
    assert!(states("N=2").as_u64() < states("N=3").as_u64());
    assert_eq!(status(&run(&[&both[..], &["--const", "NOPE=1"]].concat())), 2);
}

#[test]
fn a_table_as_csv_has_a_cell_for_every_heading() {
    let table = out(&run(&["compare", SAFE, WRONG, "--format", "csv", "--rules", "cpc,interleaving"]));
    let cells: Vec<usize> = table.lines().map(|l| l.split(',').count()).collect();
    assert_eq!(cells, [12, 12, 12]);
    assert!(table.starts_with("model,lines,cpc verdict,cpc bound,cpc states,cpc transitions,cpc seconds,"));
}

#[test]
fn a_timeline_follows_the_stack() {
    let check = ["check", "models/cpc/figure1.mover", "--initial-phase", "post", "--timeline"];
    assert_eq!(status(&run(&check)), 2, "summaries have no stack");
    let object = json(&[&check[..], &["--rules", "cpc"]].concat());
    let events = object["timeline"]["events"].as_array().unwrap();
    let ends: Vec<_> = events.iter().filter(|e| e["event"] == "ends" && e["state"] == 1).collect();
    assert_eq!((ends.len(), &ends[0]["line"]), (1, &Value::from("L18")), "the commit point");
    let count = |what: &str| events.iter().filter(|e| e["event"] == what).count() as u64;
    assert_eq!(Some(count("push")), object["states"].as_u64(), "a push for every state");
    assert_eq!(count("push") + count("schedule"), count("pop"), "everything is popped");
    let steps = 1 + object["transitions"].as_u64().unwrap();
    assert_eq!(count("push") + count("revisit"), steps, "a push or a revisit for every step");
    let scheduled: Vec<_> =
        object["timeline"]["scheduled_in"].as_array().unwrap().iter().map(|p| &p["locations"][0]).collect();
    assert_eq!(scheduled[..2], ["L0", "L1"]);
}

/// The stack of a search is no stack of ours.
#[test]
fn searches_go_as_deep_as_there_are_states() {
    let mut child = command(&["check", "-", "--rules", "cpc", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let model = "int x = 0;\nvoid count() { while (x < 50000) { x++; } }\nP = { count() };\n";
    child.stdin.take().unwrap().write_all(model.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(status(&output), 0);
    assert!(out(&output).contains("100002 states"), "{}", out(&output));
}

#[test]
fn deadlocks_and_races() {
    const DEADLOCK: &str = "models/classic/lost_notify.mover";
    assert_eq!(status(&run(&["check", DEADLOCK])), 0);
    assert_eq!(status(&run(&["check", DEADLOCK, "--deadlock"])), 1);
    assert_eq!(status(&run(&["check", DEADLOCK, "--deadlock", "--rules", "interleaving"])), 1);
    assert_eq!(status(&run(&["check", SAFE, "--deadlock", "--races"])), 0);
    assert_eq!(status(&run(&["check", WRONG, "--deadlock"])), 1);
    assert_eq!(status(&run(&["check", "models/classic/parallel_search.mover", "--races"])), 1);
    assert_eq!(status(&run(&["check", "models/classic/parallel_search.mover", "--deadlock"])), 0);
    let cut = [&["check"], &LARGE[..], &["--deadlock", "--races", "--max-states", "5000"]].concat();
    assert_eq!(status(&run(&cut)), 3);
    for flag in ["--deadlock", "--races"] {
        assert_eq!(status(&run(&["check", SAFE, flag, "--check-reduction"])), 2);
        let refused = run(&["check", SAFE, flag, "--rules", "summaries"]);
        assert_eq!((status(&refused), out(&refused).as_str()), (2, ""));
        assert!(err(&refused).contains(flag) && err(&refused).contains("interleaving"), "{}", err(&refused));
    }
}

#[test]
fn json_of_deadlocks_and_races() {
    let plain = json(&["check", "models/classic/lock_order_deadlock.mover"]);
    assert_eq!((&plain["stuck"], plain.get("deadlock"), plain.get("races")), (&serde_json::json!([]), None, None));
    let answer = json(&["check", "models/classic/lock_order_deadlock.mover", "--deadlock", "--races"]);
    assert_eq!((&answer["rules"], &answer["verdict"]), (&"interleaving".into(), &"safe".into()));
    let thread = serde_json::json!({
        "thread": 1, "location": "A1", "line": 15, "action": "acquire(b)",
        "waits_for": {"kind": "mutex", "mutex": "b", "held_by": 2}
    });
    assert_eq!((&answer["deadlock"]["threads"][0], &answer["races"]), (&thread, &serde_json::json!([])));
    assert_eq!(answer["deadlock"]["transactions"].as_array().unwrap().len(), 2);
    let answer = json(&["check", "models/classic/lost_notify.mover", "--races"]);
    assert_eq!((&answer["races"][0]["variable"], answer.get("deadlock")), (&"ready".into(), None));
    assert_eq!(answer["races"][0]["accesses"][1]["access"], "write");
    let stuck = json(&["check", "models/classic/dining_with_waiter.mover"])["stuck"].clone();
    assert_eq!((stuck.as_array().unwrap().len(), &stuck[0]["location"]), (3, &"W".into()));
}

#[test]
fn a_wait_may_end_without_a_notify() {
    let one = ["check", "models/classic/producer_consumer_if.mover", "--const", "N=1"];
    assert_eq!(status(&run(&one)), 0, "nobody overtakes the only consumer");
    for rules in ["interleaving", "summaries", "cpc"] {
        assert_eq!(status(&run(&[&one[..], &["--spurious-wakeups", "--rules", rules]].concat())), 1, "{rules}");
    }
}

#[test]
fn two_rulesets_differ_fact_by_fact() {
    const MODEL: &str = "models/errata/fx07_access_enabledness.mover";
    let differ = run(&["diff", MODEL, "--rules", "locks,locks-literal"]);
    assert_eq!(status(&differ), 1);
    assert!(out(&differ).contains("verdict: wrong / inconclusive (ruleset may miss errors)"), "{}", out(&differ));
    assert!(out(&differ).contains("only locks derives:"), "{}", out(&differ));
    let same = run(&["diff", MODEL, SAFE, "--rules", "locks,locks"]);
    assert_eq!((status(&same), out(&same).matches("no difference").count()), (0, 2));
    let object = json(&["diff", MODEL, "--rules", "summaries,summaries-literal"]);
    let side = &object["models"][0]["sides"][0];
    assert_eq!((&side["rules"], &side["verdict"]), (&Value::from("summaries"), &Value::from("wrong")));
    assert!(side["only_here"].as_array().is_some_and(|facts| facts.len() > 5));
    // States of a reduction are states of every interleaving, which has no phases.
    let reduced = json(&["diff", "models/tour/01_race.mover", "--rules", "reduction,interleaving"]);
    let sides = &reduced["models"][0]["sides"];
    assert_eq!((&sides[0]["phases"], &sides[1]["phases"]), (&true.into(), &false.into()));
    assert_eq!(sides[0]["only_here"].as_array().map(Vec::len), Some(0), "{sides}");
    assert_eq!(status(&run(&["diff", MODEL, "--rules", "locks"])), 2);
    assert_eq!(status(&run(&["diff", MODEL, "--rules", "locks,cpc"])), 2);
}

/// A step with more outcomes than anybody waits for.
#[test]
fn bounds_hold_inside_a_step() {
    let models = [
        "int x; void f() { x = choose(0..2147483647); } P = { f() }",
        "int x, y; void f() { atomic { x = choose(0..50000); y = choose(0..50000); } } P = { f() }",
    ];
    for (i, text) in models.iter().enumerate() {
        let path = std::env::temp_dir().join(format!("moverlog-outcomes-{i}-{}.mover", std::process::id()));
        std::fs::write(&path, text).unwrap();
        let path = path.to_str().unwrap();
        for rules in ["interleaving", "summaries", "cpc", "dynamic"] {
            for (bound, said) in [("--max-states=3000", "states"), ("--max-memory=40", "memory")] {
                let output = run(&["check", path, "--rules", rules, bound, "--timeout", "60"]);
                let text = String::from_utf8(output.stdout.clone()).unwrap();
                assert_eq!(status(&output), 3, "{rules} {bound}: {text}");
                assert!(text.contains("inconclusive") && text.contains(said), "{rules} {bound}: {text}");
            }
        }
        std::fs::remove_file(path).unwrap();
    }
}

/// Where there is room for all outcomes none is left out.
#[test]
fn an_error_among_many_outcomes() {
    let path = std::env::temp_dir().join(format!("moverlog-among-{}.mover", std::process::id()));
    std::fs::write(&path, "int x; void f() { atomic { x = choose(0..20000); assert(x != 19000); } } P = { f() }")
        .unwrap();
    for rules in ["interleaving", "summaries", "cpc", "dynamic"] {
        let output = run(&["check", path.to_str().unwrap(), "--rules", rules]);
        assert_eq!(status(&output), 1, "{rules}");
    }
    std::fs::remove_file(path).unwrap();
}

/// An error that brute force meets on its way to the movers is kept if a bound ends it.
#[test]
fn errors_before_the_movers_are_known() {
    let text = "int x; void r(int n) { if (*) r(n); } void f() { r(0); } void g() { @non x = 1; assert(false); }
        P = { f() } || { g() }";
    let path = std::env::temp_dir().join(format!("moverlog-claims-{}.mover", std::process::id()));
    std::fs::write(&path, text).unwrap();
    for movers in ["declared", "greatest"] {
        assert_eq!(status(&run(&["check", path.to_str().unwrap(), "--movers", movers, "--max-stack", "6"])), 1);
    }
    std::fs::remove_file(path).unwrap();
}

/// An atomic action goes wrong as a whole if one way through it does, here while m is free. The lock sets of
/// such a program are no movers, but nobody claimed that they are.
#[test]
fn no_claim_no_false_claim() {
    let text = "mutex m, n; int z guarded_by(n); void T1() { acquire(m); }
        void T2() { atomic { if (*) { acquire(m); z = 1; } } } P = { T1() } || { T2() }";
    let path = std::env::temp_dir().join(format!("moverlog-no-claim-{}.mover", std::process::id()));
    std::fs::write(&path, text).unwrap();
    assert_eq!(status(&run(&["check", path.to_str().unwrap(), "--movers", "declared"])), 1);
    std::fs::remove_file(path).unwrap();
}

#[test]
fn an_unprotected_variable_has_two_accesses() {
    let answer = json(&["locksets", WRONG]);
    let threads: Vec<&Value> = answer["removed"].as_array().unwrap().iter().map(|r| &r["thread"]).collect();
    assert_eq!(threads, [3, 1]);
    assert_eq!(answer["removed"][1]["held"], serde_json::json!(["m"]));
}

#[test]
fn a_call_changes_no_thread_local_variable() {
    let text = "thread_local int q; int x; void g() { x = 1; } void f() { q = 3; g(); assert(false); } P = { f() }";
    let path = std::env::temp_dir().join(format!("moverlog-local-{}.mover", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let answer = json(&["check", path.to_str().unwrap(), "--original"]);
    std::fs::remove_file(path).unwrap();
    let steps: Vec<&Value> = answer["wrong"]["transactions"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|t| t["steps"].as_array().unwrap())
        .filter(|step| step["changes"].get("q").is_some())
        .collect();
    assert_eq!(steps.len(), 1, "{steps:?}");
}

#[test]
fn incomplete_runs_are_not_compared_by_size() {
    let said = |bound| out(&run(&["check", SAFE, "--check-reduction", "--max-states", bound]));
    assert!(said("3").contains("not comparable, a bound was hit") && !said("3").contains("% of all interleavings"));
    assert!(said("100000").contains("% of all interleavings"));
}

/// Steps that are told in another order than they were found in keep what the reduction takes them for.
#[test]
fn reordered_steps_keep_their_letters() {
    let text = "
        const N = 3;
        int slot[N] = 0;
        bool ready[N] = false;
        int* box = null;
        int cell = 0;
        int sum = 0;
        mutex m;

        void worker(int i) {
            slot[i] = i + 1;
            slot[i] = slot[i] * 2;
            bool won = false;
            won = cas(box, null, &cell);
            if (won) { *box = 5; }
            ready[i] = true;
            int j = (i + 1) % N;
            assume(ready[j]);
            int got = slot[j];
            acquire(m);
            sum = sum + got;
            assert(sum <= 11);
            release(m);
        }
        P = [i in 0..N] { worker(i) };";
    let path = std::env::temp_dir().join(format!("moverlog-letters-{}.mover", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let answer = json(&["check", path.to_str().unwrap(), "--rules", "dynamic"]);
    std::fs::remove_file(path).unwrap();
    let transactions = answer["wrong"]["transactions"].as_array().unwrap();
    let steps = || transactions.iter().flat_map(|t| t["steps"].as_array().unwrap());
    let protected: Vec<&Value> = steps().filter(|step| step["action"] == "sum = sum + got").collect();
    assert!(protected.len() > 1 && protected.iter().all(|step| step["mover"] == "B"), "{protected:?}");
}

/// A bound that is hit after the fixpoint, while derivations are told, leaves no answer.
#[test]
fn bounds_while_derivations_are_told() {
    for memory in 1..=8 {
        let limit = format!("--max-memory={memory}");
        let output = run(&["diff", "models/qrr/example1.mover", "--rules", "summaries,reduction", &limit]);
        assert!([0, 1, 3].contains(&status(&output)), "{limit}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for words in [&["check", SAFE][..], &["rules"], &["movers", SAFE, "--format", "json"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command(words).stdout(full).output().unwrap();
        assert_eq!(status(&output), 2);
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to standard output"));
    }
}

//! What safe models never do, whoever looks; and breaks: each is a model, and does the same to every engine.

use crate::corpus::{models, read};
use crate::support::command::command;
use moverlog::challenge::{Break, Effect, Part, Tried, breaks, challenge};
use moverlog::driver::{Control, Engine, Limits, Options, Outcome, Vacuity, Verdict, check, vacuity};
use moverlog::ir::Program;
use moverlog::model::{Model, load};
use moverlog_rules::Claim;
use std::time::Duration;

fn limits(max_states: usize) -> Limits {
    Limits { max_states, max_stack: 12, ..Limits::default() }
}

fn named(name: &str) -> Engine<'static> {
    Engine::named(name).expect("it is listed")
}

fn model(text: &str) -> Model {
    load("model.mover", text, &[]).0.expect("it is well-formed")
}

/// Nothing unless it is safe.
fn said(program: &Program, engine: Engine, max_states: usize) -> Option<Vacuity> {
    let control = Control::from(limits(max_states));
    let outcome: Outcome = check(program, engine, &Options::default(), &control).expect("no claims");
    (outcome.verdict == Verdict::Safe).then(|| vacuity(program, engine, &Options::default(), &control, &outcome))
}

#[test]
fn all_engines_see_the_same_out_of_reach() {
    let (mut compared, mut some) = (0, 0);
    for path in models() {
        let model = read(&path, &[]);
        let Some(all) = said(&model.program, named("interleaving"), 5_000) else { continue };
        some += usize::from(!all.is_empty());
        for engine in Engine::all().filter(|e| e.claim() != Claim::MissesErrors) {
            let Some(seen) = said(&model.program, engine, 5_000) else { continue };
            let of = |v: &Vacuity| (v.bound, v.blocked.clone(), v.unreached.clone(), v.untested.clone());
            assert_eq!(of(&seen), of(&all), "{} {}", model.name, engine.name());
            compared += 1;
        }
    }
    assert!(compared > 1_000 && some > 9, "{compared} {some}");
}

fn status(words: &[&str], text: &str, name: &str) -> (i32, String) {
    let path = std::env::temp_dir().join(format!("moverlog-{}-{name}.mover", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let command = command(words).arg(&path).output().unwrap();
    std::fs::remove_file(&path).unwrap();
    (command.status.code().unwrap(), String::from_utf8(command.stdout).unwrap())
}

const NEVER_MOVES: &str =
    "mutex m;\nint x = 0;\nvoid f() {\n  release(m);\n  x = 1;\n  assert(x == 2);\n}\nP = { f() } || { f() }\n";

#[test]
fn a_vacuous_answer_is_noted() {
    for rules in ["interleaving", "summaries", "cpc", "dynamic", "locks", "static"] {
        let (code, text) = status(&["check", "--rules", rules], NEVER_MOVES, rules);
        assert_eq!(code, 0);
        assert!(text.contains("note: thread 1 (f), thread 2 (f) never move: blocked for ever at f:4"), "{text}");
        assert!(text.contains("note: 1 of 1 assertion is never reached: f:6 (line 6): assert(x == 2)"), "{text}");
        assert!(text.contains("note: never reached: f:5 (line 5): x = 1"), "{text}");
        let (code, text) = status(&["check", "--strict", "--quiet", "--rules", rules], NEVER_MOVES, rules);
        assert_eq!((code, text.matches("note:").count()), (3, 3), "{text}");
    }
    let (_, json) = status(&["check", "--format", "json"], NEVER_MOVES, "json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["verdict"], "safe");
    assert_eq!(json["vacuity"]["vacuous"], true);
    assert_eq!(json["vacuity"]["threads_blocked"][1]["thread"], 2);
    assert_eq!(json["vacuity"]["assertions_never_reached"][0]["line"], 6);
    let (code, text) = status(
        &["check", "--strict"],
        &NEVER_MOVES.replace("release(m)", "acquire(m)").replace("== 2", "== 1"),
        "fine",
    );
    assert_eq!((code, text.contains("never move"), text.contains("never reached")), (0, false, false), "{text}");
}

/// An assertion behind what blocks in one atomic step, and one that marks what cannot be.
#[test]
fn assertions_in_atomic_blocks_and_markers() {
    let blocked = "int x;\nvoid f() { atomic { assume(x == 1); assert(x == 2); } }\nP = { f() }\n";
    let before = "int x;\nvoid f() { atomic { assert(x == 0); assume(x == 1); } }\nP = { f() }\n";
    let marker = "int x;\nvoid f() { if (x == 1) { assert(false); } }\nP = { f() }\n";
    for engine in ["interleaving", "summaries", "dynamic", "cpc"] {
        let of = |text| said(&model(text).program, named(engine), 1_000).unwrap();
        assert_eq!(of(blocked).untested.len(), 1, "{engine}");
        assert!(of(marker).is_empty(), "{engine}");
    }
    assert_eq!(said(&model(before).program, named("summaries"), 1_000).unwrap().untested.len(), 0);
}

fn tried(model: &Model, engine: &str, max_states: usize) -> Vec<Tried> {
    let limits = Limits { timeout: Some(Duration::from_secs(2)), ..limits(max_states) };
    challenge(model, &[], named(engine), &Options::default(), &Control::from(limits))
}

/// Summaries of a recursion without a guard grow with no state, which no bound on states ends.
fn quick(model: &Model) -> &'static str {
    if model.program.has_calls() { "reduction" } else { "summaries" }
}

fn effects(text: &str) -> Vec<(&'static str, u32, Effect)> {
    tried(&model(text), "summaries", 10_000).iter().map(|t| (t.broken.part.name(), t.broken.line, t.effect())).collect()
}

#[test]
fn what_a_lock_counter_rests_on() {
    let tour = std::fs::read_to_string("models/tour/02_lock.mover").unwrap();
    assert_eq!(effects(&tour), [("lock", 16, Effect::Lost), ("assertion", 20, Effect::Lost)]);
    let two = "mutex m;\nmutex idle;\nint x;\nvoid f() {\n  acquire(idle);\n  acquire(m);\n  int t = x;\n  x = t + 1;\n  release(m);\n  release(idle);\n  assert(x >= 1);\n}\nP = { f() } || { f() }\n";
    assert_eq!(
        effects(two),
        [("lock", 5, Effect::Nothing), ("lock", 6, Effect::Nothing), ("assertion", 11, Effect::Lost)]
    );
    assert_eq!(effects(NEVER_MOVES), [("assertion", 6, Effect::Nothing)]);
}

/// The lock is taken in one procedure and given back in another one, where others give theirs back.
#[test]
fn a_lock_that_is_handed_on() {
    let text = "mutex m;\nint x;\nvoid enter() { acquire(m); }\nvoid leave() { release(m); }\n\
        void f() {\n  enter();\n  int t = x;\n  x = t + 1;\n  assert(x == t + 1);\n  leave();\n}\nP = { f() } || { f() }\n";
    let effects = effects(text);
    assert_eq!(effects, [("lock", 3, Effect::Lost), ("assertion", 9, Effect::Lost)]);
    let lock = &breaks(&model(text))[0];
    assert!(lock.apply(text).contains("{ if (m == tid) { release(m); } }"), "{}", lock.apply(text));
}

#[test]
fn guards_assumptions_and_atomic_blocks() {
    let text = "bool busy;\nint in;\nvoid f() {\n  atomic { assume(!busy); busy = true; }\n  in++;\n  assert(in == 1);\n\
        \x20 in--;\n  atomic { busy = false; }\n  if (in > 7) {\n    in = 7;\n  }\n}\nP = { f() } || { f() }\n";
    let expected = [
        ("atomic", 4, Effect::Lost),
        ("assume", 4, Effect::Lost),
        ("assertion", 6, Effect::Lost),
        ("guard", 9, Effect::Lost),
    ];
    assert_eq!(effects(text), expected);
}

#[test]
fn the_opposite_of_an_assertion() {
    let of = |assertion: &str| {
        let text = format!("bool a;\nbool b;\nvoid f() {{ {assertion}; }}\nP = {{ f() }}\n");
        breaks(&model(&text))[0].apply(&text).lines().nth(2).unwrap().to_string()
    };
    assert_eq!(of("assert(a == b)"), "void f() { assert(!(a == b)); }");
    assert_eq!(of("assert a"), "void f() { assert(!(a)); }");
    assert_eq!(of("assert (a) || (!b)"), "void f() { assert(!((a) || (!b))); }");
    assert_eq!(of("assert(a /* ) */ == b)"), "void f() { assert(!(a == b)); }");
}

/// Every break of every model is a model with as many lines, and sound engines agree on what it does.
#[test]
fn breaks_are_models_on_which_engines_agree() {
    let (mut made, mut compared, mut lost) = (0, 0, 0);
    for path in models() {
        let model = read(&path, &[]);
        let whole = said(&model.program, named("interleaving"), 300).is_some();
        for broken in breaks(&model) {
            let edited = broken.apply(&model.text);
            assert_eq!(edited.lines().count(), model.text.lines().count(), "{} {broken:?}", model.name);
            let (mutant, complaints) = load(&model.name, &edited, &[]);
            assert!(mutant.is_some(), "{} {broken:?}: {complaints:?}", model.name);
            made += 1;
        }
        if !whole {
            continue;
        }
        let all = tried(&model, "interleaving", 1_000);
        for (engine, seen) in [quick(&model), "dynamic", "cpc"].map(|e| (e, tried(&model, e, 1_000))) {
            for (a, b) in all.iter().zip(&seen) {
                if a.effect() != Effect::Unknown && b.effect() != Effect::Unknown {
                    assert_eq!(a.effect(), b.effect(), "{} {engine} {:?}", model.name, a.broken);
                    compared += 1;
                    lost += usize::from(a.effect() == Effect::Lost);
                }
            }
        }
    }
    assert!(made > 500 && compared > 300 && lost > 100, "{made} {compared} {lost}");
}

/// The opposite of an assertion that holds fails wherever a thread comes there.
#[test]
fn assertions_that_nobody_tests_are_those_never_reached() {
    let mut seen = 0;
    for path in models() {
        let model = read(&path, &[]);
        let Some(all) = said(&model.program, named("interleaving"), 300) else { continue };
        let unreached: Vec<u32> =
            all.assertions(&model.program).iter().map(|l| model.program.location(*l).line).collect();
        let kept = |t: &&Tried| t.broken.part == Part::Assertion && t.effect() == Effect::Nothing;
        let lines: Vec<u32> = tried(&model, quick(&model), 1_000).iter().filter(kept).map(|t| t.broken.line).collect();
        assert!(unreached.iter().all(|l| lines.contains(l)), "{}: {unreached:?} {lines:?}", model.name);
        seen += unreached.len();
    }
    assert!(seen > 1, "{seen}");
}

#[test]
fn statuses_and_tables() {
    let lock = std::fs::read_to_string("models/tour/02_lock.mover").unwrap();
    let (code, text) = status(&["challenge"], &lock, "lock");
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("2 breaks: 2 lose the verdict, 0 change nothing"), "{text}");
    assert!(text.contains("goes wrong") && text.contains("replayed step by step"), "{text}");
    let (code, text) = status(&["challenge", "--quiet"], NEVER_MOVES, "never");
    assert_eq!((code, text.contains("it tests nothing")), (1, true), "{text}");
    let (code, _) = status(&["challenge", "--max-states", "1"], &lock, "bound");
    assert_eq!(code, 3);
    let wrong = std::fs::read_to_string("models/tour/01_race.mover").unwrap();
    let (code, text) = status(&["challenge"], &wrong, "wrong");
    assert_eq!((code, text.contains("nothing was broken")), (1, true), "{text}");
    let (_, csv) = status(&["challenge", "--format", "csv"], &lock, "csv");
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert!(csv.lines().nth(1).unwrap().starts_with("16,lock,"), "{csv}");
    let (_, table) = status(&["challenge", "--format", "markdown"], &lock, "markdown");
    assert!(table.contains("| 20 | assertion |"), "{table}");
    let (_, json) = status(&["challenge", "--format", "json"], &lock, "json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["breaks"][0]["effect"], "lost");
    assert!(json["breaks"][0]["wrong"]["transactions"].is_array());
}

/// The text is changed where the break says, and nowhere else.
#[test]
fn an_edit_is_one_edit() {
    let text = std::fs::read_to_string("models/tour/02_lock.mover").unwrap();
    let found: Vec<Break> = breaks(&model(&text));
    let differ = |b: &Break| {
        let edited = b.apply(&text);
        text.lines()
            .zip(edited.lines())
            .enumerate()
            .filter(|(_, (a, b))| a != b)
            .map(|(i, _)| i + 1)
            .collect::<Vec<_>>()
    };
    assert_eq!(found.iter().map(differ).collect::<Vec<_>>(), [vec![16, 21], vec![20]]);
}

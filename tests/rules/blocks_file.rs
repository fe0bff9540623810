//! DYN's rules as files: what they say of every model, and of random ones, is what the compiled rules say, and a
//! file may say otherwise. `MOVERLOG_PROGRAMS` sets how many random models, `MOVERLOG_SEED` where they begin.

use crate::generator::generate;
use crate::support::{command, setting};
use moverlog::derivation::RulesFile;
use moverlog::driver::{Bound, Control, Engine, Limits, Options, Outcome, Verdict, check, instrumented};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::report;
use moverlog_rules::{Edge, Instrument, REDUCTIONS, Reduction};
use std::path::PathBuf;

const FOLDERS: [&str; 8] = ["classic", "cpc", "dyn", "errata", "fq", "qrr", "recursive", "tour"];

fn programs() -> Vec<(String, Program)> {
    let files = FOLDERS.iter().flat_map(|f| std::fs::read_dir(format!("models/{f}")).unwrap());
    let mut paths: Vec<PathBuf> = files.map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "mover"));
    paths.sort();
    let read = |p: &PathBuf| load("model", &std::fs::read_to_string(p).unwrap(), &[]).0.map(|m| m.program);
    paths.iter().filter_map(|p| Some((p.display().to_string(), read(p)?))).collect()
}

fn model(path: &str) -> Program {
    load(path, &std::fs::read_to_string(format!("models/{path}.mover")).unwrap(), &[]).0.unwrap().program
}

fn file(text: &str) -> RulesFile {
    RulesFile::load("file", text).unwrap_or_else(|wrong| panic!("{wrong:?}"))
}

fn run(program: &Program, engine: Engine) -> Outcome {
    let options = Options::default();
    let limits = Limits { max_stack: 4, max_states: 2000, ..Limits::default() };
    check(program, engine, &options, &Control::from(limits)).unwrap()
}

fn edges(program: &Program, rules: &dyn Instrument) -> Vec<Edge> {
    instrumented(program, rules)
}

#[test]
fn files_instrument_graphs_as_compiled_rules_do() {
    for (name, program) in programs() {
        for reduction in REDUCTIONS {
            let expected = edges(&program, reduction);
            assert!(!expected.is_empty(), "{name}");
            for text in [format!("include {};", reduction.name), report::blocks_file(reduction)] {
                assert_eq!(edges(&program, &file(&text)), expected, "{name} {}", reduction.name);
            }
        }
    }
}

/// Both are run to the same fixpoint: the compiled rules forget what is inside a block, those of the file do not.
#[test]
fn files_explore_blocks_as_compiled_rules_do() {
    let files = files();
    let compared: usize = programs().iter().map(|(name, program)| compare(name, program, &files)).sum();
    assert!(compared > 300, "{compared}");
}

#[test]
fn files_say_the_same_of_random_models() {
    let (files, first) = (files(), setting("MOVERLOG_SEED", 1));
    let texts = (first..first + setting("MOVERLOG_PROGRAMS", 60)).map(|seed| (seed, generate(seed)));
    let texts = texts.filter(|(_, generated)| !generated.features.is_empty());
    let models = texts.filter_map(|(seed, generated)| Some((seed, load("model", &generated.text, &[]).0?.program)));
    let compared: usize = models.map(|(seed, program)| compare(&format!("seed {seed}"), &program, &files)).sum();
    assert!(compared > 100, "{compared}");
}

type Files = Vec<(&'static Reduction, RulesFile)>;

fn files() -> Files {
    REDUCTIONS.iter().map(|r| (r, file(&report::blocks_file(r)))).collect()
}

/// By how many reductions of those that fit the bound.
fn compare(name: &str, program: &Program, files: &Files) -> usize {
    let mut compared = 0;
    for (reduction, file) in files {
        assert_eq!(edges(program, file), edges(program, *reduction), "{name} {}", reduction.name);
        let compiled = run(program, Engine::from(*reduction));
        // How far a run gets that is cut depends on its order.
        if compiled.cut() != Some(Bound::States) {
            let read = run(program, Engine::from(file));
            let sigma = |o: &Outcome| o.relations.iter().find(|(name, _)| name == "Sigma").map(|(_, size)| *size);
            let of = |o: &Outcome| (o.states, o.transitions, o.nodes, sigma(o), o.failed.is_some(), o.cut());
            assert_eq!(of(&compiled), of(&read), "{name} {}", reduction.name);
            compared += 1;
        }
    }
    compared
}

#[test]
fn a_copy_claims_nothing_and_says_when_conditions_are_tested() {
    for reduction in REDUCTIONS {
        let copy = file(&report::blocks_file(reduction));
        assert_eq!((copy.name.as_str(), copy.claim), (format!("my-{}", reduction.name).as_str(), None));
        assert_eq!((copy.conditions, copy.completion.as_ref()), (Some(reduction.conditions), None));
        let included = file(&format!("include {};", reduction.name));
        assert_eq!((included.conditions, included.claim), (Some(reduction.conditions), None));
    }
    let silent = run(&model("dyn/lazy_init_flag"), Engine::from(&file("include dynamic;")));
    assert_eq!((silent.verdict, silent.cut()), (Verdict::Inconclusive, None));
    let sound = run(&model("dyn/lazy_init_flag"), Engine::from(&file("//@ claim: sound\ninclude dynamic;")));
    assert_eq!(sound.verdict, Verdict::Safe);
}

fn example(name: &str) -> String {
    std::fs::read_to_string(format!("rules/examples/{name}.rules")).unwrap()
}

#[test]
fn without_enabled_the_error_behind_a_blocked_action_is_lost() {
    let (program, text) = (model("errata/fx10_dyn_blocked"), example("r4_without_enabled"));
    assert!(text.lines().count() <= 15);
    assert_eq!(run(&program, Engine::named("dynamic").unwrap()).verdict, Verdict::Wrong);
    let lost = run(&program, Engine::from(&file(&text)));
    assert_eq!((lost.verdict, lost.failed.is_some()), (Verdict::Inconclusive, false));
    // R4 in other words, with and without.
    let r4 = |c: &str| {
        format!(
            "//@ claim: sound\ninclude dynamic;\ndrop (R4);\n// (R4)\n\
             Instrumented(Place(la, L), If(c), None, Place(la, LPrime)),\n\
             Instrumented(Place(la, L), Unless(c), None, Place(la, N)) <--\n\
                 Inner(la), !Feedback(la), let c = {c}(la);\n"
        )
    };
    assert_eq!(run(&program, Engine::from(&file(&r4("AllLeftEnabled")))).verdict, Verdict::Wrong);
    assert!(run(&program, Engine::from(&file(&r4("AllLeft")))).failed.is_none());
}

/// Rules that lead threads where the program does not are never safe, and no reason to panic.
#[test]
fn edges_that_the_graph_has_not_are_no_edges() {
    let everywhere = "Instrumented(Place(la, N), True, None, Place(lb, N)) <-- At(la), At(lb);";
    let foreign = "Instrumented(Place(la, N), If(Right(a)), Some(a), Place(lb, N)) <-- At(la), Delta(_, a, lb);";
    let wrong = "Block(t, s, p.set(s0, t, n)) <-- Reached(t, s, n), Sigma(s0), Prog(p);";
    let circle = "Instrumented(Place(la, R), True, None, Place(la, L)) <-- At(la);
        Instrumented(Place(la, L), True, None, Place(la, R)) <-- At(la);";
    for rules in [everywhere, foreign, wrong, circle, "drop (R1);", "drop (INIT);", "drop (R5);", "drop (R3);"] {
        let text = format!("//@ claim: sound\ninclude dynamic;\n{rules}\n");
        for path in ["dyn/figure9", "errata/fx10_dyn_blocked", "cpc/figure1", "qrr/example4"] {
            let outcome = run(&model(path), Engine::from(&file(&text)));
            let odd = rules == everywhere || rules == foreign || rules == "drop (INIT);";
            assert!(!odd || outcome.verdict != Verdict::Safe, "{rules} {path}");
        }
    }
}

/// The first message names the mistake.
#[test]
fn mistakes_are_named() {
    let cases = [
        ("override macro may_left(la, c) { let c = AllLeftt(la) }", "nothing is made by `AllLeftt`"),
        ("override macro may_left(la, c) { let c = Right(la) }", "a Location where a Action is expected"),
        ("override macro may_left(la, c) { let c = Place(la) }", "`Place` is made of (Location, Copy)"),
        ("Lfs(l) <-- Instrumented(Place(l, N), _, _, _);", "`Place` where a variable or `_` is expected"),
        ("relation Is(Location, Copy);\nLfs(l) <-- Is(l, N);", "`N` where a variable or `_` is expected"),
        ("drop (R7);", "no rule `(R7)` is included"),
        ("Inner(la) <-- At(la), Prog(p), if p.goes_on();", "edges are made before there is a program"),
        (
            "relation A(Tid);\nA(t) <-- Prog(p), for t in p.threads(), for n in p.u(t, p.node(t, p.initial()));",
            "`u` is not known of blocks",
        ),
        ("relation Entry(Action);\nEntry(a) <-- Delta(_, a, _);", "`Entry` is given as"),
        ("relation Entry(Location, Action);\nLfs(l) <-- Entry(l, _);", "`Entry` is given as"),
        ("Lfs(a) <-- Delta(_, a, _);", "a Action where a Location is expected"),
        ("include reduction;", "there are two relations"),
    ];
    for (number, (text, message)) in cases.iter().enumerate() {
        let path = std::env::temp_dir().join(format!("moverlog-{}-blocks{number}.rules", std::process::id()));
        std::fs::write(&path, format!("include dynamic;\n{text}\n")).unwrap();
        let out = command::run(&["check", "models/cpc/figure1.mover", "--rules-file", path.to_str().unwrap()]);
        std::fs::remove_file(&path).unwrap();
        let said = String::from_utf8(out.stderr).unwrap();
        let first = said.lines().find(|l| l.starts_with("error:")).unwrap_or_default();
        assert!(out.status.code() == Some(2) && first.contains(message), "{text}\n{said}");
    }
}

//! The side conditions of one engine, on its own answers: what a sound one says meets them, and a change of rules
//! breaks the one that the paper's argument needs.

use moverlog::derivation::RulesFile;
use moverlog::driver::{Condition, Conditions, Control, Engine, Limits, Options, conditions_of};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog_rules::Claim;
use std::path::PathBuf;

fn model(path: &str) -> Program {
    let path = format!("models/{path}.mover");
    load(&path, &std::fs::read_to_string(&path).unwrap(), &[]).0.unwrap().program
}

fn tried(program: &Program, engine: Engine) -> Conditions {
    let options = Options::default();
    let limits = Limits { max_states: 2000, max_stack: 4, ..Limits::default() };
    conditions_of(program, engine, &options, &Control::from(limits))
}

fn failing(found: &Conditions) -> Vec<&'static str> {
    let fails = |c: &&Condition| c.tally.as_ref().is_some_and(|t| t.violations > 0);
    found.conditions.iter().filter(fails).map(|c| c.name).collect()
}

fn of_text(path: &str, text: &str) -> Vec<&'static str> {
    let file = RulesFile::load("file", text).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let found = tried(&model(path), Engine::from(&file));
    assert!(found.hold().is_some(), "{path}: {:?}", found.bound);
    failing(&found)
}

fn of_example(path: &str, name: &str) -> Vec<&'static str> {
    of_text(path, &std::fs::read_to_string(format!("rules/examples/{name}.rules")).unwrap())
}

#[test]
fn examples_break_the_conditions_that_they_are_to_break() {
    let cases: [(&str, &str, &[&str]); 11] = [
        ("n_per_store", "errata/fx03_class_not_stable", &["C4"]),
        ("acquire_precommit", "errata/fx05_reentrant", &["p'"]),
        ("fq_phases", "errata/fx05_reentrant", &["p'"]),
        ("access_enabled", "errata/fx07_access_enabledness", &["P1", "P3", "P4"]),
        // Without rounds, movers rest on assumptions that nobody has tried.
        ("acquire_inside", "errata/fx06_double_acquire", &["P1", "P3", "P4", "C2", "C3"]),
        ("blocked_inside", "errata/fx06_double_acquire", &["P1", "P3", "P4", "C2", "C3"]),
        ("stops_after_commit", "cpc/figure1", &["T", "C3"]),
        ("pop_anywhere", "errata/fx03_class_not_stable", &[]),
        ("twice", "cpc/figure1", &[]),
        ("fq6", "errata/fx05_reentrant", &[]),
        ("r4_without_enabled", "errata/fx10_dyn_blocked", &[]),
    ];
    for (name, path, broken) in cases {
        assert_eq!(of_example(path, name), broken, "{name} on {path}");
    }
}

/// What a file answers is what is tried, and nothing else.
#[test]
fn answers_of_a_file_are_tried() {
    let of = |rule: &str| of_text("errata/fx03_class_not_stable", &format!("include reduction;\n{rule}"));
    assert_eq!(of("L(t, n) <-- Prog(p), if p.is_left(t, n);"), [""; 0]);
    assert_eq!(of("RM(t, n) <-- Prog(p), if p.is_right_mover(t, n) || !p.is_right_mover(t, n);")[0], "P1");
    assert_eq!(of("LM(t, n) <-- Prog(p), if p.is_left_mover(t, n) || !p.is_left_mover(t, n);")[..2], ["P3", "P4"]);
    assert!(of("N(t, n) <-- Prog(p), if p.starts(t, n);").contains(&"C1"));
    assert!(of("L(t, n) <-- Prog(p), if !p.starts(t, n);").contains(&"C2"));
    assert_eq!(of("drop (STEP);"), ["T"]);
    let skips = "U(t, n, n2) <-- Prog(p), for n2 in p.u(t, n), if !p.is_left_mover(t, n);";
    assert_eq!(of(skips)[0], "T");
    assert_eq!(of_text("errata/fx03_class_not_stable", &format!("include summaries;\n{skips}"))[0], "T");
}

/// Rules that lead threads astray are told so, whatever way there is to show.
#[test]
fn steps_that_are_none_are_told() {
    let astray = "Sigma(p.set(s, t, n)) <-- Sigma(s), Sigma(s2), Prog(p), for t in p.threads(), let n = p.node(t, s2);";
    assert!(of_text("classic/lost_notify", &format!("include reduction;\n{astray}")).contains(&"T"));
}

#[test]
fn engines_that_are_sound_meet_their_conditions() {
    let files = ["cpc", "errata", "fq", "tour"].map(|f| std::fs::read_dir(format!("models/{f}")).unwrap());
    let mut paths: Vec<PathBuf> = files.into_iter().flatten().map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "mover"));
    paths.sort();
    let (mut met, mut broken) = (0, std::collections::BTreeSet::new());
    for path in paths {
        let Some(model) = load("model", &std::fs::read_to_string(&path).unwrap(), &[]).0 else { continue };
        for engine in Engine::all().filter(|e| e.reduces()) {
            let found = failing(&tried(&model.program, engine));
            assert!(
                found.is_empty() || engine.claim() != Claim::Sound,
                "{} {}: {found:?}",
                path.display(),
                engine.name()
            );
            met += usize::from(found.is_empty());
            broken.extend(found.iter().map(|name| (engine.name(), *name)));
        }
    }
    assert!(met > 300, "{met}");
    assert!(broken.contains(&("locks-literal", "P1")), "{broken:?}");
}

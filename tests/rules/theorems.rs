//! The papers' lemmas and theorems, as `conditions --theorems` tries them: engines that are sound have them on every
//! small model and on random programs; each of them fails under some literal reading, false claim or mutant.
//!
//! `MOVERLOG_RANDOM` sets the number of random programs, `MOVERLOG_SEED` where they begin.

use crate::corpus::{models, read};
use crate::generator;
use crate::instructions::procedures::random_procedures;
use crate::instructions::random::{Random, random_program};
use crate::instructions::{Ins, assign, cell, listing, program, run::bounded, x};
use crate::support::setting;
use moverlog::derivation::RulesFile;
use moverlog::driver::{Control, Engine, Instance, Limits, MoverMode, Options, Partition};
use moverlog::dynamic::Heuristics;
use moverlog::execution::{Choice, perform, replay};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::movers::{Movers, Protection, Snapshot};
use moverlog::queries::{Counterexample, Theorem, Theorems, definition_1, search_theorems, theorems};
use moverlog::search::{Record, Strategy, explore};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::Tid;
use std::collections::BTreeSet;
use std::path::Path;

fn tried(p: &Program, engine: Option<Engine<'_>>, movers: MoverMode, max_states: usize) -> Theorems {
    let control = Control::from(Limits { max_states, max_stack: 12, ..Limits::default() });
    let options = Options { movers, ..Options::default() };
    let found = theorems(p, engine, &options, Heuristics::ALL, &control);
    let semantics = Semantics::new(p);
    counterexamples(&found).for_each(|(theorem, c)| replays(&semantics, theorem, c));
    found
}

fn counterexamples(found: &Theorems) -> impl Iterator<Item = (&Theorem, &Counterexample)> {
    found.theorems.iter().filter_map(|t| Some((t, t.tried.as_ref()?.first.as_ref()?)))
}

/// The execution of a counterexample leads to its state, and its steps go on from there.
fn replays(semantics: &Semantics<'_>, theorem: &Theorem, c: &Counterexample) {
    let events = replay(semantics, &c.schedule).expect("it can be replayed");
    let end = events.last().map_or_else(|| semantics.initial(), |e| e.after.clone());
    assert!(c.story.is_none() || Snapshot::new(semantics, &end) == c.state, "{}", theorem.name);
    let further: Vec<Choice> = c.steps.iter().flat_map(|o| &o.steps).map(|s| s.choice).collect();
    assert!(replay(semantics, &[&c.schedule[..], &further].concat()).is_some(), "{}", theorem.name);
}

fn failing(found: &Theorems) -> BTreeSet<&'static str> {
    counterexamples(found).map(|(t, _)| t.name).collect()
}

fn model(path: &str) -> Program {
    read(Path::new(path), &[]).program
}

fn compiled(text: &str) -> Program {
    load("test", text, &[]).0.unwrap_or_else(|| panic!("{text} is no model")).program
}

fn file(text: &str) -> RulesFile {
    RulesFile::load("mutant", text).unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"))
}

fn mutant(rules: &str) -> RulesFile {
    file(&format!("//@ claim: misses errors\n{rules}"))
}

/// What is claimed in `models/fq/exclusive_revoked.mover` is false, which `conditions` says too.
#[test]
fn sound_engines_have_all_theorems() {
    let mut known = 0;
    for path in models().into_iter().filter(|p| !p.ends_with("exclusive_revoked.mover")) {
        let p = read(&path, &[]).program;
        let found = tried(&p, None, Options::of(&p).movers, 1500);
        assert!(failing(&found).is_empty(), "{}: {:?}", path.display(), failing(&found));
        known += usize::from(found.hold() == Some(true));
    }
    assert!(known > 80, "only {known} are small enough");
}

#[test]
fn sound_searches_and_rules_have_theirs() {
    let engines = ["reduction", "summaries", "summaries-post", "summaries-f1", "cpc", "cpc-maximal", "cycle", "scc"];
    let further = [
        "locks",
        "locks-incremental",
        "stoller-cohen",
        "dynamic",
        "dynamic-table2",
        "dynamic-both",
        "phase",
        "static",
        "nored",
    ];
    let some =
        ["errata/fx01_l19", "errata/fx03_class_not_stable", "errata/fx05_reentrant", "cpc/figure9", "qrr/example4"];
    for name in engines.into_iter().chain(further) {
        for path in some {
            let found = tried(&model(&format!("models/{path}.mover")), Engine::named(name), MoverMode::Lockset, 5000);
            assert_eq!(found.hold(), Some(true), "{name} {path}: {:?}", failing(&found));
        }
    }
}

/// Its rules have phases of their own.
#[test]
fn the_rules_of_fq_6_have_theirs() {
    let rules = file(&std::fs::read_to_string("rules/examples/fq6.rules").expect("it is there"));
    for path in ["errata/fx05_reentrant", "errata/fx07_access_enabledness", "fq/counter"] {
        let p = model(&format!("models/{path}.mover"));
        let found = tried(&p, Some(Engine::from(&rules)), MoverMode::Lockset, 5000);
        assert_eq!(found.hold(), Some(true), "{path}: {:?}", failing(&found));
    }
}

/// Instruction lists, some with procedures, and models of the whole language.
#[test]
fn random_programs_have_all_theorems() {
    let (count, seed) = (setting("MOVERLOG_RANDOM", 400), setting("MOVERLOG_SEED", 1));
    let mut random = Random::new(seed);
    let mut known = 0;
    for i in 0..count {
        let p = match i % 3 {
            0 => random_procedures(&mut random, false),
            1 => compiled(&generator::generate(seed.wrapping_mul(0x1_0000_0001).wrapping_add(i)).text),
            _ => random_program(&mut random),
        };
        let movers = if random.percent(50) { MoverMode::Lockset } else { MoverMode::Greatest };
        let found = tried(&p, None, movers, 2000);
        assert!(failing(&found).is_empty(), "program {i} of seed {seed}: {:?}\n{}", failing(&found), listing(&p));
        known += u64::from(found.hold() == Some(true));
    }
    assert!(known * 10 > count * 7, "{known} of {count} are small enough");
}

/// Some fail, these among them.
fn fails(names: &[&'static str], p: &Program, engine: Option<Engine<'_>>, movers: MoverMode) {
    let found = failing(&tried(p, engine, movers, 5000));
    for name in names {
        assert!(found.contains(name), "{name} holds; these fail: {found:?}");
    }
}

fn fails_by_rules(names: &[&'static str], path: &str, engine: Engine<'_>) {
    fails(names, &model(&format!("models/{path}.mover")), Some(engine), MoverMode::Lockset);
}

fn fails_by_claim(names: &[&'static str], name: &str) {
    fails(names, &model(&format!("models/bad/claims/{name}.mover")), None, MoverMode::Declared);
}

#[test]
fn printed_rules_do_not_have_theirs() {
    let named = |name| Engine::named(name).expect("it can be run");
    fails_by_rules(&["QRR Lemma 2", "QRR Lemma 3", "QRR Theorem 2"], "cpc/figure1", named("summaries-literal"));
    fails_by_rules(&["CPC Theorem 7"], "errata/fx01_l19", named("cpc-l19"));
    fails_by_rules(&["CPC Theorem 7"], "errata/fx02_double_increment", named("cpc-literal"));
    fails_by_rules(&["CPC Theorem 6", "CPC Theorem 7"], "cpc/figure1", named("unsound"));
    let fq = ["FQ Theorem 6.1", "FQ Theorem 6.1, S"];
    fails_by_rules(&fq, "errata/fx07_access_enabledness", named("locks-literal"));
    fails_by_rules(&["DYN Theorem 4.1", "DYN Definition 5.2"], "errata/fx09_dyn_terminal", named("dynamic-literal"));
    let stays = ["DYN Definition 5.2", "DYN Definition 5.4"];
    fails_by_rules(&stays, "errata/fx10_dyn_blocked", named("dynamic-literal"));
}

/// The examples that tell how a premise is changed.
#[test]
fn examples_of_rules_do_not_have_theirs() {
    let example = |name| file(&std::fs::read_to_string(format!("rules/examples/{name}.rules")).expect("it is there"));
    let per_store = example("n_per_store");
    let names = ["FQ Lemma B.5 (v)", "CPC Theorem 2", "QRR Theorem 1"];
    fails_by_rules(&names, "errata/fx03_class_not_stable", Engine::from(&per_store));
    let merging = example("acquire_precommit");
    fails_by_rules(&["FQ Lemma B.5 (ii)", "CPC Theorem 2"], "errata/fx05_reentrant", Engine::from(&merging));
    for name in ["blocked_inside", "acquire_inside"] {
        let blocked = example(name);
        fails_by_rules(&["FQ Lemma B.5 (vi)"], "errata/fx06_double_acquire", Engine::from(&blocked));
    }
    let r4 = example("r4_without_enabled");
    fails_by_rules(&["DYN Theorem 4.1", "DYN Definition 5.2"], "errata/fx10_dyn_blocked", Engine::from(&r4));
}

#[test]
fn false_claims_break_theirs() {
    fails_by_claim(&["CPC Lemma 1", "FQ Lemma B.3"], "release_as_right_mover");
    fails_by_claim(&["CPC Lemma 2", "FQ Lemma B.3"], "racy_read");
    fails_by_claim(&["FQ Lemma B.2", "FQ Lemma B.4", "FQ Lemma B.5 (v)"], "exclusive_for_two");
    fails_by_claim(&["FQ Lemma B.5 (v)", "CPC Theorem 2", "QRR Theorem 1"], "left_mover_disabled");
    let two = model("models/errata/fx04_left_mover_disabled.mover");
    fails(&["FQ Lemma B.5 (v)", "QRR Theorem 1", "QRR Theorem 2"], &two, None, MoverMode::TwoProperties);
}

/// Post-commit, T1 goes on for ever by steps that are claimed to move both ways; where it ends outside x is 0.
#[test]
fn a_transaction_that_needs_its_last_both_mover_breaks_lemma_5() {
    let p = compiled(
        "int x = 0, g = 0;
        void T1() { g = 1; while (true) { @both x = 1; @both x = 0; } }
        void T2() { g = 2; assert(x == 0); }
        P = { T1() } || { T2() };",
    );
    fails(&["CPC Lemma 5"], &p, None, MoverMode::Declared);
}

#[test]
fn mutants_of_rules_do_not_have_theirs() {
    let inside = "include reduction;
        // (L)
        L(t, n) <-- Prog(p), if !p.is_pre_commit(n), let ends = p.starts(t, n),
            if ends && !p.is_enabled(t, n) || !ends && p.is_enabled(t, n) && p.is_left_mover(t, n);";
    fails_by_rules(&["QRR Lemma 1", "FQ Lemma B.5 (i)"], "tour/01_race", Engine::from(&mutant(inside)));
    let unwatched = file("//@ claim: misses errors\n//@ completion: C3'\ninclude summaries;\ndrop (C3');");
    fails_by_rules(&["QRR Lemma 4"], "cpc/figure1", Engine::from(&unwatched));
}

/// DYN's rules, one of them changed.
#[test]
fn mutants_of_the_instrumentation_do_not_have_theirs() {
    let always = |edge: &str, premise: &str| format!("// (ALWAYS)\nInstrumented({edge}) <-- {premise};");
    let acts = "Delta(la, a, lb), !Feedback(la)";
    let mutants = [
        ("drop (R2);".to_string(), "classic/counter_racy", vec!["DYN Lemma 2", "DYN Theorem 4.1"]),
        ("drop (R2);".to_string(), "dyn/lazy_init_k1", vec!["DYN Definition 3"]),
        ("drop (R4);".to_string(), "dyn/lazy_init_k1", vec!["DYN Definition 5.2"]),
        (
            "// (SINK)\nInner(la) <-- At(la), Sink(la);".to_string(),
            "tour/01_race",
            vec!["DYN Definition 5.4", "DYN Definition 5.6"],
        ),
        (
            "drop (R5);".to_string() + &always("Place(la, LPrime), True, Some(a), Place(lb, R)", acts),
            "dyn/lazy_init_k1",
            vec!["DYN Definition 5.5"],
        ),
        (
            "drop (R1);".to_string() + &always("Place(la, N), True, Some(a), Place(lb, R)", "Delta(la, a, lb)"),
            "dyn/lazy_init_k1",
            vec!["DYN Definition 5.8"],
        ),
        (
            "drop (R4);".to_string()
                + &always("Place(la, L), True, None, Place(la, LPrime)", "Inner(la), !Feedback(la)"),
            "dyn/lazy_init_k1",
            vec!["DYN Definition 5.9"],
        ),
    ];
    for (rules, path, names) in &mutants {
        fails_by_rules(names, path, Engine::from(&mutant(&format!("include dynamic;\n{rules}"))));
    }
}

/// Where a transaction has an end behind a step that is no left mover, and CPC is handed on across it.
#[test]
fn a_search_that_hands_cpc_on_does_not_have_lemma_4() {
    struct HandsOn;
    impl Strategy for HandsOn {
        fn ends_before(&self, _: &Record<'_>, _: moverlog::movers::Moves) -> bool {
            false
        }
        fn completes(&mut self, q: &Record<'_>) -> bool {
            !q.flags.cpc() && !q.phase()
        }
    }
    let p = model("models/tour/01_race.mover");
    let (semantics, control) = (Semantics::new(&p), bounded(5000));
    let movers = Movers::Protection(Protection::initial(&p));
    let plain = Instance::new(&semantics, &movers, Partition { phases: None, ..Partition::default() }, &control);
    (moverlog_rules::ruleset("interleaving").expect("it is there").solve)(&plain);
    let movers = Movers::Protection(plain.observed().expect("locksets are observed"));
    let instance = Instance::new(&semantics, &movers, Partition::default(), &control);
    let table = explore(&instance, HandsOn);
    let lemma_4 = &search_theorems(instance, &table)[0];
    assert_eq!(lemma_4.name, "CPC Lemma 4");
    assert!(lemma_4.tried.as_ref().is_some_and(|t| t.violations > 0));
}

/// DYN Figure 8: x = 0 and y = 1 commute at first, and not for ever.
#[test]
fn a_condition_of_the_moment_does_not_have_definition_1() {
    let p = program(
        &[0, 0],
        &[],
        &[vec![Ins::Set(0, 0), Ins::Set(1, 2)], vec![Ins::Set(1, 1), Ins::Do(assign(cell(0), x(1)))]],
    );
    let semantics = Semantics::new(&p);
    let after = |c: &Configuration, t: Tid| perform(&semantics, c, Choice { t, outcome: 0 }).map(|e| e.after);
    let ends = |c: &Configuration, t, u| after(c, t).and_then(|c| after(&c, u));
    let now = |c: &Configuration, t: Tid| {
        let u = Tid(3 - t.0);
        ends(c, t, u).is_some() && ends(c, t, u) == ends(c, u, t)
    };
    let of = |both: &dyn Fn(&Configuration, Tid) -> bool| {
        definition_1(&semantics, both, &bounded(100)).and_then(|t| t.tried)
    };
    let found = of(&now).expect("it is small");
    assert!(found.first.expect("it fails").says.contains("makes the condition"));
    assert!(of(&|_, _| true).expect("it is small").first.expect("it fails").says.contains("does not commute"));
    assert_eq!(of(&|_, _| false).expect("it is small").count, 0);
}

#[test]
fn a_bound_leaves_all_open() {
    let found = tried(&model("models/cpc/figure3.mover"), None, MoverMode::Lockset, 5);
    assert!(found.bound.is_some() && found.hold().is_none());
    assert!(found.theorems.iter().all(|t| t.tried.is_none()));
    let names: BTreeSet<&str> = found.theorems.iter().map(|t| t.name).collect();
    assert_eq!((names.len(), found.theorems.len()), (32, 32), "each has its name");
}

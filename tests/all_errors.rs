//! `check --all-errors` against a loop over all configurations: every place at which threads of one procedure go wrong,
//! and no other; each with an execution of the program itself.
//!
//! `MOVERLOG_PROGRAMS` and `MOVERLOG_SEED` make a longer campaign of it.

mod corpus;
#[allow(dead_code, reason = "features are of other tests")]
#[path = "random/generator.rs"]
mod generator;
mod instructions;
mod support;

use corpus::{models, read};
use instructions::listing;
use instructions::random::{Random, random_program};
use instructions::run::{bounded, ruleset};
use moverlog::driver::{Engine, Errors, FINDS_ALL, MoverMode, Options, Transaction, errors};
use moverlog::ir::{Loc, Program};
use moverlog::model::load;
use moverlog::semantics::{Configuration, Effect, Semantics};
use moverlog_rules::Tid;
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use support::command::{err, out, run, status};
use support::setting;

/// A procedure of threads, and where one of them goes wrong.
type Place = (u32, Loc);

fn procedure(p: &Program, t: Tid) -> u32 {
    p.threads[t.0 as usize - 1].procedure
}

/// All places, by every step of every configuration; nothing if there are too many.
fn places(p: &Program, limit: usize) -> Option<BTreeSet<Place>> {
    let semantics = Semantics::new(p);
    let mut open: Vec<Configuration> = vec![semantics.initial()];
    let mut known: HashSet<Configuration> = open.iter().cloned().collect();
    let mut places = BTreeSet::new();
    while let Some(c) = open.pop().filter(|_| known.len() <= limit) {
        for t in semantics.tids() {
            let l = c.locals[t.0 as usize - 1];
            for step in &semantics.transitions_in(&c, t).steps {
                if matches!(step.effect, Effect::Wrong(_)) {
                    places.insert((procedure(p, t), semantics.loc(l).expect("who moves is somewhere")));
                }
                let next = semantics.after(&c, t, step);
                open.extend(known.insert(next.clone()).then_some(next));
            }
        }
    }
    (known.len() <= limit).then_some(places)
}

fn engine(name: &str) -> Engine<'static> {
    if name == "interleaving" { Engine::interleaving() } else { Engine::from(ruleset(name)) }
}

fn found(p: &Program, rules: &str, movers: MoverMode) -> Errors {
    let options = Options { movers, ..Options::default() };
    errors(p, engine(rules), &options, &bounded(200_000)).expect("no claim is false")
}

/// The schedule of a story leads the program itself to that error.
fn leads_there(p: &Program, story: &[Transaction], place: Place) -> bool {
    let semantics = Semantics::new(p);
    let steps = story.iter().flat_map(|t| t.steps.iter().map(|s| (t.thread, s.loc)));
    let mut reached = vec![semantics.initial()];
    let mut last = false;
    for (t, loc) in steps {
        let (mut next, mut known) = (vec![], HashSet::new());
        last = false;
        for c in reached {
            for step in &semantics.transitions_in(&c, t).steps {
                if semantics.loc(c.locals[t.0 as usize - 1]) == Some(loc) {
                    last |= matches!(step.effect, Effect::Wrong(_)) && (procedure(p, t), loc) == place;
                    let after = semantics.after(&c, t, step);
                    next.extend(known.insert(after.clone()).then_some(after));
                }
            }
        }
        reached = next;
    }
    last
}

fn agrees(p: &Program, name: &str, expected: &BTreeSet<Place>) {
    // Where no engine is named flags order accesses too.
    let with = |movers| FINDS_ALL.map(|rules| (rules, movers));
    for (rules, movers) in with(MoverMode::Lockset).into_iter().chain(with(MoverMode::Ordered)) {
        let errors = found(p, rules, movers);
        let known: Vec<Place> = errors.found.iter().map(|f| (procedure(p, f.thread), f.loc)).collect();
        assert!(errors.outcome.bound.is_none(), "{name} by {rules}");
        assert_eq!(known.iter().copied().collect::<BTreeSet<_>>(), *expected, "{name} by {rules}");
        assert_eq!(known.len(), expected.len(), "{name} by {rules}: each of them once");
        for (failed, place) in errors.found.iter().zip(known) {
            assert!(leads_there(p, &failed.story, place), "{name} by {rules}");
        }
    }
}

#[test]
fn models_go_wrong_in_these_places_alone() {
    let mut wrong = 0;
    for path in models() {
        let model = read(&path, &[]);
        let claims = model.program.locations.iter().any(|l| l.claimed.is_some());
        if claims {
            continue;
        }
        let Some(expected) = places(&model.program, 3000) else { continue };
        wrong += usize::from(!expected.is_empty());
        agrees(&model.program, &model.name, &expected);
        // With interchangeable threads taken for one another, as the command does it.
        let marked = model.marked();
        agrees(&marked.program, &marked.name, &expected);
    }
    assert!(wrong >= 10, "{wrong} models are wrong");
}

#[test]
fn random_programs_go_wrong_in_these_places_alone() {
    let (programs, seed) = (setting("MOVERLOG_PROGRAMS", 150), setting("MOVERLOG_SEED", 1));
    let mut several = 0;
    for i in 0..programs {
        let p = random_program(&mut Random::new(seed.wrapping_mul(7919).wrapping_add(i)));
        let Some(expected) = places(&p, 3000) else { continue };
        several += usize::from(expected.len() > 1);
        agrees(&p, &listing(&p), &expected);
    }
    assert!(several > 0 || programs < 100, "no program has several errors");
}

/// With procedures, atomic blocks, pointers and arrays. Where a value is none of an enum its return goes wrong at the
/// caller's, which is no step of its own.
#[test]
fn random_models_go_wrong_in_these_places_alone() {
    let (programs, seed) = (setting("MOVERLOG_PROGRAMS", 150), setting("MOVERLOG_SEED", 1));
    let mut several = 0;
    for seed in seed..seed + programs {
        let text = generator::generate(seed).text;
        let (model, messages) = load("random", &text, &[]);
        let model = model.unwrap_or_else(|| panic!("{messages:?}\n{text}"));
        let Some(expected) = places(&model.program, 3000) else { continue };
        several += usize::from(expected.len() > 1);
        agrees(&model.program, &text, &expected);
    }
    assert!(several > 0 || programs < 100, "no model has several errors");
}

const SEVERAL: &str = "int x, y; int a[2];
void check() { assert(x == 0); }
void f() { check(); x = 1; y = choose(0..2); a[y] = 1; assert(y < 2); }
void g() { check(); assert(y != 1); }
P = { f() } || { g() } || { g() }";

fn file(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, SEVERAL).unwrap();
    path.to_str().unwrap().into()
}

/// `check` goes wrong for threads of `g` alone; `a[2]` is none, and so `y < 2` holds wherever it is asked.
#[test]
fn every_error_is_told_once_in_the_same_order() {
    let path = file("every_error.mover");
    for rules in FINDS_ALL {
        let said = out(&run(&["check", &path, "--all-errors", "--rules", rules, "--quiet"]));
        let errors: Vec<&str> = said.lines().filter(|l| l.starts_with("error ")).collect();
        assert_eq!(errors.len(), 3, "{said}");
        for what in ["assert(x == 0)", "a[y] = 1", "assert(y != 1)"] {
            assert_eq!(errors.iter().filter(|l| l.contains(what)).count(), 1, "{what}\n{said}");
        }
        let object = out(&run(&["check", &path, "--all-errors", "--rules", rules, "--format", "json"]));
        let object: Value = serde_json::from_str(&object).unwrap();
        let listed = object["errors"].as_array().unwrap();
        assert_eq!((listed.len(), &object["all_errors"], &object["verdict"]), (3, &true.into(), &"wrong".into()));
        assert_eq!(listed[0], object["wrong"]);
    }
}

#[test]
fn a_safe_model_is_safe_and_a_bound_is_told() {
    let safe = run(&["check", "models/tour/02_lock.mover", "--all-errors", "--quiet"]);
    assert!(status(&safe) == 0 && out(&safe).starts_with("safe"), "{}", out(&safe));
    let cut =
        run(&["check", &file("cut.mover"), "--all-errors", "--rules", "interleaving", "--max-states", "80", "--quiet"]);
    assert!(status(&cut) == 1 && out(&cut).contains("and perhaps more: a bound was hit"), "{}", out(&cut));
}

#[test]
fn other_engines_are_refused() {
    for rules in ["cpc", "dynamic", "locks"] {
        let refused = run(&["check", "models/cpc/figure3.mover", "--all-errors", "--rules", rules]);
        assert_eq!(status(&refused), 2);
        assert!(err(&refused).contains("name one of interleaving, reduction, summaries"), "{}", err(&refused));
    }
}

#[test]
fn behind_a_result_that_does_not_fit_there_may_be_more() {
    let text = "enum Light { RED, GREEN } int x;
int f() { return 5; }
void g() { x = 1; Light l; l = f(); assert(x == 2); }
void h() { assert(x == 0); }
P = { g() } || { h() }";
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("result.mover");
    std::fs::write(&path, text).unwrap();
    let words = ["check", path.to_str().unwrap(), "--all-errors"];
    let said = out(&run(&words));
    assert!(said.contains("and perhaps more: what is behind the result at f:2 is not known"), "{said}");
    let object: Value = serde_json::from_str(&out(&run(&[&words[..], &["--format", "json"]].concat()))).unwrap();
    assert_eq!((&object["all_errors"], &object["verdict"]), (&false.into(), &"wrong".into()));
}

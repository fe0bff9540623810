//! Programs written as pushdown systems and read again: verdicts and counts, on models and random programs.
//!
//! `MOVERLOG_RANDOM` and `MOVERLOG_SEED` make a longer campaign of it.

use crate::corpus::{models, read};
use crate::instructions::procedures::random_procedures;
use crate::instructions::{listing, random::Random};
use crate::pushdown::systems::explored;
use crate::support::command::{err, out, run, status};
use crate::support::setting;
use moverlog::driver::{Bound, Control, Engine, Limits, Options, Outcome, Verdict, check};
use moverlog::ir::Program;
use moverlog::model::load_pushdown;
use moverlog::pushdown::{System, Told, written};
use moverlog::queries::pushdown;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// States that a program may have at most.
const STATES: usize = 2000;

/// Frames that a stack may have at most, and symbols with them.
const HEIGHT: u32 = 4;

fn run_by(p: &Program, engine: &str, max_states: usize) -> Outcome {
    let limits = Limits { max_states, max_stack: HEIGHT, ..Limits::default() };
    let engine = Engine::named(engine).expect("it is listed");
    check(p, engine, &Options::default(), &Control::from(limits)).expect("nothing is claimed")
}

/// The system that a program is, what it says of it, and the program that the system is; nothing if its data have no
/// end in sight.
fn there_and_back(p: &Program) -> Option<(System, Told, Program)> {
    let control = Control::from(Limits { max_states: 20 * STATES, ..Limits::default() });
    let (system, told) = pushdown(p, &control)?;
    let (model, said) =
        load_pushdown("system.cpds", &written(&system, &[], &told), &Default::default(), &Control::default());
    assert!(said.is_empty(), "{said:?}");
    Some((system, told, model.expect("it is well-formed").program))
}

/// The verdicts agree, and where every interleaving was explored its states are the configurations of the system, those
/// apart in which something is being handed back.
fn examine(p: &Program) -> Vec<&'static str> {
    let all = run_by(p, "interleaving", STATES);
    if all.bound.is_some_and(|b| b != Bound::Stack) && all.verdict != Verdict::Wrong {
        return vec!["too large"];
    }
    let Some((system, told, back)) = there_and_back(p) else { return vec!["no end in sight"] };
    let mut kinds = vec![all.verdict.name()];
    for engine in ["interleaving", "summaries"] {
        let verdict = run_by(&back, engine, 100 * STATES).verdict;
        let agrees = verdict == all.verdict || all.verdict == Verdict::Inconclusive && verdict == Verdict::Safe;
        assert!(agrees, "{engine}: {:?} was {:?}", verdict, all.verdict);
    }
    if all.verdict == Verdict::Safe && all.bound.is_none() {
        let found = explored(&system, HEIGHT as usize + 2, 20 * STATES);
        assert!(!found.cut && !found.reached);
        let hands = |q: u32| told.states[q as usize].contains(" returns ");
        let settled = found.all.iter().filter(|(q, _)| !hands(*q)).count();
        assert_eq!(settled, all.states, "configurations and states");
        kinds.push(if settled == found.all.len() { "counted" } else { "counted, with results" });
    }
    kinds
}

#[test]
fn random_programs_are_the_systems_that_are_written_of_them() {
    let (count, seed) = (setting("MOVERLOG_RANDOM", 100), setting("MOVERLOG_SEED", 1));
    let (mut random, mut kinds) = (Random::new(seed), BTreeMap::<&str, u64>::new());
    for i in 0..count {
        let p = random_procedures(&mut random, i % 2 == 0);
        match catch_unwind(AssertUnwindSafe(|| examine(&p))) {
            Ok(found) => found.into_iter().for_each(|kind| *kinds.entry(kind).or_default() += 1),
            Err(_) => panic!("program {i} of seed {seed}:\n{}", listing(&p)),
        }
    }
    let of = |kind| kinds.get(kind).copied().unwrap_or(0) * 100 / count;
    assert!(of("wrong") > 20 && of("safe") > 20 && of("counted, with results") > 20, "too few of a kind: {kinds:?}");
    if let Ok(file) = std::env::var("MOVERLOG_SUMMARY") {
        std::fs::write(file, format!("seed {seed}: {count} programs, {kinds:?}\n")).expect("it can be written");
    }
}

#[test]
fn models_are_the_systems_that_are_written_of_them() {
    let mut kinds = BTreeMap::<&str, u64>::new();
    for path in models() {
        let p = read(&path, &[]).program;
        if p.locations.iter().any(|l| l.claimed.is_some()) {
            continue;
        }
        match catch_unwind(AssertUnwindSafe(|| examine(&p))) {
            Ok(found) => found.into_iter().for_each(|kind| *kinds.entry(kind).or_default() += 1),
            Err(_) => panic!("{}", path.display()),
        }
    }
    let of = |kind| kinds.get(kind).copied().unwrap_or(0);
    assert!(of("counted") > 50 && of("counted, with results") > 5 && of("wrong") > 30, "{kinds:?}");
}

#[test]
fn what_has_no_end_is_not_written() {
    let output = run(&["export", "models/recursive/reentrant.mover", "--to", "cpds", "--max-states", "100"]);
    assert_eq!((status(&output), out(&output).as_str()), (3, ""));
    assert!(err(&output).contains("a bound was hit (states)"), "{}", err(&output));
}

#[test]
fn flags_of_circuits_are_refused() {
    let output = run(&["export", "models/qrr/figure4.mover", "--to", "cpds", "--rules", "phase"]);
    assert_eq!(status(&output), 2, "{}", err(&output));
}

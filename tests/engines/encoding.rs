//! Programs as circuits: calls in place against calls, verdicts
//! of bounded model checking and of IC3 against every interleaving.
//!
//! `MOVERLOG_PROGRAMS` sets how many random programs, `MOVERLOG_SEED` where they begin, `MOVERLOG_ENGINE` (`bmc` or
//! `ic3`) that one engine alone decides them.

use crate::corpus;
use crate::generator::generate;
use crate::instructions::objects::random_objects;
use crate::instructions::random::Random;
use crate::instructions::run::bounded;
use crate::instructions::{listing, random_of_any_kind};
use crate::support::setting;
use moverlog::control::{Bound, Control, Limits};
use moverlog::driver::{
    Certified, Decider, Engine, Options, Outcome, Symbolic, Verdict, certify, check, symbolic, symbolic_sliced,
    unencodable,
};
use moverlog::encoding::inlined;
use moverlog::ir::Program;
use moverlog::report::{certificate_text, read_certificate};
use moverlog::symbolic::solver::Sat;
use moverlog_rules::{REDUCTIONS, Reduction};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn reduction(name: &str) -> &'static Reduction {
    REDUCTIONS.iter().find(|r| r.name == name).expect("the reduction is listed")
}

pub fn by(decider: Decider, name: &str) -> Symbolic {
    Symbolic { decider, depth: 40, inline: Some(3), ..Symbolic::ic3(reduction(name)) }
}

fn within(seconds: f64) -> Control<'static> {
    let timeout = Some(Duration::from_secs_f64(seconds));
    Control::from(Limits { timeout, ..Limits::default() })
}

pub fn interleaving(p: &Program, states: usize) -> Outcome {
    check(p, Engine::interleaving(), &Options::default(), &bounded(states)).expect("nothing is claimed")
}

/// Both must not contradict each other, and what is wrong has an execution.
fn agree(what: &str, p: &Program, oracle: &Outcome, found: &Outcome) {
    assert_ne!(found.bound, Some(Bound::Encoding), "{what}: {:?}", found.met_at);
    match (oracle.verdict, found.verdict) {
        (Verdict::Wrong, Verdict::Safe) | (Verdict::Safe, Verdict::Wrong) => {
            panic!("{what}: {} by every interleaving, {} by circuits", oracle.verdict.name(), found.verdict.name())
        }
        (_, Verdict::Wrong) => assert!(found.failed.is_some(), "{what}"),
        _ => assert!(p.threads.len() < 32, "{what}"),
    }
}

/// Of every kind there is, with its text.
pub fn random(n: u64) -> (Program, String) {
    match n % 7 {
        5 => {
            let text = generate(n).text;
            let model = moverlog::model::load("random.mover", &text, &[]).0;
            (model.expect("what is generated is well-formed").program, text)
        }
        6 => of(random_objects(&mut Random::new(n))),
        _ => of(random_of_any_kind(n)),
    }
}

fn of(p: Program) -> (Program, String) {
    let text = listing(&p);
    (p, text)
}

#[test]
fn random_programs_are_decided_as_every_interleaving_decides_them() {
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", 300), setting("MOVERLOG_SEED", 1));
    let (mut wrong, mut safe, mut open) = (0, 0, 0);
    for n in seed..seed + count {
        let (p, text) = random(n);
        let oracle = interleaving(&p, 20_000);
        let decider = match std::env::var("MOVERLOG_ENGINE").as_deref() {
            Ok("bmc") => Decider::Bmc,
            Ok("ic3") => Decider::Ic3,
            _ if n % 2 == 0 => Decider::Ic3,
            _ => Decider::Bmc,
        };
        let name = ["nored", "static", "phase", "dynamic-table2"][n as usize / 5 % 4];
        let engine = Symbolic { sat: Sat::ALL[n as usize / 2 % Sat::ALL.len()], ..by(decider, name) };
        if oracle.verdict == Verdict::Inconclusive || unencodable(&p, engine).is_some() {
            continue;
        }
        // With and without the data on which nothing depends.
        let decide = if n % 3 == 0 { symbolic_sliced } else { symbolic };
        let found = decide(&p, engine, &within(5.0));
        let what = format!("program {n} by {} on {name}\n{text}", decider.name());
        agree(&what, &p, &oracle, &found);
        wrong += u64::from(found.verdict == Verdict::Wrong);
        safe += u64::from(found.verdict == Verdict::Safe);
        open += u64::from(found.verdict == Verdict::Inconclusive);
    }
    if let Ok(file) = std::env::var("MOVERLOG_SUMMARY") {
        let kinds = format!("seed {seed}: {safe} safe, {wrong} wrong, {open} open, of {count}");
        std::fs::write(file, kinds).expect("the summary can be written");
    }
    assert!(wrong * 10 > count && safe * 10 > count, "{count} programs: {safe} safe, {wrong} wrong");
}

/// A call and the steps in its place lead to as many states.
#[test]
fn calls_in_place_are_the_calls() {
    for n in 0..setting("MOVERLOG_PROGRAMS", 300) {
        let p = random_of_any_kind(n);
        let (before, Ok(inlined)) = (interleaving(&p, 20_000), inlined(&p, None)) else { continue };
        let after = interleaving(&inlined.program, 20_000);
        assert_eq!(before.verdict, after.verdict, "program {n}");
        // Who goes wrong keeps its stack, and may do so on several.
        if before.verdict == Verdict::Safe {
            assert_eq!(before.states, after.states, "program {n}");
        }
    }
}

#[test]
fn models_are_decided_as_every_interleaving_decides_them() {
    let decided: usize = corpus::models().iter().map(|path| decided(path, &corpus::read(path, &[]).program)).sum();
    assert!(decided > 100, "{decided} are decided");
}

/// Every sixth: those that others leave out are looked at elsewhere by other engines.
#[test]
fn programs_in_c_are_decided_as_every_interleaving_decides_them() {
    let every = setting("MOVERLOG_EVERY", 6) as usize;
    let paths: Vec<PathBuf> = corpus::files("models/c", "c").into_iter().step_by(every).collect();
    let decided: usize = paths.iter().map(|path| decided(path, &corpus::read(path, &[]).program)).sum();
    assert!(decided > paths.len() / 3, "{decided} of {} are decided", 2 * paths.len());
}

/// How many of two engines have a verdict on what has a circuit; none against every interleaving.
fn decided(path: &Path, p: &Program) -> usize {
    let ic3 = by(Decider::Ic3, "phase");
    if unencodable(p, ic3).is_some() {
        return 0;
    }
    let oracle = interleaving(p, 20_000);
    let verdict = |found: Outcome| {
        agree(&path.display().to_string(), p, &oracle, &found);
        usize::from(found.verdict != Verdict::Inconclusive)
    };
    let bounded = symbolic(p, by(Decider::Bmc, "static"), &within(0.2));
    verdict(symbolic_sliced(p, ic3, &within(0.5))) + verdict(bounded)
}

#[test]
fn refusals_say_what_is_no_part_of_a_circuit() {
    let said = |text: &str, engine: Symbolic| {
        let (model, found) = moverlog::model::load("refused.mover", text, &[]);
        unencodable(&model.unwrap_or_else(|| panic!("{found:?}")).program, engine).unwrap_or_default()
    };
    let recursive = "void f(int d) { if (d > 0) { f(d - 1); } } P = { f(3) };";
    assert!(said(recursive, Symbolic { inline: None, ..by(Decider::Ic3, "phase") }).contains("`f` calls itself"));
    assert_eq!(said(recursive, by(Decider::Ic3, "phase")), "");
    assert!(said(recursive, by(Decider::Ic3, "dynamic")).contains("`dynamic`"));
    let many = format!("int x; void f() {{ x = 1; }} P = {};", vec!["{ f() }"; 32].join(" || "));
    assert!(said(&many, by(Decider::Ic3, "phase")).contains("up to 31 threads"));
}

#[test]
fn what_is_too_deep_is_left_open() {
    let text = "int x; void f(int d) { if (d > 0) { f(d - 1); } else { assert(x == 0); } } P = { f(DEPTH) };";
    for (depth, verdict) in [(2, Verdict::Safe), (3, Verdict::Inconclusive)] {
        let p = moverlog::model::load("deep.mover", &text.replace("DEPTH", &depth.to_string()), &[]).0;
        for decider in [Decider::Bmc, Decider::Ic3] {
            let found = symbolic(&p.as_ref().expect("it is well-formed").program, by(decider, "phase"), &within(10.0));
            let bound = (verdict == Verdict::Inconclusive).then_some(Bound::Stack);
            assert_eq!((found.verdict, found.bound), (verdict, bound), "{} at {depth}", decider.name());
        }
    }
}

/// Also where nothing is shared, and where a choice has one way.
#[test]
fn executions_are_followed_through_loops_of_locals() {
    let text = "void f() { int i = 0; while (i < 3) { i = i + 1; } choose { skip; } assert(false); } P = { f() };";
    let p = moverlog::model::load("local.mover", text, &[]).0.expect("it is well-formed").program;
    for decider in [Decider::Bmc, Decider::Ic3] {
        for rules in ["nored", "phase"] {
            assert_eq!(symbolic(&p, by(decider, rules), &within(10.0)).verdict, Verdict::Wrong, "{rules}");
        }
    }
}

/// What IC3 writes down holds, also once it was read again; with a clause less it mostly does not.
#[test]
fn certificates_are_checked_and_broken_ones_refused() {
    for name in ["masks", "parity", "turns"] {
        let p = corpus::read(Path::new(&format!("models/symbolic/{name}.mover")), &[]).program;
        let found = symbolic(&p, by(Decider::Ic3, "phase"), &within(60.0)).certificate.expect("it is safe");
        let text = certificate_text(&p, &found);
        let read = read_certificate(&text).unwrap_or_else(|why| panic!("{name}: {why:?}"));
        assert_eq!(
            (&read.clauses, read.wide, certify(&p, &read, Sat::default(), &within(60.0))),
            (&found.clauses, found.wide, Certified::Holds)
        );
        let without = |n: usize| {
            let mut fewer = read.clone();
            fewer.clauses.remove(n);
            certify(&p, &fewer, Sat::default(), &within(60.0)) != Certified::Holds
        };
        assert!((0..read.clauses.len()).rev().any(without), "{name}: every clause can be left out");
        let mut flipped = read.clone();
        flipped.clauses.iter_mut().flatten().for_each(|(_, is)| *is = !*is);
        assert_ne!(certify(&p, &flipped, Sat::default(), &within(60.0)), Certified::Holds, "{name}");
    }
}

#[test]
fn what_is_no_certificate_is_refused_with_its_line() {
    let line = |text: &str| read_certificate(text).map(|_| 0).unwrap_or_else(|(line, _)| line);
    let first = "moverlog certificate, version 1\n";
    assert_eq!((line(""), line(first), line(&format!("{first}rules phase\nbits 40\n"))), (1, 1, 1));
    assert_eq!(line(&format!("{first}rules phase\nbits x\n")), 3);
    assert_eq!(line(&format!("{first}rules phase\nbits 4\nclause a\nand b\n")), 5);
    assert_eq!(line(&format!("{first}# said\nrules phase\nbits 4\n")), 0);
}

/// Numbers that explicit engines do not get to the end of.
#[test]
fn wide_data_are_decided() {
    for (name, engine, verdict) in WIDE {
        let p = corpus::read(Path::new(&format!("models/symbolic/{name}.mover")), &[]).program;
        let found = symbolic(&p, Symbolic { depth: 100, ..by(*engine, "phase") }, &within(60.0));
        assert_eq!((found.verdict, found.bound), (*verdict, None), "{name}");
        let explicit = interleaving(&p, 20_000).verdict;
        assert!([Verdict::Inconclusive, *verdict].contains(&explicit), "{name}: {}", explicit.name());
    }
}

/// Conditions are looked up by nobody, who needs no lock for it.
#[test]
fn conditions_are_asked_about_what_locks_guard() {
    let p = corpus::read(Path::new("models/symbolic/guarded_index_wrong.mover"), &[]).program;
    for decider in [Decider::Bmc, Decider::Ic3] {
        assert_eq!(symbolic(&p, by(decider, "dynamic-table2"), &within(60.0)).verdict, Verdict::Wrong);
    }
}

const WIDE: &[(&str, Decider, Verdict)] = &[
    ("checksum", Decider::Ic3, Verdict::Safe),
    ("clamp", Decider::Ic3, Verdict::Safe),
    ("counter", Decider::Ic3, Verdict::Safe),
    ("counter_wrong", Decider::Bmc, Verdict::Wrong),
    ("masks", Decider::Ic3, Verdict::Safe),
    ("parity", Decider::Ic3, Verdict::Safe),
    ("parity_wrong", Decider::Bmc, Verdict::Wrong),
    ("publish", Decider::Ic3, Verdict::Safe),
    ("publish_early_wrong", Decider::Bmc, Verdict::Wrong),
    ("ticket", Decider::Ic3, Verdict::Safe),
    ("ticket_wrong", Decider::Bmc, Verdict::Wrong),
    ("together", Decider::Ic3, Verdict::Safe),
    ("turns", Decider::Bmc, Verdict::Safe),
];

//! Claims of users, checked by induction: what is said to hold does hold in every state of every interleaving, and what
//! breaks a claim is a step of the program.
//!
//! `MOVERLOG_PROGRAMS` sets how many random programs, `MOVERLOG_SEED` where they begin.

use crate::instructions::random::Random;
use crate::instructions::{listing, random_of_any_kind};
use crate::support::command::{err, fed, out, run, status};
use crate::support::setting;
use moverlog::control::{Control, Limits};
use moverlog::driver::{Counterexample, Induced, Symbolic, induction, unencodable};
use moverlog::ir::{
    Binary, Cell, Claim, Domain, Expr, GlobalKind, Loc, Op, Place, PlaceKind, Program, Reg, Spot, Value,
};
use moverlog::model::{claims, load};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::{REDUCTIONS, Tid};
use std::collections::HashSet;
use std::time::Duration;

fn by(name: &str) -> Symbolic {
    let reduction = REDUCTIONS.iter().find(|r| r.name == name).expect("the reduction is listed");
    Symbolic::ic3(reduction)
}

fn within(seconds: u64) -> Control<'static> {
    Control::from(Limits { timeout: Some(Duration::from_secs(seconds)), ..Limits::default() })
}

/// What is said of claims about a model.
fn said(model: &str, lines: &str, rules: &str) -> Induced {
    let text = std::fs::read_to_string(model).expect("readable");
    let (model, _) = load(model, &text, &[]);
    let model = model.expect("it is well-formed");
    let claims = claims(&model, lines, &[], 3).unwrap_or_else(|found| panic!("{found:?}"));
    induction(&model.program, &claims, by(rules), &within(60)).found
}

const PETERSON: &str = "models/classic/peterson.mover";
const PARITY: &str = "models/symbolic/parity.mover";

#[test]
fn invariants_of_models_hold_on_the_blocks_of_every_reduction() {
    for (model, file) in [(PETERSON, "models/classic/peterson.inv"), (PARITY, "models/symbolic/parity.inv")] {
        let lines = std::fs::read_to_string(file).expect("readable");
        for rules in ["phase", "static", "nored", "dynamic-table2"] {
            assert!(matches!(said(model, &lines, rules), Induced::Holds), "{file} by {rules}");
        }
        let all: Vec<&str> = lines.lines().filter(|line| !line.starts_with("//")).collect();
        for n in 0..all.len() {
            let fewer: Vec<&str> = all.iter().enumerate().filter(|(i, _)| *i != n).map(|(_, line)| *line).collect();
            assert!(!matches!(said(model, &fewer.join("\n"), "phase"), Induced::Holds), "{file} without {}", all[n]);
        }
    }
}

#[test]
fn what_breaks_a_claim_is_shown() {
    let found = said(PARITY, "sum == 0", "phase");
    let Induced::NotKept(0, c) = found else { panic!("{found:?}") };
    assert_eq!(c.story[0].steps.last().expect("a step").changes.len(), 1, "{c:?}");
    assert!(matches!(said(PARITY, "sum % 2 == 0\nm == 1", "phase"), Induced::NotAtFirst(1, _)));
    let found = said(PARITY, "true", "phase");
    let Induced::AllowsErrors(c) = found else { panic!("{found:?}") };
    assert!(c.story.last().and_then(|t| t.steps.last()).is_some_and(|step| step.failure.is_some()), "{c:?}");
    let divides = "sum % 2 == 0\n1 / (sum % 2) == 1";
    assert!(matches!(said(PARITY, divides, "phase"), Induced::NotAtFirst(1, _)), "what cannot be evaluated is false");
    // Of every thread, if it names one.
    let found = said(PETERSON, "pc != A", "phase");
    assert!(matches!(found, Induced::NotKept(0 | 1, _)), "{found:?}");
}

#[test]
fn statuses_and_words() {
    let good = run(&["check", PARITY, "--invariant", "models/symbolic/parity.inv"]);
    assert_eq!((status(&good), out(&good).starts_with("safe: ")), (0, true), "{}", out(&good));
    let check = ["check", PARITY, "--invariant", "-"];
    let found = fed(&check, "sum == 0");
    assert_eq!(status(&found), 3);
    assert!(out(&found).contains("a block does not keep `sum == 0` (line 1 of -)"), "{}", out(&found));
    let bad = fed(&check, "// five\nsum == pc1\nsumm == 0\npc9 == A\npc1 == B\nsum\nsum == == 0\n");
    assert_eq!(status(&bad), 2);
    for (line, what) in [
        (2, "`pc1` is compared with a label or a line"),
        (3, "unknown variable `summ`"),
        (4, "there is no thread 9"),
        (5, "unknown label `B`"),
        (6, "expected a `bool`"),
        (7, "expected an expression"),
    ] {
        assert!(err(&bad).contains(what) && err(&bad).contains(&format!("<stdin>:{line}:")), "{what}: {}", err(&bad));
    }
    for flag in [["--engine", "ic3"], ["--max-states", "10"], ["--format", "sarif"], ["--rules", "dynamic"]] {
        assert_eq!(status(&fed(&[&check[..], &flag].concat(), "true")), 2, "{flag:?}");
    }
    for model in ["models/c/assign_right.c", "models/bp/copies.bp", "models/pushdown/climb.cpds"] {
        assert_eq!(status(&fed(&["check", model, "--invariant", "-"], "true")), 2, "{model}");
    }
}

/// Every state of every interleaving, and whether a thread goes wrong; nothing if there are more than so many.
fn reached(semantics: &Semantics<'_>, most: usize) -> Option<(Vec<Configuration>, bool)> {
    let first = semantics.initial();
    let (mut seen, mut open, mut wrong) = (HashSet::from([first.clone()]), vec![first.clone()], false);
    let mut all = vec![first];
    while let Some(at) = open.pop() {
        if at.locals.iter().any(|l| semantics.is_wrong(*l)) {
            wrong = true;
            continue;
        }
        for t in semantics.tids() {
            for step in &semantics.transitions_in(&at, t).steps {
                let next = semantics.after(&at, t, step);
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                    all.push(next);
                }
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some((all, wrong))
}

/// A number is on one side of another one, unless a thread is at one of some locations.
struct Guess {
    cell: u32,
    op: Binary,
    bound: Value,
    spot: Spot,
}

impl Guess {
    fn random(p: &Program, random: &mut Random) -> Guess {
        let data: Vec<u32> =
            p.globals.iter().filter(|g| matches!(g.kind, GlobalKind::Data(_))).map(|g| g.base.0).collect();
        let cell = data[random.below(data.len())];
        let thread = Tid(1 + random.below(p.threads.len()) as u32);
        let locations = (0..p.locations.len() as u32).filter(|_| random.below(4) == 0).map(Loc).collect();
        let up = random.below(2) == 0;
        let (op, bound) = if up { (Binary::Le, random.below(4)) } else { (Binary::Ge, random.below(2)) };
        Guess { cell, op, bound: bound as Value, spot: Spot { thread, locations } }
    }

    fn claim(&self, p: &Program) -> Claim {
        let register = Reg(p.thread_locals.len() as u32);
        let there = Expr::Load(Place { kind: PlaceKind::Reg(register), domain: Domain::Bool });
        let cell = Expr::Load(Place { kind: PlaceKind::Cell(Cell(self.cell)), domain: Domain::Int });
        let expr = binary(Binary::Or, there, binary(self.op, cell, Expr::Const(self.bound)));
        Claim { line: 1, text: String::new(), thread: None, expr, spots: vec![self.spot.clone()] }
    }

    fn holds(&self, semantics: &Semantics<'_>, c: &Configuration) -> bool {
        let loc = semantics.loc(c.locals[self.spot.thread.0 as usize - 1]);
        let there = loc.is_some_and(|loc| self.spot.locations.contains(&loc));
        let value = semantics.globals(c.global)[self.cell as usize];
        there || if self.op == Binary::Le { value <= self.bound } else { value >= self.bound }
    }
}

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

/// Of each claim it is known in which states it holds: what is proved holds in all, and where it is proved nobody goes
/// wrong.
#[test]
fn what_is_proved_holds_in_every_interleaving() {
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", 200), setting("MOVERLOG_SEED", 1));
    let (mut proved, mut refused) = (0, 0);
    for n in seed..seed + count {
        let p = random_of_any_kind(n);
        let calls = p.locations.iter().any(|l| matches!(l.op, Op::Call { .. }));
        if calls || unencodable(&p, by("nored")).is_some() {
            continue;
        }
        let semantics = Semantics::new(&p);
        let Some((states, wrong)) = reached(&semantics, 3000) else { continue };
        let dice = &mut Random::new(n + 77);
        let guesses: Vec<Guess> = (0..1 + n % 3).map(|_| Guess::random(&p, dice)).collect();
        let claims: Vec<Claim> = guesses.iter().map(|guess| guess.claim(&p)).collect();
        let what = format!("program {n}\n{}\n{claims:?}", listing(&p));
        let running = states.iter().filter(|c| c.locals.iter().all(|l| !semantics.is_wrong(*l)));
        let true_everywhere = running.into_iter().all(|c| guesses.iter().all(|guess| guess.holds(&semantics, c)));
        for rules in ["nored", "phase"] {
            match induction(&p, &claims, by(rules), &within(20)).found {
                Induced::Holds => {
                    assert!(!wrong && (rules == "phase" || true_everywhere), "{rules}: {what}");
                    proved += 1;
                }
                Induced::Open => panic!("{what}"),
                Induced::NotAtFirst(i, _) => {
                    assert!(!guesses[i].holds(&semantics, &semantics.initial()), "{rules}: {what}");
                }
                // A mutex that is held as deeply as is followed.
                Induced::Beyond(c) => assert!(c.mover.is_some(), "{rules}: {what}"),
                Induced::NotKept(_, c) | Induced::AllowsErrors(c) => {
                    assert!(followed(&c), "{rules}: {c:?}\n{what}");
                    refused += 1;
                }
            }
        }
    }
    if let Ok(file) = std::env::var("MOVERLOG_SUMMARY") {
        let kinds = format!("seed {seed}: {proved} proved, {refused} refused of {count}");
        std::fs::write(file, kinds).expect("it can be written");
    }
    assert!(proved * 20 > count && refused * 20 > count, "{count} programs: {proved} proved, {refused} refused");
}

/// Whether the block is one of its thread, step by step.
fn followed(c: &Counterexample) -> bool {
    let mover = c.mover.expect("somebody moves");
    !c.story.is_empty() && c.story.iter().all(|t| t.thread == mover)
}

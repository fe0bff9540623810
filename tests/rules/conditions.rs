//! The side conditions, tried by brute force: they hold for the movers in use, and every mutation is
//! caught with a square that can be replayed.

use crate::corpus::{models, read};
use crate::instructions::random::{Random, claim_movers, random_program};
use crate::instructions::run::*;
use crate::instructions::{Ins::*, listing, program};
use crate::support::expect::expect;
use crate::support::setting;
use moverlog::diagnostics::render::render;
use moverlog::driver::{
    self, Bound, Condition, Conditions, Control, Limits, MoverMode, Options, Partition, Verdict, Witness,
};
use moverlog::dynamic::Heuristics;
use moverlog::execution::{Choice, replay};
use moverlog::ir::{Program, Protection};
use moverlog::model::{Model, load};
use moverlog::movers::{Class, End, Fault, Movers, Moves, Order, Reachable, Snapshot, Why};
use moverlog::report::{self, Report, Tried};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::Tid;
use std::collections::HashSet;
use std::path::Path;

/// Larger models are left out.
const MAX_STATES: usize = 3000;

fn conditions(p: &Program, movers: MoverMode) -> Conditions {
    let limits = Limits { max_states: MAX_STATES, max_stack: 20, ..Limits::default() };
    let options = Options { movers, ..Options::default() };
    let found = driver::conditions(p, &options, Heuristics::ALL, &Control::from(limits));
    squares_replay(p, &found);
    found
}

fn failing(found: &Conditions) -> Vec<&'static str> {
    let fails = |c: &&Condition| c.tally.as_ref().is_some_and(|t| t.violations > 0);
    found.conditions.iter().filter(fails).map(|c| c.name).collect()
}

fn witness<'c>(found: &'c Conditions, name: &str) -> &'c Witness {
    let tally = found.get(name).and_then(|c| c.tally.as_ref()).expect("it was tried");
    tally.first.as_ref().unwrap_or_else(|| panic!("{name} holds"))
}

/// Whatever is shown of a violation can be performed and leads where it says.
fn squares_replay(p: &Program, found: &Conditions) {
    let semantics = Semantics::new(p);
    for (name, tally) in found.conditions.iter().filter_map(|c| Some((c.name, c.tally.as_ref()?))) {
        assert_eq!(tally.violations > 0, tally.first.is_some());
        if let Some(witness) = &tally.first {
            square_replays(&semantics, witness);
            let corner = after(&semantics, &witness.schedule);
            let no_shorter = name.starts_with('C') || distance(&semantics, &corner) == witness.schedule.len();
            assert!(no_shorter, "{name} could be shown sooner");
        }
    }
}

/// How many steps it takes from the initial state.
fn distance(semantics: &Semantics<'_>, to: &Configuration) -> usize {
    let mut seen = HashSet::from([semantics.initial()]);
    let mut layer = vec![semantics.initial()];
    for steps in 0.. {
        assert!(!layer.is_empty(), "it is reachable");
        if layer.contains(to) {
            return steps;
        }
        let next = |c: &Configuration| {
            let of = |t: Tid| semantics.transitions_in(c, t).steps.iter().map(|s| semantics.after(c, t, s)).collect();
            semantics.tids().flat_map(|t| -> Vec<_> { of(t) }).collect::<Vec<_>>()
        };
        layer = layer.iter().flat_map(next).filter(|c| seen.insert(c.clone())).collect();
    }
    unreachable!("some layer is empty")
}

fn square_replays(semantics: &Semantics<'_>, witness: &Witness) {
    let square = &witness.square;
    let told: usize = witness.story.iter().map(|t| t.steps.len()).sum();
    assert_eq!(told, witness.schedule.len());
    assert_eq!(Snapshot::new(semantics, &after(semantics, &witness.schedule)), square.corner);
    for order in &square.orders {
        let choices: Vec<Choice> = order.steps.iter().map(|s| s.choice).collect();
        let end = after(semantics, &[&witness.schedule[..], &choices].concat());
        match &order.end {
            End::Reached(snapshot) => assert_eq!(*snapshot, Snapshot::new(semantics, &end)),
            End::Blocked(t, _) => assert!(semantics.transitions_in(&end, *t).steps.is_empty()),
        }
    }
    if let Fault::Mover { t, right, why, .. } = square.fault {
        is_no_mover(&square.orders, t, right, why);
    }
}

fn after(semantics: &Semantics<'_>, schedule: &[Choice]) -> Configuration {
    let events = replay(semantics, schedule).expect("every square can be replayed");
    events.last().map_or_else(|| semantics.initial(), |e| e.after.clone())
}

fn is_no_mover(orders: &[Order], t: Tid, right: bool, why: Why) {
    let [_, other] = orders else { panic!("two orders, not {orders:?}") };
    match why {
        Why::Blocked(v) => assert!(matches!(other.end, End::Blocked(u, _) if u == v)),
        Why::Differs => assert!(matches!(other.end, End::Reached(_)) && orders[0].end != other.end),
        Why::OtherEffect => assert_eq!(orders[0].end, other.end),
        Why::Unclassed => {
            let step = other.steps.iter().find(|s| s.choice.t == t).expect("it moves");
            assert!(!if right { step.moves.right } else { step.moves.left });
        }
    }
}

fn compiled(text: &str) -> Program {
    load("test", text, &[]).0.unwrap_or_else(|| panic!("{text} is no model")).program
}

/// Two threads: the statements of the first after `y = 1`, those of the second, shared `x`, `y` and `m`.
fn two(declared: &str, first: &str, second: &str) -> Program {
    compiled(&format!(
        "mutex m; int x {declared} = 0, y = 0;
void T1() {{ int r = 0; y = 1; {first} }}
void T2() {{ {second} }}
P = {{ T1() }} || {{ T2() }}"
    ))
}

#[test]
fn movers_in_use_have_all_conditions() {
    let mut tried = 0;
    for path in models() {
        let model = read(&path, &[]);
        for mode in [MoverMode::Lockset, MoverMode::Greatest] {
            let found = conditions(&model.program, mode);
            assert_ne!(found.hold(), Some(false), "{} {mode:?}: {:?}", model.name, failing(&found));
            tried += usize::from(found.hold() == Some(true));
        }
    }
    assert!(tried > 80, "only {tried} are small enough");
}

#[test]
fn claims_in_models_hold() {
    let mut tried = 0;
    for path in models() {
        let model = read(&path, &[]);
        if model.program.locations.iter().any(|l| l.claimed.is_some()) || is_guarded(&model.program) {
            let found = conditions(&model.program, MoverMode::Declared);
            assert_ne!(found.hold(), Some(false), "{}: {:?}", model.name, failing(&found));
            tried += usize::from(found.hold() == Some(true));
        }
    }
    assert!(tried > 0);
}

fn is_guarded(p: &Program) -> bool {
    p.globals.iter().any(|g| matches!(g.protection, Protection::GuardedBy(_)))
}

#[test]
fn a_racy_read_is_no_mover() {
    let found = conditions(&two("", "@both r = x; assert(r != 2);", "x = 1;"), MoverMode::Declared);
    assert_eq!(failing(&found), ["P1", "P3", "P4"]);
    for name in failing(&found) {
        let Fault::Mover { t, u, why, .. } = witness(&found, name).square.fault else { panic!("a claim is false") };
        assert_eq!((t, u, why), (Tid(1), Tid(2), Why::Differs));
    }
}

#[test]
fn a_step_that_blocks_is_no_left_mover() {
    let found = conditions(&two("", "@left assume(x == 0);", "x = 1;"), MoverMode::Declared);
    assert_eq!(failing(&found), ["P4"]);
    let square = &witness(&found, "P4").square;
    assert!(matches!(square.fault, Fault::Mover { t: Tid(1), right: false, why: Why::Blocked(Tid(1)), .. }));
    let found = conditions(&two("", "@left assume(x == 1);", "x = 1;"), MoverMode::Declared);
    assert_eq!(failing(&found), ["P3"]);
    let Fault::Mover { why, .. } = witness(&found, "P3").square.fault else { panic!("a claim is false") };
    assert_eq!(why, Why::Blocked(Tid(1)));
}

#[test]
fn claiming_less_than_there_is_is_fine() {
    let sections = |release| format!("acquire(m); x = 1; {release} release(m);");
    for release in ["", "@non", "@left"] {
        let found = conditions(&two("", &sections(release), &sections("")), MoverMode::Declared);
        assert_eq!(found.hold(), Some(true), "{release}: {:?}", failing(&found));
    }
    for release in ["@right", "@both"] {
        let found = conditions(&two("", &sections(release), &sections("")), MoverMode::Declared);
        assert_eq!(failing(&found), ["P1"], "{release}");
        let Fault::Mover { why, .. } = witness(&found, "P1").square.fault else { panic!("a claim is false") };
        assert_eq!(why, Why::Blocked(Tid(2)));
    }
}

/// An access without the lock goes wrong, so that the conditions hold of the rest; what is in use is inferred.
#[test]
fn a_guard_that_is_not_held_goes_wrong() {
    let p = two("guarded_by(m)", "acquire(m); x = 1; x = 0; release(m);", "x = 2;");
    for mode in [MoverMode::Declared, MoverMode::Lockset] {
        assert_eq!(conditions(&p, mode).hold(), Some(true), "{mode:?}");
        let options = Options { movers: mode, ..Options::default() };
        let outcome = driver::check(&p, ruleset("summaries"), &options, &unbounded()).expect("no mover is claimed");
        assert_eq!(outcome.verdict, Verdict::Wrong);
    }
}

#[test]
fn a_predicate_that_is_not_exclusive_is_found_out() {
    let read = |name| read(Path::new(name), &[]).program;
    let two = read("models/bad/claims/exclusive_for_two.mover");
    let fault = witness(&conditions(&two, MoverMode::Declared), "E(i)").square.fault.clone();
    assert_eq!(fault, Fault::Owners { cell: "x".into(), owners: [Tid(1), Tid(2)] });
    let revoked = read("models/bad/claims/exclusive_revoked.mover");
    let found = conditions(&revoked, MoverMode::Declared);
    assert!(failing(&found).contains(&"C4"));
    let fault = &witness(&found, "E(ii)").square.fault;
    assert_eq!(*fault, Fault::Revoked { cell: "x".into(), t: Tid(2), by: Tid(1) });
    for p in [two, revoked] {
        assert_eq!(conditions(&p, MoverMode::Lockset).hold(), Some(true), "what is in use is inferred");
    }
}

/// A mutex that is taken away by an assignment belongs to its owner no longer.
#[test]
fn a_lock_that_another_thread_frees_is_revoked() {
    let (x0, m) = (0, 1);
    let p = program(&[0, 0], &[m], &[vec![Acq(m), Set(x0, 1), Rel(m)], vec![Set(m, 0)]]);
    let found = conditions(&p, MoverMode::Lockset);
    assert!(failing(&found).contains(&"E(ii)"), "{:?}", failing(&found));
    let square = &witness(&found, "E(ii)").square;
    assert_eq!(square.fault, Fault::Revoked { cell: "x1".into(), t: Tid(1), by: Tid(2) });
    assert!(failing(&found).contains(&"P1") && !failing(&found).contains(&"E(i)"));
    assert_eq!(conditions(&p, MoverMode::Greatest).hold(), Some(true));
}

/// QRR's two properties accept the claim, and yet thread 2 leads thread 1 out of L.
#[test]
fn a_left_mover_that_is_disabled_breaks_property_4() {
    let p = read(Path::new("models/bad/claims/left_mover_disabled.mover"), &[]).program;
    let found = conditions(&p, MoverMode::Declared);
    assert_eq!(failing(&found), ["P4", "C4"]);
    let fault = &witness(&found, "C4").square.fault;
    assert_eq!(*fault, Fault::Moved { t: Tid(1), by: Tid(2), from: Class::Left, to: Class::Outside });
}

/// Every `models/bad/claims/*.mover`: what `check` and `conditions` say. `UPDATE_EXPECT=1` rewrites it.
#[test]
fn false_claims_are_told_as_expected() {
    let entries = std::fs::read_dir("models/bad/claims").expect("a folder");
    let mut paths: Vec<_> = entries.map(|e| e.expect("readable").path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "mover"));
    paths.sort();
    for path in paths {
        expect(path.with_extension("expect"), &told(&read(&path, &[])));
    }
}

fn told(model: &Model) -> String {
    let options = Options { movers: MoverMode::Declared, ..Options::default() };
    let claims = driver::check(&model.program, ruleset("summaries"), &options, &unbounded()).err().unwrap_or_default();
    let found = conditions(&model.program, MoverMode::Declared);
    assert_eq!(found.hold(), Some(false), "{}", model.name);
    let (name, program) = (&model.name, &model.program);
    let tried = Tried { model: name, movers: "declared", program, found: &found, engine: None, quiet: false };
    render(&report::refused(program, &claims), name, &model.text, false) + "\n" + &tried.text()
}

/// `models/errata/fx03_class_not_stable.mover`: T1 loops post-commit. No state of the loop is outside, against
/// C3; or it is outside depending on the store, against C4.
#[test]
fn a_loop_after_the_commit_needs_a_location_outside() {
    let p = compiled(&std::fs::read_to_string("models/errata/fx03_class_not_stable.mover").expect("readable"));
    let found = conditions(&p, MoverMode::Lockset);
    assert_eq!((found.hold(), found.lfs.len()), (Some(true), 1));

    let semantics = Semantics::new(&p);
    let (all, locksets) = interleaving(&semantics, MAX_STATES).expect("it is small");
    let control = unbounded();
    let endless = explore("reduction", &semantics, &locksets, Partition::default(), &control);
    let tallies = driver::partition_conditions(&endless);
    assert_eq!(tallies.iter().map(|t| t.violations > 0).collect::<Vec<_>>(), [false, false, true, false]);
    let first = tallies[2].first.as_ref().expect("it is violated");
    square_replays(&semantics, first);
    assert_eq!(first.square.fault, Fault::Endless { t: Tid(1) });

    let x = |g| semantics.globals(g)[1];
    let moves = |&(t, g, l): &(_, _, _)| {
        let transitions = semantics.transitions(t, g, l);
        let mut moves = locksets.moves(&semantics, (t, g, l), &transitions);
        let name = semantics.loc(l).map(|loc| p.location(loc).name.as_str());
        if name == Some("a") && x(g) == 0 || name == Some("b") && x(g) == 1 {
            moves.fill(Moves::NON);
        }
        ((t, g, l), moves)
    };
    let table = Movers::Table(Reachable::new(all.into_iter()).nodes().iter().map(moves).collect());
    let unstable = explore("reduction", &semantics, &table, Partition::default(), &control);
    let tallies = driver::partition_conditions(&unstable);
    let first = tallies[3].first.as_ref().expect("C4 is violated");
    square_replays(&semantics, first);
    assert!(matches!(first.square.fault, Fault::Moved { t: Tid(1), by: Tid(2), .. }));
}

#[test]
fn bounds_leave_answers_open() {
    let p = two("", "x = 1;", "x = 2;");
    let limits = Limits { max_states: 3, ..Limits::default() };
    let options = Options::default();
    let found = driver::conditions(&p, &options, Heuristics::ALL, &Control::from(limits));
    assert_eq!(found.hold(), None);
    assert!(found.bound.is_some() && found.conditions.iter().all(|c| c.tally.is_none()));
    assert_eq!(found.conditions.len(), 14);
}

/// A thread pushes without end, so that no exploration has all states; summaries end (QRR Theorem 3).
#[test]
fn where_stacks_grow_those_with_few_frames_are_tried() {
    for name in ["qrr/figure4", "qrr/example3"] {
        let found = conditions(&read(Path::new(&format!("models/{name}.mover")), &[]).program, MoverMode::Lockset);
        assert_eq!((found.hold(), found.bound), (None, Some(Bound::Stack)), "{name}");
        for c in &found.conditions {
            let tally = c.tally.as_ref().expect("it was tried");
            assert!(tally.tried > 0 && tally.violations == 0, "{name}: {}", c.name);
            assert_eq!(c.within, (c.name != "C3'").then_some(6), "{name}: {}", c.name);
        }
    }
}

#[test]
fn a_false_claim_fails_wherever_stacks_end() {
    let p = compiled(
        "int x = 0; void push() { push(); } void T() { @both x = 1; push(); } void U() { x = 2; } P = {T()} || {U()}",
    );
    let found = conditions(&p, MoverMode::Declared);
    assert_eq!((found.hold(), found.bound), (Some(false), Some(Bound::Stack)));
    assert!(failing(&found).contains(&"P1"), "{:?}", failing(&found));
    squares_replay(&p, &found);
    let bounded = Limits { max_stack: 2, ..Limits::default() };
    let options = Options { movers: MoverMode::Declared, ..Options::default() };
    let found = driver::conditions(&p, &options, Heuristics::ALL, &Control::from(bounded));
    assert!(found.conditions.iter().all(|c| c.within == Some(2)));
}

/// What `check` refuses and what breaks P1 to P4 are the same claims.
#[test]
fn random_claims_are_judged_as_by_check() {
    let mut random = Random::new(setting("MOVERLOG_SEED", 1));
    let (mut refused, mut accepted) = (0, 0);
    for _ in 0..setting("MOVERLOG_PROGRAMS", 300) {
        let mut p = random_program(&mut random);
        claim_movers(&mut random, &mut p);
        let found = conditions(&p, MoverMode::Declared);
        if found.bound.is_some() {
            continue;
        }
        for mode in [MoverMode::Lockset, MoverMode::Greatest] {
            let found = conditions(&p, mode);
            assert_eq!(found.hold(), Some(true), "{mode:?}: {:?}\n{}", failing(&found), listing(&p));
        }
        p.globals.iter_mut().for_each(|g| g.protection = Protection::Inferred);
        let found = conditions(&p, MoverMode::Declared);
        if found.bound.is_some() {
            continue;
        }
        let holds = !failing(&found).iter().any(|name| name.starts_with('P'));
        assert_eq!(holds, try_run(&p, "reduction", MoverMode::Declared, true).is_some(), "{}", listing(&p));
        *(if holds { &mut accepted } else { &mut refused }) += 1;
    }
    assert!(refused > 20 && accepted > 20, "{refused} refused, {accepted} accepted");
}

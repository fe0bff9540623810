//! Deadlocks and data races: the headers of models, small programs, and random programs against loops
//! over all configurations. Threads that a reduced run calls stuck are blocked in some of them.
//!
//! `MOVERLOG_PROGRAMS` and `MOVERLOG_SEED` make a longer campaign of it.

use crate::corpus::{models, read};
use crate::instructions::listing;
use crate::instructions::random::{Random, random_program};
use crate::instructions::run::{bounded, run, unbounded};
use crate::support;
use crate::support::setting;
use moverlog::driver::{
    Control, Engine, Hazards, Options, Outcome, Verdict, WaitsFor, Wanted, Way, check, delayed_deadlock, hazards,
};
use moverlog::execution::replay;
use moverlog::ir::{Action, Cell, GlobalKind, Loc, Op, Program};
use moverlog::model::{Model, load};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::Tid;
use std::collections::{BTreeMap, BTreeSet, HashSet};

fn look(p: &Program, control: &Control<'_>) -> (Outcome, Hazards) {
    let options = Options::default();
    hazards(p, Wanted { deadlock: true, races: true }, &options, control).expect("nothing is claimed")
}

fn directive<'m>(model: &'m Model, key: &str) -> Option<&'m str> {
    model.directives.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
}

/// The variables that are raced on, sorted.
fn racing(p: &Program, found: &Hazards) -> String {
    let names: BTreeSet<&str> = found.races.iter().map(|r| p.global_of(r.cell).name.as_str()).collect();
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    if names.is_empty() { "none".into() } else { names }
}

/// `//@ deadlock: yes` or `no`, `//@ races: x, y` or `none`: hand-written claims, never updated.
#[test]
fn models_deadlock_and_race_as_their_headers_say() {
    let mut seen = BTreeMap::new();
    for path in models() {
        let model = read(&path, &[]);
        let (Some(deadlock), Some(races)) = (directive(&model, "deadlock"), directive(&model, "races")) else {
            continue;
        };
        let (outcome, found) = look(&model.program, &unbounded());
        let deadlocks = if found.deadlock.is_some() { "yes" } else { "no" };
        assert_eq!(outcome.bound, None, "{}", model.name);
        assert_eq!((deadlocks, racing(&model.program, &found).as_str()), (deadlock, races), "{}", model.name);
        *seen.entry((deadlocks, races == "none")).or_insert(0) += 1;
    }
    assert!(seen.len() == 4 && seen.values().all(|n| *n >= 2), "too few of a kind: {seen:?}");
}

fn model(text: &str) -> Program {
    let (model, messages) = load("test", text, &[]);
    model.unwrap_or_else(|| panic!("{messages:?}")).program
}

fn found(text: &str) -> (Program, Hazards) {
    let p = model(text);
    let (_, found) = look(&p, &unbounded());
    (p, found)
}

/// What the threads of the deadlock wait for.
fn waits(text: &str) -> Vec<(u32, WaitsFor)> {
    let deadlock = found(text).1.deadlock.expect("it has a deadlock");
    deadlock.waiting.into_iter().map(|w| (w.thread.0, w.waits_for)).collect()
}

#[test]
fn what_blocked_threads_wait_for() {
    let twice = "mutex m;\nvoid f() { acquire(m); acquire(m); }\nP = { f() }";
    assert_eq!(waits(twice), [(1, WaitsFor::Mutex { mutex: Cell(0), holder: Tid(1) })]);
    let stranger =
        "int x; mutex m[2];\nvoid f() { release(m[1]); }\nvoid g() { acquire(m[1]); }\nP = { f() } || { g() }";
    assert_eq!(waits(stranger), [(1, WaitsFor::Holding { mutex: Cell(2), holder: Some(Tid(2)) })]);
    let nobody = "mutex m;\nvoid f() { release(m); }\nP = { f() }";
    assert_eq!(waits(nobody), [(1, WaitsFor::Holding { mutex: Cell(0), holder: None })]);
    let waiting = "rmutex m;\nvoid f() { acquire(m); wait(m); }\nP = { f() }";
    assert_eq!(waits(waiting), [(1, WaitsFor::Notify { mutex: Cell(0) })]);
    let notified = "mutex m;\nvoid f() { acquire(m); wait(m); }
        void g() { acquire(m); notify(m); }\nP = { f() } || { g() }";
    assert_eq!(waits(notified), [(1, WaitsFor::Mutex { mutex: Cell(0), holder: Tid(2) })]);
}

#[test]
fn conditions_are_told_with_their_values() {
    let shown = |text: &str| match waits(text).remove(0).1 {
        WaitsFor::Condition { values } => {
            values.iter().map(|(name, v)| format!("{name} = {v}")).collect::<Vec<_>>().join(", ")
        }
        other => panic!("{other:?}"),
    };
    let text = "int a[2] = {0, 5}; bool b; int* p = &a[1];
        void f(int i) { bool c = true; assume(a[i] == 2 || b || *p == 1 || !c || a[i] == 3); }\nP = { f(0) }";
    assert_eq!(shown(text), "i = 0, a[0] = 0, b = false, p = &a[1], a[1] = 5, c = true");
    assert_eq!(shown("int x = 1;\nvoid f() { x = choose(x..0); }\nP = { f() }"), "x = 1");
    assert_eq!(shown("int x, y;\nvoid f() { atomic { y = 1; assume(x == 1); } }\nP = { f() }"), "x = 0");
    assert_eq!(shown("void f() { assume(false); }\nP = { f() }"), "");
}

#[test]
fn what_is_no_deadlock() {
    let wrong = "void f() { assume(false); }\nvoid g() { assert(false); }\nP = { f() } || { g() }";
    assert!(found(wrong).1.deadlock.is_none(), "a thread has gone wrong");
    let partial = "void f() { assume(false); }\nvoid g() { while (true) { skip; } }\nP = { f() } || { g() }";
    assert!(found(partial).1.deadlock.is_none(), "some thread can always move");
    let ended = "void g() { return; }\nvoid f() { g(); }\nP = { f() } || { g() }";
    assert!(found(ended).1.deadlock.is_none(), "all have ended");
}

/// Accesses of compare-and-swap and of atomic blocks do not race with each other.
#[test]
fn synchronization_is_no_race() {
    let of = |f: &str, g: &str| {
        let (p, found) = found(&format!(
            "int x, y; mutex m; int a[2];\nvoid f() {{ {f} }}\nvoid g() {{ {g} }}\nP = {{ f() }} || {{ g() }}"
        ));
        racing(&p, &found)
    };
    assert_eq!(of("x = 1;", "int t = x;"), "x");
    assert_eq!(of("int t = x;", "int t = x;"), "none");
    assert_eq!(of("cas(x, 0, 1);", "atomic { x = 2; }"), "none");
    assert_eq!(of("cas(x, 0, 1);", "x = 2;"), "x");
    assert_eq!(of("acquire(m); x = 1; release(m);", "acquire(m); x = 2; release(m);"), "none");
    assert_eq!(of("acquire(m); x = 1; release(m);", "assume(x == 0);"), "x");
    assert_eq!(of("assume(m == 0);", "acquire(m);"), "none", "a mutex is no data");
    assert_eq!(of("a[0] = 1;", "a[1] = 1;"), "none");
    assert_eq!(of("assume(y == 1); x = 1;", "x = 1; y = 1;"), "none", "a thread that is blocked races with nobody");
}

/// Each takes its fork, and waits for the next one's: too many states come before that.
#[test]
fn delays_lead_to_a_deadlock_behind_many_states() {
    let text = "mutex fork[6];
        void dine(int i) {
            for (int round = 0; round < 2; round++) {
                acquire(fork[i]); acquire(fork[(i + 1) % 6]); release(fork[i]); release(fork[(i + 1) % 6]);
            }
        }
        P = { dine(0) } || { dine(1) } || { dine(2) } || { dine(3) } || { dine(4) } || { dine(5) }";
    let p = model(text);
    let (outcome, deadlock) = delayed_deadlock(&p, &bounded(2_000));
    let deadlock = deadlock.expect("it has one");
    assert_eq!(outcome.verdict, Verdict::Inconclusive, "of errors nothing is said");
    assert!(outcome.delays.is_some_and(|n| n >= 5) && outcome.states < 2_000);
    let holders: Vec<u32> = deadlock.waiting.iter().map(|w| holder(&w.waits_for)).collect();
    assert_eq!(holders, [2, 3, 4, 5, 6, 1]);
    let semantics = Semantics::new(&p);
    assert!(has_deadlock(&semantics, &end(&semantics, &deadlock.way)));
}

fn holder(waits: &WaitsFor) -> u32 {
    match waits {
        WaitsFor::Mutex { holder, .. } => holder.0,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_bound_leaves_what_was_found() {
    let model = read(std::path::Path::new("models/classic/philosophers_deadlock.mover"), &[]);
    let (outcome, all) = look(&model.program, &unbounded());
    let (cut, few) = look(&model.program, &bounded(outcome.states - 1));
    assert_eq!((outcome.verdict, cut.verdict), (Verdict::Safe, Verdict::Inconclusive));
    let steps = |found: &Hazards| found.deadlock.as_ref().map(|d| d.way.schedule.len());
    assert_eq!((steps(&all), steps(&few)), (Some(8), Some(8)));
    assert_eq!(steps(&look(&model.program, &bounded(10)).1), None);
}

/// Every configuration with its distance from the initial one, nearest first; nothing if there are too many.
fn configurations(semantics: &Semantics<'_>, limit: usize) -> Option<Vec<(Configuration, usize)>> {
    let mut found = vec![(semantics.initial(), 0)];
    let mut known: HashSet<Configuration> = found.iter().map(|(c, _)| c.clone()).collect();
    let mut at = 0;
    while at < found.len() && found.len() <= limit {
        let (c, distance) = found[at].clone();
        at += 1;
        for t in semantics.tids() {
            for step in &semantics.transitions_in(&c, t).steps {
                let next = semantics.after(&c, t, step);
                if known.insert(next.clone()) {
                    found.push((next, distance + 1));
                }
            }
        }
    }
    (found.len() <= limit).then_some(found)
}

fn moves(semantics: &Semantics<'_>, c: &Configuration, t: Tid) -> bool {
    !semantics.transitions_in(c, t).steps.is_empty()
}

/// The threads that can never do anything again although they have not come to their last location.
fn blocked(semantics: &Semantics<'_>, c: &Configuration) -> Vec<(Tid, Loc)> {
    let at = |t: Tid| semantics.loc(c.locals[t.0 as usize - 1]).map(|loc| (t, loc));
    let ended = |loc: Loc| matches!(semantics.program.location(loc).op, Op::End);
    semantics.tids().filter(|t| !moves(semantics, c, *t)).filter_map(at).filter(|(_, loc)| !ended(*loc)).collect()
}

fn has_deadlock(semantics: &Semantics<'_>, c: &Configuration) -> bool {
    let wrong = c.locals.iter().any(|l| semantics.is_wrong(*l));
    !wrong && !semantics.tids().any(|t| moves(semantics, c, t)) && !blocked(semantics, c).is_empty()
}

fn races_in(semantics: &Semantics<'_>, c: &Configuration) -> BTreeSet<Cell> {
    let mut racing = BTreeSet::new();
    for (t, u) in semantics.tids().flat_map(|t| semantics.tids().map(move |u| (t, u))).filter(|(t, u)| t != u) {
        if moves(semantics, c, t)
            && moves(semantics, c, u)
            && !(synchronizes(semantics, c, t) && synchronizes(semantics, c, u))
        {
            let (a, b) = (semantics.transitions_in(c, t), semantics.transitions_in(c, u));
            let touched = |x: &&Cell| b.accesses.reads.contains(x) || b.accesses.writes.contains(x);
            racing.extend(a.accesses.writes.iter().filter(touched).filter(|x| is_data(semantics.program, **x)));
        }
    }
    racing
}

fn is_data(p: &Program, x: Cell) -> bool {
    matches!(p.global_of(x).kind, GlobalKind::Data(_))
}

fn synchronizes(semantics: &Semantics<'_>, c: &Configuration, t: Tid) -> bool {
    let loc = semantics.loc(c.locals[t.0 as usize - 1]).expect("it can move");
    match &semantics.program.location(loc).op {
        Op::Atomic { .. } => true,
        Op::Do { action, .. } => matches!(action, Action::Cas { .. }),
        _ => false,
    }
}

/// The random programs end where their threads come to the end, instead of waiting there.
fn ending(mut p: Program) -> Program {
    for i in 0..p.locations.len() {
        if p.locations[i].text == "halt" && matches!(p.locations[i].op, Op::Do { .. }) {
            p.locations[i].op = Op::Skip { next: Loc(i as u32 + 1) };
        }
    }
    p
}

/// Where a replayed execution ends.
fn end(semantics: &Semantics<'_>, way: &Way) -> Configuration {
    let events = replay(semantics, &way.schedule).expect("it can be replayed");
    let told: usize = way.story.iter().map(|t| t.steps.len()).sum();
    assert_eq!(told, events.len(), "every step is told");
    events.last().map_or_else(|| semantics.initial(), |e| e.after.clone())
}

/// Compares the findings with all configurations; whether there is a deadlock, a race, a stuck thread.
fn examine(p: &Program) -> Option<[bool; 3]> {
    let semantics = Semantics::new(p);
    let all = configurations(&semantics, 3000)?;
    let (outcome, found) = look(p, &unbounded());
    assert_eq!((outcome.states, outcome.bound), (all.len(), None));
    let nearest = all.iter().find(|(c, _)| has_deadlock(&semantics, c)).map(|(_, distance)| *distance);
    assert_eq!(found.deadlock.as_ref().map(|d| d.way.schedule.len()), nearest, "a shortest way to a deadlock");
    let soon = delayed_deadlock(p, &unbounded()).1;
    assert!(soon.is_none() || nearest.is_some(), "what delays lead to is one of all configurations");
    for deadlock in found.deadlock.iter().chain(&soon) {
        let at = end(&semantics, &deadlock.way);
        let waiting: Vec<_> = deadlock.waiting.iter().map(|w| (w.thread, w.loc)).collect();
        assert!(has_deadlock(&semantics, &at));
        assert_eq!(waiting, blocked(&semantics, &at));
    }
    races_are_those(&semantics, &all, &found);
    let stuck = stuck_threads_are_blocked(&semantics, &all);
    Some([found.deadlock.is_some(), !found.races.is_empty(), stuck])
}

fn races_are_those(semantics: &Semantics<'_>, all: &[(Configuration, usize)], found: &Hazards) {
    let mut first = BTreeMap::new();
    for (c, distance) in all {
        for x in races_in(semantics, c) {
            first.entry(semantics.program.global_of(x).base).or_insert(*distance);
        }
    }
    let steps = found.races.iter().map(|r| (semantics.program.global_of(r.cell).base, r.way.schedule.len()));
    assert_eq!(steps.collect::<BTreeMap<_, _>>(), first, "shortest ways to races");
    assert_eq!(found.races.len(), first.len(), "each variable once");
    for race in &found.races {
        let at = end(semantics, &race.way);
        assert!(races_in(semantics, &at).contains(&race.cell));
        for side in race.sides {
            let accesses = &semantics.transitions_in(&at, side.thread).accesses;
            assert_eq!(semantics.loc(at.locals[side.thread.0 as usize - 1]), Some(side.loc));
            assert_eq!(side.writes, accesses.writes.contains(&race.cell));
            assert!(side.writes || accesses.reads.contains(&race.cell));
        }
        assert!(race.sides.iter().any(|s| s.writes));
    }
}

/// Where a reduced run calls a thread stuck, it is blocked in some configuration. Whether any is.
fn stuck_threads_are_blocked(semantics: &Semantics<'_>, all: &[(Configuration, usize)]) -> bool {
    let somewhere: BTreeSet<(Tid, Loc)> = all.iter().flat_map(|(c, _)| blocked(semantics, c)).collect();
    let stuck = ["reduction", "summaries"].map(|rules| {
        let outcome = run(semantics.program, rules);
        assert!(outcome.stuck.is_subset(&somewhere), "{rules}: {:?}", outcome.stuck);
        assert!(outcome.stuck.is_empty() || outcome.verdict == Verdict::Safe);
        !outcome.stuck.is_empty()
    });
    assert!(run(semantics.program, "interleaving").stuck.is_empty());
    stuck.into_iter().any(|s| s)
}

#[test]
fn random_programs_have_those_of_their_configurations() {
    let (seed, count) = (setting("MOVERLOG_SEED", 1), setting("MOVERLOG_PROGRAMS", 1500));
    let mut random = Random::new(seed);
    let mut seen = [0; 3];
    for _ in 0..count {
        let p = ending(random_program(&mut random));
        let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| examine(&p)));
        let kinds = checked.unwrap_or_else(|_| panic!("{}", listing(&p))).unwrap_or_default();
        seen.iter_mut().zip(kinds).for_each(|(n, kind)| *n += u64::from(kind));
    }
    assert!(seen.iter().all(|n| n * 20 > count), "too few of a kind among {count}: {seen:?}");
}

/// A reduced run does not see the two transactions of this model half done: it has no deadlock to tell.
#[test]
fn reductions_lose_deadlocks() {
    let model = read(std::path::Path::new("models/classic/lock_order_deadlock.mover"), &[]);
    assert!(look(&model.program, &Control::default()).1.deadlock.is_some());
    let semantics = Semantics::new(&model.program);
    let all = configurations(&semantics, 100).expect("it is small");
    let reduced = run(&model.program, "reduction");
    assert!(reduced.states < all.len() && reduced.stuck.is_empty());
}

/// Of each engine, and of every configuration.
#[test]
fn threads_that_end_with_a_mutex_are_noted() {
    let text = |rest: &str| format!("mutex m, k[2]; int x; {rest}");
    let holds = [
        (text("void f() { acquire(m); x++; } void g() { x++; } P = { f() } || { g() }"), vec![(1, 0)]),
        (
            text("void f(int i) { acquire(k[i]); acquire(m); release(m); } P = { f(1) } || { f(0) }"),
            vec![(1, 2), (2, 1)],
        ),
        (text("void f() { acquire(m); x++; release(m); } P = { f() } || { f() }"), vec![]),
        (text("void f() { acquire(m); while (true) { x = 1; } } P = { f() }"), vec![]),
        (text("void f() { acquire(m); } void g() { f(); release(m); } P = { g() } || { g() }"), vec![]),
        (text("void f() { acquire(m); if (*) { release(m); } } P = { f() } || { f() }"), vec![(1, 0), (2, 0)]),
    ];
    for (text, expected) in holds {
        let (model, messages) = load("holds", &text, &[]);
        let model = model.unwrap_or_else(|| panic!("{messages:?}"));
        for name in ["interleaving", "reduction", "summaries", "cpc", "scc", "dynamic", "nored"] {
            let engine = Engine::named(name).expect("it is listed");
            for program in [&model.program, &model.marked().program] {
                let outcome = check(program, engine, &Options::default(), &Control::default()).expect("no claims");
                let seen: Vec<(u32, u32)> = outcome.ends_holding.iter().map(|(t, m)| (t.0, m.0)).collect();
                assert_eq!(seen, expected, "{name}: {text}");
            }
        }
    }
}

#[test]
fn what_is_said_beside_a_deadlock() {
    let run = |words: &[&str]| support::command::out(&support::command::run(words));
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("ends_with_a_lock.mover");
    let text = "mutex m, k[3]; int x;
void f() { acquire(m); x++; }
void g(int i) { acquire(k[i]); acquire(m); x++; release(m); release(k[i]); }
P = { f() } || { g(1) } || { g(2) }";
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let said = run(&["check", path, "--deadlock", "--quiet"]);
    assert!(said.contains("deadlock: thread 2 (g(1)) waits"), "{said}");
    assert!(said.contains("\nassertions: safe, no thread goes wrong\n") && !said.contains("\nsafe:"), "{said}");
    let object = run(&["check", path, "--deadlock", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&object).unwrap();
    assert_eq!(object["verdict"], "safe");
    assert_eq!(object["deadlock"]["threads"].as_array().unwrap().len(), 2);
    assert_eq!(object["ends_holding"][0], serde_json::json!({"thread": 1, "mutex": "m"}));
    let said = run(&["check", path, "--rules", "reduction"]);
    assert!(said.contains("note: thread 1 (f) ends while it holds m,"), "{said}");
    // Several threads at one place are one place; nothing deadlocks there, so only a ruleset says it by itself.
    let waiter = "models/classic/dining_with_waiter.mover";
    assert!(!run(&["check", waiter]).contains("stuck pre-commit"));
    let said = run(&["check", waiter, "--rules", "summaries"]);
    assert!(said.contains("is stuck pre-commit at W (line 17), as 2 other threads may be; a deadlock"), "{said}");
    let none = run(&["check", "models/tour/02_lock.mover", "--deadlock", "--quiet"]);
    assert!(none.starts_with("no deadlock: ") && none.contains("\nsafe: no thread goes wrong\n"), "{none}");
}

//! Interchangeable threads: on against off, on models and random programs, and the number of states against orbits
//! counted by trying every renaming.
//!
//! `MOVERLOG_RANDOM` sets how many random programs, `MOVERLOG_SEED` where they begin.

use crate::corpus::{models, read};
use crate::generator;
use crate::support::setting;
use moverlog::driver::{
    Bound, Control, Engine, Instance, Limits, MoverMode, Options, Outcome, Partition, Phases, Verdict, check, vacuity,
};
use moverlog::execution::replay;
use moverlog::ir::{GlobalKind, Program, Thread};
use moverlog::model::load;
use moverlog::movers::{Movers, Protection};
use moverlog::random::Random;
use moverlog::semantics::{Configuration, LocalStore, Semantics};
use moverlog::symmetry::{groups, marked};
use moverlog_rules::{Claim, RULESETS, Stack, State, Tid, ruleset};
use std::collections::{BTreeSet, HashSet};

const MAX_STATES: usize = 20_000;
/// With the greatest movers, all pairs of threads are looked at in all states.
const SMALL: usize = 600;

/// A configuration without numbers for global stores.
type Plain = (Vec<i32>, Vec<LocalStore>, Vec<Stack>);

fn limits() -> Limits {
    Limits { max_states: MAX_STATES, max_stack: 12, ..Limits::default() }
}

/// Nothing where a claim in the source is false.
fn run(p: &Program, rules: &str, options: &Options) -> Option<Outcome> {
    check(p, ruleset(rules).expect("it is there"), options, &Control::from(limits())).ok()
}

/// Every renaming of threads within the groups: the new name of each thread.
fn renamings(p: &Program) -> Vec<Vec<Tid>> {
    let mut all: Vec<Vec<Tid>> = vec![(1..=p.threads.len() as u32).map(Tid).collect()];
    for group in &p.interchangeable {
        let orders = permutations(group);
        let renamed = |names: &Vec<Tid>, order: &Vec<Tid>| {
            let mut names = names.clone();
            group.iter().zip(order).for_each(|(t, name)| names[t.0 as usize - 1] = *name);
            names
        };
        all = all.iter().flat_map(|names| orders.iter().map(|o| renamed(names, o)).collect::<Vec<_>>()).collect();
    }
    all
}

fn permutations(items: &[Tid]) -> Vec<Vec<Tid>> {
    let Some((first, rest)) = items.split_first() else { return vec![vec![]] };
    let inserted = |shorter: Vec<Tid>| {
        (0..=shorter.len()).map(move |at| [&shorter[..at], &[*first], &shorter[at..]].concat()).collect::<Vec<_>>()
    };
    permutations(rest).into_iter().flat_map(inserted).collect()
}

fn renamed(semantics: &Semantics<'_>, c: &Configuration, names: &[Tid]) -> Plain {
    let at = |t: usize| names[t].0 as usize - 1;
    let mut globals = semantics.globals(c.global);
    for mutex in &semantics.program.globals {
        let GlobalKind::Mutex { waited, .. } = mutex.kind else { continue };
        for owner in mutex.elements().map(|c| c.0 as usize) {
            if globals[owner] != 0 {
                globals[owner] = at(globals[owner] as usize - 1) as i32 + 1;
            }
            if waited {
                let set = &mut globals[owner + mutex.stride() as usize - 1];
                *set = (0..names.len()).filter(|t| *set >> t & 1 == 1).map(|t| 1 << at(t)).sum();
            }
        }
    }
    let (mut locals, mut stacks) = (c.locals.clone(), c.stacks.clone());
    for t in 0..names.len() {
        (locals[at(t)], stacks[at(t)]) = (c.locals[t], c.stacks[t]);
    }
    (globals, locals, stacks)
}

fn configurations(instance: &Instance<'_>) -> Vec<Configuration> {
    (0..instance.state_count() as u32).map(|s| instance.configuration(State(s))).collect()
}

/// All states without symmetry, those with it, and the orbits of the former; nothing beyond a bound.
fn counted(p: &Program) -> Option<(usize, usize, usize)> {
    let control = Control::from(limits());
    let semantics = Semantics::new(p);
    let movers = Movers::Protection(Protection::initial(p));
    let explored = |symmetric| {
        let partition = Partition { phases: None, symmetric, ..Partition::default() };
        let all = Instance::new(&semantics, &movers, partition, &control);
        (ruleset("interleaving").expect("it is there").solve)(&all);
        control.hit().is_none().then(|| configurations(&all))
    };
    let (all, canonical) = (explored(false)?, explored(true)?);
    let reached: HashSet<&Configuration> = all.iter().collect();
    assert!(canonical.iter().all(|c| reached.contains(c)), "a canonical state is reached");
    let names = renamings(p);
    let least = |c: &Configuration| names.iter().map(|n| renamed(&semantics, c, n)).min().expect("one is the identity");
    let orbits: BTreeSet<Plain> = all.iter().map(least).collect();
    let represented: BTreeSet<Plain> = canonical.iter().map(least).collect();
    assert_eq!(orbits, represented, "every orbit has a canonical state");
    Some((all.len(), canonical.len(), orbits.len()))
}

/// The same verdict by no more states, and a trace of the program as it is.
fn agrees(p: &Program, rules: &str, options: &Options) -> Result<(usize, usize), String> {
    let (Some(off), Some(on)) = (run(&plain(p), rules, options), run(p, rules, options)) else { return Ok((0, 0)) };
    let what = format!("{rules}, {options:?}");
    if matches!(off.bound, Some(Bound::States | Bound::Stack)) || matches!(on.bound, Some(Bound::Stack)) {
        let contradicts = off.verdict != on.verdict && ![off.verdict, on.verdict].contains(&Verdict::Inconclusive);
        return if contradicts { Err(format!("{what}: contradiction at a bound")) } else { Ok((0, 0)) };
    }
    let sound = ruleset(rules).expect("it is there").claim == Claim::Sound;
    // What is missed may be all that meets a bound.
    if off.verdict != on.verdict || sound && off.bound != on.bound {
        return Err(format!("{what}: {:?} {:?}, off: {:?} {:?}", on.verdict, on.bound, off.verdict, off.bound));
    }
    if on.states > off.states {
        return Err(format!("{what}: {} states instead of {}", on.states, off.states));
    }
    if sound && (&off.uses, &off.protecting, &off.stuck) != (&on.uses, &on.protecting, &on.stuck) {
        return Err(format!("{what}: other locks, or other threads are stuck"));
    }
    let visits = |o: &Outcome| (o.visits.stood.clone(), o.visits.moved.clone());
    if rules == "interleaving" && visits(&off) != visits(&on) {
        return Err(format!("{what}: threads are not where they were"));
    }
    replays(p, &on).map_err(|why| format!("{what}: {why}"))?;
    Ok((off.states, on.states))
}

fn plain(p: &Program) -> Program {
    Program { interchangeable: vec![], ..p.clone() }
}

fn replays(p: &Program, outcome: &Outcome) -> Result<(), String> {
    let Some(failed) = &outcome.failed else { return Ok(()) };
    let p = plain(p);
    let semantics = Semantics::new(&p);
    let events = replay(&semantics, &failed.schedule).ok_or("the trace is none of the program")?;
    let last = events.last().ok_or("the trace is empty")?;
    let told = (failed.thread, failed.loc, Some(failed.failure.clone()));
    if (last.choice.t, last.loc, last.failure.clone()) == told { Ok(()) } else { Err("another failure".into()) }
}

/// Every ruleset in several ways; the states of all interleavings off and on.
fn examine(p: &Program, random: &mut Random) -> Result<(usize, usize), String> {
    let (phase, printed, groups) = (random.percent(70), random.percent(20), random.percent(40));
    let phases = printed.then_some(Phases::Printed);
    let options = |movers, initial_phase| Options { movers, initial_phase, phases, groups, ..Options::default() };
    let mut states = (0, 0);
    for rules in RULESETS.iter().map(|r| r.name) {
        let found = agrees(p, rules, &options(MoverMode::Lockset, phase))?;
        if ["reduction", "summaries"].contains(&rules) {
            agrees(p, rules, &options(MoverMode::Ordered, phase))?;
        }
        if rules == "interleaving" {
            states = found;
        }
    }
    if states.0 > 0 && states.0 <= SMALL {
        for movers in [MoverMode::Greatest, MoverMode::Declared] {
            agrees(p, "reduction", &options(movers, phase))?;
            agrees(p, "summaries", &options(movers, !phase))?;
        }
    }
    Ok(states)
}

#[test]
fn models_with_interchangeable_threads() {
    let (mut seen, mut fewer) = (0, 0);
    for path in models() {
        let model = read(&path, &[]).marked();
        if model.program.interchangeable.is_empty() {
            continue;
        }
        let name = &model.name;
        if let Some((all, canonical, orbits)) = counted(&model.program) {
            assert_eq!(canonical, orbits, "{name}: one state for each orbit of {all} states");
            fewer += usize::from(canonical < all);
        }
        examine(&model.program, &mut Random::new(1)).unwrap_or_else(|why| panic!("{name}: {why}"));
        seen += 1;
    }
    assert!(seen > 30 && fewer > 30, "{seen} models have interchangeable threads, {fewer} fewer states");
}

/// A random program in which some threads are started again.
fn replicated(seed: u64) -> Option<(Program, String)> {
    let text = generator::generate(seed).text;
    let mut p = load("random.mover", &text, &[]).0?.program;
    let mut random = Random::new(seed);
    if !p.starts.is_empty() {
        return beside_those_that_are_started(p, &text, random.below(2) + 1);
    }
    let copied = random.below(p.threads.len());
    let thread = p.threads[copied].clone();
    let others: Vec<Thread> = p.threads.drain(..).enumerate().filter(|(i, _)| *i != copied).map(|(_, t)| t).collect();
    let kept = random.below(others.len() + 1).min(if random.percent(25) { 2 } else { 1 });
    p.threads = others.into_iter().take(kept).collect();
    let copies = if kept == 2 { 2 } else { 2 + random.below(2) };
    for _ in 0..copies {
        p.threads.insert(random.below(p.threads.len() + 1), thread.clone());
    }
    if p.threads.len() == 2 && random.percent(20) {
        p.threads = [p.threads.clone(), p.threads].concat();
    }
    told(marked(&p), &text)
}

fn told(p: Program, text: &str) -> Option<(Program, String)> {
    let told = format!("{text}\nthreads {:?}, groups {:?}", p.threads, p.interchangeable);
    (!p.interchangeable.is_empty()).then_some((p, told))
}

/// The first thread, which nobody starts, again at the end: a flag that starts a thread starts that one alone, and
/// names of threads stay theirs.
fn beside_those_that_are_started(mut p: Program, text: &str, copies: usize) -> Option<(Program, String)> {
    assert!(p.starts.iter().all(|s| s.thread.0 > 1));
    p.threads.extend(vec![p.threads[0].clone(); copies]);
    told(marked(&p), text)
}

#[test]
fn random_programs_with_replicated_threads() {
    let (count, first) = (setting("MOVERLOG_RANDOM", 300), setting("MOVERLOG_SEED", 1));
    let (mut tried, mut states, mut seed) = (0, (0, 0), first.wrapping_mul(0x1_0000_0001));
    let mut wrong = 0;
    while tried < count {
        seed += 1;
        let Some((p, told)) = replicated(seed) else { continue };
        let Some((all, canonical, orbits)) = counted(&p) else { continue };
        assert_eq!(canonical, orbits, "seed {seed}: one state for each orbit of {all} states\n{told}");
        let found = examine(&p, &mut Random::new(seed)).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{told}"));
        let options = Options::default();
        let verdict = |rules| run(&p, rules, &options).expect("no claims").verdict;
        let expected = run(&plain(&p), "interleaving", &options).expect("no claims").verdict;
        wrong += usize::from(expected == Verdict::Wrong);
        for rules in ["interleaving", "reduction", "summaries", "locks"] {
            assert_eq!(verdict(rules), expected, "seed {seed}: {rules} against every interleaving\n{told}");
        }
        tried += 1;
        states = (states.0 + found.0, states.1 + found.1);
    }
    assert!(states.1 < states.0, "{states:?} states");
    if std::env::var_os("MOVERLOG_RANDOM").is_some() {
        use std::io::Write;
        let told = format!("{tried} programs, {wrong} wrong, {} states, {} canonical", states.0, states.1);
        writeln!(std::io::stderr(), "{told}").expect("standard error is open");
    }
}

fn group_of(text: &str) -> Program {
    marked(&load("group.mover", text, &[]).0.expect("it is a model").program)
}

/// A thread that comes to a node under the name of another one goes on from there: the loop ends where it began.
#[test]
fn c3_looks_at_nodes_under_other_names() {
    let text = "void f() { int[0..2] k; while (*) { k = 0; while (k < 2) { k = k + 1; } } } P = [i in 0..3] { f() };";
    let options = Options::default();
    for rules in ["reduction", "stoller-cohen", "locks"] {
        let outcome = run(&group_of(text), rules, &options).expect("no claims");
        assert!(outcome.lfs.is_empty(), "{rules}: every transaction ends");
    }
}

/// The second thread to count goes round a loop for ever, and changes places with the first one, which is outside its
/// transaction: whoever takes that for the end of the loop never looks at z again.
#[test]
fn c3_follows_a_thread_to_its_new_place() {
    let text = "int[0..3] z;
        void g() {
            int[0..3] k;
            choose {
                k = 2; L: skip; skip; goto L;
            [] k = 1; B: assume(false);
            [] atomic { z = z + 1; k = z; } if (k == 1) { goto B; } else { goto L; }
            }
        }
        void f() { g(); }
        void h() { assert(z != 2); }
        P = { f() } || { f() } || { h() };";
    let options = Options::default();
    for rules in RULESETS.iter().filter(|r| r.claim == Claim::Sound).map(|r| r.name) {
        let outcome = run(&group_of(text), rules, &options).expect("no claims");
        assert_eq!(outcome.verdict, Verdict::Wrong, "{rules}");
    }
}

/// Threads that do not notice each other are explored one by one: whoever has moved is known by its name there.
#[test]
fn groups_of_one_are_interchangeable() {
    let text = "void f() { int[0..3] k; k = choose(0..3); k = k + 1; assert(k != 2); } P = [i in 0..3] { f() };";
    let options = Options { groups: true, ..Options::default() };
    for rules in RULESETS.iter().filter(|r| r.claim == Claim::Sound).map(|r| r.name) {
        let outcome = run(&group_of(text), rules, &options).expect("no claims");
        assert_eq!(outcome.verdict, Verdict::Wrong, "{rules}");
        assert_eq!(agrees(&group_of(text), rules, &options).map(|_| ()), Ok(()), "{rules}");
    }
}

/// What a `safe` does not speak of is the same.
#[test]
fn vacuity_is_as_without() {
    for path in models().iter().filter(|p| !p.starts_with("models/recursive")) {
        let model = read(path, &[]).marked();
        for rules in ["interleaving", "summaries"] {
            let (options, rules) = (Options::of(&model.program), ruleset(rules).expect("it is there"));
            let said = |p: &Program| {
                let control = Control::from(limits());
                let outcome = check(p, rules, &options, &control).expect("claims hold");
                let vacuity = vacuity(p, rules, &options, &control, &outcome);
                (outcome.verdict == Verdict::Safe).then_some((vacuity.blocked, vacuity.unreached, vacuity.untested))
            };
            if !model.program.interchangeable.is_empty() && said(&plain(&model.program)).is_some() {
                assert_eq!(said(&model.program), said(&plain(&model.program)), "{} {}", model.name, rules.name);
            }
        }
    }
}

#[test]
fn engines_that_name_threads_do_as_without() {
    let model = read("models/classic/counter.mover".as_ref(), &[]);
    let options = Options::of(&model.program);
    for engine in Engine::all().filter(|e| e.tells_threads_apart().is_some()) {
        let states = |p: &Program| check(p, engine, &options, &Control::from(limits())).expect("no claims").states;
        assert_eq!(states(&model.program), states(&model.marked().program), "{}", engine.name());
    }
}

/// The threads that are interchangeable.
fn interchangeable(text: &str) -> Vec<Vec<u32>> {
    let (model, found) = load("test.mover", text, &[]);
    let model = model.unwrap_or_else(|| panic!("{found:?}"));
    groups(&model.program).iter().map(|g| g.iter().map(|t| t.0).collect()).collect()
}

#[test]
fn threads_with_equal_starts_are_interchangeable() {
    let text = "mutex m; int x; void f(int a) { acquire(m); assert(m == tid); x = a; release(m); } void g() { x++; }";
    assert_eq!(interchangeable(&format!("{text} P = [i in 0..3] {{ f(7) }} || {{ g() }} || {{ f(8) }};")), [[1, 2, 3]]);
    assert_eq!(
        interchangeable(&format!("{text} P = {{ g() }} || {{ f(1) }} || {{ g() }} || {{ f(1) }};")),
        [[1, 3], [2, 4]]
    );
    assert!(interchangeable(&format!("{text} P = [i in 0..3] {{ f(i) }};")).is_empty());
}

#[test]
fn an_id_that_is_a_number_tells_them_apart() {
    let two = "P = { f() } || { f() } || { g() } || { g() };";
    let g = "mutex m; int x; void g() { x++; }";
    assert_eq!(interchangeable(&format!("{g} void f() {{ x = tid; }} {two}")), [[3, 4]]);
    assert_eq!(
        interchangeable(&format!("{g} void h() {{ assert(tid + 0 > 0); }} void f() {{ h(); }} {two}")),
        [[3, 4]]
    );
    assert_eq!(interchangeable(&format!("{g} int a[5]; void f() {{ a[tid] = 1; }} {two}")), [[3, 4]]);
    assert_eq!(interchangeable(&format!("{g} void f() {{ if (tid == 3) x = 1; }} {two}")), [[1, 2]]);
    assert_eq!(interchangeable(&format!("{g} void f() {{ assert(m != tid && m == 0); }} {two}")), [[1, 2], [3, 4]]);
}

#[test]
fn a_predicate_is_evaluated_for_every_thread() {
    let f = "void f() { x = 1; } P = { f() } || { f() };";
    assert_eq!(interchangeable(&format!("mutex m; int x exclusive(m == tid); {f}")), [[1, 2]]);
    assert!(interchangeable(&format!("int o; int x exclusive(o == tid); {f}")).is_empty());
}

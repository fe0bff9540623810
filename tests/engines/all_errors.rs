//! `check --all-errors` against a loop over all configurations: every place at which threads of one procedure go wrong,
//! and no other; each with executions of the program itself, one for each class of schedules, against a loop over all
//! executions.
//!
//! `MOVERLOG_PROGRAMS` and `MOVERLOG_SEED` make a longer campaign of it.

use crate::corpus::{models, read};
use crate::generator;
use crate::instructions::listing;
use crate::instructions::random::{Random, random_program};
use crate::instructions::run::{bounded, ruleset};
use crate::support::command::{err, out, run, status};
use crate::support::setting;
use moverlog::driver::{Engine, Errors, FINDS_ALL, Failed, MoverMode, Options, Origin, Transaction, Who, errors};
use moverlog::ir::{Cell, GlobalKind, Loc, Op, Program};
use moverlog::model::load;
use moverlog::semantics::{Change, Configuration, Effect, Semantics, Transitions};
use moverlog::slice::slice;
use moverlog_rules::Tid;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// A procedure of threads, and where one of them goes wrong.
type Place = (u32, Loc);

fn procedure(p: &Program, t: Tid) -> u32 {
    p.threads[t.0 as usize - 1].procedure
}

/// All places, by every step of every configuration; nothing if there are too many.
fn places(p: &Program, limit: usize) -> Option<BTreeSet<Place>> {
    let control = moverlog::control::Control::default();
    let semantics = Semantics::within(p, &control);
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
    // Where more threads would be started than there are, what they do is not known.
    (known.len() <= limit && control.hit().is_none()).then_some(places)
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
        let place = |f: &Failed| (procedure(p, f.thread), f.loc);
        let known: Vec<Place> = errors.found.iter().map(|w| place(&w.classes[0].failed)).collect();
        assert!(errors.outcome.bound.is_none(), "{name} by {rules}");
        assert_eq!(known.iter().copied().collect::<BTreeSet<_>>(), *expected, "{name} by {rules}");
        assert_eq!(known.len(), expected.len(), "{name} by {rules}: each of them once");
        for (wrong, place) in errors.found.iter().zip(known) {
            for class in &wrong.classes {
                assert!(leads_there(p, &class.failed.story, place), "{name} by {rules}");
            }
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

/// A step of an execution, and what each of its reads sees: the step that wrote last, if one did.
struct Done {
    t: Tid,
    loc: Loc,
    sees: BTreeSet<(Cell, Option<usize>)>,
    /// Who reads what it writes reads what was there before as well.
    adds_to: Option<(Cell, Option<usize>)>,
}

/// All executions of a program, one after the other.
struct Executions<'p> {
    semantics: Semantics<'p>,
    stored: Box<dyn Fn(Cell) -> bool>,
    done: Vec<Done>,
    left: usize,
    /// For each place what executions to it see.
    seen: BTreeMap<Place, BTreeSet<BTreeSet<Origin>>>,
}

impl<'p> Executions<'p> {
    fn new(p: &'p Program) -> Self {
        let slice = slice(p);
        let stored = Box::new(move |c| slice.as_ref().is_none_or(|s| s.stores(c)));
        Executions { semantics: Semantics::new(p), stored, done: vec![], left: 30_000, seen: BTreeMap::new() }
    }

    /// False if there are too many, or some are too long.
    fn follow(&mut self, c: &Configuration, last: &HashMap<Cell, usize>) -> bool {
        for t in self.semantics.tids() {
            let transitions = self.semantics.transitions_in(c, t);
            for outcome in 0..transitions.steps.len() {
                self.left = self.left.saturating_sub(1);
                if self.left == 0 || self.done.len() > 24 || !self.step((c, t), &transitions, outcome, last) {
                    return false;
                }
            }
        }
        true
    }

    fn step(
        &mut self,
        (c, t): (&Configuration, Tid),
        transitions: &Rc<Transitions>,
        outcome: usize,
        last: &HashMap<Cell, usize>,
    ) -> bool {
        let (a, step) = (&transitions.accesses, &transitions.steps[outcome]);
        let loc = self.semantics.loc(c.locals[t.0 as usize - 1]).expect("who moves is somewhere");
        // A block need not write on every way through it: what was there before may be what is left.
        let block = matches!(self.semantics.program.location(loc).op, Op::Atomic { .. }).then_some(&a.writes);
        let read = [&a.reads, &a.guards, &a.predicates].into_iter().chain(block).flatten();
        let before = |x: &Cell| (*x, last.get(x).copied());
        let adds = a.change == Change::Add;
        let sees = read.filter(|x| !(adds && a.writes.contains(x))).map(before).collect();
        let adds_to = a.writes.iter().filter(|_| adds).map(before).next();
        self.done.push(Done { t, loc, sees, adds_to });
        let after = self.semantics.after(c, t, step);
        let goes_on = if self.semantics.is_wrong(after.locals[t.0 as usize - 1]) {
            let place = (procedure(self.semantics.program, t), loc);
            let origins = self.origins(t);
            self.seen.entry(place).or_default().insert(origins);
            true
        } else {
            let mut later = last.clone();
            later.extend(a.writes.iter().map(|x| (*x, self.done.len() - 1)));
            self.follow(&after, &later)
        };
        self.done.pop();
        goes_on
    }

    /// What the last step and all those see on which it rests.
    fn origins(&self, wrong: Tid) -> BTreeSet<Origin> {
        let p = self.semantics.program;
        let who = |i: usize| {
            let Done { t, loc, .. } = self.done[i];
            Who { itself: t == wrong, procedure: procedure(p, t), loc }
        };
        let (mut open, mut steps, mut reads) = (vec![self.done.len() - 1], BTreeSet::new(), BTreeSet::new());
        while let Some(i) = open.pop() {
            steps.insert(i);
            let before = self.done[..i].iter().rposition(|d| d.t == self.done[i].t);
            let mut rests: Vec<usize> = before.into_iter().collect();
            for (x, by) in &self.done[i].sees {
                let summand = |(_, by): &(Cell, Option<usize>)| by.and_then(|j| self.done[j].adds_to);
                let all = std::iter::successors(Some((*x, *by)), summand);
                all.for_each(|(x, by)| {
                    reads.insert((i, x, by));
                    rests.extend(by);
                });
            }
            open.extend(rests.into_iter().filter(|j| !steps.contains(j)));
        }
        let told = |x: Cell| matches!(p.global_of(x).kind, GlobalKind::Data(_)) && (self.stored)(x);
        let origin = |(i, x, by): (usize, Cell, Option<usize>)| Origin {
            variable: p.global_of(x).base,
            reader: who(i),
            writer: by.map(who),
        };
        reads.into_iter().filter(|(_, x, _)| told(*x)).map(origin).collect()
    }
}

/// The classes of every place against those of all executions; whether some place has several.
fn classes_agree(p: &Program, name: &str) -> Option<bool> {
    let mut all = Executions::new(p);
    let start = all.semantics.initial();
    if !all.follow(&start, &HashMap::new()) {
        return None;
    }
    let mut several = false;
    for rules in FINDS_ALL {
        for wrong in found(p, rules, MoverMode::Lockset).found {
            let failed = &wrong.classes[0].failed;
            let seen = &all.seen[&(procedure(p, failed.thread), failed.loc)];
            let least = |s: &&BTreeSet<Origin>| !seen.iter().any(|t| t != *s && t.is_subset(s));
            let expected: BTreeSet<_> = seen.iter().filter(least).cloned().collect();
            let told: BTreeSet<_> = wrong.classes.iter().map(|c| c.origins.clone()).collect();
            assert_eq!(told.len(), wrong.classes.len(), "{name}: each of them once");
            assert_eq!(
                wrong.more,
                expected.len() > told.len(),
                "{name} by {rules}: {} of {}",
                told.len(),
                expected.len()
            );
            assert!(told.is_subset(&expected) && (wrong.more || told == expected), "{name} by {rules}");
            several |= told.len() > 1;
        }
    }
    Some(several)
}

#[test]
fn classes_are_those_of_all_executions() {
    let (programs, seed) = (setting("MOVERLOG_PROGRAMS", 150), setting("MOVERLOG_SEED", 1));
    let (mut compared, mut several) = (0, 0);
    for i in 0..programs {
        let p = random_program(&mut Random::new(seed.wrapping_mul(7919).wrapping_add(i)));
        let model = load("random", &generator::generate(seed + i).text, &[]).0.expect("it is well-formed");
        for (p, name) in [(&p, listing(&p)), (&model.program, generator::generate(seed + i).text)] {
            if let Some(more) = classes_agree(p, &name) {
                compared += 1;
                several += usize::from(more);
            }
        }
    }
    assert!(programs < 100 || compared >= 40 && several >= 5, "{compared} programs, {several} with several classes");
}

#[test]
fn what_tells_classes_apart_is_said() {
    let text = "int x; mutex m; int log;
void a() { acquire(m); log++; release(m); x = 1; }
void c() { log++; assert(x == 0); }
P = { a() } || { b() } || { c() }
void b() { acquire(m); log++; release(m); x = 2; }";
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("classes.mover");
    std::fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let said = out(&run(&["check", path, "--all-errors"]));
    assert!(said.starts_with("wrong: 1 error, in 2 classes of schedules"), "{said}");
    assert!(said.contains("class 1 of 2: thread 1 writes x at a:2.4 before thread 3 reads it at c:3.2"), "{said}");
    assert!(said.contains("class 2 of 2: thread 2 writes x at b:5.4 before thread 3 reads it at c:3.2"), "{said}");
    let object: Value = serde_json::from_str(&out(&run(&["check", path, "--all-errors", "--format", "json"]))).unwrap();
    let classes = object["errors"][0]["classes"].as_array().unwrap();
    assert_eq!((classes.len(), &object["errors"][0]["all_classes"]), (2, &true.into()));
    let written = |c: &Value| c["reads"][0]["written_by"]["location"].as_str().unwrap().to_string();
    assert_eq!(classes.iter().map(written).collect::<Vec<_>>(), ["a:2.4", "b:5.4"]);
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

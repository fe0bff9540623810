//! The depth-first searches, per thread against every interleaving: on the programs of CPC's figures,
//! whose states are published numbers, on every model and on seeded random programs.
//!
//! `MOVERLOG_PROGRAMS` and `MOVERLOG_SEED` make a longer campaign of it.

use crate::corpus;
use crate::instructions;
use crate::instructions::procedures::random_procedures;
use crate::instructions::random::{Random, random_program};
use crate::instructions::{Ins, Ins::*, listing, program, run::*};
use crate::support::setting;
use moverlog::driver::{Control, Instance, Limits, MoverMode, Options, Partition, Verdict, check};
use moverlog::ir::Program;
use moverlog::movers::{Movers, Protection, Reachable, greatest};
use moverlog::search::{SEARCHES, Search, Table};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::Tid;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

fn search(name: &str) -> &'static Search {
    SEARCHES.iter().find(|s| s.name == name).expect("the search is listed")
}

const SOUND: [&str; 4] = ["cpc", "cpc-maximal", "cycle", "scc"];

/// What a search found on its way.
struct Found {
    states: usize,
    wrong: BTreeSet<u32>,
    /// The locations of thread 1 where all threads are scheduled while thread 2 has not moved yet.
    scheduled: Vec<u32>,
}

fn run_search(semantics: &Semantics<'_>, name: &str, movers: &Movers) -> Found {
    let control = unbounded();
    let (instance, table) = explored(semantics, name, movers, false, &control);
    let start = semantics.initial().locals[1];
    let unmoved = |s: &_| instance.configuration(*s).locals[1] == start;
    Found {
        states: instance.state_count(),
        wrong: wrong_threads(semantics, &configurations(&instance)).iter().map(|t| t.0).collect(),
        scheduled: table.scheduling().filter(unmoved).filter_map(|s| Some(instance.loc(Tid(1), s)?.0)).collect(),
    }
}

/// Runs a search under exactly these movers; it passes its audit.
fn explored<'a>(
    semantics: &'a Semantics<'a>,
    name: &str,
    movers: &'a Movers,
    initial_phase: bool,
    control: &'a Control<'a>,
) -> (Instance<'a>, Table) {
    let partition = Partition { initial_phase, ..Partition::default() };
    let instance = Instance::new(semantics, movers, partition, control);
    let table = search(name).run(&instance);
    assert_eq!(table.states().count(), instance.state_count(), "every state has a record");
    assert!(search(name).passes_audit(&instance, &table), "{name}: Lemma 4 and Theorem 6");
    (instance, table)
}

/// The movers by the locks held at every reachable access.
fn locksets(semantics: &Semantics<'_>) -> Movers {
    interleaving(semantics, 100_000).expect("figures are small").1
}

/// Counts of `cpc`, `cpc-maximal`, `cycle` and `unsound`, all other ones finding thread 2 wrong;
/// whether `unsound` does.
fn counts(p: &Program, full: usize, expected: [usize; 4], unsound_finds: bool) {
    let semantics = &Semantics::new(p);
    let movers = locksets(semantics);
    assert_eq!(interleaving(semantics, 100_000).expect("figures are small").0.len(), full);
    let names = ["cpc", "cpc-maximal", "cycle", "unsound"];
    let found = names.map(|name| run_search(semantics, name, &movers));
    assert_eq!(found.each_ref().map(|f| f.states), expected, "{names:?}");
    let two: BTreeSet<u32> = [2].into();
    assert!(found[..3].iter().all(|f| f.wrong == two));
    assert_eq!(found[3].wrong == two, unsound_finds);
    assert!(run_search(semantics, "scc", &movers).wrong == two);
}

fn scheduled(p: &Program, name: &str) -> Vec<u32> {
    let semantics = Semantics::new(p);
    run_search(&semantics, name, &locksets(&semantics)).scheduled
}

/// `assert(g == 0)` by thread 2.
fn against(t1: Vec<Ins>) -> Program {
    program(&[0, 0], &[], &[t1, vec![AssertNot(0, 1)]])
}

#[test]
fn figure_1() {
    let p = against(vec![Set(0, 1), Skip, Skip, Goto(2)]);
    counts(&p, 11, [11, 10, 10, 8], false);
    assert_eq!(scheduled(&p, "cpc"), [0, 1], "at the commit point");
    assert_eq!(scheduled(&p, "cpc-maximal"), [0, 3]);
    assert_eq!(scheduled(&p, "cycle"), [0, 3]);
    assert_eq!(scheduled(&p, "scc"), [0, 2], "where the loop is entered");
}

#[test]
fn figure_2() {
    let p = against(vec![Set(0, 1), Skip, Nd(vec![3, 5]), Skip, Goto(3)]);
    counts(&p, 17, [13, 15, 15, 13], true);
    assert_eq!(scheduled(&p, "cpc"), [0, 5], "at the end of the branch that ends");
    assert_eq!(scheduled(&p, "cpc-maximal"), [0, 4, 5]);
}

#[test]
fn figure_2_with_a_blocked_branch() {
    let p = against(vec![Set(0, 1), Skip, Assume(1, 1)]);
    counts(&p, 8, [7, 7, 7, 7], true);
    assert_eq!(scheduled(&p, "cpc"), [0, 2], "where it blocks");
}

#[test]
fn figure_3() {
    let t1 = vec![Acq(0), Set(2, 1), Set(1, 1), Rel(0), Goto(4)];
    let p = program(&[0, 0, 0], &[0], &[t1, vec![Acq(0), AssertNot(1, 1), Rel(0)], vec![Set(2, 2)]]);
    counts(&p, 36, [32, 32, 32, 24], false);
    let distinct: BTreeSet<u32> = scheduled(&p, "cpc").into_iter().collect();
    assert_eq!(distinct, [0, 4].into(), "after the release alone");
}

#[test]
fn figure_9() {
    let p = against(vec![Set(0, 1), Skip, Nd(vec![3, 5]), Skip, Goto(3), Skip, Goto(5)]);
    counts(&p, 20, [20, 18, 18, 14], false);
    assert_eq!(scheduled(&p, "cpc"), [0, 1], "once, above both loops");
    assert_eq!(scheduled(&p, "cpc-maximal"), [0, 4, 6]);
    assert_eq!(scheduled(&p, "scc"), [0, 3, 5], "in each of the two loops");
}

/// `models/errata/fx01_l19.mover`: line L19 as printed.
fn against_line_l19() -> Program {
    let t1 = vec![Assume(0, 1), Set(1, 1)];
    let wrong = Do(moverlog::ir::Action::Assert(instructions::c(0)));
    let t2 = vec![Set(0, 1), Nd(vec![2, 4]), Set(0, 0), Goto(6), Assume(1, 1), wrong];
    program(&[0, 0], &[], &[t1, t2])
}

#[test]
fn line_l19_loses_an_error() {
    let p = against_line_l19();
    let semantics = &Semantics::new(&p);
    let (states, locksets) = interleaving(semantics, 100_000).expect("it is small");
    let greatest = Movers::Table(greatest(semantics, &Reachable::new(states.into_iter())));
    for (movers, expected) in [(&greatest, 14), (&locksets, 16)] {
        for name in ["cpc", "cpc-maximal", "cycle", "unsound"] {
            let found = run_search(semantics, name, movers);
            assert_eq!((found.states, found.wrong), (expected, [2].into()), "{name}");
        }
        let literal = run_search(semantics, "cpc-literal", movers);
        assert!(literal.wrong.is_empty(), "the branch that blocks on thread 1 is held back");
    }
}

/// `models/errata/fx02_double_increment.mover`: `choice` is advanced twice, so the second choice is skipped.
#[test]
fn every_choice_is_explored() {
    let wrong = Do(moverlog::ir::Action::Assert(instructions::c(0)));
    let p = program(&[0], &[], &[vec![Nd(vec![1, 2]), Goto(3), wrong], vec![Skip]]);
    let semantics = Semantics::new(&p);
    let movers = locksets(&semantics);
    for search in SEARCHES {
        let expected: BTreeSet<u32> = if search.name == "cpc-literal" { [].into() } else { [1].into() };
        assert_eq!(run_search(&semantics, search.name, &movers).wrong, expected, "{}", search.name);
    }
}

/// A program with every state of its interleavings, and how far its stacks may grow.
struct Subject<'a> {
    program: &'a Program,
    semantics: &'a Semantics<'a>,
    limits: Limits,
    all: HashSet<Configuration>,
    wrong: BTreeSet<Tid>,
}

impl<'a> Subject<'a> {
    /// With the locks held at every access; nothing if a bound is hit.
    fn new(program: &'a Program, semantics: &'a Semantics<'a>, limits: Limits) -> Option<(Self, Movers)> {
        let (strongest, control) = (Movers::Protection(Protection::initial(program)), Control::from(limits.clone()));
        let instance = explore("interleaving", semantics, &strongest, without_phases(), &control);
        let seen = instance.observed().expect("locksets are observed");
        if control.hit().is_some() {
            return None;
        }
        let all = configurations(&instance);
        let wrong = wrong_threads(semantics, &all);
        let seen = after_all_rounds(semantics, seen, &all);
        let subject = Subject { program, semantics, limits, all: all.into_iter().collect(), wrong };
        Some((subject, Movers::Protection(seen)))
    }

    fn greatest(&self) -> Movers {
        let mut all: Vec<Configuration> = self.all.iter().cloned().collect();
        all.sort_by_key(|c| (c.global, c.locals.clone(), c.stacks.clone()));
        Movers::Table(greatest(self.semantics, &Reachable::new(all.into_iter())))
    }

    /// O2, O3, O5: the same threads go wrong, and every state is one of some interleaving.
    fn searches_agree(&self, movers: &Movers) {
        for initial_phase in [true, false] {
            for name in SOUND {
                let control = Control::from(Limits { max_states: usize::MAX, ..self.limits.clone() });
                let (instance, _) = explored(self.semantics, name, movers, initial_phase, &control);
                assert!(control.hit().is_none(), "{name}: no stack is that deep");
                let found = configurations(&instance);
                assert_eq!(wrong_threads(self.semantics, &found), self.wrong, "{name}, phase {initial_phase}");
                assert!(found.iter().all(|c| self.all.contains(c)), "{name}: some interleaving gets everywhere");
            }
            self.unsound_is_ruleset_1(movers, initial_phase);
        }
    }

    /// Figure 5 is Ruleset 1 with transactions that need not end.
    fn unsound_is_ruleset_1(&self, movers: &Movers, initial_phase: bool) {
        let control = Control::from(self.limits.clone());
        let partition = Partition { initial_phase, ..Partition::default() };
        let rules = explore("reduction", self.semantics, movers, partition, &control);
        let control = Control::from(self.limits.clone());
        let (search, _) = explored(self.semantics, "unsound", movers, initial_phase, &control);
        let reached = |i: &Instance<'_>| states(i).map(|s| phased(i, s)).collect::<HashSet<_>>();
        assert!(reached(&rules) == reached(&search), "Figure 5 and Ruleset 1");
    }

    /// The driver infers locks while it searches.
    fn verdicts_agree(&self) {
        let expected = if self.wrong.is_empty() { Verdict::Safe } else { Verdict::Wrong };
        for (name, initial_phase) in SOUND.into_iter().flat_map(|name| [(name, true), (name, false)]) {
            let control = Control::from(Limits { max_states: usize::MAX, ..self.limits.clone() });
            for movers in [MoverMode::Lockset, MoverMode::Ordered] {
                let options = Options { movers, initial_phase, ..Options::default() };
                let outcome = check(self.program, search(name), &options, &control).expect("nothing is claimed");
                assert_eq!(outcome.verdict, expected, "{name}, {movers:?}, phase {initial_phase}");
            }
        }
    }
}

/// The verdict of one program if all agree on it; nothing if it is too large.
fn examine(p: &Program) -> Option<Verdict> {
    let semantics = Semantics::new(p);
    let limits = Limits { max_states: 2000, max_stack: 4, ..Limits::default() };
    let (subject, locksets) = Subject::new(p, &semantics, limits)?;
    subject.searches_agree(&locksets);
    subject.searches_agree(&subject.greatest());
    subject.verdicts_agree();
    Some(if subject.wrong.is_empty() { Verdict::Safe } else { Verdict::Wrong })
}

#[test]
fn models_agree_with_their_interleavings() {
    let (paths, mut compared) = (corpus::models(), 0);
    for path in &paths {
        let program = corpus::read(path, &[]).program;
        let semantics = Semantics::new(&program);
        let limits = Limits { max_states: 20_000, max_stack: 8, ..Limits::default() };
        let Some((subject, locksets)) = Subject::new(&program, &semantics, limits) else { continue };
        let agree = || {
            subject.searches_agree(&locksets);
            if subject.all.len() < 2000 {
                subject.searches_agree(&subject.greatest());
            }
        };
        assert!(catch_unwind(AssertUnwindSafe(agree)).is_ok(), "{}", path.display());
        compared += 1;
    }
    assert!(compared * 4 > paths.len() * 3, "{compared} of {} models are small", paths.len());
}

#[test]
fn random_programs_agree_with_their_interleavings() {
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", 1500), setting("MOVERLOG_SEED", 1));
    let mut random = Random::new(seed);
    let mut kinds: BTreeMap<&str, u64> = BTreeMap::new();
    for i in 0..count {
        let p = if i % 5 == 0 { random_procedures(&mut random, i % 2 == 0) } else { random_program(&mut random) };
        let kind = match catch_unwind(AssertUnwindSafe(|| examine(&p))) {
            Ok(verdict) => verdict.map_or("too large", Verdict::name),
            Err(_) => panic!("program {i} of seed {seed} disagrees with its interleavings\n{}", listing(&p)),
        };
        *kinds.entry(kind).or_default() += 1;
    }
    let of = |kind| kinds.get(kind).copied().unwrap_or(0) * 100 / count;
    assert!(of("wrong") > 10 && of("safe") > 10 && of("too large") < 20, "seed {seed}: too few of a kind: {kinds:?}");
    if let Ok(file) = std::env::var("MOVERLOG_SUMMARY") {
        std::fs::write(file, format!("seed {seed}: {kinds:?}")).expect("the summary can be written");
    }
}

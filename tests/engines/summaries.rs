//! Rulesets 2 and 3 on seeded random programs with procedures, half of them recursive, against every
//! interleaving and against Ruleset 1: verdicts, states, side conditions, bounds.
//!
//! `MOVERLOG_PROGRAMS` (or `MOVERLOG_RANDOM`) and `MOVERLOG_SEED` make a longer campaign of it,
//! `MOVERLOG_SUMMARY` names a file for its numbers. `MOVERLOG_RULES` names a ruleset of which the verdicts alone are
//! looked at, on recursive programs alone.

use crate::instructions::procedures::random_procedures;
use crate::instructions::random::Random;
use crate::instructions::{listing, run::*};
use crate::support::setting;
use moverlog::driver::{
    self, Bound, Control, Instance, Limits, MoverMode, Options, Outcome, Partition, Verdict, check,
};
use moverlog::ir::Program;
use moverlog::movers::{Class, Movers, Protection};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::{Frame, Solution, State, Summaries, Tid};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Those that rest on C3'.
const SOUND: [&str; 3] = ["summaries", "summaries-post", "summaries-f1"];

/// The one that chooses nodes.
const CHOOSING: &str = "summaries-cpc";

/// How many programs there were of each kind.
type Kinds = BTreeMap<&'static str, u64>;

#[test]
fn random_programs_agree_with_their_interleavings() {
    let (count, seed) = (setting("MOVERLOG_PROGRAMS", setting("MOVERLOG_RANDOM", 800)), setting("MOVERLOG_SEED", 1));
    let mut random = Random::new(seed);
    let mut kinds = Kinds::new();
    let only = std::env::var("MOVERLOG_RULES").ok();
    for i in 0..count {
        let p = random_procedures(&mut random, only.is_some() || i % 2 == 0);
        let max_stack = 2 + random.below(4) as u32;
        match catch_unwind(AssertUnwindSafe(|| examine(&p, max_stack, only.as_deref()))) {
            Ok(found) => found.into_iter().for_each(|kind| *kinds.entry(kind).or_default() += 1),
            Err(_) => panic!("program {i} of seed {seed}, stacks of {max_stack}, disagrees\n{}", listing(&p)),
        }
    }
    let of = |kind| kinds.get(kind).copied().unwrap_or(0) * 100 / count;
    let enough = of("wrong") > 20 && of("safe") > 20 && of("stack cut") > 2 && of("too large") < 10;
    assert!(enough, "seed {seed}: too few of a kind: {kinds:?}");
    if let Ok(file) = std::env::var("MOVERLOG_SUMMARY") {
        std::fs::write(file, format!("seed {seed}: {kinds:?}")).expect("the summary can be written");
    }
}

/// One program under one bound on stacks.
struct Subject<'a> {
    p: &'a Program,
    semantics: Semantics<'a>,
    limits: Limits,
    /// Every state of every interleaving under the bound, whether it was hit, and the locks held
    /// at every access.
    all: HashSet<Configuration>,
    cut: bool,
    locksets: Movers,
    /// Whether some thread goes wrong in one of them.
    wrong: bool,
}

/// Everything that must hold of one program; what kinds of program it is.
fn examine(p: &Program, max_stack: u32, only: Option<&str>) -> Vec<&'static str> {
    let Some(subject) = Subject::new(p, max_stack) else { return vec!["too large"] };
    let mut kinds = vec![if subject.wrong { "wrong" } else { "safe" }];
    if subject.cut {
        kinds.push("stack cut");
    }
    let all = || SOUND.into_iter().chain([CHOOSING]);
    only.map_or_else(|| all().collect(), |rules| vec![rules]).into_iter().for_each(|r| subject.verdicts(r, &mut kinds));
    if only.is_none() {
        subject.literal_finds_nothing();
        subject.facts(&mut kinds);
        subject.completion_conditions_agree(&mut kinds);
        subject.deep_stacks_violate_theorem_3(&mut kinds);
    }
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

impl<'a> Subject<'a> {
    fn new(p: &'a Program, max_stack: u32) -> Option<Self> {
        let semantics = Semantics::new(p);
        let limits = Limits { max_states: 2000, max_stack, ..Limits::default() };
        let (strongest, control) = (Movers::Protection(Protection::initial(p)), Control::from(limits.clone()));
        let instance = explore("interleaving", &semantics, &strongest, without_phases(), &control);
        if control.stopped() {
            return None;
        }
        let found = configurations(&instance);
        let locksets = Movers::Protection(instance.observed().expect("locksets are observed"));
        let (wrong, cut) = (!wrong_threads(&semantics, &found).is_empty(), control.hit() == Some(Bound::Stack));
        drop(instance);
        let limits = Limits { max_states: 20_000, ..limits };
        Some(Subject { p, semantics, limits, all: found.into_iter().collect(), cut, locksets, wrong })
    }

    fn outcome(&self, rules: &str, movers: MoverMode, initial_phase: bool) -> Outcome {
        let control = Control::from(self.limits.clone());
        check(self.p, ruleset(rules), &Options { movers, initial_phase, ..Options::default() }, &control)
            .expect("nothing is claimed")
    }

    /// O6. An error comes with an execution that was replayed, so it is real; `safe` means that no
    /// interleaving goes wrong, cut or not.
    fn verdicts(&self, rules: &str, kinds: &mut Vec<&'static str>) {
        for movers in [MoverMode::Lockset, MoverMode::Ordered, MoverMode::Greatest] {
            for initial_phase in [true, false] {
                let outcome = self.outcome(rules, movers, initial_phase);
                let how = format!("{rules}, {movers:?}, initial phase {initial_phase}");
                match outcome.verdict {
                    Verdict::Safe => assert!(!self.wrong, "{how} misses an error"),
                    Verdict::Wrong => assert!(self.wrong || self.cut, "{how} finds an error that is none"),
                    Verdict::Inconclusive => assert!(self.may_be(outcome.bound), "{how}: {:?}", outcome.bound),
                }
                let told = outcome.failed.as_ref().map(|f| f.original.iter().map(|t| t.steps.len()).sum::<usize>());
                assert_eq!(told.is_some_and(|steps| steps > 0), outcome.verdict == Verdict::Wrong, "{how}");
                if !self.cut {
                    assert_ne!(outcome.verdict, Verdict::Inconclusive, "{how}: no stack is that deep");
                } else if movers == MoverMode::Lockset && outcome.verdict == Verdict::Safe {
                    kinds.push("safe though interleavings are cut");
                }
                if outcome.failed.is_some_and(|f| f.original.iter().flat_map(|t| &t.steps).any(|s| s.depth > 1)) {
                    kinds.push("wrong below two calls");
                }
            }
        }
    }

    /// Inside a transaction data may grow with stacks that nothing there cuts, as the depth of a re-entrant mutex
    /// does that each call acquires: then summaries hit the bound on states.
    fn may_be(&self, bound: Option<Bound>) -> bool {
        bound == Some(Bound::Stack) || self.cut && bound == Some(Bound::States)
    }

    fn literal_finds_nothing(&self) {
        let outcome = self.outcome("summaries-literal", MoverMode::Lockset, true);
        assert_eq!((outcome.states, outcome.verdict), (1, Verdict::Inconclusive), "as printed");
    }

    /// O3, O7, O9 under the movers and the partition that the driver ends with.
    fn facts(&self, kinds: &mut Vec<&'static str>) {
        let Some((settled, partition)) = settled(self.p, "summaries", &self.limits) else {
            assert!(self.cut, "there are fewer states of Omega than of all interleavings");
            kinds.push("data grow with stacks");
            return;
        };
        let movers = if self.cut { &settled } else { &self.locksets };
        if !partition.lfs.is_empty() {
            kinds.push("C3' repaired");
        }
        self.chosen(kinds);
        let omega = Omega::new(self, "summaries", movers, &partition);
        omega.is_an_exploration(self);
        if !self.cut {
            let broken = omega.instance_states(self, &settled, &partition);
            assert_eq!(omega.states, broken, "locks are inferred by summaries alone");
        }
        for rules in ["summaries-post", "summaries-f1"] {
            let other = Omega::new(self, rules, movers, &partition);
            if !omega.cut && !other.cut {
                assert!(omega.states == other.states, "Omega of {rules} differs");
            }
            assert_eq!(omega.cut, other.cut, "{rules} is cut where others are");
        }
        let sigma = Sigma::new(self, movers, &partition);
        if !sigma.cut && !omega.cut {
            assert!(sigma.outside.is_subset(&omega.states), "Lemma 2");
        }
    }

    /// O3 of the states in which transactions end at nodes.
    fn chosen(&self, kinds: &mut Vec<&'static str>) {
        let (control, options) = (Control::from(self.limits.clone()), Options::default());
        let settled = driver::settled(&self.semantics, ruleset(CHOOSING), &options, &control);
        let settled = settled.expect("nothing is claimed").filter(|_| !control.stopped());
        let Some((movers, partition)) = settled else { return };
        if !partition.chosen.is_empty() {
            kinds.push("nodes chosen");
        }
        Omega::new(self, CHOOSING, &movers, &partition).is_an_exploration(self);
    }

    /// O8: without a repair C3 holds of Ruleset 1 where C3' holds of Rulesets 2 and 3.
    fn completion_conditions_agree(&self, kinds: &mut Vec<&'static str>) {
        if self.cut {
            return;
        }
        let partition = Partition::default();
        let sigma = Sigma::new(self, &self.locksets, &partition);
        for rules in SOUND {
            let omega = Omega::new(self, rules, &self.locksets, &partition);
            assert_eq!(omega.facts.endless.is_empty(), sigma.transactions_end, "C3 and C3', {rules}");
            assert!(sigma.outside.is_subset(&omega.states), "Lemma 2, whatever C3 says");
        }
        if !sigma.transactions_end {
            kinds.push("C3 fails");
        }
    }

    /// O10: with more room than there are frames, a stack that is too deep has one of them twice.
    fn deep_stacks_violate_theorem_3(&self, kinds: &mut Vec<&'static str>) {
        let mut max_stack = self.limits.max_stack;
        loop {
            let limits = Limits { max_stack, ..self.limits.clone() };
            let Some((movers, partition)) = settled(self.p, "summaries", &limits) else { return };
            let omega = Omega::bounded(self, "summaries", &movers, &partition, limits);
            let violated = !omega.facts.non_transactional.is_empty();
            if omega.cut && omega.frames < max_stack as usize {
                assert!(violated, "stacks of {max_stack} are cut, and Theorem 3 applies");
                kinds.push("Theorem 3 violated");
            }
            if !omega.cut || omega.frames < max_stack as usize || max_stack > 12 {
                break;
            }
            max_stack = omega.frames as u32 + 1;
        }
    }
}

/// What a ruleset with summaries reaches, and its facts.
struct Omega {
    states: HashSet<Phased>,
    cut: bool,
    facts: Summaries,
    /// How many frames level I has pushed, or would have.
    frames: usize,
    overlaps: bool,
    assumptions_hold: bool,
}

impl Omega {
    fn new(subject: &Subject<'_>, rules: &str, movers: &Movers, partition: &Partition) -> Self {
        Self::bounded(subject, rules, movers, partition, subject.limits.clone())
    }

    fn bounded(subject: &Subject<'_>, rules: &str, movers: &Movers, partition: &Partition, limits: Limits) -> Self {
        let control = Control::from(limits);
        let (instance, solution) = summarize(rules, &subject.semantics, movers, partition.clone(), &control);
        let Solution { summaries, .. } = solution;
        let facts = summaries.expect("it summarizes");
        let pushed: BTreeSet<Frame> = facts.sum_plus.iter().map(|s| s.3).collect();
        let inside = |s| subject.semantics.tids().filter(|t| instance.class(*t, s) != Class::Outside).count();
        Omega {
            states: states(&instance).map(|s| phased(&instance, s)).collect(),
            cut: control.hit().is_some(),
            frames: pushed.len(),
            overlaps: states(&instance).any(|s| inside(s) > 1),
            assumptions_hold: !instance.broke_an_assumption(),
            facts,
        }
    }

    /// O3: every state is one of some interleaving. And no two threads are inside a transaction.
    fn is_an_exploration(&self, subject: &Subject<'_>) {
        assert!(self.assumptions_hold, "some lock is not held at every reachable access");
        assert!(!self.overlaps, "transactions do not overlap");
        assert!(self.facts.endless.is_empty(), "C3' was repaired");
        if !subject.cut {
            let real = |s: &Phased| subject.all.contains(&s.0);
            assert!(self.states.iter().all(real), "every state of Omega is reached by some interleaving");
        }
    }

    fn instance_states(&self, subject: &Subject<'_>, movers: &Movers, partition: &Partition) -> HashSet<Phased> {
        Omega::new(subject, "summaries", movers, partition).states
    }
}

/// What Ruleset 1 reaches.
struct Sigma {
    /// The states in which every thread is outside any transaction.
    outside: HashSet<Phased>,
    cut: bool,
    /// C3.
    transactions_end: bool,
}

impl Sigma {
    fn new(subject: &Subject<'_>, movers: &Movers, partition: &Partition) -> Self {
        let control = Control::from(subject.limits.clone());
        let instance = explore("reduction", &subject.semantics, movers, partition.clone(), &control);
        let outside = |s: &State| subject.semantics.tids().all(|t| instance.class(t, *s) == Class::Outside);
        let all: Vec<State> = states(&instance).collect();
        Sigma {
            outside: all.iter().filter(|s| outside(s)).map(|s| phased(&instance, *s)).collect(),
            cut: control.hit().is_some(),
            transactions_end: subject.semantics.tids().all(|t| ends(&instance, &all, t)),
        }
    }
}

/// Whether `t` alone can leave L(t) from every explored state in it.
fn ends(instance: &Instance<'_>, all: &[State], t: Tid) -> bool {
    let in_l = |s: &&State| instance.class(t, **s) == Class::Left;
    let mut stuck: BTreeSet<State> = all.iter().filter(in_l).copied().collect();
    loop {
        let can = |s: &State| instance.steps_of(t, *s).iter().any(|s2| !stuck.contains(s2));
        let ending: Vec<State> = stuck.iter().copied().filter(can).collect();
        if ending.is_empty() {
            return stuck.is_empty();
        }
        ending.iter().for_each(|s| assert!(stuck.remove(s)));
    }
}

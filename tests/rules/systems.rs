//! The two answers to what rules ask, `Instance` for models and `Explicit` for programs in Rust: models
//! as systems, under the same movers, count for count. And `check` of each, verdict for verdict.

use crate::corpus;
use crate::instructions::listing;
use crate::instructions::random::{Random, random_program};
use crate::instructions::run::*;
use moverlog::driver::{self, Instance, MoverMode, Options, Partition, Phases, Verdict};
use moverlog::ir::Program;
use moverlog::movers::Movers;
use moverlog::semantics::{Effect, LocalStore, Semantics};
use moverlog_rules::{Bounds, Explicit, Global, Mover, RULESETS, Reason, Ruleset, Step, System, Tid};

/// A model without calls.
struct Model<'a> {
    semantics: &'a Semantics<'a>,
    movers: &'a Movers,
}

impl System for Model<'_> {
    type Global = Global;
    type Local = LocalStore;

    fn start(&self) -> (Global, Vec<LocalStore>) {
        let c = self.semantics.initial();
        (c.global, c.locals)
    }

    fn steps(&self, t: Tid, g: &Global, l: &LocalStore) -> Vec<Step<Global, LocalStore>> {
        let transitions = self.semantics.transitions(t, *g, *l);
        let moves = self.movers.moves(self.semantics, (t, *g, *l), &transitions);
        let to = |effect: &Effect| match effect {
            Effect::Internal(l2) => *l2,
            Effect::Wrong(_) => self.semantics.wrong(),
            Effect::Push(..) | Effect::Pop(_) => unreachable!("the model has no calls"),
        };
        let letter = |m: &_| match moverlog::movers::Moves::letter(*m) {
            'R' => Mover::Right,
            'L' => Mover::Left,
            'B' => Mover::Both,
            _ => Mover::Non,
        };
        transitions.steps.iter().zip(&moves).map(|(s, m)| Step::to(letter(m), s.global, to(&s.effect))).collect()
    }

    fn is_wrong(&self, l: &LocalStore) -> bool {
        self.semantics.is_wrong(*l)
    }
}

const SMALL: usize = 3000;

/// Whether the model is small, and movers are known under which its transactions end by themselves.
fn agree(p: &Program, mode: MoverMode, context: &str) -> bool {
    let control = bounded(SMALL);
    let options = Options { movers: mode, ..Options::default() };
    let semantics = Semantics::new(p);
    let Ok(Some((movers, partition))) = driver::settled(&semantics, ruleset("reduction"), &options, &control) else {
        return false;
    };
    if p.has_calls() || !partition.lfs.is_empty() || run_bounded(p) {
        return false;
    }
    let system = Model { semantics: &semantics, movers: &movers };
    for rules in RULESETS.iter().filter(|r| r.inference.is_none()) {
        let context = format!("{}, {mode:?}: {context}", rules.name);
        counts_agree(&system, rules, &context);
        verdicts_agree(&system, p, rules, mode, &context);
    }
    true
}

/// Whether every interleaving is too much.
fn run_bounded(p: &Program) -> bool {
    let options = Options::default();
    let all = driver::check(p, ruleset("interleaving"), &options, &bounded(SMALL)).expect("nothing is claimed");
    all.cut().is_some()
}

fn counts_agree(system: &Model<'_>, rules: &Ruleset, context: &str) {
    let control = unbounded();
    let partition = Partition { phases: rules.reduces().then_some(Phases::Restart), ..Partition::default() };
    let instance = Instance::new(system.semantics, system.movers, partition, &control);
    let explicit = Explicit::new(system, Bounds::default(), rules.reduces());
    let (one, other) = ((rules.solve)(&instance), (rules.solve)(&explicit));
    assert_eq!(one.relations, other.relations, "{context}");
    let measured = (instance.state_count(), instance.transition_count(), instance.first_wrong().is_some());
    let (states, transitions) = (explicit.states().count(), explicit.transition_count());
    assert_eq!(measured, (states, transitions, explicit.first_wrong().is_some()), "{context}");
}

fn verdicts_agree(system: &Model<'_>, p: &Program, rules: &Ruleset, mode: MoverMode, context: &str) {
    let expected = run_with(p, rules.name, mode, true).verdict;
    let outcome = moverlog_rules::check(system, rules, Bounds::default());
    let said = match &outcome.verdict {
        moverlog_rules::Verdict::Safe => Verdict::Safe,
        moverlog_rules::Verdict::Wrong(_) => Verdict::Wrong,
        moverlog_rules::Verdict::Inconclusive(Reason::Claim) => Verdict::Inconclusive,
        moverlog_rules::Verdict::Inconclusive(reason) => panic!("{reason}: {context}"),
    };
    let by_interleaving = expected == Verdict::Inconclusive && said == Verdict::Wrong;
    assert!(said == expected || by_interleaving, "{said:?}, expected {expected:?}: {context}");
}

#[test]
fn models_as_systems() {
    let mut tried = 0;
    for path in corpus::models() {
        let p = corpus::read(&path, &[]).program;
        tried += usize::from(agree(&p, MoverMode::Lockset, &path.display().to_string()));
    }
    assert!(tried > 10, "{tried} small models");
}

#[test]
fn random_models_as_systems() {
    let mut random = Random::new(5);
    let mut tried = 0;
    for number in 0..300 {
        let p = random_program(&mut random);
        let mode = [MoverMode::Lockset, MoverMode::Greatest][number % 2];
        tried += usize::from(agree(&p, mode, &listing(&p)));
    }
    assert!(tried > 100, "{tried} programs");
}

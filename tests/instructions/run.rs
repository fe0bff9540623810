//! Running rulesets on a program, with and without the driver around them.

use moverlog::driver::{self, Control, Instance, Limits, MoverMode, Options, Outcome, Partition, check};
use moverlog::ir::Program;
use moverlog::movers::{Movers, Protection, Reachable};
use moverlog::semantics::{Configuration, Semantics};
use moverlog_rules::{Program as _, Ruleset, Solution, State, Tid};
use std::collections::BTreeSet;

pub fn ruleset(name: &str) -> &'static Ruleset {
    moverlog_rules::ruleset(name).expect("the ruleset is listed")
}

pub fn unbounded() -> Control<'static> {
    bounded(Limits::default().max_states)
}

pub fn bounded(max_states: usize) -> Control<'static> {
    Control::from(Limits { max_states, ..Limits::default() })
}

/// The verdict of the driver, by lockset movers.
pub fn run(p: &Program, rules: &str) -> Outcome {
    run_with(p, rules, MoverMode::Lockset, true)
}

pub fn run_with(p: &Program, rules: &str, movers: MoverMode, initial_phase: bool) -> Outcome {
    try_run(p, rules, movers, initial_phase).expect("no claim is false")
}

/// The same where movers are claimed; nothing if a claim is false.
pub fn try_run(p: &Program, rules: &str, movers: MoverMode, initial_phase: bool) -> Option<Outcome> {
    check(p, ruleset(rules), &Options { movers, initial_phase, ..Options::default() }, &unbounded()).ok()
}

/// Explores by the ruleset under exactly these movers and this partition, without any repair.
pub fn explore<'a>(
    rules: &str,
    semantics: &'a Semantics<'a>,
    movers: &'a Movers,
    partition: Partition,
    control: &'a Control<'a>,
) -> Instance<'a> {
    let instance = Instance::new(semantics, movers, partition, control);
    let solution = (ruleset(rules).solve)(&instance);
    assert_eq!(solution.relations, [("Sigma".into(), instance.state_count())], "Sigma is what was stored");
    instance
}

/// As `explore`, by a ruleset that summarizes; with its facts.
pub fn summarize<'a>(
    rules: &str,
    semantics: &'a Semantics<'a>,
    movers: &'a Movers,
    partition: Partition,
    control: &'a Control<'a>,
) -> (Instance<'a>, Solution) {
    let instance = Instance::new(semantics, movers, partition, control);
    let solution = (ruleset(rules).solve)(&instance);
    assert_eq!(solution.relations[0], ("Omega".into(), instance.state_count()), "Omega is what was stored");
    (instance, solution)
}

/// The movers and the partition that the driver ends with; nothing if that needs more than `limits`,
/// the bound on stacks apart.
pub fn settled(p: &Program, rules: &str, limits: &Limits) -> Option<(Movers, Partition)> {
    let control = Control::from(limits.clone());
    let options = Options::default();
    let settled = driver::settled(&Semantics::new(p), ruleset(rules), &options, &control).expect("nothing is claimed");
    settled.filter(|_| !control.stopped())
}

/// The state as the program has it, and the phase of each thread.
pub type Phased = (Configuration, Vec<bool>);

pub fn phased(instance: &Instance<'_>, s: State) -> Phased {
    let phase = |t| instance.stores(instance.node(t, s)).2;
    (instance.configuration(s), instance.semantics.tids().map(phase).collect())
}

/// The partition of `interleaving`: steps carry no phases.
pub fn without_phases() -> Partition {
    Partition { phases: None, ..Partition::default() }
}

/// Every state of every interleaving, and the locks held at every reachable access; nothing if
/// there are too many.
pub fn interleaving(semantics: &Semantics<'_>, max_states: usize) -> Option<(Vec<Configuration>, Movers)> {
    let (strongest, control) = (Movers::Protection(Protection::initial(semantics.program)), bounded(max_states));
    let instance = explore("interleaving", semantics, &strongest, without_phases(), &control);
    let (seen, all) = (instance.observed().expect("locksets are observed"), configurations(&instance));
    control.hit().is_none().then(|| {
        let seen = after_all_rounds(semantics, seen, &all);
        (all, Movers::Protection(seen))
    })
}

/// What all accesses leave of the assumptions: what flags order is known after further rounds.
pub fn after_all_rounds(semantics: &Semantics<'_>, seen: Protection, all: &[Configuration]) -> Protection {
    match semantics.program.starts.is_empty() {
        true => seen,
        false => seen.over(semantics, &Reachable::new(all.iter().cloned())),
    }
}

pub fn states(instance: &Instance<'_>) -> impl Iterator<Item = State> + use<> {
    (0..instance.state_count() as u32).map(State)
}

pub fn configurations(instance: &Instance<'_>) -> Vec<Configuration> {
    states(instance).map(|s| instance.configuration(s)).collect()
}

pub fn wrong_threads(semantics: &Semantics<'_>, configurations: &[Configuration]) -> BTreeSet<Tid> {
    let wrong = |c: &Configuration| {
        let ls = c.locals.clone();
        (1..).map(Tid).zip(ls).filter(|(_, l)| semantics.is_wrong(*l)).map(|(t, _)| t).collect::<Vec<_>>()
    };
    configurations.iter().flat_map(wrong).collect()
}

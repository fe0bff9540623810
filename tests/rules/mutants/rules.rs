//! Rulesets without the driver: rules run under the movers and the partition on which the verdict of the
//! original rests.

use super::table::{Effect, Row, Table};
use crate::corpus;
use crate::instructions::run::ruleset;
use moverlog::derivation::{Rules, derive};
use moverlog::driver::{Bound, Control, Engine, Instance, Limits, Options, Partition, settled};
use moverlog::ir::Program;
use moverlog::movers::Movers;
use moverlog::semantics::Semantics;
use std::path::PathBuf;

/// A small model, and what an engine needs for it.
pub struct Case {
    pub name: String,
    /// What its header claims.
    pub wrong: bool,
    pub program: Program,
    pub movers: Movers,
    pub partition: Partition,
}

/// What some rules find: whether a thread goes wrong, and how much of each relation.
struct Found {
    wrong: bool,
    cut: bool,
    sizes: Vec<usize>,
}

pub fn limits() -> Limits {
    Limits { max_states: 600, max_stack: 3, ..Limits::default() }
}

/// The models on which an engine stores few states.
pub fn cases(engine: Engine) -> Vec<Case> {
    cases_of(engine, corpus::models())
}

pub fn cases_of(engine: Engine, paths: Vec<PathBuf>) -> Vec<Case> {
    let mut cases = vec![];
    for path in paths {
        let model = corpus::read(&path, &[]);
        let wrong = model.directives.iter().any(|(k, v)| k == "verdict" && v == "wrong");
        let program = model.program;
        let control = Control::from(Limits { max_states: 80, ..limits() });
        let semantics = Semantics::new(&program);
        let settled = settled(&semantics, engine, &Options::default(), &control).expect("no claim is checked");
        let Some((movers, partition)) = settled.filter(|_| !control.stopped()) else { continue };
        drop(semantics);
        cases.push(Case { name: path.display().to_string(), wrong, program, movers, partition });
    }
    assert!(cases.len() > 40, "{} models are small for {}", cases.len(), engine.name());
    cases
}

/// Each case with what was found, the smallest first.
pub fn sorted<F>(cases: Vec<Case>, run: impl Fn(&Case) -> F, size: impl Fn(&F) -> usize) -> Vec<(Case, F)> {
    let mut found: Vec<(Case, F)> = cases.into_iter().map(|c| (run(&c), c)).map(|(f, c)| (c, f)).collect();
    found.sort_by_key(|(_, f)| size(f));
    found
}

/// Whether something other than the bound on stacks has cut the run.
pub fn is_cut(control: &Control<'_>) -> bool {
    control.hit().is_some_and(|b| b != Bound::Stack)
}

fn run(rules: &Rules, case: &Case) -> Found {
    let (semantics, control) = (Semantics::new(&case.program), Control::from(limits()));
    let instance = Instance::new(&semantics, &case.movers, case.partition.clone(), &control);
    let found = derive(rules, &instance);
    let sizes = (0..rules.relations.len()).map(|r| found.facts(r).count()).collect();
    Found { wrong: instance.first_wrong().is_some(), cut: is_cut(&control), sizes }
}

fn size(found: &Found) -> usize {
    found.sizes.iter().sum()
}

fn effect(now: &Found, case: &Case, original: &Found) -> Option<Effect> {
    let other = |what| Some(Effect { weight: 2, what });
    match (now.wrong, original.wrong) {
        (false, true) if !now.cut => Some(Effect::ERROR_LOST),
        (true, false) if !case.wrong => Some(Effect::NO_ERROR),
        _ if now.cut => other("more is derived"),
        _ if size(now) < size(original) => other("less is derived"),
        _ if now.sizes != original.sizes => other("more is derived"),
        _ => None,
    }
}

pub fn table(engine: &'static str) -> Table {
    let original = Rules::parse(ruleset(engine).sources).expect("it is one of ours");
    let cases = sorted(cases(ruleset(engine).into()), |c| run(&original, c), size);
    let row = |rules: &Rules, tag: &str, change: &str| {
        let each = cases.iter().map(|(c, found)| (c.name.as_str(), effect(&run(rules, c), c, found)));
        Row::new(tag, change, each)
    };
    let rows = original.mutants().iter().map(|m| row(&m.rules, &m.tag, &m.change)).collect();
    Table { engine, of: "rule", rows }
}

//! DYN: the whole check, in which rules instrument the control-flow graph and explore its blocks.

use super::rules::{is_cut, limits};
use super::table::{Effect, Row, Table};
use crate::corpus;
use moverlog::derivation::{Rules, RulesFile};
use moverlog::driver::{Control, Engine, Limits, Options, Verdict, check};
use moverlog::ir::Program;
use moverlog_rules::reduction;

struct Case {
    name: String,
    /// What its header claims.
    wrong: bool,
    program: Program,
}

/// What a check ends with.
struct Found {
    wrong: bool,
    cut: bool,
    states: usize,
    nodes: usize,
}

fn run(engine: Engine, program: &Program, limits: Limits) -> Found {
    let control = Control::from(limits);
    let outcome = check(program, engine, &Options::default(), &control).expect("no claim is checked");
    let (wrong, cut) = (outcome.verdict == Verdict::Wrong, is_cut(&control));
    Found { wrong, cut, states: outcome.states, nodes: outcome.nodes }
}

/// The models with few states, the smallest first.
fn cases(engine: Engine) -> Vec<(Case, Found)> {
    let read = |path: std::path::PathBuf| {
        let model = corpus::read(&path, &[]);
        let wrong = model.directives.iter().any(|(k, v)| k == "verdict" && v == "wrong");
        Case { name: path.display().to_string(), wrong, program: model.program }
    };
    let small = Limits { max_states: 80, ..limits() };
    let found = corpus::models().into_iter().map(read).map(|c| (run(engine, &c.program, small.clone()), c));
    let mut cases: Vec<(Case, Found)> = found.filter(|(f, _)| !f.cut).map(|(f, c)| (c, f)).collect();
    cases.sort_by_key(|(_, f)| f.nodes);
    assert!(cases.len() > 40, "{} models are small for {}", cases.len(), engine.name());
    cases
}

fn effect(now: &Found, case: &Case, original: &Found) -> Option<Effect> {
    let other = |weight, what| Some(Effect { weight, what });
    match (now.wrong, original.wrong) {
        (false, true) if !now.cut => Some(Effect::ERROR_LOST),
        (true, false) if !case.wrong => Some(Effect::NO_ERROR),
        _ if now.cut || now.states > original.states => other(2, "more states"),
        _ if now.states < original.states => other(2, "fewer states"),
        _ if now.nodes > original.nodes => other(3, "more nodes inside blocks"),
        _ if now.nodes < original.nodes => other(3, "fewer nodes inside blocks"),
        _ => None,
    }
}

fn file(name: &str, rules: Rules) -> RulesFile {
    RulesFile::instead_of_reduction(reduction(name).expect("the reduction is listed"), rules)
}

pub fn table(name: &'static str) -> Table {
    let rules = Rules::of_reduction(reduction(name).expect("the reduction is listed")).expect("it is one of ours");
    let cases = cases((&file(name, rules.clone())).into());
    let row = |rules: Rules, tag: &str, change: &str| {
        let mutant = file(name, rules);
        let effect = |(c, found): &(Case, Found)| effect(&run((&mutant).into(), &c.program, limits()), c, found);
        Row::new(tag, change, cases.iter().map(|each| (each.0.name.as_str(), effect(each))))
    };
    let rows = rules.mutants().into_iter().map(|m| row(m.rules, &m.tag, &m.change)).collect();
    Table { engine: name, of: "rule", rows }
}

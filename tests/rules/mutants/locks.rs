//! Lock inference: the whole check, in which the rules decide what protects what in the next run.

use super::rules::{Case, cases, is_cut, limits, sorted};
use super::table::{Effect, Row, Table};
use crate::instructions::run::ruleset;
use moverlog::derivation::{Rules, RulesFile};
use moverlog::driver::{Control, Engine, Options, Verdict, check};
use moverlog::ir::Cell;

/// What a check ends with.
struct Found {
    wrong: bool,
    cut: bool,
    /// The protecting set of each cell.
    sets: Vec<Vec<Cell>>,
    states: usize,
    rounds: usize,
}

fn run(engine: Engine, case: &Case) -> Found {
    let control = Control::from(limits());
    let outcome = check(&case.program, engine, &Options::default(), &control).expect("no claim is checked");
    Found {
        wrong: outcome.verdict == Verdict::Wrong,
        cut: is_cut(&control),
        sets: outcome.protecting.expect("locks are inferred"),
        states: outcome.states,
        rounds: outcome.rounds,
    }
}

fn effect(now: &Found, case: &Case, original: &Found) -> Option<Effect> {
    let other = |weight, what| Some(Effect { weight, what });
    // Where an error ends the check, accesses behind it may stay unseen.
    let sets_differ = !now.wrong && !original.wrong && !now.cut && now.sets != original.sets;
    let subset = || now.sets.iter().zip(&original.sets).all(|(n, o)| n.iter().all(|m| o.contains(m)));
    match (now.wrong, original.wrong) {
        (false, true) if !now.cut => Some(Effect::ERROR_LOST),
        (true, false) if !case.wrong => Some(Effect::NO_ERROR),
        _ if sets_differ && !subset() => other(2, "a set keeps a lock that some access lacks"),
        _ if sets_differ => other(2, "a set loses a lock that every access holds"),
        _ if now.cut || now.states > original.states => other(3, "more states"),
        _ if now.states < original.states => other(3, "fewer states"),
        _ if now.rounds > original.rounds => other(4, "more rounds, to the same end"),
        _ if now.rounds < original.rounds => other(4, "fewer rounds, to the same end"),
        _ => None,
    }
}

/// An engine lives as long as the process.
fn engine(name: &str, rules: Rules) -> Engine<'static> {
    Engine::File(Box::leak(Box::new(RulesFile::instead_of(ruleset(name), rules))))
}

pub fn table(name: &'static str) -> Table {
    let rules = Rules::parse(ruleset(name).sources).expect("it is one of ours");
    let original = engine(name, rules.clone());
    let cases = sorted(cases(original), |c| run(original, c), |f| f.states);
    let row = |rules: Rules, tag: &str, change: &str| {
        let mutant = engine(name, rules);
        let each = cases.iter().map(|(c, found)| (c.name.as_str(), effect(&run(mutant, c), c, found)));
        Row::new(tag, change, each)
    };
    let rows = rules.mutants().into_iter().map(|m| row(m.rules, &m.tag, &m.change)).collect();
    Table { engine: name, of: "rule", rows }
}

//! Rules that answer questions: a compiled ruleset runs asking them, and they are held against the compiled answers.

use super::rules::{Case, cases_of, is_cut, limits, sorted};
use super::table::{Effect, Row, Table};
use crate::corpus;
use crate::instructions::run::ruleset;
use moverlog::derivation::{Answering, Rules};
use moverlog::driver::{Control, Instance};
use moverlog::movers::{Movers, Protection};
use moverlog::semantics::Semantics;
use moverlog_rules::{Frame, Node, Program, Ruleset, State, Tid};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Calls and returns that do not move both ways are in no small model of the project.
const MORE: [&str; 2] = ["tests/mutants/racy_call.mover", "tests/mutants/racy_return.mover"];

/// What a ruleset derives that asks some rules, and what they answer wherever it may ask.
struct Found {
    wrong: bool,
    cut: bool,
    sizes: Vec<usize>,
    /// Where an answer is not the compiled one.
    differs: bool,
}

fn run(asked: &Ruleset, rules: &Rules, case: &Case) -> Found {
    let (semantics, control) = (Semantics::new(&case.program), Control::from(limits()));
    // Locks are removed from the sets that a check begins with.
    let strongest = || Movers::Protection(Protection::inferred_by(&case.program, asked.inference));
    let movers = if asked.inference.is_some() { strongest() } else { case.movers.clone() };
    let compiled = Instance::new(&semantics, &movers, case.partition.clone(), &control);
    (asked.solve)(&compiled);
    let differs = differs(&compiled, &Answering::new(&compiled, rules));
    let instance = Instance::new(&semantics, &movers, case.partition.clone(), &control);
    let solution = (asked.solve)(&Answering::new(&instance, rules));
    let sizes = solution.relations.iter().map(|(_, size)| *size).collect();
    Found { wrong: instance.first_wrong().is_some(), cut: is_cut(&control), sizes, differs }
}

/// At the nodes and in the states of an exploration.
fn differs(compiled: &Instance<'_>, rules: &dyn Program) -> bool {
    let threads = || (1..=compiled.thread_count()).map(Tid);
    let states: Vec<State> = (0..compiled.state_count() as u32).map(State).collect();
    let pairs = || states.iter().flat_map(|s| threads().map(move |t| (t, *s)));
    let frames: BTreeSet<Frame> = pairs().flat_map(|(t, s)| compiled.frames(t, s)).collect();
    let of = |p: &dyn Program, t: Tid, n: Node| {
        let returns: Vec<_> = frames.iter().flat_map(|f| p.u_minus(t, n, *f)).collect();
        let steps: (BTreeSet<_>, BTreeSet<_>) = (p.u(t, n).collect(), p.u_plus(t, n).collect());
        let unheld: BTreeSet<_> = p.unheld(t, n).collect();
        (steps, returns, unheld, [p.is_outside(t, n), p.is_left(t, n), p.is_right(t, n), p.holds_locks(t, n)])
    };
    let nodes = 0..compiled.node_count() as u32;
    pairs().any(|(t, s)| compiled.others_outside(t, s) != rules.others_outside(t, s))
        || nodes.map(Node).any(|n| threads().any(|t| of(compiled, t, n) != of(rules, t, n)))
}

fn effect(now: &Found, case: &Case, original: &Found) -> Option<Effect> {
    let other = |weight, what| Some(Effect { weight, what });
    let size = |found: &Found| found.sizes.iter().sum::<usize>();
    match (now.wrong, original.wrong) {
        (false, true) if !now.cut => Some(Effect::ERROR_LOST),
        (true, false) if !case.wrong => Some(Effect::NO_ERROR),
        _ if now.cut || size(now) > size(original) => other(2, "more is derived"),
        _ if now.sizes != original.sizes => other(2, "less is derived"),
        _ if now.differs => other(3, "another answer, to the same end"),
        _ => None,
    }
}

/// Of those rules that are not in another table: `locks` has the instrumentation of `reduction` and its own.
pub fn table(title: &'static str, asked: &'static str) -> Table {
    let asked = ruleset(asked);
    let original = Rules::of(asked).expect("it is one of ours");
    let mut paths = corpus::models();
    paths.extend(MORE.map(PathBuf::from));
    let cases = sorted(cases_of(asked.into(), paths), |c| run(asked, &original, c), |f| f.sizes.iter().sum());
    assert!(cases.iter().all(|(_, found)| !found.differs), "rules answer as compiled");
    let own = |tag: &str| asked.inference.is_none() || ["(GUARDED)", "(UNHELD)"].contains(&tag);
    let row = |rules: &Rules, tag: &str, change: &str| {
        let each = cases.iter().map(|(c, found)| (c.name.as_str(), effect(&run(asked, rules, c), c, found)));
        Row::new(tag, change, each)
    };
    let mutants = original.answer_mutants().into_iter().filter(|m| own(&m.tag));
    Table { engine: title, of: "rule", rows: mutants.map(|m| row(&m.rules, &m.tag, &m.change)).collect() }
}

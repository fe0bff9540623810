//! The rules that answer questions, against the answers that compiled rules are given: every node and state of
//! every small model, and of random programs (`MOVERLOG_PROGRAMS` sets how many, `MOVERLOG_SEED` where they begin).

use crate::generator::generate;
use crate::support::setting;
use moverlog::derivation::{Answering, Rules};
use moverlog::driver::{Control, Instance, Limits, Partition, Phases};
use moverlog::ir::{Loc, Program as Model};
use moverlog::model::load;
use moverlog::movers::{Movers, Protection};
use moverlog::semantics::Semantics;
use moverlog_rules::{Frame, Node, Program, RULESETS, Ruleset, State, Tid};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn model(text: &str) -> Option<Model> {
    load("model", text, &[]).0.map(|m| m.program)
}

fn models() -> Vec<(String, Model)> {
    let folders = ["classic", "cpc", "errata", "fq", "qrr", "repro", "tour"];
    let files = folders.iter().flat_map(|f| std::fs::read_dir(format!("models/{f}")).unwrap());
    let mut paths: Vec<PathBuf> = files.map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "mover"));
    paths.sort();
    let read = |p: &PathBuf| model(&std::fs::read_to_string(p).unwrap());
    paths.iter().filter_map(|p| Some((p.display().to_string(), read(p)?))).collect()
}

/// Runs the compiled rules, so that there are nodes to ask about, and compares what they were told with what the
/// rules answer.
fn compare(model: &Model, ruleset: &Ruleset, assumed: &Protection, (phases, lfs): (Phases, BTreeSet<Loc>)) -> usize {
    let semantics = Semantics::new(model);
    let control = Control::new(Limits { max_stack: 4, max_states: 3000, ..Limits::default() }, &|_| {});
    let movers = Movers::Protection(assumed.clone());
    let partition = Partition { phases: Some(phases), inference: ruleset.inference, lfs, ..Partition::default() };
    let instance = Instance::new(&semantics, &movers, partition, &control);
    (ruleset.solve)(&instance);
    if !instance.goes_on() {
        return 0;
    }
    let states: Vec<State> = (0..instance.state_count() as u32).map(State).collect();
    let asked = Asked { frames: frames(&instance, &states), nodes: instance.node_count() as u32, states };
    asked.of(&instance, &Answering::new(&instance, &Rules::of(ruleset).unwrap()), model)
}

fn frames(instance: &Instance<'_>, states: &[State]) -> BTreeSet<Frame> {
    let threads = || instance.semantics.tids();
    states.iter().flat_map(|s| threads().flat_map(|t| instance.frames(t, *s))).collect()
}

struct Asked {
    states: Vec<State>,
    nodes: u32,
    frames: BTreeSet<Frame>,
}

impl Asked {
    /// How much was compared.
    fn of(&self, glue: &dyn Program, rules: &dyn Program, model: &Model) -> usize {
        for n in (0..self.nodes).map(Node) {
            for t in (1..=model.threads.len() as u32).map(Tid) {
                self.nodes(glue, rules, (t, n));
            }
        }
        for s in &self.states {
            for t in (1..=model.threads.len() as u32).map(Tid) {
                assert_eq!(glue.others_outside(t, *s), rules.others_outside(t, *s), "{t:?} {s:?}");
            }
        }
        self.nodes as usize
    }

    fn nodes(&self, glue: &dyn Program, rules: &dyn Program, (t, n): (Tid, Node)) {
        let partition = |p: &dyn Program| [p.is_outside(t, n), p.is_left(t, n), p.is_right(t, n), p.holds_locks(t, n)];
        assert_eq!(partition(glue), partition(rules), "{t:?} {n:?}");
        let set = |p: &dyn Program| {
            let u: BTreeSet<_> = p.u(t, n).collect();
            let u_plus: BTreeSet<_> = p.u_plus(t, n).collect();
            let u_minus: BTreeSet<_> =
                self.frames.iter().flat_map(|f| p.u_minus(t, n, *f).map(|n2| (*f, n2))).collect();
            let unheld: BTreeSet<_> = p.unheld(t, n).collect();
            (u, u_plus, u_minus, unheld)
        };
        assert_eq!(set(glue), set(rules), "{t:?} {n:?}");
    }
}

/// The strongest assumptions, and those under which all is protected by nothing.
fn assumptions(model: &Model) -> [Protection; 2] {
    let mut none = Protection::initial(model);
    for z in 0..model.cells.len() as u32 {
        let cell = moverlog::ir::Cell(z);
        none.protecting_set(cell).to_vec().into_iter().for_each(|m| none.remove(cell, m));
    }
    [Protection::initial(model), none]
}

fn compare_all(model: &Model) -> usize {
    let odd: BTreeSet<Loc> = (0..model.locations.len() as u32).filter(|l| l % 2 == 1).map(Loc).collect();
    let mut compared = 0;
    for ruleset in RULESETS.iter().filter(|r| r.reduces()) {
        for assumed in assumptions(model) {
            compared += compare(model, ruleset, &assumed, (Phases::Restart, BTreeSet::new()));
            compared += compare(model, ruleset, &assumed, (Phases::Restart, odd.clone()));
            compared += compare(model, ruleset, &assumed, (Phases::Inside, odd.clone()));
        }
    }
    compared
}

#[test]
fn rules_answer_what_compiled_rules_are_told() {
    let compared: usize = models().iter().map(|(_, model)| compare_all(model)).sum();
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn rules_answer_the_same_on_random_programs() {
    let first = setting("MOVERLOG_SEED", 1);
    let seeds = first..first + setting("MOVERLOG_PROGRAMS", 40);
    let models = seeds.map(generate).filter(|g| !g.features.is_empty());
    let compared: usize = models.filter_map(|g| model(&g.text)).map(|model| compare_all(&model)).sum();
    assert!(compared > 1_000, "{compared}");
}

//! Every ruleset's declarative form, the instrumentation as rules with it, against the compiled one, fact by fact, on
//! random programs: `MOVERLOG_PROGRAMS` sets how many, `MOVERLOG_SEED` where they begin.

use crate::generator::generate;
use crate::support::setting;
use moverlog::derivation::RulesFile;
use moverlog::driver::{Control, Instance, Limits, Partition, Phases};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::movers::{Movers, Protection};
use moverlog::semantics::Semantics;
use moverlog_rules::{Program as _, RULESETS, Ruleset, Solution, Summaries, ruleset};
use std::borrow::Cow;
use std::collections::BTreeMap;

type Files = Vec<(&'static Ruleset, RulesFile)>;

fn files() -> Files {
    RULESETS.iter().map(|r| (r, RulesFile::load("file", &format!("include {};", r.name)).unwrap())).collect()
}

/// What locks protect in all interleavings, and what they protect where nobody has looked yet.
fn assumptions(program: &Program, semantics: &Semantics<'_>, control: &Control<'_>) -> [Protection; 2] {
    let strongest = Protection::initial(program);
    let movers = Movers::Protection(strongest.clone());
    let partition = Partition { phases: None, ..Partition::default() };
    let all = Instance::new(semantics, &movers, partition, control);
    (ruleset("interleaving").unwrap().solve)(&all);
    [all.observed().unwrap(), strongest]
}

/// Rows in an order of their own.
fn sorted(found: Solution) -> Solution {
    let summaries = found.summaries.map(|mut s: Summaries| {
        s.path_edges.sort_unstable();
        s.sum.sort_unstable();
        s.sum_plus.sort_unstable();
        s.sum_minus.sort_unstable();
        s.mark.sort_unstable();
        s.call.sort_unstable();
        s.endless.sort_unstable();
        s.recursive.sort_unstable();
        s.non_transactional.sort_unstable();
        s
    });
    let mut removed = found.removed;
    removed.sort_unstable();
    Solution { summaries, removed, ..found }
}

/// How many facts were compared.
fn compare(name: &str, program: &Program, files: &Files) -> usize {
    let semantics = Semantics::new(program);
    let control = || Control::from(Limits { max_stack: 4, max_states: 1500, ..Limits::default() });
    let assumed = assumptions(program, &semantics, &control()).map(Movers::Protection);
    let mut compared = 0;
    for ((ruleset, file), movers) in files.iter().flat_map(|f| assumed.iter().map(move |a| (f, a))) {
        let phases = ruleset.reduces().then_some(Phases::Inside);
        let partition = Partition { phases, inference: ruleset.inference, ..Partition::default() };
        let control = control();
        compared += compare_on(&Instance::new(&semantics, movers, partition, &control), ruleset, file, name);
    }
    compared
}

/// Both ask the same instance, so that the same atoms are the same things: where the file derives as many states and
/// meets no new one, its states are the same.
fn compare_on(instance: &Instance<'_>, ruleset: &Ruleset, file: &RulesFile, name: &str) -> usize {
    let compiled = sorted((ruleset.solve)(instance));
    let states = instance.state_count();
    let read = sorted(file.solve(instance));
    if !instance.goes_on() {
        return 0;
    }
    let measured = |(name, _): &(Cow<'_, str>, usize)| ruleset.solve.relations.contains(&&**name);
    let of_file: BTreeMap<_, _> = read.relations.into_iter().filter(measured).collect();
    let of_compiled: BTreeMap<_, _> = compiled.relations.into_iter().collect();
    assert_eq!(of_compiled, of_file, "{name} {}", ruleset.name);
    assert_eq!((compiled.summaries, compiled.removed), (read.summaries, read.removed), "{name} {}", ruleset.name);
    assert_eq!(states, instance.state_count(), "{name} {}", ruleset.name);
    of_compiled.values().sum()
}

#[test]
fn files_derive_what_compiled_rules_derive_of_random_programs() {
    let (files, first) = (files(), setting("MOVERLOG_SEED", 1));
    let (mut facts, mut programs) = (0, 0);
    for seed in first..first + setting("MOVERLOG_PROGRAMS", 40) {
        let Some(text) = Some(generate(seed)).filter(|g| !g.features.is_empty()) else { continue };
        let Some(model) = load("model", &text.text, &[]).0 else { continue };
        let compared = compare(&format!("seed {seed}"), &model.program, &files);
        (facts, programs) = (facts + compared, programs + usize::from(compared > 0));
    }
    assert!(facts > 10_000 && programs > 10, "{facts} facts of {programs} programs");
}

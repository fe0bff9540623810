//! What one ruleset derives of a program and another one does not.

use super::{Application, Fact, Proofs, with_derivations};
use crate::control::Control;
use crate::driver::{Engine, MoverMode, Options, Outcome, check};
use crate::ir::Program;
use crate::movers::FalseClaim;
use std::collections::HashSet;

/// One ruleset on the program.
#[derive(Debug)]
pub struct DiffSide {
    pub rules: String,
    /// Whether its local stores carry phases.
    pub phases: bool,
    pub outcome: Outcome,
    /// The number of facts of each relation of its text.
    pub sizes: Vec<(String, usize)>,
    /// Facts that the other one lacks, of relations that both have, each with its first derivation.
    pub only: Vec<(Fact, Application)>,
}

/// Both sets of rules; nothing if a bound did not let one of them come to an end.
pub fn diff(
    program: &Program,
    engines: [Engine; 2],
    options: &Options,
    control: &Control<'_>,
) -> Result<Option<[DiffSide; 2]>, Vec<FalseClaim>> {
    let [a, b] = engines;
    let Some(a) = derived(program, a, options, control)? else { return Ok(None) };
    let Some(b) = derived(program, b, options, control)? else { return Ok(None) };
    let phases = a.engine.has_phases() && b.engine.has_phases();
    let (of_a, of_b) = (a.keys(phases), b.keys(phases));
    let (relations_a, relations_b) = (a.relations(), b.relations());
    Ok(Some([a.without(&of_b, &relations_b, phases), b.without(&of_a, &relations_a, phases)]))
}

/// Everything that one ruleset derives.
struct Everything<'e> {
    engine: Engine<'e>,
    outcome: Outcome,
    sizes: Vec<(String, usize)>,
    facts: Vec<(Fact, Application)>,
}

fn derived<'e>(
    program: &Program,
    engine: Engine<'e>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Option<Everything<'e>>, Vec<FalseClaim>> {
    let movers = if engine.inference().is_some() { MoverMode::Lockset } else { options.movers };
    let options = Options { movers, ..options.clone() };
    let outcome = check(program, engine, &options, &control.anew())?;
    let control = control.anew();
    control.be_thorough();
    let found = with_derivations(program, engine, &options, &control, |proofs| (proofs.sizes(), proofs.everything()))?;
    Ok(found.map(|(sizes, facts)| Everything { engine, outcome, sizes, facts }))
}

/// Where one of two engines has no phases, facts that differ in them alone are the same.
fn key(fact: &Fact, phases: bool) -> String {
    let key = format!("{} {:?}", fact.relation, fact.columns);
    if phases { key } else { key.replace("phase: true", "phase: false") }
}

impl Everything<'_> {
    fn keys(&self, phases: bool) -> HashSet<String> {
        self.facts.iter().map(|(f, _)| key(f, phases)).collect()
    }

    fn relations(&self) -> HashSet<String> {
        self.sizes.iter().map(|(r, _)| r.clone()).collect()
    }

    fn without(self, other: &HashSet<String>, relations: &HashSet<String>, phases: bool) -> DiffSide {
        let missing =
            |(f, _): &(Fact, Application)| relations.contains(&f.relation) && !other.contains(&key(f, phases));
        let only = self.facts.into_iter().filter(missing).collect();
        DiffSide {
            rules: self.engine.name().to_string(),
            phases: self.engine.has_phases(),
            outcome: self.outcome,
            sizes: self.sizes,
            only,
        }
    }
}

impl Proofs<'_> {
    fn sizes(&self) -> Vec<(String, usize)> {
        let stored = self.rules.relations.iter().enumerate().filter(|(_, (name, _))| name != "Prog");
        stored.map(|(r, (name, _))| (name.clone(), self.found.facts(r).count())).collect()
    }

    fn everything(&self) -> Vec<(Fact, Application)> {
        let facts = self.facts().take_while(|_| self.world.control().goes_on());
        facts.filter_map(|id| Some((self.fact(id), self.ways(id, false).into_iter().next()?))).collect()
    }
}

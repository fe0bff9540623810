//! Why a fact does not hold: the rule instances that come nearest to it, and what fails in them, followed
//! down to what the program answers.

use super::cause::{Cause, Try};
use super::decode::Fact;
use super::follow::Search;
use super::goal::{Goal, Want};
use super::hunt::Hunt;
use super::known::Known;
use super::pattern::FactPattern;
use super::world::World;
use super::{Proofs, with_derivations};
use crate::driver::{Control, Engine, Instance, Limits, Options};
use crate::ir::Program;
use crate::movers::FalseClaim;
use moverlog_rules::Kind;
use std::rc::Rc;

/// What came of asking why a fact does not hold.
#[derive(Debug)]
pub enum WhyNot {
    /// It does; how many facts match, and the first.
    Holds(Fact, usize),
    Not(Missing),
    /// A bound ended the run.
    Unfinished,
}

/// Why no fact matches.
#[derive(Debug)]
pub struct Missing {
    /// The best attempt of each rule, the nearest first.
    pub tries: Vec<Try>,
    pub causes: Vec<Cause>,
    /// No interleaving has such a state: the rules of `interleaving` were asked, not those of the ruleset.
    pub unreachable: bool,
    /// Only a part of the attempts was looked at.
    pub cut: bool,
}

/// How many causes are kept.
const CAUSES: usize = 10;
/// Interleavings are looked at within this bound.
const STATES: usize = 50_000;

/// Why `engine` derives no fact of `program` that matches. `oracle` has every interleaving.
pub fn why_not(
    program: &Program,
    [engine, oracle]: [Engine; 2],
    options: &Options,
    control: &Control<'_>,
    pattern: &FactPattern,
) -> Result<WhyNot, Vec<FalseClaim>> {
    control.be_thorough();
    let asked = |proofs: &Proofs<'_>| proofs.matching(pattern);
    let Some(matching) = with_derivations(program, engine, options, control, asked)? else {
        return Ok(WhyNot::Unfinished);
    };
    if let Some((first, count)) = matching {
        return Ok(WhyNot::Holds(first, count));
    }
    if let Engine::Blocks(..) = engine {
        let found = with_derivations(program, engine, options, control, |proofs| proofs.nearest_to(pattern))?;
        return Ok(found.map_or(WhyNot::Unfinished, WhyNot::Not));
    }
    let limits = Limits { max_states: control.limits.max_states.min(STATES), ..control.limits.clone() };
    let all = Control::from(limits);
    all.be_thorough();
    let states = engine.rules().is_some_and(|rules| pattern.about_states(&rules));
    let seen = with_derivations(program, oracle, options, &all, |proofs| {
        let World::States(instance) = proofs.world else { return Default::default() };
        let complete = all.hit().is_none();
        let known = Known::of(instance, complete);
        let missing = (states && complete).then(|| proofs.unreachable(pattern, instance, &known)).flatten();
        (known, missing)
    })?;
    let (known, missing) = seen.unwrap_or_default();
    if let Some(missing) = missing {
        return Ok(WhyNot::Not(missing));
    }
    let found = with_derivations(program, engine, options, control, |proofs| match proofs.world {
        World::States(instance) => proofs.missing(pattern, instance, &known),
        World::Blocks(_) => proofs.nearest_to(pattern),
    })?;
    Ok(found.map_or(WhyNot::Unfinished, WhyNot::Not))
}

impl Proofs<'_> {
    /// The first fact that matches, and how many do.
    fn matching(&self, pattern: &FactPattern) -> Option<(Fact, usize)> {
        let relation = pattern.relation();
        let ids = self.facts().filter(|id| relation.is_none_or(|r| self.found.fact(*id).0 == r));
        let mut all = ids.filter(|id| pattern.matches(self.world.semantics().program, &self.fact(*id)));
        let first = all.next()?;
        Some((self.fact(first), 1 + all.count()))
    }

    /// Why no interleaving has such a state; nothing if one has.
    fn unreachable(&self, pattern: &FactPattern, instance: &Instance<'_>, known: &Known) -> Option<Missing> {
        let relation = (0..self.rules.relations.len()).find(|r| self.rules.kinds(*r) == [Kind::State])?;
        let pattern = pattern.of(relation);
        self.matching(&pattern)
            .is_none()
            .then(|| Missing { unreachable: true, ..self.missing(&pattern, instance, known) })
    }

    fn missing(&self, pattern: &FactPattern, instance: &Instance<'_>, known: &Known) -> Missing {
        let mut search = Search::new(self, instance, known);
        for goal in self.goals(pattern, instance, known) {
            search.follow(&goal);
        }
        if matches!(pattern, FactPattern::Wrong { .. }) {
            search.causes.sort_by_key(|c| c.reason.weight());
        }
        search.causes.truncate(CAUSES);
        Missing { tries: search.tries, causes: search.causes, unreachable: false, cut: search.cut }
    }

    fn goals(&self, pattern: &FactPattern, instance: &Instance<'_>, known: &Known) -> Vec<Goal> {
        let program = instance.semantics.program;
        match pattern {
            FactPattern::Wrong { relation } => Hunt::all(instance, known)
                .map(|hunt| Goal { relation: *relation, wants: vec![Want::Wrong(Rc::new(hunt))] })
                .into(),
            FactPattern::Of { relation, .. } => Goal::of(pattern, *relation, self.rules, program).into_iter().collect(),
            FactPattern::Number(_) => vec![],
        }
    }
}

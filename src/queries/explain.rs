//! Why a fact holds: its derivation by the rules, with names and values (see `derivation`).
//!
//! The rules' text is run under the movers and the partition on which the verdict of a check rests. What is
//! shown has been found twice: every node of a tree is an instance of its rule again, from its
//! conclusion and premises alone.

mod cause;
mod decode;
mod diff;
mod follow;
mod forest;
mod goal;
mod hunt;
mod known;
mod near;
mod nearest;
mod part;
mod pattern;
mod reasons;
mod sought;
mod spot;
mod why_not;
mod world;

pub(super) use world::{World, spots};

pub use cause::{Cause, Premise, Try};
pub use decode::{Fact, Given, Input};
pub use diff::{DiffSide, diff};
pub use forest::{Forest, Root, forest};
pub use known::Site;
pub use near::Near;
pub use part::{Part, Spots};
pub(super) use pattern::{Condition, Reader, is_any, is_of_places};
pub use pattern::{FactPattern, PatternError};
pub use reasons::{Conflict, Protected, Reason, Writers};
pub use why_not::{Missing, WhyNot, why_not};

use crate::control::Control;
use crate::derivation::{self, Answering, Derivations, FactId, Leaf, Rules, derive, derive_blocks, instances};
use crate::driver::{Blocks, Engine, Instance, Options, settled};
use crate::dynamic::{Analysis, Exploration, Heuristics};
use crate::ir::Program;
use crate::movers::FalseClaim;
use crate::semantics::Semantics;
use decode::Decoder;
use std::collections::BTreeSet;

/// What came of looking for facts to explain.
#[derive(Debug)]
pub enum Explained {
    Tree(Tree),
    /// Several facts match; the first of them, and how many there are.
    Several(Vec<Fact>, usize),
    NoneOf(Near),
    /// A bound ended the run.
    Unfinished,
}

/// The first derivation of a fact, and of every fact in it.
#[derive(Debug)]
pub struct Tree {
    /// The fact itself first, then what its derivations rest on.
    pub nodes: Vec<Derived>,
    /// Every derivation of the fact itself.
    pub ways: Vec<Application>,
}

/// A fact with its first derivation.
#[derive(Debug)]
pub struct Derived {
    pub fact: Fact,
    pub by: Application,
    /// How many derivations it has.
    pub of: usize,
}

/// One instance of a rule.
#[derive(Debug)]
pub struct Application {
    /// The rule's name in its paper.
    pub rule: String,
    pub premises: Vec<Fact>,
    pub inputs: Vec<Input>,
}

/// Instead of a rule, of what rules are given of a control-flow graph.
const GIVEN: &str = "(graph)";

/// How many facts are listed where several match.
const LISTED: usize = 20;

/// How much is told of a fact.
#[derive(Clone, Copy, Default, Debug)]
pub struct Telling {
    /// Of several facts that match, the first.
    pub first: bool,
    /// So many of its derivations, and on what their premises rest.
    pub ways: usize,
    /// Why rules that answer questions answer so.
    pub deep: bool,
}

/// Explains a fact that the rules of `engine` derive of `program`: the only one that matches, or the first.
pub fn explain<'e>(
    program: &Program,
    engine: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
    pattern: &FactPattern,
    telling: Telling,
) -> Result<Explained, Vec<FalseClaim>> {
    control.be_thorough();
    let found = with_derivations(program, engine, options, control, |proofs| proofs.explained(pattern, telling))?;
    Ok(found.unwrap_or(Explained::Unfinished))
}

/// Every derivation of every fact that is no instance of its rule: none, or the interpreter is wrong.
/// Nothing if a bound ended the run.
pub fn unsupported<'e>(
    program: &Program,
    engine: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Option<Vec<Fact>>, Vec<FalseClaim>> {
    with_derivations(program, engine, options, control, |proofs| {
        let wrong = |id: &FactId| proofs.of(*id).any(|leaves| leaves.is_empty());
        proofs.facts().filter(wrong).map(|id| proofs.fact(id)).collect()
    })
}

/// Runs the text of the rules; nothing if a bound did not let the check come to a verdict or ended what
/// was done to answer, or if there are no rules.
pub(super) fn with_derivations<'e, A>(
    program: &Program,
    engine: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
    answer: impl FnOnce(&Proofs<'_>) -> A,
) -> Result<Option<A>, Vec<FalseClaim>> {
    let engine = engine.into();
    let Some(rules) = engine.rules() else { return Ok(None) };
    if let Engine::Blocks(blocks, heuristics) = engine {
        return Ok(with_blocks(program, (blocks, heuristics), &rules, control, answer));
    }
    let semantics = control.own(Semantics::within(program, control));
    let Some((movers, partition)) = settled(&semantics, engine, options, control)? else { return Ok(None) };
    control.begin(true);
    if control.stopped() {
        return Ok(None);
    }
    let instance = control.own(Instance::new(&semantics, &movers, partition, control));
    let asked = Answering::new(&*instance, &rules);
    let found = control.own(derive(&rules, &asked));
    let proofs = || Proofs { rules: &rules, world: World::States(&instance), program: &asked, found: &found };
    let answer = (!control.stopped()).then(|| answer(&proofs()));
    Ok(answer.filter(|_| !control.stopped()))
}

/// The same of rules that instrument a graph and explore blocks: one fixpoint of both.
fn with_blocks<A>(
    program: &Program,
    (blocks, heuristics): (Blocks<'_>, Heuristics),
    rules: &Rules,
    control: &Control<'_>,
    answer: impl FnOnce(&Proofs<'_>) -> A,
) -> Option<A> {
    let semantics = control.own(Semantics::within(program, control));
    let analysis = control.own(Analysis::new(&semantics, heuristics));
    control.begin(true);
    let exploration = control.own(Exploration::new(&analysis, blocks.rules(), control));
    let threads = derivation::Blocks::of(&*exploration);
    let asked = Answering::new(&threads, rules);
    let found = control.own(derive_blocks(rules, &exploration.graph, &asked));
    let proofs = || Proofs { rules, world: World::Blocks(&exploration), program: &asked, found: &found };
    let answer = (!control.stopped()).then(|| answer(&proofs()));
    answer.filter(|_| !control.stopped())
}

/// A fixpoint with its derivations.
pub(super) struct Proofs<'a> {
    pub(super) rules: &'a Rules,
    pub(super) world: World<'a>,
    /// Whom the rules ask: the program, but for what they answer themselves.
    pub(super) program: &'a Answering<'a>,
    pub(super) found: &'a Derivations,
}

impl Proofs<'_> {
    pub(super) fn explained(&self, pattern: &FactPattern, telling: Telling) -> Explained {
        let relation = pattern.relation();
        let ids = || self.facts().filter(|id| relation.is_none_or(|r| self.found.fact(*id).0 == r));
        let mut all = ids().filter(|id| pattern.matches(self.world.semantics().program, &self.fact(*id)));
        let Some(lowest) = all.next() else {
            return Explained::NoneOf(self.near(pattern));
        };
        let others: Vec<FactId> = if telling.first || pattern.is_first() { vec![] } else { all.collect() };
        if others.is_empty() {
            return self.tree(lowest, telling).map_or(Explained::Unfinished, Explained::Tree);
        }
        let listed = [lowest].into_iter().chain(others.iter().copied()).take(LISTED);
        Explained::Several(listed.map(|id| self.fact(id)).collect(), 1 + others.len())
    }

    /// Every fact, in the order of derivation.
    pub(super) fn facts(&self) -> impl Iterator<Item = FactId> + use<> {
        (0..self.found.count() as u32).map(FactId)
    }

    /// Nothing if a bound is hit.
    fn tree(&self, root: FactId, telling: Telling) -> Option<Tree> {
        let mut nodes = vec![];
        let mut shown = BTreeSet::new();
        let ways = self.ways(root, telling.deep);
        let of_ways = ways.iter().take(telling.ways).skip(1).rev().flat_map(|way| way.premises.iter().rev());
        let mut open: Vec<FactId> = of_ways.map(|premise| FactId(premise.id)).chain([root]).collect();
        while let Some(id) = open.pop() {
            if shown.insert(id) {
                let (derived, mut premises) = self.derived(id, telling.deep)?;
                nodes.push(derived);
                premises.reverse();
                open.extend(premises);
            }
        }
        Some(Tree { nodes, ways })
    }

    fn derived(&self, id: FactId, deep: bool) -> Option<(Derived, Vec<FactId>)> {
        let ways = self.ways(id, deep);
        let of = ways.len();
        let premises = self.found.of(id).first().map_or(vec![], |way| way.premises.clone());
        Some((Derived { fact: self.fact(id), by: ways.into_iter().next()?, of }, premises))
    }

    /// Every derivation once; none is found again once a bound is hit. What the interpreter notes is checked here.
    fn ways(&self, id: FactId, deep: bool) -> Vec<Application> {
        if self.found.of(id).is_empty() {
            return vec![Application { rule: GIVEN.into(), premises: vec![], inputs: vec![] }];
        }
        let mut seen = vec![];
        let mut ways = vec![];
        for (derivation, found) in self.found.of(id).iter().zip(self.of(id)) {
            debug_assert!(
                !found.is_empty() || self.world.control().stopped(),
                "a derivation is an instance of its rule"
            );
            if seen.contains(&derivation) {
                continue;
            }
            seen.push(derivation);
            let decoder = self.decoder();
            let inputs = |leaf| if deep { decoder.traced(leaf, self.program) } else { decoder.inputs(leaf) };
            ways.extend(found.iter().map(|leaves| Application {
                rule: self.rules.rules[derivation.rule].tag.clone(),
                premises: derivation.premises.iter().map(|p| self.fact(*p)).collect(),
                inputs: leaves.iter().flat_map(inputs).collect(),
            }));
        }
        ways
    }

    /// For each noted derivation of the fact, the instances that it may be.
    pub(super) fn of(&self, id: FactId) -> impl Iterator<Item = Vec<Vec<Leaf>>> {
        self.found.of(id).iter().map(move |d| instances(self.rules, self.program, self.found, id, d))
    }

    pub(super) fn fact(&self, id: FactId) -> Fact {
        let (relation, columns) = self.found.fact(id);
        self.decoder().fact(id.0, relation, columns)
    }

    pub(super) fn decoder(&self) -> Decoder<'_> {
        Decoder { rules: self.rules, world: self.world, program: self.program }
    }
}

//! The derivations of many facts of one fixpoint: what a page lets its reader unfold.

use super::{Derived, Proofs};
use crate::control::Control;
use crate::derivation::FactId;
use crate::driver::{Engine, Options};
use crate::ir::Program;
use crate::movers::FalseClaim;
use crate::semantics::{Configuration, Semantics};
use moverlog_rules::{Kind, State};
use std::collections::BTreeSet;

/// So many facts have their derivations, at most.
const NODES: usize = 1500;

/// So many summaries and final states are beginnings.
const ROOTS: usize = 100;

/// Facts with their first derivations.
#[derive(Debug)]
pub struct Forest {
    /// What a reader begins with, and what that rests on, comes first.
    pub nodes: Vec<Derived>,
    /// The facts with which a reader begins, by number.
    pub roots: Vec<(Root, u32)>,
    /// How many facts there are.
    pub facts: usize,
}

/// Why a reader begins with a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// A state in which a thread has gone wrong.
    Wrong,
    Summary,
    /// A state in which no thread can move.
    End,
}

/// The derivations of what the rules of `engine` derive of `program`; nothing if a bound ended the run, or there are
/// no rules.
pub fn forest<'e>(
    program: &Program,
    engine: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Option<Forest>, Vec<FalseClaim>> {
    control.be_thorough();
    let grown = super::with_derivations(program, engine, options, control, |proofs| proofs.forest())?;
    Ok(grown.flatten())
}

impl Proofs<'_> {
    fn forest(&self) -> Option<Forest> {
        let roots = self.roots();
        let mut grown = Grown { proofs: self, nodes: vec![], shown: BTreeSet::new() };
        for id in roots.iter().map(|(_, id)| FactId(*id)).chain(self.facts()) {
            grown.add(id)?;
        }
        Some(Forest { nodes: grown.nodes, roots, facts: self.found.count() })
    }

    /// The first state that is wrong, then summaries, then final states.
    fn roots(&self) -> Vec<(Root, u32)> {
        let states = || self.facts().filter_map(|id| Some((id.0, self.state(id)?)));
        let semantics = self.world.semantics();
        let wrong = states().find(|(_, c)| c.locals.iter().any(|l| semantics.is_wrong(*l)));
        let ends = states().filter(|(_, c)| is_end(semantics, c));
        let summaries = self.facts().filter(|id| self.is_summary(*id));
        let wrong = wrong.into_iter().map(|(id, _)| (Root::Wrong, id));
        let summaries = summaries.take(ROOTS).map(|id| (Root::Summary, id.0));
        wrong.chain(summaries).chain(ends.take(ROOTS).map(|(id, _)| (Root::End, id))).collect()
    }

    /// The configuration of a fact that is a state.
    fn state(&self, id: FactId) -> Option<Configuration> {
        let (relation, columns) = self.found.fact(id);
        (self.rules.kinds(relation) == [Kind::State]).then(|| self.world.configuration(State(columns[0])))
    }

    /// What Ruleset 3 of QRR calls so (QRR 5.1).
    fn is_summary(&self, id: FactId) -> bool {
        let relation = &self.rules.relations[self.found.fact(id).0].0;
        ["Sum", "SumPlus", "SumMinus"].contains(&relation.as_str())
    }
}

/// No thread has gone wrong, and none can move.
fn is_end(semantics: &Semantics<'_>, c: &Configuration) -> bool {
    let wrong = c.locals.iter().any(|l| semantics.is_wrong(*l));
    !wrong && semantics.tids().all(|t| semantics.transitions_in(c, t).steps.is_empty())
}

struct Grown<'a> {
    proofs: &'a Proofs<'a>,
    nodes: Vec<Derived>,
    shown: BTreeSet<FactId>,
}

impl Grown<'_> {
    /// A fact and all that it rests on, as far as there is room; nothing if a bound is hit.
    fn add(&mut self, root: FactId) -> Option<()> {
        let mut open = vec![root];
        while let Some(id) = open.pop().filter(|_| self.nodes.len() < NODES) {
            if self.shown.insert(id) {
                let (derived, mut premises) = self.proofs.derived(id, false)?;
                self.nodes.push(derived);
                premises.reverse();
                open.extend(premises);
            }
        }
        Some(())
    }
}

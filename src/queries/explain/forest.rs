//! The derivations of many facts of one fixpoint: what a page lets its reader unfold.

use super::{Derived, Proofs};
use crate::control::Control;
use crate::derivation::FactId;
use crate::driver::{Engine, Options};
use crate::ir::Program;
use crate::movers::FalseClaim;
use crate::semantics::{Configuration, Semantics};
use moverlog_rules::{Kind, State, Tid};
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
    /// A state in which this thread has gone wrong.
    Wrong(Tid),
    Summary,
    /// A state in which no thread can move.
    End,
}

/// The derivations of what the rules of `engine` derive of `program`; nothing if a bound ended the run, or there are
/// no rules. Of wrong states it begins with one of the thread that has `failed`.
pub fn forest<'e>(
    program: &Program,
    engine: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
    failed: Option<Tid>,
) -> Result<Option<Forest>, Vec<FalseClaim>> {
    control.be_thorough();
    let grown = super::with_derivations(program, engine, options, control, |proofs| proofs.forest(failed))?;
    Ok(grown.flatten())
}

impl Proofs<'_> {
    fn forest(&self, failed: Option<Tid>) -> Option<Forest> {
        let roots = self.roots(failed);
        let mut grown = Grown { proofs: self, nodes: vec![], shown: BTreeSet::new() };
        for id in roots.iter().map(|(_, id)| FactId(*id)).chain(self.facts()) {
            grown.add(id)?;
        }
        Some(Forest { nodes: grown.nodes, roots, facts: self.found.count() })
    }

    /// A state that is wrong, then summaries, then final states.
    fn roots(&self, failed: Option<Tid>) -> Vec<(Root, u32)> {
        let ends = self.states().filter(|(_, c)| is_end(self.world.semantics(), c));
        let summaries = self.facts().filter(|id| self.is_summary(*id));
        let wrong = self.wrong(failed).into_iter().map(|(t, id)| (Root::Wrong(t), id));
        let summaries = summaries.take(ROOTS).map(|id| (Root::Summary, id.0));
        wrong.chain(summaries).chain(ends.take(ROOTS).map(|(id, _)| (Root::End, id))).collect()
    }

    /// The first state in which the thread that has failed is wrong; or else the first in which any is, since threads
    /// that are interchangeable are stored under each other's names.
    fn wrong(&self, failed: Option<Tid>) -> Option<(Tid, u32)> {
        let semantics = self.world.semantics();
        let by = |t: Tid| move |(_, c): &(u32, Configuration)| semantics.is_wrong(c.locals[t.0 as usize - 1]);
        let first = |t: Tid| self.states().find(by(t)).map(|(id, _)| (t, id));
        let any = || semantics.tids().filter_map(first).min_by_key(|(_, id)| *id);
        failed.and_then(first).or_else(any)
    }

    fn states(&self) -> impl Iterator<Item = (u32, Configuration)> {
        self.facts().filter_map(|id| Some((id.0, self.state(id)?)))
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

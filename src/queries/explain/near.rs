//! What comes near a pattern that no fact matches.

use super::{Fact, FactPattern, Proofs};
use crate::derivation::FactId;
use moverlog_rules::Kind;

/// What is there where no fact matches.
#[derive(Debug)]
pub struct Near {
    /// How many facts the relation has.
    pub facts: usize,
    /// Some of them that meet the most conditions.
    pub of_relation: Vec<Fact>,
    /// Of each other relation that begins with the same columns the first one that meets them all, or rests on a
    /// fact that does.
    pub of_others: Vec<Fact>,
}

/// How many of each are listed.
const NEAREST: usize = 3;

impl Proofs<'_> {
    pub(in crate::queries) fn near(&self, pattern: &FactPattern) -> Near {
        let relation = pattern.relation();
        let ids = || self.facts().filter(|id| relation.is_none_or(|r| self.found.fact(*id).0 == r));
        let of_others = relation
            .map_or(vec![], |r| self.alike(r).filter_map(|other| self.meets(pattern, other)).take(NEAREST).collect());
        Near { facts: ids().count(), of_relation: self.nearest(pattern, ids()), of_others }
    }

    /// The first facts that meet the most conditions, if any meets one.
    fn nearest(&self, pattern: &FactPattern, ids: impl Iterator<Item = FactId>) -> Vec<Fact> {
        let program = self.world.semantics().program;
        let rated: Vec<(usize, Fact)> =
            ids.map(|id| self.fact(id)).map(|f| (pattern.conditions_met(program, &f), f)).collect();
        let most = rated.iter().map(|(met, _)| *met).max().unwrap_or(0);
        rated.into_iter().filter(|(met, _)| most > 0 && *met == most).map(|(_, f)| f).take(NEAREST).collect()
    }

    /// The relations that begin with the same two columns and have as many nodes, those first whose names begin
    /// alike.
    fn alike(&self, relation: usize) -> impl Iterator<Item = usize> {
        let (name, kinds) = (&self.rules.relations[relation].0, self.rules.kinds(relation));
        let begins = |other: &[Kind]| kinds.len() > 1 && other.starts_with(&kinds[..2]) && nodes(other) >= nodes(kinds);
        let others = (0..self.rules.relations.len()).filter(|r| *r != relation);
        let mut found: Vec<usize> = others.filter(|r| begins(self.rules.kinds(*r))).collect();
        found.sort_by_key(|r| !self.rules.relations[*r].0.starts_with(name.as_str()));
        found.into_iter()
    }

    /// The first fact of another relation that meets all conditions, or rests on one that does: where `Sum-` ends
    /// is where the caller goes on, and it rests on an edge to the callee's return.
    fn meets(&self, pattern: &FactPattern, relation: usize) -> Option<Fact> {
        let pattern = pattern.for_nodes(nodes(self.rules.kinds(relation)))?;
        let fits = |id: FactId| pattern.matches(self.world.semantics().program, &self.fact(id));
        let rests = |id: FactId| self.found.of(id).first().is_some_and(|way| way.premises.iter().any(|p| fits(*p)));
        let mut ids = self.found.facts(relation).map(|(id, _)| id);
        ids.find(|id| fits(*id) || rests(*id)).map(|id| self.fact(id))
    }
}

fn nodes(kinds: &[Kind]) -> usize {
    kinds.iter().filter(|k| **k == Kind::Node).count()
}

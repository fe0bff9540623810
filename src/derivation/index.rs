//! Finding the facts that agree with what a rule has bound so far.

use super::rules::{Clause, Pattern, Rule, Rules};
use rustc_hash::FxHashMap;
use std::collections::HashSet;

/// The number of a fact, in the order of derivation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FactId(pub u32);

/// The facts of a relation by some of its columns.
#[derive(Clone, Debug)]
pub(super) struct Index {
    relation: usize,
    pub columns: Vec<usize>,
    facts: FxHashMap<Vec<u32>, Vec<FactId>>,
}

impl Index {
    /// In the order of derivation.
    pub fn find(&self, key: &[u32]) -> &[FactId] {
        self.facts.get(key).map_or(&[], Vec::as_slice)
    }
}

/// An index for every premise that has bound columns.
#[derive(Clone, Default, Debug)]
pub(super) struct Indices {
    all: Vec<Index>,
    /// The indices to keep, by relation.
    of_relation: Vec<Vec<usize>>,
    /// By rule, the clause that is met first if it is not number 0, and clause.
    of_clause: Vec<Vec<Vec<Option<usize>>>>,
}

impl Indices {
    pub fn of(rules: &Rules) -> Indices {
        let mut indices = Indices { of_relation: vec![vec![]; rules.relations.len()], ..Indices::default() };
        for rule in &rules.rules {
            let orders = std::iter::once(None).chain((0..rule.body.len()).map(Some));
            let plans = orders.map(|leading| indices.of_rule(rule, leading)).collect();
            indices.of_clause.push(plans);
        }
        indices
    }

    fn of_rule(&mut self, rule: &Rule, leading: Option<usize>) -> Vec<Option<usize>> {
        let mut bound = HashSet::new();
        if let Some(Clause::Relation(_, patterns)) = leading.map(|at| &rule.body[at]) {
            patterns.iter().for_each(|p| collect(p, &mut bound));
        }
        let mut found = vec![];
        for (at, clause) in rule.body.iter().enumerate() {
            found.push(match clause {
                _ if leading == Some(at) => None,
                Clause::Relation(r, patterns)
                | Clause::Without(r, patterns)
                | Clause::Aggregate { relation: r, patterns, .. } => self.of_premise(*r, patterns, &bound),
                _ => None,
            });
            match clause {
                Clause::Relation(_, patterns) => patterns.iter().for_each(|p| collect(p, &mut bound)),
                Clause::For(pattern, _) | Clause::Let(pattern, _) | Clause::Aggregate { result: pattern, .. } => {
                    collect(pattern, &mut bound)
                }
                Clause::Without(..) | Clause::If(_) => {}
            }
        }
        found
    }

    fn of_premise(&mut self, relation: usize, patterns: &[Pattern], bound: &HashSet<&str>) -> Option<usize> {
        let is_bound = |p: &Pattern| matches!(p, Pattern::Variable(v) if bound.contains(v.as_str()));
        let columns: Vec<usize> = (0..patterns.len()).filter(|i| is_bound(&patterns[*i])).collect();
        if columns.is_empty() {
            return None;
        }
        let known = self.all.iter().position(|i| i.relation == relation && i.columns == columns);
        Some(known.unwrap_or_else(|| {
            self.of_relation[relation].push(self.all.len());
            self.all.push(Index { relation, columns, facts: FxHashMap::default() });
            self.all.len() - 1
        }))
    }

    pub fn of_clause(&self, rule: usize, leading: Option<usize>, clause: usize) -> Option<&Index> {
        self.of_clause[rule][leading.map_or(0, |at| at + 1)][clause].map(|i| &self.all[i])
    }

    pub fn insert(&mut self, relation: usize, columns: &[u32], id: FactId) {
        for i in &self.of_relation[relation] {
            let index = &mut self.all[*i];
            let key = index.columns.iter().map(|c| columns[*c]).collect();
            index.facts.entry(key).or_default().push(id);
        }
    }
}

pub(super) fn collect<'r>(pattern: &'r Pattern, bound: &mut impl Extend<&'r str>) {
    match pattern {
        Pattern::Any => {}
        Pattern::Variable(name) => bound.extend([name.as_str()]),
        Pattern::Tuple(parts) => parts.iter().for_each(|p| collect(p, bound)),
        Pattern::Some(inner) => collect(inner, bound),
    }
}

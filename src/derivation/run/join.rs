//! One rule on the facts so far: its premises satisfied one after the other, in every way, and what it concludes.

use super::super::answered::Answered;
use super::super::eval::{Bindings, as_atom, as_list, bind, bind_all, eval, find, is_true, known};
use super::super::index::FactId;
use super::super::rules::{Aggregator, Clause, Expr, Pattern, Rules};
use super::{Derivation, Derivations};
use moverlog_rules::{Program, Value};

/// Which facts a premise ranges over in one round: before premise `fresh` those of older rounds
/// (`..old`), at it those of the last round (`old..known`), after it all (`..known`).
#[derive(Clone, Copy)]
pub(super) struct Windows {
    pub(super) old: usize,
    pub(super) known: usize,
    pub(super) fresh: usize,
}

impl Windows {
    fn of(self, premise: usize) -> std::ops::Range<usize> {
        match premise.cmp(&self.fresh) {
            std::cmp::Ordering::Less => 0..self.old,
            std::cmp::Ordering::Equal => self.old..self.known,
            std::cmp::Ordering::Greater => 0..self.known,
        }
    }

    /// Those of some facts, which are in order, that a premise ranges over.
    fn within(self, premise: usize, facts: &[FactId]) -> &[FactId] {
        let window = self.of(premise);
        let below = |end: usize| facts.partition_point(|id| (id.0 as usize) < end);
        &facts[below(window.start)..below(window.end)]
    }
}

pub(super) struct Join<'a> {
    pub(super) rules: &'a Rules,
    pub(super) program: &'a dyn Program,
    pub(super) every: bool,
    pub(super) answered: Option<&'a Answered>,
    pub(super) found: &'a Derivations,
    pub(super) windows: Windows,
    pub(super) rule: usize,
    /// A premise that is met before all others.
    pub(super) leading: Option<(usize, FactId)>,
    pub(super) out: &'a mut Vec<(usize, Vec<u32>, Derivation)>,
}

impl<'a> Join<'a> {
    /// Begins with the newest premise: there are few new facts.
    pub(super) fn lead(&mut self, at: usize, relation: usize, patterns: &'a [Pattern]) {
        let found = self.found;
        let mut bound = vec![];
        for id in self.windows.within(self.windows.fresh, &found.of_relation[relation]) {
            if !self.program.goes_on() {
                return;
            }
            if bind_all(patterns, &found.facts[id.0 as usize].columns, &mut bound) {
                self.leading = Some((at, *id));
                self.clause(0, &mut bound, &mut vec![]);
            }
            bound.clear();
        }
    }

    /// Satisfies the clauses from `at` on in every way; at the end, derives the heads.
    pub(super) fn clause(&mut self, at: usize, bound: &mut Bindings<'a>, premises: &mut Vec<FactId>) {
        let rules = self.rules;
        let rule = &rules.rules[self.rule];
        let mark = bound.len();
        match rule.body.get(at) {
            None => self.conclude(bound, premises),
            Some(Clause::Relation(r, _)) if rules.relations[*r].0 == "Prog" => self.clause(at + 1, bound, premises),
            Some(Clause::Relation(..)) if self.leading.is_some_and(|(first, _)| first == at) => {
                premises.extend(self.leading.map(|(_, id)| id));
                self.clause(at + 1, bound, premises);
                premises.pop();
            }
            Some(Clause::Relation(r, patterns)) => {
                let facts = self.facts(at, *r, patterns, bound);
                for id in self.windows.within(premises.len(), facts) {
                    if !self.program.goes_on() {
                        return;
                    }
                    if bind_all(patterns, &self.found.facts[id.0 as usize].columns, bound) {
                        premises.push(*id);
                        self.clause(at + 1, bound, premises);
                        premises.pop();
                    }
                    bound.truncate(mark);
                }
            }
            Some(Clause::Without(r, patterns)) => {
                if self.facts(at, *r, patterns, bound).is_empty() {
                    self.clause(at + 1, bound, premises);
                }
            }
            Some(Clause::Aggregate { result, by, of, relation, patterns }) => {
                let facts = self.facts(at, *relation, patterns, bound).iter();
                let facts = facts.map(|id| self.found.fact(*id).1).take_while(|_| self.program.goes_on());
                let to = aggregate(*by, of.as_deref(), patterns, facts, bound);
                if self.program.goes_on() && to.is_some_and(|to| bind(result, Value::Atom(to), bound)) {
                    self.clause(at + 1, bound, premises);
                }
                bound.truncate(mark);
            }
            Some(Clause::For(pattern, e)) => {
                for item in as_list(self.eval(e, bound)) {
                    if bind(pattern, item, bound) {
                        self.clause(at + 1, bound, premises);
                    }
                    bound.truncate(mark);
                }
            }
            Some(Clause::Let(pattern, e)) => {
                let value = self.eval(e, bound);
                if bind(pattern, value, bound) {
                    self.clause(at + 1, bound, premises);
                }
                bound.truncate(mark);
            }
            Some(Clause::If(e)) => {
                if is_true(&self.eval(e, bound)) {
                    self.clause(at + 1, bound, premises);
                }
            }
        }
    }

    /// Those facts of a premise that agree with what is bound.
    fn facts(&self, at: usize, relation: usize, patterns: &[Pattern], bound: &Bindings<'_>) -> &'a [FactId] {
        let Some(index) = self.found.indices.of_clause(self.rule, self.leading.map(|(first, _)| first), at) else {
            return &self.found.of_relation[relation];
        };
        let key: Option<Vec<u32>> = index.columns.iter().map(|c| known(&patterns[*c], bound)).collect();
        key.map_or(&[], |key| index.find(&key))
    }

    /// Nothing more once a bound has ended the run, but for the first fact: every run has an initial state.
    fn conclude(&mut self, bound: &Bindings<'_>, premises: &[FactId]) {
        let rules = self.rules;
        let derived = self.found.facts.len() + self.out.len();
        if derived > 0 && !self.program.affords(derived) {
            return;
        }
        for (relation, columns) in &rules.rules[self.rule].heads {
            let columns: Vec<u32> = columns.iter().map(|e| self.atom(e, bound)).collect();
            if self.every || self.found.find(*relation, &columns).is_none() {
                let derivation = Derivation { rule: self.rule, premises: premises.to_vec() };
                self.out.push((*relation, columns, derivation));
            }
        }
    }

    fn eval(&self, e: &Expr, bound: &Bindings<'_>) -> Value {
        eval(self.program, e, bound, &mut |question, arguments, answer| {
            if let Some(answered) = self.answered.filter(|_| self.program.goes_on()) {
                answered.note(question, arguments, answer);
            }
        })
    }

    fn atom(&self, e: &Expr, bound: &Bindings<'_>) -> u32 {
        as_atom(&self.eval(e, bound))
    }
}

/// What those of the facts come to that agree with what is bound.
pub(in crate::derivation) fn aggregate<'f>(
    by: Aggregator,
    of: Option<&str>,
    patterns: &[Pattern],
    facts: impl Iterator<Item = &'f [u32]>,
    bound: &Bindings<'_>,
) -> Option<u32> {
    by.of(facts.filter_map(|columns| {
        let mut inner: Bindings<'_> = bound.clone();
        let agrees = bind_all(patterns, columns, &mut inner);
        let value = || of.map_or(Some(0), |name| find(name, &inner).map(as_atom));
        if agrees { value() } else { None }
    }))
}

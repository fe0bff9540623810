//! Why a fact of blocks or of their graph does not hold: the instances of its rules that come nearest, and the
//! premise that fails in each. The same is asked of the fact that it lacks, down to what no rule gives.

use super::Proofs;
use super::cause::{Cause, Premise, Try};
use super::decode::{Fact, Input};
use super::part::Part;
use super::pattern::{Condition, FactPattern};
use super::reasons::Reason;
use super::why_not::Missing;
use crate::derivation::{Attempt, Column, Held, Leaf, Obstacle, Wish, attempts};
use std::collections::BTreeSet;

/// How deep missing facts are followed.
const DEPTH: usize = 6;

/// A fact whose conditions are met, as far as columns are known.
struct Like<'a> {
    proofs: &'a Proofs<'a>,
    relation: usize,
    wanted: &'a Wanted,
}

/// What a fact is to be.
enum Wanted {
    Pattern(FactPattern),
    Columns(Vec<Option<u32>>),
}

impl Wish for Like<'_> {
    fn distance(&self, columns: &[Column]) -> Option<u32> {
        let known: Vec<Option<u32>> =
            columns.iter().map(|c| if let Column::Atom(atom) = c { Some(*atom) } else { None }).collect();
        match self.wanted {
            Wanted::Pattern(pattern) => Some(self.unmet(pattern, &known)),
            Wanted::Columns(wanted) => {
                let differs = wanted.iter().zip(&known).any(|(w, k)| w.zip(*k).is_some_and(|(w, k)| w != k));
                (!differs).then_some(0)
            }
        }
    }

    fn agree(&self, a: usize, b: usize) -> bool {
        let Wanted::Columns(wanted) = self.wanted else { return true };
        wanted[a].zip(wanted[b]).is_none_or(|(a, b)| a == b)
    }
}

impl Like<'_> {
    /// How many conditions are not met, or not known to be.
    fn unmet(&self, pattern: &FactPattern, known: &[Option<u32>]) -> u32 {
        let fact = self.proofs.partly(self.relation, known);
        let program = self.proofs.world.semantics().program;
        let conditions: &[Condition] = if let FactPattern::Of { conditions, .. } = pattern { conditions } else { &[] };
        conditions.iter().filter(|c| !c.holds(program, &fact)).count() as u32
    }
}

impl Proofs<'_> {
    /// A fact of which not all columns are known.
    fn partly(&self, relation: usize, known: &[Option<u32>]) -> Fact {
        let (decoder, kinds) = (self.decoder(), self.rules.kinds(relation));
        let part = |(k, c): (&_, &Option<u32>)| c.map_or(Part::Any, |c| decoder.part(*k, c));
        let columns = kinds.iter().zip(known).map(part).collect();
        Fact { id: 0, relation: self.rules.relations[relation].0.clone(), columns }
    }

    pub(super) fn nearest_to(&self, pattern: &FactPattern) -> Missing {
        let mut missing = Missing { tries: vec![], causes: vec![], unreachable: false, cut: false };
        let Some(relation) = pattern.relation() else { return missing };
        let wanted = Wanted::Pattern(pattern.clone());
        for attempt in self.best(relation, &wanted, &mut missing) {
            missing.tries.push(self.tried(&attempt));
            let cause = self.cause(&attempt, vec![], &mut missing);
            let conclusion = matches!(cause.path.last(), Some((_, Premise::Conclusion)));
            if !conclusion && !missing.causes.contains(&cause) {
                missing.causes.push(cause);
            }
        }
        missing
    }

    /// The nearest attempt of each rule.
    fn best(&self, relation: usize, wanted: &Wanted, missing: &mut Missing) -> Vec<Attempt> {
        let wish = Like { proofs: self, relation, wanted };
        let (all, complete) = attempts(self.rules, self.program, self.found, relation, &wish);
        missing.cut |= !complete;
        let mut rules = BTreeSet::new();
        all.into_iter().filter(|attempt| rules.insert(attempt.rule)).collect()
    }

    /// What the attempt comes down to.
    fn cause(&self, attempt: &Attempt, mut path: Vec<(String, Premise)>, missing: &mut Missing) -> Cause {
        path.push((self.rules.rules[attempt.rule].tag.clone(), self.fails(attempt)));
        if let (Obstacle::NoFact { relation, columns, .. }, true) = (&attempt.obstacle, path.len() < DEPTH) {
            let below = self.best(*relation, &Wanted::Columns(columns.clone()), missing);
            if let Some(below) = below.first() {
                return self.cause(below, path, missing);
            }
        }
        let reason = match &attempt.obstacle {
            Obstacle::Present(id) => Reason::Derived(self.fact(*id)),
            _ => Reason::Premise,
        };
        Cause { path, reason, also: BTreeSet::new() }
    }

    fn tried(&self, attempt: &Attempt) -> Try {
        let decoder = self.decoder();
        let held = attempt.held.iter().flat_map(|h| match h {
            Held::Fact(id) => vec![Premise::Fact(self.fact(*id))],
            Held::Leaf(leaf) => decoder.inputs(leaf).into_iter().map(Premise::Input).collect(),
        });
        Try { rule: self.rules.rules[attempt.rule].tag.clone(), held: held.collect(), fails: self.fails(attempt) }
    }

    /// The premise that fails, as it would have to be.
    fn fails(&self, attempt: &Attempt) -> Premise {
        let decoder = self.decoder();
        match &attempt.obstacle {
            Obstacle::NoFact { relation, columns, .. } => Premise::Fact(self.partly(*relation, columns)),
            Obstacle::Present(id) => {
                let fact = self.fact(*id);
                Premise::Input(Input { name: fact.relation, holds: false, columns: fact.columns, step: None, by: None })
            }
            Obstacle::Condition(asked) => {
                let input = asked.iter().flat_map(|leaf| decoder.required(leaf)).next();
                input.map_or(Premise::Conclusion, Premise::Input)
            }
            Obstacle::NoAnswer { question, arguments } => {
                let leaf = Leaf::Asked { question: *question, columns: arguments.clone(), holds: true };
                let mut inputs = decoder.inputs(&leaf);
                inputs.iter_mut().for_each(|input| input.columns.push(Part::Any));
                inputs.pop().map_or(Premise::Conclusion, Premise::Input)
            }
            Obstacle::Conclusion => Premise::Conclusion,
        }
    }
}

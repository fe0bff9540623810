//! Missing facts followed down: the rule instances that come nearest, the premise that fails in each, and
//! if that is a fact, the same of it, until the program's answers are reached.

use super::Proofs;
use super::cause::{Cause, Premise, Try};
use super::decode::{Fact, Input};
use super::goal::{Goal, Want};
use super::known::Known;
use super::part::Part;
use super::reasons::{Reason, Reasons};
use super::sought::Sought;
use super::spot::{Places, Spot};
use crate::derivation::{Attempt, FactId, Held, Leaf, Obstacle, attempts};
use crate::driver::Instance;
use moverlog_rules::{Kind, Node, Question, State, Tid};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How many goals are followed, and how deep.
const GOALS: usize = 60;
const DEPTH: usize = 8;

/// Follows goals down to reasons.
pub(super) struct Search<'a> {
    proofs: &'a Proofs<'a>,
    instance: &'a Instance<'a>,
    reasons: Reasons<'a>,
    calls: Spot,
    returns: Rc<Spot>,
    seen: BTreeSet<String>,
    path: Vec<(String, Premise)>,
    pub tries: Vec<Try>,
    pub causes: Vec<Cause>,
    /// Not everything was looked at.
    pub cut: bool,
}

impl<'a> Search<'a> {
    pub fn new(proofs: &'a Proofs<'a>, instance: &'a Instance<'a>, known: &'a Known) -> Search<'a> {
        let program = instance.semantics.program;
        Search {
            proofs,
            instance,
            reasons: Reasons { instance, known, rules: proofs.rules, found: proofs.found },
            calls: Spot::calls(program),
            returns: Rc::new(Spot::returns(program)),
            seen: BTreeSet::new(),
            path: vec![],
            tries: vec![],
            causes: vec![],
            cut: false,
        }
    }

    /// The attempts that come nearest to a goal, what fails in them, and what that needs in turn.
    pub fn follow(&mut self, goal: &Goal) {
        let hunts = matches!(goal.wants.first(), Some(Want::Wrong(_)));
        if !hunts && !self.seen.insert(goal.said()) {
            return;
        }
        if self.path.len() > DEPTH || self.seen.len() > GOALS {
            self.cut = true;
            return;
        }
        let (proofs, instance) = (self.proofs, self.instance);
        let there = proofs.found.facts(goal.relation).any(|(_, columns)| goal.fits(instance, columns));
        if there && !self.path.is_empty() {
            return;
        }
        let sought = Sought { instance, rules: proofs.rules, goal, calls: &self.calls, returns: &self.returns };
        let (all, complete) = attempts(proofs.rules, proofs.program, proofs.found, goal.relation, &sought);
        self.cut |= !complete;
        for group in by_rule(&all) {
            let known = self.causes.len();
            let telling = self.group(goal, &group);
            if self.path.is_empty() {
                self.causes[known..].sort_by_key(|c| c.reason.weight());
            }
            self.tries.extend(telling.filter(|_| self.path.is_empty()).map(|attempt| self.tried(goal, attempt)));
        }
    }

    /// The nearest attempts of one rule: what fails there, then what fails further down. The first of them
    /// of which there is something to say.
    fn group<'g>(&mut self, goal: &Goal, group: &[&'g Attempt]) -> Option<&'g Attempt> {
        let mut found: Vec<(&Attempt, Reason)> = vec![];
        for attempt in group {
            found.extend(self.reasons_of(attempt).into_iter().map(|reason| (*attempt, reason)));
        }
        found.sort_by_key(|(_, reason)| reason.weight());
        let mut telling = found.first().map(|(attempt, _)| *attempt);
        for (attempt, reason) in found {
            self.step_down(goal, attempt);
            self.note(reason);
            self.path.pop();
        }
        for attempt in group {
            for below in self.below(goal, attempt) {
                let known = self.causes.len();
                self.step_down(goal, attempt);
                self.follow(&below);
                self.path.pop();
                telling = telling.or((self.causes.len() > known).then_some(attempt));
            }
        }
        telling
    }

    fn step_down(&mut self, goal: &Goal, attempt: &Attempt) {
        self.path.push((self.rule(attempt), self.fails(goal, attempt)));
    }

    fn note(&mut self, reason: Reason) {
        let thread = reason.site().map(|at| at.thread);
        match self.causes.iter_mut().find(|c| c.reason.is_like(&reason)) {
            Some(known) => known.also.extend(thread.filter(|t| known.reason.site().is_none_or(|at| at.thread != *t))),
            None => self.causes.push(Cause { path: self.path.clone(), reason, also: BTreeSet::new() }),
        }
    }

    fn reasons_of(&self, attempt: &Attempt) -> Vec<Reason> {
        let state = self.state(attempt);
        match &attempt.obstacle {
            Obstacle::NoAnswer { question, arguments } => match arguments.as_slice() {
                [t, n, ..] if self.reasons.is_asked(*question, *n) => self.reasons.step(Tid(*t), Node(*n), state),
                _ => vec![],
            },
            Obstacle::Condition(asked) => asked.iter().flat_map(|leaf| self.condition(attempt, leaf)).collect(),
            Obstacle::Present(id) => vec![Reason::Derived(self.proofs.fact(*id))],
            _ => vec![],
        }
    }

    fn condition(&self, attempt: &Attempt, leaf: &Leaf) -> Vec<Reason> {
        let Leaf::Asked { question, columns, holds } = leaf else { return vec![Reason::Premise] };
        let t = Tid(columns.first().copied().unwrap_or(1));
        let edge = attempt.held.iter().rev().find_map(|h| if let Held::Fact(id) = h { Some(*id) } else { None });
        match (question, holds) {
            (Question::OthersOutside, false) => self.reasons.others_inside(t, State(columns[1])),
            (Question::N, false) => self.reasons.inside(t, Node(columns[1]), edge),
            (Question::N, true) => self.reasons.ended(t, Node(columns[1]), edge),
            (Question::Enabled, false) => self.reasons.step(t, Node(columns[1]), None),
            (Question::Returns, false) => vec![],
            _ => vec![Reason::Premise],
        }
    }

    /// The goals of which an attempt would need one.
    fn below(&self, goal: &Goal, attempt: &Attempt) -> Vec<Goal> {
        let rules = self.proofs.rules;
        match &attempt.obstacle {
            Obstacle::NoFact { relation, columns, roles } => {
                let kinds = rules.kinds(*relation);
                let tid = kinds.iter().zip(columns).find(|(k, _)| **k == Kind::Tid).and_then(|(_, c)| c.map(Tid));
                let want = |(c, role): (&Option<u32>, &Option<(usize, Option<usize>)>)| match (c, role) {
                    (Some(atom), _) => Want::Is(*atom),
                    (None, Some((column, None))) => goal.wants[*column].clone(),
                    // The node of `set`, `push` and `pop`.
                    (None, Some((column, Some(2)))) => goal.node_at(*column, tid),
                    (None, _) => Want::Any,
                };
                vec![Goal { relation: *relation, wants: columns.iter().zip(roles).map(want).collect() }]
            }
            Obstacle::Conclusion => self.states_below(goal, attempt),
            Obstacle::Condition(asked) => asked.iter().filter_map(|leaf| self.return_below(attempt, leaf)).collect(),
            _ => vec![],
        }
    }

    /// The node of the conclusion is a thread's in a state: the states in which it is the one wanted.
    fn states_below(&self, goal: &Goal, attempt: &Attempt) -> Vec<Goal> {
        let Some(Held::Fact(id)) = attempt.held.first() else { return vec![] };
        let relation = self.proofs.found.fact(*id).0;
        let kinds = self.proofs.rules.kinds(relation);
        if kinds != [Kind::State] || goal.wants.iter().any(|w| matches!(w, Want::State(_) | Want::Wrong(_))) {
            return vec![];
        }
        let at = |places: Places| Goal::at(relation, kinds, places);
        goal.places_of(self.instance).into_iter().map(at).collect()
    }

    /// A procedure is not left at a node: the same fact with one at which it is.
    fn return_below(&self, attempt: &Attempt, leaf: &Leaf) -> Option<Goal> {
        let Leaf::Asked { question: Question::Returns, columns, holds: false } = leaf else { return None };
        let Some(Held::Fact(id)) = attempt.held.last() else { return None };
        let (relation, fact) = self.proofs.found.fact(*id);
        let last = self.proofs.rules.kinds(relation).iter().rposition(|k| *k == Kind::Node)?;
        let want = |(i, c): (usize, &u32)| match i.cmp(&last) {
            std::cmp::Ordering::Less => Want::Is(*c),
            std::cmp::Ordering::Equal => Want::Node(self.returns.clone()),
            std::cmp::Ordering::Greater => Want::Any,
        };
        let wants = fact.iter().enumerate().map(want).collect();
        (fact[last] == columns[1]).then_some(Goal { relation, wants })
    }

    /// The state in which an attempt is made, if it is made in one.
    fn state(&self, attempt: &Attempt) -> Option<State> {
        let fact = attempt.held.iter().find_map(|h| if let Held::Fact(id) = h { Some(*id) } else { None })?;
        let (relation, columns) = self.proofs.found.fact(fact);
        let at = self.proofs.rules.kinds(relation).iter().position(|k| *k == Kind::State)?;
        Some(State(columns[at]))
    }

    fn rule(&self, attempt: &Attempt) -> String {
        self.proofs.rules.rules[attempt.rule].tag.clone()
    }

    fn tried(&self, goal: &Goal, attempt: &Attempt) -> Try {
        let decoder = self.proofs.decoder();
        let held = attempt.held.iter().flat_map(|h| match h {
            Held::Fact(id) => vec![Premise::Fact(self.proofs.fact(*id))],
            Held::Leaf(leaf) => decoder.inputs(leaf).into_iter().map(Premise::Input).collect(),
        });
        Try { rule: self.rule(attempt), held: held.collect(), fails: self.fails(goal, attempt) }
    }

    /// The premise that fails, as it would have to be.
    fn fails(&self, goal: &Goal, attempt: &Attempt) -> Premise {
        let decoder = self.proofs.decoder();
        match &attempt.obstacle {
            Obstacle::NoFact { relation, .. } => self.lacking(goal, attempt, *relation),
            Obstacle::Present(id) => Premise::Input(negated(self.proofs, *id)),
            Obstacle::Condition(asked) => {
                let input = asked.iter().flat_map(|leaf| decoder.required(leaf)).next();
                input.map_or(Premise::Conclusion, Premise::Input)
            }
            Obstacle::NoAnswer { question, arguments } => {
                let leaf = Leaf::Asked { question: *question, columns: arguments.clone(), holds: true };
                let mut inputs = decoder.inputs(&leaf);
                inputs.iter_mut().for_each(|i| i.columns.push(Part::Name(self.target(goal, arguments))));
                inputs.pop().map_or(Premise::Conclusion, Premise::Input)
            }
            Obstacle::Conclusion => Premise::Conclusion,
        }
    }

    /// Where a step would have to lead.
    fn target(&self, goal: &Goal, arguments: &[u32]) -> String {
        let node = goal.wants.iter().rev().find_map(|w| match w {
            Want::Node(_) => w.said(|_| String::new()),
            Want::Wrong(_) => Some("wrong".into()),
            _ => None,
        });
        let t = arguments.first().copied().map(Tid);
        let in_state = (0..goal.wants.len()).find_map(|i| goal.node_at(i, t).said(|_| String::new()));
        node.or(in_state).unwrap_or_else(|| "_".into())
    }

    fn lacking(&self, goal: &Goal, attempt: &Attempt, relation: usize) -> Premise {
        let decoder = self.proofs.decoder();
        let wanted = self.below(goal, attempt).pop();
        let kinds = self.proofs.rules.kinds(relation);
        let wants = wanted.map(|g| g.wants).unwrap_or_default();
        let part = |(kind, want): (&Kind, &Want)| match want {
            Want::Is(atom) => decoder.part(*kind, *atom),
            other => other.said(|_| String::new()).map_or(Part::Any, Part::Name),
        };
        let name = self.proofs.rules.relations[relation].0.clone();
        Premise::Fact(Fact { id: 0, relation: name, columns: kinds.iter().zip(&wants).map(part).collect() })
    }
}

fn negated(proofs: &Proofs<'_>, id: FactId) -> Input {
    let fact = proofs.fact(id);
    Input { name: fact.relation, holds: false, columns: fact.columns, step: None, by: None }
}

/// The nearest attempts of each rule, rules with the nearest first.
fn by_rule(all: &[Attempt]) -> Vec<Vec<&Attempt>> {
    let mut groups: Vec<Vec<&Attempt>> = vec![];
    for attempt in all {
        match groups.iter_mut().find(|g| g[0].rule == attempt.rule) {
            Some(group) if group[0].distance == attempt.distance => group.push(attempt),
            Some(_) => {}
            None => groups.push(vec![attempt]),
        }
    }
    groups
}

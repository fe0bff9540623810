//! Why a fact does not hold: the rule instances that come nearest to it, and what fails in them, followed
//! down to what the program answers.

use super::decode::{Fact, Input, Part};
use super::goal::{Goal, Places, Spot, Want};
use super::hunt::Hunt;
use super::known::Known;
use super::pattern::FactPattern;
use super::reasons::{Reason, Reasons};
use super::sought::Sought;
use super::{Proofs, with_derivations};
use crate::derivation::{Attempt, FactId, Held, Leaf, Obstacle, Rules, attempts};
use crate::driver::{Control, Limits, Options};
use crate::ir::Program;
use crate::movers::FalseClaim;
use moverlog_rules::{Node, Ruleset, State, Tid};
use std::collections::BTreeSet;
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

/// An instance of a rule that fails.
#[derive(Debug)]
pub struct Try {
    pub rule: String,
    pub held: Vec<Premise>,
    pub fails: Premise,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Premise {
    Fact(Fact),
    Input(Input),
    /// Every premise holds, but the conclusion is another one.
    Conclusion,
}

/// What a missing fact comes down to.
#[derive(Clone, PartialEq, Debug)]
pub struct Cause {
    /// Rules and the premises that they lack, from the missing fact down to the reason.
    pub path: Vec<(String, Premise)>,
    pub reason: Reason,
    /// Other threads of which the same can be said.
    pub also: BTreeSet<Tid>,
}

/// How many causes are kept, how many goals are followed, and how deep.
const CAUSES: usize = 10;
const GOALS: usize = 60;
const DEPTH: usize = 8;
/// Interleavings are looked at within this bound.
const STATES: usize = 50_000;

/// Why `ruleset` derives no fact of `program` that matches. `oracle` has every interleaving.
pub fn why_not(
    program: &Program,
    [ruleset, oracle]: [&'static Ruleset; 2],
    options: &Options,
    control: &Control<'_>,
    pattern: &FactPattern,
) -> Result<WhyNot, Vec<FalseClaim>> {
    control.be_thorough();
    let asked = |proofs: &Proofs<'_>| proofs.matching(pattern);
    let Some(matching) = with_derivations(program, ruleset, options, control, asked)? else {
        return Ok(WhyNot::Unfinished);
    };
    if control.stopped() {
        return Ok(WhyNot::Unfinished);
    }
    if let Some((first, count)) = matching {
        return Ok(WhyNot::Holds(first, count));
    }
    let limits = Limits { max_states: control.limits.max_states.min(STATES), ..control.limits.clone() };
    let all = Control::new(limits, &|_| {});
    all.be_thorough();
    let states = pattern.about_states(&Rules::parse(ruleset.sources).expect("it has been read"));
    let seen = with_derivations(program, oracle, options, &all, |proofs| {
        let known = Known::of(proofs.instance);
        let missing = states.then(|| proofs.unreachable(pattern, &known)).flatten();
        (known, missing)
    })?;
    let (known, missing) = seen.unwrap_or_default();
    if let Some(missing) = missing {
        return Ok(WhyNot::Not(missing));
    }
    let found = with_derivations(program, ruleset, options, control, |proofs| proofs.missing(pattern, &known))?;
    Ok(found.filter(|_| !control.stopped()).map_or(WhyNot::Unfinished, WhyNot::Not))
}

impl Proofs<'_> {
    /// The first fact that matches, and how many do.
    fn matching(&self, pattern: &FactPattern) -> Option<(Fact, usize)> {
        let relation = pattern.relation();
        let ids = self.facts().filter(|id| relation.is_none_or(|r| self.found.fact(*id).0 == r));
        let mut all = ids.filter(|id| pattern.matches(self.instance.semantics.program, &self.fact(*id)));
        let first = all.next()?;
        Some((self.fact(first), 1 + all.count()))
    }

    /// Why no interleaving has such a state; nothing if one has.
    fn unreachable(&self, pattern: &FactPattern, known: &Known) -> Option<Missing> {
        let relation = (0..self.rules.relations.len()).find(|r| self.rules.types(*r) == ["State"])?;
        let pattern = pattern.of(relation);
        self.matching(&pattern).is_none().then(|| Missing { unreachable: true, ..self.missing(&pattern, known) })
    }

    fn missing(&self, pattern: &FactPattern, known: &Known) -> Missing {
        let reasons = Reasons { instance: self.instance, known, rules: self.rules, found: self.found };
        let program = self.instance.semantics.program;
        let (calls, returns) = (Spot::calls(program), Rc::new(Spot::returns(program)));
        let mut search = Search {
            proofs: self,
            reasons,
            calls,
            returns,
            seen: BTreeSet::new(),
            path: vec![],
            tries: vec![],
            causes: vec![],
            cut: false,
        };
        for goal in self.goals(pattern, known) {
            search.follow(&goal);
        }
        if matches!(pattern, FactPattern::Wrong { .. }) {
            search.causes.sort_by_key(|c| c.reason.weight());
        }
        search.causes.truncate(CAUSES);
        Missing { tries: search.tries, causes: search.causes, unreachable: false, cut: search.cut }
    }

    fn goals(&self, pattern: &FactPattern, known: &Known) -> Vec<Goal> {
        let program = self.instance.semantics.program;
        match pattern {
            FactPattern::Wrong { relation } => Hunt::all(self.instance, known)
                .map(|hunt| Goal { relation: *relation, wants: vec![Want::Wrong(Rc::new(hunt))] })
                .into(),
            FactPattern::Of { relation, .. } => Goal::of(pattern, *relation, self.rules, program).into_iter().collect(),
            FactPattern::Number(_) => vec![],
        }
    }
}

/// Follows goals down to reasons.
struct Search<'a> {
    proofs: &'a Proofs<'a>,
    reasons: Reasons<'a>,
    calls: Spot,
    returns: Rc<Spot>,
    seen: BTreeSet<String>,
    path: Vec<(String, Premise)>,
    tries: Vec<Try>,
    causes: Vec<Cause>,
    cut: bool,
}

impl Search<'_> {
    fn follow(&mut self, goal: &Goal) {
        let hunts = matches!(goal.wants.first(), Some(Want::Wrong(_)));
        if !hunts && !self.seen.insert(goal.said()) {
            return;
        }
        if self.path.len() > DEPTH || self.seen.len() > GOALS {
            self.cut = true;
            return;
        }
        let proofs = self.proofs;
        let there = proofs.found.facts(goal.relation).any(|(_, columns)| goal.fits(proofs.instance, columns));
        if there && !self.path.is_empty() {
            return;
        }
        let sought =
            Sought { instance: proofs.instance, rules: proofs.rules, goal, calls: &self.calls, returns: &self.returns };
        let (all, complete) = attempts(proofs.rules, proofs.instance, proofs.found, goal.relation, &sought);
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
                [t, n, ..] if self.reasons.is_asked(question, *n) => self.reasons.step(Tid(*t), Node(*n), state),
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
        match (question.as_str(), holds) {
            ("others_outside", false) => self.reasons.others_inside(t, State(columns[1])),
            ("is_outside", false) => self.reasons.inside(t, Node(columns[1]), edge),
            ("is_outside", true) => self.reasons.ended(t, Node(columns[1]), edge),
            ("is_enabled", false) => self.reasons.step(t, Node(columns[1]), None),
            ("returns", false) => vec![],
            _ => vec![Reason::Premise],
        }
    }

    /// The goals of which an attempt would need one.
    fn below(&self, goal: &Goal, attempt: &Attempt) -> Vec<Goal> {
        let rules = self.proofs.rules;
        match &attempt.obstacle {
            Obstacle::NoFact { relation, columns, roles } => {
                let types = rules.types(*relation);
                let tid = types.iter().zip(columns).find(|(k, _)| *k == "Tid").and_then(|(_, c)| c.map(Tid));
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
        let types = self.proofs.rules.types(relation);
        if types != ["State"] || goal.wants.iter().any(|w| matches!(w, Want::State(_) | Want::Wrong(_))) {
            return vec![];
        }
        let at = |places: Places| Goal::at(relation, &types, places);
        goal.places_of(self.proofs.instance).into_iter().map(at).collect()
    }

    /// A procedure is not left at a node: the same fact with one at which it is.
    fn return_below(&self, attempt: &Attempt, leaf: &Leaf) -> Option<Goal> {
        let Leaf::Asked { question, columns, holds: false } = leaf else { return None };
        let (true, Some(Held::Fact(id))) = (question == "returns", attempt.held.last()) else { return None };
        let (relation, fact) = self.proofs.found.fact(*id);
        let last = self.proofs.rules.types(relation).iter().rposition(|k| k == "Node")?;
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
        let at = self.proofs.rules.types(relation).iter().position(|k| k == "State")?;
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
                let leaf = Leaf::Asked { question: question.clone(), columns: arguments.clone(), holds: true };
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
        let types = self.proofs.rules.types(relation);
        let wants = wanted.map(|g| g.wants).unwrap_or_default();
        let part = |(kind, want): (&String, &Want)| match want {
            Want::Is(atom) => decoder.part(kind, *atom),
            other => other.said(|_| String::new()).map_or(Part::Any, Part::Name),
        };
        let name = self.proofs.rules.relations[relation].0.clone();
        Premise::Fact(Fact { id: 0, relation: name, columns: types.iter().zip(&wants).map(part).collect() })
    }
}

fn negated(proofs: &Proofs<'_>, id: FactId) -> Input {
    let fact = proofs.fact(id);
    Input { name: fact.relation, holds: false, columns: fact.columns, step: None }
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

//! Every way through an atomic action, one after the other: ways that meet with equal stores go on as one.

use super::eval::{Evaluator, Stores};
use super::failure::{Failure, FailureKind};
use super::intern::Interner;
use super::machine::Machine;
use super::outcomes::OneWay;
use crate::ir::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::RangeInclusive;
use std::ptr;
use std::rc::Rc;

/// The alternatives that a way has taken, one for each action and each `choose` on it.
pub(crate) type Decisions = Vec<u32>;

/// The statements that are left of a block and of those around it.
#[derive(Clone)]
struct Rest<'b> {
    body: &'b [Statement],
    then: Option<Rc<Rest<'b>>>,
}

impl<'b> Rest<'b> {
    /// The next statement, what is left behind it, and whether blocks were left to come to it.
    fn next(mut self) -> (Option<(&'b Statement, Rest<'b>)>, bool) {
        let mut left = false;
        loop {
            if let Some((first, body)) = self.body.split_first() {
                return (Some((first, Rest { body, ..self })), left);
            }
            let Some(around) = self.then else { return (None, true) };
            (self, left) = (Rest::clone(&around), true);
        }
    }
}

#[derive(Clone)]
struct Way<'b> {
    rest: Rest<'b>,
    stores: Stores,
    decisions: Decisions,
    /// Whether another way may come to the same statement with the same stores.
    joins: bool,
}

enum Pending<'b> {
    Way(Way<'b>),
    /// A way that goes on with each of these values at the place.
    Values(&'b Place, RangeInclusive<Value>, Value, Way<'b>),
    Failed(Failure, Decisions),
}

/// A depth-first search for the outcomes of an atomic action.
pub(super) struct Ways<'e, 'a, 'b> {
    evaluator: &'e mut Evaluator<'a>,
    pending: Vec<Pending<'b>>,
    /// Only once there was more than one way can two meet.
    branched: bool,
    /// Whether decisions are noted.
    notes: bool,
    positions: FxHashMap<*const Statement, u32>,
    /// Positions and the stores that ways came there with.
    met: Interner,
    failed: FxHashSet<(FailureKind, String)>,
}

impl<'e, 'a, 'b> Ways<'e, 'a, 'b> {
    pub(super) fn of_body(evaluator: &'e mut Evaluator<'a>, body: &'b [Statement], stores: Stores) -> Self {
        let mut ways = Ways {
            evaluator,
            pending: vec![],
            branched: false,
            notes: false,
            positions: FxHashMap::default(),
            met: Interner::varying(),
            failed: FxHashSet::default(),
        };
        ways.push(Way { rest: Rest { body, then: None }, stores, decisions: vec![], joins: false });
        ways
    }

    pub(super) fn of_action(evaluator: &'e mut Evaluator<'a>, action: &'b Action, stores: Stores) -> Self {
        let mut ways = Ways::of_body(evaluator, &[], stores);
        if let Some(Pending::Way(way)) = ways.pending.pop() {
            ways.perform(action, way);
        }
        ways
    }

    /// With the decisions that lead to each outcome.
    pub(super) fn with_decisions(mut self) -> impl Iterator<Item = (Decisions, Result<Stores, Failure>)> {
        self.notes = true;
        std::iter::from_fn(move || self.search())
    }

    fn push(&mut self, way: Way<'b>) {
        self.pending.push(Pending::Way(way));
    }

    fn fail(&mut self, failure: Failure, decisions: Decisions) {
        self.pending.push(Pending::Failed(failure, decisions));
    }

    /// The next outcome unlike all before. Nothing if there is none, or a bound was hit.
    fn search(&mut self) -> Option<(Decisions, Result<Stores, Failure>)> {
        while let Some(pending) = self.pending.pop() {
            if !self.evaluator.tally.goes_on(self.met.len()) {
                return None;
            }
            let ended = match pending {
                Pending::Way(way) => self.step(way).map(|(decisions, stores)| (decisions, Ok(stores))),
                Pending::Values(place, values, lo, way) => {
                    self.choose_value(place, values, lo, way);
                    None
                }
                Pending::Failed(failure, decisions) => {
                    let new = self.failed.insert((failure.kind, failure.message.clone()));
                    new.then_some((decisions, Err(failure)))
                }
            };
            if ended.is_some() {
                self.evaluator.tally.outcomes += 1;
                return ended;
            }
        }
        None
    }

    /// Performs the next statement of a way; its stores if it is at its end.
    fn step(&mut self, way: Way<'b>) -> Option<(Decisions, Stores)> {
        let Way { rest, stores, decisions, joins } = way;
        let (next, left) = rest.next();
        let at = next.as_ref().map_or(ptr::null(), |(statement, _)| ptr::from_ref(*statement));
        if (joins || left) && !self.is_new(at, &stores) {
            return None;
        }
        let Some((statement, rest)) = next else { return Some((decisions, stores)) };
        self.take(statement, Way { rest, stores, decisions, joins: false });
        None
    }

    fn is_new(&mut self, at: *const Statement, stores: &Stores) -> bool {
        let count = self.positions.len() as u32;
        !self.branched || {
            let mut row = vec![*self.positions.entry(at).or_insert(count)];
            row.extend(stores.globals.iter().chain(&stores.registers).map(|v| *v as u32));
            self.met.intern(&row).1
        }
    }

    fn take(&mut self, statement: &'b Statement, way: Way<'b>) {
        match statement {
            Statement::Action(action) => self.perform(action, way),
            Statement::If { cond, then, otherwise } => match self.evaluator.truth(cond, &way.stores) {
                Ok(yes) => self.enter(if yes { then } else { otherwise }, way),
                Err(failure) => self.fail(failure, way.decisions),
            },
            Statement::Choose(bodies) => {
                self.branched |= bodies.len() > 1;
                for (i, body) in bodies.iter().enumerate().rev() {
                    let decisions = self.decided(&way.decisions, i as u32);
                    self.enter(body, Way { decisions, ..way.clone() });
                }
            }
        }
    }

    fn perform(&mut self, action: &'b Action, way: Way<'b>) {
        let Action::ChooseRange { place, lo, hi } = action else { return self.act(action, way) };
        match self.range(lo, hi, &way.stores) {
            Ok(values) => self.pending.push(Pending::Values(place, values.clone(), *values.start(), way)),
            Err(failure) => {
                let decisions = self.decided(&way.decisions, 0);
                self.fail(failure, decisions);
            }
        }
    }

    /// The values from `lo` to `hi`.
    fn range(&mut self, lo: &Expr, hi: &Expr, s: &Stores) -> Result<RangeInclusive<Value>, Failure> {
        Ok(self.evaluator.eval(lo, s)?..=self.evaluator.eval(hi, s)?)
    }

    fn enter(&mut self, body: &'b [Statement], way: Way<'b>) {
        let rest = Rest { body, then: Some(Rc::new(way.rest)) };
        self.push(Way { rest, ..way });
    }

    fn act(&mut self, action: &Action, way: Way<'b>) {
        let Way { rest, stores, decisions, .. } = way;
        let outcomes = self.evaluator.perform(action, stores);
        let joins = outcomes.len() > 1;
        self.branched |= joins;
        for (i, outcome) in outcomes.into_iter().enumerate().rev() {
            let decisions = self.decided(&decisions, i as u32);
            match outcome {
                Ok(stores) => self.push(Way { rest: rest.clone(), stores, decisions, joins }),
                Err(failure) => self.fail(failure, decisions),
            }
        }
    }

    /// Goes on with the first value, once the others wait.
    fn choose_value(&mut self, place: &'b Place, mut values: RangeInclusive<Value>, lo: Value, way: Way<'b>) {
        let Some(value) = values.next() else { return };
        let Way { rest, stores, decisions, .. } = way.clone();
        let decisions = self.decided(&decisions, value.wrapping_sub(lo) as u32);
        let mut one = OneWay::new(self.evaluator, stores, 0);
        let stored = one.assign(place, value).map(|()| one.stores);
        if !values.is_empty() {
            self.branched = true;
            self.pending.push(Pending::Values(place, values, lo, way));
        }
        match stored {
            Ok(stores) => self.push(Way { rest, stores, decisions, joins: true }),
            Err(failure) => self.fail(failure, decisions),
        }
    }

    fn decided(&self, before: &Decisions, alternative: u32) -> Decisions {
        if !self.notes {
            return vec![];
        }
        [before.as_slice(), &[alternative]].concat()
    }
}

impl Iterator for Ways<'_, '_, '_> {
    type Item = Result<Stores, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.search()?.1)
    }
}

/// The same statements, but that it goes wrong to come to the end of the program.
pub(super) fn with_ends_told(body: &[Statement]) -> Vec<Statement> {
    let told = |statement: &Statement| match statement {
        Statement::Action(Action::Exit) => Statement::Action(Action::Fail(Fault::Undefined("the end".into()))),
        Statement::Action(action) => Statement::Action(action.clone()),
        Statement::Choose(bodies) => Statement::Choose(bodies.iter().map(|body| with_ends_told(body)).collect()),
        Statement::If { cond, then, otherwise } => {
            let [then, otherwise] = [then, otherwise].map(|body| with_ends_told(body));
            Statement::If { cond: cond.clone(), then, otherwise }
        }
    };
    body.iter().map(told).collect()
}

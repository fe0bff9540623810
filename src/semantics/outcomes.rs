//! Actions on values: every outcome of one.

use super::action;
use super::eval::{Evaluator, Slot, Stores, fit};
use super::failure::{Failure, FailureKind};
use super::machine::Machine;
use crate::ir::*;

/// What an action may lead to; no outcome means that it blocks.
type Outcomes = Vec<Result<Stores, Failure>>;

/// One way through an action.
pub(super) struct OneWay<'e, 'a> {
    evaluator: &'e mut Evaluator<'a>,
    pub(super) stores: Stores,
    number: u32,
    /// The stores before it, if there is a way with the next number.
    next: Option<Stores>,
}

impl<'e, 'a> OneWay<'e, 'a> {
    pub(super) fn new(evaluator: &'e mut Evaluator<'a>, stores: Stores, number: u32) -> Self {
        OneWay { evaluator, stores, number, next: None }
    }
}

impl Evaluator<'_> {
    pub(crate) fn perform(&mut self, action: &Action, stores: Stores) -> Outcomes {
        let mut outcomes = vec![];
        let mut next = Some(stores);
        for number in 0.. {
            let Some(stores) = next else { break };
            let mut way = OneWay::new(self, stores, number);
            match action::perform(&mut way, action) {
                Ok(true) => outcomes.push(Ok(way.stores)),
                Ok(false) => {}
                Err(failure) => outcomes.push(Err(failure)),
            }
            next = way.next;
        }
        outcomes
    }
}

impl Machine for OneWay<'_, '_> {
    type Value = Value;
    type Failure = Failure;

    fn program(&self) -> &Program {
        self.evaluator.program
    }

    fn tid(&self) -> Value {
        self.evaluator.tid as Value
    }

    fn value(known: &Value) -> Value {
        *known
    }

    fn eval(&mut self, e: &Expr) -> Result<Value, Failure> {
        self.evaluator.eval(e, &self.stores)
    }

    fn assigned(&mut self, e: &Expr) -> Result<Option<Value>, Failure> {
        self.evaluator.assigned(e, &self.stores)
    }

    fn binary(&mut self, op: Binary, a: Value, b: Value) -> Result<Value, Failure> {
        self.evaluator.combined(op, a, b)
    }

    fn slot(&mut self, place: &Place) -> Result<Slot, Failure> {
        self.evaluator.slot(place, &self.stores)
    }

    fn load(&mut self, slot: Slot, _domain: Domain) -> Value {
        self.evaluator.load(slot, &self.stores)
    }

    fn store(&mut self, slot: Slot, value: Value) {
        self.evaluator.store(slot, value, &mut self.stores);
    }

    fn fit(&mut self, domain: Domain, value: Value) -> Result<Value, Failure> {
        fit(domain, value)
    }

    fn choose(&mut self, ways: u64) -> u32 {
        if u64::from(self.number) + 1 < ways {
            self.next = Some(self.stores.clone());
        }
        self.number
    }

    fn faulty(&self, fault: &Fault) -> Failure {
        match fault {
            Fault::Undefined(what) => Failure::new(FailureKind::Undefined, what),
            Fault::Limit(bound) => Failure::new(FailureKind::Limit(*bound), bound.name()),
        }
    }

    fn refuted(&self, _asserted: Value) -> Failure {
        Failure::new(FailureKind::Assert, "assertion failed")
    }
}

//! What actions are performed on: values (`outcomes`), or values with the expressions that they come from,
//! where a step of a model is written down (`trace::symbolic`).

use super::eval::Slot;
use super::unset::loads;
use crate::ir::*;

/// The stores before one thread's step, and what becomes of them on one way through its action.
pub(crate) trait Machine {
    /// What is computed with.
    type Value: Clone + From<Value>;
    /// How an action goes wrong.
    type Failure;

    fn program(&self) -> &Program;

    /// The thread that moves.
    fn tid(&self) -> Value;

    /// What it is in this step.
    fn value(known: &Self::Value) -> Value;

    fn eval(&mut self, e: &Expr) -> Result<Self::Value, Self::Failure>;

    /// What a variable gets of an expression; nothing if that depends on what nobody has set.
    fn assigned(&mut self, e: &Expr) -> Result<Option<Self::Value>, Self::Failure>;

    fn binary(&mut self, op: Binary, a: Self::Value, b: Self::Value) -> Result<Self::Value, Self::Failure>;

    /// Where a place is; its own value is not touched.
    fn slot(&mut self, place: &Place) -> Result<Slot, Self::Failure>;

    /// What the slot of a variable of this domain holds.
    fn load(&mut self, slot: Slot, domain: Domain) -> Self::Value;

    /// Stores a value that fits.
    fn store(&mut self, slot: Slot, value: Self::Value);

    /// The value that storing this one leaves behind.
    fn fit(&mut self, domain: Domain, value: Self::Value) -> Result<Self::Value, Self::Failure>;

    /// The action takes this way because a value is what it is.
    fn pin(&mut self, _known: &Self::Value) {}

    /// The action takes this way because a value is as true, or as false, as it is.
    fn branch(&mut self, _known: &Self::Value) {}

    /// The number of the way to take, of so many; 0 if there is none. Nothing has been stored before.
    fn choose(&mut self, ways: u64) -> u32;

    /// How what has a fault fails.
    fn faulty(&self, fault: &Fault) -> Self::Failure;

    /// How an assertion fails.
    fn refuted(&self, asserted: Self::Value) -> Self::Failure;

    /// Whether an expression reads what nobody has set, and goes wrong by nothing else.
    fn reads_unset(&mut self, e: &Expr) -> Result<bool, Self::Failure> {
        let places = if self.program().unset.is_some() { loads(e) } else { None };
        for place in places.into_iter().flatten() {
            let slot = self.slot(place)?;
            if Self::value(&self.load(slot, place.domain)) == UNSET {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn assign(&mut self, place: &Place, value: Self::Value) -> Result<(), Self::Failure> {
        let slot = self.slot(place)?;
        let value = self.fit(place.domain, value)?;
        self.store(slot, value);
        Ok(())
    }

    fn pinned(&mut self, known: &Self::Value) -> Value {
        self.pin(known);
        Self::value(known)
    }

    fn truth(&mut self, known: &Self::Value) -> bool {
        self.branch(known);
        Self::value(known) != 0
    }
}

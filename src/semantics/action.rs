//! What every action does, stated once for whoever performs one: on values (`outcomes`), and on values
//! with the expressions that they come from, where a step of a model is written down (`trace::symbolic`).

use super::eval::Slot;
use super::mutex::Lock;
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

    /// How an assertion fails.
    fn refuted(&self, asserted: Self::Value) -> Self::Failure;

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

/// Performs an action on one way; false if it blocks there.
pub(crate) fn perform<M: Machine>(m: &mut M, action: &Action) -> Result<bool, M::Failure> {
    match action {
        Action::Assign { place, value } => {
            let value = m.eval(value)?;
            m.assign(place, value)?;
        }
        Action::Choose { place, values } => {
            let values = values.iter().map(|v| m.eval(v)).collect::<Result<Vec<_>, _>>()?;
            let taken = m.choose(values.len() as u64) as usize;
            let Some(value) = values.into_iter().nth(taken) else { return Ok(false) };
            m.assign(place, value)?;
        }
        Action::ChooseRange { place, lo, hi } => return choose_range(m, place, lo, hi),
        Action::Assert(e) => {
            let asserted = m.eval(e)?;
            if M::value(&asserted) == 0 {
                return Err(m.refuted(asserted));
            }
            m.branch(&asserted);
        }
        Action::Assume(e) => {
            let assumed = m.eval(e)?;
            return Ok(m.truth(&assumed));
        }
        Action::Acquire(mutex) => return Lock::of(mutex, m)?.acquire(m),
        Action::Release(mutex) => return Lock::of(mutex, m)?.release(m),
        Action::WaitRelease { mutex, depth } => return Lock::of(mutex, m)?.wait_release(*depth, m),
        Action::WaitAcquire { mutex, depth } => return Lock::of(mutex, m)?.wait_acquire(*depth, m),
        Action::Notify(mutex) => return Lock::of(mutex, m)?.notify(m),
        Action::NotifyAll(mutex) => return Ok(Lock::of(mutex, m)?.notify_all(m)),
        Action::Cas { result, place, old, new } => compare_and_swap(m, result.as_ref(), place, [old, new])?,
    }
    Ok(true)
}

fn choose_range<M: Machine>(m: &mut M, place: &Place, lo: &Expr, hi: &Expr) -> Result<bool, M::Failure> {
    let (lo, hi) = (m.eval(lo)?, m.eval(hi)?);
    let (lo, hi) = (m.pinned(&lo), m.pinned(&hi));
    if lo > hi {
        return Ok(false);
    }
    let taken = m.choose((i64::from(hi) - i64::from(lo) + 1) as u64);
    m.assign(place, lo.wrapping_add(taken as Value).into())?;
    Ok(true)
}

fn compare_and_swap<M: Machine>(
    m: &mut M,
    result: Option<&Place>,
    place: &Place,
    [old, new]: [&Expr; 2],
) -> Result<(), M::Failure> {
    let slot = m.slot(place)?;
    let (old, new) = (m.eval(old)?, m.eval(new)?);
    let found = m.load(slot, place.domain);
    let equal = m.binary(Binary::Eq, found, old)?;
    let swaps = m.truth(&equal);
    if swaps {
        m.assign(place, new)?;
    }
    result.map_or(Ok(()), |result| m.assign(result, Value::from(swaps).into()))
}

//! Performing actions on stores: every outcome of one, blocked where there is none.

use super::eval::{Evaluator, Failure, FailureKind, Slot, Stores};
use crate::ir::*;
use std::ops::RangeInclusive;

/// What an action may lead to; no outcome means that it blocks.
type Outcomes = Vec<Result<Stores, Failure>>;

impl Evaluator<'_> {
    pub(crate) fn perform(&mut self, action: &Action, s: Stores) -> Outcomes {
        self.try_perform(action, s).unwrap_or_else(|failure| vec![Err(failure)])
    }

    fn try_perform(&mut self, action: &Action, mut s: Stores) -> Result<Outcomes, Failure> {
        Ok(match action {
            Action::Assign { place, value } => {
                let value = self.eval(value, &s)?;
                self.assign(place, value, &mut s)?;
                vec![Ok(s)]
            }
            Action::Choose { place, values } => {
                let values = values.iter().map(|v| self.eval(v, &s)).collect::<Result<Vec<_>, _>>()?;
                self.one_each(place, values, &s)
            }
            Action::ChooseRange { .. } => unreachable!("ranges are chosen from value by value"),
            Action::Assert(e) if self.truth(e, &s)? => vec![Ok(s)],
            Action::Assert(_) => return Err(Failure::new(FailureKind::Assert, "assertion failed")),
            Action::Assume(e) => passing(self.truth(e, &s)?, s),
            Action::Acquire(m) => self.acquire(m, s)?,
            Action::Release(m) => self.release(m, s)?,
            Action::WaitRelease { mutex, depth } => self.wait_release(mutex, *depth, s)?,
            Action::WaitAcquire { mutex, depth } => self.wait_acquire(mutex, *depth, s)?,
            Action::Notify(m) => self.notify(m, s)?,
            Action::NotifyAll(m) => self.notify_all(m, s)?,
            Action::Cas { result, place, old, new } => {
                let slot = self.slot(place, &s)?;
                let (old, new) = (self.eval(old, &s)?, self.eval(new, &s)?);
                let equal = self.load(slot, &s) == old;
                if equal {
                    self.assign(place, new, &mut s)?;
                }
                if let Some(result) = result {
                    self.assign(result, Value::from(equal), &mut s)?;
                }
                vec![Ok(s)]
            }
        })
    }

    /// The values from `lo` to `hi`.
    pub(super) fn range(&mut self, lo: &Expr, hi: &Expr, s: &Stores) -> Result<RangeInclusive<Value>, Failure> {
        Ok(self.eval(lo, s)?..=self.eval(hi, s)?)
    }

    fn one_each(&mut self, place: &Place, values: impl IntoIterator<Item = Value>, s: &Stores) -> Outcomes {
        let one = |value| {
            let mut s = s.clone();
            self.assign(place, value, &mut s).map(|()| s)
        };
        values.into_iter().map(one).collect()
    }

    fn acquire(&mut self, m: &Mutex, mut s: Stores) -> Result<Outcomes, Failure> {
        let lock = self.lock(m, &s)?;
        let (owner, me) = (self.load(lock.owner, &s), self.tid as Value);
        let again = m.reentrant && owner == me;
        if owner != 0 && !again {
            return Ok(vec![]);
        }
        self.store(lock.owner, me, &mut s);
        if let Some(depth) = lock.depth {
            let held = self.load(depth, &s);
            self.store(depth, held.wrapping_add(1), &mut s);
        }
        Ok(vec![Ok(s)])
    }

    fn release(&mut self, m: &Mutex, mut s: Stores) -> Result<Outcomes, Failure> {
        let lock = self.lock(m, &s)?;
        if self.load(lock.owner, &s) != self.tid as Value {
            return Ok(vec![]);
        }
        let left = match lock.depth {
            Some(depth) => {
                let left = self.load(depth, &s).wrapping_sub(1);
                self.store(depth, left, &mut s);
                left
            }
            None => 0,
        };
        if left == 0 {
            self.store(lock.owner, 0, &mut s);
        }
        Ok(vec![Ok(s)])
    }

    /// Frees the mutex, however deep it is held, and joins its wait set.
    fn wait_release(&mut self, m: &Mutex, kept: Option<Reg>, mut s: Stores) -> Result<Outcomes, Failure> {
        let lock = self.lock(m, &s)?;
        if self.load(lock.owner, &s) != self.tid as Value {
            return Ok(vec![]);
        }
        if let (Some(depth), Some(kept)) = (lock.depth, kept) {
            let held = self.load(depth, &s);
            self.store(Slot::Reg(kept), held, &mut s);
            self.store(depth, 0, &mut s);
        }
        self.store(lock.owner, 0, &mut s);
        let waiting = self.load(lock.waiting(), &s) | self.my_bit();
        self.store(lock.waiting(), waiting, &mut s);
        Ok(vec![Ok(s)])
    }

    fn wait_acquire(&mut self, m: &Mutex, kept: Option<Reg>, mut s: Stores) -> Result<Outcomes, Failure> {
        let lock = self.lock(m, &s)?;
        let free = self.load(lock.owner, &s) == 0;
        let waiting = self.load(lock.waiting(), &s);
        let notified = waiting & self.my_bit() == 0;
        if !free || !notified && !self.program.spurious_wakeups {
            return Ok(vec![]);
        }
        if !notified {
            self.store(lock.waiting(), waiting & !self.my_bit(), &mut s);
        }
        self.store(lock.owner, self.tid as Value, &mut s);
        if let (Some(depth), Some(kept)) = (lock.depth, kept) {
            let held = self.load(Slot::Reg(kept), &s);
            self.store(depth, held, &mut s);
        }
        Ok(vec![Ok(s)])
    }

    fn notify(&mut self, m: &Mutex, s: Stores) -> Result<Outcomes, Failure> {
        let lock = self.lock(m, &s)?;
        if self.load(lock.owner, &s) != self.tid as Value {
            return Ok(vec![]);
        }
        let waiting = self.load(lock.waiting(), &s);
        if waiting == 0 {
            return Ok(vec![Ok(s)]);
        }
        let woken = (0..Value::BITS).map(|bit| 1 << bit).filter(|bit| waiting & bit != 0);
        let mut wake = |bit: Value| {
            let mut s = s.clone();
            self.store(lock.waiting(), waiting & !bit, &mut s);
            Ok(s)
        };
        Ok(woken.map(&mut wake).collect())
    }

    fn notify_all(&mut self, m: &Mutex, mut s: Stores) -> Result<Outcomes, Failure> {
        let lock = self.lock(m, &s)?;
        if self.load(lock.owner, &s) != self.tid as Value {
            return Ok(vec![]);
        }
        self.store(lock.waiting(), 0, &mut s);
        Ok(vec![Ok(s)])
    }

    fn my_bit(&self) -> Value {
        1 << (self.tid - 1)
    }

    /// The cells of a mutex, in the order that `GlobalKind::Mutex` lays down.
    fn lock(&mut self, m: &Mutex, s: &Stores) -> Result<Lock, Failure> {
        let Slot::Cell(owner) = self.slot(&m.place, s)? else { unreachable!("mutexes are global") };
        let next = |n: bool| Cell(owner.0 + 1 + u32::from(n));
        Ok(Lock {
            owner: Slot::Cell(owner),
            depth: m.reentrant.then(|| Slot::Cell(next(false))),
            waiting: m.waited.then(|| Slot::Cell(next(m.reentrant))),
        })
    }
}

struct Lock {
    owner: Slot,
    depth: Option<Slot>,
    waiting: Option<Slot>,
}

impl Lock {
    fn waiting(&self) -> Slot {
        self.waiting.expect("a mutex that is waited on or notified has a wait set")
    }
}

fn passing(open: bool, s: Stores) -> Outcomes {
    if open { vec![Ok(s)] } else { vec![] }
}

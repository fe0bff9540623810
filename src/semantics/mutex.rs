//! Mutexes, wait and notify (FQ 5.3), stated once for every `Machine`. Each tells whether it blocks.

use super::eval::Slot;
use super::machine::Machine;
use crate::ir::*;

/// The cells of a mutex, in the order that `GlobalKind::Mutex` lays down.
pub(super) struct Lock {
    owner: Slot,
    depth: Option<Slot>,
    waiting: Option<Slot>,
}

impl Lock {
    pub(super) fn of<M: Machine>(mutex: &Mutex, m: &mut M) -> Result<Lock, M::Failure> {
        let Slot::Cell(owner) = m.slot(&mutex.place)? else { unreachable!("mutexes are global") };
        let next = |n: bool| Slot::Cell(Cell(owner.0 + 1 + u32::from(n)));
        Ok(Lock {
            owner: Slot::Cell(owner),
            depth: mutex.reentrant.then(|| next(false)),
            waiting: mutex.waited.then(|| next(mutex.reentrant)),
        })
    }

    fn waiting(&self) -> Slot {
        self.waiting.expect("a mutex that is waited on or notified has a wait set")
    }

    fn owner<M: Machine>(&self, m: &mut M) -> Value {
        let owner = get(m, self.owner);
        m.pinned(&owner)
    }

    fn is_held<M: Machine>(&self, m: &mut M) -> bool {
        self.owner(m) == m.tid()
    }

    pub(super) fn acquire<M: Machine>(&self, m: &mut M) -> Result<bool, M::Failure> {
        let (owner, me) = (self.owner(m), m.tid());
        if owner < 0 {
            return Err(m.faulty(&Fault::Undefined(Mutex::UNMADE.into())));
        }
        if owner != 0 && (self.depth.is_none() || owner != me) {
            return Ok(false);
        }
        m.store(self.owner, M::Value::from(me));
        if let Some(depth) = self.depth {
            let held = get(m, depth);
            let deeper = m.binary(Binary::Add, held, M::Value::from(1))?;
            m.store(depth, deeper);
        }
        Ok(true)
    }

    pub(super) fn release<M: Machine>(&self, m: &mut M) -> Result<bool, M::Failure> {
        if !self.is_held(m) {
            return Ok(false);
        }
        if let Some(depth) = self.depth {
            let held = get(m, depth);
            let last = m.pinned(&held) == 1;
            let left = m.binary(Binary::Sub, held, M::Value::from(1))?;
            m.store(depth, left);
            if !last {
                return Ok(true);
            }
        }
        m.store(self.owner, M::Value::from(0));
        Ok(true)
    }

    /// Frees the mutex, however deep it is held, and joins its wait set.
    pub(super) fn wait_release<M: Machine>(&self, kept: Option<Reg>, m: &mut M) -> Result<bool, M::Failure> {
        if !self.is_held(m) {
            return Ok(false);
        }
        if let (Some(depth), Some(kept)) = (self.depth, kept) {
            let held = get(m, depth);
            m.store(Slot::Reg(kept), held);
            m.store(depth, M::Value::from(0));
        }
        m.store(self.owner, M::Value::from(0));
        let waiting = get(m, self.waiting());
        let joined = m.binary(Binary::BitOr, waiting, M::Value::from(my_bit(m)))?;
        m.store(self.waiting(), joined);
        Ok(true)
    }

    pub(super) fn wait_acquire<M: Machine>(&self, kept: Option<Reg>, m: &mut M) -> Result<bool, M::Failure> {
        let (owner, waiting) = (get(m, self.owner), get(m, self.waiting()));
        let mine = m.binary(Binary::BitAnd, waiting.clone(), M::Value::from(my_bit(m)))?;
        let (is_free, is_notified) = (m.pinned(&owner) == 0, m.pinned(&mine) == 0);
        if !is_free || !is_notified && !m.program().spurious_wakeups {
            return Ok(false);
        }
        if !is_notified {
            let left = m.binary(Binary::BitAnd, waiting, M::Value::from(!my_bit(m)))?;
            m.store(self.waiting(), left);
        }
        m.store(self.owner, M::Value::from(m.tid()));
        if let (Some(depth), Some(kept)) = (self.depth, kept) {
            let held = get(m, Slot::Reg(kept));
            m.store(depth, held);
        }
        Ok(true)
    }

    /// Takes one thread out of the wait set, if there is one: whoever else is in there.
    pub(super) fn notify<M: Machine>(&self, m: &mut M) -> Result<bool, M::Failure> {
        if !self.is_held(m) {
            return Ok(false);
        }
        let waiting = get(m, self.waiting());
        let all = M::value(&waiting);
        let taken = m.choose(all.count_ones().into()) as usize;
        let Some(bit) = (0..Value::BITS).map(|bit| 1 << bit).filter(|bit| all & bit != 0).nth(taken) else {
            m.pin(&waiting);
            return Ok(true);
        };
        let is_in = m.binary(Binary::BitAnd, waiting.clone(), M::Value::from(bit))?;
        m.pin(&is_in);
        let left = m.binary(Binary::BitAnd, waiting, M::Value::from(!bit))?;
        m.store(self.waiting(), left);
        Ok(true)
    }

    pub(super) fn notify_all<M: Machine>(&self, m: &mut M) -> bool {
        let is_held = self.is_held(m);
        if is_held {
            m.store(self.waiting(), M::Value::from(0));
        }
        is_held
    }
}

/// What a cell of a mutex holds, or a register that keeps it.
fn get<M: Machine>(m: &mut M, slot: Slot) -> M::Value {
    m.load(slot, Domain::Int)
}

/// The moving thread in a wait set.
fn my_bit<M: Machine>(m: &M) -> Value {
    1 << (m.tid() - 1)
}

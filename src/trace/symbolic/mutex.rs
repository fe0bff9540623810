//! Mutexes that are variables: re-entrant ones, and those that are waited on or looked at. They
//! hold their owner's thread id; what blocks is a condition.

use super::{Evaluated, Known, Outcomes, Path, View};
use crate::ir::{Binary, Cell, Domain, Mutex, Reg, Value};
use crate::semantics::Slot;

/// The cells of a mutex that holds its owner's id like any other variable.
pub(super) struct Lock {
    owner: Slot,
    depth: Option<Slot>,
    waiting: Option<Slot>,
}

impl Lock {
    pub(super) fn waiting(&self) -> Slot {
        self.waiting.expect("a mutex that is waited on or notified has a wait set")
    }
}

impl View<'_> {
    pub(super) fn lock(&self, m: &Mutex, path: &mut Path) -> Evaluated<Lock> {
        let Slot::Cell(owner) = self.slot(&m.place, path)? else { unreachable!("mutexes are global") };
        let next = |n: bool| Slot::Cell(Cell(owner.0 + 1 + u32::from(n)));
        Ok(Lock {
            owner: Slot::Cell(owner),
            depth: m.reentrant.then(|| next(false)),
            waiting: m.waited.then(|| next(m.reentrant)),
        })
    }

    /// The owner cell of a mutex, under the condition that it is this one.
    pub(in crate::trace) fn owner(&self, m: &Mutex, path: &mut Path) -> Evaluated<Cell> {
        match self.slot(&m.place, path)? {
            Slot::Cell(owner) => Ok(owner),
            Slot::Reg(_) => unreachable!("mutexes are global"),
        }
    }

    fn get(&self, slot: Slot, path: &mut Path) -> Known {
        self.load(slot, Domain::Int, path)
    }

    pub(super) fn set(&self, slot: Slot, known: Known, path: &mut Path) {
        path.store(slot, known);
    }

    /// Requires that this thread holds the mutex; false if it does not.
    pub(super) fn holds(&self, lock: &Lock, path: &mut Path) -> bool {
        let owner = self.get(lock.owner, path);
        self.pin(&owner, path);
        owner.value == self.tid as Value
    }

    pub(super) fn acquire(&self, m: &Mutex, path: &mut Path) -> Evaluated<Outcomes> {
        let lock = self.lock(m, path)?;
        let (owner, me) = (self.get(lock.owner, path), self.tid as Value);
        if owner.value != 0 && !(m.reentrant && owner.value == me) {
            return Ok(vec![]);
        }
        self.pin(&owner, path);
        self.set(lock.owner, Known::constant(me), path);
        self.deepen(&lock, Binary::Add, path)?;
        Ok(vec![Ok(path.clone())])
    }

    /// Counts a re-entrant mutex up or down; gives the new depth.
    fn deepen(&self, lock: &Lock, op: Binary, path: &mut Path) -> Evaluated<Value> {
        let Some(depth) = lock.depth else { return Ok(0) };
        let new = self.arithmetic(op, self.get(depth, path), Known::constant(1), path)?;
        let value = new.value;
        self.set(depth, new, path);
        Ok(value)
    }

    pub(super) fn release(&self, m: &Mutex, path: &mut Path) -> Evaluated<Outcomes> {
        let lock = self.lock(m, path)?;
        if !self.holds(&lock, path) {
            return Ok(vec![]);
        }
        if let Some(depth) = lock.depth {
            let before = self.get(depth, path);
            self.pin(&before, path);
        }
        if self.deepen(&lock, Binary::Sub, path)? == 0 {
            self.set(lock.owner, Known::constant(0), path);
        }
        Ok(vec![Ok(path.clone())])
    }

    pub(super) fn wait_release(&self, m: &Mutex, kept: Option<Reg>, path: &mut Path) -> Evaluated<Outcomes> {
        let lock = self.lock(m, path)?;
        if !self.holds(&lock, path) {
            return Ok(vec![]);
        }
        if let (Some(depth), Some(kept)) = (lock.depth, kept) {
            let held = self.get(depth, path);
            self.set(Slot::Reg(kept), held, path);
            self.set(depth, Known::constant(0), path);
        }
        self.set(lock.owner, Known::constant(0), path);
        let waiting = self.get(lock.waiting(), path);
        let joined = self.arithmetic(Binary::BitOr, waiting, Known::constant(self.my_bit()), path)?;
        self.set(lock.waiting(), joined, path);
        Ok(vec![Ok(path.clone())])
    }

    pub(super) fn wait_acquire(&self, m: &Mutex, kept: Option<Reg>, path: &mut Path) -> Evaluated<Outcomes> {
        let lock = self.lock(m, path)?;
        let owner = self.get(lock.owner, path);
        let waiting = self.get(lock.waiting(), path);
        let mine = self.arithmetic(Binary::BitAnd, waiting.clone(), Known::constant(self.my_bit()), path)?;
        if owner.value != 0 || mine.value != 0 && !self.program.spurious_wakeups {
            return Ok(vec![]);
        }
        self.pin(&owner, path);
        self.pin(&mine, path);
        if mine.value != 0 {
            let left = self.arithmetic(Binary::BitAnd, waiting, Known::constant(!self.my_bit()), path)?;
            self.set(lock.waiting(), left, path);
        }
        self.set(lock.owner, Known::constant(self.tid as Value), path);
        if let (Some(depth), Some(kept)) = (lock.depth, kept) {
            let held = self.get(Slot::Reg(kept), path);
            self.set(depth, held, path);
        }
        Ok(vec![Ok(path.clone())])
    }

    pub(super) fn notify(&self, m: &Mutex, path: &mut Path) -> Evaluated<Outcomes> {
        let lock = self.lock(m, path)?;
        if !self.holds(&lock, path) {
            return Ok(vec![]);
        }
        let waiting = self.get(lock.waiting(), path);
        if waiting.value == 0 {
            self.pin(&waiting, path);
            return Ok(vec![Ok(path.clone())]);
        }
        let woken = (0..Value::BITS).map(|bit| 1 << bit).filter(|bit| waiting.value & bit != 0);
        woken.map(|bit| self.wake(&lock, &waiting, bit, path).map(Ok)).collect()
    }

    /// Takes one thread out of the wait set, under the condition that it is in there.
    fn wake(&self, lock: &Lock, waiting: &Known, bit: Value, path: &Path) -> Evaluated<Path> {
        let mut path = path.clone();
        let is_in = self.arithmetic(Binary::BitAnd, waiting.clone(), Known::constant(bit), &mut path)?;
        self.pin(&is_in, &mut path);
        let left = self.arithmetic(Binary::BitAnd, waiting.clone(), Known::constant(!bit), &mut path)?;
        self.set(lock.waiting(), left, &mut path);
        Ok(path)
    }

    fn my_bit(&self) -> Value {
        1 << (self.tid - 1)
    }
}

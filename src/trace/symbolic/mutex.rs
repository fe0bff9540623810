//! Mutexes that are variables: re-entrant ones, and those that are waited on or looked at. They
//! hold their owner's thread id; what blocks is a condition.

use super::{Evaluated, Known, Path, View};
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

    /// Requires that this thread holds the mutex, as it does.
    pub(super) fn hold(&self, lock: &Lock, path: &mut Path) {
        let owner = self.get(lock.owner, path);
        self.pin(&owner, path);
    }

    pub(super) fn acquire(&self, m: &Mutex, path: &mut Path) -> Evaluated<()> {
        let lock = self.lock(m, path)?;
        let (owner, me) = (self.get(lock.owner, path), self.tid as Value);
        self.pin(&owner, path);
        self.set(lock.owner, Known::constant(me), path);
        self.deepen(&lock, Binary::Add, path)?;
        Ok(())
    }

    /// Counts a re-entrant mutex up or down; gives the new depth.
    fn deepen(&self, lock: &Lock, op: Binary, path: &mut Path) -> Evaluated<Value> {
        let Some(depth) = lock.depth else { return Ok(0) };
        let new = self.arithmetic(op, self.get(depth, path), Known::constant(1), path)?;
        let value = new.value;
        self.set(depth, new, path);
        Ok(value)
    }

    pub(super) fn release(&self, m: &Mutex, path: &mut Path) -> Evaluated<()> {
        let lock = self.lock(m, path)?;
        self.hold(&lock, path);
        if let Some(depth) = lock.depth {
            let before = self.get(depth, path);
            self.pin(&before, path);
        }
        if self.deepen(&lock, Binary::Sub, path)? == 0 {
            self.set(lock.owner, Known::constant(0), path);
        }
        Ok(())
    }

    pub(super) fn wait_release(&self, m: &Mutex, kept: Option<Reg>, path: &mut Path) -> Evaluated<()> {
        let lock = self.lock(m, path)?;
        self.hold(&lock, path);
        if let (Some(depth), Some(kept)) = (lock.depth, kept) {
            let held = self.get(depth, path);
            self.set(Slot::Reg(kept), held, path);
            self.set(depth, Known::constant(0), path);
        }
        self.set(lock.owner, Known::constant(0), path);
        let waiting = self.get(lock.waiting(), path);
        let joined = self.arithmetic(Binary::BitOr, waiting, Known::constant(self.my_bit()), path)?;
        self.set(lock.waiting(), joined, path);
        Ok(())
    }

    pub(super) fn wait_acquire(&self, m: &Mutex, kept: Option<Reg>, path: &mut Path) -> Evaluated<()> {
        let lock = self.lock(m, path)?;
        let owner = self.get(lock.owner, path);
        let waiting = self.get(lock.waiting(), path);
        let mine = self.arithmetic(Binary::BitAnd, waiting.clone(), Known::constant(self.my_bit()), path)?;
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
        Ok(())
    }

    /// Takes one thread out of the wait set, if there is one, under the condition that it is in there.
    pub(super) fn notify(&self, m: &Mutex, number: u32, path: &mut Path) -> Evaluated<()> {
        let lock = self.lock(m, path)?;
        self.hold(&lock, path);
        let waiting = self.get(lock.waiting(), path);
        let mut woken = (0..Value::BITS).map(|bit| 1 << bit).filter(|bit| waiting.value & bit != 0);
        let Some(bit) = woken.nth(number as usize) else {
            self.pin(&waiting, path);
            return Ok(());
        };
        let is_in = self.arithmetic(Binary::BitAnd, waiting.clone(), Known::constant(bit), path)?;
        self.pin(&is_in, path);
        let left = self.arithmetic(Binary::BitAnd, waiting, Known::constant(!bit), path)?;
        self.set(lock.waiting(), left, path);
        Ok(())
    }

    fn my_bit(&self) -> Value {
        1 << (self.tid - 1)
    }
}

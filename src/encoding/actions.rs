//! What every action does, as `semantics::action` and `semantics::mutex` have it.

use super::expressions::{Slot, Slots};
use super::machine::Machine;
use crate::ir::*;
use crate::symbolic::circuit::Lit;
use crate::symbolic::words::{Arithmetic, Word};

impl Machine<'_, '_> {
    pub fn perform(&mut self, action: &Action) {
        match action {
            Action::Assign { place, value } => {
                let value = self.eval(value);
                self.assign(place, &value);
            }
            Action::Choose { place, values } => self.choose(place, values),
            Action::ChooseRange { place, lo, hi } => self.choose_range(place, lo, hi),
            Action::Assert(e) => {
                let holds = self.truth(e);
                self.fails(!holds, true);
            }
            Action::Fail(Fault::Undefined(_)) => self.fails(Lit::TRUE, false),
            Action::Fail(Fault::Limit(_)) => self.leaves(Lit::TRUE),
            Action::Exit | Action::Halt => self.require(Lit::FALSE),
            Action::Look(place) => {
                let slots = self.slots(place);
                self.accesses(&slots);
            }
            Action::Free(pointer) => self.free(pointer),
            Action::Assume(e) => {
                let holds = self.truth(e);
                self.require(holds);
            }
            Action::Acquire(mutex) => Lock::of(mutex, self).acquire(self),
            Action::Release(mutex) => Lock::of(mutex, self).release(self),
            Action::WaitRelease { mutex, depth } => Lock::of(mutex, self).wait_release(*depth, self),
            Action::WaitAcquire { mutex, depth } => Lock::of(mutex, self).wait_acquire(*depth, self),
            Action::Notify(mutex) => Lock::of(mutex, self).notify(self),
            Action::NotifyAll(mutex) => {
                let lock = Lock::of(mutex, self);
                lock.requires_held(self);
                self.store(&lock.waiting(), &Word::constant(0));
            }
            Action::Cas { result, place, old, new } => self.compare_and_swap(result.as_ref(), place, [old, new]),
        }
    }

    /// The statements of an atomic action.
    pub fn run(&mut self, body: &[Statement]) {
        for statement in body {
            match statement {
                Statement::Action(action) => self.perform(action),
                Statement::If { cond, then, otherwise } => {
                    let condition = self.truth(cond);
                    self.either(condition, |m| m.run(then), |m| m.run(otherwise));
                }
                Statement::Choose(branches) => {
                    let ways = self.way(branches.len());
                    self.one_of(&ways, branches);
                }
            }
        }
    }

    fn one_of(&mut self, ways: &[Lit], branches: &[Vec<Statement>]) {
        if let (Some((way, ways)), Some((branch, branches))) = (ways.split_first(), branches.split_first()) {
            self.either(*way, |m| m.run(branch), |m| m.one_of(ways, branches));
        }
    }

    fn choose(&mut self, place: &Place, values: &[Expr]) {
        let values: Vec<Word> = values.iter().map(|e| self.eval(e)).collect();
        let ways = self.way(values.len());
        let mut value = Word::constant(0);
        for (way, other) in ways.into_iter().zip(&values) {
            value = self.circuit().select(way, other, &value);
        }
        self.assign(place, &value);
    }

    fn choose_range(&mut self, place: &Place, lo: &Expr, hi: &Expr) {
        let (lo, hi) = (self.eval(lo), self.eval(hi));
        let value = self.open(lo.len().max(hi.len()));
        let c = self.circuit();
        let (below, above) = (c.less(&value, &lo), c.less(&hi, &value));
        self.require(!below);
        self.require(!above);
        self.assign(place, &value);
    }

    fn compare_and_swap(&mut self, result: Option<&Place>, place: &Place, [old, new]: [&Expr; 2]) {
        let slots = self.slots(place);
        let (old, new) = (self.eval(old), self.eval(new));
        let found = self.load(&slots);
        let found = self.is_set(found, &slots);
        let swaps = self.circuit().equal(&found, &old);
        self.either(swaps, |m| m.assign(place, &new), |_| {});
        if let Some(result) = result {
            self.assign(result, &Word::truth(swaps));
        }
    }
}

/// The cells of a mutex, in the order that `GlobalKind::Mutex` lays down.
struct Lock {
    owner: Slots,
    depth: Option<Slots>,
    waiting: Option<Slots>,
}

impl Lock {
    fn of(mutex: &Mutex, m: &mut Machine<'_, '_>) -> Lock {
        let owner = m.slots(&mutex.place);
        let next = |n: u32| owner.iter().map(|(condition, slot)| (*condition, behind(*slot, n))).collect();
        Lock {
            depth: mutex.reentrant.then(|| next(1)),
            waiting: mutex.waited.then(|| next(1 + u32::from(mutex.reentrant))),
            owner,
        }
    }

    fn waiting(&self) -> Slots {
        self.waiting.clone().expect("a mutex that is waited on or notified has a wait set")
    }

    fn requires_held(&self, m: &mut Machine<'_, '_>) {
        let (owner, me) = (m.load(&self.owner), Word::constant(i64::from(m.tid)));
        let held = m.circuit().equal(&owner, &me);
        m.require(held);
    }

    fn acquire(&self, m: &mut Machine<'_, '_>) {
        let (owner, me) = (m.load(&self.owner), Word::constant(i64::from(m.tid)));
        m.fails(owner.sign(), false);
        let c = m.circuit();
        let (free, mine) = (!c.is_true(&owner), c.equal(&owner, &me));
        let open = if self.depth.is_some() { c.or(free, mine) } else { free };
        m.require(open);
        m.store(&self.owner, &me);
        self.deepen(1, m);
    }

    /// Adds to the depth, if there is one.
    fn deepen(&self, by: i64, m: &mut Machine<'_, '_>) {
        let Some(depth) = &self.depth else { return };
        let held = m.load(depth);
        let deeper = m.binary(Binary::Add, &held, &Word::constant(by));
        m.store(depth, &deeper);
    }

    fn release(&self, m: &mut Machine<'_, '_>) {
        self.requires_held(m);
        let last = match &self.depth {
            None => Lit::TRUE,
            Some(depth) => {
                let held = m.load(depth);
                m.circuit().equal(&held, &Word::constant(1))
            }
        };
        self.deepen(-1, m);
        let owner = m.load(&self.owner);
        let left = m.circuit().select(last, &Word::constant(0), &owner);
        m.store(&self.owner, &left);
    }

    /// Frees the mutex, however deep it is held, and joins its wait set.
    fn wait_release(&self, kept: Option<Reg>, m: &mut Machine<'_, '_>) {
        self.requires_held(m);
        if let (Some(depth), Some(kept)) = (&self.depth, kept) {
            let held = m.load(depth);
            m.store(&vec![(Lit::TRUE, Slot::Reg(kept))], &held);
            m.store(depth, &Word::constant(0));
        }
        m.store(&self.owner, &Word::constant(0));
        let waiting = m.load(&self.waiting());
        let joined = m.binary(Binary::BitOr, &waiting, &Word::constant(my_bit(m)));
        m.store(&self.waiting(), &joined);
    }

    fn wait_acquire(&self, kept: Option<Reg>, m: &mut Machine<'_, '_>) {
        let (owner, waiting) = (m.load(&self.owner), m.load(&self.waiting()));
        let mine = m.binary(Binary::BitAnd, &waiting, &Word::constant(my_bit(m)));
        let held = m.circuit().is_true(&owner);
        m.require(!held);
        if !m.program().spurious_wakeups {
            let waits = m.circuit().is_true(&mine);
            m.require(!waits);
        }
        let left = m.binary(Binary::BitAnd, &waiting, &Word::constant(!my_bit(m)));
        m.store(&self.waiting(), &left);
        m.store(&self.owner, &Word::constant(i64::from(m.tid)));
        if let (Some(depth), Some(kept)) = (&self.depth, kept) {
            let held = m.load(&vec![(Lit::TRUE, Slot::Reg(kept))]);
            m.store(depth, &held);
        }
    }

    /// Takes one thread out of the wait set, if there is one: whoever else is in there.
    fn notify(&self, m: &mut Machine<'_, '_>) {
        self.requires_held(m);
        let waiting = m.load(&self.waiting());
        let ways = m.way(m.program().threads.len());
        let mut left = waiting.clone();
        for (i, way) in ways.into_iter().enumerate() {
            let without = m.binary(Binary::BitAnd, &waiting, &Word::constant(!(1 << i)));
            let c = m.circuit();
            let nobody = !c.is_true(&waiting);
            let possible = c.any([!way, waiting.bit(i), nobody]);
            left = c.select(way, &without, &left);
            m.require(possible);
        }
        m.store(&self.waiting(), &left);
    }
}

fn behind(slot: Slot, n: u32) -> Slot {
    match slot {
        Slot::Cell(cell) => Slot::Cell(Cell(cell.0 + n)),
        Slot::Reg(_) => unreachable!("mutexes are global"),
    }
}

/// The moving thread in a wait set.
fn my_bit(m: &Machine<'_, '_>) -> i64 {
    1 << (m.tid - 1)
}

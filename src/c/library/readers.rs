//! Readers-writer locks: a counter of readers, or below 0 a writer.

use super::locks::{BUSY, DEADLOCK};
use super::{Call, Result, binary, constant, load, part, plus};
use crate::c::forms::Located;
use crate::c::function::Body;
use crate::c::types::{INT, Sync, Type};
use crate::c::unit::Lowered;
use crate::ir::*;
use lang_c::span::Span;

/// `ETIMEDOUT`.
const LATE: Value = 110;

/// Nobody writes.
fn readable(counter: Expr) -> Expr {
    binary(Binary::Ge, counter, constant(0))
}

/// Nobody reads or writes.
fn writable(counter: Expr) -> Expr {
    binary(Binary::Eq, counter, constant(0))
}

fn with_reader(counter: Expr) -> Expr {
    plus(counter, 1)
}

impl Body<'_, '_> {
    pub(super) fn readers_writers_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        let writer = self.writer();
        let with_writer = |_: Expr| writer.clone();
        Ok(Some(match call.name {
            "pthread_rwlock_init" => {
                let lock = self.object(call, 0)?;
                self.demands_unlocked(&lock, "a lock is initialised that is held", constant(0))?
            }
            "pthread_rwlock_destroy" => {
                let lock = self.object(call, 0)?;
                let unmade = constant(lock.ty.unmade().unwrap_or_default());
                self.demands_unlocked(&lock, "a lock is destroyed that is held", unmade)?
            }
            "pthread_rwlock_rdlock" => self.unless_writing(call, |t| t.waits_for(call, readable, with_reader))?,
            "pthread_rwlock_wrlock" => self.unless_writing(call, |t| t.waits_for(call, writable, with_writer))?,
            "pthread_rwlock_tryrdlock" => self.tries(call, readable, with_reader, BUSY)?,
            "pthread_rwlock_trywrlock" => self.tries(call, writable, with_writer, BUSY)?,
            "pthread_rwlock_timedrdlock" => {
                self.unless_writing(call, |t| t.perhaps(call, readable, with_reader, LATE))?
            }
            "pthread_rwlock_timedwrlock" => {
                self.unless_writing(call, |t| t.perhaps(call, writable, with_writer, LATE))?
            }
            "pthread_rwlock_unlock" => self.unlock_rw(call)?,
            _ => return Ok(None),
        }))
    }

    /// Whether somebody asks what locking says, as it may to who writes already.
    fn tells_writers(&self) -> bool {
        const LOCKS: [&str; 4] = ["rdlock", "wrlock", "timedrdlock", "timedwrlock"];
        LOCKS.iter().any(|lock| self.unit.facts.asks(&format!("pthread_rwlock_{lock}")))
    }

    /// How a writer is counted: by its id, if it may be told that it writes.
    fn writer(&self) -> Expr {
        if self.tells_writers() { binary(Binary::Sub, constant(0), Expr::Tid) } else { constant(-1) }
    }

    /// Who writes is told so, if somebody asks, as by glibc (POSIX lets it wait for itself, too).
    fn unless_writing(&mut self, call: &Call<'_>, then: impl FnOnce(&mut Self) -> Lowered<Result>) -> Lowered<Result> {
        if !self.tells_writers() {
            return then(self);
        }
        let (register, result) = self.outcome(&INT);
        let object = self.object(call, 0)?;
        self.demands_made(&object);
        let counter = part(&object, 0);
        let writes = binary(Binary::Eq, load(&counter), self.writer());
        let [mine, other, end] = [(); 3].map(|()| self.steps.fresh());
        self.synchronizes = true;
        self.branch(writes, mine, other);
        self.land(mine);
        self.set(register, &INT, constant(DEADLOCK));
        self.goto(end);
        self.land(other);
        let said = then(self)?.value.map_or(constant(0), |value| value.expr);
        self.set(register, &INT, said);
        self.land(end);
        Ok(Result::of(result))
    }

    /// What an object of the library counts from now on; of a readers-writer lock this thread holds one more.
    pub(super) fn takes(&mut self, object: &Located, counter: Expr) {
        self.assigns(&part(object, 0), counter);
        if *object.ty.plain() == Type::Sync(Sync::RwLock) {
            let held = self.locks_held();
            self.assigns(&held, plus(load(&held), 1));
        }
    }

    /// How many readers-writer locks this thread holds, each as often as it has locked it.
    fn locks_held(&mut self) -> Located {
        if self.unit.locks_held.is_none() {
            self.unit.locks_held = Some(self.unit.per_thread("#readers-writer locks", &INT, Span::none()));
        }
        let home = self.unit.locks_held.clone().expect("it was laid out");
        self.home_place(&home, &INT)
    }

    pub(super) fn unlock_rw(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let object = self.object(call, 0)?;
        let counter = part(&object, 0);
        self.at_once(|this| {
            this.demands_made(&object);
            let held = binary(Binary::Ne, load(&counter), constant(0));
            this.demand(held, "a lock is unlocked that nobody holds");
            let mine = this.locks_held();
            let held = binary(Binary::Gt, load(&mine), constant(0));
            this.demand(held, "a lock is unlocked that the thread does not hold");
            this.assigns(&mine, plus(load(&mine), -1));
            let fewer = Expr::Conditional(
                Box::new(binary(Binary::Lt, load(&counter), constant(0))),
                Box::new(constant(0)),
                Box::new(plus(load(&counter), -1)),
            );
            this.assigns(&counter, fewer);
            Ok(())
        })?;
        Ok(Result::zero())
    }

    /// One step that goes wrong where somebody reads or writes; the counter then. What begins may have been destroyed.
    fn demands_unlocked(&mut self, lock: &Located, otherwise: &str, then: Expr) -> Lowered<Result> {
        let free = self.unlocked(lock);
        self.at_once(|this| {
            if then != constant(0) {
                this.demands_made(lock);
            }
            this.demand(free, otherwise);
            this.assigns(&part(lock, 0), then);
            Ok(())
        })?;
        Ok(Result::zero())
    }

    /// Nobody reads or writes, if only since it is not initialised.
    pub(super) fn unlocked(&self, lock: &Located) -> Expr {
        let counter = load(&part(lock, 0));
        let free = binary(Binary::Eq, counter.clone(), constant(0));
        match self.unit.least_made(lock) {
            Some(least) => binary(Binary::Or, free, binary(Binary::Lt, counter, constant(least))),
            None => free,
        }
    }
}

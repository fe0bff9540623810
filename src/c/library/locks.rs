//! Mutexes, and which calls work on locks of any kind.

use super::{Call, Result, binary, constant, load, part, plus};
use crate::c::forms::Located;
use crate::c::function::Body;
use crate::c::types::{INT, Sync, Type};
use crate::c::unit::Lowered;
use crate::ir::*;

/// `EBUSY`, `EPERM`, `EDEADLK`, and what C11 says instead of the first.
pub(super) const BUSY: Value = 16;
pub(super) const PERMISSION: Value = 1;
pub(super) const DEADLOCK: Value = 35;
const THRD_BUSY: Value = 1;

/// Recursive and error-checking mutexes.
const RECURSIVE: Value = 1;
const CHECKING: Value = 2;

/// The greatest number of a kind, `PTHREAD_MUTEX_ADAPTIVE_NP`: a normal one that waits in another way.
const ADAPTIVE: Value = 3;

/// What the functions work on that begin like this.
fn kind_of(function: &str) -> Option<Sync> {
    const KINDS: [(&str, Sync); 10] = [
        ("pthread_mutex_", Sync::Mutex),
        ("mtx_", Sync::Mutex),
        ("pthread_spin_", Sync::Mutex),
        ("pthread_cond_", Sync::Cond),
        ("cnd_", Sync::Cond),
        ("pthread_rwlock_", Sync::RwLock),
        ("pthread_barrier_", Sync::Barrier),
        ("sem_", Sync::Semaphore),
        ("pthread_once", Sync::Once),
        ("call_once", Sync::Once),
    ];
    let named = matches!(function, "sem_open" | "sem_unlink");
    KINDS.iter().find(|(prefix, _)| !named && function.starts_with(prefix)).map(|(_, kind)| *kind)
}

impl Body<'_, '_> {
    pub(super) fn lock_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        self.works_on(call)?;
        Ok(Some(match call.name {
            "pthread_mutex_lock" | "mtx_lock" | "pthread_spin_lock" => self.lock(call)?,
            "pthread_mutex_unlock" | "mtx_unlock" | "pthread_spin_unlock" => self.unlock(call)?,
            "pthread_mutex_trylock" | "pthread_spin_trylock" => self.try_lock(call, BUSY, false)?,
            "mtx_trylock" => self.try_lock(call, THRD_BUSY, false)?,
            "pthread_mutex_timedlock" => self.try_lock(call, 110, true)?,
            "mtx_timedlock" => self.try_lock(call, 4, true)?,
            "pthread_mutex_init" | "mtx_init" | "pthread_spin_init" => self.init_mutex(call)?,
            "pthread_mutexattr_settype" => {
                let (to, kind) = (self.object(call, 0)?, self.worth_fixed(call, 1)?.expr);
                let known = binary(Binary::UnsignedLe, kind.clone(), constant(ADAPTIVE));
                let adaptive = binary(Binary::Eq, kind.clone(), constant(ADAPTIVE));
                let kind = Expr::Conditional(Box::new(adaptive), Box::new(constant(0)), Box::new(kind));
                self.where_valid(known, |this| {
                    this.assigns(&part(&to, 0), kind);
                    Ok(())
                })?
            }
            "pthread_mutexattr_init" => {
                let to = self.object(call, 0)?;
                self.assigns(&part(&to, 0), constant(0));
                Result::zero()
            }
            "pthread_cond_wait" | "cnd_wait" => self.wait(call)?,
            "pthread_cond_timedwait" | "cnd_timedwait" => self.timed_wait(call)?,
            "pthread_cond_signal" | "cnd_signal" => self.signal(call, false)?,
            "pthread_cond_broadcast" | "cnd_broadcast" => self.signal(call, true)?,
            "pthread_mutex_destroy" | "mtx_destroy" | "pthread_spin_destroy" => self.destroy(call)?,
            "pthread_cond_init" | "cnd_init" => self.init_condition(call)?,
            "pthread_cond_destroy" | "cnd_destroy" => {
                let waiting = self.unit.options.deadlocks.then_some(0);
                self.destroy_unwaited(call, waiting, "condition")?
            }
            "pthread_barrier_destroy" => self.destroy_unwaited(call, Some(1), "barrier")?,
            "sem_destroy" => self.destroy_unwaited(call, None, "semaphore")?,
            "sem_init" => self.semaphore_begins(call)?,
            "sem_wait" => self.waits_for(call, |c| binary(Binary::Gt, c, constant(0)), |c| plus(c, -1))?,
            "sem_trywait" => self.tries(call, |c| binary(Binary::Gt, c, constant(0)), |c| plus(c, -1), -1)?,
            "sem_timedwait" | "sem_clockwait" => {
                self.perhaps(call, |c| binary(Binary::Gt, c, constant(0)), |c| plus(c, -1), -1)?
            }
            "sem_post" => self.waits_for(call, |_| constant(1), |c| plus(c, 1))?,
            "sem_getvalue" => {
                let semaphore = self.object(call, 0)?;
                let to = self.object(call, 1)?;
                let (register, value) = self.outcome(&INT);
                self.at_once(|this| {
                    this.demands_made(&semaphore);
                    this.set(register, &INT, load(&part(&semaphore, 0)));
                    Ok(())
                })?;
                self.stored(&to, value, false)?;
                Result::zero()
            }
            "pthread_barrier_init" => {
                let (barrier, count) = (self.object(call, 0)?, self.worth_fixed(call, 2)?.expr);
                self.where_valid(binary(Binary::Ne, count.clone(), constant(0)), |this| {
                    this.at_once(|this| {
                        this.assigns(&part(&barrier, 0), count);
                        (1..3).for_each(|i| this.assigns(&part(&barrier, i), constant(0)));
                        Ok(())
                    })
                })?
            }
            "pthread_barrier_wait" => self.barrier(call)?,
            "pthread_once" | "call_once" => self.once(call)?,
            _ => return Ok(None),
        }))
    }

    /// The first argument leads to an object of the kind that the function is for.
    fn works_on(&mut self, call: &Call<'_>) -> Lowered<()> {
        let (Some(kind), Some(argument)) = (kind_of(call.name), call.arguments.first()) else { return Ok(()) };
        let Ok(ty) = self.unit.type_of_expression(argument) else { return Ok(()) };
        let ty = crate::c::types::decayed(ty.plain().clone());
        let fits = ty.pointee().is_some_and(|to| matches!(to.plain(), Type::Void) || *to.plain() == Type::Sync(kind));
        if fits {
            return Ok(());
        }
        let (wanted, text) = (kind.words(), self.unit.source.words(argument.span.start, argument.span.end));
        let is = self.unit.structs.words(&ty);
        let message = format!("`{}` needs a pointer to `{wanted}`, and `{text}` is `{is}`", call.name);
        self.refuse(argument.span, message, "to something else")
    }

    /// The mutex that an argument leads to.
    fn mutex_object(&mut self, call: &Call<'_>) -> Lowered<Located> {
        let located = self.object(call, 0)?;
        match located.ty.plain() {
            Type::Sync(Sync::Mutex) => Ok(located),
            _ => self.refuse(call.span, format!("`{}` needs a pointer to a mutex", call.name), "to something else"),
        }
    }

    pub(super) fn mutex(&self, located: &Located) -> Mutex {
        Mutex {
            place: Place { domain: Domain::Int, ..located.place() },
            reentrant: self.unit.structs.kinds,
            waited: false,
        }
    }

    /// Whether the thread holds it.
    fn is_mine(&self, located: &Located) -> Expr {
        binary(Binary::Eq, Expr::Load(self.mutex(located).place), Expr::Tid)
    }

    /// Whether a mutex says that the thread does not hold it.
    pub(super) fn refuses(&mut self, call: &Call<'_>) -> Lowered<Expr> {
        let mutex = self.mutex_object(call)?;
        let told = binary(Binary::Ne, load(&part(&mutex, 2)), constant(0));
        let other = binary(Binary::Ne, Expr::Load(self.mutex(&mutex).place), Expr::Tid);
        Ok(binary(Binary::And, told, other))
    }

    pub(super) fn lock(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let mutex = self.mutex_object(call)?;
        if !self.unit.structs.kinds {
            self.act(Action::Acquire(self.mutex(&mutex)));
            return Ok(Result::zero());
        }
        let (register, result) = self.outcome(&INT);
        self.at_once(|this| {
            let kind = load(&part(&mutex, 2));
            let again = this.is_mine(&mutex);
            let (mine, free) = (this.steps.fresh(), this.steps.fresh());
            let end = this.steps.fresh();
            let (checks, not) = (this.steps.fresh(), this.steps.fresh());
            this.set(register, &INT, constant(0));
            this.branch(again, mine, free);
            this.land(mine);
            this.branch(binary(Binary::Eq, kind.clone(), constant(CHECKING)), checks, not);
            this.land(checks);
            this.set(register, &INT, constant(DEADLOCK));
            this.goto(end);
            this.land(not);
            // A normal mutex is never free for whoever holds it.
            this.act(Action::Assume(binary(Binary::Eq, kind, constant(RECURSIVE))));
            this.goto(free);
            this.land(free);
            this.act(Action::Acquire(this.mutex(&mutex)));
            this.land(end);
            Ok(())
        })?;
        Ok(Result::of(result))
    }

    pub(super) fn unlock(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let mutex = self.mutex_object(call)?;
        let (held, not, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        let (register, result) = self.outcome(&INT);
        let mine = self.is_mine(&mutex);
        let began = self.region_begins();
        self.branch(mine, held, not);
        self.land(not);
        if self.unit.structs.kinds {
            let (checks, wrong) = (self.steps.fresh(), self.steps.fresh());
            self.branch(binary(Binary::Eq, load(&part(&mutex, 2)), constant(0)), wrong, checks);
            self.land(checks);
            self.set(register, &INT, constant(PERMISSION));
            self.goto(end);
            self.land(wrong);
        }
        self.fails(Fault::Undefined("a mutex is unlocked that the thread does not hold".into()));
        self.land(held);
        self.act(Action::Release(self.mutex(&mutex)));
        if self.unit.structs.kinds {
            self.set(register, &INT, constant(0));
        }
        self.land(end);
        self.region_ends(began);
        Ok(if self.unit.structs.kinds { Result::of(result) } else { Result::zero() })
    }

    fn try_lock(&mut self, call: &Call<'_>, busy: Value, timed: bool) -> Lowered<Result> {
        let mutex = self.mutex_object(call)?;
        let (register, result) = self.outcome(&INT);
        let owner = Expr::Load(self.mutex(&mutex).place);
        let kinds = self.unit.structs.kinds;
        self.at_once(|this| {
            if this.unit.least_made(&mutex).is_some() {
                let there = binary(Binary::Ge, owner.clone(), constant(0));
                this.demand(there, Mutex::UNMADE);
            }
            let (free, taken, end) = (this.steps.fresh(), this.steps.fresh(), this.steps.fresh());
            let again = binary(Binary::Eq, load(&part(&mutex, 2)), constant(RECURSIVE));
            let mine = binary(Binary::And, this.is_mine(&mutex), again);
            let unowned = binary(Binary::Eq, owner, constant(0));
            let may = if kinds { binary(Binary::Or, unowned, mine) } else { unowned };
            this.branch(may, free, taken);
            this.land(free);
            this.act(Action::Acquire(this.mutex(&mutex)));
            this.set(register, &INT, constant(0));
            this.goto(end);
            this.land(taken);
            this.set(register, &INT, constant(busy));
            this.land(end);
            Ok(())
        })?;
        if timed {
            self.perhaps_waits(&mutex, register, &result.expr)?;
        }
        Ok(Result::of(result))
    }

    /// What was not free may become free in time, unless the thread itself holds it.
    fn perhaps_waits(&mut self, mutex: &Located, register: u32, failed: &Expr) -> Lowered<()> {
        let (waits, end) = (self.steps.fresh(), self.steps.fresh());
        self.branch(binary(Binary::Ne, failed.clone(), constant(0)), waits, end);
        self.land(waits);
        let is_mine = self.is_mine(mutex);
        self.either_way(
            |this| {
                if this.unit.structs.kinds {
                    this.act(Action::Assume(binary(Binary::Eq, is_mine.clone(), constant(0))));
                }
                this.act(Action::Acquire(this.mutex(mutex)));
                this.set(register, &INT, constant(0));
            },
            |this| {
                if this.unit.structs.kinds {
                    let checks = binary(Binary::Eq, load(&part(mutex, 2)), constant(CHECKING));
                    let itself = binary(Binary::And, is_mine.clone(), checks);
                    let failed = this.register_place(register, &INT);
                    let value =
                        Expr::Conditional(Box::new(itself), Box::new(constant(DEADLOCK)), Box::new(Expr::Load(failed)));
                    this.set(register, &INT, value);
                }
            },
        )?;
        self.land(end);
        Ok(())
    }

    fn init_mutex(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let mutex = self.mutex_object(call)?;
        self.begins_free(&mutex)?;
        if !self.unit.structs.kinds || call.name == "pthread_spin_init" {
            return Ok(Result::zero());
        }
        let kind = match call.name {
            // `mtx_recursive` is the lowest bit.
            "mtx_init" => {
                let kind = self.worth(call, 1)?;
                binary(Binary::BitAnd, kind.expr, constant(1))
            }
            _ => self.attribute(call, 1)?.expr,
        };
        self.assigns(&part(&mutex, 2), kind);
        Ok(Result::zero())
    }

    fn init_condition(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let condition = self.object(call, 0)?;
        if self.unit.least_made(&condition).is_some() {
            self.sets(&condition, 0, constant(0))?;
        }
        Ok(Result::zero())
    }

    /// Nobody holds it, and it may have been destroyed before.
    fn begins_free(&mut self, mutex: &Located) -> Lowered<()> {
        let place = self.mutex(mutex).place;
        self.at_once(|this| {
            let free = binary(Binary::Le, Expr::Load(place.clone()), constant(0));
            this.demand(free, "a mutex is initialised that is held");
            if this.unit.least_made(mutex).is_some() {
                this.act(Action::Assign { place, value: constant(0) });
            }
            Ok(())
        })
    }

    /// Mutexes and readers-writer locks that nobody holds, and whatever else the library has there.
    pub(super) fn overwrites_locks(&mut self, object: &Located) {
        let (owners, cells) = self.unit.structs.lock_cells(&object.ty);
        if cells.is_empty() {
            return;
        }
        let began = self.region_begins();
        for (i, ty) in self.unit.structs.readers_writers(&object.ty) {
            let free = self.unlocked(&object.clone().further(i, ty));
            self.demand(free, "a lock is overwritten that is held");
        }
        for i in owners {
            let owner = part(object, i);
            let free = binary(Binary::Le, Expr::Load(self.mutex(&owner).place), constant(0));
            self.demand(free, "a mutex is overwritten that is held");
        }
        cells.into_iter().for_each(|i| self.assigns(&part(object, i), constant(0)));
        self.region_ends(began);
    }

    /// Mutexes that nobody holds, of the kinds that others are of that nobody has used, and so on.
    pub(in crate::c) fn makes_locks_anew(&mut self, to: &Located, from: &Located) {
        self.overwrites_locks(to);
        let (owners, _) = self.unit.structs.lock_cells(&to.ty);
        for kind in owners.into_iter().map(|i| i + 2).filter(|_| self.unit.structs.kinds).collect::<Vec<_>>() {
            self.assigns(&part(to, kind), load(&part(from, kind)));
        }
    }

    /// Whoever uses an object of the library goes wrong that was destroyed, or that nobody has initialised.
    pub(super) fn demands_made(&mut self, object: &Located) {
        let Some(least) = self.unit.least_made(object) else { return };
        let what = match object.ty.plain() {
            Type::Sync(Sync::Cond) => "condition",
            Type::Sync(Sync::RwLock) => "readers-writer lock",
            Type::Sync(Sync::Barrier) => "barrier",
            _ => "semaphore",
        };
        let made = binary(Binary::Ge, load(&part(object, 0)), constant(least));
        self.synchronizes = true;
        self.demand(made, &format!("a {what} is used that is not initialised"));
    }

    /// From now on whoever uses it goes wrong; nobody may wait for it.
    fn destroy_unwaited(&mut self, call: &Call<'_>, waiting: Option<u32>, what: &str) -> Lowered<Result> {
        let object = self.object(call, 0)?;
        self.at_once(|this| {
            this.demands_made(&object);
            if let Some(waiting) = waiting {
                let nobody = binary(Binary::Eq, load(&part(&object, waiting)), constant(0));
                this.demand(nobody, &format!("a {what} is destroyed that threads wait for"));
            }
            object.ty.unmade().into_iter().for_each(|unmade| this.assigns(&part(&object, 0), constant(unmade)));
            Ok(())
        })?;
        Ok(Result::zero())
    }

    /// From now on whoever locks it goes wrong.
    fn destroy(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let mutex = self.mutex_object(call)?;
        let owner = Expr::Load(self.mutex(&mutex).place);
        self.at_once(|this| {
            this.demand(binary(Binary::Le, owner, constant(0)), "a mutex is destroyed that is held");
            this.act(Action::Acquire(this.mutex(&mutex)));
            this.act(Action::Assign { place: this.mutex(&mutex).place, value: constant(-1) });
            Ok(())
        })?;
        Ok(Result::zero())
    }
}

//! Whoever waits for something else than a mutex: condition variables, semaphores, barriers.

use super::locks::PERMISSION;
use super::{Call, Result, binary, constant, load, part, plus};
use crate::c::forms::Located;
use crate::c::function::Body;
use crate::c::types::INT;
use crate::c::unit::Lowered;
use crate::control::Bound;
use crate::ir::*;

/// A wait set has a bit for each thread.
const MOST_WAITERS: u32 = 31;

/// So much a semaphore begins with at most: it is far from the most that one can hold.
const MOST_POSTED: Value = 1 << 20;

/// `EAGAIN`.
const AGAIN: Value = 11;

impl Body<'_, '_> {
    pub(super) fn wait(&mut self, call: &Call<'_>) -> Lowered<Result> {
        if !self.unit.structs.kinds {
            return self.waits(call).map(|()| Result::zero());
        }
        let (register, result) = self.outcome(&INT);
        self.set(register, &INT, constant(0));
        self.unless_refused(call, register, |this| this.waits(call))?;
        Ok(Result::of(result))
    }

    /// The mutex is given back, and taken again some time later: waits may end by themselves.
    fn waits(&mut self, call: &Call<'_>) -> Lowered<()> {
        let (condition, mutex) = (self.object(call, 0)?, call.behind());
        self.demands_made(&condition);
        if self.unit.options.deadlocks {
            return self.wait_for_signal(&part(&condition, 0), &mutex);
        }
        self.unlock(&mutex)?;
        self.lock(&mutex).map(|_| ())
    }

    /// A mutex that is not normal says whether the thread holds it: whoever does not, does not wait.
    fn unless_refused(
        &mut self,
        call: &Call<'_>,
        register: u32,
        then: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        if !self.unit.structs.kinds {
            return then(self);
        }
        let refuses = self.refuses(&call.behind())?;
        let [refused, on, end] = [(); 3].map(|()| self.steps.fresh());
        self.synchronizes = true;
        self.branch(refuses, refused, on);
        self.land(refused);
        self.set(register, &INT, constant(PERMISSION));
        self.goto(end);
        self.land(on);
        then(self)?;
        self.goto(end);
        self.land(end);
        Ok(())
    }

    /// The bit of this thread in a wait set.
    fn my_bit(&self) -> Expr {
        binary(Binary::Shl, constant(1), binary(Binary::Sub, Expr::Tid, constant(1)))
    }

    /// The same, and the mutex is taken again once somebody has taken the thread out of the wait set.
    fn wait_for_signal(&mut self, condition: &Located, mutex: &Call<'_>) -> Lowered<()> {
        self.joins_waiters(condition, mutex)?;
        let waits = binary(Binary::BitAnd, load(condition), self.my_bit());
        self.synchronizes = true;
        self.act(Action::Assume(binary(Binary::Eq, waits, constant(0))));
        self.lock(mutex).map(|_| ())
    }

    fn joins_waiters(&mut self, condition: &Located, mutex: &Call<'_>) -> Lowered<()> {
        let threads = self.unit.threads.count();
        if threads > MOST_WAITERS {
            let message = format!("deadlocks are looked for among {MOST_WAITERS} threads, and there may be {threads}");
            return self.refuse(mutex.span, message, "a condition is waited for");
        }
        self.unit.program.woken_by_signals_alone = true;
        let joined = binary(Binary::BitOr, load(condition), self.my_bit());
        self.at_once(|this| {
            this.assigns(condition, joined);
            this.unlock(mutex).map(|_| ())
        })
    }

    /// One of those who wait is woken, or all are; nothing where threads may wake by themselves.
    pub(super) fn signal(&mut self, call: &Call<'_>, all: bool) -> Lowered<Result> {
        let condition = self.object(call, 0)?;
        self.demands_made(&condition);
        if !self.unit.options.deadlocks {
            return Ok(Result::zero());
        }
        let condition = part(&condition, 0);
        if all {
            self.sets(&condition, 0, constant(0))?;
            return Ok(Result::zero());
        }
        let threads = self.unit.threads.count();
        self.at_once(|this| {
            let end = this.steps.fresh();
            let ways: Vec<_> = (0..=threads).map(|_| this.steps.fresh()).collect();
            this.end_with(Op::Choose { next: ways.iter().map(|w| w.loc()).collect() });
            for (i, way) in ways.into_iter().enumerate() {
                this.land(way);
                let bit = constant(1 << i);
                if i as u32 == threads {
                    this.act(Action::Assume(binary(Binary::Eq, load(&condition), constant(0))));
                } else {
                    let waits = binary(Binary::BitAnd, load(&condition), bit.clone());
                    this.act(Action::Assume(binary(Binary::Ne, waits, constant(0))));
                    this.assigns(&condition, binary(Binary::BitXor, load(&condition), bit));
                }
                this.goto(end);
            }
            this.land(end);
            Ok(())
        })?;
        Ok(Result::zero())
    }

    pub(super) fn timed_wait(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let late = if call.name == "cnd_timedwait" { 4 } else { 110 };
        let (register, result) = self.outcome(&INT);
        self.unless_refused(call, register, |this| {
            if this.unit.options.deadlocks {
                return this.wait_for_time(call, register, late);
            }
            this.waits(call)?;
            let place = this.register_place(register, &INT);
            this.act(Action::Choose { place, values: vec![constant(0), constant(late)] });
            Ok(())
        })?;
        Ok(Result::of(result))
    }

    /// Until somebody wakes the thread, or its time is over.
    fn wait_for_time(&mut self, call: &Call<'_>, register: u32, late: Value) -> Lowered<()> {
        let (condition, mutex) = (self.object(call, 0)?, call.behind());
        self.demands_made(&condition);
        let condition = part(&condition, 0);
        self.joins_waiters(&condition, &mutex)?;
        let waits = binary(Binary::BitAnd, load(&condition), self.my_bit());
        self.either_way(
            |this| {
                this.act(Action::Assume(binary(Binary::Eq, waits.clone(), constant(0))));
                this.set(register, &INT, constant(0));
            },
            |this| {
                // Whoever was woken meanwhile is in no wait set any more.
                this.assigns(&condition, binary(Binary::BitXor, load(&condition), waits.clone()));
                this.set(register, &INT, constant(late));
            },
        )?;
        self.lock(&mutex).map(|_| ())
    }

    pub(super) fn sets(&mut self, object: &Located, cells: u32, value: Expr) -> Lowered<()> {
        self.synchronizes = true;
        self.assigns(&part(object, cells), value);
        Ok(())
    }

    /// A number from which it does not count beyond what it can hold.
    pub(super) fn semaphore_begins(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let (semaphore, value) = (self.object(call, 0)?, self.worth_fixed(call, 2)?);
        if !matches!(value.expr, Expr::Const(0..=MOST_POSTED)) {
            let (few, many) = (self.steps.fresh(), self.steps.fresh());
            self.branch(binary(Binary::UnsignedLe, value.expr.clone(), constant(MOST_POSTED)), few, many);
            self.land(many);
            self.stops(Bound::Width);
            self.land(few);
        }
        self.sets(&semaphore, 0, value.expr)?;
        Ok(Result::zero())
    }

    /// One step that blocks unless a counter is as wanted, and changes it.
    pub(super) fn waits_for(
        &mut self,
        call: &Call<'_>,
        wanted: impl FnOnce(Expr) -> Expr,
        next: impl FnOnce(Expr) -> Expr,
    ) -> Lowered<Result> {
        let object = self.object(call, 0)?;
        let counter = part(&object, 0);
        self.at_once(|this| {
            this.demands_made(&object);
            this.act(Action::Assume(wanted(load(&counter))));
            this.takes(&object, next(load(&counter)));
            Ok(())
        })?;
        Ok(Result::zero())
    }

    /// At once where that is possible; else it waits, or its time is over.
    pub(super) fn perhaps(
        &mut self,
        call: &Call<'_>,
        wanted: impl Fn(Expr) -> Expr,
        next: impl Fn(Expr) -> Expr,
        late: Value,
    ) -> Lowered<Result> {
        let (register, result) = self.outcome(&INT);
        let object = self.object(call, 0)?;
        let counter = part(&object, 0);
        let takes = |this: &mut Self| {
            this.takes(&object, next(load(&counter)));
            this.set(register, &INT, constant(0));
        };
        self.at_once(|this| {
            this.demands_made(&object);
            this.set(register, &INT, constant(late));
            this.either(
                wanted(load(&counter)),
                |this| {
                    takes(this);
                    Ok(())
                },
                |_| Ok(()),
            )
        })?;
        let (waits, end) = (self.steps.fresh(), self.steps.fresh());
        self.branch(result.expr.clone(), waits, end);
        self.land(waits);
        self.either_way(
            |this| {
                this.demands_made(&object);
                this.act(Action::Assume(wanted(load(&counter))));
                takes(this);
            },
            |_| (),
        )?;
        self.land(end);
        if late < 0 {
            self.errno(result.expr.clone(), 110, call.at)?;
        }
        Ok(Result::of(result))
    }

    pub(super) fn tries(
        &mut self,
        call: &Call<'_>,
        wanted: impl FnOnce(Expr) -> Expr,
        next: impl FnOnce(Expr) -> Expr,
        otherwise: Value,
    ) -> Lowered<Result> {
        let object = self.object(call, 0)?;
        let counter = part(&object, 0);
        let (register, result) = self.outcome(&INT);
        self.at_once(|this| {
            this.demands_made(&object);
            this.either(
                wanted(load(&counter)),
                |this| {
                    this.takes(&object, next(load(&counter)));
                    this.set(register, &INT, constant(0));
                    Ok(())
                },
                |this| {
                    this.set(register, &INT, constant(otherwise));
                    Ok(())
                },
            )
        })?;
        if otherwise < 0 {
            self.errno(result.expr.clone(), AGAIN, call.at)?;
        }
        Ok(Result::of(result))
    }

    /// Whoever comes last lets the others go, one by one; nobody comes again before all have gone, which they can.
    pub(super) fn barrier(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let barrier = self.object(call, 0)?;
        let [count, waiting, leaving] = [0, 1, 2].map(|i| part(&barrier, i));
        let (register, result) = self.outcome(&INT);
        self.at_once(|this| {
            this.synchronizes = true;
            // No initialiser makes one.
            this.demand(binary(Binary::Ge, load(&count), constant(1)), "a barrier is used that is not initialised");
            this.act(Action::Assume(binary(Binary::Eq, load(&leaving), constant(0))));
            this.assigns(&waiting, plus(load(&waiting), 1));
            this.either(
                binary(Binary::Eq, load(&waiting), load(&count)),
                |this| {
                    this.assigns(&waiting, constant(0));
                    this.assigns(&leaving, plus(load(&count), -1));
                    this.set(register, &INT, constant(-1));
                    Ok(())
                },
                |this| {
                    this.set(register, &INT, constant(0));
                    Ok(())
                },
            )
        })?;
        let (waits, end) = (self.steps.fresh(), self.steps.fresh());
        self.branch(result.expr.clone(), end, waits);
        self.land(waits);
        self.at_once(|this| {
            this.act(Action::Assume(binary(Binary::Gt, load(&leaving), constant(0))));
            this.assigns(&leaving, plus(load(&leaving), -1));
            Ok(())
        })?;
        self.land(end);
        Ok(Result::of(result))
    }

    pub(super) fn once(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let flag = part(&self.object(call, 0)?, 0);
        let named = self.argument(call, 1)?;
        let Some(function) = self.unit.function_named(named).map(String::from) else {
            return self.refuse(named.span, "the function that is called once must be named here", "not known");
        };
        if !self.unit.functions.contains_key(&function) {
            return self.refuse(named.span, format!("`{function}` has no body"), "its meaning is unknown");
        }
        let (register, first) = self.outcome(&INT);
        self.at_once(|this| {
            this.set(register, &INT, binary(Binary::Eq, load(&flag), constant(0)));
            this.either(
                first.expr.clone(),
                |this| {
                    this.assigns(&flag, constant(1));
                    Ok(())
                },
                |_| Ok(()),
            )
        })?;
        let (calls, waits, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        self.branch(first.expr, calls, waits);
        self.land(calls);
        match self.is_atomic() {
            true => self.expanded(&function, vec![], call.span).map(|_| ())?,
            false => self.calls_plainly(&function),
        }
        self.sets(&flag, 0, constant(2))?;
        self.goto(end);
        self.land(waits);
        self.synchronizes = true;
        self.act(Action::Assume(binary(Binary::Eq, load(&flag), constant(2))));
        self.land(end);
        Ok(Result::zero())
    }

    fn calls_plainly(&mut self, function: &str) {
        let procedure = self.unit.procedure(function, false);
        self.step(|next| Op::Call { procedure, arguments: vec![], result: None, next });
    }
}

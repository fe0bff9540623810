//! What a thread has set for itself, and what attributes say of threads: as far as it is asked for.

use super::{Call, Result, binary, constant, load};
use crate::c::forms::Operand;
use crate::c::function::Body;
use crate::c::types::INT;
use crate::c::unit::Lowered;
use crate::ir::*;

/// `EINVAL`.
const INVALID: Value = 22;

/// `PTHREAD_STACK_MIN`.
const LEAST_STACK: Value = 16384;

/// `SIGRTMAX` of Linux.
const SIGNALS: Value = 64;

/// What speaks of names, of priorities, of processors, of clocks that have no time here, or begins and ends attributes
/// that say no more.
const SAY_NOTHING: [&str; 25] = [
    "pthread_attr_init",
    "pthread_attr_destroy",
    "pthread_attr_setscope",
    "pthread_attr_setschedpolicy",
    "pthread_attr_setinheritsched",
    "pthread_setconcurrency",
    "pthread_setname_np",
    "pthread_mutexattr_destroy",
    "pthread_mutexattr_setpshared",
    "pthread_mutexattr_setprotocol",
    "pthread_condattr_init",
    "pthread_condattr_destroy",
    "pthread_condattr_setclock",
    "pthread_condattr_setpshared",
    "pthread_rwlockattr_init",
    "pthread_rwlockattr_destroy",
    "pthread_rwlockattr_setpshared",
    "pthread_barrierattr_init",
    "pthread_barrierattr_destroy",
    "pthread_barrierattr_setpshared",
    "pthread_setaffinity_np",
    "pthread_attr_setaffinity_np",
    "sched_setaffinity",
    "sigemptyset",
    "sigfillset",
];

impl Body<'_, '_> {
    pub(super) fn setting_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        Ok(Some(match call.name {
            "pthread_setcancelstate" | "pthread_setcanceltype" => self.cancel_setting(call)?,
            "pthread_attr_getdetachstate" => {
                let state = self.attribute(call, 0)?;
                self.stored_where(call, 1, state)?;
                Result::zero()
            }
            "pthread_attr_getstacksize" => self.stack_size(call)?,
            "pthread_attr_setstacksize" => {
                let size = self.worth_fixed(call, 1)?.expr;
                let small = binary(Binary::UnsignedLt, size, constant(LEAST_STACK));
                self.where_valid(binary(Binary::Eq, small, constant(0)), |_| Ok(()))?
            }
            "sigaddset" | "sigdelset" => self.signal_in_set(call)?,
            "pthread_sigmask" | "sigprocmask" => self.signal_mask(call)?,
            name if SAY_NOTHING.contains(&name) => Result::zero(),
            _ => return Ok(None),
        }))
    }

    /// Which signals a thread does not want says nothing where none come.
    fn signal_mask(&mut self, call: &Call<'_>) -> Lowered<Result> {
        if self.is_null(self.argument(call, 1)?) {
            return Ok(Result::zero());
        }
        let how = self.worth_fixed(call, 0)?.expr;
        self.where_valid(binary(Binary::UnsignedLe, how, constant(2)), |_| Ok(()))
    }

    fn signal_in_set(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let number = self.worth_fixed(call, 1)?.expr;
        let before = Expr::Binary(Binary::Sub, Box::new(number), Box::new(constant(1)));
        let valid = binary(Binary::UnsignedLt, before, constant(SIGNALS));
        let result = Expr::Conditional(Box::new(valid), Box::new(constant(0)), Box::new(constant(-1)));
        Ok(Result::of(Operand::new(result, INT)))
    }

    /// Nobody cancels threads, so this is a number of the thread that is 0 or 1 and says nothing else.
    fn cancel_setting(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let wanted = self.worth_fixed_as(call, 0, &INT)?.expr;
        let home = self.laid_out(call.name, |unit| unit.per_thread(call.name, &INT, call.span));
        let setting = self.home_place(&home, &INT);
        let before = self.fixed(Operand::new(load(&setting), INT));
        let is_one = |value| binary(Binary::Eq, wanted.clone(), constant(value));
        self.where_valid(binary(Binary::Or, is_one(0), is_one(1)), |this| {
            this.assigns(&setting, wanted);
            if !this.is_null(this.argument(call, 1)?) {
                this.stored_where(call, 1, before)?;
            }
            Ok(())
        })
    }

    /// What is done where an argument is valid; what else is said to be wrong, and nothing is done.
    pub(super) fn where_valid(&mut self, valid: Expr, then: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<Result> {
        if let Expr::Const(1) = valid {
            return then(self).map(|()| Result::zero());
        }
        let [yes, end] = [(); 2].map(|()| self.steps.fresh());
        let (register, result) = self.outcome(&INT);
        self.set(register, &INT, constant(INVALID));
        self.branch(valid, yes, end);
        self.land(yes);
        then(self)?;
        self.set(register, &INT, constant(0));
        self.land(end);
        Ok(Result::of(result))
    }

    /// Of a stack that nobody has made larger or smaller it is known that it is large enough.
    fn stack_size(&mut self, call: &Call<'_>) -> Lowered<Result> {
        if self.unit.facts.is_called("pthread_attr_setstacksize") {
            let size = self.object(call, 1)?;
            self.forgets(&size);
        } else {
            let size = self.between((LEAST_STACK, Value::MAX), &self.unit.options.data_model.size());
            self.stored_where(call, 1, size)?;
        }
        Ok(Result::zero())
    }
}

//! The time. What is only handed on, compared with constants or told is any time; of what is computed with, one time is
//! followed, and one of which nothing is known, by which nobody can decide.

use super::{Call, Result, binary, constant};
use crate::c::forms::{Located, Operand};
use crate::c::function::Body;
use crate::c::outside::Source;
use crate::c::types::{INT, Int, Type};
use crate::c::unit::Lowered;
use crate::ir::*;
use lang_c::ast::{Expression, UnaryOperator};
use lang_c::span::{Node, Span};

/// Seconds, as far as 32 bits go.
const SECONDS: (Value, Value) = (0, Value::MAX);
const NANOSECONDS: (Value, Value) = (0, 999_999_999);
const MICROSECONDS: (Value, Value) = (0, 999_999);
/// Clocks that are not set, as Linux numbers them: CLOCK_MONOTONIC, its raw and coarse ones, and CLOCK_BOOTTIME.
const STEADY: [Value; 4] = [1, 4, 6, 7];
const NUMBER: Int = Int { bits: 32, signed: true };

impl Body<'_, '_> {
    pub(super) fn clock_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        Ok(Some(match call.name {
            "time" | "clock" => self.time(call)?,
            "clock_gettime" => self.time_stored(call, 1, NANOSECONDS)?,
            "timespec_get" => {
                self.time_stored(call, 0, NANOSECONDS)?;
                Result::of(Operand::constant(1, INT))
            }
            "gettimeofday" => {
                self.time_zone(call)?;
                self.time_stored(call, 0, MICROSECONDS)?
            }
            _ => return Ok(None),
        }))
    }

    fn time(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let result = self.any_time(SECONDS, &self.unit.options.data_model.number())?;
        if call.name == "time" && !self.is_null(self.argument(call, 0)?) {
            self.stored_where(call, 0, result.clone())?;
        }
        Ok(Result::of(result))
    }

    /// Seconds, and parts of one.
    fn time_stored(&mut self, call: &Call<'_>, argument: usize, parts: (Value, Value)) -> Lowered<Result> {
        let time = self.object(call, argument)?;
        let mut now = vec![];
        for (range, ty) in [SECONDS, parts].into_iter().zip(self.numbers_of(&time)) {
            now.push(self.any_time(range, &ty)?);
        }
        if let ([seconds, rest], Some(clock)) = (&now[..], self.steady_clock(call)) {
            self.is_not_before(clock, [seconds, rest].map(|part| part.expr.clone()), call.span);
        }
        for (i, part) in (0..).zip(now) {
            self.stored(&time.clone().further(i, part.ty.clone()), part, false)?;
        }
        Ok(Result::zero())
    }

    /// The clock, if nobody sets it; of a time of which nothing is known that makes no difference.
    fn steady_clock(&mut self, call: &Call<'_>) -> Option<Value> {
        let which = call.arguments.first().filter(|_| call.name == "clock_gettime" && self.unit.options.takes_all())?;
        self.unit.constant(which).ok().filter(|which| STEADY.contains(which))
    }

    /// No time comes before another one that this clock was asked for earlier.
    fn is_not_before(&mut self, clock: Value, [seconds, rest]: [Expr; 2], span: Span) {
        let last = self.own_numbers(&format!("clock {clock}"), span);
        let [s, r] = last.clone().map(Expr::Load);
        let equal = binary(Binary::Eq, seconds.clone(), s.clone());
        let within = binary(Binary::And, equal, binary(Binary::Ge, rest.clone(), r));
        let began = self.region_begins();
        self.act(Action::Assume(binary(Binary::Or, binary(Binary::Gt, seconds.clone(), s), within)));
        for (place, value) in last.into_iter().zip([seconds, rest]) {
            self.act(Action::Assign { place, value });
        }
        self.region_ends(began);
    }

    fn numbers_of(&self, time: &Located) -> Vec<Type> {
        self.unit.structs.leaves(&time.ty).into_iter().map(|(_, ty)| ty).collect()
    }

    /// It is that of Greenwich, as on Linux.
    fn time_zone(&mut self, call: &Call<'_>) -> Lowered<()> {
        let e = self.argument(call, 1)?;
        if self.is_null(e) {
            return Ok(());
        }
        if !is_address(e) {
            return self.refuse(call.span, "where the time zone is stored is not known", "a pointer");
        }
        let zone = self.object(call, 1)?;
        for (i, ty) in (0..).zip(self.numbers_of(&zone)) {
            self.stored(&zone.clone().further(i, ty.clone()), Operand::constant(0, ty), false)?;
        }
        Ok(())
    }

    /// One of each kind, if [few stand for all](crate::c::outside); else the least, or one of which nothing is known.
    fn any_time(&mut self, range: (Value, Value), ty: &Type) -> Lowered<Operand> {
        if self.unit.options.takes_all() {
            return Ok(self.between(range, ty));
        }
        let goes_on = range == SECONDS && ty.int().is_some_and(Int::is_wide);
        let (register, time) = self.outcome(ty);
        let source = self.outside_register(ty, Source { range, goes_on });
        let source = self.register_place(source, ty);
        let chooses = self.unit.any_within(source.clone(), range);
        if !self.has_kinds(NUMBER) {
            self.unit.program.unset.get_or_insert_default().registers = true;
        }
        self.set(register, ty, constant(range.0));
        self.either_way(
            |this| {
                this.act(chooses);
                this.set(register, &INT, Expr::Load(source));
            },
            |this| this.set(register, &INT, Expr::Const(UNSET)),
        )?;
        Ok(time)
    }
}

/// `&x`
fn is_address(e: &Node<Expression>) -> bool {
    matches!(&e.node, Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address)
}

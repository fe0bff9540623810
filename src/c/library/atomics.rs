//! Atomic operations of GCC and C11, each one step; memory orders are those of sequential consistency.

use super::{Call, Result, binary, constant, load};
use crate::c::forms::Located;
use crate::c::forms::{Access, Operand};
use crate::c::function::Body;
use crate::c::types::{BOOL, Type};
use crate::c::unit::Lowered;
use crate::control::Bound;
use crate::ir::*;
use lang_c::ast::{BinaryOperator, Expression};
use lang_c::span::Node;

/// `memory_order_seq_cst`, also as `__ATOMIC_SEQ_CST`.
const SEQ_CST: Value = 5;

/// What an operation does, by its name behind the prefix.
fn operation(name: &str) -> Option<&str> {
    let name =
        ["__moverlog_atomic_", "__atomic_", "__sync_", "__c11_atomic_"].iter().find_map(|p| name.strip_prefix(p))?;
    Some(name.strip_suffix("_n").unwrap_or(name))
}

/// Whether values are handed over by their places.
fn is_generic(name: &str) -> bool {
    matches!(name, "__atomic_exchange" | "__atomic_compare_exchange")
}

/// The operator of `fetch_add` or `add_and_fetch`, and whether the value is that before.
fn update(operation: &str) -> Option<(BinaryOperator, bool)> {
    let words = |op: &'static str| {
        [format!("fetch_{op}"), format!("fetch_and_{op}"), format!("{op}_fetch"), format!("{op}_and_fetch")]
    };
    let operators = [
        ("add", BinaryOperator::Plus),
        ("sub", BinaryOperator::Minus),
        ("or", BinaryOperator::BitwiseOr),
        ("and", BinaryOperator::BitwiseAnd),
        ("xor", BinaryOperator::BitwiseXor),
    ];
    let found = operators.into_iter().find(|(word, _)| words(word).iter().any(|w| w == operation))?;
    Some((found.1, operation.starts_with("fetch_")))
}

impl Body<'_, '_> {
    pub(super) fn atomic_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        let Some(operation) = operation(call.name) else { return Ok(None) };
        self.notes_order(call, operation);
        if let Some((op, before)) = update(operation) {
            let to = self.atomic_object(call)?;
            self.counts_elements(call, &to)?;
            let by = self.worth_fixed(call, 1)?;
            let value = self.updated(&to, &op, by, call.span, call.needed, before)?;
            return Ok(Some(Result { value }));
        }
        Ok(Some(match operation {
            "load" => self.atomic_load(call)?,
            "store" | "init" => self.atomic_store(call)?,
            "exchange" | "lock_test_and_set" => self.exchange(call)?,
            "test_and_set" | "flag_test_and_set" => self.test_and_set(call)?,
            "clear" | "flag_clear" | "lock_release" => {
                let to = self.atomic_object(call)?;
                self.is_of_a_byte(call, &to)?;
                self.synchronizes = true;
                self.assigns(&to, constant(0));
                Result::nothing()
            }
            "compare_exchange" => self.compare_exchange(call)?,
            "bool_compare_and_swap" => self.compare_and_swap(call, true)?,
            "val_compare_and_swap" => self.compare_and_swap(call, false)?,
            "thread_fence" | "signal_fence" | "fence" | "synchronize" => Result::nothing(),
            "is_lock_free" | "always_lock_free" => Result::of(Operand::constant(1, BOOL)),
            _ => return Ok(None),
        }))
    }

    /// Whether less is asked for than sequential consistency, which is the last of the orders.
    fn notes_order(&mut self, call: &Call<'_>, operation: &str) {
        let orders = match operation {
            _ if call.name.starts_with("__sync_") => 0,
            "init" | "fence" | "thread_fence" | "signal_fence" | "is_lock_free" | "always_lock_free" => 0,
            "compare_exchange" => 2,
            _ => 1,
        };
        let weaker = |e: &Node<Expression>| self.unit.constant(e).is_ok_and(|order| order < SEQ_CST);
        let weaker = call.arguments.iter().rev().take(orders).any(weaker);
        self.unit.program.strengthens_orders |= weaker;
    }

    fn atomic_object(&mut self, call: &Call<'_>) -> Lowered<Located> {
        let to = self.object(call, 0)?;
        if !to.ty.is_scalar() || to.ty.float().is_some() {
            return self.refuse(call.span, "atomic operations are for whole numbers and pointers", "of something else");
        }
        Ok(to)
    }

    /// Pointers go on by elements in C11, and by bytes in the functions of GCC.
    fn counts_elements(&self, call: &Call<'_>, to: &Located) -> Lowered<()> {
        let gnu = call.name.starts_with("__atomic_") || call.name.starts_with("__sync_");
        if !gnu || to.ty.pointee().is_none() {
            return Ok(());
        }
        let message = format!("`{}` moves a pointer by bytes, and not by elements", call.name);
        let refusal = self.unit.refusal(call.span, message, "of a pointer");
        Err(refusal.help("make it an `_Atomic` pointer, and use `atomic_fetch_add` or `atomic_fetch_sub`").into())
    }

    /// `__atomic_test_and_set` and `__atomic_clear` look at one byte, however wide the object is.
    fn is_of_a_byte(&self, call: &Call<'_>, to: &Located) -> Lowered<()> {
        let whole = !matches!(call.name, "__atomic_test_and_set" | "__atomic_clear");
        if whole || to.ty.int().is_some_and(|int| int.bits <= 8) {
            return Ok(());
        }
        let message = format!("`{}` touches the first byte of this object alone", call.name);
        let refusal = self.unit.refusal(call.span, message, "of a wider one");
        Err(refusal.help("make it a `char` or a `bool`").into())
    }

    /// What is stored: the generic functions of GCC are told where it is.
    fn desired(&mut self, call: &Call<'_>, i: usize, ty: &Type) -> Lowered<Operand> {
        if !is_generic(call.name) {
            return self.worth_fixed_as(call, i, ty);
        }
        let from = self.object(call, i)?;
        let value = self.kept(from.load());
        self.converted(value, ty, call.span)
    }

    fn atomic_load(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let from = self.atomic_object(call)?;
        let value = Operand { access: Access::Atomic, ..from.load() };
        // `__atomic_load(p, &to, order)` stores what it finds.
        if call.name == "__atomic_load" {
            let to = self.object(call, 1)?;
            let value = self.settled(value);
            self.stored(&to, value, false)?;
            return Ok(Result::nothing());
        }
        Ok(Result::of(value))
    }

    fn atomic_store(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let to = self.atomic_object(call)?;
        let value = match call.name {
            "__atomic_store" => {
                let from = self.object(call, 1)?;
                from.load()
            }
            _ => self.worth_as(call, 1, &to.ty.clone())?,
        };
        let value = self.settled(value);
        self.synchronizes = !call.name.ends_with("_init");
        self.assigns(&to, value.expr);
        Ok(Result::nothing())
    }

    fn exchange(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let to = self.atomic_object(call)?;
        let value = self.desired(call, 1, &to.ty.clone())?;
        let (register, result) = self.outcome(&to.ty.plain().clone());
        self.at_once(|this| {
            this.set(register, &to.ty, load(&to));
            this.assigns(&to, value.expr);
            Ok(())
        })?;
        if is_generic(call.name) {
            let old = self.object(call, 2)?;
            self.stored(&old, result, false)?;
            return Ok(Result::nothing());
        }
        Ok(Result::of(result))
    }

    fn test_and_set(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let to = self.atomic_object(call)?;
        self.is_of_a_byte(call, &to)?;
        let (register, result) = self.outcome(&BOOL);
        self.at_once(|this| {
            this.set(register, &BOOL, binary(Binary::Ne, load(&to), constant(0)));
            this.assigns(&to, constant(1));
            Ok(())
        })?;
        Ok(Result::of(result))
    }

    /// `(p, &expected, desired, weak, ..)`: a weak one may fail for no reason.
    fn compare_exchange(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let to = self.atomic_object(call)?;
        let expected = self.object(call, 1)?;
        let known = expected.load();
        let known = self.kept(known);
        let desired = self.desired(call, 2, &to.ty.clone())?;
        let weak = !matches!(self.unit.constant(self.argument(call, 3)?), Ok(0));
        let ty = to.ty.plain().clone();
        let ((found, was), (register, result)) = (self.outcome(&ty), self.outcome(&BOOL));
        self.at_once(|this| {
            this.set(found, &ty, load(&to));
            let equal = binary(Binary::Eq, was.expr.clone(), known.expr.clone());
            let (swaps, fails, end) = (this.steps.fresh(), this.steps.fresh(), this.steps.fresh());
            let may = this.steps.fresh();
            this.branch(equal, may, fails);
            this.land(may);
            if weak {
                this.end_with(Op::Choose { next: vec![swaps.loc(), fails.loc()] });
            }
            this.land(swaps);
            this.assigns(&to, desired.expr);
            this.set(register, &BOOL, constant(1));
            this.goto(end);
            this.land(fails);
            this.set(register, &BOOL, constant(0));
            this.land(end);
            Ok(())
        })?;
        let (failed, end) = (self.steps.fresh(), self.steps.fresh());
        self.branch(result.expr.clone(), end, failed);
        self.land(failed);
        self.perhaps_again(&to, constant(0), known.expr);
        self.stored(&expected, was, false)?;
        self.land(end);
        Ok(Result::of(result))
    }

    /// What was given back may lie where the object is that was found: then it would have been taken for that one.
    fn perhaps_again(&mut self, to: &Located, hit: Expr, old: Expr) {
        self.unit.crossings.compared |= to.ty.pointee().is_some();
        if !self.unit.facts.frees || to.ty.pointee().is_none() {
            return;
        }
        let (failed, end) = (self.steps.fresh(), self.steps.fresh());
        let misses = binary(Binary::Eq, hit, constant(0));
        self.branch(binary(Binary::And, misses, binary(Binary::Ne, old, constant(0))), failed, end);
        self.land(failed);
        self.perhaps_stops(Bound::Pointers);
        self.land(end);
    }

    fn compare_and_swap(&mut self, call: &Call<'_>, truth: bool) -> Lowered<Result> {
        let to = self.atomic_object(call)?;
        let old = self.worth_fixed_as(call, 1, &to.ty.clone())?;
        let new = self.worth_fixed_as(call, 2, &to.ty.clone())?;
        let ty: Type = if truth { BOOL } else { to.ty.plain().clone() };
        let (register, result) = self.outcome(&ty);
        if truth {
            let place = self.register_place(register, &ty);
            self.synchronizes = true;
            self.act(Action::Cas { result: Some(place), place: to.place(), old: old.expr.clone(), new: new.expr });
            self.perhaps_again(&to, result.expr.clone(), old.expr);
            return Ok(Result::of(result));
        }
        self.at_once(|this| {
            this.set(register, &ty, load(&to));
            let equal = binary(Binary::Eq, load(&to), old.expr.clone());
            this.either(
                equal,
                |this| {
                    this.assigns(&to, new.expr);
                    Ok(())
                },
                |_| Ok(()),
            )
        })?;
        let hit = binary(Binary::Eq, result.expr.clone(), old.expr.clone());
        self.perhaps_again(&to, hit, old.expr);
        Ok(Result::of(result))
    }
}

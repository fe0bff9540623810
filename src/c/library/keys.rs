//! Keys: under each of them every thread has a pointer of its own, which a destructor may get when the thread ends.

use super::{Call, Result, binary, constant, load, plus};
use crate::c::forms::{At, Located, Operand};
use crate::c::function::Body;
use crate::c::types::{INT, Type};
use crate::c::unit::{Home, Lowered};
use crate::control::Bound;
use crate::ir::*;
use std::rc::Rc;

/// After so many rounds of destructors those that remain may be left alone (`PTHREAD_DESTRUCTOR_ITERATIONS`).
const ROUNDS: Value = 4;

/// What is known of a key that has no destructor: a function is told by a number that is larger.
const CREATED: Value = 1;

impl Body<'_, '_> {
    pub(super) fn key_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        Ok(Some(match call.name {
            "pthread_key_create" | "tss_create" => self.key_create(call)?,
            "pthread_key_delete" | "tss_delete" => {
                let key = self.key(call)?;
                self.at_once(|this| {
                    let state = this.key_state(call, &key);
                    this.demand_key(&state);
                    this.assigns(&state, constant(0));
                    Ok(())
                })?;
                Result::zero()
            }
            "pthread_getspecific" | "tss_get" => {
                let key = self.key(call)?;
                let (register, value) = self.outcome(&Type::pointer(Type::Void));
                self.at_once(|this| {
                    let state = this.key_state(call, &key);
                    this.demand_key(&state);
                    let of = this.specific(call, key);
                    this.set(register, &of.ty, load(&of));
                    Ok(())
                })?;
                Result::of(value)
            }
            "pthread_setspecific" | "tss_set" => {
                let key = self.key(call)?;
                let value = self.worth_as(call, 1, &Type::pointer(Type::Void))?;
                self.at_once(|this| {
                    let state = this.key_state(call, &key);
                    this.demand_key(&state);
                    let of = this.specific(call, key);
                    this.assigns(&of, value.expr);
                    Ok(())
                })?;
                Result::zero()
            }
            _ => return Ok(None),
        }))
    }

    fn key(&mut self, call: &Call<'_>) -> Lowered<Expr> {
        Ok(self.worth_fixed(call, 0)?.expr)
    }

    fn keys(&self) -> u32 {
        self.unit.places(self.unit.facts.keys())
    }

    /// Goes wrong unless the key is one.
    fn demand_key(&mut self, state: &Located) {
        let created = binary(Binary::Ne, load(state), constant(0));
        self.demand(created, "a key is used that was not created, or was deleted");
    }

    /// The cell of this thread for a key.
    fn specific(&mut self, call: &Call<'_>, key: Expr) -> Located {
        let ty = Type::Array(Rc::new(Type::pointer(Type::Void)), self.keys());
        let home = self.laid_out("keys", |unit| unit.per_thread("specific", &ty, call.span));
        let all = self.home_place(&home, &ty);
        self.element_of(all, key, Type::pointer(Type::Void), self.keys())
    }

    /// Whether a key was created, and with which destructor.
    fn key_state(&mut self, call: &Call<'_>, key: &Expr) -> Located {
        let ty = Type::Array(Rc::new(INT), self.keys());
        let home = self.laid_out("keys.state", |unit| Home::Cells(unit.allocate("keys.state", &ty, call.span)));
        let all = self.home_place(&home, &ty);
        self.element_of(all, key.clone(), INT, self.keys())
    }

    fn key_create(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let state = CREATED + self.destructor(call)?;
        let home = self.laid_out("keys.next", |unit| Home::Cells(unit.allocate("keys.next", &INT, call.span)));
        let next = self.home_place(&home, &INT);
        let to = self.object(call, 0)?;
        let (register, key) = self.outcome(&INT);
        let most = constant(self.keys() as Value);
        self.at_once(|this| {
            let (left, none) = (this.steps.fresh(), this.steps.fresh());
            this.branch(binary(Binary::Lt, load(&next), most), left, none);
            this.land(none);
            this.stops(Bound::Heap);
            this.land(left);
            this.set(register, &INT, load(&next));
            this.assigns(&next, plus(load(&next), 1));
            let of = this.key_state(call, &key.expr);
            this.assigns(&of, constant(state));
            Ok(())
        })?;
        let key = self.converted(key, &to.ty.clone(), call.span)?;
        self.stored(&to, key, false)?;
        Ok(Result::zero())
    }

    /// The number of the function that is given; 0 if none is.
    fn destructor(&mut self, call: &Call<'_>) -> Lowered<Value> {
        let e = self.argument(call, 1)?;
        if self.is_null(e) {
            return Ok(0);
        }
        let name = self.unit.function_named(e).unwrap_or_default().to_string();
        let fits = match self.unit.types.get(&name).filter(|_| self.unit.functions.contains_key(&name)) {
            Some(Type::Function(f)) => matches!(f.parameters.as_slice(), [one] if one.pointee().is_some()),
            _ => name == "free",
        };
        if !fits {
            let refusal = self.unit.refusal(e.span, "which destructor this is, is not known", "no function by name");
            return Err(refusal.help("name a function `void (void *)` that has a body here").into());
        }
        if self.unit.facts.may_call(&name, &["pthread_exit", "thrd_exit"]) {
            let message = format!("a thread that ends calls `{name}`, and there it may end once more");
            return self.refuse(e.span, message, "what that does is not defined");
        }
        Ok(self.unit.function_number(&name))
    }

    /// The thread ends: what it has under keys is given to their destructors, in any order. What these leave there is
    /// given to them again, for some rounds.
    pub(in crate::c) fn values_end(&mut self) -> Lowered<()> {
        let destructors = self.unit.facts.destructors();
        if destructors.is_empty() {
            return Ok(());
        }
        let [(done, given), (rounds, round), (which, function)] = [(); 3].map(|()| self.outcome(&INT));
        let (value, pointer) = self.outcome(&Type::pointer(Type::Void));
        let [head, call, over, again, end] = [(); 5].map(|()| self.steps.fresh());
        self.set(rounds, &INT, constant(0));
        self.set(done, &INT, constant(0));
        self.land(head);
        self.next_value(&given, (done, which, value))?;
        self.branch(function.expr.clone(), call, over);
        self.land(call);
        self.calls_one_of(&function.expr, &destructors, &[pointer])?;
        self.goto(head);
        self.land(over);
        self.branch(given.expr, again, end);
        self.land(again);
        self.set(done, &INT, constant(0));
        let next = Expr::Conditional(
            Box::new(binary(Binary::Lt, round.expr.clone(), constant(ROUNDS))),
            Box::new(plus(round.expr.clone(), 1)),
            Box::new(constant(ROUNDS)),
        );
        self.set(rounds, &INT, next);
        let stops = self.steps.fresh();
        self.branch(binary(Binary::Lt, round.expr, constant(ROUNDS)), head, stops);
        self.land(stops);
        self.end_with(Op::Choose { next: vec![head.loc(), end.loc()] });
        self.land(end);
        Ok(())
    }

    /// Takes one of the values that have a destructor and were not taken in this round; without one the function is 0.
    fn next_value(&mut self, given: &Operand, (done, which, value): (u32, u32, u32)) -> Lowered<()> {
        let span = lang_c::span::Span::none();
        let call = Call { name: "", arguments: &[], span, needed: false, at: 0, given: &[] };
        let keys = self.keys();
        self.at_once(|this| {
            let ways: Vec<_> = (0..=keys).map(|_| this.steps.fresh()).collect();
            let end = this.steps.fresh();
            this.end_with(Op::Choose { next: ways.iter().map(|w| w.loc()).collect() });
            let mut waits = vec![];
            for (i, way) in (0..keys as Value).zip(&ways) {
                let of = this.specific(&call, constant(i));
                let state = load(&this.key_state(&call, &constant(i)));
                let has = binary(Binary::And, binary(Binary::Gt, state.clone(), constant(CREATED)), is_set(&of));
                let fresh = binary(Binary::BitAnd, given.expr.clone(), constant(1 << i));
                let taken = binary(Binary::And, binary(Binary::Eq, fresh, constant(0)), has);
                waits.push(taken.clone());
                this.land(*way);
                this.act(Action::Assume(taken));
                this.set(which, &INT, binary(Binary::Sub, state, constant(CREATED)));
                this.set(value, &of.ty.clone(), load(&of));
                this.assigns(&of, constant(0));
                this.set(done, &INT, binary(Binary::BitOr, given.expr.clone(), constant(1 << i)));
                this.goto(end);
            }
            this.land(ways[keys as usize]);
            for some in waits {
                this.act(Action::Assume(binary(Binary::Eq, some, constant(0))));
            }
            this.set(which, &INT, constant(0));
            this.land(end);
            Ok(())
        })
    }
}

fn is_set(of: &Located) -> Expr {
    debug_assert!(!matches!(of.at, At::Pointer(_)));
    binary(Binary::Ne, load(of), constant(0))
}

//! `atexit`: what is called when the program ends by `exit`, or with `main`.

use super::{Call, Result, binary, constant, load, plus};
use crate::c::forms::{Located, Operand};
use crate::c::function::Body;
use crate::c::types::{INT, Type};
use crate::c::unit::{Home, Lowered};
use crate::control::Bound;
use crate::ir::*;
use lang_c::span::Span;
use std::rc::Rc;

impl Body<'_, '_> {
    /// The last one is called first.
    pub(super) fn at_exit(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let number = self.handler(call)?;
        let count = self.handled();
        let most = self.most_handlers();
        self.at_once(|this| {
            let (left, none) = (this.steps.fresh(), this.steps.fresh());
            this.branch(binary(Binary::Lt, load(&count), constant(most as Value)), left, none);
            this.land(none);
            this.stops(Bound::Heap);
            this.land(left);
            let to = this.handler_at(load(&count));
            this.assigns(&to, constant(number));
            this.assigns(&count, plus(load(&count), 1));
            Ok(())
        })?;
        Ok(Result::zero())
    }

    fn most_handlers(&self) -> u32 {
        self.unit.places(self.unit.facts.handled())
    }

    fn handler(&mut self, call: &Call<'_>) -> Lowered<Value> {
        let e = self.argument(call, 0)?;
        let name = self.unit.defined_function(e).map(String::from);
        let takes = |f: &String| matches!(self.unit.types.get(f), Some(Type::Function(t)) if t.parameters.is_empty());
        let Some(name) = name.filter(takes) else {
            let refusal = self.unit.refusal(e.span, "which handler this is, is not known", "no function by name");
            return Err(refusal.help("name a function `void (void)` that has a body here").into());
        };
        if self.unit.facts.may_call(&name, &["exit", "pthread_exit", "thrd_exit"]) {
            let message = format!(
                "`{name}` is called when the program ends, and there the program or its thread may end once more"
            );
            return self.refuse(e.span, message, "what that does is not defined");
        }
        Ok(self.unit.function_number(&name))
    }

    fn handled(&mut self) -> Located {
        let home = self.laid_out("atexit.count", |unit| Home::Cells(unit.allocate("atexit.count", &INT, Span::none())));
        self.home_place(&home, &INT)
    }

    fn handler_at(&mut self, index: Expr) -> Located {
        let most = self.most_handlers();
        let ty = Type::Array(Rc::new(INT), most);
        let home = self.laid_out("atexit", |unit| Home::Cells(unit.allocate("atexit", &ty, Span::none())));
        let all = self.home_place(&home, &ty);
        self.element_of(all, index, INT, most)
    }

    /// The program ends: whoever comes second waits until it has (POSIX.1-2024, `exit`).
    pub(in crate::c) fn handlers_run(&mut self, span: Span) -> Lowered<()> {
        let handlers = self.unit.facts.handlers();
        if handlers.is_empty() {
            return Ok(());
        }
        if self.is_atomic() {
            return self.refuse(
                span,
                "the program cannot end inside of an atomic region, with handlers to call",
                "ends here",
            );
        }
        self.ends_first();
        let (which, function) = self.outcome(&INT);
        let [head, call, end] = [(); 3].map(|()| self.steps.fresh());
        self.land(head);
        self.last_handler(which)?;
        self.branch(function.expr.clone(), call, end);
        self.land(call);
        self.calls_one_of(&function.expr, &handlers, &[])?;
        self.goto(head);
        self.land(end);
        Ok(())
    }

    fn ends_first(&mut self) {
        let home = self.laid_out("exiting", |unit| Home::Cells(unit.allocate("exiting", &INT, Span::none())));
        let exiting = self.home_place(&home, &INT).place();
        let free = binary(Binary::Eq, Expr::Load(exiting.clone()), constant(0));
        let first = [Action::Assume(free), Action::Assign { place: exiting, value: constant(1) }];
        self.atomically(first.into_iter().map(Statement::Action).collect());
    }

    fn last_handler(&mut self, which: u32) -> Lowered<()> {
        let count = self.handled();
        self.at_once(|this| {
            this.either(
                binary(Binary::Eq, load(&count), constant(0)),
                |this| {
                    this.set(which, &INT, constant(0));
                    Ok(())
                },
                |this| {
                    this.assigns(&count, plus(load(&count), -1));
                    let last = this.handler_at(load(&count));
                    this.set(which, &INT, load(&last));
                    Ok(())
                },
            )
        })
    }

    /// `main` ends by itself, and the program goes on: who would call the handlers is not known.
    pub(super) fn leaves_handlers(&self, span: Span) -> Lowered<()> {
        if self.unit.facts.handlers().is_empty() {
            return Ok(());
        }
        let message = "the thread of `main` may end here, and the last one to end calls what `atexit` was given";
        let refusal = self.unit.refusal(span, message, "which one that is, is not followed");
        Err(refusal.help("let `main` join the others, and return").into())
    }

    /// The function that a number says; it is one of these.
    pub(super) fn calls_one_of(&mut self, number: &Expr, names: &[String], arguments: &[Operand]) -> Lowered<()> {
        let end = self.steps.fresh();
        for (i, name) in names.iter().enumerate() {
            let (this, other) = (self.steps.fresh(), self.steps.fresh());
            let known = constant(self.unit.function_number(name));
            match i + 1 == names.len() {
                true => self.goto(this),
                false => self.branch(binary(Binary::Eq, number.clone(), known), this, other),
            }
            self.land(this);
            self.calls_named(name, arguments);
            self.goto(end);
            self.at = other;
        }
        self.at = end;
        Ok(())
    }

    fn calls_named(&mut self, name: &str, arguments: &[Operand]) {
        match arguments {
            [value] if !self.unit.functions.contains_key(name) => self.act(Action::Free(value.expr.clone())),
            _ => {
                self.called(name, arguments.to_vec(), false);
            }
        }
    }
}

//! Activations of functions that call themselves, where locals lie in memory: each has a number, which is how many of
//! the function wait below it in the same thread.
//!
//! Whether a function has such locals is known once it is lowered: steps that count leave gaps, which are filled then.

use super::forms::Located;
use super::function::{Activation, Body, Gap};
use super::types::INT;
use crate::control::Bound;
use crate::ir::{Action, Binary, Expr, Fault, Op, Value};
use lang_c::span::Span;
use std::rc::Rc;

impl Body<'_, '_> {
    pub(super) fn gap(&mut self) -> Gap {
        let (at, next) = (self.steps.fresh(), self.steps.fresh());
        self.land(at);
        self.skip();
        self.land(next);
        Gap { at, next, here: self.here.clone(), visible: Rc::new(self.visible.clone()), region: self.region }
    }

    /// Where the function begins.
    pub(super) fn activation_begins(&mut self) {
        if self.expanded.is_empty() && !self.is_root && self.unit.facts.is_recursive(&self.function) {
            let register = self.register("activation", &INT, true);
            let begins = self.gap();
            self.activation = Some(Activation { register, used: false, begins, ends: vec![] });
        }
    }

    /// Where it returns.
    pub(super) fn activation_ends(&mut self) {
        if self.activation.is_some() {
            let gap = self.gap();
            self.activation.iter_mut().for_each(|a| a.ends.push(gap.clone()));
        }
    }

    /// At the last brace nothing is in scope but the number.
    pub(super) fn leaves_scopes(&mut self) {
        self.visible.clear();
        self.visible.extend(self.activation.as_ref().map(|a| a.register));
    }

    /// The register that says which activation this is; nothing where there is one at a time.
    pub(super) fn activation_number(&mut self) -> Option<u32> {
        let activation = self.activation.as_mut()?;
        activation.used = true;
        Some(activation.register)
    }

    /// Fills the gaps.
    pub(super) fn settle_activation(&mut self) {
        let Some(Activation { register, used, begins, ends }) = self.activation.take() else { return };
        if !used {
            let gaps = [begins].into_iter().chain(ends);
            return gaps.for_each(|gap| self.steps.alias(gap.at, gap.next));
        }
        let shown = format!("{}.activations", self.function);
        let home = self.lay_out_local(&shown, |unit, name| unit.allocate(name, &INT, Span::none()));
        let below = self.home_place(&home, &INT);
        self.counts(&begins, register, &below);
        for gap in ends {
            let value = Expr::Load(self.register_place(register, &INT));
            let op = Op::Do { action: Action::Assign { place: below.place(), value }, next: gap.next.loc() };
            self.steps.push(gap.at, gap.step(format!("{} returns", self.function), op));
        }
    }

    /// One activation more; there are so many at most.
    fn counts(&mut self, gap: &Gap, register: u32, below: &Located) {
        let [limit, numbered, counted] = [(); 3].map(|()| self.steps.fresh());
        let most = Expr::Const(self.unit.activations() as Value);
        let number = Expr::Load(self.register_place(register, &INT));
        let fits = binary(Binary::Lt, Expr::Load(below.place()), most);
        let more = binary(Binary::Add, number, Expr::Const(1));
        let place = self.register_place(register, &INT);
        let value = Expr::Load(below.place());
        let steps = [
            (gap.at, Op::Branch { cond: fits, then: numbered.loc(), otherwise: limit.loc() }),
            (limit, Op::Do { action: Action::Fail(Fault::Limit(Bound::Heap)), next: limit.loc() }),
            (numbered, Op::Do { action: Action::Assign { place, value }, next: counted.loc() }),
            (counted, Op::Do { action: Action::Assign { place: below.place(), value: more }, next: gap.next.loc() }),
        ];
        let text = format!("{} begins", self.function);
        for (at, op) in steps {
            self.steps.push(at, gap.step(text.clone(), op));
        }
    }
}

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

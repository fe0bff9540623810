//! Where objects lie. C says nothing of the order of two (C11 6.5.8p5), machines have one: of two that are compared
//! either may come first, for a whole run.

use super::convert::{self, binary};
use super::forms::Operand;
use super::function::Body;
use super::types::{INT, Int, Type};
use crate::control::Bound;
use crate::ir::numbers::{expr_is_address, expr_told_apart};
use crate::ir::*;
use lang_c::ast::BinaryOperator;
use lang_c::span::Span;

/// What is known of the order of objects: 0 as long as no two were compared, then 1, or 2 where the later one comes
/// first; and the two.
struct Order {
    way: Place,
    two: [Place; 2],
}

impl Body<'_, '_> {
    /// What a comparison says: of pointers, or of numbers.
    pub(super) fn compared(&mut self, op: &BinaryOperator, pair: [Operand; 2], int: Int, span: Span) -> Operand {
        use BinaryOperator::{Equals, NotEquals};
        let long = self.unit.options.data_model.long();
        let short = |ty: &Type| ty.int().is_some_and(|int| int.bits < long);
        let known = |operand: &Operand| matches!(operand.expr, Expr::Const(_)) || short(&operand.ty);
        let asked = !pair.iter().any(known);
        let ordered = asked && !matches!(op, Equals | NotEquals);
        let numbers = pair.iter().any(|operand| operand.ty.int().is_some());
        self.unit.crossings.ordered |= ordered && numbers;
        let function = |ty: &Type| matches!(ty.pointee().map(Type::plain), Some(Type::Function(_)));
        if pair.iter().any(|operand| function(&operand.ty)) {
            if ordered {
                // They are told apart by numbers of ours.
                self.perhaps_stops(Bound::Pointers);
            }
            return convert::compared(op, pair[0].clone(), pair[1].clone(), int);
        }
        let pointers = self.unit.addresses || !numbers;
        let pair = if asked && pointers { self.perhaps_around(pair) } else { pair };
        let pair = if asked && pointers { self.perhaps_the_same(pair) } else { pair };
        let [a, b] = if ordered && pointers { self.as_they_lie(pair, span) } else { pair };
        convert::compared(op, a, b, int)
    }

    /// Those into different objects are exchanged if the later object comes first. Where there is a third one the
    /// answer is incomplete.
    fn as_they_lie(&mut self, pair: [Operand; 2], span: Span) -> [Operand; 2] {
        let pair = pair.map(|operand| self.fixed(operand));
        let pointers = pair.each_ref().map(|operand| self.pointer(operand));
        let objects = pointers.map(|pointer| Expr::Unary(Unary::ObjectOf, Box::new(pointer)));
        let (apart, end) = (self.steps.fresh(), self.steps.fresh());
        let [first, second] = objects.clone();
        let addresses = pair.iter().filter(|operand| operand.ty.int().is_some());
        let apart_if = addresses.fold(binary(Binary::Ne, first, second), |all, operand| {
            binary(Binary::And, expr_is_address(operand.expr.clone()), all)
        });
        let began = self.region_begins();
        self.branch(apart_if, apart, end);
        self.land(apart);
        self.exchanged(&pair, objects, span);
        self.land(end);
        self.region_ends(began);
        pair
    }

    pub(super) fn pointer(&self, operand: &Operand) -> Expr {
        match operand.ty.int() {
            Some(_) => expr_told_apart(operand.expr.clone()),
            None => operand.expr.clone(),
        }
    }

    /// The operands are in registers of their own.
    fn exchanged(&mut self, [a, b]: &[Operand; 2], objects: [Expr; 2], span: Span) {
        let [way, first, second] = self.own_numbers("order of objects", span);
        let order = Order { way, two: [first, second] };
        let two = self.in_order(objects);
        self.settles(&order, &two);
        for (place, object) in order.two.into_iter().zip(two) {
            let (third, on) = (self.steps.fresh(), self.steps.fresh());
            self.branch(binary(Binary::Ne, Expr::Load(place), object), third, on);
            self.land(third);
            self.perhaps_stops(Bound::Pointers);
            self.land(on);
        }
        let (later, end) = (self.steps.fresh(), self.steps.fresh());
        self.branch(binary(Binary::Eq, Expr::Load(order.way.clone()), Expr::Const(2)), later, end);
        self.land(later);
        let first = self.kept(a.clone());
        self.becomes(a, b.expr.clone());
        self.becomes(b, first.expr);
        self.land(end);
    }

    fn becomes(&mut self, operand: &Operand, value: Expr) {
        if let Expr::Load(place) = &operand.expr {
            self.act(Action::Assign { place: place.clone(), value });
        }
    }

    /// The objects, the one with the lower number first.
    fn in_order(&mut self, objects: [Expr; 2]) -> [Expr; 2] {
        let [a, b] = objects.map(|object| self.kept(Operand::new(object, INT)).expr);
        let less = || Box::new(binary(Binary::Lt, a.clone(), b.clone()));
        let [x, y] = [&a, &b].map(|e| Box::new(e.clone()));
        [Expr::Conditional(less(), x.clone(), y.clone()), Expr::Conditional(less(), y, x)]
    }

    /// The first two objects that are compared lie some way.
    fn settles(&mut self, order: &Order, two: &[Expr; 2]) {
        let (new, end) = (self.steps.fresh(), self.steps.fresh());
        self.branch(binary(Binary::Eq, Expr::Load(order.way.clone()), Expr::Const(0)), new, end);
        self.land(new);
        for (place, object) in order.two.iter().zip(two) {
            self.act(Action::Assign { place: place.clone(), value: object.clone() });
        }
        let ways = [1, 2].map(|way| (way, self.steps.fresh()));
        self.end_with(Op::Choose { next: ways.iter().map(|(_, mark)| mark.loc()).collect() });
        for (way, mark) in ways {
            self.land(mark);
            self.act(Action::Assign { place: order.way.clone(), value: Expr::Const(way) });
            self.goto(end);
        }
        self.land(end);
    }
}

//! Texts: arrays of characters, looked at one character after the other as far as a zero.

use super::{Call, Result, binary, constant, plus};
use crate::c::forms::{Located, Operand, moved};
use crate::c::function::Body;
use crate::c::types::{CHAR, INT, Type};
use crate::c::unit::{Home, Lowered};
use crate::ir::build::Mark;
use crate::ir::*;
use lang_c::ast::Expression;
use lang_c::span::Node;
use std::rc::Rc;

impl Body<'_, '_> {
    pub(super) fn text_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        Ok(Some(match call.name {
            "strlen" => self.text_length(call)?,
            "strcmp" => self.texts_compared(call, true, false)?,
            "strncmp" => self.texts_compared(call, true, true)?,
            "memcmp" => self.texts_compared(call, false, true)?,
            "strerror" => self.unknown_text(call)?,
            "abs" => self.without_sign(call, INT)?,
            "labs" => self.without_sign(call, self.unit.options.data_model.number())?,
            _ => return Ok(None),
        }))
    }

    /// A number of this type as one that is not negative.
    fn without_sign(&mut self, call: &Call<'_>, ty: Type) -> Lowered<Result> {
        let value = self.value_as(self.argument(call, 0)?, &ty)?;
        let value = self.fixed(value);
        let minus = self.negated(Unary::Neg, value.clone(), call.span)?;
        let below = binary(Binary::Lt, value.expr.clone(), constant(0));
        let expr = Expr::Conditional(Box::new(below), Box::new(minus.expr), Box::new(value.expr));
        Ok(Result::of(Operand::new(expr, ty)))
    }

    /// The characters before the zero, each looked at by a step.
    fn text_length(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let text = self.characters(self.argument(call, 0)?)?;
        Ok(Result::of(self.length_of_text(&text)))
    }

    /// In a register.
    pub(super) fn length_of_text(&mut self, text: &Operand) -> Operand {
        let (register, length) = self.outcome(&self.unit.options.data_model.size());
        let (again, more, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        self.set(register, &length.ty, constant(0));
        self.land(again);
        let character = self.character(text, &length.expr);
        self.branch(character.expr, more, end);
        self.land(more);
        self.set(register, &length.ty, plus(length.expr.clone(), 1));
        self.goto(again);
        self.land(end);
        length
    }

    /// Below, equal or above 0, as the first bytes that differ; by how much is not said.
    fn texts_compared(&mut self, call: &Call<'_>, zero_ends: bool, counted: bool) -> Lowered<Result> {
        let a = self.characters(self.argument(call, 0)?)?;
        let b = self.characters(self.argument(call, 1)?)?;
        let most = counted.then(|| self.most_characters(call)).transpose()?;
        let (at, index) = self.outcome(&INT);
        let (register, result) = self.outcome(&INT);
        let [again, inside, same, differ, further, equal, end] = [(); 7].map(|()| self.steps.fresh());
        self.set(at, &INT, constant(0));
        self.land(again);
        if let Some(most) = most {
            self.branch(binary(Binary::UnsignedLt, index.expr.clone(), most.expr), inside, equal);
        }
        self.land(inside);
        let x = self.character(&a, &index.expr);
        let y = self.character(&b, &index.expr);
        self.branch(binary(Binary::Eq, x.expr.clone(), y.expr.clone()), same, differ);
        self.land(same);
        if zero_ends {
            self.branch(x.expr.clone(), further, equal);
        }
        self.land(further);
        self.set(at, &INT, plus(index.expr, 1));
        self.goto(again);
        self.land(differ);
        self.unlike((x, y), register, end);
        self.land(equal);
        self.set(register, &INT, constant(0));
        self.land(end);
        Ok(Result::of(result))
    }

    /// A `size_t` as cells hold it: without its sign -1 is more than any text has.
    fn most_characters(&mut self, call: &Call<'_>) -> Lowered<Operand> {
        let e = self.argument(call, 2)?;
        let most = self.value(e)?;
        let most = if most.ty.int().is_some() { most } else { self.converted(most, &INT, e.span)? };
        Ok(self.fixed(most))
    }

    /// One of two numbers with the sign that bytes have beside each other.
    fn unlike(&mut self, (x, y): (Operand, Operand), register: u32, end: Mark) {
        let [x, y] = [x, y].map(|c| binary(Binary::BitAnd, c.expr, constant(255)));
        let sign = Expr::Conditional(Box::new(binary(Binary::Lt, x, y)), Box::new(constant(-1)), Box::new(constant(1)));
        let values = vec![sign.clone(), binary(Binary::Mul, sign, constant(2))];
        let place = self.register_place(register, &INT);
        self.act(Action::Choose { place, values });
        self.goto(end);
    }

    /// A pointer to characters.
    pub(super) fn characters(&mut self, e: &Node<Expression>) -> Lowered<Operand> {
        let pointer = match &e.node {
            Expression::Cast(cast) if self.is_text(&cast.node.expression) => self.value(&cast.node.expression)?,
            _ => self.value(e)?,
        };
        let of_anything = matches!(pointer.ty.pointee().map(Type::plain), Some(Type::Void));
        let pointer = if of_anything { self.converted(pointer, &Type::pointer(CHAR), e.span)? } else { pointer };
        if pointer.ty.pointee().and_then(Type::int).is_none_or(|int| int.bits != 8) {
            return self.refuse(e.span, "texts and bytes are looked at as arrays of `char` alone", "of another type");
        }
        let pointer = self.fixed(pointer);
        let len = self.unit.room(e).map(|len| constant(len as Value));
        self.leads_to_first(&pointer, len);
        Ok(pointer)
    }

    fn is_text(&mut self, e: &Node<Expression>) -> bool {
        let of = |ty: &Type| match ty.plain() {
            Type::Array(of, _) | Type::Pointer(of) => of.int().is_some_and(|int| int.bits == 8),
            _ => false,
        };
        self.unit.type_of_expression(e).is_ok_and(|ty| of(&ty))
    }

    /// The character at an index, in a register.
    pub(super) fn character(&mut self, text: &Operand, index: &Expr) -> Operand {
        let ty = text.ty.pointee().cloned().unwrap_or(CHAR);
        self.is_in_room(text, index);
        let at = crate::c::forms::At::Pointer(moved(text.expr.clone(), index.clone(), Stride { cells: 1, bytes: 1 }));
        self.kept(Located { at, ty }.load())
    }

    /// A text of which nothing is known but that it is there.
    fn unknown_text(&mut self, call: &Call<'_>) -> Lowered<Result> {
        self.looked_at(call)?;
        let ty = Type::Array(Rc::new(CHAR), 2);
        let home = self.laid_out("strerror", |unit| Home::Cells(unit.allocate("strerror", &ty, call.span)));
        self.unit.begins_unset(&home, &[(0, UNSET), (1, UNSET)]);
        let first = Located { ty: CHAR, ..self.home_place(&home, &ty) };
        Ok(Result::of(Operand::new(first.address().unwrap_or(constant(0)), Type::pointer(CHAR))))
    }

    /// What a function returns that is given where to write.
    pub(super) fn written_to(&self, to: &Located) -> Result {
        let pointer = to.address().unwrap_or(constant(0));
        Result::of(Operand::new(pointer, Type::pointer(to.ty.clone())))
    }
}

//! Expressions, from left to right: operands, then operators.

use super::constants::TOO_WIDE;
use super::forms::Operand;
use super::function::Body;
use super::tree::compound;
use super::tree::is_name_of_function;
use super::tree::step_of;
use super::types::{BOOL, INT, Int, Type, decayed};
use super::unit::{Entity, Lowered};
use crate::control::Bound;
use crate::ir::{Expr, Unary};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

impl Body<'_, '_> {
    /// What an expression is worth; at most one access to shared memory is left to who uses it.
    pub(super) fn value(&mut self, e: &Node<Expression>) -> Lowered<Operand> {
        if let Some(value) = self.evaluated_ahead(e) {
            return Ok(value);
        }
        match &e.node {
            Expression::Constant(c) => match self.unit.literal(c) {
                Err(refusal) if refusal.0.message == TOO_WIDE => {
                    self.stops(Bound::Width);
                    Ok(Operand::constant(0, Type::Int(Int { bits: 64, signed: true })))
                }
                literal => literal.map(|(value, ty)| Operand::constant(value, ty)),
            },
            Expression::Identifier(name) => self.name(&name.node.name, e),
            Expression::SizeOfTy(_) | Expression::SizeOfVal(_) | Expression::OffsetOf(_) | Expression::AlignOf(_) => {
                let value = self.unit.constant(e)?;
                Ok(Operand::constant(value, self.unit.options.data_model.size()))
            }
            Expression::Member(_) | Expression::StringLiteral(_) | Expression::CompoundLiteral(_) => self.loaded(e),
            Expression::UnaryOperator(u) => self.unary(&u.node, e),
            Expression::BinaryOperator(b) => self.binary(&b.node, e),
            Expression::Cast(cast) => {
                let ty = self.unit.type_name(&cast.node.type_name.node)?;
                if let Some(whole) = self.container(&cast.node.expression, &ty)? {
                    return Ok(whole);
                }
                self.value_as(&cast.node.expression, &ty)
            }
            Expression::Conditional(c) => self.conditional(&c.node, e.span),
            Expression::Comma(all) => {
                let last = self.last_of(all, e.span)?;
                self.value(last)
            }
            Expression::Call(call) => match self.call(&call.node, call.span, true)? {
                Some(operand) => Ok(operand),
                None => Ok(Operand::constant(0, Type::Void)),
            },
            Expression::Statement(s) => self.statement_expression(s),
            Expression::GenericSelection(g) => {
                let selected = self.unit.selected(&g.node, e.span)?;
                self.value(selected)
            }
            Expression::VaArg(_) => self.refuse(e.span, "variadic functions are not supported", "here"),
        }
    }

    /// As a value of a type: an allocation takes its type from here.
    pub(super) fn value_as(&mut self, e: &Node<Expression>, ty: &Type) -> Lowered<Operand> {
        if *ty.plain() == BOOL && self.is_pointer_from_outside(e) {
            return Ok(self.outside_truth());
        }
        if let (Some(to), Some(call)) = (ty.pointee(), self.unit.allocation(e))
            && *to != Type::Void
        {
            let pointer = self.allocated(call, &to.clone(), e.span)?;
            return Ok(pointer.clone().with(pointer.expr, ty.plain().clone()));
        }
        let operand = self.value(e)?;
        if let (Some(_), Some(int)) = (operand.ty.float(), ty.int())
            && let Some(exact) = self.unit.float_as(e, int)
        {
            return Ok(Operand::constant(self.unit.held(exact, e.span)?, ty.plain().clone()));
        }
        self.converted(operand, ty, e.span)
    }

    /// Whatever it does, without its value.
    pub(super) fn effect(&mut self, e: &Node<Expression>) -> Lowered<()> {
        if self.evaluated_ahead(e).is_some() {
            return Ok(());
        }
        match &e.node {
            Expression::BinaryOperator(b) if b.node.operator.node == BinaryOperator::Assign => {
                self.assign(&b.node.lhs, &b.node.rhs, false).map(|_| ())
            }
            Expression::BinaryOperator(b) if compound(&b.node.operator.node).is_some() => {
                self.compound_assign(&b.node, e.span, false).map(|_| ())
            }
            Expression::UnaryOperator(u) if step_of(&u.node.operator.node).is_some() => {
                self.stepped(&u.node, e.span, false).map(|_| ())
            }
            // Of a function of the library it may be what it loads.
            Expression::Call(call) => {
                let value = self.call(&call.node, call.span, false)?;
                value.into_iter().for_each(|value| _ = self.settled(value));
                Ok(())
            }
            // `(void)argv`: nothing is read.
            Expression::Cast(cast) if super::tree::named(&cast.node.expression).is_some() => Ok(()),
            Expression::Cast(cast) => self.effect(&cast.node.expression),
            Expression::Statement(s) => self.statement_expression(s).map(|_| ()),
            Expression::Conditional(c) => {
                let (then, otherwise, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
                self.condition(&c.node.condition, then, otherwise)?;
                self.land(then);
                self.effect(&c.node.then_expression)?;
                self.goto(end);
                self.land(otherwise);
                self.effect(&c.node.else_expression)?;
                self.land(end);
                Ok(())
            }
            // Of an array or a structure nothing is read.
            _ if self
                .unit
                .type_of_expression(e)
                .is_ok_and(|ty| matches!(ty.plain(), Type::Array(..) | Type::Struct(_))) =>
            {
                self.locate(e).map(|_| ())
            }
            _ => {
                let operand = self.value(e)?;
                self.computed(operand);
                Ok(())
            }
        }
    }

    /// What a comma is worth, once all before it is evaluated.
    pub(super) fn last_of<'e>(&mut self, all: &'e [Node<Expression>], span: Span) -> Lowered<&'e Node<Expression>> {
        let Some((last, before)) = all.split_last() else { return self.refuse(span, "nothing", "here") };
        before.iter().try_for_each(|e| self.effect(e))?;
        Ok(last)
    }

    fn name(&mut self, name: &str, e: &Node<Expression>) -> Lowered<Operand> {
        match self.unit.lookup(name).cloned() {
            Some(Entity::Constant(value, int)) => Ok(Operand::constant(value, Type::Int(int))),
            Some(Entity::Function(name)) => Ok(self.function_value(&name)),
            Some(Entity::Object(..) | Entity::Declared(_)) => self.loaded(e),
            // Of a text whose headers are gone.
            None if name == "NULL" => Ok(Operand::constant(0, Type::pointer(Type::Void))),
            None if matches!(name, "stdin" | "stdout" | "stderr") => {
                Ok(Operand::constant(0, Type::pointer(Type::Void)))
            }
            None if is_name_of_function(name) => self.loaded(e),
            None if name == "true" || name == "false" => Ok(Operand::constant(i32::from(name == "true"), INT)),
            _ => Err(self.unit.undeclared(name, e.span)),
        }
    }

    /// What a place holds; the address of an array.
    fn loaded(&mut self, e: &Node<Expression>) -> Lowered<Operand> {
        let located = self.locate(e)?;
        match located.ty.plain().clone() {
            Type::Array(of, _) => match located.address() {
                Some(expr) => Ok(Operand::new(expr, Type::Pointer(of))),
                None => self.refuse(e.span, "the address of this array is not known", "lives in registers"),
            },
            ty if ty.is_scalar() => Ok(located.load()),
            Type::Sync(kind) => Err(self.unit.no_copy(kind, e.span).into()),
            _ => self.refuse(e.span, "this object cannot be used as a value here", "not a number or a pointer"),
        }
    }

    fn unary(&mut self, u: &UnaryOperatorExpression, e: &Node<Expression>) -> Lowered<Operand> {
        let constant = matches!(&u.operand.node, Expression::Constant(c) if !matches!(c.node, Constant::Float(_)));
        if u.operator.node == UnaryOperator::Minus && constant {
            // `-2147483648` fits where the number behind the sign does not.
            let ty = Type::Int(self.unit.exact(e)?.int);
            return Ok(Operand::constant(self.unit.constant(e)?, ty));
        }
        let op = match u.operator.node {
            UnaryOperator::Address => return self.address(&u.operand),
            UnaryOperator::Indirection => return self.followed(u, e),
            UnaryOperator::Plus => {
                let a = self.value(&u.operand)?;
                let zero = Operand::constant(0, INT);
                return self.combined(&BinaryOperator::Plus, zero, a, e.span);
            }
            UnaryOperator::Minus => Unary::Neg,
            UnaryOperator::Complement => Unary::BitNot,
            UnaryOperator::Negate => Unary::Not,
            _ => {
                let stepped = self.stepped(u, e.span, true)?;
                return Ok(stepped.unwrap_or(Operand::constant(0, INT)));
            }
        };
        let a = self.value(&u.operand)?;
        self.negated(op, a, e.span)
    }

    /// `*p`; `*f` of a function is the function.
    fn followed(&mut self, u: &UnaryOperatorExpression, e: &Node<Expression>) -> Lowered<Operand> {
        let ty = self.unit.type_of_expression(&u.operand)?;
        match decayed(ty.plain().clone()).pointee() {
            Some(Type::Function(_)) => self.value(&u.operand),
            _ => self.loaded(e),
        }
    }

    fn binary(&mut self, b: &BinaryOperatorExpression, e: &Node<Expression>) -> Lowered<Operand> {
        self.unit.computed_with(b, e.span)?;
        match &b.operator.node {
            BinaryOperator::Index => self.loaded(e),
            BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => self.logical(b, e),
            BinaryOperator::Assign => {
                let value = self.assign(&b.lhs, &b.rhs, true)?;
                Ok(value.unwrap_or(Operand::constant(0, Type::Void)))
            }
            op if compound(op).is_some() => {
                let value = self.compound_assign(b, e.span, true)?;
                Ok(value.unwrap_or(Operand::constant(0, Type::Void)))
            }
            op => {
                if *op == BinaryOperator::Modulo
                    && let Some(remainder) = self.remainder_from_outside(b)?
                {
                    return Ok(remainder);
                }
                if let Some(known) = self.wide(b, e)? {
                    return Ok(known);
                }
                if let Some(known) = self.compared_with_float(b, e.span)? {
                    return Ok(known);
                }
                let (x, y) = self.both(&b.lhs, &b.rhs)?;
                self.combined(op, x, y, e.span)
            }
        }
    }

    /// Two operands, of which one at most still makes an access.
    fn both(&mut self, a: &Node<Expression>, b: &Node<Expression>) -> Lowered<(Operand, Operand)> {
        let all = [self.operands(a), self.operands(b)].concat();
        self.in_every_order(&all, |this| this.one_and_other(a, b))
    }

    fn one_and_other(&mut self, a: &Node<Expression>, b: &Node<Expression>) -> Lowered<(Operand, Operand)> {
        let mut x = match self.value(a) {
            Ok(x) => x,
            Err(refusal) => {
                // What is refused in the other one is said, too.
                self.attempt(|this| this.value(b));
                return Err(refusal);
            }
        };
        if !self.is_calm(b) {
            x = if has_effects(b) { self.fixed_operand(x) } else { self.settled(x) };
        }
        let y = self.value(b)?;
        Ok((x, y))
    }

    /// What comes later may change registers that the operand reads.
    fn fixed_operand(&mut self, x: Operand) -> Operand {
        let reads = !matches!(x.expr, Expr::Const(_) | Expr::Tid | Expr::AddressOf(_));
        if reads { self.kept(x) } else { x }
    }

    fn statement_expression(&mut self, s: &Node<Statement>) -> Lowered<Operand> {
        let Statement::Compound(items) = &s.node else { return self.refuse(s.span, "no block", "here") };
        let Some((last, before)) = items.split_last() else { return Ok(Operand::constant(0, Type::Void)) };
        self.open();
        before.iter().for_each(|item| self.item(item));
        let value = match &last.node {
            BlockItem::Statement(Node { node: Statement::Expression(Some(e)), .. }) => {
                self.by_member(before, |this| this.value(e))
            }
            _ => {
                self.item(last);
                Ok(Operand::constant(0, Type::Void))
            }
        };
        self.close();
        let value = value?;
        Ok(if value.ty == Type::Void { value } else { self.fixed_operand(value) })
    }
}

/// Whether to evaluate it changes anything.
pub(super) fn has_effects(e: &Node<Expression>) -> bool {
    match &e.node {
        Expression::Call(_) | Expression::Statement(_) => true,
        Expression::UnaryOperator(u) => step_of(&u.node.operator.node).is_some() || has_effects(&u.node.operand),
        Expression::BinaryOperator(b) => {
            let op = &b.node.operator.node;
            *op == BinaryOperator::Assign
                || compound(op).is_some()
                || has_effects(&b.node.lhs)
                || has_effects(&b.node.rhs)
        }
        Expression::Cast(cast) => has_effects(&cast.node.expression),
        Expression::Conditional(c) => {
            [&c.node.condition, &c.node.then_expression, &c.node.else_expression].into_iter().any(|e| has_effects(e))
        }
        Expression::Comma(all) => all.iter().any(has_effects),
        Expression::Member(m) => has_effects(&m.node.expression),
        _ => false,
    }
}

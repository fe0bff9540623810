//! Values that are known before the program runs.

use super::tree::named;
use super::types::{Int, Type, decayed};
use super::unit::{Entity, Home, Lowered, Unit};
use crate::ir::numbers;
use crate::ir::{Cell, UNSET, Value};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

/// A number with its type; that of an address is as wide as pointers are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exact {
    pub(super) value: i128,
    pub(super) int: Int,
}

impl Exact {
    pub(super) fn int(value: Value) -> Exact {
        Exact { value: value.into(), int: Int { bits: 32, signed: true } }
    }

    /// As a value of another type.
    fn of(self, int: Int) -> Exact {
        Exact { value: int.wrapped(self.value), int }
    }
}

impl Int {
    /// The value of this type that is equal to it but for multiples of its size; of `_Bool` whether it is not 0.
    pub(super) fn wrapped(self, value: i128) -> i128 {
        let size = 1i128 << self.bits;
        match value.rem_euclid(size) {
            _ if self.bits == 1 => i128::from(value != 0),
            rest if self.signed && rest >= size / 2 => rest - size,
            rest => rest,
        }
    }
}

/// Where such a value is computed, and not only said to be the initial one, the answer is incomplete.
pub(super) const TOO_WIDE: &str = "values of more than 32 bits are not supported";

const UNKNOWN: &str = "not known before the program runs";

impl Unit<'_> {
    /// An integer constant expression, an address, or the number of a function, as cells hold it.
    pub(super) fn constant(&mut self, e: &Node<Expression>) -> Lowered<Value> {
        let exact = self.exact(e)?;
        self.held(exact, e.span)
    }

    /// The same as a value of this type.
    pub(super) fn constant_as(&mut self, e: &Node<Expression>, ty: &Type) -> Lowered<Value> {
        let known = ty.int().and_then(|int| self.float_as(e, int));
        let exact = known.map_or_else(|| self.exact(e), Ok)?;
        let exact = ty.int().map_or(exact, |int| exact.of(int));
        let value = self.held(exact, e.span)?;
        self.constant_becomes(e, ty, value)?;
        let number = ty.pointee().is_some() && value != 0 && self.is_number(e)?;
        self.crossings.made |= number;
        Ok(if number && self.apart { numbers::told_apart(value) } else { value })
    }

    fn is_number(&mut self, e: &Node<Expression>) -> Lowered<bool> {
        Ok(decayed(self.type_of_expression(e)?.plain().clone()).int().is_some())
    }

    /// An address that becomes a number.
    fn taken(&mut self, e: &Node<Expression>, address: Exact) -> Exact {
        let ty = self.type_of_expression(e).map(|ty| decayed(ty.plain().clone()));
        let Some(of) = ty.ok().and_then(|ty| ty.pointee().cloned()) else { return address };
        self.crossings.takes(&of);
        match Value::try_from(address.value) {
            Ok(value) if self.apart => Exact { value: numbers::told_apart(value).into(), ..address },
            _ => address,
        }
    }

    /// Unsigned ones of 32 bits are held by their bits.
    pub(super) fn held(&self, Exact { value, int }: Exact, span: Span) -> Lowered<Value> {
        match Value::try_from(value) {
            Ok(value) => Ok(value),
            Err(_) if int.bits == 32 && !int.signed => Ok(value as u32 as Value),
            Err(_) => self.refuse(span, TOO_WIDE, "does not fit"),
        }
    }

    /// With its type, however wide.
    pub(super) fn exact(&mut self, e: &Node<Expression>) -> Lowered<Exact> {
        let model = self.options.data_model;
        let size = |bytes: u32| Exact { value: bytes.into(), int: Int { bits: model.long(), signed: false } };
        match &e.node {
            Expression::Constant(c) => self.exact_literal(c),
            Expression::Identifier(name) => self.constant_name(&name.node.name, e.span),
            Expression::Cast(cast) => {
                let ty = self.type_name(&cast.node.type_name.node)?;
                match ty.int() {
                    Some(int) if let Some(exact) = self.float_as(&cast.node.expression, int) => Ok(exact),
                    Some(int) => {
                        let inner = self.exact(&cast.node.expression)?;
                        Ok(self.taken(&cast.node.expression, inner).of(int))
                    }
                    None => self.constant_as(&cast.node.expression, &ty).map(|value| self.address_at(value)),
                }
            }
            Expression::SizeOfTy(of) => {
                let ty = self.type_name(&of.node.0.node)?;
                self.has_layout(&ty, e.span)?;
                Ok(size(self.structs.size(&ty, model)))
            }
            Expression::SizeOfVal(of) => {
                self.has_known_length(&of.node.0, e.span)?;
                let ty = self.type_of_expression(&of.node.0)?;
                if matches!(ty.plain(), Type::Array(_, 0)) {
                    return self.refuse(e.span, "this array has no length yet, so it has no size", "its size");
                }
                self.has_layout(&ty, e.span)?;
                Ok(size(self.structs.size(&ty, model)))
            }
            Expression::OffsetOf(of) => self.constant_offset(&of.node, e.span).map(size),
            Expression::AlignOf(of) => {
                let ty = self.type_name(&of.node.0.node)?;
                self.has_layout(&ty, e.span)?;
                Ok(size(self.structs.alignment(&ty, model)))
            }
            Expression::UnaryOperator(unary) => self.constant_unary(&unary.node, e.span),
            Expression::BinaryOperator(binary) => self.constant_binary(&binary.node, e),
            Expression::Conditional(c) => {
                let all = self.type_of_conditional(&c.node)?.int();
                let taken = match self.exact(&c.node.condition)?.value {
                    0 => self.exact(&c.node.else_expression)?,
                    _ => self.exact(&c.node.then_expression)?,
                };
                Ok(all.map_or(taken, |int| taken.of(int)))
            }
            Expression::GenericSelection(g) => {
                let selected = self.selected(&g.node, e.span)?;
                self.exact(selected)
            }
            _ => self.refuse(e.span, "this is no constant", UNKNOWN),
        }
    }

    /// An address, or the number of a function.
    fn address_at(&self, value: Value) -> Exact {
        Exact { value: value.into(), int: Int { bits: self.options.data_model.long(), signed: true } }
    }

    fn constant_offset(&mut self, of: &OffsetOfExpression, span: Span) -> Lowered<u32> {
        let ty = self.type_name(&of.type_name.node)?;
        self.has_layout(&ty, span)?;
        let name = &of.designator.node.base.node.name;
        let found = match ty.plain() {
            Type::Struct(s) => self.structs.offset(*s, name, self.options.data_model),
            _ => None,
        };
        match found.filter(|_| of.designator.node.members.is_empty()) {
            Some(offset) => Ok(offset),
            None => self.refuse(span, "there is no such member", "unknown"),
        }
    }

    /// Refuses what is made a pointer and is none.
    fn constant_becomes(&mut self, e: &Node<Expression>, ty: &Type, value: Value) -> Lowered<()> {
        if ty.pointee().is_none() {
            return Ok(());
        }
        let from = decayed(self.type_of_expression(e)?.plain().clone());
        let number = from.int().map(|_| value);
        self.becomes(&from, ty, number, e.span)
    }

    fn constant_name(&mut self, name: &str, span: Span) -> Lowered<Exact> {
        match self.lookup(name).cloned() {
            Some(Entity::Constant(value, int)) => Ok(Exact { value: int.wrapped(value.into()), int }),
            Some(Entity::Function(name)) => {
                let number = self.function_number(&name);
                Ok(self.address_at(number))
            }
            Some(Entity::Object(Home::Cells(cell), Type::Array(..))) => Ok(self.address_at(cell.0 as Value + 1)),
            Some(_) => self.refuse(span, format!("`{name}` is no constant"), UNKNOWN),
            // Of a text whose headers are gone.
            None if matches!(name, "NULL" | "true" | "false") => Ok(Exact::int(Value::from(name == "true"))),
            None => Err(self.undeclared(name, span)),
        }
    }

    fn constant_unary(&mut self, unary: &UnaryOperatorExpression, span: Span) -> Lowered<Exact> {
        if unary.operator.node == UnaryOperator::Address {
            if let Some(name) = named(&unary.operand)
                && let Some(Entity::Function(name)) = self.lookup(name).cloned()
            {
                let number = self.function_number(&name);
                return Ok(self.address_at(number));
            }
            let (cell, _) = self.constant_place(&unary.operand)?;
            return Ok(self.address_at(cell.0 as Value + 1));
        }
        let Exact { value, int } = self.exact(&unary.operand)?;
        let int = int.promoted();
        let exact = |value| Ok(Exact { value, int }.of(int));
        match unary.operator.node {
            UnaryOperator::Plus => exact(value),
            UnaryOperator::Minus => exact(-value),
            UnaryOperator::Complement => exact(!value),
            UnaryOperator::Negate => Ok(Exact::int(Value::from(value == 0))),
            _ => self.refuse(span, "this is no constant", UNKNOWN),
        }
    }

    /// The cell and type of an object of static storage, of a member, or of an element.
    fn constant_place(&mut self, e: &Node<Expression>) -> Lowered<(Cell, Type)> {
        match &e.node {
            Expression::Identifier(name) => match self.lookup(&name.node.name).cloned() {
                Some(Entity::Object(Home::Cells(cell), ty)) => Ok((cell, ty)),
                _ => self.refuse(e.span, "its address is no constant", "not of static storage"),
            },
            Expression::Member(member) if member.node.operator.node == MemberOperator::Direct => {
                let (cell, ty) = self.constant_place(&member.node.expression)?;
                let Type::Struct(s) = ty.plain() else { return self.refuse(e.span, "no structure", "not of one") };
                match self.structs.field(*s, &member.node.identifier.node.name) {
                    Some((before, ty)) => Ok((Cell(cell.0 + before), ty)),
                    None => self.refuse(e.span, "there is no such member", "unknown"),
                }
            }
            Expression::BinaryOperator(binary) if binary.node.operator.node == BinaryOperator::Index => {
                let (cell, ty) = self.constant_place(&binary.node.lhs)?;
                let index = self.constant(&binary.node.rhs)?;
                let Type::Array(of, len) = ty.plain() else { return self.refuse(e.span, "no array", "not of one") };
                if !(0..=*len as Value).contains(&index) {
                    return self.refuse(e.span, format!("index {index} is out of bounds"), "no such element");
                }
                Ok((Cell(cell.0 + index as u32 * self.structs.cells(of)), (**of).clone()))
            }
            _ => self.refuse(e.span, "its address is no constant", UNKNOWN),
        }
    }

    fn constant_binary(&mut self, binary: &BinaryOperatorExpression, e: &Node<Expression>) -> Lowered<Exact> {
        use BinaryOperator::*;
        let op = &binary.operator.node;
        let a = self.exact(&binary.lhs)?;
        if matches!((op, a.value), (LogicalAnd, 0)) || matches!(op, LogicalOr) && a.value != 0 {
            return Ok(Exact::int(Value::from(a.value != 0)));
        }
        let b = self.exact(&binary.rhs)?;
        if let Type::Pointer(to) = self.type_of_expression(e)? {
            let cells = self.structs.cells(&to).max(1);
            return self.constant_element(op, (a, b), &binary.lhs, cells.into());
        }
        if matches!(op, ShiftLeft | ShiftRight) {
            return self.constant_shift(op, a.of(a.int.promoted()), b, &binary.rhs);
        }
        if matches!(op, Divide | Modulo) && b.value == 0 {
            return self.refuse(e.span, "division by zero in a constant", "divides by zero");
        }
        let int = a.int.common(b.int);
        let (x, y) = (a.of(int).value, b.of(int).value);
        match operated(op, x, y) {
            Some(Operated::Number(value)) => Ok(Exact { value, int }.of(int)),
            Some(Operated::Truth(truth)) => Ok(Exact::int(Value::from(truth))),
            None => self.refuse(e.span, "this is no constant", UNKNOWN),
        }
    }

    /// The address of an element some elements on.
    fn constant_element(
        &mut self,
        op: &BinaryOperator,
        (a, b): (Exact, Exact),
        lhs: &Node<Expression>,
        cells: i128,
    ) -> Lowered<Exact> {
        let behind = decayed(self.type_of_expression(lhs)?).pointee().is_some();
        let (address, by) = if behind { (a, b) } else { (b, a) };
        let value = match op {
            BinaryOperator::Plus => address.value + by.value * cells,
            BinaryOperator::Minus if behind => address.value - by.value * cells,
            _ => return self.refuse(lhs.span, "this is no constant", UNKNOWN),
        };
        Ok(Exact { value, ..address })
    }

    fn constant_shift(&mut self, op: &BinaryOperator, a: Exact, by: Exact, e: &Node<Expression>) -> Lowered<Exact> {
        if !(0..i128::from(a.int.bits)).contains(&by.value) {
            return self.refuse(e.span, "a shift by the width or more, or by less than 0", "has no meaning");
        }
        let left = *op == BinaryOperator::ShiftLeft;
        let value = if left { a.value << by.value } else { a.value >> by.value };
        Ok(Exact { value, ..a }.of(a.int))
    }
}

impl Unit<'_> {
    /// What the name of an object stands for, if it is a constant.
    pub(super) fn fixed(&mut self, name: &str, ty: &Type, initialiser: Option<&Node<Initializer>>) -> Option<Entity> {
        let (Type::Int(int), Initializer::Expression(e)) = (ty, &initialiser?.node) else { return None };
        if !self.facts.fixed.has(name) || !self.is_of_numbers(e) {
            return None;
        }
        let value = self.constant_as(e, ty).ok()?;
        (value != UNSET).then_some(Entity::Constant(value, *int))
    }

    /// Whether an expression is made of numbers alone, and of no address.
    pub(super) fn is_of_numbers(&self, e: &Node<Expression>) -> bool {
        let of = |e: &Node<Expression>| self.is_of_numbers(e);
        match &e.node {
            Expression::Constant(_) | Expression::SizeOfTy(_) => true,
            Expression::Identifier(name) => matches!(self.lookup(&name.node.name), Some(Entity::Constant(..))),
            Expression::Cast(cast) => of(&cast.node.expression),
            Expression::UnaryOperator(u) => u.node.operator.node != UnaryOperator::Address && of(&u.node.operand),
            Expression::BinaryOperator(b) => of(&b.node.lhs) && of(&b.node.rhs),
            Expression::Conditional(c) => {
                [&c.node.condition, &c.node.then_expression, &c.node.else_expression].into_iter().all(|e| of(e))
            }
            _ => false,
        }
    }
}

enum Operated {
    Number(i128),
    Truth(bool),
}

/// What an operator makes of two numbers of one type, before it is brought back into the type.
fn operated(op: &BinaryOperator, x: i128, y: i128) -> Option<Operated> {
    use BinaryOperator::*;
    use Operated::*;
    Some(match op {
        Multiply => Number(x.wrapping_mul(y)),
        Divide => Number(x / y),
        Modulo => Number(x % y),
        Plus => Number(x + y),
        Minus => Number(x - y),
        BitwiseAnd => Number(x & y),
        BitwiseXor => Number(x ^ y),
        BitwiseOr => Number(x | y),
        Less => Truth(x < y),
        Greater => Truth(x > y),
        LessOrEqual => Truth(x <= y),
        GreaterOrEqual => Truth(x >= y),
        Equals => Truth(x == y),
        NotEquals => Truth(x != y),
        LogicalAnd => Truth(x != 0 && y != 0),
        LogicalOr => Truth(x != 0 || y != 0),
        _ => return None,
    })
}

/// A value of 32 bits as a variable of a smaller type holds it.
pub(super) fn converted(value: Value, ty: &Type) -> Value {
    match ty.int() {
        Some(int) if int.bits < 32 => int.wrapped(value.into()) as Value,
        _ => value,
    }
}

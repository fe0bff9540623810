//! Values that are known before the program runs.

use super::tree::named;
use super::types::{Int, Type};
use super::unit::{Entity, Home, Lowered, Unit};
use crate::ir::{Cell, Value};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

impl Unit<'_> {
    /// An integer constant expression, an address, or the number of a function.
    pub(super) fn constant(&mut self, e: &Node<Expression>) -> Lowered<Value> {
        match &e.node {
            Expression::Constant(c) => Ok(self.literal(c)?.0),
            Expression::Identifier(name) => self.constant_name(&name.node.name, e.span),
            Expression::Cast(cast) => {
                let ty = self.type_name(&cast.node.type_name.node)?;
                let value = self.constant(&cast.node.expression)?;
                self.constant_becomes(&cast.node.expression, &ty, value)?;
                Ok(converted(value, &ty))
            }
            Expression::SizeOfTy(of) => {
                let ty = self.type_name(&of.node.0.node)?;
                Ok(self.structs.size(&ty, self.options.data_model) as Value)
            }
            Expression::SizeOfVal(of) => {
                let ty = self.type_of_expression(&of.node.0)?;
                Ok(self.structs.size(&ty, self.options.data_model) as Value)
            }
            Expression::OffsetOf(of) => {
                let ty = self.type_name(&of.node.type_name.node)?;
                let name = &of.node.designator.node.base.node.name;
                let found = match ty.plain() {
                    Type::Struct(s) => self.structs.offset(*s, name, self.options.data_model),
                    _ => None,
                };
                match found.filter(|_| of.node.designator.node.members.is_empty()) {
                    Some(offset) => Ok(offset as Value),
                    None => self.refuse(e.span, "there is no such member", "unknown"),
                }
            }
            Expression::AlignOf(of) => {
                let ty = self.type_name(&of.node.0.node)?;
                Ok(self.structs.alignment(&ty, self.options.data_model) as Value)
            }
            Expression::UnaryOperator(unary) => self.constant_unary(&unary.node, e.span),
            Expression::BinaryOperator(binary) => self.constant_binary(&binary.node, e.span),
            Expression::Conditional(c) => match self.constant(&c.node.condition)? {
                0 => self.constant(&c.node.else_expression),
                _ => self.constant(&c.node.then_expression),
            },
            _ => self.refuse(e.span, "this is no constant", "not known before the program runs"),
        }
    }

    /// Refuses what is made a pointer and is none.
    pub(super) fn constant_becomes(&mut self, e: &Node<Expression>, ty: &Type, value: Value) -> Lowered<()> {
        if ty.pointee().is_none() {
            return Ok(());
        }
        let from = super::types::decayed(self.type_of_expression(e)?.plain().clone());
        let number = from.int().map(|_| value);
        self.becomes(&from, ty, number, e.span)
    }

    fn constant_name(&mut self, name: &str, span: Span) -> Lowered<Value> {
        match self.lookup(name).cloned() {
            Some(Entity::Enumerator(value)) => Ok(value),
            Some(Entity::Function(name)) => Ok(self.function_number(&name)),
            Some(Entity::Object(Home::Cells(cell), Type::Array(..))) => Ok(cell.0 as Value + 1),
            Some(_) => self.refuse(span, format!("`{name}` is no constant"), "not known before the program runs"),
            // Of a text whose headers are gone.
            None if matches!(name, "NULL" | "true" | "false") => Ok(Value::from(name == "true")),
            None => Err(self.undeclared(name, span)),
        }
    }

    fn constant_unary(&mut self, unary: &UnaryOperatorExpression, span: Span) -> Lowered<Value> {
        if unary.operator.node == UnaryOperator::Address {
            if let Some(name) = named(&unary.operand)
                && let Some(Entity::Function(name)) = self.lookup(name).cloned()
            {
                return Ok(self.function_number(&name));
            }
            let (cell, _) = self.constant_place(&unary.operand)?;
            return Ok(cell.0 as Value + 1);
        }
        let value = self.constant(&unary.operand)?;
        match unary.operator.node {
            UnaryOperator::Plus => Ok(value),
            UnaryOperator::Minus => Ok(value.wrapping_neg()),
            UnaryOperator::Complement => Ok(!value),
            UnaryOperator::Negate => Ok(Value::from(value == 0)),
            _ => self.refuse(span, "this is no constant", "not known before the program runs"),
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
            _ => self.refuse(e.span, "its address is no constant", "not known before the program runs"),
        }
    }

    fn constant_binary(&mut self, binary: &BinaryOperatorExpression, span: Span) -> Lowered<Value> {
        let (a, b) = (self.constant(&binary.lhs)?, self.constant(&binary.rhs)?);
        let unsigned = [&binary.lhs, &binary.rhs].into_iter().any(|e| {
            let ty = self.type_of_expression(e).ok().and_then(|ty| ty.int());
            ty.is_some_and(|i| !i.signed && i.bits >= 32)
        });
        let truth = Value::from;
        Ok(match binary.operator.node {
            BinaryOperator::Multiply => a.wrapping_mul(b),
            BinaryOperator::Divide | BinaryOperator::Modulo if b == 0 => {
                return self.refuse(span, "division by zero in a constant", "divides by zero");
            }
            BinaryOperator::Divide if unsigned => (a as u32 / b as u32) as Value,
            BinaryOperator::Divide => a.wrapping_div(b),
            BinaryOperator::Modulo if unsigned => (a as u32 % b as u32) as Value,
            BinaryOperator::Modulo => a.wrapping_rem(b),
            BinaryOperator::Plus => a.wrapping_add(b),
            BinaryOperator::Minus => a.wrapping_sub(b),
            BinaryOperator::ShiftLeft => a.wrapping_shl(b as u32),
            BinaryOperator::ShiftRight if unsigned => (a as u32).wrapping_shr(b as u32) as Value,
            BinaryOperator::ShiftRight => a.wrapping_shr(b as u32),
            BinaryOperator::Less if unsigned => truth((a as u32) < b as u32),
            BinaryOperator::Greater if unsigned => truth(a as u32 > b as u32),
            BinaryOperator::Less => truth(a < b),
            BinaryOperator::Greater => truth(a > b),
            BinaryOperator::LessOrEqual => truth(a <= b),
            BinaryOperator::GreaterOrEqual => truth(a >= b),
            BinaryOperator::Equals => truth(a == b),
            BinaryOperator::NotEquals => truth(a != b),
            BinaryOperator::BitwiseAnd => a & b,
            BinaryOperator::BitwiseXor => a ^ b,
            BinaryOperator::BitwiseOr => a | b,
            BinaryOperator::LogicalAnd => truth(a != 0 && b != 0),
            BinaryOperator::LogicalOr => truth(a != 0 || b != 0),
            _ => return self.refuse(span, "this is no constant", "not known before the program runs"),
        })
    }

    /// The value and the type of an integer or a character.
    pub(super) fn literal(&mut self, c: &Node<Constant>) -> Lowered<(Value, Type)> {
        match &c.node {
            Constant::Integer(i) => self.integer(i, c.span),
            Constant::Character(text) => match character(text) {
                Some(value) => Ok((value, super::types::INT)),
                None => self.refuse(c.span, "I cannot read this character", "here"),
            },
            Constant::Float(_) => {
                let number = &self.source.text[c.span.start..c.span.end];
                let message = format!("`{number}`: floating-point numbers are not supported");
                Err(self.refusal(c.span, message, "a float").help("count in integers").into())
            }
        }
    }

    fn integer(&mut self, i: &Integer, span: Span) -> Lowered<(Value, Type)> {
        let radix = match i.base {
            IntegerBase::Decimal => 10,
            IntegerBase::Octal => 8,
            IntegerBase::Hexadecimal => 16,
            IntegerBase::Binary => 2,
        };
        let digits = if i.number.is_empty() { "0" } else { &*i.number };
        let Ok(number) = u64::from_str_radix(digits, radix) else {
            return self.refuse(span, "this number is too large", "more than 64 bits");
        };
        let long = match i.suffix.size {
            IntegerSize::Int => 32,
            IntegerSize::Long => self.options.data_model.long(),
            IntegerSize::LongLong => 64,
        };
        let unsigned = i.suffix.unsigned;
        let ty = match number {
            0..=0x7fff_ffff => Int { bits: long, signed: !unsigned },
            0x8000_0000..=0xffff_ffff if long == 32 && (unsigned || radix != 10) => Int { bits: 32, signed: false },
            _ => return self.refuse(span, TOO_WIDE, "does not fit"),
        };
        Ok((number as u32 as Value, Type::Int(ty)))
    }
}

/// Where such a value is computed, and not only said to be the initial one, the answer is incomplete.
pub(super) const TOO_WIDE: &str = "values of more than 32 bits are not supported";

/// A constant as a variable of this type holds it.
pub(super) fn converted(value: Value, ty: &Type) -> Value {
    match ty.int() {
        Some(Int { bits: 1, .. }) => Value::from(value != 0),
        Some(Int { bits: 8, signed: true }) => value as i8 as Value,
        Some(Int { bits: 8, signed: false }) => value as u8 as Value,
        Some(Int { bits: 16, signed: true }) => value as i16 as Value,
        Some(Int { bits: 16, signed: false }) => value as u16 as Value,
        _ => value,
    }
}

/// What stands between quotes.
fn character(text: &str) -> Option<Value> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let bytes = unescaped(inner);
    (bytes.len() == 1).then(|| bytes[0] as i8 as Value)
}

/// The bytes of a string or a character without its quotes.
pub(super) fn unescaped(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (vec![], text.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let Some((escape, after)) = rest.split_first() else { break };
        rest = after;
        let (byte, used) = match escape {
            b'n' => (b'\n', 0),
            b't' => (b'\t', 0),
            b'r' => (b'\r', 0),
            b'a' => (7, 0),
            b'b' => (8, 0),
            b'f' => (12, 0),
            b'v' => (11, 0),
            b'x' => number(rest, 16, rest.len()),
            b'0'..=b'7' => {
                let (byte, used) = number(&[&[*escape], rest].concat(), 8, 3);
                (byte, used - 1)
            }
            other => (*other, 0),
        };
        bytes.push(byte);
        rest = &rest[used..];
    }
    bytes
}

fn number(text: &[u8], radix: u32, most: usize) -> (u8, usize) {
    let digits: Vec<u32> = text.iter().take(most).map_while(|b| (*b as char).to_digit(radix)).collect();
    (digits.iter().fold(0u32, |n, d| n.wrapping_mul(radix) + d) as u8, digits.len())
}

//! Floating-point numbers: what is done with them is done, by the same accesses in the same order, and which they are is
//! not followed. Of what depends on them nothing is known (`uninitialised`), but where they are constants.

use super::constants::Exact;
use super::forms::Operand;
use super::function::Body;
use super::tree::is_comparison;
use super::types::{DataModel, INT, Int, Type};
use super::unit::{Lowered, Unit};
use crate::ir::{Expr, UNSET};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

/// Bytes of a `float`, and of a `double`.
pub(super) const FLOAT: u32 = 4;
pub(super) const DOUBLE: u32 = 8;

impl Type {
    /// Bytes of a floating-point number.
    pub(super) fn float(&self) -> Option<u32> {
        match self.plain() {
            Type::Float(bytes) => Some(*bytes),
            _ => None,
        }
    }

    /// What two operands become of which one is a floating-point number: C11 6.3.1.8.
    pub(super) fn common_float(&self, other: &Type) -> Option<Type> {
        let bytes = self.float().into_iter().chain(other.float()).max()?;
        (self.is_number() && other.is_number()).then_some(Type::Float(bytes))
    }

    fn is_number(&self) -> bool {
        matches!(self.plain(), Type::Int(_) | Type::Float(_))
    }
}

impl Unit<'_> {
    pub(super) fn type_of_constant(&mut self, c: &Node<Constant>) -> Lowered<Type> {
        let Constant::Float(number) = &c.node else { return Ok(Type::Int(self.exact_literal(c)?.int)) };
        Ok(Type::Float(match &number.suffix.format {
            FloatFormat::Float => FLOAT,
            FloatFormat::Double => DOUBLE,
            FloatFormat::LongDouble => self.options.data_model.long_double(),
            FloatFormat::TS18661Format(of) => of.width.div_ceil(64) as u32 * 8,
        }))
    }

    /// The value of a `float` or `double` that is known before the program runs.
    fn float_constant(&mut self, e: &Node<Expression>) -> Option<f64> {
        let bytes = self.type_of_expression(e).ok()?.float()?;
        let value = match &e.node {
            Expression::Constant(c) => match &c.node {
                Constant::Float(number) => self.float_literal(number)?,
                _ => return None,
            },
            Expression::UnaryOperator(u) => {
                let value = self.float_constant(&u.node.operand)?;
                match u.node.operator.node {
                    UnaryOperator::Plus => value,
                    UnaryOperator::Minus => -value,
                    _ => return None,
                }
            }
            Expression::Cast(cast) => self.number_constant(&cast.node.expression)?,
            Expression::BinaryOperator(b) => {
                let (x, y) = (self.number_constant(&b.node.lhs)?, self.number_constant(&b.node.rhs)?);
                computed(&b.node.operator.node, x, y)?
            }
            _ => return None,
        };
        let rounded = match bytes {
            FLOAT => f64::from(value as f32),
            DOUBLE => value,
            _ => return None,
        };
        // Where they have 32 bits processors compute with more digits.
        Some(rounded).filter(|value| value.is_finite() && self.options.data_model == DataModel::Lp64)
    }

    fn float_literal(&self, number: &Float) -> Option<f64> {
        let text = || number.number.parse::<f64>().ok();
        match (&number.base, &number.suffix) {
            (FloatBase::Decimal, FloatSuffix { format: FloatFormat::Double, imaginary: false }) => text(),
            (FloatBase::Decimal, FloatSuffix { format: FloatFormat::Float, imaginary: false }) => {
                number.number.parse::<f32>().ok().map(f64::from)
            }
            _ => None,
        }
    }

    /// The same of an integer, if all its digits fit.
    fn number_constant(&mut self, e: &Node<Expression>) -> Option<f64> {
        if let Some(value) = self.float_constant(e) {
            return Some(value);
        }
        self.type_of_expression(e).ok()?.int()?;
        let value = self.exact(e).ok()?.value;
        (value.abs() <= 1 << 53).then_some(value as f64)
    }

    /// The integer that such a constant becomes: C11 6.3.1.4.
    pub(super) fn float_as(&mut self, e: &Node<Expression>, int: Int) -> Option<Exact> {
        let value = self.float_constant(e)?;
        if int.bits == 1 {
            return Some(Exact { value: i128::from(value != 0.0), int });
        }
        let value = value.trunc() as i128;
        (int.wrapped(value) == value).then_some(Exact { value, int })
    }
}

fn computed(op: &BinaryOperator, x: f64, y: f64) -> Option<f64> {
    Some(match op {
        BinaryOperator::Plus => x + y,
        BinaryOperator::Minus => x - y,
        BinaryOperator::Multiply => x * y,
        BinaryOperator::Divide => x / y,
        _ => return None,
    })
}

impl Body<'_, '_> {
    /// A number of which nothing is known: in a register of 32 bits, since what stands for it is none of a narrower type.
    pub(super) fn unknown(&mut self, ty: &Type) -> Operand {
        let register = self.temporary(&INT);
        self.unit.program.unset.get_or_insert_default().registers = true;
        self.set(register, &INT, Expr::Const(UNSET));
        Operand::new(Expr::Load(self.register_place(register, &INT)), ty.clone())
    }

    /// What becomes of a number on its way from or to a floating-point number.
    pub(super) fn converted_float(&mut self, operand: Operand, ty: &Type) -> Operand {
        self.computed(operand);
        if ty.float().is_some() { Operand::constant(0, ty.clone()) } else { self.unknown(ty) }
    }

    /// An operator of which one operand is a floating-point number.
    pub(super) fn combined_floats(
        &mut self,
        op: &BinaryOperator,
        a: Operand,
        b: Operand,
        ty: Type,
        span: Span,
    ) -> Lowered<Operand> {
        use BinaryOperator::*;
        [a, b].into_iter().for_each(|operand| _ = self.computed(operand));
        match op {
            Plus | Minus | Multiply | Divide => Ok(Operand::constant(0, ty)),
            _ if is_comparison(op) => Ok(self.unknown(&INT)),
            _ => self.refuse(span, "this operator needs whole numbers", "of a floating-point number"),
        }
    }

    /// An integer compared with a `double` that is known: with the integer beside it.
    pub(super) fn compared_with_float(&mut self, b: &BinaryOperatorExpression, span: Span) -> Lowered<Option<Operand>> {
        let op = &b.operator.node;
        if !is_comparison(op) {
            return Ok(None);
        }
        match (self.double(&b.lhs), self.double(&b.rhs)) {
            (None, Some(value)) => self.compared_beside(op.clone(), &b.lhs, value, span),
            (Some(value), None) => self.compared_beside(turned(op), &b.rhs, value, span),
            _ => Ok(None),
        }
    }

    fn double(&mut self, e: &Node<Expression>) -> Option<f64> {
        let value = self.unit.float_constant(e)?;
        (self.unit.type_of_expression(e).ok()?.float() == Some(DOUBLE)).then_some(value)
    }

    fn compared_beside(
        &mut self,
        op: BinaryOperator,
        e: &Node<Expression>,
        value: f64,
        span: Span,
    ) -> Lowered<Option<Operand>> {
        use BinaryOperator::*;
        let Some(int) = self.unit.type_of_expression(e)?.int() else { return Ok(None) };
        let integer = match op {
            Less | GreaterOrEqual => value.ceil(),
            _ => value.floor(),
        };
        let x = self.value(e)?;
        let bits = i128::from(int.promoted().bits);
        let (least, most) =
            if int.promoted().signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
        let known = |this: &mut Self, holds: bool, x: Operand| {
            this.computed(x);
            Ok(Some(Operand::constant(i32::from(holds), INT)))
        };
        let beyond = integer as i128;
        match op {
            Equals | NotEquals if integer != value => known(self, op == NotEquals, x),
            _ if beyond > most => known(self, matches!(op, Less | LessOrEqual | NotEquals), x),
            _ if beyond < least => known(self, matches!(op, Greater | GreaterOrEqual | NotEquals), x),
            _ => match self.unit.held(Exact { value: beyond, int: int.promoted() }, span) {
                Ok(held) => self.combined(&op, x, Operand::constant(held, Type::Int(int.promoted())), span).map(Some),
                Err(_) => {
                    self.computed(x);
                    Ok(Some(self.unknown(&INT)))
                }
            },
        }
    }
}

/// The operator with both sides exchanged.
fn turned(op: &BinaryOperator) -> BinaryOperator {
    use BinaryOperator::*;
    match op {
        Less => Greater,
        Greater => Less,
        LessOrEqual => GreaterOrEqual,
        GreaterOrEqual => LessOrEqual,
        other => other.clone(),
    }
}

//! Conversions, and operators on converted operands.

use super::forms::{Operand, joint, moved};
use super::function::Body;
use super::tree::is_comparison;
use super::types::{BOOL, DataModel, INT, Int, Type};
use super::unit::Lowered;
use crate::control::Bound;
use crate::ir::numbers;
use crate::ir::*;
use lang_c::ast::BinaryOperator;
use lang_c::span::Span;

/// An operator on two operands; of some that are known the result.
pub(super) fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    match (&a, &b, op) {
        (Expr::Const(a), Expr::Const(b), Binary::Add) => Expr::Const(a.wrapping_add(*b)),
        (Expr::Const(a), Expr::Const(b), Binary::Sub) => Expr::Const(a.wrapping_sub(*b)),
        (Expr::Const(a), Expr::Const(b), Binary::Mul) => Expr::Const(a.wrapping_mul(*b)),
        (Expr::Const(a @ 0..), Expr::Const(b @ 1..), Binary::Div | Binary::UnsignedDiv) => Expr::Const(a / b),
        (Expr::Const(a @ 0..), Expr::Const(b @ 1..), Binary::Rem | Binary::UnsignedRem) => Expr::Const(a % b),
        (Expr::Const(a), Expr::Const(b), Binary::Eq) => Expr::Const(Value::from(a == b)),
        (Expr::Const(a), Expr::Const(b), Binary::Ne) => Expr::Const(Value::from(a != b)),
        _ => Expr::Binary(op, Box::new(a), Box::new(b)),
    }
}

/// Whether it is 0 or 1.
fn is_truth(e: &Expr) -> bool {
    use Binary::*;
    match e {
        Expr::Const(v) => (0..=1).contains(v),
        Expr::Unary(Unary::Not, _) => true,
        Expr::Binary(op, ..) => matches!(op, And | Or | Eq | Ne | Lt | Le | Gt | Ge | UnsignedLt | UnsignedLe),
        Expr::Load(place) => place.domain == Domain::Bool,
        _ => false,
    }
}

/// 1 unless it is 0.
pub(super) fn truth(e: Expr) -> Expr {
    if is_truth(&e) { e } else { binary(Binary::Ne, e, Expr::Const(0)) }
}

impl Body<'_, '_> {
    /// As a value of this type.
    pub(super) fn converted(&mut self, operand: Operand, to: &Type, span: Span) -> Lowered<Operand> {
        let ty = to.plain().clone();
        if operand.ty.plain() == &ty {
            return Ok(operand);
        }
        let operand = self.first_member(operand);
        match (operand.ty.plain(), &ty) {
            (_, Type::Void) => Ok(operand.with(Expr::Const(0), ty)),
            (Type::Int(_) | Type::Float(_), Type::Float(_)) | (Type::Float(_), Type::Int(_)) => {
                Ok(self.converted_float(operand, &ty))
            }
            (_, Type::Int(Int { bits: 1, .. })) => Ok(operand.clone().with(truth(operand.expr), ty)),
            (Type::Int(from), Type::Int(to)) => self.resized(operand.clone(), *from, *to),
            (Type::Pointer(of), Type::Int(to)) => {
                self.unit.crossings.takes(of);
                let number = self.across(operand).with_type(ty.clone());
                let whole = Int { bits: self.unit.options.data_model.long(), signed: true };
                let number = if to.bits < whole.bits { self.no_address(number, whole) } else { number };
                if to.bits < 32 { self.resized(number, Int { bits: 32, signed: true }, *to) } else { Ok(number) }
            }
            (Type::Int(_) | Type::Pointer(_), Type::Pointer(_)) => {
                let value = if let Expr::Const(v) = operand.expr { Some(v) } else { None };
                self.unit.becomes(&operand.ty, &ty, value, span)?;
                if let (Some(from), Some(to)) = (operand.ty.pointee(), ty.pointee()) {
                    self.unit.crossings.gives(from, to);
                }
                let number = operand.ty.int().is_some() && value != Some(0);
                self.unit.crossings.made |= number;
                let operand = if number { self.across(operand) } else { operand };
                Ok(operand.clone().with(operand.expr, ty))
            }
            (Type::Void, _) => self.refuse(span, "a value is needed here", "this has none"),
            _ => self.refuse(span, "this conversion is not supported", "from one kind of object to another"),
        }
    }

    /// A number that is compared with a pointer.
    fn in_a_pointer(&mut self, operand: Operand) -> Operand {
        if operand.ty.pointee().is_some() || operand.expr == Expr::Const(0) {
            return operand;
        }
        self.unit.crossings.made = true;
        self.across(operand)
    }

    /// A number on its way into a pointer, or the other way.
    fn across(&mut self, operand: Operand) -> Operand {
        if !self.unit.apart {
            return operand;
        }
        let operand = self.settled(operand);
        let expr = numbers::expr_told_apart(operand.expr.clone());
        operand.clone().with(expr, operand.ty)
    }

    /// Goes on unless it is an address: as a number that is another one than it is.
    fn no_address(&mut self, operand: Operand, int: Int) -> Operand {
        if !self.unit.addresses || int.bits < self.unit.options.data_model.long() {
            return operand;
        }
        let operand = self.fixed(operand);
        let (on, stop) = (self.steps.fresh(), self.steps.fresh());
        self.branch(numbers::expr_is_address(operand.expr.clone()), stop, on);
        self.land(stop);
        self.stops(Bound::Pointers);
        self.land(on);
        operand
    }

    fn resized(&mut self, operand: Operand, from: Int, to: Int) -> Lowered<Operand> {
        let ty = Type::Int(to);
        let fits = from.bits < to.bits && (!from.signed || to.signed) || from == to;
        let operand = if to.bits < from.bits { self.no_address(operand, from) } else { operand };
        if to.bits < 32 {
            if let Expr::Const(v) = operand.expr {
                return Ok(Operand::constant(super::constants::converted(v, &ty), ty));
            }
            return Ok(if fits { operand.clone().with(operand.expr, ty) } else { narrowed(operand, to) });
        }
        // As a value of more than 32 bits it would be one that is not negative.
        let grows = to.is_wide() && (from.bits == 32 && !from.signed || from.signed && !to.signed);
        if grows && !matches!(operand.expr, Expr::Const(0..)) {
            return Ok(self.not_negative(operand.with_type(ty)));
        }
        // One beyond 32 bits becomes another one: that is seen where it is stored.
        let shrinks = from.is_wide() && !to.is_wide() && !matches!(operand.expr, Expr::Const(_));
        let operand = operand.with_type(ty);
        Ok(if shrinks && self.unit.facts.goes_on() { self.kept(operand) } else { operand })
    }

    /// `a op b` for everything but `&&`, `||`, assignments and indices.
    pub(super) fn combined(&mut self, op: &BinaryOperator, a: Operand, b: Operand, span: Span) -> Lowered<Operand> {
        use BinaryOperator::*;
        let fractions = a.ty.float().or(b.ty.float()).is_some();
        match (a.ty.pointee().is_some(), b.ty.pointee().is_some(), op) {
            (true, false, _) | (false, true, _) if fractions => {
                return self.refuse(span, "pointers move by whole numbers", "of a floating-point number");
            }
            (true, true, Minus) => return self.distance(a, b),
            (true, false, Plus) => return Ok(self.shifted(a, b, false)),
            (true, false, Minus) => return Ok(self.shifted(a, b, true)),
            (false, true, Plus) => return Ok(self.shifted(b, a, false)),
            (false, false, _) => {}
            _ if is_comparison(op) => {
                let int = Int { bits: 32, signed: true };
                self.unit.crossings.compared |= [&a, &b].iter().all(|operand| operand.expr != Expr::Const(0));
                let [a, b] = [a, b].map(|operand| self.in_a_pointer(operand));
                return Ok(self.compared(op, [a, b], int, span));
            }
            _ => return self.refuse(span, "pointers cannot be combined like this", "of pointers"),
        }
        if let Some(float) = a.ty.common_float(&b.ty) {
            return self.combined_floats(op, a, b, float, span);
        }
        let (Some(x), Some(y)) = (a.ty.int(), b.ty.int()) else {
            return self.refuse(span, "this operator needs numbers", "of something else");
        };
        if matches!(op, ShiftLeft | ShiftRight) {
            return self.shift(op, a, b, x.promoted(), span);
        }
        let common = x.common(y);
        let ty = Type::Int(common);
        let (mut a, mut b) = (self.converted(a, &ty, span)?, self.converted(b, &ty, span)?);
        let may_not_fit = common.signed && common.bits == 32 && x.bits == 32 && y.signed;
        if may_not_fit && matches!(op, Divide | Modulo) && !matches!(b.expr, Expr::Const(by) if by != -1) {
            (a, b) = self.fitting(a, b);
        }
        match op {
            _ if is_comparison(op) => Ok(self.compared(op, [a, b], common, span)),
            _ => self.arithmetic(op, a, b, common, span),
        }
    }

    fn arithmetic(&mut self, op: &BinaryOperator, a: Operand, b: Operand, int: Int, span: Span) -> Lowered<Operand> {
        use BinaryOperator::*;
        let [a, b] = [a, b].map(|operand| self.no_address(operand, int));
        if int.is_wide() && *op == Divide && !matches!(b.expr, Expr::Const(0..)) {
            return Ok(self.wide_quotient(a, b));
        }
        let unsigned = !int.signed && !int.is_wide();
        let op = match (op, int.is_wide()) {
            (Plus, false) => Binary::Add,
            (Minus, false) => Binary::Sub,
            (Multiply, false) => Binary::Mul,
            (Plus, true) => Binary::WideAdd,
            (Minus, true) => Binary::WideSub,
            (Multiply, true) => Binary::WideMul,
            (Divide, _) => {
                if unsigned {
                    Binary::UnsignedDiv
                } else {
                    Binary::Div
                }
            }
            (Modulo, _) => {
                if unsigned {
                    Binary::UnsignedRem
                } else {
                    Binary::Rem
                }
            }
            (BitwiseAnd, _) => Binary::BitAnd,
            (BitwiseOr, _) => Binary::BitOr,
            (BitwiseXor, _) => Binary::BitXor,
            _ => return self.refuse(span, "this operator is not supported", "here"),
        };
        let access = joint(a.access, b.access);
        let result = Operand { expr: binary(op, a.expr, b.expr), ty: Type::Int(int), access };
        let may_be_negative = op == Binary::WideSub && !int.signed;
        Ok(if may_be_negative { self.not_negative(result) } else { result })
    }

    /// Goes wrong where the quotient does not fit, as a processor does (C11 6.5.5p6): that of the least value by -1.
    fn fitting(&mut self, a: Operand, b: Operand) -> (Operand, Operand) {
        let (a, b) = (self.fixed(a), self.fixed(b));
        let is_not = |operand: &Operand, value| binary(Binary::Ne, operand.expr.clone(), Expr::Const(value));
        let fits = binary(Binary::Or, is_not(&b, -1), is_not(&a, Value::MIN));
        self.demand(fits, "a quotient that does not fit");
        (a, b)
    }

    fn shift(&mut self, op: &BinaryOperator, a: Operand, b: Operand, int: Int, span: Span) -> Lowered<Operand> {
        let ty = Type::Int(int);
        let a = self.converted(a, &ty, span)?;
        let a = self.no_address(a, int);
        let left = *op == BinaryOperator::ShiftLeft;
        if left && int.is_wide() {
            return Ok(self.wide_left_shift(a, b, int));
        }
        let b = match b.expr {
            Expr::Const(by) if (0..Value::from(int.bits)).contains(&by) => Operand::constant(by.min(31), b.ty),
            _ => self.amount(b, int.bits),
        };
        let op = match (left, int.signed || int.is_wide()) {
            (true, _) => Binary::Shl,
            (false, true) => Binary::Shr,
            (false, false) => Binary::UnsignedShr,
        };
        let access = joint(a.access, b.access);
        Ok(Operand { expr: binary(op, a.expr, b.expr), ty, access })
    }

    /// Goes wrong unless it is an amount by which a value may be shifted.
    pub(super) fn amount(&mut self, by: Operand, width: u8) -> Operand {
        let by = self.fixed(by);
        let fits = binary(Binary::UnsignedLt, by.expr.clone(), Expr::Const(width.into()));
        self.demand(fits, &format!("a shift by {width} or more, or by less than 0"));
        if width == 32 {
            return by;
        }
        // Nothing but the sign is left of 32 bits.
        let few = binary(Binary::UnsignedLt, by.expr.clone(), Expr::Const(32));
        let expr = Expr::Conditional(Box::new(few), Box::new(by.expr.clone()), Box::new(Expr::Const(31)));
        let ty = by.ty.clone();
        by.with(expr, ty)
    }

    /// Goes wrong, as what has no meaning does, unless a condition over registers holds.
    pub(super) fn demand(&mut self, condition: Expr, otherwise: &str) {
        let (good, bad) = (self.steps.fresh(), self.steps.fresh());
        self.branch(condition, good, bad);
        self.land(bad);
        self.fails(Fault::Undefined(otherwise.into()));
        self.land(good);
    }

    pub(super) fn fails(&mut self, fault: Fault) {
        self.stands(Action::Fail(fault));
    }

    /// The answer is incomplete if control comes here.
    pub(super) fn stops(&mut self, bound: Bound) {
        self.fails(Fault::Limit(bound));
    }

    /// Control goes on, and the answer is incomplete from here on.
    pub(super) fn perhaps_stops(&mut self, bound: Bound) {
        let (on, stop) = (self.steps.fresh(), self.steps.fresh());
        self.end_with(Op::Choose { next: vec![on.loc(), stop.loc()] });
        self.land(stop);
        self.stops(bound);
        self.land(on);
    }

    /// So many elements, in one step: where pointers have 64 bits an unsigned number of 32 bits is none that is less than
    /// 0, and no object is so large.
    pub(super) fn counted(&mut self, by: Operand) -> Operand {
        let by = self.settled(by);
        let may_be_far = by.ty.int() == Some(Int { bits: 32, signed: false });
        if !may_be_far || self.unit.options.data_model != DataModel::Lp64 {
            return by;
        }
        let expr = match by.expr.clone() {
            Expr::Const(count) => Expr::Const(if count < 0 { Value::MAX } else { count }),
            count => {
                let small = binary(Binary::Ge, count.clone(), Expr::Const(0));
                Expr::Conditional(Box::new(small), Box::new(count), Box::new(Expr::Const(Value::MAX)))
            }
        };
        by.clone().with(expr, by.ty)
    }

    fn shifted(&mut self, pointer: Operand, by: Operand, back: bool) -> Operand {
        let by = if by.ty.int().is_some_and(|int| !int.signed && int.bits == 32) { self.counted(by) } else { by };
        let access = joint(pointer.access, by.access);
        let by = if back { binary(Binary::Sub, Expr::Const(0), by.expr) } else { by.expr };
        let expr = moved(pointer.expr, by, self.step_of(&pointer.ty));
        Operand { expr, ty: pointer.ty, access }
    }

    /// From one element to the next: of what a pointer points to.
    fn step_of(&self, pointer: &Type) -> Stride {
        let stride = pointer.pointee().map_or(1.into(), |to| self.unit.stride(to));
        Stride { cells: stride.cells.max(1), ..stride }
    }

    fn distance(&mut self, a: Operand, b: Operand) -> Lowered<Operand> {
        let access = joint(a.access, b.access);
        let stride = self.step_of(&a.ty);
        let expr = Expr::Distance { to: Box::new(a.expr), from: Box::new(b.expr), stride };
        let bits = self.unit.options.data_model.long();
        Ok(Operand { expr, ty: Type::Int(Int { bits, signed: true }), access })
    }

    /// `-a`, `~a`, `!a`.
    pub(super) fn negated(&mut self, op: Unary, a: Operand, span: Span) -> Lowered<Operand> {
        if op == Unary::Not {
            let a = if a.ty.float().is_some() { self.as_truth(a, span)? } else { a };
            let expr = match a.expr.clone() {
                Expr::Binary(Binary::Ne, x, zero) if *zero == Expr::Const(0) => binary(Binary::Eq, *x, Expr::Const(0)),
                e if is_truth(&e) => Expr::Unary(Unary::Not, Box::new(e)),
                e => binary(Binary::Eq, e, Expr::Const(0)),
            };
            return Ok(a.with(expr, INT));
        }
        if let (Unary::Neg, Some(_)) = (op, a.ty.float()) {
            let ty = a.ty.plain().clone();
            self.computed(a);
            return Ok(Operand::constant(0, ty));
        }
        let Some(int) = a.ty.int() else { return self.refuse(span, "this operator needs a number", "here") };
        let ty = Type::Int(int.promoted());
        let a = self.converted(a, &ty, span)?;
        if int.is_wide() {
            let zero = Operand::constant(0, ty.clone());
            let minus = self.arithmetic(&BinaryOperator::Minus, zero, a, int, span)?;
            let one = Operand::constant(1, ty);
            return if op == Unary::Neg {
                Ok(minus)
            } else {
                self.arithmetic(&BinaryOperator::Minus, minus, one, int, span)
            };
        }
        let expr = match a.expr.clone() {
            Expr::Const(v) => Expr::Const(if op == Unary::Neg { v.wrapping_neg() } else { !v }),
            e => Expr::Unary(op, Box::new(e)),
        };
        Ok(a.with(expr, ty))
    }

    pub(super) fn as_truth(&mut self, operand: Operand, span: Span) -> Lowered<Operand> {
        self.converted(operand, &BOOL, span)
    }
}

impl Operand {
    pub(super) fn with_type(self, ty: Type) -> Operand {
        Operand { ty, ..self }
    }
}

fn narrowed(operand: Operand, to: Int) -> Operand {
    let amount = Expr::Const(32 - Value::from(to.bits));
    let expr = match to.signed {
        false => binary(Binary::BitAnd, operand.expr.clone(), Expr::Const((1 << to.bits) - 1)),
        true => binary(Binary::Shr, binary(Binary::Shl, operand.expr.clone(), amount.clone()), amount),
    };
    operand.with(expr, Type::Int(to))
}

pub(super) fn compared(op: &BinaryOperator, a: Operand, b: Operand, int: Int) -> Operand {
    use BinaryOperator::*;
    let access = joint(a.access, b.access);
    let unsigned = !int.signed && !int.is_wide();
    let (lt, le) = if unsigned { (Binary::UnsignedLt, Binary::UnsignedLe) } else { (Binary::Lt, Binary::Le) };
    let (x, y) = (a.expr, b.expr);
    let expr = match op {
        Less => binary(lt, x, y),
        LessOrEqual => binary(le, x, y),
        Greater if unsigned => binary(lt, y, x),
        GreaterOrEqual if unsigned => binary(le, y, x),
        Greater => binary(Binary::Gt, x, y),
        GreaterOrEqual => binary(Binary::Ge, x, y),
        Equals => binary(Binary::Eq, x, y),
        _ => binary(Binary::Ne, x, y),
    };
    Operand { expr, ty: INT, access }
}

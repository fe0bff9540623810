//! What pointers may become: pointers to objects of another type, and numbers, alone where accesses through them
//! still find what they look for.

use super::types::decayed;
use super::types::{Int, Structs, Type};
use super::unit::{Lowered, Unit};
use crate::ir::Value;
use lang_c::ast::*;
use lang_c::span::{Node, Span};

impl Structs {
    /// Whether what one type of pointer leads to may be looked at through the other.
    fn alike(&self, a: &Type, b: &Type) -> bool {
        match (a.plain(), b.plain()) {
            (Type::Void, _) | (_, Type::Void) => true,
            (Type::Int(a), Type::Int(b)) => a == b || a.bits == b.bits && a.bits >= 32,
            (Type::Function(_), Type::Function(_)) => true,
            (Type::Pointer(a), Type::Pointer(b)) => self.alike(a, b),
            (Type::Array(a, _), Type::Array(b, _)) => self.alike(a, b),
            (a, b) => a == b || self.begins_with(a, b) || self.begins_with(b, a),
        }
    }

    /// Whether an object begins with one of another type: its first cell is that of both.
    fn begins_with(&self, whole: &Type, part: &Type) -> bool {
        match whole.plain() {
            Type::Array(of, _) => self.alike(of, part),
            Type::Struct(s) if self.all[*s].union => self.all[*s].fields.iter().any(|(_, ty)| self.alike(ty, part)),
            Type::Struct(s) => self.all[*s].fields.first().is_some_and(|(_, ty)| self.alike(ty, part)),
            _ => false,
        }
    }
}

impl Unit<'_> {
    /// Whether a value may be used as a pointer; `value` if it is known.
    pub(super) fn becomes(&mut self, from: &Type, to: &Type, value: Option<Value>, span: Span) -> Lowered<()> {
        let Some(pointee) = to.pointee().filter(|p| !matches!(p.plain(), Type::Void | Type::Function(_))) else {
            return Ok(());
        };
        let number = from.int().is_some() || from.pointee() == Some(&Type::Void);
        // Whoever writes `(void *)0x100` marks a pointer that nobody follows.
        if let (true, Some(value)) = (from.int().is_some(), value.filter(|v| *v != 0)) {
            let message = format!("the number {value} is made a pointer: it leads to no object");
            let refusal = self.refusal(span, message, "no address of anything");
            return Err(refusal.help("take the address of a variable").into());
        }
        self.crossings.followed |= number && value != Some(0);
        if number && value.is_none() {
            let narrowest =
                self.structs.leaves(pointee).iter().map(|(_, ty)| self.structs.size(ty, self.options.data_model)).min();
            self.objects.narrowest = self.objects.narrowest.into_iter().chain(narrowest).min();
        }
        match from.pointee() {
            Some(from) if !self.structs.alike(from, pointee) => self.refuse_pointer(from, pointee, span),
            _ => Ok(()),
        }
    }

    fn refuse_pointer(&self, from: &Type, to: &Type, span: Span) -> Lowered<()> {
        let same = |(a, b): (Int, Int)| a.bits.max(8) == b.bits.max(8);
        let numbers = from.int().zip(to.int()).is_some_and(same);
        let [from, to] = [from, to].map(|ty| self.structs.words(&Type::pointer(ty.clone())));
        if numbers {
            let message =
                format!("`{from}` becomes `{to}`: the same bytes are other numbers there, which is not followed");
            let help = "give both variables one type, and convert the numbers";
            return Err(self.refusal(span, message, "of another type").help(help).into());
        }
        let message = format!("`{from}` becomes `{to}`: a pointer to one type may not be used as a pointer to another");
        let help = "take the address of the member that is meant, or give the variable the other type";
        Err(self.refusal(span, message, "of another type").help(help).into())
    }

    /// Whether a number is a pointer that was converted.
    fn is_address(&mut self, e: &Node<Expression>) -> bool {
        let Expression::Cast(cast) = &e.node else { return false };
        let is_number = self.type_name(&cast.node.type_name.node).is_ok_and(|ty| ty.int().is_some_and(|i| i != TRUTH));
        let inner = self.type_of_expression(&cast.node.expression).map(|ty| decayed(ty.plain().clone()));
        let leads = |to: &Type| !matches!(to.plain(), Type::Void | Type::Function(_));
        let is_pointer = inner.is_ok_and(|ty| ty.pointee().is_some_and(leads));
        is_number && (is_pointer || self.is_address(&cast.node.expression))
    }

    /// `(uintptr_t)p & 1` and the like: an address is a number of which nothing is known.
    pub(super) fn computed_with(&mut self, b: &BinaryOperatorExpression, span: Span) -> Lowered<()> {
        use BinaryOperator::*;
        let harmless = matches!(
            b.operator.node,
            Equals
                | NotEquals
                | Less
                | Greater
                | LessOrEqual
                | GreaterOrEqual
                | LogicalAnd
                | LogicalOr
                | Assign
                | Index
        );
        if !harmless && [&b.lhs, &b.rhs].into_iter().any(|e| self.is_address(e)) {
            return self.refuse_address(span);
        }
        Ok(())
    }

    fn refuse_address(&self, span: Span) -> Lowered<()> {
        let message = "arithmetic on a pointer as a number: a pointer may become a number and back only unchanged";
        Err(self.refusal(span, message, "computed here").help("keep the mark in a variable of its own").into())
    }
}

const TRUTH: Int = Int { bits: 1, signed: false };

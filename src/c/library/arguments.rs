//! Arguments of calls of the library: each is evaluated once, in their order, before the function does anything
//! (C11 6.5.2.2p10). What a function does not ask for is looked at all the same: it may lead to nothing.

use super::{Call, part};
use crate::c::forms::{Located, Operand};
use crate::c::function::Body;
use crate::c::tree::{function_named, named};
use crate::c::types::{INT, Type};
use crate::c::unit::{Entity, Lowered};
use crate::ir::build::Mark;
use crate::ir::{Action, Expr, Fault};
use lang_c::ast::*;
use lang_c::span::Node;
use std::cell::Cell;

/// An argument that was evaluated.
pub(super) struct Given {
    /// The object of `&x`.
    object: Option<Located>,
    /// Its value, of which no access is left; nothing is the address of what lives in registers.
    value: Option<Operand>,
    /// That is in a register of its own.
    kept: bool,
    asked: Cell<bool>,
    /// What it leads to, and where it can be looked at.
    gap: Option<Gap>,
}

struct Gap {
    at: Mark,
    next: Mark,
    object: Located,
    /// It may lead to nothing, and that is said.
    optional: Option<Expr>,
}

/// Functions that evaluate their arguments themselves: conditions, sizes, and texts that are written down.
fn evaluates(name: &str) -> bool {
    const PREFIXES: [&str; 3] = ["__VERIFIER_", "__moverlog_cleanup_", "nondet_"];
    const OTHERS: [&str; 33] = [
        "scanf",
        "sscanf",
        "fscanf",
        "__moverlog_assert",
        "assert",
        "assume",
        "__builtin_expect",
        "malloc",
        "calloc",
        "alloca",
        "aligned_alloc",
        "realloc",
        "printf",
        "fprintf",
        "puts",
        "putchar",
        "fflush",
        "fputs",
        "fputc",
        "putc",
        "sprintf",
        "snprintf",
        "strlen",
        "strcmp",
        "strncmp",
        "memcmp",
        "strerror",
        "abs",
        "labs",
        "atoi",
        "atol",
        "strtol",
        "exit",
    ];
    PREFIXES.iter().any(|p| name.starts_with(p)) || OTHERS.contains(&name)
}

/// The object of `&x`, and whether its address is cast.
fn addressed(e: &Node<Expression>) -> Option<&Node<Expression>> {
    match &e.node {
        Expression::UnaryOperator(u) if u.node.operator.node == UnaryOperator::Address => Some(&u.node.operand),
        Expression::Cast(cast) => addressed(&cast.node.expression),
        _ => None,
    }
}

fn given_object(object: Located) -> Given {
    let address = object.address().map(|expr| Operand::new(expr, Type::pointer(object.ty.clone())));
    Given { object: Some(object), value: address, kept: false, asked: Cell::new(false), gap: None }
}

/// Whether names and members lead to it: it is there.
fn is_there(e: &Node<Expression>) -> bool {
    match &e.node {
        Expression::Member(m) => m.node.operator.node == MemberOperator::Direct && is_there(&m.node.expression),
        _ => named(e).is_some(),
    }
}

impl Body<'_, '_> {
    pub(super) fn all_given(&mut self, call: &Call<'_>) -> Lowered<Vec<Option<Given>>> {
        let stub = self.unit.options.stubs.iter().any(|(name, _)| name == call.name);
        if stub || evaluates(call.name) {
            return Ok(vec![]);
        }
        (0..call.arguments.len()).map(|i| self.given(call, i)).collect()
    }

    /// Nothing is what has no value of its own: a constant, a function, a text.
    fn given(&mut self, call: &Call<'_>, i: usize) -> Lowered<Option<Given>> {
        let e = &call.arguments[i];
        if self.is_function(e) || matches!(e.node, Expression::StringLiteral(_)) {
            return Ok(None);
        }
        let given = match addressed(e) {
            Some(inner) => {
                let object = self.locate(inner)?;
                given_object(object)
            }
            // `v + i` is `&v[i]`.
            None if self.is_element(e) => {
                let object = self.followed_from(e, e.span)?;
                given_object(object)
            }
            None if self.unit.constant(e).is_ok() => return Ok(None),
            None => self.given_value(call, i)?,
        };
        let gap = self.gap_for(call, i, &given)?;
        Ok(Some(Given { gap, ..given }))
    }

    /// One that is called by its name; of a name that means nothing the function says what it wants.
    fn is_function(&self, e: &Node<Expression>) -> bool {
        let lookup = function_named(e).map(|name| self.unit.lookup(name));
        matches!(lookup, Some(None | Some(Entity::Function(_))))
    }

    /// Whether it is the sum of an array and a number.
    fn is_element(&mut self, e: &Node<Expression>) -> bool {
        let Expression::BinaryOperator(sum) = &e.node else { return false };
        let array = |ty: Type| matches!(ty.plain(), Type::Array(..));
        sum.node.operator.node == BinaryOperator::Plus
            && self.unit.type_of_expression(&sum.node.lhs).is_ok_and(array)
            && self.unit.constant(&sum.node.rhs).is_err()
    }

    fn given_value(&mut self, call: &Call<'_>, i: usize) -> Lowered<Given> {
        let e = &call.arguments[i];
        let value = match self.stored_as(call, i).filter(|_| self.unit.allocation(e).is_some()) {
            Some(ty) => self.value_as(e, &ty)?,
            None => self.value(e)?,
        };
        let expr = value.expr.clone();
        let value = self.computed(value);
        let kept = value.expr != expr;
        Ok(Given { object: None, value: Some(value), kept, asked: Cell::new(false), gap: None })
    }

    /// The type of what an atomic operation stores.
    fn stored_as(&mut self, call: &Call<'_>, i: usize) -> Option<Type> {
        let atomic = call.name.contains("atomic_") || call.name.starts_with("__sync_");
        let to = call.arguments.first().filter(|_| atomic && i > 0)?;
        self.unit.type_of_expression(to).ok()?.pointee().cloned()
    }

    /// Where a pointer can be looked at that may lead nowhere; the first argument is one that must not.
    fn gap_for(&mut self, call: &Call<'_>, i: usize, given: &Given) -> Lowered<Option<Gap>> {
        let e = &call.arguments[i];
        let (object, pointer) = match (&given.object, &given.value) {
            (Some(_), _) if addressed(e).is_some_and(is_there) => return Ok(None),
            (Some(object), _) => (object.clone(), None),
            (None, Some(value)) => match self.leads_to(call, i, value) {
                Some(ty) => (self.pointed_to(Operand { ty, ..value.clone() }, e.span)?, Some(value.expr.clone())),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        let Some((_, first)) = self.unit.structs.leaves(&object.ty).first().cloned() else { return Ok(None) };
        let (at, next) = (self.steps.fresh(), self.steps.fresh());
        self.goto(at);
        self.at = next;
        Ok(Some(Gap { at, next, object: object.further(0, first), optional: pointer.filter(|_| i > 0) }))
    }

    /// The pointer type by which an argument leads to an object.
    fn leads_to(&self, call: &Call<'_>, i: usize, value: &Operand) -> Option<Type> {
        let object = |ty: &&Type| ty.pointee().is_some_and(|to| !matches!(to, Type::Void | Type::Function(_)));
        let parameter = self.parameter(call, i);
        [Some(&value.ty), parameter.as_ref()].into_iter().flatten().find(object).cloned()
    }

    fn parameter(&self, call: &Call<'_>, i: usize) -> Option<Type> {
        match self.unit.types.get(call.name) {
            Some(Type::Function(f)) => f.parameters.get(i).cloned(),
            _ => None,
        }
    }

    /// Unless the function has made use of it.
    pub(super) fn looks_at(&mut self, given: &Given) {
        let Some(Gap { at, next, object, optional }) = &given.gap else { return };
        if given.asked.get() {
            return self.steps.alias(*at, *next);
        }
        let behind = std::mem::replace(&mut self.at, *at);
        if let Some(pointer) = optional {
            let look = self.steps.fresh();
            self.branch(crate::c::convert::truth(pointer.clone()), look, *next);
            self.land(look);
        }
        self.synchronizes = true;
        self.act(Action::Look(object.place()));
        self.goto(*next);
        self.at = behind;
    }
}

impl Body<'_, '_> {
    pub(super) fn argument<'c>(&self, call: &Call<'c>, i: usize) -> Lowered<&'c Node<Expression>> {
        match call.arguments.get(i) {
            Some(argument) => Ok(argument),
            None => self.refuse(call.span, format!("`{}` has too few arguments", call.name), "called here"),
        }
    }

    /// What an argument is worth; no access is left of it.
    pub(super) fn worth(&mut self, call: &Call<'_>, i: usize) -> Lowered<Operand> {
        let e = self.argument(call, i)?;
        let Some(given) = call.given.get(i).and_then(Option::as_ref) else {
            let value = self.value(e)?;
            return Ok(self.settled(value));
        };
        given.asked.set(true);
        match &given.value {
            Some(value) if given.object.is_some() && matches!(e.node, Expression::Cast(_)) => {
                let ty = self.unit.type_of_expression(e)?;
                self.converted(value.clone(), &ty, e.span)
            }
            Some(value) => Ok(value.clone()),
            None => self.refuse(e.span, "the address of this variable is not known", "lives in a register"),
        }
    }

    /// The same, where what follows changes registers.
    pub(super) fn worth_fixed(&mut self, call: &Call<'_>, i: usize) -> Lowered<Operand> {
        let value = self.worth(call, i)?;
        let kept = call.given.get(i).and_then(Option::as_ref).is_some_and(|given| given.kept);
        Ok(if kept { value } else { self.fixed(value) })
    }

    /// As a value of a type.
    pub(super) fn worth_as(&mut self, call: &Call<'_>, i: usize, ty: &Type) -> Lowered<Operand> {
        let value = self.worth(call, i)?;
        self.converted(value, ty, call.arguments[i].span)
    }

    pub(super) fn worth_fixed_as(&mut self, call: &Call<'_>, i: usize, ty: &Type) -> Lowered<Operand> {
        let value = self.worth_fixed(call, i)?;
        self.converted(value, ty, call.arguments[i].span)
    }

    /// What an argument leads to.
    pub(super) fn object(&mut self, call: &Call<'_>, i: usize) -> Lowered<Located> {
        let e = self.argument(call, i)?;
        let given = call.given.get(i).and_then(Option::as_ref);
        if let Some(object) = given.and_then(|given| given.object.clone()) {
            given.into_iter().for_each(|given| given.asked.set(true));
            return Ok(object);
        }
        if let (None, Some(inner)) = (given, addressed(e)) {
            return self.locate(inner);
        }
        let pointer = self.worth(call, i)?;
        let ty = self.object_type(call, i, &pointer)?;
        self.pointed_to(Operand { ty, ..pointer }, e.span)
    }

    /// A `void *` leads to what the function wants, or what it was before it was cast.
    fn object_type(&mut self, call: &Call<'_>, i: usize, pointer: &Operand) -> Lowered<Type> {
        if let Some(ty) = self.leads_to(call, i, pointer) {
            return Ok(ty);
        }
        match &call.arguments[i].node {
            Expression::Cast(cast) if matches!(cast.node.expression.node, Expression::UnaryOperator(_)) => {
                self.unit.type_of_expression(&cast.node.expression)
            }
            _ => Ok(pointer.ty.clone()),
        }
    }

    /// Arguments that are looked at, and nothing else.
    pub(super) fn looked_at(&mut self, call: &Call<'_>) -> Lowered<()> {
        for argument in call.arguments {
            if !matches!(argument.node, Expression::StringLiteral(_)) {
                self.effect(argument)?;
            }
        }
        Ok(())
    }

    pub(super) fn is_null(&mut self, e: &Node<Expression>) -> bool {
        matches!(self.unit.constant(e), Ok(0))
    }

    /// Stores where an argument says, which may say nowhere.
    pub(super) fn stored_where(&mut self, call: &Call<'_>, i: usize, value: Operand) -> Lowered<()> {
        let to = self.object(call, i)?;
        if value.ty.pointee().is_some() && self.bytes_of(&to.ty) < self.bytes_of(&value.ty) {
            self.fails(Fault::Undefined("a pointer is stored where there is no room for it".into()));
            return Ok(());
        }
        let value = self.converted(value, &to.ty.clone(), call.arguments[i].span)?;
        let Some(pointer) = self.pointer_given(call, i) else {
            return self.stored(&to, value, false).map(|_| ());
        };
        let (some, end) = (self.steps.fresh(), self.steps.fresh());
        self.branch(crate::c::convert::truth(pointer), some, end);
        self.land(some);
        self.stored(&to, value, false)?;
        self.land(end);
        Ok(())
    }

    fn bytes_of(&self, ty: &Type) -> u32 {
        self.unit.structs.size(ty, self.unit.options.data_model)
    }

    /// The number that attributes hold which an argument leads to; 0 if it leads nowhere.
    pub(super) fn attribute(&mut self, call: &Call<'_>, i: usize) -> Lowered<Operand> {
        if self.is_null(self.argument(call, i)?) {
            return Ok(Operand::constant(0, INT));
        }
        let held = part(&self.object(call, i)?, 0).load();
        let Some(pointer) = self.pointer_given(call, i) else { return Ok(self.settled(held)) };
        let (register, number) = self.outcome(&INT);
        let (some, end) = (self.steps.fresh(), self.steps.fresh());
        self.set(register, &INT, Expr::Const(0));
        self.branch(crate::c::convert::truth(pointer), some, end);
        self.land(some);
        self.used(&held);
        self.set(register, &INT, held.expr);
        self.land(end);
        Ok(number)
    }

    /// The pointer that was given, unless it is the address of an object.
    fn pointer_given(&self, call: &Call<'_>, i: usize) -> Option<Expr> {
        let given = call.given.get(i)?.as_ref().filter(|given| given.object.is_none())?;
        Some(given.value.as_ref().map_or(Expr::Const(1), |value| value.expr.clone()))
    }
}

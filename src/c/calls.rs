//! Calls: of functions of the program, of those that are expanded, and through pointers.

use super::forms::Operand;
use super::function::{Body, Expanded};
use super::tree::callee;
use super::types::{Function, Type};
use super::unit::{Entity, Home, Lowered};
use crate::control::Bound;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use std::rc::Rc;

/// So deep are functions expanded in one another.
const DEEPEST: usize = 30;

/// So many places a function may have with all that is expanded in it.
const MOST_MARKS: usize = 50_000;

/// Whether a function is one step, as its name says.
pub(super) fn is_one_step(name: &str) -> bool {
    name.starts_with("__VERIFIER_atomic_")
}

impl Body<'_, '_> {
    /// A call; its value, if it has one.
    pub(super) fn call(&mut self, call: &CallExpression, span: Span, needed: bool) -> Lowered<Option<Operand>> {
        let Some(name) = callee(call).map(String::from) else { return self.call_pointer(call, span, needed) };
        let is_variable = matches!(self.unit.lookup(&name), Some(Entity::Object(..)));
        if is_variable {
            return self.call_pointer(call, span, needed);
        }
        let defined = self.unit.functions.contains_key(&name);
        if (!defined || super::library::always(&name))
            && let Some(result) = self.library(&name, call, span, needed)?
        {
            return Ok(result.value);
        }
        if defined && self.unit.allocates_by(call).is_some() {
            return Ok(self.library("malloc", call, span, needed)?.and_then(|result| result.value));
        }
        if !defined {
            for argument in &call.arguments {
                // What is refused in them is said, too.
                self.attempt(|this| this.effect(argument));
            }
            let refusal = self.unit.meaningless(&name, call.callee.span);
            // It is said once.
            return self.unit.without([name].into_iter(), Err(refusal));
        }
        if is_one_step(&name) {
            let arguments = self.arguments(&name, call, span)?;
            let arguments = arguments.into_iter().map(|a| self.settled(a)).collect();
            return self.as_one_step(&name, arguments, span);
        }
        let arguments = self.arguments(&name, call, span)?;
        let structured = matches!(self.signature(&name).result.plain(), Type::Struct(_));
        match self.is_atomic() || structured {
            true => self.expanded(&name, arguments, span),
            false => Ok(self.called(&name, arguments, needed)),
        }
    }

    /// The body of a function as one step.
    pub(super) fn as_one_step(&mut self, name: &str, arguments: Vec<Operand>, span: Span) -> Lowered<Option<Operand>> {
        let began = self.region_begins();
        let result = self.expanded(name, arguments, span);
        self.region_ends(began);
        result
    }

    fn signature(&self, name: &str) -> Rc<Function> {
        match self.unit.types.get(name) {
            Some(Type::Function(f)) => f.clone(),
            _ => Rc::new(Function { result: Type::Void, parameters: vec![] }),
        }
    }

    fn arguments(&mut self, name: &str, call: &CallExpression, span: Span) -> Lowered<Vec<Operand>> {
        let signature = self.signature(name);
        let (wants, has) = (signature.parameters.len(), call.arguments.len());
        if has < wants || has > wants && !super::tree::is_variadic(&self.unit.functions[name].declarator) {
            return self.miscounted(name, (wants, has), span);
        }
        self.evaluated(&call.arguments, &signature.parameters)
    }

    fn miscounted<T>(&mut self, name: &str, (wants, has): (usize, usize), span: Span) -> Lowered<T> {
        let definition = self.unit.functions[name].clone();
        self.parameters_of(&definition)?;
        let line = self.unit.source.line(definition.declarator.span.start);
        let s = |n: usize| if n == 1 { "" } else { "s" };
        let message = format!("`{name}` has {wants} parameter{} and is given {has} argument{}", s(wants), s(has));
        let refusal = self.unit.refusal(span, message, "called here");
        Err(refusal.help(format!("it is declared in line {line}")).into())
    }

    /// From left to right; one of them at most still makes an access. What a function is given further is evaluated,
    /// and it has no way to look at it.
    fn evaluated(&mut self, arguments: &[Node<Expression>], types: &[Type]) -> Lowered<Vec<Operand>> {
        let all = self.operands_of_all(arguments);
        self.in_every_order(&all, |this| this.one_by_one(arguments, types))
    }

    fn one_by_one(&mut self, arguments: &[Node<Expression>], types: &[Type]) -> Lowered<Vec<Operand>> {
        let mut values: Vec<Operand> = vec![];
        for (argument, ty) in arguments.iter().zip(types) {
            if !self.is_calm(argument) {
                values = values.into_iter().map(|v| self.fixed(v)).collect();
            }
            if let Type::Struct(_) = ty.plain() {
                values.extend(self.members_of(argument, ty)?);
            } else {
                values.push(self.value_as(argument, ty)?);
            }
        }
        for further in arguments.iter().skip(types.len()).filter(|e| !self.is_calm(e)).collect::<Vec<_>>() {
            values = values.into_iter().map(|v| self.fixed(v)).collect();
            self.effect(further)?;
        }
        Ok(values)
    }

    /// What the cells of a structure hold.
    fn members_of(&mut self, e: &Node<Expression>, ty: &Type) -> Lowered<Vec<Operand>> {
        let from = self.locate(e)?;
        if from.ty.plain() != ty.plain() {
            return self.refuse(e.span, "structures of different types", "passed");
        }
        let mut values = vec![];
        for (i, (_, ty)) in (0..).zip(self.unit.structs.leaves(ty)) {
            let value = from.clone().further(i, ty).load();
            values.push(self.kept(value));
        }
        Ok(values)
    }

    pub(super) fn called(&mut self, name: &str, arguments: Vec<Operand>, needed: bool) -> Option<Operand> {
        let procedure = self.unit.procedure(name, false);
        let ty = self.signature(name).result.plain().clone();
        let result = (needed && ty != Type::Void).then(|| self.temporary(&ty));
        arguments.iter().for_each(|a| self.used(a));
        let arguments = arguments.into_iter().map(|a| a.expr).collect();
        self.step(|next| Op::Call { procedure, arguments, result: result.map(Reg), next });
        result.map(|r| Operand::new(Expr::Load(self.register_place(r, &ty)), ty))
    }

    /// The body of a function in place of its call.
    pub(super) fn expanded(&mut self, name: &str, arguments: Vec<Operand>, span: Span) -> Lowered<Option<Operand>> {
        if self.expanded.len() >= DEEPEST || self.expanded.iter().any(|e| e.name == name) {
            return self.refuse(span, format!("`{name}` calls itself inside of an atomic region"), "without end");
        }
        if self.steps.marks() > MOST_MARKS {
            return self.refuse(span, format!("`{name}` makes an atomic region too large"), "expanded here");
        }
        let here = self.here.clone();
        // A function sees what the file declares, and nothing of who calls it.
        let names = self.unit.names.split_off(1);
        let tags = self.unit.tags.split_off(1);
        let result = self.in_its_place(name, arguments);
        self.unit.names.truncate(1);
        self.unit.names.extend(names);
        self.unit.tags.truncate(1);
        self.unit.tags.extend(tags);
        self.here = here;
        result
    }

    fn in_its_place(&mut self, name: &str, arguments: Vec<Operand>) -> Lowered<Option<Operand>> {
        let definition = self.unit.functions[name].clone();
        let ty = self.signature(name).result.plain().clone();
        let result = (ty != Type::Void).then(|| (self.temporaries(&ty), ty));
        let parameters = self.parameters_of(&definition)?;
        self.unit.names.push(Default::default());
        self.unit.tags.push(Default::default());
        self.given_to(parameters, arguments);
        let end = self.steps.fresh();
        self.expansions += 1;
        let number = self.expansions;
        self.expanded.push(Expanded { name: name.into(), number, end, result: result.clone() });
        let outer = (std::mem::take(&mut self.loops), std::mem::take(&mut self.switches));
        let handlers = std::mem::take(&mut self.cleanups);
        self.escaping_parameters(&definition);
        self.statement(&definition.statement);
        self.without_value();
        (self.loops, self.switches) = outer;
        self.cleanups = handlers;
        self.expanded.pop();
        self.land(end);
        Ok(result.map(|(r, ty)| Operand::new(Expr::Load(self.register_place(r, &ty)), ty)))
    }

    /// Parameters begin as registers that hold the arguments.
    fn given_to(&mut self, parameters: Vec<(String, Type)>, arguments: Vec<Operand>) {
        let mut arguments = arguments.into_iter();
        for (name, ty) in parameters {
            let first = self.registers_for(&name, &ty, true);
            for (i, (_, ty)) in (0..).zip(self.unit.structs.leaves(&ty)) {
                let Some(argument) = arguments.next() else { break };
                self.used(&argument);
                self.set(first + i, &ty, argument.expr);
            }
            self.unit.declare(&name, Entity::Object(Home::Registers(first), ty));
        }
    }

    /// One function after the other that the pointer may be.
    fn call_pointer(&mut self, call: &CallExpression, span: Span, needed: bool) -> Lowered<Option<Operand>> {
        let all = [vec![&*call.callee], self.operands_of_all(&call.arguments)].concat();
        self.in_every_order(&all, |this| this.call_through(call, span, needed))
    }

    fn call_through(&mut self, call: &CallExpression, span: Span, needed: bool) -> Lowered<Option<Operand>> {
        let pointer = self.value(&call.callee)?;
        let Some(Type::Function(signature)) = pointer.ty.pointee().cloned() else {
            return self.refuse(span, "this is no function", "called here");
        };
        let pointer = self.fixed(pointer);
        let candidates = self.unit.candidates(&signature, call.arguments.len());
        let parameters = match signature.parameters.is_empty() {
            true => self.without_prototype(&candidates, span)?,
            false => signature.parameters.clone(),
        };
        let arguments = self.evaluated(&call.arguments, &parameters)?;
        let arguments: Vec<Operand> = arguments.into_iter().map(|a| self.fixed(a)).collect();
        let ty = signature.result.plain().clone();
        let result = (needed && ty != Type::Void).then(|| self.temporary(&ty));
        let end = self.steps.fresh();
        for name in candidates {
            let (this, other) = (self.steps.fresh(), self.steps.fresh());
            let number = self.unit.function_number(&name);
            let cond = Expr::Binary(Binary::Eq, Box::new(pointer.expr.clone()), Box::new(Expr::Const(number)));
            self.branch(cond, this, other);
            self.land(this);
            let value = match self.is_atomic() {
                true => self.expanded(&name, arguments.clone(), span)?,
                false => self.called(&name, arguments.clone(), needed),
            };
            if let (Some(register), Some(value)) = (result, value) {
                self.set(register, &ty, value.expr);
            }
            self.goto(end);
            self.land(other);
        }
        if self.unit.leads_outside() {
            let (null, outside) = (self.steps.fresh(), self.steps.fresh());
            let leads_nowhere = Expr::Binary(Binary::Eq, Box::new(pointer.expr), Box::new(Expr::Const(0)));
            self.branch(leads_nowhere, null, outside);
            self.land(outside);
            self.stops(Bound::Pointers);
            self.land(null);
        }
        self.fails(Fault::Undefined("a call through a pointer that leads to no such function".into()));
        self.land(end);
        Ok(result.map(|r| Operand::new(Expr::Load(self.register_place(r, &ty)), ty)))
    }
}

impl Body<'_, '_> {
    /// What `void (*f)()` does not say of parameters the functions say that it may lead to.
    fn without_prototype(&self, candidates: &[String], span: Span) -> Lowered<Vec<Type>> {
        let signatures: Vec<_> = candidates.iter().map(|name| self.signature(name)).collect();
        let Some(first) = signatures.first() else { return Ok(vec![]) };
        if signatures.iter().any(|other| other.parameters != first.parameters) {
            let message = "a pointer that says nothing of parameters may lead to functions with different ones";
            return self.refuse(span, message, "say which in its declaration");
        }
        Ok(first.parameters.clone())
    }
}

impl super::unit::Unit<'_> {
    /// The functions whose address is taken, and that may be called with so many arguments.
    fn candidates(&self, signature: &Function, arguments: usize) -> Vec<String> {
        let wanted = if signature.parameters.is_empty() { arguments } else { signature.parameters.len() };
        let fits = |name: &&String| match self.types.get(*name) {
            Some(Type::Function(f)) => f.parameters.len() == wanted,
            _ => false,
        };
        let taken = |name: &&String| self.addressed.contains(name) || self.facts.taken.contains(name);
        self.functions.keys().filter(taken).filter(fits).cloned().collect()
    }
}

//! Parameters: their names and types, the registers that they come in, and the places of those whose address is taken.

use super::forms::Operand;
use super::forms::{At, Located};
use super::function::Body;
use super::tree::function_suffix;
use super::types::{Type, decayed};
use super::unit::{Entity, Home, Lowered};
use super::values::has_effects;
use crate::ir::{Action, Expr};
use lang_c::ast::{DerivedDeclarator, FunctionDefinition};
use lang_c::span::Span;

impl Body<'_, '_> {
    /// The registers of the parameters; for a thread they are variables like any.
    pub(super) fn parameters(&mut self, definition: &FunctionDefinition, is_root: bool) -> Vec<(String, Type, u32)> {
        let found = self.parameters_of(definition);
        let found = self.unit.note(found).unwrap_or_default();
        if is_root && self.function == self.unit.options.entry {
            self.given_from_outside(found, definition.declarator.span);
            return vec![];
        }
        let mut registers = vec![];
        for (name, ty) in found {
            let register = self.registers_for(&name, &ty, false);
            registers.push((name.clone(), ty.clone(), register));
            self.unit.declare(&name, Entity::Object(Home::Registers(register), ty));
        }
        registers
    }

    /// What the program is given.
    fn given_from_outside(&mut self, parameters: Vec<(String, Type)>, span: Span) {
        if self.function == "main" {
            return self.command_line(parameters, span);
        }
        parameters.into_iter().for_each(|(name, ty)| self.takes_any_number(&name, ty, span));
    }

    /// A parameter of another function that the program begins with: any number.
    fn takes_any_number(&mut self, name: &str, ty: Type, span: Span) {
        let Some(int) = ty.int() else {
            let refusal = self.unit.refusal(span, format!("what `{name}` leads to is not known"), "begins here");
            let refusal = refusal.help("begin with a function without pointers that calls it");
            return self.unit.diagnostics.push(refusal);
        };
        let register = self.registers_for(name, &ty, false);
        self.unit.declare(name, Entity::Object(Home::Registers(register), ty.clone()));
        self.here = self.located(span, format!("{name} is any number"));
        let place = self.register_place(register, &ty);
        self.any_number(place, int);
    }

    pub(super) fn parameters_of(&mut self, definition: &FunctionDefinition) -> Lowered<Vec<(String, Type)>> {
        let function = match function_suffix(&definition.declarator) {
            Some(DerivedDeclarator::KRFunction(names)) => return self.unit.old_style(names, &definition.declarations),
            Some(DerivedDeclarator::Function(function)) => function,
            _ => return Ok(vec![]),
        };
        let mut parameters = vec![];
        for parameter in &function.node.parameters {
            let length = parameter.node.declarator.as_ref().and_then(|d| super::tree::outermost_length(&d.node));
            if let Some(length) = length.filter(|length| has_effects(length)) {
                let message =
                    "the length of an array is evaluated where the function begins, and this one does something";
                let refusal = self.unit.refusal(length.span, message, "not evaluated here");
                return Err(refusal.help("make it a pointer, and do this in the function").into());
            }
            let (name, ty) = self.unit.parameter(&parameter.node)?;
            if ty == Type::Void {
                continue;
            }
            if self.unit.structs.leaves(&ty).iter().any(|(_, ty)| !ty.is_scalar()) {
                let what = "pass a pointer to it";
                return self.unit.refuse(parameter.span, "structures with objects of the library have no value", what);
            }
            parameters.push((name, decayed(ty)));
        }
        Ok(parameters)
    }

    /// A created thread waits for its creator, and takes its argument.
    pub(super) fn begin(&mut self, definition: &FunctionDefinition, parameters: &[(String, Type, u32)]) {
        let span = definition.declarator.span;
        self.here = self.located(span, format!("{} begins", self.function));
        self.act(Action::Assume(Expr::Load(self.unit.threads.my_start())));
        if let Some((_, ty, register)) = parameters.first() {
            let given = Operand::new(Expr::Load(self.unit.threads.my_argument()), Type::pointer(Type::Void));
            let value = self.attempt(|this| this.converted(given, ty, span));
            value.into_iter().for_each(|value| self.set(*register, ty, value.expr));
        }
    }

    /// What parameters hold.
    pub(super) fn values_of(&self, parameters: &[(String, Type, u32)]) -> Vec<Operand> {
        let of = |(_, ty, register): &(String, Type, u32)| {
            let leaves = self.unit.structs.leaves(ty);
            let value =
                |(i, (_, ty)): (u32, (_, Type))| Operand::new(Expr::Load(self.register_place(register + i, &ty)), ty);
            (0..).zip(leaves).map(value).collect::<Vec<_>>()
        };
        parameters.iter().flat_map(of).collect()
    }

    /// Parameters whose address is taken live in memory.
    pub(super) fn escaping_parameters(&mut self, definition: &FunctionDefinition) {
        self.activation_begins();
        let found = self.parameters_of(definition).unwrap_or_default();
        for (name, ty) in found {
            let escapes = self.unit.facts.escapes(&self.function_inside(), &name, false);
            let Some(Entity::Object(Home::Registers(r), _)) = self.unit.lookup(&name).cloned() else { continue };
            if escapes {
                let home = self.in_memory(&name, &ty, definition.declarator.span);
                let to = self.home_place(&home, &ty);
                let from = Located { at: At::Register(r), ty: ty.clone() };
                for (i, (_, part)) in (0..).zip(self.unit.structs.leaves(&ty)) {
                    let value = from.clone().further(i, part.clone()).load().expr;
                    self.act(Action::Assign { place: to.clone().further(i, part).place(), value });
                }
                self.unit.declare(&name, Entity::Object(home, ty));
            }
        }
    }
}

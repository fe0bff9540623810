//! From the body of a function to a procedure.

use super::calls::is_one_step;
use super::forms::Operand;
use super::function::Body;
use super::types::Type;
use super::unit::{Lowered, Unit};
use super::{balance, bypassed, jumps, region, uninitialised, unsequenced};
use crate::ir::build::{Mark, Naming, Scope, Step};
use crate::ir::{Loc, Op, Procedure};
use crate::region::Pruned;
use lang_c::ast::FunctionDefinition;
use lang_c::span::Span;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Lowers the body of a function; `is_root`: as threads begin with it.
pub(super) fn lower(unit: &mut Unit<'_>, name: &str, is_root: bool) {
    let number = unit.procedures[&(name.to_string(), is_root)];
    let definition = unit.functions[name].clone();
    let mut body = Body::new(unit, name, is_root);
    let entry = body.at;
    body.unit.late.clear();
    body.unit.names.push(BTreeMap::new());
    body.unit.tags.push(BTreeMap::new());
    let parameters = body.parameters(&definition, is_root);
    let always = body.registers.len();
    if is_root && name != body.unit.options.entry {
        body.begin(&definition, &parameters);
    } else {
        body.here = body.located(definition.declarator.span, format!("{name} begins"));
    }
    let one_step = is_one_step(name) && name != body.unit.options.entry;
    if !one_step {
        body.escaping_parameters(&definition);
    }
    body.visible.retain(|r| *r as usize >= always);
    let refused =
        [unsequenced::refusals, jumps::refusals, bypassed::refusals].map(|of| of(body.unit, &definition.statement));
    for refusal in refused.into_iter().flatten() {
        body.unit.note::<()>(Err(refusal));
    }
    if one_step {
        let arguments = body.values_of(&parameters);
        body.does_one_step(name, arguments, definition.declarator.span);
    } else {
        body.statement(&definition.statement);
    }
    body.finish(number, entry, always, &definition);
}

impl Body<'_, '_> {
    /// What it is called by says that its body is one step, whoever calls it, and in whatever way.
    fn does_one_step(&mut self, name: &str, arguments: Vec<Operand>, span: Span) {
        let result = self.attempt(|this| this.as_one_step(name, arguments, span)).flatten();
        if result.is_some() {
            self.attempt(|this| this.returns(result, span));
        }
    }

    fn finish(mut self, number: u32, entry: Mark, always: usize, definition: &FunctionDefinition) {
        let close = Span { start: definition.statement.span.end.saturating_sub(1), end: definition.statement.span.end };
        self.here = self.located(close, "}".into());
        self.leaves_scopes();
        self.without_value();
        self.attempt(|this| this.comes_to_its_end(close));
        self.end_of_the_body();
        self.undefined_labels();
        self.unit.names.pop();
        self.unit.tags.pop();
        self.completed(number, entry, always, definition.declarator.span);
    }

    /// Control comes to the last brace.
    fn comes_to_its_end(&mut self, close: Span) -> Lowered<()> {
        if !self.is_root {
            self.locals_go();
        } else if !self.is_entry() {
            self.values_end()?;
            self.ends(None);
        } else {
            self.handlers_run(close)?;
            if self.unit.options.deadlocks {
                self.blocks();
            }
        }
        Ok(())
    }

    pub(super) fn end_of_the_body(&mut self) {
        let here = self.here.clone();
        let step = Step {
            op: Op::End,
            text: "}".into(),
            span: here.span,
            line: here.line,
            claimed: None,
            visible: Rc::default(),
            naming: Naming::End,
            synchronizes: false,
        };
        self.steps.push(self.at, step);
    }

    /// All its steps are there.
    pub(super) fn completed(mut self, number: u32, entry: Mark, always: usize, span: Span) {
        self.settle_activation();
        uninitialised::settle(&mut self);
        balance::check(&mut self, entry);
        region::make(&mut self);
        // What goes where the function returns is known all the way.
        if !self.late.is_empty() {
            self.steps.keep_everywhere(&self.late.iter().map(|late| late.register).collect::<Vec<_>>());
        }
        let scope = Scope { registers: self.registers.len(), always };
        let first = self.unit.program.locations.len() as u32;
        let name = self.function.clone();
        let (locations, entry) = self.steps.finish(entry, first, (number, &name), scope);
        let Pruned { locations, entry, .. } = crate::region::pruned(locations, entry, first);
        self.unit.program.locations.extend(locations);
        let thread_locals = self.unit.program.thread_locals.len() as u32;
        let parameters = if self.is_root { 0 } else { always as u32 - thread_locals };
        self.unit.program.procedures[number as usize] = Procedure {
            name,
            parameters,
            registers: self.registers,
            entry: Loc(entry),
            returns_value: self.result != Type::Void,
            span: self.unit.span(span),
        };
    }
}

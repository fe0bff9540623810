//! One procedure in one form, from its first step to its last.

use super::actions::{chosen, register};
use super::ast::{Declared, Expr as Written, Name};
use super::body::Body;
use super::unit::{Form, Unit};
use super::{atomic, unset};
use crate::ir::build::{Mark, Scope};
use crate::ir::*;
use crate::region::{self, Pruned};

/// Lowers a procedure of the program.
pub(super) fn lower(unit: &mut Unit<'_>, number: u32) {
    let (procedure, form) = unit.form(number);
    let mut body = Body::new(unit, procedure, form);
    let entry = body.at;
    let always = body.registers.len();
    body.initial_values();
    body.procedure();
    body.end();
    let entry = match form {
        Form::At(label) => body.frame.labels[label],
        Form::Entry | Form::Called => entry,
    };
    atomic::make(&mut body, entry);
    body.finish(number, entry, always);
}

impl Body<'_, '_> {
    /// Variables that nobody has set hold any values.
    fn initial_values(&mut self) {
        let procedure = &self.unit.file.procedures[self.frame.procedure];
        let given = if self.form == Form::Called { procedure.parameters.len() } else { 0 };
        let mut unset: Vec<(String, Place)> = vec![];
        if self.form == Form::Entry {
            let any = |d: &&Declared| !matches!(d.value, Some(Written::Const(_)));
            let globals = self.unit.file.globals.iter().filter(any);
            unset.extend(globals.map(|d| (d.name.text.clone(), self.place_of_global(&d.name))));
        }
        let locals = self.unit.names.locals[self.frame.procedure].iter().zip(&self.frame.variables).skip(given);
        unset.extend(locals.map(|(name, r)| (name.text.clone(), register(*r, Domain::Bool))));
        if !unset.is_empty() && !matches!(self.form, Form::At(_)) {
            self.text = unset::text(unset.iter().map(|(name, _)| name.as_str()));
            let body = unset.into_iter().map(|(_, place)| chosen(place)).collect();
            let next = self.steps.fresh();
            self.push(Op::Atomic { body, next: next.loc() });
            self.at = next;
        }
    }

    fn place_of_global(&self, name: &Name) -> Place {
        let cell = Cell(self.unit.names.globals[name.text.as_str()] as u32);
        Place { kind: PlaceKind::Cell(cell), domain: Domain::Bool }
    }

    /// The closing `end`; who comes there without having returned results returns any.
    fn end(&mut self) {
        let results = self.unit.file.procedures[self.frame.procedure].results;
        if results > 0 && self.form == Form::Called {
            self.returns_any(results);
            self.at = self.steps.fresh();
        }
        self.push(Op::End);
    }

    fn finish(self, number: u32, entry: Mark, always: usize) {
        let name = self.unit.program.procedures[number as usize].name.clone();
        let first = self.unit.program.locations.len() as u32;
        let scope = Scope { registers: self.registers.len(), always };
        let (mut locations, entry) = self.steps.finish(entry, first, (number, &name), scope);
        let starts: Vec<Loc> = self.sites.iter().map(|(step, _)| Loc(first + *step as u32)).collect();
        let entry = unset::trimmed(&mut locations, entry, first, &starts);
        let Pruned { locations, entry, moved } = region::pruned(locations, entry, first);
        self.unit.sites.extend(self.sites.into_iter().filter_map(|(step, site)| Some((moved[step]?, site))));
        self.unit.demands.extend(self.demands.into_iter().filter_map(|(step, all)| Some((moved[step]?, all))));
        self.unit.program.locations.extend(locations);
        let given = match self.form {
            Form::Entry => 0,
            Form::Called => self.unit.file.procedures[self.frame.procedure].parameters.len(),
            Form::At(_) => always,
        };
        let own = &mut self.unit.program.procedures[number as usize];
        (own.parameters, own.registers, own.entry) = (given as u32, self.registers, Loc(entry));
    }
}

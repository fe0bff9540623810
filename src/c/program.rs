//! A translation unit from its first declaration to the program that it is.

use super::source::Source;
use super::types::Type;
use super::unit::{Declared, Entity, Home, Lowered, Unit};
use super::{Options, facts::Facts, lower, plan, tree};
use crate::control::Control;
use crate::diagnostics::{Diagnostic, Span, nearest};
use crate::ir::Program;
use lang_c::ast;
use std::collections::{BTreeMap, BTreeSet};

/// More refusals than these are only counted.
const MOST: usize = 20;

pub(super) fn lowered(
    unit: &ast::TranslationUnit,
    source: &Source<'_>,
    options: &Options,
    control: &Control<'_>,
) -> (Option<Program>, Vec<Diagnostic>) {
    let mut lowering = Unit::new(source, options, control);
    lowering.whole(unit);
    if lowering.crossings.meet() {
        // Once more, for what numbers and addresses are depends on that.
        let addresses = lowering.crossings.addresses();
        lowering = Unit { apart: true, addresses, ..Unit::new(source, options, control) };
        lowering.program.numbers_apart = true;
        lowering.whole(unit);
    }
    // And once more with what lies where, which is the same then.
    loop {
        let elsewhere = lowering.members_elsewhere();
        let refused = lowering.diagnostics.iter().any(|d| d.is_error());
        if elsewhere == lowering.containers.elsewhere || refused || control.stopped() {
            break;
        }
        let Unit { apart, addresses, containers, .. } = lowering;
        lowering =
            Unit { apart, addresses, containers: containers.again(elsewhere), ..Unit::new(source, options, control) };
        lowering.program.numbers_apart = apart;
        lowering.whole(unit);
    }
    let Unit { program, mut diagnostics, .. } = lowering;
    diagnostics.sort_by_key(|d| (d.primary.0.start, d.primary.0.end));
    diagnostics.truncate(MOST);
    let whole = !control.stopped() && diagnostics.iter().all(|d| !d.is_error());
    (whole.then_some(program), diagnostics)
}

impl Unit<'_> {
    fn whole(&mut self, unit: &ast::TranslationUnit) {
        self.externals(unit);
        self.bodies();
    }

    fn externals(&mut self, unit: &ast::TranslationUnit) {
        self.facts = Facts::of(unit, &self.options.entry);
        let mut later = vec![];
        for external in &unit.0 {
            match &external.node {
                ast::ExternalDeclaration::Declaration(declaration) => {
                    let declared = self.declaration(declaration);
                    later.extend(self.note(declared).into_iter().flatten());
                }
                ast::ExternalDeclaration::FunctionDefinition(definition) => {
                    let defined = self.definition(&definition.node, definition.span);
                    self.note(defined);
                }
                ast::ExternalDeclaration::StaticAssert(assertion) => {
                    let holds = self.asserted(assertion);
                    self.note(holds);
                }
            }
        }
        self.stubs_are_called();
        self.words_are_given();
        self.plan_threads();
        self.globals(later);
    }

    fn definition(&mut self, definition: &ast::FunctionDefinition, span: lang_c::span::Span) -> Lowered<()> {
        let base = self.specified(&definition.specifiers)?;
        let (name, mut ty) = self.declared(&definition.declarator, base.ty)?;
        if let Some(first) = self.functions.get(&name) {
            let line = self.source.line(first.declarator.span.start);
            let head = lang_c::span::Span { start: span.start, end: definition.declarator.span.end };
            let message = format!("`{name}` has a second body; the first is in line {line}");
            return Err(self.refusal(head, message, "defined again").help("remove one of the two").into());
        }
        if !definition.declarations.is_empty()
            && let Type::Function(f) = &ty
        {
            let parameters = self.old_style(tree::old_names(&definition.declarator), &definition.declarations)?;
            let parameters = parameters.into_iter().map(|(_, ty)| ty).collect();
            ty = Type::Function(std::rc::Rc::new(super::types::Function { result: f.result.clone(), parameters }));
        }
        self.functions.insert(name.clone(), definition.clone());
        self.types.insert(name.clone(), ty);
        self.declare(&name.clone(), Entity::Function(name));
        Ok(())
    }

    /// Objects of static storage: all of them have a place before the first initialiser is looked at.
    fn globals(&mut self, declared: Vec<Declared>) {
        let mut initialised = vec![];
        let streams = streams(&declared);
        let here = |d: &&Declared| !d.external || d.initialiser.is_some() || of_the_library(&d.name);
        let defined: BTreeSet<String> = declared.iter().filter(here).map(|d| d.name.clone()).collect();
        // Whoever says how long an array is says it of all declarations.
        let (unsaid, said): (Vec<_>, Vec<_>) = declared.into_iter().partition(is_unsaid);
        for Declared { name, ty, initialiser, thread_local, external, span } in said.into_iter().chain(unsaid) {
            if !defined.contains(&name) {
                // Whoever uses it is told.
                continue;
            }
            let known = matches!(self.names[0].get(&name), Some(Entity::Object(..)));
            if known && initialiser.is_none() || external && initialiser.is_none() && known {
                continue;
            }
            let completed = self.completed(ty, initialiser.as_ref());
            let Some(ty) = self.note(completed) else { continue };
            let ty = if initialiser.is_none() { of_one(ty) } else { ty };
            let sized = if external && initialiser.is_none() { Ok(()) } else { self.has_size(&ty, &name, span) };
            let sized = self.without([name.clone()].into_iter(), sized);
            if self.note(sized).is_none() {
                self.names[0].remove(&name);
                continue;
            }
            let home = match (self.names[0].get(&name).cloned(), thread_local) {
                (Some(Entity::Object(home, _)), _) => home,
                (_, true) => self.thread_local(&name, &ty, span),
                (_, false) => Home::Cells(self.allocate(&name, &ty, span)),
            };
            self.names[0].insert(name, Entity::Object(home.clone(), ty.clone()));
            initialised.extend(initialiser.map(|i| (home, ty, i)));
        }
        streams.iter().for_each(|(name, span)| self.open_stream(name, *span));
        for (home, ty, initialiser) in initialised {
            let set = self.set_initially(&home, &ty, &initialiser);
            self.note(set);
        }
    }

    fn bodies(&mut self) {
        if !self.functions.contains_key(&self.options.entry) {
            self.diagnostics.push(self.without_a_beginning());
            return;
        }
        self.lay_out_words();
        plan::roots(self);
        while let Some((name, is_root)) = self.wanted.pop() {
            lower::lower(self, &name, is_root);
            if !self.control.check() {
                return;
            }
        }
        self.make_lengths();
        self.lay_out_containers();
        self.texts_are_fixed();
        self.program.objects = self.objects.finish();
        self.addresses_come_again();
        self.arrays_end();
        self.program.starts = self.threads.starts();
        super::outside::settle(&mut self.program, &self.outside, self.control);
    }
}

impl Unit<'_> {
    /// `--stub` speaks of functions that have no body, and are called.
    fn stubs_are_called(&mut self) {
        for (name, _) in &self.options.stubs {
            if super::library::always(name) {
                let message = format!("`--stub {name}`: it means what it is called");
                let diagnostic = Diagnostic::error(message, Span { start: 0, end: 1 }, "in this file");
                self.diagnostics.push(diagnostic.help("leave it out"));
            } else if let Some(definition) = self.functions.get(name) {
                let message = format!("`{name}` has a body, and `--stub` says what it returns");
                let refusal = self.refusal(definition.declarator.span, message, "the body begins here");
                self.diagnostics.push(refusal.help(format!("leave out `--stub {name}`, or the body")));
            } else if !self.facts.is_called(name) {
                let near = nearest(name, self.facts.called()).map(|near| format!("did you mean `{near}`?"));
                let message = format!("`--stub {name}`: nothing here calls `{name}`");
                let diagnostic = Diagnostic::error(message, Span { start: 0, end: 1 }, "in this file");
                self.diagnostics.push(diagnostic.maybe_help(near));
            }
        }
    }

    /// `--args` speaks of `main`.
    fn words_are_given(&mut self) {
        let entry = &self.options.entry;
        if self.options.words.is_some() && entry != "main" {
            let message = format!("`--args` says what `main` is given, and the program begins with `{entry}`");
            let diagnostic = Diagnostic::error(message, Span { start: 0, end: 1 }, "in this file");
            self.diagnostics.push(diagnostic.help("leave out `--args`, or `--entry`"));
        }
    }

    fn without_a_beginning(&self) -> Diagnostic {
        let entry = &self.options.entry;
        if entry == "main" {
            return without_main(self.functions.is_empty() && self.names[0].is_empty());
        }
        let message = format!("there is no function `{entry}` to begin with");
        let near =
            nearest(entry, self.functions.keys().map(String::as_str)).map(|near| format!("did you mean `{near}`?"));
        Diagnostic::error(message, Span { start: 0, end: 1 }, "asked for by `--entry`").maybe_help(near)
    }
}

/// Whether it is an array of which a declaration does not say how long it is.
fn is_unsaid(declared: &Declared) -> bool {
    declared.initialiser.is_none() && matches!(declared.ty.plain(), Type::Array(_, 0))
}

/// An array of which nothing says how long it is has one element (C11 6.9.2p5).
fn of_one(ty: Type) -> Type {
    match ty {
        Type::Array(of, 0) => Type::Array(of, 1),
        other => other,
    }
}

/// What the headers declare and nobody defines.
fn of_the_library(name: &str) -> bool {
    is_stream(name) || name == "__moverlog_errno"
}

fn is_stream(name: &str) -> bool {
    matches!(name, "stdin" | "stdout" | "stderr")
}

/// The standard files that are declared, and that the program does not define itself.
fn streams(declared: &[Declared]) -> BTreeMap<String, lang_c::span::Span> {
    let defined = |name: &str| declared.iter().any(|d| d.name == name && (!d.external || d.initialiser.is_some()));
    let streams = declared.iter().filter(|d| is_stream(&d.name) && !defined(&d.name));
    streams.map(|d| (d.name.clone(), d.span)).collect()
}

fn without_main(empty: bool) -> Diagnostic {
    let message = if empty { "there is nothing in this file" } else { "there is no function `main`" };
    let diagnostic = Diagnostic::error(message, Span { start: 0, end: 1 }, "a program begins with `main`");
    diagnostic.help("write `int main(void) { .. }`")
}

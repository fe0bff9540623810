//! What each name of a text stands for, as the check found out: where it is declared, and where it is used.

use super::Checker;
use super::names::Entity;
use super::types::Type;
use crate::diagnostics::{Diagnostic, Span};
use crate::syntax::ast::{Ast, Name};
use std::collections::BTreeMap;

/// Something with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub name: String,
    /// The name in its declaration.
    pub span: Span,
    pub kind: SymbolKind,
    /// What is known of it besides: a type, a value, parameters.
    pub detail: String,
    /// Its number among the procedures, if it is one.
    pub procedure: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolKind {
    Constant,
    Enum,
    /// Shared by all threads.
    Shared,
    Mutex,
    ThreadLocal,
    /// A parameter, or a local variable.
    Local,
    Procedure,
    Label,
}

/// All names of a text.
#[derive(Default, Debug)]
pub struct Symbols {
    /// By where they are declared.
    declared: BTreeMap<u32, Symbol>,
    /// Where names stand, their declarations among them, and where they are declared.
    places: BTreeMap<(u32, u32), u32>,
}

/// What the names of a text stand for, as far as it is well-formed, and what is wrong with it.
pub fn symbols(ast: &Ast, text: &str) -> (Symbols, Vec<Diagnostic>) {
    let checker = Checker::of(ast, text, &[], crate::starts::POOL);
    (checker.symbols, checker.diagnostics)
}

impl Symbols {
    /// In the order of their declarations.
    pub fn all(&self) -> impl Iterator<Item = &Symbol> {
        self.declared.values()
    }

    /// What is named there, and where exactly.
    pub fn at(&self, offset: u32) -> Option<(&Symbol, Span)> {
        let mut before = self.places.range(..=(offset, u32::MAX)).rev();
        let ((start, end), declared) = before.next()?;
        let symbol = self.declared.get(declared)?;
        (offset <= *end).then_some((symbol, Span { start: *start, end: *end }))
    }

    /// Where it is named, its declaration among them.
    pub fn places(&self, symbol: &Symbol) -> Vec<Span> {
        let here = self.places.iter().filter(|(_, declared)| **declared == symbol.span.start);
        here.map(|((start, end), _)| Span { start: *start, end: *end }).collect()
    }

    /// Every place where a name stands, with where that is declared.
    pub fn resolved(&self) -> impl Iterator<Item = (u32, u32)> {
        self.places.iter().map(|((start, _), declared)| (*start, *declared))
    }

    /// What is named within the span.
    pub fn within(&self, span: Span) -> impl Iterator<Item = &Symbol> {
        let inside = self.places.range((span.start, 0)..(span.end.max(span.start), 0));
        inside.filter_map(|(_, declared)| self.declared.get(declared))
    }

    fn declare(&mut self, symbol: Symbol) {
        self.places.insert((symbol.span.start, symbol.span.end), symbol.span.start);
        self.declared.insert(symbol.span.start, symbol);
    }

    pub(super) fn label(&mut self, name: &Name, procedure: String) {
        let (text, span, kind) = (name.text.clone(), name.span, SymbolKind::Label);
        self.declare(Symbol { name: text, span, kind, detail: format!("in {procedure}"), procedure: None });
    }

    /// A name at the start of `span` is declared at `declared`.
    pub(super) fn used(&mut self, name: &str, span: Span, declared: Span) {
        self.places.insert((span.start, span.start + name.len() as u32), declared.start);
    }
}

impl Checker<'_> {
    pub(super) fn note_used(&mut self, name: &str, span: Span, (entity, declared): (Entity, Span)) {
        if !matches!(entity, Entity::Unknown) && self.slice(span).starts_with(name) {
            self.symbols.used(name, span, declared);
        }
    }

    pub(super) fn note_declared(&mut self, name: &Name, entity: Entity) {
        let outside = self.names.is_outside();
        let array = |len: Option<u32>| len.map_or(String::new(), |len| format!("[{len}]"));
        let (kind, detail, procedure) = match entity {
            Entity::Constant { value, ty: Type::BOOL } => (SymbolKind::Constant, format!("= {}", value != 0), None),
            Entity::Constant { value, .. } => (SymbolKind::Constant, format!("= {value}"), None),
            Entity::EnumType(_) => (SymbolKind::Enum, "enum".into(), None),
            Entity::Global { index, ty } => {
                let global = &self.program.globals[index];
                let kind = if matches!(ty, Type::Mutex { .. }) { SymbolKind::Mutex } else { SymbolKind::Shared };
                (kind, self.type_name(ty) + &array(global.is_array.then_some(global.len)), None)
            }
            Entity::Register { len, ty, .. } => {
                let kind = if outside { SymbolKind::ThreadLocal } else { SymbolKind::Local };
                (kind, self.type_name(ty) + &array(len), None)
            }
            Entity::Procedure(number) => (SymbolKind::Procedure, String::new(), Some(number)),
            Entity::Broken => (if outside { SymbolKind::Shared } else { SymbolKind::Local }, String::new(), None),
            Entity::Unknown => return,
        };
        self.symbols.declare(Symbol { name: name.text.clone(), span: name.span, kind, detail, procedure });
    }
}

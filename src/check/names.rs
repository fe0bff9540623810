//! What each name stands for, scope by scope.

use super::types::{Scalar, Type};
use crate::diagnostics::{Span, nearest};
use crate::ir::Value;
use crate::syntax::ast::Name;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
pub(super) enum Entity {
    Constant {
        value: Value,
        ty: Type,
    },
    EnumType(Scalar),
    /// By its number in the program.
    Global {
        index: usize,
        ty: Type,
    },
    /// A local variable, parameter or thread-local variable; `len` is that of an array.
    Register {
        reg: u32,
        len: Option<u32>,
        ty: Type,
    },
    Procedure(usize),
    /// Declared, with an error that has been reported.
    Broken,
    /// Not declared, which has been reported.
    Unknown,
}

/// Innermost scope last; the first holds what is declared outside procedures.
pub(super) struct Names {
    scopes: Vec<BTreeMap<String, (Entity, Span)>>,
}

impl Default for Names {
    fn default() -> Names {
        Names { scopes: vec![BTreeMap::new()] }
    }
}

/// Words that begin a statement, for people who mistype them.
const WORDS: &[&str] = &[
    "acquire",
    "release",
    "assert",
    "assume",
    "return",
    "break",
    "continue",
    "while",
    "skip",
    "goto",
    "notify",
    "notifyAll",
    "wait",
    "choose",
    "atomic",
    "cas",
    "spawn",
    "join",
    "tid",
    "true",
    "false",
    "null",
    "else",
];

const TYPES: &[&str] =
    &["int", "bool", "mutex", "rmutex", "void", "thread", "thread_local", "return", "goto", "const", "enum"];

impl Names {
    pub(super) fn open(&mut self) {
        self.scopes.push(BTreeMap::new());
    }

    /// Whether nothing but what is declared outside procedures is known.
    pub(super) fn is_outside(&self) -> bool {
        self.scopes.len() == 1
    }

    pub(super) fn close(&mut self) {
        self.scopes.pop();
    }

    /// Enters a name into the innermost scope. If it was there, the earlier declaration in the
    /// text stays and the place of the other is returned.
    pub(super) fn declare(&mut self, name: &Name, entity: Entity) -> Option<Span> {
        let scope = self.scopes.last_mut()?;
        match scope.get(&name.text) {
            None | Some((Entity::Unknown, _)) => {
                scope.insert(name.text.clone(), (entity, name.span));
                None
            }
            Some((_, span)) => Some(*span),
        }
    }

    /// Makes later uses of an unknown name silent.
    pub(super) fn poison(&mut self, name: &str, span: Span) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), (Entity::Unknown, span));
        }
    }

    pub(super) fn lookup(&self, name: &str) -> Option<(Entity, Span)> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).copied()
    }

    /// A declared name, or a word of the language, that `name` may be a misspelling of; one letter is not misspelled.
    pub(super) fn similar(&self, name: &str) -> Option<&str> {
        let declared = self.scopes.iter().rev().flat_map(|scope| scope.iter());
        let known = declared
            .filter(|(name, (entity, _))| name.len() > 1 && !matches!(entity, Entity::Broken | Entity::Unknown))
            .map(|(name, _)| name.as_str());
        nearest(name, known.chain(WORDS.iter().copied()))
    }

    pub(super) fn similar_type(&self, name: &str) -> Option<&str> {
        let enums = self.scopes[0].iter().filter(|(_, (entity, _))| matches!(entity, Entity::EnumType(_)));
        nearest(name, TYPES.iter().copied().chain(enums.map(|(name, _)| name.as_str())))
    }
}

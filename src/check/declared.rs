//! The types that declarations give.

use super::Checker;
use super::names::Entity;
use super::types::{Scalar, Type};
use crate::diagnostics::{Diagnostic, Span};
use crate::syntax::ast;
use crate::syntax::parser::foreign;

impl Checker<'_> {
    /// The type that a declaration gives to one of its names.
    pub(super) fn declared_type(&mut self, ty: &ast::Type, pointer: bool) -> Type {
        let base = self.resolve_type(ty);
        match base {
            Type::Scalar(scalar) if pointer => Type::Pointer(scalar),
            Type::Mutex { .. } | Type::Void if pointer => {
                let diagnostic = Diagnostic::error("a pointer leads to data", ty.span, "not data");
                self.report(diagnostic.help("declare an array of mutexes and use an index instead"));
                Type::Broken
            }
            _ => base,
        }
    }

    fn resolve_type(&mut self, ty: &ast::Type) -> Type {
        match &ty.kind {
            ast::TypeKind::Void => Type::Void,
            ast::TypeKind::Int => Type::INT,
            ast::TypeKind::Bool => Type::BOOL,
            ast::TypeKind::Mutex { reentrant } => Type::Mutex { reentrant: *reentrant },
            ast::TypeKind::Range(low, high) => self.range(low, high),
            ast::TypeKind::Named(name) => self.named_type(name, ty.span),
        }
    }

    fn range(&mut self, low: &ast::Expr, high: &ast::Expr) -> Type {
        let (Some(lo), Some(hi)) = (self.constant_int(low), self.constant_int(high)) else { return Type::Broken };
        if lo > hi {
            let span = ast::join(low.span, high.span);
            let diagnostic = Diagnostic::error(format!("the range {lo}..{hi} is empty"), span, "no value is in it");
            self.report(diagnostic.help("write the smaller bound first; both bounds belong to a range"));
            return Type::Broken;
        }
        Type::Scalar(Scalar::Range { lo, hi })
    }

    fn named_type(&mut self, name: &str, span: Span) -> Type {
        match self.names.lookup(name) {
            Some((Entity::EnumType(scalar), declared)) => {
                self.symbols.used(name, span, declared);
                return Type::Scalar(scalar);
            }
            Some((Entity::Broken | Entity::Unknown, _)) => return Type::Broken,
            _ if name == "thread" => return Type::INT,
            _ => {}
        }
        let help = match foreign(name) {
            Some(help) => help.to_string(),
            None => match self.names.similar_type(name) {
                Some(name) => format!("did you mean `{name}`?"),
                None => "the types are `int`, `int[lo..hi]`, `bool`, `mutex`, `rmutex` and enums".into(),
            },
        };
        self.report(Diagnostic::error(format!("unknown type `{name}`"), span, "not a type").help(help));
        Type::Broken
    }
}

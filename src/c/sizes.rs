//! What has no meaning before the program runs: objects without a size, or of one that cannot be laid out.

use super::types::Type;
use super::unit::{Lowered, Refusal, Unit};
use crate::diagnostics::{Diagnostic, nearest};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

/// So many cells an object may have.
const MOST_CELLS: u32 = 1 << 20;

/// So many a local may have.
const MOST_LOCAL: u32 = 1 << 14;

/// How what is said of bit fields begins.
const BITS: &str = "bit field";

pub(super) fn is_of_bits(refusal: &Diagnostic) -> bool {
    refusal.message.starts_with(BITS)
}

impl Unit<'_> {
    /// An object of this type can be laid out.
    pub(super) fn has_size(&mut self, ty: &Type, name: &str, span: Span) -> Lowered<()> {
        if let Some(s) = self.structs.incomplete(ty) {
            self.is_laid_out(ty)?;
            let called = self.structs.called(s);
            if let Some(diagnostic) = self.refused.get(&called) {
                return Err(diagnostic.clone().into());
            }
            let message = format!("`{called}` is declared and never defined, so it has no size");
            let refusal = self.refusal(span, message, "an object of it");
            return Err(refusal.help(format!("define it: `{called} {{ .. }};`")).into());
        }
        if *ty.plain() == Type::Void {
            return self.refuse(span, "`void` has no size", "an object of it");
        }
        let most = if self.names.len() > 1 { MOST_LOCAL } else { MOST_CELLS };
        match self.structs.cells(ty) {
            cells if cells <= most => Ok(()),
            cells => {
                let shown = if name.is_empty() { "this".into() } else { format!("`{name}`") };
                let message =
                    format!("{shown} has {cells} numbers or pointers, and more than {most} are not supported");
                Err(self.refusal(span, message, "too large").help("make it smaller").into())
            }
        }
    }

    /// A structure with bit fields is refused where it is used: headers declare some that nobody does.
    pub(super) fn is_laid_out(&self, ty: &Type) -> Lowered<()> {
        match self.structs.incomplete(ty).and_then(|s| self.structs.all[s].refused.clone()) {
            Some(refusal) => Err(Refusal(refusal)),
            None => Ok(()),
        }
    }

    /// An assertion that is known to fail; what cannot be computed here is left to compilers.
    pub(super) fn asserted(&mut self, assertion: &Node<StaticAssert>) -> Lowered<()> {
        let Ok(0) = self.constant(&assertion.node.expression) else { return Ok(()) };
        let said = assertion.node.message.node.concat().replace('"', "");
        self.refuse(assertion.span, format!("static assertion failed: {said}"), "this is 0")
    }

    /// A function with a body that takes any number of arguments.
    pub(super) fn refuse_variadic<T>(&self, declarator: &Node<Declarator>) -> Lowered<T> {
        let name = super::tree::name_of(declarator);
        let message = format!("`{name}` has any number of arguments, which is not supported for functions with a body");
        Err(self.refusal(declarator.span, message, "variadic").help("give it an array and its length").into())
    }

    pub(super) fn no_member(&self, s: usize, name: &str, span: Span) -> Refusal {
        let message = format!("`{}` has no member `{name}`", self.structs.called(s));
        let all = self.structs.all[s].fields.iter().map(|(name, _)| name.as_str());
        let help = nearest(name, all).map(|near| format!("did you mean `{near}`?"));
        self.refusal(span, message, "unknown").maybe_help(help).into()
    }

    pub(super) fn refuse_bits<T>(&self, declarator: Option<&Node<Declarator>>, span: Span) -> Lowered<T> {
        let Some(declarator) = declarator else {
            return self.refuse(span, format!("{BITS}s are not supported"), "a bit field");
        };
        let name = super::tree::name_of(declarator);
        let message = format!("{BITS} `{name}`: bit fields are not supported");
        let refusal = self.refusal(declarator.span, message, "a bit field");
        Err(refusal.help(format!("make it a member of its own: `unsigned {name};`")).into())
    }

    /// A variable of a type like `double`.
    pub(super) fn refuse_float<T>(&self, base: Span) -> Lowered<T> {
        let ty = &self.source.text[base.start..base.end];
        let message = format!("`{ty}`: floating-point numbers are not supported");
        Err(self.refusal(base, message, "a float").help("count in integers").into())
    }
}

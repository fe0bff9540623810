//! What has no meaning before the program runs: objects without a size, or of one that cannot be laid out.

use super::types::Type;
use super::unit::{Lowered, Refusal, Unit};
use crate::diagnostics::nearest;
use lang_c::ast::*;
use lang_c::span::{Node, Span};

/// So many cells an object may have.
const MOST_CELLS: u32 = 1 << 20;

/// So many a local may have.
const MOST_LOCAL: u32 = 1 << 14;

impl Unit<'_> {
    /// An object of this type can be laid out.
    pub(super) fn has_size(&mut self, ty: &Type, name: &str, span: Span) -> Lowered<()> {
        if let Some(s) = self.structs.incomplete(ty) {
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

    /// How the bytes of a type lie is followed.
    pub(super) fn has_layout(&self, ty: &Type, span: Span) -> Lowered<()> {
        let Some(s) = self.structs.arranged(ty) else { return Ok(()) };
        let called = self.structs.called(s);
        let message =
            format!("members of `{called}` are packed or aligned, so its size and its offsets are not followed");
        let refusal = self.refusal(span, message, "depends on them");
        Err(refusal
            .help("leave out `#pragma pack`, `packed` and `aligned`, or write them for the whole structure")
            .into())
    }

    /// An enumeration that is packed has fewer bytes.
    pub(super) fn is_of_whole_ints(&self, e: &EnumType, span: Span) -> Lowered<()> {
        let arrangement = self.source.attributes.arrangement(&self.source.text, span);
        if e.enumerators.is_empty() || !arrangement.packed {
            return Ok(());
        }
        self.refuse(span, "packed enumerations are not supported", "not of the width of an `int`")
    }

    /// The type of a name with the attributes behind it; nothing if it is refused, where somebody uses it.
    pub(super) fn with_attributes(&mut self, name: &str, ty: Type, span: Span) -> Option<Type> {
        let alignment = self.structs.alignment(&ty, self.options.data_model);
        let source = self.source;
        let mut behind = source.attributes.behind(&source.text, span).iter();
        let Some(attribute) = behind.find(|a| a.changes(alignment)) else { return Some(ty) };
        if let (true, Type::Struct(s)) = (attribute.aligns(), ty.plain()) {
            // Under this name it lies in another way than under that of the structure.
            self.structs.all[*s].arrangement.unknown = true;
            return Some(ty);
        }
        let mode = ty.int().and_then(|int| attribute.mode(int, self.options.data_model.long()));
        if mode.is_none() {
            self.refused.insert(name.into(), super::unreadable::unsupported(source, attribute));
        }
        mode.map(Type::Int)
    }

    /// An assertion that is known to fail; what cannot be computed here is left to compilers.
    pub(super) fn asserted(&mut self, assertion: &Node<StaticAssert>) -> Lowered<()> {
        let Ok(0) = self.constant(&assertion.node.expression) else { return Ok(()) };
        let said = assertion.node.message.node.concat().replace('"', "");
        self.refuse(assertion.span, format!("static assertion failed: {said}"), "this is 0")
    }

    pub(super) fn no_member(&self, s: usize, name: &str, span: Span) -> Refusal {
        let message = format!("`{}` has no member `{name}`", self.structs.called(s));
        let all = self.structs.all[s].fields.iter().map(|(name, _)| name.as_str());
        let help = nearest(name, all).map(|near| format!("did you mean `{near}`?"));
        self.refusal(span, message, "unknown").maybe_help(help).into()
    }

    /// The name and type of a bit field.
    pub(super) fn bit_field(
        &mut self,
        declarator: Option<&Node<Declarator>>,
        base: &Type,
        width: &Node<Expression>,
    ) -> Lowered<(String, Type)> {
        let name = declarator.map_or_else(String::new, super::tree::name_of);
        let Some(int) = base.int() else {
            return self.refuse(width.span, "a bit field is a number", "not of this type");
        };
        match self.constant(width)? {
            bits if bits < 0 || bits > int.bits.into() || bits == 0 && !name.is_empty() => {
                let most = int.words();
                self.refuse(width.span, format!("no bit field of type `{most}` has {bits} bits"), "its width")
            }
            bits => Ok((name, Type::Bits(int, bits as u8))),
        }
    }

    /// A member of this name is none that is a bit field: several share what memory is accessed by.
    pub(super) fn is_accessible(&self, name: &str, ty: &Type, span: Span) -> Lowered<()> {
        let Type::Bits(..) = ty else { return Ok(()) };
        let message = format!("bit field `{name}`: bit fields are not supported");
        let refusal = self.refusal(span, message, "a bit field");
        Err(refusal.help(format!("make it a member of its own: `unsigned {name};`")).into())
    }
}

//! `_Generic`: which of its expressions is meant (C11 6.5.1.1).

use super::types::{DataModel, Type, decayed};
use super::unit::{Lowered, Unit};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

impl Unit<'_> {
    /// The expression that is selected. `char` and `signed char`, `long` and `long long`, and what differs in qualifiers
    /// are one type here: where that might decide nothing is selected.
    pub(super) fn selected<'g>(&mut self, g: &'g GenericSelection, span: Span) -> Lowered<&'g Node<Expression>> {
        let ty = decayed(self.type_of_expression(&g.expression)?.plain().clone());
        let (mut found, mut default) = (vec![], None);
        for association in &g.associations {
            match &association.node {
                GenericAssociation::Type(t) if *self.type_name(&t.node.type_name.node)?.plain() == ty => {
                    found.push(&t.node)
                }
                GenericAssociation::Type(_) => {}
                GenericAssociation::Default(e) => default = Some(&**e),
            }
        }
        match (&found[..], default) {
            ([], Some(e)) => Ok(e),
            ([], None) => self.refuse(span, "no type of this selection is that of its operand", "nothing to select"),
            ([one], None) => Ok(&one.expression),
            ([one], Some(_)) if self.is_one_alone(&ty) && !is_qualified(&one.type_name.node) => Ok(&one.expression),
            _ => {
                let message =
                    format!("types that only C tells apart from `{}` may be meant here", self.structs.words(&ty));
                self.refuse(span, message, "which is selected is not known")
            }
        }
    }

    /// Whether C has no other type that is the same here.
    fn is_one_alone(&self, ty: &Type) -> bool {
        match ty {
            Type::Int(int) if int.bits == 8 => !int.signed,
            Type::Int(int) => !int.is_wide() && (int.bits < 32 || self.options.data_model == DataModel::Lp64),
            _ => matches!(ty, Type::Struct(_)),
        }
    }
}

/// Whether a type is written with `const` and the like, which no value has.
fn is_qualified(name: &TypeName) -> bool {
    let qualifies = |s: &Node<SpecifierQualifier>| {
        matches!(&s.node, SpecifierQualifier::TypeQualifier(_))
            || matches!(&s.node, SpecifierQualifier::TypeSpecifier(ty) if matches!(ty.node, TypeSpecifier::Atomic(_)))
    };
    name.declarator.is_some() || name.specifiers.iter().any(qualifies)
}

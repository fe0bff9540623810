//! What tags name: structures, unions and enumerations.

use super::types::{BOOL, INT, Int, Struct, Sync, Type};
use super::unit::{Entity, Lowered, Unit};
use crate::ir::Value;
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use std::rc::Rc;

impl Unit<'_> {
    pub(super) fn structure(&mut self, s: &StructType, span: Span) -> Lowered<Type> {
        let tag = s.identifier.as_ref().map(|i| i.node.name.clone());
        if let Some(ty) = tag.as_deref().and_then(library_tag) {
            return Ok(ty);
        }
        let known = tag.as_ref().and_then(|t| self.tag(t, s.declarations.is_some()));
        let known = known.and_then(|ty| if let Type::Struct(number) = ty { Some(number) } else { None });
        let number = known.unwrap_or_else(|| self.new_structure(tag.clone(), s.kind.node == StructKind::Union));
        if let Some(fields) = &s.declarations {
            let (called, fields) = (self.structs.called(number), self.fields(fields));
            let fields = self.without([called].into_iter(), fields)?;
            let all = &mut self.structs.all[number];
            if all.complete && all.fields != fields {
                let message = format!("`{}` is defined twice", self.structs.called(number));
                return self.refuse(span, message, "with other members");
            }
            (all.fields, all.complete) = (fields, true);
            let unknown = all.arrangement.unknown;
            all.arrangement = self.source.attributes.arrangement(&self.source.text, span);
            all.arrangement.unknown |= unknown || all.arrangement.packed && all.has_bits();
            let even = self.structs.is_even(number, self.options.data_model);
            self.structs.all[number].uneven = self.structs.all[number].union && !even;
        }
        Ok(Type::Struct(number))
    }

    /// What a tag names; where it is defined only what it names in this scope.
    fn tag(&self, tag: &str, defines: bool) -> Option<Type> {
        let scopes = if defines { &self.tags[self.tags.len() - 1..] } else { &self.tags[..] };
        scopes.iter().rev().find_map(|scope| scope.get(tag).cloned())
    }

    fn name_by_tag(&mut self, tag: Option<String>, ty: Type) {
        let scope = self.tags.last_mut().expect("there is a scope");
        scope.extend(tag.map(|tag| (tag, ty)));
    }

    fn new_structure(&mut self, tag: Option<String>, union: bool) -> usize {
        let name = tag.clone().unwrap_or_default();
        let arrangement = Default::default();
        self.structs.all.push(Struct { name, fields: vec![], union, complete: false, uneven: false, arrangement });
        let number = self.structs.all.len() - 1;
        self.name_by_tag(tag, Type::Struct(number));
        number
    }

    fn fields(&mut self, declarations: &[Node<StructDeclaration>]) -> Lowered<Vec<(String, Type)>> {
        let mut fields = vec![];
        for declaration in declarations {
            let field = match &declaration.node {
                StructDeclaration::Field(field) => field,
                StructDeclaration::StaticAssert(assertion) => {
                    self.asserted(assertion)?;
                    continue;
                }
            };
            let base = self.qualified(&field.node.specifiers)?;
            if field.node.declarators.is_empty() && field.node.specifiers.iter().any(has_no_tag) {
                self.has_size(&base, "", declaration.span)?;
                fields.push((String::new(), base.clone()));
            }
            for declarator in &field.node.declarators {
                if let Some(width) = &declarator.node.bit_width {
                    fields.push(self.bit_field(declarator.node.declarator.as_ref(), &base, width)?);
                } else if let Some(declarator) = &declarator.node.declarator {
                    let (name, ty) = self.declared(declarator, base.clone())?;
                    self.has_size(&ty, &name, declarator.span)?;
                    fields.push((name, ty));
                }
            }
        }
        Ok(fields)
    }

    /// As gcc and clang have it, one without negative numbers is unsigned, and so are its numbers that no `int` holds.
    pub(super) fn enumeration(&mut self, e: &EnumType) -> Lowered<Type> {
        let tag = e.identifier.as_ref().map(|name| name.node.name.clone());
        if e.enumerators.is_empty() {
            let known = tag.and_then(|tag| self.tag(&tag, false)).filter(|ty| ty.int().is_some());
            return Ok(known.unwrap_or(INT));
        }
        let (mut next, mut least, mut large) = (0, 0, vec![]);
        for enumerator in &e.enumerators {
            if let Some(value) = &enumerator.node.expression {
                next = self.exact(value)?.value;
            }
            let int = Int { bits: 32, signed: Value::try_from(next).is_ok() };
            self.declare(&enumerator.node.identifier.node.name.clone(), Entity::Constant(next as Value, int));
            large.extend((!int.signed).then_some((next, enumerator.span)));
            least = next.min(least);
            next += 1;
        }
        let int = Int { bits: 32, signed: least < 0 };
        if let Some((_, span)) = large.iter().find(|(value, _)| int.wrapped(*value) != *value) {
            return self.refuse(*span, "the numbers of this enumeration take more than 32 bits", "not supported");
        }
        self.name_by_tag(tag, Type::Int(int));
        Ok(Type::Int(int))
    }
}

/// Whether a member without a name is one whose members are named as those of the structure around it.
fn has_no_tag(specifier: &Node<SpecifierQualifier>) -> bool {
    match &specifier.node {
        SpecifierQualifier::TypeSpecifier(ty) => match &ty.node {
            TypeSpecifier::Struct(s) => s.node.identifier.is_none(),
            _ => false,
        },
        _ => false,
    }
}

fn library_tag(tag: &str) -> Option<Type> {
    Some(match tag {
        "__moverlog_mutex" | "__moverlog_spin" => Type::Sync(Sync::Mutex),
        "__moverlog_cond" => Type::Sync(Sync::Cond),
        "__moverlog_rwlock" => Type::Sync(Sync::RwLock),
        "__moverlog_barrier" => Type::Sync(Sync::Barrier),
        "__moverlog_sem" => Type::Sync(Sync::Semaphore),
        "__moverlog_once" => Type::Sync(Sync::Once),
        "__moverlog_attr"
        | "__moverlog_mutexattr"
        | "__moverlog_condattr"
        | "__moverlog_rwlockattr"
        | "__moverlog_barrierattr" => Type::Sync(Sync::Attributes),
        "__moverlog_atomic_flag" => Type::Atomic(Rc::new(BOOL)),
        _ => return None,
    })
}

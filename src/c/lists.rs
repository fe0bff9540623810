//! Lists of initialisers: which scalar of an object gets what (C11 6.7.9).

use super::literals::{string_of, text_for};
use super::types::{Sync, Type};
use super::unit::{Lowered, Unit};
use crate::diagnostics::Diagnostic;
use crate::ir::Value;
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use std::collections::BTreeMap;

/// What a scalar of an initialised object gets: how many cells further, its type, and the expression.
pub(super) type Part<'i> = (u32, Type, &'i Node<Expression>);

/// The cells of a mutex before that of its kind.
const KIND: u32 = 2;

/// So long may an array be whose initialiser says how long it is.
const LONGEST: u32 = 4096;

/// What an initialiser names.
#[derive(Default)]
pub(super) struct Values<'i> {
    pub(super) parts: Vec<Part<'i>>,
    /// The numbers of texts, and the kinds of mutexes, with the cells before them.
    pub(super) chars: Vec<(u32, Value)>,
    /// The cells up to the end of the last element that is named.
    reached: u32,
    /// The member of each union that is named, by the cells before the union and its type.
    members: BTreeMap<(u32, usize), usize>,
}

/// An array or a structure that a list is for, or a part of one without braces of its own.
struct Level {
    ty: Type,
    /// With the cells before each.
    members: Vec<(u32, Type)>,
    next: usize,
    /// Where a list goes on behind it.
    end: usize,
}

impl Level {
    /// The type of the member that follows, if one does.
    fn next_type(&self) -> Option<Type> {
        self.members[..self.end].get(self.next).map(|(_, ty)| ty.clone())
    }

    /// A member is named: of a union no other one follows.
    fn comes_to(&mut self, member: usize, union: bool) {
        self.next = member;
        self.end = if union { member + 1 } else { self.end };
    }
}

impl<'i> Values<'i> {
    /// What was named from one cell to another is no longer.
    fn forget(&mut self, cells: (u32, u32), size: impl Fn(&Type) -> u32) {
        let inside = |at: u32, size: u32| cells.0 <= at && at + size <= cells.1;
        self.chars.retain(|(at, _)| !inside(*at, 1));
        self.parts.retain(|(at, ty, _)| !inside(*at, size(ty)));
    }
}

impl Unit<'_> {
    /// With the length that an initialiser gives to an array.
    pub(super) fn completed(&mut self, ty: Type, initialiser: Option<&Node<Initializer>>) -> Lowered<Type> {
        let Type::Array(of, 0) = ty.plain() else { return Ok(ty) };
        let len = match initialiser.map(|i| &i.node) {
            Some(Initializer::List(_)) => {
                let long = Type::Array(of.clone(), LONGEST);
                let values = self.named_by(&long, initialiser.expect("it is a list"))?;
                values.reached.div_ceil(self.structs.cells(of).max(1))
            }
            Some(Initializer::Expression(e)) => string_of(e).map_or(0, |s| s.len() as u32),
            None => 0,
        };
        Ok(Type::Array(of.clone(), len))
    }

    /// What each scalar gets that an initialiser names.
    pub(super) fn named_by<'i>(&mut self, ty: &Type, initialiser: &'i Node<Initializer>) -> Lowered<Values<'i>> {
        let mut values = Values::default();
        self.parts(ty, initialiser, 0, &mut values)?;
        Ok(values)
    }

    fn parts<'i>(
        &mut self,
        ty: &Type,
        initialiser: &'i Node<Initializer>,
        before: u32,
        values: &mut Values<'i>,
    ) -> Lowered<()> {
        match (&initialiser.node, ty.plain()) {
            (Initializer::Expression(e), Type::Sync(_)) => self.begins_as(e),
            (_, Type::Sync(Sync::Mutex)) => {
                let kind = self.kind_of_mutex(initialiser)?;
                values.chars.extend((kind != 0).then_some((before + KIND, kind)));
                Ok(())
            }
            (_, Type::Bits(..)) => self.refuse(initialiser.span, "bit fields are not supported", "sets a bit field"),
            (_, Type::Array(of, len)) if text_for(ty, initialiser).is_some() => {
                let text = text_for(ty, initialiser).unwrap_or_default();
                let span = if let Initializer::Expression(e) = &initialiser.node { e.span } else { initialiser.span };
                self.has_room(*len, &text, span)?;
                let signed = of.int().is_none_or(|int| int.signed);
                let bytes = text.into_iter().map(|b| if signed { Value::from(b as i8) } else { Value::from(b) });
                values.chars.extend((before..).zip(bytes).take(*len as usize));
                values.reached = values.chars.iter().map(|(at, _)| at + 1).chain([values.reached]).max().unwrap_or(0);
                Ok(())
            }
            (Initializer::Expression(e), _) => {
                values.parts.push((before, ty.clone(), e));
                Ok(())
            }
            (Initializer::List(items), Type::Array(..) | Type::Struct(_)) => self.listed(ty, items, before, values),
            (Initializer::List(_), Type::Sync(_)) => Ok(()),
            (Initializer::List(items), _) => match items.first() {
                Some(item) => self.parts(ty, &item.node.initializer, before, values),
                None => Ok(()),
            },
        }
    }

    /// An array has room for a text, but perhaps not for the byte that ends it (C11 6.7.9p14).
    fn has_room(&self, len: u32, text: &[u8], span: Span) -> Lowered<()> {
        let bytes = text.len() - 1;
        if bytes <= len as usize {
            return Ok(());
        }
        let message = format!("this text has {bytes} characters, and the array that it initialises has {len}");
        self.refuse(span, message, "too long")
    }

    /// An object of the library begins as a number says, or as one is written down.
    fn begins_as(&mut self, e: &Node<Expression>) -> Lowered<()> {
        let is_macro = |name: &str| {
            matches!(
                name,
                "PTHREAD_MUTEX_INITIALIZER"
                    | "PTHREAD_COND_INITIALIZER"
                    | "PTHREAD_RWLOCK_INITIALIZER"
                    | "PTHREAD_ONCE_INIT"
            )
        };
        match &e.node {
            Expression::CompoundLiteral(_) => return Ok(()),
            // As it stands in files that were preprocessed without the header.
            Expression::Identifier(name) if is_macro(&name.node.name) => return Ok(()),
            _ => {}
        }
        match self.type_of_expression(e).map(|ty| ty.plain().clone()) {
            Ok(Type::Sync(kind)) => Err(self.no_copy(kind, e.span).into()),
            _ => self.constant(e).map(|_| ()),
        }
    }

    /// What is said of whoever copies an object of the library.
    pub(super) fn no_copy(&self, kind: Sync, span: Span) -> Diagnostic {
        let message = format!("a copy of a `{}` is none, and of no use", kind.words());
        self.refusal(span, message, "copied here").help("use a pointer to it")
    }

    /// `{PTHREAD_MUTEX_RECURSIVE}`: all else that the library writes there is 0.
    fn kind_of_mutex(&mut self, initialiser: &Node<Initializer>) -> Lowered<Value> {
        let Initializer::List(items) = &initialiser.node else { return Ok(0) };
        for item in items {
            let kind = match &item.node.initializer.node {
                Initializer::Expression(e) => self.constant(e)?,
                Initializer::List(_) => self.kind_of_mutex(&item.node.initializer)?,
            };
            match kind {
                1 | 2 if self.structs.kinds => return Ok(kind),
                1 | 2 => {
                    return self.refuse(item.span, "a mutex of this kind inside of another object", "not supported");
                }
                _ => {}
            }
        }
        Ok(0)
    }

    /// A list for an array or a structure; without braces of their own inner objects take what they need of it, and a
    /// designator leads from the outermost one inside, where the list goes on.
    fn listed<'i>(
        &mut self,
        ty: &Type,
        items: &'i [Node<InitializerListItem>],
        before: u32,
        values: &mut Values<'i>,
    ) -> Lowered<()> {
        let mut levels = vec![self.level(ty.clone(), before)];
        for item in items {
            self.designated(&mut levels, &item.node.designation, values)?;
            let (before, member) = self.next_member(&mut levels, &item.node.initializer, values)?;
            self.named_again(&member, before, values, item.span)?;
            self.parts(&member, &item.node.initializer, before, values)?;
        }
        Ok(())
    }

    fn level(&self, ty: Type, before: u32) -> Level {
        let members: Vec<_> = self.members(&ty).into_iter().map(|(further, ty)| (before + further, ty)).collect();
        let end = members.len().min(if self.is_union(&ty) { 1 } else { usize::MAX });
        Level { ty, members, next: 0, end }
    }

    fn is_union(&self, ty: &Type) -> bool {
        matches!(ty.plain(), Type::Struct(s) if self.structs.all[*s].union)
    }

    /// The list goes on inside of the next member.
    fn enter(&mut self, levels: &mut Vec<Level>, values: &mut Values<'_>, span: Span) -> Lowered<()> {
        let (before, member) = self.take(levels, values, span)?;
        let level = self.level(member, before);
        if level.members.is_empty() {
            return self.refuse(span, "what this initialises has no elements", "nothing to initialise");
        }
        levels.push(level);
        Ok(())
    }

    /// The next member of the innermost object; what was said of another one of a union does not hold any longer.
    fn take(&mut self, levels: &mut [Level], values: &mut Values<'_>, span: Span) -> Lowered<(u32, Type)> {
        let Some((level, taken)) = levels.last_mut().and_then(|l| l.members.get(l.next).cloned().map(|m| (l, m)))
        else {
            return self.refuse(span, "there is no such element to initialise", "too many");
        };
        if let (true, Type::Struct(s)) = (self.is_union(&level.ty), level.ty.plain())
            && values.members.insert((taken.0, *s), level.next).is_some_and(|before| before != level.next)
        {
            let cells = self.structs.cells(&level.ty);
            values.forget((taken.0, taken.0 + cells), |ty| self.structs.cells(ty));
        }
        level.next += 1;
        Ok(taken)
    }

    /// The member that gets the value of an initialiser, inside of others if it has no braces and none of them has its
    /// type.
    fn next_member(
        &mut self,
        levels: &mut Vec<Level>,
        initialiser: &Node<Initializer>,
        values: &mut Values<'_>,
    ) -> Lowered<(u32, Type)> {
        loop {
            while levels.len() > 1 && levels.last().is_some_and(|level| level.next_type().is_none()) {
                levels.pop();
            }
            match levels.last().and_then(Level::next_type) {
                Some(ty) if self.goes_inside(&ty, initialiser) => self.enter(levels, values, initialiser.span)?,
                Some(_) => return self.take(levels, values, initialiser.span),
                None => return self.refuse(initialiser.span, "there is no such element to initialise", "too many"),
            }
        }
    }

    fn goes_inside(&mut self, member: &Type, initialiser: &Node<Initializer>) -> bool {
        let Initializer::Expression(e) = &initialiser.node else { return false };
        matches!(member.plain(), Type::Array(..) | Type::Struct(_))
            && text_for(member, initialiser).is_none()
            && !self.type_of_expression(e).is_ok_and(|ty| ty.plain() == member.plain())
    }

    /// What an initialiser says of an object holds instead of what was said of it, or of a part of it, before.
    fn named_again(&mut self, ty: &Type, before: u32, values: &mut Values<'_>, span: Span) -> Lowered<()> {
        let end = before + self.structs.cells(ty);
        values.forget((before, end), |ty| self.structs.cells(ty));
        values.reached = values.reached.max(end);
        let whole = |(at, ty, _): &Part<'_>| *at < end && before < at + self.structs.cells(ty);
        if values.parts.iter().any(whole) {
            let message = "a part of a structure is initialised again that is initialised as a whole";
            return self.refuse(span, message, "compilers do not agree on what the other parts are");
        }
        Ok(())
    }

    /// What an array or a structure consists of, and how many cells stand before each.
    fn members(&self, ty: &Type) -> Vec<(u32, Type)> {
        match ty.plain() {
            Type::Array(of, len) => {
                let cells = self.structs.cells(of);
                (0..*len).map(|i| (i * cells, (**of).clone())).collect()
            }
            Type::Struct(s) => {
                let s = &self.structs.all[*s];
                let mut before = 0;
                let mut members = vec![];
                for (_, ty) in s.listed() {
                    members.push((before, ty.clone()));
                    before += if s.union { 0 } else { self.structs.cells(ty) };
                }
                members
            }
            _ => vec![],
        }
    }

    /// Designators lead from the outermost object to a member.
    fn designated(
        &mut self,
        levels: &mut Vec<Level>,
        designation: &[Node<Designator>],
        values: &mut Values<'_>,
    ) -> Lowered<()> {
        for (i, designator) in designation.iter().enumerate() {
            match i {
                0 => levels.truncate(1),
                _ => self.enter(levels, values, designator.span)?,
            }
            while self.names(levels, designator)? {
                self.enter(levels, values, designator.span)?;
            }
        }
        Ok(())
    }

    /// Goes to the member that a designator names; says whether it is inside of one without a name.
    fn names(&mut self, levels: &mut [Level], designator: &Node<Designator>) -> Lowered<bool> {
        let Some(level) = levels.last_mut() else { return Ok(false) };
        let member = self.member_named(&level.ty, designator)?;
        level.comes_to(member, self.is_union(&level.ty));
        Ok(match (&designator.node, level.ty.plain()) {
            (Designator::Member(_), Type::Struct(s)) => {
                self.structs.all[*s].listed().nth(member).is_some_and(|(name, _)| name.is_empty())
            }
            _ => false,
        })
    }

    fn member_named(&mut self, ty: &Type, designator: &Node<Designator>) -> Lowered<usize> {
        match (&designator.node, ty.plain()) {
            (Designator::Index(e), Type::Array(_, len)) => match self.constant(e)? {
                index if (0..*len as Value).contains(&index) => Ok(index as usize),
                _ => self.refuse(designator.span, "there is no such element to initialise", "too many"),
            },
            (Designator::Member(name), Type::Struct(s)) => {
                let inside = |ty: &Type| matches!(ty.plain(), Type::Struct(s) if self.structs.field(*s, &name.node.name).is_some());
                let named = |(n, ty): &(String, Type)| *n == name.node.name || n.is_empty() && inside(ty);
                match self.structs.all[*s].listed().position(named) {
                    Some(i) => Ok(i),
                    None => self.refuse(designator.span, "there is no such member", "unknown"),
                }
            }
            (Designator::Range(_), _) => self.refuse(designator.span, "ranges of elements are not supported", "here"),
            _ => self.refuse(designator.span, "there is no such element to initialise", "unknown"),
        }
    }
}

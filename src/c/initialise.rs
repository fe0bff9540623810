//! Initialisers: of static objects as values of cells, of locals as assignments.

use super::forms::Operand;
use super::forms::{At, Located};
use super::function::Body;
use super::literals::unescaped;
use super::types::{INT, Int, Sync, Type};
use super::unit::{Home, Lowered, Unit};
use crate::ir::{Action, Cell, Expr, Value};
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use std::rc::Rc;

/// What a scalar of an initialised object gets: how many cells further, its type, and the expression.
type Part<'i> = (u32, Type, &'i Node<Expression>);

/// The cells of a mutex before that of its kind.
const KIND: u32 = 2;

/// So long may an array be whose initialiser says how long it is.
const LONGEST: u32 = 4096;

/// The bytes of a string with the one that ends it.
pub(super) fn bytes(text: &[String]) -> Vec<u8> {
    let inner = |part: &String| {
        let start = part.find('"').map_or(0, |i| i + 1);
        unescaped(part[start..].strip_suffix('"').unwrap_or(&part[start..]))
    };
    text.iter().flat_map(inner).chain([0]).collect()
}

fn string_of(e: &Node<Expression>) -> Option<Vec<u8>> {
    match &e.node {
        Expression::StringLiteral(text) => Some(bytes(&text.node)),
        _ => None,
    }
}

/// The text that an array of characters begins with, which may stand in braces (C11 6.7.9p14).
fn text_for(ty: &Type, initialiser: &Node<Initializer>) -> Option<Vec<u8>> {
    let Type::Array(of, _) = ty.plain() else { return None };
    let characters = of.int().is_some_and(|int| int.bits == 8);
    match &initialiser.node {
        _ if !characters => None,
        Initializer::Expression(e) => string_of(e),
        Initializer::List(items) => match &items[..] {
            [item] if item.node.designation.is_empty() => match &item.node.initializer.node {
                Initializer::Expression(e) => string_of(e),
                Initializer::List(_) => None,
            },
            _ => None,
        },
    }
}

impl Unit<'_> {
    /// With the length that an initialiser gives to an array.
    pub(super) fn completed(&mut self, ty: Type, initialiser: Option<&Node<Initializer>>) -> Lowered<Type> {
        let Type::Array(of, 0) = ty.plain() else { return Ok(ty) };
        let len = match initialiser.map(|i| &i.node) {
            Some(Initializer::List(_)) => {
                let long = Type::Array(of.clone(), LONGEST);
                let (mut parts, mut chars) = (vec![], vec![]);
                self.parts(&long, initialiser.expect("it is a list"), 0, (&mut parts, &mut chars))?;
                let last = parts.iter().map(|(further, ..)| *further).chain(chars.iter().map(|(further, _)| *further));
                last.max().map_or(0, |last| last / self.structs.cells(of).max(1) + 1)
            }
            Some(Initializer::Expression(e)) => string_of(e).map_or(0, |s| s.len() as u32),
            None => 0,
        };
        Ok(Type::Array(of.clone(), len))
    }

    /// What each scalar gets that an initialiser names; `chars` are those of strings.
    fn parts<'i>(
        &mut self,
        ty: &Type,
        initialiser: &'i Node<Initializer>,
        before: u32,
        (parts, chars): (&mut Vec<Part<'i>>, &mut Vec<(u32, Value)>),
    ) -> Lowered<()> {
        match (&initialiser.node, ty.plain()) {
            (_, Type::Sync(Sync::Mutex)) => {
                let kind = self.kind_of_mutex(initialiser)?;
                chars.extend((kind != 0).then_some((before + KIND, kind)));
                Ok(())
            }
            (_, Type::Bits(..)) => self.refuse(initialiser.span, "bit fields are not supported", "sets a bit field"),
            (Initializer::Expression(_), Type::Sync(_)) => Ok(()),
            (_, Type::Array(of, len)) if text_for(ty, initialiser).is_some() => {
                let text = text_for(ty, initialiser).unwrap_or_default();
                let span = if let Initializer::Expression(e) = &initialiser.node { e.span } else { initialiser.span };
                self.has_room(*len, &text, span)?;
                let signed = of.int().is_none_or(|int| int.signed);
                let bytes = text.into_iter().map(|b| if signed { Value::from(b as i8) } else { Value::from(b) });
                chars.extend((before..).zip(bytes).take(*len as usize));
                Ok(())
            }
            (Initializer::Expression(e), _) => {
                parts.push((before, ty.clone(), e));
                Ok(())
            }
            (Initializer::List(items), Type::Array(..) | Type::Struct(_)) => {
                let mut at = 0;
                self.listed(ty, items, &mut at, before, (parts, chars))
            }
            (Initializer::List(_), Type::Sync(_)) => Ok(()),
            (Initializer::List(items), _) => match items.first() {
                Some(item) => self.parts(ty, &item.node.initializer, before, (parts, chars)),
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

    /// A list for an array or a structure; without braces of their own inner objects take what they need of it.
    fn listed<'i>(
        &mut self,
        ty: &Type,
        items: &'i [Node<InitializerListItem>],
        at: &mut usize,
        before: u32,
        (parts, chars): (&mut Vec<Part<'i>>, &mut Vec<(u32, Value)>),
    ) -> Lowered<()> {
        let members = self.members(ty);
        let most = if matches!(ty.plain(), Type::Struct(s) if self.structs.all[*s].union) { 1 } else { members.len() };
        let mut next = 0;
        let outermost = *at == 0;
        while *at < items.len() && (next < most || !items[*at].node.designation.is_empty()) {
            let item = &items[*at];
            if let Some(designator) = item.node.designation.first() {
                if !outermost {
                    return Ok(());
                }
                next = self.designated(ty, designator)?;
            }
            let Some((further, member)) = members.get(next).cloned() else {
                return self.refuse(item.span, "there is no such element to initialise", "too many");
            };
            next += 1;
            let inner = matches!(member.plain(), Type::Array(..) | Type::Struct(_));
            let bare = matches!(item.node.initializer.node, Initializer::Expression(_))
                && text_for(&member, &item.node.initializer).is_none();
            if inner && bare && item.node.designation.len() < 2 && !self.is_whole(&member, &item.node.initializer) {
                let mut rest = Rest { items, at: *at };
                self.unbraced(&member, &mut rest, before + further, (parts, chars))?;
                *at = rest.at;
            } else {
                let (ty, further) = self.designated_inside(member, further, &item.node.designation)?;
                self.parts(&ty, &item.node.initializer, before + further, (parts, chars))?;
                *at += 1;
            }
        }
        Ok(())
    }

    fn is_whole(&mut self, member: &Type, initialiser: &Node<Initializer>) -> bool {
        match &initialiser.node {
            Initializer::Expression(e) => self.type_of_expression(e).is_ok_and(|ty| ty.plain() == member.plain()),
            Initializer::List(_) => true,
        }
    }

    fn unbraced<'i>(
        &mut self,
        ty: &Type,
        rest: &mut Rest<'i>,
        before: u32,
        (parts, chars): (&mut Vec<Part<'i>>, &mut Vec<(u32, Value)>),
    ) -> Lowered<()> {
        for (further, member) in self.members(ty) {
            if rest.at >= rest.items.len() {
                break;
            }
            let text = text_for(&member, &rest.items[rest.at].node.initializer).is_some();
            if !text && matches!(member.plain(), Type::Array(..) | Type::Struct(_)) {
                self.unbraced(&member, rest, before + further, (parts, chars))?;
            } else {
                let item = &rest.items[rest.at];
                self.parts(&member, &item.node.initializer, before + further, (parts, chars))?;
                rest.at += 1;
            }
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

    fn designated(&mut self, ty: &Type, designator: &Node<Designator>) -> Lowered<usize> {
        match (&designator.node, ty.plain()) {
            (Designator::Index(e), _) => Ok(self.constant(e)? as usize),
            (Designator::Member(name), Type::Struct(s)) => {
                let inside = |ty: &Type| matches!(ty.plain(), Type::Struct(s) if self.structs.field(*s, &name.node.name).is_some());
                let named = |(n, ty): &(String, Type)| *n == name.node.name || n.is_empty() && inside(ty);
                match self.structs.all[*s].listed().position(named) {
                    Some(i) => Ok(i),
                    None => self.refuse(designator.span, "there is no such member", "unknown"),
                }
            }
            _ => self.refuse(designator.span, "ranges of elements are not supported", "here"),
        }
    }

    /// Further designators lead further inside.
    fn designated_inside(&mut self, ty: Type, further: u32, designation: &[Node<Designator>]) -> Lowered<(Type, u32)> {
        let (mut ty, mut further) = (ty, further);
        // A member of a structure without a name is named as one of that around it.
        let anonymous = matches!((designation.first().map(|d| &d.node), ty.plain()),
            (Some(Designator::Member(name)), Type::Struct(s)) if self.structs.field(*s, &name.node.name).is_some());
        for designator in designation.iter().skip(usize::from(!anonymous)) {
            let i = self.designated(&ty, designator)?;
            let Some((more, inner)) = self.members(&ty).get(i).cloned() else {
                return self.refuse(designator.span, "there is no such element", "unknown");
            };
            (ty, further) = (inner, further + more);
        }
        Ok((ty, further))
    }

    /// The values with which an object of static storage begins.
    pub(super) fn set_initially(&mut self, home: &Home, ty: &Type, initialiser: &Node<Initializer>) -> Lowered<()> {
        let (mut parts, mut chars) = (vec![], vec![]);
        self.parts(ty, initialiser, 0, (&mut parts, &mut chars))?;
        let mut values: Vec<(u32, Value)> = chars;
        for (further, ty, e) in parts {
            let value = self.initial_value(&ty, e)?;
            values.push((further, value));
        }
        for base in self.bases(home) {
            values.iter().for_each(|(further, value)| self.set_cell(Cell(base + further), *value));
        }
        Ok(())
    }

    fn initial_value(&mut self, ty: &Type, e: &Node<Expression>) -> Lowered<Value> {
        if *ty.plain() == Type::Float {
            return self.refuse(e.span, "floating-point numbers are not supported", "a float");
        }
        match string_of(e) {
            Some(text) => Ok(self.text_object(text, e.span).0 as Value + 1),
            None => self.constant_as(e, ty),
        }
    }

    /// A string in memory.
    fn text_object(&mut self, text: Vec<u8>, span: Span) -> Cell {
        let ty = Type::Array(Rc::new(Type::Int(Int { bits: 8, signed: true })), text.len() as u32);
        let name = format!("text@{}", span.start);
        let cell = self.allocate(&name, &ty, span);
        for (i, byte) in (0..).zip(text) {
            self.set_cell(Cell(cell.0 + i), byte as i8 as Value);
        }
        cell
    }
}

struct Rest<'i> {
    items: &'i [Node<InitializerListItem>],
    at: usize,
}

impl Body<'_, '_> {
    /// A local gets its values one after the other; what is not named is 0.
    pub(super) fn initialised(&mut self, to: &Located, initialiser: &Node<Initializer>) -> Lowered<()> {
        if let (Initializer::Expression(e), Type::Struct(_)) = (&initialiser.node, to.ty.plain()) {
            let from = self.locate(e)?;
            return self.copied(to, &from, e.span);
        }
        let (mut parts, mut chars) = (vec![], vec![]);
        self.unit.parts(&to.ty, initialiser, 0, (&mut parts, &mut chars))?;
        if matches!(to.ty.plain(), Type::Array(..) | Type::Struct(_)) {
            self.cleared(to, &parts, &chars)?;
        }
        for (further, value) in chars {
            let one = to.clone().further(further, INT);
            self.act(Action::Assign { place: one.place(), value: Expr::Const(value) });
        }
        for (further, ty, e) in parts {
            let one = to.clone().further(further, ty.clone());
            if let Type::Struct(_) = ty.plain() {
                let from = self.locate(e)?;
                self.copied(&one, &from, e.span)?;
                continue;
            }
            let value = self.value_as(e, &ty)?;
            self.stored(&one, value, false)?;
        }
        Ok(())
    }

    /// Registers are 0 when they come into scope, unless that is in a loop.
    fn cleared(&mut self, to: &Located, parts: &[Part<'_>], chars: &[(u32, Value)]) -> Lowered<()> {
        for (i, (_, ty)) in (0..).zip(self.unit.structs.leaves(&to.ty)) {
            let named =
                parts.iter().any(|(further, ..)| *further == i) || chars.iter().any(|(further, _)| *further == i);
            if !named && ty.is_scalar() {
                let one = to.clone().further(i, ty.clone());
                self.stored(&one, Operand::constant(0, ty), false)?;
            }
        }
        Ok(())
    }

    pub(super) fn string(&mut self, text: &[String], span: Span) -> Lowered<Located> {
        let key = format!("text@{}", span.start);
        let text = bytes(text);
        let ty = Type::Array(Rc::new(Type::Int(Int { bits: 8, signed: true })), text.len() as u32);
        let cell = match self.unit.statics.get(&key) {
            Some(Home::Cells(cell)) => *cell,
            _ => self.unit.text_object(text, span),
        };
        self.unit.statics.insert(key, Home::Cells(cell));
        Ok(Located { at: At::Cell(cell), ty })
    }

    /// `(struct s) { .. }`: an object of its own.
    pub(super) fn compound(&mut self, literal: &CompoundLiteral, span: Span) -> Lowered<Located> {
        let ty = self.unit.type_name(&literal.type_name.node)?;
        let initialiser = Node::new(Initializer::List(literal.initializer_list.clone()), span);
        let ty = self.unit.completed(ty, Some(&initialiser))?;
        let home = self.in_memory("literal", &ty, span);
        let to = self.home_place(&home, &ty);
        self.locks_begin(&to);
        self.initialised(&to, &initialiser)?;
        Ok(to)
    }
}

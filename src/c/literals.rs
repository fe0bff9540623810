//! Numbers, characters and texts as they are written.

use super::constants::{Exact, TOO_WIDE};
use super::types::{Int, Type};
use super::unit::{Lowered, Unit};
use crate::ir::Value;
use lang_c::ast::*;
use lang_c::span::{Node, Span};

impl Unit<'_> {
    /// The value and the type of a number or a character.
    pub(super) fn literal(&mut self, c: &Node<Constant>) -> Lowered<(Value, Type)> {
        if let Constant::Float(_) = &c.node {
            return Ok((0, self.type_of_constant(c)?));
        }
        let exact = self.exact_literal(c)?;
        let value = self.held(exact, c.span)?;
        Ok((value, Type::Int(exact.int)))
    }

    pub(super) fn exact_literal(&mut self, c: &Node<Constant>) -> Lowered<Exact> {
        match &c.node {
            Constant::Integer(i) => self.integer(i, c.span),
            Constant::Character(text) => match character(text) {
                Some(value) => Ok(Exact::int(value)),
                None => self.refuse(c.span, "I cannot read this character", "here"),
            },
            Constant::Float(_) => {
                let number = &self.source.text[c.span.start..c.span.end];
                let message = format!("`{number}` is no whole number");
                Err(self.refusal(c.span, message, "a floating-point number").into())
            }
        }
    }

    /// The first type of C11 6.4.4.1 that holds it.
    fn integer(&mut self, i: &Integer, span: Span) -> Lowered<Exact> {
        let radix = match i.base {
            IntegerBase::Decimal => 10,
            IntegerBase::Octal => 8,
            IntegerBase::Hexadecimal => 16,
            IntegerBase::Binary => 2,
        };
        let digits = if i.number.is_empty() { "0" } else { &*i.number };
        let Ok(number) = u64::from_str_radix(digits, radix) else {
            return self.refuse(span, "this number is too large", "more than 64 bits");
        };
        let sizes = [32, self.options.data_model.long(), 64];
        let sizes = match i.suffix.size {
            IntegerSize::Int => &sizes[..],
            IntegerSize::Long => &sizes[1..],
            IntegerSize::LongLong => &sizes[2..],
        };
        let signs = match i.suffix.unsigned {
            true => &[false][..],
            false if radix == 10 => &[true],
            false => &[true, false],
        };
        let all = sizes.iter().flat_map(|bits| signs.iter().map(|signed| Int { bits: *bits, signed: *signed }));
        let value = i128::from(number);
        match all.into_iter().find(|int| int.wrapped(value) == value) {
            Some(int) => Ok(Exact { value, int }),
            None => self.refuse(span, TOO_WIDE, "does not fit"),
        }
    }
}

impl Unit<'_> {
    /// Only texts of `char` are objects here.
    pub(super) fn is_narrow(&self, text: &[String], span: Span) -> Lowered<()> {
        if said_narrow(text) {
            return Ok(());
        }
        self.refuse(span, "texts of wide characters are not supported", "not of `char`")
    }
}

fn said_narrow(text: &[String]) -> bool {
    text.iter().all(|part| part.starts_with('"') || part.starts_with("u8\""))
}

/// What stands between quotes.
fn character(text: &str) -> Option<Value> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let bytes = unescaped(inner);
    (bytes.len() == 1).then(|| bytes[0] as i8 as Value)
}

/// The bytes of a string or a character without its quotes.
fn unescaped(text: &str) -> Vec<u8> {
    let (mut bytes, mut rest) = (vec![], text.as_bytes());
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let Some((escape, after)) = rest.split_first() else { break };
        rest = after;
        let (byte, used) = match escape {
            b'n' => (b'\n', 0),
            b't' => (b'\t', 0),
            b'r' => (b'\r', 0),
            b'a' => (7, 0),
            b'b' => (8, 0),
            b'f' => (12, 0),
            b'v' => (11, 0),
            b'x' => number(rest, 16, rest.len()),
            b'0'..=b'7' => {
                let (byte, used) = number(&[&[*escape], rest].concat(), 8, 3);
                (byte, used - 1)
            }
            other => (*other, 0),
        };
        bytes.push(byte);
        rest = &rest[used..];
    }
    bytes
}

fn number(text: &[u8], radix: u32, most: usize) -> (u8, usize) {
    let digits: Vec<u32> = text.iter().take(most).map_while(|b| (*b as char).to_digit(radix)).collect();
    (digits.iter().fold(0u32, |n, d| n.wrapping_mul(radix) + d) as u8, digits.len())
}

/// The bytes of a string with the one that ends it.
pub(super) fn bytes(text: &[String]) -> Vec<u8> {
    let inner = |part: &String| {
        let start = part.find('"').map_or(0, |i| i + 1);
        unescaped(part[start..].strip_suffix('"').unwrap_or(&part[start..]))
    };
    text.iter().flat_map(inner).chain([0]).collect()
}

/// The bytes of an expression that is a text of `char`.
pub(super) fn string_of(e: &Node<Expression>) -> Option<Vec<u8>> {
    match &e.node {
        Expression::StringLiteral(text) if said_narrow(&text.node) => Some(bytes(&text.node)),
        _ => None,
    }
}

/// The text that an array of characters begins with, which may stand in braces (C11 6.7.9p14).
pub(super) fn text_for(ty: &Type, initialiser: &Node<Initializer>) -> Option<Vec<u8>> {
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

//! Formats of `printf` and its like: what they convert, and how many characters that takes.

use super::{Call, binary, constant, plus};
use crate::c::forms::Operand;
use crate::c::function::Body;
use crate::c::literals::string_of;
use crate::c::types::{Int, Type};
use crate::c::unit::Lowered;
use crate::control::Bound;
use crate::ir::*;
use lang_c::ast::Expression;
use lang_c::span::Node;
use std::iter::Peekable;
use std::slice::Iter;

/// `%-5.2ld`
struct Conversion {
    /// Flags, a width and a precision.
    before: String,
    /// `h`, `l` and their like.
    length: String,
    letter: u8,
}

/// A character that is printed as it is, or a conversion.
enum Piece {
    Plain,
    Of(Conversion),
}

/// How many characters a piece takes.
enum Size {
    Known(Value),
    /// As the program computes.
    Computed(Expr),
    /// So many at least, and perhaps so many more.
    AtLeast(Value, Option<Value>),
}

/// So many characters a number of 32 bits has at most, whatever its base, with a sign and a prefix; one of 64 bits twice
/// as many.
const MOST_DIGITS: Value = 12;

/// The format of a call that prints, by its place among the arguments.
fn place(name: &str) -> Option<usize> {
    match name {
        "printf" => Some(0),
        "fprintf" | "sprintf" => Some(1),
        "snprintf" => Some(2),
        _ => None,
    }
}

fn pieces(format: &[u8]) -> Vec<Piece> {
    let (mut pieces, mut rest) = (vec![], format.iter().peekable());
    while let Some(byte) = rest.next().filter(|byte| **byte != 0) {
        pieces.push(match byte {
            b'%' => conversion(&mut rest),
            _ => Piece::Plain,
        });
    }
    pieces
}

/// What stands behind `%`.
fn conversion(rest: &mut Peekable<Iter<'_, u8>>) -> Piece {
    let before = taken(rest, b"-+ #'*.$0123456789");
    let length = taken(rest, b"hljztLq");
    match rest.next() {
        Some(b'%') if before.is_empty() => Piece::Plain,
        letter => Piece::Of(Conversion { before, length, letter: letter.copied().unwrap_or(0) }),
    }
}

/// The characters from here on that are some of these.
fn taken(rest: &mut Peekable<Iter<'_, u8>>, some: &[u8]) -> String {
    std::iter::from_fn(|| rest.next_if(|b| some.contains(b))).map(|b| *b as char).collect()
}

impl Conversion {
    /// Between what a number takes: a width or a precision may make it longer.
    fn of_a_number(&self, int: Option<Int>) -> Size {
        let widths = self.before.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse::<Value>().ok());
        let narrow = int.is_some_and(|int| !int.is_wide());
        let more = widths.fold(if narrow { MOST_DIGITS } else { 2 * MOST_DIGITS }, Value::saturating_add);
        Size::AtLeast(1, Some(more).filter(|_| !self.before.contains(['*', '$'])))
    }
}

impl Body<'_, '_> {
    /// `%n` writes how much was printed, which is not known.
    pub(super) fn writes_no_count(&mut self, call: &Call<'_>) -> Lowered<()> {
        let Some(e) = place(call.name).and_then(|place| call.arguments.get(place)) else { return Ok(()) };
        let counts = match string_of(e) {
            Some(format) => pieces(&format).iter().any(|piece| matches!(piece, Piece::Of(c) if c.letter == b'n')),
            None => self.may_count(call),
        };
        if !counts {
            return Ok(());
        }
        let refusal = self.unit.refusal(e.span, "`%n` is not supported: how much is printed is not known", "written");
        Err(refusal.help("leave it out").into())
    }

    /// Of a format that is not known: whether it is given a place for a count.
    fn may_count(&mut self, call: &Call<'_>) -> bool {
        let further = place(call.name).map_or(0, |place| place + 1);
        let is_place = |ty: Type| ty.pointee().and_then(Type::int).is_some_and(|int| int.bits > 8);
        call.arguments.iter().skip(further).any(|e| self.unit.type_of_expression(e).is_ok_and(is_place))
    }

    /// Goes wrong where an array of so many characters has no room for what is printed, and for the 0 behind it.
    pub(super) fn has_room(&mut self, call: &Call<'_>, room: Value, printed: &[Option<Operand>]) -> Lowered<()> {
        let bound = printed.get(1).cloned().flatten().filter(|_| call.name == "snprintf");
        if matches!(bound, Some(Operand { expr: Expr::Const(most @ 0..), .. }) if most <= room) {
            return Ok(());
        }
        let (total, more) = self.total(call, printed)?;
        let fits = |total| match &bound {
            Some(bound) => {
                let cut = binary(Binary::UnsignedLt, bound.expr.clone(), constant(room.saturating_add(1)));
                binary(Binary::Or, binary(Binary::Lt, total, constant(room)), cut)
            }
            None => binary(Binary::Lt, total, constant(room)),
        };
        self.demand(fits(total.clone()), "more is printed than the array has room for");
        let [unknown, end] = [(); 2].map(|()| self.steps.fresh());
        match more {
            Some(0) => return Ok(()),
            Some(more) => self.branch(fits(plus(total, more)), end, unknown),
            None => self.goto(unknown),
        }
        self.land(unknown);
        self.perhaps_stops(Bound::Uninitialised);
        self.land(end);
        Ok(())
    }

    /// How many characters are printed at least, and how many more there may be.
    fn total(&mut self, call: &Call<'_>, printed: &[Option<Operand>]) -> Lowered<(Expr, Option<Value>)> {
        let at = place(call.name).unwrap_or(0);
        let Some(format) = string_of(self.argument(call, at)?) else { return Ok((constant(0), None)) };
        let mut further = at;
        let (mut total, mut slack) = (constant(0), Some(0));
        for piece in pieces(&format) {
            let size = match piece {
                Piece::Plain => Size::Known(1),
                Piece::Of(c) => {
                    further += 1;
                    let value = printed.get(further).cloned().flatten();
                    self.size_of(&c, call.arguments.get(further), value)?
                }
            };
            let (sure, perhaps) = match size {
                Size::Known(sure) => (constant(sure), Some(0)),
                Size::Computed(sure) => (sure, Some(0)),
                Size::AtLeast(sure, perhaps) => (constant(sure), perhaps),
            };
            total = crate::c::convert::binary(Binary::Add, total, sure);
            slack = slack.zip(perhaps).map(|(a, b): (Value, Value)| a.saturating_add(b));
        }
        Ok((total, slack))
    }

    /// Of one conversion and its argument, which is written down or has been evaluated.
    fn size_of(&mut self, c: &Conversion, e: Option<&Node<Expression>>, value: Option<Operand>) -> Lowered<Size> {
        let plain = c.before.is_empty() && !c.length.starts_with('h');
        if let Some(text) = e.and_then(string_of).filter(|_| plain && c.letter == b's') {
            return Ok(Size::Known(text.len() as Value - 1));
        }
        let Some(value) = value else { return Ok(Size::AtLeast(0, None)) };
        let int = value.ty.int();
        let is_text = value.ty.pointee().and_then(Type::int).is_some_and(|int| int.bits == 8);
        Ok(match c.letter {
            b'c' if plain => Size::Known(1),
            b'd' | b'i' | b'u' if plain => digits(&value, c.letter != b'u').unwrap_or(c.of_a_number(int)),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' | b'c' => c.of_a_number(int),
            b's' if plain && is_text => Size::Computed(self.length_of_text(&value).expr),
            _ => Size::AtLeast(0, None),
        })
    }
}

/// The characters of a number in decimals; nothing where it is looked at as one of another type.
fn digits(value: &Operand, signed: bool) -> Option<Size> {
    let int = value.ty.int()?;
    let by_sign = signed || int.is_wide() && !int.signed;
    if int.is_wide() && int.signed != signed {
        return None;
    }
    if let (Expr::Const(v), true) = (&value.expr, by_sign) {
        return Some(Size::Known(v.to_string().len() as Value));
    }
    let e = || value.expr.clone();
    let longer = |power: Value| match by_sign {
        true => {
            let below = binary(Binary::Le, e(), constant(-power));
            binary(Binary::Or, binary(Binary::Ge, e(), constant(power)), below)
        }
        false => binary(Binary::UnsignedLe, constant(power), e()),
    };
    let first = if signed { plus(binary(Binary::Lt, e(), constant(0)), 1) } else { constant(1) };
    let powers = (1..10).map(|n| (10 as Value).pow(n));
    Some(Size::Computed(powers.map(longer).fold(first, |sum, more| binary(Binary::Add, sum, more))))
}

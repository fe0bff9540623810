//! `<ctype.h>`, of ASCII as in the locale `C`.

use super::{Call, Result, binary, constant, plus};
use crate::c::forms::Operand;
use crate::c::function::Body;
use crate::c::types::INT;
use crate::c::unit::Lowered;
use crate::ir::*;

/// From a letter to the same as a small one.
const TO_SMALL: Value = 32;

/// The first and the last of each row of characters for which a function says yes.
fn rows(name: &str) -> Option<&'static [(u8, u8)]> {
    Some(match name {
        "isalnum" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
        "isalpha" => &[(b'A', b'Z'), (b'a', b'z')],
        "isblank" => &[(b'\t', b'\t'), (b' ', b' ')],
        "iscntrl" => &[(0, 31), (127, 127)],
        "isdigit" => &[(b'0', b'9')],
        "isgraph" => &[(b'!', b'~')],
        "islower" => &[(b'a', b'z')],
        "isprint" => &[(b' ', b'~')],
        "ispunct" => &[(b'!', b'/'), (b':', b'@'), (b'[', b'`'), (b'{', b'~')],
        "isspace" => &[(b'\t', b'\r'), (b' ', b' ')],
        "isupper" => &[(b'A', b'Z')],
        "isxdigit" => &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
        _ => return None,
    })
}

/// Whether it is in one of these rows.
fn is_in(character: &Expr, rows: &[(u8, u8)]) -> Expr {
    let row = |(first, last): &(u8, u8)| {
        let from = binary(Binary::Ge, character.clone(), constant(Value::from(*first)));
        let to = binary(Binary::Le, character.clone(), constant(Value::from(*last)));
        binary(Binary::And, from, to)
    };
    rows.iter().map(row).reduce(|a, b| binary(Binary::Or, a, b)).unwrap_or(constant(0))
}

impl Body<'_, '_> {
    pub(super) fn character_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        let value = match call.name {
            "tolower" => self.other_case(call, (b'A', b'Z'), TO_SMALL)?,
            "toupper" => self.other_case(call, (b'a', b'z'), -TO_SMALL)?,
            name => match rows(name) {
                Some(rows) => self.is_of_a_kind(call, rows)?,
                None => return Ok(None),
            },
        };
        Ok(Some(Result::of(value)))
    }

    fn other_case(&mut self, call: &Call<'_>, row: (u8, u8), by: Value) -> Lowered<Operand> {
        let character = self.one_character(call)?;
        let other = plus(character.clone(), by);
        let cond = is_in(&character, &[row]);
        Ok(Operand::new(Expr::Conditional(Box::new(cond), Box::new(other), Box::new(character)), INT))
    }

    /// Not 0 if it is; which number that is, is not said.
    fn is_of_a_kind(&mut self, call: &Call<'_>, rows: &[(u8, u8)]) -> Lowered<Operand> {
        let character = self.one_character(call)?;
        let is = is_in(&character, rows);
        let (register, result) = self.outcome(&INT);
        let place = self.register_place(register, &INT);
        let values = vec![is.clone(), binary(Binary::Mul, is, constant(2))];
        self.act(Action::Choose { place, values });
        Ok(result)
    }

    /// Others than characters and `EOF` have no meaning (C11 7.4p1).
    fn one_character(&mut self, call: &Call<'_>) -> Lowered<Expr> {
        let character = self.worth_fixed_as(call, 0, &INT)?.expr;
        let fits = is_in(&character, &[(0, u8::MAX)]);
        let end = binary(Binary::Eq, character.clone(), constant(-1));
        self.demand(binary(Binary::Or, fits, end), "this is no character");
        Ok(character)
    }
}

//! Numbers that stand in texts: `atoi`, and `strtol` where nobody asks for the end.

use super::{Call, Result, binary, constant, plus};
use crate::c::forms::{At, Located, Operand};
use crate::c::function::Body;
use crate::c::types::{INT, Int, Type};
use crate::c::unit::Lowered;
use crate::control::Bound;
use crate::ir::*;

/// Of a number that is larger another digit may leave 32 bits.
const LARGEST: Value = (Value::MAX - 9) / 10;

impl Body<'_, '_> {
    pub(super) fn number_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        let bits = match call.name {
            "atoi" => 32,
            "atol" => self.unit.options.data_model.long(),
            "strtol" if self.is_plain(call) => self.unit.options.data_model.long(),
            _ => return Ok(None),
        };
        let text = self.characters(self.argument(call, 0)?)?;
        let ty = Type::Int(Int { bits, signed: true });
        let (register, result) = self.outcome(&ty);
        let [said, known, end] = [(); 3].map(|()| self.steps.fresh());
        self.branch(self.is_word(&text), said, known);
        self.land(said);
        self.number_of_word(&text, self.register_place(register, &ty), Int { bits, signed: true })?;
        self.goto(end);
        self.land(known);
        let number = self.number_in(&text)?;
        self.set(register, &ty, number);
        self.land(end);
        Ok(Some(Result::of(result)))
    }

    /// `strtol(s, 0, 10)`
    fn is_plain(&mut self, call: &Call<'_>) -> bool {
        match call.arguments {
            [_, end, base] => self.is_null(end) && matches!(self.unit.constant(base), Ok(10)),
            _ => false,
        }
    }

    /// Whether a pointer leads to a word of the command line of which nobody says what it is.
    pub(super) fn is_word(&self, text: &Operand) -> Expr {
        let words = self.unit.words.iter().filter(|_| self.unit.options.words.is_none());
        let words = words.flat_map(|words| words.texts.clone());
        let address = |cell| Located { at: At::Cell(cell), ty: INT }.address().unwrap_or(constant(0));
        one_of(&text.expr, words.map(address))
    }

    /// Blanks, a sign, digits: each character is looked at by a step.
    fn number_in(&mut self, text: &Operand) -> Lowered<Expr> {
        let [(at, index), (sign, minus), (value, number)] = [(); 3].map(|()| self.outcome(&INT));
        [at, sign, value].into_iter().for_each(|r| self.set(r, &INT, constant(0)));
        let [blanks, blank, signed, taken, digits, digit, fits, wide, end] = [(); 9].map(|()| self.steps.fresh());
        self.land(blanks);
        let character = self.character(text, &index.expr);
        self.branch(is_one_of(&character, &[9, 10, 11, 12, 13, 32]), blank, signed);
        self.land(blank);
        self.set(at, &INT, plus(index.expr.clone(), 1));
        self.goto(blanks);
        self.land(signed);
        self.set(sign, &INT, is_one_of(&character, &[45]));
        self.branch(is_one_of(&character, &[43, 45]), taken, digits);
        self.land(taken);
        self.set(at, &INT, plus(index.expr.clone(), 1));
        self.land(digits);
        let character = self.character(text, &index.expr);
        let from = binary(Binary::Ge, character.expr.clone(), constant(48));
        let to = binary(Binary::Le, character.expr.clone(), constant(57));
        self.branch(binary(Binary::And, from, to), digit, end);
        self.land(digit);
        self.branch(binary(Binary::Le, number.expr.clone(), constant(LARGEST)), fits, wide);
        self.land(wide);
        self.stops(Bound::Width);
        self.land(fits);
        let tens = binary(Binary::Mul, number.expr.clone(), constant(10));
        self.set(value, &INT, binary(Binary::Add, tens, plus(character.expr, -48)));
        self.set(at, &INT, plus(index.expr, 1));
        self.goto(digits);
        self.land(end);
        let negative = binary(Binary::Sub, constant(0), number.expr.clone());
        Ok(Expr::Conditional(Box::new(minus.expr), Box::new(negative), Box::new(number.expr)))
    }
}

fn is_one_of(character: &Operand, codes: &[Value]) -> Expr {
    one_of(&character.expr, codes.iter().map(|code| constant(*code)))
}

fn one_of(e: &Expr, values: impl Iterator<Item = Expr>) -> Expr {
    let all = values.map(|value| binary(Binary::Eq, e.clone(), value));
    all.reduce(|a, b| binary(Binary::Or, a, b)).unwrap_or(constant(0))
}

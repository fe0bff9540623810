//! Texts and bytes that are searched, and texts that are cut into words, one character after the other (C11 7.24.5).

use super::strings::place_of;
use super::{Call, Result, binary, constant, plus};
use crate::c::forms::{At, Located, Operand};
use crate::c::function::Body;
use crate::c::types::{CHAR, INT, Type};
use crate::c::unit::{Home, Lowered};
use crate::ir::*;

/// An index in a register.
type Index = (u32, Operand);

impl Body<'_, '_> {
    pub(super) fn search_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        Ok(Some(match call.name {
            "strchr" => self.character_found(call, false)?,
            "strrchr" => self.character_found(call, true)?,
            "memchr" => self.byte_found(call)?,
            "strnlen" => self.length_within(call)?,
            "strstr" => self.part_found(call)?,
            "strspn" => self.run_length(call, true)?,
            "strcspn" => self.run_length(call, false)?,
            "strpbrk" => self.one_of_found(call)?,
            "strtok" => {
                let kept = self.text_being_cut(call);
                self.word_cut(call, &kept)?
            }
            "strtok_r" => {
                let kept = self.string_kept(call)?;
                self.word_cut(call, &kept)?
            }
            _ => return Ok(None),
        }))
    }

    /// The first place where a character stands, or the last one, up to the zero, which may be looked for; null if there
    /// is none.
    fn character_found(&mut self, call: &Call<'_>, last: bool) -> Lowered<Result> {
        let text = self.string_given(call, 0)?;
        let wanted = self.worth_fixed_as(call, 1, text.ty.pointee().unwrap_or(&CHAR))?;
        let (register, found) = self.outcome(&Type::pointer(CHAR));
        let [again, here, other, further, end] = [(); 5].map(|()| self.steps.fresh());
        self.set(register, &found.ty, constant(0));
        let index = self.index();
        self.land(again);
        let character = self.character(&text, &index.1.expr);
        self.branch(binary(Binary::Eq, character.expr.clone(), wanted.expr), here, other);
        self.land(here);
        self.set(register, &found.ty, place_of(&text, &index.1.expr));
        if !last {
            self.goto(end);
        }
        self.land(other);
        self.branch(character.expr, further, end);
        self.land(further);
        self.advance(&index);
        self.goto(again);
        self.land(end);
        Ok(Result::of(found))
    }

    /// The first of so many bytes that is this one; null if none is.
    fn byte_found(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let bytes = self.string_given(call, 0)?;
        let wanted = self.worth_fixed_as(call, 1, bytes.ty.pointee().unwrap_or(&CHAR))?;
        let most = self.worth_fixed_as(call, 2, &INT)?;
        let index = self.index();
        self.runs_to(&bytes, &index, &wanted, &most);
        let is_there = binary(Binary::UnsignedLt, index.1.expr.clone(), most.expr);
        let place = place_of(&bytes, &index.1.expr);
        let found = Expr::Conditional(Box::new(is_there), Box::new(place), Box::new(constant(0)));
        Ok(Result::of(Operand::new(found, bytes.ty)))
    }

    /// The characters before the zero, and no more than so many.
    fn length_within(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let text = self.string_given(call, 0)?;
        let most = self.worth_fixed_as(call, 1, &INT)?;
        let index = self.index();
        self.runs_to(&text, &index, &Operand::constant(0, CHAR), &most);
        Ok(self.as_size(index.1))
    }

    /// From an index on to the first character that is this one, and no further than so many.
    fn runs_to(&mut self, text: &Operand, index: &Index, wanted: &Operand, most: &Operand) {
        let [again, inside, further, end] = [(); 4].map(|()| self.steps.fresh());
        self.land(again);
        self.branch(binary(Binary::UnsignedLt, index.1.expr.clone(), most.expr.clone()), inside, end);
        self.land(inside);
        let character = self.character(text, &index.1.expr);
        self.branch(binary(Binary::Eq, character.expr, wanted.expr.clone()), end, further);
        self.land(further);
        self.advance(index);
        self.goto(again);
        self.land(end);
    }

    /// The first place from which on a text has all characters of another one; null if there is none.
    fn part_found(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let (text, part) = (self.string_given(call, 0)?, self.string_given(call, 1)?);
        let (register, found) = self.outcome(&Type::pointer(CHAR));
        let (from, index) = (self.index(), self.index());
        let [again, inside, compared, same, differ, further, here, end] = [(); 8].map(|()| self.steps.fresh());
        self.set(register, &found.ty, constant(0));
        self.land(again);
        self.set(index.0, &INT, constant(0));
        self.land(inside);
        let wanted = self.character(&part, &index.1.expr);
        self.branch(wanted.expr.clone(), compared, here);
        self.land(compared);
        let at = binary(Binary::Add, from.1.expr.clone(), index.1.expr.clone());
        let character = self.character(&text, &at);
        self.branch(binary(Binary::Eq, character.expr, wanted.expr), same, differ);
        self.land(same);
        self.advance(&index);
        self.goto(inside);
        self.land(differ);
        let first = self.character(&text, &from.1.expr);
        self.branch(first.expr, further, end);
        self.land(further);
        self.advance(&from);
        self.goto(again);
        self.land(here);
        self.set(register, &found.ty, place_of(&text, &from.1.expr));
        self.land(end);
        Ok(Result::of(found))
    }

    /// How many characters there are before the first that is not in a set, or that is.
    fn run_length(&mut self, call: &Call<'_>, members: bool) -> Lowered<Result> {
        let (text, set) = (self.string_given(call, 0)?, self.string_given(call, 1)?);
        let index = self.index();
        self.runs_over(&text, &index, &set, members);
        Ok(self.as_size(index.1))
    }

    /// The first character that is in a set; null if there is none.
    fn one_of_found(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let (text, set) = (self.string_given(call, 0)?, self.string_given(call, 1)?);
        let index = self.index();
        let character = self.runs_over(&text, &index, &set, false);
        let place = place_of(&text, &index.1.expr);
        let found = Expr::Conditional(Box::new(character.expr), Box::new(place), Box::new(constant(0)));
        Ok(Result::of(Operand::new(found, Type::pointer(CHAR))))
    }

    /// From an index on over characters that are in a set, or that are not; the one behind them, which may be the zero.
    fn runs_over(&mut self, text: &Operand, index: &Index, set: &Operand, members: bool) -> Operand {
        let [again, looked, inside, compared, other, further, end] = [(); 7].map(|()| self.steps.fresh());
        let (member, none) = if members { (further, end) } else { (end, further) };
        let at = self.index();
        self.land(again);
        let character = self.character(text, &index.1.expr);
        self.branch(character.expr.clone(), looked, end);
        self.land(looked);
        self.set(at.0, &INT, constant(0));
        self.land(inside);
        let one = self.character(set, &at.1.expr);
        self.branch(one.expr.clone(), compared, none);
        self.land(compared);
        self.branch(binary(Binary::Eq, one.expr, character.expr.clone()), member, other);
        self.land(other);
        self.advance(&at);
        self.goto(inside);
        self.land(further);
        self.advance(index);
        self.goto(again);
        self.land(end);
        character
    }

    /// The next word of a text between characters of a set, with a zero behind it; null if there is none. What is behind
    /// the zero is kept for the next call, which gives no text.
    fn word_cut(&mut self, call: &Call<'_>, kept: &Located) -> Lowered<Result> {
        let set = self.string_given(call, 1)?;
        let ty = Type::pointer(CHAR);
        let (start, text) = self.outcome(&ty);
        let (register, word) = self.outcome(&ty);
        let [goes_on, begins, some, cut, all] = [(); 5].map(|()| self.steps.fresh());
        let given = match call.arguments {
            [first, ..] if self.is_null(first) => constant(0),
            _ => self.string_given(call, 0)?.expr,
        };
        self.set(start, &ty, given);
        self.set(register, &ty, constant(0));
        self.branch(text.expr.clone(), begins, goes_on);
        self.land(goes_on);
        let before = self.kept(kept.load());
        self.set(start, &ty, before.expr);
        self.land(begins);
        let index = self.index();
        let first = self.runs_over(&text, &index, &set, true);
        self.set(start, &ty, place_of(&text, &index.1.expr));
        self.branch(first.expr, some, all);
        self.land(some);
        self.set(register, &ty, text.expr.clone());
        self.set(index.0, &INT, constant(0));
        let last = self.runs_over(&text, &index, &set, false);
        self.set(start, &ty, place_of(&text, &index.1.expr));
        self.branch(last.expr, cut, all);
        self.land(cut);
        self.put(&text, &constant(0), Operand::constant(0, CHAR))?;
        self.set(start, &ty, place_of(&text, &constant(1)));
        self.land(all);
        self.stored(kept, text, false)?;
        Ok(Result::of(word))
    }

    /// Where `strtok` keeps what it has not cut yet: one for all threads.
    fn text_being_cut(&mut self, call: &Call<'_>) -> Located {
        let ty = Type::pointer(CHAR);
        let home = self.laid_out("strtok", |unit| Home::Cells(unit.allocate("strtok", &ty, call.span)));
        self.home_place(&home, &ty)
    }

    /// Where the third argument of `strtok_r` leads to.
    fn string_kept(&mut self, call: &Call<'_>) -> Lowered<Located> {
        let at = self.worth_fixed(call, 2)?;
        match at.ty.pointee() {
            Some(ty) if ty.pointee().and_then(Type::int).is_some_and(|int| int.bits == 8) => {
                Ok(Located { at: At::Pointer(at.expr), ty: ty.clone() })
            }
            _ => self.refuse(call.arguments[2].span, "`strtok_r` keeps a `char *`", "leads to another type"),
        }
    }

    /// 0, in a register.
    fn index(&mut self) -> Index {
        let (at, index) = self.outcome(&INT);
        self.set(at, &INT, constant(0));
        (at, index)
    }

    fn advance(&mut self, (at, index): &Index) {
        self.set(*at, &INT, plus(index.expr.clone(), 1));
    }

    fn as_size(&self, index: Operand) -> Result {
        Result::of(Operand::new(index.expr, self.unit.options.data_model.size()))
    }
}

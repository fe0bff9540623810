//! Texts that are copied and joined, one character after the other (C11 7.24).

use super::{Call, Result, binary, constant, plus};
use crate::c::forms::{At, Located, Operand, moved};
use crate::c::function::Body;
use crate::c::literals::string_of;
use crate::c::types::{CHAR, INT, Type};
use crate::c::unit::{Allocation, Lowered};
use crate::ir::*;

/// What is done when as many characters are copied as are asked for at most.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Full {
    /// Nothing; and where the text is shorter there are zeros behind it.
    Pads,
    /// A zero is written behind them.
    Ends,
}

impl Body<'_, '_> {
    pub(super) fn string_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        Ok(Some(match call.name {
            "strcpy" | "strncpy" if self.is_written_down(call)? => self.copied_text(call)?,
            "strcpy" => self.copied_string(call, None)?,
            "strncpy" => self.copied_string(call, Some(Full::Pads))?,
            "strcat" => self.joined(call, None)?,
            "strncat" => self.joined(call, Some(Full::Ends))?,
            "strdup" => self.duplicated(call)?,
            _ => return Ok(None),
        }))
    }

    /// Whether a text stands in the program, and how much of it is copied.
    fn is_written_down(&mut self, call: &Call<'_>) -> Lowered<bool> {
        let all = call.name == "strcpy" || self.unit.constant(self.argument(call, 2)?).is_ok();
        Ok(all && string_of(self.argument(call, 1)?).is_some())
    }

    /// A pointer to characters, in a register.
    pub(super) fn string_given(&mut self, call: &Call<'_>, i: usize) -> Lowered<Operand> {
        let mut pointer = self.worth_fixed(call, i)?;
        if pointer.ty.pointee().is_some_and(|to| *to.plain() == Type::Void) {
            pointer = self.converted(pointer, &Type::pointer(CHAR), call.arguments[i].span)?;
        }
        if pointer.ty.pointee().and_then(Type::int).is_none_or(|int| int.bits != 8) {
            let message = format!("`{}` works on texts of `char` alone", call.name);
            return self.refuse(call.arguments[i].span, message, "of another type");
        }
        let pointer = self.fixed(pointer);
        let len = self.unit.room(&call.arguments[i]).map(|len| constant(len as Value));
        self.leads_to_first(&pointer, len);
        Ok(pointer)
    }

    fn copied_string(&mut self, call: &Call<'_>, full: Option<Full>) -> Lowered<Result> {
        let (to, from) = (self.string_given(call, 0)?, self.string_given(call, 1)?);
        self.copied_behind((&to, &from), call, full)?;
        Ok(Result::of(to))
    }

    /// The second text, from where the first one ends.
    fn joined(&mut self, call: &Call<'_>, full: Option<Full>) -> Lowered<Result> {
        let (to, from) = (self.string_given(call, 0)?, self.string_given(call, 1)?);
        let length = self.length_of_text(&to);
        let end = self.fixed(Operand::new(place_of(&to, &length.expr), to.ty.clone()));
        let left = self.room_of(&to).map(|len| binary(Binary::Sub, len, length.expr));
        self.leads_to_first(&end, left);
        self.copied_behind((&end, &from), call, full)?;
        Ok(Result::of(to))
    }

    /// Characters as far as a zero, and as many as the third argument says.
    fn copied_behind(&mut self, (to, from): (&Operand, &Operand), call: &Call<'_>, full: Option<Full>) -> Lowered<()> {
        let most = full.map(|_| self.worth_fixed_as(call, 2, &INT)).transpose()?;
        let (at, index) = self.outcome(&INT);
        let [again, inside, further, filled, zero, end] = [(); 6].map(|()| self.steps.fresh());
        self.set(at, &INT, constant(0));
        self.land(again);
        if let Some(most) = &most {
            self.branch(binary(Binary::UnsignedLt, index.expr.clone(), most.expr.clone()), inside, filled);
        }
        self.land(inside);
        let character = self.character(from, &index.expr);
        self.lie_apart_so_far((to, from), &index.expr, call.name);
        self.put(to, &index.expr, character.clone())?;
        self.branch(character.expr, further, zero);
        self.land(further);
        self.set(at, &INT, plus(index.expr.clone(), 1));
        self.goto(again);
        self.land(zero);
        if let (Some(Full::Pads), Some(most)) = (full, &most) {
            self.padded(to, (at, &index), most)?;
        }
        if full.is_some() {
            self.goto(end);
            self.land(filled);
        }
        if full == Some(Full::Ends) {
            self.put(to, &index.expr, Operand::constant(0, CHAR))?;
        }
        self.land(end);
        Ok(())
    }

    /// Zeros behind the one that is there, as many as are asked for.
    fn padded(&mut self, to: &Operand, (at, index): (u32, &Operand), most: &Operand) -> Lowered<()> {
        let [again, inside, end] = [(); 3].map(|()| self.steps.fresh());
        self.land(again);
        self.set(at, &INT, plus(index.expr.clone(), 1));
        self.branch(binary(Binary::UnsignedLt, index.expr.clone(), most.expr.clone()), inside, end);
        self.land(inside);
        self.put(to, &index.expr, Operand::constant(0, CHAR))?;
        self.goto(again);
        self.land(end);
        Ok(())
    }

    pub(super) fn put(&mut self, to: &Operand, index: &Expr, character: Operand) -> Lowered<()> {
        let ty = to.ty.pointee().cloned().unwrap_or(CHAR);
        self.is_in_room(to, index);
        self.stored(&Located { at: At::Pointer(place_of(to, index)), ty }, character, false).map(|_| ())
    }

    /// Neither has come to where the other one begins.
    fn lie_apart_so_far(&mut self, (to, from): (&Operand, &Operand), index: &Expr, name: &str) {
        let beyond = |a: &Operand, b: &Operand| {
            let here = binary(Binary::Add, a.expr.clone(), index.clone());
            binary(Binary::Ne, here, b.expr.clone())
        };
        let apart = binary(Binary::And, beyond(to, from), beyond(from, to));
        self.demand(apart, &format!("`{name}` of what overlaps"));
    }

    /// On the heap.
    fn duplicated(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let from = self.string_given(call, 0)?;
        let new = match string_of(self.argument(call, 0)?) {
            Some(text) => self.allocate_array(&CHAR, text.len() as u32, Allocation::Heap, call.span, call.at)?,
            None => {
                let length = self.length_of_text(&from);
                let bytes = self.fixed(Operand::new(plus(length.expr, 1), INT));
                self.allocated_late(&CHAR, (&bytes, 1), Allocation::Heap, call.span, call.at)?
            }
        };
        let new = self.fixed(new);
        self.copied_behind((&new, &from), call, None)?;
        Ok(Result::of(new))
    }
}

/// So many characters behind where a pointer leads to.
pub(super) fn place_of(text: &Operand, index: &Expr) -> Expr {
    moved(text.expr.clone(), index.clone(), Stride { cells: 1, bytes: 1 })
}

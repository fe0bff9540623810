//! Files: what calls may return that open none and read none. What is written goes nowhere.

use super::{Call, Result, binary, constant};
use crate::c::forms::{At, Located, Operand};
use crate::c::function::Body;
use crate::c::types::{CHAR, INT, Type};
use crate::c::unit::{Entity, Home, Lowered, Unit};
use crate::control::Bound;
use crate::ir::*;
use lang_c::span::Span;

/// So many results are tried one by one.
const FEW: Value = 4;

impl Unit<'_> {
    /// `stdout` and its like lead to an object each, where the program uses them.
    pub(in crate::c) fn open_stream(&mut self, name: &str, span: Span) {
        let Some(Entity::Object(Home::Cells(pointer), ty)) = self.names[0].get(name).cloned() else { return };
        if !self.facts.takes(name) {
            return;
        }
        let Some(file) = ty.pointee().cloned() else { return };
        let file = if self.structs.cells(&file) == 0 { INT } else { file };
        let object = self.allocate(&format!("{name}:file"), &file, span);
        self.set_cell(pointer, object.0 as Value + 1);
    }
}

impl Body<'_, '_> {
    pub(super) fn file_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        Ok(Some(match call.name {
            "setbuf" | "setbuffer" | "setlinebuf" | "flockfile" | "funlockfile" => Result::nothing(),
            "setvbuf" => Result::zero(),
            "setlocale" if !call.needed => Result::nothing(),
            "fclose" => self.done_or_not(call, (-1, 0))?,
            "close" if self.takes_descriptor(call, 1) => self.done_or_not(call, (-1, 0))?,
            "write" if self.takes_descriptor(call, 3) => self.written(call, -1)?,
            "fwrite" => self.written(call, 0)?,
            "fopen" => self.opened(call)?,
            "fgets" => self.line_read(call)?,
            _ => return Ok(None),
        }))
    }

    /// A file, or none: those that are opened at one place are one.
    fn opened(&mut self, call: &Call<'_>) -> Lowered<Result> {
        self.looked_at(call)?;
        let ty = self.unit.result_of("fopen");
        let Some(file) = ty.pointee().cloned() else { return Ok(Result::nothing()) };
        let name = format!("fopen():file@{}", call.at);
        let base = match self.unit.remembered.get(&name) {
            Some(base) => *base,
            None => self.unit.allocate(&name, &file, call.span),
        };
        self.unit.remembered.insert(name, base);
        let (register, result) = self.outcome(&ty);
        let place = self.register_place(register, &ty);
        let address = Located { at: At::Cell(base), ty: file }.address().unwrap_or(constant(0));
        self.act(Action::Choose { place, values: vec![constant(0), address] });
        self.unknown_errno(binary(Binary::Eq, result.expr.clone(), constant(0)), call.at)?;
        Ok(Result::of(result))
    }

    /// What is read into the array is not known; perhaps nothing is.
    fn line_read(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let to = self.argument(call, 0)?;
        let Some((array, room)) = self.array_by_name(to)? else {
            let refusal = self.unit.refusal(to.span, "how much is read behind this pointer is not known", "a pointer");
            return Err(refusal.help("read into an array by its name").into());
        };
        let most = self.worth_fixed_as(call, 1, &INT)?;
        self.effect(self.argument(call, 2)?)?;
        let fits = binary(Binary::Le, most.expr, constant(room));
        self.demand(fits, "more may be read than the array has room for");
        let (register, result) = self.outcome(&Type::pointer(CHAR));
        let [some, none, end] = [(); 3].map(|()| self.steps.fresh());
        self.end_with(Op::Choose { next: [some, none].map(|way| way.loc()).to_vec() });
        self.land(some);
        self.forgets(&array);
        self.set(register, &result.ty, array.address().unwrap_or(constant(0)));
        self.goto(end);
        self.land(none);
        self.set(register, &result.ty, constant(0));
        self.land(end);
        Ok(Result::of(result))
    }

    /// Whether it is declared as in <unistd.h>: a function of the program may have the same name.
    fn takes_descriptor(&self, call: &Call<'_>, parameters: usize) -> bool {
        let Some(Type::Function(f)) = self.unit.types.get(call.name) else { return false };
        f.parameters.len() == parameters && f.parameters[0].plain() == &INT && f.result.int().is_some()
    }

    /// As much as the third argument says, or less, and nothing of something that has no size.
    fn written(&mut self, call: &Call<'_>, least: Value) -> Lowered<Result> {
        let has_size = call.name == "write" || matches!(self.unit.constant(self.argument(call, 1)?), Ok(1..));
        if let (Ok(count @ 0..), true) = (self.unit.constant(self.argument(call, 2)?), has_size) {
            return self.done_or_not(call, (least, count));
        }
        let most = self.worth_fixed_as(call, 2, &INT)?;
        self.perhaps_stops(Bound::Inputs);
        let (register, result) = self.outcome(&INT);
        let place = self.register_place(register, &INT);
        let all = has_size.then_some(most.expr);
        self.act(Action::Choose { place, values: [constant(least)].into_iter().chain(all.clone()).collect() });
        let whole = all.unwrap_or(constant(0));
        self.outcome_of(call, result, whole)
    }

    /// Any number between these; less than the greatest says that something has failed.
    fn done_or_not(&mut self, call: &Call<'_>, (lo, hi): (Value, Value)) -> Lowered<Result> {
        let result = match hi - lo < FEW {
            true => self.one_of_few(lo, hi),
            false => self.between((lo, hi), &INT),
        };
        self.outcome_of(call, result, constant(hi))
    }

    fn one_of_few(&mut self, lo: Value, hi: Value) -> Operand {
        let (register, result) = self.outcome(&INT);
        let place = self.register_place(register, &INT);
        self.act(Action::ChooseRange { place, lo: constant(lo), hi: constant(hi) });
        result
    }

    /// The result as it is declared; where it is not the whole, `errno` may have changed.
    fn outcome_of(&mut self, call: &Call<'_>, result: Operand, whole: Expr) -> Lowered<Result> {
        self.unknown_errno(binary(Binary::Lt, result.expr.clone(), whole), call.at)?;
        let ty = self.unit.result_of(call.name);
        match call.needed && ty != Type::Void {
            true => Ok(Result::of(self.converted(result, &ty, call.span)?)),
            false => Ok(Result::nothing()),
        }
    }
}

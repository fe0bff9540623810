//! `scanf` and `sscanf` of numbers: so many as the text has, and what they are is not known.

use super::{Call, Result, constant};
use crate::c::forms::Operand;
use crate::c::function::Body;
use crate::c::types::INT;
use crate::c::unit::Lowered;
use crate::control::Bound;
use crate::ir::*;
use lang_c::ast::Expression;

impl Body<'_, '_> {
    /// Any number at each place, from the first one on, until it ends; less than none where nothing was read.
    pub(super) fn scanned(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let format = usize::from(call.name != "scanf");
        let targets = format + 1..call.arguments.len();
        if self.conversions(call, format) != Some(targets.len()) {
            return Err(self.unit.meaningless(call.name, call.head()));
        }
        let text = if call.name == "sscanf" { Some(self.characters(self.argument(call, 0)?)?) } else { None };
        let (register, result) = self.outcome(&INT);
        let [any, end] = [(); 2].map(|()| self.steps.fresh());
        self.set(register, &INT, constant(0));
        if call.name == "fscanf" {
            self.effect(self.argument(call, 0)?)?;
        }
        if let Some(text) = text {
            let known = self.steps.fresh();
            self.branch(self.is_word(&text), any, known);
            // Of a text of the program other numbers than these are none.
            self.land(known);
            self.stops(Bound::Inputs);
        }
        self.land(any);
        for (read, target) in (1..).zip(targets) {
            self.ends_here(register, (read == 1).then_some(-1), end);
            let to = self.object(call, target)?;
            let Some(int) = to.ty.int() else {
                return self.refuse(call.arguments[target].span, "this is no number", "read here");
            };
            let value = self.any_of(int);
            self.stored(&to, Operand::new(value.expr, to.ty.clone()), false)?;
            self.set(register, &INT, constant(read));
        }
        self.goto(end);
        self.land(end);
        Ok(Result::of(result))
    }

    /// Perhaps there is nothing more to be read.
    fn ends_here(&mut self, result: u32, nothing: Option<Value>, end: build::Mark) {
        let (on, leaves, without) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        let ways = [Some(on), Some(leaves), nothing.map(|_| without)];
        self.end_with(Op::Choose { next: ways.into_iter().flatten().map(build::Mark::loc).collect() });
        self.land(leaves);
        self.goto(end);
        if let Some(nothing) = nothing {
            self.land(without);
            self.set(result, &INT, constant(nothing));
            self.goto(end);
        }
        self.land(on);
    }

    /// How many numbers a format reads; nothing if it reads anything else.
    fn conversions(&self, call: &Call<'_>, format: usize) -> Option<usize> {
        let Expression::StringLiteral(text) = &call.arguments.get(format)?.node else { return None };
        let text = text.node.concat().replace('"', "");
        let mut parts = text.split('%');
        parts.next();
        let number = |part: &str| {
            let behind = part.trim_start_matches(|c: char| c.is_ascii_digit() || "hlzjt".contains(c));
            behind.starts_with(['d', 'i', 'u', 'x', 'X', 'o'])
        };
        let parts: Vec<&str> = parts.collect();
        parts.iter().all(|part| number(part)).then_some(parts.len())
    }
}

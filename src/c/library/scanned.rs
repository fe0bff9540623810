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
        let widths = self.conversions(call, format).filter(|widths| widths.len() == targets.len());
        let Some(widths) = widths else { return Err(self.unit.meaningless(call.name, call.head())) };
        let text = if call.name == "sscanf" { Some(self.characters(self.argument(call, 0)?)?) } else { None };
        let (register, result) = self.outcome(&INT);
        let [any, end] = [(); 2].map(|()| self.steps.fresh());
        self.set(register, &INT, constant(0));
        if call.name == "fscanf" {
            self.effect(self.argument(call, 0)?)?;
        }
        if let Some(text) = text {
            let known = self.steps.fresh();
            let word = self.steps.fresh();
            self.branch(self.is_word(&text), word, known);
            // Of a text of the program other numbers than these are none.
            self.land(known);
            self.stops(Bound::Inputs);
            self.land(word);
            // Nor of a word that was read before.
            if self.unit.asks_again_for_words() {
                self.stops(Bound::Inputs);
            }
            self.goto(any);
        }
        self.land(any);
        for ((read, target), width) in (1..).zip(targets).zip(widths) {
            self.ends_here(register, (read == 1).then_some(-1), end);
            let to = self.object(call, target)?;
            let Some(int) = to.ty.int().filter(|int| int.bits == width) else {
                let what = format!("`{}` reads {width} bits here", call.name);
                return self.refuse(call.arguments[target].span, what, "another object");
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

    /// How wide the numbers are that a format reads; nothing if it reads anything else, or no more than so many digits.
    fn conversions(&self, call: &Call<'_>, format: usize) -> Option<Vec<u8>> {
        let Expression::StringLiteral(text) = &call.arguments.get(format)?.node else { return None };
        let text = text.node.concat().replace('"', "");
        let long = self.unit.options.data_model.long();
        let width = |part: &str| {
            let end = part.find(['d', 'i', 'u', 'x', 'X', 'o'])?;
            Some(match &part[..end] {
                "" => 32,
                "hh" => 8,
                "h" => 16,
                "l" | "z" | "t" => long,
                "ll" | "j" => 64,
                _ => return None,
            })
        };
        text.split('%').skip(1).map(width).collect()
    }
}

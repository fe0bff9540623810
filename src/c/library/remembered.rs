//! Values from outside that are the same whenever they are asked for: the number that a word of the command line says,
//! the number of the process.

use super::{Call, Result, binary, constant};
use crate::c::forms::{At, Located, Operand};
use crate::c::function::Body;
use crate::c::types::{INT, Int};
use crate::c::unit::{Lowered, Unit};
use crate::control::Bound;
use crate::ir::*;
use lang_c::span::Span;

/// What asks for the number that a word says.
const NUMBERS: [&str; 4] = ["atoi", "atol", "strtol", "sscanf"];

impl Unit<'_> {
    /// Whether the program asks for the number of a word more than once.
    pub(super) fn asks_again_for_words(&self) -> bool {
        !self.facts.calls_once(&NUMBERS)
    }

    /// Where such a value is kept, and whether it is known.
    fn kept(&mut self, name: &str) -> [Place; 2] {
        let base = match self.remembered.get(name) {
            Some(base) => *base,
            None => {
                let data = GlobalKind::Data(INT.domain());
                let base = self.variable(name, 1, false, data, Span::none());
                self.variable(&format!("#{name}"), 1, false, data, Span::none());
                self.remembered.insert(name.into(), base);
                base
            }
        };
        [base, Cell(base.0 + 1)].map(|cell| Located { at: At::Cell(cell), ty: INT }.place())
    }
}

impl Body<'_, '_> {
    /// Any number in a register, and the same one from then on for everybody who asks for what has this name.
    fn remembers(&mut self, name: &str, register: Place, chooses: impl FnOnce(&mut Self)) -> Lowered<()> {
        let [value, known] = self.unit.kept(name);
        // No data of the program: nobody races for it.
        self.synchronizes = true;
        let again = register.clone();
        self.either(
            Expr::Load(known.clone()),
            |this| {
                this.act(Action::Assign { place: again, value: Expr::Load(value.clone()) });
                Ok(())
            },
            |this| {
                chooses(this);
                this.act(Action::Assign { place: value.clone(), value: Expr::Load(register) });
                this.act(Action::Assign { place: known, value: constant(1) });
                Ok(())
            },
        )
    }

    /// The number that a word says to which a pointer leads.
    pub(super) fn number_of_word(&mut self, text: &Operand, place: Place, int: Int) -> Lowered<()> {
        if !self.unit.asks_again_for_words() {
            self.any_number(place, int);
            return Ok(());
        }
        let (name, texts) = self.unit.words.as_ref().map(|w| (w.name.clone(), w.texts.clone())).unwrap_or_default();
        self.at_once(|this| {
            this.act(Action::Assign { place: place.clone(), value: constant(0) });
            for (i, cell) in texts.into_iter().enumerate() {
                let word = Located { at: At::Cell(cell), ty: INT }.address().unwrap_or(constant(0));
                let is = binary(Binary::Eq, text.expr.clone(), word);
                let (place, name) = (place.clone(), format!("{name}[{i}]:number"));
                let number = |this: &mut Self| this.remembers(&name, place.clone(), |this| this.any_number(place, int));
                this.either(is, number, |_| Ok(()))?;
            }
            Ok(())
        })
    }

    /// The number of the process, or of the one that has started it.
    pub(super) fn number_of_process(&mut self, call: &Call<'_>) -> Lowered<Result> {
        if ["getpid", "getppid"].iter().all(|name| self.unit.facts.is_called(name)) {
            // The two differ.
            self.stops(Bound::Inputs);
        }
        // Of a parent in another namespace it is 0.
        let least = Value::from(call.name == "getpid");
        if self.unit.facts.calls_once(&[call.name]) {
            return Ok(Result::of(self.at_least(least)));
        }
        let (register, result) = self.outcome(&INT);
        let place = self.register_place(register, &INT);
        self.at_once(|this| {
            this.remembers(&format!("{}()", call.name), place.clone(), |this| {
                let number = this.at_least(least);
                this.act(Action::Assign { place, value: number.expr });
            })
        })?;
        Ok(Result::of(result))
    }

    /// Whoever begins twice with the same seed gets the same numbers twice, which is not followed.
    pub(super) fn seeds(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let again = !self.unit.facts.calls_once(&[call.name]);
        if again && self.unit.constant(self.argument(call, 0)?).is_ok() {
            self.stops(Bound::Inputs);
        }
        Ok(Result::zero())
    }
}

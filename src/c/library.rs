//! What calls of pthread, C11, GCC's and SV-COMP's functions mean.

mod arguments;
mod atomics;
mod bits;
mod characters;
mod cleanup;
mod clocks;
mod copies;
mod errno;
mod files;
mod fills;
mod formats;
mod grown;
mod handlers;
mod keys;
mod locks;
mod mathematics;
mod meaningless;
mod memory;
mod numbers;
mod readers;
mod remainders;
mod remembered;
mod scanned;
mod searches;
mod settings;
mod strings;
mod stubs;
mod texts;
mod threads;
mod verifier;
mod waiting;

use super::forms::Operand;
use super::forms::{At, Located};
use super::function::Body;
use super::types::{INT, Type};
use super::unit::{Home, Lowered, Unit};
use super::walk::Times;
use crate::ir::*;
use arguments::Given;
use lang_c::ast::*;
use lang_c::span::{Node, Span};

/// What a call of the library is worth.
pub(super) struct Result {
    pub(super) value: Option<Operand>,
}

impl Result {
    fn nothing() -> Self {
        Result { value: None }
    }

    fn of(value: Operand) -> Self {
        Result { value: Some(value) }
    }

    /// As most functions of pthread say that all is well.
    fn zero() -> Self {
        Result::of(Operand::constant(0, INT))
    }
}

/// Whether a function means what it is called even where the program has a body for it.
pub(super) fn always(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error" | "__VERIFIER_assume" | "__VERIFIER_atomic_begin")
        || matches!(name, "__VERIFIER_atomic_end")
        || name.starts_with("__VERIFIER_nondet_")
}

/// SV-COMP's name of what other checkers of C have, too.
fn common_name(name: &str) -> &str {
    match name.strip_prefix("__ESBMC_").or(name.strip_prefix("__CPROVER_")) {
        Some("assume") => "__VERIFIER_assume",
        Some("assert") => "__VERIFIER_assert",
        Some("atomic_begin") => "__VERIFIER_atomic_begin",
        Some("atomic_end") => "__VERIFIER_atomic_end",
        _ => name,
    }
}

/// One call of the library.
struct Call<'c> {
    name: &'c str,
    arguments: &'c [Node<Expression>],
    span: Span,
    needed: bool,
    /// The offset by which facts know it.
    at: usize,
    /// What the arguments are, unless the function evaluates them itself.
    given: &'c [Option<Given>],
}

impl Call<'_> {
    /// The same with fewer arguments: without the first.
    fn behind(&self) -> Call<'_> {
        let (arguments, given) = (self.arguments.get(1..), self.given.get(1..));
        Call { arguments: arguments.unwrap_or(&[]), given: given.unwrap_or(&[]), ..*self }
    }

    /// Its name.
    fn head(&self) -> Span {
        Span { start: self.span.start, end: self.span.start + self.name.len() }
    }
}

/// So many keys and handlers have a place, or as many as objects on the heap.
const MOST: u32 = 8;

impl Unit<'_> {
    /// So many places there are for what is registered so often.
    fn places(&self, times: Times) -> u32 {
        let most = MOST.max(self.options.heap);
        times.unwrap_or(most).clamp(1, most)
    }
}

impl Body<'_, '_> {
    /// What a function of the library does; nothing if it is none.
    pub(super) fn library(
        &mut self,
        name: &str,
        call: &CallExpression,
        span: Span,
        needed: bool,
    ) -> Lowered<Option<Result>> {
        let name = common_name(name);
        let call = Call { name, arguments: &call.arguments, span, needed, at: span.start, given: &[] };
        let all = self.operands_of_all(call.arguments);
        self.in_every_order(&all, |this| this.with_arguments(&call))
    }

    fn with_arguments(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        let given = self.all_given(call);
        // What is refused in them is said once.
        let given = self.unit.note(given).unwrap_or_default();
        let result = self.done_by(&Call { given: &given, ..*call });
        given.iter().flatten().for_each(|given| self.looks_at(given));
        result
    }

    fn done_by(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        type Part<'b, 'u> = fn(&mut Body<'b, 'u>, &Call<'_>) -> Lowered<Option<Result>>;
        let parts: [Part<'_, '_>; 20] = [
            Self::stub_call,
            Self::thread_call,
            Self::cleanup_call,
            Self::lock_call,
            Self::readers_writers_call,
            Self::atomic_call,
            Self::verifier_call,
            Self::clock_call,
            Self::text_call,
            Self::string_call,
            Self::search_call,
            Self::bit_call,
            Self::number_call,
            Self::mathematics_call,
            Self::key_call,
            Self::memory_call,
            Self::file_call,
            Self::setting_call,
            Self::character_call,
            Self::errno_call,
        ];
        for part in parts {
            if let Some(result) = part(self, call)? {
                return Ok(Some(result));
            }
        }
        Ok(None)
    }

    /// One step that does some things; the register that it leaves its result in.
    fn at_once(&mut self, lower: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let began = self.region_begins();
        let lowered = lower(self);
        self.region_ends(began);
        lowered
    }

    /// A result that a region sets.
    fn outcome(&mut self, ty: &Type) -> (u32, Operand) {
        let register = self.temporary(ty);
        (register, Operand::new(Expr::Load(self.register_place(register, ty)), ty.clone()))
    }

    /// Two ways, as a condition over what was loaded in this step says.
    fn either(
        &mut self,
        cond: Expr,
        then: impl FnOnce(&mut Self) -> Lowered<()>,
        otherwise: impl FnOnce(&mut Self) -> Lowered<()>,
    ) -> Lowered<()> {
        let (yes, no, end) = (self.steps.fresh(), self.steps.fresh(), self.steps.fresh());
        self.branch(cond, yes, no);
        self.land(yes);
        then(self)?;
        self.goto(end);
        self.land(no);
        otherwise(self)?;
        self.land(end);
        Ok(())
    }

    /// One step, in one way or the other: nobody who may give up is taken to wait for ever.
    fn either_way(&mut self, one: impl FnOnce(&mut Self), other: impl FnOnce(&mut Self)) -> Lowered<()> {
        self.at_once(|this| {
            let (waits, gives_up, end) = (this.steps.fresh(), this.steps.fresh(), this.steps.fresh());
            this.end_with(Op::Choose { next: vec![waits.loc(), gives_up.loc()] });
            this.land(waits);
            one(this);
            this.goto(end);
            this.land(gives_up);
            other(this);
            this.land(end);
            Ok(())
        })
    }

    /// The object of that name, which is laid out once.
    fn laid_out(&mut self, key: &str, allocate: impl FnOnce(&mut Unit<'_>) -> Home) -> Home {
        if let Some(home) = self.unit.statics.get(key) {
            return home.clone();
        }
        let home = allocate(self.unit);
        self.unit.statics.insert(key.into(), home.clone());
        home
    }

    /// Shared numbers that are not the program's, all 0 where it begins.
    pub(super) fn own_numbers<const N: usize>(&mut self, name: &str, span: Span) -> [Place; N] {
        let kind = GlobalKind::Data(Domain::Int);
        let home = self.laid_out(name, |unit| Home::Cells(unit.variable(name, N as u32, true, kind, span)));
        std::array::from_fn(|i| self.home_place(&home, &INT).further(i as u32, INT).place())
    }

    fn assigns(&mut self, to: &Located, value: Expr) {
        self.act(Action::Assign { place: to.place(), value });
    }
}

fn load(of: &Located) -> Expr {
    Expr::Load(of.place())
}

fn constant(v: Value) -> Expr {
    Expr::Const(v)
}

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

fn plus(a: Expr, by: Value) -> Expr {
    binary(Binary::Add, a, constant(by))
}

/// A part of an object of the library.
fn part(of: &Located, cells: u32) -> Located {
    Located { at: of.at.clone(), ty: INT }.further(cells, INT)
}

/// A place by itself.
fn placed(place: Place) -> Option<Located> {
    let at = match place.kind {
        PlaceKind::Cell(cell) => At::Cell(cell),
        PlaceKind::Index { base, len, stride, index } => At::Index { base, len, stride, index: *index },
        _ => return None,
    };
    Some(Located { at, ty: INT })
}

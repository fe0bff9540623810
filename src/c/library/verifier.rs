//! Assertions, assumptions, atomic regions and values from outside, as SV-COMP has them; how programs end.

use super::{Call, Result, constant};
use crate::c::Options;
use crate::c::convert::truth;
use crate::c::floats::{DOUBLE, FLOAT};
use crate::c::forms::Operand;
use crate::c::function::Body;
use crate::c::outside::Source;
use crate::c::tree::callee;
use crate::c::types::{BOOL, INT, Int, Type};
use crate::c::unit::{Entity, Lowered, Unit};
use crate::control::Bound;
use crate::ir::*;
use lang_c::ast::Expression;
use lang_c::span::Node;

impl Unit<'_> {
    /// What kind of a value from outside a function of this name gives: one of SV-COMP's, or one that has no body, as
    /// older programs have it.
    pub(in crate::c) fn outside_kind<'n>(&self, name: &'n str) -> Option<&'n str> {
        let bodiless = || name.strip_prefix("nondet_").filter(|_| !self.is_of_the_program(name));
        name.strip_prefix("__VERIFIER_nondet_").or_else(bodiless).filter(|_| !self.is_variable(name))
    }

    /// SV-COMP's words for types.
    pub(super) fn outside_type(&self, kind: &str) -> Option<Int> {
        let long = self.options.data_model.long();
        let of = |bits, signed| Some(Int { bits, signed });
        match kind {
            "bool" | "_Bool" => BOOL.int(),
            "char" | "schar" => of(8, true),
            "uchar" | "u8" | "unsigned_char" => of(8, false),
            "short" => of(16, true),
            "ushort" | "u16" | "unsigned_short" => of(16, false),
            "int" | "" => of(32, true),
            "uint" | "unsigned" | "u32" | "unsigned_int" => of(32, false),
            "long" => of(long, true),
            "ulong" | "size_t" | "unsigned_long" | "pthread_t" => of(long, false),
            "longlong" | "loff_t" => of(64, true),
            "ulonglong" => of(64, false),
            _ => None,
        }
    }

    /// Whether a name is that of a function with a body, or of a variable.
    pub(in crate::c) fn is_of_the_program(&self, name: &str) -> bool {
        self.functions.contains_key(name) || self.is_variable(name)
    }

    fn is_variable(&self, name: &str) -> bool {
        matches!(self.lookup(name), Some(Entity::Object(..)))
    }

    /// The number that a function is declared to return.
    fn declared_number(&self, function: &str) -> Option<Int> {
        match self.types.get(function) {
            Some(Type::Function(f)) => f.result.int(),
            _ => None,
        }
    }
}

/// Bytes of a number that is not followed.
fn float_kind(kind: &str) -> Option<u32> {
    match kind {
        "float" => Some(FLOAT),
        "double" => Some(DOUBLE),
        _ => None,
    }
}

impl Body<'_, '_> {
    pub(super) fn verifier_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        if let Some(kind) = self.unit.outside_kind(call.name) {
            return self.outside_value(kind, call).map(Some);
        }
        Ok(Some(match call.name {
            "__moverlog_assert" | "__VERIFIER_assert" | "assert" if !self.unit.options.assertions => {
                self.assume(call)?
            }
            "__moverlog_assert" | "__VERIFIER_assert" | "assert" => {
                let condition = self.truth_of(self.argument(call, 0)?)?;
                self.used(&condition);
                self.act(Action::Assert(truth(condition.expr)));
                Result::nothing()
            }
            "reach_error" | "__VERIFIER_error" | "__assert_fail" | "__assert" | "__assert_rtn" => {
                match self.unit.options.assertions {
                    true => self.stands(Action::Assert(constant(0))),
                    false => self.blocks(),
                }
                Result::nothing()
            }
            "__VERIFIER_assume" | "assume" => self.assume(call)?,
            "__VERIFIER_atomic_begin" => {
                if self.is_atomic() {
                    self.regions_inside += 1;
                    return self.refuse(call.span, "an atomic region is open here", "begins inside of it");
                }
                self.region_begins();
                Result::nothing()
            }
            "__VERIFIER_atomic_end" => {
                if self.regions_inside > 0 {
                    self.regions_inside -= 1;
                    return Ok(Some(Result::nothing()));
                }
                if !self.is_atomic() {
                    return self.refuse(call.span, "no atomic region is open here", "ends nothing");
                }
                self.region_exit();
                Result::nothing()
            }
            // The program ends: whatever others would do until then they do before this.
            "exit" => {
                self.looked_at(call)?;
                self.handlers_run(call.span)?;
                self.blocks();
                Result::nothing()
            }
            "atexit" => self.at_exit(call)?,
            "__builtin_unreachable" => {
                self.fails(Fault::Undefined("control comes where the program says that it does not".into()));
                Result::nothing()
            }
            "abort" | "_exit" | "_Exit" | "quick_exit" => {
                self.blocks();
                Result::nothing()
            }
            "rand" | "random" => self.positive(call)?,
            "getpid" | "getppid" => self.number_of_process(call)?,
            "rand_r" => self.seeded(call)?,
            "__builtin_expect" => self.expected(call)?,
            _ => return Ok(None),
        }))
    }

    /// The first argument as a `long`; what is expected of it is evaluated, too.
    fn expected(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let value = self.value(self.argument(call, 0)?)?;
        let value = match value.ty.int() {
            Some(_) => self.converted(value, &self.unit.options.data_model.number(), call.span)?,
            None => value,
        };
        if call.arguments[1..].iter().all(|e| self.unit.constant(e).is_ok()) {
            return Ok(Result::of(value));
        }
        let value = self.fixed(value);
        call.arguments[1..].iter().try_for_each(|e| self.effect(e))?;
        Ok(Result::of(value))
    }

    /// It is looked at once: what others do later does not help.
    fn assume(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let (on, stuck) = (self.steps.fresh(), self.steps.fresh());
        self.condition(self.argument(call, 0)?, on, stuck)?;
        self.land(stuck);
        self.blocks();
        self.land(on);
        Ok(Result::nothing())
    }

    /// Of what it is given nothing depends, but that is evaluated.
    fn outside_value(&mut self, kind: &str, call: &Call<'_>) -> Lowered<Result> {
        self.looked_at(call)?;
        if kind == "pointer" {
            return Ok(Result::of(self.any_pointer()));
        }
        if let Some(bytes) = float_kind(kind) {
            return Ok(Result::of(Operand::constant(0, Type::Float(bytes))));
        }
        let Some(ty) = self.unit.outside_type(kind).or_else(|| self.unit.declared_number(call.name)) else {
            return self.refuse(call.span, format!("values of type `{kind}` are not supported"), "from outside");
        };
        Ok(Result::of(self.any_of(ty)))
    }

    /// Whether this is a call that gives one.
    pub(in crate::c) fn is_pointer_from_outside(&self, e: &Node<Expression>) -> bool {
        let Expression::Call(call) = &e.node else { return false };
        let kind = |name| self.unit.outside_kind(name);
        call.node.arguments.is_empty() && callee(&call.node).and_then(kind) == Some("pointer")
    }

    /// A pointer from outside is null, or one of which nothing is known: it may be handed on and not looked at.
    fn any_pointer(&mut self) -> Operand {
        let (register, pointer) = self.outcome(&Type::pointer(Type::Void));
        let ways = [constant(0), constant(UNSET)].map(|value| (self.steps.fresh(), value));
        let end = self.steps.fresh();
        self.unit.program.unset.get_or_insert_default().registers = true;
        self.end_with(Op::Choose { next: ways.iter().map(|(way, _)| way.loc()).collect() });
        for (way, value) in ways {
            self.land(way);
            self.set(register, &pointer.ty, value);
            self.goto(end);
        }
        self.land(end);
        pointer
    }

    /// Any value of a type.
    pub(super) fn any_of(&mut self, int: Int) -> Operand {
        let ty = Type::Int(int);
        let register = match int.bits {
            9..=32 => self.outside_register(&ty, Source { range: int.values(), goes_on: false }),
            _ => self.temporary(&ty),
        };
        let place = self.register_place(register, &ty);
        self.any_number(place.clone(), int);
        Operand::new(Expr::Load(place), ty)
    }

    /// Whether kinds are looked for of numbers that nobody has set.
    pub(in crate::c) fn has_kinds(&self, int: Int) -> bool {
        (2..=32).contains(&int.bits) && !self.says_which_values()
    }

    /// Whether the user says which values come from outside.
    fn says_which_values(&self) -> bool {
        self.unit.options.nondet.is_some_and(|range| Some(range) != Options::default().nondet)
    }

    /// A register for such a value from outside, unless it is said which these are.
    pub(in crate::c) fn outside_register(&mut self, ty: &Type, source: Source) -> u32 {
        if self.says_which_values() {
            return self.temporary(ty);
        }
        let register = self.register(&format!("t{}", self.registers.len()), ty, true);
        self.reserved.insert(register);
        let procedure = self.unit.procedures[&(self.function.clone(), self.is_root)];
        self.unit.outside.insert((procedure, register), source);
        register
    }

    /// Any value of a type: of eight bits all, of others those that `--nondet` names, and then the answer says so.
    pub(in crate::c) fn any_number(&mut self, place: Place, ty: Int) {
        if self.unit.leaves_out(ty) {
            self.perhaps_stops(Bound::Inputs);
        }
        let action = self.unit.any_number(place, ty);
        self.act(action);
    }

    /// A number from outside that is not negative.
    fn positive(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let number = self.at_least(0);
        let ty = if call.name == "random" { self.unit.options.data_model.number() } else { INT };
        Ok(Result::of(number.with_type(ty)))
    }

    /// The seed is read, and is any number then.
    fn seeded(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let seed = self.object(call, 0)?;
        self.computed(seed.load());
        let Some(int) = seed.ty.int() else {
            return self.refuse(call.span, "the seed is a number", "of another type");
        };
        let next = self.any_of(int);
        self.stored(&seed, next, false)?;
        if call.needed { self.positive(call) } else { Ok(Result::nothing()) }
    }

    /// Any number that is not less than this one.
    pub(in crate::c) fn at_least(&mut self, least: Value) -> Operand {
        self.between((least, Value::MAX), &INT)
    }

    /// Any number from the least to the greatest, or beyond if the type has more than 32 bits.
    pub(super) fn between(&mut self, range: (Value, Value), ty: &Type) -> Operand {
        let goes_on = ty.int().is_some_and(Int::is_wide);
        if goes_on || !self.unit.options.takes_all() {
            self.perhaps_stops(Bound::Inputs);
        }
        let register = self.outside_register(ty, Source { range, goes_on });
        let place = self.register_place(register, ty);
        self.act(self.unit.any_within(place.clone(), range));
        Operand::new(Expr::Load(place), ty.clone())
    }

    /// Whether something is true, of a value from outside: both, and nothing is left out.
    pub(crate) fn outside_truth(&mut self) -> Operand {
        let (register, result) = self.outcome(&BOOL);
        let place = self.register_place(register, &BOOL);
        self.act(Action::Choose { place, values: vec![constant(0), constant(1)] });
        result
    }
}

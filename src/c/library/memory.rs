//! Objects on the heap, and functions that only look at their arguments.

use super::{Call, Result, binary, constant, plus};
use crate::c::Options;
use crate::c::forms::Operand;
use crate::c::forms::{At, Located};
use crate::c::function::Body;
use crate::c::tree::function_named;
use crate::c::types::{INT, Type};
use crate::c::unit::{Allocation, Home, Lowered, Pool};
use crate::control::Bound;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use std::rc::Rc;

/// So many objects are laid out at a place that is known to be passed so often.
const MOST_KNOWN: u32 = 16;

/// So many numbers are set or copied by one call, as an array may have.
const MOST_CELLS: i64 = 1_000_000;

/// So long is an array at most whose length is known when the program runs.
const LONGEST_KNOWN_LATE: u32 = 8;

impl Body<'_, '_> {
    pub(super) fn memory_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        Ok(Some(match call.name {
            "malloc" | "calloc" | "alloca" | "aligned_alloc" | "realloc" => {
                let Some(ty) = call.arguments.iter().find_map(|a| self.sized(a)) else {
                    let message = "the type of what is allocated is not known";
                    return self.refuse(call.span, message, "write `sizeof` of a type, or cast the result");
                };
                Result::of(self.allocated_by(call.name, &ty, call.arguments, call.span, call.at)?)
            }
            "free" => {
                let pointer = self.worth(call, 0)?;
                self.act(Action::Free(pointer.expr));
                Result::nothing()
            }
            "printf" | "fprintf" | "puts" | "putchar" | "fflush" | "fputs" | "fputc" | "putc" => {
                self.printed(call, 0)?
            }
            "sprintf" | "snprintf" => self.printed_into(call)?,
            "scanf" | "sscanf" | "fscanf" => self.scanned(call)?,
            "perror" | "sleep" | "usleep" | "nanosleep" => Result::zero(),
            "srand" | "srandom" | "srand48" => self.seeds(call)?,
            "signal" => {
                let handler = self.argument(call, 1)?;
                if function_named(handler).is_some() || self.unit.constant(handler).is_err() {
                    return Err(self.unit.meaningless("signal", call.head()));
                }
                Result::zero()
            }
            "memset" | "bzero" => self.set_memory(call)?,
            "memcpy" => self.copied_memory(call)?,
            "memmove" => self.moved_memory(call)?,
            _ => return Ok(None),
        }))
    }

    /// The arguments are looked at, of a text the first character; how much was printed is not known.
    fn printed(&mut self, call: &Call<'_>, first: usize) -> Lowered<Result> {
        self.all_printed(call, first)?;
        Ok(self.count_of_printed(call))
    }

    fn count_of_printed(&mut self, call: &Call<'_>) -> Result {
        if call.needed { self.not_followed() } else { Result::zero() }
    }

    /// What the arguments are worth, from this one on; a text that is written down is none.
    fn all_printed(&mut self, call: &Call<'_>, first: usize) -> Lowered<Vec<Option<Operand>>> {
        self.writes_no_count(call)?;
        let mut all = vec![None; first.min(call.arguments.len())];
        for argument in call.arguments.iter().skip(first) {
            let written = matches!(argument.node, Expression::StringLiteral(_));
            all.push(if written { None } else { Some(self.printed_one(argument, first > 0)?) });
        }
        Ok(all)
    }

    /// Its value, where that is looked at again in a register.
    fn printed_one(&mut self, argument: &Node<Expression>, again: bool) -> Lowered<Operand> {
        let value = self.value(argument)?;
        let value = if again { self.fixed(value) } else { value };
        let is_text = value.ty.pointee().and_then(Type::int).is_some_and(|int| int.bits == 8);
        if is_text && value.expr != Expr::Const(0) {
            let text = self.pointed_to(value.clone(), argument.span)?;
            self.act(Action::Look(text.place()));
            return Ok(value);
        }
        Ok(self.computed(value))
    }

    /// A number of which nothing is known.
    fn not_followed(&mut self) -> Result {
        Result::of(self.unknown(&INT))
    }

    /// What stands in the array then is not known.
    fn printed_into(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let to = self.argument(call, 0)?;
        if let Some((array, room)) = self.array_by_name(to)? {
            let printed = self.all_printed(call, 1)?;
            self.has_room(call, room, &printed)?;
            self.forgets(&array);
            return Ok(self.count_of_printed(call));
        }
        let refusal = self.unit.refusal(to.span, "how much is written behind this pointer is not known", "a pointer");
        Err(refusal.help("print into an array by its name").into())
    }

    /// An array that is no place behind a pointer, and how many elements it has.
    pub(super) fn array_by_name(&mut self, e: &Node<Expression>) -> Lowered<Option<(Located, Value)>> {
        let Type::Array(_, room) = *self.unit.type_of_expression(e)?.plain() else { return Ok(None) };
        let array = self.locate(e)?;
        let room = Value::try_from(room).unwrap_or(Value::MAX);
        Ok((!matches!(array.at, At::Pointer(_))).then_some((array, room)))
    }

    /// The type that a size speaks of.
    fn sized(&mut self, e: &Node<Expression>) -> Option<Type> {
        match &e.node {
            Expression::SizeOfTy(of) => self.unit.type_name(&of.node.0.node).ok(),
            Expression::SizeOfVal(of) => self.unit.type_of_expression(&of.node.0).ok(),
            Expression::BinaryOperator(b) => self.sized(&b.node.lhs).or_else(|| self.sized(&b.node.rhs)),
            Expression::Cast(cast) => self.sized(&cast.node.expression),
            _ => None,
        }
    }

    /// An object of the type that its pointer leads to.
    pub(in crate::c) fn allocated(&mut self, call: &CallExpression, ty: &Type, span: Span) -> Lowered<Operand> {
        let name = self.unit.allocates_by(call).unwrap_or("malloc");
        // A cast stands around the call that facts know.
        let at = self.unit.facts.allocation_within(&self.function_inside(), span.start, span.end);
        self.allocated_by(name, ty, &call.arguments, span, at.unwrap_or(span.start))
    }

    fn allocated_by(
        &mut self,
        name: &str,
        ty: &Type,
        arguments: &[Node<Expression>],
        span: Span,
        at: usize,
    ) -> Lowered<Operand> {
        match (name, arguments) {
            ("realloc", [object, size]) => self.grown(object, size, ty, span, at),
            ("aligned_alloc", [alignment, size @ ..]) => {
                self.effect(alignment)?;
                self.allocate_one(ty, size, Allocation::Heap, span, at)
            }
            ("calloc", _) => self.allocate_one(ty, arguments, Allocation::Cleared, span, at),
            ("alloca", _) => self.allocate_one(ty, arguments, Allocation::Automatic, span, at),
            _ => self.allocate_one(ty, arguments, Allocation::Heap, span, at),
        }
    }

    pub(super) fn allocate_one(
        &mut self,
        ty: &Type,
        arguments: &[Node<Expression>],
        how: Allocation,
        span: Span,
        at: usize,
    ) -> Lowered<Operand> {
        let arguments = &arguments[..arguments.len().min(if how == Allocation::Cleared { 2 } else { 1 })];
        if arguments.iter().any(|a| self.unit.constant(a).is_err()) {
            return self.allocate_some(ty, arguments, how, span, at);
        }
        let len = self.length_of(ty, arguments, span)?;
        self.allocate_array(ty, len, how, span, at)
    }

    /// Of a length that is known when the program runs: one place for each length up to a bound.
    fn allocate_some(
        &mut self,
        ty: &Type,
        arguments: &[Node<Expression>],
        how: Allocation,
        span: Span,
        at: usize,
    ) -> Lowered<Operand> {
        let size = self.unit.structs.size(ty, self.unit.options.data_model).max(1) as Value;
        let mut bytes: Option<Operand> = None;
        for argument in arguments {
            let of = self.value_as(argument, &self.unit.options.data_model.size())?;
            let of = self.fixed(of);
            bytes = Some(match bytes {
                Some(others) => self.combined(&BinaryOperator::Multiply, others, of, span)?,
                None => of,
            });
        }
        let Some(bytes) = bytes else { return self.refuse(span, "the size is missing", "allocated here") };
        let bytes = self.fixed(bytes);
        self.allocated_late(ty, (&bytes, size), how, span, at)
    }

    /// As many elements as are measured, each one so much.
    pub(in crate::c) fn allocated_late(
        &mut self,
        ty: &Type,
        (measured, one): (&Operand, Value),
        how: Allocation,
        span: Span,
        at: usize,
    ) -> Lowered<Operand> {
        let (register, pointer) = self.outcome(&Type::pointer(ty.clone()));
        let end = self.steps.fresh();
        for len in 1..=LONGEST_KNOWN_LATE {
            let (this, other) = (self.steps.fresh(), self.steps.fresh());
            self.branch(binary(Binary::Eq, measured.expr.clone(), constant(len as Value * one)), this, other);
            self.land(this);
            let object = self.allocate_array(ty, len, how, span, at)?;
            self.set(register, &pointer.ty, object.expr);
            self.goto(end);
            self.land(other);
        }
        self.stops(Bound::Heap);
        self.land(end);
        Ok(pointer)
    }

    pub(super) fn allocate_array(
        &mut self,
        ty: &Type,
        len: u32,
        how: Allocation,
        span: Span,
        at: usize,
    ) -> Lowered<Operand> {
        self.unit.has_size(&Type::Array(Rc::new(ty.clone()), len), "", span)?;
        let object = if len == 1 { ty.clone() } else { Type::Array(Rc::new(ty.clone()), len) };
        let pool = self.pool(&object, how, span, at);
        let leaves = (how == Allocation::Automatic).then(|| self.leaves_with_the_function(&pool)).flatten();
        if how != Allocation::Cleared {
            let unset = self.unit.unset_values(&object);
            let all = (0..pool.count).map(|i| Home::Cells(Cell(pool.base.0 + i * pool.stride)));
            all.for_each(|home| self.unit.begins_unset(&home, &unset));
        }
        let next = self.home_place(&pool.next, &INT);
        let (register, pointer) = self.outcome(&Type::pointer(ty.clone()));
        self.at_once(|this| {
            let place = next.place();
            let left = binary(Binary::Lt, Expr::Load(place.clone()), constant(pool.len as Value));
            let (some, none) = (this.steps.fresh(), this.steps.fresh());
            this.branch(left, some, none);
            this.land(none);
            this.stops(Bound::Heap);
            this.land(some);
            let number = match pool.per_thread {
                false => Expr::Load(place.clone()),
                true => {
                    let before = binary(Binary::Sub, Expr::Tid, constant(1));
                    let before = binary(Binary::Mul, before, constant(pool.len as Value));
                    binary(Binary::Add, before, Expr::Load(place.clone()))
                }
            };
            if let Some(first) = leaves {
                this.keeps_the_first(first, number.clone());
            }
            let (base, len, stride) = (pool.base, pool.count, pool.stride);
            let first = Located { at: At::Index { base, len, stride, index: number }, ty: ty.clone() };
            if how != Allocation::Cleared && this.unit.options.takes_all() {
                this.holds_anything(&Located { ty: object.clone(), ..first.clone() });
            }
            this.set(register, &pointer.ty, first.address().unwrap_or(constant(0)));
            this.act(Action::Assign { place: place.clone(), value: plus(Expr::Load(place), 1) });
            Ok(())
        })?;
        Ok(pointer)
    }

    fn length_of(&mut self, ty: &Type, arguments: &[Node<Expression>], span: Span) -> Lowered<u32> {
        let mut bytes = 1i64;
        for argument in arguments {
            bytes = bytes.saturating_mul(i64::from(self.unit.constant(argument)?));
        }
        let size = i64::from(self.unit.structs.size(ty, self.unit.options.data_model));
        match bytes / size.max(1) {
            len @ 1..=4096 if bytes % size == 0 => Ok(len as u32),
            4097.. => {
                let refusal = self.unit.refusal(span, "more than 4096 elements are allocated at once", "so many");
                Err(refusal.help("allocate fewer, as a constant says that can be changed").into())
            }
            _ => self.refuse(span, "this size is no multiple of that of the type", "allocated here"),
        }
    }

    /// The objects that a place may allocate.
    fn pool(&mut self, ty: &Type, how: Allocation, span: Span, at: usize) -> Pool {
        let key = format!("heap@{at}:{}", self.unit.structs.cells(ty));
        if let Some(pool) = self.unit.pools.get(&key) {
            return pool.clone();
        }
        let function = self.function_inside();
        let threads = self.unit.threads.run_by(&self.unit.facts, &function).len();
        let per_thread = threads > 1;
        let times = self.unit.facts.allocations(&function, at).filter(|n| *n <= MOST_KNOWN);
        let heap = self.unit.options.heap;
        let raised = heap > Options::default().heap && self.unit.facts.allocates_about(&function, at);
        let len = times.map_or(heap, |n| if raised { n.max(heap) } else { n }).max(1);
        let count = if per_thread { len * self.unit.threads.count() } else { len };
        let line = self.unit.source.line(span.start);
        let home = match per_thread {
            true => self.unit.per_thread(&format!("malloc@{line}.next"), &INT, span),
            false => Home::Cells(self.unit.allocate(&format!("malloc@{line}.next"), &INT, span)),
        };
        let next = home;
        let base = self.unit.next_cell();
        let mut stride = 0;
        for i in 0..count {
            let object = self.unit.allocate_on_heap(&format!("malloc@{line}[{i}]"), ty, how, span);
            stride = if i == 1 { object.0 - base.0 } else { stride };
        }
        let pool = Pool { base, len, count, stride: stride.max(1), per_thread, next, ty: ty.clone(), how };
        self.unit.pools.insert(key, pool.clone());
        pool
    }

    /// How many objects of a type so many bytes are.
    pub(super) fn objects_in(&mut self, bytes: &Node<Expression>, ty: &Type) -> Lowered<u32> {
        let size = i64::from(self.unit.structs.size(ty, self.unit.options.data_model)).max(1);
        match self.unit.constant(bytes) {
            Ok(n) if n >= 0 && i64::from(n) / size * i64::from(self.unit.structs.cells(ty)) > MOST_CELLS => {
                self.refuse(bytes.span, "more than a million numbers", "too many to be set one by one")
            }
            Ok(n) if i64::from(n) % size == 0 && n >= 0 => Ok((i64::from(n) / size) as u32),
            _ => self.refuse(bytes.span, "the size must be a known multiple of that of the object", "of another size"),
        }
    }
}

//! Threads: created, joined, and ended.

use super::{Call, Result, binary, constant, part, placed, plus};
use crate::c::forms::Operand;
use crate::c::function::Body;
use crate::c::types::{BOOL, INT, Type};
use crate::c::unit::{Entity, Lowered};
use crate::control::Bound;
use crate::ir::build::Mark;
use crate::ir::*;
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

impl Body<'_, '_> {
    pub(super) fn thread_call(&mut self, call: &Call<'_>) -> Lowered<Option<Result>> {
        Ok(Some(match call.name {
            "pthread_create" => self.create(call, 2, 3)?,
            "thrd_create" => self.create(call, 1, 2)?,
            "pthread_join" | "thrd_join" => self.join(call)?,
            "pthread_exit" | "thrd_exit" => self.exit_thread(call)?,
            "pthread_self" | "thrd_current" => Result::of(Operand::new(Expr::Tid, self.thread_id())),
            "pthread_equal" | "thrd_equal" => {
                let (a, b) = (self.worth(call, 0)?, self.worth(call, 1)?);
                Result::of(b.clone().with(binary(Binary::Eq, a.expr, b.expr), INT))
            }
            "pthread_detach" | "thrd_detach" => self.detach(call)?,
            "pthread_attr_init" if self.tells_detached() => {
                let to = self.object(call, 0)?;
                self.assigns(&part(&to, 0), constant(0));
                Result::zero()
            }
            "pthread_attr_setdetachstate" => self.sets_detached(call)?,
            "thrd_yield" | "sched_yield" | "pthread_yield" | "thrd_sleep" | "pthread_testcancel" => Result::zero(),
            _ => return Ok(None),
        }))
    }

    /// The next thread of the place starts, and its id is stored.
    fn create(&mut self, call: &Call<'_>, function: usize, argument: usize) -> Lowered<Result> {
        let named = self.argument(call, function)?;
        let known = self.unit.defined_function(named).map(String::from);
        self.can_begin(call, named)?;
        let pointer = match known {
            Some(_) => None,
            None => Some(self.worth_fixed(call, function)?),
        };
        let value = self.worth_as(call, argument, &Type::pointer(Type::Void))?;
        let detached = self.begins_detached(call)?;
        let (register, id) = self.outcome(&self.thread_id());
        let begins = |body: &Self, t: &u32| known.as_ref().is_none_or(|f| body.unit.threads.function(*t) == f);
        let mut threads = self.unit.threads.created_at(call.at);
        threads.retain(|thread| begins(self, thread));
        let (value, ahead) = (value.expr, self.keeps_ids_ahead(call)?);
        self.at_once(|this| {
            let end = this.steps.fresh();
            for thread in &threads {
                let taken = this.if_free(*thread, pointer.as_ref());
                if !ahead {
                    this.starts(*thread, &value, detached.as_ref());
                }
                this.set(register, &this.thread_id(), constant(*thread as Value + 1));
                this.goto(end);
                this.land(taken);
            }
            if pointer.is_some() && this.unit.leads_outside() {
                this.stops(Bound::Pointers);
            } else {
                this.beyond(register);
            }
            this.land(end);
            Ok(())
        })?;
        self.keep_id(call, id.clone())?;
        if ahead {
            self.starts_by_id(&threads, &id.expr, &value, detached.as_ref())?;
        }
        Ok(Result::zero())
    }

    /// Whether the id is stored before the thread begins, as glibc does (POSIX leaves it open): where others might look
    /// for it, as many start here as are known, and nobody else starts any here meanwhile.
    fn keeps_ids_ahead(&mut self, call: &Call<'_>) -> Lowered<bool> {
        let alone = self.unit.threads.run_by(&self.unit.facts, &self.function).len() == 1;
        let counted = self.unit.facts.sites().iter().any(|(site, times)| site.at == call.at && times.is_some());
        Ok(alone && counted && !self.is_null(self.argument(call, 0)?) && self.object(call, 0)?.is_shared())
    }

    /// The thread that is free, and whose id is kept.
    fn starts_by_id(&mut self, threads: &[u32], id: &Expr, argument: &Expr, detached: Option<&Operand>) -> Lowered<()> {
        self.at_once(|this| {
            let end = this.steps.fresh();
            for thread in threads {
                let (begins, other) = (this.steps.fresh(), this.steps.fresh());
                this.branch(binary(Binary::Eq, id.clone(), constant(*thread as Value + 1)), begins, other);
                this.land(begins);
                this.starts(*thread, argument, detached);
                this.goto(end);
                this.land(other);
            }
            this.land(end);
            Ok(())
        })
    }

    /// Goes on where nobody is this thread yet, and the pointer leads to its function; where control is otherwise.
    fn if_free(&mut self, thread: u32, pointer: Option<&Operand>) -> Mark {
        let (free, taken) = (self.steps.fresh(), self.steps.fresh());
        let started = self.unit.threads.started(thread);
        let mut unused = binary(Binary::Eq, Expr::Load(started), constant(0));
        if let Some(pointer) = pointer {
            let function = self.unit.threads.function(thread).to_string();
            let number = constant(self.unit.function_number(&function));
            unused = binary(Binary::And, binary(Binary::Eq, pointer.expr.clone(), number), unused);
        }
        self.branch(unused, free, taken);
        self.land(free);
        taken
    }

    fn starts(&mut self, thread: u32, argument: &Expr, detached: Option<&Operand>) {
        let function = self.unit.threads.function(thread);
        let takes = matches!(self.unit.types.get(function), Some(Type::Function(f)) if !f.parameters.is_empty());
        if takes {
            let place = self.unit.threads.argument(thread);
            self.act(Action::Assign { place, value: argument.clone() });
        }
        if let Some(detached) = detached {
            let place = self.unit.threads.joined_cell(thread);
            self.act(Action::Assign { place, value: detached.expr.clone() });
        }
        self.act(Action::Assign { place: self.unit.threads.started(thread), value: constant(1) });
    }

    /// Whether attributes say that nobody joins the thread, where some say so and somebody is joined.
    fn begins_detached(&mut self, call: &Call<'_>) -> Lowered<Option<Operand>> {
        if call.name == "thrd_create" || !self.tells_detached() || !self.joins() {
            return Ok(None);
        }
        let state = self.attribute(call, 1)?;
        Ok(Some(self.fixed(state)))
    }

    /// Whether attributes may say that nobody joins a thread, or are asked for it.
    fn tells_detached(&self) -> bool {
        let names = ["pthread_attr_setdetachstate", "pthread_attr_getdetachstate"];
        names.iter().any(|name| self.unit.facts.is_called(name))
    }

    /// Whether somebody joins threads, or detaches them.
    fn joins(&self) -> bool {
        self.unit.threads.count() != self.unit.threads.first
    }

    /// Attributes say from now on whether nobody joins the thread.
    fn sets_detached(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let (to, state) = (self.object(call, 0)?, self.worth_fixed(call, 1)?.expr);
        let known = self.tells_detached();
        self.where_valid(binary(Binary::UnsignedLe, state.clone(), constant(1)), |this| {
            if known {
                this.assigns(&part(&to, 0), state);
            }
            Ok(())
        })
    }

    /// Nobody is left to be created: nothing more is known, or a thread is that never moves, with an id of its own.
    fn beyond(&mut self, id: u32) {
        let Some(idle) = self.unit.program.idle else { return self.stops(Bound::Threads) };
        let idle = Place { kind: PlaceKind::Cell(idle), domain: Domain::Int };
        let known = self.unit.threads.count();
        self.act(Action::Assign { place: idle.clone(), value: plus(Expr::Load(idle.clone()), 1) });
        self.set(id, &self.thread_id(), binary(Binary::Add, constant(known as Value), Expr::Load(idle)));
    }

    /// `pthread_t`
    fn thread_id(&self) -> Type {
        self.unit.options.data_model.size()
    }

    /// Whether a thread may ever move.
    fn moves(&self, id: &Expr) -> Expr {
        binary(Binary::Le, id.clone(), constant(self.unit.threads.count() as Value))
    }

    /// Threads begin with functions of one type; compilers take others, too, and programs rely on it, within limits.
    fn can_begin(&mut self, call: &Call<'_>, e: &Node<Expression>) -> Lowered<()> {
        let Some(name) = self.unit.function_named(e) else { return Ok(()) };
        if matches!(self.unit.lookup(name), Some(Entity::Function(_))) && !self.unit.functions.contains_key(name) {
            let message = format!("`{name}` has no body here, so nothing is known of a thread that begins with it");
            let refusal = self.unit.refusal(e.span, message, "no call");
            let help = format!("begin with a function that has a body, and calls `{name}`");
            return Err(refusal.help(help).into());
        }
        let Some(Type::Function(f)) = self.unit.types.get(name).cloned() else { return Ok(()) };
        let result = f.result.is_scalar() && f.result.float().is_none() || *f.result.plain() == Type::Void;
        // What a truth value is made of another number is not said where nothing converts it.
        let takes = |one: &Type| one.is_scalar() && one.float().is_none() && one.int() != BOOL.int();
        if result && f.parameters.len() < 2 && f.parameters.iter().all(takes) {
            return Ok(());
        }
        let (wanted, head) =
            if call.name == "pthread_create" { ("void *(void *)", "void *") } else { ("int (void *)", "int ") };
        let is = self.unit.structs.words(&Type::Function(f));
        let message = format!("`{}` needs a function `{wanted}`, and `{name}` is `{is}`", call.name);
        let refusal = self.unit.refusal(e.span, message, "of another type");
        Err(refusal.help(format!("make it `{head}{name}(void *arg)`")).into())
    }

    fn keep_id(&mut self, call: &Call<'_>, id: Operand) -> Lowered<()> {
        let first = self.argument(call, 0)?;
        if self.is_null(first) {
            return Ok(());
        }
        let to = self.object(call, 0)?;
        self.stored(&to, id, false).map(|_| ())
    }

    fn join(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let id = self.worth(call, 0)?;
        let argument = self.text_of(self.argument(call, 0)?);
        let text = std::mem::replace(&mut self.here.text, format!("reads {argument}"));
        let id = self.fixed(id);
        self.here.text = text.clone();
        if !self.joins() {
            self.fails(Fault::Undefined("a join of no thread".into()));
            return Ok(Result::zero());
        }
        if self.may_have_own_id() {
            let another = binary(Binary::Ne, id.expr.clone(), Expr::Tid);
            self.demand(another, "a thread joins itself");
        }
        if self.unit.program.idle.is_some() {
            self.act(Action::Assume(self.moves(&id.expr)));
        }
        if self.may_be_detached() {
            self.is_joinable(&id.expr);
        }
        let end = self.unit.threads.end_of(id.expr.clone());
        self.act(Action::Assume(Expr::Load(end)));
        self.here.text = format!("{argument} is joined");
        self.joins_once(&id.expr);
        self.here.text = text;
        let result = self.argument(call, 1)?;
        if !self.is_null(result) {
            let from = placed(self.unit.threads.result_of(id.expr));
            if let Some(from) = from {
                let ty = if call.name == "pthread_join" { Type::pointer(Type::Void) } else { INT };
                self.stored_where(call, 1, from.load().with_type(ty))?;
            }
        }
        Ok(Result::zero())
    }

    /// Whether who calls this may know its own id: created threads may find it where it was stored.
    fn may_have_own_id(&self) -> bool {
        let asks = ["pthread_self", "thrd_current"].iter().any(|name| self.unit.facts.is_called(name));
        asks || self.unit.threads.run_by(&self.unit.facts, &self.function) != [0]
    }

    /// A thread is joined once, and not at all once it was detached.
    fn joins_once(&mut self, id: &Expr) {
        let began = self.region_begins();
        self.is_joinable(id);
        self.act(Action::Assign { place: self.unit.threads.joined(id.clone()), value: constant(1) });
        self.region_ends(began);
    }

    fn is_joinable(&mut self, id: &Expr) {
        let place = self.unit.threads.joined(id.clone());
        self.synchronizes = true;
        self.demand(binary(Binary::Eq, Expr::Load(place), constant(0)), "a thread is joined or detached twice");
    }

    /// Then whoever joins it goes wrong, whether it ends or not.
    fn may_be_detached(&self) -> bool {
        let detaches = ["pthread_detach", "thrd_detach"].iter().any(|name| self.unit.facts.is_called(name));
        detaches || self.tells_detached()
    }

    fn detach(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let id = self.worth_fixed(call, 0)?;
        if !self.joins() {
            return Ok(Result::zero());
        }
        if self.unit.program.idle.is_some() {
            let moves = self.moves(&id.expr);
            let once = |this: &mut Self| {
                this.joins_once(&id.expr);
                Ok(())
            };
            self.either(moves, once, |_| Ok(()))?;
        } else {
            self.joins_once(&id.expr);
        }
        Ok(Result::zero())
    }

    fn exit_thread(&mut self, call: &Call<'_>) -> Lowered<Result> {
        let value = match call.name {
            "pthread_exit" => self.worth_as(call, 0, &Type::pointer(Type::Void))?,
            _ => self.worth(call, 0)?,
        };
        if self.is_atomic() {
            return self.refuse(call.span, "a thread cannot end inside of an atomic region", "it would end here");
        }
        let calls = !self.cleanups.is_empty() || self.unit.facts.ends_call();
        let value = if calls { self.fixed(value) } else { value };
        self.all_cleaned_up(call.span)?;
        if !self.is_root {
            self.halts(value, call.span)?;
        } else if self.is_entry() {
            self.leaves_handlers(call.span)?;
            self.values_end()?;
            if self.unit.threads.first == 0 {
                self.ends(Some(value));
            }
            self.end_with(Op::Return { value: None });
        } else {
            self.returns(Some(value), call.span)?;
        }
        Ok(Result::nothing())
    }

    /// The thread ends in a function that was called: whoever called it does not go on either.
    fn halts(&mut self, value: Operand, span: Span) -> Lowered<()> {
        let runs = self.unit.threads.run_by(&self.unit.facts, &self.function);
        if runs.contains(&0) {
            self.leaves_handlers(span)?;
        }
        self.values_end()?;
        self.locals_go();
        let (created, end) = (self.steps.fresh(), self.steps.fresh());
        if runs.contains(&0) && self.unit.threads.first > 0 {
            // Nobody waits for `main`.
            self.branch(binary(Binary::Ne, Expr::Tid, constant(1)), created, end);
        }
        self.land(created);
        if runs.iter().any(|thread| *thread >= self.unit.threads.first) {
            self.ends(Some(value));
        }
        self.land(end);
        self.stands(Action::Halt);
        Ok(())
    }
}

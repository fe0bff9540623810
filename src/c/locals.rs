//! Locals: in registers, in memory, or static.

use super::bypassed::names_itself;
use super::forms::Located;
use super::function::{Body, Unset};
use super::types::{BOOL, INT, Type};
use super::unit::{Entity, Home, Lowered, Specified, Storage, Unit};
use crate::control::Bound;
use crate::ir::{Action, Binary, Cell, Domain, Expr, Place};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

impl Body<'_, '_> {
    pub(super) fn local_declaration(&mut self, d: &Node<Declaration>) -> Lowered<()> {
        let base = self.unit.specified_for(d)?;
        for declarator in &d.node.declarators {
            // The star is part of the type: nothing is stored by way of the pointer.
            let text = self.text_of(declarator).trim_start_matches(['*', ' ']).to_string();
            self.here = self.located(declarator.span, text);
            let lowered = self.local(&base, declarator);
            let name = super::tree::name_of(&declarator.node.declarator);
            let known = self.unit.lookup(&name).is_some();
            let lowered = self.unit.without((!known).then_some(name).into_iter(), lowered);
            self.unit.note(lowered);
        }
        Ok(())
    }

    fn local(&mut self, base: &Specified, declarator: &Node<InitDeclarator>) -> Lowered<()> {
        if let Some(length) = self.late_length(declarator).filter(|_| base.storage == Storage::default()) {
            return self.late_array(base, declarator, length);
        }
        let Some(declared) = self.unit.declarator(base, declarator)? else { return Ok(()) };
        if base.storage.external {
            // Whatever hides it: the object of the file is meant.
            let meant = self.unit.names[0].get(&declared.name).cloned();
            self.unit.declare(&declared.name, meant.unwrap_or(Entity::Declared(declared.ty)));
            return Ok(());
        }
        let ty = self.unit.completed(declared.ty, declared.initialiser.as_ref())?;
        let name = declared.name;
        self.unit.has_size(&ty, &name, declared.span)?;
        if base.storage.fixed || base.storage.thread_local {
            return self.static_local(&name, ty, declared.initialiser, base.storage.thread_local, declared.span);
        }
        let home = match self.needs_memory(&name, &ty) {
            true => self.in_memory(&name, &ty, declared.span),
            false => Home::Registers(self.registers_for(&name, &ty, false)),
        };
        let to = self.home_place(&home, &ty);
        self.unit.declare(&name, Entity::Object(home.clone(), ty));
        self.locks_begin(&to);
        match declared.initialiser {
            Some(initialiser) => {
                if names_itself(&initialiser, &name) {
                    self.leaves_unset(&home, &to);
                }
                self.initialised(&to, &initialiser)
            }
            None => {
                self.leaves_unset(&home, &to);
                Ok(())
            }
        }
    }

    /// Objects of the library in a local are new ones each time that control comes here.
    pub(super) fn locks_begin(&mut self, to: &Located) {
        let (owners, cells) = self.unit.structs.lock_cells(&to.ty);
        if cells.is_empty() || self.is_passed_once() {
            return;
        }
        let place = |i: u32| Place { domain: Domain::Int, ..to.clone().further(i, INT).place() };
        let began = self.region_begins();
        owners.into_iter().for_each(|i| self.leaves_no_holder(&place(i)));
        for i in cells {
            self.act(Action::Assign { place: place(i), value: Expr::Const(0) });
        }
        self.region_ends(began);
    }

    /// Another thread may hold what is gone: whether it may go on is not said.
    fn leaves_no_holder(&mut self, owner: &Place) {
        let binary = |op, a, b| Expr::Binary(op, Box::new(a), Box::new(b));
        let owner = || Expr::Load(owner.clone());
        let mine = binary(Binary::Eq, owner(), Expr::Tid);
        let free = binary(Binary::Le, owner(), Expr::Const(0));
        let (good, bad) = (self.steps.fresh(), self.steps.fresh());
        self.branch(binary(Binary::Or, free, mine), good, bad);
        self.land(bad);
        self.stops(Bound::Undefined);
        self.land(good);
    }

    /// Whether nothing is done when the function returns.
    pub(super) fn locals_stay(&self) -> bool {
        self.mortal.is_empty() && self.late.is_empty() && self.activation.is_none()
    }

    /// Whoever follows a pointer to a local of this activation goes wrong from now on.
    pub(super) fn locals_go(&mut self) {
        self.late_arrays_go();
        for gone in self.mortal.clone() {
            self.act(Action::Assign { place: gone.place(), value: Expr::Const(1) });
        }
        self.activation_ends();
    }

    /// Nobody knows what it holds: of a number in a register only where somebody may read it.
    fn leaves_unset(&mut self, home: &Home, to: &Located) {
        let text = format!("{} is set by nobody", self.here.text);
        match home {
            Home::Registers(register) if to.ty.is_scalar() => {
                let gap = self.gap();
                self.unset.push(Unset { register: *register, ty: to.ty.clone(), gap });
            }
            Home::Registers(_) => {
                self.unit.program.unset.get_or_insert_default().registers |= !self.unit.takes_all_of(&to.ty);
                self.holds_anything(to);
            }
            _ if self.unit.options.chooses_unset && to.ty.int().is_some() => {
                self.here.text = text;
                to.ty.int().into_iter().for_each(|int| self.any_number(to.place(), int));
            }
            _ => {
                let unset = self.unit.unset_values(&to.ty);
                self.unit.may_be_unset(home, &unset);
                if self.unit.options.takes_all() {
                    self.here.text = text;
                    self.holds_anything(to);
                } else if self.is_passed_once() {
                    self.unit.begins_unset(home, &unset);
                } else {
                    self.unsets(to);
                }
            }
        }
    }

    /// Whether each thread comes here once.
    fn is_passed_once(&self) -> bool {
        self.is_root && self.expanded.is_empty() && self.loops.is_empty() && !self.has_labels()
    }

    fn static_local(
        &mut self,
        name: &str,
        ty: Type,
        initialiser: Option<Node<Initializer>>,
        thread_local: bool,
        span: Span,
    ) -> Lowered<()> {
        let key = format!("{}.{name}@{}", self.function_inside(), span.start);
        if let Some(home) = self.unit.statics.get(&key).cloned() {
            self.unit.declare(name, Entity::Object(home, ty));
            return Ok(());
        }
        let shown = format!("{}.{name}", self.function_inside());
        let home = match thread_local {
            true => self.unit.thread_local(&shown, &ty, span),
            false => Home::Cells(self.unit.allocate(&shown, &ty, span)),
        };
        self.unit.statics.insert(key, home.clone());
        self.unit.declare(name, Entity::Object(home.clone(), ty.clone()));
        match initialiser {
            Some(initialiser) => self.unit.set_initially(&home, &ty, &initialiser),
            None => Ok(()),
        }
    }

    /// Whether a local lives in memory: its address is taken, or it is too complicated for registers.
    fn needs_memory(&self, name: &str, ty: &Type) -> bool {
        let array = matches!(ty.plain(), Type::Array(..));
        let complicated = match ty.plain() {
            Type::Array(of, len) => !of.is_scalar() || *len > MOST_REGISTERS,
            Type::Struct(s) => self.unit.structs.all[*s].fields.iter().any(|(_, ty)| !ty.is_scalar()),
            Type::Sync(_) => true,
            _ => ty.is_atomic(),
        };
        complicated || self.unit.facts.escapes(&self.function_inside(), name, array)
    }

    /// Cells for a local: one object where one thread alone runs the function, otherwise one for each thread, and for
    /// each activation where it may call itself. What a thread begins with is an activation by itself.
    pub(super) fn in_memory(&mut self, name: &str, ty: &Type, span: Span) -> Home {
        let function = self.function_inside();
        let called = !self.is_root && self.expanded.is_empty();
        let way = if called { "called" } else { "once" };
        let key = format!("{function}.{name}@{}:{way}", span.start);
        let home = match self.unit.statics.get(&key).cloned() {
            Some(home) => home,
            None if called => self.lay_out_mortal(&format!("{function}.{name}"), ty, span),
            None => self.lay_out_with_thread(&format!("{function}.{name}"), ty, span),
        };
        self.unit.statics.insert(key, home.clone());
        if called {
            self.begins_to_live(&home, ty);
        }
        home
    }

    fn lay_out_mortal(&mut self, shown: &str, ty: &Type, span: Span) -> Home {
        let allocate = |unit: &mut Unit<'_>, name: &str| unit.allocate_mortal(name, ty, span);
        match self.activation_number() {
            Some(number) => self.unit.per_activation(shown, number, allocate),
            None => self.lay_out_local(shown, allocate),
        }
    }

    /// It goes with its thread, if that is a created one.
    fn lay_out_with_thread(&mut self, shown: &str, ty: &Type, span: Span) -> Home {
        let home = self.lay_out_local(shown, |unit, name| unit.allocate(name, ty, span));
        if self.is_root && self.expanded.is_empty() {
            let runs = self.unit.threads.run_by(&self.unit.facts, &self.function_inside());
            self.unit.end_with_threads(&home, &runs);
        }
        home
    }

    pub(super) fn lay_out_local(&mut self, shown: &str, allocate: impl Fn(&mut Unit<'_>, &str) -> Cell) -> Home {
        match self.unit.threads.run_by(&self.unit.facts, &self.function_inside()).len() {
            0 | 1 => Home::Cells(allocate(self.unit, shown)),
            _ => self.unit.for_each_thread(shown, allocate),
        }
    }

    fn begins_to_live(&mut self, home: &Home, ty: &Type) {
        let gone = self.home_place(home, ty).further(self.unit.structs.cells(ty), BOOL);
        self.act(Action::Assign { place: gone.place(), value: Expr::Const(0) });
        self.mortal.push(gone);
    }
}

/// Longer arrays live in memory.
const MOST_REGISTERS: u32 = 256;

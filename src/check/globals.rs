//! Variables outside procedures: layout, initial values, protection.

use super::Checker;
use super::expressions::Mode;
use super::names::Entity;
use super::types::Type;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::ir::{Cell, Domain, GlobalKind, GlobalVariable, Guard, Protection, Value};
use crate::syntax::ast::{self, Ast, Declaration, Declarator, Init, Item};
use std::collections::BTreeSet;

const MAX_LENGTH: i32 = 65_536;
const MAX_CELLS: usize = 1_000_000;
pub(super) const MAX_REGISTERS: usize = 4096;

impl Checker<'_> {
    /// Declares and lays out all global and thread-local variables, with value 0.
    pub(super) fn globals(&mut self, ast: &Ast) {
        let waited = waited_names(ast);
        for item in &ast.items {
            let Item::Variables { thread_local, declaration } = item else { continue };
            for declarator in &declaration.declarators {
                if *thread_local {
                    self.thread_local(declaration, declarator);
                } else {
                    self.global(declaration, declarator, &waited);
                }
            }
        }
    }

    /// Sets initial values and protecting sets, which may name variables declared later.
    pub(super) fn initialisers(&mut self, ast: &Ast) {
        for item in &ast.items {
            let Item::Variables { declaration, .. } = item else { continue };
            for declarator in &declaration.declarators {
                self.initialise(declarator);
            }
        }
    }

    fn global(&mut self, declaration: &Declaration, declarator: &Declarator, waited: &BTreeSet<&str>) {
        let ty = self.variable_type(&declaration.ty, declarator);
        let kind = match ty {
            Type::Mutex { reentrant } => {
                GlobalKind::Mutex { reentrant, waited: waited.contains(declarator.name.text.as_str()) }
            }
            _ => GlobalKind::Data(ty.domain()),
        };
        let Some(len) = self.length(declarator) else { return self.declare(&declarator.name, Entity::Broken) };
        let global = GlobalVariable {
            name: declarator.name.text.clone(),
            base: Cell(self.program.cells.len() as u32),
            len: len.unwrap_or(1),
            is_array: len.is_some(),
            kind,
            protection: Protection::Inferred,
            span: declarator.name.span,
        };
        let cells = self.program.cells.len() + (global.len * global.stride()) as usize;
        if cells > MAX_CELLS {
            let message = format!("the model has more than {MAX_CELLS} cells");
            self.report(Diagnostic::error(message, declarator.span, "too large").help("use shorter arrays"));
            return self.declare(&declarator.name, Entity::Broken);
        }
        let initial = ty.domain().stored(0).unwrap_or(0);
        self.program.cells.resize(cells, initial);
        let index = self.program.globals.len();
        self.program.globals.push(global);
        self.declare(&declarator.name, if ty == Type::Broken { Entity::Broken } else { Entity::Global { index, ty } });
    }

    fn thread_local(&mut self, declaration: &Declaration, declarator: &Declarator) {
        let ty = self.variable_type(&declaration.ty, declarator);
        self.refuse_local_mutex(ty, declarator.span);
        self.refuse_protection(declarator, "a thread-local variable is accessed by one thread only");
        let Some(len) = self.length(declarator) else { return self.declare(&declarator.name, Entity::Broken) };
        let reg = self.program.thread_locals.len() as u32;
        let name = &declarator.name.text;
        if !self.registers_fit(reg as usize + len.unwrap_or(1) as usize, declarator.span) {
            return self.declare(&declarator.name, Entity::Broken);
        }
        let initial = ty.domain().stored(0).unwrap_or(0);
        self.program.thread_locals.extend(register_names(name, len).map(|name| (name, initial)));
        let broken = matches!(ty, Type::Broken | Type::Mutex { .. });
        self.thread_local_domains.extend((0..len.unwrap_or(1)).map(|_| ty.domain()));
        self.declare(&declarator.name, if broken { Entity::Broken } else { Entity::Register { reg, len, ty } });
    }

    pub(super) fn registers_fit(&mut self, count: usize, span: Span) -> bool {
        if count > MAX_REGISTERS {
            let message = format!("more than {MAX_REGISTERS} thread-local and local variables");
            self.report(Diagnostic::error(message, span, "too many here").help("use shorter arrays"));
        }
        count <= MAX_REGISTERS
    }

    /// The type of a variable: not `void`.
    pub(super) fn variable_type(&mut self, ty: &ast::Type, declarator: &Declarator) -> Type {
        let found = self.declared_type(ty, declarator.pointer);
        if found == Type::Void {
            let diagnostic = Diagnostic::error("a variable cannot have type `void`", ty.span, "holds no value");
            self.report(diagnostic.help(format!("write `int {};`", declarator.name.text)));
            return Type::Broken;
        }
        found
    }

    pub(super) fn refuse_local_mutex(&mut self, ty: Type, span: Span) {
        if let Type::Mutex { .. } = ty {
            let diagnostic = Diagnostic::error("a mutex is shared by all threads", span, "belongs to one thread here");
            self.report(diagnostic.help("declare it outside procedures, without `thread_local`"));
        }
    }

    pub(super) fn refuse_protection(&mut self, declarator: &Declarator, why: &str) {
        let (Some(ast::Protection::GuardedBy(_, span)) | Some(ast::Protection::Exclusive(_, span))) =
            &declarator.protection
        else {
            return;
        };
        let diagnostic = Diagnostic::error("only a shared data variable has a protecting set", *span, "not here");
        self.report(diagnostic.note(why));
    }

    /// The length of an array, `Some(None)` for a scalar.
    pub(super) fn length(&mut self, declarator: &Declarator) -> Option<Option<u32>> {
        let Some(expr) = &declarator.length else { return Some(None) };
        let length = self.constant_int(expr)?;
        if !(1..=MAX_LENGTH).contains(&length) {
            let message = format!("an array cannot have {length} cells");
            let diagnostic = Diagnostic::error(message, expr.span, format!("must be 1 to {MAX_LENGTH}"));
            self.report(diagnostic);
            return None;
        }
        Some(Some(length as u32))
    }

    fn initialise(&mut self, declarator: &Declarator) {
        let Some((entity, span)) = self.names.lookup(&declarator.name.text) else { return };
        if span != declarator.name.span {
            return; // declared twice
        }
        match entity {
            Entity::Global { index, ty } => self.initialise_global(declarator, index, ty),
            Entity::Register { reg, len, ty } => {
                for (i, value) in self.initial_values(declarator, len, ty).into_iter().enumerate() {
                    self.program.thread_locals[reg as usize + i].1 = value;
                }
            }
            _ => {}
        }
    }

    fn initialise_global(&mut self, declarator: &Declarator, index: usize, ty: Type) {
        if let Type::Mutex { .. } = ty {
            self.refuse_protection(declarator, "a mutex protects, and is not protected");
            if declarator.init.is_some() {
                let diagnostic = Diagnostic::error("a mutex has no initial value", declarator.span, "initialised here");
                self.report(
                    diagnostic
                        .note("every mutex is free at first")
                        .help(format!("write `mutex {};`", declarator.name.text)),
                );
            }
            return;
        }
        let global = &self.program.globals[index];
        let (base, len) = (global.base.0 as usize, global.is_array.then_some(global.len));
        let values = self.initial_values(declarator, len, ty);
        self.program.cells[base..base + values.len()].copy_from_slice(&values);
        if let Some(protection) = &declarator.protection {
            self.program.globals[index].protection = self.protection(protection, index);
        }
    }

    /// The initial values given in the source, for as many cells as it gives them.
    fn initial_values(&mut self, declarator: &Declarator, len: Option<u32>, ty: Type) -> Vec<Value> {
        match (&declarator.init, len) {
            (None, _) => vec![],
            (Some(Init::Value(value)), _) => {
                let ast::Value::Expr(expr) = value else {
                    self.initialiser_takes_steps(declarator);
                    return vec![];
                };
                vec![self.constant_for(expr, ty); len.unwrap_or(1) as usize]
            }
            (Some(Init::List(_, span)), None) => {
                self.list_for_scalar(&declarator.name.text, *span);
                vec![]
            }
            (Some(Init::List(values, span)), Some(len)) => {
                self.list_length(values.len(), len, *span);
                values.iter().take(len as usize).map(|value| self.constant_for(value, ty)).collect()
            }
        }
    }

    fn initialiser_takes_steps(&mut self, declarator: &Declarator) {
        let diagnostic =
            Diagnostic::error("an initial value is a constant", declarator.span, "takes a step of a thread");
        let name = &declarator.name.text;
        self.report(diagnostic.help(format!("assign it in a procedure: `{name} = choose({{0, 1}});`")));
    }

    pub(super) fn list_for_scalar(&mut self, name: &str, span: Span) {
        let diagnostic =
            Diagnostic::error("a list of values initialises an array", span, format!("`{name}` is not an array"));
        self.report(diagnostic.help(format!("write one value, or `{name}[N]`")));
    }

    /// Reports a list that does not give one value for each of `len` cells.
    pub(super) fn list_length(&mut self, found: usize, len: u32, span: Span) {
        if found != len as usize {
            let diagnostic = Diagnostic::error(format!("{len} cells, but a list of {found}"), span, "the list");
            self.report(diagnostic.help("give one value for each cell, or one expression for all: `int a[4] = 0;`"));
        }
    }

    /// The value that a variable of type `ty` has after a constant was stored into it.
    pub(super) fn constant_for(&mut self, expr: &ast::Expr, ty: Type) -> Value {
        let Some((value, found)) = self.constant(expr) else { return 0 };
        self.require(ty, found, expr.span);
        if !ty.accepts(found) {
            return 0;
        }
        ty.domain().stored(value).unwrap_or_else(|| {
            let size = if let Domain::Enum { size, .. } = ty.domain() { size } else { 0 };
            let diagnostic =
                Diagnostic::error(format!("{value} is not a value of the enum"), expr.span, "out of range");
            self.report(diagnostic.help(format!("its values are 0 to {}; use one of its names", size - 1)));
            0
        })
    }

    fn protection(&mut self, protection: &ast::Protection, index: usize) -> Protection {
        match protection {
            ast::Protection::GuardedBy(guards, _) => {
                Protection::GuardedBy(guards.iter().filter_map(|guard| self.guard(guard, index)).collect())
            }
            ast::Protection::Exclusive(predicate, _) => {
                self.mode = Mode::Predicate;
                let lowered = self.typed(predicate, Type::BOOL);
                self.mode = Mode::Free;
                Protection::Exclusive(lowered, self.slice(predicate.span).to_string())
            }
        }
    }

    fn guard(&mut self, guard: &ast::Guard, protected: usize) -> Option<Guard> {
        let mutex = self.guard_global(&guard.name)?;
        let (base, stride) = (mutex.base, mutex.stride());
        match &guard.index {
            ast::GuardIndex::None if !mutex.is_array => Some(Guard::Mutex(base)),
            ast::GuardIndex::None => {
                self.bad_guard(guard, "an array of mutexes", "write `m[_]` for the mutex of the same index")
            }
            _ if !mutex.is_array => self.bad_guard(guard, "not an array", "leave out the index"),
            ast::GuardIndex::At(index) => {
                let index = self.constant_int(index)?;
                if !(0..mutex.len as Value).contains(&index) {
                    return self.bad_guard(guard, "no such cell", "use an index within the array");
                }
                Some(Guard::Mutex(Cell(base.0 + index as u32 * stride)))
            }
            ast::GuardIndex::Same => {
                let own = &self.program.globals[protected];
                if !own.is_array || own.len > mutex.len {
                    return self.bad_guard(guard, "no mutex for each cell", "both must be arrays of the same length");
                }
                Some(Guard::SameIndex { base, stride })
            }
        }
    }

    fn bad_guard(&mut self, guard: &ast::Guard, label: &str, help: &str) -> Option<Guard> {
        let message = format!("`{}` cannot protect this variable", self.slice(guard.span));
        self.report(Diagnostic::error(message, guard.span, label).help(help));
        None
    }
}

/// The names of the registers of a variable.
pub(super) fn register_names(name: &str, len: Option<u32>) -> impl Iterator<Item = String> + '_ {
    (0..len.unwrap_or(1)).map(move |i| if len.is_some() { format!("{name}[{i}]") } else { name.to_string() })
}

/// Names of the mutexes that any `wait`, `notify` or `notifyAll` mentions.
fn waited_names(ast: &Ast) -> BTreeSet<&str> {
    use ast::{ExprKind, MutexOp, StatementKind};
    let mut names = BTreeSet::new();
    let procedures = ast.items.iter().filter_map(|item| match item {
        Item::Procedure(procedure) => Some(procedure),
        _ => None,
    });
    for statement in procedures.flat_map(|procedure| &procedure.body) {
        statement.walk(&mut |inner| {
            if let StatementKind::Mutex { op: MutexOp::Wait | MutexOp::Notify | MutexOp::NotifyAll, mutex } =
                &inner.kind
                && let ExprKind::Name(name) | ExprKind::Index(name, _) = &mutex.kind
            {
                names.insert(name.text.as_str());
            }
        });
    }
    names
}

//! Variables and cells, as they are read and stored into; mutexes.

use super::Checker;
use super::expressions::Mode;
use super::names::Entity;
use super::types::Type;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::ir::{self, Expr, GlobalKind, GlobalVariable, Place, PlaceKind, Reg};
use crate::syntax::ast::{self, ExprKind, Name};

impl Checker<'_> {
    /// The variable or cell that an expression names, and its declared type.
    pub(super) fn variable(&mut self, expr: &ast::Expr) -> Option<(Place, Type)> {
        let (Name { text: name, span }, index) = match &expr.kind {
            ExprKind::Name(name) => (name, None),
            ExprKind::Index(name, index) => (name, Some(&**index)),
            ExprKind::Deref(pointer) => return self.deref(pointer),
            _ => return self.not_a_variable(expr),
        };
        let span = *span;
        let (entity, declared) = self.lookup(name, span, "variable")?;
        let len = match entity {
            Entity::Global { index, .. } => Some(&self.program.globals[index]).filter(|g| g.is_array).map(|g| g.len),
            Entity::Register { len, .. } => len,
            other => return self.not_stored(other, name, span, declared),
        };
        if len.is_some() != index.is_some() {
            return self.wrong_index(len.is_some(), name, span, declared);
        }
        let index = index.map(|index| self.typed(index, Type::INT));
        match entity {
            Entity::Global { index: global, ty } => Some((self.global_place(global, ty, index), ty)),
            Entity::Register { reg, len, ty } => self.register_place(reg, len, ty, index, span),
            _ => None,
        }
    }

    fn global_place(&self, global: usize, ty: Type, index: Option<Expr>) -> Place {
        let global = &self.program.globals[global];
        let kind = match index {
            None => PlaceKind::Cell(global.base),
            Some(index) => {
                PlaceKind::Index { base: global.base, len: global.len, stride: global.stride(), index: Box::new(index) }
            }
        };
        Place { kind, domain: ty.domain() }
    }

    fn register_place(
        &mut self,
        reg: u32,
        len: Option<u32>,
        ty: Type,
        index: Option<Expr>,
        span: Span,
    ) -> Option<(Place, Type)> {
        if self.mode == Mode::Predicate {
            let diagnostic =
                Diagnostic::error("an access predicate speaks about shared variables", span, "belongs to one thread");
            self.report(diagnostic.help("use global variables, mutexes and `tid`"));
            return None;
        }
        let kind = match (index, len) {
            (Some(index), Some(len)) => PlaceKind::RegIndex { base: Reg(reg), len, index: Box::new(index) },
            _ => PlaceKind::Reg(Reg(reg)),
        };
        Some((Place { kind, domain: ty.domain() }, ty))
    }

    fn deref(&mut self, pointer: &ast::Expr) -> Option<(Place, Type)> {
        let (lowered, ty) = self.expr(pointer);
        match ty {
            Type::Pointer(scalar) => {
                let ty = Type::Scalar(scalar);
                Some((Place { kind: PlaceKind::Deref { pointer: Box::new(lowered) }, domain: ty.domain() }, ty))
            }
            Type::Broken => None,
            _ => {
                let found = self.describe(ty);
                let diagnostic = Diagnostic::error("`*` needs a pointer", pointer.span, format!("this is {found}"));
                self.report(diagnostic.help("declare a pointer: `int* p = &x;`"));
                None
            }
        }
    }

    fn not_a_variable(&mut self, expr: &ast::Expr) -> Option<(Place, Type)> {
        let diagnostic = Diagnostic::error("a variable is needed here", expr.span, "not a variable");
        self.report(diagnostic.note("a variable is `x`, `a[i]` or `*p`"));
        None
    }

    fn not_stored(&mut self, entity: Entity, name: &str, span: Span, declared: Span) -> Option<(Place, Type)> {
        let (what, help) = match entity {
            Entity::Constant { .. } => ("a constant", "declare a variable: `int x = ..;`".to_string()),
            Entity::EnumType(_) => ("a type", format!("declare a variable of that type: `{name} x;`")),
            Entity::Procedure(_) => ("a procedure", format!("call it: `{name}(..);`")),
            _ => return None,
        };
        let message = format!("`{name}` is {what}, not a variable");
        self.report(Diagnostic::error(message, span, "not a variable").also(declared, "declared here").help(help));
        None
    }

    fn wrong_index(&mut self, array: bool, name: &str, span: Span, declared: Span) -> Option<(Place, Type)> {
        let diagnostic = if array {
            Diagnostic::error(format!("`{name}` is an array"), span, "no index")
                .help(format!("name a cell: `{name}[i]`"))
        } else {
            Diagnostic::error(format!("`{name}` is not an array"), span, "has an index").help(format!("write `{name}`"))
        };
        self.report(diagnostic.also(declared, "declared here"));
        None
    }

    /// A place that a statement stores into.
    pub(super) fn target(&mut self, expr: &ast::Expr) -> Option<(Place, Type)> {
        let (place, ty) = self.variable(expr)?;
        if let Type::Mutex { .. } = ty {
            let name = self.slice(expr.span);
            let diagnostic =
                Diagnostic::error(format!("`{name}` is a mutex and cannot be assigned"), expr.span, "a mutex");
            self.report(
                diagnostic.help(format!("write `acquire({name});` or `release({name});`, or declare it as `int`")),
            );
            return None;
        }
        Some((place, ty))
    }

    /// The mutex that an expression names.
    pub(super) fn mutex(&mut self, expr: &ast::Expr) -> Option<ir::Mutex> {
        let name = match &expr.kind {
            ExprKind::Name(name) | ExprKind::Index(name, _) => name,
            _ => {
                let diagnostic = Diagnostic::error("a mutex is needed here", expr.span, "not a mutex");
                self.report(diagnostic.help("declare one: `mutex m;`"));
                return None;
            }
        };
        let (entity, declared) = self.lookup(&name.text, name.span, "mutex")?;
        if let Entity::Global { index, ty: Type::Mutex { reentrant } } = entity {
            let waited = matches!(self.program.globals[index].kind, GlobalKind::Mutex { waited: true, .. });
            let (place, _) = self.variable(expr)?;
            return Some(ir::Mutex { place, reentrant, waited });
        }
        self.not_a_mutex(&name.text, declared, expr);
        None
    }

    /// Reports a variable that is used as a mutex, once, where it is declared.
    fn not_a_mutex(&mut self, name: &str, declared: Span, used: &ast::Expr) {
        if !self.not_mutexes.insert(declared.start) {
            return;
        }
        let bound = if matches!(used.kind, ExprKind::Index(..)) { "[N]" } else { "" };
        let diagnostic = Diagnostic::error(format!("`{name}` is not a mutex"), declared, "declared here");
        let help = format!("declare it as `mutex {name}{bound};`; every mutex is free at first");
        self.report(diagnostic.also(used.span, "used as a mutex here").help(help));
    }

    /// The global mutex of a name in `guarded_by`.
    pub(super) fn guard_global(&mut self, name: &Name) -> Option<GlobalVariable> {
        let (entity, declared) = self.lookup(&name.text, name.span, "mutex")?;
        if let Entity::Global { index, ty: Type::Mutex { .. } } = entity {
            return Some(self.program.globals[index].clone());
        }
        let diagnostic = Diagnostic::error(format!("`{}` is not a mutex", name.text), name.span, "not a mutex");
        self.report(
            diagnostic
                .also(declared, "declared here")
                .help("`exclusive(e)` takes any condition: `exclusive(owner == tid)`"),
        );
        None
    }
}

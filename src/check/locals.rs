//! Local variables: their registers and initialisers.

use super::Entity;
use super::body::Body;
use super::types::Type;
use crate::diagnostics::Diagnostic;
use crate::ir::build::{Mark, Naming};
use crate::ir::{Action, Expr, Op, Place, PlaceKind, Reg, Statement as Atomic};
use crate::syntax::ast::{self, Declarator, Init, Value};
use crate::syntax::lexer::one_line;

impl Body<'_, '_> {
    pub(super) fn declaration(&mut self, declaration: &ast::Declaration, at: Mark, next: Mark) {
        let mut at = at;
        for declarator in &declaration.declarators {
            let after = self.steps.fresh();
            self.declarator(&declaration.ty, declarator, at, after);
            at = after;
        }
        self.steps.alias(at, next);
    }

    /// One local variable; its initialiser is evaluated before it comes into scope.
    fn declarator(&mut self, ty: &ast::Type, declarator: &Declarator, at: Mark, next: Mark) {
        let (ty_text, own) = (one_line(self.checker.text, ty.span), one_line(self.checker.text, declarator.span));
        let text = format!("{ty_text} {own}");
        let Some((place_type, len)) = self.local_type(ty, declarator) else {
            self.checker.declare(&declarator.name, Entity::Broken);
            return self.steps.alias(at, next);
        };
        let Some(init) = &declarator.init else {
            self.needs_init(declarator, place_type);
            self.declare(&declarator.name, place_type, len);
            return self.steps.alias(at, next);
        };
        let reg = self.next_register();
        if let (Init::Value(Value::Spawn(call)), None) = (init, len) {
            let place = Place { kind: PlaceKind::Reg(Reg(reg)), domain: place_type.domain() };
            self.spawn_into(Some((place, place_type)), call, (text, declarator.span), at, next);
            self.declare(&declarator.name, place_type, len);
            return;
        }
        let opening = self.is_opening();
        let op = self.initialiser(init, declarator, place_type, len, (reg, next));
        if let Some(op) = op.filter(|op| !(opening && is_zero(op))) {
            self.push(at, op, text, declarator.span, Naming::Own);
        } else {
            self.steps.alias(at, next);
        }
        self.declare(&declarator.name, place_type, len);
    }

    fn initialiser(
        &mut self,
        init: &Init,
        declarator: &Declarator,
        ty: Type,
        len: Option<u32>,
        (reg, next): (u32, Mark),
    ) -> Option<Op> {
        let place = |i: u32| Place { kind: PlaceKind::Reg(Reg(reg + i)), domain: ty.domain() };
        match (init, len) {
            (Init::Value(Value::Call(call)), None) => self.call_op(call, Some((ty, Reg(reg))), next),
            (Init::Value(value), None) => {
                let action = self.checker.store(place(0), ty, value, declarator.span)?;
                Some(Op::Do { action, next: next.loc() })
            }
            (Init::List(_, span), None) => {
                self.checker.list_for_scalar(&declarator.name.text, *span);
                None
            }
            (Init::Value(Value::Expr(expr)), Some(len)) => {
                let value = self.checker.typed(expr, ty);
                let body = (0..len).map(|i| assign(place(i), value.clone())).collect();
                Some(Op::Atomic { body, next: next.loc() })
            }
            (Init::List(values, span), Some(len)) => {
                self.checker.list_length(values.len(), len, *span);
                let values = values.iter().map(|value| self.checker.typed(value, ty));
                let body = values.zip(0..).map(|(value, i)| assign(place(i), value)).collect();
                Some(Op::Atomic { body, next: next.loc() })
            }
            (Init::Value(_), Some(_)) => {
                let diagnostic = Diagnostic::error("one value for a whole array", declarator.span, "an array");
                self.checker.report(diagnostic.help("assign the cells one by one"));
                None
            }
        }
    }

    /// The type and length of a local variable.
    pub(super) fn local_type(&mut self, ty: &ast::Type, declarator: &Declarator) -> Option<(Type, Option<u32>)> {
        let found = self.checker.variable_type(ty, declarator);
        self.checker.refuse_local_mutex(found, declarator.span);
        self.checker.refuse_protection(declarator, "a local variable is accessed by one thread only");
        let len = self.checker.length(declarator)?;
        (!matches!(found, Type::Mutex { .. } | Type::Broken)).then_some((found, len))
    }

    /// Reports a variable that would begin with a value outside its type.
    pub(super) fn needs_init(&mut self, declarator: &Declarator, ty: Type) {
        if ty.domain().stored(0) == Some(0) {
            return;
        }
        let name = &declarator.name.text;
        let diagnostic =
            Diagnostic::error(format!("`{name}` needs an initial value"), declarator.name.span, "begins with 0");
        self.checker.report(
            diagnostic.note("0 is not in its range").help(format!("write `{name} = ..` with a value of the range")),
        );
    }
}

/// `int i = 0;` says what a local begins with anyway.
fn is_zero(op: &Op) -> bool {
    matches!(op, Op::Do { action: Action::Assign { value: Expr::Const(0), place }, .. } if place.domain.stored(0) == Some(0))
}

fn assign(place: Place, value: Expr) -> Atomic {
    Atomic::Action(Action::Assign { place, value })
}

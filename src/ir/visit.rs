//! Walks over what an operation evaluates: values first, then the places that take them.

use super::{Action, Expr, Op, Place, PlaceKind, Statement};

/// Sees the parts of a program. What is not of interest goes on to what is inside.
pub trait Visitor<'p> {
    fn op(&mut self, op: &'p Op) {
        walk_op(self, op);
    }

    fn action(&mut self, action: &'p Action) {
        walk_action(self, action);
    }

    fn expr(&mut self, e: &'p Expr) {
        walk_expr(self, e);
    }

    /// An expression of whose value nothing stays but which way is taken.
    fn cond(&mut self, e: &'p Expr) {
        self.expr(e);
    }

    /// A place whose value is read.
    fn load(&mut self, place: &'p Place) {
        self.place(place);
    }

    /// A place that is read, written, locked, or pointed to.
    fn place(&mut self, place: &'p Place) {
        walk_place(self, place);
    }
}

pub fn walk_op<'p>(v: &mut (impl Visitor<'p> + ?Sized), op: &'p Op) {
    match op {
        Op::Skip { .. } | Op::Choose { .. } | Op::End => {}
        Op::Branch { cond, .. } => v.cond(cond),
        Op::Do { action, .. } => v.action(action),
        Op::Atomic { body, .. } => body.iter().for_each(|s| walk_statement(v, s)),
        Op::Call { arguments, .. } => arguments.iter().for_each(|e| v.expr(e)),
        Op::Return { value } => value.iter().for_each(|e| v.expr(e)),
    }
}

pub fn walk_statement<'p>(v: &mut (impl Visitor<'p> + ?Sized), statement: &'p Statement) {
    match statement {
        Statement::Action(action) => v.action(action),
        Statement::If { cond, then, otherwise } => {
            v.cond(cond);
            then.iter().chain(otherwise).for_each(|s| walk_statement(v, s));
        }
        Statement::Choose(bodies) => bodies.iter().flatten().for_each(|s| walk_statement(v, s)),
    }
}

pub fn walk_action<'p>(v: &mut (impl Visitor<'p> + ?Sized), action: &'p Action) {
    match action {
        Action::Fail(_) | Action::Exit | Action::Halt => {}
        Action::Assert(e) | Action::Assume(e) => v.cond(e),
        Action::Free(e) => v.expr(e),
        Action::Look(place) => v.load(place),
        Action::Assign { place, value } => {
            v.expr(value);
            v.place(place);
        }
        Action::Choose { place, values } => {
            values.iter().for_each(|e| v.expr(e));
            v.place(place);
        }
        Action::ChooseRange { place, lo, hi } => {
            [lo, hi].into_iter().for_each(|e| v.expr(e));
            v.place(place);
        }
        Action::Cas { result, place, old, new } => {
            v.load(place);
            [old, new].into_iter().for_each(|e| v.expr(e));
            result.iter().for_each(|place| v.place(place));
        }
        Action::Acquire(m)
        | Action::Release(m)
        | Action::Notify(m)
        | Action::NotifyAll(m)
        | Action::WaitRelease { mutex: m, .. }
        | Action::WaitAcquire { mutex: m, .. } => v.place(&m.place),
    }
}

pub fn walk_expr<'p>(v: &mut (impl Visitor<'p> + ?Sized), e: &'p Expr) {
    match e {
        Expr::Const(_) | Expr::Tid => {}
        Expr::Load(place) => v.load(place),
        Expr::AddressOf(place) => v.place(place),
        Expr::Unary(_, a) => v.expr(a),
        Expr::Offset { pointer: a, count: b, .. } | Expr::Distance { to: a, from: b, .. } | Expr::Binary(_, a, b) => {
            [a, b].into_iter().for_each(|e| v.expr(e))
        }
        Expr::Conditional(c, a, b) => [c, a, b].into_iter().for_each(|e| v.expr(e)),
    }
}

/// The index or the pointer that says where a place is.
pub fn walk_place<'p>(v: &mut (impl Visitor<'p> + ?Sized), place: &'p Place) {
    match &place.kind {
        PlaceKind::RegIndex { index: e, .. } | PlaceKind::Index { index: e, .. } | PlaceKind::Deref { pointer: e } => {
            v.expr(e);
        }
        PlaceKind::Reg(_) | PlaceKind::Cell(_) => {}
    }
}

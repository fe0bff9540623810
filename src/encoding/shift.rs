//! Operations of a procedure on other registers: those of an activation that is put in place of a call.

use crate::ir::*;

/// All registers but those that procedures share move by so many.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    pub shared: u32,
    pub by: u32,
}

impl Shift {
    pub fn reg(self, r: Reg) -> Reg {
        if r.0 < self.shared { r } else { Reg(r.0 + self.by) }
    }

    fn boxed(self, e: &Expr) -> Box<Expr> {
        Box::new(self.expr(e))
    }

    pub fn expr(self, e: &Expr) -> Expr {
        match e {
            Expr::Const(_) | Expr::Tid => e.clone(),
            Expr::Load(place) => Expr::Load(self.place(place)),
            Expr::AddressOf(place) => Expr::AddressOf(self.place(place)),
            Expr::Offset { pointer, count, stride } => {
                Expr::Offset { pointer: self.boxed(pointer), count: self.boxed(count), stride: *stride }
            }
            Expr::Distance { to, from, stride } => {
                Expr::Distance { to: self.boxed(to), from: self.boxed(from), stride: *stride }
            }
            Expr::Unary(op, a) => Expr::Unary(*op, self.boxed(a)),
            Expr::Binary(op, a, b) => Expr::Binary(*op, self.boxed(a), self.boxed(b)),
            Expr::Conditional(c, a, b) => Expr::Conditional(self.boxed(c), self.boxed(a), self.boxed(b)),
        }
    }

    fn place(self, place: &Place) -> Place {
        let kind = match &place.kind {
            PlaceKind::Reg(r) => PlaceKind::Reg(self.reg(*r)),
            PlaceKind::RegIndex { base, len, index } => {
                PlaceKind::RegIndex { base: self.reg(*base), len: *len, index: self.boxed(index) }
            }
            PlaceKind::Cell(cell) => PlaceKind::Cell(*cell),
            PlaceKind::Index { base, len, stride, index } => {
                PlaceKind::Index { base: *base, len: *len, stride: *stride, index: self.boxed(index) }
            }
            PlaceKind::Deref { pointer } => PlaceKind::Deref { pointer: self.boxed(pointer) },
        };
        Place { kind, domain: place.domain }
    }

    fn mutex(self, mutex: &Mutex) -> Mutex {
        Mutex { place: self.place(&mutex.place), ..mutex.clone() }
    }

    pub fn action(self, action: &Action) -> Action {
        match action {
            Action::Assign { place, value } => Action::Assign { place: self.place(place), value: self.expr(value) },
            Action::Choose { place, values } => {
                Action::Choose { place: self.place(place), values: values.iter().map(|e| self.expr(e)).collect() }
            }
            Action::ChooseRange { place, lo, hi } => {
                Action::ChooseRange { place: self.place(place), lo: self.expr(lo), hi: self.expr(hi) }
            }
            Action::Assert(e) => Action::Assert(self.expr(e)),
            Action::Assume(e) => Action::Assume(self.expr(e)),
            Action::Free(e) => Action::Free(self.expr(e)),
            Action::Look(place) => Action::Look(self.place(place)),
            Action::Fail(_) | Action::Exit | Action::Halt => action.clone(),
            Action::Acquire(mutex) => Action::Acquire(self.mutex(mutex)),
            Action::Release(mutex) => Action::Release(self.mutex(mutex)),
            Action::WaitRelease { mutex, depth } => {
                Action::WaitRelease { mutex: self.mutex(mutex), depth: depth.map(|r| self.reg(r)) }
            }
            Action::WaitAcquire { mutex, depth } => {
                Action::WaitAcquire { mutex: self.mutex(mutex), depth: depth.map(|r| self.reg(r)) }
            }
            Action::Notify(mutex) => Action::Notify(self.mutex(mutex)),
            Action::NotifyAll(mutex) => Action::NotifyAll(self.mutex(mutex)),
            Action::Cas { result, place, old, new } => Action::Cas {
                result: result.as_ref().map(|p| self.place(p)),
                place: self.place(place),
                old: self.expr(old),
                new: self.expr(new),
            },
        }
    }

    pub fn statements(self, body: &[Statement]) -> Vec<Statement> {
        body.iter().map(|statement| self.statement(statement)).collect()
    }

    fn statement(self, statement: &Statement) -> Statement {
        match statement {
            Statement::Action(action) => Statement::Action(self.action(action)),
            Statement::If { cond, then, otherwise } => Statement::If {
                cond: self.expr(cond),
                then: self.statements(then),
                otherwise: self.statements(otherwise),
            },
            Statement::Choose(branches) => Statement::Choose(branches.iter().map(|b| self.statements(b)).collect()),
        }
    }
}

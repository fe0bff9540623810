//! The variables and slices of a model's concurrent trace programs, and which of its mutexes are
//! locks there.

use super::ctp::{Scope, Variable};
use super::log::RESERVED;
use crate::ir::{Action, Cell, Domain, Expr, GlobalKind, Op, Place, PlaceKind, Program, Register, Statement, Value};

const INT: (i64, i64) = (Value::MIN as i64, Value::MAX as i64);

/// A variable for every cell, in the order of the cells.
pub(super) fn cells(program: &Program, plain: &[bool]) -> Vec<Variable> {
    let cell = |i: usize| {
        let cell = Cell(i as u32);
        let scope = if plain[i] { Scope::Lock } else { Scope::Shared };
        let range = match program.global_of(cell).kind {
            GlobalKind::Data(domain) => range(program, domain),
            GlobalKind::Mutex { .. } if plain[i] => (0, 1),
            GlobalKind::Mutex { .. } => INT,
        };
        Variable { name: program.cell_name(cell), scope, initial: program.cells[i].into(), range }
    };
    (0..program.cells.len()).map(cell).collect()
}

/// The values of a domain.
pub(super) fn range(program: &Program, domain: Domain) -> (i64, i64) {
    match domain {
        Domain::Int => INT,
        Domain::Bool => (0, 1),
        Domain::Range { lo, hi } => (lo.into(), hi.into()),
        Domain::Enum { size, .. } => (0, i64::from(size) - 1),
        Domain::Pointer => (0, program.cells.len() as i64),
    }
}

/// The name of a thread: its procedure, and its number where that is not enough.
pub(super) fn slice(program: &Program, i: usize) -> String {
    let procedure = program.threads[i].procedure;
    let name = &program.procedures[procedure as usize].name;
    let alone = program.threads.iter().filter(|t| t.procedure == procedure).count() == 1;
    let usual = alone && !RESERVED.contains(&name.as_str());
    if usual { name.clone() } else { format!("{name}.{}", i + 1) }
}

/// The name of a register, as a log may have it.
pub(super) fn register(register: &Register) -> String {
    let known = |c: char| if c.is_ascii_alphanumeric() || "_.[]".contains(c) { c } else { '_' };
    register.name.chars().map(known).collect()
}

/// For every cell whether it is a mutex that is only ever acquired and released, by steps that do
/// nothing else: a lock. Any other mutex is a variable that holds its owner's thread id.
pub(super) fn plain_mutexes(program: &Program) -> Vec<bool> {
    let mut plain = vec![false; program.cells.len()];
    for global in &program.globals {
        if global.kind == (GlobalKind::Mutex { reentrant: false, waited: false }) {
            global.elements().for_each(|c| plain[c.0 as usize] = true);
        }
    }
    let mut looks = Looks { program, plain };
    program.locations.iter().for_each(|l| looks.op(&l.op));
    looks.plain
}

/// Takes out the mutexes that something looks at.
struct Looks<'m> {
    program: &'m Program,
    plain: Vec<bool>,
}

impl Looks<'_> {
    fn op(&mut self, op: &Op) {
        match op {
            Op::Branch { cond, .. } => self.expr(cond),
            Op::Do { action: Action::Acquire(m) | Action::Release(m), .. } => self.inside(&m.place),
            Op::Do { action, .. } => self.action(action),
            Op::Atomic { body, .. } => self.body(body),
            Op::Call { arguments, .. } => arguments.iter().for_each(|a| self.expr(a)),
            Op::Return { value } => value.iter().for_each(|v| self.expr(v)),
            Op::Skip { .. } | Op::Choose { .. } | Op::End => {}
        }
    }

    fn body(&mut self, body: &[Statement]) {
        for statement in body {
            match statement {
                Statement::Action(action) => self.action(action),
                Statement::If { cond, then, otherwise } => {
                    self.expr(cond);
                    self.body(then);
                    self.body(otherwise);
                }
                Statement::Choose(bodies) => bodies.iter().for_each(|b| self.body(b)),
            }
        }
    }

    fn action(&mut self, action: &Action) {
        match action {
            Action::Assign { place, value } => self.place_and(place, &[value]),
            Action::Choose { place, values } => self.place_and(place, &values.iter().collect::<Vec<_>>()),
            Action::ChooseRange { place, lo, hi } => self.place_and(place, &[lo, hi]),
            Action::Assert(e) | Action::Assume(e) => self.expr(e),
            Action::Acquire(m) | Action::Release(m) | Action::Notify(m) | Action::NotifyAll(m) => self.place(&m.place),
            Action::WaitRelease { mutex, .. } | Action::WaitAcquire { mutex, .. } => self.place(&mutex.place),
            Action::Cas { result, place, old, new } => {
                result.iter().for_each(|r| self.place(r));
                self.place_and(place, &[old, new]);
            }
        }
    }

    fn place_and(&mut self, place: &Place, values: &[&Expr]) {
        self.place(place);
        values.iter().for_each(|v| self.expr(v));
    }

    fn expr(&mut self, e: &Expr) {
        match e {
            Expr::Load(place) | Expr::AddressOf(place) => self.place(place),
            Expr::Unary(_, a) => self.expr(a),
            Expr::Binary(_, a, b) => [a, b].into_iter().for_each(|e| self.expr(e)),
            Expr::Conditional(c, a, b) => [c, a, b].into_iter().for_each(|e| self.expr(e)),
            Expr::Const(_) | Expr::Tid => {}
        }
    }

    /// The variable that a place belongs to is no plain mutex.
    fn place(&mut self, place: &Place) {
        if let PlaceKind::Cell(c) | PlaceKind::Index { base: c, .. } = &place.kind {
            let elements = self.program.global_of(*c).elements();
            elements.for_each(|c| self.plain[c.0 as usize] = false);
        }
        self.inside(place);
    }

    fn inside(&mut self, place: &Place) {
        match &place.kind {
            PlaceKind::Index { index, .. } | PlaceKind::RegIndex { index, .. } => self.expr(index),
            PlaceKind::Deref { pointer } => self.expr(pointer),
            PlaceKind::Reg(_) | PlaceKind::Cell(_) => {}
        }
    }
}

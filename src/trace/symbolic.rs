//! One step of a model along the path that it took: what it assigns, as expressions over the
//! variables before the step, and under which conditions it goes this way.
//!
//! Which way it took is known from `semantics`: the number of the outcome of each action on it. Cells are resolved: an
//! index or a pointer becomes the cell that it meant in the run, and the condition that it means this one.

use super::conditions::{between, binary_expr};
use super::ctp::{Expr, VariableId};
use super::path::{Known, Path};
use crate::execution::Event;
use crate::ir::{
    self, Action, Binary, Cell, Domain, Fault, Mutex, Place, PlaceKind, Program, Protection, Reg, Statement, UNSET,
    Value,
};
use crate::semantics::{Machine, Semantics, Slot, beginning, binary, distance, fit, moved, perform, pointed_to, unary};
use moverlog_rules::Tid;
use std::vec::IntoIter;

/// A value, or the condition for it that does not hold.
pub(super) type Evaluated<T> = Result<T, Expr>;

/// One thread's step along the path that it took.
pub(super) struct Walk<'a> {
    program: &'a Program,
    tid: Tid,
    /// The stores before the step.
    globals: Vec<Value>,
    registers: Vec<Value>,
    /// What every register is: a constant or a variable.
    operands: &'a [Expr],
    /// The alternatives taken: one for each action and each choice on the way.
    decisions: IntoIter<u32>,
    /// The one for the action that is being performed.
    number: u32,
    path: Path,
}

/// The variable of a cell.
pub(super) fn cell_variable(cell: Cell) -> VariableId {
    VariableId(cell.0 as usize)
}

impl Machine for Walk<'_> {
    type Value = Known;
    type Failure = Expr;

    fn program(&self) -> &Program {
        self.program
    }

    fn tid(&self) -> Value {
        self.tid.0 as Value
    }

    fn value(known: &Known) -> Value {
        known.value
    }

    fn eval(&mut self, e: &ir::Expr) -> Evaluated<Known> {
        Ok(match e {
            ir::Expr::Const(v) => Known::from(*v),
            ir::Expr::Tid => Known::from(self.tid()),
            ir::Expr::Load(place) => {
                let slot = self.slot(place)?;
                self.load(slot, place.domain)
            }
            ir::Expr::AddressOf(place) => match self.slot(place)? {
                Slot::Cell(c) => Known::from(c.0 as Value + 1),
                Slot::Reg(_) => unreachable!("only global cells have addresses"),
            },
            ir::Expr::Unary(op, a) => {
                let a = self.eval(a)?;
                let value =
                    if *op == ir::Unary::ObjectOf { beginning(self.program, a.value) } else { unary(*op, a.value) };
                folded(value, &[&a], || Expr::Unary(*op, Box::new(a.expr.clone())))
            }
            ir::Expr::Binary(Binary::And, a, b) => self.shortcut(Binary::And, a, b)?,
            ir::Expr::Binary(Binary::Or, a, b) => self.shortcut(Binary::Or, a, b)?,
            ir::Expr::Binary(op, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                self.binary(*op, a, b)?
            }
            ir::Expr::Offset { pointer, count, stride } => {
                let (pointer, count) = (self.eval(pointer)?, self.eval(count)?);
                [&pointer, &count].into_iter().for_each(|known| self.pin(known));
                Known::from(moved(self.program, pointer.value, count.value, *stride).map_err(|_| Expr::Const(0))?)
            }
            ir::Expr::Distance { to, from, stride } => {
                let (to, from) = (self.eval(to)?, self.eval(from)?);
                [&to, &from].into_iter().for_each(|known| self.pin(known));
                Known::from(distance(self.program, to.value, from.value, *stride).map_err(|_| Expr::Const(0))?)
            }
            ir::Expr::Conditional(c, a, b) => {
                let c = self.eval(c)?;
                let (taken, other) = if c.value != 0 { (a, b) } else { (b, a) };
                let taken = self.conditionally(&c, taken)?;
                self.either(c, taken, other)
            }
        })
    }

    fn assigned(&mut self, e: &ir::Expr) -> Evaluated<Option<Known>> {
        self.handed_on(e).map(Some)
    }

    fn binary(&mut self, op: Binary, a: Known, b: Known) -> Evaluated<Known> {
        if op > Binary::Ge {
            [&a, &b].into_iter().for_each(|known| self.pin(known));
            return Ok(Known::from(binary(op, a.value, b.value).map_err(|_| Expr::Const(0))?));
        }
        let nonzero = || binary_expr(Binary::Ne, b.expr.clone(), Expr::Const(0));
        let value = binary(op, a.value, b.value).map_err(|_| nonzero())?;
        if matches!(op, Binary::Div | Binary::Rem) && !b.is_constant() {
            self.path.require(nonzero());
        }
        Ok(folded(value, &[&a, &b], || binary_expr(op, a.expr.clone(), b.expr.clone())))
    }

    /// Where a place is, under the condition that it is there.
    fn slot(&mut self, place: &Place) -> Evaluated<Slot> {
        Ok(match &place.kind {
            PlaceKind::Reg(r) => Slot::Reg(*r),
            PlaceKind::Cell(c) => Slot::Cell(*c),
            PlaceKind::RegIndex { base, len, index } => Slot::Reg(Reg(base.0 + self.index(index, *len)?)),
            PlaceKind::Index { base, len, stride, index } => {
                Slot::Cell(Cell(base.0 + self.index(index, *len)? * stride))
            }
            PlaceKind::Deref { pointer } => {
                let pointer = self.eval(pointer)?;
                if pointer.value == 0 {
                    return Err(binary_expr(Binary::Ne, pointer.expr, Expr::Const(0)));
                }
                self.pin(&pointer);
                let cell = Cell(pointer.value as u32 - 1);
                pointed_to(self.program, cell, place.domain).map_err(|_| Expr::Const(0))?;
                Slot::Cell(cell)
            }
        })
    }

    fn load(&mut self, slot: Slot, domain: Domain) -> Known {
        if let Some((_, known)) = self.path.written.iter().rev().find(|(s, _)| *s == slot) {
            let known = known.clone();
            return self.stored(known, domain);
        }
        match slot {
            Slot::Cell(c) => Known { value: self.globals[c.0 as usize], expr: Expr::Var(cell_variable(c)) },
            Slot::Reg(r) => Known { value: self.registers[r.0 as usize], expr: self.operands[r.0 as usize].clone() },
        }
    }

    fn store(&mut self, slot: Slot, known: Known) {
        self.path.store(slot, known);
    }

    /// A value that is to be stored in this domain; the variable wraps it where it must.
    fn fit(&mut self, domain: Domain, known: Known) -> Evaluated<Known> {
        if let Domain::Enum { size, .. } = domain {
            let member = || between(&known.expr, 0, i64::from(size) - 1);
            fit(domain, known.value).map_err(|_| member())?;
            if !known.is_constant() {
                self.path.require(member());
            }
        }
        let constant = || Known::from(fit(domain, known.value).expect("only enums refuse values"));
        Ok(if known.is_constant() { constant() } else { known })
    }

    /// Only runs in which this has the value that it had.
    fn pin(&mut self, known: &Known) {
        if !known.is_constant() {
            self.path.require(known.is(known.value));
        }
    }

    fn branch(&mut self, known: &Known) {
        self.path.require(known.as_it_was());
    }

    fn choose(&mut self, _ways: u64) -> u32 {
        self.number
    }

    fn faulty(&self, _fault: &Fault) -> Expr {
        Expr::Const(0)
    }

    fn refuted(&self, asserted: Known) -> Expr {
        asserted.expr
    }
}

impl<'a> Walk<'a> {
    pub(super) fn new(semantics: &Semantics<'a>, event: &Event, operands: &'a [Expr]) -> Self {
        let (t, before) = (event.choice.t, &event.before);
        let local = before.locals[t.0 as usize - 1];
        Walk {
            program: semantics.program,
            tid: t,
            globals: semantics.globals(before.global),
            registers: semantics.registers(local),
            operands,
            decisions: semantics.decisions(t, before.global, local, event.choice.outcome).into_iter(),
            number: 0,
            path: Path::default(),
        }
    }

    /// What a variable gets of an expression: anything, if that depends on what nobody has set.
    pub(super) fn handed_on(&mut self, e: &ir::Expr) -> Evaluated<Known> {
        let known = self.eval(e)?;
        Ok(if self.reads_unset(e)? { Known { value: UNSET, expr: Expr::Any } } else { known })
    }

    /// `&&` and `||`: the right side counts even where it was not needed, unless something could be
    /// different about it there.
    fn shortcut(&mut self, op: Binary, a: &ir::Expr, b: &ir::Expr) -> Evaluated<Known> {
        let a = self.eval(a)?;
        let decided = (a.value != 0) == (op == Binary::Or);
        if !decided {
            let b = self.conditionally(&a, b)?;
            let value = Value::from(b.value != 0);
            return Ok(folded(value, &[&a, &b], || binary_expr(op, a.expr.clone(), b.expr.clone())));
        }
        let value = Value::from(a.value != 0);
        match self.unconditional(b) {
            Some(b) => Ok(folded(value, &[&a, &b], || binary_expr(op, a.expr.clone(), b.expr.clone()))),
            None => {
                self.path.require(a.as_it_was());
                Ok(Known::from(value))
            }
        }
    }

    /// Evaluates what is needed because `a` is as it was; conditions of it are conditions of `a`, too.
    fn conditionally(&mut self, a: &Known, b: &ir::Expr) -> Evaluated<Known> {
        let before = self.path.conditions.len();
        let b = self.eval(b);
        if self.path.conditions.len() > before && !a.is_constant() {
            self.path.conditions.insert(before, a.as_it_was());
        }
        b
    }

    /// `c ? taken : other` or the other way round.
    fn either(&mut self, c: Known, taken: Known, other: &ir::Expr) -> Known {
        match self.unconditional(other) {
            _ if c.is_constant() => taken,
            Some(other) => {
                let (yes, no) = if c.value != 0 { (taken.expr, other.expr) } else { (other.expr, taken.expr) };
                let expr = Expr::Conditional(Box::new(c.expr), Box::new(yes), Box::new(no));
                Known { value: taken.value, expr }
            }
            None => {
                self.path.require(c.as_it_was());
                taken
            }
        }
    }

    /// The value of an expression that means the same whatever the variables hold, and that every
    /// thread may read.
    fn unconditional(&mut self, e: &ir::Expr) -> Option<Known> {
        let scratch = Path { conditions: vec![], written: self.path.written.clone() };
        let path = std::mem::replace(&mut self.path, scratch);
        let known = self.eval(e);
        let scratch = std::mem::replace(&mut self.path, path);
        let mut free = scratch.conditions.is_empty();
        let known = known.ok()?;
        known.expr.for_each_variable(&mut |v| free &= !self.is_declared(v));
        free.then_some(known)
    }

    /// Whether the source says how a variable is protected.
    fn is_declared(&self, v: VariableId) -> bool {
        let shared = v.0 < self.program.cells.len();
        shared && !matches!(self.program.global_of(Cell(v.0 as u32)).protection, Protection::Inferred)
    }

    fn index(&mut self, index: &ir::Expr, len: u32) -> Evaluated<u32> {
        let index = self.eval(index)?;
        let within = u32::try_from(index.value).ok().filter(|i| *i < len);
        let i = within.ok_or_else(|| between(&index.expr, 0, i64::from(len) - 1))?;
        self.pin(&index);
        Ok(i)
    }

    /// What is read back after it was stored in the same step: where a range may wrap, only runs in
    /// which it does as it did.
    fn stored(&mut self, known: Known, domain: Domain) -> Known {
        match domain {
            Domain::Range { .. } if !known.is_constant() => {
                self.path.require(known.is(known.value));
                Known::from(fit(domain, known.value).expect("ranges wrap"))
            }
            _ => known,
        }
    }

    /// The owner cell of a mutex, under the condition that it is this one.
    pub(super) fn owner(&mut self, m: &Mutex) -> Evaluated<Cell> {
        let owner = self.slot(&m.place)?.cell();
        Ok(owner.expect("mutexes are global"))
    }

    /// Hands over what the step has done.
    pub(super) fn taken(&mut self) -> Path {
        std::mem::take(&mut self.path)
    }

    /// Performs an action, which is not blocked.
    pub(super) fn perform(&mut self, action: &Action) -> Evaluated<()> {
        self.number = self.decided();
        perform(self, action).map(drop)
    }

    /// Performs an atomic action.
    pub(super) fn perform_all(&mut self, body: &[Statement]) -> Evaluated<()> {
        body.iter().try_for_each(|statement| match statement {
            Statement::Action(action) => self.perform(action),
            Statement::Choose(bodies) => {
                let taken = self.decided() as usize;
                self.perform_all(&bodies[taken])
            }
            Statement::If { cond, then, otherwise } => {
                let known = self.eval(cond)?;
                let body = if self.truth(&known) { then } else { otherwise };
                self.perform_all(body)
            }
        })
    }

    fn decided(&mut self) -> u32 {
        self.decisions.next().expect("every action and every choice on the way is decided")
    }
}

/// A constant if it is made of constants.
fn folded(value: Value, from: &[&Known], expr: impl FnOnce() -> Expr) -> Known {
    if from.iter().all(|k| k.is_constant()) { Known::from(value) } else { Known { value, expr: expr() } }
}

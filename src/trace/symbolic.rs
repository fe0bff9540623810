//! One step of a model along the path that it took: what it assigns, as expressions over the
//! variables before the step, and under which conditions it goes this way.
//!
//! Which way it took is known from `semantics`: the number of the outcome of each action on it. Cells are resolved: an index or a pointer becomes the cell that it
//! meant in the run, and the condition that it means this one.

use super::ctp::{Expr, VariableId};
use super::log;
use crate::ir::{
    self, Action, Binary, Cell, Domain, Mutex, Place, PlaceKind, Program, Protection, Reg, Statement, Unary, Value,
};
use crate::semantics::{Machine, Slot, binary, fit, perform, unary};

/// A value as it was, and where it comes from.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) value: Value,
    pub(super) expr: Expr,
}

impl Known {
    pub(super) fn constant(value: Value) -> Known {
        Known { value, expr: Expr::Const(value.into()) }
    }

    pub(super) fn is_constant(&self) -> bool {
        matches!(self.expr, Expr::Const(_))
    }

    fn is(&self, value: Value) -> Expr {
        binary_expr(Binary::Eq, self.expr.clone(), Expr::Const(value.into()))
    }

    /// The condition that this has the truth that it had.
    pub(super) fn as_it_was(&self) -> Expr {
        if self.value != 0 { self.expr.clone() } else { Expr::Unary(Unary::Not, Box::new(self.expr.clone())) }
    }
}

/// What a step has done so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Path {
    /// Everything that must hold for the step to go this way.
    pub(super) conditions: Vec<Expr>,
    /// What was stored, in this order; the last one counts.
    pub(super) written: Vec<(Slot, Known)>,
}

impl Path {
    pub(super) fn require(&mut self, condition: Expr) {
        if !matches!(condition, Expr::Const(_)) {
            self.conditions.push(condition);
        }
    }

    /// An expression that is too long for a log stands for any value: in a step that computes with what it
    /// has just stored it may grow without end.
    pub(super) fn store(&mut self, slot: Slot, mut known: Known) {
        known.expr = readable(known.expr);
        self.written.push((slot, known));
    }
}

/// An expression that a log can have, or any value.
pub(super) fn readable(e: Expr) -> Expr {
    if log::extent(&e).is_readable() { e } else { Expr::Any }
}

/// A path that goes wrong: so far, and the condition that had to hold and does not.
#[derive(Debug)]
pub(super) struct Failed {
    pub(super) path: Path,
    pub(super) wanted: Expr,
}

/// Where a path leads.
pub(super) type Followed = Result<Path, Failed>;

/// A value, or the condition for it that does not hold.
type Evaluated<T> = Result<T, Expr>;

/// A thread's view of the stores before a step.
pub(super) struct View<'a> {
    pub(super) program: &'a Program,
    pub(super) tid: u32,
    pub(super) globals: &'a [Value],
    pub(super) registers: &'a [Value],
    /// What every register is: a constant or a variable.
    pub(super) operands: &'a [Expr],
}

/// The variable of a cell.
pub(super) fn cell_variable(cell: Cell) -> VariableId {
    VariableId(cell.0 as usize)
}

fn binary_expr(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

/// All conditions as one. Of those that are too many or too long for a log nothing is known.
pub(super) fn conjunction(conditions: Vec<Expr>) -> Option<Expr> {
    let mut operators = 0;
    let mut fits = |condition: &Expr| {
        // Each may be in parentheses, and behind an operator.
        let inner = log::extent(condition);
        operators += inner.operators + 2;
        log::Extent { operators: operators + 2, depth: inner.depth + 2 }.is_readable()
    };
    let known = conditions.iter().take_while(|c| fits(c)).count();
    let rest = (known < conditions.len()).then_some(Expr::Any);
    conditions.into_iter().take(known).chain(rest).reduce(|a, b| binary_expr(Binary::And, a, b))
}

impl View<'_> {
    pub(super) fn eval(&self, e: &ir::Expr, path: &mut Path) -> Evaluated<Known> {
        Ok(match e {
            ir::Expr::Const(v) => Known::constant(*v),
            ir::Expr::Tid => Known::constant(self.tid as Value),
            ir::Expr::Load(place) => {
                let slot = self.slot(place, path)?;
                self.load(slot, place.domain, path)
            }
            ir::Expr::AddressOf(place) => match self.slot(place, path)? {
                Slot::Cell(c) => Known::constant(c.0 as Value + 1),
                Slot::Reg(_) => unreachable!("only global cells have addresses"),
            },
            ir::Expr::Unary(op, a) => {
                let a = self.eval(a, path)?;
                let value = unary(*op, a.value);
                folded(value, &[&a], || Expr::Unary(*op, Box::new(a.expr.clone())))
            }
            ir::Expr::Binary(Binary::And, a, b) => self.shortcut(Binary::And, a, b, path)?,
            ir::Expr::Binary(Binary::Or, a, b) => self.shortcut(Binary::Or, a, b, path)?,
            ir::Expr::Binary(op, a, b) => {
                let (a, b) = (self.eval(a, path)?, self.eval(b, path)?);
                self.arithmetic(*op, a, b, path)?
            }
            ir::Expr::Conditional(c, a, b) => {
                let c = self.eval(c, path)?;
                let (taken, other) = if c.value != 0 { (a, b) } else { (b, a) };
                let taken = self.conditionally(&c, taken, path)?;
                self.either(c, taken, other, path)
            }
        })
    }

    fn arithmetic(&self, op: Binary, a: Known, b: Known, path: &mut Path) -> Evaluated<Known> {
        let nonzero = || binary_expr(Binary::Ne, b.expr.clone(), Expr::Const(0));
        let value = binary(op, a.value, b.value).map_err(|_| nonzero())?;
        if matches!(op, Binary::Div | Binary::Rem) && !b.is_constant() {
            path.require(nonzero());
        }
        Ok(folded(value, &[&a, &b], || binary_expr(op, a.expr.clone(), b.expr.clone())))
    }

    /// `&&` and `||`: the right side counts even where it was not needed, unless something could be
    /// different about it there.
    fn shortcut(&self, op: Binary, a: &ir::Expr, b: &ir::Expr, path: &mut Path) -> Evaluated<Known> {
        let a = self.eval(a, path)?;
        let decided = (a.value != 0) == (op == Binary::Or);
        if !decided {
            let b = self.conditionally(&a, b, path)?;
            let value = Value::from(b.value != 0);
            return Ok(folded(value, &[&a, &b], || binary_expr(op, a.expr.clone(), b.expr.clone())));
        }
        let value = Value::from(a.value != 0);
        match self.unconditional(b, path) {
            Some(b) => Ok(folded(value, &[&a, &b], || binary_expr(op, a.expr.clone(), b.expr.clone()))),
            None => {
                path.require(a.as_it_was());
                Ok(Known::constant(value))
            }
        }
    }

    /// Evaluates what is needed because `a` is as it was; conditions of it are conditions of `a`, too.
    fn conditionally(&self, a: &Known, b: &ir::Expr, path: &mut Path) -> Evaluated<Known> {
        let before = path.conditions.len();
        let b = self.eval(b, path);
        if path.conditions.len() > before && !a.is_constant() {
            path.conditions.insert(before, a.as_it_was());
        }
        b
    }

    /// `c ? taken : other` or the other way round.
    fn either(&self, c: Known, taken: Known, other: &ir::Expr, path: &mut Path) -> Known {
        match self.unconditional(other, path) {
            _ if c.is_constant() => taken,
            Some(other) => {
                let (yes, no) = if c.value != 0 { (taken.expr, other.expr) } else { (other.expr, taken.expr) };
                let expr = Expr::Conditional(Box::new(c.expr), Box::new(yes), Box::new(no));
                Known { value: taken.value, expr }
            }
            None => {
                path.require(c.as_it_was());
                taken
            }
        }
    }

    /// The value of an expression that means the same whatever the variables hold, and that every
    /// thread may read.
    fn unconditional(&self, e: &ir::Expr, path: &Path) -> Option<Known> {
        let mut scratch = Path { conditions: vec![], written: path.written.clone() };
        let known = self.eval(e, &mut scratch).ok()?;
        let mut free = scratch.conditions.is_empty();
        known.expr.for_each_variable(&mut |v| free &= !self.is_declared(v));
        free.then_some(known)
    }

    /// Whether the source says how a variable is protected.
    fn is_declared(&self, v: VariableId) -> bool {
        let shared = v.0 < self.program.cells.len();
        shared && !matches!(self.program.global_of(Cell(v.0 as u32)).protection, Protection::Inferred)
    }

    /// Where a place is, under the condition that it is there.
    fn slot(&self, place: &Place, path: &mut Path) -> Evaluated<Slot> {
        Ok(match &place.kind {
            PlaceKind::Reg(r) => Slot::Reg(*r),
            PlaceKind::Cell(c) => Slot::Cell(*c),
            PlaceKind::RegIndex { base, len, index } => Slot::Reg(Reg(base.0 + self.index(index, *len, path)?)),
            PlaceKind::Index { base, len, stride, index } => {
                Slot::Cell(Cell(base.0 + self.index(index, *len, path)? * stride))
            }
            PlaceKind::Deref { pointer } => {
                let pointer = self.eval(pointer, path)?;
                if pointer.value == 0 {
                    return Err(binary_expr(Binary::Ne, pointer.expr, Expr::Const(0)));
                }
                self.pin(&pointer, path);
                Slot::Cell(Cell(pointer.value as u32 - 1))
            }
        })
    }

    fn index(&self, index: &ir::Expr, len: u32, path: &mut Path) -> Evaluated<u32> {
        let index = self.eval(index, path)?;
        let within = u32::try_from(index.value).ok().filter(|i| *i < len);
        let i = within.ok_or_else(|| between(&index.expr, 0, i64::from(len) - 1))?;
        self.pin(&index, path);
        Ok(i)
    }

    /// Only runs in which this has the value that it had.
    fn pin(&self, known: &Known, path: &mut Path) {
        if !known.is_constant() {
            path.require(known.is(known.value));
        }
    }

    fn load(&self, slot: Slot, domain: Domain, path: &mut Path) -> Known {
        if let Some((_, known)) = path.written.iter().rev().find(|(s, _)| *s == slot) {
            let known = known.clone();
            return self.stored(known, domain, path);
        }
        match slot {
            Slot::Cell(c) => Known { value: self.globals[c.0 as usize], expr: Expr::Var(cell_variable(c)) },
            Slot::Reg(r) => Known { value: self.registers[r.0 as usize], expr: self.operands[r.0 as usize].clone() },
        }
    }

    /// What is read back after it was stored in the same step: where a range may wrap, only runs in
    /// which it does as it did.
    fn stored(&self, known: Known, domain: Domain, path: &mut Path) -> Known {
        match domain {
            Domain::Range { .. } if !known.is_constant() => {
                path.require(known.is(known.value));
                Known::constant(fit(domain, known.value).expect("ranges wrap"))
            }
            _ => known,
        }
    }

    /// A value that is to be stored in this domain; the variable wraps it where it must.
    pub(super) fn fitted(&self, domain: Domain, known: Known, path: &mut Path) -> Evaluated<Known> {
        if let Domain::Enum { size, .. } = domain {
            let member = || between(&known.expr, 0, i64::from(size) - 1);
            fit(domain, known.value).map_err(|_| member())?;
            if !known.is_constant() {
                path.require(member());
            }
        }
        let constant = || Known::constant(fit(domain, known.value).expect("only enums refuse values"));
        Ok(if known.is_constant() { constant() } else { known })
    }

    /// The outcome of an action with this number, from where a path has come to. It is not blocked.
    pub(super) fn perform(&self, action: &Action, number: u32, path: Path) -> Followed {
        let mut way = Way { view: self, number, path };
        match perform(&mut way, action) {
            Ok(_) => Ok(way.path),
            Err(wanted) => Err(Failed { path: way.path, wanted }),
        }
    }

    /// The owner cell of a mutex, under the condition that it is this one.
    pub(super) fn owner(&self, m: &Mutex, path: &mut Path) -> Evaluated<Cell> {
        let owner = self.slot(&m.place, path)?.cell();
        Ok(owner.expect("mutexes are global"))
    }

    /// The way through an atomic action that these alternatives make up.
    pub(super) fn perform_all(
        &self,
        body: &[Statement],
        decisions: &mut impl Iterator<Item = u32>,
        mut path: Path,
    ) -> Followed {
        for statement in body {
            path = self.perform_statement(statement, decisions, path)?;
        }
        Ok(path)
    }

    fn perform_statement(
        &self,
        statement: &Statement,
        decisions: &mut impl Iterator<Item = u32>,
        mut path: Path,
    ) -> Followed {
        let mut decided = || decisions.next().expect("every action and every choice on the way is decided");
        match statement {
            Statement::Action(a) => self.perform(a, decided(), path),
            Statement::Choose(bodies) => {
                let body = &bodies[decided() as usize];
                self.perform_all(body, decisions, path)
            }
            Statement::If { cond, then, otherwise } => match self.eval(cond, &mut path) {
                Ok(known) => {
                    path.require(known.as_it_was());
                    self.perform_all(if known.value != 0 { then } else { otherwise }, decisions, path)
                }
                Err(wanted) => Err(Failed { path, wanted }),
            },
        }
    }
}

/// One way through an action, as semantics performs it.
struct Way<'w, 'a> {
    view: &'w View<'a>,
    number: u32,
    path: Path,
}

impl Machine for Way<'_, '_> {
    type Value = Known;
    type Failure = Expr;

    fn program(&self) -> &Program {
        self.view.program
    }

    fn tid(&self) -> Value {
        self.view.tid as Value
    }

    fn constant(value: Value) -> Known {
        Known::constant(value)
    }

    fn value(known: &Known) -> Value {
        known.value
    }

    fn eval(&mut self, e: &ir::Expr) -> Evaluated<Known> {
        self.view.eval(e, &mut self.path)
    }

    fn binary(&mut self, op: Binary, a: Known, b: Known) -> Evaluated<Known> {
        self.view.arithmetic(op, a, b, &mut self.path)
    }

    fn slot(&mut self, place: &Place) -> Evaluated<Slot> {
        self.view.slot(place, &mut self.path)
    }

    fn load(&mut self, slot: Slot, domain: Domain) -> Known {
        self.view.load(slot, domain, &mut self.path)
    }

    fn store(&mut self, slot: Slot, known: Known) {
        self.path.store(slot, known);
    }

    fn fit(&mut self, domain: Domain, known: Known) -> Evaluated<Known> {
        self.view.fitted(domain, known, &mut self.path)
    }

    fn pin(&mut self, known: &Known) {
        self.view.pin(known, &mut self.path);
    }

    fn branch(&mut self, known: &Known) {
        self.path.require(known.as_it_was());
    }

    fn choose(&mut self, _ways: u64) -> u32 {
        self.number
    }

    fn refuted(&self, asserted: Known) -> Expr {
        asserted.expr
    }
}

/// `lo <= e && e <= hi`
fn between(e: &Expr, lo: i64, hi: i64) -> Expr {
    let from = binary_expr(Binary::Le, Expr::Const(lo), e.clone());
    binary_expr(Binary::And, from, binary_expr(Binary::Le, e.clone(), Expr::Const(hi)))
}

/// A constant if it is made of constants.
fn folded(value: Value, from: &[&Known], expr: impl FnOnce() -> Expr) -> Known {
    if from.iter().all(|k| k.is_constant()) { Known::constant(value) } else { Known { value, expr: expr() } }
}

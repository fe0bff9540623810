//! Evaluating expressions and storing values, with a note of every cell that is touched.

use super::failure::{Failure, FailureKind};
use super::pointers::{beginning, distance, gone, moved, pointed_to};
use crate::control::{Bound, Control};
use crate::ir::*;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// The cells that the action of a thread at a node accesses: alpha(t, l) of FQ 3, made precise by
/// the store. The action's effect depends on no other cell than those read.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Accesses {
    pub reads: BTreeSet<Cell>,
    pub writes: BTreeSet<Cell>,
    /// Owner cells of mutexes that an expression looks at, as in `m == tid`.
    pub looks: BTreeSet<Cell>,
    /// For each data cell the owner cells of the mutexes that the thread held at the moment of
    /// every access, whichever way the action went and whether or not it then blocked.
    pub held: BTreeMap<Cell, Vec<Cell>>,
    /// Owner cells of the mutexes that are declared to guard what is accessed.
    pub guards: BTreeSet<Cell>,
    /// What the predicates depend on that are declared for what is accessed.
    pub predicates: BTreeSet<Cell>,
    /// How it changes the cell that it writes, if that is one.
    pub change: Change,
}

impl Accesses {
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.reads.union(&self.writes).copied()
    }

    /// All that may be looked at or changed, some of it more than once.
    pub fn touched(&self) -> impl Iterator<Item = &Cell> {
        [&self.reads, &self.writes, &self.guards, &self.predicates].into_iter().flatten()
    }

    /// Whether two actions of different threads touch a common cell, or look at one for protection, and
    /// one of them writes it.
    pub fn conflicts_with(&self, other: &Accesses) -> bool {
        let touches =
            |a: &Accesses, c: &Cell| [&a.reads, &a.writes, &a.guards, &a.predicates].iter().any(|s| s.contains(c));
        self.writes.iter().any(|c| touches(other, c)) || other.writes.iter().any(|c| touches(self, c))
    }
}

/// How an action changes the one cell that it writes, as far as its text tells. Two that change a cell in the same way
/// leave the same behind in either order.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Change {
    /// In any way.
    #[default]
    Any,
    /// Adds to it what does not depend on it, and tells nobody what it was. Integers wrap around, and so do
    /// ranges, so that sums are the same in either order, also at the bounds.
    Add,
    /// Stores this value.
    Store(Value),
}

/// Where a scalar lives once its place has been evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Slot {
    Reg(Reg),
    Cell(Cell),
}

impl Slot {
    pub(crate) fn cell(self) -> Option<Cell> {
        match self {
            Slot::Cell(c) => Some(c),
            Slot::Reg(_) => None,
        }
    }
}

/// One thread's view while it performs an action: the stores it works on, and what it touches.
pub(crate) struct Evaluator<'a> {
    pub(crate) program: &'a Program,
    pub(crate) procedure: u32,
    pub(crate) tid: u32,
    pub(crate) accesses: &'a mut Accesses,
    pub(crate) tally: Tally<'a>,
}

/// However soon a bound is hit, a step of so little work is performed to its end: executions are replayed
/// after a bound was hit.
const SMALL: usize = 1 << 10;

/// The outcomes of one step, which may be too many to wait for.
#[derive(Default)]
pub(crate) struct Tally<'a> {
    control: Option<&'a Control<'a>>,
    worked: usize,
    pub(crate) outcomes: usize,
    /// Outcomes were left out.
    pub(crate) cut: bool,
}

impl<'a> Tally<'a> {
    pub(crate) fn new(control: Option<&'a Control<'a>>) -> Self {
        Tally { control, ..Tally::default() }
    }

    /// Whether a bound lets the step go on, with so much on the way to its outcomes.
    pub(crate) fn goes_on(&mut self, on_the_way: usize) -> bool {
        let within = |c: &Control<'_>| {
            if self.outcomes > c.limits.max_states || on_the_way > c.most_nodes(0) {
                c.record(Bound::States);
            }
            c.goes_on()
        };
        self.worked += 1;
        self.cut = self.cut || self.worked > SMALL && !self.control.is_none_or(within);
        !self.cut
    }
}

/// The stores during an action.
#[derive(Clone, Debug)]
pub(crate) struct Stores {
    pub(crate) globals: Vec<Value>,
    pub(crate) registers: Vec<Value>,
}

impl Evaluator<'_> {
    pub(crate) fn eval(&mut self, e: &Expr, s: &Stores) -> Result<Value, Failure> {
        Ok(match e {
            Expr::Const(v) => *v,
            Expr::Tid => self.tid as Value,
            Expr::Load(place) => {
                let slot = self.slot(place, s)?;
                if let Slot::Cell(c) = slot
                    && self.is_owner_cell(c)
                {
                    self.accesses.looks.insert(c);
                }
                let value = self.load(slot, s);
                self.is_set(value)?
            }
            Expr::Offset { pointer, count, stride } => {
                let (pointer, count) = (self.number(pointer, s)?, self.number(count, s)?);
                self.no_name(moved(self.program, pointer, count, *stride)?)?
            }
            Expr::Distance { to, from, stride } => {
                let (to, from) = (self.number(to, s)?, self.number(from, s)?);
                self.no_name(distance(self.program, to, from, *stride)?)?
            }
            Expr::AddressOf(place) => match self.slot(place, s)? {
                Slot::Cell(c) => c.0 as Value + 1,
                Slot::Reg(_) => unreachable!("only global cells have addresses"),
            },
            Expr::Unary(Unary::ObjectOf, a) => {
                let a = self.number(a, s)?;
                beginning(self.program, a)
            }
            Expr::Unary(op, a) => {
                let a = self.number(a, s)?;
                self.no_name(unary(*op, a))?
            }
            Expr::Binary(Binary::And, a, b) => Value::from(self.truth(a, s)? && self.truth(b, s)?),
            Expr::Binary(Binary::Or, a, b) => Value::from(self.truth(a, s)? || self.truth(b, s)?),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.eval(a, s)?, self.eval(b, s)?);
                self.combined(*op, a, b)?
            }
            Expr::Conditional(c, a, b) => {
                let branch = if self.truth(c, s)? { a } else { b };
                self.eval(branch, s)?
            }
        })
    }

    /// The value, if somebody has set it.
    pub(crate) fn is_set(&self, value: Value) -> Result<Value, Failure> {
        if value == UNSET && self.program.unset.is_some() {
            return Err(Failure::new(FailureKind::Limit(Bound::Uninitialised), "a value is read that nobody has set"));
        }
        Ok(value)
    }

    pub(crate) fn truth(&mut self, e: &Expr, s: &Stores) -> Result<bool, Failure> {
        Ok(self.number(e, s)? != 0)
    }

    /// Evaluates where a place is; its own value is not touched.
    pub(crate) fn slot(&mut self, place: &Place, s: &Stores) -> Result<Slot, Failure> {
        Ok(match &place.kind {
            PlaceKind::Reg(r) => Slot::Reg(*r),
            PlaceKind::Cell(c) => Slot::Cell(*c),
            PlaceKind::RegIndex { base, len, index } => {
                let i = self.number(index, s)?;
                let name = &self.program.procedures[self.procedure as usize].registers[base.0 as usize].name;
                let name = name.split('[').next().unwrap_or(name);
                Slot::Reg(Reg(base.0 + in_bounds(i, *len, name)?))
            }
            PlaceKind::Index { base, len, stride, index } => {
                let i = self.number(index, s)?;
                let name = &self.program.global_of(*base).name;
                let i = in_bounds(i, *len, name).map_err(|failure| self.in_words(failure, *base, *len))?;
                Slot::Cell(Cell(base.0 + i * stride))
            }
            PlaceKind::Deref { pointer } => match self.number(pointer, s)? {
                0 => return Err(Failure::new(FailureKind::Null, "null pointer dereferenced")),
                p => {
                    let c = Cell((p as u32).wrapping_sub(1));
                    if let Some(freed) = pointed_to(self.program, c, place.domain)?
                        && self.load(Slot::Cell(freed), s) != 0
                    {
                        return Err(Failure::new(FailureKind::Undefined, gone(self.program, c)));
                    }
                    Slot::Cell(c)
                }
            },
        })
    }

    /// An index among what tells of threads whether they have ended is the id of one that is joined.
    fn in_words(&self, failure: Failure, base: Cell, len: u32) -> Failure {
        let tells = self.program.starts.iter().any(|start| (base.0..base.0 + len).contains(&start.ended.0));
        if tells { Failure::new(FailureKind::Bounds, "no thread has the id that is joined") } else { failure }
    }

    pub(crate) fn load(&mut self, slot: Slot, s: &Stores) -> Value {
        match slot {
            Slot::Reg(r) => s.registers[r.0 as usize],
            Slot::Cell(c) => {
                self.accesses.reads.insert(c);
                self.note_held(c, s);
                s.globals[c.0 as usize]
            }
        }
    }

    pub(crate) fn store(&mut self, slot: Slot, value: Value, s: &mut Stores) {
        match slot {
            Slot::Reg(r) => s.registers[r.0 as usize] = value,
            Slot::Cell(c) => {
                self.accesses.writes.insert(c);
                self.note_held(c, s);
                s.globals[c.0 as usize] = value;
            }
        }
    }

    fn note_held(&mut self, c: Cell, s: &Stores) {
        if self.is_owner_cell(c) {
            return;
        }
        let held = |m: &Cell| s.globals[m.0 as usize] == self.tid as Value;
        match self.accesses.held.entry(c) {
            Entry::Occupied(mut known) => known.get_mut().retain(held),
            Entry::Vacant(new) => {
                let mutexes = self.program.globals.iter().filter(|g| matches!(g.kind, GlobalKind::Mutex { .. }));
                new.insert(mutexes.flat_map(GlobalVariable::elements).filter(held).collect());
            }
        }
    }

    fn is_owner_cell(&self, c: Cell) -> bool {
        matches!(self.program.global_of(c).kind, GlobalKind::Mutex { .. })
    }
}

/// The value that storing `value` leaves behind.
pub(crate) fn fit(domain: Domain, value: Value) -> Result<Value, Failure> {
    match domain {
        Domain::Int | Domain::Long | Domain::Bool | Domain::Pointer | Domain::Float => Ok(value),
        Domain::Range { lo, hi } => {
            let size = i64::from(hi) - i64::from(lo) + 1;
            Ok((i64::from(lo) + (i64::from(value) - i64::from(lo)).rem_euclid(size)) as Value)
        }
        Domain::Enum { size, .. } if (0..size).contains(&value) => Ok(value),
        Domain::Enum { size, .. } => {
            let message = format!("{value} stored into an enum of {size} values (0..{})", size - 1);
            Err(Failure::new(FailureKind::Type, message))
        }
    }
}

fn in_bounds(index: Value, len: u32, name: &str) -> Result<u32, Failure> {
    match u32::try_from(index) {
        Ok(i) if i < len => Ok(i),
        _ => {
            let message = format!("index {index} out of bounds of `{name}` (0..{})", i64::from(len) - 1);
            Err(Failure::new(FailureKind::Bounds, message))
        }
    }
}

pub(crate) fn unary(op: Unary, a: Value) -> Value {
    match op {
        Unary::Neg => a.wrapping_neg(),
        Unary::BitNot => !a,
        Unary::Not => Value::from(a == 0),
        // Of no object: who knows a program says which.
        Unary::ObjectOf => a,
    }
}

pub(crate) fn binary(op: Binary, a: Value, b: Value) -> Result<Value, Failure> {
    Ok(match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::Div | Binary::Rem if b == 0 => {
            return Err(Failure::new(FailureKind::Division, "division by zero"));
        }
        Binary::Div => a.wrapping_div(b),
        Binary::Rem => a.wrapping_rem(b),
        Binary::Shl => a.wrapping_shl(b as u32),
        Binary::Shr => a.wrapping_shr(b as u32),
        Binary::BitAnd => a & b,
        Binary::BitOr => a | b,
        Binary::BitXor => a ^ b,
        Binary::Eq => Value::from(a == b),
        Binary::Ne => Value::from(a != b),
        Binary::Lt => Value::from(a < b),
        Binary::Le => Value::from(a <= b),
        Binary::Gt => Value::from(a > b),
        Binary::Ge => Value::from(a >= b),
        Binary::UnsignedDiv | Binary::UnsignedRem if b == 0 => {
            return Err(Failure::new(FailureKind::Division, "division by zero"));
        }
        Binary::UnsignedDiv => (a as u32 / b as u32) as Value,
        Binary::UnsignedRem => (a as u32 % b as u32) as Value,
        Binary::UnsignedShr => (a as u32).wrapping_shr(b as u32) as Value,
        Binary::UnsignedLt => Value::from((a as u32) < b as u32),
        Binary::UnsignedLe => Value::from(a as u32 <= b as u32),
        Binary::WideAdd => fits(a.checked_add(b))?,
        Binary::WideSub => fits(a.checked_sub(b))?,
        Binary::WideMul => fits(a.checked_mul(b))?,
        Binary::And | Binary::Or => unreachable!("short-circuit operators are evaluated by `eval`"),
    })
}

fn fits(value: Option<Value>) -> Result<Value, Failure> {
    value.ok_or_else(|| Failure::new(FailureKind::Limit(Bound::Width), "a value does not fit into 32 bits"))
}

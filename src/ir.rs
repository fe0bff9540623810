//! The program as every analysis sees it: one control-flow graph of atomic actions per procedure.
//!
//! A [`Location`] holds one [`Op`]: what the thread does there in one atomic step, and where it
//! goes. Names, types and syntax are gone; what remains of the source is text to show and the
//! line it stands on. This module knows nothing about how a step is executed (`semantics`) or
//! whether it moves (`movers`).

mod addressed;
pub(crate) mod build;
mod bytes;
mod claim;
mod ids;
pub mod names;
pub mod numbers;
mod operators;
mod points;
mod starts;
mod steps;
pub mod visit;

pub use bytes::{Bytes, Stride};
pub use claim::{Claim, Spot};
pub(crate) use ids::Holds;
pub use points::Points;
pub use starts::Started;
pub use steps::*;

use crate::diagnostics::Span;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// What a variable holds: 32-bit two's complement. A Boolean is 0 or 1, a free mutex 0, a held one
/// its owner's thread id, a pointer 0 for `null` or 1 + the number of the cell it points to.
pub type Value = i32;

/// What a place holds that nobody has set, where [`Program::unset`] has such places. Whoever reads it
/// meets a bound, so a program that stores this number by chance gets no wrong verdict, but none.
pub const UNSET: Value = 0xa5a5_a5a5_u32 as Value;

/// The index of a [`Location`] in [`Program::locations`].
///
/// ```
/// use moverlog::prelude::*;
///
/// let model = Model::parse("one.mover", "int x; void T() { x = 1; } P = { T() };")?;
/// assert_eq!(model.program.location(Loc(0)).text, "x = 1");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Loc(pub u32);

/// The index of one scalar of the global store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Cell(pub u32);

/// The index of one scalar of a local store: thread-local variables first (the same indices in
/// every procedure), then the parameters, locals and temporaries of the running procedure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Reg(pub u32);

/// A whole model: shared variables, procedures, threads.
///
/// ```
/// use moverlog::prelude::*;
///
/// let text = "int x; mutex m; void T() { acquire(m); x = 1; release(m); } P = { T() } || { T() };";
/// let program: Program = Model::parse("two.mover", text)?.program;
/// let names: Vec<&str> = program.globals.iter().map(|g| g.name.as_str()).collect();
/// assert_eq!((names, program.threads.len()), (vec!["x", "m"], 2));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[warn(missing_docs)]
pub struct Program {
    /// Its shared variables, in the order of their cells.
    pub globals: Vec<GlobalVariable>,
    /// Initial value of every cell.
    pub cells: Vec<Value>,
    /// The names of the values of every enum, from 0 on.
    pub enums: Vec<Vec<String>>,
    /// Thread-local scalars: name and initial value, one per register `0..thread_locals.len()`.
    pub thread_locals: Vec<(String, Value)>,
    /// Its procedures.
    pub procedures: Vec<Procedure>,
    /// The locations of all procedures.
    pub locations: Vec<Location>,
    /// Thread `i` has thread id `i + 1`.
    pub threads: Vec<Thread>,
    /// Those of them that others start, in the order of their ids; the others run from the start.
    pub starts: Vec<Started>,
    /// How many threads were started that never move; nothing where none are.
    pub idle: Option<Cell>,
    /// Whether some thread may be joined by an id that no start has given.
    pub makes_up_ids: bool,
    /// Whether a `wait` may end without a notify.
    pub spurious_wakeups: bool,
    /// Whoever waits for a condition of C is woken by a signal alone, where it might wake by itself.
    pub woken_by_signals_alone: bool,
    /// Threads that engines may take for one another, in groups of two and more: none, unless
    /// [`symmetry`](crate::symmetry) has looked for them.
    pub interchangeable: Vec<Vec<Tid>>,
    /// What pointers that are computed with stay inside of, in the order of their cells; empty where nothing computes
    /// with pointers.
    pub objects: Vec<Object>,
    /// Failed assertions alone are wrong: whoever goes wrong otherwise is beyond what is known.
    pub defined_alone: bool,
    /// Assertions are not asked for: the program ends where one fails.
    pub ends_at_assertions: bool,
    /// Numbers in pointers are [told apart](numbers) from those of cells.
    pub numbers_apart: bool,
    /// Some numbers are [names] of values.
    pub names: bool,
    /// Some atomic accesses ask for less than sequential consistency, which is what they get.
    pub strengthens_orders: bool,
    /// The places that may hold [`UNSET`], copies apart; nothing if there are none.
    pub unset: Option<Unset>,
    /// Where threads wait in place of going wrong: errors that are known already, if others are looked for.
    pub known_errors: BTreeSet<(Tid, Loc)>,
}

/// Places that nobody may have set when they are read. What is read there is copied to other places, and stops whoever
/// decides by it.
#[derive(Clone, Default, Debug)]
pub struct Unset {
    pub cells: BTreeSet<Cell>,
    /// Some registers are among them.
    pub registers: bool,
    /// Who copies what is in them stops too, as in circuits.
    pub stops_copies: bool,
}

/// Cells that belong together: a pointer to one of them may be moved to another, and to behind the last.
#[derive(Clone, Debug)]
pub struct Object {
    pub base: Cell,
    pub len: u32,
    /// The cell that tells whether it was given back, or left with the function whose local it is.
    pub freed: Option<Cell>,
    /// On the heap: it may be given back, and has no type of its own: C lets it be accessed as one of the type that
    /// was stored last.
    pub allocated: bool,
    /// It may be accessed as more elements of a smaller type, which have no cells.
    pub divisible: bool,
    /// Where its cells lie.
    pub bytes: Bytes,
}

impl Object {
    /// The cell behind it.
    pub fn end(&self) -> Cell {
        Cell(self.base.0 + self.len)
    }

    /// The cell that is set when it is given back; nothing if it may not be.
    pub fn given_back(&self) -> Option<Cell> {
        self.freed.filter(|_| self.allocated)
    }
}

/// A shared variable: a scalar, an array or a mutex, laid out in consecutive cells.
#[derive(Clone, Debug)]
pub struct GlobalVariable {
    pub name: String,
    pub base: Cell,
    /// Number of elements; 1 for a scalar.
    pub len: u32,
    pub is_array: bool,
    pub kind: GlobalKind,
    pub protection: Protection,
    /// Byte range of the name in its declaration.
    pub span: Span,
}

impl GlobalVariable {
    /// Whether it is no one's of a C program: what stands behind an object, or a text; no name of a model is such.
    pub fn is_made(&self) -> bool {
        self.name.contains('@') || [".end", ".freed", ".gone"].iter().any(|part| self.name.ends_with(part))
    }

    /// The number of cells of one element.
    pub fn stride(&self) -> u32 {
        match &self.kind {
            GlobalKind::Data(_) => 1,
            GlobalKind::Mutex { reentrant, waited } => 1 + u32::from(*reentrant) + u32::from(*waited),
        }
    }

    /// The first cell of each element.
    pub fn elements(&self) -> impl Iterator<Item = Cell> + use<'_> {
        (0..self.len).map(|i| Cell(self.base.0 + i * self.stride()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    Data(Domain),
    /// Cells of one element: the owner; if `reentrant` the depth; if `waited` (some `wait`,
    /// `notify` or `notifyAll` names it) the wait set as a bit mask, bit `t - 1` for thread `t`.
    Mutex {
        reentrant: bool,
        waited: bool,
    },
}

impl GlobalKind {
    /// Whether cells of this kind may be accessed as these values.
    pub fn holds(self, domain: Domain) -> bool {
        match self {
            GlobalKind::Data(stored) => stored == domain,
            GlobalKind::Mutex { .. } => domain == Domain::Int,
        }
    }
}

/// The values that a data variable may hold, and what storing another does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    Int,
    /// 64 bits of C, of which 32 are followed: whoever follows a pointer to it must not take it for an [`Int`](Self::Int).
    Long,
    Bool,
    /// Both bounds belong to it; a stored value wraps modulo the size.
    Range {
        lo: Value,
        hi: Value,
    },
    /// `0..size`; storing anything else makes the thread go wrong. Its names are those of
    /// [`Program::enums`] with this number.
    Enum {
        id: usize,
        size: Value,
    },
    Pointer,
    /// A floating-point number of C, which is not followed: 0.
    Float,
}

impl Domain {
    /// The value that storing `value` leaves, or `None` if the domain refuses it.
    pub(crate) fn stored(self, value: Value) -> Option<Value> {
        match self {
            Domain::Range { lo, hi } => {
                let (lo, size) = (i64::from(lo), i64::from(hi) - i64::from(lo) + 1);
                Some((lo + (i64::from(value) - lo).rem_euclid(size)) as Value)
            }
            Domain::Enum { size, .. } => (0..size).contains(&value).then_some(value),
            _ => Some(value),
        }
    }
}

/// What the source says about the locks that protect a variable.
#[derive(Clone, Debug, Default)]
pub enum Protection {
    /// Nothing: it is inferred.
    #[default]
    Inferred,
    /// `guarded_by(..)`; an empty list says unprotected.
    GuardedBy(Vec<Guard>),
    /// `exclusive(e)`: E(t, x) as an expression over globals and `tid` (FQ 4.1), and its text.
    Exclusive(Expr, String),
}

#[derive(Clone, Copy, Debug)]
pub enum Guard {
    /// One mutex, by its owner cell.
    Mutex(Cell),
    /// `m[_]`: cell `i` of the array is protected by `m[i]`.
    SameIndex { base: Cell, stride: u32 },
}

#[derive(Clone, Debug)]
pub struct Procedure {
    pub name: String,
    pub parameters: u32,
    /// Registers of a local store inside this procedure, thread-locals included.
    pub registers: Vec<Register>,
    pub entry: Loc,
    pub returns_value: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Register {
    pub name: String,
    pub domain: Domain,
    /// Made by lowering (for example the result of a call on its way to a global variable).
    pub hidden: bool,
}

/// A program counter value and what the thread does there.
#[derive(Clone, Debug)]
#[warn(missing_docs)]
pub struct Location {
    /// The number of its procedure.
    pub procedure: u32,
    /// The source label if there is one, otherwise `procedure:line`, made unique by `.2`, `.3`, ...
    pub name: String,
    /// Whether the name is a label.
    pub labelled: bool,
    /// The statement as the user wrote it, on one line, for traces.
    pub text: String,
    /// What is done there.
    pub op: Op,
    /// Registers in scope here; entering the location sets all others of the procedure to 0.
    /// Indexed by register; thread-locals and parameters are always in scope.
    pub in_scope: Vec<bool>,
    /// Its accesses are how threads synchronise without mutexes: two such do not race.
    pub synchronizes: bool,
    /// `@right`, `@left`, `@both`, `@non`.
    pub claimed: Option<Mover>,
    /// Where the statement stands.
    pub span: Span,
    /// 1-based line of the statement.
    pub line: u32,
}

/// A mover class claimed in the source.
pub use moverlog_rules::Mover;

/// A thread starts at the entry of `procedure` with these parameter values.
#[derive(Clone, Debug)]
pub struct Thread {
    pub procedure: u32,
    pub arguments: Vec<Value>,
}

#[warn(missing_docs)]
impl Program {
    /// Whether nobody may have set a place, copies apart; `addressed` is what pointers may lead to.
    pub fn may_be_unset(&self, place: &Place, addressed: &[Cell]) -> bool {
        let Some(Unset { cells, registers, .. }) = &self.unset else { return false };
        match place.kind {
            PlaceKind::Reg(_) | PlaceKind::RegIndex { .. } => *registers,
            PlaceKind::Deref { .. } => addressed.iter().any(|c| cells.contains(c)),
            _ => place.cells().iter().any(|c| cells.contains(c)),
        }
    }

    /// What stands there.
    pub fn location(&self, loc: Loc) -> &Location {
        &self.locations[loc.0 as usize]
    }

    /// Whether any procedure is ever called: otherwise stacks are empty in every state.
    pub fn has_calls(&self) -> bool {
        self.locations.iter().any(|l| matches!(l.op, Op::Call { .. }))
    }

    /// A procedure, and those that it calls, directly or by way of others.
    pub fn procedures_from(&self, procedure: u32) -> BTreeSet<u32> {
        let (mut found, mut open) = (BTreeSet::from([procedure]), vec![procedure]);
        while let Some(caller) = open.pop() {
            let called = self.locations.iter().filter(|l| l.procedure == caller).filter_map(|l| l.op.called());
            open.extend(called.filter(|callee| found.insert(*callee)));
        }
        found
    }

    /// The variable that a cell belongs to.
    pub fn global_of(&self, cell: Cell) -> &GlobalVariable {
        let i = self.globals.partition_point(|g| g.base <= cell);
        &self.globals[i - 1]
    }

    /// The object that a cell belongs to.
    pub fn object_of(&self, cell: Cell) -> Option<&Object> {
        let i = self.objects.partition_point(|o| o.base <= cell);
        self.objects[..i].last().filter(|o| cell.0 < o.base.0 + o.len)
    }

    /// Where a pointer to this cell may be moved to.
    pub fn reachable_from(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let all = self.object_of(cell).map_or(cell.0..cell.0 + 1, |o| o.base.0..o.base.0 + o.len);
        all.map(Cell)
    }

    /// The owner cell of the mutex with which a guard protects a cell.
    pub fn mutex_of(&self, cell: Cell, guard: &Guard) -> Cell {
        match guard {
            Guard::Mutex(m) => *m,
            Guard::SameIndex { base, stride } => Cell(base.0 + (cell.0 - self.global_of(cell).base.0) * stride),
        }
    }

    /// `x`, `a[2]`, and for the bookkeeping cells of a mutex `m.depth`, `m.waiting`, of a thread `T#2.started`.
    pub fn cell_name(&self, cell: Cell) -> String {
        let g = self.global_of(cell);
        if let Some(name) = self.hidden_name(cell) {
            return name;
        }
        let (element, part) = ((cell.0 - g.base.0) / g.stride(), (cell.0 - g.base.0) % g.stride());
        let name = if g.is_array { format!("{}[{element}]", g.name) } else { g.name.clone() };
        match (part, g.kind) {
            (0, _) => name,
            (1, GlobalKind::Mutex { reentrant: true, .. }) => format!("{name}.depth"),
            _ => format!("{name}.waiting"),
        }
    }
}

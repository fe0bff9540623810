//! The program as every analysis sees it: one control-flow graph of atomic actions per procedure.
//!
//! A [`Location`] holds one [`Op`]: what the thread does there in one atomic step, and where it
//! goes. Names, types and syntax are gone; what remains of the source is text to show and the
//! line it stands on. This module knows nothing about how a step is executed (`semantics`) or
//! whether it moves (`movers`).

mod operators;
pub mod visit;

use crate::diagnostics::Span;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// What a variable holds: 32-bit two's complement. A Boolean is 0 or 1, a free mutex 0, a held one
/// its owner's thread id, a pointer 0 for `null` or 1 + the number of the cell it points to.
pub type Value = i32;

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
    /// Whether a `wait` may end without a notify.
    pub spurious_wakeups: bool,
    /// Threads that engines may take for one another, in groups of two and more: none, unless
    /// [`symmetry`](crate::symmetry) has looked for them.
    pub interchangeable: Vec<Vec<Tid>>,
    /// Where threads wait in place of going wrong: errors that are known already, if others are looked for.
    pub known_errors: BTreeSet<(Tid, Loc)>,
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

/// The values that a data variable may hold, and what storing another does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Domain {
    Int,
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
    /// `@right`, `@left`, `@both`, `@non`.
    pub claimed: Option<Mover>,
    /// Where the statement stands.
    pub span: Span,
    /// 1-based line of the statement.
    pub line: u32,
}

/// A mover class claimed in the source.
pub use moverlog_rules::Mover;

/// One atomic step. It blocks where its doc says so; an evaluation error makes the thread go wrong.
#[derive(Clone, Debug)]
pub enum Op {
    /// `skip`, `goto`, `break`, `continue`.
    Skip {
        next: Loc,
    },
    /// Free choice of where to go on: `if (*)`, `while (*)`, `choose { .. [] .. }`.
    Choose {
        next: Vec<Loc>,
    },
    Branch {
        cond: Expr,
        then: Loc,
        otherwise: Loc,
    },
    /// Every action that neither branches nor calls.
    Do {
        action: Action,
        next: Loc,
    },
    /// One step; blocks as a whole if anything in it blocks on the way.
    Atomic {
        body: Vec<Statement>,
        next: Loc,
    },
    /// Evaluates the arguments and pushes a frame. The callee's result goes to `result` of the caller.
    Call {
        procedure: u32,
        arguments: Vec<Expr>,
        result: Option<Reg>,
        next: Loc,
    },
    /// Pops a frame; in the outermost procedure it ends the thread.
    Return {
        value: Option<Expr>,
    },
    /// The closing brace: in the outermost procedure the thread has ended here (no step);
    /// elsewhere it pops the frame (result 0).
    End,
}

/// What one step does to the stores.
#[derive(Clone, Debug)]
pub enum Action {
    Assign {
        place: Place,
        value: Expr,
    },
    /// One successor per value.
    Choose {
        place: Place,
        values: Vec<Expr>,
    },
    /// One successor per value from `lo` to `hi`, both included; none if `lo > hi` (it blocks).
    ChooseRange {
        place: Place,
        lo: Expr,
        hi: Expr,
    },
    /// Goes wrong if false.
    Assert(Expr),
    /// Blocks if false.
    Assume(Expr),
    /// Blocks until the mutex is free (or, re-entrant, held by this thread).
    Acquire(Mutex),
    /// Blocks unless this thread holds it.
    Release(Mutex),
    /// First half of `wait` (FQ 5.3): blocks unless held; frees it and joins the wait set.
    /// `depth` keeps the depth of a re-entrant mutex.
    WaitRelease {
        mutex: Mutex,
        depth: Option<Reg>,
    },
    /// Second half: blocks until the mutex is free and the thread has left the wait set.
    WaitAcquire {
        mutex: Mutex,
        depth: Option<Reg>,
    },
    /// Blocks unless held; removes one waiting thread (one successor each), none if nobody waits.
    Notify(Mutex),
    NotifyAll(Mutex),
    /// `result = cas(place, old, new)`.
    Cas {
        result: Option<Place>,
        place: Place,
        old: Expr,
        new: Expr,
    },
}

/// A statement inside `atomic { .. }`.
#[derive(Clone, Debug)]
pub enum Statement {
    Action(Action),
    If {
        cond: Expr,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    /// `if (*)` and `choose { .. [] .. }`.
    Choose(Vec<Vec<Statement>>),
}

/// A mutex: `place` is its owner cell; the other cells follow it as [`GlobalKind::Mutex`] says.
#[derive(Clone, Debug)]
pub struct Mutex {
    pub place: Place,
    pub reentrant: bool,
    pub waited: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub kind: PlaceKind,
    /// What storing does; [`Domain::Int`] for the owner of a mutex.
    pub domain: Domain,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlaceKind {
    Reg(Reg),
    /// A cell of a local array; goes wrong if `index` is not in `0..len`.
    RegIndex {
        base: Reg,
        len: u32,
        index: Box<Expr>,
    },
    Cell(Cell),
    /// A cell of a global array: `base + index * stride`; goes wrong if `index` is not in `0..len`.
    Index {
        base: Cell,
        len: u32,
        stride: u32,
        index: Box<Expr>,
    },
    /// Goes wrong if `pointer` is null.
    Deref {
        pointer: Box<Expr>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    Const(Value),
    /// The thread id of whoever evaluates.
    Tid,
    Load(Place),
    /// The pointer to a global cell ([`PlaceKind::Cell`] or [`PlaceKind::Index`] only).
    AddressOf(Place),
    Unary(Unary, Box<Expr>),
    /// `&&` and `||` evaluate the right side only if they must.
    Binary(Binary, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    Neg,
    BitNot,
    Not,
}

/// As in C on 32-bit two's complement: `+ - *` wrap, `/ %` truncate and go wrong on 0,
/// `<< >>` take the amount modulo 32, `>>` is arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    BitAnd,
    BitOr,
    BitXor,
    And,
    Or,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// A thread starts at the entry of `procedure` with these parameter values.
#[derive(Clone, Debug)]
pub struct Thread {
    pub procedure: u32,
    pub arguments: Vec<Value>,
}

impl Op {
    /// The locations this step may lead to inside its procedure (after the return, for a call).
    pub fn targets(&self) -> Vec<Loc> {
        match self {
            Op::Skip { next } | Op::Do { next, .. } | Op::Atomic { next, .. } | Op::Call { next, .. } => vec![*next],
            Op::Choose { next } => next.clone(),
            Op::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Op::Return { .. } | Op::End => vec![],
        }
    }
}

#[warn(missing_docs)]
impl Program {
    /// What stands there.
    pub fn location(&self, loc: Loc) -> &Location {
        &self.locations[loc.0 as usize]
    }

    /// Whether any procedure is ever called: otherwise stacks are empty in every state.
    pub fn has_calls(&self) -> bool {
        self.locations.iter().any(|l| matches!(l.op, Op::Call { .. }))
    }

    /// The variable that a cell belongs to.
    pub fn global_of(&self, cell: Cell) -> &GlobalVariable {
        let i = self.globals.partition_point(|g| g.base <= cell);
        &self.globals[i - 1]
    }

    /// The owner cell of the mutex with which a guard protects a cell.
    pub fn mutex_of(&self, cell: Cell, guard: &Guard) -> Cell {
        match guard {
            Guard::Mutex(m) => *m,
            Guard::SameIndex { base, stride } => Cell(base.0 + (cell.0 - self.global_of(cell).base.0) * stride),
        }
    }

    /// `x`, `a[2]`, and for the bookkeeping cells of a mutex `m.depth`, `m.waiting`.
    pub fn cell_name(&self, cell: Cell) -> String {
        let g = self.global_of(cell);
        let (element, part) = ((cell.0 - g.base.0) / g.stride(), (cell.0 - g.base.0) % g.stride());
        let name = if g.is_array { format!("{}[{element}]", g.name) } else { g.name.clone() };
        match (part, g.kind) {
            (0, _) => name,
            (1, GlobalKind::Mutex { reentrant: true, .. }) => format!("{name}.depth"),
            _ => format!("{name}.waiting"),
        }
    }
}

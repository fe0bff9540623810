//! What is done at a location: operations, actions, places and expressions.

use super::{Cell, Domain, Loc, Reg, Stride, Value};
use crate::control::Bound;

/// One atomic step. It blocks where its doc says so; an evaluation error makes the thread go wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
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
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// Goes wrong in another way.
    Fail(Fault),
    /// Blocks for ever, and it is no deadlock: the program ends here, or what follows is not of interest.
    Exit,
    /// Blocks for ever, and it is no deadlock: this thread has ended, wherever it was called from.
    Halt,
    /// Reads a place, whatever it holds.
    Look(Place),
    /// Gives back the object that the pointer leads to; goes wrong if that was no allocated one.
    Free(Expr),
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

/// A way to go wrong that no expression has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// What the program does has no meaning: this.
    Undefined(String),
    /// Nothing is wrong, but what would follow is beyond a bound: the thread blocks, and the answer is incomplete.
    Limit(Bound),
}

/// A statement inside `atomic { .. }`.
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// A mutex: `place` is its owner cell; the other cells follow it as [`GlobalKind::Mutex`](super::GlobalKind::Mutex) says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mutex {
    pub place: Place,
    pub reentrant: bool,
    pub waited: bool,
}

impl Mutex {
    /// What is wrong with an owner less than 0, as of a mutex that was destroyed (POSIX, `pthread_mutex_destroy`).
    pub const UNMADE: &str = "a mutex is used that is not initialised";
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
    /// A pointer moved by so many elements; goes wrong if that leaves its object by more than one cell.
    Offset {
        pointer: Box<Expr>,
        count: Box<Expr>,
        stride: Stride,
    },
    /// How many elements lie between two pointers; goes wrong if they are not in one object.
    Distance {
        to: Box<Expr>,
        from: Box<Expr>,
        stride: Stride,
    },
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
    /// Of a pointer the one to the beginning of its object; the same where it leads into none.
    ObjectOf,
}

/// As in C on 32-bit two's complement: `+ - *` wrap, `/ %` truncate and go wrong on 0,
/// `<< >>` take the amount modulo 32, `>>` is arithmetic. Those that begin with `Unsigned` take both for unsigned;
/// the `Wide` ones are of 64 bits, and meet a bound where the result does not fit into 32.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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
    UnsignedDiv,
    UnsignedRem,
    UnsignedShr,
    UnsignedLt,
    UnsignedLe,
    WideAdd,
    WideSub,
    WideMul,
}

impl Place {
    /// The cells one of which it is, whatever the index; none where it is a register, or where a pointer leads.
    pub fn cells(&self) -> Vec<Cell> {
        match &self.kind {
            PlaceKind::Cell(c) => vec![*c],
            PlaceKind::Index { base, len, stride, index } => match **index {
                Expr::Const(i) if (0..*len as Value).contains(&i) => vec![Cell(base.0 + i as u32 * stride)],
                _ => (0..*len).map(|i| Cell(base.0 + i * stride)).collect(),
            },
            PlaceKind::Reg(_) | PlaceKind::RegIndex { .. } | PlaceKind::Deref { .. } => vec![],
        }
    }
}

impl Op {
    /// The procedure that is called.
    pub fn called(&self) -> Option<u32> {
        if let Op::Call { procedure, .. } = self { Some(*procedure) } else { None }
    }

    /// The locations this step may lead to inside its procedure (after the return, for a call).
    pub fn targets(&self) -> Vec<Loc> {
        match self {
            Op::Skip { next } | Op::Do { next, .. } | Op::Atomic { next, .. } | Op::Call { next, .. } => vec![*next],
            Op::Choose { next } => next.clone(),
            Op::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Op::Return { .. } | Op::End => vec![],
        }
    }

    /// Changes each of its actions.
    pub fn each_action(&mut self, change: &mut dyn FnMut(&mut Action)) {
        match self {
            Op::Do { action, .. } => change(action),
            Op::Atomic { body, .. } => body.iter_mut().for_each(|statement| statement.each_action(change)),
            _ => {}
        }
    }
}

impl Statement {
    fn each_action(&mut self, change: &mut dyn FnMut(&mut Action)) {
        match self {
            Statement::Action(action) => change(action),
            Statement::If { then, otherwise, .. } => {
                then.iter_mut().chain(otherwise).for_each(|statement| statement.each_action(change));
            }
            Statement::Choose(bodies) => {
                bodies.iter_mut().flatten().for_each(|statement| statement.each_action(change));
            }
        }
    }
}

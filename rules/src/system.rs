//! Programs described in Rust: a [`System`] says what its threads do, [`Explicit`] answers for it what
//! rules ask, [`check`] turns the fixpoint of a ruleset into a verdict with an execution.

mod bounds;
mod check;
mod completion;
mod explicit;
mod interner;
mod letters;
mod locks;
mod path;

pub use bounds::Bounds;
pub use check::{Outcome, Reason, Verdict, check, doubts};
pub use explicit::Explicit;
pub use letters::Breach;
pub use locks::Protection;
pub use path::Path;

use crate::{Tid, Variable};
use std::fmt::Debug;
use std::hash::Hash;

/// A concurrent program: threads with a local store each, and a global store between them. All
/// methods are functions of their arguments, and everything else follows from them.
///
/// ```
/// use moverlog_rules::{Bounds, Mover::*, Step, System, Tid, Verdict, check, ruleset};
///
/// /// Where a thread is; `Write` holds what it has read.
/// #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// enum At { Acquire, Read, Write(u32), Release, End, Wrong }
/// use At::*;
///
/// /// Each of so many threads adds 1 to a counter under a lock.
/// struct Counter(usize);
///
/// impl System for Counter {
///     type Global = (u32, u32); // who holds the lock, and the counter
///     type Local = At;
///
///     fn start(&self) -> ((u32, u32), Vec<At>) {
///         ((0, 0), vec![Acquire; self.0])
///     }
///
///     fn steps(&self, t: Tid, &(lock, count): &(u32, u32), l: &At) -> Vec<Step<(u32, u32), At>> {
///         match *l {
///             Acquire if lock == 0 => vec![Step::to(Right, (t.0, count), Read)],
///             Read => vec![Step::to(Both, (lock, count), Write(count))],
///             Write(read) if read != count => vec![Step::to(Both, (lock, count), Wrong)],
///             Write(read) => vec![Step::to(Both, (lock, read + 1), Release)],
///             Release => vec![Step::to(Left, (0, count), End)],
///             _ => vec![],
///         }
///     }
///
///     fn is_wrong(&self, l: &At) -> bool {
///         *l == Wrong
///     }
/// }
///
/// let reduction = ruleset("reduction").expect("it is listed");
/// let outcome = check(&Counter(3), reduction, Bounds::default());
/// assert!(matches!(outcome.verdict, Verdict::Safe));
/// assert_eq!(outcome.solution.relations, [("Sigma".into(), 44)]);
/// ```
pub trait System {
    /// A global store.
    type Global: Clone + Eq + Hash + Debug;
    /// A local store: program counter and registers, and what a thread has gone wrong by.
    type Local: Clone + Eq + Hash + Debug;

    /// The global store and every thread's local store at the start; all stacks are empty.
    fn start(&self) -> (Self::Global, Vec<Self::Local>);

    /// What thread `t`, one of `1..=n`, can do at (g, l): nothing where it is blocked or has ended.
    fn steps(&self, t: Tid, g: &Self::Global, l: &Self::Local) -> Vec<Step<Self::Global, Self::Local>>;

    /// Whether a thread with this local store has gone wrong; it makes no further step.
    fn is_wrong(&self, l: &Self::Local) -> bool;

    /// The local store in which a caller goes on after a return from `l` through `frame`. A callee with
    /// a result puts it in here.
    fn resume(&self, l: &Self::Local, frame: &Self::Local) -> Self::Local {
        let _ = l;
        frame.clone()
    }

    /// For lock inference (FQ 6): who holds each mutex in `g`, `Mutex(0)` first. Without an answer it is refused.
    fn holders(&self, g: &Self::Global) -> Option<Vec<Option<Tid>>> {
        let _ = g;
        None
    }

    /// For lock inference (FQ 6): the variables that `t` accesses at (g, l), whether or not it can move there; none
    /// that `t` alone accesses, or that nobody writes. Letters then say how steps move as far as these accesses
    /// allow it. Without an answer it is refused.
    fn accesses(&self, t: Tid, g: &Self::Global, l: &Self::Local) -> Option<Vec<Variable>> {
        let _ = (t, g, l);
        None
    }
}

impl<S: System> System for &S {
    type Global = S::Global;
    type Local = S::Local;

    fn start(&self) -> (Self::Global, Vec<Self::Local>) {
        S::start(self)
    }

    fn steps(&self, t: Tid, g: &Self::Global, l: &Self::Local) -> Vec<Step<Self::Global, Self::Local>> {
        S::steps(self, t, g, l)
    }

    fn is_wrong(&self, l: &Self::Local) -> bool {
        S::is_wrong(self, l)
    }

    fn resume(&self, l: &Self::Local, frame: &Self::Local) -> Self::Local {
        S::resume(self, l, frame)
    }

    fn holders(&self, g: &Self::Global) -> Option<Vec<Option<Tid>>> {
        S::holders(self, g)
    }

    fn accesses(&self, t: Tid, g: &Self::Global, l: &Self::Local) -> Option<Vec<Variable>> {
        S::accesses(self, t, g, l)
    }
}

/// Which of RM and LM a step is claimed to be in. [`check`] tries the claims by brute force.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Mover {
    /// In RM: it can as well be made after what others do next.
    Right,
    /// In LM: it can as well be made before what others did last.
    Left,
    /// In both, as whatever touches no global store.
    Both,
    /// In neither: a transaction commits here.
    Non,
}

impl Mover {
    fn of(right: bool, left: bool) -> Self {
        match (right, left) {
            (true, true) => Mover::Both,
            (true, false) => Mover::Right,
            (false, true) => Mover::Left,
            (false, false) => Mover::Non,
        }
    }

    /// Whether the step is in RM.
    pub fn is_right(self) -> bool {
        matches!(self, Mover::Right | Mover::Both)
    }

    /// Whether the step is in LM.
    pub fn is_left(self) -> bool {
        matches!(self, Mover::Left | Mover::Both)
    }

    /// p' of U(t, g, (l, p), g', (l', p')), QRR 4: RM and (p or not LM). True is the pre-commit phase.
    fn next_phase(self, p: bool) -> bool {
        self.is_right() && (p || !self.is_left())
    }
}

/// One step of a thread.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step<G, L> {
    /// How it is claimed to move.
    pub mover: Mover,
    /// The global store after it.
    pub global: G,
    /// What becomes of the thread.
    pub effect: Effect<L>,
}

/// What a step does to the thread that makes it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Effect<L> {
    /// T: it goes on with this local store.
    To(L),
    /// T+: it begins a procedure at `entry`, and `frame` is pushed on its stack.
    Call {
        /// Where the callee begins.
        entry: L,
        /// Where the caller goes on.
        frame: L,
    },
    /// T-: it pops a frame and goes on where [`System::resume`] says. With an empty stack it cannot.
    Return,
}

impl<G, L> Step<G, L> {
    /// To another local store.
    pub fn to(mover: Mover, global: G, local: L) -> Self {
        Step { mover, global, effect: Effect::To(local) }
    }

    /// A call: the callee begins at `entry`, the caller goes on in `frame` once it returns.
    pub fn call(mover: Mover, global: G, entry: L, frame: L) -> Self {
        Step { mover, global, effect: Effect::Call { entry, frame } }
    }

    /// A return.
    pub fn back(mover: Mover, global: G) -> Self {
        Step { mover, global, effect: Effect::Return }
    }
}

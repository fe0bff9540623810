//! DYN's instrumented programs: locations in copies, edges under guards, and what the rules of the
//! reduction may ask of a program whose threads follow such edges.

use crate::Oracle;
use crate::atoms::*;

/// What becomes of a location of the program (DYN 4.2): its five copies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Copy {
    /// l^N: external.
    N,
    /// l^R: pre-commit.
    R,
    /// l^R': pre-commit, about to act.
    RPrime,
    /// l^L: post-commit.
    L,
    /// l^L': post-commit, about to act.
    LPrime,
}

/// A location of the instrumented control-flow graph.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place(pub Location, pub Copy);

/// A predicate on states that the instrumentation tests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Condition {
    /// c^R of an action: it is a right mover now (DYN Definition 12).
    Right(Action),
    /// c of an action: it is a both mover now (DYN Definition 1).
    Both(Action),
    /// c^L of every action out of the location.
    AllLeft(Location),
    /// c of every action out of the location.
    AllBoth(Location),
    /// `AllLeft`, and one of these actions is enabled.
    AllLeftEnabled(Location),
    /// `AllBoth`, and one of these actions is enabled.
    AllBothEnabled(Location),
}

/// When an edge can be taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Guard {
    /// Always.
    True,
    /// Where the condition holds.
    If(Condition),
    /// Where it does not.
    Unless(Condition),
}

/// An edge of the instrumented graph; without an action it changes the copy alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Edge {
    /// Where it begins.
    pub from: Place,
    /// When it can be taken.
    pub guard: Guard,
    /// What the thread does.
    pub action: Option<Action>,
    /// Where it ends.
    pub to: Place,
}

/// The control-flow graph of a program: V and delta of all its procedures together.
#[derive(Clone, Default, Debug)]
pub struct Graph {
    /// V, sinks included.
    pub locations: Vec<Location>,
    /// (la, a, lb) in delta.
    pub delta: Vec<(Location, Action, Location)>,
    /// Where a thread starts.
    pub entries: Vec<Location>,
    /// Where a thread that has gone wrong stays.
    pub sinks: Vec<Location>,
    /// A location feedback set: every cycle meets it (DYN Definition 2).
    pub lfs: Vec<Location>,
    /// Actions that are right movers wherever they are taken.
    pub right_movers: Vec<Action>,
    /// Actions that are left movers wherever they are taken, and never blocked.
    pub left_movers: Vec<Action>,
}

/// A program whose threads follow the edges of an instrumented graph. A `State` is one in which every
/// thread is external; a `Node` is the global store with one thread's share of the rest: its copy of a
/// location, its local store and its stack.
pub trait Instrumented {
    /// Every thread at the external copy of its entry.
    fn initial(&self) -> State;

    /// The number of threads, n.
    fn thread_count(&self) -> u32;

    /// Whether no bound has been hit that ends the run.
    fn goes_on(&self) -> bool {
        true
    }

    /// Whether a run that has derived so many facts goes on.
    fn affords(&self, _facts: usize) -> bool {
        self.goes_on()
    }

    /// The states from which blocks are explored, where these are a layer and not all.
    fn layer(&self) -> Vec<State> {
        vec![]
    }

    /// Thread `t`'s node in `s`.
    fn node(&self, t: Tid, s: State) -> Node;

    /// The nodes to which a step of `t` leads from `n`, all others being where they are in `s`. None
    /// once a bound is hit.
    fn steps(&self, t: Tid, s: State, n: Node) -> Vec<Node>;

    /// N_t: whether `t` is external at `n`, for it is at l^N or has gone wrong.
    fn is_outside(&self, t: Tid, n: Node) -> bool;

    /// `s` with `t` at `n`, which is external.
    fn set(&self, s: State, t: Tid, n: Node) -> State;
}

/// A program whose threads follow an instrumented graph, for its rules.
pub type Threads<'p> = Oracle<'p, dyn Instrumented + 'p>;

impl Threads<'_> {
    /// Tid = 1..=n; nobody once a bound has ended the run.
    pub fn all(&self) -> impl Iterator<Item = Tid> + use<> {
        let n = if self.0.goes_on() { self.0.thread_count() } else { 0 };
        (1..=n).map(Tid)
    }
}

//! One program under one choice of movers and partition: what rulesets ask their questions of.
//!
//! Everything is a look-up after its first use. A state is the row of ids (g, ls, ss); a `Local` is
//! a local store and its phase; the successors and the class of a node are computed once.

mod facts;
mod instrumented;
mod locks;
mod per_node;
mod program;
mod stuck;
mod transitions;

use per_node::PerNode;

use super::store::{Kept, Store};
use super::visits::Visits;
use crate::control::{Bound, Control};
use crate::ir::Loc;
use crate::movers::{Class, Movers, Moves, Protection};
use crate::semantics::{Configuration, Effect, Interner, LocalStore, Semantics, Step, Transitions};
use moverlog_rules::{Frame, Global, Inference, Local, Mutex, Node, Program, Stack, State, Tid, Variable};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// How N(t), L(t), R(t) are chosen from movers and phases.
#[derive(Clone, Debug)]
pub struct Partition {
    /// Whether steps are instrumented with phases at all.
    pub phases: bool,
    /// The phase of every thread before its first step; true is pre-commit (QRR 4).
    pub initial_phase: bool,
    /// Locations that end a transaction in its post-commit phase (LFS).
    pub lfs: BTreeSet<Loc>,
    /// How the ruleset infers protecting sets, if it does.
    pub inference: Option<Inference>,
    /// L(t) asks for an enabled step. Without it C3 fails where a thread blocks: only tests do without.
    pub left_is_enabled: bool,
}

impl Default for Partition {
    fn default() -> Self {
        Partition { phases: true, initial_phase: true, lfs: BTreeSet::new(), inference: None, left_is_enabled: true }
    }
}

/// See the module's documentation.
pub struct Instance<'a> {
    pub semantics: &'a Semantics<'a>,
    pub movers: &'a Movers,
    pub partition: Partition,
    pub(crate) control: &'a Control<'a>,
    initial: Configuration,
    threads: u32,
    /// Its local stores have their phases.
    states: Store,
    /// (g, l) pairs.
    nodes: RefCell<Interner>,
    facts: RefCell<PerNode<NodeFacts>>,
    /// For each state the threads inside a transaction.
    inside: RefCell<Vec<Inside>>,
    /// Answers of U-.
    pops: RefCell<FxHashMap<(Tid, Node, Frame), Nodes>>,
    frames: RefCell<FxHashMap<Stack, Rc<[Frame]>>>,
    view: RefCell<View>,
    /// What the scheduled threads accessed.
    observed: RefCell<Option<Protection>>,
    /// Once an assumption is broken: at how many states the exploration is given up.
    watched: Cell<usize>,
    /// Each transition, if they are to be drawn.
    kept_transitions: RefCell<Option<Vec<(State, Tid, State)>>>,
    unheld: RefCell<FxHashMap<(Tid, Node), Unheld>>,
    /// States that a run before this one has reached.
    kept: Cell<u32>,
}

type Nodes = Rc<[Node]>;

/// Locks of protecting sets that are not held at an access.
type Unheld = Rc<[(Variable, Mutex)]>;

/// What thread t can do at node n, and where that leaves it in its transaction.
struct NodeFacts {
    class: Class,
    /// Of its steps, which are the outcomes of one action and share it.
    moves: Moves,
    u: Nodes,
    u_plus: Rc<[(Node, Frame)]>,
    /// Values it may return, with the global store and phase after.
    returns: Rc<[(Global, bool, i32)]>,
    /// Whether the thread was ever allowed to move here.
    scheduled: bool,
}

impl NodeFacts {
    fn is_enabled(&self) -> bool {
        !(self.u.is_empty() && self.u_plus.is_empty() && self.returns.is_empty())
    }
}

/// Where one outcome of a thread's action leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outgoing {
    /// U: to a node of the same procedure.
    To(Node),
    /// U+: into a callee, pushing a frame.
    Into(Node, Frame),
    /// U-: back through whatever frame is on top, with this global store, phase and value.
    Back(Global, bool, i32),
}

/// What came of asking for one of a thread's steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It leads to this state, and the thread to this node.
    To(State, Node),
    /// The bound on stacks does not let the thread call.
    Cut,
    /// The thread has no further steps.
    No,
}

/// Which threads are inside a transaction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Unknown,
    Nobody,
    Only(Tid),
    Several,
}

/// The state that was asked about last, decoded.
struct View {
    state: Option<State>,
    nodes: Vec<Node>,
}

/// What one location's steps looked like over the whole exploration.
#[derive(Clone, Default, Debug)]
pub struct Profile {
    pub moves: BTreeSet<Moves>,
    /// Phases in which the location was reached.
    pub phases: BTreeSet<bool>,
    pub classes: BTreeSet<Class>,
    pub threads: BTreeSet<Tid>,
}

impl<'a> Instance<'a> {
    pub fn new(
        semantics: &'a Semantics<'a>,
        movers: &'a Movers,
        partition: Partition,
        control: &'a Control<'a>,
    ) -> Self {
        let threads = semantics.program.threads.len() as u32;
        let observed = match movers {
            Movers::Protection(p) => Some(p.clone()),
            Movers::Table(_) => None,
        };
        Instance {
            semantics,
            movers,
            partition,
            control,
            initial: semantics.initial(),
            threads,
            states: Store::new(threads, semantics.program.has_calls()),
            nodes: RefCell::new(Interner::fixed(2)),
            facts: RefCell::new(PerNode::new(threads)),
            inside: RefCell::default(),
            pops: RefCell::default(),
            frames: RefCell::default(),
            view: RefCell::new(View { state: None, nodes: vec![] }),
            observed: RefCell::new(observed),
            watched: Cell::new(usize::MAX),
            kept_transitions: RefCell::default(),
            unheld: RefCell::default(),
            kept: Cell::new(0),
        }
    }

    /// The number of states stored; they are numbered from 0 in the order of their discovery.
    pub fn state_count(&self) -> usize {
        self.states.count()
    }

    /// The number of nodes, also of those inside transactions.
    pub fn node_count(&self) -> usize {
        self.nodes.borrow().len()
    }

    /// Whether no bound was hit, and the exploration was not given up because it broke an assumption.
    pub fn is_complete(&self) -> bool {
        !self.stopped() && self.control.hit().is_none()
    }

    /// Whether the exploration ended early because it broke an assumption.
    pub fn was_given_up(&self) -> bool {
        self.state_count() >= self.watched.get()
    }

    /// The number of steps taken between stored states.
    pub fn transition_count(&self) -> u64 {
        self.states.transitions()
    }

    /// The first state in which a thread has gone wrong.
    pub fn first_wrong(&self) -> Option<State> {
        self.states.first_wrong()
    }

    /// What scheduled threads accessed, on top of what was assumed.
    pub fn observed(&self) -> Option<Protection> {
        self.observed.borrow().clone()
    }

    /// Whether an access has broken an assumption of the movers in use.
    pub fn broke_an_assumption(&self) -> bool {
        match (self.movers, &*self.observed.borrow()) {
            (Movers::Protection(assumed), Some(seen)) => !assumed.agrees_with(seen),
            _ => false,
        }
    }

    /// The state as the program has it, without phases.
    pub fn configuration(&self, s: State) -> Configuration {
        self.states.look(s, |row| row.configuration(|l| unphased(Local(l)).0))
    }

    /// The states and threads on the way to `s`, from the initial state: each state is reached from
    /// the one before by a step of the thread beside it.
    pub fn path(&self, s: State) -> Vec<(State, Tid)> {
        self.states.path(s)
    }

    /// The class of thread `t`'s node in state `s`.
    pub fn class(&self, t: Tid, s: State) -> Class {
        self.class_at(t, self.node(t, s))
    }

    /// Every node at which a thread is in L(t), where states have no stacks.
    pub fn nodes_in_left(&self) -> Option<Vec<(Node, Tid)>> {
        let facts = self.facts.borrow();
        let left = |f: &NodeFacts| f.scheduled && f.class == Class::Left;
        let nodes = || facts.iter().filter(|(.., f)| left(f)).map(|(n, t, _)| (n, t)).collect();
        (!self.states.stacked).then(nodes)
    }

    /// The threads in L(t) in state `s`.
    pub fn threads_in_left(&self, s: State) -> Vec<Tid> {
        let inside: Vec<Tid> = match self.threads_inside(s) {
            Inside::Nobody | Inside::Unknown => vec![],
            Inside::Only(t) => vec![t],
            Inside::Several => self.semantics.tids().collect(),
        };
        inside.into_iter().filter(|t| self.class(*t, s) == Class::Left).collect()
    }

    /// The number of frames on thread `t`'s stack.
    pub fn depth(&self, t: Tid, s: State) -> u32 {
        self.semantics.depth(self.stack(t, s))
    }

    /// The successors of `s` by steps of `t` alone; none are added to the states.
    pub fn steps_of(&self, t: Tid, s: State) -> Vec<State> {
        let n = self.node(t, s);
        let mut next: Vec<State> = self.u(t, n).map(|n2| self.set(s, t, n2)).collect();
        next.extend(self.u_plus(t, n).filter_map(|(n2, f)| self.push(s, t, n2, f)));
        if let Some(f) = self.top(t, s) {
            next.extend(self.u_minus(t, n, f).map(|n2| self.pop(s, t, n2)));
        }
        next
    }

    /// Takes the step of `t` with this number, in the order of its action's outcomes, from `s`, where
    /// `t` is at `n`.
    pub fn step(&self, t: Tid, s: State, n: Node, number: u32) -> Taken {
        if !self.goes_on() {
            return Taken::No;
        }
        let number = number as usize;
        let (internal, call, returns) = self.schedule(t, n, |facts| {
            let call = number.checked_sub(facts.u.len()).and_then(|i| facts.u_plus.get(i).copied());
            (facts.u.get(number).copied(), call, facts.returns.len())
        });
        if let Some(n2) = internal {
            return Taken::To(self.set(s, t, n2), n2);
        }
        if let Some((n2, f)) = call {
            return self.push(s, t, n2, f).map_or(Taken::Cut, |s2| Taken::To(s2, n2));
        }
        let back = self.top(t, s).filter(|_| number < returns).and_then(|f| self.u_minus(t, n, f).nth(number));
        back.map_or(Taken::No, |n2| Taken::To(self.pop(s, t, n2), n2))
    }

    /// The phase at `n`; true is pre-commit.
    pub fn phase(&self, n: Node) -> bool {
        self.stores(n).2
    }

    /// The thread whose step first led to `s`; nothing for the initial state.
    pub fn mover(&self, s: State) -> Option<Tid> {
        self.states.mover(s)
    }

    /// How many moves of other threads, and how many in all, lead to each state as it was found.
    pub fn costs(&self, t: Tid) -> Vec<(u32, u32)> {
        self.states.costs(t)
    }

    /// Whether the bound on stacks lets `t` push nothing more in state `s`.
    pub fn is_full(&self, t: Tid, s: State) -> bool {
        self.depth(t, s) >= self.control.limits.max_stack
    }

    pub fn loc(&self, t: Tid, s: State) -> Option<Loc> {
        self.node_loc(self.node(t, s))
    }

    pub fn node_loc(&self, n: Node) -> Option<Loc> {
        self.semantics.loc(self.stores(n).1)
    }

    /// The stores and the phase of a node.
    pub fn stores(&self, n: Node) -> (Global, LocalStore, bool) {
        let (g, l) = self.global_and_local(n);
        (g, unphased(l).0, unphased(l).1)
    }

    fn phase_after(&self, moves: Moves, p: bool) -> bool {
        self.partition.phases && moves.next_phase(p)
    }

    fn global_and_local(&self, n: Node) -> (Global, Local) {
        let nodes = self.nodes.borrow();
        let pair = nodes.get(n.0);
        (Global(pair[0]), Local(pair[1]))
    }

    fn intern_node(&self, g: Global, l: Local) -> Node {
        let (id, new) = self.nodes.borrow_mut().intern(&[g.0, l.0]);
        if new && id as usize >= self.control.most_nodes(self.threads) {
            self.control.record(Bound::States);
        }
        Node(id)
    }

    fn stopped(&self) -> bool {
        self.control.stopped() || self.was_given_up()
    }

    fn stack(&self, t: Tid, s: State) -> Stack {
        self.states.look(s, |row| row.stack(t))
    }

    /// Decodes `s` unless it is the state asked about last.
    fn look_at(&self, s: State) {
        let mut view = self.view.borrow_mut();
        if view.state == Some(s) {
            return;
        }
        let mut nodes = self.nodes.borrow_mut();
        view.nodes.clear();
        self.states.look(s, |row| {
            view.nodes.extend(row.locals().iter().map(|l| Node(nodes.intern(&[row.global().0, *l]).0)));
        });
        view.state = Some(s);
    }

    fn threads_inside(&self, s: State) -> Inside {
        match self.inside.borrow().get(s.0 as usize) {
            None | Some(Inside::Unknown) => {}
            Some(known) => return *known,
        }
        self.look_at(s);
        let view = self.view.borrow();
        let mut answer = Inside::Nobody;
        for (t, n) in (1..).map(Tid).zip(&view.nodes) {
            if self.class_at(t, *n) != Class::Outside {
                answer = if answer == Inside::Nobody { Inside::Only(t) } else { Inside::Several };
            }
        }
        let mut inside = self.inside.borrow_mut();
        if inside.len() <= s.0 as usize {
            inside.resize(self.state_count().max(s.0 as usize + 1), Inside::Unknown);
        }
        inside[s.0 as usize] = answer;
        answer
    }

    /// The state in which `t` is at `n`, its stack replaced if one is given.
    fn successor(&self, s: State, t: Tid, n: Node, stack: Option<Stack>) -> State {
        if !self.goes_on() {
            return s;
        }
        let (g, l) = self.global_and_local(n);
        let Some(next) = self.states.after(s, t, (g, l.0, stack), self.control) else { return s };
        if let Some(kept) = self.kept_transitions.borrow_mut().as_mut() {
            kept.push((s, t, next));
        }
        if self.semantics.is_wrong(unphased(l).0) {
            self.states.goes_wrong(next, self.control);
        }
        next
    }
}

/// A local store and a phase as one number.
fn phased(l: LocalStore, p: bool) -> Local {
    Local(l.0 << 1 | u32::from(p))
}

fn unphased(l: Local) -> (LocalStore, bool) {
    (LocalStore(l.0 >> 1), l.0 & 1 == 1)
}

//! One program under one choice of movers and partition: what rulesets ask their questions of.
//!
//! Everything is a look-up after its first use. A state is the row of ids (g, ls, ss); a `Local` is
//! a local store and its phase; the successors and the class of a node are computed once.

mod answered;
mod canonical;
mod facts;
mod inside;
mod instrumented;
mod layer;
mod locks;
mod nodes;
mod program;
mod stuck;
mod watch;
mod words;

pub use facts::Profile;

use answered::Answered;
use canonical::Canonical;
use inside::Transactions;
use nodes::Nodes;
use watch::Watch;

use super::layer::{Expanding, Stored};
use super::phase::{ended, has_ended, phased, unphased};
use super::store::Store;
use crate::control::{Bound, Control};
use crate::ir::Loc;
use crate::movers::{Class, Movers, Moves};
use crate::semantics::{Configuration, LocalStore, Semantics};
use moverlog_rules::{Frame, Global, Inference, Local, Node, Program, Stack, State, Tid};
use std::collections::BTreeSet;

/// How long a thread has the phase of its last step.
///
/// DIVERGENCE: FQ 4.1, QRR 4 and CPC 3 keep it for ever. Outside any transaction it says nothing but how the last one
/// went, and where it decides how the next one goes, states are stored once for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phases {
    /// As long as it is inside a transaction; each begins pre-commit.
    Inside,
    /// Until it is back at its initial local store, where it has its initial phase again.
    Restart,
    /// For ever, as printed.
    Printed,
}

/// A node by its stores, whoever numbers nodes.
type Place = (Global, Local);

/// What a thread starts at the first node ends at the second.
pub type Chosen = (Tid, Place, Place);

/// How N(t), L(t), R(t) are chosen from movers and phases, and what states are stored: which are one, and which
/// threads may move after which.
#[derive(Clone, Debug)]
pub struct Partition {
    /// How long phases last; nothing where steps are not instrumented with phases at all.
    pub phases: Option<Phases>,
    /// The phase of every thread before its first step; true is pre-commit (QRR 4).
    pub initial_phase: bool,
    /// Locations that end a transaction in its post-commit phase (LFS).
    pub lfs: BTreeSet<Loc>,
    /// Nodes that end a transaction in its post-commit phase, with the node at which it started.
    pub chosen: BTreeSet<Chosen>,
    /// How the ruleset infers protecting sets, if it does.
    pub inference: Option<Inference>,
    /// L(t) asks for an enabled step. Without it C3 fails where a thread blocks: only tests do without.
    pub left_is_enabled: bool,
    /// Whether states that differ in the names of interchangeable threads are stored as one.
    pub symmetric: bool,
    /// For each thread the first of its group, where groups that do not notice each other are explored one by one.
    pub groups: Vec<Tid>,
}

impl Default for Partition {
    fn default() -> Self {
        Partition {
            phases: Some(Phases::Restart),
            initial_phase: true,
            lfs: BTreeSet::new(),
            chosen: BTreeSet::new(),
            inference: None,
            left_is_enabled: true,
            symmetric: false,
            groups: vec![],
        }
    }
}

impl Partition {
    /// The same for stores as another semantics of the program numbers them.
    pub fn renumbered(&self, from: &Semantics<'_>, to: &Semantics<'_>) -> Partition {
        let place = |(g, l): Place| {
            let (store, p) = unphased(l);
            let store = to.local_of(from, store);
            (to.global_of(from, g), if has_ended(l) { ended(store) } else { phased(store, p) })
        };
        let chosen = self.chosen.iter().map(|(t, n1, n2)| (*t, place(*n1), place(*n2))).collect();
        Partition { chosen, ..self.clone() }
    }
}

/// See the module's documentation.
pub struct Instance<'a> {
    pub semantics: &'a Semantics<'a>,
    pub movers: &'a Movers,
    pub partition: Partition,
    pub(crate) control: &'a Control<'a>,
    initial: Configuration,
    /// The row of a state: local stores have their phases.
    pub(crate) states: Store,
    /// How states are made canonical, if they are.
    canonical: Option<Canonical>,
    /// (g, l) pairs, and what each thread can do there.
    nodes: Nodes,
    /// Who is inside a transaction, state by state.
    inside: Transactions,
    /// Questions that were answered before.
    answered: Answered,
    /// What was accessed, against what the movers assume.
    watch: Watch,
    /// The states that are expanded, where this is one of several workers.
    layer: Expanding,
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

impl<'a> Instance<'a> {
    pub fn new(
        semantics: &'a Semantics<'a>,
        movers: &'a Movers,
        partition: Partition,
        control: &'a Control<'a>,
    ) -> Self {
        let threads = semantics.program.threads.len() as u32;
        let canonical = Canonical::of(semantics.program).filter(|_| partition.symmetric);
        Instance {
            semantics,
            movers,
            partition,
            control,
            canonical,
            initial: semantics.initial(),
            states: Store::new(threads, semantics.program.has_calls()),
            nodes: Nodes::new(threads),
            inside: Transactions::default(),
            answered: Answered::default(),
            watch: Watch::new(movers),
            layer: Expanding::default(),
        }
    }

    /// Whether states are what the program has, whoever explores them: they are not stored under other names of
    /// threads, in an order that goes by the numbers of their stores, nor do they go by who has moved.
    pub fn stores_plain_states(&self) -> bool {
        self.canonical.is_none() && self.partition.groups.is_empty()
    }

    /// The number of states stored; they are numbered from 0 in the order of their discovery.
    pub fn state_count(&self) -> usize {
        self.states.count()
    }

    /// All steps from `s` have been taken.
    #[inline]
    pub(crate) fn expanded(&self, s: State) {
        self.states.expand(s);
    }

    /// The number of nodes, also of those inside transactions.
    pub fn node_count(&self) -> usize {
        self.nodes.count()
    }

    /// The number of steps taken between stored states.
    pub fn transition_count(&self) -> u64 {
        self.states.transitions()
    }

    /// The first state in which a thread has gone wrong.
    pub fn first_wrong(&self) -> Option<State> {
        self.states.first_wrong()
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

    /// The number of frames on thread `t`'s stack.
    pub fn depth(&self, t: Tid, s: State) -> u32 {
        self.semantics.depth(self.stack(t, s))
    }

    /// The successors of `s` by steps of `t` alone; none are added to the states.
    pub fn steps_of(&self, t: Tid, s: State) -> Vec<State> {
        self.steps_by(self, t, s)
    }

    /// The same where the steps are those that `by` answers.
    pub fn steps_by(&self, by: &dyn Program, t: Tid, s: State) -> Vec<State> {
        self.followed_by(by, t, s).into_iter().map(|(s, _)| s).collect()
    }

    /// The successors of `s` by steps of `t`, and who is `t` in each.
    pub fn followed(&self, t: Tid, s: State) -> Vec<(State, Tid)> {
        self.followed_by(self, t, s)
    }

    fn followed_by(&self, by: &dyn Program, t: Tid, s: State) -> Vec<(State, Tid)> {
        let n = self.node(t, s);
        let mut next: Vec<(State, Tid)> = by.u(t, n).map(|n2| self.moved(s, t, n2, None)).collect();
        let pushed = |f| self.pushed(t, s, f).map(Some);
        next.extend(by.u_plus(t, n).filter_map(|(n2, f)| Some(self.moved(s, t, n2, pushed(f)?))));
        if let Some(f) = self.top(t, s) {
            next.extend(by.u_minus(t, n, f).map(|n2| self.moved(s, t, n2, self.popped(t, s))));
        }
        next
    }

    /// The stack of `t` after a call; nothing if the bound on stacks cuts it.
    fn pushed(&self, t: Tid, s: State, f: Frame) -> Option<Stack> {
        let stack = self.stack(t, s);
        if self.semantics.depth(stack) >= self.control.limits.max_stack {
            self.control.record(Bound::Stack);
            return None;
        }
        Some(self.semantics.push(stack, f))
    }

    /// The stack of `t` after a return.
    fn popped(&self, t: Tid, s: State) -> Option<Stack> {
        self.semantics.top(self.stack(t, s)).map(|(tail, _)| tail)
    }

    /// Takes the step of `t` with this number, in the order of its action's outcomes, from `s`, where
    /// `t` is at `n`.
    pub fn step(&self, t: Tid, s: State, n: Node, number: u32) -> Taken {
        if !self.goes_on() {
            return Taken::No;
        }
        let number = number as usize;
        let (internal, call, returns) = self.schedule(t, n, |facts| {
            let call = number.checked_sub(facts.u().count()).and_then(|i| facts.u_plus().nth(i));
            (facts.u().nth(number), call, facts.returns().count())
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

    /// Whether the bound on stacks lets `t` push nothing more in state `s`.
    pub fn is_full(&self, t: Tid, s: State) -> bool {
        self.depth(t, s) >= self.control.limits.max_stack
    }

    #[inline]
    pub fn loc(&self, t: Tid, s: State) -> Option<Loc> {
        self.node_loc(self.node(t, s))
    }

    pub fn node_loc(&self, n: Node) -> Option<Loc> {
        self.semantics.loc(self.stores(n).1)
    }

    /// The stores and the phase of a node.
    pub fn stores(&self, n: Node) -> (Global, LocalStore, bool) {
        let (g, l) = self.nodes.stores(n);
        (g, unphased(l).0, unphased(l).1)
    }

    /// The node with these stores and this phase, which has none where steps have no phases.
    pub fn node_with(&self, g: Global, l: LocalStore, pre_commit: bool) -> Node {
        self.intern_node(g, phased(l, self.partition.phases.is_some() && pre_commit))
    }

    /// `n` where its transaction was ended.
    pub(super) fn ended_at(&self, n: Node) -> Node {
        let (g, l) = self.nodes.stores(n);
        self.intern_node(g, ended(unphased(l).0))
    }

    /// Whether a transaction was ended at `n`.
    pub fn was_ended(&self, n: Node) -> bool {
        has_ended(self.nodes.stores(n).1)
    }

    /// What `t` starts at `n1` ends at `n2`, for the partition of another instance.
    pub fn choice(&self, (t, n1, n2): (Tid, Node, Node)) -> Chosen {
        (t, self.nodes.stores(n1), self.nodes.stores(n2))
    }

    /// The locations of the nodes that the partition chooses.
    pub fn chosen(&self) -> BTreeSet<Loc> {
        self.partition.chosen.iter().filter_map(|(_, _, (_, l))| self.semantics.loc(unphased(*l).0)).collect()
    }

    fn intern_node(&self, g: Global, l: Local) -> Node {
        let (n, new) = self.nodes.at(g, l);
        if new && !self.is_telling() && n.0 as usize >= self.control.most_nodes(self.states.threads) {
            self.control.record(Bound::States);
        }
        n
    }

    /// The phase from which `t`, at `l` in phase `p`, goes on by steps that move so: where no transaction contains it
    /// and it has no phase there, pre-commit.
    pub fn phase_before(&self, t: Tid, l: LocalStore, p: bool, moves: &[Moves]) -> bool {
        p || self.forgets_outside() && self.classify(t, l, p, moves) == Class::Outside
    }

    /// p' of U, where a step that moves so takes `t` from phase `p` to `l`.
    pub fn phase_after(&self, t: Tid, moves: Moves, p: bool, l: LocalStore) -> bool {
        self.resumed_phase(t, moves.next_phase(p), l)
    }

    /// `p`, or the initial phase where `t` is back at its initial local store.
    fn resumed_phase(&self, t: Tid, p: bool, l: LocalStore) -> bool {
        self.partition.phases.is_some() && if self.restarts_at(t, l) { self.partition.initial_phase } else { p }
    }

    /// Whether `t` at `l` has its initial phase, however it came there.
    pub(super) fn restarts_at(&self, t: Tid, l: LocalStore) -> bool {
        self.partition.phases != Some(Phases::Printed) && self.is_initial(t, l)
    }

    /// Whether a thread outside any transaction has no phase.
    pub(super) fn forgets_outside(&self) -> bool {
        self.partition.phases == Some(Phases::Inside)
    }

    /// Whether no thread has moved but those of the group of `t`: where groups are explored one by one, each state
    /// but the initial one differs from that in what belongs to one group, to which whoever led there belongs.
    fn group_has_moved(&self, t: Tid, s: State) -> bool {
        let group = |t: Tid| self.partition.groups.get(t.0 as usize - 1);
        self.partition.groups.is_empty() || self.mover_in(s).is_none_or(|u| group(u) == group(t))
    }

    /// Whether `t` starts at `l`.
    pub fn is_initial(&self, t: Tid, l: LocalStore) -> bool {
        l == self.initial.locals[t.0 as usize - 1]
    }

    #[inline]
    fn stack(&self, t: Tid, s: State) -> Stack {
        self.states.look(s, |row| row.stack(t))
    }

    /// The state in which `t` is at `n`, its stack replaced if one is given; and who is `t` there.
    fn moved(&self, s: State, t: Tid, n: Node, stack: Option<Stack>) -> (State, Tid) {
        if !self.goes_on() {
            return (s, t);
        }
        let (g, l) = self.nodes.stores(n);
        let next = match &self.canonical {
            None => self.states.after(s, t, (g, l.0, stack), self.control).map(|next| (next, t)),
            Some(canonical) => self.canonical_after(canonical, (s, t), (g, l.0, stack)),
        };
        let Some((next, t2)) = next else { return (s, t) };
        if self.semantics.is_wrong(unphased(l).0) {
            self.states.goes_wrong(next, self.control);
        }
        (next, t2)
    }
}

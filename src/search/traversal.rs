//! Figures 6 to 8 of CPC: one depth-first search, whichever strategy ends the transactions.
//!
//! A state is explored by the thread that led to it. All other threads are scheduled in it too if
//! its transaction ends there, which `xend` says. `cpc` of a state that is post-commit says that
//! left movers lead from it to one whose transaction ends.
//!
//! DIVERGENCE from Figure 8, besides what a strategy does:
//! L6 does not advance `choice`, since L16 does (with both every second choice is skipped; model
//! `models/errata/fx02_double_increment.mover`); L22 asks whether the stack is empty (it is at last); `Enabled` goes through
//! the finite list of the thread's steps, and local steps have LM and RM. A step back to where its thread starts ends
//! the transaction (L13): the state has the thread's initial phase, of which L18 does not ask.

use crate::exploration::{Instance, Taken};
use crate::movers::Moves;
use moverlog_rules::{Node, Program, State, Tid};

/// Where transactions end.
pub trait Strategy {
    /// L7: whether the transaction of `q` ends where its thread is about to make these steps.
    fn ends_before(&self, q: &Record<'_>, moves: Moves) -> bool {
        !q.phase() && !moves.left
    }

    /// L11: whether `q` gets CPC from a state that was discovered before and has it.
    fn inherits_from_known(&self) -> bool {
        true
    }

    /// L13: `s` was discovered.
    fn discovers(&mut self, _s: State) {}

    /// L11: `q` leads to a state that was discovered before. Whether its transaction ends at `q`.
    fn revisits(&mut self, _q: &Record<'_>, _to: State, _on_stack: bool) -> bool {
        false
    }

    /// L13: whether a transaction ends where its thread is back at its start, in its initial phase.
    fn ends_at_start(&self) -> bool {
        true
    }

    /// By how much L16 advances `choice`.
    fn stride(&self) -> u32 {
        1
    }

    /// L18, L19: whether the transaction ends at `q`, whose steps have all been explored.
    fn completes(&mut self, q: &Record<'_>) -> bool;

    /// L23: whether the predecessor gets CPC from a state that has it.
    fn inherits_from_explored(&self) -> bool {
        true
    }

    /// L23: `s` leaves the stack; `pred`, if there is any, led to it.
    fn leaves(&mut self, _s: State, _flags: Flags, _pred: Option<State>) {}
}

/// TraversalInfo, Figure 6. Its flags stand in the table, where the records that L25 makes of one state
/// share them: those have Xend and CPC set, and nobody asks for their LM and RM.
#[derive(Clone, Copy)]
struct TraversalInfo {
    state: State,
    /// Where `tid` is in `state`.
    node: Node,
    tid: Tid,
    num_tids: u32,
    choice: u32,
}

/// The flags of one state, in a byte.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags(u8);

impl Flags {
    const LM: u8 = 1;
    const RM: u8 = 2;
    const XEND: u8 = 4;
    const CPC: u8 = 8;
    const ON_STACK: u8 = 16;
    const STEPPED: u8 = 32;

    fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    /// Whether the step that discovered the state is a left mover.
    pub fn lm(self) -> bool {
        self.has(Self::LM)
    }

    /// Whether it is a right mover.
    pub fn rm(self) -> bool {
        self.has(Self::RM)
    }

    /// The transaction ends here: all threads are scheduled.
    pub fn xend(self) -> bool {
        self.has(Self::XEND)
    }

    /// Post-commit: left movers lead from here to a state with `xend`.
    pub fn cpc(self) -> bool {
        self.has(Self::CPC)
    }

    /// Whether a record of the state is on the stack.
    pub fn on_stack(self) -> bool {
        self.has(Self::ON_STACK)
    }

    /// Whether its thread, or some other, has made a step from here.
    pub fn stepped(self) -> bool {
        self.has(Self::STEPPED)
    }
}

/// A record as strategies see it.
pub struct Record<'a> {
    pub instance: &'a Instance<'a>,
    pub state: State,
    pub tid: Tid,
    pub node: Node,
    pub flags: Flags,
}

impl Record<'_> {
    /// Phase(q.tid, q.state); true is pre-commit.
    pub fn phase(&self) -> bool {
        self.instance.phase(self.node)
    }
}

/// The flags of every state; states are numbered in the order of their discovery.
#[derive(Debug)]
pub struct Table(Vec<Flags>);

impl Table {
    pub fn flags(&self, s: State) -> Flags {
        self.0[s.0 as usize]
    }

    /// The states in which all threads are scheduled.
    pub fn scheduling(&self) -> impl Iterator<Item = State> {
        (0..).map(State).zip(&self.0).filter(|(_, f)| f.xend()).map(|(s, _)| s)
    }

    pub fn states(&self) -> impl Iterator<Item = State> + use<> {
        (0..self.0.len() as u32).map(State)
    }
}

/// What a search does, as it does it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// L2, L14: a new state; nothing led to the initial one.
    Push { to: State, from: Option<State>, tid: Tid },
    /// L9 to L11: a step to a known state; `cpc`: from it `from` gets its flag CPC.
    Revisit { from: State, to: State, tid: Tid, on_stack: bool, cpc: bool },
    /// Xend of the state is set.
    Ends { state: State, tid: Tid, why: Why },
    /// L21 to L23; `cpc`: the predecessor, if it gets its flag CPC.
    Pop { state: State, tid: Tid, cpc: Option<State> },
    /// L26: the next thread is scheduled in the state.
    Schedule { state: State, tid: Tid },
}

/// Why a transaction ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// L7: post-commit, its thread is about to make a step that is no left mover.
    NoLeftMover,
    /// L11: a step leads back to a state on the stack.
    Cycle,
    /// L13: its thread is back at its initial local store, outside any transaction.
    Restart,
    /// L18: nothing is enabled.
    Stuck,
    /// L18, L19: nothing that its strategy relies on ends it.
    Completion,
}

/// Follows a search. `()` does not, at no cost.
pub trait Watcher {
    fn note(&mut self, event: Event);
}

impl Watcher for () {
    fn note(&mut self, _event: Event) {}
}

impl<W: Watcher + ?Sized> Watcher for &mut W {
    fn note(&mut self, event: Event) {
        (**self).note(event);
    }
}

pub(super) struct Traversal<'a, S, W> {
    instance: &'a Instance<'a>,
    strategy: S,
    watcher: W,
    table: Vec<Flags>,
    stack: Vec<TraversalInfo>,
}

impl<'a, S: Strategy, W: Watcher> Traversal<'a, S, W> {
    pub(super) fn new(instance: &'a Instance<'a>, strategy: S, watcher: W) -> Self {
        Traversal { instance, strategy, watcher, table: vec![], stack: vec![] }
    }

    pub(super) fn run(mut self) -> Table {
        let (s, t) = (self.instance.initial(), Tid(1));
        self.watcher.note(Event::Push { to: s, from: None, tid: t });
        self.discover(s, self.instance.node(t, s), t, Flags::XEND | Flags::CPC); // L0 to L2
        while let Some(&q) = self.stack.last() {
            // L3, L4
            match self.instance.step(q.tid, q.state, q.node, q.choice) {
                Taken::To(s2, n2) => self.execute(q, s2, n2), // L5
                Taken::Cut => self.advance(),
                // Nothing is complete any more, and the stack may be long.
                Taken::No if self.instance.control.stopped() => break,
                Taken::No => self.complete(q), // L17
            }
        }
        Table(self.table)
    }

    fn execute(&mut self, q: TraversalInfo, s2: State, n2: Node) {
        self.advance();
        let moves = self.instance.moves(q.tid, q.node); // L6
        self.set(q.state, Flags::STEPPED);
        if self.strategy.ends_before(&self.record(q), moves) {
            self.end(q, Why::NoLeftMover); // L7, L8
        }
        if let Some(known) = self.table.get(s2.0 as usize).copied() {
            // L9, L10
            let cpc = known.cpc() && !self.flags(q.state).cpc() && self.strategy.inherits_from_known();
            if cpc {
                self.set(q.state, Flags::CPC); // L11
            }
            let (from, tid, on_stack) = (q.state, q.tid, known.on_stack());
            self.watcher.note(Event::Revisit { from, to: s2, tid, on_stack, cpc });
            let record = self.record(q);
            if self.strategy.revisits(&record, s2, on_stack) {
                self.end(q, Why::Cycle);
            }
        } else {
            self.watcher.note(Event::Push { to: s2, from: Some(q.state), tid: q.tid });
            let lm = if moves.left { Flags::LM } else { 0 };
            self.discover(s2, n2, q.tid, lm | if moves.right { Flags::RM } else { 0 }); // L13, L14
            if self.instance.restarts(q.tid, n2) && self.strategy.ends_at_start() {
                self.end(*self.stack.last().expect("it was discovered"), Why::Restart);
            }
        }
    }

    fn complete(&mut self, q: TraversalInfo) {
        let record = self.record(q);
        if !record.flags.xend() && self.strategy.completes(&record) {
            let stuck = !record.flags.stepped();
            self.end(q, if stuck { Why::Stuck } else { Why::Completion }); // L18 to L20
        }
        let flags = self.flags(q.state);
        self.stack.pop(); // L21
        self.instance.expanded(q.state);
        let pred = self.stack.last().map(|pred| pred.state); // L22
        let inherits = flags.cpc() && self.strategy.inherits_from_explored();
        let cpc = pred.filter(|pred| inherits && !self.flags(*pred).cpc());
        if let Some(pred) = cpc {
            self.set(pred, Flags::CPC); // L23
        }
        self.watcher.note(Event::Pop { state: q.state, tid: q.tid, cpc });
        if flags.xend() && q.num_tids < self.instance.thread_count() {
            self.update(q); // L24
        } else {
            self.table[q.state.0 as usize].0 &= !Flags::ON_STACK;
            self.strategy.leaves(q.state, flags, pred);
        }
    }

    /// L25, L26: schedules the next thread.
    fn update(&mut self, q: TraversalInfo) {
        let tid = Tid(q.tid.0 % self.instance.thread_count() + 1);
        self.watcher.note(Event::Schedule { state: q.state, tid });
        let node = self.instance.node(tid, q.state);
        self.stack.push(TraversalInfo { node, tid, num_tids: q.num_tids + 1, choice: 0, ..q });
    }

    /// L13, L14.
    fn discover(&mut self, state: State, node: Node, tid: Tid, flags: u8) {
        debug_assert_eq!(state.0 as usize, self.table.len(), "states are numbered as they are discovered");
        self.table.push(Flags(flags | Flags::ON_STACK));
        self.strategy.discovers(state);
        self.stack.push(TraversalInfo { state, node, tid, num_tids: 1, choice: 0 });
    }

    /// L16.
    fn advance(&mut self) {
        self.stack.last_mut().expect("its step was taken").choice += self.strategy.stride();
    }

    /// Sets Xend, and with it CPC: L8, L20.
    fn end(&mut self, q: TraversalInfo, why: Why) {
        if !self.flags(q.state).xend() {
            self.set(q.state, Flags::XEND | Flags::CPC);
            self.watcher.note(Event::Ends { state: q.state, tid: q.tid, why });
        }
    }

    fn set(&mut self, s: State, bits: u8) {
        self.table[s.0 as usize].0 |= bits;
    }

    fn flags(&self, s: State) -> Flags {
        self.table[s.0 as usize]
    }

    fn record(&self, q: TraversalInfo) -> Record<'a> {
        Record { instance: self.instance, state: q.state, tid: q.tid, node: q.node, flags: self.flags(q.state) }
    }
}

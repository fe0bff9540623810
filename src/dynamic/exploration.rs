//! One program under one instrumentation: what the rules of DYN's reduction ask their questions of.
//!
//! A state is one in which every thread is external, so that it is a configuration of the program as it
//! is. A node has the global store, and one thread's local store, stack and copy of its location.

use super::analysis::Analysis;
use super::conditions::Direction;
use super::flow;
use super::statics::StaticMovers;
use super::table2::Table2;
use super::touched::{Other, Situation};
use crate::control::{Bound, Control};
use crate::exploration::{Expanding, PHASE_BITS, Rule, Store, Stored, Visits};
use crate::ir::{Cell, Loc};
use crate::semantics::{Configuration, Effect, Interner, LocalStore, Step};
use moverlog_rules::{
    Condition, Conditions, Copy, Edge, Global, Graph, Guard, Instrument, Instrumented, Location, Node, Place, Stack,
    State, Tid,
};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// See the module's documentation.
pub struct Exploration<'a> {
    pub analysis: &'a Analysis<'a>,
    pub reduction: &'a dyn Instrument,
    pub graph: Graph,
    /// Whether rules made edges besides those of the graph, which are left out.
    pub astray: bool,
    conditions: Conditions,
    statics: StaticMovers,
    table2: Table2<'a>,
    /// The edges out of each copy of each location, at `5 * location + copy`.
    edges: Vec<Vec<Edge>>,
    /// Whether a thread changes its copy in one way at most, so that nothing is lost where it does so at once.
    settles: bool,
    sink: Location,
    pub(crate) control: &'a Control<'a>,
    pub(super) states: Store,
    pub(super) nodes: RefCell<Interner>,
    /// All threads in the state asked about last.
    around: RefCell<(Option<State>, Vec<Other>)>,
    pub(super) visits: RefCell<Visits>,
    pub(super) ended_holding: RefCell<BTreeSet<(Tid, Cell)>>,
    /// The states that are expanded, where this is one of several workers.
    pub(super) layer: Expanding,
}

/// One thread's share of a state, with the copy of its location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    pub g: Global,
    pub local: LocalStore,
    pub stack: Stack,
    pub place: Place,
}

/// The moving conditions of one action in one state.
struct Test<'m> {
    moves: &'m dyn Fn(Direction) -> bool,
    /// What was found last: guards of one location share their condition.
    known: Option<(Condition, bool)>,
}

const COPIES: [Copy; 5] = [Copy::N, Copy::R, Copy::RPrime, Copy::L, Copy::LPrime];

impl<'a> Exploration<'a> {
    pub fn new(analysis: &'a Analysis<'a>, reduction: &'a dyn Instrument, control: &'a Control<'a>) -> Self {
        let program = analysis.semantics.program;
        let threads = program.threads.len() as u32;
        let statics = StaticMovers::new(analysis);
        let sink = flow::sink(program);
        let graph = graph(analysis, &statics);
        let found = reduction.edges_within(&graph, &|facts| control.affords_facts(facts));
        let all = found.len();
        let own = graph.own(found);
        let astray = own.len() < all;
        let mut edges = vec![vec![]; COPIES.len() * (sink.0 as usize + 1)];
        for edge in own {
            edges[index(edge.from)].push(edge);
        }
        Exploration {
            analysis,
            reduction,
            graph,
            astray,
            conditions: reduction.conditions(),
            statics,
            table2: Table2::new(analysis),
            settles: edges.iter().all(|out| settles(out, &edges)),
            edges,
            sink,
            control,
            states: Store::new(threads, program.has_calls()),
            nodes: RefCell::new(Interner::fixed(4)),
            around: RefCell::default(),
            visits: RefCell::default(),
            ended_holding: RefCell::default(),
            layer: Expanding::default(),
        }
    }

    pub fn state_count(&self) -> usize {
        self.states.count()
    }

    /// The number of nodes, external ones and those inside blocks.
    pub fn node_count(&self) -> usize {
        self.nodes.borrow().len()
    }

    /// The number of blocks between stored states.
    pub fn transition_count(&self) -> u64 {
        self.states.transitions()
    }

    /// Where threads were, between blocks and inside them.
    pub fn visits(&self) -> Visits {
        self.visits.borrow().clone()
    }

    /// The threads that ended while they held a mutex, by its owner cell.
    pub fn ended_holding(&self) -> BTreeSet<(Tid, Cell)> {
        self.ended_holding.borrow().clone()
    }

    fn note(&self, t: Tid, share: &Share) {
        let semantics = self.analysis.semantics;
        let Some(loc) = semantics.loc(share.local) else { return };
        if semantics.has_ended(share.local) {
            let held = semantics.held_by(share.g, t).into_iter().map(|m| (t, m));
            self.ended_holding.borrow_mut().extend(held);
        }
        let mut visits = self.visits.borrow_mut();
        if !visits.moved.contains(&(t, loc)) {
            let moves = !semantics.transitions(t, share.g, share.local).steps.is_empty();
            visits.note((t, loc), moves);
        }
    }

    /// Its states, and what they consist of.
    pub fn stored(&self) -> Stored<'_, 'a> {
        Stored { semantics: self.analysis.semantics, store: &self.states, control: self.control }
    }

    pub fn first_wrong(&self) -> Option<State> {
        self.states.first_wrong()
    }

    /// The program's configuration in a state.
    pub fn configuration(&self, s: State) -> Configuration {
        self.states.look(s, |row| row.configuration(store))
    }

    /// The blocks on the way to `s`: the state that each leads to, and its thread.
    pub fn path(&self, s: State) -> Vec<(State, Tid)> {
        self.states.path(s)
    }

    /// c^R or c^L of thread `t`'s next action in a configuration, as this reduction tests it.
    pub fn moves(&self, direction: Direction, c: &Configuration, t: Tid) -> bool {
        self.holds(direction, t, &self.share_in(c, t, Copy::N), &others(self.analysis, c, t))
    }

    /// The same of a thread inside a block from `s`.
    fn holds_in(&self, direction: Direction, t: Tid, s: State, share: &Share) -> bool {
        if let Some(holds) = self.holds_in_all_states(direction, t, share) {
            return holds;
        }
        let mut around = self.around.borrow_mut();
        if around.0 != Some(s) {
            around.0 = Some(s);
            around.1.clear();
            self.states.look(s, |row| {
                let thread = |u| self.analysis.other(u, store(row.local(u)), row.stack(u));
                around.1.extend(self.analysis.semantics.tids().filter_map(thread));
            });
        }
        self.tests(direction, situation(t, share), &around.1)
    }

    fn holds(&self, direction: Direction, t: Tid, share: &Share, threads: &[Other]) -> bool {
        let known = self.holds_in_all_states(direction, t, share);
        known.unwrap_or_else(|| self.tests(direction, situation(t, share), threads))
    }

    fn tests(&self, direction: Direction, here: Situation, threads: &[Other]) -> bool {
        if self.conditions != Conditions::Formulas {
            return self.analysis.moves(direction, here, threads);
        }
        let condition = self.table2.condition(&self.statics, direction, here.t, here.at);
        self.table2.holds(&condition, here, threads)
    }

    /// What is known of the thread's next action whatever the others do.
    fn holds_in_all_states(&self, direction: Direction, t: Tid, share: &Share) -> Option<bool> {
        let Place(location, _) = share.place;
        let moves = location == self.sink || self.statics.moves(direction, t, Loc(location.0));
        (moves || self.conditions == Conditions::Static).then_some(moves)
    }

    /// What a guard says in a situation.
    fn passes(&self, guard: Guard, t: Tid, share: &Share, test: &mut Test<'_>) -> bool {
        let (Guard::If(condition) | Guard::Unless(condition)) = guard else { return true };
        let known = test.known.filter(|(c, _)| *c == condition).map(|(_, holds)| holds);
        let holds = known.unwrap_or_else(|| self.satisfies(condition, t, share, test.moves));
        test.known = Some((condition, holds));
        holds == matches!(guard, Guard::If(_))
    }

    /// All edges out of a location are outcomes of its one action, which moves as a whole.
    fn satisfies(&self, condition: Condition, t: Tid, share: &Share, moves: &dyn Fn(Direction) -> bool) -> bool {
        let right = || moves(Direction::Right);
        let left = || moves(Direction::Left);
        let enabled = || !self.analysis.semantics.transitions(t, share.g, share.local).steps.is_empty();
        match condition {
            Condition::Right(_) => right(),
            Condition::AllLeft(_) => left(),
            Condition::Both(_) | Condition::AllBoth(_) => left() && right(),
            Condition::AllLeftEnabled(_) => left() && enabled(),
            Condition::AllBothEnabled(_) => left() && right() && enabled(),
        }
    }

    /// A thread's share of a configuration.
    pub fn share_in(&self, c: &Configuration, t: Tid, copy: Copy) -> Share {
        let i = t.0 as usize - 1;
        Share { g: c.global, local: c.locals[i], stack: c.stacks[i], place: Place(self.location(c.locals[i]), copy) }
    }

    /// Where the instrumented edges lead a thread, all others being as they are.
    pub fn shares_after(&self, t: Tid, share: &Share, others: &[Other]) -> Vec<Share> {
        self.follow(t, share, &|direction| self.holds(direction, t, share, others))
    }

    fn is_outside(&self, share: &Share) -> bool {
        let Place(location, copy) = share.place;
        copy == Copy::N || location == self.sink && matches!(copy, Copy::R | Copy::L)
    }

    /// Inside a block from `s` a step that changes the copy alone is taken together with the one before it.
    fn settled(&self, t: Tid, s: State, mut share: Share) -> Share {
        while self.settles && !self.is_outside(&share) {
            let edges = &self.edges[index(share.place)];
            let moves = |direction| self.holds_in(direction, t, s, &share);
            let mut test = Test { moves: &moves, known: None };
            let silent = edges.iter().filter(|e| e.action.is_none());
            let Some(edge) = silent.into_iter().find(|e| self.passes(e.guard, t, &share, &mut test)) else { break };
            share.place = edge.to;
        }
        share
    }

    fn follow(&self, t: Tid, share: &Share, moves: &dyn Fn(Direction) -> bool) -> Vec<Share> {
        let mut test = Test { moves, known: None };
        let edges = &self.edges[index(share.place)];
        let mut next = vec![];
        for edge in edges.iter().filter(|e| e.action.is_none()) {
            if self.passes(edge.guard, t, share, &mut test) {
                next.push(Share { place: edge.to, ..*share });
            }
        }
        if edges.iter().any(|e| e.action.is_some()) {
            self.act(t, share, &mut test, edges, &mut next);
        }
        next
    }

    /// Performs the action of a location; an edge with a guard that holds says to which copy each outcome leads.
    fn act(&self, t: Tid, share: &Share, test: &mut Test<'_>, edges: &[Edge], next: &mut Vec<Share>) {
        let transitions = self.analysis.semantics.transitions(t, share.g, share.local);
        self.control.has_worked(transitions.steps.len());
        for step in &transitions.steps {
            let Some((local, stack)) = self.after(share, step) else { continue };
            let to = self.location(local);
            let mut found = false;
            for edge in edges.iter().filter(|e| e.action.is_some() && e.to.0 == to) {
                found = true;
                if self.passes(edge.guard, t, share, test) {
                    next.push(Share { g: step.global, local, stack, place: edge.to });
                }
            }
            let known = || self.graph.delta.iter().any(|(la, _, lb)| (*la, *lb) == (share.place.0, to));
            assert!(found || known(), "every step follows an edge of the control-flow graph");
        }
    }

    /// The thread's local store and stack after a step; nothing where the bound on stacks is reached.
    fn after(&self, share: &Share, step: &Step) -> Option<(LocalStore, Stack)> {
        let semantics = self.analysis.semantics;
        if matches!(step.effect, Effect::Push(..)) && semantics.depth(share.stack) >= self.control.limits.max_stack {
            self.control.record(Bound::Stack);
            return None;
        }
        Some(semantics.moved(share.local, share.stack, step))
    }

    fn location(&self, local: LocalStore) -> Location {
        self.analysis.semantics.loc(local).map_or(self.sink, flow::number)
    }

    /// What a node stands for.
    pub fn share(&self, n: Node) -> Share {
        let nodes = self.nodes.borrow();
        let row = nodes.get(n.0);
        Share { g: Global(row[0]), local: LocalStore(row[1]), stack: Stack(row[2]), place: place(row[3] as usize) }
    }

    fn intern_node(&self, share: &Share) -> Node {
        let row = [share.g.0, share.local.0, share.stack.0, index(share.place) as u32];
        let (id, new) = self.nodes.borrow_mut().intern(&row);
        if new && id as usize >= self.control.most_nodes(self.states.threads) {
            self.control.record(Bound::States);
        }
        Node(id)
    }
}

/// A local store as rows of states have it, with a phase: blocks have none.
pub(super) fn word(l: LocalStore) -> u32 {
    l.0 << PHASE_BITS
}

pub(super) fn store(word: u32) -> LocalStore {
    LocalStore(word >> PHASE_BITS)
}

/// The threads other than `t` in a configuration.
pub fn others(analysis: &Analysis<'_>, c: &Configuration, t: Tid) -> Vec<Other> {
    let threads = analysis.semantics.tids().filter(|u| *u != t);
    let other = |u: Tid| analysis.other(u, c.locals[u.0 as usize - 1], c.stacks[u.0 as usize - 1]);
    threads.filter_map(other).collect()
}

/// The instrumented graph of a program.
pub fn instrumented_edges(analysis: &Analysis<'_>, statics: &StaticMovers, by: &dyn Instrument) -> Vec<Edge> {
    let graph = graph(analysis, statics);
    graph.own(by.edges_within(&graph, &|facts| analysis.semantics.affords_facts(facts)))
}

fn graph(analysis: &Analysis<'_>, statics: &StaticMovers) -> Graph {
    let mut graph = flow::graph(analysis.semantics.program, &analysis.flow, &analysis.footprints);
    (graph.right_movers, graph.left_movers) = statics.of_all_threads(analysis);
    graph
}

/// Whether edges out of one copy either all act, or change the copy in one way, to one that acts or is external.
fn settles(out: &[Edge], edges: &[Vec<Edge>]) -> bool {
    let silent: Vec<&Edge> = out.iter().filter(|e| e.action.is_none()).collect();
    let acts = |e: &Edge| edges[index(e.to)].iter().all(|e| e.action.is_some());
    let one_way = match silent.iter().map(|e| e.guard).collect::<Vec<_>>()[..] {
        [] | [Guard::True] => true,
        [Guard::If(c), Guard::Unless(d)] => c == d,
        _ => false,
    };
    one_way && (silent.is_empty() || silent.len() == out.len() && silent.into_iter().all(acts))
}

fn index(place: Place) -> usize {
    COPIES.len() * place.0.0 as usize + place.1 as usize
}

/// Of a thread that has not gone wrong.
fn situation(t: Tid, share: &Share) -> Situation {
    Situation { t, g: share.g, local: share.local, at: Loc(share.place.0.0) }
}

fn place(index: usize) -> Place {
    Place(Location((index / COPIES.len()) as u32), COPIES[index % COPIES.len()])
}

impl Instrumented for Exploration<'_> {
    fn initial(&self) -> State {
        let first = self.layer().first().copied();
        first.unwrap_or_else(|| self.states.start(&self.analysis.semantics.initial(), word))
    }

    fn layer(&self) -> Vec<State> {
        self.layer.states().map_or(vec![], |states| states.to_vec())
    }

    fn thread_count(&self) -> u32 {
        self.states.threads
    }

    fn goes_on(&self) -> bool {
        self.control.goes_on()
    }

    fn affords(&self, facts: usize) -> bool {
        self.control.affords_facts(facts)
    }

    fn node(&self, t: Tid, s: State) -> Node {
        self.states.expand(s);
        let share = self.states.look(s, |row| {
            let local = store(row.local(t));
            let place = Place(self.location(local), Copy::N);
            Share { g: row.global(), local, stack: row.stack(t), place }
        });
        self.intern_node(&share)
    }

    fn steps(&self, t: Tid, s: State, n: Node) -> Vec<Node> {
        if !self.control.goes_on() {
            return vec![];
        }
        let share = self.share(n);
        self.note(t, &share);
        let next = self.follow(t, &share, &|direction| self.holds_in(direction, t, s, &share));
        next.into_iter().map(|share| self.intern_node(&self.settled(t, s, share))).collect()
    }

    fn is_outside(&self, _: Tid, n: Node) -> bool {
        self.is_outside(&self.share(n))
    }

    fn set(&self, s: State, t: Tid, n: Node) -> State {
        if self.control.stopped() {
            return s;
        }
        let share = self.share(n);
        let to = (share.g, word(share.local), Some(share.stack));
        if self.layer.is_on() {
            self.layer.meet(self.stored(), (Rule::Step, s, t), to);
            return s;
        }
        let Some(next) = self.states.after(s, t, to, self.control) else { return s };
        if share.place.0 == self.sink {
            self.states.goes_wrong(next, self.control);
        }
        next
    }
}

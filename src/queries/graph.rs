//! What an engine explored, as a graph: state by state, or whole transactions between states.
//!
//! The engine runs once more under the movers and the partition of the last run, and each of its
//! transitions is kept. States that runs under other assumptions have left behind (FQ 6) are not drawn.
//! Where a graph is shown, and how, is not known here.

use crate::control::{Bound, Control, Limits};
use crate::derivation::Answering;
use crate::driver::{Engine, Kept, Options, Outcome, Told, inspect, kept, phase_before, steps_between, told};
use crate::execution::{self, Choice, Values, globals, locals};
use crate::exploration::{Instance, Partition, Phases};
use crate::ir::{Loc, Program};
use crate::movers::{Class, FalseClaim, Movers, Moves};
use moverlog_rules::{Program as _, State, Tid};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// What one edge stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grain {
    /// A transition of the engine: one step, or one summary of several.
    Transitions,
    /// One thread's way from a state in which all threads are scheduled to the next such state.
    Transactions,
}

/// A graph of states.
#[derive(Debug)]
pub struct Graph {
    /// In the order of their discovery.
    pub nodes: Vec<GraphNode>,
    /// By the states they leave and the threads that move.
    pub edges: Vec<GraphEdge>,
    pub grain: Grain,
    /// Why something is left out, if it is.
    pub bound: Option<Bound>,
}

#[derive(Debug)]
pub struct GraphNode {
    pub state: State,
    pub globals: Values,
    pub threads: Vec<Standing>,
    /// All threads are scheduled here, none being inside a transaction.
    pub scheduling: bool,
}

/// Where a thread stands in a state.
#[derive(Debug)]
pub struct Standing {
    /// Nothing once the thread has gone wrong.
    pub loc: Option<Loc>,
    pub locals: Values,
    /// True is pre-commit; nothing where steps have no phases, or this thread has none since no transaction contains it.
    pub phase: Option<bool>,
    /// The calls to return from, the innermost first.
    pub stack: Vec<Kept>,
}

#[derive(Debug)]
pub struct GraphEdge {
    pub from: State,
    pub to: State,
    pub thread: Tid,
    /// What the thread does; where several ways lead from one state to the other, a shortest one.
    pub steps: Vec<Told>,
}

impl Graph {
    /// Where nothing was explored.
    fn empty(grain: Grain) -> Self {
        Graph { nodes: vec![], edges: vec![], grain, bound: None }
    }
}

impl GraphNode {
    /// Whether a thread has gone wrong.
    pub fn is_wrong(&self) -> bool {
        self.threads.iter().any(|t| t.loc.is_none())
    }
}

/// Checks `program`, and draws what the engine explored on its last run.
pub fn graph<'e>(
    program: &Program,
    engine: impl Into<Engine<'e>>,
    grain: Grain,
    options: &Options,
    control: &Control<'_>,
) -> Result<(Outcome, Graph), Vec<FalseClaim>> {
    let mut found = Graph::empty(grain);
    let engine = engine.into();
    let outcome = inspect(program, engine, options, control, &mut |instance, _| {
        found = draw(instance, engine, grain, &limits(control));
    })?;
    found.bound = outcome.cut().or(found.bound);
    Ok((outcome, found))
}

/// So many states are drawn of an exploration that ran out of time or memory.
const DRAWN: usize = 1000;

/// What the exploration may use that is drawn, after one that said under which movers.
fn limits(control: &Control<'_>) -> Limits {
    let limits = control.limits.clone();
    match control.hit() {
        Some(Bound::Time | Bound::Memory) => Limits { max_states: limits.max_states.min(DRAWN), ..limits },
        _ => limits,
    }
}

/// Draws what `engine` explores under the movers and the partition of `of`.
fn draw(of: &Instance<'_>, engine: Engine, grain: Grain, limits: &Limits) -> Graph {
    let control = Control::from(limits.clone());
    let instance = Instance::new(of.semantics, of.movers, of.partition.clone(), &control);
    instance.states.keep_transitions();
    let (scheduling, summarizes) = explore(engine, &instance);
    let bound = control.hit();
    // Without transactions movers are not assumed, but follow from what was seen.
    let seen = instance.observed().map_or_else(|| of.movers.clone(), Movers::Protection);
    let teller = Instance::new(of.semantics, &seen, Partition::default(), &control);
    let teller = if engine.reduces() { &instance } else { &teller };
    let strays = engine.file().is_some();
    let by = engine.asks(&instance);
    let drawing = Drawing { instance: &instance, by: &by, teller, scheduling, summarizes, strays };
    let (nodes, edges) = match grain {
        Grain::Transitions => (drawing.states().map(|s| drawing.node(s)).collect(), drawing.transitions()),
        Grain::Transactions => drawing.transactions(),
    };
    Graph { nodes, edges, grain, bound }
}

/// The states in which all threads are scheduled, and whether the engine's transitions are summaries.
fn explore(engine: Engine, instance: &Instance<'_>) -> (FxHashSet<State>, bool) {
    if let Engine::Search(search) = engine {
        return (search.run(instance).scheduling().collect(), false);
    }
    let (solution, _) = engine.solve(instance);
    let by = engine.asks(instance);
    let outside = |s: &State| instance.semantics.tids().all(|t| by.is_outside(t, instance.node(t, *s)));
    let states = (0..instance.state_count() as u32).map(State);
    let scheduling = states.filter(|s| !engine.reduces() || outside(s)).collect();
    (scheduling, solution.summaries.is_some())
}

/// An exploration that is being drawn.
struct Drawing<'a> {
    instance: &'a Instance<'a>,
    by: &'a Answering<'a>,
    teller: &'a Instance<'a>,
    scheduling: FxHashSet<State>,
    summarizes: bool,
    /// Whether transitions may be none of the program's: rules from a file may lead anywhere.
    strays: bool,
}

/// A thread's way through states: each transition with the states at its ends.
type Way = Vec<(State, State)>;

impl Drawing<'_> {
    fn states(&self) -> impl Iterator<Item = State> + use<> {
        (0..self.instance.state_count() as u32).map(State)
    }

    fn node(&self, state: State) -> GraphNode {
        let semantics = self.instance.semantics;
        GraphNode {
            state,
            globals: globals(semantics, self.instance.configuration(state).global),
            threads: semantics.tids().map(|t| self.standing(t, state)).collect(),
            scheduling: self.scheduling.contains(&state),
        }
    }

    fn standing(&self, t: Tid, s: State) -> Standing {
        let (instance, semantics) = (self.instance, self.instance.semantics);
        let (_, l, phase) = instance.stores(instance.node(t, s));
        let loc = semantics.loc(l);
        let mut stack = vec![];
        let mut rest = instance.configuration(s).stacks[t.0 as usize - 1];
        while let Some((tail, frame)) = semantics.top(rest) {
            stack.push(kept(instance.semantics, frame));
            rest = tail;
        }
        Standing {
            loc,
            locals: loc.map_or(vec![], |loc| locals(semantics.program, loc, &semantics.registers(l), 0)),
            phase: self.has_phase(t, s).then_some(phase),
            stack,
        }
    }

    fn has_phase(&self, t: Tid, s: State) -> bool {
        let inside = || self.instance.class(t, s) != Class::Outside;
        self.instance.partition.phases.is_some_and(|p| p != Phases::Inside || inside())
    }

    /// Every transition, but for summaries without a step.
    fn transitions(&self) -> Vec<GraphEdge> {
        let one = |&(s, t, s2): &_| self.edge(t, &vec![(s, s2)]);
        self.sorted_transitions().iter().map(one).filter(|e| e.from != e.to || !e.steps.is_empty()).collect()
    }

    fn sorted_transitions(&self) -> Vec<(State, Tid, State)> {
        let mut transitions = self.instance.states.kept_transitions();
        transitions.sort_by_key(|(s, t, _)| (*s, *t));
        transitions
    }

    /// Whole transactions, and the states between them.
    fn transactions(&self) -> (Vec<GraphNode>, Vec<GraphEdge>) {
        let mut next: Successors = FxHashMap::default();
        for (s, t, s2) in self.sorted_transitions() {
            next.entry((s, t)).or_default().push(s2);
        }
        let mut states: Vec<State> = self.states().filter(|s| self.scheduling.contains(s)).collect();
        let starts = states.iter().flat_map(|s| self.instance.semantics.tids().map(move |t| (*s, t)));
        let ways = starts.flat_map(|(s, t)| self.ways(s, t, &next).into_iter().map(move |way| (t, way)));
        let edges: Vec<_> = ways.map(|(t, way)| self.edge(t, &way)).filter(|e| !e.steps.is_empty()).collect();
        states.extend(edges.iter().map(|e| e.to));
        states.sort_unstable();
        states.dedup();
        (states.into_iter().map(|s| self.node(s)).collect(), edges)
    }

    /// A shortest way of `t` from `start` to each state in which its transaction may end: all threads are
    /// scheduled there, or `t` has gone wrong.
    fn ways(&self, start: State, t: Tid, next: &Successors) -> Vec<Way> {
        let mut before: FxHashMap<State, State> = FxHashMap::default();
        let mut open = VecDeque::from([start]);
        let mut ends = vec![];
        while let Some(s) = open.pop_front() {
            for s2 in next.get(&(s, t)).into_iter().flatten() {
                if before.contains_key(s2) {
                    continue;
                }
                before.insert(*s2, s);
                let ended = self.scheduling.contains(s2) || self.instance.loc(t, *s2).is_none();
                if ended { ends.push(*s2) } else { open.push_back(*s2) }
            }
        }
        ends.into_iter().map(|end| way_back(start, end, &before)).collect()
    }

    fn edge(&self, thread: Tid, way: &Way) -> GraphEdge {
        let (from, to) = (way[0].0, way[way.len() - 1].1);
        GraphEdge { from, to, thread, steps: way.iter().flat_map(|(s, s2)| self.told(thread, *s, *s2)).collect() }
    }

    /// The single steps of one transition. One commits if its transaction was pre-commit, or begins.
    fn told(&self, t: Tid, s: State, s2: State) -> Vec<Told> {
        let instance = self.instance;
        let (mut at, mut phase) = (instance.configuration(s), instance.phase(instance.node(t, s)));
        let mut begins = self.scheduling.contains(&s);
        let mut steps = vec![];
        for choice in self.choices(t, s, s2) {
            let event = execution::perform(instance.semantics, &at, choice).expect("a transition is made of steps");
            let mut step = told(self.teller, &event, phase, false);
            if self.strays {
                let n = instance.node_with(at.global, at.locals[t.0 as usize - 1], phase);
                step.moves = Moves::answered(self.by, t, n);
            }
            let before = instance.partition.phases.is_some() && (phase || begins);
            step.commits = before && !step.moves.right && event.failure.is_none();
            let before = phase_before(instance, &at, t, phase);
            phase = instance.phase_after(t, step.moves, before, event.after.locals[t.0 as usize - 1]);
            (at, begins) = (event.after, false);
            steps.push(step);
        }
        steps
    }

    fn choices(&self, t: Tid, s: State, s2: State) -> Vec<Choice> {
        if self.summarizes {
            return steps_between(self.instance, self.by, t, s, s2).unwrap_or_default();
        }
        let (before, after) = (self.instance.configuration(s), self.instance.configuration(s2));
        let event = execution::step_between(self.instance.semantics, &before, t, &after);
        assert!(event.is_some() || self.strays, "without summaries a transition is a step");
        event.into_iter().map(|e| e.choice).collect()
    }
}

/// Where transitions lead, by the state they leave and the thread that moves.
type Successors = FxHashMap<(State, Tid), Vec<State>>;

fn way_back(start: State, end: State, before: &FxHashMap<State, State>) -> Way {
    let mut way = vec![];
    let mut at = end;
    loop {
        let from = before[&at];
        way.push((from, at));
        if from == start {
            way.reverse();
            return way;
        }
        at = from;
    }
}

//! The single steps behind one summary: what a thread did between two states of Omega.
//!
//! A summary says that there is an execution of one thread from node to node, not which. It is found
//! as it was summarized: path edges from where the transaction starts, calls spanned by what their
//! bodies return, each remembering what it came from.

use crate::execution::Choice;
use crate::exploration::{Instance, Outgoing};
use moverlog_rules::{Frame, Node, Program, State, Tid};
use rustc_hash::FxHashMap;

/// The steps by which `t` alone leads from state `s` to the next state of a path; nothing if it does not.
pub(crate) fn steps_between(instance: &Instance<'_>, t: Tid, s: State, s2: State) -> Option<Vec<Choice>> {
    let (before, after) = (instance.depth(t, s), instance.depth(t, s2));
    let goal = match (instance.top(t, s), instance.top(t, s2)) {
        (_, Some(f)) if after > before => Goal::Pushed(f),
        (Some(f), _) if after < before => Goal::Popped(f),
        _ => Goal::Same,
    };
    Search::new(instance, t, (instance.node(t, s), instance.node(t, s2)), goal).run()
}

/// The steps of the path edge from `n1` to `n2`; nothing if there is none with a step.
pub(super) fn steps_of_edge(instance: &Instance<'_>, t: Tid, n1: Node, n2: Node) -> Option<Vec<Choice>> {
    Search::new(instance, t, (n1, n2), Goal::Same).run()
}

/// A path edge of this search, by its number.
type Edge = usize;

/// How a path edge was made.
enum From {
    Start,
    Step(Edge, usize),
    /// The edge to the call, the call's outcome, the edge to the return, the return's outcome.
    Span(Edge, usize, Edge, usize),
}

/// Where the stack of `t` is at the goal, compared with the start.
enum Goal {
    Same,
    Pushed(Frame),
    Popped(Frame),
}

struct Search<'a> {
    instance: &'a Instance<'a>,
    t: Tid,
    start: Node,
    target: Node,
    goal: Goal,
    edges: Vec<(Node, Node, From)>,
    numbers: FxHashMap<(Node, Node), Edge>,
    /// Calls that enter at a node: the edge to the call, its outcome, the frame.
    callers: FxHashMap<Node, Vec<(Edge, usize, Frame)>>,
    /// Returns of what starts at a node: the edge to the return, its outcome.
    returns: FxHashMap<Node, Vec<(Edge, usize)>>,
    /// The edge that leads to the goal, and the outcome of the last step if the edge stops before it.
    found: Option<(Edge, Option<usize>)>,
}

impl<'a> Search<'a> {
    fn new(instance: &'a Instance<'a>, t: Tid, (start, target): (Node, Node), goal: Goal) -> Self {
        Search {
            instance,
            t,
            start,
            target,
            goal,
            edges: vec![],
            numbers: FxHashMap::default(),
            callers: FxHashMap::default(),
            returns: FxHashMap::default(),
            found: None,
        }
    }

    fn run(mut self) -> Option<Vec<Choice>> {
        self.explore();
        self.found.map(|(edge, last)| {
            let mut choices = vec![];
            self.way_to(edge, &mut choices);
            choices.extend(last.map(|outcome| Choice { t: self.t, outcome }));
            choices
        })
    }

    fn explore(&mut self) {
        // The edge without steps is not an edge that the start can be reached by again.
        self.edges.push((self.start, self.start, From::Start));
        let mut next = 0;
        while next < self.edges.len() && self.found.is_none() {
            self.continue_from(next);
            next += 1;
        }
    }

    fn continue_from(&mut self, edge: Edge) {
        let (n1, n2, _) = self.edges[edge];
        if !matches!(self.edges[edge].2, From::Start) && self.instance.is_outside(self.t, n2) {
            return;
        }
        for (outcome, outgoing) in self.instance.outgoing(self.t, n2).into_iter().enumerate() {
            match outgoing {
                Outgoing::To(n3) => self.add(n1, n3, From::Step(edge, outcome)),
                Outgoing::Into(n3, f) => self.call(edge, outcome, n3, f),
                Outgoing::Back(..) => self.give_back(edge, outcome),
            }
        }
    }

    fn add(&mut self, n1: Node, n2: Node, from: From) {
        let stepped = !matches!(from, From::Start);
        let hit = stepped && matches!(self.goal, Goal::Same) && (n1, n2) == (self.start, self.target);
        if !hit && self.numbers.contains_key(&(n1, n2)) {
            return;
        }
        let edge = self.edges.len();
        self.numbers.entry((n1, n2)).or_insert(edge);
        self.edges.push((n1, n2, from));
        if hit {
            self.found = self.found.or(Some((edge, None)));
        }
    }

    fn call(&mut self, edge: Edge, outcome: usize, entry: Node, f: Frame) {
        if matches!(self.goal, Goal::Pushed(g) if g == f) && self.is_from_start(edge) && entry == self.target {
            self.found = self.found.or(Some((edge, Some(outcome))));
        }
        self.callers.entry(entry).or_default().push((edge, outcome, f));
        for (back, returned) in self.returns.get(&entry).cloned().unwrap_or_default() {
            self.span((edge, outcome, f), back, returned);
        }
        self.add(entry, entry, From::Start);
    }

    fn give_back(&mut self, edge: Edge, outcome: usize) {
        let (n1, n2, _) = self.edges[edge];
        if let Goal::Popped(f) = self.goal
            && self.is_from_start(edge)
            && self.back_to(n2, outcome, f) == Some(self.target)
        {
            self.found = self.found.or(Some((edge, Some(outcome))));
        }
        self.returns.entry(n1).or_default().push((edge, outcome));
        for caller in self.callers.get(&n1).cloned().unwrap_or_default() {
            self.span(caller, edge, outcome);
        }
    }

    /// Whether the edge belongs to the activation in which the search starts.
    fn is_from_start(&self, edge: Edge) -> bool {
        self.edges[edge].0 == self.start
    }

    fn span(&mut self, (edge, outcome, f): (Edge, usize, Frame), back: Edge, returned: usize) {
        let (n1, last) = (self.edges[edge].0, self.edges[back].1);
        if let Some(n4) = self.back_to(last, returned, f) {
            self.add(n1, n4, From::Span(edge, outcome, back, returned));
        }
    }

    fn back_to(&self, n: Node, outcome: usize, f: Frame) -> Option<Node> {
        match self.instance.outgoing(self.t, n)[outcome] {
            Outgoing::Back(g, p, value) => Some(self.instance.returned(self.t, n, (g, p, value), f)),
            _ => None,
        }
    }

    fn way_to(&self, edge: Edge, out: &mut Vec<Choice>) {
        let mut at = edge;
        let mut links = vec![];
        loop {
            links.push(at);
            match self.edges[at].2 {
                From::Start => break,
                From::Step(before, _) | From::Span(before, ..) => at = before,
            }
        }
        let take = |outcome| Choice { t: self.t, outcome };
        for link in links.into_iter().rev() {
            match self.edges[link].2 {
                From::Start => {}
                From::Step(_, outcome) => out.push(take(outcome)),
                From::Span(_, outcome, back, returned) => {
                    out.push(take(outcome));
                    self.way_to(back, out);
                    out.push(take(returned));
                }
            }
        }
    }
}

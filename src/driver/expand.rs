//! The single steps behind one summary: what a thread did between two states of Omega.
//!
//! A summary says that there is an execution of one thread from node to node, not which. It is found
//! as it was summarized: path edges from where the transaction starts, calls spanned by what their
//! bodies return, each remembering what it came from. Who answered the rules' questions answers here too; where a file's
//! rules summarize otherwise, any execution of the thread that leads there will do.

use crate::execution::Choice;
use crate::exploration::Instance;
use crate::semantics::{Effect, Step};
use moverlog_rules::{Answers, Frame, Node, Program, State, Tid};
use rustc_hash::FxHashMap;

/// The steps by which `t` alone leads from state `s` to the next state of a path; nothing if it does not.
pub(crate) fn steps_between(
    instance: &Instance<'_>,
    by: &dyn Program,
    t: Tid,
    s: State,
    s2: State,
) -> Option<Vec<Choice>> {
    let (before, after) = (instance.depth(t, s), instance.depth(t, s2));
    let goal = match (instance.top(t, s), instance.top(t, s2)) {
        (_, Some(f)) if after > before => Goal::Pushed(f),
        (Some(f), _) if after < before => Goal::Popped(f),
        _ => Goal::Same,
    };
    let (n, n2) = (instance.node(t, s), instance.node(t, s2));
    // Where a transaction was ended no step was made for that.
    let n2 = if instance.was_ended(n2) { instance.in_phase(n2, false) } else { n2 };
    if n == n2 && before == after {
        return Some(vec![]);
    }
    let phased = Search::new(instance, Way::Transaction(by), t, (n, n2), goal).run();
    phased.or_else(|| {
        let n2 = instance.in_phase(n2, instance.phase(n));
        Search::new(instance, Way::Alone, t, (n, n2), goal).run()
    })
}

/// The steps of the path edge from `n1` to `n2`; nothing if there is none with a step.
pub(super) fn steps_of_edge(instance: &Instance<'_>, t: Tid, n1: Node, n2: Node) -> Option<Vec<Choice>> {
    Search::new(instance, Way::Transaction(instance), t, (n1, n2), Goal::Same).run()
}

/// So many path edges are looked at where no fixpoint has bounded them.
const EDGES: usize = 5_000_000;

/// Along which steps a search goes.
#[derive(Clone, Copy)]
enum Way<'a> {
    /// Those of U, up to N, as they are answered.
    Transaction(&'a dyn Program),
    /// Those of T, whatever the phases.
    Alone,
}

/// How a step changes the stack.
#[derive(Clone, Copy)]
enum Stacked {
    Not,
    Pushed(Frame),
    Popped(Frame),
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
#[derive(Clone, Copy)]
enum Goal {
    Same,
    Pushed(Frame),
    Popped(Frame),
}

struct Search<'a> {
    instance: &'a Instance<'a>,
    way: Way<'a>,
    t: Tid,
    start: Node,
    target: Node,
    goal: Goal,
    edges: Vec<(Node, Node, From)>,
    numbers: FxHashMap<(Node, Node), Edge>,
    /// Calls that enter at a node: the edge to the call, its outcome, the frame.
    callers: FxHashMap<Node, Vec<(Edge, usize, Frame)>>,
    /// Returns of what starts at a node: the edges to them.
    returns: FxHashMap<Node, Vec<Edge>>,
    /// The edge that leads to the goal, and the outcome of the last step if the edge stops before it.
    found: Option<(Edge, Option<usize>)>,
}

impl<'a> Search<'a> {
    fn new(instance: &'a Instance<'a>, way: Way<'a>, t: Tid, (start, target): (Node, Node), goal: Goal) -> Self {
        Search {
            instance,
            way,
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
        let instance = self.instance;
        instance.told(|| self.explore());
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
        let bounded = matches!(self.way, Way::Transaction(_)) && !self.instance.control.stopped();
        let most = if bounded { usize::MAX } else { EDGES };
        while next < self.edges.len().min(most) && self.found.is_none() {
            self.continue_from(next);
            next += 1;
        }
    }

    fn continue_from(&mut self, edge: Edge) {
        let (n1, n2, from) = &self.edges[edge];
        let (n1, n2, t) = (*n1, *n2, self.t);
        match self.way {
            Way::Transaction(by) if !matches!(from, From::Start) && by.is_outside(t, n2) => return,
            _ => {}
        }
        let (internal, calls, returns) = self.leads(n2);
        for n3 in internal {
            if let Some(outcome) = self.outcome(n2, n3, Stacked::Not) {
                self.add(n1, n3, From::Step(edge, outcome));
            }
        }
        for (n3, f) in calls {
            if let Some(outcome) = self.outcome(n2, n3, Stacked::Pushed(f)) {
                self.call(edge, outcome, n3, f);
            }
        }
        if returns {
            self.give_back(edge);
        }
    }

    /// Where `t` steps from `n`, where it calls, and whether it returns.
    fn leads(&self, n: Node) -> (Answers<Node>, Answers<(Node, Frame)>, bool) {
        let (t, all) = (self.t, self.instance);
        match self.way {
            Way::Transaction(by) => (by.u(t, n), by.u_plus(t, n), by.returns(t, n)),
            Way::Alone => (all.t(t, n), all.t_plus(t, n), all.returns(t, n)),
        }
    }

    /// Which outcome of the action at `n` leads to the stores of `n2`; nothing if none does, as a file may answer.
    fn outcome(&self, n: Node, n2: Node, stacked: Stacked) -> Option<usize> {
        let semantics = self.instance.semantics;
        let (g, l, _) = self.instance.stores(n);
        let (g2, l2, _) = self.instance.stores(n2);
        let leads = |step: &Step| match (&step.effect, stacked) {
            (Effect::Internal(l3), Stacked::Not) => *l3 == l2,
            (Effect::Wrong(_), Stacked::Not) => semantics.wrong() == l2,
            (Effect::Push(l3, f), Stacked::Pushed(g)) => (*l3, *f) == (l2, g),
            (Effect::Pop(value), Stacked::Popped(f)) => semantics.pop(l, *value, f).unwrap_or(semantics.wrong()) == l2,
            _ => false,
        };
        semantics.transitions(self.t, g, l).steps.iter().position(|step| step.global == g2 && leads(step))
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
        for back in self.returns.get(&entry).cloned().unwrap_or_default() {
            self.span((edge, outcome, f), back);
        }
        self.add(entry, entry, From::Start);
    }

    fn give_back(&mut self, edge: Edge) {
        let (n1, n2, _) = self.edges[edge];
        if let Goal::Popped(f) = self.goal
            && self.is_from_start(edge)
            && let Some((_, outcome)) = self.back_to(n2, f).into_iter().find(|(n, _)| *n == self.target)
        {
            self.found = self.found.or(Some((edge, Some(outcome))));
        }
        self.returns.entry(n1).or_default().push(edge);
        for caller in self.callers.get(&n1).cloned().unwrap_or_default() {
            self.span(caller, edge);
        }
    }

    /// Whether the edge belongs to the activation in which the search starts.
    fn is_from_start(&self, edge: Edge) -> bool {
        self.edges[edge].0 == self.start
    }

    fn span(&mut self, (edge, outcome, f): (Edge, usize, Frame), back: Edge) {
        let (n1, last) = (self.edges[edge].0, self.edges[back].1);
        for (n4, returned) in self.back_to(last, f) {
            self.add(n1, n4, From::Span(edge, outcome, back, returned));
        }
    }

    /// Where `t` returns from `n` through `f`, and by which outcome.
    fn back_to(&self, n: Node, f: Frame) -> Vec<(Node, usize)> {
        let nodes = match self.way {
            Way::Transaction(by) => by.u_minus(self.t, n, f),
            Way::Alone => self.instance.t_minus(self.t, n, f),
        };
        nodes.filter_map(|n2| Some((n2, self.outcome(n, n2, Stacked::Popped(f))?))).collect()
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

//! Errors and deadlocks many steps deep: schedules that are fixed but for a few delays (Emmi, Qadeer and Rakamarić, *Delay-bounded
//! scheduling*, POPL 2011).
//!
//! Threads have an order, and always the first one moves that can. A delay puts it behind all others. All executions
//! without a delay are followed first, then those with one, and so on. Where the first thread returns, and ends the
//! program, the others come first; where somebody aborts, all other executions do. What is found is an execution; where
//! nothing is found nothing is known.

use crate::control::{Bound, Control};
use crate::execution::Choice;
use crate::ir::{Action, Op, Statement};
use crate::semantics::{Configuration, Semantics};
use moverlog_rules::Tid;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::rc::Rc;

/// Where threads may be delayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delayed {
    /// Where another thread has moved before.
    AtTurns,
    /// Before any step.
    Anywhere,
    /// Before a step that may have to wait, behind others that did not; as often as possible at first, and not as few
    /// times as possible.
    AtWaits,
}

/// What is looked for.
#[derive(Clone, Copy)]
pub enum Goal<'g> {
    /// That somebody goes wrong.
    Error,
    /// A configuration in which nobody can move, and of which this holds.
    Stuck(&'g dyn Fn(&Configuration) -> bool),
}

/// Threads, those that move first before others.
type Order = Rc<[Tid]>;

/// A configuration that was reached.
struct Node {
    at: Configuration,
    order: Order,
    /// The node before, and the step from there; none leads to one that differs in a delay.
    before: Option<(usize, Option<Choice>)>,
}

/// One search.
pub struct Search<'m> {
    semantics: &'m Semantics<'m>,
    control: &'m Control<'m>,
    delayed: Delayed,
    goal: Goal<'m>,
    nodes: Vec<Node>,
    seen: FxHashSet<(Configuration, Order)>,
    /// With as many delays as are followed now.
    open: Vec<usize>,
    /// With one delay more than the node before.
    later: VecDeque<usize>,
    /// Where somebody is about to abort.
    last: VecDeque<usize>,
    /// So many nodes there may be.
    room: usize,
    /// Where the first execution ends, there may be as many as so many have together that are as long, or more.
    runs: Option<usize>,
}

impl<'m> Search<'m> {
    /// Threads move in this order.
    pub fn new(
        semantics: &'m Semantics<'m>,
        (order, delayed): (Vec<Tid>, Delayed),
        goal: Goal<'m>,
        control: &'m Control<'m>,
    ) -> Self {
        let first = Node { at: semantics.initial(), order: order.into(), before: None };
        let (nodes, open) = (vec![first], vec![0]);
        let (seen, [later, last]) = (FxHashSet::default(), [(); 2].map(|()| VecDeque::new()));
        let (room, runs) = (usize::MAX, None);
        Search { semantics, control, delayed, goal, nodes, seen, open, later, last, room, runs }
    }

    /// So many nodes at most, or as many as it takes to delay threads at so many places of an execution that takes no
    /// more by itself.
    pub fn briefly(self, nodes: usize, runs: usize) -> Self {
        Search { room: nodes, runs: Some(runs), ..self }
    }

    /// How many configurations were reached, each with an order of threads.
    pub fn states(&self) -> usize {
        self.seen.len()
    }

    /// The first execution that leads to what is looked for, with as many delays as it takes, if one is found within the bounds.
    pub fn run(&mut self) -> Option<(Vec<Choice>, usize)> {
        while let Some(n) = self.next() {
            let known = !self.seen.insert((self.nodes[n].at.clone(), self.nodes[n].order.clone()));
            self.has_room_for(0);
            if !self.control.goes_on() || self.control.hit().is_some() {
                return None;
            }
            if !known && let Some(last) = self.expand(n) {
                return Some(self.execution(last));
            }
        }
        None
    }

    /// Whether the bound on states allows so many further ones, all that are not yet looked at counted.
    fn has_room_for(&self, further: usize) -> bool {
        let nodes = self.nodes.len() + further;
        let bound = self.control.full(nodes).or((nodes > self.room).then_some(Bound::States));
        bound.into_iter().for_each(|bound| self.control.record(bound));
        bound.is_none()
    }

    fn next(&mut self) -> Option<usize> {
        self.open.pop().or_else(|| self.later.pop_front()).or_else(|| self.last.pop_front())
    }

    /// The node of what is looked for, if this is one or a step leads to one.
    fn expand(&mut self, n: usize) -> Option<usize> {
        let Some(t) = self.first(n) else {
            self.room = self.room.max(self.runs.take().map_or(0, |runs| runs * self.nodes.len()));
            return self.is_stuck(n).then_some(n);
        };
        let delayed = self.may_be_delayed(n, t).then(|| self.delay(n, t));
        let transitions = self.semantics.transitions_in(&self.nodes[n].at, t);
        if !self.has_room_for(transitions.steps.len()) {
            return None;
        }
        for (outcome, step) in transitions.steps.iter().enumerate().rev() {
            let next = self.semantics.after(&self.nodes[n].at, t, step);
            let wrong = self.semantics.is_wrong(next.locals[t.0 as usize - 1]);
            let aborts = self.ends_all(&next, t) && !self.returns(&next, t);
            let node = self.reach(next, self.nodes[n].order.clone(), (n, Some(Choice { t, outcome })));
            match self.goal {
                Goal::Error if wrong => return Some(node),
                Goal::Stuck(_) if wrong => continue,
                _ => {}
            }
            if aborts { self.last.push_back(node) } else { self.open.push(node) }
        }
        match self.delayed {
            Delayed::AtWaits => self.open.extend(delayed),
            _ => self.later.extend(delayed),
        }
        None
    }

    /// The same configuration, where everybody else comes first.
    fn delay(&mut self, n: usize, t: Tid) -> usize {
        let order = self.nodes[n].order.iter().copied();
        let order: Order = order.filter(|u| *u != t).chain([t]).collect();
        self.reach(self.nodes[n].at.clone(), order, (n, None))
    }

    fn is_stuck(&self, n: usize) -> bool {
        matches!(self.goal, Goal::Stuck(is_one) if is_one(&self.nodes[n].at))
    }

    fn reach(&mut self, at: Configuration, order: Order, before: (usize, Option<Choice>)) -> usize {
        self.nodes.push(Node { at, order, before: Some(before) });
        self.nodes.len() - 1
    }

    /// Who moves; nobody if none can.
    fn first(&self, n: usize) -> Option<Tid> {
        let Node { at, order, .. } = &self.nodes[n];
        let mut able = order.iter().copied().filter(|t| !self.semantics.transitions_in(at, *t).steps.is_empty());
        let first = able.next()?;
        let ends = |t: &Tid| self.ends_all(at, *t);
        if !ends(&first) { Some(first) } else { able.find(|t| !ends(t)).or(Some(first)) }
    }

    fn ends_all(&self, at: &Configuration, t: Tid) -> bool {
        matches!(self.op(at, t), Some(Op::Do { action: Action::Exit, .. }))
    }

    /// Whether it is the first thread, in the function with which it began.
    fn returns(&self, at: &Configuration, t: Tid) -> bool {
        let program = self.semantics.program;
        let here = self.semantics.loc(at.locals[t.0 as usize - 1]).map(|loc| program.location(loc).procedure);
        t == Tid(1) && here == program.threads.first().map(|thread| thread.procedure)
    }

    fn may_be_delayed(&self, n: usize, t: Tid) -> bool {
        let moved = |before: Option<(usize, Option<Choice>)>| before.and_then(|(_, choice)| choice).map(|c| c.t);
        match self.delayed {
            Delayed::AtTurns => moved(self.nodes[n].before) != Some(t),
            Delayed::Anywhere => true,
            Delayed::AtWaits => {
                moved(self.nodes[n].before) == Some(t) && self.op(&self.nodes[n].at, t).is_some_and(may_wait)
            }
        }
    }

    /// What a thread does next.
    fn op(&self, at: &Configuration, t: Tid) -> Option<&'m Op> {
        let loc = self.semantics.loc(at.locals[t.0 as usize - 1])?;
        Some(&self.semantics.program.location(loc).op)
    }

    /// The steps to a node, and how many delays there are between them.
    fn execution(&self, mut n: usize) -> (Vec<Choice>, usize) {
        let (mut steps, mut delays) = (vec![], 0);
        while let Some((before, choice)) = self.nodes[n].before {
            steps.extend(choice);
            delays += usize::from(choice.is_none());
            n = before;
        }
        steps.reverse();
        (steps, delays)
    }
}

/// Whether others decide whether a step can be made.
fn may_wait(op: &Op) -> bool {
    match op {
        Op::Do { action, .. } => waits(action),
        Op::Atomic { body, .. } => body.iter().any(waits_inside),
        _ => false,
    }
}

fn waits_inside(statement: &Statement) -> bool {
    match statement {
        Statement::Action(action) => waits(action),
        Statement::Choose(bodies) => bodies.iter().flatten().any(waits_inside),
        Statement::If { then, otherwise, .. } => then.iter().chain(otherwise).any(waits_inside),
    }
}

fn waits(action: &Action) -> bool {
    matches!(action, Action::Acquire(_) | Action::Assume(_) | Action::WaitAcquire { .. })
}

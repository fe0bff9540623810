//! The questions that rules ask.

use super::{Inside, Instance, Nodes, phased};
use crate::control::Bound;
use crate::ir::Action;
use crate::movers::Class;
use crate::semantics::EMPTY_STACK;
use moverlog_rules::{Answers, Frame, Mutex, Node, Program, State, Tid, Variable};
use std::collections::BTreeSet;
use std::rc::Rc;

impl Program for Instance<'_> {
    fn initial(&self) -> State {
        let phase = self.partition.phases && self.partition.initial_phase;
        self.states.start(&self.initial, |l| phased(l, phase).0)
    }

    fn thread_count(&self) -> u32 {
        self.threads
    }

    fn goes_on(&self) -> bool {
        self.control.goes_on() && !self.was_given_up()
    }

    fn leaves_memory(&self) -> bool {
        self.control.leaves_memory()
    }

    fn node(&self, t: Tid, s: State) -> Node {
        let view = self.view.borrow();
        if view.state == Some(s) {
            return view.nodes[t.0 as usize - 1];
        }
        let (g, l) = self.states.look(s, |row| (row.global(), row.local(t)));
        Node(self.nodes.borrow_mut().intern(&[g.0, l]).0)
    }

    fn top(&self, t: Tid, s: State) -> Option<Frame> {
        self.semantics.top(self.stack(t, s)).map(|(_, f)| f)
    }

    fn frames(&self, t: Tid, s: State) -> Answers<Frame> {
        let stack = self.stack(t, s);
        if stack == EMPTY_STACK {
            return Answers::none();
        }
        if let Some(known) = self.frames.borrow().get(&stack) {
            return Answers::from(known);
        }
        let mut distinct = BTreeSet::new();
        let mut rest = stack;
        while let Some((tail, f)) = self.semantics.top(rest) {
            distinct.insert(f);
            rest = tail;
        }
        let frames: Rc<[Frame]> = distinct.into_iter().collect();
        let answers = Answers::from(&frames);
        self.frames.borrow_mut().insert(stack, frames);
        answers
    }

    fn others_outside(&self, t: Tid, s: State) -> bool {
        match self.threads_inside(s) {
            Inside::Nobody => true,
            Inside::Only(u) => t == u,
            Inside::Several | Inside::Unknown => false,
        }
    }

    fn is_outside(&self, t: Tid, n: Node) -> bool {
        self.class_at(t, n) == Class::Outside
    }

    fn is_left(&self, t: Tid, n: Node) -> bool {
        self.class_at(t, n) == Class::Left
    }

    fn is_enabled(&self, t: Tid, n: Node) -> bool {
        self.with_facts(t, n, |facts| facts.is_enabled())
    }

    fn returns(&self, t: Tid, n: Node) -> bool {
        self.with_facts(t, n, |facts| !facts.returns.is_empty())
    }

    fn unheld(&self, t: Tid, n: Node) -> Answers<(Variable, Mutex)> {
        Answers::from(&self.unheld_at(t, n))
    }

    fn kept(&self) -> Answers<State> {
        let states: Rc<[State]> = (0..self.kept.get()).map(State).collect();
        Answers::from(&states)
    }

    fn u(&self, t: Tid, n: Node) -> Answers<Node> {
        if !self.goes_on() { Answers::none() } else { self.schedule(t, n, |facts| Answers::from(&facts.u)) }
    }

    fn u_plus(&self, t: Tid, n: Node) -> Answers<(Node, Frame)> {
        if self.stopped() || !self.states.stacked {
            return Answers::none();
        }
        self.schedule(t, n, |facts| Answers::from(&facts.u_plus))
    }

    fn u_minus(&self, t: Tid, n: Node, f: Frame) -> Answers<Node> {
        let returns = self.schedule(t, n, |facts| facts.returns.clone());
        if self.stopped() || returns.is_empty() {
            return Answers::none();
        }
        if let Some(known) = self.pops.borrow().get(&(t, n, f)) {
            return Answers::from(known);
        }
        let nodes: Nodes = returns.iter().map(|back| self.returned(n, *back, f)).collect();
        let answers = Answers::from(&nodes);
        self.pops.borrow_mut().insert((t, n, f), nodes);
        answers
    }

    fn t(&self, t: Tid, n: Node) -> Answers<Node> {
        self.steps_from(t, n)
    }

    fn t_plus(&self, t: Tid, n: Node) -> Answers<(Node, Frame)> {
        self.calls_from(t, n)
    }

    fn t_minus(&self, t: Tid, n: Node, f: Frame) -> Answers<Node> {
        self.returns_from(t, n, f)
    }

    fn is_right_mover(&self, t: Tid, n: Node) -> bool {
        self.moves(t, n).right
    }

    fn is_left_mover(&self, t: Tid, n: Node) -> bool {
        self.moves(t, n).left
    }

    fn is_pre_commit(&self, n: Node) -> bool {
        self.phase(n)
    }

    fn in_phase(&self, n: Node, pre_commit: bool) -> Node {
        self.phased_as(n, pre_commit)
    }

    fn starts(&self, t: Tid, n: Node) -> bool {
        self.never_inside(t, n)
    }

    fn is_feedback(&self, n: Node) -> bool {
        self.node_loc(n).is_some_and(|loc| self.partition.lfs.contains(&loc))
    }

    fn alpha(&self, t: Tid, n: Node) -> Answers<Variable> {
        self.accessed(t, n)
    }

    fn mz(&self, z: Variable) -> Answers<Mutex> {
        self.protecting(z)
    }

    fn holds(&self, t: Tid, n: Node, z: Variable, m: Mutex) -> bool {
        self.holds_at(t, n, z, m)
    }

    fn acquires(&self, t: Tid, n: Node) -> Answers<Mutex> {
        self.mutexes(t, n, |a| matches!(a, Action::Acquire(_) | Action::WaitAcquire { .. }))
    }

    fn releases(&self, t: Tid, n: Node) -> Answers<Mutex> {
        self.mutexes(t, n, |a| matches!(a, Action::Release(_) | Action::WaitRelease { .. }))
    }

    fn set(&self, s: State, t: Tid, n: Node) -> State {
        self.successor(s, t, n, None)
    }

    fn push(&self, s: State, t: Tid, n: Node, f: Frame) -> Option<State> {
        let stack = self.stack(t, s);
        if self.semantics.depth(stack) >= self.control.limits.max_stack {
            self.control.record(Bound::Stack);
            return None;
        }
        Some(self.successor(s, t, n, Some(self.semantics.push(stack, f))))
    }

    fn pop(&self, s: State, t: Tid, n: Node) -> State {
        let tail = self.semantics.top(self.stack(t, s)).map(|(tail, _)| tail);
        self.successor(s, t, n, tail)
    }
}

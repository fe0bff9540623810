//! The questions that rules ask.

use super::inside::Inside;
use super::{Instance, phased};
use crate::exploration::layer::Rule;
use crate::ir::Action;
use crate::movers::Class;
use crate::semantics::EMPTY_STACK;
use moverlog_rules::{Answers, Frame, Local, Mutex, Node, Program, State, Tid, Variable};
use std::collections::BTreeSet;

impl Program for Instance<'_> {
    fn initial(&self) -> State {
        if let Some(first) = self.layer.first() {
            return first;
        }
        let phase = self.starts_pre_commit();
        self.states.start(&self.initial, |l| phased(l, phase).0)
    }

    fn thread_count(&self) -> u32 {
        self.states.threads
    }

    fn has_calls(&self) -> bool {
        self.states.stacked
    }

    fn goes_on(&self) -> bool {
        self.is_telling() || self.control.goes_on() && !self.was_given_up()
    }

    fn affords(&self, facts: usize) -> bool {
        self.goes_on() && self.control.affords_facts(facts)
    }

    fn leaves_memory(&self) -> bool {
        self.control.leaves_memory()
    }

    fn node(&self, t: Tid, s: State) -> Node {
        self.states.expand(s);
        self.inside.node(t, s).unwrap_or_else(|| {
            let (g, l) = self.states.look(s, |row| (row.global(), row.local(t)));
            self.nodes.of(t, g, Local(l))
        })
    }

    fn top(&self, t: Tid, s: State) -> Option<Frame> {
        self.semantics.top(self.stack(t, s)).map(|(_, f)| f)
    }

    fn frames(&self, t: Tid, s: State) -> Answers<Frame> {
        let stack = self.stack(t, s);
        if !self.goes_on() || stack == EMPTY_STACK {
            return Answers::none();
        }
        let distinct = || self.semantics.frames(stack).collect::<BTreeSet<_>>().into_iter().collect();
        self.answered.frames.get(stack, distinct)
    }

    fn others_outside(&self, t: Tid, s: State) -> bool {
        self.states.expand(s);
        let others_are_outside = match self.threads_inside(s) {
            Inside::Nobody => true,
            Inside::Only(u) => t == u,
            Inside::Several | Inside::Unknown => false,
        };
        others_are_outside && self.group_has_moved(t, s)
    }

    fn is_outside(&self, t: Tid, n: Node) -> bool {
        self.class_at(t, n) == Class::Outside
    }

    fn is_left(&self, t: Tid, n: Node) -> bool {
        self.class_at(t, n) == Class::Left
    }

    fn is_enabled(&self, t: Tid, n: Node) -> bool {
        self.if_known(t, n, |facts| facts.is_enabled()).unwrap_or(false)
    }

    fn returns(&self, t: Tid, n: Node) -> bool {
        self.if_known(t, n, |facts| facts.is_return).unwrap_or(false)
    }

    fn unheld(&self, t: Tid, n: Node) -> Answers<(Variable, Mutex)> {
        self.unheld_at(t, n)
    }

    fn kept(&self) -> Answers<State> {
        let resumed = || (0..self.states.resumed()).map(State).collect();
        Answers::from(&self.layer.states().unwrap_or_else(resumed))
    }

    fn u(&self, t: Tid, n: Node) -> Answers<Node> {
        if !self.goes_on() { Answers::none() } else { self.schedule(t, n, |facts| facts.u()) }
    }

    fn u_plus(&self, t: Tid, n: Node) -> Answers<(Node, Frame)> {
        if self.stopped() || !self.states.stacked {
            return Answers::none();
        }
        self.schedule(t, n, |facts| facts.u_plus())
    }

    fn u_minus(&self, t: Tid, n: Node, f: Frame) -> Answers<Node> {
        let mut returns = self.schedule(t, n, |facts| facts.returns()).peekable();
        if self.stopped() || returns.peek().is_none() {
            return Answers::none();
        }
        let nodes = || returns.map(|back| self.returned(t, n, back, f)).collect();
        self.answered.returned.get((t, n, f), nodes)
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

    fn starts_pre_commit(&self) -> bool {
        self.partition.phases.is_some() && self.partition.initial_phase
    }

    fn restarts(&self, t: Tid, n: Node) -> bool {
        self.restarts_at(t, self.stores(n).1)
    }

    fn is_chosen(&self, t: Tid, n1: Node, n2: Node) -> bool {
        !self.partition.chosen.is_empty() && self.partition.chosen.contains(&self.choice((t, n1, n2)))
    }

    fn ended(&self, n: Node) -> Node {
        self.ended_at(n)
    }

    fn has_ended(&self, n: Node) -> bool {
        self.was_ended(n)
    }

    fn forgets_outside(&self) -> bool {
        Instance::forgets_outside(self)
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

    fn intrudes(&self, t: Tid, n: Node) -> Answers<Variable> {
        self.intruded(t, n)
    }

    fn acquires(&self, t: Tid, n: Node) -> Answers<Mutex> {
        self.mutexes(t, n, |a| matches!(a, Action::Acquire(_) | Action::WaitAcquire { .. }))
    }

    fn releases(&self, t: Tid, n: Node) -> Answers<Mutex> {
        self.mutexes(t, n, |a| matches!(a, Action::Release(_) | Action::WaitRelease { .. }))
    }

    fn set(&self, s: State, t: Tid, n: Node) -> State {
        self.after_rule(Rule::Step, s, t, n, None)
    }

    fn push(&self, s: State, t: Tid, n: Node, f: Frame) -> Option<State> {
        let stack = self.pushed(t, s, f)?;
        Some(self.after_rule(Rule::Push, s, t, n, Some(stack)))
    }

    fn pop(&self, s: State, t: Tid, n: Node) -> State {
        self.after_rule(Rule::Pop, s, t, n, self.popped(t, s))
    }
}

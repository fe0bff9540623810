//! The questions that rules ask.

use super::{Class, Explicit, index};
use crate::system::System;
use crate::{Answers, Frame, Mutex, Node, Program, State, Tid, Variable};
use std::collections::BTreeSet;
use std::rc::Rc;

fn answers<T: Copy>(items: Vec<T>) -> Answers<T> {
    Answers::from(&Rc::from(items))
}

impl<S: System> Explicit<S> {
    /// What the system answers; that it does not is noted.
    fn told<A>(&self, question: &'static str, answer: Option<A>) -> Option<A> {
        if answer.is_none() {
            self.unanswered.set(Some(question));
        }
        answer
    }
}

impl<S: System> Program for Explicit<S> {
    fn initial(&self) -> State {
        self.intern_state(self.initial.clone(), None)
    }

    fn thread_count(&self) -> u32 {
        self.initial.threads.len() as u32
    }

    fn goes_on(&self) -> bool {
        self.budget.goes_on()
    }

    fn node(&self, t: Tid, s: State) -> Node {
        let row = self.states.borrow().get(s.0);
        self.intern_node(row.global, row.threads[index(t)].0)
    }

    fn top(&self, t: Tid, s: State) -> Option<Frame> {
        self.split(self.place(t, s).1).map(|(_, f)| f)
    }

    fn frames(&self, t: Tid, s: State) -> Answers<Frame> {
        let mut distinct = BTreeSet::new();
        let mut rest = self.place(t, s).1;
        while let Some((below, f)) = self.split(rest) {
            distinct.insert(f);
            rest = below;
        }
        answers(distinct.into_iter().collect())
    }

    fn others_outside(&self, t: Tid, s: State) -> bool {
        self.threads().all(|u| u == t || self.is_outside(u, self.node(u, s)))
    }

    fn is_outside(&self, t: Tid, n: Node) -> bool {
        self.class(t, n, "is_outside") == Class::Outside
    }

    fn is_left(&self, t: Tid, n: Node) -> bool {
        self.class(t, n, "is_left") == Class::Left
    }

    fn returns(&self, t: Tid, n: Node) -> bool {
        !self.facts(t, n).back.is_empty()
    }

    fn unheld(&self, t: Tid, n: Node) -> Answers<(Variable, Mutex)> {
        match &self.facts(t, n).unheld {
            Some(unheld) => Answers::from(unheld),
            None => {
                self.unanswered.set(Some("unheld"));
                Answers::none()
            }
        }
    }

    fn kept(&self) -> Answers<State> {
        answers((0..self.kept as u32).map(State).collect())
    }

    fn u(&self, t: Tid, n: Node) -> Answers<Node> {
        if self.goes_on() { Answers::from(&self.facts(t, n).u) } else { Answers::none() }
    }

    fn u_plus(&self, t: Tid, n: Node) -> Answers<(Node, Frame)> {
        if self.goes_on() { Answers::from(&self.facts(t, n).u_plus) } else { Answers::none() }
    }

    fn u_minus(&self, t: Tid, n: Node, f: Frame) -> Answers<Node> {
        if !self.goes_on() {
            return Answers::none();
        }
        let l = self.local_at(n);
        let caller = |&(g, p): &(u32, bool)| {
            let l2 = self.resumed(l, f);
            self.intern_node(g, (l2, self.phases && (p || self.is_initial(t, l2))))
        };
        answers(self.facts(t, n).back.iter().map(caller).collect())
    }

    fn t(&self, t: Tid, n: Node) -> Answers<Node> {
        answers(self.u(t, n).map(|n2| self.in_phase(n2, self.is_pre_commit(n))).collect())
    }

    fn t_plus(&self, t: Tid, n: Node) -> Answers<(Node, Frame)> {
        answers(self.u_plus(t, n).map(|(n2, f)| (self.in_phase(n2, self.is_pre_commit(n)), f)).collect())
    }

    fn t_minus(&self, t: Tid, n: Node, f: Frame) -> Answers<Node> {
        answers(self.u_minus(t, n, f).map(|n2| self.in_phase(n2, self.is_pre_commit(n))).collect())
    }

    fn is_right_mover(&self, t: Tid, n: Node) -> bool {
        self.movers_at(t, n).all(|mover| mover.next_phase(true))
    }

    fn is_left_mover(&self, t: Tid, n: Node) -> bool {
        self.movers_at(t, n).all(|mover| mover.is_left())
    }

    fn is_pre_commit(&self, n: Node) -> bool {
        self.nodes.borrow().get(n.0).1.1
    }

    fn starts_pre_commit(&self) -> bool {
        self.phases
    }

    fn restarts(&self, t: Tid, n: Node) -> bool {
        self.is_initial(t, self.local_at(n))
    }

    fn forgets_outside(&self) -> bool {
        self.inside
    }

    fn in_phase(&self, n: Node, pre_commit: bool) -> Node {
        let (g, (l, _)) = *self.nodes.borrow().get(n.0);
        self.intern_node(g, (l, self.phases && pre_commit))
    }

    fn starts(&self, t: Tid, n: Node) -> bool {
        let l = self.local_at(n);
        self.is_initial(t, l) || self.system.is_wrong(&self.locals.borrow().get(l))
    }

    fn is_feedback(&self, n: Node) -> bool {
        self.resting.contains(&self.local_at(n))
    }

    fn alpha(&self, t: Tid, n: Node) -> Answers<Variable> {
        let (g, l, _) = self.stores(n);
        self.told("alpha", self.system.accesses(t, &g, &l).map(answers)).unwrap_or_else(Answers::none)
    }

    fn mz(&self, z: Variable) -> Answers<Mutex> {
        let sets = self.protection.as_ref().map(|p| answers(p.of(z).collect()));
        self.told("mz", sets).unwrap_or_else(Answers::none)
    }

    fn holds(&self, t: Tid, n: Node, _: Variable, m: Mutex) -> bool {
        let holders = self.told("holds", self.system.holders(&self.stores(n).0));
        holders.is_some_and(|holders| holders.get(m.0 as usize) == Some(&Some(t)))
    }

    fn intrudes(&self, _: Tid, _: Node) -> Answers<Variable> {
        Answers::none()
    }

    fn acquires(&self, _: Tid, _: Node) -> Answers<Mutex> {
        self.unanswered.set(Some("acquires"));
        Answers::none()
    }

    fn releases(&self, _: Tid, _: Node) -> Answers<Mutex> {
        self.unanswered.set(Some("releases"));
        Answers::none()
    }

    fn set(&self, s: State, t: Tid, n: Node) -> State {
        self.successor(s, t, n, None)
    }

    fn push(&self, s: State, t: Tid, n: Node, f: Frame) -> Option<State> {
        let stack = self.place(t, s).1;
        if self.depth(&self.stacks.borrow(), stack) >= self.budget.bounds.stack {
            self.cut.borrow_mut().insert((t, f));
            return None;
        }
        Some(self.successor(s, t, n, Some(self.pushed(stack, f))))
    }

    fn pop(&self, s: State, t: Tid, n: Node) -> State {
        let below = self.split(self.place(t, s).1).map(|(below, _)| below);
        self.successor(s, t, n, below)
    }
}

//! Which threads are inside a transaction in a state.

use super::Instance;
use super::nodes::NodeFacts;
use crate::movers::Class;
use moverlog_rules::{Local, Node, State, Tid};
use std::cell::RefCell;

/// What is known of the states that were asked about.
#[derive(Default)]
pub(super) struct Transactions {
    /// For each state the threads inside a transaction.
    known: RefCell<Vec<Inside>>,
    view: RefCell<View>,
}

/// Which threads are inside a transaction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    Unknown,
    Nobody,
    Only(Tid),
    Several,
}

/// The state that was asked about last, decoded.
#[derive(Default)]
struct View {
    state: Option<State>,
    nodes: Vec<Node>,
}

impl Transactions {
    /// The node of `t`, if `s` is the state that was asked about last.
    pub(super) fn node(&self, t: Tid, s: State) -> Option<Node> {
        let view = self.view.borrow();
        (view.state == Some(s)).then(|| view.nodes[t.0 as usize - 1])
    }
}

impl Instance<'_> {
    /// Every node at which a thread is in L(t), where states have no stacks.
    pub fn nodes_in_left(&self) -> Option<Vec<(Node, Tid)>> {
        let facts = self.nodes.facts.borrow();
        let left = |f: &NodeFacts| f.scheduled && f.class == Class::Left;
        let nodes = || facts.iter().filter(|(.., f)| left(f)).map(|(n, t, _)| (n, t)).collect();
        (!self.states.stacked).then(nodes)
    }

    /// The threads in L(t) in state `s`.
    pub fn threads_in_left(&self, s: State) -> Vec<Tid> {
        let inside: Vec<Tid> = match self.threads_inside(s) {
            Inside::Nobody | Inside::Unknown => vec![],
            Inside::Only(t) => vec![t],
            Inside::Several => self.semantics.tids().collect(),
        };
        inside.into_iter().filter(|t| self.class(*t, s) == Class::Left).collect()
    }

    /// Decodes `s` unless it is the state asked about last.
    fn look_at(&self, s: State) {
        let mut view = self.inside.view.borrow_mut();
        if view.state == Some(s) {
            return;
        }
        view.nodes.clear();
        self.states.look(s, |row| {
            view.nodes.extend(row.locals().iter().map(|l| self.nodes.at(row.global(), Local(*l)).0));
        });
        view.state = Some(s);
    }

    pub(super) fn threads_inside(&self, s: State) -> Inside {
        match self.inside.known.borrow().get(s.0 as usize) {
            None | Some(Inside::Unknown) => {}
            Some(known) => return *known,
        }
        self.look_at(s);
        let view = self.inside.view.borrow();
        let mut answer = Inside::Nobody;
        for (t, n) in (1..).map(Tid).zip(&view.nodes) {
            if self.class_at(t, *n) != Class::Outside {
                answer = if answer == Inside::Nobody { Inside::Only(t) } else { Inside::Several };
            }
        }
        let mut inside = self.inside.known.borrow_mut();
        if inside.len() <= s.0 as usize {
            inside.resize(self.state_count().max(s.0 as usize + 1), Inside::Unknown);
        }
        inside[s.0 as usize] = answer;
        answer
    }
}

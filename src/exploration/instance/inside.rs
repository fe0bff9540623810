//! Which threads are inside a transaction in a state.

use super::Instance;
use super::nodes::NodeFacts;
use crate::movers::Class;
use moverlog_rules::{Local, Node, State, Tid};
use std::cell::RefCell;

/// What is known of the states that were asked about.
#[derive(Default)]
pub(super) struct Transactions {
    /// For each state the threads inside a transaction, in a byte: [`Inside::byte`].
    known: RefCell<Vec<u8>>,
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

impl Inside {
    fn byte(self) -> u8 {
        match self {
            Inside::Unknown => 0,
            Inside::Nobody => 1,
            Inside::Several => 2,
            Inside::Only(t) => u8::try_from(2 + t.0).expect("at most 64 threads"),
        }
    }

    fn of(byte: u8) -> Self {
        match byte {
            0 => Inside::Unknown,
            1 => Inside::Nobody,
            2 => Inside::Several,
            only => Inside::Only(Tid(u32::from(only) - 2)),
        }
    }
}

/// The state that was asked about last, decoded.
#[derive(Default)]
struct View {
    state: Option<State>,
    nodes: Vec<Node>,
}

impl Transactions {
    /// The node of `t`, if `s` is the state that was asked about last.
    #[inline]
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
            view.nodes.extend((1..).map(Tid).zip(row.locals()).map(|(t, l)| self.nodes.of(t, row.global(), Local(l))));
        });
        view.state = Some(s);
    }

    pub(super) fn threads_inside(&self, s: State) -> Inside {
        let known = self.inside.known.borrow().get(s.0 as usize).map_or(Inside::Unknown, |b| Inside::of(*b));
        if known != Inside::Unknown {
            return known;
        }
        self.look_at(s);
        let view = self.inside.view.borrow();
        let mut answer = Inside::Nobody;
        for (t, n) in (1..).map(Tid).zip(&view.nodes) {
            if self.class_at(t, *n) != Class::Outside {
                answer = if answer == Inside::Nobody { Inside::Only(t) } else { Inside::Several };
            }
        }
        if self.stopped() {
            return answer;
        }
        let mut inside = self.inside.known.borrow_mut();
        if inside.len() <= s.0 as usize {
            inside.resize(self.state_count().max(s.0 as usize + 1), Inside::Unknown.byte());
        }
        inside[s.0 as usize] = answer.byte();
        answer
    }
}

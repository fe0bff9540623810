//! Nodes, which are (g, l) pairs, and what is known of the threads there.

use crate::movers::{Class, Moves};
use crate::semantics::Interner;
use moverlog_rules::{Frame, Global, Local, Node, Tid};
use std::cell::RefCell;
use std::rc::Rc;

/// Nodes in the order of their discovery.
pub(super) struct Nodes {
    numbers: RefCell<Interner>,
    pub(super) facts: RefCell<Facts>,
}

impl Nodes {
    pub(super) fn new(threads: u32) -> Self {
        Nodes { numbers: RefCell::new(Interner::fixed(2)), facts: RefCell::new(Facts::new(threads)) }
    }

    pub(super) fn count(&self) -> usize {
        self.numbers.borrow().len()
    }

    pub(super) fn stores(&self, n: Node) -> (Global, Local) {
        let numbers = self.numbers.borrow();
        let pair = numbers.get(n.0);
        (Global(pair[0]), Local(pair[1]))
    }

    /// And whether it is new.
    pub(super) fn at(&self, g: Global, l: Local) -> (Node, bool) {
        let (id, new) = self.numbers.borrow_mut().intern(&[g.0, l.0]);
        (Node(id), new)
    }
}

/// What thread t can do at node n, and where that leaves it in its transaction.
pub(super) struct NodeFacts {
    pub(super) class: Class,
    /// Of its steps, which are the outcomes of one action and share it.
    pub(super) moves: Moves,
    pub(super) u: Rc<[Node]>,
    pub(super) u_plus: Rc<[(Node, Frame)]>,
    /// Values it may return, with the global store and phase after.
    pub(super) returns: Rc<[(Global, bool, i32)]>,
    /// Whether the thread was ever allowed to move here.
    pub(super) scheduled: bool,
}

impl NodeFacts {
    pub(super) fn is_enabled(&self) -> bool {
        !(self.u.is_empty() && self.u_plus.is_empty() && self.returns.is_empty())
    }
}

/// What is known of some pairs of a node and a thread: a number for each pair, and the facts one after the other.
pub(super) struct Facts {
    threads: usize,
    /// At `n * threads + t - 1`: one more than the index of what there is for t at n, 0 for nothing.
    slots: Vec<u32>,
    items: Vec<((Node, Tid), NodeFacts)>,
}

impl Facts {
    pub(super) fn new(threads: u32) -> Self {
        Facts { threads: threads as usize, slots: vec![], items: vec![] }
    }

    fn slot(&self, t: Tid, n: Node) -> usize {
        n.0 as usize * self.threads + t.0 as usize - 1
    }

    pub(super) fn get_mut(&mut self, t: Tid, n: Node) -> Option<&mut NodeFacts> {
        let number = *self.slots.get(self.slot(t, n))?;
        Some(&mut self.items[number.checked_sub(1)? as usize].1)
    }

    /// Where there was nothing.
    pub(super) fn insert(&mut self, t: Tid, n: Node, item: NodeFacts) {
        let slot = self.slot(t, n);
        if self.slots.len() <= slot {
            let half_more = self.slots.len() + self.slots.len() / 2;
            self.slots.resize(half_more.max(slot + 1), 0);
        }
        self.items.push(((n, t), item));
        self.slots[slot] = self.items.len() as u32;
    }

    /// In the order in which they were inserted.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Node, Tid, &NodeFacts)> {
        self.items.iter().map(|((n, t), item)| (*n, *t, item))
    }
}

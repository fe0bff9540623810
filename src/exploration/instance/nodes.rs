//! Nodes, which are (g, l) pairs, and what is known of the threads there.

use crate::movers::{Class, Moves};
use crate::semantics::Pairs;
use moverlog_rules::{Answers, Frame, Global, Local, Node, Tid};
use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

/// Nodes in the order of their discovery.
pub(super) struct Nodes {
    numbers: RefCell<Pairs>,
    /// For each thread the node that was asked for last: neighbouring states share many.
    latest: RefCell<Vec<Option<(Global, Local, Node)>>>,
    pub(super) facts: RefCell<Facts>,
}

impl Nodes {
    pub(super) fn new(threads: u32) -> Self {
        let latest = RefCell::new(vec![None; threads as usize]);
        Nodes { numbers: RefCell::default(), latest, facts: RefCell::new(Facts::new(threads)) }
    }

    pub(super) fn count(&self) -> usize {
        self.numbers.borrow().len()
    }

    #[inline]
    pub(super) fn stores(&self, n: Node) -> (Global, Local) {
        let (g, l) = self.numbers.borrow().get(n.0);
        (Global(g), Local(l))
    }

    /// And whether it is new.
    #[inline]
    pub(super) fn at(&self, g: Global, l: Local) -> (Node, bool) {
        let (id, new) = self.numbers.borrow_mut().intern(g.0, l.0);
        (Node(id), new)
    }

    /// Where `t` is in a state.
    #[inline]
    pub(super) fn of(&self, t: Tid, g: Global, l: Local) -> Node {
        let latest = &mut self.latest.borrow_mut()[t.0 as usize - 1];
        match *latest {
            Some((g2, l2, n)) if (g2, l2) == (g, l) => n,
            _ => latest.insert((g, l, self.at(g, l).0)).2,
        }
    }
}

/// Where a thread's steps at a node lead.
#[derive(Default)]
pub(super) struct Steps {
    pub(super) u: Vec<Node>,
    pub(super) u_plus: Vec<(Node, Frame)>,
    /// Values it may return, with the global store and phase after.
    pub(super) returns: Vec<(Global, bool, i32)>,
}

/// What thread t can do at node n, and where that leaves it in its transaction.
pub(super) struct NodeFacts {
    pub(super) class: Class,
    /// Of its steps, which are the outcomes of one action and share it.
    pub(super) moves: Moves,
    /// Whether the thread was ever allowed to move here.
    pub(super) scheduled: bool,
    /// Whether it returns from its procedure here.
    pub(super) is_return: bool,
    t: u8,
    n: Node,
    /// Its only step, if that is internal.
    one: Option<Node>,
    /// One more than the number of its steps, if there are others, else 0.
    steps: u32,
}

impl NodeFacts {
    pub(super) fn is_enabled(&self) -> bool {
        self.one.is_some() || self.steps > 0
    }
}

/// Of steps that are not one internal step.
struct Several {
    u: Rc<[Node]>,
    u_plus: Rc<[(Node, Frame)]>,
    returns: Rc<[(Global, bool, i32)]>,
}

/// What is known of some pairs of a node and a thread: a number for each pair, and the facts one after the other.
pub(super) struct Facts {
    threads: usize,
    /// At `n * threads + t - 1`: one more than the number of what is known of t at n, 0 for nothing.
    slots: Vec<u32>,
    items: Vec<NodeFacts>,
    several: Vec<Several>,
}

/// What is known of one of them.
pub(super) struct Known<'f> {
    all: &'f Facts,
    item: &'f NodeFacts,
}

impl Deref for Known<'_> {
    type Target = NodeFacts;

    fn deref(&self) -> &NodeFacts {
        self.item
    }
}

impl Known<'_> {
    fn several(&self) -> Option<&Several> {
        self.all.several.get(self.item.steps.checked_sub(1)? as usize)
    }

    #[inline]
    pub(super) fn u(&self) -> Answers<Node> {
        self.item.one.map_or_else(|| self.several().map_or(Answers::none(), |s| Answers::from(&s.u)), Answers::one)
    }

    pub(super) fn u_plus(&self) -> Answers<(Node, Frame)> {
        self.several().map_or(Answers::none(), |s| Answers::from(&s.u_plus))
    }

    pub(super) fn returns(&self) -> Answers<(Global, bool, i32)> {
        self.several().map_or(Answers::none(), |s| Answers::from(&s.returns))
    }
}

impl Facts {
    fn new(threads: u32) -> Self {
        Facts { threads: threads as usize, slots: vec![], items: vec![], several: vec![] }
    }

    #[inline]
    fn slot(&self, t: Tid, n: Node) -> usize {
        n.0 as usize * self.threads + t.0 as usize - 1
    }

    pub(super) fn knows(&self, t: Tid, n: Node) -> bool {
        self.find(t, n).is_some()
    }

    #[inline]
    pub(super) fn find(&self, t: Tid, n: Node) -> Option<usize> {
        Some(self.slots.get(self.slot(t, n))?.checked_sub(1)? as usize)
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> Known<'_> {
        Known { all: self, item: &self.items[at] }
    }

    /// Notes that the thread was allowed to move.
    pub(super) fn schedule(&mut self, t: Tid, n: Node) {
        if let Some(at) = self.find(t, n) {
            self.items[at].scheduled = true;
        }
    }

    /// Where there was nothing.
    pub(super) fn insert(&mut self, t: Tid, n: Node, class: Class, moves: Moves, steps: Steps) -> usize {
        let slot = self.slot(t, n);
        if self.slots.len() <= slot {
            let quarter_more = self.slots.len() + self.slots.len() / 4;
            self.slots.resize(quarter_more.max(slot + 1), 0);
        }
        let is_return = !steps.returns.is_empty();
        let one = match steps.u[..] {
            [one] if steps.u_plus.is_empty() && steps.returns.is_empty() => Some(one),
            _ => None,
        };
        let steps = if one.is_some() { 0 } else { self.several(steps) };
        let t = u8::try_from(t.0).expect("at most 64 threads");
        self.items.push(NodeFacts { class, moves, scheduled: false, is_return, t, n, one, steps });
        self.slots[slot] = self.items.len() as u32;
        self.items.len() - 1
    }

    fn several(&mut self, steps: Steps) -> u32 {
        let Steps { u, u_plus, returns } = steps;
        if u.is_empty() && u_plus.is_empty() && returns.is_empty() {
            return 0;
        }
        self.several.push(Several { u: u.into(), u_plus: u_plus.into(), returns: returns.into() });
        self.several.len() as u32
    }

    /// In the order in which they were inserted.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Node, Tid, &NodeFacts)> {
        self.items.iter().map(|item| (item.n, Tid(item.t.into()), item))
    }
}

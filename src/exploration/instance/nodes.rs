//! Nodes, which are (g, l) pairs, and what is known of the threads there.

use super::Outgoing;
use crate::movers::{Class, Moves};
use crate::semantics::Pairs;
use moverlog_rules::{Answers, Frame, Global, Local, Node, Tid};
use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

/// Nodes in the order of their discovery.
pub(super) struct Nodes {
    numbers: RefCell<Pairs>,
    /// For each thread the node that was asked for last: neighbouring states share many.
    latest: RefCell<Vec<Option<(Global, Local, Node)>>>,
    pub(super) facts: RefCell<Facts>,
    /// Room for the steps at a node whose facts are computed.
    pub(super) steps: Cell<Steps>,
}

impl Nodes {
    pub(super) fn new(threads: u32) -> Self {
        let latest = RefCell::new(vec![None; threads as usize]);
        Nodes { numbers: RefCell::default(), latest, facts: RefCell::new(Facts::new(threads)), steps: Cell::default() }
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
    u: Vec<Node>,
    u_plus: Vec<(Node, Frame)>,
    /// Values it may return, with the global store and phase after.
    returns: Vec<(Global, bool, i32)>,
}

impl Steps {
    pub(super) fn clear(&mut self) {
        self.u.clear();
        self.u_plus.clear();
        self.returns.clear();
    }

    pub(super) fn add(&mut self, outgoing: Outgoing) {
        match outgoing {
            Outgoing::To(n) => self.u.push(n),
            Outgoing::Into(n, f) => self.u_plus.push((n, f)),
            Outgoing::Back(g, p, value) => self.returns.push((g, p, value)),
        }
    }
}

/// What thread t can do at node n, and where that leaves it in its transaction.
pub(super) struct NodeFacts {
    n: Node,
    /// The node that its only step leads to, if that is internal; otherwise one more than the number of its steps,
    /// 0 if there are none.
    leads: u32,
    leads_to_one: bool,
    t: u8,
    pub(super) class: Class,
    /// Of its steps, which are the outcomes of one action and share it.
    pub(super) moves: Moves,
    /// Whether the thread was ever allowed to move here.
    pub(super) scheduled: bool,
    /// Whether it returns from its procedure here.
    pub(super) is_return: bool,
}

impl NodeFacts {
    pub(super) fn is_enabled(&self) -> bool {
        self.leads_to_one || self.leads > 0
    }

    /// Who was allowed to move where, if anybody was, and whether it could.
    pub(super) fn when_scheduled(&self) -> Option<(Node, Tid, bool)> {
        self.scheduled.then(|| (self.n, Tid(self.t.into()), self.is_enabled()))
    }
}

/// Steps that are not one internal step.
enum Several {
    Internal(Rc<[Node]>),
    Mixed(Box<Mixed>),
}

struct Mixed {
    u: Rc<[Node]>,
    u_plus: Rc<[(Node, Frame)]>,
    returns: Rc<[(Global, bool, i32)]>,
}

/// What is known of some pairs of a node and a thread, one after the other.
pub(super) struct Facts {
    threads: usize,
    /// For each node one more than the number of what is known of the only thread that has come there, 0 for nothing;
    /// or, with [`SHARED`], the number of a node that several threads come to.
    slots: Vec<u32>,
    /// For each of these, thread after thread, one more than the number of what is known of it, 0 for nothing.
    shared: Vec<u32>,
    items: Vec<NodeFacts>,
    several: Vec<Several>,
}

/// Several threads come to the node.
const SHARED: u32 = 1 << 31;

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
        self.all.several.get(self.item.leads.checked_sub(1)? as usize)
    }

    #[inline]
    pub(super) fn u(&self) -> Answers<Node> {
        if self.item.leads_to_one {
            return Answers::one(Node(self.item.leads));
        }
        match self.several() {
            Some(Several::Internal(u)) => Answers::from(u),
            Some(Several::Mixed(mixed)) => Answers::from(&mixed.u),
            None => Answers::none(),
        }
    }

    fn mixed(&self) -> Option<&Mixed> {
        match self.several().filter(|_| !self.item.leads_to_one)? {
            Several::Internal(_) => None,
            Several::Mixed(mixed) => Some(mixed),
        }
    }

    pub(super) fn u_plus(&self) -> Answers<(Node, Frame)> {
        self.mixed().map_or(Answers::none(), |mixed| Answers::from(&mixed.u_plus))
    }

    pub(super) fn returns(&self) -> Answers<(Global, bool, i32)> {
        self.mixed().map_or(Answers::none(), |mixed| Answers::from(&mixed.returns))
    }
}

impl Facts {
    fn new(threads: u32) -> Self {
        Facts { threads: threads as usize, slots: vec![], shared: vec![], items: vec![], several: vec![] }
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    pub(super) fn knows(&self, t: Tid, n: Node) -> bool {
        self.find(t, n).is_some()
    }

    #[inline]
    pub(super) fn find(&self, t: Tid, n: Node) -> Option<usize> {
        let slot = *self.slots.get(n.0 as usize)?;
        let slot = if slot & SHARED == 0 { slot } else { self.shared[self.place(t, slot)] };
        let at = slot.checked_sub(1)? as usize;
        (u32::from(self.items[at].t) == t.0).then_some(at)
    }

    #[inline]
    fn place(&self, t: Tid, shared: u32) -> usize {
        (shared & !SHARED) as usize * self.threads + t.0 as usize - 1
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
    pub(super) fn insert(&mut self, t: Tid, n: Node, class: Class, moves: Moves, steps: &Steps) -> usize {
        let (leads, leads_to_one) = self.leads(steps);
        let (t8, is_return) = (u8::try_from(t.0).expect("at most 64 threads"), !steps.returns.is_empty());
        self.items.push(NodeFacts { n, leads, leads_to_one, t: t8, class, moves, scheduled: false, is_return });
        let number = u32::try_from(self.items.len()).ok().filter(|number| number & SHARED == 0);
        *self.slot(t, n) = number.expect("fewer than 2^31 nodes of threads");
        self.items.len() - 1
    }

    /// Where there is nothing yet.
    fn slot(&mut self, t: Tid, n: Node) -> &mut u32 {
        let at = n.0 as usize;
        if self.slots.len() <= at {
            let quarter_more = self.slots.len() + self.slots.len() / 4;
            self.slots.resize(quarter_more.max(at + 1), 0);
        }
        if self.slots[at] == 0 {
            return &mut self.slots[at];
        }
        if self.slots[at] & SHARED == 0 {
            self.share(at);
        }
        let place = self.place(t, self.slots[at]);
        &mut self.shared[place]
    }

    /// Another thread comes to this node.
    fn share(&mut self, at: usize) {
        let only = self.slots[at];
        let shared = (self.shared.len() / self.threads) as u32 | SHARED;
        let place = self.place(Tid(self.items[only as usize - 1].t.into()), shared);
        self.shared.resize(self.shared.len() + self.threads, 0);
        self.shared[place] = only;
        self.slots[at] = shared;
    }

    fn leads(&mut self, Steps { u, u_plus, returns }: &Steps) -> (u32, bool) {
        let u = u.as_slice();
        let several = match (u, u_plus.is_empty() && returns.is_empty()) {
            ([], true) => return (0, false),
            ([one], true) => return (one.0, true),
            (_, true) => Several::Internal(u.into()),
            _ => Several::Mixed(Box::new(Mixed {
                u: u.into(),
                u_plus: u_plus.as_slice().into(),
                returns: returns.as_slice().into(),
            })),
        };
        self.several.push(several);
        (self.several.len() as u32, false)
    }

    /// In the order in which they were inserted.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Node, Tid, &NodeFacts)> {
        self.items.iter().map(|item| (item.n, Tid(item.t.into()), item))
    }
}

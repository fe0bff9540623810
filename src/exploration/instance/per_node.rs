//! Something for some pairs of a node and a thread: a number for each pair, and the things one after the other.

use moverlog_rules::{Node, Tid};

pub(super) struct PerNode<T> {
    threads: usize,
    /// At `n * threads + t - 1`: one more than the index of what there is for t at n, 0 for nothing.
    slots: Vec<u32>,
    items: Vec<((Node, Tid), T)>,
}

impl<T> PerNode<T> {
    pub(super) fn new(threads: u32) -> Self {
        PerNode { threads: threads as usize, slots: vec![], items: vec![] }
    }

    fn slot(&self, t: Tid, n: Node) -> usize {
        n.0 as usize * self.threads + t.0 as usize - 1
    }

    pub(super) fn get_mut(&mut self, t: Tid, n: Node) -> Option<&mut T> {
        let number = *self.slots.get(self.slot(t, n))?;
        Some(&mut self.items[number.checked_sub(1)? as usize].1)
    }

    /// Where there was nothing.
    pub(super) fn insert(&mut self, t: Tid, n: Node, item: T) {
        let slot = self.slot(t, n);
        if self.slots.len() <= slot {
            let half_more = self.slots.len() + self.slots.len() / 2;
            self.slots.resize(half_more.max(slot + 1), 0);
        }
        self.items.push(((n, t), item));
        self.slots[slot] = self.items.len() as u32;
    }

    /// In the order in which they were inserted.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Node, Tid, &T)> {
        self.items.iter().map(|((n, t), item)| (*n, *t, item))
    }
}

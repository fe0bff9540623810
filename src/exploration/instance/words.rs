//! Nodes and states as words: an order of them that does not go by when they were found.

use super::Instance;
use crate::exploration::phase::PHASE_BITS;
use crate::semantics::Part;
use moverlog_rules::{Local, Node, State};

impl Instance<'_> {
    /// The words of a node's stores; its location comes first.
    pub fn words_of_node(&self, n: Node) -> Vec<u32> {
        let (g, l) = self.nodes.stores(n);
        let mut all = vec![];
        self.add_local(&mut all, l);
        self.add(&mut all, Part::Global, g.0);
        all
    }

    /// The words of a state's stores.
    pub fn words_of_state(&self, s: State) -> Vec<u32> {
        let mut all = vec![];
        self.states.look(s, |row| {
            for t in self.semantics.tids() {
                self.add_local(&mut all, Local(row.local(t)));
                self.semantics.frames(row.stack(t)).for_each(|f| self.add(&mut all, Part::Frame, f.0));
            }
            self.add(&mut all, Part::Global, row.global().0);
        });
        all
    }

    fn add_local(&self, all: &mut Vec<u32>, l: Local) {
        self.add(all, Part::Local, l.0 >> PHASE_BITS);
        all.push(l.0 & ((1 << PHASE_BITS) - 1));
    }

    fn add(&self, all: &mut Vec<u32>, part: Part, number: u32) {
        self.semantics.words(part, number, |words| all.extend_from_slice(words));
    }
}

//! One state of every terminal strongly connected component (Valmari, as CPC 6 describes it):
//! post-commit, a transaction ends in the first state of a component that nothing leaves and in which
//! no transaction ends yet.
//!
//! Components are found by Tarjan's algorithm, on the way of the search.

use super::{Flags, Record, Search, Strategy, search};
use moverlog_rules::State;

#[derive(Default)]
struct Components {
    /// For each state the earliest state on the stack that its component is known to hold.
    low: Vec<State>,
    /// For each state whether a transaction ends in its component, or something leaves it.
    ends: Vec<bool>,
    /// Whether the component of a state is still being explored.
    open: Vec<bool>,
    /// The states of open components.
    members: Vec<State>,
}

impl Components {
    fn is_first(&self, s: State) -> bool {
        self.low[s.0 as usize] == s
    }
}

impl Strategy for Components {
    fn discovers(&mut self, s: State) {
        self.low.push(s);
        self.ends.push(false);
        self.open.push(true);
        self.members.push(s);
    }

    fn revisits(&mut self, q: &Record<'_>, to: State, _on_stack: bool) -> bool {
        let (at, to) = (q.state.0 as usize, to.0 as usize);
        if self.open[to] {
            self.low[at] = self.low[at].min(State(to as u32));
        } else {
            self.ends[at] = true;
        }
        false
    }

    fn completes(&mut self, q: &Record<'_>) -> bool {
        !q.phase() && self.is_first(q.state) && !self.ends[q.state.0 as usize]
    }

    fn leaves(&mut self, s: State, flags: Flags, pred: Option<State>) {
        let at = s.0 as usize;
        self.ends[at] |= flags.xend();
        let (closes, ends) = (self.is_first(s), self.ends[at]);
        while closes && self.members.last().is_some_and(|m| *m >= s) {
            let member = self.members.pop().expect("there is a last one");
            self.open[member.0 as usize] = false;
        }
        if let Some(pred) = pred.map(|p| p.0 as usize) {
            self.ends[pred] |= closes || ends;
            self.low[pred] = if closes { self.low[pred] } else { self.low[pred].min(self.low[at]) };
        }
    }
}

pub(super) const SEARCH: Search = search!(
    Components,
    "scc",
    "scc.rs",
    "CPC 6",
    Sound,
    "one state of every terminal strongly connected component, post-commit",
    "terminal components end transactions post-commit",
    "post-commit, and the first state of a terminal component"
);

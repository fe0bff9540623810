//! Blocks of one thread's steps (DYN), explored by several workers.

use super::batch::{Receiver, Sender};
use super::exchange::Said;
use super::explorer::Explorer;
use crate::dynamic::{Exploration, Met};
use crate::exploration::{Field, Others, Step, Stored};
use crate::ir::{Cell, Loc};
use moverlog_rules::{Instrumented, State, Tid};
use std::rc::Rc;

impl<'a> Explorer<'a> for Exploration<'a> {
    fn stored(&self) -> Stored<'_, 'a> {
        Exploration::stored(self)
    }

    fn initial(&self) -> State {
        Instrumented::initial(self)
    }

    fn expand(&self, states: Rc<[State]>, others: Rc<dyn Others>) -> Vec<Step> {
        Exploration::expand(self, states, others, moverlog_rules::block_layer)
    }

    fn said(&self, _: &dyn Fn(State) -> bool) -> Said {
        let Met { nodes, visits, ended_holding } = self.met();
        let mut sender = Sender::default();
        for [g, l, stack, _] in &nodes {
            let words = [(Field::Global, *g), (Field::Local, *l), (Field::Stack, *stack)];
            sender.node(self.analysis.semantics, words);
        }
        let stood = visits.stood.iter().map(|at| (at.0.0, at.1.0, visits.moved.contains(at)));
        Said::Blocks {
            nodes: sender.take(),
            places: nodes.iter().map(|node| node[3]).collect(),
            visits: stood.collect(),
            held: ended_holding.iter().map(|(t, m)| (t.0, m.0)).collect(),
        }
    }
}

/// Takes in what a worker says.
pub(super) fn absorb(exploration: &Exploration<'_>, said: &Said) {
    let Said::Blocks { nodes, places, visits, held } = said else { return };
    let mut receiver = Receiver::default();
    receiver.learn(Exploration::stored(exploration), nodes);
    let fields = [Field::Global, Field::Local, Field::Stack];
    let mut met = Met::default();
    for (words, place) in nodes.words.chunks_exact(fields.len()).zip(places) {
        let [g, l, stack] = [0, 1, 2].map(|at| receiver.word(fields[at], words[at]));
        met.nodes.push([g, l, stack, *place]);
    }
    visits.iter().for_each(|(t, loc, moved)| met.visits.note((Tid(*t), Loc(*loc)), *moved));
    met.ended_holding.extend(held.iter().map(|(t, m)| (Tid(*t), Cell(*m))));
    exploration.take_in(met);
}

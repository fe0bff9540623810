//! Rulesets, explored by several workers.

use super::batch::{Batch, Receiver, Sender};
use super::exchange::Said;
use super::explorer::Explorer;
use crate::control::Control;
use crate::exploration::{Field, Halves, Instance, Others, Step, Stored};
use moverlog_rules::{Global, Local, Node, Program, State, Tid};
use std::rc::Rc;

/// The rules, and what they ask their questions of.
pub(super) struct ByRules<'i, 'a> {
    pub(super) instance: &'i Instance<'a>,
    pub(super) run: fn(&dyn Program),
}

impl<'a> Explorer<'a> for ByRules<'_, 'a> {
    fn stored(&self) -> Stored<'_, 'a> {
        self.instance.stored()
    }

    fn initial(&self) -> State {
        self.instance.initial()
    }

    fn expand(&self, states: Rc<[State]>, others: Rc<dyn Others>) -> Vec<Step> {
        self.instance.expand(states, others, self.run)
    }

    fn met_news(&self) -> bool {
        self.instance.met_news()
    }

    fn said(&self, owns: &dyn Fn(State) -> bool) -> Said {
        let instance = self.instance;
        let mut sender = Sender::default();
        let words = |(g, l): (Global, Local)| [(Field::Global, g.0), (Field::Local, l.0)];
        instance.all_nodes().for_each(|node| sender.node(instance.semantics, &words(node)));
        let asked = instance.asked().into_iter().map(|(n, t, scheduled)| (n.0, t.0, scheduled)).collect();
        Said::Rules { nodes: sender.take(), asked, committed: committed(instance, owns) }
    }
}

fn committed(instance: &Instance<'_>, owns: &dyn Fn(State) -> bool) -> Batch {
    let mut sender = Sender::default();
    let stacked = instance.has_calls() && instance.partition.phases.is_some();
    let states = (0..instance.state_count() as u32).map(State).filter(|_| stacked);
    for s in states.filter(|s| owns(*s) && !instance.threads_in_left(*s).is_empty()) {
        sender.state(instance.stored(), instance.stored().store.halves(s));
    }
    sender.take()
}

/// Takes in what a worker says. Nodes first, so that they are counted though a bound ends what is asked of them.
pub(super) fn absorb(instance: &Instance<'_>, said: &Said, control: &Control<'_>) {
    let Said::Rules { nodes, asked, committed } = said else { return };
    let mut receiver = Receiver::default();
    receiver.learn(instance.stored(), nodes);
    let node = |words: &[u32]| {
        let (g, l) = (receiver.word(Field::Global, words[0]), receiver.word(Field::Local, words[1]));
        instance.node_elsewhere(Global(g), Local(l))
    };
    let nodes: Vec<Node> = nodes.words.chunks_exact(2).map(node).collect();
    for (n, t, scheduled) in asked {
        if !control.goes_on() {
            return;
        }
        instance.ask(nodes[*n as usize], Tid(*t), *scheduled);
    }
    let mut receiver = Receiver::default();
    receiver.learn(instance.stored(), committed);
    let committed: Vec<(Halves, Tid)> = receiver.states(committed).map(|state| (state, Tid(0))).collect();
    instance.stored().found_elsewhere(&committed).for_each(drop);
}

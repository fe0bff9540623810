//! Rulesets, explored by several workers.

use super::batch::{Batch, Receiver, Sender};
use super::exchange::Said;
use super::explorer::Explorer;
use crate::control::Control;
use crate::exploration::{Field, Halves, Instance, Others, Step, Stored};
use moverlog_rules::{Global, Kind, Local, Node, Program, SHARED, State, Tid};
use rustc_hash::FxHashSet;
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
        said(self.instance, owns, vec![])
    }
}

/// What an instance has met, and the rows of relations that workers have in common.
pub(super) fn said(instance: &Instance<'_>, owns: &dyn Fn(State) -> bool, mut relations: Vec<Vec<u32>>) -> Said {
    let mut sender = Sender::default();
    let words = |(g, l): (Global, Local)| [(Field::Global, g.0), (Field::Local, l.0)];
    instance.all_nodes().for_each(|node| sender.node(instance.semantics, words(node)));
    renumber(&mut relations, |kind, number| match kind {
        Kind::Frame => sender.frame(instance.semantics, number),
        _ => number,
    });
    let asked = instance.asked().into_iter().map(|(n, t, scheduled)| (n.0, t.0, scheduled)).collect();
    Said::Rules { nodes: sender.take(), asked, committed: committed(instance, owns), relations }
}

/// Other numbers for the atoms in rows, by their kinds.
fn renumber(relations: &mut [Vec<u32>], mut renumber: impl FnMut(Kind, u32) -> u32) {
    for (rows, (_, kinds)) in relations.iter_mut().zip(SHARED) {
        for (number, kind) in rows.iter_mut().zip(kinds.iter().cycle()) {
            *number = renumber(*kind, *number);
        }
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

/// Takes in what a worker says; the rows of relations as atoms are numbered here. Nodes first, so that they are counted
/// though a bound ends what is asked of them.
pub(super) fn absorb(instance: &Instance<'_>, said: Said, control: &Control<'_>) -> Vec<Vec<u32>> {
    let Said::Rules { nodes, asked, committed, mut relations } = said else { return vec![] };
    let mut receiver = Receiver::default();
    receiver.learn(instance.stored(), &nodes);
    let node = |words: &[u32]| {
        let (g, l) = (receiver.word(Field::Global, words[0]), receiver.word(Field::Local, words[1]));
        instance.node_elsewhere(Global(g), Local(l))
    };
    let nodes: Vec<Node> = nodes.words.chunks_exact(2).map(node).collect();
    for (n, t, scheduled) in asked {
        if !control.goes_on() {
            return relations;
        }
        instance.ask(nodes[n as usize], Tid(t), scheduled);
    }
    renumber(&mut relations, |kind, number| match kind {
        Kind::Node => nodes[number as usize].0,
        Kind::Frame => receiver.frame(number),
        _ => number,
    });
    let mut receiver = Receiver::default();
    receiver.learn(instance.stored(), &committed);
    let committed: Vec<(Halves, Tid)> = receiver.states(&committed).map(|state| (state, Tid(0))).collect();
    instance.stored().found_elsewhere(&committed).for_each(drop);
    relations
}

/// The rows of all workers, each once.
pub(super) fn united(all: Vec<Vec<Vec<u32>>>) -> Vec<Vec<u32>> {
    let mut all = all.into_iter().filter(|relations| !relations.is_empty());
    let mut united = all.next().unwrap_or_default();
    for relations in all {
        for ((rows, more), (_, kinds)) in united.iter_mut().zip(relations).zip(SHARED) {
            add(rows, &more, kinds.len());
        }
    }
    united
}

fn add(rows: &mut Vec<u32>, more: &[u32], columns: usize) {
    let padded = |row: &[u32]| std::array::from_fn::<u32, 4, _>(|at| row.get(at).copied().unwrap_or(0));
    let mut known: FxHashSet<[u32; 4]> = rows.chunks_exact(columns).map(padded).collect();
    more.chunks_exact(columns).filter(|row| known.insert(padded(row))).for_each(|row| rows.extend(row));
}

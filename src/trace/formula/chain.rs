//! The transactions of a group, and how the token goes from one to the next: a chain of them.

use super::clauses::Clauses;
use crate::symbolic::circuit::Lit;
use crate::symbolic::words::{Arithmetic, Word};
use crate::trace::ctp::{Ctp, Effect};
use crate::trace::mat::ControlState;
use crate::trace::schedules::Place;
use crate::trace::tsg::Tsg;
use std::ops::Range;

/// A transaction of a graph in a formula.
pub struct Transaction {
    pub thread: usize,
    /// Its number in its thread.
    pub number: usize,
    /// The transitions of its thread that it consists of.
    pub transitions: Range<usize>,
    /// It is begun.
    pub begun: Lit,
    /// For each of its transitions: it is performed.
    pub performed: Vec<Lit>,
    /// Its place in the chain (`ck`).
    pub place: Word,
}

impl Transaction {
    pub fn finished(&self) -> Lit {
        self.performed.last().map_or(self.begun, |lit| *lit)
    }
}

/// One way that the token can go.
pub struct Pass {
    pub lit: Lit,
    /// Nothing at the beginning.
    pub from: Option<usize>,
    pub to: usize,
}

pub struct Chain {
    /// Thread by thread, in order.
    pub transactions: Vec<Transaction>,
    /// Where those of each thread are.
    threads: Vec<Range<usize>>,
    pub passes: Vec<Pass>,
}

impl Chain {
    /// The transactions of a group, and how they can follow each other.
    pub fn new(ctp: &Ctp, graph: &Tsg, group: &[usize], clauses: &mut Clauses) -> Chain {
        let count = |t: usize| graph.boundaries[t].len().saturating_sub(1);
        let bits = group.iter().map(|t| count(*t)).sum::<usize>().next_power_of_two().trailing_zeros() as usize;
        let mut chain = Chain { transactions: vec![], threads: vec![0..0; ctp.threads.len()], passes: vec![] };
        for &t in group {
            let first = chain.transactions.len();
            chain.transactions.extend((0..count(t)).map(|k| transaction(ctp, graph, (t, k), bits, clauses)));
            chain.threads[t] = first..chain.transactions.len();
        }
        chain.passes = passes(ctp, graph, &chain, clauses);
        for (into, transaction) in chain.by(|pass| Some(pass.to)).into_iter().zip(&mut chain.transactions) {
            transaction.begun = clauses.circuit.any(into);
        }
        chain
    }

    fn find(&self, thread: usize, number: usize) -> Option<usize> {
        let all = &self.threads[thread];
        Some(all.start + number).filter(|n| all.contains(n))
    }

    /// For each transaction the ways of the token that belong to it.
    fn by(&self, end: impl Fn(&Pass) -> Option<usize>) -> Vec<Vec<Lit>> {
        let mut found = vec![vec![]; self.transactions.len()];
        for pass in &self.passes {
            if let Some(n) = end(pass) {
                found[n].push(pass.lit);
            }
        }
        found
    }

    /// The transaction of a transition, and what says that this is performed.
    pub fn performed(&self, (thread, at): Place) -> Option<(&Transaction, Lit)> {
        let all = &self.transactions[self.threads[thread].clone()];
        let of = all.iter().find(|a| a.transitions.contains(&at))?;
        Some((of, of.performed[at - of.transitions.start]))
    }

    /// Whether the token is at one transaction before it is at another.
    pub fn before(&self, a: &Transaction, b: &Transaction, clauses: &mut Clauses) -> Lit {
        clauses.circuit.less(&a.place, &b.place)
    }

    /// The token begins at one transaction, and goes from each to at most one other, which is performed as a whole
    /// before; a thread takes its transactions in order.
    pub fn constrain(&self, clauses: &mut Clauses) {
        let first: Vec<Lit> = self.passes.iter().filter(|pass| pass.from.is_none()).map(|pass| pass.lit).collect();
        clauses.at_most_one(&first);
        clauses.add(first);
        for (a, out) in self.transactions.iter().zip(self.by(|pass| pass.from)) {
            clauses.at_most_one(&out);
            out.iter().for_each(|lit| clauses.implies(*lit, a.finished()));
            if let Some(next) = self.find(a.thread, a.number + 1).map(|n| &self.transactions[n]) {
                let before = self.before(a, next, clauses);
                clauses.implies(next.begun, a.finished());
                clauses.implies(next.begun, before);
            }
        }
        self.count(clauses);
    }

    /// Places in the chain are numbers from 0 on, so that the token comes nowhere again.
    fn count(&self, clauses: &mut Clauses) {
        let one = Word::constant(1);
        let next: Vec<Word> = self.transactions.iter().map(|a| clauses.circuit.sum(&a.place, &one)).collect();
        for pass in &self.passes {
            let place = &self.transactions[pass.to].place;
            match pass.from {
                Some(from) => clauses.equal_if(pass.lit, place, &next[from]),
                None => clauses.equal_if(pass.lit, place, &Word::constant(0)),
            }
        }
    }
}

fn transaction(
    ctp: &Ctp,
    graph: &Tsg,
    (thread, number): (usize, usize),
    bits: usize,
    clauses: &mut Clauses,
) -> Transaction {
    let end = ctp.threads[thread].transitions.len();
    let at = |k: usize| graph.boundaries[thread][k].min(end);
    let transitions = at(number)..at(number + 1);
    let mut place = clauses.free_bits(bits);
    place.push(Lit::FALSE);
    let performed = clauses.free_bits(transitions.len());
    Transaction { thread, number, transitions, begun: Lit::FALSE, performed, place: Word::new(place) }
}

/// The token begins where a thread does that nobody forks; it goes on within a thread, and along context switches.
fn passes(ctp: &Ctp, graph: &Tsg, chain: &Chain, clauses: &mut Clauses) -> Vec<Pass> {
    let forked = |t: usize| ctp.threads.iter().flat_map(|s| &s.transitions).any(|x| x.effect == Effect::Fork(t));
    let all = chain.transactions.iter().enumerate();
    let first = all.clone().filter(|(_, a)| a.number == 0 && !forked(a.thread)).map(|(n, _)| (None, n));
    let on = all.filter_map(|(n, a)| Some((Some(n), chain.find(a.thread, a.number + 1)?)));
    let node = |state: &ControlState| graph.boundaries[state.thread].binary_search(&state.at).ok();
    let switches = graph.switches.iter().filter_map(|(from, to)| {
        let from = chain.find(from.thread, node(from)?.checked_sub(1)?)?;
        Some((Some(from), chain.find(to.thread, node(to)?)?))
    });
    let ways: Vec<(Option<usize>, usize)> = first.chain(on).chain(switches).collect();
    ways.into_iter().map(|(from, to)| Pass { lit: clauses.free(), from, to }).collect()
}

//! The block-reduced relation (DYN 4.3, Theorem 4.1): a thread goes from one external node to the next,
//! all others staying where they are; no state in between is stored.
//!
//! This is how `dyn_blocks.rules` is compiled: what is reached inside a block is forgotten with the block.

use crate::instrumented::{Instrumented, Threads};
use crate::*;
use std::collections::HashSet;

ascent::ascent_source! {
    /// DYN Theorem 4.1.
    dyn_reduction:

    relation Prog(Threads<'p>);

    /// `Sigma(s)`: the state s, in which every thread is external, is reached by blocks.
    #[ds($crate::dense)]
    relation Sigma(State);

    Sigma(p.initial()) <--
        Prog(p);

    //    Sigma(s)     Reached(n)     n in N_i
    //   --------------------------------------
    //    Sigma(s[i := n])
    Sigma(p.set(*s, t, n)) <--
        Sigma(s), Prog(p), for t in p.all(),
        for n in reached(p, t, *s), if p.is_outside(t, n);
}

ascent::ascent! {
    struct Rules<'p>;
    include_source!(dyn_reduction);
}

/// The nodes that `t` reaches from `s` inside a block and at its end, each once, by whatever ways, in an order that the
/// numbers of nodes have no part in: `Reached` of `dyn_blocks.rules`, which is forgotten with the block.
pub(crate) fn reached(p: &Threads<'_>, t: Tid, s: State) -> Vec<Node> {
    let (mut found, mut at) = (p.steps(t, s, p.node(t, s)), 0);
    let mut known = HashSet::new();
    found.retain(|n| known.insert(*n));
    while let Some(&n) = found.get(at) {
        at += 1;
        if !p.is_outside(t, n) {
            found.extend(p.steps(t, s, n).into_iter().filter(|n2| known.insert(*n2)));
        }
    }
    found
}

/// Where blocks of `t` from `s` end, in the order in which the rules meet them.
pub fn ends(program: &dyn Instrumented, t: Tid, s: State) -> Vec<Node> {
    let found = reached(&Oracle(program), t, s);
    found.into_iter().filter(|n| program.is_outside(t, *n)).collect()
}

/// Runs the reduction to its fixpoint.
pub fn reduce(program: &dyn Instrumented) -> Solution {
    let mut rules = Rules { Prog: vec![(Oracle(program),)], ..Default::default() };
    rules.run();
    Solution { relations: vec![(Reduction::RELATION.into(), rules.Sigma.len())], ..Default::default() }
}

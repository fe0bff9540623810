//! The block-reduced relation (DYN 4.3, Theorem 4.1): a thread goes from one external node to the next,
//! all others staying where they are; no state in between is stored.
//!
//! This is how `dyn_blocks.rules` is compiled: what is reached inside a block is forgotten with the block.

use crate::instrumented::{Instrumented, Threads};
use crate::*;

ascent::ascent_source! {
    /// One thread inside one block.
    dyn_block:

    /// `From(p, t, s)`: thread t of the program starts at the external state s.
    relation From(Threads<'p>, Tid, State);

    /// `Reached(n)`: t alone gets from s to n, by internal nodes.
    //
    //    n in N_i     n ->_i n'
    //   ------------------------
    //    Reached(n')
    relation Reached(Node);

    //    Reached(n)     n not in N_i     n ->_i n'
    //   ------------------------------------------
    //    Reached(n')
    Reached(n2) <--
        Reached(n), From(p, t, s), if !p.is_outside(*t, *n),
        for n2 in p.steps(*t, *s, *n);
}

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
    struct Block<'p>;
    include_source!(dyn_block);
}

ascent::ascent! {
    struct Rules<'p>;
    include_source!(dyn_reduction);
}

/// The nodes that `t` reaches inside a block from `s`. Its first steps are given to the rules; where
/// none of them is internal there is nothing left to derive.
fn reached(p: &Threads<'_>, t: Tid, s: State) -> Vec<Node> {
    let mut first = p.steps(t, s, p.node(t, s));
    first.sort_unstable();
    first.dedup();
    if first.iter().all(|n| p.is_outside(t, *n)) {
        return first;
    }
    let first = first.into_iter().map(|n| (n,)).collect();
    let mut rules = Block { From: vec![(*p, t, s)], Reached: first, ..Default::default() };
    rules.run();
    rules.Reached.into_iter().map(|(n,)| n).collect()
}

/// Runs the reduction to its fixpoint.
pub fn reduce(program: &dyn Instrumented) -> Solution {
    let mut rules = Rules { Prog: vec![(Oracle(program),)], ..Default::default() };
    rules.run();
    Solution { relations: vec![(Reduction::RELATION.into(), rules.Sigma.len())], ..Default::default() }
}

//! The block-reduced relation (DYN 4.3, Theorem 4.1): a thread goes from one external node to the next,
//! all others staying where they are; no state in between is stored.

use crate::instrumented::{Instrumented, Threads};
use crate::*;

ascent::ascent_source! {
    /// One thread inside one block.
    dyn_block:

    relation Prog(Threads<'p>);

    /// `From(t, s, n)`: thread t starts at node n of the external state s.
    relation From(Tid, State, Node);

    /// `Reached(n)`: t alone gets from s to n, by internal nodes.
    relation Reached(Node);

    /// `To(n)`: s ~>_t s[t := n].
    relation To(Node);

    //    n in N_i     n ->_i n'
    //   ------------------------
    //    Reached(n')
    Reached(n2) <--
        From(t, s, n), Prog(p), for n2 in p.steps(*t, *s, *n);

    //    Reached(n)     n not in N_i     n ->_i n'
    //   ------------------------------------------
    //    Reached(n')
    Reached(n2) <--
        Reached(n), Prog(p), if !p.is_external(*n),
        From(t, s, _), for n2 in p.steps(*t, *s, *n);

    //    Reached(n)     n in N_i
    //   -------------------------
    //    To(n)
    To(n) <--
        Reached(n), Prog(p), if p.is_external(*n);
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

    //    Sigma(s)     s ~>_i s'
    //   -----------------------
    //    Sigma(s')
    Sigma(p.set(*s, t, n)) <--
        Sigma(s), Prog(p), for t in p.all(),
        for n in block(p, t, *s);
}

ascent::ascent! {
    struct Block<'p>;
    include_source!(dyn_block);
}

ascent::ascent! {
    struct Rules<'p>;
    include_source!(dyn_reduction);
}

/// The nodes at which the blocks of `t` from `s` end.
fn block(p: &Threads<'_>, t: Tid, s: State) -> Vec<Node> {
    let mut rules = Block { Prog: vec![(*p,)], From: vec![(t, s, p.node(t, s))], ..Default::default() };
    rules.run();
    rules.To.into_iter().map(|(n,)| n).collect()
}

/// Runs the reduction to its fixpoint.
pub fn reduce(program: &dyn Instrumented) -> Solution {
    let mut rules = Rules { Prog: vec![(Threads(program),)], ..Default::default() };
    rules.run();
    Solution { relations: vec![("Sigma", rules.Sigma.len())], ..Default::default() }
}

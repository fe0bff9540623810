//! The order in which a derivation is written.

use crate::queries::{Derived, Input, Tree};
use std::collections::{HashMap, HashSet};

/// What is met on the way.
#[derive(Clone, Copy)]
pub(super) enum Visit<'a> {
    /// A fact, before what it rests on.
    Enter(&'a Derived),
    /// The same, after that.
    Exit(&'a Derived),
    Input(&'a Input),
    /// A fact that was met before, by its number.
    See(u32),
}

/// Depth first from the conclusion, with depths; derivations can be too deep for recursion.
pub(super) fn walk(tree: &Tree) -> Vec<(usize, Visit<'_>)> {
    let nodes: HashMap<u32, &Derived> = tree.nodes.iter().map(|n| (n.fact.id, n)).collect();
    let mut seen = HashSet::new();
    let mut visits = vec![];
    let mut open = vec![(0, Visit::Enter(&tree.nodes[0]))];
    while let Some((depth, visit)) = open.pop() {
        let visit = match visit {
            Visit::Enter(node) if !seen.insert(node.fact.id) => Visit::See(node.fact.id),
            other => other,
        };
        visits.push((depth, visit));
        if let Visit::Enter(node) = visit {
            open.push((depth, Visit::Exit(node)));
            let premises = node.by.premises.iter().rev();
            open.extend(premises.map(|p| (depth + 1, Visit::Enter(nodes[&p.id]))));
            open.extend(node.by.inputs.iter().rev().map(|i| (depth + 1, Visit::Input(i))));
        }
    }
    visits
}

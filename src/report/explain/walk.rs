//! The order in which a derivation is written.

use crate::queries::{Application, Derived, Fact, Input, Tree};
use std::collections::{HashMap, HashSet};

/// What is met on the way.
#[derive(Clone, Copy)]
pub(super) enum Visit<'a> {
    /// A fact, before what it rests on.
    Enter(&'a Derived),
    /// The same, after that.
    Exit(&'a Derived),
    /// A fact at the greatest depth.
    Cut(&'a Derived),
    /// A fact alone.
    Named(&'a Fact),
    Input(&'a Input),
    /// A fact that was met before, by its number.
    See(u32),
}

/// Walks that do not meet a fact twice.
pub(super) struct Walk<'a> {
    nodes: HashMap<u32, &'a Derived>,
    seen: HashSet<u32>,
    root: &'a Derived,
}

impl<'a> Walk<'a> {
    pub(super) fn over(tree: &'a Tree) -> Self {
        let nodes = tree.nodes.iter().map(|n| (n.fact.id, n)).collect();
        Walk { nodes, seen: HashSet::new(), root: &tree.nodes[0] }
    }

    /// The first derivation of the fact that was asked for.
    pub(super) fn first(&mut self, depth: usize) -> Vec<(usize, Visit<'a>)> {
        self.down(vec![(0, Visit::Enter(self.root))], depth)
    }

    /// What another one rests on.
    pub(super) fn way(&mut self, way: &'a Application, depth: usize) -> Vec<(usize, Visit<'a>)> {
        self.down(self.under(0, way), depth)
    }

    /// What another one rests on, without what that rests on in turn.
    pub(super) fn named(way: &'a Application) -> Vec<(usize, Visit<'a>)> {
        let inputs = way.inputs.iter().map(Visit::Input);
        inputs.chain(way.premises.iter().map(Visit::Named)).map(|visit| (1, visit)).collect()
    }

    /// Depth first from what is open, the last first, with depths; derivations can be too deep for recursion.
    fn down(&mut self, mut open: Vec<(usize, Visit<'a>)>, most: usize) -> Vec<(usize, Visit<'a>)> {
        let mut visits = vec![];
        while let Some((depth, visit)) = open.pop() {
            let visit = match visit {
                Visit::Enter(node) if self.seen.contains(&node.fact.id) => Visit::See(node.fact.id),
                Visit::Enter(node) if depth >= most && !node.by.premises.is_empty() => Visit::Cut(node),
                other => other,
            };
            visits.push((depth, visit));
            match visit {
                Visit::Enter(node) => {
                    self.seen.insert(node.fact.id);
                    open.push((depth, Visit::Exit(node)));
                    open.extend(self.under(depth, &node.by));
                }
                Visit::Input(input) => {
                    let inputs = input.by.iter().flat_map(|by| by.inputs.iter().rev());
                    open.extend(inputs.map(|i| (depth + 1, Visit::Input(i))));
                }
                Visit::Exit(_) | Visit::Cut(_) | Visit::Named(_) | Visit::See(_) => {}
            }
        }
        visits
    }

    fn under(&self, depth: usize, by: &'a Application) -> Vec<(usize, Visit<'a>)> {
        let premises = by.premises.iter().rev().map(|p| Visit::Enter(self.nodes[&p.id]));
        premises.chain(by.inputs.iter().rev().map(Visit::Input)).map(|visit| (depth + 1, visit)).collect()
    }
}

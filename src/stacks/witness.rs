//! How a configuration of a saturation is reached: its path through the automaton is taken back, rule by rule, to
//! one that was given. What a transition was made from is older, so that ends.

use super::saturation::{Node, Origin, Saturation};
use super::{Place, Symbol};
use crate::control::Control;
use rustc_hash::FxHashSet;

/// A rule that was applied: at which head, and which of its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Applied {
    pub place: Place,
    pub top: Symbol,
    pub rule: usize,
}

impl Saturation {
    /// The stack with which an execution begins that ends at a control with a stack, and its rules; nothing if it is
    /// not reached, or a bound was hit.
    pub fn execution(
        &self,
        place: Place,
        stack: &[Symbol],
        control: &Control<'_>,
    ) -> Option<(Vec<Symbol>, Vec<Applied>)> {
        let start = self.nodes.get_index_of(&Node::At(place))? as u32;
        let mut rules = vec![];
        // The top is the last.
        let mut path = match stack {
            [] => match *self.emptied.get(&start)? {
                None => vec![],
                Some((before, rule)) => {
                    rules.push(self.applied(before, rule));
                    vec![before]
                }
            },
            _ => self.path(start, stack)?,
        };
        while self.take_back(&mut path, &mut rules) {
            if !control.goes_on() {
                return None;
            }
        }
        rules.reverse();
        Some((path.iter().rev().map(|t| self.transition(*t).1).collect(), rules))
    }

    /// The stack of some configuration that has this head.
    pub fn stack_with(&self, place: Place, top: Symbol) -> Option<Vec<Symbol>> {
        let start = self.nodes.get_index_of(&Node::At(place))? as u32;
        let first = *self.from[start as usize].iter().find(|t| self.transition(**t).1 == top)?;
        let mut stack = vec![top];
        stack.extend(self.rest(self.transition(first).2)?);
        Some(stack)
    }

    /// A shortest stack that is read from a state.
    fn rest(&self, from: u32) -> Option<Vec<Symbol>> {
        let mut seen = FxHashSet::from_iter([from]);
        let mut open = vec![(from, vec![])];
        let mut at = 0;
        while at < open.len() {
            let (q, word) = open[at].clone();
            if self.accepting[q as usize] {
                return Some(word);
            }
            for (_, symbol, to) in self.from[q as usize].iter().map(|t| self.transition(*t)) {
                if seen.insert(to) {
                    open.push((to, word.iter().copied().chain([symbol]).collect()));
                }
            }
            at += 1;
        }
        None
    }

    /// The transitions that read a stack, the first one last.
    fn path(&self, start: u32, stack: &[Symbol]) -> Option<Vec<u32>> {
        // For each symbol: the states after it, and by which transition each.
        let mut layers: Vec<Vec<(u32, u32)>> = vec![];
        let mut states = vec![start];
        for symbol in stack {
            let reads = states.iter().flat_map(|q| &self.from[*q as usize]);
            let reads = reads.map(|t| (*t, self.transition(*t))).filter(|(_, (_, s, _))| s == symbol);
            let mut layer: Vec<(u32, u32)> = reads.map(|(t, (_, _, to))| (to, t)).collect();
            layer.sort_unstable();
            layer.dedup_by_key(|(to, _)| *to);
            states = layer.iter().map(|(to, _)| *to).collect();
            layers.push(layer);
        }
        let mut at = states.into_iter().find(|q| self.accepting[*q as usize])?;
        let mut path = vec![];
        for layer in layers.iter().rev() {
            let (_, transition) = layer[layer.binary_search_by_key(&at, |(to, _)| *to).ok()?];
            path.push(transition);
            at = self.transition(transition).0;
        }
        Some(path)
    }

    /// The configuration before, if there is one.
    fn take_back(&self, path: &mut Vec<u32>, rules: &mut Vec<Applied>) -> bool {
        let Some(first) = path.pop() else { return false };
        let origin = |t: u32| self.transitions[t as usize];
        let (before, rule) = match origin(first) {
            Origin::Given => {
                path.push(first);
                return false;
            }
            Origin::Swapped(before, rule) => (before, rule),
            Origin::Popped(before, rule, onward) => {
                path.push(onward);
                (before, rule)
            }
            Origin::Pushed => {
                let below = path.pop().expect("something is below what was pushed");
                let Origin::Below(before, rule) = origin(below) else { unreachable!("it was below what was pushed") };
                (before, rule)
            }
            Origin::Below(..) => unreachable!("no control is read there"),
        };
        path.push(before);
        rules.push(self.applied(before, rule));
        true
    }

    fn applied(&self, transition: u32, rule: u32) -> Applied {
        let (from, top, _) = self.transition(transition);
        let Node::At(place) = self.node(from) else { unreachable!("rules apply at controls") };
        Applied { place, top, rule: rule as usize }
    }
}

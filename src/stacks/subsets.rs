//! The stacks with which a control is reached, as a language.

use super::saturation::{Node, Saturation};
use super::{Language, Place, Symbol};
use crate::control::Control;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeMap;

impl Saturation {
    /// The stacks with which a control is reached; nothing if there are none, or a bound was hit.
    pub fn language(&self, place: Place, control: &Control<'_>) -> Option<Language> {
        let start = self.nodes.get_index_of(&Node::At(place))? as u32;
        let mut sets: IndexSet<Vec<u32>, FxBuildHasher> = IndexSet::from_iter([vec![start]]);
        let (mut edges, mut accepting, mut at) = (vec![], vec![], 0);
        while let Some(set) = sets.get_index(at).cloned() {
            if !control.goes_on() {
                return None;
            }
            accepting.push(set.iter().any(|q| self.accepting[*q as usize]));
            let row = self.read(&set).into_iter().map(|(symbol, set)| (symbol, sets.insert_full(set).0 as u32));
            edges.push(row.collect::<Vec<_>>());
            at += 1;
        }
        let empty = edges.len() == 1 && edges[0].is_empty() && !accepting[0];
        (!empty).then(|| Language::minimal(edges, accepting))
    }

    /// Where each symbol leads from a set of states.
    fn read(&self, set: &[u32]) -> BTreeMap<Symbol, Vec<u32>> {
        let mut read: BTreeMap<Symbol, Vec<u32>> = BTreeMap::new();
        for number in set.iter().flat_map(|q| &self.from[*q as usize]) {
            let (_, symbol, to) = self.transition(*number);
            read.entry(symbol).or_default().push(to);
        }
        for to in read.values_mut() {
            to.sort_unstable();
            to.dedup();
        }
        read
    }
}

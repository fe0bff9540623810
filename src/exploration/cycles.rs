//! Cycles of a graph that is given by its edges.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::hash::Hash;

/// The edges of a graph.
pub type Successors<'a, V> = &'a dyn Fn(V) -> Vec<V>;

#[derive(PartialEq)]
enum Colour {
    OnPath,
    Done,
}

/// Depth first from all of `from`, in their order: the heads of the cycles that close, and the ends without successor.
pub fn cycle_heads<V: Copy + Eq + Hash + Ord>(from: &[V], next: Successors<'_, V>) -> (BTreeSet<V>, BTreeSet<V>) {
    let mut colour: FxHashMap<V, Colour> = FxHashMap::default();
    let (mut heads, mut ends) = (BTreeSet::new(), BTreeSet::new());
    for &start in from {
        let mut entering = (!colour.contains_key(&start)).then_some(start);
        let mut path = vec![];
        loop {
            if let Some(v) = entering.take() {
                let after = next(v);
                if after.is_empty() {
                    ends.insert(v);
                }
                colour.insert(v, Colour::OnPath);
                path.push((v, after.into_iter()));
            }
            let Some((at, rest)) = path.last_mut() else { break };
            match rest.next() {
                None => {
                    colour.insert(*at, Colour::Done);
                    path.pop();
                }
                Some(to) => match colour.get(&to) {
                    Some(Colour::OnPath) => drop(heads.insert(to)),
                    Some(Colour::Done) => {}
                    None => entering = Some(to),
                },
            }
        }
    }
    (heads, ends)
}

#[cfg(test)]
mod tests {
    use super::cycle_heads;

    #[test]
    fn every_cycle_has_a_head() {
        let heads = |edges: &[&[usize]]| {
            let all: Vec<usize> = (0..edges.len()).collect();
            cycle_heads(&all, &|v| edges[v].to_vec()).0.into_iter().collect::<Vec<_>>()
        };
        assert_eq!(heads(&[&[1], &[2, 0], &[1]]), [0, 1]);
        assert!(heads(&[&[1, 2], &[2], &[]]).is_empty());
        assert_eq!(heads(&[&[0]]), [0]);
    }
}

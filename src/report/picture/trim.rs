//! What of a picture is drawn.

use super::{Edge, Ground, Picture, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::collections::hash_map::Entry;

impl Picture {
    /// Without what comes after a thread has gone wrong, and without boxes that no arrow leads to.
    pub fn up_to_wrong(mut self) -> Picture {
        let wrong = self.wrong();
        self.edges.retain(|e| !wrong.contains(&e.from));
        let reached: FxHashSet<u32> = self.reached().into_iter().collect();
        self.keep(&reached);
        self
    }

    /// Without boxes that have no arrow, unless all begins there; how many there were is said.
    pub fn without_orphans(mut self) -> Picture {
        let ends: FxHashSet<u32> = self.edges.iter().flat_map(|e| [e.from, e.to]).collect();
        let all = self.nodes.len();
        self.nodes.retain(|n| n.look.initial || ends.contains(&n.id));
        match all - self.nodes.len() {
            0 => self,
            1 => self.noted("without the one that no edge leaves or enters".into()),
            n => self.noted(format!("without the {n} that no edge leaves or enters")),
        }
    }

    /// A shortest way to where a thread has gone wrong; nothing if there is none.
    pub fn error_path(mut self) -> Option<Picture> {
        let wrong = self.wrong();
        let found = self.found();
        let mut at = *self.reached().iter().find(|id| wrong.contains(id))?;
        let (mut nodes, mut edges) = (FxHashSet::from_iter([at]), vec![]);
        while let Some(edge) = found[&at] {
            edges.push(self.edges[edge].clone());
            at = self.edges[edge].from;
            nodes.insert(at);
        }
        edges.reverse();
        self.edges = edges;
        self.keep(&nodes);
        self.counts = String::new();
        self.notes.push("the way to the error alone".into());
        Some(self)
    }

    /// The beginning, of no more boxes and arrows than this; boxes whose arrows are not all drawn say so.
    pub fn beginning(mut self, boxes: usize, arrows: usize) -> Picture {
        let (all, order) = (self.nodes.len(), self.reached());
        let most = boxes.min(self.fitting(&order, arrows));
        if all <= most {
            return self;
        }
        let kept: FxHashSet<u32> = order.into_iter().take(most).collect();
        let cut: FxHashSet<u32> = self.edges.iter().filter(|e| !kept.contains(&e.to)).map(|e| e.from).collect();
        self.keep(&kept);
        for node in self.nodes.iter_mut().filter(|n| cut.contains(&n.id)) {
            node.look.cut = true;
            node.lines.push(vec![Span::plain("...")]);
        }
        self.notes.push(format!("the first {} of {all} boxes; \"...\" goes on", self.nodes.len()));
        self
    }

    /// How many of these boxes have no more than so many arrows between them.
    fn fitting(&self, order: &[u32], arrows: usize) -> usize {
        if self.edges.len() <= arrows {
            return usize::MAX;
        }
        let place: FxHashMap<u32, usize> = order.iter().zip(0..).map(|(id, i)| (*id, i)).collect();
        let last = |e: &Edge| Some((*place.get(&e.from)?).max(*place.get(&e.to)?));
        let mut ends: Vec<usize> = self.edges.iter().filter_map(last).collect();
        ends.sort_unstable();
        ends.get(arrows).copied().unwrap_or(usize::MAX).max(1)
    }

    fn keep(&mut self, nodes: &FxHashSet<u32>) {
        self.nodes.retain(|n| nodes.contains(&n.id));
        self.edges.retain(|e| nodes.contains(&e.from) && nodes.contains(&e.to));
    }

    fn wrong(&self) -> FxHashSet<u32> {
        self.nodes.iter().filter(|n| n.look.ground == Ground::Wrong).map(|n| n.id).collect()
    }

    /// The boxes that arrows lead to from where it begins, the nearest first.
    fn reached(&self) -> Vec<u32> {
        self.search().0
    }

    /// By the number of a box, the arrow by which it is found first.
    fn found(&self) -> FxHashMap<u32, Option<usize>> {
        self.search().1
    }

    fn search(&self) -> (Vec<u32>, FxHashMap<u32, Option<usize>>) {
        let mut next: FxHashMap<u32, Vec<(usize, &Edge)>> = FxHashMap::default();
        self.edges.iter().enumerate().for_each(|(i, e)| next.entry(e.from).or_default().push((i, e)));
        let mut open: VecDeque<u32> = self.nodes.iter().filter(|n| n.look.initial).map(|n| n.id).collect();
        let mut found: FxHashMap<u32, Option<usize>> = open.iter().map(|id| (*id, None)).collect();
        let mut order = vec![];
        while let Some(id) = open.pop_front() {
            order.push(id);
            for (i, edge) in next.get(&id).into_iter().flatten() {
                if let Entry::Vacant(new) = found.entry(edge.to) {
                    new.insert(Some(*i));
                    open.push_back(edge.to);
                }
            }
        }
        (order, found)
    }
}

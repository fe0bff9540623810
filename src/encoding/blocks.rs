//! The block graph of a thread (DYN 4.3): the instrumented graph, cut at the places where it may be seen.

use crate::dynamic::sink;
use crate::ir::{Loc, Program};
use moverlog_rules::{Copy, Edge, Location, Place, Tid};
use std::collections::{BTreeMap, BTreeSet};

/// The places of one thread.
pub struct Blocks {
    /// Where it may be between blocks; the first is where it starts.
    pub visible: Vec<Place>,
    /// Every place from which edges lead, those that are visible first, others behind all from which edges lead there.
    pub order: Vec<Place>,
    edges: BTreeMap<Place, Vec<Edge>>,
}

impl Blocks {
    /// Of a thread, from all edges of the program; nothing if there is a cycle through no visible place.
    pub fn of(program: &Program, t: Tid, edges: &[Edge], lfs: &BTreeSet<Loc>) -> Option<Blocks> {
        let procedure = program.threads[t.0 as usize - 1].procedure;
        let entry = Place(Location(program.procedures[procedure as usize].entry.0), Copy::N);
        let mut out: BTreeMap<Place, Vec<Edge>> = BTreeMap::new();
        edges.iter().for_each(|e| out.entry(e.from).or_default().push(*e));
        let sink = sink(program);
        let reached = reached(entry, &out);
        let is_visible = |p: &Place| p.1 == Copy::N || p.0 == sink || p.1 == Copy::R && lfs.contains(&Loc(p.0.0));
        let (mut visible, inner): (Vec<Place>, Vec<Place>) = reached.iter().partition(|p| is_visible(p));
        visible.retain(|p| p.0 != sink);
        let start = visible.iter().position(|p| *p == entry)?;
        visible.swap(0, start);
        out.retain(|p, _| reached.contains(p));
        let behind = sorted(&inner, &out)?;
        let order = visible.iter().copied().chain(behind).collect();
        Some(Blocks { visible, order, edges: out })
    }

    /// The edges out of a place.
    pub fn edges(&self, from: Place) -> &[Edge] {
        self.edges.get(&from).map_or(&[], Vec::as_slice)
    }

    /// The number of a visible place.
    pub fn number(&self, place: Place) -> Option<usize> {
        self.visible.iter().position(|p| *p == place)
    }
}

fn reached(entry: Place, out: &BTreeMap<Place, Vec<Edge>>) -> BTreeSet<Place> {
    let mut reached = BTreeSet::from([entry]);
    let mut open = vec![entry];
    while let Some(place) = open.pop() {
        let next = out.get(&place).into_iter().flatten().map(|e| e.to);
        open.extend(next.filter(|to| reached.insert(*to)));
    }
    reached
}

/// Places so that edges between them lead forward.
fn sorted(places: &[Place], out: &BTreeMap<Place, Vec<Edge>>) -> Option<Vec<Place>> {
    let inner: BTreeSet<Place> = places.iter().copied().collect();
    let mut into: BTreeMap<Place, usize> = places.iter().map(|p| (*p, 0)).collect();
    let next = |p: &Place| {
        let to: BTreeSet<Place> =
            out.get(p).into_iter().flatten().map(|e| e.to).filter(|to| inner.contains(to)).collect();
        to
    };
    places.iter().flat_map(next).for_each(|to| *into.entry(to).or_default() += 1);
    let mut open: Vec<Place> = places.iter().copied().filter(|p| into[p] == 0).collect();
    let mut sorted = vec![];
    while let Some(place) = open.pop() {
        sorted.push(place);
        for to in next(&place) {
            let left = into.entry(to).or_default();
            *left -= 1;
            open.extend((*left == 0).then_some(to));
        }
    }
    (sorted.len() == places.len()).then_some(sorted)
}

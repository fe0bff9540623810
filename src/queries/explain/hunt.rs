//! States that come near to a failure: who might violate which assertion, and what is in the way.

use super::known::Known;
use super::spot::{NOWHERE, Spot, asserts, far};
use crate::driver::Instance;
use crate::ir::Loc;
use crate::semantics::{Effect, LocalStore, Step};
use moverlog_rules::{Global, Node, State, Tid};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// In which way a state comes near to a failure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// A thread would violate an assertion with these values, but is not there.
    Near,
    /// A thread is at an assertion, and another one may go and write what it reads.
    Intruder,
    /// A thread is at an assertion.
    There,
}

/// States that come near to a failure.
pub(super) struct Hunt {
    way: Way,
    /// Where a thread is that has gone wrong.
    pub wrong: Rc<Spot>,
    asserts: Vec<bool>,
    /// Assertions that a thread would violate in a global store.
    bad: BTreeMap<(Tid, Global), BTreeSet<Loc>>,
    /// Assertions at which a thread never is.
    unvisited: BTreeMap<Tid, BTreeSet<Loc>>,
    far: BTreeMap<Loc, Vec<u32>>,
    /// For a thread at an assertion and another thread, how far that one is from writing what is read.
    intruders: BTreeMap<(Tid, Loc, Tid), Vec<u32>>,
}

impl Hunt {
    /// The ways in which states come near to a failure, the more telling first.
    pub fn all(instance: &Instance<'_>, known: &Known) -> [Hunt; 3] {
        [Way::Near, Way::Intruder, Way::There].map(|way| Hunt::new(instance, known, way))
    }

    /// What would fail, by all local stores that a thread has at its assertions, and all global stores.
    fn new(instance: &Instance<'_>, known: &Known, way: Way) -> Hunt {
        let model = instance.semantics.program;
        let asserts: Vec<bool> = model.locations.iter().map(|l| asserts(&l.op)).collect();
        let (bad, unvisited, ways, intruders) = Default::default();
        let wrong = Rc::new(Spot::named(model, "wrong"));
        let mut hunt = Hunt { way, wrong, asserts, bad, unvisited, far: ways, intruders };
        let mut stores = BTreeSet::new();
        let mut there = BTreeSet::new();
        for s in (0..instance.state_count() as u32).map(State) {
            let c = instance.configuration(s);
            stores.insert(c.global);
            for (t, l) in (1..).map(Tid).zip(c.locals) {
                there.extend(instance.semantics.loc(l).filter(|a| hunt.asserts[a.0 as usize]).map(|a| (t, a, l)));
                if let Some(at) = instance.semantics.loc(l).filter(|a| hunt.asserts[a.0 as usize]) {
                    hunt.find_intruders(instance, known, t, at, c.global, l);
                }
            }
        }
        for at in (0..hunt.asserts.len() as u32).map(Loc).filter(|l| hunt.asserts[l.0 as usize]) {
            let target: Vec<bool> = (0..hunt.asserts.len()).map(|l| l == at.0 as usize).collect();
            hunt.far.insert(at, far(model, &target));
            let absent = instance.semantics.tids().filter(|t| !there.iter().any(|(u, a, _)| u == t && *a == at));
            absent.for_each(|t| _ = hunt.unvisited.entry(t).or_default().insert(at));
        }
        hunt.find_bad(instance, &there, &stores);
        hunt
    }

    fn find_bad(
        &mut self,
        instance: &Instance<'_>,
        there: &BTreeSet<(Tid, Loc, LocalStore)>,
        stores: &BTreeSet<Global>,
    ) {
        let wrong = |step: &Step| matches!(step.effect, Effect::Wrong(_));
        for ((t, at, l), g) in there.iter().flat_map(|x| stores.iter().map(move |g| (x, g))) {
            if instance.semantics.transitions(*t, *g, *l).steps.iter().any(wrong) {
                self.bad.entry((*t, *g)).or_default().insert(*at);
            }
        }
    }

    fn find_intruders(&mut self, instance: &Instance<'_>, known: &Known, t: Tid, at: Loc, g: Global, l: LocalStore) {
        let others = instance.semantics.tids().filter(|u| *u != t);
        let new: Vec<Tid> = others.filter(|u| !self.intruders.contains_key(&(t, at, *u))).collect();
        if self.way != Way::Intruder || new.is_empty() {
            return;
        }
        let transitions = instance.semantics.transitions(t, g, l);
        let writers: Vec<_> = transitions.accesses.reads.iter().flat_map(|c| known.writers(*c)).collect();
        for u in new {
            let writes = |l: usize| writers.iter().any(|w| w.thread == u && w.loc.0 as usize == l);
            let targets: Vec<bool> = (0..self.asserts.len()).map(writes).collect();
            self.intruders.insert((t, at, u), far(instance.semantics.program, &targets));
        }
    }

    fn distance(&self, instance: &Instance<'_>, s: State, t: Tid) -> Option<u32> {
        let loc = instance.loc(t, s)?;
        let is_assert = |loc: &Loc| self.asserts[loc.0 as usize];
        let some = |d: &u32| (1..NOWHERE).contains(d);
        match self.way {
            Way::There => Some(1).filter(|_| is_assert(&loc)),
            Way::Near => {
                let bad = self.bad.get(&(t, instance.configuration(s).global));
                let at = bad.into_iter().chain(self.unvisited.get(&t)).flatten();
                at.map(|at| self.far[at][loc.0 as usize]).filter(some).min()
            }
            Way::Intruder => {
                let others = instance.semantics.tids().filter(|u| *u != t);
                let at = others.filter_map(|u| Some((u, instance.loc(u, s).filter(is_assert)?)));
                at.map(|(u, at)| self.intruders[&(u, at, t)][loc.0 as usize]).filter(some).min()
            }
        }
    }

    pub fn after(&self, instance: &Instance<'_>, s: State, t: Option<u32>, n: Option<u32>) -> Option<u32> {
        let tids = instance.semantics.tids().filter(|u| t.is_none_or(|t| t == u.0));
        let distance = tids.filter_map(|t| self.distance(instance, s, t)).min()?;
        match n {
            None => Some(distance),
            Some(n) => instance.node_loc(Node(n)).is_none().then_some(0),
        }
    }
}

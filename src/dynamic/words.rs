//! Moving conditions as facts that can be put into words: where other threads must have got to, and
//! what else may help, for an action to be a mover.
//!
//! They are what the static analysis can promise. A condition that is said to hold does hold; one may
//! also hold where nothing is said, since `conditions.rs` lets all heuristics help each other in a state.

use super::analysis::Analysis;
use super::clash::clashes;
use super::conditions::Direction;
use super::exploration::instrumented_edges;
use super::footprint::{Access, Mode};
use super::statics::{Held, StaticMovers, exclude_each_other, held};
use crate::ir::{Cell, Domain, Loc, Place, PlaceKind, Value};
use fixedbitset::FixedBitSet;
use moverlog_rules::{Condition, Conditions, Copy, Edge, Guard, Instrument, Tid};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of one action, as performed by the threads that start with one procedure.
#[derive(Debug)]
pub struct Saying {
    pub at: Loc,
    pub threads: Vec<Tid>,
    pub right: Moving,
    pub left: Moving,
    /// The one copy in which every thread is here, where no condition is ever tested.
    pub copy: Option<Copy>,
}

/// When an action is a mover in one direction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moving {
    Always,
    /// Under any of these conditions; without one, never for sure, since others do not get past these places.
    Once {
        ways: Vec<Way>,
        never: Vec<Past>,
    },
}

/// A condition under which nothing stands in an action's way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    pub past: Vec<Past>,
    /// By which heuristic it needs no more than that.
    pub also: Option<Also>,
}

/// Others can no longer reach any of these locations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Past {
    pub others: Others,
    pub locations: Vec<Loc>,
    /// A thread that has come to them may get past them.
    pub is_left: bool,
}

/// The threads that start with one procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Others {
    pub threads: Vec<Tid>,
    /// The thread that acts is one of them, and not meant.
    pub but_one: bool,
}

/// What a heuristic of DYN Table 2 asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Also {
    /// Static pointer dereference: this place is another cell, for good, than those of the others there.
    Apart(Vec<(Place, Others, Loc, Place)>),
    /// Monotonic atomic: this place holds none of these values.
    Unlike(Vec<(Place, BTreeSet<Value>)>),
    /// Lock pointers: the thread holds a mutex that others must acquire before these locations.
    Holding(Vec<Past>),
}

/// An access of another thread that stands in an action's way.
struct Hindrance<'a> {
    group: usize,
    at: Loc,
    /// The index of the action's own access.
    index: usize,
    own: &'a Access,
    foreign: &'a Access,
    lock: bool,
    /// The action makes its access to the cell that the address means before it.
    settled: bool,
}

/// What is known of every action that touches shared variables, in the order of locations.
pub fn sayings(analysis: &Analysis<'_>, reduction: &dyn Instrument) -> Vec<Saying> {
    let statics = StaticMovers::new(analysis);
    let edges = instrumented_edges(analysis, &statics, reduction);
    let finder = Finder {
        analysis,
        held: held(analysis),
        groups: groups(analysis),
        together: tests_both(&edges),
        apart: reduction.conditions() == Conditions::Formulas,
    };
    let mut found = vec![];
    for l in (0..analysis.footprints.len() as u32).map(Loc) {
        let acting = (0..finder.groups.len()).filter(|g| finder.acts(*g, l));
        let here: Vec<Saying> = acting
            .map(|g| {
                let t = finder.groups[g].threads[0];
                let [right, left] = match reduction.conditions() {
                    Conditions::Dynamic | Conditions::Formulas => finder.moving(g, l),
                    Conditions::Static => [Direction::Right, Direction::Left].map(|d| always(statics.moves(d, t, l))),
                };
                Saying { at: l, threads: finder.groups[g].threads.clone(), right, left, copy: only_copy(&edges, l) }
            })
            .collect();
        // What was found while a bound was hit may lack conditions.
        if !analysis.semantics.goes_on() {
            break;
        }
        found.extend(here);
    }
    found
}

fn always(holds: bool) -> Moving {
    if holds { Moving::Always } else { Moving::Once { ways: vec![], never: vec![] } }
}

/// Whether conditions for both movers are tested, and none for one direction.
fn tests_both(edges: &[Edge]) -> bool {
    edges.iter().any(|e| matches!(e.guard, Guard::If(Condition::Both(_))))
}

fn only_copy(edges: &[Edge], l: Loc) -> Option<Copy> {
    let fixed = edges.iter().all(|e| e.guard == Guard::True);
    let places = edges.iter().flat_map(|e| [e.from, e.to]);
    places.filter(|p| fixed && p.0.0 == l.0).map(|p| p.1).next()
}

/// The threads that start with one procedure, and where they may get.
struct Group {
    procedure: u32,
    threads: Vec<Tid>,
    reached: Vec<Loc>,
    /// Where they get without having acquired a mutex.
    free: FixedBitSet,
    /// Where they may get from a mutex that they have acquired before they release one.
    holding: FixedBitSet,
}

fn groups(analysis: &Analysis<'_>) -> Vec<Group> {
    let program = analysis.semantics.program;
    let mut groups: BTreeMap<u32, Vec<Tid>> = BTreeMap::new();
    for (i, thread) in program.threads.iter().enumerate() {
        groups.entry(thread.procedure).or_default().push(Tid(i as u32 + 1));
    }
    let lock = |l: Loc| analysis.footprint(l).lock.as_ref();
    let acquires = |l: Loc| lock(l).is_some_and(|o| o.acquires());
    let releases = |l: Loc| lock(l).is_some_and(|o| o.before && !o.after);
    let group = |(procedure, threads): (u32, Vec<Tid>)| {
        let entry = program.procedures[procedure as usize].entry;
        let reached = analysis.flow.reach([entry], |_| false);
        let reached: Vec<Loc> = reached.ones().map(|l| Loc(l as u32)).collect();
        let taken = reached.iter().filter(|l| acquires(**l)).flat_map(|l| program.location(*l).op.targets());
        let (free, holding) = (analysis.flow.reach([entry], acquires), analysis.flow.reach(taken, releases));
        Group { procedure, threads, reached, free, holding }
    };
    groups.into_iter().map(group).collect()
}

struct Finder<'f, 'a> {
    analysis: &'f Analysis<'a>,
    held: Held,
    groups: Vec<Group>,
    /// Right and left movers are not told apart.
    together: bool,
    /// A heuristic has to solve all that hinders an access, or nothing (DYN Table 2).
    apart: bool,
}

impl Finder<'_, '_> {
    fn acts(&self, group: usize, l: Loc) -> bool {
        !self.analysis.footprint(l).accesses.is_empty() && self.groups[group].reached.contains(&l)
    }

    /// When the action is a right mover, and when a left mover.
    fn moving(&self, group: usize, l: Loc) -> [Moving; 2] {
        let operation = self.analysis.footprint(l).lock.as_ref();
        let all = self.hindrances(group, l);
        let ways = |exempt: bool| {
            let hinders: Vec<&Hindrance<'_>> = all.iter().filter(|h| !(h.lock && exempt && !self.together)).collect();
            self.ways(group, l, &hinders)
        };
        [ways(operation.is_some_and(|o| o.after)), ways(operation.is_some_and(|o| o.before))]
    }

    fn hindrances(&self, group: usize, l: Loc) -> Vec<Hindrance<'_>> {
        let mut found = vec![];
        let own = self.analysis.footprint(l);
        for (g, others) in self.groups.iter().enumerate().filter(|(g, o)| *g != group || o.threads.len() > 1) {
            let excluded = |at: &&Loc| self.analysis.heuristics.locks && exclude_each_other(&self.held, l, **at);
            for at in others.reached.iter().filter(|at| !excluded(at) && self.analysis.semantics.goes_on()) {
                for clash in clashes(own, self.analysis.footprint(*at)) {
                    let index = own.accesses.iter().position(|a| std::ptr::eq(a, clash.own)).unwrap_or(0);
                    let settled = !clash.own.address.as_ref().is_some_and(|a| own.changes(a));
                    let (own, foreign, lock) = (clash.own, clash.foreign, clash.lock);
                    found.push(Hindrance { group: g, at: *at, index, own, foreign, lock, settled });
                }
            }
        }
        found
    }

    fn ways(&self, group: usize, l: Loc, hinders: &[&Hindrance<'_>]) -> Moving {
        if hinders.is_empty() {
            return Moving::Always;
        }
        let all = self.past(group, hinders);
        let (possible, never): (Vec<Past>, Vec<Past>) = all.iter().cloned().partition(|p| self.is_possible(p));
        let mut ways = vec![];
        if never.is_empty() {
            ways.push(Way { past: possible, also: None });
        }
        let none = |h: &&Hindrance<'_>| h.settled && self.is_apart(h);
        ways.extend(self.way(group, hinders, &all, &none, &|solved| self.apart(group, solved)));
        let other = |h: &&Hindrance<'_>| h.settled && self.unlike(h).is_some();
        ways.extend(self.way(group, hinders, &all, &other, &|solved| self.all_unlike(solved)));
        let behind = |h: &&Hindrance<'_>| self.must_acquire(group, l, h);
        ways.extend(self.way(group, hinders, &all, &behind, &|solved| Also::Holding(self.past(group, solved))));
        Moving::Once { ways, never }
    }

    /// A way on which a heuristic solves what it can, and others are past the rest.
    fn way(
        &self,
        group: usize,
        hinders: &[&Hindrance<'_>],
        all: &[Past],
        solves: &dyn Fn(&&Hindrance<'_>) -> bool,
        also: &dyn Fn(&[&Hindrance<'_>]) -> Also,
    ) -> Option<Way> {
        let alike = |h: &Hindrance<'_>| hinders.iter().filter(|other| other.index == h.index).all(solves);
        let helps = |h: &&Hindrance<'_>| if self.apart { alike(h) } else { solves(h) };
        let (solved, rest): (Vec<_>, Vec<_>) = hinders.iter().copied().partition(helps);
        let past = self.past(group, &rest);
        let helps = !solved.is_empty() && past != all && past.iter().all(|p| self.is_possible(p));
        helps.then(|| Way { past, also: Some(also(&solved)) })
    }

    /// That others are past all of these, group by group.
    fn past(&self, group: usize, hinders: &[&Hindrance<'_>]) -> Vec<Past> {
        let mut by_group: BTreeMap<usize, BTreeSet<Loc>> = BTreeMap::new();
        for h in hinders {
            by_group.entry(h.group).or_default().insert(h.at);
        }
        let past = |(g, locations): (usize, BTreeSet<Loc>)| {
            let locations = self.last(&locations);
            let is_left = locations.iter().all(|l| self.is_left(*l));
            Past { others: self.others(group, g), locations, is_left }
        };
        by_group.into_iter().map(past).collect()
    }

    fn others(&self, group: usize, g: usize) -> Others {
        Others { threads: self.groups[g].threads.clone(), but_one: g == group }
    }

    /// No once a bound is hit.
    fn leads(&self, from: Loc, to: Loc) -> bool {
        self.analysis.semantics.goes_on() && self.analysis.flow.reach([from], |_| false).contains(to.0 as usize)
    }

    /// Those of the locations that a thread comes to last: past them it is past all.
    fn last(&self, locations: &BTreeSet<Loc>) -> Vec<Loc> {
        let covered = |l: Loc, by: Loc| self.leads(l, by) && (by > l || !self.leads(by, l));
        let goes_on = || self.analysis.semantics.goes_on();
        let is_last = |l: &Loc| goes_on() && !locations.iter().any(|by| by != l && covered(*l, *by));
        locations.iter().copied().filter(is_last).collect()
    }

    fn is_left(&self, l: Loc) -> bool {
        self.analysis.flow.reach([l], |_| false).ones().any(|at| !self.leads(Loc(at as u32), l))
    }

    /// Whether a thread may ever be past: somewhere in the procedure that it started with.
    fn is_possible(&self, past: &Past) -> bool {
        let Some(group) = self.groups.iter().find(|g| g.threads == past.others.threads) else { return false };
        let program = self.analysis.semantics.program;
        let outermost = group.reached.iter().filter(|l| program.location(**l).procedure == group.procedure);
        outermost.copied().any(|l| !past.locations.iter().any(|to| self.leads(l, *to)))
    }
}

/// The heuristics, each by itself.
impl Finder<'_, '_> {
    /// Places that depend on no thread, and are the same, are always the same cell.
    fn is_apart(&self, h: &Hindrance<'_>) -> bool {
        let known = |a: &Access| a.address.as_ref().is_none_or(|address| address.registers.is_empty());
        let same = known(h.own) && known(h.foreign) && place(h.own) == place(h.foreign);
        let computed = h.own.address.is_some() || h.foreign.address.is_some();
        self.analysis.heuristics.pointer && computed && !same
    }

    fn apart(&self, group: usize, solved: &[&Hindrance<'_>]) -> Also {
        let mut pairs = vec![];
        for h in solved {
            let pair = (place(h.own), self.others(group, h.group), h.at, place(h.foreign));
            if !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        Also::Apart(pairs)
    }

    /// The values that the cell must not hold, where all else is a compare-and-swap that does not write.
    fn unlike(&self, h: &Hindrance<'_>) -> Option<BTreeSet<Value>> {
        let heuristics = self.analysis.heuristics;
        match (h.own.mode, h.foreign.mode) {
            _ if !heuristics.atomic => None,
            (Mode::Read, Mode::Cas(v)) | (Mode::Cas(v), Mode::Read) => Some(BTreeSet::from([v])),
            (Mode::Cas(v), Mode::Cas(w)) => Some(BTreeSet::from([v, w])),
            _ => None,
        }
    }

    fn all_unlike(&self, solved: &[&Hindrance<'_>]) -> Also {
        let mut by_access: BTreeMap<usize, (Place, BTreeSet<Value>)> = BTreeMap::new();
        for h in solved {
            let known = by_access.entry(h.index).or_insert_with(|| (place(h.own), BTreeSet::new()));
            known.1.extend(self.unlike(h).into_iter().flatten());
        }
        let mut places: Vec<(Place, BTreeSet<Value>)> = vec![];
        for (place, values) in by_access.into_values() {
            match places.iter_mut().find(|(p, _)| *p == place) {
                Some((_, known)) => known.extend(values),
                None => places.push((place, values)),
            }
        }
        Also::Unlike(places)
    }

    /// Whether the thread may hold a mutex here, and the other must acquire one before it gets there.
    fn must_acquire(&self, group: usize, l: Loc, h: &Hindrance<'_>) -> bool {
        self.analysis.heuristics.locks
            && self.groups[group].holding.contains(l.0 as usize)
            && !self.groups[h.group].free.contains(h.at.0 as usize)
    }
}

/// Where an access is.
fn place(access: &Access) -> Place {
    match &access.address {
        Some(address) => address.place.clone(),
        None => Place { kind: PlaceKind::Cell(first(access)), domain: Domain::Int },
    }
}

fn first(access: &Access) -> Cell {
    *access.cells.first().expect("an access is to some cell")
}

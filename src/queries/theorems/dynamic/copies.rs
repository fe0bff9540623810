//! The states of the instrumented program: those of the program, each thread in one of the five copies of its location.

use crate::control::Control;
use crate::dynamic::{Direction, Exploration, others};
use crate::exploration::{Instance, Partition};
use crate::movers::{Class, Movers, Moves, Table};
use crate::queries::theorems::Ground;
use crate::queries::theorems::shown::{Breach, World};
use crate::queries::theorems::system::{System, at};
use crate::queries::theorems::trial::Trial;
use crate::semantics::Configuration;
use moverlog_rules::{Copy, Tid};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where everybody is, and in which copies.
type Copied = (Configuration, Vec<Copy>);

pub(super) struct Copies<'a> {
    exploration: &'a Exploration<'a>,
    states: Vec<Copied>,
    /// From where, and by whom, each was reached first.
    parents: Vec<(usize, Tid)>,
    pub(super) system: System<'a>,
}

impl<'a> Copies<'a> {
    pub(super) fn explored(exploration: &'a Exploration<'a>, control: &'a Control<'a>) -> Self {
        let semantics = exploration.analysis.semantics;
        let tids: Vec<Tid> = semantics.tids().collect();
        let initial = (semantics.initial(), vec![Copy::N; tids.len()]);
        let mut numbers = FxHashMap::from_iter([(initial.clone(), 0)]);
        let system = System { tids, next: vec![], class: vec![], wrong: vec![], moves: vec![], control };
        let mut copies = Copies { exploration, states: vec![initial], parents: vec![(0, Tid(1))], system };
        let mut s = 0;
        while s < copies.states.len() && control.goes_on() {
            copies.add(s, &mut numbers);
            s += 1;
        }
        copies
    }

    fn add(&mut self, s: usize, numbers: &mut FxHashMap<Copied, usize>) {
        let mut next = vec![vec![]; self.system.tids.len()];
        for t in self.system.tids.clone() {
            for copied in self.steps(t, s) {
                if let Some(bound) = self.system.control.full(numbers.len()) {
                    self.system.control.record(bound);
                    continue;
                }
                let number = *numbers.entry(copied.clone()).or_insert(self.states.len());
                if number == self.states.len() {
                    self.states.push(copied);
                    self.parents.push((s, t));
                }
                next[at(t)].push(number);
            }
        }
        let (class, wrong) = (|t: &Tid| self.class(*t, s), |t: &Tid| self.is_error(*t, s));
        let (class, wrong) =
            (self.system.tids.iter().map(class).collect(), self.system.tids.iter().map(wrong).collect());
        self.system.class.push(class);
        self.system.wrong.push(wrong);
        self.system.next.push(next);
    }

    /// Along the instrumented edges, their conditions tested where everybody is.
    fn steps(&self, t: Tid, s: usize) -> Vec<Copied> {
        let (c, copies) = &self.states[s];
        let (share, around) = (self.exploration.share_in(c, t, copies[at(t)]), others(self.exploration.analysis, c, t));
        let moved = |next: crate::dynamic::Share| {
            let (mut c, mut copies) = (c.clone(), copies.clone());
            c.global = next.g;
            (c.locals[at(t)], c.stacks[at(t)], copies[at(t)]) = (next.local, next.stack, next.place.1);
            (c, copies)
        };
        self.exploration.shares_after(t, &share, &around).into_iter().map(moved).collect()
    }

    pub(super) fn count(&self) -> usize {
        self.states.len()
    }

    /// E_t: the sink, in one of the copies that the paper names.
    pub(super) fn is_error(&self, t: Tid, s: usize) -> bool {
        let (c, copies) = &self.states[s];
        let semantics = self.exploration.analysis.semantics;
        semantics.is_wrong(c.locals[at(t)]) && matches!(copies[at(t)], Copy::N | Copy::R | Copy::L)
    }

    fn class(&self, t: Tid, s: usize) -> Class {
        match self.states[s].1[at(t)] {
            _ if self.is_error(t, s) => Class::Outside,
            Copy::N => Class::Outside,
            Copy::R | Copy::RPrime => Class::Right,
            Copy::L | Copy::LPrime => Class::Left,
        }
    }

    /// Whether they differ at most in copies of these threads, within l^L and l^R, or l^N, l^R' and l^L'.
    pub(super) fn alike(&self, a: usize, b: usize, up_to: &[Tid]) -> bool {
        self.up_to(a, up_to) == self.up_to(b, up_to)
    }

    fn up_to(&self, s: usize, threads: &[Tid]) -> (&Configuration, Vec<Copy>) {
        let (c, mut copies) = (&self.states[s].0, self.states[s].1.clone());
        for t in threads {
            let copy = &mut copies[at(*t)];
            *copy = if matches!(copy, Copy::L | Copy::R) { Copy::L } else { Copy::N };
        }
        (c, copies)
    }

    /// Each state with the first that is bisimilar to it for `i`.
    fn bisimilar(&self) -> impl Iterator<Item = (Tid, usize, usize)> + '_ {
        let of = move |i: &Tid| {
            let i = *i;
            let mut first = FxHashMap::default();
            let mut pairs = vec![];
            for s in self.system.states() {
                let known = *first.entry(self.up_to(s, &[i])).or_insert(s);
                pairs.extend((known != s).then_some((i, known, s)));
            }
            pairs
        };
        self.system.tids.iter().flat_map(of)
    }

    /// Definition 3, of the relation that the paper gives.
    pub(super) fn bisimulation(&self) -> Trial {
        let mut trial = Trial::new("pairs of states");
        for (i, a, b) in self.bisimilar() {
            let leads = |s: usize, k: Tid| {
                let ends = self.system.next(k, s).iter().map(|s| self.up_to(*s, &[i]));
                ends.collect::<FxHashSet<_>>()
            };
            let differs = self.system.tids.iter().copied().find(|k| leads(a, *k) != leads(b, *k));
            let says = "in another copy of the location of {t}, {u} has other steps";
            trial.tried(differs.is_none(), || Breach { u: differs.unwrap_or(i), ..Breach::of(b, i, says) });
        }
        trial
    }

    /// Definition 5, item 6.
    pub(super) fn agrees_on_errors(&self) -> Trial {
        let mut trial = Trial::new("pairs of states");
        for (i, a, b) in self.bisimilar() {
            let says = "in another copy of the location of {t} it has gone wrong otherwise";
            trial.tried(self.is_error(i, a) == self.is_error(i, b), || Breach::of(b, i, says));
        }
        trial
    }

    /// Definition 5, item 4.
    pub(super) fn keeps_errors(&self) -> Trial {
        let mut trial = Trial::new("errors");
        let errors =
            |s: usize| self.system.tids.iter().copied().filter(move |t| self.is_error(*t, s)).map(move |t| (t, s));
        for (t, s) in self.system.states().flat_map(errors) {
            let left = self.system.next(t, s).iter().copied().find(|s2| !self.is_error(t, *s2));
            let steps = left.map(|s2| (s2, t)).into_iter().collect();
            trial.tried(left.is_none(), || Breach {
                steps,
                ..Breach::of(s, t, "a step of {t} leads out of its errors")
            });
        }
        trial
    }

    /// What the conditions say of each thread's next action; where a node occurs more than once, what holds each time.
    pub(super) fn movers(&self) -> Table {
        let semantics = self.exploration.analysis.semantics;
        let mut table: Table = FxHashMap::default();
        for ((c, _), t) in self.states.iter().flat_map(|s| self.system.tids.iter().map(move |t| (s, *t))) {
            let (right, left) =
                (self.exploration.moves(Direction::Right, c, t), self.exploration.moves(Direction::Left, c, t));
            let outcomes = semantics.transitions_in(c, t).steps.len();
            let row = table.entry((t, c.global, c.locals[at(t)])).or_insert_with(|| vec![Moves::BOTH; outcomes]);
            row.iter_mut().for_each(|m| *m = Moves { right: m.right && right, left: m.left && left });
        }
        table
    }
}

/// These states, told in movers.
pub(super) struct Told<'a> {
    copies: &'a Copies<'a>,
    teller: Instance<'a>,
}

impl<'a> Told<'a> {
    pub(super) fn new(
        ground: &'a Ground<'a>,
        copies: &'a Copies<'a>,
        movers: &'a Movers,
        control: &'a Control<'a>,
    ) -> Self {
        let lfs = copies.exploration.analysis.flow.lfs.clone();
        let teller = Instance::new(ground.semantics, movers, Partition { lfs, ..Partition::default() }, control);
        Told { copies, teller }
    }
}

impl World for Told<'_> {
    fn teller(&self) -> &Instance<'_> {
        &self.teller
    }

    fn configuration(&self, s: usize) -> Configuration {
        self.copies.states[s].0.clone()
    }

    fn way(&self, mut s: usize) -> Vec<(usize, Tid)> {
        let mut way = vec![];
        while s != 0 {
            let (before, t) = self.copies.parents[s];
            way.push((s, t));
            s = before;
        }
        way.reverse();
        way
    }

    fn standing(&self, s: usize) -> Vec<&'static str> {
        let name = |copy: &Copy| match copy {
            Copy::N => "l^N",
            Copy::R => "l^R",
            Copy::RPrime => "l^R'",
            Copy::L => "l^L",
            Copy::LPrime => "l^L'",
        };
        self.copies.states[s].1.iter().map(name).collect()
    }
}

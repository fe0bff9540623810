//! Classes of schedules that lead to one error: which read sees which write.
//!
//! Every configuration is found by single steps, within a bound; from each one in which a thread goes wrong executions
//! are followed backwards, along those steps alone on which the error rests ([`Past`]). A class is what its reads see.
//! One that sees all that another one does, and more, is left out: it goes wrong for the same reason.

use crate::control::Control;
use crate::execution::{Choice, Met, Origin, Past, Who};
use crate::ir::{Cell, GlobalKind, Loc, Op, Program};
use crate::semantics::{Configuration, Semantics, Step, Transitions};
use crate::slice::{Slice, slice};
use indexmap::IndexSet;
use moverlog_rules::Tid;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::collections::BTreeSet;

/// So many configurations are looked at.
const CONFIGURATIONS: usize = 50_000;

/// So many pasts are followed for one error.
const PASTS: usize = 30_000;

/// So many classes of one error are told, those with the shortest executions.
const TOLD: usize = 8;

/// Longer programs are not asked on which of their variables nothing depends.
const LOCATIONS: usize = 4000;

/// A procedure of threads, and where one of them goes wrong.
pub(super) type Place = (u32, Loc);

/// What the reads of an execution see, and the execution.
pub(super) struct Found {
    pub(super) origins: BTreeSet<Origin>,
    pub(super) schedule: Vec<Choice>,
}

/// How configurations come about.
pub(super) struct Classes<'s, 'm> {
    semantics: &'s Semantics<'m>,
    control: &'s Control<'m>,
    /// A variable on which nothing depends tells nothing, nor does a mutex: what was done under it does.
    tells: Vec<bool>,
    known: IndexSet<Configuration, FxBuildHasher>,
    /// For each configuration those before it, and the steps from there.
    into: Vec<Vec<(usize, Choice)>>,
    wrong: Vec<(usize, Choice, Place)>,
    /// Whether there are more configurations.
    cut: bool,
}

impl<'s, 'm> Classes<'s, 'm> {
    /// Of all configurations, or of the nearest.
    pub(super) fn new(semantics: &'s Semantics<'m>, control: &'s Control<'m>) -> Self {
        let program = semantics.program;
        let slice = (program.locations.len() <= LOCATIONS).then(|| slice(program)).flatten();
        let mut known = IndexSet::default();
        known.insert(semantics.initial());
        let tells = (0..program.cells.len() as u32).map(|c| tells(program, slice.as_ref(), Cell(c))).collect();
        let mut found = Classes { semantics, control, tells, known, into: vec![vec![]], wrong: vec![], cut: false };
        found.explore();
        found
    }

    fn explore(&mut self) {
        let mut next = 0;
        while next < self.known.len() {
            let c = self.known[next].clone();
            for t in self.semantics.tids() {
                let transitions = self.semantics.transitions_in(&c, t);
                for (outcome, step) in transitions.steps.iter().enumerate() {
                    self.step((next, &c), Choice { t, outcome }, step);
                }
            }
            next += 1;
            if self.known.len() > CONFIGURATIONS || !self.control.goes_on() {
                self.cut = true;
                return;
            }
        }
    }

    /// Nobody goes on once a thread has gone wrong.
    fn step(&mut self, (at, c): (usize, &Configuration), choice: Choice, step: &Step) {
        let after = self.semantics.after(c, choice.t, step);
        if self.semantics.is_wrong(after.locals[choice.t.0 as usize - 1]) {
            let place = (self.procedure(choice.t), self.loc(c, choice.t));
            return self.wrong.push((at, choice, place));
        }
        let (to, new) = self.known.insert_full(after);
        if new {
            self.into.push(vec![]);
        }
        self.into[to].push((at, choice));
    }

    fn procedure(&self, t: Tid) -> u32 {
        self.semantics.program.threads[t.0 as usize - 1].procedure
    }

    fn loc(&self, c: &Configuration, t: Tid) -> Loc {
        self.semantics.loc(c.locals[t.0 as usize - 1]).expect("who moves is somewhere")
    }

    /// Where threads go wrong.
    pub(super) fn places(&self) -> BTreeSet<Place> {
        self.wrong.iter().map(|(_, _, place)| *place).collect()
    }

    /// The classes that lead there, and whether there may be more.
    pub(super) fn of(&self, place: Place) -> (Vec<Found>, bool) {
        let mut back = Back { classes: self, pasts: vec![], seen: FxHashSet::default(), found: vec![] };
        for (at, choice, _) in self.wrong.iter().filter(|(_, _, p)| *p == place) {
            let past = self.met(*at, *choice, choice.t, Past::of);
            back.push(*at, choice.t, past, (*choice, None));
        }
        let all = back.follow();
        let mut found = back.least();
        let more = !all || self.cut || found.len() > TOLD;
        found.truncate(TOLD);
        (found, more)
    }

    /// With the step of a choice in a configuration, as seen by the thread that goes wrong.
    fn met<R>(&self, at: usize, choice: Choice, wrong: Tid, with: impl FnOnce(&Met<'_>) -> R) -> R {
        let c = &self.known[at];
        let transitions: &Transitions = &self.semantics.transitions_in(c, choice.t);
        let (procedure, loc) = (self.procedure(choice.t), self.loc(c, choice.t));
        let who = Who { itself: choice.t == wrong, procedure, loc };
        let is_block = matches!(self.semantics.program.location(loc).op, Op::Atomic { .. });
        with(&Met { t: choice.t, who, accesses: &transitions.accesses, is_block })
    }

    fn variable(&self, cell: Cell) -> Option<Cell> {
        self.tells[cell.0 as usize].then(|| self.semantics.program.global_of(cell).base)
    }
}

fn tells(program: &Program, slice: Option<&Slice>, cell: Cell) -> bool {
    let data = matches!(program.global_of(cell).kind, GlobalKind::Data(_));
    data && slice.is_none_or(|slice| slice.stores(cell))
}

/// A past on the way back, in the configuration in which its first step is made.
struct Node {
    at: usize,
    wrong: Tid,
    past: Past,
    step: Choice,
    then: Option<usize>,
}

struct Back<'c, 's, 'm> {
    classes: &'c Classes<'s, 'm>,
    pasts: Vec<Node>,
    seen: FxHashSet<(usize, Past)>,
    found: Vec<Found>,
}

impl Back<'_, '_, '_> {
    fn push(&mut self, at: usize, wrong: Tid, past: Past, (step, then): (Choice, Option<usize>)) {
        let known = self.found.iter().any(|f| f.origins.is_subset(&past.origins));
        if !known && self.seen.insert((at, past.clone())) {
            self.pasts.push(Node { at, wrong, past, step, then });
        }
    }

    /// Breadth first, so that shorter executions are met first; false if there were too many.
    fn follow(&mut self) -> bool {
        let (classes, mut next) = (self.classes, 0);
        let variable = |c| classes.variable(c);
        while next < self.pasts.len() {
            if next >= PASTS || !classes.control.goes_on() {
                return false;
            }
            let Node { at, wrong, past, .. } = &self.pasts[next];
            let (at, wrong, past) = (*at, *wrong, past.clone());
            if at == 0 {
                self.begins(next, past.clone().begun(&variable));
            }
            for (before, choice) in &classes.into[at] {
                let longer = classes.met(*before, *choice, wrong, |met| past.after(met, &variable));
                if let Some(longer) = longer {
                    self.push(*before, wrong, longer, (*choice, Some(next)));
                }
            }
            next += 1;
        }
        true
    }

    /// An execution has been followed to its beginning.
    fn begins(&mut self, first: usize, origins: BTreeSet<Origin>) {
        if self.found.iter().any(|f| f.origins.is_subset(&origins)) {
            return;
        }
        let nodes = std::iter::successors(Some(first), |n| self.pasts[*n].then);
        let schedule = nodes.map(|n| self.pasts[n].step).collect();
        self.found.push(Found { origins, schedule });
    }

    /// Without those that see all that another one does.
    fn least(self) -> Vec<Found> {
        let sets: Vec<BTreeSet<Origin>> = self.found.iter().map(|f| f.origins.clone()).collect();
        let least = |f: &Found| !sets.iter().any(|s| *s != f.origins && s.is_subset(&f.origins));
        self.found.into_iter().filter(least).collect()
    }
}

//! What transitions mean for the order of threads, and the lattice of the control states of two of
//! them: which pairs can be reached, and how far a thread can run while the other one waits.
//!
//! Values do not count here, only locks, forks and joins: what the lattice calls unreachable is.

use super::ctp::{Accesses, Ctp, Effect, Transition, VariableId};
use super::groups::groups;
use crate::control::Control;
use rustc_hash::FxHashMap;

/// What may hold a step up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Needs {
    Nothing,
    Lock(usize),
    Unlock(usize),
    Join(usize),
}

/// A transition, as far as other threads are concerned. Forks and joins access tokens: numbers
/// beyond the variables, one for the start and one for the end of each thread.
#[derive(Clone, Debug)]
struct Step {
    accesses: Accesses,
    needs: Needs,
}

/// The steps of all threads. Control state `k` of a thread is before its step `k`.
#[derive(Debug)]
pub struct Skeleton {
    threads: Vec<Vec<Step>>,
    /// The locks held at each control state.
    held: Vec<Vec<Vec<usize>>>,
    /// The thread and the step that let each thread start.
    forked_by: Vec<Option<(usize, usize)>>,
    /// How many steps of a thread are transitions.
    lengths: Vec<usize>,
    /// The threads that can notice each other.
    groups: Vec<Vec<usize>>,
}

impl Skeleton {
    /// `closed`: threads whose last steps do not all conflict get one more, a write of a variable of
    /// its own. MAT analysis needs a conflict at the end of every pair (TSG appendix A).
    pub fn new(ctp: &Ctp, closed: bool) -> Skeleton {
        let n = ctp.threads.len();
        let mut skeleton = Skeleton {
            threads: ctp.threads.iter().map(|s| s.transitions.iter().map(|t| step(ctp, t)).collect()).collect(),
            held: Vec::new(),
            forked_by: (0..n).map(|s| forker(ctp, s)).collect(),
            lengths: ctp.threads.iter().map(|s| s.transitions.len()).collect(),
            groups: groups(ctp),
        };
        for (s, steps) in skeleton.threads.iter_mut().enumerate() {
            if let Some(last) = steps.last_mut()
                && mentions(ctp, &Effect::Join(s))
            {
                last.accesses.writes.insert(end_token(ctp, s));
            }
        }
        if closed && !skeleton.ends_in_conflicts() {
            let accesses = Accesses { writes: [start_token(ctp, n)].into(), ..Accesses::default() };
            let last = Step { accesses, needs: Needs::Nothing };
            skeleton.threads.iter_mut().for_each(|steps| steps.push(last.clone()));
        }
        for (s, steps) in skeleton.threads.iter_mut().enumerate() {
            if let Some(first) = steps.first_mut()
                && mentions(ctp, &Effect::Fork(s))
            {
                first.accesses.reads.insert(start_token(ctp, s));
            }
        }
        skeleton.held = skeleton.threads.iter().map(|steps| held_along(steps)).collect();
        skeleton
    }

    fn ends_in_conflicts(&self) -> bool {
        let lasts: Option<Vec<&Step>> = self.threads.iter().map(|steps| steps.last()).collect();
        let all_conflict =
            |l: &Vec<&Step>| (1..l.len()).all(|j| (0..j).all(|i| l[i].accesses.conflicts_with(&l[j].accesses)));
        lasts.is_some_and(|l| all_conflict(&l))
    }

    pub fn threads(&self) -> usize {
        self.threads.len()
    }

    /// The number of steps of a thread, and so its last control state.
    pub fn end(&self, thread: usize) -> usize {
        self.threads[thread].len()
    }

    /// The number of steps that are transitions of the program.
    pub fn length(&self, thread: usize) -> usize {
        self.lengths[thread]
    }

    pub fn groups(&self) -> &[Vec<usize>] {
        &self.groups
    }

    /// Whether no other thread can notice the step.
    pub fn is_local(&self, thread: usize, k: usize) -> bool {
        self.threads[thread][k].accesses.is_empty()
    }

    /// The control state at which another thread is at least when this one starts.
    pub fn starts_after(&self, thread: usize, other: usize) -> usize {
        self.forked_by[thread].filter(|(t, _)| *t == other).map_or(0, |(_, at)| at + 1)
    }

    /// Whether step `k` of a thread is not held up by another one that is at `other_at`.
    fn is_enabled(&self, thread: usize, k: usize, other: usize, other_at: usize) -> bool {
        let started = k > 0 || self.forked_by[thread].is_none_or(|(t, at)| t != other || other_at > at);
        started
            && match self.threads[thread][k].needs {
                Needs::Nothing => true,
                Needs::Lock(m) => !self.held[thread][k].contains(&m) && !self.held[other][other_at].contains(&m),
                Needs::Unlock(m) => self.held[thread][k].contains(&m),
                Needs::Join(s) => s != thread && (s != other || other_at >= self.lengths[s]),
            }
    }
}

fn start_token(ctp: &Ctp, thread: usize) -> VariableId {
    VariableId(ctp.variables.len() + 2 * thread)
}

fn end_token(ctp: &Ctp, thread: usize) -> VariableId {
    VariableId(start_token(ctp, thread).0 + 1)
}

fn step(ctp: &Ctp, t: &Transition) -> Step {
    let mut step = Step { accesses: ctp.accesses(t), needs: Needs::Nothing };
    let Accesses { reads, writes } = &mut step.accesses;
    match t.effect {
        Effect::Lock(m) => step.needs = Needs::Lock(m.0),
        Effect::Unlock(m) => step.needs = Needs::Unlock(m.0),
        Effect::Fork(s) => _ = writes.insert(start_token(ctp, s)),
        Effect::Join(s) => {
            step.needs = Needs::Join(s);
            reads.insert(end_token(ctp, s));
        }
        _ => {}
    }
    step
}

fn mentions(ctp: &Ctp, effect: &Effect) -> bool {
    ctp.threads.iter().flat_map(|s| &s.transitions).any(|t| t.effect == *effect)
}

/// Where a thread is forked, if that is at one place.
fn forker(ctp: &Ctp, thread: usize) -> Option<(usize, usize)> {
    let places = |(t, slice): (usize, &super::ctp::Slice)| {
        let forks = slice.transitions.iter().enumerate().filter(|(_, x)| x.effect == Effect::Fork(thread));
        forks.map(|(k, _)| (t, k)).collect::<Vec<_>>()
    };
    let found: Vec<_> = ctp.threads.iter().enumerate().flat_map(places).collect();
    if let [only] = found[..] { Some(only) } else { None }
}

fn held_along(steps: &[Step]) -> Vec<Vec<usize>> {
    let mut held = vec![vec![]];
    for step in steps {
        let mut now = held[held.len() - 1].clone();
        match step.needs {
            Needs::Lock(m) if !now.contains(&m) => now.push(m),
            Needs::Unlock(m) => now.retain(|h| *h != m),
            _ => {}
        }
        held.push(now);
    }
    held
}

/// The steps of a thread that read and that write each variable or token, in order.
#[derive(Default)]
struct Accessors {
    readers: FxHashMap<VariableId, Vec<u32>>,
    writers: FxHashMap<VariableId, Vec<u32>>,
}

impl Accessors {
    fn of(steps: &[Step]) -> Self {
        let mut found = Accessors::default();
        for (a, step) in (0..).zip(steps) {
            step.accesses.reads.iter().for_each(|v| found.readers.entry(*v).or_default().push(a));
            step.accesses.writes.iter().for_each(|v| found.writers.entry(*v).or_default().push(a));
        }
        found
    }

    fn in_conflict_with(&self, step: &Accesses) -> Vec<u32> {
        let by_read = step.reads.iter().filter_map(|v| self.writers.get(v));
        let by_write = step.writes.iter().flat_map(|v| [self.writers.get(v), self.readers.get(v)]).flatten();
        let mut found: Vec<u32> = by_read.chain(by_write).flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// What a lattice has for each pair of control states: whether it is reached, two stops, conflicts counted and
/// listed.
const BYTES_OF_PAIR: usize = 1 + 2 * 4 + 2 * 4;

/// The control states (a, b) of two threads, `i` and `j`. MAT analysis prefers short transactions of `j`.
pub struct Lattice<'a> {
    control: Option<&'a Control<'a>>,
    pub i: usize,
    pub j: usize,
    /// The last control states.
    pub ends: (usize, usize),
    reached: Vec<bool>,
    /// From (a, b), the step at which `i` is held up while `j` stays, and the other way round.
    stop_i: Vec<u32>,
    stop_j: Vec<u32>,
    /// For each step of `j` the steps of `i` in conflict with it, in order.
    conflicts: Vec<Vec<u32>>,
    /// The number of conflicts between the first a steps of `i` and the first b of `j`.
    counts: Vec<u32>,
}

impl<'a> Lattice<'a> {
    pub fn new(s: &Skeleton, i: usize, j: usize) -> Self {
        Lattice::within(s, i, j, None).expect("nothing bounds it")
    }

    /// Nothing if a bound is hit; what is generated from it later is cut short when one is.
    pub fn within(s: &Skeleton, i: usize, j: usize, control: Option<&'a Control<'a>>) -> Option<Self> {
        let ends = (s.end(i), s.end(j));
        let size = (ends.0 + 1) * (ends.1 + 1);
        if control.is_some_and(|c| !c.affords(size * BYTES_OF_PAIR)) {
            return None;
        }
        let (reached, conflicts) = (vec![false; size], vec![]);
        let [stop_i, stop_j, counts] = [0; 3].map(|_| vec![0; size]);
        let mut lattice = Lattice { control, i, j, ends, reached, stop_i, stop_j, conflicts, counts };
        let found =
            lattice.find_conflicts(s) && lattice.find_stops(s) && lattice.find_reached() && lattice.count_conflicts();
        found.then_some(lattice)
    }

    /// Asked before each row of work: no once a bound is hit.
    pub fn goes_on(&self) -> bool {
        self.control.is_none_or(Control::check)
    }

    fn at(&self, a: usize, b: usize) -> usize {
        a * (self.ends.1 + 1) + b
    }

    fn find_conflicts(&mut self, s: &Skeleton) -> bool {
        let accessors = Accessors::of(&s.threads[self.i]);
        s.threads[self.j].iter().all(|step| {
            self.conflicts.push(accessors.in_conflict_with(&step.accesses));
            self.goes_on()
        })
    }

    fn find_stops(&mut self, s: &Skeleton) -> bool {
        (0..=self.ends.0).rev().all(|a| {
            (0..=self.ends.1).rev().for_each(|b| self.find_stops_at(s, a, b));
            self.goes_on()
        })
    }

    fn find_stops_at(&mut self, s: &Skeleton, a: usize, b: usize) {
        let here = self.at(a, b);
        let i_free = a < self.ends.0 && s.is_enabled(self.i, a, self.j, b);
        let j_free = b < self.ends.1 && s.is_enabled(self.j, b, self.i, a);
        self.stop_i[here] = if i_free { self.stop_i[self.at(a + 1, b)] } else { a as u32 };
        self.stop_j[here] = if j_free { self.stop_j[here + 1] } else { b as u32 };
    }

    fn find_reached(&mut self) -> bool {
        (0..=self.ends.0).all(|a| {
            (0..=self.ends.1).for_each(|b| self.find_reached_at(a, b));
            self.goes_on()
        })
    }

    fn find_reached_at(&mut self, a: usize, b: usize) {
        let here = self.at(a, b);
        let by_i = a > 0 && self.reached[self.at(a - 1, b)] && self.i_can_move(a - 1, b);
        let by_j = b > 0 && self.reached[here - 1] && self.j_can_move(a, b - 1);
        self.reached[here] = (a, b) == (0, 0) || by_i || by_j;
    }

    fn count_conflicts(&mut self) -> bool {
        (0..self.ends.1).all(|b| {
            let row = std::mem::take(&mut self.conflicts[b]);
            for a in 0..=self.ends.0 {
                let here = self.at(a, b);
                let in_row = row.partition_point(|x| (*x as usize) < a) as u32;
                self.counts[here + 1] = self.counts[here] + in_row;
            }
            self.conflicts[b] = row;
            self.goes_on()
        })
    }

    /// Whether the two threads can be there at once.
    pub fn is_reached(&self, a: usize, b: usize) -> bool {
        self.reached[self.at(a, b)]
    }

    pub fn i_can_move(&self, a: usize, b: usize) -> bool {
        a < self.ends.0 && self.stop_i[self.at(a, b)] as usize > a
    }

    pub fn j_can_move(&self, a: usize, b: usize) -> bool {
        b < self.ends.1 && self.stop_j[self.at(a, b)] as usize > b
    }

    /// Whether from `f` both threads can run up to and including the steps `l`, first `i`, then `j`.
    pub fn i_first(&self, f: (usize, usize), l: (usize, usize)) -> bool {
        l.0 < self.stop_i[self.at(f.0, f.1)] as usize && l.1 < self.stop_j[self.at(l.0 + 1, f.1)] as usize
    }

    pub fn j_first(&self, f: (usize, usize), l: (usize, usize)) -> bool {
        l.1 < self.stop_j[self.at(f.0, f.1)] as usize && l.0 < self.stop_i[self.at(f.0, l.1 + 1)] as usize
    }

    /// The steps of `i` in conflict with step `b` of `j`.
    pub fn conflicts_of_j(&self, b: usize) -> &[u32] {
        &self.conflicts[b]
    }

    /// From a pair, the steps at which each thread is held up if the other one stays.
    pub fn stops(&self, f: (usize, usize)) -> (usize, usize) {
        (self.stop_i[self.at(f.0, f.1)] as usize, self.stop_j[self.at(f.0, f.1)] as usize)
    }

    /// From a pair, the step at which `i` is held up once `j` has run up to and including step `b`; the step
    /// where it is if `j` cannot.
    pub fn stop_of_i_after(&self, f: (usize, usize), b: usize) -> usize {
        let runs = b < self.stop_j[self.at(f.0, f.1)] as usize;
        if runs { self.stop_i[self.at(f.0, b + 1)] as usize } else { f.0 }
    }

    /// The first conflicting pair of steps in the order of `j`, then of `i`, neither before `from` and both
    /// before `to`, that is accepted. With step `b` of `j`, no step of `i` from `limit(b)` on is.
    pub fn first_conflict(
        &self,
        from: (usize, usize),
        to: (usize, usize),
        limit: impl Fn(usize) -> usize,
        accepts: impl Fn((usize, usize)) -> bool,
    ) -> Option<(usize, usize)> {
        let mut b = from.1;
        loop {
            b = self.next_in_conflict((from.0, b), to)?;
            let row = &self.conflicts[b];
            let start = row.partition_point(|x| (*x as usize) < from.0);
            let last = to.0.min(limit(b));
            let within = row[start..].iter().map(|a| *a as usize).take_while(|a| *a < last);
            if let Some(a) = within.into_iter().find(|a| accepts((*a, b))) {
                return Some((a, b));
            }
            b += 1;
        }
    }

    /// The first step of `j` from `from.1` on, before `to.1`, in conflict with a step `from.0..to.0` of `i`.
    fn next_in_conflict(&self, from: (usize, usize), to: (usize, usize)) -> Option<usize> {
        let none_before = |b| from.0 >= to.0 || self.conflicts_within(from, (to.0, b)) == 0;
        if from.1 >= to.1 || none_before(to.1) {
            return None;
        }
        // There is one: doubles the distance, then halves it. It is mostly near.
        let (mut none, mut step) = (from.1, 1);
        while none + step < to.1 && none_before(none + step) {
            none += step;
            step *= 2;
        }
        let mut some = (none + step).min(to.1);
        while some - none > 1 {
            let middle = none.midpoint(some);
            *(if none_before(middle) { &mut none } else { &mut some }) = middle;
        }
        Some(none)
    }

    /// The number of conflicts between steps `from.0..to.0` of `i` and `from.1..to.1` of `j`.
    pub fn conflicts_within(&self, from: (usize, usize), to: (usize, usize)) -> u32 {
        let count = |a, b| self.counts[self.at(a, b)];
        count(to.0, to.1) + count(from.0, from.1) - count(from.0, to.1) - count(to.0, from.1)
    }
}

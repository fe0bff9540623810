//! Transaction sequence graphs (TSG 4.1): control states of the threads, transactions between them,
//! and the context switches that suffice.
//!
//! A graph is [`Tsg::adequate`] if every schedule of each of its groups of threads, complete or not, has an
//! equivalent one along it, in which at most the last transaction of each thread is cut short. For the
//! CCFG that is plain; for two threads `mat` checks it MAT by MAT; for more threads `separate` makes it so.

use super::lattice::{Lattice, Skeleton};
use super::mat::{ControlState, Mat, Reading, context_switches, gen_mat, gen_mat_feasible, is_adequate};
use crate::control::Control;
use std::collections::BTreeSet;

/// Which MATs a graph is built from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mats {
    /// GenMAT.
    All,
    /// GenMAT'.
    Feasible(Reading),
}

/// How the MATs of all pairs of threads become one graph, where there are more than two threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Union {
    /// Switches between all boundaries of a group of threads, whichever pair they come from, but for those
    /// after which two independent transactions would be in the wrong order; boundaries are added until
    /// transactions depend on each other through their last transitions alone.
    Boundaries,
    /// DIVERGENCE: TSG 4.1 as printed: the switches of each pair. Loses schedules.
    Pairwise,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    pub mats: Mats,
    pub union: Union,
}

/// The MATs of one pair of threads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PairMats {
    pub i: usize,
    pub j: usize,
    pub mats: Vec<Mat>,
}

#[derive(Debug)]
pub struct Tsg {
    /// The control states of each thread at which transactions begin or end, in order.
    pub boundaries: Vec<Vec<usize>>,
    pub switches: Vec<(ControlState, ControlState)>,
    pub mats: Vec<PairMats>,
    /// The threads that are looked at together: those of different groups cannot notice each other.
    pub groups: Vec<Vec<usize>>,
    /// Whether every schedule is known to have an equivalent one along the graph.
    pub adequate: bool,
    /// Boundaries that no MAT asked for.
    pub added: usize,
}

/// A CCFG is a graph of this kind too: its transactions end at every shared access.
pub type Ccfg = Tsg;

/// The lattices of all pairs of threads.
pub struct Lattices<'a> {
    pairs: Vec<Lattice<'a>>,
    control: Option<&'a Control<'a>>,
}

/// Patience is asked for once in so many switches.
const ASKED: usize = 1 << 12;

impl<'a> Lattices<'a> {
    /// Those of the pairs (i, j) with i < j, or the other way round if the earlier thread has priority.
    pub fn new(skeleton: &Skeleton, earlier_first: bool) -> Self {
        Lattices::within(skeleton, earlier_first, None)
    }

    /// Once a bound is hit pairs are missing here, and switches in a graph that is made of them.
    pub fn within(skeleton: &Skeleton, earlier_first: bool, control: Option<&'a Control<'a>>) -> Self {
        let n = skeleton.threads();
        let mut lattices = Lattices { pairs: vec![], control };
        for (i, j) in (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j))) {
            let (i, j) = if earlier_first { (j, i) } else { (i, j) };
            let Some(lattice) = Lattice::within(skeleton, i, j, control) else { break };
            lattices.pairs.push(lattice);
        }
        lattices
    }

    fn go_on(&self) -> bool {
        self.control.is_none_or(|c| c.check())
    }

    pub fn iter(&self) -> impl Iterator<Item = &Lattice<'a>> {
        self.pairs.iter()
    }

    /// The control states between which lockset analysis allows a switch from `x` to `y`, among those given.
    /// `x` has just made a step, and `y` can make one.
    fn switches(&self, x_at: &[Vec<usize>]) -> Vec<(ControlState, ControlState)> {
        let mut found = Vec::new();
        for lattice in &self.pairs {
            for (x, y) in [(lattice.i, lattice.j), (lattice.j, lattice.i)] {
                for &from in x_at[x].iter().take_while(|_| self.go_on()) {
                    let to = x_at[y].iter().filter(|to| lattice.is_switch(x, from, **to));
                    let state = ControlState { thread: x, at: from };
                    found.extend(to.map(|to| (state, ControlState { thread: y, at: *to })));
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// The control states at which a thread can be when another one makes a step, as far as locks, forks and joins say.
    pub(super) fn beside(&self, thread: usize, step: ControlState) -> Vec<usize> {
        let Some(lattice) = self.of(thread, step.thread) else { return vec![] };
        let is_i = lattice.i == thread;
        let end = if is_i { lattice.ends.0 } else { lattice.ends.1 };
        let may = |at: &usize| match is_i {
            true => lattice.is_reached(*at, step.at) && lattice.j_can_move(*at, step.at),
            false => lattice.is_reached(step.at, *at) && lattice.i_can_move(step.at, *at),
        };
        (0..=end).filter(may).collect()
    }

    /// The first control state at which another thread can be while this one is at a control state.
    pub(super) fn other_at(&self, here: ControlState, other: usize) -> Option<usize> {
        let lattice = self.of(here.thread, other)?;
        match lattice.i == here.thread {
            true => (0..=lattice.ends.1).find(|b| lattice.is_reached(here.at, *b)),
            false => (0..=lattice.ends.0).find(|a| lattice.is_reached(*a, here.at)),
        }
    }

    fn of(&self, x: usize, y: usize) -> Option<&Lattice<'a>> {
        self.pairs.iter().find(|l| (l.i, l.j) == (x, y) || (l.j, l.i) == (x, y))
    }
}

impl Lattice<'_> {
    /// Whether thread `x` can have just come to `from` while the other one is at `to`, and that one can go on.
    fn is_switch(&self, x: usize, from: usize, to: usize) -> bool {
        if from == 0 {
            false
        } else if x == self.i {
            self.is_reached(from - 1, to) && self.i_can_move(from - 1, to) && self.j_can_move(from, to)
        } else {
            self.is_reached(to, from - 1) && self.j_can_move(to, from - 1) && self.i_can_move(to, from)
        }
    }
}

impl Tsg {
    /// The graph without MAT analysis: transactions in which only the last transition accesses shared variables.
    pub fn ccfg(skeleton: &Skeleton, lattices: &Lattices<'_>) -> Ccfg {
        let of_thread = |t: usize| {
            let ends = (0..skeleton.end(t)).filter(|k| !skeleton.is_local(t, *k)).map(|k| k + 1);
            let states: BTreeSet<usize> = ends.chain([0, skeleton.end(t)]).collect();
            states.into_iter().collect()
        };
        let boundaries: Vec<Vec<usize>> = (0..skeleton.threads()).map(of_thread).collect();
        let switches = lattices.switches(&boundaries);
        Tsg { boundaries, switches, mats: vec![], groups: together(skeleton), adequate: true, added: 0 }
    }

    pub fn new(skeleton: &Skeleton, lattices: &Lattices<'_>, options: &Options) -> Tsg {
        let of_pair = |lattice: &Lattice<'_>| match options.mats {
            Mats::All => gen_mat(lattice),
            Mats::Feasible(reading) => gen_mat_feasible(lattice, reading),
        };
        let closed = skeleton.threads() > 2 && options.union == Union::Boundaries;
        let groups = if closed { skeleton.groups().to_vec() } else { together(skeleton) };
        let noticed = |l: &&Lattice<'_>| groups.iter().any(|g| g.contains(&l.i) && g.contains(&l.j));
        let pairs = lattices.iter().filter(noticed).take_while(|_| lattices.go_on());
        let mats: Vec<PairMats> = pairs.map(|l| PairMats { i: l.i, j: l.j, mats: of_pair(l) }).collect();
        let boundaries = boundaries(skeleton, &mats);
        if closed {
            return Tsg::closure(skeleton, lattices, mats, boundaries);
        }
        let switches = |(l, p): (&Lattice<'_>, &PairMats)| {
            let all = context_switches(l, &p.mats);
            let kept = all.into_iter().filter(|(from, to)| l.is_switch(from.thread, from.at, to.at));
            kept.collect::<Vec<_>>()
        };
        let mut switches: Vec<_> = lattices.iter().zip(&mats).flat_map(switches).collect();
        switches.sort_unstable();
        let two = skeleton.threads() <= 2;
        let adequate = two && lattices.iter().zip(&mats).all(|(l, p)| is_adequate(l, &p.mats));
        Tsg { boundaries, switches, mats, groups, adequate, added: 0 }
    }

    fn closure(
        skeleton: &Skeleton,
        lattices: &Lattices<'_>,
        mats: Vec<PairMats>,
        mut boundaries: Vec<Vec<usize>>,
    ) -> Tsg {
        let before: usize = boundaries.iter().map(Vec::len).sum();
        for lattice in lattices.iter().take_while(|_| lattices.go_on()) {
            separate(lattice, &mut boundaries);
        }
        let added = boundaries.iter().map(Vec::len).sum::<usize>() - before;
        let mut switches = lattices.switches(&boundaries);
        let groups = skeleton.groups().to_vec();
        let (mut seen, mut goes_on) = (0, true);
        switches.retain(|(from, to)| {
            seen += 1;
            goes_on = goes_on && (seen % ASKED != 0 || lattices.go_on());
            let together = groups.iter().any(|g| g.contains(&from.thread) && g.contains(&to.thread));
            goes_on
                && together
                && (from.thread < to.thread || are_dependent(skeleton, lattices, &boundaries, *from, *to))
        });
        Tsg { boundaries, switches, mats, groups, adequate: true, added }
    }

    pub fn nodes(&self) -> usize {
        self.boundaries.iter().map(Vec::len).sum()
    }

    pub fn transactions(&self) -> usize {
        self.boundaries.iter().map(|b| b.len() - 1).sum()
    }

    pub fn edges(&self) -> usize {
        self.transactions() + self.switches.len()
    }

    pub fn count_mats(&self) -> usize {
        self.mats.iter().map(|p| p.mats.len()).sum()
    }
}

fn together(skeleton: &Skeleton) -> Vec<Vec<usize>> {
    vec![(0..skeleton.threads()).collect()]
}

/// Whether the transaction that ends at `from` and the one that begins at `to` depend on each other.
///
/// If not, exchanging them gives an equivalent schedule. Of the orders of transactions that are
/// equivalent the first one, compared thread by thread, has no such pair with the later thread in front.
/// A transaction that is cut short, and so comes last, can be moved forward in the same way.
fn are_dependent(
    skeleton: &Skeleton,
    lattices: &Lattices<'_>,
    boundaries: &[Vec<usize>],
    from: ControlState,
    to: ControlState,
) -> bool {
    let before = boundaries[from.thread].partition_point(|s| *s < from.at);
    let after = boundaries[to.thread].partition_point(|s| *s <= to.at);
    let begin = boundaries[from.thread][before.saturating_sub(1)];
    let end = boundaries[to.thread].get(after).map_or(to.at, |s| *s);
    let real = |t: usize, range: (usize, usize)| (range.0.min(skeleton.length(t)), range.1.min(skeleton.length(t)));
    let (x, y) = (real(from.thread, (begin, from.at)), real(to.thread, (to.at, end)));
    lattices.of(from.thread, to.thread).is_none_or(|lattice| {
        let (i, j) = if lattice.i == from.thread { (x, y) } else { (y, x) };
        lattice.conflicts_within((i.0, j.0), (i.1, j.1)) > 0
    })
}

/// S_i: the begins and ends of all MATs, and of the threads.
fn boundaries(skeleton: &Skeleton, mats: &[PairMats]) -> Vec<Vec<usize>> {
    let mut states: Vec<BTreeSet<usize>> = (0..skeleton.threads()).map(|t| [0, skeleton.end(t)].into()).collect();
    for PairMats { i, j, mats } in mats {
        states[*i].extend(mats.iter().flat_map(|m| [m.begin.0, m.end.0]));
        states[*j].extend(mats.iter().flat_map(|m| [m.begin.1, m.end.1]));
    }
    states.into_iter().map(|s| s.into_iter().collect()).collect()
}

/// Adds boundaries until no transition can follow, within the other transaction's duration, a
/// transition that it depends on and that is not the last of its transaction.
///
/// Then "some transition of B depends on an earlier one of A" implies "the last of A is performed before
/// the last of B", so transactions can be put one after the other, those that were cut short at the end.
fn separate(lattice: &Lattice<'_>, boundaries: &mut [Vec<usize>]) {
    let mut added = (BTreeSet::new(), BTreeSet::new());
    for b in (0..lattice.ends.1).take_while(|_| lattice.goes_on()) {
        for &a in lattice.conflicts_of_j(b) {
            let a = a as usize;
            let end_a = boundaries[lattice.i].iter().copied().find(|s| *s > a).unwrap_or(lattice.ends.0);
            if (a + 1..end_a).any(|s| lattice.is_reached(s, b) && lattice.j_can_move(s, b)) {
                added.0.insert(a + 1);
            }
            let end_b = boundaries[lattice.j].iter().copied().find(|s| *s > b).unwrap_or(lattice.ends.1);
            if (b + 1..end_b).any(|s| lattice.is_reached(a, s) && lattice.i_can_move(a, s)) {
                added.1.insert(b + 1);
            }
        }
    }
    for (thread, states) in [(lattice.i, added.0), (lattice.j, added.1)] {
        let all: BTreeSet<usize> = boundaries[thread].iter().copied().chain(states).collect();
        boundaries[thread] = all.into_iter().collect();
    }
}

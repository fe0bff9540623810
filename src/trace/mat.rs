//! Mutually atomic transactions (TSG 3.2 and appendix A): pairs of transactions of two threads in
//! which only the last two transitions depend on each other, so that threads need to take turns
//! only at their ends.
//!
//! Every pair of control states from which a MAT is generated is a promise: any schedule from there
//! is equivalent to one that performs one of the two transactions first, as a whole.
//! GenMAT keeps it: if two dependent transitions before the last pair could both be performed, the
//! first time that this happens gives an executable pair before the selected one, which was least.
//! GenMAT' may break it ([`Reading::Literal`]); [`Reading::Checked`] looks, and then does as GenMAT does.

use super::lattice::Lattice;
use std::collections::{BTreeSet, VecDeque};

/// The transactions `begin.0..end.0` of thread i and `begin.1..end.1` of thread j, by control states.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mat {
    pub begin: (usize, usize),
    pub end: (usize, usize),
}

/// A control state of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ControlState {
    pub thread: usize,
    pub at: usize,
}

/// How GenMAT' is read, where no two readings agree (docs/papers.md).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// The least feasible MAT, where that keeps the promise, otherwise what GenMAT selects.
    Checked,
    /// The least feasible MAT; what GenMAT selects where there is none. Not proved adequate.
    Fallback,
    /// DIVERGENCE: Algorithm 1, line 9, as printed: nothing where no MAT is feasible. Loses schedules.
    Literal,
    /// DIVERGENCE: section 4: the least feasible MAT after the one that GenMAT selects. Loses schedules.
    After,
}

/// GenMAT: MATs of which at least one order can be performed.
pub fn gen_mat(lattice: &Lattice<'_>) -> Vec<Mat> {
    generate(lattice, |from| select(lattice, from))
}

/// GenMAT': only MATs of which both orders can be performed.
pub fn gen_mat_feasible(lattice: &Lattice<'_>, reading: Reading) -> Vec<Mat> {
    let both = |from, l| lattice.i_first(from, l) && lattice.j_first(from, l);
    let limit = |from, b| lattice.stop_of_i_after(from, b);
    let feasible = |from| lattice.first_conflict(from, lattice.stops(from), |b| limit(from, b), |l| both(from, l));
    match reading {
        Reading::Literal => generate(lattice, feasible),
        Reading::Fallback => generate(lattice, |from| feasible(from).or_else(|| select(lattice, from))),
        Reading::Checked => generate(lattice, |from| {
            feasible(from).filter(|l| keeps_promise(lattice, from, *l)).or_else(|| select(lattice, from))
        }),
        Reading::After => generate(lattice, |from| {
            let least = select(lattice, from)?;
            lattice.first_conflict(least, lattice.stops(from), |b| limit(from, b), |l| both(from, l))
        }),
    }
}

/// What GenMAT selects: the last steps of the shortest transaction of j, then of i.
fn select(lattice: &Lattice<'_>, from: (usize, usize)) -> Option<(usize, usize)> {
    let stops = lattice.stops(from);
    let to = if stops.0 == from.0 { (lattice.ends.0, stops.1) } else { lattice.ends };
    let limit = |b| stops.0.max(lattice.stop_of_i_after(from, b));
    lattice.first_conflict(from, to, limit, |l| lattice.i_first(from, l) || lattice.j_first(from, l))
}

/// Algorithm 1 but for the choice of the MAT, given by its last steps.
fn generate(lattice: &Lattice<'_>, select: impl Fn((usize, usize)) -> Option<(usize, usize)>) -> Vec<Mat> {
    let mut mats = Vec::new();
    let mut seen = vec![false; (lattice.ends.0 + 1) * (lattice.ends.1 + 1)];
    let mut queue = VecDeque::from([(0, 0)]);
    while let Some(from) = queue.pop_front().filter(|_| lattice.goes_on()) {
        let seen = &mut seen[from.0 * (lattice.ends.1 + 1) + from.1];
        if std::mem::replace(seen, true) || !lattice.is_reached(from.0, from.1) {
            continue;
        }
        let Some(last) = select(from) else { continue };
        let mat = Mat { begin: from, end: (last.0 + 1, last.1 + 1) };
        mats.push(mat);
        queue.extend(corners(mat, lattice.ends));
    }
    mats
}

/// Lines 13 to 16: where the next MATs begin.
fn corners(mat: Mat, ends: (usize, usize)) -> Vec<(usize, usize)> {
    let Mat { begin, end } = mat;
    match (end.0 == ends.0, end.1 == ends.1) {
        (true, true) => vec![],
        (true, false) => vec![(begin.0, end.1)],
        (false, true) => vec![(end.0, begin.1)],
        (false, false) => vec![(begin.0, end.1), (end.0, begin.1), end],
    }
}

/// Whether no schedule from `from` performs two dependent transitions before it has performed one
/// of the last two, nor one of those after a transition of the other thread that it depends on.
pub fn keeps_promise(lattice: &Lattice<'_>, from: (usize, usize), last: (usize, usize)) -> bool {
    if lattice.conflicts_within(from, (last.0 + 1, last.1 + 1)) <= 1 {
        return true;
    }
    let width = last.1 - from.1 + 1;
    // What can be reached, of the row before up to the place that is looked at.
    let mut row = vec![false; width];
    for a in from.0..=last.0 {
        if !lattice.goes_on() {
            return false;
        }
        for b in from.1..=last.1 {
            let k = b - from.1;
            let by_i = a > from.0 && row[k] && lattice.i_can_move(a - 1, b);
            let by_j = b > from.1 && row[k - 1] && lattice.j_can_move(a, b - 1);
            row[k] = (a, b) == from || by_i || by_j;
            if row[k] && breaks_promise(lattice, from, last, (a, b)) {
                return false;
            }
        }
    }
    true
}

/// Whether it is broken at a pair of control states inside the rectangle, or by a last step from there.
fn breaks_promise(lattice: &Lattice<'_>, from: (usize, usize), last: (usize, usize), here: (usize, usize)) -> bool {
    let within = |a: (usize, usize), b: (usize, usize)| lattice.conflicts_within(a, b) > 0;
    within(from, here)
        || here.0 == last.0 && lattice.i_can_move(here.0, here.1) && within((last.0, from.1), (last.0 + 1, here.1))
        || here.1 == last.1 && lattice.j_can_move(here.0, here.1) && within((from.0, last.1), (here.0, last.1 + 1))
}

/// TP: the context switches that MATs allow, from the end of one transaction to the begin of the other.
pub fn context_switches(lattice: &Lattice<'_>, mats: &[Mat]) -> BTreeSet<(ControlState, ControlState)> {
    let i = |at| ControlState { thread: lattice.i, at };
    let j = |at| ControlState { thread: lattice.j, at };
    mats.iter().flat_map(|m| [(i(m.end.0), j(m.begin.1)), (j(m.end.1), i(m.begin.0))]).collect()
}

/// Whether TP allows, for every schedule, one that is equivalent: a sufficient check, MAT by MAT.
pub fn is_adequate(lattice: &Lattice<'_>, mats: &[Mat]) -> bool {
    let from: BTreeSet<(usize, usize)> = mats.iter().map(|m| m.begin).collect();
    let kept = |m: &Mat| keeps_promise(lattice, m.begin, (m.end.0 - 1, m.end.1 - 1));
    let covered = |c: (usize, usize)| !lattice.is_reached(c.0, c.1) || from.contains(&c) || is_quiet(lattice, c);
    ends_in_conflict(lattice)
        && covered((0, 0))
        && mats.iter().all(|m| kept(m) && corners(*m, lattice.ends).into_iter().all(covered))
}

/// Otherwise nothing allows the switch to the thread that is left over (TSG appendix A's assumption).
fn ends_in_conflict(lattice: &Lattice<'_>) -> bool {
    match lattice.ends {
        (0, _) | (_, 0) => false,
        (a, b) => lattice.conflicts_of_j(b - 1).last() == Some(&(a as u32 - 1)),
    }
}

/// Whether no two dependent transitions can be performed from here on, so that no schedule from here is complete.
fn is_quiet(lattice: &Lattice<'_>, from: (usize, usize)) -> bool {
    select(lattice, from).is_none()
}

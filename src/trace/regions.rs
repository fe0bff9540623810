//! Two threads as in TSG's Figures 1(b) and 3: which pairs of their control states can be reached, which
//! steps can be made from there, and which of those the context switches of a graph leave out. How
//! they are drawn is unknown here.

use super::analysis::Analysed;
use super::ctp::Ctp;
use super::lattice::Lattice;
use super::mat::{ControlState, Mat};
use super::tsg::Tsg;
use std::collections::BTreeSet;

/// What becomes of a pair of control states, or of a step from one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// On some schedule along the graph.
    Kept,
    /// On some schedule, but on none along the graph.
    LeftOut,
    /// Locks, forks or joins exclude it.
    Impossible,
}

/// All pairs of the first and the second thread.
#[derive(Debug)]
pub struct Regions {
    /// The last control states.
    pub ends: (usize, usize),
    /// The MATs of the graph, the first thread's part first.
    pub mats: Vec<Mat>,
    pairs: Vec<Vec<Part>>,
    steps: [Vec<Vec<Part>>; 2],
}

impl Regions {
    /// Nothing unless there are two threads.
    pub fn new(ctp: &Ctp, analysed: &Analysed) -> Option<Regions> {
        if ctp.threads.len() != 2 {
            return None;
        }
        let lattice = Lattice::new(&analysed.kind.skeleton(ctp), 0, 1);
        let kept = kept(&lattice, &analysed.graph);
        let steps = [0, 1].map(|thread| {
            parts(&lattice, |a, b| {
                let can = if thread == 0 { lattice.i_can_move(a, b) } else { lattice.j_can_move(a, b) };
                (lattice.is_reached(a, b) && can, kept[a][b][thread])
            })
        });
        let pairs = parts(&lattice, |a, b| (lattice.is_reached(a, b), kept[a][b] != [false; 2]));
        Some(Regions { ends: lattice.ends, mats: mats(&analysed.graph), pairs, steps })
    }

    pub fn pair(&self, a: usize, b: usize) -> Part {
        self.pairs[a][b]
    }

    /// The next step of a thread, 0 or 1, from a pair.
    pub fn step(&self, thread: usize, a: usize, b: usize) -> Part {
        self.steps[thread][a][b]
    }
}

/// For every pair, from whether it is possible and whether the graph keeps it.
fn parts(lattice: &Lattice<'_>, of: impl Fn(usize, usize) -> (bool, bool)) -> Vec<Vec<Part>> {
    let part = |a, b| match of(a, b) {
        (false, _) => Part::Impossible,
        (true, false) => Part::LeftOut,
        (true, true) => Part::Kept,
    };
    (0..=lattice.ends.0).map(|a| (0..=lattice.ends.1).map(|b| part(a, b)).collect()).collect()
}

fn mats(graph: &Tsg) -> Vec<Mat> {
    let swap = |(a, b)| (b, a);
    let of_pair = |p: &super::tsg::PairMats| {
        let turned = p.i > p.j;
        let oriented = move |m: &Mat| if turned { Mat { begin: swap(m.begin), end: swap(m.end) } } else { *m };
        p.mats.iter().map(oriented).collect::<Vec<_>>()
    };
    graph.mats.iter().flat_map(of_pair).collect()
}

/// For every pair, which thread may be the one to go on there in schedules that switch where the graph does.
fn kept(lattice: &Lattice<'_>, graph: &Tsg) -> Vec<Vec<[bool; 2]>> {
    let switches: BTreeSet<(ControlState, ControlState)> = graph.switches.iter().copied().collect();
    let mut seen = vec![vec![[false; 2]; lattice.ends.1 + 1]; lattice.ends.0 + 1];
    let mut stack = vec![(0, 0, 0), (0, 0, 1)];
    while let Some((a, b, thread)) = stack.pop() {
        if std::mem::replace(&mut seen[a][b][thread], true) {
            continue;
        }
        match thread {
            0 if lattice.i_can_move(a, b) => stack.push((a + 1, b, 0)),
            1 if lattice.j_can_move(a, b) => stack.push((a, b + 1, 1)),
            _ => {}
        }
        let here = [ControlState { thread: 0, at: a }, ControlState { thread: 1, at: b }];
        if switches.contains(&(here[thread], here[1 - thread])) {
            stack.push((a, b, 1 - thread));
        }
    }
    seen
}

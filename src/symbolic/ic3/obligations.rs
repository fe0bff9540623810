//! Obligations: cubes that lead to a bad state, each with the frame from which it is to be excluded.

use super::cube::Cube;
use super::relation::Leaves;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A cube all of whose states come, under the inputs, to that of the obligation behind it, or are bad.
pub struct Obligation {
    pub cube: Cube,
    inputs: Vec<bool>,
    behind: Option<usize>,
    /// How many steps away the bad state is.
    steps: usize,
}

/// All obligations, and those that are open: first those of early frames, of which those far from the bad state.
#[derive(Default)]
pub struct Obligations {
    all: Vec<Obligation>,
    open: BinaryHeap<Reverse<(usize, Reverse<usize>, usize)>>,
}

impl Obligations {
    /// The number of a new one, which is not open yet.
    pub fn add(&mut self, cube: Cube, leaves: Leaves, behind: Option<usize>) -> usize {
        let steps = behind.map_or(0, |n| self.all[n].steps + 1);
        self.all.push(Obligation { cube, inputs: leaves.inputs, behind, steps });
        self.all.len() - 1
    }

    pub fn open(&mut self, n: usize, frame: usize) {
        self.open.push(Reverse((frame, Reverse(self.all[n].steps), n)));
    }

    /// The frame and the number of the next one.
    pub fn next(&mut self) -> Option<(usize, usize)> {
        self.open.pop().map(|Reverse((frame, _, n))| (frame, n))
    }

    pub fn cube(&self, n: usize) -> &Cube {
        &self.all[n].cube
    }

    /// The inputs from one of its states to the bad one.
    pub fn inputs(&self, n: usize) -> Vec<Vec<bool>> {
        let way = std::iter::successors(Some(&self.all[n]), |o| o.behind.map(|n| &self.all[n]));
        way.map(|obligation| obligation.inputs.clone()).collect()
    }
}

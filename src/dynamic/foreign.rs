//! What the other threads may still do while one thread stays where it is: the question behind
//! every moving condition.
//!
//! The answer is a least fixpoint from one state: the locations that others may reach, and the cells
//! that they may read and write there. Each heuristic of DYN Table 2 makes it smaller in its own way, on
//! the strength of cells that nobody in the answer writes. It is closed under the steps of others: after
//! any of them the answer is the same or smaller, so that a condition which holds goes on to hold.

use super::analysis::Analysis;
use super::footprint::Mode;
use super::reach::Reach;
use super::touched::{Future, Other, Situation, Touched};
use super::{atomic, locks, pointer};
use crate::ir::{Cell, Loc};
use fixedbitset::FixedBitSet;
use std::rc::Rc;

impl Analysis<'_> {
    /// What the others may do from here on, whatever they do, while the thread stays where it is; it is
    /// left out if it is one of `threads`.
    pub fn foreign(&self, here: Situation, threads: &[Other]) -> Rc<Touched> {
        let others = || threads.iter().filter(|o| o.t != here.t);
        let known = self.memo.borrow_mut().find(self.semantics, here, others());
        known.unwrap_or_else(|| {
            let computed = Rc::new(self.least_fixpoint(here, others()));
            self.memo.borrow_mut().keep(computed.clone());
            computed
        })
    }

    fn least_fixpoint<'o>(&self, here: Situation, others: impl Iterator<Item = &'o Other>) -> Touched {
        let nothing = Touched::none(self.semantics.program.cells.len());
        let nowhere = FixedBitSet::with_capacity(self.footprints.len());
        let future = |other: &'o Other| {
            let reach = Reach { from: other.at, stack: other.stack, locations: nowhere.clone() };
            Future { other, reach }
        };
        let mut futures: Vec<Future<'_>> = others.map(future).collect();
        let mut touched = nothing;
        loop {
            let mut more = touched.clone();
            let mut grown = false;
            for future in &mut futures {
                let stops = |l| locks::blocked(self, here, future, &touched, l);
                let locations = self.flow.reach(future.other.starts(), stops);
                grown |= locations != future.reach.locations;
                future.reach.locations = locations;
                self.add_accesses(here, future, &touched, &mut more);
            }
            if !grown && more == touched {
                return touched;
            }
            touched = more;
        }
    }

    fn add_accesses(&self, here: Situation, future: &Future<'_>, known: &Touched, more: &mut Touched) {
        for at in future.reach.locations.ones() {
            for access in &self.footprint_of(future.other.t, Loc(at as u32)).accesses {
                let resolved = pointer::resolved(self, here, future, known, Loc(at as u32), access);
                let cells = resolved.as_ref().map_or(&access.cells[..], std::slice::from_ref);
                match access.mode {
                    mode @ Mode::Cas(expected) => {
                        let writes = |c: &Cell| atomic::may_write(self, here, known, *c, expected);
                        cells.iter().copied().filter(writes).for_each(|c| more.note(&[c], mode));
                    }
                    mode => more.note(cells, mode),
                }
            }
        }
    }
}

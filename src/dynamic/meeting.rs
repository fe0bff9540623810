//! How an action stands to all that other threads may do, whatever the state; found once for every two kinds.

use super::analysis::Analysis;
use super::footprint::{Access, Footprint, Mode};
use super::kinds::{Kind, Standing};
use super::pointer;
use super::reach::Reach;
use super::touched::{Other, Touched};
use crate::ir::{Cell, Loc};
use crate::semantics::EMPTY_STACK;
use moverlog_rules::Tid;

/// How an action stands to what other threads may still do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meeting {
    /// They will never conflict with it, whatever the state.
    Apart,
    /// One of them may conflict with it in every state in which all its addresses have cells.
    Opposed,
    /// The action is an operation on one mutex, which one of them may operate on in every state.
    Locking(Cell),
    /// It depends on the state.
    Open,
}

impl Analysis<'_> {
    /// What a thread there may ever access, whatever the state.
    pub fn ever(&self, t: Tid, l: Loc) -> &Touched {
        &self.all_ever(self.kinds.of(t))[l.0 as usize]
    }

    /// The part of it for which no heuristic can help.
    pub fn surely(&self, t: Tid, l: Loc) -> &Touched {
        &self.all_surely(self.kinds.of(t))[l.0 as usize]
    }

    /// How what `t` does at `l` stands to all that the others may do.
    pub fn meet(&self, t: Tid, l: Loc, threads: &[Other]) -> Meeting {
        let standings = self.standings(t, l);
        let (mut apart, mut locking) = (true, false);
        for other in threads.iter().filter(|o| o.t != t) {
            let below = other.below.iter().map(|at| self.kinds.place(other.t, *at));
            for standing in std::iter::once(other.place).chain(below).map(|place| standings[place]) {
                if standing.opposed {
                    return Meeting::Opposed;
                }
                apart &= standing.apart;
                locking |= standing.locking;
            }
        }
        match self.footprint_of(t, l).mutex().filter(|_| locking) {
            _ if apart => Meeting::Apart,
            Some(mutex) => Meeting::Locking(mutex),
            None => Meeting::Open,
        }
    }

    fn all_ever<'k>(&self, kind: &'k Kind) -> &'k [Touched] {
        kind.ever.get_or_init(|| self.gathered(kind, |_| false, |_| true))
    }

    fn all_surely<'k>(&self, kind: &'k Kind) -> &'k [Touched] {
        kind.surely.get_or_init(|| {
            let acquires = |l: Loc| kind.footprints[l.0 as usize].lock.as_ref().is_some_and(|o| o.acquires());
            let stops = |l| self.heuristics.locks && acquires(l);
            let writes = |a: &Access| !matches!(a.mode, Mode::Cas(_)) || !self.heuristics.atomic;
            let mut surely = self.gathered(kind, stops, |a| a.address.is_none() && writes(a));
            if kind.footprints.iter().flat_map(|f| &f.accesses).any(|a| a.address.is_some()) {
                for (from, touched) in surely.iter_mut().enumerate() {
                    let from = Loc(from as u32);
                    let reach = Reach { from, stack: EMPTY_STACK, locations: self.flow.reach([from], stops) };
                    self.add_unresolvable(kind, &reach, writes, touched);
                }
            }
            surely
        })
    }

    /// For each location the accesses there, and at what it leads to.
    fn gathered(&self, kind: &Kind, stops: impl Fn(Loc) -> bool, counts: impl Fn(&Access) -> bool) -> Vec<Touched> {
        let there = |footprint: &Footprint| {
            let mut touched = Touched::none(self.semantics.program.cells.len());
            footprint.accesses.iter().filter(|a| counts(a)).for_each(|a| touched.note(&a.cells, a.mode));
            touched
        };
        self.flow.gather(kind.footprints.iter().map(there).collect(), stops, Touched::add)
    }

    /// Where an address depends on what its own thread may change, an access may be to any of its cells.
    fn add_unresolvable(&self, kind: &Kind, reach: &Reach, counts: impl Fn(&Access) -> bool, touched: &mut Touched) {
        loop {
            let mut more = touched.clone();
            for at in reach.locations.ones() {
                for access in kind.footprints[at].accesses.iter().filter(|a| counts(a)) {
                    let kept = |a| pointer::is_kept(self, reach, touched, Loc(at as u32), a);
                    if !access.address.as_ref().is_none_or(kept) {
                        more.note(&access.cells, access.mode);
                    }
                }
            }
            if more == *touched {
                return;
            }
            *touched = more;
        }
    }

    fn standings(&self, t: Tid, l: Loc) -> &[Standing] {
        let own = self.footprint_of(t, l);
        self.kinds.of(t).standings[l.0 as usize].get_or_init(|| {
            let plain = |a: &&Access| a.certain && matches!(a.mode, Mode::Read | Mode::Write);
            let is_opposed = |other: &Touched| {
                let clashes =
                    |a: &Access, c: &Cell| other.may_write(*c) || a.mode == Mode::Write && other.may_touch(*c);
                own.accesses.iter().filter(plain).any(|a| a.cells.iter().all(|c| clashes(a, c)))
            };
            let is_locking = |other: &Touched| own.mutex().is_some_and(|m| other.may_lock(m));
            let is_apart = |other: &Touched| !own.accesses.iter().any(|a| self.meets(a, other));
            let standing = |(ever, surely): (&Touched, &Touched)| Standing {
                apart: is_apart(ever),
                opposed: is_opposed(surely),
                locking: is_locking(surely),
            };
            let places = self.kinds.kinds.iter().flat_map(|k| self.all_ever(k).iter().zip(self.all_surely(k)));
            places.map(standing).collect()
        })
    }
    /// Whether an access to any of its cells is in conflict.
    fn meets(&self, access: &Access, foreign: &Touched) -> bool {
        let read = |c: Cell| foreign.may_write(c) || foreign.may_lock(self.mutex_of(c));
        let written = |c: Cell| foreign.may_touch(c) || foreign.may_touch(self.mutex_of(c));
        access.cells.iter().any(|c| read(*c) || access.mode != Mode::Read && written(*c))
    }
}

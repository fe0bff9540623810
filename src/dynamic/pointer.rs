//! Static pointer dereference (DYN 4.1, Table 2): pointers that nobody changes any more and that
//! point to different cells do not make actions conflict. An array index is the same thing.

use super::analysis::Analysis;
use super::footprint::{Access, Address};
use super::reach::Reach;
use super::touched::{Future, Situation, Touched};
use crate::ir::{Cell, Loc};

/// The one cell that another thread's access means, if nothing on which it depends can change any more.
pub fn resolved(
    analysis: &Analysis<'_>,
    here: Situation,
    future: &Future<'_>,
    known: &Touched,
    at: Loc,
    access: &Access,
) -> Option<Cell> {
    let address = access.address.as_ref().filter(|a| is_kept(analysis, &future.reach, known, at, a))?;
    let (semantics, other) = (analysis.semantics, future.other);
    let procedure = semantics.program.location(at).procedure;
    let local = future.reach.kept_in(semantics, other.local, procedure, &address.registers)?;
    semantics.slot(other.t, here.g, local, &address.place)?.cell()
}

/// Whether nothing changes any more on which the address depends.
pub fn is_kept(analysis: &Analysis<'_>, reach: &Reach, known: &Touched, at: Loc, address: &Address) -> bool {
    let changes = |c: &Cell| known.may_write(*c) || known.may_lock(*c);
    analysis.heuristics.pointer
        && !address.reads.iter().any(changes)
        && (address.registers.is_empty()
            || reach.keeps(analysis.semantics, &analysis.footprints, &address.registers, at))
}

//! Static pointer dereference (DYN 4.1, Table 2): pointers that nobody changes any more and that
//! point to different cells do not make actions conflict. An array index is the same thing.

use super::analysis::{Analysis, Future, Situation, Touched};
use super::footprint::Access;
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
    let address = access.address.as_ref().filter(|_| analysis.heuristics.pointer)?;
    let kept = !address.reads.iter().any(|c| known.may_write(*c) || known.may_lock(*c))
        && (address.registers.is_empty() || analysis.are_kept(future, &address.registers, at));
    if !kept {
        return None;
    }
    analysis.semantics.slot(future.other.t, here.g, future.other.local, &address.place)?.cell()
}

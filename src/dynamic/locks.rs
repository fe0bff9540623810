//! Lock pointers (DYN 6, dynamic locking): while a thread holds a mutex, another one does not get past
//! an `acquire` of it, however the mutex is named there.

use super::analysis::Analysis;
use super::pointer;
use super::touched::{Future, Situation, Touched};
use crate::ir::{Loc, Value};

/// Whether another thread cannot get past this location, since it must acquire there what the thread holds.
pub fn blocked(analysis: &Analysis<'_>, here: Situation, future: &Future<'_>, known: &Touched, at: Loc) -> bool {
    let footprint = analysis.footprint_of(future.other.t, at);
    if !analysis.heuristics.locks || !footprint.lock.as_ref().is_some_and(|o| o.acquires()) {
        return false;
    }
    let access = footprint.lock_access().expect("a lock operation accesses a mutex");
    let mutex = match &access.address {
        None => access.cells.first().copied(),
        Some(_) => pointer::resolved(analysis, here, future, known, at, access),
    };
    mutex.is_some_and(|m| analysis.semantics.cell(here.g, m) == here.t.0 as Value)
}

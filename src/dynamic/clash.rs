//! Which accesses of two actions conflict in some state.

use super::footprint::{Access, Footprint, Mode};
use crate::ir::Cell;
use std::cmp::Ordering;

/// Two accesses that may be to the same cell, and are not both reads.
pub(super) struct Clash<'f> {
    pub own: &'f Access,
    pub foreign: &'f Access,
    /// Both are to a mutex, and the first action is nothing but an operation on it.
    pub lock: bool,
}

pub(super) fn clashes<'f>(own: &'f Footprint, foreign: &'f Footprint) -> Vec<Clash<'f>> {
    let operation = own.lock.is_some();
    let pairs = own.accesses.iter().flat_map(|a| foreign.accesses.iter().map(move |b| (a, b)));
    let meet = |(a, b): &(&Access, &Access)| have_common(&a.cells, &b.cells);
    let read = |(a, b): &(&Access, &Access)| a.mode == Mode::Read && b.mode == Mode::Read;
    let clash = |(own, foreign): (&'f Access, &'f Access)| {
        let lock = operation && own.mode == Mode::Lock && foreign.mode == Mode::Lock;
        Clash { own, foreign, lock }
    };
    pairs.filter(|p| !read(p) && meet(p)).map(clash).collect()
}

/// Whether two ascending lists of cells have one in common.
fn have_common(mut a: &[Cell], mut b: &[Cell]) -> bool {
    debug_assert!(a.is_sorted() && b.is_sorted());
    while let (Some(x), Some(y)) = (a.first(), b.first()) {
        match x.cmp(y) {
            Ordering::Equal => return true,
            Ordering::Less => a = &a[1..],
            Ordering::Greater => b = &b[1..],
        }
    }
    false
}

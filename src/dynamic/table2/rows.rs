//! The rows of Table 2, one function each. An action of the paper makes one access; ours may make several,
//! and moves where each of them has a row that holds.

use super::formula::{Formula, Pointee, Test};
use super::ground::{Conflict, Ground};
use crate::dynamic::conditions::Direction;
use crate::dynamic::footprint::{Access, LockOperation, Mode};
use crate::ir::{Cell, Loc};
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// An access of an action, and all that is in conflict with it.
struct Own<'c, 'f> {
    t: Tid,
    l: Loc,
    access: &'f Access,
    conflicts: &'c [Conflict<'f>],
}

/// The disjunction of the rows that are asked for.
pub(super) fn condition(ground: &Ground<'_, '_>, direction: Direction, t: Tid, l: Loc) -> Formula {
    let exempt = ground.analysis.footprint_of(t, l).lock.is_some_and(|o| moves(o, direction));
    let of = |(access, conflicts): (_, Vec<Conflict<'_>>)| {
        let conflicts: Vec<Conflict<'_>> = conflicts.into_iter().filter(|c| !(c.lock && exempt)).collect();
        disjunction(ground, &Own { t, l, access, conflicts: &conflicts })
    };
    Formula::all(ground.conflicts(t, l).into_iter().map(of))
}

/// An acquire moves right and a release left, whatever others do with the mutex (DYN 3).
fn moves(operation: LockOperation, direction: Direction) -> bool {
    match direction {
        Direction::Right => operation.after,
        Direction::Left => operation.before,
    }
}

fn disjunction(ground: &Ground<'_, '_>, own: &Own<'_, '_>) -> Formula {
    let heuristics = ground.analysis.heuristics;
    let rows = [
        Some(reach(ground, own)),
        heuristics.pointer.then(|| deref(ground, own)),
        heuristics.atomic.then(|| atomic(ground, own)),
        heuristics.locks.then(|| locked(ground, own)),
    ];
    Formula::any(rows.into_iter().flatten())
}

/// Reachability: no other thread is at a location from which it can reach a conflict.
fn reach(ground: &Ground<'_, '_>, own: &Own<'_, '_>) -> Formula {
    let far = |u: Tid| ground.far(u, ground.leading(conflicting(own, u), std::iter::empty()));
    Formula::all(ground.others(own.t).map(far))
}

/// Where another thread conflicts with an access.
fn conflicting<'o>(own: &'o Own<'_, '_>, u: Tid) -> impl Iterator<Item = Loc> + use<'o> {
    own.conflicts.iter().filter(move |c| c.u == u).map(|c| c.at)
}

/// Static pointer dereference: where all that is in conflict goes through a pointer, it is to another cell, and nobody
/// goes on to change these pointers.
///
/// What is named without a pointer is what a constant one points to. Whether `p` itself may change is asked where the
/// action reads it, which is an access of its own.
fn deref(ground: &Ground<'_, '_>, own: &Own<'_, '_>) -> Formula {
    let Some(p) = ground.own(own.t, own.l, own.access) else { return Formula::False };
    let apart = |c: &Conflict<'_>| {
        let Some(other) = ground.foreign(c.u, c.at, c.foreign) else { return Formula::False };
        if let (Pointee::Cell(_), Pointee::Cell(_)) = (&p, &other) {
            return Formula::False;
        }
        ground.kept(own.t, (c.u, c.at), c.foreign, Test::Differ(p.clone(), other))
    };
    Formula::all(own.conflicts.iter().map(apart))
}

/// Monotonic atomic: where others do nothing to the cell but compare and swap, it holds none of the values that they
/// expect.
///
/// DIVERGENCE: printed for an action that is itself a compare-and-swap, of the same expected value as all others. Reads
/// are the point of the paper's example (4.1, "a bucket"), and of several values the cell may hold none.
fn atomic(ground: &Ground<'_, '_>, own: &Own<'_, '_>) -> Formula {
    let expected = |mode: Mode| match mode {
        Mode::Cas(v) => Some(Some(v)),
        Mode::Read => Some(None),
        _ => None,
    };
    let modes = std::iter::once(own.access.mode).chain(own.conflicts.iter().map(|c| c.foreign.mode));
    let Some(values) = modes.map(expected).collect::<Option<BTreeSet<_>>>() else { return Formula::False };
    let Some(p) = ground.own(own.t, own.l, own.access) else { return Formula::False };
    Formula::all(values.into_iter().flatten().map(|v| Formula::Test(Test::Unlike(p.clone(), v))))
}

/// Lock pointers, a row of our own (the paper's encoder has it, its table has not): others do not come to a conflict
/// without a mutex that this thread holds.
fn locked(ground: &Ground<'_, '_>, own: &Own<'_, '_>) -> Formula {
    let families: BTreeSet<Family> = acquires(ground, own.t).map(|(_, family, _)| family).collect();
    let behind = |family| Formula::all(ground.others(own.t).map(|u| behind(ground, own, u, family)));
    Formula::any(families.into_iter().map(behind))
}

/// The global to which mutexes belong; nothing if a pointer says which.
type Family = Option<Cell>;

/// Where a thread acquires mutexes.
fn acquires<'f>(ground: &Ground<'f, '_>, t: Tid) -> impl Iterator<Item = (Loc, Family, &'f Access)> {
    ground.reached(t).filter_map(move |l| {
        let footprint = ground.analysis.footprint_of(t, l);
        let access = footprint.lock_access().filter(|_| footprint.lock.is_some_and(|o| o.acquires()))?;
        Some((l, ground.family(access), access))
    })
}

/// That thread `u` has to acquire a mutex of the family before it comes to a conflict, and all that it may have to
/// acquire are held.
fn behind(ground: &Ground<'_, '_>, own: &Own<'_, '_>, u: Tid, family: Family) -> Formula {
    let all = ground.leading(conflicting(own, u), std::iter::empty());
    let before = |(l, of, _): &(Loc, Family, _)| *of == family && all.contains(l.0 as usize);
    let stops: Vec<_> = acquires(ground, u).filter(before).collect();
    let held = |(l, _, access): &(Loc, Family, &Access)| {
        let Some(mutex) = ground.foreign(u, *l, access) else { return Formula::False };
        ground.kept(own.t, (u, *l), access, Test::Held(mutex))
    };
    let far = ground.far(u, ground.leading(conflicting(own, u), stops.iter().map(|(l, ..)| *l)));
    Formula::all(stops.iter().map(held).chain([far]))
}

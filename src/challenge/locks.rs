//! Where a mutex is given back that is not acquired any more.
//!
//! A release blocks who does not hold the mutex, so that leaving out an acquire alone would leave out all
//! that follows. With it go the releases to which control comes from there, if from there alone; otherwise
//! every release of the mutex is to do nothing where the thread does not hold it.

use crate::diagnostics::Span;
use crate::ir::{Action, Cell, GlobalKind, Loc, Mutex, Op, PlaceKind, Program};
use crate::syntax::ast::{Expr, ExprKind, MutexOp, Statement, StatementKind};
use std::collections::BTreeSet;

/// What goes with an acquire.
pub(super) enum Section {
    /// These releases.
    Here(Vec<Span>),
    /// These may belong to it; each with its mutex.
    Elsewhere(Vec<(Span, Span)>),
}

/// Nothing for a mutex that threads wait for or are notified of, since both ask for the lock.
pub(super) fn section(
    program: &Program,
    statements: &[&Statement],
    acquire: &Statement,
    mutex: &Expr,
) -> Option<Section> {
    let name = root(mutex)?;
    let global = program.globals.iter().find(|g| g.name == name)?;
    if matches!(global.kind, GlobalKind::Mutex { waited: true, .. }) {
        return None;
    }
    let releases = || statements.iter().filter_map(|s| release_of(s, name));
    let alone = releases_after(program, acquire.span, global.base);
    Some(alone.map_or_else(|| Section::Elsewhere(releases().collect()), Section::Here))
}

/// A release of (an element of) the mutex of that name, and the mutex as it is written.
fn release_of(s: &Statement, name: &str) -> Option<(Span, Span)> {
    match &s.kind {
        StatementKind::Mutex { op: MutexOp::Release, mutex } if root(mutex) == Some(name) => Some((s.span, mutex.span)),
        _ => None,
    }
}

fn root(mutex: &Expr) -> Option<&str> {
    match &mutex.kind {
        ExprKind::Name(name) | ExprKind::Index(name, _) => Some(&name.text),
        _ => None,
    }
}

/// The releases that end what the acquire at `span` begins, if control comes to them from there alone and to
/// nothing else.
fn releases_after(program: &Program, span: Span, global: Cell) -> Option<Vec<Span>> {
    let all = || (0..program.locations.len() as u32).map(Loc);
    let acquire = all().find(|l| program.location(*l).span == span && acquired(program, *l).is_some())?;
    let mutex = acquired(program, acquire)?;
    let procedure = program.location(acquire).procedure;
    let local = |l: &Loc| program.location(*l).procedure == procedure;
    let own = reach(program, &program.location(acquire).op.targets(), mutex);
    let elsewhere = all().filter(|l| !local(l)).any(|l| released(program, l).is_some_and(|m| base(m) == Some(global)));
    let mut others = reach(program, &[program.procedures[procedure as usize].entry], mutex).releases;
    for other in all().filter(local).filter(|l| *l != acquire && acquired(program, *l).is_some_and(|m| same(m, mutex)))
    {
        others.extend(reach(program, &program.location(other).op.targets(), mutex).releases);
    }
    let unclear = own.leaves || own.calls && elsewhere || !own.releases.is_disjoint(&others);
    (!unclear && !own.releases.is_empty()).then(|| own.releases.iter().map(|l| program.location(*l).span).collect())
}

/// What comes behind some locations.
#[derive(Default)]
struct Behind {
    /// The releases that come next.
    releases: BTreeSet<Loc>,
    /// Whether some way leads out of the procedure, or to another acquire, without one.
    leaves: bool,
    /// Whether procedures are called before.
    calls: bool,
}

fn reach(program: &Program, from: &[Loc], mutex: &Mutex) -> Behind {
    let (mut open, mut seen) = (from.to_vec(), BTreeSet::new());
    let mut behind = Behind::default();
    while let Some(l) = open.pop() {
        if !seen.insert(l) {
            continue;
        }
        let op = &program.location(l).op;
        if released(program, l).is_some_and(|m| same(m, mutex)) {
            behind.releases.insert(l);
        } else if matches!(op, Op::Return { .. } | Op::End) || acquired(program, l).is_some_and(|m| same(m, mutex)) {
            behind.leaves = true;
        } else {
            behind.calls |= matches!(op, Op::Call { .. });
            open.extend(op.targets());
        }
    }
    behind
}

fn acquired(program: &Program, l: Loc) -> Option<&Mutex> {
    match &program.location(l).op {
        Op::Do { action: Action::Acquire(m), .. } => Some(m),
        _ => None,
    }
}

fn released(program: &Program, l: Loc) -> Option<&Mutex> {
    match &program.location(l).op {
        Op::Do { action: Action::Release(m), .. } => Some(m),
        _ => None,
    }
}

fn same(a: &Mutex, b: &Mutex) -> bool {
    a.place.kind == b.place.kind
}

fn base(m: &Mutex) -> Option<Cell> {
    match m.place.kind {
        PlaceKind::Cell(c) => Some(c),
        PlaceKind::Index { base, .. } => Some(base),
        _ => None,
    }
}

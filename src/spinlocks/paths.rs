//! The ways through a step, each by itself: what it does besides, and what becomes of the lock.

use super::known::{Holder, Known, Scene, of};
use crate::ir::visit::Visitor;
use crate::ir::*;

/// A step with more ways is left as it is.
const WAYS: usize = 16;

/// One way through a step.
#[derive(Clone)]
pub(super) struct Path {
    /// What it does to everything but the lock.
    pub(super) does: Vec<Action>,
    /// What is known behind it.
    pub(super) known: Known,
    /// It goes wrong, or no further for a bound.
    over: bool,
    /// Who had the lock before.
    before: Holder,
}

impl Path {
    /// The way on which nothing is done.
    pub(super) fn doing_nothing(known: Known) -> Path {
        Path { does: vec![], before: known.holder, known, over: false }
    }

    /// Whether it neither takes the lock nor gives it back, in the end.
    pub(super) fn leaves_the_lock(&self) -> bool {
        self.known.holder == self.before
    }

    /// Whether it ends with the lock.
    pub(super) fn takes_the_lock(&self) -> bool {
        self.known.holder == Holder::Myself
    }

    /// The same to everything but the lock.
    pub(super) fn does_as(&self, other: &Path) -> bool {
        self.does == other.does && self.over == other.over
    }
}

impl Scene<'_> {
    /// All ways through a step, but for those that block; nothing if some way makes of the lock what no lock is.
    pub(super) fn paths(&self, op: &Op, known: &Known) -> Option<Vec<Path>> {
        let start = vec![Path::doing_nothing(known.clone())];
        match op {
            Op::Do { action, .. } => self.each(start, |path| self.action(action, path)),
            Op::Atomic { body, .. } => self.body(body, start),
            _ => None,
        }
    }

    fn body(&self, body: &[Statement], paths: Vec<Path>) -> Option<Vec<Path>> {
        body.iter().try_fold(paths, |paths, s| self.each(paths, |path| self.statement(s, path)))
    }

    fn each(&self, paths: Vec<Path>, go_on: impl Fn(Path) -> Option<Vec<Path>>) -> Option<Vec<Path>> {
        let mut all = vec![];
        for path in paths {
            match path.over {
                true => all.push(path),
                false => all.extend(go_on(path)?),
            }
        }
        (all.len() <= WAYS).then_some(all)
    }

    fn statement(&self, statement: &Statement, path: Path) -> Option<Vec<Path>> {
        match statement {
            Statement::Action(action) => self.action(action, path),
            Statement::Choose(bodies) if bodies.is_empty() => self.blocked(&path),
            Statement::Choose(bodies) => {
                let ways = bodies.iter().map(|body| self.body(body, vec![path.clone()]));
                Some(ways.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
            }
            Statement::If { cond, then, otherwise } => {
                let mut ways = self.body(then, self.assume(cond, true, path.clone()))?;
                ways.extend(self.body(otherwise, self.assume(cond, false, path))?);
                Some(ways)
            }
        }
    }

    /// A way that blocks is none, but nothing may go wrong on it before: whoever waits for a lock instead does not find
    /// that out.
    fn blocked(&self, path: &Path) -> Option<Vec<Path>> {
        path.does.iter().all(|action| self.never_fails(action)).then(Vec::new)
    }

    /// The way on which this holds, or does not; none if it cannot be.
    fn assume(&self, cond: &Expr, holds: bool, mut path: Path) -> Vec<Path> {
        match self.fold(cond, &path.known) {
            Expr::Const(v) if (v != 0) == holds => {}
            Expr::Const(_) => return vec![],
            e => {
                self.learn(&e, holds, &mut path.known);
                path.does.push(Action::Assume(if holds { e } else { Expr::Unary(Unary::Not, Box::new(e)) }));
            }
        }
        vec![path]
    }

    fn action(&self, action: &Action, mut path: Path) -> Option<Vec<Path>> {
        match action {
            Action::Exit | Action::Halt => return self.blocked(&path),
            Action::Assume(e) => {
                let ways = self.assume(e, true, path.clone());
                return if ways.is_empty() { self.blocked(&path) } else { Some(ways) };
            }
            Action::Assert(e) => path = self.assert(e, path),
            Action::Fail(_) => path = Path { over: true, ..doing(path, action.clone()) },
            Action::Look(place) if self.is_lock(place) => {}
            Action::Assign { place, value } if self.is_lock(place) => {
                let value = self.fold(value, &path.known);
                return Some(vec![self.stored(value, path)?]);
            }
            Action::Assign { place, value } => {
                let value = self.fold(value, &path.known);
                path = self.assigned(place, value, path);
            }
            Action::Cas { result, place, old, new } if self.is_lock(place) => {
                return self.compare_and_swap(result.as_ref(), [old, new], path);
            }
            _ => path = self.other(action, path)?,
        }
        Some(vec![path])
    }

    fn assert(&self, e: &Expr, path: Path) -> Path {
        match self.fold(e, &path.known) {
            Expr::Const(0) => Path { over: true, ..doing(path, Action::Assert(Expr::Const(0))) },
            Expr::Const(_) => path,
            e => doing(path, Action::Assert(e)),
        }
    }

    fn assigned(&self, place: &Place, value: Expr, path: Path) -> Path {
        let place = self.place(place, &path.known);
        let number = if let Expr::Const(v) = value { Some(v) } else { None };
        let mut path = doing(path, Action::Assign { place: place.clone(), value });
        self.set(&place, number, &mut path.known);
        path
    }

    /// The lock holds this now; nothing if that is neither taking it nor giving it back.
    fn stored(&self, value: Expr, mut path: Path) -> Option<Path> {
        let is_free = value == Expr::Const(self.lock.free);
        let is_held = value == self.lock.held.map_or(Expr::Tid, Expr::Const);
        path.known.holder = match path.known.holder {
            Holder::Unknown => return None,
            _ if is_free => Holder::Nobody,
            // Whoever gives it back does not take it again in the same step.
            Holder::Nobody | Holder::Myself if is_held && path.before != Holder::Somebody => Holder::Myself,
            // The number is there already.
            Holder::Somebody if is_held && self.lock.held.is_some() => Holder::Somebody,
            _ => return None,
        };
        Some(path)
    }

    fn compare_and_swap(&self, result: Option<&Place>, [old, new]: [&Expr; 2], path: Path) -> Option<Vec<Path>> {
        let Expr::Const(swaps) = self.fold(&of(Binary::Eq, self.owner(), old.clone()), &path.known) else {
            return None;
        };
        let value = self.fold(new, &path.known);
        let path = if swaps != 0 { self.stored(value, path)? } else { path };
        Some(vec![match result {
            Some(result) => self.assigned(result, Expr::Const(swaps), path),
            None => path,
        }])
    }

    /// What has nothing to do with the lock, but for values.
    fn other(&self, action: &Action, path: Path) -> Option<Path> {
        let known = &path.known;
        let (fold, at) = (|e: &Expr| self.fold(e, known), |place: &Place| self.place(place, known));
        let (left, written): (_, Vec<Place>) = match action {
            Action::Choose { place, .. } | Action::ChooseRange { place, .. } if self.is_lock(place) => return None,
            Action::Choose { place, values } => {
                let values = values.iter().map(fold).collect();
                (Action::Choose { place: at(place), values }, vec![at(place)])
            }
            Action::ChooseRange { place, lo, hi } => {
                (Action::ChooseRange { place: at(place), lo: fold(lo), hi: fold(hi) }, vec![at(place)])
            }
            Action::Cas { result, place, old, new } => {
                let result = result.as_ref().map(at);
                let written = result.iter().cloned().chain([at(place)]).collect();
                (Action::Cas { result, place: at(place), old: fold(old), new: fold(new) }, written)
            }
            Action::Look(place) => (Action::Look(at(place)), vec![]),
            Action::Free(e) => (Action::Free(fold(e)), vec![]),
            Action::Acquire(m) | Action::Release(m) | Action::Notify(m) | Action::NotifyAll(m)
                if !self.mentions(|v| v.place(&m.place)) =>
            {
                (action.clone(), vec![])
            }
            _ => return None,
        };
        let mut path = doing(path, left);
        written.iter().for_each(|place| self.set(place, None, &mut path.known));
        Some(path)
    }
}

fn doing(mut path: Path, action: Action) -> Path {
    path.does.push(action);
    path
}

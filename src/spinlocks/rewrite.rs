//! The program with a mutex in the place of a variable.

use super::known::{Holder, Known, Scene, of};
use super::paths::Path;
use crate::control::Bound;
use crate::ir::visit::Visitor;
use crate::ir::*;

/// What is left of a step, and whether it takes the lock or gives it back.
#[derive(Default)]
struct Made {
    bodies: Vec<Vec<Statement>>,
    takes: bool,
    gives: bool,
}

impl Scene<'_> {
    /// Nothing if some step makes of the variable what no lock is, or none takes it, or none gives it back.
    pub(super) fn rewritten(&self) -> Option<Program> {
        let (constants, mut made) = (self.constants(), self.program.clone());
        let (mut takes, mut gives) = (false, false);
        for (i, known) in constants.iter().enumerate() {
            let at = Loc(i as u32);
            let op = &self.program.location(at).op;
            let Some(known) = known.as_ref().filter(|_| self.mentions(|v| v.op(op))) else { continue };
            let (left, step) = self.step(at, known)?;
            made.locations[i].op = left;
            (takes, gives) = (takes | step.takes, gives | step.gives);
        }
        self.declare(&mut made);
        (takes && gives).then_some(made)
    }

    fn declare(&self, made: &mut Program) {
        let i = made.globals.partition_point(|g| g.base <= self.lock.cell) - 1;
        made.globals[i].kind = GlobalKind::Mutex { reentrant: false, waited: false };
        made.cells[self.lock.cell.0 as usize] = 0;
        for global in &mut made.globals {
            if let Protection::Exclusive(e, _) = &mut global.protection {
                *e = self.fold(e, &Known::default());
            }
        }
    }

    fn step(&self, at: Loc, known: &Known) -> Option<(Op, Made)> {
        let op = &self.program.location(at).op;
        let fold = |e: &Expr| self.fold(e, known);
        let left = match op {
            Op::Do { next, .. } | Op::Atomic { next, .. } => {
                let made = self.atomic(at, known, *next)?;
                return Some((one_step(made.bodies.clone(), *next), made));
            }
            Op::Branch { cond, then, otherwise } => self.branch((at, known), cond, [*then, *otherwise]),
            Op::Call { procedure, arguments, result, next } => {
                let arguments = arguments.iter().map(fold).collect();
                Op::Call { procedure: *procedure, arguments, result: *result, next: *next }
            }
            Op::Return { value } => Op::Return { value: value.as_ref().map(fold) },
            Op::Skip { .. } | Op::Choose { .. } | Op::End => op.clone(),
        };
        Some((left, Made::default()))
    }

    /// The ways of a step that are left: what it does to the lock, then what it does besides.
    fn atomic(&self, at: Loc, known: &Known, next: Loc) -> Option<Made> {
        let op = &self.program.location(at).op;
        let ways = |holder| {
            let paths = self.paths(op, &known.with(holder))?;
            Some(paths.into_iter().filter(|path| !self.spins((at, known), path, next)).collect::<Vec<_>>())
        };
        let (mut free, mut held) = (ways(Holder::Nobody)?, ways(Holder::Somebody)?);
        // Who stores without a look does the same where it is held.
        let looks = |path: &&Path| !held.iter().any(|p| p.leaves_the_lock() && p.does_as(path));
        let takes = free.iter().filter(looks).any(Path::takes_the_lock);
        let gives = held.iter().any(|p| !p.leaves_the_lock());
        let mut bodies = whoever_has_it(&mut free, &mut held);
        free.retain(|path| path.takes_the_lock() || !held.iter().any(|p| !p.leaves_the_lock() && p.does_as(path)));
        bodies.extend(free.iter().map(|path| [self.when_free(path), besides(path)].concat()));
        bodies.extend(held.iter().map(|path| self.when_held(path)));
        Some(Made { bodies, takes, gives })
    }

    /// Waits for the lock, and keeps it or not.
    fn when_free(&self, path: &Path) -> Vec<Statement> {
        let acquire = Statement::Action(Action::Acquire(self.mutex()));
        let release = Statement::Action(Action::Release(self.mutex()));
        if path.takes_the_lock() { vec![acquire] } else { vec![acquire, release] }
    }

    /// Goes on where it is held, or gives it back in the end: until then the step may look at whose it is.
    fn when_held(&self, path: &Path) -> Vec<Statement> {
        if path.leaves_the_lock() {
            return [vec![Statement::Action(Action::Assume(self.is_held()))], besides(path)].concat();
        }
        [besides(path), vec![self.release_if_mine()]].concat()
    }

    /// By whoever has it; others are beyond a bound.
    fn release_if_mine(&self) -> Statement {
        let cond = of(Binary::Eq, self.owner(), Expr::Tid);
        let then = vec![Statement::Action(Action::Release(self.mutex()))];
        let otherwise = vec![Statement::Action(Action::Fail(Fault::Limit(Bound::Spinlock)))];
        Statement::If { cond, then, otherwise }
    }

    fn mutex(&self) -> Mutex {
        let place = Place { kind: PlaceKind::Cell(self.lock.cell), domain: Domain::Int };
        Mutex { place, reentrant: false, waited: false }
    }

    /// A branch that looks at the lock: whoever spins waits.
    fn branch(&self, (at, known): (Loc, &Known), cond: &Expr, [then, otherwise]: [Loc; 2]) -> Op {
        let goes = |holder| match self.fold(cond, &known.with(holder)) {
            Expr::Const(0) => Some(otherwise),
            Expr::Const(_) => Some(then),
            _ => None,
        };
        let spins = |holder, to| self.spins((at, known), &Path::doing_nothing(known.with(holder)), to);
        match (goes(Holder::Nobody), goes(Holder::Somebody)) {
            (Some(free), Some(held)) if free == held => Op::Skip { next: free },
            (Some(free), Some(held)) if spins(Holder::Somebody, held) => {
                let wait = [Action::Acquire(self.mutex()), Action::Release(self.mutex())];
                Op::Atomic { body: wait.map(Statement::Action).into(), next: free }
            }
            (Some(free), Some(held)) if spins(Holder::Nobody, free) => {
                Op::Do { action: Action::Assume(self.is_held()), next: held }
            }
            (Some(free), Some(held)) => Op::Branch { cond: self.is_held(), then: held, otherwise: free },
            _ => Op::Branch { cond: self.fold(cond, known), then, otherwise },
        }
    }
}

/// The ways that are the same whoever has the lock, and leave it as it is, taken out of both.
fn whoever_has_it(free: &mut Vec<Path>, held: &mut Vec<Path>) -> Vec<Vec<Statement>> {
    let same = |a: &Path, b: &Path| a.leaves_the_lock() && b.leaves_the_lock() && a.does_as(b);
    let both: Vec<Path> = free.iter().filter(|a| held.iter().any(|b| same(a, b))).cloned().collect();
    for ways in [free, held] {
        ways.retain(|path| !(path.leaves_the_lock() && both.iter().any(|b| b.does_as(path))));
    }
    both.iter().map(besides).collect()
}

fn besides(path: &Path) -> Vec<Statement> {
    path.does.iter().cloned().map(Statement::Action).collect()
}

fn one_step(mut bodies: Vec<Vec<Statement>>, next: Loc) -> Op {
    match (bodies.len(), bodies.pop()) {
        (1, Some(mut body)) => match (body.len(), body.pop()) {
            (1, Some(Statement::Action(action))) => Op::Do { action, next },
            (_, last) => Op::Atomic { body: body.into_iter().chain(last).collect(), next },
        },
        (_, None) => Op::Do { action: Action::Exit, next },
        (_, last) => Op::Atomic { body: vec![Statement::Choose(bodies.into_iter().chain(last).collect())], next },
    }
}

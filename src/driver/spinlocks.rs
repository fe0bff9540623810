//! Checks of a program with mutexes in the place of [spinlocks](crate::spinlocks), told in the program itself.

use super::check::inspect;
use super::engine::Engine;
use super::outcome::{Options, Outcome};
use super::retell::{Likeness, Telling};
use crate::control::{Bound, Control};
use crate::ir::{Cell, Loc, Program, Value};
use crate::movers::FalseClaim;
use crate::spinlocks::{Locked, locked};

/// Longer programs are left as they are: no bound is looked at while locks are looked for.
const LOCATIONS: usize = 4000;

/// Checks a program by one with mutexes, if that is asked for and it has spinlocks; and as it is where one of them is
/// given back by a thread that has not taken it, or an error cannot be told within the bounds.
pub(super) fn check(
    program: &Program,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
) -> Result<Outcome, Vec<FalseClaim>> {
    let as_it_is = |control: &Control<'_>| inspect(program, engine, options, control, &mut |_, _| ());
    let Some(locked) = wanted(program, engine, options) else { return as_it_is(control) };
    let outcome = inspect(&locked.program, engine, options, control, &mut |_, _| ())?;
    let told = match outcome.bound {
        Some(Bound::Spinlock) => None,
        _ => Telling::new([&locked.program, program], &locked, &control.anew()).outcome(outcome),
    };
    told.map_or_else(|| as_it_is(&control.anew()), |told| Ok(with_locks(program, locked, told)))
}

/// Claims of movers are about the program as it is, and interleavings are wanted as they are.
fn wanted(program: &Program, engine: Engine, options: &Options) -> Option<Locked> {
    let depends = options.goes_by_text();
    let applies = options.spinlocks && engine.reduces() && !depends && program.locations.len() <= LOCATIONS;
    applies.then(|| locked(program)).flatten()
}

/// A thread that waits for a lock spins in the program itself: that is no deadlock.
fn with_locks(program: &Program, locked: Locked, outcome: Outcome) -> Outcome {
    let same = |loc: &Loc| locked.program.location(*loc).op == program.location(*loc).op;
    let stuck = outcome.stuck.into_iter().filter(|(_, loc)| same(loc)).collect();
    Outcome { stuck, spinlocks: locked.locks, ..outcome }
}

impl Likeness for Locked {
    fn agrees_on(&self, cell: Cell, thin: Value, full: Value) -> bool {
        self.locks.iter().find(|l| l.cell == cell).map_or(thin == full, |lock| lock.holds(full, thin))
    }

    fn knows(&self, _loc: Loc, _register: usize) -> bool {
        true
    }
}

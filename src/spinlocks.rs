//! Numbers that are locks: found by what steps do to them, and made mutexes of.
//!
//! A variable is a **spinlock** if each step that takes it makes of one number another, is done by nobody while it has
//! that one, and some step makes the first number of it again: `cas(l, 0, 1)`, `atomic { assume(l == 0); l = 1; }`, an
//! exchange, with the number 1 or the id of the thread. Ways on which a thread comes back to where it was with nothing
//! changed (*spinning*) are left out: it waits for the lock in place of that.
//!
//! In the program that is made its cell holds the id of whoever has taken it. It is given back by that one alone: another
//! who does so meets a bound, `Bound::Spinlock`, and nothing is known. Where nobody does, it makes the steps of the
//! program, but for spinning (`docs/papers.md`). It is a program like any other: movers, phases and classes are unknown
//! here.

mod constants;
mod known;
mod own;
mod paths;
mod rewrite;
mod spins;
mod total;

use crate::ir::visit::{Visitor, walk_action, walk_place};
use crate::ir::*;
use known::Scene;
use own::Owned;

/// So many variables are tried.
const TRIED: usize = 64;

/// A variable that is a lock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spinlock {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub cell: Cell,
    /// The number that it holds while nobody has it.
    pub free: Value,
    /// The number that it holds while somebody has it; nothing if that is the thread's id.
    pub held: Option<Value>,
}

impl Spinlock {
    /// Whether this is what the variable holds where the program that is made has `owner` in its cell.
    pub(crate) fn holds(&self, value: Value, owner: Value) -> bool {
        let held = self.held.unwrap_or(owner);
        value == if owner == 0 { self.free } else { held }
    }
}

/// A program with mutexes in the place of spinlocks.
#[derive(Clone, Debug)]
pub struct Locked {
    /// The program that is made.
    pub program: Program,
    /// What it has mutexes for.
    pub locks: Vec<Spinlock>,
}

/// The program with a mutex for each of its spinlocks; nothing if it has none.
pub fn locked(program: &Program) -> Option<Locked> {
    let mut found = Locked { program: program.clone(), locks: vec![] };
    for lock in candidates(program).into_iter().take(TRIED) {
        let owned = Owned::new(&found.program);
        let made = Scene { program: &found.program, lock: &lock, owned: &owned }.rewritten();
        if let Some(program) = made {
            found.program = program;
            found.locks.push(lock);
        }
    }
    (!found.locks.is_empty()).then_some(found)
}

/// Variables that hold what they begin with, or one other number.
fn candidates(program: &Program) -> Vec<Spinlock> {
    let mut stores = Stores(vec![vec![]; program.cells.len()]);
    program.locations.iter().for_each(|l| stores.op(&l.op));
    let mut addressed = program.addressed();
    // Whoever follows a pointer looks whether the object is still there.
    addressed.extend(program.objects.iter().filter_map(|o| o.freed));
    let is_plain = |g: &&GlobalVariable| {
        let inferred = matches!(g.protection, Protection::Inferred);
        inferred && !g.is_array && g.len == 1 && matches!(g.kind, GlobalKind::Data(_)) && !g.is_hidden()
    };
    let plain = program.globals.iter().filter(is_plain);
    let known = plain.filter(|g| !addressed.contains(&g.base) && !may_be_unset(program, g.base));
    known.filter_map(|g| candidate(program, g, &stores.0[g.base.0 as usize])).collect()
}

fn may_be_unset(program: &Program, cell: Cell) -> bool {
    program.unset.as_ref().is_some_and(|unset| unset.cells.contains(&cell))
}

fn candidate(program: &Program, global: &GlobalVariable, stored: &[Option<Expr>]) -> Option<Spinlock> {
    let free = program.cells[global.base.0 as usize];
    let mut others = stored.iter().filter(|e| **e != Some(Expr::Const(free)));
    let held = others.next()?.clone()?;
    let lock = |held| Spinlock { name: global.name.clone(), cell: global.base, free, held };
    let found = match held {
        // A number that does not fit is another one when it is stored.
        Expr::Const(held) if fits(global, held) => lock(Some(held)),
        Expr::Tid if free == 0 && (1..=program.threads.len() as Value).all(|t| fits(global, t)) => lock(None),
        _ => return None,
    };
    others.all(|e| *e == Some(held.clone())).then_some(found)
}

fn fits(global: &GlobalVariable, value: Value) -> bool {
    matches!(global.kind, GlobalKind::Data(domain) if domain.stored(value) == Some(value))
}

/// What steps store into each cell, where that can be seen: of each cell that they name alone.
struct Stores(Vec<Vec<Option<Expr>>>);

impl Stores {
    fn store(&mut self, place: &Place, value: Option<&Expr>) {
        let value = value.filter(|v| matches!(v, Expr::Const(_) | Expr::Tid)).filter(|_| is_cell(place));
        place.cells().into_iter().for_each(|c| self.0[c.0 as usize].push(value.cloned()));
    }
}

fn is_cell(place: &Place) -> bool {
    matches!(place.kind, PlaceKind::Cell(_))
}

impl<'p> Visitor<'p> for Stores {
    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Assign { place, value } => self.store(place, Some(value)),
            Action::Choose { place, .. } | Action::ChooseRange { place, .. } => self.store(place, None),
            Action::Cas { result, place, new, .. } => {
                self.store(place, Some(new));
                result.iter().for_each(|place| self.store(place, None));
            }
            _ => {}
        }
        walk_action(self, action);
    }

    /// An element that is found by its number may be any.
    fn place(&mut self, place: &'p Place) {
        if !is_cell(place) {
            self.store(place, None);
        }
        walk_place(self, place);
    }
}

//! Moving conditions as formulas over locations and data.

use crate::ir::{Cell, Place, Value};
use fixedbitset::FixedBitSet;
use moverlog_rules::Tid;
use std::rc::Rc;

/// A predicate on states, from the point of view of one thread that stays where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Formula {
    True,
    False,
    /// All of them; never one, none or a constant.
    All(Vec<Formula>),
    /// Any of them; never one, none or a constant.
    Any(Vec<Formula>),
    Test(Test),
}

/// What is looked at in a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Test {
    /// `pc_j != l` for all of these locations, of a thread and of what its frames return to.
    Far(Tid, Rc<FixedBitSet>),
    /// `p != p'`: they are not one and the same cell. True where one of them has no cell.
    Differ(Pointee, Pointee),
    /// `*p != c`: the cell does not hold the value. True where there is no cell.
    Unlike(Pointee, Value),
    /// The thread that stays holds the mutex. True where there is none.
    Held(Pointee),
}

/// What a pointer points to, `*p`; an index means the same, and so does a variable by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pointee {
    Cell(Cell),
    /// What the place means now to a thread in its one activation of the procedure; to the thread that stays, in the one
    /// that runs. A thread in none has no such cell. Without a procedure no register of an activation occurs in it.
    Place {
        t: Tid,
        procedure: Option<u32>,
        place: Place,
    },
}

impl Formula {
    /// That a thread is far from several sets of locations is one test.
    pub fn all(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut found: Vec<Formula> = vec![];
        for part in parts {
            match part {
                Formula::False => return Formula::False,
                Formula::True => {}
                Formula::All(inner) => inner.into_iter().for_each(|f| conjoin(&mut found, f)),
                one => conjoin(&mut found, one),
            }
        }
        one_or(found, Formula::True, Formula::All)
    }

    /// What implies another of the parts is left out.
    pub fn any(parts: impl IntoIterator<Item = Formula>) -> Formula {
        let mut found: Vec<Formula> = vec![];
        for part in parts {
            match part {
                Formula::True => return Formula::True,
                Formula::False => {}
                Formula::Any(inner) => inner.into_iter().for_each(|f| disjoin(&mut found, f)),
                one => disjoin(&mut found, one),
            }
        }
        one_or(found, Formula::False, Formula::Any)
    }

    /// Whether it is true, where `test` says what holds.
    pub fn holds(&self, test: &mut dyn FnMut(&Test) -> bool) -> bool {
        match self {
            Formula::True => true,
            Formula::False => false,
            Formula::All(parts) => parts.iter().all(|f| f.holds(test)),
            Formula::Any(parts) => parts.iter().any(|f| f.holds(test)),
            Formula::Test(t) => test(t),
        }
    }

    fn conjuncts(&self) -> &[Formula] {
        if let Formula::All(parts) = self { parts } else { std::slice::from_ref(self) }
    }

    /// Whether that can be seen part by part; it may imply it otherwise.
    fn implies(&self, other: &Formula) -> bool {
        let one = |a: &Formula, b: &Formula| match (a, b) {
            (Formula::Test(Test::Far(t, all)), Formula::Test(Test::Far(u, some))) => t == u && some.is_subset(all),
            _ => a == b,
        };
        other.conjuncts().iter().all(|b| self.conjuncts().iter().any(|a| one(a, b)))
    }
}

fn conjoin(found: &mut Vec<Formula>, f: Formula) {
    if let Formula::Test(Test::Far(t, more)) = &f {
        for known in found.iter_mut() {
            match known {
                Formula::Test(Test::Far(u, locations)) if u == t => return Rc::make_mut(locations).union_with(more),
                _ => {}
            }
        }
    }
    if !found.contains(&f) {
        found.push(f);
    }
}

fn disjoin(found: &mut Vec<Formula>, f: Formula) {
    if !found.iter().any(|known| f.implies(known)) {
        found.retain(|known| !known.implies(&f));
        found.push(f);
    }
}

fn one_or(mut parts: Vec<Formula>, none: Formula, several: fn(Vec<Formula>) -> Formula) -> Formula {
    match parts.len() {
        0 => none,
        1 => parts.remove(0),
        _ => several(parts),
    }
}

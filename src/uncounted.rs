//! Loops whose rounds nobody counts: whoever is in one leaves it after any number of rounds.
//!
//! `for (i = 0; i < n; i++) { acquire(m); release(m); }` becomes `while (*) { acquire(m); release(m); }`. The program that
//! is made does all that the program itself does, and more: so if nobody goes wrong there, nobody does in the program
//! itself (`docs/papers.md`), and nothing else follows. It is a program like any other: movers, phases and classes are
//! unknown here.

mod counters;

use crate::ir::*;
use crate::slice::{Slice, slice};
use counters::{Counters, Test, Variable};

/// A program in which some loops go round any number of times.
#[derive(Clone, Debug)]
pub struct Uncounted {
    /// The program that is made. It has the same locations.
    pub program: Program,
    /// Where it is decided whether there is another round.
    pub heads: Vec<Loc>,
}

/// The program whose loops go round any number of times, but for those that go round less often, as their text says, and
/// those on whose counter anything else depends; nothing if there are no others.
pub fn uncounted(program: &Program, often: u32) -> Option<Uncounted> {
    // Where protection is declared to read a variable may be wrong.
    let declares = program.globals.iter().any(|g| !matches!(g.protection, Protection::Inferred));
    let mut tests = if declares { vec![] } else { Counters::of(program).tests(often) };
    loop {
        let made = opened(program, &tests);
        let slice = slice(&made).filter(|_| !tests.is_empty())?;
        let before = tests.len();
        tests.retain(|test| !depends(&slice, test));
        if tests.len() == before {
            return Some(Uncounted { program: made, heads: tests.into_iter().map(|test| test.at).collect() });
        }
    }
}

/// The same program where no test decides.
fn opened(program: &Program, tests: &[Test]) -> Program {
    let mut made = program.clone();
    for test in tests {
        let next = made.location(test.at).op.targets();
        made.locations[test.at.0 as usize].op = Op::Choose { next };
    }
    made
}

/// Whether something depends on a counter of this test where nothing depends on the test.
fn depends(slice: &Slice, test: &Test) -> bool {
    test.counters.iter().any(|counter| match counter {
        // Others are handed to this procedure.
        Variable::Register(p, r) => *p == test.procedure && slice.knows(test.at, r.0 as usize),
        Variable::Shared(cell) => slice.stores(*cell),
    })
}

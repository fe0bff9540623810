//! Verdicts for threads without names: for any number of them, where threads are started without end, and for as many
//! as there are.

use super::outcome::{Counted, Outcome, Verdict};
use super::sliced::{is_long, thin};
use crate::control::Control;
use crate::counters::{Answer, Pools, Search};
use crate::ir::Program;
use crate::semantics::Semantics;

/// So many threads of one share are counted at most, before they are any number.
const MOST: u8 = 4;

/// More than there may be threads.
const EACH: u8 = 254;

/// So many threads that do the same are many.
const MANY: usize = 4;

/// Whether nobody goes wrong however many threads are started: safe, or not known.
pub fn any_number(program: &Program, control: &Control<'_>) -> Outcome {
    without_names(program, |program, pools| {
        let mut found = (1..=MOST).map(|most| counted(program, pools, most, &control.anew()));
        found.find_map(|(answer, outcome)| (answer != Answer::Wrong).then_some(outcome))
    })
}

/// Whether many threads are started at one place that do the same.
pub fn are_many(program: &Program) -> bool {
    are_started(program, |names| names >= MANY)
}

/// Whether threads may be started without end, where there are so many names at a place for them.
pub fn are_endless(program: &Program, names: usize) -> bool {
    are_started(program, |n| n == names)
}

/// Whether at some place as many threads are started as this says, which nothing tells apart.
fn are_started(program: &Program, so_many: impl Fn(usize) -> bool) -> bool {
    if program.starts.len() < 2 || is_long(program) {
        return false;
    }
    let slice = thin(program);
    let pools = Pools::of(slice.as_ref().map_or(program, |slice| &slice.program));
    pools.is_some_and(|pools| pools.names().iter().any(|names| so_many(names.len())))
}

/// Whether nobody goes wrong, by states in which threads that do the same have no names: safe, or not known.
pub fn without_regard_to_names(program: &Program, control: &Control<'_>) -> Outcome {
    without_names(program, |program, pools| {
        let (_, outcome) = counted(program, pools, EACH, control);
        Some(Outcome { counted: Some(Counted::Each), ..outcome })
    })
}

/// What is found of a program with pools and without data that nobody needs, if it is one.
fn without_names(program: &Program, find: impl Fn(&Program, &Pools) -> Option<Outcome>) -> Outcome {
    let slice = thin(program);
    let program = slice.as_ref().map_or(program, |slice| &slice.program);
    let outcome = Pools::of(program).and_then(|pools| find(program, &pools));
    Outcome { left_out: slice.map(|slice| slice.left_out), ..outcome.unwrap_or_else(|| Outcome::nothing(None)) }
}

fn counted(program: &Program, pools: &Pools, most: u8, control: &Control<'_>) -> (Answer, Outcome) {
    control.begin(false);
    let semantics = Semantics::within(program, control);
    let mut search = Search::new(&semantics, pools, most, control);
    let answer = search.run();
    let verdict = if answer == Answer::Safe { Verdict::Safe } else { Verdict::Inconclusive };
    let (states, transitions) = (search.states(), search.steps());
    (
        answer,
        Outcome { verdict, states, transitions, counted: Some(Counted::UpTo(most)), ..Outcome::nothing(control.hit()) },
    )
}

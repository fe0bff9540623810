//! Verdicts for any number of threads, where threads are started without end.

use super::outcome::{Outcome, Verdict};
use super::sliced::thin;
use crate::control::Control;
use crate::counters::{Answer, Pools, Search};
use crate::ir::Program;
use crate::semantics::Semantics;

/// So many threads of one share are counted at most.
const MOST: u8 = 4;

/// Whether nobody goes wrong however many threads are started: safe, or not known.
pub fn any_number(program: &Program, control: &Control<'_>) -> Outcome {
    let slice = thin(program);
    let program = slice.as_ref().map_or(program, |slice| &slice.program);
    let Some(pools) = Pools::of(program) else { return Outcome::nothing(None) };
    let mut found = (1..=MOST).map(|most| counted(program, &pools, most, &control.anew()));
    let outcome = found.find_map(|(answer, outcome)| (answer != Answer::Wrong).then_some(outcome));
    Outcome { left_out: slice.map(|slice| slice.left_out), ..outcome.unwrap_or_else(|| Outcome::nothing(None)) }
}

fn counted(program: &Program, pools: &Pools, most: u8, control: &Control<'_>) -> (Answer, Outcome) {
    control.begin(false);
    let semantics = Semantics::within(program, control);
    let mut search = Search::new(&semantics, pools, most, control);
    let answer = search.run();
    let verdict = if answer == Answer::Safe { Verdict::Safe } else { Verdict::Inconclusive };
    let (states, transitions) = (search.states(), search.steps());
    (answer, Outcome { verdict, states, transitions, counted: Some(most), ..Outcome::nothing(control.hit()) })
}

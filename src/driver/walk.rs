//! Accesses along some executions, before the first exploration.

use crate::control::Control;
use crate::movers::Protection;
use crate::semantics::Semantics;

/// How many executions are walked, and how far if nothing new is met after the first steps.
const WALKS: usize = 32;
const STEPS: usize = 200;

/// So many executions in a row that tell nothing new end it.
const QUIET: usize = 8;

/// How far threads go that move one after the other, each so far before the next one does.
const FAR: usize = 10_000;
const TURN: usize = 1_000;

/// All walks together take no more steps, and leave no more cells of stores behind.
const WALKED: usize = 200_000;
const CELLS_LEFT: usize = 20_000_000;

/// Observes the accesses along some executions, so that the first exploration does not start from
/// assumptions that its first steps contradict. They go on to twice as many steps as there were at the
/// last access that told something new.
pub(super) fn walk(semantics: &Semantics<'_>, protection: &mut Protection, control: &Control<'_>) {
    let mut dice = Dice::default();
    let (mut end, mut walked, mut quiet) = (STEPS, 0, 0);
    let stores = CELLS_LEFT / semantics.program.cells.len().max(1);
    for _ in 0..WALKS {
        if quiet == QUIET {
            break;
        }
        quiet += 1;
        let mut at = semantics.initial();
        for step in 0.. {
            walked += 1;
            if step == end || walked > WALKED || semantics.counts().0 > stores || !control.check() {
                break;
            }
            let mut next = vec![];
            for t in semantics.tids() {
                let transitions = semantics.transitions_in(&at, t);
                if protection.observe(semantics, t, at.global, &transitions) {
                    (end, quiet) = (end.max(2 * step + STEPS), 0);
                }
                next.extend((0..transitions.steps.len()).map(|i| (t, i)));
            }
            if next.is_empty() {
                break;
            }
            let (t, i) = next[dice.below(next.len())];
            at = semantics.after(&at, t, &semantics.transitions_in(&at, t).steps[i]);
        }
    }
}

/// The same along one execution that goes on to the end of the program, if that is not far: an access behind loops, as
/// where all others have been joined, would be met when most of the states are known.
pub(super) fn walk_on(semantics: &Semantics<'_>, protection: &mut Protection, control: &Control<'_>) {
    let stores = CELLS_LEFT / semantics.program.cells.len().max(1);
    let (mut at, mut left) = (semantics.initial(), FAR);
    loop {
        let before = left;
        for t in semantics.tids() {
            for _ in 0..TURN.min(left) {
                if semantics.counts().0 > stores || !control.check() {
                    return;
                }
                let transitions = semantics.transitions_in(&at, t);
                let Some(step) = transitions.steps.first() else { break };
                protection.observe(semantics, t, at.global, &transitions);
                at = semantics.after(&at, t, step);
                left -= 1;
            }
        }
        if left == before || left == 0 {
            return;
        }
    }
}

/// The same numbers in every run.
pub(super) struct Dice(u64);

impl Default for Dice {
    fn default() -> Self {
        Dice(0x9e37_79b9_7f4a_7c15)
    }
}

impl Dice {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

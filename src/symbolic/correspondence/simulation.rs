//! What executions do not tell apart.

use super::classes::Classes;
use crate::control::Control;
use crate::symbolic::circuit::Circuit;
use crate::symbolic::simulation::Executions;

/// So many steps are made.
const STEPS: usize = 64;

/// Latches that such executions do not tell apart; fewer executions once a bound has ended the run.
pub fn classes(circuit: &Circuit, control: &Control<'_>) -> Classes {
    let mut classes = Classes::at_first(circuit);
    let mut executions = Executions::new(circuit, 1);
    for _ in (0..STEPS).take_while(|_| control.check()) {
        executions.step();
        classes.refine(circuit, executions.possible, |n| executions.state[n]);
    }
    classes
}

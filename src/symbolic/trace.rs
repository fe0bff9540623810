//! Executions of a circuit that end in a bad state.

use super::circuit::Circuit;

/// An execution: the bad state is the one after all steps but the last, under the last inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// A value for each latch.
    pub initial: Vec<bool>,
    /// For each step a value for each input; there is at least one.
    pub inputs: Vec<Vec<bool>>,
}

impl Trace {
    /// The number of the first bad output that holds at the end; none if the execution is none of the circuit, or
    /// does not end in a bad state.
    pub fn replay(&self, circuit: &Circuit) -> Option<usize> {
        let resets = circuit.latches().iter().zip(&self.initial);
        if resets.into_iter().any(|(latch, &value)| latch.reset.value().is_some_and(|reset| reset != value)) {
            return None;
        }
        let mut state = self.initial.clone();
        let mut bad = None;
        for inputs in &self.inputs {
            let values = circuit.eval(&state, inputs);
            if circuit.constraints().iter().any(|&constraint| !values[constraint]) {
                return None;
            }
            bad = circuit.bads().iter().position(|bad| values[bad.lit]);
            state = circuit.after(&values);
        }
        bad
    }

    /// Each state on the way, the bad one last.
    pub fn states(&self, circuit: &Circuit) -> Vec<Vec<bool>> {
        let steps = self.inputs.split_last().map_or(&[][..], |(_, steps)| steps);
        let mut states = vec![self.initial.clone()];
        for inputs in steps {
            let values = circuit.eval(&states[states.len() - 1], inputs);
            states.push(circuit.after(&values));
        }
        states
    }
}

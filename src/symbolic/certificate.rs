//! Whether an invariant is one, by induction: initial states satisfy it, steps keep it, no bad state satisfies it. Its
//! questions are put to fresh solvers, which share nothing with the engine that found the invariant but the
//! translation into clauses.

use super::circuit::{Circuit, Latch, Lit};
use super::cnf::Start;
use super::cone::support;
use super::question::Question;
use super::solver::{Answer, Sat, SatLit};
use crate::control::Control;

/// Why an invariant is none. A state is a value for each latch, inputs are a value for each input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refuted {
    /// An initial state that does not satisfy the part with this number.
    Initiation { part: usize, state: Vec<bool> },
    /// A state that satisfies the invariant, and a step after which this part does not hold.
    Consecution { part: usize, state: Vec<bool>, inputs: Vec<bool> },
    /// A state that satisfies the invariant, and inputs under which this output is bad.
    Safety { bad: usize, state: Vec<bool>, inputs: Vec<bool> },
}

/// What the check says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Checked {
    Holds,
    Refuted(Refuted),
    /// A bound was hit: [`Control::hit`].
    Stopped,
}

/// Checks the conjunction of these literals, the parts of the invariant.
///
/// # Panics
///
/// If a part depends on inputs, and so is not about states.
pub fn check(circuit: &Circuit, invariant: &[Lit], sat: Sat, control: &Control) -> Checked {
    check_by_cases(circuit, invariant, &[], sat, control)
}

/// The same; steps are looked at case by case, where all of these literals hold, and then where none of the cases is.
///
/// # Panics
///
/// As [`check`].
pub fn check_by_cases(
    circuit: &Circuit,
    invariant: &[Lit],
    cases: &[Vec<Lit>],
    sat: Sat,
    control: &Control,
) -> Checked {
    let used = support(circuit, invariant.iter().copied());
    assert!(circuit.inputs().iter().all(|input| !used[input.lit.variable()]), "an invariant is about states");
    refute(circuit, (invariant, cases), Over::States, sat, control).map_or_else(|Hit| Checked::Stopped, Checked::of)
}

/// Checks what is said of states and inputs together: it holds under all inputs of initial states, and after a step under
/// all that the constraints allow there.
pub fn check_with_inputs(circuit: &Circuit, invariant: &[Lit], sat: Sat, control: &Control) -> Checked {
    refute(circuit, (invariant, &[]), Over::Inputs, sat, control).map_or_else(|Hit| Checked::Stopped, Checked::of)
}

impl Checked {
    fn of(refuted: Option<Refuted>) -> Checked {
        refuted.map_or(Checked::Holds, Checked::Refuted)
    }
}

/// What an invariant speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Over {
    States,
    /// And inputs that the constraints allow.
    Inputs,
}

/// Adds clauses over latches to a circuit, as parts of an invariant.
pub fn parts(circuit: &mut Circuit, clauses: &[Vec<Lit>]) -> Vec<Lit> {
    clauses.iter().map(|clause| circuit.any(clause.iter().copied())).collect()
}

/// A bound was hit.
struct Hit;

fn refute(
    circuit: &Circuit,
    (invariant, cases): (&[Lit], &[Vec<Lit>]),
    over: Over,
    sat: Sat,
    control: &Control,
) -> Result<Option<Refuted>, Hit> {
    let allowed = if over == Over::Inputs { circuit.constraints() } else { &[] };
    let mut initial = Question::new(circuit, Start::Reset, sat.solver(control));
    allowed.iter().for_each(|&lit| initial.assert(0, lit));
    if let Some(part) = fails(&mut initial, 0, invariant, &[])? {
        return Ok(Some(Refuted::Initiation { part, state: state(&initial) }));
    }
    let mut step = Question::new(circuit, Start::Any, sat.solver(control));
    circuit.constraints().iter().chain(invariant).for_each(|&lit| step.assert(0, lit));
    let good: Vec<Lit> = circuit.bads().iter().map(|bad| !bad.lit).collect();
    if let Some(bad) = fails(&mut step, 0, &good, &[])? {
        return Ok(Some(Refuted::Safety { bad, state: state(&step), inputs: step.inputs(0) }));
    }
    allowed.iter().for_each(|&lit| step.assert(1, lit));
    let part = fails_by_cases(&mut step, invariant, cases)?;
    Ok(part.map(|part| Refuted::Consecution { part, state: state(&step), inputs: step.inputs(0) }))
}

/// The number of a literal that can be false after a step, of some case or of none.
fn fails_by_cases(step: &mut Question<'_>, lits: &[Lit], cases: &[Vec<Lit>]) -> Result<Option<usize>, Hit> {
    for case in cases {
        let case: Vec<SatLit> = case.iter().map(|&lit| step.lit(0, lit)).collect();
        if let Some(part) = fails(step, 1, lits, &case)? {
            return Ok(Some(part));
        }
        let other: Vec<SatLit> = case.iter().map(|&lit| !lit).collect();
        step.solver.clause(&other);
    }
    fails(step, 1, lits, &[])
}

/// The number of a literal that can be false at this step, where all of these hold.
fn fails(question: &mut Question<'_>, step: usize, lits: &[Lit], here: &[SatLit]) -> Result<Option<usize>, Hit> {
    for (n, &lit) in lits.iter().enumerate() {
        let lit = question.lit(step, lit);
        match question.solver.solve(&[here, &[!lit]].concat()) {
            Answer::Satisfiable => return Ok(Some(n)),
            Answer::Unsatisfiable => {}
            Answer::Stopped => return Err(Hit),
        }
    }
    Ok(None)
}

/// The state of the model; what is not asked for may have any value, and initial states have theirs.
fn state(question: &Question<'_>) -> Vec<bool> {
    let value = |latch: &Latch| question.value(0, latch.lit).or(latch.reset.value()).unwrap_or(false);
    question.circuit.latches().iter().map(value).collect()
}

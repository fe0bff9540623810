//! QRR Theorem 3 on the facts of a run: is there a recursive frame that is not transactional?

use crate::control::Control;
use crate::driver::{Engine, Kept, Options, Outcome, Violation, inspect, kept, violation};
use crate::exploration::Instance;
use crate::ir::{Op, Program};
use crate::movers::FalseClaim;
use moverlog_rules::{Frame, Summaries, Tid};

/// What a run says about the hypothesis of Theorem 3.
#[derive(Debug, Default)]
pub struct Termination {
    pub recursive: Vec<(Tid, Kept)>,
    /// Procedures that call themselves, directly or through others.
    pub calls_itself: Vec<String>,
    pub violation: Option<Violation>,
}

/// Checks `program` with a ruleset that summarizes, and asks whether it meets the hypothesis of QRR
/// Theorem 3.
pub fn termination<'e>(
    program: &Program,
    ruleset: impl Into<Engine<'e>>,
    options: &Options,
    control: &Control<'_>,
) -> Result<(Outcome, Termination), Vec<FalseClaim>> {
    let mut found = Termination::default();
    let outcome = inspect(program, ruleset.into(), options, control, &mut |instance, solution| {
        if let Some(summaries) = &solution.summaries {
            found = hypothesis(instance, summaries);
        }
    })?;
    Ok((outcome, found))
}

fn hypothesis(instance: &Instance<'_>, summaries: &Summaries) -> Termination {
    let mut recursive: Vec<(Tid, Frame)> = summaries.recursive.clone();
    recursive.sort_unstable();
    let kept = |&(t, f): &(Tid, Frame)| (t, kept(instance.semantics, f));
    let recursive = recursive.iter().map(kept).collect();
    let calls_itself = calls_itself(instance.semantics.program);
    Termination { recursive, calls_itself, violation: violation(instance, summaries) }
}

fn calls_itself(program: &Program) -> Vec<String> {
    let n = program.procedures.len();
    let mut leads = vec![vec![false; n]; n];
    for location in &program.locations {
        if let Op::Call { procedure, .. } = location.op {
            leads[location.procedure as usize][procedure as usize] = true;
        }
    }
    for via in 0..n {
        for from in (0..n).filter(|from| leads[*from][via]).collect::<Vec<_>>() {
            let on = leads[via].clone();
            leads[from].iter_mut().zip(on).for_each(|(to, more)| *to |= more);
        }
    }
    (0..n).filter(|p| leads[*p][*p]).map(|p| program.procedures[p].name.clone()).collect()
}

//! `moverlog challenge`.

use super::args::ChallengeArgs;
use super::failure::Failure;
use super::timed::{options, timed};
use super::{Memory, Status, print, read_model, rules};
use crate::challenge::{self, Effect, Tried};
use crate::driver::{self, Control, Verdict};
use crate::report::Challenge;

pub(super) fn run(args: &ChallengeArgs, memory: Memory) -> Result<Status, Failure> {
    let engine = rules::chosen(&args.rules, args.rules_file.as_deref(), &args.common)?;
    let model = read_model(&args.model, &args.common)?;
    let (options, constants) = (options(&model, &args.common), &args.common.constants);
    let engine = engine.with_heuristics(args.common.heuristics());
    let work = |control: &Control<'_>| {
        let outcome = driver::check(&model.program, engine, &options, control)?;
        let tried = match outcome.verdict {
            Verdict::Safe => challenge::challenge(&model, constants, engine, &options, control),
            _ => vec![],
        };
        Ok((outcome, tried))
    };
    let (run, tried) = timed(&model, engine, &args.common, Memory { last: false, ..memory }, work)?;
    let checked = run.report(false, args.common.quiet);
    print(&Challenge { checked: &checked, tried: &tried }, args.format);
    Ok(status(run.outcome.verdict, &tried))
}

/// Does the verdict rest on every part?
fn status(verdict: Verdict, tried: &[Tried]) -> Status {
    let some = |effect| tried.iter().any(|t| t.effect() == effect);
    match verdict {
        Verdict::Safe if some(Effect::Nothing) => Status::No,
        Verdict::Safe if some(Effect::Unknown) => Status::Inconclusive,
        verdict => super::timed::status(verdict),
    }
}

//! `moverlog challenge`.

use super::args::{ChallengeArgs, CompareFormat};
use super::timed::{Timed, options, timed};
use super::{Memory, Status, answer, answer_json, read_model, rules};
use crate::challenge::{self, Effect, Tried};
use crate::driver::{self, Control, Verdict};
use crate::report;

pub(super) fn run(args: &ChallengeArgs, memory: Memory) -> Status {
    let Some(engine) = rules::chosen(&args.rules, args.rules_file.as_deref(), &args.common) else {
        return Status::Usage;
    };
    let Some(model) = read_model(&args.model, &args.common) else { return Status::Usage };
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
    let Some((run, tried)) = timed(&model, engine, &args.common, Memory { last: false, ..memory }, work) else {
        return Status::Usage;
    };
    print(args, &run, &tried);
    status(run.outcome.verdict, &tried)
}

fn print(args: &ChallengeArgs, run: &Timed<'_>, tried: &[Tried]) {
    let checked = run.report(false, args.common.quiet);
    match args.format {
        CompareFormat::Text => answer(&report::challenge_text(&checked, tried)),
        CompareFormat::Csv => answer(&report::challenge_csv(tried)),
        CompareFormat::Markdown => answer(&report::challenge_markdown(tried)),
        CompareFormat::Json => answer_json(&report::challenge_json(&checked, tried)),
    }
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

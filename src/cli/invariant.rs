//! `moverlog check --invariant`.

use super::args::{CheckArgs, Reach};
use super::failure::Failure;
use super::symbolic::{assertions_alone, encodable, reduction};
use super::timed::{status, with_progress};
use super::{Memory, Status, print, read_model, read_text};
use crate::driver::{self, Symbolic};
use crate::model::{self, Language};
use crate::report::{Format, Inductive};
use std::time::Instant;

pub(super) fn run(args: &CheckArgs, file: &str, memory: Memory) -> Result<Status, Failure> {
    assertions_alone(args, "--invariant")?;
    if !matches!(args.format, Format::Text | Format::Json) {
        let why = format!("`--invariant` is not written as {}", args.format.name());
        return Err(Failure::refused(why).with_help("`--format text` or `json`"));
    }
    if Language::of(&args.model) != Language::Model {
        let why = "an invariant is written in the language of models, and speaks of their variables";
        return Err(Failure::refused(why).with_help("`--engine ic3` finds one for other programs"));
    }
    let reduction = reduction(args.rules.as_deref().unwrap_or("phase"))?;
    let model = read_model(&args.model, &args.common)?;
    let text = read_text(file)?;
    let (constants, pool) = (&args.common.constants, args.common.pool());
    let claims = model::claims(&model, &text, constants, pool)
        .map_err(|found| Failure::text(file, &text, found, &args.common))?;
    let Reach { inline, solver, .. } = args.symbolic.reach;
    let symbolic = Symbolic { inline, sat: solver, ..Symbolic::ic3(reduction) };
    encodable(&model, symbolic)?;
    let begun = Instant::now();
    let induction = with_progress("induction", &args.common, memory, |control| {
        driver::induction(&model.program, &claims, symbolic, control)
    });
    let report = Inductive {
        model: &model.name,
        file,
        rules: reduction.name,
        claims: &claims,
        induction: &induction,
        seconds: begun.elapsed().as_secs_f64(),
        quiet: args.common.quiet,
    };
    print(&report, args.format);
    Ok(status(report.verdict()))
}

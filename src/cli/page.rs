//! `moverlog report`.

use super::args::ReportArgs;
use super::failure::Failure;
use super::timed::{options, status, timed};
use super::{Memory, Status, answer, read_model, rules};
use crate::driver;
use crate::queries;
use crate::report::{self, Format, Page};
use serde_json::Value;

pub(super) fn run(args: &ReportArgs, memory: Memory) -> Result<Status, Failure> {
    let engine = rules::chosen(&args.rules, args.rules_file.as_deref(), &args.common)?;
    let engine = engine.with_heuristics(args.common.heuristics());
    let model = read_model(&args.model, &args.common)?;
    let options = options(&model, &args.common);
    let (run, views) = timed(&model, engine, &args.common, memory, |control| {
        let outcome = driver::check(&model.program, engine, &options, control)?;
        let views = queries::views(&model.program, engine, &options, control, &outcome)?;
        Ok((outcome, views))
    })?;
    let page = report::page(&Page { checked: &run.report(false, false), source: &model.text, views: &views });
    write(args, &page)?;
    Ok(status(run.outcome.verdict))
}

/// Into the file that was named, or on standard output.
fn write(args: &ReportArgs, page: &Value) -> Result<(), Failure> {
    let text = if args.format == Format::Json { format!("{page:#}\n") } else { report::html(page) };
    let Some(path) = &args.out else {
        answer(&text);
        return Ok(());
    };
    std::fs::write(path, text).map_err(|why| Failure::refused(format!("cannot write to `{path}`: {why}")))
}

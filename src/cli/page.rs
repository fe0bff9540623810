//! `moverlog report`.

use super::args::ReportArgs;
use super::failure::Failure;
use super::timed::{Timed, status};
use super::{Memory, Status, answer, read_model, rules};
use crate::queries;
use crate::report::{self, Format, Page};
use serde_json::Value;

pub(super) fn run(args: &ReportArgs, memory: Memory) -> Result<Status, Failure> {
    let engine = rules::chosen(&args.rules, args.rules_file.as_deref(), &args.common)?;
    let model = read_model(&args.model, &args.common)?;
    let run = Timed::new(&model, engine, &args.common, memory)?;
    let passed = run.outcome.failed.as_ref().and_then(|f| queries::passed(&model.program, &f.schedule));
    let checked = run.report(false, false);
    let page = report::page(&Page { checked: &checked, source: &model.text, passed: passed.as_deref() });
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

//! `moverlog report`.

use super::args::{Common, ReportArgs, Ways};
use super::failure::Failure;
use super::timed::{options, status, timed, with_progress};
use super::{Memory, Status, accepted, answer, compile, read_text, rules, tsg};
use crate::driver::Options;
use crate::model::Model;
use crate::queries::{self, Asked};
use crate::report::{self, Format, Page, RunPage, Traced};
use crate::trace::analysis::{Settings, analyse};
use crate::trace::log;
use serde_json::Value;

pub(super) fn run(args: &ReportArgs, memory: Memory) -> Result<Status, Failure> {
    let text = read_text(&args.model)?;
    match log::is_log(&text) {
        true => of_run(args, &text, memory),
        false => of_check(args, &text, memory),
    }
}

fn of_check(args: &ReportArgs, text: &str, memory: Memory) -> Result<Status, Failure> {
    // Where nobody has named rules, the verdict is that of `check`.
    let named = args.rules.is_some() || args.rules_file.is_some();
    let common = &args.common.with_any_engine(!named);
    let engine = rules::chosen(args.rules.as_deref().unwrap_or("summaries"), args.rules_file.as_deref(), common)?;
    let engine = engine.with_heuristics(common.heuristics());
    let model = compile(&args.model, text, &common.constants, common)?;
    let (marked, reduced) = (Ways::default().marked(model.clone(), named), &reduced(&model, common));
    let plain = Asked { program: &model.program, options: &options(&model, &args.common) };
    let reduced = (!named).then_some(Asked { program: &marked.program, options: reduced });
    let (run, (views, met)) = timed(&marked, engine, common, memory, |control| {
        let shown = queries::shown(engine, plain, reduced, control, false)?;
        Ok((shown.outcome, (shown.views, shown.met)))
    })?;
    let (checked, constants) = (&run.report(false, false), &common.constants);
    let page = report::page(&Page { checked, source: &model.text, constants, views: &views, met });
    write(args, &page)?;
    Ok(status(run.outcome.verdict))
}

/// What `check` does where no rules are named.
fn reduced(model: &Model, common: &Common) -> Options {
    Ways::default().with(options(model, common), false)
}

fn of_run(args: &ReportArgs, text: &str, memory: Memory) -> Result<Status, Failure> {
    let name = &args.model;
    if args.rules.is_some() || args.rules_file.is_some() {
        return Err(Failure::refused(format!("`{name}` is the log of a run, on which no rules run")));
    }
    let (run, found) = log::read(text);
    let run = accepted(run, found, name, text, &args.common)?;
    let mut analysis =
        with_progress("report", &args.common, memory, |control| analyse(&run.ctp, &Settings::default(), control));
    analysis.admit(&run);
    let traced = Traced { name, ctp: &run.ctp, analysis: &analysis, quiet: true };
    write(args, &report::run_page(&RunPage { run: &run, text, traced: &traced }))?;
    Ok(tsg::status(analysis.verdict(), analysis.is_cut()))
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

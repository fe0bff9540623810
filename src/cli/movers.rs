//! `moverlog movers`.

use super::args::{Format, MoversArgs};
use super::check::Run;
use super::{Memory, Status, answer, answer_json, complain, read_model};
use crate::report;

pub(super) fn run(args: &MoversArgs, memory: Memory) -> Status {
    let Some(model) = read_model(&args.common) else { return Status::Usage };
    let ruleset = moverlog_rules::ruleset("reduction").expect("movers come from the reduced run");
    let Some(run) = Run::new(&model, ruleset, &args.common, memory) else { return Status::Usage };
    let checked = run.report(false, false);
    match args.common.format {
        Format::Text => answer(&report::movers_text(&checked, &model.text)),
        Format::Json => answer_json(&report::movers_json(&checked)),
    }
    match run.outcome.bound {
        Some(bound) => {
            complain(&format!("warning: partial, a bound was hit ({})", bound.name()));
            Status::Inconclusive
        }
        None => Status::Yes,
    }
}

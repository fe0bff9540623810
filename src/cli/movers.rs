//! `moverlog movers`.

use super::args::{Format, MoversArgs};
use super::check::Run;
use super::summaries::partial;
use super::{Memory, Status, answer, answer_json, read_model};
use crate::driver::Engine;
use crate::report;

pub(super) fn run(args: &MoversArgs, memory: Memory) -> Status {
    let Some(model) = read_model(&args.model, &args.common) else { return Status::Usage };
    let engine = Engine::named("summaries").expect("summaries see every node that a reduced run schedules");
    let Some(run) = Run::new(&model, engine, &args.common, memory) else { return Status::Usage };
    let checked = run.report(false, false);
    match args.format {
        Format::Text => answer(&report::movers_text(&checked, &model.text)),
        Format::Json => answer_json(&report::movers_json(&checked)),
    }
    partial(&run)
}

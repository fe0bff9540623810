//! `moverlog movers`.

use super::args::{Format, MoversArgs};
use super::summaries::partial;
use super::timed::Timed;
use super::{Memory, Status, answer, answer_json, complain, read_model};
use crate::driver::{self, Engine};
use crate::dynamic::Heuristics;
use crate::model::Model;
use crate::report::{self, Said};
use moverlog_rules::Reduction;

pub(super) fn run(args: &MoversArgs, memory: Memory) -> Status {
    let Some(engine) = super::rules::find(&args.rules) else { return Status::Usage };
    if !engine.reduces() {
        complain(&format!("error: `{}` has no movers; try `--rules summaries`", engine.name()));
        return Status::Usage;
    }
    let Some(model) = read_model(&args.model, &args.common) else { return Status::Usage };
    match engine.with_heuristics(args.common.heuristics()) {
        Engine::Blocks(reduction, heuristics) => in_words(args, &model, (reduction, heuristics), memory),
        engine => letters(args, &model, engine, memory),
    }
}

fn letters(args: &MoversArgs, model: &Model, engine: Engine, memory: Memory) -> Status {
    let Some(run) = Timed::new(model, engine, &args.common, memory) else { return Status::Usage };
    let checked = run.report(false, false);
    match args.format {
        Format::Text => answer(&report::movers_text(&checked, &model.text)),
        Format::Json => answer_json(&report::movers_json(&checked)),
    }
    partial(&run)
}

fn in_words(
    args: &MoversArgs,
    model: &Model,
    (reduction, heuristics): (&'static Reduction, Heuristics),
    memory: Memory,
) -> Status {
    let control = args.common.control(memory, &|_| {});
    let sayings = driver::sayings(&model.program, reduction, heuristics, &control);
    if let Some(bound) = control.hit() {
        complain(&format!("inconclusive: a bound was hit ({}), and later lines are missing", bound.name()));
    }
    let said = Said { model: &model.name, rules: reduction.name, program: &model.program, sayings: &sayings };
    match args.format {
        Format::Text => answer(&report::moving_text(&said, &model.text)),
        Format::Json => answer_json(&report::moving_json(&said)),
    }
    if control.hit().is_some() { Status::Inconclusive } else { Status::Yes }
}

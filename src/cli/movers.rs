//! `moverlog movers`.

use super::args::MoversArgs;
use super::failure::Failure;
use super::summaries::partial;
use super::timed::Timed;
use super::{Memory, Status, complain, print, read_model};
use crate::driver::{self, Blocks, Engine};
use crate::dynamic::Heuristics;
use crate::model::Model;
use crate::report::{Movers, Said};

pub(super) fn run(args: &MoversArgs, memory: Memory) -> Result<Status, Failure> {
    let engine = super::rules::find(&args.rules, args.common.color)?;
    if !engine.reduces() {
        let why = Failure::refused(format!("`{}` has no movers", engine.name()));
        return Err(why.with_help("try `--rules summaries`"));
    }
    let model = read_model(&args.model, &args.common)?;
    match engine.with_heuristics(args.common.heuristics()) {
        Engine::Blocks(reduction, heuristics) => Ok(in_words(args, &model, (reduction, heuristics), memory)),
        engine => letters(args, &model, engine, memory),
    }
}

fn letters(args: &MoversArgs, model: &Model, engine: Engine, memory: Memory) -> Result<Status, Failure> {
    let run = Timed::new(model, engine, &args.common, memory)?;
    print(&Movers { checked: &run.report(false, false), source: &model.text }, args.format);
    Ok(partial(&run))
}

fn in_words(
    args: &MoversArgs,
    model: &Model,
    (reduction, heuristics): (Blocks<'_>, Heuristics),
    memory: Memory,
) -> Status {
    let control = args.common.control(memory, &|_| {});
    let sayings = driver::sayings(&model.program, reduction.rules(), heuristics, &control);
    if let Some(bound) = control.hit() {
        complain(&format!("inconclusive: a bound was hit ({}), and later lines are missing", bound.name()));
    }
    let (rules, program, source) = (reduction.rules().name(), &model.program, &*model.text);
    print(&Said { model: &model.name, rules, program, source, sayings: &sayings }, args.format);
    if control.hit().is_some() { Status::Inconclusive } else { Status::Yes }
}

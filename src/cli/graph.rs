//! `moverlog graph`.

use super::args::{GraphArgs, What};
use super::failure::Failure;
use super::summaries::partial_by;
use super::timed::{Timed, options, timed};
use super::{Memory, Status, answer, complain, read_model};
use crate::driver::{self, Engine};
use crate::model::Model;
use crate::queries::{self, Grain};
use crate::report::{ControlFlow, Instrumented, Report, StateGraph};

pub(super) fn run(args: &GraphArgs, memory: Memory) -> Result<Status, Failure> {
    let engine = engine(args)?;
    let model = read_model(&args.model, &args.common)?;
    match args.what {
        What::Cfg => cfg(args, &model, engine, memory),
        What::States => states(args, &model, engine, Grain::Transitions, memory),
        What::Transactions => states(args, &model, engine, Grain::Transactions, memory),
        What::Instrumented => Ok(instrumented(args, &model, engine)),
    }
}

/// Who explores.
fn engine(args: &GraphArgs) -> Result<Engine<'static>, Failure> {
    let usual = match args.what {
        What::Cfg => "summaries",
        What::States => "interleaving",
        What::Transactions => "reduction",
        What::Instrumented => "dynamic",
    };
    let engine = super::rules::find(args.rules.as_deref().unwrap_or(usual), args.common.color)?;
    let refused = match engine {
        Engine::Blocks(..) if args.what == What::Instrumented => return Ok(engine),
        Engine::Blocks(..) => Some("keeps no states with their steps, and has an instrumented graph alone"),
        _ if args.what == What::Instrumented => Some("has no instrumented graph"),
        _ if !engine.reduces() && args.what != What::States => Some("has no movers and no transactions"),
        _ => None,
    };
    let failure = |why| Failure::refused(format!("`{}` {why}", engine.name()));
    refused.map_or(Ok(engine), |why| Err(failure(why).with_help(format!("try `--rules {usual}`"))))
}

fn instrumented(args: &GraphArgs, model: &Model, engine: Engine) -> Status {
    let Engine::Blocks(reduction, _) = engine else { return Status::Usage };
    let edges = driver::instrumented(&model.program, reduction.rules());
    let (rules, program) = (reduction.rules().name(), &model.program);
    draw(args, &Instrumented { model: &model.name, rules, program, edges: &edges });
    Status::Yes
}

fn cfg(args: &GraphArgs, model: &Model, engine: Engine, memory: Memory) -> Result<Status, Failure> {
    let run = Timed::new(model, engine, &args.common, memory)?;
    draw(args, &ControlFlow(&run.report(false, false)));
    Ok(partial_by(run.outcome.cut()))
}

fn states(args: &GraphArgs, model: &Model, engine: Engine, grain: Grain, memory: Memory) -> Result<Status, Failure> {
    let options = options(model, &args.common);
    let (run, graph) = timed(model, engine, &args.common, memory, |control| {
        queries::graph(&model.program, engine, grain, &options, control)
    })?;
    draw(args, &StateGraph { checked: &run.report(false, false), graph: &graph });
    Ok(partial_by(graph.bound))
}

/// Larger drawings are worth a warning, in bytes.
const LARGE: usize = 500_000;

/// Writes a graph; says before that it is very large if it is, and how to have a smaller one.
fn draw(args: &GraphArgs, report: &impl Report) {
    let text = report.written(args.format);
    if text.len() > LARGE && !args.common.quiet {
        let megabytes = text.len() as f64 / 1e6;
        complain(&format!(
            "warning: this graph takes {megabytes:.1} MB, more than can be drawn; {}",
            smaller(args.what)
        ));
    }
    answer(&text);
}

fn smaller(what: What) -> &'static str {
    match what {
        What::States => "`--max-states 100` draws its beginning, `--what transactions` whole transactions alone",
        What::Transactions => "`--max-states 100` draws its beginning, `--const N=2` a smaller model",
        What::Cfg | What::Instrumented => "`--const N=2` draws a smaller model",
    }
}

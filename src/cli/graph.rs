//! `moverlog graph`.

use super::args::{GraphArgs, GraphFormat, What};
use super::check::{Run, options, timed};
use super::failure::Failure;
use super::summaries::partial_by;
use super::{Memory, Status, answer, complain, read_model};
use crate::driver::{self, Engine, Grain};
use crate::model::Model;
use crate::report::{self, Instrumented};

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
fn engine(args: &GraphArgs) -> Result<Engine, Failure> {
    let usual = match args.what {
        What::Cfg => "summaries",
        What::States => "interleaving",
        What::Transactions => "reduction",
        What::Instrumented => "dynamic",
    };
    let engine = super::rules::find(args.rules.as_deref().unwrap_or(usual))?;
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
    let edges = driver::instrumented(&model.program, reduction);
    let drawn = Instrumented { model: &model.name, rules: reduction.name, program: &model.program, edges: &edges };
    match args.format {
        GraphFormat::Dot => draw(args, &report::instrumented_dot(&drawn)),
        GraphFormat::Json => draw_json(args, &report::instrumented_json(&drawn)),
    }
    Status::Yes
}

fn cfg(args: &GraphArgs, model: &Model, engine: Engine, memory: Memory) -> Result<Status, Failure> {
    let run = Run::new(model, engine, &args.common, memory)?;
    let checked = run.report(false, false);
    match args.format {
        GraphFormat::Dot => draw(args, &report::cfg_dot(&checked)),
        GraphFormat::Json => draw_json(args, &report::cfg_json(&checked)),
    }
    Ok(partial_by(run.outcome.cut()))
}

fn states(args: &GraphArgs, model: &Model, engine: Engine, grain: Grain, memory: Memory) -> Result<Status, Failure> {
    let options = options(model, &args.common);
    let (run, graph) = timed(model, engine, &args.common, memory, |control| {
        driver::graph(&model.program, engine, grain, &options, control)
    })?;
    let checked = run.report(false, false);
    match args.format {
        GraphFormat::Dot => draw(args, &report::graph_dot(&checked, &graph)),
        GraphFormat::Json => draw_json(args, &report::graph_json(&checked, &graph)),
    }
    Ok(partial_by(graph.bound))
}

/// Larger drawings are worth a warning, in bytes.
const LARGE: usize = 500_000;

/// Writes a graph; says before that it is very large if it is, and how to have a smaller one.
fn draw(args: &GraphArgs, text: &str) {
    if text.len() > LARGE && !args.common.quiet {
        let megabytes = text.len() as f64 / 1e6;
        complain(&format!(
            "warning: this graph takes {megabytes:.1} MB, more than can be drawn; {}",
            smaller(args.what)
        ));
    }
    answer(text);
}

fn draw_json(args: &GraphArgs, value: &serde_json::Value) {
    draw(args, &format!("{value:#}\n"));
}

fn smaller(what: What) -> &'static str {
    match what {
        What::States => "`--max-states 100` draws its beginning, `--what transactions` whole transactions alone",
        What::Transactions => "`--max-states 100` draws its beginning, `--const N=2` a smaller model",
        What::Cfg | What::Instrumented => "`--const N=2` draws a smaller model",
    }
}

//! `moverlog graph`.

use super::args::{GraphArgs, GraphFormat, What};
use super::summaries::partial_by;
use super::timed::{Timed, options, timed};
use super::{Memory, Status, answer, complain, read_model};
use crate::driver::{self, Engine};
use crate::model::Model;
use crate::queries::{self, Grain};
use crate::report::{self, Instrumented};

pub(super) fn run(args: &GraphArgs, memory: Memory) -> Status {
    let Some(engine) = engine(args) else { return Status::Usage };
    let Some(model) = read_model(&args.model, &args.common) else { return Status::Usage };
    match args.what {
        What::Cfg => cfg(args, &model, engine, memory),
        What::States => states(args, &model, engine, Grain::Transitions, memory),
        What::Transactions => states(args, &model, engine, Grain::Transactions, memory),
        What::Instrumented => instrumented(args, &model, engine),
    }
}

/// Who explores; that it cannot has been said.
fn engine(args: &GraphArgs) -> Option<Engine> {
    let usual = match args.what {
        What::Cfg => "summaries",
        What::States => "interleaving",
        What::Transactions => "reduction",
        What::Instrumented => "dynamic",
    };
    let engine = super::rules::find(args.rules.as_deref().unwrap_or(usual))?;
    let refused = match engine {
        Engine::Blocks(..) if args.what == What::Instrumented => return Some(engine),
        Engine::Blocks(..) => Some("keeps no states with their steps, and has an instrumented graph alone"),
        _ if args.what == What::Instrumented => Some("has no instrumented graph"),
        _ if !engine.reduces() && args.what != What::States => Some("has no movers and no transactions"),
        _ => None,
    };
    if let Some(why) = refused {
        complain(&format!("error: `{}` {why}; try `--rules {usual}`", engine.name()));
        return None;
    }
    Some(engine)
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

fn cfg(args: &GraphArgs, model: &Model, engine: Engine, memory: Memory) -> Status {
    let Some(run) = Timed::new(model, engine, &args.common, memory) else { return Status::Usage };
    let checked = run.report(false, false);
    match args.format {
        GraphFormat::Dot => draw(args, &report::cfg_dot(&checked)),
        GraphFormat::Json => draw_json(args, &report::cfg_json(&checked)),
    }
    partial_by(run.outcome.cut())
}

fn states(args: &GraphArgs, model: &Model, engine: Engine, grain: Grain, memory: Memory) -> Status {
    let options = options(model, &args.common);
    let timed = timed(model, engine, &args.common, memory, |control| {
        queries::graph(&model.program, engine, grain, &options, control)
    });
    let Some((run, graph)) = timed else { return Status::Usage };
    let checked = run.report(false, false);
    match args.format {
        GraphFormat::Dot => draw(args, &report::graph_dot(&checked, &graph)),
        GraphFormat::Json => draw_json(args, &report::graph_json(&checked, &graph)),
    }
    partial_by(graph.bound)
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

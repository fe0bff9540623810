//! `moverlog graph`.

use super::args::{GraphArgs, Part, Way, What};
use super::failure::Failure;
use super::summaries::partial_by;
use super::timed::{Timed, options, timed};
use super::{Memory, Status, answer, complain, read_model};
use crate::diagnostics::nearest;
use crate::driver::{self, Engine};
use crate::ir::Program;
use crate::model::Model;
use crate::queries::{self, Grain};
use crate::report::{ControlFlow, Direction, Format, Instrumented, Picture, Pictured, Report, StateGraph};

pub(super) fn run(args: &GraphArgs, memory: Memory) -> Result<Status, Failure> {
    refuse(args)?;
    let engine = engine(args)?;
    let model = read_model(&args.model, &args.common)?;
    known(args, &model.program)?;
    match args.what {
        What::Cfg => cfg(args, &model, engine, memory),
        What::States => states(args, &model, engine, Grain::Transitions, memory),
        What::Transactions => states(args, &model, engine, Grain::Transactions, memory),
        What::Instrumented => instrumented(args, &model, engine),
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

fn instrumented(args: &GraphArgs, model: &Model, engine: Engine) -> Result<Status, Failure> {
    let Engine::Blocks(reduction, _) = engine else { return Ok(Status::Usage) };
    let edges = driver::instrumented(&model.program, reduction.rules());
    let (rules, program) = (reduction.rules().name(), &model.program);
    draw(args, &Instrumented { model: &model.name, rules, program, edges: &edges })?;
    Ok(Status::Yes)
}

fn cfg(args: &GraphArgs, model: &Model, engine: Engine, memory: Memory) -> Result<Status, Failure> {
    let run = Timed::new(model, engine, &args.common, memory)?;
    draw(args, &ControlFlow(&run.report(false, false)))?;
    Ok(partial_by(run.outcome.cut()))
}

fn states(args: &GraphArgs, model: &Model, engine: Engine, grain: Grain, memory: Memory) -> Result<Status, Failure> {
    let options = options(model, &args.common);
    let (run, graph) = timed(model, engine, &args.common, memory, |control| {
        queries::graph(&model.program, engine, grain, &options, control)
    })?;
    draw(args, &StateGraph { checked: &run.report(false, false), graph: &graph })?;
    Ok(partial_by(graph.bound))
}

/// So many boxes are drawn unless more are asked for.
const USUAL: usize = 100;
/// No more are laid out, which takes seconds, and no more arrows.
const MOST: usize = 400;
const ARROWS: usize = 800;

/// Writes a graph, or the part of it that is asked for; says before that it is large if it is, and how to have a
/// smaller one.
fn draw(args: &GraphArgs, report: &(impl Report + Pictured)) -> Result<(), Failure> {
    if args.format == Format::Json {
        answer(&report.written(args.format));
        return Ok(());
    }
    let whole = part(args, report.picture(&args.drawing.hide))?;
    let most = args.drawing.max_nodes.map_or(USUAL, |n| n as usize);
    let arrows = if args.format == Format::Svg { ARROWS } else { usize::MAX };
    let all = whole.nodes.len();
    let picture = titled(args, whole.beginning(most, arrows));
    let drawn = picture.nodes.len();
    if drawn < all && !args.common.quiet {
        let smaller = smaller(args.what);
        complain(&format!("warning: of {all} boxes the first {drawn} are drawn; {smaller}, `--max-nodes` more"));
    }
    answer(&if args.format == Format::Svg { picture.svg() } else { picture.dot() });
    Ok(())
}

/// The error's path alone, if that is asked for.
fn part(args: &GraphArgs, picture: Picture) -> Result<Picture, Failure> {
    let Some(Part::ErrorPath) = args.drawing.only else { return Ok(picture) };
    let partial = !picture.notes.is_empty();
    picture.error_path().ok_or_else(|| {
        let why = if partial { "no thread goes wrong in what is drawn" } else { "no thread goes wrong" };
        Failure::refused(format!("{why}, so there is no way to an error")).with_help("leave out `--only error-path`")
    })
}

fn titled(args: &GraphArgs, picture: Picture) -> Picture {
    let direction = args.drawing.direction.map(|way| match way {
        Way::Down => Direction::Down,
        Way::Right => Direction::Right,
    });
    Picture { title: args.drawing.title.clone(), direction, ..picture }
}

/// Refuses what would do nothing, and what would take too long.
fn refuse(args: &GraphArgs) -> Result<(), Failure> {
    let drawing = &args.drawing;
    let states = matches!(args.what, What::States | What::Transactions);
    let given = [
        ("--only", drawing.only.is_some(), true),
        ("--hide", !drawing.hide.is_empty(), true),
        ("--title", drawing.title.is_some(), false),
        ("--direction", drawing.direction.is_some(), false),
        ("--max-nodes", drawing.max_nodes.is_some(), false),
    ];
    for (flag, _, of_states) in given.into_iter().filter(|(_, given, _)| *given) {
        if args.format == Format::Json {
            return Err(Failure::refused(format!("`{flag}` has no effect here: JSON has the whole graph")));
        }
        if of_states && !states {
            let why = Failure::refused(format!("`{flag}` has no effect here: it is about states"));
            return Err(why.with_help("try `--what transactions`"));
        }
    }
    match drawing.max_nodes {
        Some(n) if args.format == Format::Svg && n as usize > MOST => {
            let why = Failure::refused(format!("`--format svg` draws {MOST} boxes at most"));
            Err(why.with_help("`--format dot` writes more, for Graphviz"))
        }
        _ => Ok(()),
    }
}

/// Variables that are left out must exist.
fn known(args: &GraphArgs, program: &Program) -> Result<(), Failure> {
    let globals = program.globals.iter().map(|g| g.name.as_str());
    let registers = program.procedures.iter().flat_map(|p| &p.registers).filter(|r| !r.hidden).map(|r| r.name.as_str());
    let names: Vec<&str> = globals.chain(registers).collect();
    let Some(unknown) = args.drawing.hide.iter().find(|name| !names.contains(&name.as_str())) else { return Ok(()) };
    let why = Failure::refused(format!("no variable is called `{unknown}`"));
    Err(match nearest(unknown, names.iter().copied()) {
        Some(near) => why.with_help(format!("did you mean `{near}`?")),
        None => why,
    })
}

fn smaller(what: What) -> &'static str {
    match what {
        What::States => "`--what transactions` draws fewer, `--only error-path` the way to an error",
        What::Transactions => "`--const N=2` draws a smaller model, `--only error-path` the way to an error",
        What::Cfg | What::Instrumented => "`--const N=2` draws a smaller model",
    }
}

//! `moverlog tsg`.

use super::args::{TsgArgs, TsgGraph, TsgReading, View};
use super::course::{self, Source};
use super::failure::Failure;
use super::timed;
use super::{Memory, Status, answer, complain, print};
use crate::report::{Drawn, Format, Pictured, Several, Traced};
use crate::trace::analysis::{Analysis, GraphKind, Settings, Verdict, analyse};
use crate::trace::ctp::Ctp;
use crate::trace::mat::Reading;
use crate::trace::merge::{Merged, merge};
use crate::trace::record::End;
use crate::trace::run::Run;
use crate::trace::tsg::Union;

/// Chance goes no further unless it is told to: lattices grow with the square of it.
const STEPS: usize = 2000;

pub(super) fn run(args: &TsgArgs, memory: Memory) -> Result<Status, Failure> {
    if args.graph.is_some() && !draws(args) && !args.iterations {
        let why = Failure::refused("`--graph` says what is drawn, or whose iterations are shown");
        return Err(why.with_help("add `--format dot`, `--format svg` or `--iterations`"));
    }
    if args.view.is_some() && args.format != Format::Svg {
        let why = Failure::refused("`--view` says how a graph is drawn");
        return Err(why.with_help("add `--format svg`"));
    }
    if args.iterations && draws(args) {
        let why = Failure::refused("`--iterations` is not drawn");
        return Err(why.with_help("leave out `--format`, or write `--format markdown`, `csv` or `json`"));
    }
    let runs: Result<Vec<Run>, Failure> = args.runs.iter().map(|name| read(name, args, memory)).collect();
    let runs = runs?;
    let ctps: Vec<Ctp> = runs.iter().map(|run| run.ctp.clone()).collect();
    let programs = merge(&ctps).map_err(Failure::refused)?;
    can_draw(args, &programs)?;
    let mut analyses: Vec<Analysis> = timed::with_progress("tsg", &args.common.rest(), memory, |control| {
        programs.iter().map(|program| analyse(&program.ctp, &settings(args), control)).collect()
    });
    if let ([run], [analysis]) = (&runs[..], &mut analyses[..]) {
        analysis.admit(run);
    }
    let verdict = match (&runs[..], draws(args)) {
        ([_], false) => print_one(args, &programs[0].ctp, &analyses[0]),
        (_, false) => print_several(args, &programs, &analyses),
        (_, true) => draw(args, &runs, &programs[0].ctp, &analyses[0]),
    };
    Ok(status(verdict, analyses.iter().any(Analysis::is_cut)))
}

pub(super) fn status(verdict: Verdict, cut: bool) -> Status {
    match verdict {
        Verdict::Violated => Status::No,
        Verdict::NoAssertion if cut => Status::Inconclusive,
        Verdict::Proved | Verdict::NoAssertion => Status::Yes,
        Verdict::Inconclusive => Status::Inconclusive,
    }
}

/// The run in a file, or one of a model.
fn read(name: &str, args: &TsgArgs, memory: Memory) -> Result<Run, Failure> {
    match course::read(name, &args.course, STEPS, &args.common.rest(), memory)? {
        Source::Log(run) => Ok(run),
        Source::Model(_, recording) => {
            let steps = recording.schedule.len();
            match recording.end {
                End::Steps => {
                    complain(&format!("the run was stopped after {steps} steps, and this is about them; see --steps"))
                }
                End::Bound(b) => {
                    complain(&format!("the run was stopped after {steps} steps ({}), and this is about them", b.name()))
                }
                _ => {}
            }
            Ok(recording.run)
        }
    }
}

fn settings(args: &TsgArgs) -> Settings {
    Settings {
        lookahead: args.lookahead as usize,
        iterations: if args.iterations {
            args.graph.map_or(GraphKind::ALL.to_vec(), |g| vec![kind(g)])
        } else {
            vec![]
        },
        constants: args.propagate_constants,
        earlier_first: args.earlier_first,
        reading: match args.reading {
            TsgReading::Checked => Reading::Checked,
            TsgReading::Fallback => Reading::Fallback,
            TsgReading::Literal => Reading::Literal,
            TsgReading::After => Reading::After,
        },
        union: if args.pairwise { Union::Pairwise } else { Union::Boundaries },
        max_search: args.max_search,
        symbolic: args.symbolic.then_some(args.solver),
    }
}

fn draws(args: &TsgArgs) -> bool {
    matches!(args.format, Format::Dot | Format::Svg)
}

/// One program is drawn, and as a lattice only one of two threads.
fn can_draw(args: &TsgArgs, programs: &[Merged]) -> Result<(), Failure> {
    let threads = programs[0].ctp.threads.len();
    match args.format {
        Format::Dot | Format::Svg if programs.len() > 1 => {
            let why = format!("these runs follow different paths, which makes {} programs", programs.len());
            Err(Failure::refused(why).with_help("draw one run"))
        }
        Format::Svg if threads != 2 && args.view == Some(View::Lattice) => {
            let noun = if threads == 1 { "thread" } else { "threads" };
            let why = Failure::refused(format!("a lattice has two threads, and here are {threads} {noun}"));
            Err(why.with_help("try `--view graph`"))
        }
        _ => Ok(()),
    }
}

fn print_one(args: &TsgArgs, ctp: &Ctp, analysis: &Analysis) -> Verdict {
    print(&Traced { name: &args.runs[0], ctp, analysis, quiet: args.common.quiet }, args.format);
    analysis.verdict()
}

fn print_several(args: &TsgArgs, programs: &[Merged], analyses: &[Analysis]) -> Verdict {
    let several = Several { names: &args.runs, programs, analyses, quiet: args.common.quiet };
    print(&several, args.format);
    several.verdict()
}

fn kind(graph: TsgGraph) -> GraphKind {
    match graph {
        TsgGraph::Ccfg => GraphKind::Ccfg,
        TsgGraph::Tsg => GraphKind::Tsg,
        TsgGraph::Feasible => GraphKind::TsgFeasible,
    }
}

fn draw(args: &TsgArgs, runs: &[Run], ctp: &Ctp, analysis: &Analysis) -> Verdict {
    let kind = args.graph.map_or(GraphKind::TsgFeasible, kind);
    let traced = Traced { name: &args.runs.join(", "), ctp, analysis, quiet: args.common.quiet };
    let schedules: Vec<Vec<usize>> = runs.iter().map(|run| schedule(run, ctp)).collect();
    let drawn = Drawn { traced: &traced, kind, schedules: &schedules };
    if args.format == Format::Svg && args.view.is_none() && ctp.threads.len() > 2 && !args.common.quiet {
        complain(&format!(
            "a lattice is of two threads, and here are {}: what is drawn is the graph, as `--view graph` asks for; \
             `--const` may leave two, and `--format text` counts all",
            ctp.threads.len()
        ));
    }
    match (args.format, args.view) {
        (Format::Svg, Some(View::Graph)) => answer(&drawn.picture(&[]).svg()),
        _ => print(&drawn, args.format),
    }
    analysis.verdict()
}

/// The threads of the program in the order of their turns in a run of it.
fn schedule(run: &Run, ctp: &Ctp) -> Vec<usize> {
    let thread = |slice: usize| ctp.threads.iter().position(|s| s.name == run.ctp.threads[slice].name);
    run.events.iter().filter_map(|event| thread(event.slice)).collect()
}

//! `moverlog tsg`.

use super::args::{TsgArgs, TsgFormat, TsgGraph, TsgReading};
use super::course::{self, Source};
use super::{Memory, Status, answer, answer_json, complain, timed};
use crate::report::{self, Drawn, Several, Traced};
use crate::trace::analysis::{Analysis, GraphKind, Settings, Verdict, analyse};
use crate::trace::ctp::Ctp;
use crate::trace::mat::Reading;
use crate::trace::merge::{Merged, merge};
use crate::trace::record::End;
use crate::trace::run::Run;
use crate::trace::tsg::Union;

/// Chance goes no further unless it is told to: lattices grow with the square of it.
const STEPS: usize = 2000;

pub(super) fn run(args: &TsgArgs, memory: Memory) -> Status {
    if args.graph.is_some() && !draws(args) {
        complain("error: `--graph` says what is drawn; add `--format dot` or `--format svg`");
        return Status::Usage;
    }
    let runs: Result<Vec<Run>, Status> = args.runs.iter().map(|name| read(name, args, memory)).collect();
    let runs = match runs {
        Ok(runs) => runs,
        Err(status) => return status,
    };
    let ctps: Vec<Ctp> = runs.iter().map(|run| run.ctp.clone()).collect();
    let programs = match merge(&ctps) {
        Ok(programs) => programs,
        Err(why) => {
            complain(&format!("error: {why}"));
            return Status::Usage;
        }
    };
    if let Err(why) = can_draw(args, &programs) {
        complain(&format!("error: {why}"));
        return Status::Usage;
    }
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
    match verdict {
        Verdict::Violated => Status::No,
        Verdict::NoAssertion if analyses.iter().any(Analysis::is_cut) => Status::Inconclusive,
        Verdict::Proved | Verdict::NoAssertion => Status::Yes,
        Verdict::Inconclusive => Status::Inconclusive,
    }
}

/// The run in a file, or one of a model; what is wrong has been said if there is none.
fn read(name: &str, args: &TsgArgs, memory: Memory) -> Result<Run, Status> {
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
        earlier_first: args.earlier_first,
        reading: match args.reading {
            TsgReading::Checked => Reading::Checked,
            TsgReading::Fallback => Reading::Fallback,
            TsgReading::Literal => Reading::Literal,
            TsgReading::After => Reading::After,
        },
        union: if args.pairwise { Union::Pairwise } else { Union::Boundaries },
        max_search: args.max_search,
    }
}

fn draws(args: &TsgArgs) -> bool {
    matches!(args.format, TsgFormat::Dot | TsgFormat::Svg)
}

/// One program is drawn, and as a lattice only one of two threads.
fn can_draw(args: &TsgArgs, programs: &[Merged]) -> Result<(), String> {
    let threads = programs[0].ctp.threads.len();
    match args.format {
        TsgFormat::Dot | TsgFormat::Svg if programs.len() > 1 => {
            Err(format!("these runs follow different paths, which makes {} programs; draw one run", programs.len()))
        }
        TsgFormat::Svg if threads != 2 => {
            let noun = if threads == 1 { "thread" } else { "threads" };
            Err(format!("`--format svg` draws two threads, and here are {threads} {noun}; try `--format dot`"))
        }
        _ => Ok(()),
    }
}

fn print_one(args: &TsgArgs, ctp: &Ctp, analysis: &Analysis) -> Verdict {
    let traced = Traced { name: &args.runs[0], ctp, analysis, quiet: args.common.quiet };
    match args.format {
        TsgFormat::Csv => answer(&report::tsg_csv(&traced)),
        TsgFormat::Markdown => answer(&report::tsg_markdown(&traced)),
        TsgFormat::Json => answer_json(&report::tsg_json(&traced)),
        _ => answer(&report::tsg_text(&traced)),
    }
    analysis.verdict()
}

fn print_several(args: &TsgArgs, programs: &[Merged], analyses: &[Analysis]) -> Verdict {
    let several = Several { names: &args.runs, programs, analyses, quiet: args.common.quiet };
    match args.format {
        TsgFormat::Csv => answer(&report::several_csv(&several)),
        TsgFormat::Markdown => answer(&report::several_markdown(&several)),
        TsgFormat::Json => answer_json(&report::several_json(&several)),
        _ => answer(&report::several_text(&several)),
    }
    several.verdict()
}

fn draw(args: &TsgArgs, runs: &[Run], ctp: &Ctp, analysis: &Analysis) -> Verdict {
    let kind = match args.graph {
        Some(TsgGraph::Ccfg) => GraphKind::Ccfg,
        Some(TsgGraph::Tsg) => GraphKind::Tsg,
        Some(TsgGraph::Feasible) | None => GraphKind::TsgFeasible,
    };
    let traced = Traced { name: &args.runs.join(", "), ctp, analysis, quiet: args.common.quiet };
    let schedules: Vec<Vec<usize>> = runs.iter().map(|run| schedule(run, ctp)).collect();
    let drawn = Drawn { traced: &traced, kind, schedules: &schedules };
    match args.format {
        TsgFormat::Svg => answer(&report::tsg_svg(&drawn).expect("there are two threads")),
        _ => answer(&report::tsg_dot(&drawn)),
    }
    analysis.verdict()
}

/// The threads of the program in the order of their turns in a run of it.
fn schedule(run: &Run, ctp: &Ctp) -> Vec<usize> {
    let thread = |slice: usize| ctp.threads.iter().position(|s| s.name == run.ctp.threads[slice].name);
    run.events.iter().filter_map(|event| thread(event.slice)).collect()
}

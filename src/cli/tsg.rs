//! `moverlog tsg`.

use super::args::{CompareFormat, TsgArgs, TsgReading};
use super::{Memory, Status, answer, answer_json, check, compile, complain, read_text, show};
use crate::report::{self, Traced};
use crate::trace::analysis::{Settings, analyse};
use crate::trace::ctp::Ctp;
use crate::trace::log;
use crate::trace::mat::Reading;
use crate::trace::record::{End, Plan, record};
use crate::trace::tsg::Union;

pub(super) fn run(args: &TsgArgs, memory: Memory) -> Status {
    let Some(ctp) = read_program(args, memory) else { return Status::Usage };
    let analysis = check::with_progress("tsg", &args.common, memory, |control| {
        let settings = Settings {
            lookahead: args.lookahead as usize,
            earlier_first: args.earlier_first,
            reading: match args.reading {
                TsgReading::Checked => Reading::Checked,
                TsgReading::Fallback => Reading::Fallback,
                TsgReading::Literal => Reading::Literal,
                TsgReading::After => Reading::After,
            },
            union: if args.pairwise { Union::Pairwise } else { Union::Boundaries },
            limits: control.limits.clone(),
            max_search: args.max_search,
        };
        analyse(&ctp, &settings)
    });
    let traced = Traced { name: &args.model, ctp: &ctp, analysis: &analysis, quiet: args.common.quiet };
    match args.format {
        CompareFormat::Text => answer(&report::tsg_text(&traced)),
        CompareFormat::Markdown => answer(&report::tsg_markdown(&traced)),
        CompareFormat::Csv => answer(&report::tsg_csv(&traced)),
        CompareFormat::Json => answer_json(&report::tsg_json(&traced)),
    }
    match (analysis.is_violated(), analysis.is_proved()) {
        (true, _) => Status::No,
        (_, true) => Status::Yes,
        _ => Status::Inconclusive,
    }
}

/// The program of a log, or of one run of a model; what is wrong has been said if there is none.
fn read_program(args: &TsgArgs, memory: Memory) -> Option<Ctp> {
    let text = read_text(&args.model)?;
    if log::is_log(&text) {
        let (run, diagnostics) = log::read(&text);
        show(&diagnostics, &args.model, &text, &args.common);
        return run.map(|r| r.ctp);
    }
    let model = compile(&args.model, &text, &args.common.constants, &args.common)?;
    let plan = args.schedule.clone().map_or(Plan::Random(args.seed), Plan::Given);
    let work = |control: &crate::driver::Control<'_>| record(&model.program, &plan, args.steps, control);
    match check::with_progress("run", &args.common, memory, work) {
        Ok(recording) => {
            if matches!(recording.end, End::Steps | End::Bound(_)) && !args.common.quiet {
                complain("the run was stopped before its end: this is about the part before");
            }
            Some(recording.run.ctp)
        }
        Err(impossible) => {
            complain(&format!("error: step {} of the schedule is impossible: {}", impossible.step, impossible.why));
            None
        }
    }
}

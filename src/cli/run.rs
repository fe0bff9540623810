//! `moverlog run`.

use super::args::RunArgs;
use super::course::{self, Source};
use super::failure::Failure;
use super::{Memory, Status, print};
use crate::report::Recorded;
use crate::trace::record::End;

/// Chance goes no further unless it is told to.
const STEPS: usize = 10_000;

pub(super) fn run(args: &RunArgs, memory: Memory) -> Result<Status, Failure> {
    Ok(match course::read(&args.model, &args.course, STEPS, &args.common, memory)? {
        Source::Log(run) => {
            print(&Recorded { name: &args.model, run: &run, model: None }, args.format);
            if run.wrong().is_some() { Status::No } else { Status::Yes }
        }
        Source::Model(model, recording) => {
            let model = Some((&model.program, recording.schedule.as_slice(), &recording.end));
            print(&Recorded { name: &args.model, run: &recording.run, model }, args.format);
            match recording.end {
                End::Still(_) | End::Schedule => Status::Yes,
                End::Wrong(..) => Status::No,
                End::Steps | End::Bound(_) => Status::Inconclusive,
            }
        }
    })
}

//! `moverlog export --to cpds`: the model as a concurrent pushdown system.

use super::args::ExportArgs;
use super::failure::Failure;
use super::timed::with_progress;
use super::{Memory, Status, answer, read_model};
use crate::pushdown::written;
use crate::queries::pushdown;

pub(super) fn export(args: &ExportArgs, memory: Memory) -> Result<Status, Failure> {
    let flags = [("--rules", args.rules.is_some()), ("--inline", args.inline.is_some())];
    if let Some((flag, _)) = flags.iter().find(|(_, given)| *given) {
        return Err(Failure::refused(format!("`{flag}` has no effect here: it is about circuits, not about stacks")));
    }
    let model = read_model(&args.model, &args.common)?;
    let (system, hit) =
        with_progress("export", &args.common, memory, |control| (pushdown(&model.program, control), control.hit()));
    match (system, hit) {
        (Some((system, told)), None) => {
            answer(&written(&system, &[format!("{} as a pushdown system", model.name)], &told));
            Ok(Status::Yes)
        }
        (_, hit) => {
            let bound = hit.map_or("", |bound| bound.name());
            let message = format!("`{}` was not written: a bound was hit ({bound})", model.name);
            Err(Failure::inconclusive(message).with_help("data that grow without end make no pushdown system"))
        }
    }
}

//! `moverlog diff`.

use super::args::{DiffArgs, Format};
use super::timed::options;
use super::{Memory, Status, answer, answer_json, complain, read_model};
use crate::driver::Engine;
use crate::model::Model;
use crate::queries::{self, DiffSide};
use crate::report::{self, Difference};

pub(super) fn run(args: &DiffArgs, memory: Memory) -> Status {
    let Some(engines) = engines(args) else { return Status::Usage };
    let models: Vec<Option<Model>> = args.models.iter().map(|name| read_model(name, &args.common)).collect();
    let Some(models) = models.into_iter().collect::<Option<Vec<Model>>>() else { return Status::Usage };
    let mut found = vec![];
    for model in &models {
        match both(args, model, engines, memory) {
            Ok(sides) => found.push(sides),
            Err(status) => return status,
        }
    }
    let differences = models.iter().zip(&found);
    let differences: Vec<Difference<'_>> =
        differences.map(|(m, sides)| Difference { model: &m.name, program: &m.program, sides }).collect();
    match args.format {
        Format::Text => answer(&differences.iter().map(report::diff_text).collect::<Vec<_>>().join("\n")),
        Format::Json => answer_json(&report::diff_json(&differences)),
    }
    if differences.iter().any(Difference::is_any) { Status::No } else { Status::Yes }
}

fn engines(args: &DiffArgs) -> Option<[Engine; 2]> {
    let found: Option<Vec<_>> =
        args.rules.iter().map(|name| super::rules::find(name).filter(|e| super::rules::read(*e).is_some())).collect();
    let pair = <[Engine; 2]>::try_from(found?);
    pair.map_err(|_| complain("error: two rulesets are compared: `--rules A,B`")).ok()
}

fn both(args: &DiffArgs, model: &Model, engines: [Engine; 2], memory: Memory) -> Result<[DiffSide; 2], Status> {
    let control = args.common.control(memory, &|_| {});
    match queries::diff(&model.program, engines, &options(model, &args.common), &control) {
        Ok(Some(sides)) => Ok(sides),
        Ok(None) => {
            complain(&format!("inconclusive: a bound was hit on `{}`", model.name));
            Err(Status::Inconclusive)
        }
        Err(claims) => {
            super::show(&report::refused(&model.program, &claims), &model.name, &model.text, &args.common);
            Err(Status::Usage)
        }
    }
}

//! `moverlog compare`.

use super::args::{CompareArgs, CompareFormat};
use super::timed::Timed;
use super::{Memory, Status, answer, answer_json, complain, shows_progress};
use crate::driver::Engine;
use crate::model::Model;
use crate::report::{self, Checked, Row};
use indicatif::{ProgressBar, ProgressStyle};

pub(super) fn run(args: &CompareArgs, memory: Memory) -> Status {
    let engines: Vec<Option<Engine>> = args.rules.iter().map(|name| super::rules::find(name)).collect();
    let models = read_models(args);
    let (Some(engines), Some(models)) = (engines.into_iter().collect::<Option<Vec<_>>>(), models) else {
        return Status::Usage;
    };
    let bar = progress_bar(args, models.len() * engines.len());
    let mut table = vec![];
    for model in &models {
        let mut runs = vec![];
        for engine in &engines {
            bar.set_message(format!("{} {}", engine.name(), model.name));
            let memory = Memory { last: false, ..memory };
            let run = match args.auto {
                true => Timed::raised(model, *engine, &args.common, memory),
                false => Timed::new(model, *engine, &args.common, memory),
            };
            let Some(run) = run else { return Status::Usage };
            runs.push(run);
            bar.inc(1);
        }
        table.push(runs);
    }
    bar.finish_and_clear();
    let reports: Vec<Vec<Checked<'_>>> =
        table.iter().map(|runs| runs.iter().map(|r| r.report(false, args.common.quiet)).collect()).collect();
    let rows: Vec<Row<'_>> = models.iter().zip(&reports).map(|(m, results)| Row::new(&m.text, results)).collect();
    match args.format {
        CompareFormat::Text => answer(&report::compare_text(&rows)),
        CompareFormat::Csv => answer(&report::compare_csv(&rows)),
        CompareFormat::Markdown => answer(&report::compare_markdown(&rows)),
        CompareFormat::Json => answer_json(&report::compare_json(&rows)),
    }
    status(&rows)
}

/// All models, or nothing if something is wrong with one of them, which has been said. A constant is
/// overridden in every model that has it; that no model has it is an error.
fn read_models(args: &CompareArgs) -> Option<Vec<Model>> {
    let texts: Vec<Option<String>> = args.models.iter().map(|name| super::read_text(name)).collect();
    let texts = texts.into_iter().collect::<Option<Vec<_>>>()?;
    let declared: Vec<Vec<String>> = texts.iter().map(|text| constants(text)).collect();
    let unknown = |name: &String| !declared.iter().any(|d| d.contains(name));
    let compile = |((name, text), known): ((&String, &String), &Vec<String>)| {
        let here = |c: &&(String, i64)| known.contains(&c.0) || unknown(&c.0);
        let overrides: Vec<(String, i64)> = args.common.constants.iter().filter(here).cloned().collect();
        super::compile(name, text, &overrides, &args.common)
    };
    let models: Vec<Option<Model>> = args.models.iter().zip(&texts).zip(&declared).map(compile).collect();
    models.into_iter().collect()
}

fn constants(text: &str) -> Vec<String> {
    crate::syntax::parse(text).0.constants().map(String::from).collect()
}

fn progress_bar(args: &CompareArgs, runs: usize) -> ProgressBar {
    if !shows_progress(&args.common) {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{pos}/{len} {msg}").expect("the template is well-formed");
    ProgressBar::new(runs as u64).with_style(style)
}

fn status(rows: &[Row<'_>]) -> Status {
    if rows.iter().any(|r| r.is_disputed()) {
        complain("error: two engines that must agree do not");
        return Status::Disagreement;
    }
    if rows.iter().any(|r| r.some_go_wrong()) {
        Status::No
    } else if rows.iter().any(|r| r.is_cut()) {
        Status::Inconclusive
    } else {
        Status::Yes
    }
}

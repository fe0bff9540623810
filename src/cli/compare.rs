//! `moverlog compare`.

use super::args::CompareArgs;
use super::failure::{Failure, all};
use super::timed::{Timed, options};
use super::{Memory, Status, complain, print, shows_progress};
use crate::driver::{self, Decider, Engine, Symbolic};
use crate::model::Model;
use crate::report::{Checked, Row};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};

pub(super) fn run(args: &CompareArgs, memory: Memory) -> Result<Status, Failure> {
    let engines = engines(args)?;
    let models: Vec<Model> = read_models(args)?.into_iter().map(|m| args.ways.marked(m, true)).collect();
    let bar = progress_bar(args, models.len() * engines.len());
    let mut table = vec![];
    for model in &models {
        let mut runs = vec![];
        for engine in &engines {
            bar.set_message(format!("{} {}", engine.name(), model.name));
            runs.push(engine.run(args, model, Memory { last: false, ..memory })?);
            bar.inc(1);
        }
        table.push(runs);
    }
    bar.finish_and_clear();
    let reports: Vec<Vec<Checked<'_>>> =
        table.iter().map(|runs| runs.iter().map(|r| r.report(false, args.common.quiet)).collect()).collect();
    let rows: Vec<Row<'_>> = models.iter().zip(&reports).map(|(m, results)| Row::new(&m.text, results)).collect();
    print(&rows[..], args.format);
    Ok(status(&rows))
}

/// What has columns of its own.
enum Compared {
    Explicit(Engine<'static>),
    Symbolic(Symbolic),
}

/// Explicit engines first, other programs last.
fn engines(args: &CompareArgs) -> Result<Vec<Compared>, Failure> {
    let explicit = args.rules.iter().map(|name| super::rules::find(name, args.common.color).map(Compared::Explicit));
    let built_in = args.engine.iter().map(|(decider, rules)| symbolic(args, Decider::from(*decider), rules));
    let external = args.external.iter().map(|command| symbolic(args, super::symbolic::external(command), "phase"));
    all(explicit.chain(built_in).chain(external))
}

fn symbolic(args: &CompareArgs, decider: Decider, rules: &str) -> Result<Compared, Failure> {
    super::symbolic::installed(decider)?;
    let reduction = super::symbolic::reduction(rules)?;
    if let Some(why) = driver::without_circuits(reduction) {
        return Err(Failure::refused(why));
    }
    Ok(Compared::Symbolic(args.reach.of(decider, reduction)))
}

impl Compared {
    fn name(&self) -> &str {
        match self {
            Compared::Explicit(engine) => engine.name(),
            Compared::Symbolic(symbolic) => symbolic.decider.title(),
        }
    }

    fn run<'m>(&self, args: &CompareArgs, model: &'m Model, memory: Memory) -> Result<Timed<'m>, Failure> {
        let options = args.ways.with(options(model, &args.common), true);
        match *self {
            Compared::Symbolic(symbolic) => super::symbolic::decided(model, symbolic, &args.common, memory),
            Compared::Explicit(engine) if args.auto => Timed::raised(model, engine, &options, &args.common, memory),
            Compared::Explicit(engine) => Timed::asked(model, engine, &options, &args.common, memory),
        }
    }
}

/// All models. A constant is overridden in every model that has it; that no model has it is an error.
fn read_models(args: &CompareArgs) -> Result<Vec<Model>, Failure> {
    let names = all(args.models.iter().map(|name| files(name)))?.concat();
    let texts = all(names.iter().map(|name| super::read_text(name)))?;
    let declared: Vec<Vec<String>> = texts.iter().map(|text| constants(text)).collect();
    let unknown = |name: &String| !declared.iter().any(|d| d.contains(name));
    let compile = |((name, text), known): ((&String, &String), &Vec<String>)| {
        let here = |c: &&(String, i64)| known.contains(&c.0) || unknown(&c.0);
        let overrides: Vec<(String, i64)> = args.common.constants.iter().filter(here).cloned().collect();
        super::compile(name, text, &overrides, &args.common)
    };
    all(names.iter().zip(&texts).zip(&declared).map(compile))
}

/// The file itself, or all models in a folder and in those below, in the order of their names.
fn files(name: &str) -> Result<Vec<String>, Failure> {
    if !Path::new(name).is_dir() {
        return Ok(vec![name.into()]);
    }
    let unreadable = |why: std::io::Error| Failure::unreadable(name, &why);
    let entries = std::fs::read_dir(name).and_then(Iterator::collect::<std::io::Result<Vec<_>>>).map_err(unreadable)?;
    let mut paths: Vec<_> = entries.into_iter().map(|entry| entry.path()).collect();
    paths.sort();
    let wanted = |path: &&PathBuf| path.is_dir() || path.extension().is_some_and(|e| e == "mover");
    let found = all(paths.iter().filter(wanted).map(|path| files(&path.to_string_lossy())))?.concat();
    let none = || Failure::refused(format!("no models in `{name}`")).with_help("models are files `*.mover`");
    if found.is_empty() && paths.iter().all(|path| !path.is_dir()) { Err(none()) } else { Ok(found) }
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

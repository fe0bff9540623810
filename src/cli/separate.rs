//! `moverlog separate`.

use super::args::{Color, SeparateArgs};
use super::failure::{Failure, all};
use super::{INTERRUPTED, Memory, Status, print};
use crate::driver::Engine;
use crate::report::{Checked, Separation};
use crate::separate::{self, Answer, Measure, Progress, Search, Space, Trial};
use indicatif::ProgressBar;
use std::io::IsTerminal;

pub(super) fn run(args: &SeparateArgs, memory: Memory) -> Result<Status, Failure> {
    let search = search(args)?;
    let bar = if std::io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
    let answer = separate::separate(&search, &|progress| show(&bar, progress));
    bar.finish_and_clear();
    tell(args, &search, &answer, memory);
    // The answer may have taken long, and has been given.
    Ok(save(args, &answer).map_or_else(|failure| failure.tell(false), |()| status(&answer)))
}

/// What is asked for.
fn search(args: &SeparateArgs) -> Result<Search<'static>, Failure> {
    let engines = all(args.rules.iter().map(|name| super::rules::find(name, Color::Auto)))?;
    let two = |_| Failure::refused("`--rules` wants two names, for example `--rules cpc-literal,interleaving`");
    let engines = engines.try_into().map_err(two)?;
    let measure = match &args.relation {
        Some(name) => Measure::Relation(known(name, engines)?.into()),
        None => Measure::Verdict,
    };
    let asserting = measure == Measure::Verdict;
    let space = Space { threads: args.threads, steps: args.steps, without: args.without.clone(), asserting };
    let trial = Trial { engines, measure, movers: args.movers.mode(), cancel: INTERRUPTED.clone() };
    Ok(Search { trial, space, size: args.size, random: args.random, seed: args.seed, timeout: args.timeout })
}

/// The relation, if both engines have it.
fn known<'n>(name: &'n str, engines: [Engine; 2]) -> Result<&'n str, Failure> {
    for engine in engines {
        let relations = separate::relations(engine);
        if !relations.contains(&name) {
            let has = relations.join(", ");
            let why = Failure::refused(format!("`{}` has no relation `{name}`", engine.name()));
            return Err(why.with_help(format!("it has {has}")));
        }
    }
    Ok(name)
}

fn show(bar: &ProgressBar, progress: Progress) {
    let (message, now) = match progress {
        Progress::Size(size, n) => (format!("{size} statements: {n} programs"), n % 64 == 0),
        Progress::Random(n) => (format!("random: {n} programs"), n % 64 == 0),
        Progress::Shrinking(size) => (format!("making it smaller: {size} statements"), true),
    };
    if now {
        bar.set_message(message);
        bar.tick();
    }
}

fn tell(args: &SeparateArgs, search: &Search, found: &Answer, memory: Memory) {
    let runs: Vec<Checked<'_>> = found.found.iter().flat_map(|f| checked(args.movers.name(), f, memory)).collect();
    let report = Separation {
        engines: search.trial.engines.map(Engine::name),
        relation: args.relation.as_deref(),
        seed: args.seed,
        answer: found,
        runs: &runs,
    };
    print(&report, args.format);
}

/// Both runs on a program that was found.
pub(super) fn checked<'f>(movers: &'static str, found: &'f separate::Found, memory: Memory) -> [Checked<'f>; 2] {
    let model = &found.both.model;
    found.both.runs.each_ref().map(|run| Checked {
        model: &model.name,
        engine: run.engine,
        movers,
        program: &model.program,
        outcome: &run.outcome,
        attempts: None,
        deadlock: None,
        seconds: run.seconds,
        peak_bytes: (memory.peak)(),
        original: false,
        quiet: false,
    })
}

/// Writes the model to the file that was named.
fn save(args: &SeparateArgs, answer: &Answer) -> Result<(), Failure> {
    let (Some(path), Some(found)) = (&args.out, &answer.found) else { return Ok(()) };
    let written = std::fs::write(path, &found.both.model.text);
    written.map_err(|e| Failure::refused(format!("cannot write `{path}`: {e}")))
}

fn status(answer: &Answer) -> Status {
    match (&answer.found, answer.cut) {
        (Some(_), _) => Status::Yes,
        (None, Some(_)) => Status::Inconclusive,
        (None, None) => Status::No,
    }
}

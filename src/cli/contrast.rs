//! `moverlog contrast`: what a change of rules changes.

use super::args::{ContrastArgs, Mode};
use super::failure::{Failure, all};
use super::timed::Timed;
use super::{INTERRUPTED, Memory, Status, diff, print, read_model, rules, separate};
use crate::driver::{Engine, MoverMode};
use crate::model::Model;
use crate::queries::DiffSide;
use crate::report::{Checked, Contrast, Difference, Row, Separation};
use crate::separate::{Answer, Measure, Search, Space, Trial};

pub(super) fn run(args: &ContrastArgs, memory: Memory) -> Result<Status, Failure> {
    let engines = all(args.rules.iter().map(|name| rules::find(name, args.common.color)))?;
    let engines: [Engine; 2] = engines.try_into().map_err(|_| Failure::refused("`--rules` wants two names: `A,B`"))?;
    let models = all(args.models.iter().map(|name| read_model(name, &args.common)))?;
    let memory = Memory { last: false, ..memory };
    let runs = models.iter().map(|m| checked(args, m, engines, memory)).collect::<Result<Vec<_>, Failure>>()?;
    let reports: Vec<Vec<Checked<'_>>> =
        runs.iter().map(|runs| runs.iter().map(|r| r.report(false, args.common.quiet)).collect()).collect();
    let rows: Vec<Row<'_>> = models.iter().zip(&reports).map(|(m, results)| Row::new(&m.text, results)).collect();
    let sides = models.iter().map(|m| facts(args, m, engines, memory)).collect::<Result<Vec<_>, Failure>>()?;
    let differences = models.iter().zip(&sides).filter_map(|(m, sides)| {
        Some(Difference { model: &m.name, program: &m.program, sides: sides.as_ref()? }).filter(Difference::is_any)
    });
    let search = search(args, engines, &rows);
    let answer = crate::separate::separate(&search, &|_| {});
    let (found, relation) = (answer.found.iter(), relation(&search));
    let separated: Vec<Checked<'_>> = found.flat_map(|f| separate::checked(Mode::Lockset.name(), f, memory)).collect();
    let separation = Separation {
        engines: engines.map(Engine::name),
        relation,
        seed: search.seed,
        answer: &answer,
        runs: &separated,
    };
    let (differences, unknown) = (&differences.collect::<Vec<_>>(), &unknown(engines, &rows, &sides));
    let contrast = Contrast { rows: &rows, differences, unknown, separation };
    print(&contrast, args.format);
    Ok(status(&rows, &sides, &answer))
}

fn checked<'m>(
    args: &ContrastArgs,
    model: &'m Model,
    engines: [Engine<'m>; 2],
    memory: Memory,
) -> Result<Vec<Timed<'m>>, Failure> {
    engines.into_iter().map(|engine| Timed::new(model, engine, &args.common, memory)).collect()
}

/// What the two derive, if both have rules and no bound is hit.
fn facts(
    args: &ContrastArgs,
    model: &Model,
    engines: [Engine<'static>; 2],
    memory: Memory,
) -> Result<Option<[DiffSide; 2]>, Failure> {
    if engines.iter().any(|e| e.rules().is_none()) {
        return Ok(None);
    }
    diff::sides(&args.common, model, engines, memory)
}

/// Why there are no facts of some models.
fn unknown(engines: [Engine; 2], rows: &[Row<'_>], sides: &[Option<[DiffSide; 2]>]) -> Vec<String> {
    if let Some(search) = engines.iter().find(|e| e.rules().is_none()) {
        return vec![format!("`{}` is a search, without rules", search.name())];
    }
    let without = rows.iter().zip(sides).filter(|(_, sides)| sides.is_none());
    without
        .map(|(row, _)| {
            let cut = row.results.iter().find_map(|c| Some((c.engine.name(), c.outcome.cut()?)));
            let model = row.results.first().map_or("", |c| c.model);
            cut.map_or(format!("a bound was hit on {model}"), |(name, bound)| {
                format!("{name} hit a bound on {model} ({})", bound.name())
            })
        })
        .collect()
}

/// By the verdict, unless the models show that only counts differ.
fn search<'e>(args: &ContrastArgs, engines: [Engine<'e>; 2], rows: &[Row<'_>]) -> Search<'e> {
    let differ = |f: fn(&Checked<'_>) -> usize| rows.iter().any(|r| f(&r.results[0]) != f(&r.results[1]));
    let counts_alone = !differ(|c| usize::from(c.outcome.failed.is_some())) && differ(|c| c.outcome.states);
    let measure = if counts_alone { Measure::Relation("states".into()) } else { Measure::Verdict };
    let space = Space { threads: 2, steps: 5, without: vec![], asserting: !counts_alone };
    let trial = Trial { engines, measure, movers: MoverMode::Lockset, cancel: INTERRUPTED.clone() };
    Search { trial, space, size: usize::MAX, random: 100_000, seed: 1, timeout: args.search }
}

fn relation<'s>(search: &'s Search<'_>) -> Option<&'s str> {
    match &search.trial.measure {
        Measure::Relation(name) => Some(name),
        Measure::Verdict => None,
    }
}

fn status(rows: &[Row<'_>], sides: &[Option<[DiffSide; 2]>], answer: &Answer) -> Status {
    let counts = |c: &Checked<'_>| (c.outcome.verdict, c.outcome.states, c.outcome.transitions);
    let facts = sides.iter().flatten().any(|[a, b]| a.sizes != b.sizes || !a.only.is_empty() || !b.only.is_empty());
    if facts || answer.found.is_some() || rows.iter().any(|r| counts(&r.results[0]) != counts(&r.results[1])) {
        Status::No
    } else if answer.cut.is_some() || rows.iter().any(|r| r.is_cut()) {
        Status::Inconclusive
    } else {
        Status::Yes
    }
}

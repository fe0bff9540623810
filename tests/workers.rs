//! Several workers find what one finds (O17 in `docs/oracles.md`), as threads and as processes: verdict, counts, traces,
//! side conditions and rounds, byte for byte.
//!
//! `MOVERLOG_RANDOM` sets how many random programs, `MOVERLOG_SEED` where they begin, `MOVERLOG_WORKERS` how many
//! workers there are, `MOVERLOG_PROCESSES` how many processes, `MOVERLOG_KILLS` how often one is killed.
#![cfg(feature = "workers")]
#![allow(clippy::print_stderr, reason = "a campaign says what it has tried")]

#[allow(dead_code, reason = "features are counted elsewhere")]
#[path = "random/generator.rs"]
mod generator;
#[path = "workers/processes.rs"]
mod processes;
mod support;
#[path = "workers/together.rs"]
mod together;

use moverlog::driver::{Bound, Control, Engine, Limits, MoverMode, Options, Outcome, Verdict, check};
use moverlog::ir::Program;
use moverlog::model::load;
use std::path::{Path, PathBuf};
use support::setting;

const RULES: [&str; 4] = ["interleaving", "reduction", "summaries", "dynamic"];

const MODES: [(&str, MoverMode); 8] = [
    ("interleaving", MoverMode::Lockset),
    ("reduction", MoverMode::Lockset),
    ("reduction", MoverMode::Ordered),
    ("summaries", MoverMode::Lockset),
    ("summaries", MoverMode::Ordered),
    ("dynamic", MoverMode::Lockset),
    ("dynamic-table2", MoverMode::Lockset),
    ("static", MoverMode::Lockset),
];

fn limits() -> Limits {
    Limits { max_states: 3000, max_stack: 12, ..Limits::default() }
}

/// Of a program that claims no movers, or whose claims are left aside.
fn outcome(program: &Program, rules: &str, movers: MoverMode, workers: usize) -> Outcome {
    outcome_under(program, rules, &Options { movers, workers, ..Options::default() }, limits())
}

fn outcome_under(program: &Program, rules: &str, options: &Options, limits: Limits) -> Outcome {
    let engine = Engine::named(rules).expect("it is listed");
    check(program, engine, options, &Control::from(limits)).expect("no claims are read")
}

/// Whether a bound has ended the search: these are looked at at the end of a layer, so several workers may come
/// further.
fn is_cut(outcome: &Outcome) -> bool {
    outcome.bound.is_some_and(Bound::ends_the_run)
}

/// All of it; or where the search has ended early after an error, this error alone, without its movers: they go by
/// the accesses that were met.
fn told(outcome: &Outcome, cut: bool) -> String {
    let Some(failed) = outcome.failed.as_ref().filter(|_| cut) else { return format!("{outcome:#?}") };
    // Which steps are a transaction goes by movers, too, so the steps stand as they were found.
    let steps = failed
        .original
        .iter()
        .flat_map(|part| part.steps.iter().map(move |step| format!("{} {step:#?}", part.thread.0)));
    let of_movers = |line: &&str| ["right:", "left:", "commits:", "phase:"].iter().any(|m| line.trim().starts_with(m));
    let steps = steps.collect::<Vec<_>>().join("\n");
    let lines = steps.lines().filter(|line| !of_movers(line)).collect::<Vec<_>>().join("\n");
    format!("{:?} {:?}\n{lines}", failed.thread, failed.loc)
}

/// What differs, if anything does.
fn difference(program: &Program, several: impl Fn(&str, MoverMode) -> Outcome) -> Option<String> {
    MODES.into_iter().find_map(|(rules, movers)| {
        let [one, several] = [outcome(program, rules, movers, 1), several(rules, movers)];
        let cut = is_cut(&one) || is_cut(&several);
        let same = || format!("{one:?}") == format!("{several:?}");
        if cut && one.bound == several.bound && one.verdict == Verdict::Inconclusive || !cut && same() {
            return None;
        }
        // What lies in the layer that a bound cuts is found by one of them, and not by the other.
        let verdicts = [one.verdict, several.verdict];
        let differs = cut && verdicts.contains(&Verdict::Inconclusive) && verdicts.contains(&Verdict::Wrong);
        let [one, several] = [&one, &several].map(|outcome| told(outcome, cut));
        let lines = one.lines().zip(several.lines()).filter(|(a, b)| a != b).take(8);
        let lines: Vec<String> = lines.map(|(a, b)| format!("  one:     {a}\n  several: {b}")).collect();
        (one != several && !differs).then(|| format!("{rules}, {}:\n{}", movers.name(), lines.join("\n")))
    })
}

fn models(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            models(&path, found);
        } else if path.extension().is_some_and(|e| e == "mover" || e == "c" || e == "i") {
            found.push(path);
        }
    }
}

/// What differs in a model, by its name and text.
type Compare<'a> = &'a dyn Fn(&str, &Program, &str) -> Option<String>;

/// Each `every`th model from the `first` one on.
fn compare_models(first: usize, every: usize, compare: Compare<'_>) {
    let mut paths = vec![];
    models(Path::new("models"), &mut paths);
    paths.sort();
    let (mut differing, mut compared) = (vec![], 0);
    for path in paths.into_iter().skip(first).step_by(every) {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).expect("readable");
        let Some(model) = load(&name, &text, &[]).0 else { continue };
        compared += 1;
        differing.extend(compare(&name, &model.program, &text).map(|d| format!("{name}: {d}")));
    }
    assert!(compared > 600 / every, "{compared} models");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

fn compare_random_programs(compare: Compare<'_>) {
    let (count, first) = (setting("MOVERLOG_RANDOM", 150), setting("MOVERLOG_SEED", 1));
    let (mut wrong, mut rounds, mut lfs) = (0, 0, 0);
    for i in 0..count {
        let seed = first.wrapping_mul(0x1_0000_0001).wrapping_add(i);
        let text = generator::generate(seed).text;
        let program = load("random.mover", &text, &[]).0.expect("it is well-formed").program;
        if let Some(difference) = compare("random.mover", &program, &text) {
            panic!("seed {seed}, {difference}\n{text}");
        }
        let reduced = outcome(&program, "reduction", MoverMode::Lockset, 1);
        wrong += u64::from(reduced.verdict == Verdict::Wrong);
        rounds += u64::from(reduced.rounds > 1);
        lfs += u64::from(!reduced.lfs.is_empty());
    }
    let told = format!("{count} programs, {wrong} go wrong, {rounds} in several rounds, {lfs} with LFS");
    assert!(count < 100 || wrong > 0 && rounds > 0 && lfs > 0, "{told}");
    eprintln!("{told}");
}

fn by_threads(workers: usize) -> impl Fn(&str, &Program, &str) -> Option<String> {
    move |_, program, _| difference(program, |rules, movers| outcome(program, rules, movers, workers))
}

#[test]
fn all_models() {
    compare_models(0, 1, &by_threads(2));
}

#[test]
fn random_programs() {
    compare_random_programs(&by_threads(setting("MOVERLOG_WORKERS", 2) as usize));
}

#[test]
fn bounds_are_met_by_all() {
    let text = "int x; void T() { while (true) { x = x + 1; } } P = { T() } || { T() };";
    let program = load("endless.mover", text, &[]).0.expect("it is well-formed").program;
    for rules in RULES {
        let found = outcome(&program, rules, MoverMode::Lockset, 2);
        assert_eq!((found.verdict, found.bound), (Verdict::Inconclusive, Some(Bound::States)), "{rules}");
        assert!(found.states > 3000 && found.failed.is_none(), "{rules}: {} states", found.states);
    }
}

#[test]
fn an_error_is_found_on_the_same_way() {
    let text = "int x; void T() { x = x + 1; assert(x < 3); } P = { T() } || { T() } || { T() };";
    let program = load("three.mover", text, &[]).0.expect("it is well-formed").program;
    for (rules, workers) in RULES.iter().flat_map(|rules| [(rules, 2), (rules, 3), (rules, 5)]) {
        let [one, several] = [1, workers].map(|workers| outcome(&program, rules, MoverMode::Lockset, workers));
        assert_eq!(one.verdict, Verdict::Wrong, "{rules}");
        assert_eq!(format!("{one:#?}"), format!("{several:#?}"), "{rules}, {workers} workers");
    }
}

//! What it costs to record derivations: the same rules by the same interpreter with and without, and
//! compiled, on the same machine, in turn. Prints the ratios of the best times. With `--check` it fails
//! above `LIMIT`; that wants a machine with nothing else to do.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use moverlog::derivation::{Rules, derive, solve};
use moverlog::driver::{Control, Instance, Limits, Options, Partition, settled};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::movers::Movers;
use moverlog::semantics::Semantics;
use moverlog_rules::{Ruleset, ruleset};
use std::time::{Duration, Instant};

/// Of the time with recording, in that without.
const LIMIT: f64 = 2.0;
const ROUNDS: usize = 5;

type Case = (&'static str, &'static [(&'static str, i64)], &'static str);

const CASES: [Case; 7] = [
    ("classic/counter", &[("N", 4), ("K", 2)], "interleaving"),
    ("classic/counter", &[("N", 4), ("K", 2)], "reduction"),
    ("classic/counter", &[("N", 4), ("K", 2)], "summaries"),
    ("classic/philosophers", &[("N", 5)], "interleaving"),
    ("classic/philosophers", &[("N", 5)], "reduction"),
    ("classic/philosophers", &[("N", 5)], "summaries"),
    ("recursive/ackermann", &[], "summaries"),
];

fn main() {
    println!("| model | ruleset | facts | derivations | compiled | interpreted | recorded | ratio |");
    println!("|---|---|---|---|---|---|---|---|");
    let worst = CASES.iter().map(compare).fold(0.0, f64::max);
    println!("\nworst ratio {worst:.2}, limit {LIMIT}");
    assert!(worst <= LIMIT || !std::env::args().any(|a| a == "--check"), "recording costs too much");
}

/// So often each way is taken, in turn.
fn rounds() -> usize {
    if std::env::args().any(|a| a == "--once") { 1 } else { ROUNDS }
}

/// Prints a row.
fn compare((name, constants, rules): &Case) -> f64 {
    let program = model(name, constants);
    let ruleset = ruleset(rules).expect("the ruleset is there");
    let parsed = Rules::parse(ruleset.sources).expect("the ruleset can be read");
    let under = assumptions(&program, ruleset);
    let mut best = [Duration::MAX; 3];
    let mut counts = [0; 2];
    for _ in 0..rounds() {
        let compiled = timed(&program, &under, |instance| drop((ruleset.solve)(instance)));
        let plain = timed(&program, &under, |instance| drop(solve(&parsed, instance)));
        let mut found = None;
        let recorded = timed(&program, &under, |instance| found = Some(derive(&parsed, instance)));
        let found = found.expect("it has run");
        let derivations = |r| found.facts(r).map(|(id, _)| found.of(id).len()).sum::<usize>();
        counts = [found.count(), (0..parsed.relations.len()).map(derivations).sum()];
        best.iter_mut().zip([compiled, plain, recorded]).for_each(|(best, time)| *best = time.min(*best));
    }
    let [compiled, plain, recorded] = best.map(|t| t.as_secs_f64());
    let sizes: String = constants.iter().map(|(n, v)| format!(" {n}={v}")).collect();
    let name = name.rsplit('/').next().unwrap_or(name);
    let ratio = recorded / plain;
    println!(
        "| {name}{sizes} | {rules} | {} | {} | {compiled:.3} s | {plain:.3} s | {recorded:.3} s | {ratio:.2} |",
        counts[0], counts[1]
    );
    ratio
}

fn model(name: &str, constants: &[(&str, i64)]) -> Program {
    let path = format!("models/{name}.mover");
    let text = std::fs::read_to_string(&path).expect("the model is there");
    let constants: Vec<(String, i64)> = constants.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    load(&path, &text, &constants).0.expect("the model is well-formed").program
}

fn control() -> Control<'static> {
    Control::from(Limits { max_states: usize::MAX, ..Limits::default() })
}

/// Movers and partition with which one run suffices.
fn assumptions(program: &Program, ruleset: &'static Ruleset) -> (Movers, Partition) {
    let options = Options::default();
    let found = settled(&Semantics::new(program), ruleset, &options, &control()).expect("locksets claim nothing");
    found.expect("the model is small")
}

fn timed(program: &Program, (movers, partition): &(Movers, Partition), run: impl FnOnce(&Instance<'_>)) -> Duration {
    let (semantics, control) = (Semantics::new(program), control());
    let instance = Instance::new(&semantics, movers, partition.clone(), &control);
    let start = Instant::now();
    run(&instance);
    start.elapsed()
}

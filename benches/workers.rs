//! What several workers cost and save: the engine of one worker, and one, two and more of those that exchange states, on
//! the same machine, in turn. Prints the ratios of the best times. `MOVERLOG_WORKERS` says how many there are at most.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use moverlog::driver::{Control, Instance, Limits, Partition};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::movers::{Movers, Protection};
use moverlog::semantics::Semantics;
use moverlog::workers::explore;
use moverlog_rules::{layer, ruleset};
use std::time::{Duration, Instant};

#[path = "../src/memory.rs"]
mod memory;

const ROUNDS: usize = 5;

/// What one run took.
#[derive(Clone, Copy)]
struct Taken {
    time: Duration,
    states: usize,
    bytes: usize,
    sent: usize,
}

fn main() {
    let models = [
        ("bakery", vec![("N", 3), ("M", 2)]),
        ("philosophers", vec![("N", 7)]),
        ("counter", vec![("N", 5), ("K", 2)]),
        ("bakery", vec![("N", 3), ("M", 5)]),
        ("philosophers", vec![("N", 8)]),
        ("indexer", vec![("N", 4), ("K", 2)]),
    ];
    let most = std::env::var("MOVERLOG_WORKERS").map_or(2, |n| n.parse().expect("a number"));
    println!(
        "| model | states | one, by itself | workers | time | times one by itself | times one worker | bytes a state | sent a state |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (name, constants) in &models {
        compare(name, constants, most);
    }
}

/// Prints a row for each number of workers, 0 being the engine by itself.
fn compare(name: &str, constants: &[(&str, i64)], most: usize) {
    let program = model(name, constants);
    let mut best: Vec<Option<Taken>> = vec![None; most + 1];
    for _ in 0..ROUNDS {
        for (workers, best) in best.iter_mut().enumerate() {
            let taken = run(&program, workers);
            *best = Some(best.filter(|b| b.time <= taken.time).unwrap_or(taken));
        }
    }
    let best: Vec<Taken> = best.into_iter().map(|taken| taken.expect("there are rounds")).collect();
    let sizes: Vec<String> = constants.iter().map(|(n, v)| format!("{n}={v}")).collect();
    let [alone, one] = [best[0], best[1]];
    for (workers, taken) in best.iter().enumerate().skip(1) {
        assert_eq!(taken.states, alone.states, "{name}: they find the same");
        let ratio = |to: Taken| taken.time.as_secs_f64() / to.time.as_secs_f64();
        println!(
            "| {name} {} | {} | {:.3} s, {} bytes | {workers} | {:.3} s | {:.2} | {:.2} | {} | {:.2} |",
            sizes.join(" "),
            taken.states,
            alone.time.as_secs_f64(),
            alone.bytes / alone.states,
            taken.time.as_secs_f64(),
            ratio(alone),
            ratio(one),
            taken.bytes / taken.states,
            taken.sent as f64 / taken.states as f64
        );
    }
}

fn model(name: &str, constants: &[(&str, i64)]) -> Program {
    let path = format!("models/classic/{name}.mover");
    let text = std::fs::read_to_string(&path).expect("the model is there");
    let constants: Vec<(String, i64)> = constants.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    load(&path, &text, &constants).0.expect("the model is well-formed").program
}

fn run(program: &Program, workers: usize) -> Taken {
    let rules = "interleaving";
    let control = Control::from(Limits::default());
    let semantics = Semantics::within(program, &control);
    let movers = Movers::Protection(Protection::initial(program));
    let partition = Partition { phases: None, ..Partition::default() };
    let instance = Instance::new(&semantics, &movers, partition, &control);
    memory::reset_peak();
    let (before, start) = (memory::current(), Instant::now());
    let (states, sent) = if workers == 0 {
        (ruleset(rules).expect("it is listed").solve)(&instance);
        (instance.state_count(), 0)
    } else {
        let rules = layer(rules).expect("it is in layers");
        let explored = explore(&instance, rules, workers, &control).expect("nothing is assumed");
        (explored.states, explored.sent)
    };
    Taken { time: start.elapsed(), states, bytes: memory::peak() - before, sent }
}

//! What exploring through Ascent costs: the same questions asked by a hand-written breadth-first
//! search, on the same machine, in turn. And how fast Commit Point Completion searches depth first, in
//! states a second, next to that search. Prints the ratios of the best times, with `--once` those of one time.
//! With `--check` it fails above `LIMIT` or below `SLOWEST`; that wants a machine with nothing else to do.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use moverlog::driver::{Control, Instance, Limits, Partition, Phases};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::movers::{Movers, Protection};
use moverlog::search::SEARCHES;
use moverlog::semantics::Semantics;
use moverlog_rules::{Oracle, Program as _, State, Tid, ruleset};
use std::time::{Duration, Instant};

#[path = "../src/memory.rs"]
mod memory;

/// Of Ascent's time.
const LIMIT: f64 = 1.5;
/// Of the states a second of the depth-first search.
const SLOWEST: f64 = 0.7;
const ROUNDS: usize = 7;

fn main() {
    let models = [
        ("counter", vec![("N", 5), ("K", 2)]),
        ("philosophers", vec![("N", 6)]),
        ("philosophers", vec![("N", 7)]),
        ("bakery", vec![("N", 3), ("M", 2)]),
    ];
    println!("| model | ruleset | states | transitions | hand-written | Ascent | ratio |");
    println!("|---|---|---|---|---|---|---|");
    let mut worst: f64 = 0.0;
    for (name, constants) in &models {
        let program = model(name, constants);
        for rules in ["interleaving", "reduction"] {
            worst = worst.max(compare(name, constants, &program, rules));
        }
    }
    println!("\nworst ratio {worst:.2}, limit {LIMIT}");
    let strict = std::env::args().any(|a| a == "--check");
    assert!(worst <= LIMIT || !strict, "Ascent costs too much");
    println!(
        "\n| model | states by hand | states of `cpc` | states a second by hand | `cpc` | ratio | bytes a state by hand | `cpc` |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let depth_first = [
        ("counter", vec![("N", 5), ("K", 4)]),
        ("philosophers", vec![("N", 9)]),
        ("bakery", vec![("N", 3), ("M", 5)]),
        ("indexer", vec![("N", 5), ("K", 2)]),
    ];
    let ratios = depth_first.iter().map(|(name, constants)| depth_first_ratio(name, constants));
    let slowest = ratios.fold(f64::MAX, f64::min);
    println!("\nworst ratio {slowest:.2}, limit {SLOWEST}");
    assert!(slowest >= SLOWEST || !strict, "CPC is too slow");
}

/// So often each way is taken, in turn.
fn rounds() -> usize {
    if std::env::args().any(|a| a == "--once") { 1 } else { ROUNDS }
}

/// Prints a row of states, states a second and bytes a state, each way at its best.
fn depth_first_ratio(name: &str, constants: &[(&str, i64)]) -> f64 {
    let program = model(name, constants);
    let movers = Movers::Protection(settled(&program));
    let cpc = SEARCHES.iter().find(|s| s.name == "cpc").expect("it is listed");
    let mut best = [(0, 0.0_f64, 0); 2];
    for _ in 0..rounds() {
        for (way, best) in best.iter_mut().enumerate() {
            let semantics = Semantics::new(&program);
            let control = Control::from(Limits { max_states: usize::MAX, ..Limits::default() });
            let instance = Instance::new(&semantics, &movers, Partition::default(), &control);
            memory::reset_peak();
            let (before, start) = (memory::current(), Instant::now());
            if way == 0 {
                search(&instance, true)
            } else {
                drop(cpc.run(&instance))
            }
            let (seconds, states) = (start.elapsed().as_secs_f64(), instance.state_count());
            assert!(!instance.was_given_up(), "{name}: all of it is explored");
            let bytes = (memory::peak() - before) / states;
            *best = (states, best.1.max(states as f64 / seconds), bytes);
        }
    }
    let [(by_hand, fast, small), (states, per_second, bytes)] = best;
    let sizes: Vec<String> = constants.iter().map(|(n, v)| format!("{n}={v}")).collect();
    let ratio = per_second / fast;
    println!(
        "| {name} {} | {by_hand} | {states} | {fast:.0} | {per_second:.0} | {ratio:.2} | {small} | {bytes} |",
        sizes.join(" ")
    );
    ratio
}

fn model(name: &str, constants: &[(&str, i64)]) -> Program {
    let path = format!("models/classic/{name}.mover");
    let text = std::fs::read_to_string(&path).expect("the model is there");
    let constants: Vec<(String, i64)> = constants.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    load(&path, &text, &constants).0.expect("the model is well-formed").program
}

fn compare(name: &str, constants: &[(&str, i64)], program: &Program, rules: &str) -> f64 {
    let mut best = [Duration::MAX; 2];
    let mut counts = [(0, 0); 2];
    for _ in 0..rounds() {
        for (way, best) in best.iter_mut().enumerate() {
            let (time, count) = explore(program, rules, way == 0);
            *best = time.min(*best);
            counts[way] = count;
        }
    }
    assert_eq!(counts[0], counts[1], "both find the same");
    let [hand, ascent] = best.map(|t| t.as_secs_f64());
    let sizes: Vec<String> = constants.iter().map(|(n, v)| format!("{n}={v}")).collect();
    let (states, transitions) = counts[0];
    println!(
        "| {name} {} | {rules} | {states} | {transitions} | {hand:.3} s | {ascent:.3} s | {:.2} |",
        sizes.join(" "),
        ascent / hand
    );
    ascent / hand
}

fn explore(program: &Program, rules: &str, by_hand: bool) -> (Duration, (usize, u64)) {
    let semantics = Semantics::new(program);
    let ruleset = ruleset(rules).expect("the ruleset is there");
    let control = Control::from(Limits { max_states: usize::MAX, ..Limits::default() });
    let movers = Movers::Protection(observed(program));
    let partition = Partition { phases: ruleset.reduces().then_some(Phases::Restart), ..Partition::default() };
    let instance = Instance::new(&semantics, &movers, partition, &control);
    let start = Instant::now();
    if by_hand {
        search(&instance, ruleset.reduces())
    } else {
        drop((ruleset.solve)(&instance))
    }
    (start.elapsed(), (instance.state_count(), instance.transition_count()))
}

/// Protection that no step of the reduced run breaks, however many interleavings there are.
fn settled(program: &Program) -> Protection {
    let semantics = Semantics::new(program);
    let control = Control::from(Limits { max_states: usize::MAX, ..Limits::default() });
    let mut assumed = observed(program);
    loop {
        let movers = Movers::Protection(assumed);
        let instance = Instance::new(&semantics, &movers, Partition::default(), &control);
        search(&instance, true);
        assumed = instance.observed().expect("locksets are observed");
        if !instance.broke_an_assumption() {
            return assumed;
        }
    }
}

/// Protection under which the reduced run is not cut short: what every access observes.
fn observed(program: &Program) -> Protection {
    let semantics = Semantics::new(program);
    let control = Control::default();
    let movers = Movers::Protection(Protection::initial(program));
    let partition = Partition { phases: None, ..Partition::default() };
    let instance = Instance::new(&semantics, &movers, partition, &control);
    (ruleset("interleaving").expect("the oracle is there").solve)(&instance);
    instance.observed().expect("locksets are observed")
}

/// Breadth-first: states are numbered in the order of discovery, so the numbers are the queue.
fn search(p: &Instance<'_>, reduces: bool) {
    let threads: Vec<Tid> = Oracle(p).threads().collect();
    let mut s = p.initial();
    while (s.0 as usize) < p.state_count() {
        for &t in &threads {
            if reduces && !p.others_outside(t, s) {
                continue;
            }
            let n = p.node(t, s);
            for n2 in p.u(t, n) {
                p.set(s, t, n2);
            }
            for (n2, f) in p.u_plus(t, n) {
                p.push(s, t, n2, f);
            }
            if let Some(f) = p.top(t, s) {
                for n2 in p.u_minus(t, n, f) {
                    p.pop(s, t, n2);
                }
            }
        }
        s = State(s.0 + 1);
    }
}

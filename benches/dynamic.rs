//! What DYN's reductions save and cost: external states of `dynamic`, `phase`, `static` and `nored`
//! side by side as threads are added, and the time that testing conditions takes where it saves nothing.
//! Sizes are small, or those of the documentation with `--full`; `--costs` is for times alone. With `--check`
//! it fails where `dynamic` does not grow more slowly than `static` though it should, or costs more than the limits.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use moverlog::driver::{Control, Engine, Limits, Options, Outcome, check};
use moverlog::ir::Program;
use moverlog::model::load;
use std::time::{Duration, Instant};

/// Of the time of `dynamic` over that of `static`, per external state.
const LIMIT: f64 = 1.2;
/// In less than so many seconds what comes before the first state is a good part of the time; no limit holds there.
const SHORTEST: f64 = 1e-3;
/// Of the time of `nored` over that of `interleaving`.
const UNREDUCED: f64 = 3.0;
const ROUNDS: usize = 15;
const REDUCTIONS: [&str; 4] = ["dynamic", "phase", "static", "nored"];

/// A model whose number of threads is a constant.
struct Family {
    model: &'static str,
    threads: &'static str,
    constants: &'static [(&'static str, i64)],
    /// The most threads that the model has work for.
    most: i64,
    /// Moving conditions come to hold while it runs, so that `dynamic` is to grow by smaller factors.
    gains: bool,
}

const FAMILIES: [Family; 6] = [
    Family { model: "hash_table", threads: "T", constants: &[("N", 8)], most: 7, gains: false },
    Family { model: "hash_table_all_present", threads: "T", constants: &[], most: 4, gains: true },
    Family { model: "hash_table_filled", threads: "T", constants: &[], most: 7, gains: true },
    Family { model: "load_balancing", threads: "W", constants: &[("L", 2)], most: 7, gains: true },
    Family { model: "dynamic_locking", threads: "T", constants: &[("W", 1)], most: 7, gains: false },
    Family { model: "lazy_init", threads: "T", constants: &[], most: 7, gains: false },
];

/// Models in which `dynamic` stores nearly as many states as `static`.
const COSTS: [(&str, &[(&str, i64)]); 7] = [
    ("counter", &[("N", 5), ("K", 2)]),
    ("producer_consumer", &[]),
    ("ticket_lock", &[]),
    ("seqlock", &[]),
    ("dekker", &[]),
    ("rcu", &[("R", 2)]),
    ("rcu", &[("R", 5)]),
];

fn main() {
    let has = |flag: &str| std::env::args().any(|a| a == flag);
    let (most, seconds) = if has("--full") { (7, 60) } else { (4, 10) };
    let as_expected = has("--costs") || grow_as_expected(most, Duration::from_secs(seconds));
    println!("\n| model | states of `dynamic` | `static` | time of `static` | dynamic / static | per state |");
    println!("|---|---|---|---|---|---|");
    let worst = COSTS.iter().map(|(model, constants)| cost(model, constants)).fold(0.0, f64::max);
    println!("\nworst ratio per state {worst:.2}, limit {LIMIT}");
    println!("\n| model | states | interleaving | nored | ratio |");
    println!("|---|---|---|---|---|");
    let slowest = unreduced("dyn/hash_table_all_present", &[]).max(unreduced("classic/counter", &[]));
    println!("\nworst ratio {slowest:.2}, limit {UNREDUCED}");
    if has("--check") {
        assert!(as_expected, "`dynamic` grows as fast as `static`");
        assert!(worst <= LIMIT, "testing moving conditions costs too much");
        assert!(slowest <= UNREDUCED, "blocks cost too much");
    }
}

/// So often each way is taken, in turn.
fn rounds() -> usize {
    if std::env::args().any(|a| a == "--once") { 1 } else { ROUNDS }
}

fn model(path: &str, constants: &[(&str, i64)]) -> Program {
    let path = format!("models/{path}.mover");
    let text = std::fs::read_to_string(&path).expect("the model is there");
    let constants: Vec<(String, i64)> = constants.iter().map(|(n, v)| (n.to_string(), *v)).collect();
    load(&path, &text, &constants).0.expect("the model is well-formed").program
}

fn run(program: &Program, rules: &str, timeout: Option<Duration>) -> (Outcome, f64) {
    let limits = Limits { timeout, ..Limits::default() };
    let options = Options::default();
    let engine = Engine::named(rules).expect("it is listed");
    let start = Instant::now();
    let outcome = check(program, engine, &options, &Control::from(limits)).expect("no claims");
    (outcome, start.elapsed().as_secs_f64())
}

/// Prints the table. Whether `dynamic` grows more slowly than `static` wherever it is to.
fn grow_as_expected(most: i64, timeout: Duration) -> bool {
    println!("| model | threads | dynamic | phase | static | nored | static / dynamic | factor: dynamic | static |");
    println!("|---|---|---|---|---|---|---|---|---|");
    let grown: Vec<bool> = FAMILIES.iter().map(|f| grows_slowly(f, most, timeout)).collect();
    grown.iter().zip(&FAMILIES).all(|(slowly, f)| *slowly || !f.gains)
}

/// Prints a row for each number of threads. Whether `dynamic` grew by a smaller factor than `static` at
/// every step that both could be taken to.
fn grows_slowly(family: &Family, most: i64, timeout: Duration) -> bool {
    let mut before: Vec<Option<usize>> = vec![None; REDUCTIONS.len()];
    let mut slowly = true;
    for threads in 2..=most.min(family.most) {
        let mut constants = family.constants.to_vec();
        constants.push((family.threads, threads));
        let program = model(&format!("dyn/{}", family.model), &constants);
        let again = |before: &Option<usize>| threads == 2 || before.is_some();
        let runs = REDUCTIONS.iter().zip(&before).map(|(r, b)| again(b).then(|| run(&program, r, Some(timeout))));
        let runs: Vec<Option<(Outcome, f64)>> = runs.collect();
        let states: Vec<Option<usize>> = runs.iter().map(|r| complete(r.as_ref())).collect();
        let ratio = |a: Option<usize>, b: Option<usize>| Some(a? as f64 / b? as f64);
        let factors = [0, 2].map(|i| ratio(states[i], before[i]));
        let cells: Vec<String> = runs.iter().map(|r| cell(r.as_ref())).collect();
        let numbers = [ratio(states[2], states[0]), factors[0], factors[1]].map(two_digits);
        println!("| `{}` | {threads} | {} | {} |", family.model, cells.join(" | "), numbers.join(" | "));
        if let [Some(dynamic), Some(fixed)] = factors {
            slowly &= dynamic < fixed;
        }
        before = states;
    }
    slowly
}

fn complete(run: Option<&(Outcome, f64)>) -> Option<usize> {
    run.filter(|(outcome, _)| outcome.bound.is_none()).map(|(outcome, _)| outcome.states)
}

fn cell(run: Option<&(Outcome, f64)>) -> String {
    match run {
        None => "–".into(),
        Some((outcome, seconds)) if outcome.bound.is_none() => format!("{}, {seconds:.2} s", outcome.states),
        Some((outcome, _)) => format!("more than {}, cut", outcome.states),
    }
}

fn two_digits(number: Option<f64>) -> String {
    number.map_or("–".into(), |n| format!("{n:.2}"))
}

/// The best time of each of two engines, in turn, and what they found.
fn alternate(program: &Program, engines: [&str; 2]) -> ([usize; 2], [f64; 2]) {
    let mut states = [0; 2];
    let mut best = [f64::MAX; 2];
    for _ in 0..rounds() {
        for (i, rules) in engines.into_iter().enumerate() {
            let (outcome, seconds) = run(program, rules, None);
            states[i] = outcome.states;
            best[i] = best[i].min(seconds);
        }
    }
    (states, best)
}

/// The ratio of times per external state, if `static` takes long enough.
fn cost(name: &str, constants: &[(&str, i64)]) -> f64 {
    let program = model(&format!("classic/{name}"), constants);
    let (states, times) = alternate(&program, ["dynamic", "static"]);
    let ratio = times[0] / times[1];
    let per_state = ratio * states[1] as f64 / states[0] as f64;
    let fixed = 1e3 * times[1];
    println!("| `{name}` | {} | {} | {fixed:.2} ms | {ratio:.2} | {per_state:.2} |", states[0], states[1]);
    if times[1] < SHORTEST { 0.0 } else { per_state }
}

fn unreduced(path: &str, constants: &[(&str, i64)]) -> f64 {
    let program = model(path, constants);
    let (states, [interleaving, nored]) = alternate(&program, ["interleaving", "nored"]);
    assert_eq!(states[0], states[1], "{path}: both store every state");
    let ratio = nored / interleaving;
    println!("| `{path}` | {} | {interleaving:.3} s | {nored:.3} s | {ratio:.2} |", states[0]);
    ratio
}

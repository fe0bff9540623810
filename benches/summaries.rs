//! What summaries save: the same models under `summaries` and `reduction`, side by side.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use moverlog::driver::{Control, Limits, MoverMode, Options, Outcome, check};
use moverlog::model::{Model, load};
use moverlog_rules::ruleset;
use std::time::Instant;

/// Where `reduction` is given up.
const MAX_STATES: usize = 9_999_999;

fn main() {
    println!("A procedure called from k places by two threads:\n");
    println!("| k | entries | path edges in `work` | path edges | Omega | states of `reduction` |");
    println!("|---|---|---|---|---|---|");
    for k in [1, 2, 4, 8] {
        reuse(k);
    }
    println!("\nA counter behind a lock, n threads that call `add` k times:\n");
    println!("| n, k | Omega | path edges | time | states of `reduction` | time |");
    println!("|---|---|---|---|---|---|");
    for (n, k) in [(3, 3), (5, 4), (6, 7)] {
        counter(n, k);
    }
}

fn compile(name: &str, text: &str, constants: &[(String, i64)]) -> Model {
    load(name, text, constants).0.expect("the model is well-formed")
}

fn run(model: &Model, rules: &str) -> (Outcome, f64) {
    let limits = Limits { max_states: MAX_STATES, ..Limits::default() };
    let options = Options::with(MoverMode::Lockset);
    let start = Instant::now();
    let ruleset = ruleset(rules).expect("the ruleset is there");
    let outcome = check(&model.program, ruleset, &options, &Control::from(limits)).expect("no claims");
    (outcome, start.elapsed().as_secs_f64())
}

fn size(outcome: &Outcome, relation: &str) -> usize {
    outcome.relations.iter().find(|(n, _)| *n == relation).map_or(0, |(_, size)| *size)
}

/// `42`, or `> 42` where the run was cut.
fn states(outcome: &Outcome) -> String {
    format!("{}{}", if outcome.bound.is_some() { "> " } else { "" }, outcome.states)
}

/// Every call of `work` leaves the store as it was, so it is entered at few nodes however often.
fn reuse(k: usize) {
    let text = format!(
        "mutex m;\nint x = 0;\n\
         void work() {{\n    acquire(m);\n    for (int i = 0; i < 20; i++) {{ x = i; }}\n    x = 0;\n    release(m);\n}}\n\
         void main() {{\n{}}}\n\
         P = {{ main() }} || {{ main() }}\n",
        "    work();\n".repeat(k)
    );
    let model = compile("reuse", &text, &[]);
    let (summaries, _) = run(&model, "summaries");
    let (reduction, _) = run(&model, "reduction");
    let options = Options::with(MoverMode::Lockset);
    let rules = ruleset("summaries").expect("the ruleset is there");
    let control = Control::default();
    let (_, work) = moverlog::queries::work_in(&model.program, rules, &options, &control, "work").expect("no claims");
    println!(
        "| {k} | {} | {} | {} | {} | {} |",
        work.entries,
        work.path_edges,
        size(&summaries, "PathEdge"),
        summaries.states,
        states(&reduction)
    );
}

fn counter(n: i64, k: i64) {
    let path = "models/classic/counter_calls.mover";
    let text = std::fs::read_to_string(path).expect("the model is there");
    let model = compile(path, &text, &[("N".into(), n), ("K".into(), k)]);
    let (summaries, fast) = run(&model, "summaries");
    let (reduction, slow) = run(&model, "reduction");
    println!(
        "| {n}, {k} | {} | {} | {fast:.2} s | {} | {slow:.2} s |",
        summaries.states,
        size(&summaries, "PathEdge"),
        states(&reduction)
    );
}

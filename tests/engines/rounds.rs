//! Rounds: how many there are where each cell of an array loses its lock, and what is said of them.

use crate::corpus;
use crate::support::command::command;
use moverlog::control::Reached;
use moverlog::driver::{Bound, Control, Engine, Limits, Options, Outcome, Verdict, check};
use moverlog::model::load;
use std::path::Path;

fn run(model: &str, n: i64, engine: &str) -> Outcome {
    let path = format!("models/repro/{model}.mover");
    let model = corpus::read(Path::new(&path), &[("N".into(), n)]);
    let engine = Engine::named(engine).expect("it is listed");
    check(&model.program, engine, &Options::default(), &Control::default()).expect("nothing is claimed")
}

fn two_rounds_at_most(model: &str, n: i64, engine: &str, states: usize) {
    let outcome = run(model, n, engine);
    assert_eq!((outcome.verdict, outcome.states), (Verdict::Safe, states), "{model}, {n} cells, {engine}");
    assert!(outcome.rounds <= 2, "{model}, {n} cells, {engine}: {} rounds", outcome.rounds);
    assert_eq!(outcome.earlier.len() + 1, outcome.rounds);
}

#[test]
fn rounds_do_not_multiply_with_cells() {
    for (n, states, summaries) in [(50, 26727, 3875), (200, 421_902, 60500)] {
        two_rounds_at_most("cells_lose_their_lock", n, "reduction", states);
        two_rounds_at_most("cells_lose_their_lock", n, "cpc", states);
        two_rounds_at_most("cells_lose_their_lock", n, "summaries", summaries);
    }
    for (n, states, summaries) in [(50, 21034, 13060), (200, 324_034, 202_210)] {
        two_rounds_at_most("stack_under_lock", n, "reduction", states);
        two_rounds_at_most("stack_under_lock", n, "cpc", states);
        two_rounds_at_most("stack_under_lock", n, "summaries", summaries);
    }
}

/// A cell that keeps its lock is not taken for its neighbours: the sets are exact.
#[test]
fn arrays_by_pointer_keep_the_locks_that_protect_them() {
    for engine in ["reduction", "summaries", "cpc"] {
        let outcome = run("cells_by_pointer", 50, engine);
        assert!(outcome.rounds <= 2, "{engine}: {} rounds", outcome.rounds);
        let sets = outcome.protecting.expect("locks were inferred");
        assert!(sets[..50].iter().all(Vec::is_empty), "{engine}: a is read without a lock");
        assert!(sets[50..100].iter().all(|s| s.len() == 1), "{engine}: b is always under k");
    }
}

/// Nothing is stored inside a block, and yet it has no end.
#[test]
fn a_block_that_is_cut_tells_its_nodes() {
    let text = "int x; void U() { x = 1; } void T() { int i = 0; while (true) { i = i + 1; } } P = { T() } || { U() }";
    let program = load("block", text, &[]).0.expect("it is accepted").program;
    let limits = Limits { max_states: 10, ..Limits::default() };
    let engine = Engine::named("dynamic").expect("it is listed");
    let outcome = check(&program, engine, &Options::default(), &Control::from(limits)).expect("nothing is claimed");
    assert_eq!((outcome.verdict, outcome.bound), (Verdict::Inconclusive, Some(Bound::States)));
    assert!(outcome.states <= 10 && outcome.nodes >= 10_000, "{} states, {} nodes", outcome.states, outcome.nodes);
}

#[test]
fn the_largest_round_is_told_if_it_is_not_the_last() {
    let mut outcome = run("cells_lose_their_lock", 3, "reduction");
    outcome.earlier = vec![7, outcome.states + 2, outcome.states + 2];
    assert_eq!(outcome.larger_round(), Some((2, outcome.states + 2)));
    outcome.earlier = vec![7, outcome.states];
    assert_eq!(outcome.larger_round(), None);
}

/// Each cell shows that it is read without its lock only once its neighbour has.
const CHAIN: &str = "const N = 20; int a[N]; mutex m;
void fill() { int i = 0; while (i < N) { acquire(m); a[i] = 1; a[i] = 0; release(m); i = i + 1; } }
void look() { int j = 0; while (j < N) { if (a[j] == 1) { j = j + 1; } else { j = N; } } }
P = { fill() } || { look() }";

#[test]
fn counts_so_far_are_those_of_the_last_round() {
    let file = std::env::temp_dir().join(format!("moverlog-chain-{}.mover", std::process::id()));
    std::fs::write(&file, CHAIN).expect("it can be written");
    let said = |format: &str| {
        let args = ["--rules", "reduction", "--max-states", "1000", "--format", format];
        let output = command(&["check"]).arg(&file).args(args).output().expect("it runs");
        assert_eq!(output.status.code(), Some(3), "inconclusive");
        String::from_utf8(output.stdout).expect("it is text")
    };
    let (text, json) = (said("text"), said("json"));
    std::fs::remove_file(&file).expect("it was written");
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let rounds = json["rounds"].as_u64().expect("a number");
    assert!(rounds > 1 && json["states"] == 1000, "{json}");
    assert_eq!(json["states_of_earlier_rounds"].as_array().map(Vec::len), Some(rounds as usize - 1));
    assert!(
        text.contains("reduction: 1000 states, ") && text.contains(&format!(" so far in round {rounds}")),
        "{text}"
    );
}

/// Its atomic step is performed again after the bound was hit.
#[test]
fn a_trace_is_replayed_after_a_bound_was_hit() {
    let text = std::fs::read_to_string("models/repro/bound_before_replay.mover").expect("it can be read");
    let program = load("replay", &text, &[]).0.expect("it is accepted").program;
    for (name, most) in ["cpc", "reduction", "summaries"].iter().flat_map(|name| (10..70).map(move |most| (name, most)))
    {
        let limits = Limits { max_states: most, ..Limits::default() };
        let engine = Engine::named(name).expect("it is listed");
        let outcome = check(&program, engine, &Options::default(), &Control::from(limits)).expect("nothing is claimed");
        assert_ne!(outcome.verdict, Verdict::Safe);
    }
}

/// A state is in the frontier from when it is stored to when its steps are asked for.
#[test]
fn the_frontier_is_told_with_the_states() {
    let text = "int x, y; void T() { while (x < 40 && y < 90) { x = x + 1; } } void U() { while (y < 40 && x < 90) { y = y + 1; } }
P = { T() } || { U() }";
    let program = load("grid", text, &[]).0.expect("it is accepted").program;
    for name in ["interleaving", "reduction", "summaries", "cpc", "dynamic"] {
        let seen = std::cell::RefCell::new(vec![]);
        let at = |reached: Reached| seen.borrow_mut().push(reached);
        let engine = Engine::named(name).expect("it is listed");
        let outcome = check(&program, engine, &Options::default(), &Control::new(Limits::default(), &at));
        let states = outcome.expect("nothing is claimed").states;
        let seen = seen.into_inner();
        assert_eq!(seen.len(), states / 256, "{name}");
        assert!(states > 1000 && seen.iter().all(|r| r.frontier.is_some_and(|n| 0 < n && n < r.states)), "{name}");
        // A grid has no wide fronts, and a search in depth its stack.
        let widest = seen.iter().filter_map(|r| r.frontier).max();
        assert!(name == "cpc" || widest < Some(300), "{name}: {widest:?} of {states}");
    }
}

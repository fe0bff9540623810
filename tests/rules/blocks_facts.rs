//! What rules that instrument a graph derive, explained, asked for and written down: derivations are instances of
//! rules, tables are enough to compute the blocks again, and names are those of the model.

use crate::support::command;
use moverlog::derivation::RulesFile;
use moverlog::driver::{Control, Engine, Limits, Options, check};
use moverlog::ir::Program;
use moverlog::model::load;
use moverlog::queries::{FactBase, Rows, facts, unsupported};
use moverlog_rules::{Edge, REDUCTIONS};
use std::collections::BTreeSet;

const MODELS: [&str; 6] =
    ["dyn/figure9", "dyn/lazy_init_flag", "errata/fx10_dyn_blocked", "cpc/figure1", "qrr/figure4", "fq/wait_notify"];
const FIGURE9: &str = "models/dyn/figure9.mover";
const BLOCKED: &str = "models/errata/fx10_dyn_blocked.mover";
const EXAMPLE: &str = "rules/examples/r4_without_enabled.rules";

fn model(name: &str) -> Program {
    let path = format!("models/{name}.mover");
    load(&path, &std::fs::read_to_string(&path).unwrap(), &[]).0.unwrap().program
}

fn options() -> Options {
    Options::default()
}

fn control() -> Control<'static> {
    Control::from(Limits { max_stack: 4, max_states: 2000, ..Limits::default() })
}

#[test]
fn derivations_are_instances_of_their_rules() {
    let example = RulesFile::load("file", &std::fs::read_to_string(EXAMPLE).unwrap()).unwrap();
    let engines = REDUCTIONS.iter().map(Engine::from).chain([Engine::from(&example)]);
    for (engine, name) in engines.flat_map(|e| MODELS.map(|m| (e, m))) {
        let found = unsupported(&model(name), engine, &options(), &control()).unwrap();
        assert_eq!(found.map(|facts| facts.len()), Some(0), "{name} {}", engine.name());
    }
}

fn rows(base: &FactBase, name: &str) -> BTreeSet<Vec<u32>> {
    let table = base.tables.iter().find(|t| t.name == name).unwrap_or_else(|| panic!("no table {name}"));
    let Rows::Atoms(rows) = &table.rows else { panic!("{name} has words") };
    rows.iter().cloned().collect()
}

/// From the answers of the program alone, the states are computed again.
#[test]
fn tables_are_enough_for_the_blocks() {
    for (reduction, name) in REDUCTIONS.iter().flat_map(|r| MODELS.map(|m| (r, m))) {
        let (program, engine) = (model(name), Engine::from(reduction));
        let base = facts(&program, engine, &options(), &control()).unwrap().unwrap();
        let outcome = check(&program, engine, &options(), &control()).unwrap();
        let (outside, steps, set) = (rows(&base, "N"), rows(&base, "Steps"), rows(&base, "Set"));
        let at = rows(&base, "At");
        let mut sigma: BTreeSet<u32> = rows(&base, "Initial").iter().map(|row| row[0]).collect();
        loop {
            let known = sigma.len();
            let starts: Vec<_> = at.iter().filter(|row| sigma.contains(&row[1])).cloned().collect();
            for start in starts {
                sigma.extend(
                    ends(&start, &steps, &outside).iter().flat_map(|end| {
                        set.iter().filter(|row| row[..3] == [start[1], start[0], *end]).map(|row| row[3])
                    }),
                );
            }
            if sigma.len() == known {
                break;
            }
        }
        let derived: BTreeSet<u32> = rows(&base, "Sigma").iter().map(|row| row[0]).collect();
        assert_eq!((&sigma, sigma.len()), (&derived, outcome.states), "{name} {}", reduction.name);
        let edges: Vec<Edge> = rows(&base, "Instrumented").iter().map(|row| Edge::read(row)).collect();
        assert!(edges.len() >= moverlog::driver::instrumented(&program, reduction).len(), "{name}");
    }
}

/// Where blocks of a thread end that begin there.
fn ends(start: &[u32], steps: &BTreeSet<Vec<u32>>, outside: &BTreeSet<Vec<u32>>) -> BTreeSet<u32> {
    let (t, s) = (start[0], start[1]);
    let next = |n: u32| steps.iter().filter(move |row| row[..3] == [t, s, n]).map(|row| row[3]);
    let mut reached: BTreeSet<u32> = next(start[2]).collect();
    let mut open: Vec<u32> = reached.iter().copied().collect();
    while let Some(n) = open.pop() {
        if !outside.contains(&vec![t, n]) {
            open.extend(next(n).filter(|n2| reached.insert(*n2)));
        }
    }
    reached.retain(|n| outside.contains(&vec![t, *n]));
    reached
}

fn said(words: &[&str]) -> (i32, String) {
    let output = command::run(words);
    (command::status(&output), command::out(&output) + &command::err(&output))
}

#[test]
fn facts_are_told_in_the_words_of_the_model() {
    let (status, why) = said(&["explain", BLOCKED, "wrong", "--rules", "dynamic"]);
    assert_eq!(status, 0, "{why}");
    for word in ["(RUN)", "(BLOCK)", "(ENTER)", "(INIT)", "M0", "wrong", "Steps("] {
        assert!(why.contains(word), "{word}: {why}");
    }
    let (status, edge) = said(&["explain", FIGURE9, "Instrumented", "--first", "--rules", "dynamic"]);
    assert!(status == 0 && edge.contains("(R") && edge.contains("(graph)") && edge.contains('^'), "{edge}");
}

#[test]
fn what_is_missing_is_told_down_to_the_program() {
    let (status, why) = said(&["why-not", BLOCKED, "wrong", "--rules", EXAMPLE]);
    assert!(status == 1 && why.contains("because"), "{why}");
    let with = said(&["query", BLOCKED, "Instrumented(q, b, _, _)", "--rules", "dynamic"]);
    let without = said(&["query", BLOCKED, "Instrumented(q, b, _, _)", "--rules", EXAMPLE]);
    assert!(with.0 == 0 && with.1.contains("enabled") && !without.1.contains("enabled"), "{} {}", with.1, without.1);
}

#[test]
fn places_of_the_graph_are_patterns() {
    let of = |query: &str| said(&["query", BLOCKED, query, "--rules", "dynamic", "--format", "csv"]).1.lines().count();
    let (all, from, copy) =
        (of("Instrumented(q, _, _, _)"), of("Instrumented(M0, _, _, q)"), of("Instrumented(M0^N, _, _, q)"));
    assert!(copy > 1 && copy < from && from > 2 && all > 2, "{copy} {from} {all}");
    let (status, none) = said(&["query", BLOCKED, "Instrumented(M9, _, _, q)", "--rules", "dynamic"]);
    assert!(status == 2 && none.contains("M9"), "{none}");
}

/// `diff` names the edges in which two instrumentations differ.
#[test]
fn instrumentations_are_compared_fact_by_fact() {
    let both = format!("dynamic,{EXAMPLE}");
    let (status, differs) = said(&["diff", BLOCKED, "--rules", &both]);
    assert!(status == 1 && differs.contains("Instrumented(") && differs.contains("(R4)"), "{differs}");
}

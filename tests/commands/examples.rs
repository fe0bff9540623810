//! What the examples print, and what the page on the library shows of them.

#![allow(dead_code, reason = "nobody calls their main")]

#[path = "../../examples/check_a_model.rs"]
mod check_a_model;
#[path = "../../examples/enum_counter.rs"]
mod enum_counter;
#[path = "../../examples/own_locks.rs"]
mod own_locks;
#[path = "../../examples/own_ruleset.rs"]
mod own_ruleset;
#[path = "../../examples/own_strategy.rs"]
mod own_strategy;

const PAGE: &str = include_str!("../../docs/library.md");

/// The fenced blocks of the page in that language.
fn blocks(language: &str) -> Vec<&'static str> {
    let blocks = PAGE.split("```").skip(1).step_by(2);
    blocks.filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n')).collect()
}

#[test]
fn the_page_shows_what_examples_print() {
    let model = check_a_model::report().expect("the example has a model");
    let reports = [enum_counter::report(), own_locks::report(), own_ruleset::report(), own_strategy::report(), model];
    assert_eq!(blocks("text"), reports);
}

#[test]
fn the_page_shows_parts_of_examples() {
    let sources = ["enum_counter", "own_locks", "own_ruleset", "own_strategy", "check_a_model"];
    let shown = blocks("rust");
    assert_eq!(shown.len(), sources.len());
    for (name, block) in sources.iter().zip(shown) {
        let text = std::fs::read_to_string(format!("examples/{name}.rs")).expect("the example is there");
        assert!(text.contains(block), "{name}: the page shows\n{block}");
    }
}

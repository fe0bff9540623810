//! What each premise of the rules is for, and each condition in the lines of CPC: every one dropped or
//! flipped, on every small model. `docs/mutants.md` shows it; `UPDATE_EXPECT=1` rewrites its tables:
//! `UPDATE_EXPECT=1 cargo test --test mutants`.

#[path = "mutants/answers.rs"]
mod answers;
#[path = "mutants/blocks.rs"]
mod blocks;
mod corpus;
mod instructions;
#[path = "mutants/lines.rs"]
mod lines;
#[path = "mutants/locks.rs"]
mod locks;
#[path = "mutants/rules.rs"]
mod rules;
mod support;
#[path = "mutants/table.rs"]
mod table;

use support::expect::expect;
use table::{Table, page};

const PAGE: &str = "docs/mutants.md";

#[test]
fn every_premise_is_for_something() {
    let tables = [
        rules::table("reduction"),
        rules::table("summaries"),
        locks::table("locks"),
        blocks::table("dynamic"),
        answers::table("instrumentation", "reduction"),
        answers::table("instrumentation of locks", "locks"),
        lines::table("cpc"),
        lines::table("cpc-maximal"),
        lines::table("cycle"),
    ];
    let known = std::fs::read_to_string(PAGE).expect("the page is there");
    expect(PAGE, &page(&known, &tables));
    let keeps_errors = |t: &Table| t.rows.iter().any(|r| r.what == table::ERROR_LOST);
    tables.iter().for_each(|t| assert!(keeps_errors(t), "{}: some premise keeps errors", t.engine));
}

//! What each premise of the rules is for, and each condition in the lines of CPC: every one dropped or
//! flipped, on every small model. `docs/mutants.md` shows it; `UPDATE_EXPECT=1` rewrites its tables:
//! `UPDATE_EXPECT=1 cargo test --test rules mutants::`.

mod answers;
mod blocks;
mod lines;
mod locks;
mod rules;
mod table;

use crate::support::expect::expect;
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

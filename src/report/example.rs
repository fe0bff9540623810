//! A run of a model that is safe.

use super::picture::{Line, Span};
use super::story::{GOES_ON, length, told_lines, transaction};
use super::{Checked, listing};
use crate::driver::{Example, RunsTo};
use serde_json::{Value, json};

/// The run as a story of transactions; there was no time for one if there is none.
pub fn example_lines(c: &Checked<'_>, example: Option<&Example>, width: usize) -> Vec<Line> {
    let Some(example) = example else {
        return listing::plain("\nno example: there was no time for a run");
    };
    let (visited, all) = example.statements;
    let heading = format!("an example: {visited} of {all} statements, {}", end(example));
    let mut lines = vec![vec![], vec![Span::plain(heading)], vec![]];
    lines.extend(told_lines(c.program, &example.story, width, GOES_ON));
    lines.push(vec![Span::plain(format!("({}; replayed step by step)", length(&example.story)))]);
    lines
}

fn end(example: &Example) -> &'static str {
    match example.end {
        RunsTo::Ends => "all threads end",
        RunsTo::Waits => "in the end some threads wait for ever",
        RunsTo::GoesOn => "and it goes on",
    }
}

/// Null if there is none.
pub fn example_json(c: &Checked<'_>, example: Option<&Example>) -> Value {
    let told = |e: &Example| {
        json!({
            "statements_visited": e.statements.0,
            "statements": e.statements.1,
            "end": end(e),
            "transactions": e.story.iter().map(|t| transaction(c.program, t)).collect::<Vec<_>>(),
        })
    };
    example.map_or(Value::Null, told)
}

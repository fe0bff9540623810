//! Results as text and JSON. Everything here turns plain data into strings; nothing explores or prints.

mod cfg;
mod challenge;
mod compare;
mod conditions;
mod deadlock;
mod diagnostics;
mod diff;
mod dot;
mod effort;
mod explain;
mod facts;
mod graph;
mod growing;
mod instrumented;
mod json;
mod locksets;
mod margin;
mod moving;
mod places;
mod races;
mod raise;
mod rules;
mod run;
mod separate;
mod story;
mod summaries;
mod svg;
mod termination;
mod text;
mod timeline;
mod tsg;
mod vacuity;
mod why_not;

pub use cfg::{cfg_dot, cfg_json};
pub use challenge::{challenge_csv, challenge_json, challenge_markdown, challenge_text};
pub use compare::{Row, compare_csv, compare_json, compare_markdown, compare_text};
pub use conditions::{Tried, conditions_json, conditions_text, refused};
pub use deadlock::{deadlock_json, deadlock_text};
pub use diagnostics::{diagnostics_json, finding_json};
pub use diff::{Difference, diff_json, diff_text};
pub use explain::{
    Explanation, candidates, explain_json, explain_latex, explain_markdown, explain_text, nothing_matches,
};
pub use facts::{Facts, facts_declarations, facts_file, facts_rows, facts_schema, facts_text};
pub use graph::{graph_dot, graph_json};
pub use instrumented::{Instrumented, instrumented_dot, instrumented_json};
pub use json::{check_json, movers_json};
pub use locksets::{locksets_json, locksets_text};
pub use margin::movers_text;
pub use moving::{Said, moving_json, moving_text};
pub use races::{races_json, races_text};
pub use raise::attempt_line;
pub use rules::{engine_text, engines_json, engines_text, rules_file};
pub use run::{Recorded, run_json, run_text};
pub use separate::{Separation, separate_json, separate_text};
pub use summaries::{Projection, summaries_json, summaries_markdown, summaries_text};
pub use termination::{Answer, termination_json, termination_text};
pub use text::check_text;
pub use timeline::{timeline_json, timeline_text};
pub use tsg::{
    Drawn, Several, Traced, several_csv, several_json, several_markdown, several_text, tsg_csv, tsg_dot, tsg_json,
    tsg_markdown, tsg_svg, tsg_text,
};
pub use why_not::{Asked, it_holds, why_not_json, why_not_text};

use crate::driver::{Attempt, Engine, Outcome};
use crate::ir::Program;

/// One check, as it is reported.
pub struct Checked<'a> {
    /// The model's file as the user named it.
    pub model: &'a str,
    pub engine: Engine,
    pub movers: &'a str,
    pub program: &'a Program,
    pub outcome: &'a Outcome,
    /// The runs of `--auto`.
    pub attempts: Option<&'a [Attempt]>,
    pub seconds: f64,
    pub peak_bytes: usize,
    /// Show the trace in the order in which it was found.
    pub original: bool,
    /// The verdict and what it rests on, nothing more.
    pub quiet: bool,
}

/// `1 state`, `2 states`.
fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

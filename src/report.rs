//! Results as text and JSON. Everything here turns plain data into strings; nothing explores or prints.

mod certificate;
mod cfg;
mod challenge;
mod compare;
mod conditions;
mod contrast;
mod copies;
mod deadlock;
mod diagnostics;
mod diff;
mod effort;
mod errata;
mod errors;
mod escape;
mod example;
mod exercise;
mod explain;
mod facts;
mod fold;
mod format;
mod graph;
mod growing;
mod induction;
mod instrumented;
mod json;
mod listing;
mod locksets;
mod margin;
mod marked;
mod moving;
mod orders;
mod page;
mod palette;
mod picture;
mod places;
mod query;
mod races;
mod raise;
mod rules;
mod run;
mod sarif;
mod separate;
mod slice;
mod states;
mod story;
mod summaries;
mod svg;
mod table;
mod termination;
mod text;
mod theorems;
mod timeline;
mod tsg;
mod vacuity;
mod waypoints;
mod ways;
mod why_not;

pub use certificate::{certificate_text, clause_text, read_certificate};
pub use cfg::ControlFlow;
pub use challenge::Challenge;
pub use compare::Row;
pub use conditions::{EachTried, Tried, refused};
pub use contrast::Contrast;
pub use deadlock::{deadlock_json, deadlock_lines};
pub use diagnostics::{diagnostics_json, finding_json};
pub use diff::Difference;
pub use errata::{Catalogue, Performed, Shown};
pub use errors::AllErrors;
pub use example::{example_json, example_lines};
pub use exercise::{Exercises, Judged};
pub use explain::{Asked, Explanation};
#[cfg(feature = "parquet")]
pub use facts::FactColumns;
pub use facts::{Facts, facts_declarations, facts_file, facts_rows, facts_rules, facts_schema, facts_text};
pub use fold::folded;
pub use format::{Format, Report, Summaries, Theorem3, json_text};
pub use graph::StateGraph;
pub use induction::Inductive;
pub use instrumented::Instrumented;
pub use json::check_json;
pub use listing::plain as plain_lines;
pub use locksets::Locksets;
pub use margin::Movers;
pub use moving::Said;
pub use page::{Page, RunPage, html, page, run_page};
pub use palette::{Shade, terminal};
pub use picture::{Direction, Layout, Line, Picture, Pictured, Rect, Span, Tone};
pub use query::Answered;
pub use races::{races_json, races_lines};
pub use raise::attempt_line;
pub use rules::{blocks_file, engine_text, engines_json, engines_text, rules_file};
pub use run::Recorded;
pub use sarif::{sarif_findings, sarif_sentence, sarif_text};
pub use separate::Separation;
pub use states::{is_states, read_states, states_text};
pub use summaries::Projection;
pub use termination::Answer;
use termination::{termination_json, termination_text};
pub use text::{check_lines, check_lines_beside, check_text, verbose_text, verdict_line};
pub use theorems::Monitored;
pub use timeline::{timeline_json, timeline_lines};
pub use tsg::{Drawn, Several, Traced};
pub use waypoints::{Waymark, Waypoint, waypoints};
pub use why_not::Underived;

use crate::driver::{Attempt, Engine, Outcome};
use crate::ir::Program;

/// One check, as it is reported.
pub struct Checked<'a> {
    /// The model's file as the user named it.
    pub model: &'a str,
    pub engine: Engine<'a>,
    pub movers: &'a str,
    pub program: &'a Program,
    pub outcome: &'a Outcome,
    /// The runs of `--auto`.
    pub attempts: Option<&'a [Attempt]>,
    /// Whether there is a deadlock, if that was looked for.
    pub deadlock: Option<bool>,
    pub seconds: f64,
    pub peak_bytes: usize,
    /// Show the trace in the order in which it was found.
    pub original: bool,
    /// The verdict and what it rests on, nothing more.
    pub quiet: bool,
}

impl Checked<'_> {
    /// The engine, a symbolic one with who made its blocks: `reduction`, `ic3:phase`.
    pub fn name(&self) -> String {
        let rules = self.engine.name();
        self.outcome.symbolic.map_or(rules.to_string(), |m| format!("{}:{rules}", m.decider.title()))
    }
}

/// `1 state`, `2 states`.
fn count(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

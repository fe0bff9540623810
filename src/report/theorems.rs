//! The papers' statements and what came of trying them, each that fails with its first counterexample.

use super::conditions::{order_json, singular, snapshot_json, square_lines};
use super::listing;
use super::story::{story_text, thread_name, transaction};
use super::{Report, count};
use crate::ir::Program;
use crate::queries::{Counterexample, Theorem, Theorems};
use serde_json::{Value, json};

/// What `conditions --theorems` reports.
pub struct Monitored<'a> {
    pub model: &'a str,
    pub movers: &'a str,
    pub program: &'a Program,
    pub found: &'a Theorems,
    /// A line per statement, nothing more.
    pub quiet: bool,
}

impl Report for Monitored<'_> {
    fn text(&self) -> String {
        let width = self.found.theorems.iter().map(|t| t.name.len()).max().unwrap_or(0);
        let mut out: String = self.found.theorems.iter().map(|t| self.line(t, width)).collect();
        if let Some(bound) = self.found.bound {
            out += &format!("a bound was hit ({})\n", bound.name());
        }
        if self.quiet {
            return out;
        }
        out += &format!("\n{}\n", self.explored());
        for (theorem, first) in failing(self.found) {
            out += &format!("\n{} fails: {}", theorem.name, counterexample_text(self.program, first));
        }
        out
    }

    fn json(&self) -> Value {
        let explored = |(by, states): &(String, usize)| json!({"by": by, "states": states});
        let one = |theorem: &Theorem| {
            let tried = theorem.tried.as_ref();
            let first = tried.and_then(|t| t.first.as_ref());
            json!({
                "name": theorem.name,
                "statement": theorem.statement,
                "result": result(theorem),
                "tried": tried.map_or(0, |t| t.count),
                "of": tried.map(|t| t.of),
                "violations": tried.map_or(0, |t| t.violations),
                "counterexample": first.map(|c| counterexample_json(self.program, c)),
            })
        };
        json!({
            "model": self.model,
            "movers": self.movers,
            "bound": self.found.bound.map(|b| b.name()),
            "explored": self.found.explored.iter().map(explored).collect::<Vec<_>>(),
            "transactions_end_at": self.ends(),
            "theorems": self.found.theorems.iter().map(one).collect::<Vec<_>>(),
        })
    }
}

fn failing(found: &Theorems) -> impl Iterator<Item = (&Theorem, &Counterexample)> {
    found.theorems.iter().filter_map(|t| Some((t, t.tried.as_ref()?.first.as_ref()?)))
}

impl Monitored<'_> {
    /// Name, result and what was tried; what it says below.
    fn line(&self, theorem: &Theorem, width: usize) -> String {
        let tried = theorem.tried.as_ref().map_or(String::new(), |t| {
            let violations =
                if t.violations > 0 { format!(", {}", count(t.violations, "violation")) } else { String::new() };
            let of = if t.count == 1 { singular(t.of) } else { t.of.to_string() };
            format!("  ({} {of}{violations})", t.count)
        });
        let line = format!("{:width$}  {}{tried}\n", theorem.name, result(theorem));
        if self.quiet { line } else { line + &format!("{:width$}  {}\n", "", theorem.statement) }
    }

    fn ends(&self) -> Vec<&str> {
        self.found.lfs.iter().map(|l| self.program.location(*l).name.as_str()).collect()
    }

    fn explored(&self) -> String {
        let each = |(by, states): &(String, usize)| format!("{by} {}", count(*states, "state"));
        let explored: Vec<String> = self.found.explored.iter().map(each).collect();
        let ends = self.ends();
        let ends =
            if ends.is_empty() { String::new() } else { format!("; transactions also end at {}", ends.join(", ")) };
        format!("movers ({}); {}{ends}", self.movers, explored.join(", "))
    }
}

fn result(theorem: &Theorem) -> &'static str {
    match &theorem.tried {
        None => "not known at this bound",
        Some(tried) if tried.violations == 0 => "holds",
        Some(_) => "fails",
    }
}

fn counterexample_text(program: &Program, c: &Counterexample) -> String {
    let mut out = format!("{}\n", said(program, c));
    match &c.story {
        None => out += "\nNo execution leads to this state:\n\n",
        Some(story) if story.is_empty() => out += "\nIn the initial state:\n\n",
        Some(story) => out += &format!("\nAfter this execution:\n\n{}\n", story_text(program, story)),
    }
    out += &listing::joined(&square_lines(program, &c.state, c.steps.as_slice()));
    if !c.standing.is_empty() {
        let stands = |(i, class): (usize, &&str)| format!("thread {} in {class}", i + 1);
        let standing: Vec<String> = c.standing.iter().enumerate().map(stands).collect();
        out += &format!("  standing: {}\n", standing.join(", "));
    }
    out
}

/// What contradicts the statement, with the names of the threads.
fn said(program: &Program, c: &Counterexample) -> String {
    let [t, u] = c.threads.map(|t| thread_name(program, t));
    c.says.replace("{t}", &t).replace("{u}", &u)
}

fn counterexample_json(program: &Program, c: &Counterexample) -> Value {
    let story = |s: &Vec<_>| s.iter().map(|t| transaction(program, t)).collect::<Vec<_>>();
    json!({
        "message": said(program, c),
        "transactions": c.story.as_ref().map(story),
        "state": snapshot_json(program, &c.state),
        "standing": c.standing,
        "steps": c.steps.as_ref().map(|o| order_json(program, o)),
    })
}

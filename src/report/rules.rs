//! The list of rulesets, and the text of one.

use crate::derivation::included;
use moverlog_rules::{Claim, RULESETS, Ruleset};
use serde_json::{Value, json};
use std::fmt::Write;

fn claim(c: Claim) -> &'static str {
    match c {
        Claim::Sound => "sound",
        Claim::MissesErrors => "misses errors",
        Claim::OrderDependent => "sound, counts depend on the order",
    }
}

pub fn rulesets_text() -> String {
    let name = RULESETS.iter().map(|r| r.name.len()).max().unwrap_or(0);
    let paper = RULESETS.iter().map(|r| r.paper.len()).max().unwrap_or(0);
    let line = |r: &Ruleset| format!("{:name$}  {:paper$}  {:13}  {}\n", r.name, r.paper, claim(r.claim), r.summary);
    RULESETS.iter().map(line).collect()
}

pub fn rulesets_json() -> Value {
    let one = |r: &Ruleset| json!({"name": r.name, "paper": r.paper, "claim": claim(r.claim), "summary": r.summary});
    json!({"schema": 1, "rulesets": RULESETS.iter().map(one).collect::<Vec<_>>()})
}

/// What the ruleset is about, and its rules as they run, each under its paper form.
pub fn ruleset_text(r: &Ruleset) -> String {
    let mut out =
        format!("{} ({}; {})\n", r.name, if r.paper.is_empty() { "no paper" } else { r.paper }, claim(r.claim));
    let included = r.sources.first().map_or(vec![], |s| included(s));
    let is_included = |block: &&String| included.iter().any(|name| block.contains(&format!("\n{name}:\n")));
    for source in r.sources {
        let doc = source.lines().map_while(|l| l.strip_prefix("//!"));
        let _ = write!(out, "\n{}", doc.map(|l| format!("{}\n", l.strip_prefix(' ').unwrap_or(l))).collect::<String>());
        for block in blocks(source).iter().filter(is_included) {
            let _ = write!(out, "\n{block}");
        }
    }
    out
}

/// The bodies of the `ascent_source!` blocks of a file, without their indentation.
fn blocks(source: &str) -> Vec<String> {
    let mut blocks = vec![];
    let mut lines = source.lines();
    while lines.by_ref().any(|l| l.contains("ascent_source! {")) {
        let body = lines.by_ref().take_while(|l| *l != "}");
        blocks.push(body.map(|l| format!("{}\n", l.strip_prefix("    ").unwrap_or(l))).collect());
    }
    blocks
}

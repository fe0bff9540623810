//! What two rulesets derive differently, fact by fact.

use super::Report;
use super::explain::{application_text, fact_text};
use crate::driver::Outcome;
use crate::ir::Program;
use crate::queries::DiffSide;
use serde_json::{Value, json};
use std::fmt::Write;

/// One model under two rulesets.
pub struct Difference<'a> {
    pub model: &'a str,
    pub program: &'a Program,
    pub sides: &'a [DiffSide; 2],
}

/// Facts of one relation that text shows.
const SHOWN: usize = 10;

impl Difference<'_> {
    /// Whether verdict, sizes or facts differ.
    pub fn is_any(&self) -> bool {
        let [a, b] = self.sides;
        a.outcome.verdict != b.outcome.verdict || a.sizes != b.sizes || !a.only.is_empty() || !b.only.is_empty()
    }
}

/// `wrong` or `inconclusive (ruleset may miss errors)`.
fn verdict(o: &Outcome) -> String {
    let bound = o.bound.map_or(String::new(), |b| format!(" ({})", b.name()));
    format!("{}{bound}", o.verdict.name())
}

/// Verdicts, the sizes that differ, and facts that one of the two alone derives, each with the rule and the
/// premises of its first derivation.
fn text(d: &Difference<'_>) -> String {
    let [a, b] = d.sides;
    let mut out = format!("{}: {} against {}\n", d.model, a.rules, b.rules);
    if !d.is_any() {
        return out + "  no difference\n";
    }
    let (va, vb) = (verdict(&a.outcome), verdict(&b.outcome));
    let _ = writeln!(out, "  verdict: {}", if va == vb { va } else { format!("{va} / {vb}") });
    for (relation, left, right) in sizes(d).iter().filter(|(_, left, right)| left != right) {
        let size = |n: &Option<usize>| n.map_or("none".to_string(), |n| n.to_string());
        let _ = writeln!(out, "  {relation}: {} / {}", size(left), size(right));
    }
    if let Some(without) = d.sides.iter().find(|s| !s.phases).filter(|_| a.phases != b.phases) {
        let _ = writeln!(out, "  phases are left aside: {} has none", without.rules);
    }
    for side in d.sides {
        out += &only(d, side);
    }
    out
}

/// Every relation of one of the two, with its sizes.
fn sizes(d: &Difference<'_>) -> Vec<(String, Option<usize>, Option<usize>)> {
    let [a, b] = d.sides;
    let of = |side: &DiffSide, name: &str| side.sizes.iter().find(|(r, _)| r == name).map(|(_, n)| *n);
    let new = b.sizes.iter().filter(|(r, _)| of(a, r).is_none());
    let names = a.sizes.iter().chain(new).map(|(r, _)| r);
    names.map(|r| (r.clone(), of(a, r), of(b, r))).collect()
}

fn only(d: &Difference<'_>, side: &DiffSide) -> String {
    let mut out = String::new();
    for (relation, _) in &side.sizes {
        let facts: Vec<_> = side.only.iter().filter(|(f, _)| f.relation == *relation).collect();
        if facts.is_empty() {
            continue;
        }
        let _ = writeln!(out, "  only {} derives:", side.rules);
        for (fact, by) in facts.iter().take(SHOWN) {
            let _ = writeln!(out, "    {}", fact_text(d.program, side.phases, fact));
            let _ = writeln!(out, "      by {}", application_text(d.program, side.phases, by));
        }
        if facts.len() > SHOWN {
            let _ = writeln!(out, "    and {} more", facts.len() - SHOWN);
        }
    }
    out
}

impl Report for [Difference<'_>] {
    fn text(&self) -> String {
        self.iter().map(text).collect::<Vec<_>>().join("\n")
    }

    /// All facts.
    fn json(&self) -> Value {
        let one = |d: &Difference<'_>| {
            let side = |s: &DiffSide| {
                let facts = s.only.iter().map(|(f, by)| {
                    json!({
                        "relation": f.relation,
                        "fact": fact_text(d.program, s.phases, f),
                        "rule": by.rule,
                        "derivation": application_text(d.program, s.phases, by),
                    })
                });
                json!({
                    "rules": s.rules,
                    "phases": s.phases,
                    "verdict": s.outcome.verdict.name(),
                    "bound": s.outcome.bound.map(|b| b.name()),
                    "relations": s.sizes.iter().map(|(r, n)| (r.clone(), json!(n))).collect::<serde_json::Map<_, _>>(),
                    "only_here": facts.collect::<Vec<_>>(),
                })
            };
            json!({"model": d.model, "differ": d.is_any(), "sides": d.sides.iter().map(side).collect::<Vec<_>>()})
        };
        json!({"models": self.iter().map(one).collect::<Vec<_>>()})
    }
}

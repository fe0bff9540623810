//! Table 2 of TSG for one program: its formulas, graph by graph, with values of 32 bits and of as many as intervals
//! need.

use super::super::table::Line;
use crate::trace::analysis::Formulas;
use crate::trace::formula::Solved;
use serde_json::{Value, json};

const HEADINGS: [&str; 7] = ["graph", "widths", "answer", "bits", "variables", "clauses", "s"];

/// A line of headings, and one for each formula; nothing if there are none.
pub(super) fn table(formulas: &[Formulas], quiet: bool) -> Vec<Line> {
    let shown = HEADINGS.len() - usize::from(quiet);
    let headings = HEADINGS[..shown].iter().map(|h| h.to_string()).collect();
    let lines = formulas.iter().map(|f| cells(f)[..shown].to_vec());
    if formulas.is_empty() { vec![] } else { [headings].into_iter().chain(lines).collect() }
}

fn cells(f: &Formulas) -> Vec<String> {
    let begin = [f.kind.name(), f.widths.name()].map(String::from);
    let Some(solved) = &f.solved else { return begin.into_iter().chain(vec!["-".into(); 5]).collect() };
    let sizes = [solved.bits, solved.variables, solved.clauses].map(|n| n.to_string());
    let time = format!("{:.3}", solved.time.as_secs_f64());
    begin.into_iter().chain([letter(solved).into()]).chain(sizes).chain([time]).collect()
}

/// As in the paper; it has `TO` where there is no answer.
fn letter(solved: &Solved) -> &'static str {
    match solved.is_satisfiable() {
        _ if solved.found.is_empty() => "-",
        Some(true) => "S",
        Some(false) => "U",
        None => "?",
    }
}

pub(super) fn json(formulas: &[Formulas], quiet: bool) -> Value {
    let one = |f: &Formulas| {
        let solved = f.solved.as_ref();
        json!({
            "graph": f.kind.name(),
            "widths": f.widths.name(),
            "satisfiable": solved.filter(|s| !s.found.is_empty()).and_then(Solved::is_satisfiable),
            "bits": solved.map(|s| s.bits),
            "variables": solved.map(|s| s.variables),
            "clauses": solved.map(|s| s.clauses),
            "seconds": solved.filter(|_| !quiet).map(|s| s.time.as_secs_f64()),
        })
    };
    formulas.iter().map(one).collect()
}

//! Several engines on several models, side by side: Table 1 of CPC for any of them.

use super::Checked;
use crate::driver::{Bound, Verdict};
use moverlog_rules::Claim;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// What a claim leaves open is no cut.
fn is_cut(c: &Checked<'_>) -> bool {
    c.outcome.bound.is_some_and(|b| b != Bound::Claim)
}

/// One model under all engines, in the order in which they were asked for.
pub struct Row<'a> {
    /// Lines of the model with something on them besides comments.
    lines: usize,
    pub results: &'a [Checked<'a>],
}

impl<'a> Row<'a> {
    pub fn new(text: &str, results: &'a [Checked<'a>]) -> Self {
        let code = |l: &&str| !l.trim().is_empty() && !l.trim().starts_with("//");
        Row { lines: text.lines().filter(code).count(), results }
    }

    fn model(&self) -> &'a str {
        self.results.first().map_or("", |c| c.model)
    }

    /// Whether the search of some engine did not come to its end.
    pub fn is_cut(&self) -> bool {
        self.results.iter().any(is_cut)
    }

    pub fn some_go_wrong(&self) -> bool {
        self.results.iter().any(|c| c.outcome.verdict == Verdict::Wrong)
    }

    /// Whether two engines that both claim to be sound say different things.
    pub fn is_disputed(&self) -> bool {
        let safe = |c: &Checked<'_>| c.outcome.verdict == Verdict::Safe && c.engine.claim() != Claim::MissesErrors;
        self.some_go_wrong() && self.results.iter().any(safe)
    }

    /// Engines that found nothing wrong in a model that has an error, whether or not they claim to.
    fn missed_by(&self) -> Vec<&'static str> {
        let misses = |c: &&Checked<'_>| c.outcome.verdict != Verdict::Wrong && !is_cut(c);
        let missing = || self.results.iter().filter(misses).map(|c| c.engine.name());
        if self.some_go_wrong() { missing().collect() } else { vec![] }
    }

    /// States of an engine over those of the first one.
    fn ratio(&self, c: &Checked<'_>) -> Option<f64> {
        let first = self.results.first().filter(|f| f.outcome.states > 0)?;
        Some(c.outcome.states as f64 / first.outcome.states as f64)
    }
}

/// The columns of one engine: the first one has no ratio, and `quiet` means no times.
fn headings(i: usize, quiet: bool) -> Vec<String> {
    let columns = [("verdict", true), ("states", true), ("ratio", i > 0), ("transitions", true), ("s", !quiet)];
    columns.into_iter().filter(|(_, shown)| *shown).map(|(c, _)| c.into()).collect()
}

fn columns(row: &Row<'_>, i: usize) -> Vec<String> {
    let c = &row.results[i];
    let o = c.outcome;
    let missed = if row.missed_by().contains(&c.engine.name()) { " !" } else { "" };
    let cut = if is_cut(c) { "> " } else { "" };
    let mut cells = vec![format!("{}{missed}", o.verdict.name()), format!("{cut}{}", o.states)];
    if i > 0 {
        cells.push(row.ratio(c).map_or(String::new(), |r| format!("{r:.2}")));
    }
    cells.push(o.transitions.to_string());
    if !c.quiet {
        cells.push(format!("{:.3}", c.seconds));
    }
    cells
}

fn engines<'a>(rows: &[Row<'a>]) -> Vec<&'static str> {
    rows.first().map_or(vec![], |r| r.results.iter().map(|c| c.engine.name()).collect())
}

/// The table: a line of headings and a line for each model, in groups of cells, one group for the model
/// and one for each engine.
fn lines(rows: &[Row<'_>]) -> Vec<Vec<Vec<String>>> {
    let engines = 0..engines(rows).len();
    let line = |model: [String; 2], cells: &dyn Fn(usize) -> Vec<String>| {
        [model.to_vec()].into_iter().chain(engines.clone().map(cells)).collect()
    };
    let quiet = rows.iter().flat_map(|r| r.results).any(|c| c.quiet);
    let mut lines = vec![line(["model".into(), "lines".into()], &|i| headings(i, quiet))];
    lines.extend(rows.iter().map(|r| line([r.model().into(), r.lines.to_string()], &|i| columns(r, i))));
    lines
}

/// What the marks mean, if there are any.
fn legend(rows: &[Row<'_>]) -> String {
    let mut out = String::new();
    for row in rows.iter().filter(|r| !r.missed_by().is_empty()) {
        let sound = if row.is_disputed() { "engines that are both sound DISAGREE: " } else { "" };
        let _ =
            writeln!(out, "! {}: {sound}a thread goes wrong, missed by {}", row.model(), row.missed_by().join(", "));
    }
    out
}

/// A line a model, four or five columns an engine.
pub fn compare_text(rows: &[Row<'_>]) -> String {
    let lines = lines(rows);
    let aligned = |g: usize, c: usize, cell: &String| {
        let width = lines.iter().map(|l| l[g][c].chars().count()).max().unwrap_or(0);
        if c == 0 { format!("{cell:width$}") } else { format!("{cell:>width$}") }
    };
    let group = |(g, cells): (usize, &Vec<String>)| {
        cells.iter().enumerate().map(|(c, cell)| aligned(g, c, cell)).collect::<Vec<_>>().join("  ")
    };
    let joined = |groups: Vec<String>| format!("{}\n", groups.join(" | ").trim_end());
    let body: Vec<Vec<String>> = lines.iter().map(|l| l.iter().enumerate().map(group).collect()).collect();
    let names = [""].into_iter().chain(engines(rows)).zip(&body[0]);
    let centred = names.map(|(name, g)| format!("{name:^width$}", width = g.chars().count())).collect();
    joined(centred) + &body.into_iter().map(joined).collect::<String>() + &legend(rows)
}

/// The same; headings carry the engine's name.
pub fn compare_markdown(rows: &[Row<'_>]) -> String {
    let mut lines = lines(rows);
    for (group, name) in lines[0][1..].iter_mut().zip(engines(rows)) {
        group.iter_mut().for_each(|heading| *heading = format!("{name} {heading}"));
    }
    let mut lines = lines.iter().map(|l| format!("| {} |\n", l.concat().join(" | ")));
    let heading = lines.next().unwrap_or_default();
    let rule = format!("|{}\n", "---|".repeat(heading.matches(" |").count()));
    let legend = legend(rows);
    let gap = if legend.is_empty() { "" } else { "\n" };
    format!("{heading}{rule}{}{gap}{legend}", lines.collect::<String>())
}

/// A line a model; the columns of engine `e` are `e verdict`, `e bound`, `e states`, `e transitions`,
/// `e seconds`.
pub fn compare_csv(rows: &[Row<'_>]) -> String {
    let columns = ["verdict", "bound", "states", "transitions", "seconds"];
    let named = |e: &'static str| columns.map(|c| format!("{e} {c}"));
    let heading = ["model".to_string(), "lines".into()].into_iter().chain(engines(rows).into_iter().flat_map(named));
    let mut out = heading.collect::<Vec<_>>().join(",") + "\n";
    for row in rows {
        let cells = row.results.iter().flat_map(|c| {
            let o = c.outcome;
            let bound = o.bound.map_or("", |b| b.name()).to_string();
            let (states, transitions) = (o.states.to_string(), o.transitions.to_string());
            [o.verdict.name().into(), bound, states, transitions, format!("{:.6}", c.seconds)]
        });
        let line = [quoted(row.model()), row.lines.to_string()].into_iter().chain(cells);
        out += &(line.collect::<Vec<_>>().join(",") + "\n");
    }
    out
}

pub(super) fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.into() }
}

/// Schema 1.
pub fn compare_json(rows: &[Row<'_>]) -> Value {
    let one = |row: &Row<'_>| {
        let result = |c: &Checked<'_>| {
            let mut result = super::json::result_json(c);
            result["ratio"] = json!(row.ratio(c));
            (c.engine.name().to_string(), result)
        };
        let results: Map<String, Value> = row.results.iter().map(result).collect();
        json!({
            "model": row.model(),
            "lines": row.lines,
            "results": results,
            "missed_by": row.missed_by(),
            "disagreement": row.is_disputed(),
        })
    };
    json!({"schema": 1, "rows": rows.iter().map(one).collect::<Vec<_>>()})
}

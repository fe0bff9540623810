//! Several engines on several models, side by side: Table 1 of CPC for any of them.

use super::listing::{self, trimmed};
use super::picture::{Line, Span, Tone};
use super::text::verdict_tone;
use super::{Checked, Report, table};
use crate::driver::{Bound, Decider, Verdict};
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
    fn missed_by(&self) -> Vec<String> {
        let misses = |c: &&Checked<'_>| c.outcome.verdict != Verdict::Wrong && !is_cut(c);
        let missing = || self.results.iter().filter(misses).map(Checked::name);
        if self.some_go_wrong() { missing().collect() } else { vec![] }
    }

    /// States of an engine over those of the first one, if it looks at states.
    fn ratio(&self, c: &Checked<'_>) -> Option<f64> {
        let first = self.results.first().filter(|f| f.outcome.states > 0)?;
        c.outcome.symbolic.is_none().then_some(c.outcome.states as f64 / first.outcome.states as f64)
    }
}

/// The columns of all engines, in their order.
const COLUMNS: [&str; 8] = ["verdict", "states", "ratio", "transitions", "blocks", "frames", "clauses", "s"];

/// The columns of one engine, each with its heading: the first one has no ratio, and `quiet` means no times.
fn columns(row: &Row<'_>, i: usize) -> Vec<(&'static str, String)> {
    let c = &row.results[i];
    let missed = if row.missed_by().contains(&c.name()) { " !" } else { "" };
    let cut = |count: String| if is_cut(c) { format!("> {count}") } else { count };
    let mut cells = vec![("verdict", format!("{}{missed}", c.outcome.verdict.name()))];
    match &c.outcome.symbolic {
        None => {
            cells.push(("states", cut(c.outcome.states.to_string())));
            let ratio = row.ratio(c).map_or(String::new(), |r| format!("{r:.2}"));
            cells.extend((i > 0).then_some(("ratio", ratio)));
            cells.push(("transitions", c.outcome.transitions.to_string()));
        }
        Some(m) => {
            let blocks = m.depth.map_or(String::new(), |depth| depth.to_string());
            cells.push(("blocks", if m.decider == Decider::Bmc { cut(blocks) } else { blocks }));
            cells.extend((m.decider == Decider::Ic3).then(|| ("frames", cut(m.frames.to_string()))));
            cells.extend((m.decider != Decider::Bmc).then(|| ("clauses", m.clauses.to_string())));
        }
    }
    cells.extend((!c.quiet).then(|| ("s", format!("{:.3}", c.seconds))));
    cells
}

fn headings(row: &Row<'_>, i: usize) -> Vec<String> {
    columns(row, i).into_iter().map(|(heading, _)| heading.into()).collect()
}

/// What was found and what it took, for programs that read it.
fn measured(c: &Checked<'_>) -> Vec<(&'static str, String)> {
    let o = c.outcome;
    let bound = o.bound.map_or("", |b| b.name()).to_string();
    let counts = match &o.symbolic {
        None => vec![("states", o.states.to_string()), ("transitions", o.transitions.to_string())],
        Some(m) => vec![
            ("blocks", m.depth.map_or(String::new(), |depth| depth.to_string())),
            ("frames", if m.decider == Decider::Ic3 { m.frames.to_string() } else { String::new() }),
            ("clauses", if m.decider == Decider::Bmc { String::new() } else { m.clauses.to_string() }),
        ],
    };
    let cells = [("verdict", o.verdict.name().to_string()), ("bound", bound)].into_iter().chain(counts);
    cells.chain([("seconds", format!("{:.6}", c.seconds))]).collect()
}

fn engines(rows: &[Row<'_>]) -> Vec<String> {
    rows.first().map_or(vec![], |r| r.results.iter().map(Checked::name).collect())
}

/// The table: a line of headings and a line for each model, in groups of cells, one group for the model
/// and one for each engine.
fn lines(rows: &[Row<'_>]) -> Vec<Vec<Vec<String>>> {
    let engines = 0..engines(rows).len();
    let line = |model: [String; 2], cells: &dyn Fn(usize) -> Vec<String>| {
        [model.to_vec()].into_iter().chain(engines.clone().map(cells)).collect()
    };
    let values = |r: &Row<'_>, i: usize| columns(r, i).into_iter().map(|(_, cell)| cell).collect();
    let headings = |i| rows.first().map_or(vec![], |row| headings(row, i));
    let mut lines = vec![line(["model".into(), "lines".into()], &headings)];
    lines.extend(rows.iter().map(|r| line([r.model().into(), r.lines.to_string()], &|i| values(r, i))));
    lines
}

/// Why a symbolic engine had no circuit to decide, or could not follow it.
fn without_circuit(row: &Row<'_>) -> Vec<String> {
    let open = row.results.iter().filter(|c| c.outcome.bound == Some(Bound::Encoding));
    open.map(|c| format!("{} by {}: {}\n", row.model(), c.name(), c.outcome.met_at.as_deref().unwrap_or(""))).collect()
}

/// What the marks mean, if there are any, and why circuits are missing.
fn legend(rows: &[Row<'_>]) -> String {
    let mut out = rows.iter().flat_map(without_circuit).collect::<String>();
    for row in rows.iter().filter(|r| !r.missed_by().is_empty()) {
        let sound = if row.is_disputed() { "engines that are both sound DISAGREE: " } else { "" };
        let _ =
            writeln!(out, "! {}: {sound}a thread goes wrong, missed by {}", row.model(), row.missed_by().join(", "));
    }
    out
}

/// An engine and its columns.
type Group = (String, Vec<String>);

fn table_width(rows: &[String]) -> usize {
    rows[0].chars().count()
}

/// As many engines beside each other as there is room for.
fn beside(groups: &[Group], room: usize) -> Vec<&[Group]> {
    let (mut blocks, mut from) = (vec![], 0);
    while from < groups.len() {
        let mut used = 0;
        let fits = |group: &&Group| {
            used += 3 + table_width(&group.1);
            used <= room
        };
        let many = groups[from..].iter().take_while(fits).count().max(1);
        blocks.push(&groups[from..from + many]);
        from += many;
    }
    if blocks.is_empty() { vec![groups] } else { blocks }
}

/// The names of engines, and a line for each model.
fn block(models: &[String], groups: &[Group]) -> Vec<Line> {
    let mut names = format!("{:1$}", "", table_width(models));
    for (name, rows) in groups {
        names += &format!(" | {name:^width$}", width = table_width(rows));
    }
    let row = |(i, model): (usize, &String)| {
        let cells = groups.iter().flat_map(|(_, rows)| [Span::plain(" | ")].into_iter().chain(verdict(&rows[i])));
        trimmed([Span::plain(model)].into_iter().chain(cells).collect())
    };
    [trimmed(vec![Span::plain(names)])].into_iter().chain(models.iter().enumerate().map(row)).collect()
}

/// Columns that begin with a verdict, which has its colour.
fn verdict(cells: &str) -> Line {
    let verdicts = [Verdict::Safe, Verdict::Wrong, Verdict::Inconclusive];
    let begins = verdicts.into_iter().find(|v| cells.starts_with(v.name()));
    match begins {
        Some(v) => vec![Span::new(v.name(), verdict_tone(v)), Span::plain(&cells[v.name().len()..])],
        None => vec![Span::plain(cells)],
    }
}

/// The columns of an engine that are left out first where there is no room.
const LEAST: [&str; 4] = ["s", "transitions", "ratio", "clauses"];

/// A line for each model, and below it one for each engine.
fn below(rows: &[Row<'_>], width: usize) -> Vec<Line> {
    let names = engines(rows);
    let known: Vec<String> = rows.first().map_or(vec![], |r| (0..names.len()).flat_map(|i| headings(r, i)).collect());
    let headings: Vec<String> = COLUMNS.map(String::from).into_iter().filter(|c| known.contains(c)).collect();
    let cells = |row: &Row<'_>, i: usize| {
        let columns = columns(row, i);
        let cell = |heading: &String| columns.iter().find(|(h, _)| h == heading).map(|(_, cell)| cell.clone());
        headings.iter().map(|heading| cell(heading).unwrap_or_default()).collect::<Vec<_>>()
    };
    let all: Vec<Vec<String>> = rows.iter().flat_map(|r| (0..names.len()).map(|i| cells(r, i))).collect();
    let name = names.iter().map(|n| n.chars().count()).max().unwrap_or(0).max("engine".len());
    let (kept, left) = with_room(headings.clone(), all, width.saturating_sub(name + 4));
    let mut lines = vec![vec![Span::plain(format!("  {:name$}  {}", "engine", kept[0]))]];
    for (row, cells) in rows.iter().zip(kept[1..].chunks(names.len().max(1))) {
        lines.push(vec![Span::new(row.model(), Tone::Strong), Span::plain(format!(", {} lines", row.lines))]);
        let line = |(e, cells): (&String, &String)| {
            trimmed([Span::plain(format!("  {e:name$}  "))].into_iter().chain(verdict(cells)).collect())
        };
        lines.extend(names.iter().zip(cells).map(line));
    }
    lines.extend((!left.is_empty()).then(|| vec![Span::plain(format!("(no room for {})", left.join(", ")))]));
    lines
}

/// Columns below their headings, without those for which there is no room, and which these are.
fn with_room(mut headings: Vec<String>, mut cells: Vec<Vec<String>>, room: usize) -> (Vec<String>, Vec<&'static str>) {
    let (mut left, mut least) = (vec![], LEAST.into_iter());
    loop {
        let table = table::aligned(&[vec![headings.clone()], cells.clone()].concat());
        let fits = table_width(&table) <= room;
        let next = if fits { None } else { least.find_map(|l| Some((l, headings.iter().position(|h| h == l)?))) };
        let Some((name, at)) = next else { return (table, left) };
        headings.remove(at);
        cells.iter_mut().for_each(|c| drop(c.remove(at)));
        left.push(name);
    }
}

impl Report for [Row<'_>] {
    /// A line a model, four or five columns an engine.
    fn text(&self) -> String {
        listing::joined(&self.lines(usize::MAX))
    }

    /// Engines for which there is no room come below, with the models again; where there is none for a single one,
    /// each engine has a line below each model.
    fn lines(&self, width: usize) -> Vec<Line> {
        let lines = lines(self);
        let group = |g: usize| table::aligned(&lines.iter().map(|l| l[g].clone()).collect::<Vec<_>>());
        let models = group(0);
        let groups: Vec<_> = engines(self).into_iter().zip((1..lines[0].len()).map(group)).collect();
        let room = width.saturating_sub(table_width(&models));
        let mut shown = vec![];
        if groups.iter().any(|(_, rows)| 3 + table_width(rows) > room) {
            shown.extend(below(self, width));
            shown.extend(listing::plain(&legend(self)));
            return shown;
        }
        for (i, some) in beside(&groups, room).into_iter().enumerate() {
            shown.extend((i > 0).then(Vec::new));
            shown.extend(block(&models, some));
        }
        shown.extend(listing::plain(&legend(self)));
        shown
    }

    /// The same; headings carry the engine's name.
    fn markdown(&self) -> String {
        let mut lines = lines(self);
        for (group, name) in lines[0][1..].iter_mut().zip(engines(self)) {
            group.iter_mut().for_each(|heading| *heading = format!("{name} {heading}"));
        }
        let lines: Vec<table::Line> = lines.iter().map(|l| l.concat()).collect();
        let legend = legend(self);
        let gap = if legend.is_empty() { "" } else { "\n" };
        table::markdown(&lines) + gap + &legend
    }

    /// A line a model; the columns of engine `e` are `e verdict`, `e bound`, `e states`, `e transitions`,
    /// `e seconds`, or, where it is symbolic, `e blocks`, `e frames`, `e clauses` instead of states and transitions.
    fn csv(&self) -> String {
        let heading = |c: &Checked<'_>| {
            let name = c.name();
            measured(c).into_iter().map(move |(column, _)| format!("{name} {column}"))
        };
        let first = self.first().map_or(&[][..], |row| row.results);
        let headings = ["model".to_string(), "lines".into()].into_iter().chain(first.iter().flat_map(heading));
        let mut lines = vec![headings.collect()];
        for row in self {
            let cells = row.results.iter().flat_map(measured).map(|(_, cell)| cell);
            lines.push([row.model().into(), row.lines.to_string()].into_iter().chain(cells).collect());
        }
        table::csv(&lines)
    }

    fn html(&self) -> String {
        super::html(&super::page::table_page(self))
    }

    fn json(&self) -> Value {
        let one = |row: &Row<'_>| {
            let result = |c: &Checked<'_>| {
                let mut result = super::json::result_json(c);
                result["ratio"] = json!(row.ratio(c));
                (c.name(), result)
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
        json!({"rows": self.iter().map(one).collect::<Vec<_>>()})
    }
}

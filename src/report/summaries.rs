//! Summary edges in the papers' notation: `(L0, r=1, m=0, g=0) -> (L5, r=1, m=0, g=1)`.

use super::copies::copied;
use super::picture::{Line, Look, Node, Picture, Span, Tone};
use super::table::markdown;
use super::{Checked, count};
use crate::driver::{Kept, Point, Shown};
use crate::ir::Program;
use crate::queries::{ByProcedure, SummaryEdge};
use moverlog_rules::Tid;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Which edges are shown, and which of their columns are left out.
#[derive(Clone, Default)]
pub struct Projection {
    /// Only this procedure.
    pub procedure: Option<String>,
    pub hide_phases: bool,
    pub hide_frames: bool,
    /// Variables left out, by name.
    pub hide: BTreeSet<String>,
}

/// The edges of one procedure under a projection.
struct Table {
    procedure: String,
    rows: Vec<Row>,
    /// How many edges there are; more than rows if hidden columns made some of them equal.
    edges: usize,
}

/// Procedure and location that a call returns to, and the caller's variables.
type ShownFrame = (String, String, Vec<(String, Shown)>);

#[derive(Clone)]
struct Row {
    kind: &'static str,
    from: ShownPoint,
    to: ShownPoint,
    frame: Option<ShownFrame>,
    threads: BTreeSet<Tid>,
    merged: usize,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct ShownPoint {
    /// Orders points as the source does.
    line: u32,
    location: String,
    locals: Vec<(String, Shown)>,
    globals: Vec<(String, Shown)>,
    phase: Option<bool>,
}

fn tables(program: &Program, edges: &ByProcedure, projection: &Projection) -> Vec<Table> {
    let name = |p: u32| program.procedures[p as usize].name.clone();
    let wanted = |p: &u32| projection.procedure.as_ref().is_none_or(|only| *only == name(*p));
    let chosen = edges.iter().filter(|(p, _)| wanted(p));
    chosen.map(|(p, edges)| table(program, name(*p), edges, projection)).collect()
}

fn table(
    program: &Program,
    procedure: String,
    edges: &BTreeMap<SummaryEdge, BTreeSet<Tid>>,
    projection: &Projection,
) -> Table {
    let mut rows: BTreeMap<_, Row> = BTreeMap::new();
    for (edge, threads) in edges {
        let (from, to) = (point(program, &edge.from, projection), point(program, &edge.to, projection));
        let frame = edge.frame.as_ref().filter(|_| !projection.hide_frames).map(|f| frame(program, f, projection));
        let key = (edge.kind, from.clone(), to.clone(), frame.clone());
        let new = || Row { kind: edge.kind.name(), from, to, frame, threads: BTreeSet::new(), merged: 0 };
        let row = rows.entry(key).or_insert_with(new);
        row.threads.extend(threads);
        row.merged += 1;
    }
    Table { procedure, rows: rows.into_values().collect(), edges: edges.len() }
}

fn point(program: &Program, p: &Point, projection: &Projection) -> ShownPoint {
    let visible =
        |vars: &[(String, Shown)]| vars.iter().filter(|(n, _)| !projection.hide.contains(n)).cloned().collect();
    ShownPoint {
        line: p.loc.map_or(u32::MAX, |loc| program.location(loc).line),
        location: copied(p.loc.map_or("wrong", |loc| &program.location(loc).name), p.copy),
        locals: visible(&p.locals),
        globals: visible(&p.globals),
        phase: (!projection.hide_phases).then_some(p.phase),
    }
}

fn frame(program: &Program, f: &Kept, projection: &Projection) -> ShownFrame {
    let at = program.location(f.loc);
    let visible = f.locals.iter().filter(|(n, _)| !projection.hide.contains(n)).cloned().collect();
    (program.procedures[at.procedure as usize].name.clone(), at.name.clone(), visible)
}

/// `(L0, r=1, g=0, +)`; the phase is left out where there are none.
pub(super) fn point_text(program: &Program, p: &Point, phases: bool) -> String {
    shown_point(&point(program, p, &Projection { hide_phases: !phases, ..Projection::default() }))
}

/// The frame that a call leaves behind: `main at M1 (q=1)`.
pub(super) fn frame_text(program: &Program, f: &Kept) -> String {
    shown_frame(&frame(program, f, &Projection::default()))
}

fn shown_frame((procedure, location, locals): &ShownFrame) -> String {
    let values: Vec<String> = locals.iter().map(|(n, v)| format!("{n}={v}")).collect();
    let values = if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
    let place = if location.starts_with(&format!("{procedure}:")) {
        location.clone()
    } else {
        format!("{procedure}:{location}")
    };
    format!("{place}{values}")
}

fn shown_point(p: &ShownPoint) -> String {
    let values = p.locals.iter().chain(&p.globals).map(|(n, v)| format!(", {n}={v}")).collect::<String>();
    let phase = match p.phase {
        None => "",
        Some(true) => ", +",
        Some(false) => ", -",
    };
    format!("({}{values}{phase})", p.location)
}

impl Row {
    fn edge(&self) -> String {
        format!("{} -> {}", shown_point(&self.from), shown_point(&self.to))
    }

    fn frame(&self) -> String {
        self.frame.as_ref().map_or(String::new(), shown_frame)
    }

    fn threads(&self) -> String {
        self.threads.iter().map(|t| t.0.to_string()).collect::<Vec<_>>().join(", ")
    }
}

impl Table {
    fn heading(&self) -> String {
        let merged = match self.edges - self.rows.len() {
            0 => String::new(),
            _ => format!(", merged into {} that differ in what is shown", self.rows.len()),
        };
        format!("{}: {}{merged}", self.procedure, count(self.edges, "edge"))
    }
}

/// Every edge on a line, phases in their shades.
pub(super) fn summaries_lines(c: &Checked<'_>, edges: &ByProcedure, projection: &Projection) -> Vec<Line> {
    let mut lines = vec![];
    for table in tables(c.program, edges, projection) {
        lines.push(vec![Span::new(table.heading(), Tone::Strong)]);
        let width = table.rows.iter().map(|r| r.edge().chars().count()).max().unwrap_or(0);
        lines.extend(table.rows.iter().map(|row| row_line(row, width)));
        lines.push(vec![]);
    }
    if !projection.hide_phases {
        let (pre, post) = (Span::new("+", Tone::PreCommit), Span::new("-", Tone::PostCommit));
        lines.push(vec![pre, Span::plain(" pre-commit, "), post, Span::plain(" post-commit")]);
    }
    lines
}

/// A box for each procedure with its edges, as the paper writes them.
pub(super) fn summaries_picture(c: &Checked<'_>, edges: &ByProcedure, projection: &Projection) -> Picture {
    let tables = tables(c.program, edges, projection);
    let edges = tables.iter().map(|t| t.edges).sum();
    let kinds: BTreeSet<&str> = tables.iter().flat_map(|t| &t.rows).map(|r| r.kind).collect();
    let meanings = [("Sum", "to the end of a transaction"), ("Sum+", "to a call"), ("Sum-", "to a return")];
    Picture {
        subject: c.model.into(),
        heading: "summaries of its procedures".into(),
        counts: count(edges, "edge"),
        notes: c.outcome.cut().map(|b| format!("partial: a bound was hit ({})", b.name())).into_iter().collect(),
        nodes: tables.iter().zip(0..).map(|(t, id)| boxed(t, id)).collect(),
        words: meanings.into_iter().filter(|(kind, _)| kinds.contains(kind)).collect(),
        ..Picture::default()
    }
}

/// The threads stand once where all edges have the same.
fn boxed(table: &Table, id: u32) -> Node {
    let width = table.rows.iter().map(|r| r.edge().chars().count()).max().unwrap_or(0);
    let same = table.rows.windows(2).all(|rows| rows[0].threads == rows[1].threads);
    let mut heading = vec![Span::new(table.heading(), Tone::Strong)];
    if let Some(row) = table.rows.first().filter(|_| same) {
        heading.push(Span::plain("  "));
        heading.extend(thread_spans(row));
    }
    let rows = table.rows.iter().map(|row| if same { edge_line(row, width) } else { row_line(row, width) });
    Node { id, lines: [heading].into_iter().chain(rows).collect(), frame: None, look: Look::default() }
}

fn row_line(row: &Row, width: usize) -> Line {
    let mut line = edge_line(row, width);
    line.extend(thread_spans(row));
    line
}

fn edge_line(row: &Row, width: usize) -> Line {
    let mut line = vec![Span::plain(format!("  {:4}  ", row.kind))];
    line.extend(point_spans(&row.from));
    line.push(Span::plain(" -> "));
    line.extend(point_spans(&row.to));
    line.push(Span::plain(" ".repeat(width - row.edge().chars().count() + 2)));
    let frame = match (row.kind, row.frame()) {
        (_, f) if f.is_empty() => String::new(),
        ("Sum+", f) => format!("pushes {f}; "),
        (_, f) => format!("pops {f}; "),
    };
    line.push(Span::plain(frame));
    line
}

fn thread_spans(row: &Row) -> Line {
    let threads = row.threads.iter().enumerate();
    if let (Some(only), 1) = (row.threads.first(), row.threads.len()) {
        return vec![Span::new(format!("thread {}", only.0), Tone::Thread(only.0))];
    }
    let gap = |i| if i == 0 { "threads " } else { ", " };
    threads.flat_map(|(i, t)| [Span::plain(gap(i)), Span::new(t.0.to_string(), Tone::Thread(t.0))]).collect()
}

/// The sign of the phase has its shade.
fn point_spans(p: &ShownPoint) -> Vec<Span> {
    let text = shown_point(p);
    let Some(phase) = p.phase else { return vec![Span::plain(text)] };
    let (sign, tone) = if phase { ("+", Tone::PreCommit) } else { ("-", Tone::PostCommit) };
    vec![Span::plain(&text[..text.len() - 2]), Span::new(sign, tone), Span::plain(")")]
}

/// One table per procedure.
pub fn summaries_markdown(c: &Checked<'_>, edges: &ByProcedure, projection: &Projection) -> String {
    let mut out = String::new();
    for table in tables(c.program, edges, projection) {
        let headings = ["kind", "edge", "frame", "threads"].map(String::from).to_vec();
        let cells = |row: &Row| vec![row.kind.into(), format!("`{}`", row.edge()), row.frame(), row.threads()];
        let lines: Vec<_> = [headings].into_iter().chain(table.rows.iter().map(cells)).collect();
        let _ = writeln!(out, "### {}\n\n{}", table.heading(), markdown(&lines));
    }
    out
}

/// Schema 1.
pub fn summaries_json(c: &Checked<'_>, edges: &ByProcedure, projection: &Projection) -> Value {
    let rows = |t: &Table| t.rows.iter().map(row_json).collect::<Vec<_>>();
    let tables = tables(c.program, edges, projection);
    let procedures: Map<String, Value> = tables.iter().map(|t| (t.procedure.clone(), json!(rows(t)))).collect();
    json!({
        "model": c.model,
        "rules": c.engine.name(),
        "bound": c.outcome.bound.map(|b| b.name()),
        "procedures": procedures,
    })
}

fn row_json(row: &Row) -> Value {
    let point = |p: &ShownPoint| {
        let mut shown = json!({
            "location": p.location,
            "locals": super::story::shown(&p.locals),
            "globals": super::story::shown(&p.globals),
        });
        if let Some(phase) = p.phase {
            shown["phase"] = json!(phase);
        }
        shown
    };
    json!({
        "kind": row.kind,
        "from": point(&row.from),
        "to": point(&row.to),
        "frame": row.frame.as_ref().map(|(procedure, location, locals)| json!({
            "procedure": procedure,
            "returns_to": location,
            "locals": super::story::shown(locals),
        })),
        "threads": row.threads.iter().map(|t| t.0).collect::<Vec<_>>(),
        "edges": row.merged,
    })
}

//! The states that an engine explored, and the transitions or transactions between them.

use super::json::phase;
use super::picture::{Edge, Ground, Line, Look, Node, Picture, Pictured, Span, Stroke, Tone, faint, letter};
use super::story::{shown, step, way_taken};
use super::{Checked, Report, count};
use crate::driver::{Kept, Shown, Told};
use crate::queries::{Grain, Graph, GraphEdge, GraphNode, Standing};
use serde_json::{Value, json};

/// A line of values is broken once it is so long.
const WIDEST: usize = 40;

/// A graph of states or transactions.
pub struct StateGraph<'a> {
    pub checked: &'a Checked<'a>,
    pub graph: &'a Graph,
}

impl Pictured for StateGraph<'_> {
    /// Up to where a thread goes wrong: what the others do after that shows nothing.
    fn picture(&self, hidden: &[String]) -> Picture {
        let (c, g) = (self.checked, self.graph);
        let mut notes: Vec<String> =
            g.bound.map(|b| format!("partial: a bound was hit ({})", b.name())).into_iter().collect();
        notes.extend((!hidden.is_empty()).then(|| format!("without the values of {}", hidden.join(", "))));
        let picture = Picture {
            subject: c.model.into(),
            heading: format!("{} of {}", what(g.grain), c.engine.name()),
            counts: format!("{}, {}", count(g.nodes.len(), "state"), count(g.edges.len(), noun(g.grain))),
            notes,
            nodes: g.nodes.iter().map(|n| node(c, n, hidden)).collect(),
            edges: g.edges.iter().map(|e| arrow(c, e)).collect(),
            ..Picture::default()
        };
        let drawn = picture.up_to_wrong();
        let rest = g.nodes.len() - drawn.nodes.len();
        let come = if rest == 1 { "comes" } else { "come" };
        let note = format!("without the {} that {come} after a thread went wrong", count(rest, "state"));
        if rest > 0 { drawn.noted(note) } else { drawn }
    }
}

impl Report for StateGraph<'_> {
    /// As the input of Graphviz.
    fn text(&self) -> String {
        self.picture(&[]).dot()
    }

    fn svg(&self) -> String {
        self.picture(&[]).svg()
    }

    /// The object that `graph --format json` prints for states and transactions.
    fn json(&self) -> Value {
        let (c, g) = (self.checked, self.graph);
        json!({
            "model": c.model,
            "rules": c.engine.name(),
            "what": what(g.grain),
            "partial": g.bound.is_some(),
            "bound": g.bound.map(|b| b.name()),
            "nodes": g.nodes.iter().map(|n| node_json(c, n)).collect::<Vec<_>>(),
            "edges": g.edges.iter().map(|e| edge_json(c, e)).collect::<Vec<_>>(),
        })
    }
}

fn noun(grain: Grain) -> &'static str {
    match grain {
        Grain::Transitions => "transition",
        Grain::Transactions => "transaction",
    }
}

fn what(grain: Grain) -> &'static str {
    match grain {
        Grain::Transitions => "states",
        Grain::Transactions => "transactions",
    }
}

/// The number of the state, a line for each thread, the variables.
fn node(c: &Checked<'_>, node: &GraphNode, hidden: &[String]) -> Node {
    let mut lines = vec![vec![faint(node.state.0.to_string())]];
    lines.extend(node.threads.iter().zip(1..).map(|(at, t)| standing(c, t, at, hidden)));
    lines.extend(broken(&node.globals, hidden).into_iter().map(|line| vec![Span::plain(line)]));
    let ground = if node.is_wrong() { Ground::Wrong } else { Ground::Plain };
    let look =
        Look { ground, initial: node.state.0 == 0, inside: !node.scheduling && !node.is_wrong(), ..Look::default() };
    Node { id: node.state.0, lines, frame: None, look }
}

/// `thread 1 at L3 + r = 1, back to M1`, or `thread 1 wrong`.
fn standing(c: &Checked<'_>, t: u32, at: &Standing, hidden: &[String]) -> Line {
    let thread = Span::new(format!("thread {t}"), Tone::Thread(t));
    let Some(loc) = at.loc else { return vec![thread, Span::new(" wrong", Tone::Wrong)] };
    let name = &c.program.location(loc).name;
    let place = match at.phase {
        None => Span::plain(name),
        Some(true) => Span::new(format!("{name} +"), Tone::PreCommit),
        Some(false) => Span::new(format!("{name} -"), Tone::PostCommit),
    };
    let locals: Vec<String> = seen(&at.locals, hidden).map(|(name, v)| format!(" {name} = {v}")).collect();
    let back: Vec<&str> = at.stack.iter().map(|f| c.program.location(f.loc).name.as_str()).collect();
    let back = if back.is_empty() { String::new() } else { format!(", back to {}", back.join(", ")) };
    vec![thread, Span::plain(" at "), place, Span::plain(format!("{}{back}", locals.join(",")))]
}

fn seen<'v>(values: &'v [(String, Shown)], hidden: &[String]) -> impl Iterator<Item = &'v (String, Shown)> {
    values.iter().filter(|(name, _)| !hidden.iter().any(|h| names(h, name)))
}

/// Whether a value is one of this variable: `a[2]` and `p.f` are values of `a` and `p`.
fn names(variable: &str, value: &str) -> bool {
    value.strip_prefix(variable).is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.', '-']))
}

/// `x = 1, y = 2`, in lines of a fair width.
fn broken(values: &[(String, Shown)], hidden: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for value in seen(values, hidden).map(|(name, v)| format!("{name} = {v}")) {
        match lines.last_mut().filter(|line| line.len() + value.len() < WIDEST) {
            Some(line) => *line += &format!(", {value}"),
            None => lines.push(value),
        }
    }
    lines
}

fn arrow(c: &Checked<'_>, edge: &GraphEdge) -> Edge {
    let t = edge.thread.0;
    let mut lines = vec![vec![Span::new(format!("thread {t}"), Tone::Thread(t))]];
    lines.extend(edge.steps.iter().map(|s| step_line(c, s)));
    Edge { from: edge.from.0, to: edge.to.0, lines, stroke: Stroke::Thread(t) }
}

/// `L0: g = 1 [N] <- commits`
fn step_line(c: &Checked<'_>, s: &Told) -> Line {
    let at = c.program.location(s.loc);
    let mut line = vec![faint(format!("{}: ", at.name)), Span::plain(&at.text)];
    line.extend(way_taken(c.program, s).map(|way| Span::new(format!(": {way}"), Tone::Strong)));
    line.extend(letter(s.moves.letter()));
    line.extend(match (&s.failure, s.commits) {
        (Some(_), _) => Some(Span::new("goes wrong", Tone::GoesWrong)),
        (None, true) => Some(Span::new("commits", Tone::Commits)),
        (None, false) => None,
    });
    line
}

fn node_json(c: &Checked<'_>, node: &GraphNode) -> Value {
    json!({
        "id": node.state.0,
        "initial": node.state.0 == 0,
        "wrong": node.is_wrong(),
        "scheduling": node.scheduling,
        "globals": shown(&node.globals),
        "threads": node.threads.iter().zip(1..).map(|(at, t)| standing_json(c, t, at)).collect::<Vec<_>>(),
    })
}

fn standing_json(c: &Checked<'_>, t: u32, at: &Standing) -> Value {
    let frame = |f: &Kept| json!({"location": c.program.location(f.loc).name, "locals": shown(&f.locals)});
    json!({
        "thread": t,
        "location": at.loc.map(|loc| &c.program.location(loc).name),
        "locals": shown(&at.locals),
        "phase": at.phase.map(phase),
        "stack": at.stack.iter().map(frame).collect::<Vec<_>>(),
    })
}

fn edge_json(c: &Checked<'_>, edge: &GraphEdge) -> Value {
    json!({
        "from": edge.from.0,
        "to": edge.to.0,
        "thread": edge.thread.0,
        "steps": edge.steps.iter().map(|s| step(c.program, s)).collect::<Vec<_>>(),
    })
}

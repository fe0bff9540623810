//! The states that an engine explored, and the transitions or transactions between them.

use super::dot::Dot;
use super::story::{shown, step};
use super::{Checked, count};
use crate::driver::{Kept, Shown, Told};
use crate::queries::{Grain, Graph, GraphEdge, GraphNode, Standing};
use serde_json::{Value, json};

/// A line of values is broken once it is so long.
const WIDEST: usize = 40;

/// As the input of Graphviz.
pub fn graph_dot(c: &Checked<'_>, g: &Graph) -> String {
    let counts = format!("{}, {}", count(g.nodes.len(), "state"), count(g.edges.len(), noun(g.grain)));
    let cut = g.bound.map_or(String::new(), |b| format!("\npartial: a bound was hit ({})", b.name()));
    let mut dot = Dot::new(&format!("{}: {} of {}, {counts}{cut}", c.model, what(g.grain), c.engine.name()));
    for node in &g.nodes {
        dot.node(node.state.0, &node_label(c, node), &node_style(node));
    }
    for edge in &g.edges {
        let steps: Vec<String> = edge.steps.iter().map(|s| step_label(c, edge, s)).collect();
        dot.edge(edge.from.0, edge.to.0, &steps.join("\n"), &[]);
    }
    dot.finish()
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

/// The initial state is bold, one in which a thread has gone wrong red, one inside a transaction dashed.
fn node_style(node: &GraphNode) -> Vec<(&'static str, &'static str)> {
    let mut style = vec![];
    if node.state.0 == 0 {
        style.push(("penwidth", "2"));
    }
    if node.is_wrong() {
        style.extend([("color", "red"), ("fontcolor", "red")]);
    }
    if !node.scheduling {
        style.push(("style", "dashed"));
    }
    style
}

/// The number of the state, a line for each thread, the variables.
fn node_label(c: &Checked<'_>, node: &GraphNode) -> String {
    let mut lines = vec![node.state.0.to_string()];
    lines.extend(node.threads.iter().zip(1..).map(|(at, t)| format!("thread {t} {}", standing(c, at))));
    lines.extend(broken(&node.globals));
    lines.join("\n")
}

/// `at L3 + r = 1, back to M1`, or `wrong`.
fn standing(c: &Checked<'_>, at: &Standing) -> String {
    let Some(loc) = at.loc else { return "wrong".into() };
    let phase = at.phase.map_or("", |p| if p { " +" } else { " -" });
    let locals: Vec<String> = at.locals.iter().map(|(name, v)| format!(" {name} = {v}")).collect();
    let back: Vec<&str> = at.stack.iter().map(|f| c.program.location(f.loc).name.as_str()).collect();
    let back = if back.is_empty() { String::new() } else { format!(", back to {}", back.join(", ")) };
    format!("at {}{phase}{}{back}", c.program.location(loc).name, locals.join(","))
}

/// `x = 1, y = 2`, in lines of a fair width.
fn broken(values: &[(String, Shown)]) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for value in values.iter().map(|(name, v)| format!("{name} = {v}")) {
        match lines.last_mut().filter(|line| line.len() + value.len() < WIDEST) {
            Some(line) => *line += &format!(", {value}"),
            None => lines.push(value),
        }
    }
    lines
}

/// `thread 1 at L0: g = 1 [N] <- commits`
fn step_label(c: &Checked<'_>, edge: &GraphEdge, s: &Told) -> String {
    let at = c.program.location(s.loc);
    let remark = match (&s.failure, s.commits) {
        (Some(_), _) => " <- goes wrong",
        (None, true) => " <- commits",
        (None, false) => "",
    };
    format!("thread {} at {}: {} [{}]{remark}", edge.thread.0, at.name, at.text, s.moves.letter())
}

/// The object that `graph --format json` prints for states and transactions.
pub fn graph_json(c: &Checked<'_>, g: &Graph) -> Value {
    json!({
        "schema": 1,
        "model": c.model,
        "rules": c.engine.name(),
        "what": what(g.grain),
        "partial": g.bound.is_some(),
        "bound": g.bound.map(|b| b.name()),
        "nodes": g.nodes.iter().map(|n| node_json(c, n)).collect::<Vec<_>>(),
        "edges": g.edges.iter().map(|e| edge_json(c, e)).collect::<Vec<_>>(),
    })
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
        "phase": at.phase.map(|p| if p { "pre-commit" } else { "post-commit" }),
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

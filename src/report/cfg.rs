//! The control-flow graphs of the procedures, with the movers that a check has seen.

use super::dot::Dot;
use super::{Checked, Report};
use crate::ir::{Loc, Location, Op};
use serde_json::{Value, json};

/// One action of a location: where it leads, and if it branches on which answer.
struct Edge {
    from: Loc,
    to: Loc,
    when: Option<bool>,
}

/// The control-flow graphs of a check's model.
pub struct ControlFlow<'a>(pub &'a Checked<'a>);

impl Report for ControlFlow<'_> {
    /// As the input of Graphviz, a cluster for each procedure.
    fn text(&self) -> String {
        let c = self.0;
        let cut = c.outcome.cut().map_or(String::new(), |b| format!("\nmover letters are partial: {}", b.name()));
        let mut dot = Dot::new(&format!("{}: control flow, mover letters of {}{cut}", c.model, c.engine.name()));
        for (p, procedure) in c.program.procedures.iter().enumerate() {
            let here = locations(c).filter(|(_, at)| at.procedure as usize == p);
            dot.cluster(&procedure.name, |dot| here.for_each(|(loc, at)| node(c, dot, loc, at)));
        }
        for edge in edges(c) {
            let at = c.program.location(edge.from);
            let when = edge.when.map_or(String::new(), |yes| format!(": {yes}"));
            let letters: String = movers(c, edge.from).into_iter().collect();
            let letters = if letters.is_empty() { String::new() } else { format!(" [{letters}]") };
            dot.edge(edge.from.0, edge.to.0, &format!("{}{when}{letters}", at.text), &[]);
        }
        dot.finish()
    }

    /// The object that `graph --what cfg --format json` prints.
    fn json(&self) -> Value {
        let c = self.0;
        json!({
            "model": c.model,
            "rules": c.engine.name(),
            "what": "cfg",
            "partial": c.outcome.cut().is_some(),
            "bound": c.outcome.cut().map(|b| b.name()),
            "nodes": locations(c).map(|(loc, at)| node_json(c, loc, at)).collect::<Vec<_>>(),
            "edges": edges(c).iter().map(|e| edge_json(c, e)).collect::<Vec<_>>(),
        })
    }
}

fn node(c: &Checked<'_>, dot: &mut Dot, loc: Loc, at: &Location) {
    let role = if is_entry(c, loc) { " entry" } else { "" };
    let bold: &[_] = if is_entry(c, loc) { &[("penwidth", "2")] } else { &[] };
    let double: &[_] = if is_end(at) { &[("peripheries", "2")] } else { &[] };
    dot.node(loc.0, &format!("{}{role}\nline {}", at.name, at.line), &[bold, double].concat());
}

fn node_json(c: &Checked<'_>, loc: Loc, at: &Location) -> Value {
    json!({
        "id": loc.0,
        "procedure": c.program.procedures[at.procedure as usize].name,
        "location": at.name,
        "line": at.line,
        "text": at.text,
        "entry": is_entry(c, loc),
        "end": is_end(at),
    })
}

fn edge_json(c: &Checked<'_>, e: &Edge) -> Value {
    let at = c.program.location(e.from);
    let callee = match at.op {
        Op::Call { procedure, .. } => Some(&c.program.procedures[procedure as usize].name),
        _ => None,
    };
    json!({
        "from": e.from.0,
        "to": e.to.0,
        "action": at.text,
        "when": e.when,
        "calls": callee,
        "movers": movers(c, e.from).iter().map(char::to_string).collect::<Vec<_>>(),
    })
}

fn locations<'c>(c: &Checked<'c>) -> impl Iterator<Item = (Loc, &'c Location)> + use<'c> {
    (0..).map(Loc).zip(&c.program.locations)
}

/// A return leads to the end of its procedure, and a call to what follows it.
fn edges(c: &Checked<'_>) -> Vec<Edge> {
    let mut edges = vec![];
    for (from, at) in locations(c) {
        let same = |(_, end): &(Loc, &Location)| end.procedure == at.procedure && is_end(end);
        match at.op {
            Op::Branch { then, otherwise, .. } => {
                edges.push(Edge { from, to: then, when: Some(true) });
                edges.push(Edge { from, to: otherwise, when: Some(false) });
            }
            Op::Return { .. } => edges.extend(locations(c).find(same).map(|(to, _)| Edge { from, to, when: None })),
            _ => edges.extend(at.op.targets().into_iter().map(|to| Edge { from, to, when: None })),
        }
    }
    edges
}

fn is_entry(c: &Checked<'_>, loc: Loc) -> bool {
    c.program.procedures.iter().any(|p| p.entry == loc)
}

fn is_end(at: &Location) -> bool {
    matches!(at.op, Op::End)
}

/// The letters seen at a location, in the order of the alphabet; none where no thread was scheduled.
fn movers(c: &Checked<'_>, loc: Loc) -> Vec<char> {
    let seen = c.outcome.profiles.get(loc.0 as usize);
    let mut letters: Vec<char> = seen.into_iter().flat_map(|p| &p.moves).map(|m| m.letter()).collect();
    letters.sort_unstable();
    letters
}

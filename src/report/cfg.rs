//! The control-flow graphs of the procedures, with the movers that a check has seen.

use super::picture::{self, Look, Node, Picture, Pictured, Span, Stroke, Tone, faint};
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

impl Pictured for ControlFlow<'_> {
    /// A frame for each procedure.
    fn picture(&self, _: &[String]) -> Picture {
        let c = self.0;
        let cut = c.outcome.cut().map(|b| format!("the run met a bound ({}): letters may be missing", b.name()));
        Picture {
            subject: c.model.into(),
            heading: format!("control flow, mover letters of {}", c.engine.name()),
            notes: cut.into_iter().collect(),
            frames: c.program.procedures.iter().map(|p| p.name.clone()).collect(),
            nodes: locations(c).map(|(loc, at)| node(c, loc, at)).collect(),
            edges: edges(c).iter().map(|e| arrow(c, e)).collect(),
            ..Picture::default()
        }
    }
}

impl Report for ControlFlow<'_> {
    /// As the input of Graphviz.
    fn text(&self) -> String {
        self.picture(&[]).dot()
    }

    fn svg(&self) -> String {
        self.picture(&[]).svg()
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

fn node(c: &Checked<'_>, loc: Loc, at: &Location) -> Node {
    let role = if is_entry(c, loc) { " entry" } else { "" };
    let lines =
        vec![vec![Span::new(&at.name, Tone::Strong), Span::plain(role)], vec![faint(format!("line {}", at.line))]];
    let look = Look { initial: is_entry(c, loc), end: is_end(at), ..Look::default() };
    Node { id: loc.0, lines, frame: Some(at.procedure as usize), look }
}

/// `g = 1 [N]`
fn arrow(c: &Checked<'_>, edge: &Edge) -> picture::Edge {
    let mut line = vec![Span::plain(&c.program.location(edge.from).text)];
    line.extend(edge.when.map(|yes| Span::new(format!(": {yes}"), Tone::Strong)));
    let movers = movers(c, edge.from);
    line.extend((!movers.is_empty()).then(|| Span::plain(" ")));
    line.extend(movers.into_iter().map(|m| Span::new(m, Tone::Mover(m))));
    picture::Edge { from: edge.from.0, to: edge.to.0, lines: vec![line], stroke: Stroke::Plain }
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

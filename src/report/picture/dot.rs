//! A picture in Graphviz's DOT language.

use super::super::palette;
use super::{Direction, Edge, Ground, Line, Look, Node, Picture, Span, Stroke, Tone};
use std::fmt::Write;

/// Names and values of attributes, as DOT knows them.
type Attributes<'a> = Vec<(&'a str, &'a str)>;

pub(super) fn written(picture: &Picture) -> String {
    let mut dot = Dot { text: "digraph moverlog {\n".into(), indent: 1 };
    let mut about = vec![("labelloc", "t"), ("fontname", "monospace")];
    about.extend((picture.direction == Some(Direction::Right)).then_some(("rankdir", "LR")));
    dot.line(&format!("graph{}", attributes(&title(picture), &about)));
    dot.line("node [shape=\"box\", fontname=\"monospace\"];");
    dot.line("edge [fontname=\"monospace\"];");
    for (frame, label) in picture.frames.iter().enumerate() {
        dot.frame(frame, label, picture);
    }
    picture.nodes.iter().filter(|n| n.frame.is_none()).for_each(|n| dot.node(n));
    picture.edges.iter().for_each(|e| dot.edge(e));
    dot.text + "}\n"
}

fn title(picture: &Picture) -> String {
    let counts = if picture.counts.is_empty() { String::new() } else { format!(", {}", picture.counts) };
    let own = format!("{}: {}{counts}", picture.subject, picture.heading);
    let title = picture.title.clone().unwrap_or(own);
    std::iter::once(title).chain(picture.notes.iter().cloned()).collect::<Vec<_>>().join("\n")
}

/// A text that grows.
struct Dot {
    text: String,
    indent: usize,
}

impl Dot {
    fn node(&mut self, node: &Node) {
        self.line(&format!("n{}{}", node.id, attributes(&label(&node.lines), &look(node.look))));
    }

    fn edge(&mut self, edge: &Edge) {
        let more = match edge.stroke {
            Stroke::Plain => vec![],
            Stroke::Thread(t) => vec![("color", palette::thread(t)), ("fontcolor", palette::thread(t))],
            Stroke::Switch(t) => vec![("style", "dashed"), ("color", palette::thread(t)), ("constraint", "false")],
        };
        self.line(&format!("n{} -> n{}{}", edge.from, edge.to, attributes(&label(&edge.lines), &more)));
    }

    /// A frame with a label, around its nodes.
    fn frame(&mut self, frame: usize, label: &str, picture: &Picture) {
        self.line(&format!("subgraph cluster_{frame} {{"));
        self.indent += 1;
        self.line(&format!("label={};", quoted(label)));
        picture.nodes.iter().filter(|n| n.frame == Some(frame)).for_each(|n| self.node(n));
        self.indent -= 1;
        self.line("}");
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", 2 * self.indent);
    }
}

/// Where it begins the border is heavy, inside a transaction dashed, where a thread has gone wrong red.
fn look(look: Look) -> Attributes<'static> {
    let ground = match look.ground {
        Ground::Plain => None,
        Ground::External => Some("#ffffff"),
        Ground::PreCommit => Some(palette::PRE_COMMIT),
        Ground::PostCommit => Some(palette::POST_COMMIT),
        Ground::Wrong => Some(palette::WRONG_GROUND),
    };
    let mut found = vec![];
    match (ground.is_some(), look.inside) {
        (true, true) => found.push(("style", "filled,dashed")),
        (true, false) => found.push(("style", "filled")),
        (false, true) => found.push(("style", "dashed")),
        (false, false) => {}
    }
    found.extend(ground.map(|colour| ("fillcolor", colour)));
    if look.ground == Ground::Wrong {
        found.extend([("color", palette::WRONG), ("fontcolor", palette::WRONG)]);
    }
    found.extend(look.initial.then_some(("penwidth", "2")));
    found.extend(look.end.then_some(("peripheries", "2")));
    found
}

fn label(lines: &[Line]) -> String {
    lines.iter().map(|line| line.iter().map(shown).collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// Without colours, signs say what a piece of text means.
fn shown(span: &Span) -> String {
    match span.tone {
        Tone::Mover(_) => format!("[{}]", span.text),
        Tone::Raised => format!("^{}", span.text),
        Tone::Commits | Tone::GoesWrong => format!(" <- {}", span.text),
        _ => span.text.clone(),
    }
}

fn attributes(label: &str, more: &[(&str, &str)]) -> String {
    let label = std::iter::once(format!("label={}", quoted(label)));
    let more = more.iter().map(|(name, value)| format!("{name}={}", quoted(value)));
    format!(" [{}];", label.chain(more).collect::<Vec<_>>().join(", "))
}

/// A string that shows as it is: its lines begin at the left, and neither backslashes nor entities mean
/// anything.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '\\' => out += "\\\\",
            '"' => out += "\\\"",
            '&' => out += "&amp;",
            '\n' => out += "\\l",
            c => out.push(c),
        }
    }
    // The last of several lines is no exception.
    out + if text.contains('\n') { "\\l\"" } else { "\"" }
}

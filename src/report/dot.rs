//! Graphs in Graphviz's DOT language. What they show is not known here.

use std::fmt::Write;

/// Names and values of attributes, as DOT knows them.
pub(super) type Attributes<'a> = &'a [(&'a str, &'a str)];

/// A directed graph, written as it grows.
pub(super) struct Dot {
    text: String,
    indent: usize,
    clusters: usize,
}

impl Dot {
    /// A graph with a title above it.
    pub(super) fn new(title: &str) -> Dot {
        let mut dot = Dot { text: "digraph moverlog {\n".into(), indent: 1, clusters: 0 };
        dot.line(&format!("graph{}", attributes(title, &[("labelloc", "t"), ("fontname", "monospace")])));
        dot.line("node [shape=\"box\", fontname=\"monospace\"];");
        dot.line("edge [fontname=\"monospace\"];");
        dot
    }

    pub(super) fn node(&mut self, id: u32, label: &str, more: Attributes<'_>) {
        self.line(&format!("n{id}{}", attributes(label, more)));
    }

    pub(super) fn edge(&mut self, from: u32, to: u32, label: &str, more: Attributes<'_>) {
        self.line(&format!("n{from} -> n{to}{}", attributes(label, more)));
    }

    /// A frame with a label, around the nodes that `inside` adds.
    pub(super) fn cluster(&mut self, label: &str, inside: impl FnOnce(&mut Dot)) {
        self.line(&format!("subgraph cluster_{} {{", self.clusters));
        self.clusters += 1;
        self.indent += 1;
        self.line(&format!("label={};", quoted(label)));
        inside(self);
        self.indent -= 1;
        self.line("}");
    }

    pub(super) fn finish(self) -> String {
        self.text + "}\n"
    }

    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{:1$}{line}", "", 2 * self.indent);
    }
}

fn attributes(label: &str, more: Attributes<'_>) -> String {
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

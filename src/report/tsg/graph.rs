//! One of the three graphs in Graphviz's language: a frame for each thread with its transactions, and the
//! context switches between them.

use super::super::count;
use super::super::dot::Dot;
use super::{Drawn, statement};
use crate::trace::ctp::Slice;
use crate::trace::mat::ControlState;

pub(super) fn dot(d: &Drawn<'_>) -> String {
    let graph = &d.analysed().graph;
    let counts = [(graph.nodes(), "node"), (graph.transactions(), "transaction"), (graph.switches.len(), "switch")];
    let counts =
        counts.map(|(n, noun)| if noun == "switch" && n != 1 { format!("{n} switches") } else { count(n, noun) });
    let mut dot = Dot::new(&format!("{}: {}, {}", d.traced.name, d.kind.name(), counts.join(", ")));
    for thread in 0..graph.boundaries.len() {
        dot.cluster(&d.traced.ctp.threads[thread].name, |dot| draw_thread(d, thread, dot));
    }
    for (from, to) in &graph.switches {
        let ends = (id(d, *from), id(d, *to));
        dot.edge(ends.0, ends.1, "", &[("style", "dashed"), ("color", "blue"), ("constraint", "false")]);
    }
    dot.finish()
}

/// The nodes of a thread, and its transactions.
fn draw_thread(d: &Drawn<'_>, thread: usize, dot: &mut Dot) {
    let slice = &d.traced.ctp.threads[thread];
    let states = &d.analysed().graph.boundaries[thread];
    let node = |at| id(d, ControlState { thread, at });
    for &at in states {
        dot.node(node(at), &name(slice, at), &[]);
    }
    for pair in states.windows(2) {
        let steps: Vec<String> = (pair[0]..pair[1]).map(|k| step(d, slice, k)).collect();
        dot.edge(node(pair[0]), node(pair[1]), &steps.join("\n"), &[]);
    }
}

/// The number of a node: those of the threads before it come first.
fn id(d: &Drawn<'_>, state: ControlState) -> u32 {
    let boundaries = &d.analysed().graph.boundaries;
    let before: usize = boundaries[..state.thread].iter().map(Vec::len).sum();
    (before + boundaries[state.thread].partition_point(|at| *at < state.at)) as u32
}

/// `2: A3 (line 18)`, the control state and what comes next.
fn name(slice: &Slice, at: usize) -> String {
    match slice.transitions.get(at) {
        Some(t) => format!("{at}: {}{}", t.label, t.line.map_or(String::new(), |l| format!(" (line {l})"))),
        None => format!("{at}: end"),
    }
}

pub(super) fn step(d: &Drawn<'_>, slice: &Slice, k: usize) -> String {
    slice.transitions.get(k).map_or("(added write)".into(), |t| statement(d.traced.ctp, t))
}

//! One of the three graphs as boxes and arrows: a frame for each thread with its transactions, and the
//! context switches between them.

use super::super::count;
use super::super::picture::{Direction, Edge, Look, Node, Picture, Span, Stroke};
use super::{Drawn, statement};
use crate::trace::ctp::Slice;
use crate::trace::mat::ControlState;

pub(super) fn picture(d: &Drawn<'_>) -> Picture {
    let graph = &d.analysed().graph;
    let counts = [(graph.nodes(), "node"), (graph.transactions(), "transaction"), (graph.switches.len(), "switch")];
    let counts =
        counts.map(|(n, noun)| if noun == "switch" && n != 1 { format!("{n} switches") } else { count(n, noun) });
    let threads = 0..graph.boundaries.len();
    let switch = |(from, to): &(ControlState, ControlState)| {
        let stroke = Stroke::Switch(to.thread as u32 + 1);
        Edge { from: id(d, *from), to: id(d, *to), lines: vec![], stroke }
    };
    Picture {
        subject: d.traced.name.into(),
        heading: d.kind.name().into(),
        counts: counts.join(", "),
        frames: threads.clone().map(|t| d.traced.ctp.threads[t].name.clone()).collect(),
        nodes: threads.clone().flat_map(|t| nodes(d, t)).collect(),
        edges: threads.flat_map(|t| transactions(d, t)).chain(graph.switches.iter().map(switch)).collect(),
        direction: Some(Direction::Down),
        ..Picture::default()
    }
}

/// The control states of a thread between its transactions.
fn nodes(d: &Drawn<'_>, thread: usize) -> Vec<Node> {
    let slice = &d.traced.ctp.threads[thread];
    let node = |at: &usize| Node {
        id: id(d, ControlState { thread, at: *at }),
        lines: vec![vec![Span::plain(name(slice, *at))]],
        frame: Some(thread),
        look: Look { initial: *at == 0, ..Look::default() },
    };
    d.analysed().graph.boundaries[thread].iter().map(node).collect()
}

/// The transactions of a thread, a line for each step.
fn transactions(d: &Drawn<'_>, thread: usize) -> Vec<Edge> {
    let slice = &d.traced.ctp.threads[thread];
    let transaction = |pair: &[usize]| {
        let [from, to] = [pair[0], pair[1]].map(|at| id(d, ControlState { thread, at }));
        let lines = (pair[0]..pair[1]).map(|k| vec![Span::plain(step(d, slice, k))]).collect();
        Edge { from, to, lines, stroke: Stroke::Thread(thread as u32 + 1) }
    };
    d.analysed().graph.boundaries[thread].windows(2).map(transaction).collect()
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

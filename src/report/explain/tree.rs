//! Derivations as boxes and arrows: each fact with the rule that derives it, premises above their conclusion.

use super::super::count;
use super::super::picture::{Edge, Line, Look, Node, Picture, Span, Stroke, Tone, faint, letter};
use super::{Explanation, Writer};
use crate::queries::{Derived, Input};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// No more facts are drawn.
const MOST: usize = 60;

pub(super) fn picture(e: &Explanation<'_>) -> Picture {
    let facts: FxHashMap<u32, &Derived> = e.tree.nodes.iter().map(|n| (n.fact.id, n)).collect();
    let drawn = nearest(e, &facts);
    let ids: FxHashSet<u32> = drawn.iter().map(|n| n.fact.id).collect();
    let all = e.tree.nodes.len();
    let note = format!("the {} next to it, of {all}; \"...\" goes on", count(drawn.len(), "fact"));
    let mut edges = vec![];
    for node in &drawn {
        let mut premises: Vec<u32> = node.by.premises.iter().map(|p| p.id).filter(|p| ids.contains(p)).collect();
        premises.dedup();
        edges.extend(premises.iter().map(|p| Edge {
            from: *p,
            to: node.fact.id,
            lines: vec![],
            stroke: Stroke::Plain,
        }));
    }
    Picture {
        subject: e.asked.model.into(),
        heading: format!("{} is derived by {}", e.asked.fact, e.asked.rules),
        counts: if drawn.len() == all { count(all, "fact") } else { String::new() },
        notes: (drawn.len() < all).then_some(note).into_iter().collect(),
        nodes: drawn.iter().map(|node| boxed(e, node, &ids)).collect(),
        edges,
        ..Picture::default()
    }
}

/// The fact itself, and what it rests on, the nearest first.
fn nearest<'e>(e: &Explanation<'e>, facts: &FxHashMap<u32, &'e Derived>) -> Vec<&'e Derived> {
    let mut open = VecDeque::from([(&e.tree.nodes[0], 0)]);
    let mut seen = FxHashSet::from_iter([e.tree.nodes[0].fact.id]);
    let mut found = vec![];
    while let Some((node, depth)) = open.pop_front().filter(|_| found.len() < MOST) {
        found.push(node);
        let premises = node.by.premises.iter().filter(|_| depth < e.depth);
        open.extend(premises.filter(|p| seen.insert(p.id)).filter_map(|p| Some((*facts.get(&p.id)?, depth + 1))));
    }
    found
}

/// Rule, fact, and the steps that the rule asks the program for.
fn boxed(e: &Explanation<'_>, node: &Derived, drawn: &FxHashSet<u32>) -> Node {
    let w = e.asked.writer();
    let head = vec![faint(format!("#{} ", node.fact.id)), Span::new(&node.by.rule, Tone::Strong)];
    let mut lines = vec![head, vec![Span::plain(w.fact(&node.fact))]];
    lines.extend(node.by.inputs.iter().filter_map(|input| step(w, input)));
    let cut = node.by.premises.iter().any(|p| !drawn.contains(&p.id));
    lines.extend(cut.then(|| vec![Span::plain("...")]));
    Node { id: node.fact.id, lines, frame: None, look: Look { cut, ..Look::default() } }
}

fn step(w: Writer<'_>, input: &Input) -> Option<Line> {
    let (loc, moves) = input.step?;
    let at = w.program.location(loc);
    let mut line = vec![faint(format!("{}: ", at.name)), Span::plain(&at.text)];
    line.extend(moves.into_iter().flat_map(letter));
    Some(line)
}

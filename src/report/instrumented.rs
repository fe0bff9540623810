//! Control-flow graphs as DYN's reductions instrument them, as DYN Figure 9 draws them.

use super::Report;
use super::copies::{condition, letter};
use super::picture::{self, Ground, Line, Look, Node, Picture, Pictured, Span, Stroke, Tone, faint};
use crate::ir::{Loc, Program};
use moverlog_rules::{Copy, Edge, Guard, Place};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// An instrumented graph, as it is reported.
pub struct Instrumented<'a> {
    /// The model's file as the user named it.
    pub model: &'a str,
    pub rules: &'a str,
    pub program: &'a Program,
    pub edges: &'a [Edge],
}

impl Pictured for Instrumented<'_> {
    /// A frame for each procedure. All edges are counted, but those into the sink are words in the box that they
    /// leave, and copies that no edge leaves or enters are left out.
    fn picture(&self, _: &[String]) -> Picture {
        let places = places(self);
        let fails: BTreeSet<u32> = self.edges.iter().filter(|e| is_sink(self, e.to)).map(|e| id(e.from)).collect();
        let mut picture = Picture {
            subject: self.model.into(),
            heading: format!("instrumented by {}", self.rules),
            counts: format!("{} locations, {} edges", places.len(), self.edges.len()),
            frames: self.program.procedures.iter().map(|p| p.name.clone()).collect(),
            nodes: places.iter().filter(|at| !is_sink(self, **at)).map(|at| node(self, *at)).collect(),
            edges: self.edges.iter().filter(|e| !is_sink(self, e.to)).map(|e| arrow(self, e)).collect(),
            words: words(self),
            ..Picture::default()
        };
        for node in picture.nodes.iter_mut().filter(|n| fails.contains(&n.id)) {
            node.lines.push(vec![Span::new("may go wrong", Tone::Wrong)]);
        }
        picture.without_orphans()
    }
}

impl Report for Instrumented<'_> {
    /// As the input of Graphviz.
    fn text(&self) -> String {
        self.picture(&[]).dot()
    }

    fn svg(&self) -> String {
        self.picture(&[]).svg()
    }

    /// The object that `graph --what instrumented --format json` prints.
    fn json(&self) -> Value {
        let node = |at: &Place| {
            json!({
                "id": id(*at),
                "location": name(self, *at),
                "copy": letter(at.1),
                "class": class(at.1),
                "line": line(self, *at),
                "entry": is_entry(self, *at),
            })
        };
        let edge = |e: &Edge| {
            let (condition, holds) = match e.guard {
                Guard::True => (None, None),
                Guard::If(c) => (Some(condition(c)), Some(true)),
                Guard::Unless(c) => (Some(condition(c)), Some(false)),
            };
            json!({"from": id(e.from), "to": id(e.to), "condition": condition, "holds": holds, "action": action(self, e)})
        };
        json!({
            "model": self.model,
            "rules": self.rules,
            "what": "instrumented",
            "partial": false,
            "bound": null,
            "nodes": places(self).iter().map(node).collect::<Vec<_>>(),
            "edges": self.edges.iter().map(edge).collect::<Vec<_>>(),
        })
    }
}

/// What raised letters and guards mean, of those that occur (DYN Definitions 1 and 12).
fn words(g: &Instrumented<'_>) -> Vec<(&'static str, &'static str)> {
    let places = places(g);
    let copies = [
        (Copy::N, "N", "copy outside transactions"),
        (Copy::R, "R, R'", "copies before the commit point"),
        (Copy::L, "L, L'", "copies after it"),
    ];
    let copies = copies.into_iter().filter(|(copy, ..)| places.iter().any(|at| at.1 == *copy));
    let guards: BTreeSet<&str> = g.edges.iter().filter_map(|e| asked(e.guard)).map(condition).collect();
    let meanings = [
        ("c^R", "the action is a right mover now"),
        ("c", "the action is a both mover now"),
        ("c^L", "all actions here are left movers now"),
        ("c(l)", "all actions here are both movers now"),
        ("c^L, enabled", "left movers now, one of them enabled"),
        ("c(l), enabled", "both movers now, one of them enabled"),
    ];
    let meanings = meanings.into_iter().filter(|(word, _)| guards.contains(word));
    copies.map(|(_, word, means)| (word, means)).chain(meanings).collect()
}

fn asked(guard: Guard) -> Option<moverlog_rules::Condition> {
    match guard {
        Guard::True => None,
        Guard::If(c) | Guard::Unless(c) => Some(c),
    }
}

fn node(g: &Instrumented<'_>, at: Place) -> Node {
    let mut lines = vec![vec![Span::new(name(g, at), Tone::Strong), Span::new(letter(at.1), Tone::Raised)]];
    lines.extend(line(g, at).map(|line| vec![faint(format!("line {line}"))]));
    let look = Look { ground: ground(at.1), initial: is_entry(g, at), ..Look::default() };
    Node { id: id(at), lines, frame: procedure_of(g, at), look }
}

/// `[not c^R] x = 1`
fn arrow(g: &Instrumented<'_>, e: &Edge) -> picture::Edge {
    let mut line = match e.guard {
        Guard::True => vec![],
        Guard::If(c) => guard("[", condition(c)),
        Guard::Unless(c) => guard("[not ", condition(c)),
    };
    let action = action(g, e).map(Span::plain);
    line.extend((!line.is_empty() && action.is_some()).then(|| Span::plain(" ")));
    line.extend(action);
    if line.is_empty() {
        line.push(faint("true"));
    }
    picture::Edge { from: id(e.from), to: id(e.to), lines: vec![line], stroke: Stroke::Plain }
}

/// What is behind `^` is raised.
fn guard(before: &str, condition: &str) -> Line {
    let (base, rest) = condition.split_once('^').unwrap_or((condition, ""));
    let (raised, rest) = rest.split_at(rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()));
    let spans =
        [Span::plain(format!("{before}{base}")), Span::new(raised, Tone::Raised), Span::plain(format!("{rest}]"))];
    spans.into_iter().filter(|s| !s.text.is_empty()).collect()
}

/// Every copy of a location that some edge leaves or enters, and all five of one from which a thread
/// acts in its pre-commit phase.
fn places(g: &Instrumented<'_>) -> BTreeSet<Place> {
    let copies = |l| [Copy::N, Copy::R, Copy::RPrime, Copy::L, Copy::LPrime].map(|copy| Place(l, copy));
    let ends = g.edges.iter().flat_map(|e| [e.from, e.to]);
    let acting = g.edges.iter().filter(|e| e.from.1 == Copy::RPrime && e.action.is_some());
    ends.chain(acting.flat_map(|e| copies(e.from.0))).collect()
}

fn id(at: Place) -> u32 {
    5 * at.0.0 + at.1 as u32
}

fn location<'g>(g: &Instrumented<'g>, at: Place) -> Option<&'g crate::ir::Location> {
    g.program.locations.get(at.0.0 as usize)
}

fn procedure_of(g: &Instrumented<'_>, at: Place) -> Option<usize> {
    location(g, at).map(|l| l.procedure as usize)
}

/// Where a thread has gone wrong.
fn is_sink(g: &Instrumented<'_>, at: Place) -> bool {
    location(g, at).is_none()
}

/// The sink has no name in the source.
fn name<'g>(g: &Instrumented<'g>, at: Place) -> &'g str {
    location(g, at).map_or("wrong", |l| &l.name)
}

fn line(g: &Instrumented<'_>, at: Place) -> Option<u32> {
    location(g, at).map(|l| l.line)
}

fn is_entry(g: &Instrumented<'_>, at: Place) -> bool {
    let entry = |p: u32| g.program.procedures[p as usize].entry;
    at.1 == Copy::N && g.program.threads.iter().any(|t| entry(t.procedure) == Loc(at.0.0))
}

fn action<'g>(g: &Instrumented<'g>, e: &Edge) -> Option<&'g str> {
    e.action.map(|a| g.program.location(Loc(a.0)).text.as_str())
}

/// Where a thread is in its transaction (DYN Figure 9).
pub(super) fn class(copy: Copy) -> &'static str {
    match copy {
        Copy::N => "external",
        Copy::R | Copy::RPrime => "pre-commit",
        Copy::L | Copy::LPrime => "post-commit",
    }
}

fn ground(copy: Copy) -> Ground {
    match class(copy) {
        "external" => Ground::External,
        "pre-commit" => Ground::PreCommit,
        _ => Ground::PostCommit,
    }
}

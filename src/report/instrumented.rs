//! Control-flow graphs as DYN's reductions instrument them, in the colours of DYN Figure 9.

use super::Report;
use super::copies::{condition, letter};
use super::dot::Dot;
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

impl Report for Instrumented<'_> {
    /// As the input of Graphviz, a cluster for each procedure.
    fn text(&self) -> String {
        let places = places(self);
        let mut dot = Dot::new(&format!(
            "{}: instrumented by {}, {} locations, {} edges",
            self.model,
            self.rules,
            places.len(),
            self.edges.len()
        ));
        for (p, procedure) in self.program.procedures.iter().enumerate() {
            let here: Vec<_> = places.iter().filter(|at| procedure_of(self, **at) == Some(p)).collect();
            if !here.is_empty() {
                dot.cluster(&procedure.name, |dot| here.iter().for_each(|at| node(self, dot, **at)));
            }
        }
        places.iter().filter(|at| procedure_of(self, **at).is_none()).for_each(|at| node(self, &mut dot, *at));
        for e in self.edges {
            dot.edge(id(e.from), id(e.to), &label(self, e), &[]);
        }
        dot.finish()
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

fn node(g: &Instrumented<'_>, dot: &mut Dot, at: Place) {
    let line = line(g, at).map_or(String::new(), |line| format!("\nline {line}"));
    let label = format!("{}^{}{line}", name(g, at), letter(at.1));
    let width = if is_entry(g, at) { "2" } else { "1" };
    dot.node(id(at), &label, &[("style", "filled"), ("fillcolor", colour(at.1)), ("penwidth", width)]);
}

/// `[not c^R] x = 1`
fn label(g: &Instrumented<'_>, e: &Edge) -> String {
    let guard = match e.guard {
        Guard::True => None,
        Guard::If(c) => Some(format!("[{}]", condition(c))),
        Guard::Unless(c) => Some(format!("[not {}]", condition(c))),
    };
    let words: Vec<&str> = guard.as_deref().into_iter().chain(action(g, e)).collect();
    if words.is_empty() { "true".into() } else { words.join(" ") }
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

fn colour(copy: Copy) -> &'static str {
    match class(copy) {
        "external" => "palegreen",
        "pre-commit" => "orange",
        _ => "salmon",
    }
}

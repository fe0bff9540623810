//! The derivations that a page holds, and with which of them a reader begins.

use super::Page;
use crate::queries::Root;
use crate::report::explain::{Writer, node_json};
use serde_json::{Value, json};

/// So much of them goes into a page, in bytes.
const BYTES: usize = 1_200_000;

pub(super) fn derivations(p: &Page<'_>) -> Option<Value> {
    let forest = p.views.forest.as_ref()?;
    let w = Writer { program: p.checked.program, phases: p.checked.engine.has_phases() };
    let mut bytes = 0;
    let nodes = forest.nodes.iter().map(|n| node_json(w, n));
    let nodes: Vec<Value> = nodes
        .take_while(|n| {
            bytes += n.to_string().len();
            bytes <= BYTES
        })
        .collect();
    let roots: Vec<Value> = forest.roots.iter().map(|(root, id)| begins(*root, *id)).collect();
    Some(json!({"facts": forest.facts, "left_out": forest.facts - nodes.len(), "roots": roots, "nodes": nodes}))
}

/// A fact with which a reader begins, and whose it is if a thread has gone wrong.
fn begins(root: Root, id: u32) -> Value {
    match root {
        Root::Wrong(t) => json!({"fact": id, "is": "wrong", "thread": t.0}),
        Root::Summary => json!({"fact": id, "is": "summary"}),
        Root::End => json!({"fact": id, "is": "end"}),
    }
}

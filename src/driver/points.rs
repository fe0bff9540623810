//! Nodes and frames as names and values.

use crate::execution::{Shown, globals, locals};
use crate::exploration::Instance;
use crate::ir::Loc;
use crate::semantics::{LocalStore, Semantics};
use moverlog_rules::{Copy, Frame, Global, Node};

/// A node: where the thread is, what it and everybody sees, in which phase.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Point {
    /// Nothing once the thread has gone wrong.
    pub loc: Option<Loc>,
    /// Variables of the procedure that are in scope.
    pub locals: Vec<(String, Shown)>,
    pub globals: Vec<(String, Shown)>,
    /// True is pre-commit.
    pub phase: bool,
    /// In which copy of the location, where the graph is instrumented (DYN 4.2).
    pub copy: Option<Copy>,
}

/// A frame: where the call returns to, and the caller's variables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Kept {
    pub loc: Loc,
    pub locals: Vec<(String, Shown)>,
}

pub(crate) fn point(instance: &Instance<'_>, n: Node) -> Point {
    point_at(instance.semantics, instance.stores(n), None)
}

/// Where a thread is with these stores and in this phase.
pub(crate) fn point_at(
    semantics: &Semantics<'_>,
    (g, l, phase): (Global, LocalStore, bool),
    copy: Option<Copy>,
) -> Point {
    let loc = semantics.loc(l);
    Point {
        loc,
        locals: loc.map_or(vec![], |loc| locals(semantics.program, loc, &semantics.registers(l), 0)),
        globals: globals(semantics, g),
        phase,
        copy,
    }
}

pub(crate) fn kept(semantics: &Semantics<'_>, f: Frame) -> Kept {
    let program = semantics.program;
    let loc = semantics.return_location(f);
    let shared = program.thread_locals.len();
    let mut locals = locals(program, loc, &semantics.saved_registers(f), shared);
    // A result that is on its way is in no frame.
    locals.retain(|(name, _)| !name.starts_with('.'));
    Kept { loc, locals }
}

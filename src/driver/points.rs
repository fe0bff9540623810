//! Nodes and frames as names and values.

use super::story::{Shown, show, show_cell};
use crate::exploration::Instance;
use crate::ir::{Cell, Loc};
use moverlog_rules::{Frame, Node};

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
}

/// A frame: where the call returns to, and the caller's variables.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Kept {
    pub loc: Loc,
    pub locals: Vec<(String, Shown)>,
}

pub(super) fn point(instance: &Instance<'_>, n: Node) -> Point {
    let (g, l, phase) = instance.stores(n);
    let semantics = instance.semantics;
    let cell = |(i, v): (usize, &i32)| {
        let cell = Cell(i as u32);
        (semantics.program.cell_name(cell), show_cell(semantics.program, cell, *v))
    };
    let loc = semantics.loc(l);
    Point {
        loc,
        locals: loc.map_or(vec![], |loc| locals(instance, loc, &semantics.registers(l), 0)),
        globals: semantics.globals(g).iter().take(semantics.program.cells.len()).enumerate().map(cell).collect(),
        phase,
    }
}

pub(super) fn kept(instance: &Instance<'_>, f: Frame) -> Kept {
    let loc = instance.semantics.return_location(f);
    let shared = instance.semantics.program.thread_locals.len();
    Kept { loc, locals: locals(instance, loc, &instance.semantics.saved_registers(f), shared) }
}

/// The variables in scope at a location, the values being those of the registers from `first` on.
fn locals(instance: &Instance<'_>, loc: Loc, values: &[i32], first: usize) -> Vec<(String, Shown)> {
    let program = instance.semantics.program;
    let location = program.location(loc);
    let registers = &program.procedures[location.procedure as usize].registers;
    let shown = registers.iter().enumerate().skip(first).zip(values);
    let visible = shown.filter(|((i, r), _)| !r.hidden && location.in_scope.get(*i).copied().unwrap_or(true));
    visible.map(|((_, r), v)| (r.name.clone(), show(program, r.domain, *v))).collect()
}

//! Data races: two threads that can both move in a reachable state, and whose next steps access the same
//! data, at least one of them writing.
//!
//! No mutex protects both accesses: where two threads can move next, neither is inside a critical
//! section of the other. Compare-and-swap and atomic blocks are how threads synchronize without
//! mutexes: two of them do not race.

use super::witness::{Way, states, way_to};
use crate::exploration::Instance;
use crate::ir::{Cell, GlobalKind, Loc, Object, Program};
use crate::semantics::{Configuration, Semantics, Transitions};
use moverlog_rules::{State, Tid};
use std::rc::Rc;

/// A variable that is raced on, with the first state in which it is.
#[derive(Debug)]
pub struct Race {
    pub cell: Cell,
    pub sides: [Side; 2],
    pub way: Way,
}

/// One of the two accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    pub thread: Tid,
    pub loc: Loc,
    pub writes: bool,
}

/// One race for each variable that is raced on, in the order in which the exploration met them.
pub(super) fn races(instance: &Instance<'_>, teller: &Instance<'_>, in_time: &dyn Fn() -> bool) -> Vec<Race> {
    let program = instance.semantics.program;
    let data = program.globals.iter().filter(|g| matches!(g.kind, GlobalKind::Data(_))).count();
    let mut found: Vec<(State, Cell, [Side; 2])> = vec![];
    for s in states(instance) {
        if found.len() == data || !in_time() {
            break;
        }
        for (cell, sides) in races_in(instance.semantics, &instance.configuration(s)) {
            let base = |c: Cell| program.global_of(c).base;
            if !found.iter().any(|(_, known, _)| base(*known) == base(cell)) {
                found.push((s, cell, sides));
            }
        }
    }
    found.into_iter().map(|(s, cell, sides)| Race { cell, sides, way: way_to(instance, s, teller) }).collect()
}

/// The next step of a thread that can move.
struct Next {
    thread: Tid,
    loc: Loc,
    transitions: Rc<Transitions>,
    synchronizes: bool,
}

fn races_in(semantics: &Semantics<'_>, c: &Configuration) -> Vec<(Cell, [Side; 2])> {
    let next: Vec<Next> = semantics.tids().filter_map(|t| next_step(semantics, c, t)).collect();
    let mut races = vec![];
    for (i, a) in next.iter().enumerate() {
        for b in next[..i].iter().filter(|b| !(a.synchronizes && b.synchronizes)) {
            races.extend(conflicts(semantics.program, b, a));
        }
    }
    races
}

fn next_step(semantics: &Semantics<'_>, c: &Configuration, thread: Tid) -> Option<Next> {
    let transitions = semantics.transitions_in(c, thread);
    // What a thread comes to before it meets a bound it accesses all the same.
    let moves = !transitions.steps.is_empty() || semantics.is_cut(c, thread);
    let loc = semantics.loc(c.locals[thread.0 as usize - 1]).filter(|_| moves)?;
    let synchronizes = semantics.program.location(loc).synchronizes;
    Some(Next { thread, loc, transitions, synchronizes })
}

fn conflicts(program: &Program, a: &Next, b: &Next) -> Vec<(Cell, [Side; 2])> {
    let (of_a, of_b) = (&a.transitions.accesses, &b.transitions.accesses);
    if !of_a.conflicts_with(of_b) {
        return vec![];
    }
    let is_data = |c: &Cell| matches!(program.global_of(*c).kind, GlobalKind::Data(_));
    let touched = |c: &Cell| of_b.reads.contains(c) || of_b.writes.contains(c);
    let accessed = |c: &Cell| [a, b].iter().all(|next| next.accesses_data(program, *c));
    let shared = of_a.cells().filter(|c| touched(c) && is_data(c) && accessed(c));
    let sides = |c| (c, [a.side(c), b.side(c)]);
    shared.map(sides).filter(|(_, [a, b])| a.writes || b.writes).collect()
}

impl Next {
    /// Whether an object is given back is asked by whoever accesses it, and for no data of the program where it is not
    /// accessed, as where its address is compared.
    fn accesses_data(&self, program: &Program, c: Cell) -> bool {
        let accesses = &self.transitions.accesses;
        let mut told = program.objects.iter().filter(|o| o.freed == Some(c)).peekable();
        let within = |o: &Object| accesses.cells().any(|cell| (o.base..o.end()).contains(&cell));
        accesses.writes.contains(&c) || told.peek().is_none() || told.any(within)
    }

    fn side(&self, c: Cell) -> Side {
        Side { thread: self.thread, loc: self.loc, writes: self.transitions.accesses.writes.contains(&c) }
    }
}

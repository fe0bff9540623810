//! What holds of latches by the way in which a program is laid out: numbers are in their ranges, what is out of scope is
//! 0, arguments are what they were, at most one thread is inside a transaction. Whoever reasons from any state of the
//! latches needs it, and has to make sure of it.

use super::layout::{Number, Ranges};
use super::pointed::pointed;
use super::system::System;
use crate::ir::*;
use crate::symbolic::circuit::{Circuit, Lit};
use crate::symbolic::words::{Arithmetic, WIDTH, Word};
use moverlog_rules::{Copy, Place};

/// Literals that hold in every state that is reached, but for arguments that are changed.
pub fn shape(program: &Program, system: &mut System) -> Vec<Lit> {
    let mut found: Vec<Lit> = (0..system.blocks.len()).flat_map(|t| shape_of(program, system, t)).collect();
    found.extend(shape_of_cells(program, system).into_iter().map(|(_, lit)| lit));
    let mut c = std::mem::take(&mut system.circuit);
    found.extend(apart(&mut c, system));
    found.extend(depths(&mut c, program, system));
    system.circuit = c;
    found.retain(|lit| *lit != Lit::TRUE);
    found
}

/// What holds of a thread, in the same order for all that run the same procedure.
pub fn shape_of(program: &Program, system: &mut System, t: usize) -> Vec<Lit> {
    let mut c = std::mem::take(&mut system.circuit);
    let (ranges, pointers) = (Ranges::new(program, WIDTH as u32), pointers(program));
    let thread = &program.threads[t];
    let registers = &program.procedures[thread.procedure as usize].registers;
    let mut found = places(&mut c, program, system, t);
    found.extend(arguments(&mut c, program, system, t));
    for ((r, register), number) in (0..).map(Reg).zip(registers).zip(&system.layout.registers[t]) {
        let range = ranges.of_register(thread.procedure, (r, register));
        let is_pointer = register.domain == Domain::Pointer;
        found.push(if is_pointer { among(&mut c, number, &pointers) } else { within(&mut c, number, range) });
    }
    system.circuit = c;
    found
}

/// What holds of each cell.
pub fn shape_of_cells(program: &Program, system: &mut System) -> Vec<(Cell, Lit)> {
    let mut c = std::mem::take(&mut system.circuit);
    let (ranges, pointers) = (Ranges::new(program, WIDTH as u32), pointers(program));
    let mut of = |(cell, number): (Cell, &Number)| {
        let is_pointer = matches!(program.global_of(cell).kind, GlobalKind::Data(Domain::Pointer));
        let range = ranges.of_cell(cell);
        (cell, if is_pointer { among(&mut c, number, &pointers) } else { within(&mut c, number, range) })
    };
    let found = (0..).map(Cell).zip(&system.layout.cells).map(&mut of).collect();
    system.circuit = c;
    found
}

/// What a pointer may be.
fn pointers(program: &Program) -> Vec<i64> {
    [0].into_iter().chain(pointed(program).iter().map(|c| i64::from(c.0) + 1)).collect()
}

/// A thread is at a visible place, and knows nothing there that is out of scope.
fn places(c: &mut Circuit, program: &Program, system: &System, t: usize) -> Vec<Lit> {
    let (mut found, mut somewhere) = (vec![], vec![]);
    for (i, place) in system.blocks[t].visible.iter().enumerate() {
        let here = system.layout.is_at(c, t, i);
        let location = program.location(Loc(place.0.0));
        let lost = |r: usize| matches!(location.op, Op::End) || location.in_scope.get(r) == Some(&false);
        let registers = system.layout.registers[t].iter().enumerate().filter(|(r, _)| lost(*r));
        let bits: Vec<Lit> = registers.flat_map(|(_, number)| number.latches()).collect();
        let set = c.any(bits);
        found.push(c.implies(here, !set));
        for number in waited_depths(program, system, t, location) {
            let deep = c.is_true(&number.word());
            found.push(c.implies(here, deep));
        }
        somewhere.push(here);
    }
    found.push(c.any(somewhere));
    found
}

/// How deep a re-entrant mutex was held by who waits there to have it again.
fn waited_depths<'s>(
    program: &'s Program,
    system: &'s System,
    t: usize,
    location: &'s Location,
) -> impl Iterator<Item = &'s Number> {
    let registers = program.procedures[location.procedure as usize].registers.iter().enumerate();
    let waits = |r: usize, register: &Register| {
        register.hidden && register.name == "depth" && location.in_scope.get(r) == Some(&true)
    };
    let waiting = registers.filter(move |(r, register)| waits(*r, register));
    waiting.map(move |(r, _)| &system.layout.registers[t][r])
}

/// Until a thread ends, its parameters are what it was given: none of them, if they are changed.
fn arguments(c: &mut Circuit, program: &Program, system: &System, t: usize) -> Vec<Lit> {
    let ends = |place: &Place| matches!(program.location(Loc(place.0.0)).op, Op::End);
    let ended: Vec<usize> = (0..).zip(&system.blocks[t].visible).filter(|(_, p)| ends(p)).map(|(i, _)| i).collect();
    let ended: Vec<Lit> = ended.into_iter().map(|i| system.layout.is_at(c, t, i)).collect();
    let ended = c.any(ended);
    let parameters = system.layout.registers[t].iter().skip(program.thread_locals.len());
    let given = parameters.zip(&program.threads[t].arguments);
    let kept = |(number, value): (&Number, &Value)| {
        let same = c.equal(&number.word(), &Word::constant(i64::from(*value)));
        c.or(ended, same)
    };
    given.map(kept).collect()
}

/// No two threads are inside transactions.
fn apart(c: &mut Circuit, system: &System) -> Vec<Lit> {
    let inside = |c: &mut Circuit, t: usize| {
        let places = system.blocks[t].visible.iter().enumerate().filter(|(_, place)| place.1 != Copy::N);
        let at: Vec<Lit> = places.map(|(i, _)| system.layout.is_at(c, t, i)).collect();
        c.any(at)
    };
    let inside: Vec<Lit> = (0..system.blocks.len()).map(|t| inside(c, t)).collect();
    let pairs = (0..inside.len()).flat_map(|t| (0..t).map(move |u| (t, u)));
    pairs.map(|(t, u)| !c.and(inside[t], inside[u])).collect()
}

/// A re-entrant mutex is held by nobody where its depth is 0, and there alone.
fn depths(c: &mut Circuit, program: &Program, system: &System) -> Vec<Lit> {
    let mut found = vec![];
    for global in &program.globals {
        let GlobalKind::Mutex { reentrant: true, .. } = global.kind else { continue };
        for owner in (0..global.len).map(|i| (global.base.0 + i * global.stride()) as usize) {
            let held = c.is_true(&system.layout.cells[owner].word());
            let entered = c.is_true(&system.layout.cells[owner + 1].word());
            found.push(c.iff(held, entered));
        }
    }
    found
}

fn among(c: &mut Circuit, number: &Number, values: &[i64]) -> Lit {
    let equal: Vec<Lit> = values.iter().map(|value| c.equal(&number.word(), &Word::constant(*value))).collect();
    c.any(equal)
}

/// A number of so many bits that all are in its range is none to speak of.
fn within(c: &mut Circuit, number: &Number, (lo, hi): (i64, i64)) -> Lit {
    let word = number.word();
    if word.len() >= WIDTH {
        return Lit::TRUE;
    }
    let (below, above) = (c.less(&word, &Word::constant(lo)), c.less(&Word::constant(hi), &word));
    c.all([!below, !above])
}

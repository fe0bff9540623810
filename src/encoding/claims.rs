//! Claims of users as literals over the latches of a program.

use super::machine::{Builder, Data, Machine};
use super::system::System;
use crate::ir::{Claim, Loc, Program, Spot};
use crate::symbolic::circuit::{Circuit, Lit};
use crate::symbolic::words::Word;

/// Where each claim holds, of the program without calls; `origin` says what its locations were before. What cannot be
/// evaluated does not hold.
pub fn claimed(program: &Program, origin: &[Loc], system: &mut System, claims: &[Claim]) -> Vec<Lit> {
    let mut builder = Builder::new(program);
    builder.circuit = std::mem::take(&mut system.circuit);
    let found = claims.iter().map(|claim| holds(&mut builder, origin, system, claim)).collect();
    system.circuit = builder.circuit;
    found
}

fn holds(builder: &mut Builder<'_>, origin: &[Loc], system: &System, claim: &Claim) -> Lit {
    let thread = claim.thread.map_or(0, |t| t.0 as usize - 1);
    let Data { cells, mut registers } = system.layout.data(thread);
    registers.truncate(builder.program.thread_locals.len());
    let spots = claim.spots.iter().map(|spot| Word::truth(is_met(&mut builder.circuit, origin, system, spot)));
    registers.extend(spots);
    let tid = claim.thread.map_or(0, |t| t.0 as i32);
    let mut machine = Machine::looking(builder, Loc(0), tid, Data { cells, registers });
    let holds = machine.truth(&claim.expr);
    let evaluated = machine.runs;
    builder.circuit.and(holds, evaluated)
}

fn is_met(c: &mut Circuit, origin: &[Loc], system: &System, spot: &Spot) -> Lit {
    let thread = spot.thread.0 as usize - 1;
    let visible = system.blocks[thread].visible.iter().enumerate();
    let there = visible.filter(|(_, place)| spot.locations.contains(&origin[place.0.0 as usize]));
    let at: Vec<Lit> = there.map(|(i, _)| system.layout.is_at(c, thread, i)).collect();
    c.any(at)
}

//! Locations that a thread may reach, and what of its registers is the same at all of them.

use super::footprint::Footprint;
use crate::ir::{Loc, Op, Program, Reg};
use crate::semantics::{LocalStore, Semantics};
use fixedbitset::FixedBitSet;
use moverlog_rules::{Frame, Stack};

/// Locations that a thread may reach from where it is, and from where its frames return to.
pub struct Reach {
    pub from: Loc,
    pub stack: Stack,
    pub locations: FixedBitSet,
}

impl Reach {
    /// Whether these registers keep their values in all of a thread's future, at a location of its
    /// future where they are read. They do so in a frame as they do in the activation that runs: a
    /// call that changes none of them takes nothing away, as Definition 12 asks.
    pub fn keeps(&self, semantics: &Semantics<'_>, footprints: &[Footprint], registers: &[Reg], at: Loc) -> bool {
        let program = semantics.program;
        let own = program.location(at).procedure;
        if are_local(program, registers) && self.only_activation(semantics, own).is_none() {
            return false;
        }
        let of = |procedure: u32| registers.iter().filter(move |r| is_shared(program, **r) || procedure == own);
        let receives = |f: Frame| {
            let receiver = semantics.receiver(f);
            of(procedure_of(semantics, f)).any(|r| receiver == Some(*r))
        };
        let keeps = |i: usize| {
            let location = &program.locations[i];
            of(location.procedure).all(|r| {
                let in_scope = is_shared(program, *r) || location.in_scope.get(r.0 as usize).copied().unwrap_or(true);
                in_scope && !footprints[i].registers.contains(r)
            })
        };
        !semantics.frames(self.stack).any(receives) && self.locations.ones().all(keeps)
    }

    /// The local store in which registers have the values that they keep for a location of this procedure,
    /// while the thread runs with `local`.
    pub fn kept_in(
        &self,
        semantics: &Semantics<'_>,
        local: LocalStore,
        procedure: u32,
        registers: &[Reg],
    ) -> Option<LocalStore> {
        if !are_local(semantics.program, registers) {
            return Some(local);
        }
        match self.only_activation(semantics, procedure)? {
            Activation::Running => Some(local),
            Activation::Below(frame) => semantics.pop(local, 0, frame).ok(),
        }
    }

    /// The activation of a procedure, if the thread has one and may not enter another.
    fn only_activation(&self, semantics: &Semantics<'_>, procedure: u32) -> Option<Activation> {
        let program = semantics.program;
        let enters = |i: usize| matches!(program.locations[i].op, Op::Call { procedure: p, .. } if p == procedure);
        let running = (program.location(self.from).procedure == procedure).then_some(Activation::Running);
        let below = semantics.frames(self.stack).filter(|f| procedure_of(semantics, *f) == procedure);
        let mut all = running.into_iter().chain(below.map(Activation::Below));
        let one = all.next().filter(|_| !self.locations.ones().any(enters))?;
        all.next().is_none().then_some(one)
    }
}

enum Activation {
    Running,
    Below(Frame),
}

pub(super) fn is_shared(program: &Program, r: Reg) -> bool {
    (r.0 as usize) < program.thread_locals.len()
}

/// Whether any of them belongs to one activation.
pub(super) fn are_local(program: &Program, registers: &[Reg]) -> bool {
    registers.iter().any(|r| !is_shared(program, *r))
}

/// The procedure to which a frame returns.
fn procedure_of(semantics: &Semantics<'_>, f: Frame) -> u32 {
    semantics.program.location(semantics.return_location(f)).procedure
}

//! Whether a certificate holds of a program: its clauses are an invariant of the program's circuit that excludes every
//! error, whoever found them.

use super::outcome::Certificate;
use super::symbolic::circuit_of;
use crate::control::Control;
use crate::encoding;
use crate::symbolic::certificate::{Checked, Refuted, check, parts};
use crate::symbolic::circuit::{Circuit, Lit};
use moverlog_rules::REDUCTIONS;

/// What is said of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certified {
    /// No thread goes wrong.
    Holds,
    /// It is not about this program: this is missing.
    Strange(String),
    /// A clause, by its number, does not hold in initial states.
    NotAtFirst(usize),
    /// Some block leads from where all clauses hold to where this one, by its number, does not.
    NotKept(usize),
    /// All clauses hold in a state in which a thread has gone wrong, or nothing is known.
    AllowsErrors,
    /// A bound was hit.
    Open,
}

/// Checks a certificate with a solver of its own.
pub fn certify(program: &crate::ir::Program, certificate: &Certificate, control: &Control<'_>) -> Certified {
    let Some(mut circuit) = circuit(program, certificate, control) else {
        return Certified::Strange(format!("a circuit by `{}`", certificate.rules));
    };
    let clauses: Result<Vec<Vec<Lit>>, String> = certificate.clauses.iter().map(|c| clause(&circuit, c)).collect();
    let clauses = match clauses {
        Ok(clauses) => clauses,
        Err(name) => return Certified::Strange(format!("the bit `{name}`")),
    };
    let parts = parts(&mut circuit, &clauses);
    match check(&circuit, &parts, control) {
        Checked::Holds => Certified::Holds,
        Checked::Stopped => Certified::Open,
        Checked::Refuted(Refuted::Initiation { part, .. }) => Certified::NotAtFirst(part),
        Checked::Refuted(Refuted::Consecution { part, .. }) => Certified::NotKept(part),
        Checked::Refuted(Refuted::Safety { .. }) => Certified::AllowsErrors,
    }
}

/// The circuit that a certificate is about, with all that must not be reached.
fn circuit(program: &crate::ir::Program, certificate: &Certificate, control: &Control<'_>) -> Option<Circuit> {
    let reduction = REDUCTIONS.iter().find(|r| r.name == certificate.rules)?;
    let inlined = encoding::inlined(program, certificate.inline).ok()?;
    circuit_of(&inlined, reduction, certificate.wide, control)
}

fn clause(circuit: &Circuit, clause: &[(String, bool)]) -> Result<Vec<Lit>, String> {
    let lit = |(name, is): &(String, bool)| {
        let latch = circuit.latches().iter().find(|latch| latch.name == *name);
        latch.map(|latch| latch.lit.negated_if(!is)).ok_or_else(|| name.clone())
    };
    clause.iter().map(lit).collect()
}

//! Whether a certificate holds of a program: its clauses are an invariant of the program's circuit that excludes every
//! error, whoever found them.

use super::outcome::Certificate;
use super::symbolic::{Symbolic, circuit_of, unencodable};
use crate::control::Control;
use crate::encoding;
use crate::ir::Program;
use crate::symbolic::certificate::{Checked, Refuted, check, parts};
use crate::symbolic::circuit::{Circuit, Lit};
use crate::symbolic::smt2;
use crate::symbolic::solver::Sat;
use moverlog_rules::REDUCTIONS;

/// What is said of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certified {
    /// No thread goes wrong.
    Holds,
    /// It is not about this program, for this reason.
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
pub fn certify(program: &Program, certificate: &Certificate, sat: Sat, control: &Control<'_>) -> Certified {
    let (mut circuit, clauses) = match claimed(program, certificate, control) {
        Ok(claimed) => claimed,
        Err(why) => return Certified::Strange(why),
    };
    let parts = parts(&mut circuit, &clauses);
    let checked = check(&circuit, &parts, sat, control);
    match checked {
        // A bound that was hit before may have cut the circuit itself.
        _ if control.hit().is_some() => Certified::Open,
        Checked::Holds => Certified::Holds,
        Checked::Stopped => Certified::Open,
        Checked::Refuted(Refuted::Initiation { part, .. }) => Certified::NotAtFirst(part),
        Checked::Refuted(Refuted::Consecution { part, .. }) => Certified::NotKept(part),
        Checked::Refuted(Refuted::Safety { .. }) => Certified::AllowsErrors,
    }
}

/// What `certify` asks, as SMT-LIB 2; why there is none.
pub fn certify_smt2(program: &Program, certificate: &Certificate, control: &Control<'_>) -> Result<String, String> {
    let (circuit, clauses) = claimed(program, certificate, control)?;
    Ok(smt2::invariant::write(&circuit, &clauses))
}

/// The circuit that a certificate is about, and its clauses; why it is about another program.
fn claimed(
    program: &Program,
    certificate: &Certificate,
    control: &Control<'_>,
) -> Result<(Circuit, Vec<Vec<Lit>>), String> {
    let circuit = circuit(program, certificate, control)?;
    let clauses: Result<Vec<Vec<Lit>>, String> = certificate.clauses.iter().map(|c| clause(&circuit, c)).collect();
    let clauses = clauses.map_err(|name| format!("this one has no bit `{name}`"))?;
    Ok((circuit, clauses))
}

/// The circuit that a certificate is about, with all that must not be reached; why there is none.
fn circuit(program: &Program, certificate: &Certificate, control: &Control<'_>) -> Result<Circuit, String> {
    let Certificate { rules, inline, wide, .. } = certificate;
    let reduction = REDUCTIONS.iter().find(|r| r.name == rules).ok_or_else(|| format!("no blocks by `{rules}`"))?;
    let symbolic = Symbolic { inline: *inline, ..Symbolic::ic3(reduction) };
    let none = || "there is no circuit of this one".to_string();
    unencodable(program, symbolic).map_or(Ok(()), |why| Err(format!("{}: {why}", none())))?;
    let inlined = encoding::inlined(program, *inline).map_err(|_| none())?;
    circuit_of(&inlined, reduction, *wide, control).ok_or_else(none)
}

fn clause(circuit: &Circuit, clause: &[(String, bool)]) -> Result<Vec<Lit>, String> {
    let lit = |(name, is): &(String, bool)| {
        let latch = circuit.latches().iter().find(|latch| latch.name == *name);
        latch.map(|latch| latch.lit.negated_if(!is)).ok_or_else(|| name.clone())
    };
    clause.iter().map(lit).collect()
}

//! Certificates of model checkers as circuits (Yu, Biere, Heljanko, CAV 2021; Yu, Froleyks, Biere, Heljanko, FMCAD 2022):
//! what is bad there is so in no state that the circuit reaches.
//!
//! Inputs and latches of a certificate are those of the circuit, in the same order, or that of the literal behind the `=`
//! of their names. What is left are further ones, which do not exist in the circuit. They are added: each execution of the
//! circuit has one with them, since they begin with constants, or anything, and their next values are functions. What
//! a certificate says of the circuit's own latches is not read, so that nobody needs to believe it.

use super::circuit::{Circuit, Lit, Node};

/// Adds a certificate's further inputs and latches; what holds in all states and inputs then, if it is one. Nothing if
/// a name means no input and no latch.
pub fn joined(circuit: &mut Circuit, certificate: &Circuit) -> Option<Vec<Lit>> {
    let shared = Shared::of(circuit, certificate)?;
    let mut here = vec![Lit::FALSE; certificate.variables()];
    let mut further = vec![];
    for variable in 0..here.len() {
        let lit = |lit: Lit| here[lit.variable()].negated_if(lit.is_negated());
        here[variable] = match certificate.kind(Lit::of(variable)) {
            Node::False => Lit::FALSE,
            Node::Input(n) => shared.inputs[n].unwrap_or_else(|| circuit.input(&certificate.inputs()[n].name)),
            Node::Latch(n) => shared.latches[n].unwrap_or_else(|| {
                let latch = &certificate.latches()[n];
                let added = circuit.latch(&latch.name, latch.reset);
                further.push((added, latch.next));
                added
            }),
            Node::And(a, b) => circuit.and(lit(a), lit(b)),
        };
    }
    let lit = |lit: Lit| here[lit.variable()].negated_if(lit.is_negated());
    further.into_iter().for_each(|(latch, next)| circuit.next(latch, lit(next)));
    let good = certificate.bads().iter().map(|bad| !lit(bad.lit));
    Some(good.chain(certificate.constraints().iter().map(|constraint| lit(*constraint))).collect())
}

/// What each input and latch of a certificate is in the circuit, if it is there.
struct Shared {
    inputs: Vec<Option<Lit>>,
    latches: Vec<Option<Lit>>,
}

impl Shared {
    fn of(circuit: &Circuit, certificate: &Circuit) -> Option<Shared> {
        let inputs: Vec<&str> = certificate.inputs().iter().map(|input| input.name.as_str()).collect();
        let latches: Vec<&str> = certificate.latches().iter().map(|latch| latch.name.as_str()).collect();
        let all: Vec<Lit> = circuit.inputs().iter().map(|input| input.lit).collect();
        let (own, named) = (all.len(), inputs.iter().chain(&latches).any(|name| simulated(name).is_some()));
        let all: Vec<Lit> = all.into_iter().chain(circuit.latches().iter().map(|latch| latch.lit)).collect();
        if !named {
            let same = |from: &[Lit], n: usize| (0..n).map(|i| from.get(i).copied()).collect();
            return Some(Shared { inputs: same(&all[..own], inputs.len()), latches: same(&all[own..], latches.len()) });
        }
        let found = |names: Vec<&str>| names.into_iter().map(|name| meant(name, &all)).collect::<Option<_>>();
        Some(Shared { inputs: found(inputs)?, latches: found(latches)? })
    }
}

/// The literal of the circuit's file that a name gives.
fn simulated(name: &str) -> Option<&str> {
    name.strip_prefix('=').map(str::trim)
}

/// Nothing if it is none of an input or a latch; otherwise whether it is one, and which.
#[expect(clippy::option_option, reason = "a further one has no literal, a wrong name no meaning")]
fn meant(name: &str, all: &[Lit]) -> Option<Option<Lit>> {
    let Some(literal) = simulated(name) else { return Some(None) };
    let literal: usize = literal.parse().ok()?;
    let lit = all.get((literal / 2).checked_sub(1)?)?;
    Some(Some(lit.negated_if(literal % 2 == 1)))
}

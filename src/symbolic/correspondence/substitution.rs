//! A circuit built again with one latch for each class: gates that become the same are one.

use super::classes::Classes;
use crate::symbolic::circuit::{Circuit, Lit, Node};

pub struct Substituted {
    pub circuit: Circuit,
    /// What each variable of the original is here.
    literals: Vec<Lit>,
}

impl Substituted {
    /// What a literal of the original is here.
    fn lit(&self, lit: Lit) -> Lit {
        self.literals[lit.variable()].negated_if(lit.is_negated())
    }

    /// What a latch of the original is after a step.
    pub fn next(&self, original: &Circuit, n: usize) -> Lit {
        self.lit(original.latches()[n].next)
    }
}

/// The first latch of each class in the place of the others.
pub fn substituted(original: &Circuit, classes: &Classes) -> Substituted {
    let mut new = Substituted { circuit: Circuit::new(), literals: vec![] };
    for variable in 0..original.variables() {
        let lit = match original.kind(Lit::of(variable)) {
            Node::False => Lit::FALSE,
            Node::Input(n) => new.circuit.input(original.inputs()[n].name.clone()),
            Node::Latch(n) => new.latch(original, n, classes.literal(original, n)),
            Node::And(a, b) => {
                let (a, b) = (new.lit(a), new.lit(b));
                new.circuit.and(a, b)
            }
        };
        new.literals.push(lit);
    }
    for latch in original.latches().iter().enumerate().filter(|(n, l)| classes.literal(original, *n) == l.lit) {
        let (own, next) = (new.lit(latch.1.lit), new.lit(latch.1.next));
        new.circuit.next(own, next);
    }
    let literals = &new.literals;
    let here = |lit: Lit| literals[lit.variable()].negated_if(lit.is_negated());
    original.bads().iter().for_each(|bad| new.circuit.bad(bad.name.clone(), here(bad.lit)));
    original.constraints().iter().for_each(|lit| new.circuit.constraint(here(*lit)));
    new
}

impl Substituted {
    fn latch(&mut self, original: &Circuit, n: usize, stands_for_it: Lit) -> Lit {
        let latch = &original.latches()[n];
        if stands_for_it == latch.lit {
            self.circuit.latch(latch.name.clone(), latch.reset)
        } else {
            self.lit(stands_for_it)
        }
    }
}

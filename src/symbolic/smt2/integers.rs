//! A circuit as Horn clauses over integers: the numbers of the state are arguments of `Inv`, not their bits. What gates
//! say about numbers is said about the numbers; a bit that is asked for by itself is a quotient and a rest.

use super::{clause, header};
use crate::symbolic::circuit::{Circuit, Lit, Node};
use crate::symbolic::numbers::{Integer, Range, Term, Truth};
use std::collections::BTreeSet;

/// The text. Numbers are `n0`, `n1` and so on, latches of no number `l0`, inputs `i0`, gates `g`, terms `t`; comments have
/// the names.
pub fn write(circuit: &Circuit) -> String {
    let horn = Horn { circuit, latches: alone(circuit), ranges: circuit.numbers.ranges() };
    let kept = circuit.numbers.kept();
    let inputs = circuit.inputs().iter().map(|input| &input.name);
    let latches = horn.latches.iter().map(|lit| format!("{} {}", horn.lit(*lit), horn.latch(*lit).name));
    let comments = (0..).zip(kept).map(|(n, kept)| format!("n{n} {}", kept.name)).chain(latches);
    let comments = comments.chain((0..).zip(inputs).map(|(n, name)| format!("i{n} {name}")));
    let sorts = vec!["Int"; kept.len()].into_iter().chain(vec!["Bool"; horn.latches.len()]);
    let mut out = header(comments, sorts);
    out += &horn.initial();
    out += &horn.step();
    for bad in circuit.bads() {
        out += &horn.rule(&bad.name, vec![], &[bad.lit], (&[], &[]), "false");
    }
    out + "(check-sat)\n"
}

/// The latches that are bits of no number.
fn alone(circuit: &Circuit) -> Vec<Lit> {
    let of_numbers: BTreeSet<Lit> = circuit.numbers.kept().iter().flat_map(|kept| kept.bits.clone()).collect();
    circuit.latches().iter().map(|latch| latch.lit).filter(|lit| !of_numbers.contains(lit)).collect()
}

struct Horn<'c> {
    circuit: &'c Circuit,
    latches: Vec<Lit>,
    /// Of each term.
    ranges: Vec<Range>,
}

/// What a clause needs to have named.
#[derive(Default)]
struct Needed {
    /// Variables of gates and inputs.
    variables: BTreeSet<usize>,
    terms: BTreeSet<Term>,
}

impl Horn<'_> {
    fn latch(&self, lit: Lit) -> &crate::symbolic::circuit::Latch {
        let found = self.circuit.latches().iter().find(|latch| latch.lit == lit);
        found.expect("it is a latch")
    }

    fn initial(&self) -> String {
        let numbers = self.circuit.numbers.kept().iter().enumerate();
        let numbers = numbers.map(|(n, kept)| format!("(= n{n} {})", constant(kept.initial)));
        let resets = self.latches.iter().filter_map(|lit| {
            let reset = self.latch(*lit).reset.value()?;
            Some(self.lit(lit.negated_if(!reset)))
        });
        clause(
            "initial states",
            &self.declared(&Needed::default()),
            &numbers.chain(resets).collect::<Vec<_>>(),
            &self.own(),
        )
    }

    /// A step leads from numbers that fit into their bits; one that does not fit is in a bad state.
    fn step(&self) -> String {
        let numbers = self.circuit.numbers.kept().iter().enumerate();
        let ranges = numbers.map(|(n, kept)| {
            let (lo, hi) = kept.range();
            format!("(<= {} n{n} {})", constant(lo), constant(hi))
        });
        let terms: Vec<Term> = self.circuit.numbers.kept().iter().map(|kept| kept.next).collect();
        let next: Vec<Lit> = self.latches.iter().map(|lit| self.latch(*lit).next).collect();
        let words = terms.iter().map(|term| self.term(*term)).chain(next.iter().map(|lit| self.lit(*lit)));
        let then = applied(words);
        self.rule("step", ranges.collect(), &[], (&next, &terms), &then)
    }

    /// From a state in which constraints and these literals hold follows this, which uses the others and the terms.
    fn rule(&self, what: &str, mut ranges: Vec<String>, hold: &[Lit], uses: (&[Lit], &[Term]), then: &str) -> String {
        let holds: Vec<Lit> = self.circuit.constraints().iter().chain(hold).copied().collect();
        let needed = self.needed(holds.iter().chain(uses.0).copied().collect(), uses.1.to_vec());
        let mut conditions = vec![self.own()];
        conditions.append(&mut ranges);
        conditions.extend(needed.variables.iter().filter_map(|v| self.gate(*v)));
        conditions.extend(needed.terms.iter().filter_map(|t| Some(format!("(= t{} {})", t.0, self.definition(*t)?))));
        conditions.extend(holds.iter().map(|lit| self.lit(*lit)));
        clause(what, &self.declared(&needed), &conditions, then)
    }

    fn needed(&self, mut lits: Vec<Lit>, mut terms: Vec<Term>) -> Needed {
        let mut needed = Needed::default();
        loop {
            if let Some(lit) = lits.pop() {
                if needed.variables.insert(lit.variable()) {
                    let (more, of) = self.parts_of_gate(lit.variable());
                    lits.extend(more);
                    terms.extend(of);
                }
            } else if let Some(term) = terms.pop() {
                if needed.terms.insert(term) {
                    let (more, of) = parts(self.circuit.numbers.integer(term));
                    lits.extend(more);
                    terms.extend(of);
                }
            } else {
                return needed;
            }
        }
    }

    fn parts_of_gate(&self, variable: usize) -> (Vec<Lit>, Vec<Term>) {
        match (self.circuit.numbers.truth(variable), self.circuit.kind(Lit::of(variable))) {
            (Some((Truth::Equal(a, b) | Truth::Less(a, b), _)), _) => (vec![], vec![a, b]),
            (Some((Truth::Bit(a, _), _)), _) => (vec![], vec![a]),
            (None, Node::And(a, b)) => (vec![a, b], vec![]),
            (None, _) => (vec![], vec![]),
        }
    }

    /// What a gate is, if it is one.
    fn gate(&self, variable: usize) -> Option<String> {
        let truth = self.circuit.numbers.truth(variable).map(|(truth, negated)| {
            let says = match truth {
                Truth::Equal(a, b) => format!("(= {} {})", self.term(a), self.term(b)),
                Truth::Less(a, b) => format!("(< {} {})", self.term(a), self.term(b)),
                Truth::Bit(a, weight) => format!("(= (mod (div {} {weight}) 2) 1)", self.term(a)),
            };
            if negated { format!("(not {says})") } else { says }
        });
        let says = truth.or_else(|| match self.circuit.kind(Lit::of(variable)) {
            Node::And(a, b) => Some(format!("(and {} {})", self.lit(a), self.lit(b))),
            _ => None,
        })?;
        Some(format!("(= {} {says})", self.lit(Lit::of(variable))))
    }

    fn lit(&self, lit: Lit) -> String {
        let name = match self.circuit.kind(lit) {
            Node::False => return lit.is_negated().to_string(),
            Node::Input(n) => format!("i{n}"),
            Node::Latch(n) if self.circuit.numbers.truth(lit.variable()).is_none() => format!("l{n}"),
            Node::Latch(_) | Node::And(..) => format!("g{}", lit.variable()),
        };
        if lit.is_negated() { format!("(not {name})") } else { name }
    }

    fn term(&self, term: Term) -> String {
        match self.circuit.numbers.integer(term) {
            Integer::Constant(value) => constant(value),
            Integer::Kept(n) => format!("n{n}"),
            _ => format!("t{}", term.0),
        }
    }

    /// What a term is, unless it has no name of its own.
    fn definition(&self, term: Term) -> Option<String> {
        let of = |operator: &str, a: Term, b: Term| Some(format!("({operator} {} {})", self.term(a), self.term(b)));
        match self.circuit.numbers.integer(term) {
            Integer::Constant(_) | Integer::Kept(_) => None,
            Integer::Weight(lit, weight) => Some(format!("(ite {} {} 0)", self.lit(lit), constant(weight))),
            Integer::Sum(a, b) => of("+", a, b),
            Integer::Difference(a, b) => of("-", a, b),
            Integer::Product(a, b) => of("*", a, b),
            Integer::Select(lit, a, b) => Some(format!("(ite {} {} {})", self.lit(lit), self.term(a), self.term(b))),
            Integer::Wrapped { value, lo, size } => Some(self.wrapped(value, lo.into(), size.into())),
        }
    }

    /// A number that is too far by once the size at most needs no division, which solvers are slow at.
    fn wrapped(&self, value: Term, lo: i128, size: i128) -> String {
        let ((least, most), hi) = (self.ranges[value.0 as usize], lo + size - 1);
        let value = self.term(value);
        if least < lo - size || most > hi + size {
            return format!("(+ {0} (mod (- {value} {0}) {size}))", constant(lo));
        }
        let mut wrapped = value.clone();
        if most > hi {
            wrapped = format!("(ite (< {} {value}) (- {value} {size}) {wrapped})", constant(hi));
        }
        if least < lo {
            wrapped = format!("(ite (< {value} {}) (+ {value} {size}) {wrapped})", constant(lo));
        }
        wrapped
    }

    /// `Inv` of the state.
    fn own(&self) -> String {
        let numbers = (0..self.circuit.numbers.kept().len()).map(|n| format!("n{n}"));
        applied(numbers.chain(self.latches.iter().map(|lit| self.lit(*lit))))
    }

    /// `(n0 Int) (l0 Bool)`: the state, and all that has a name.
    fn declared(&self, needed: &Needed) -> String {
        let integers = (0..self.circuit.numbers.kept().len()).map(|n| format!("n{n}"));
        let terms = needed.terms.iter().filter(|t| self.definition(**t).is_some()).map(|t| format!("t{}", t.0));
        let is_own = |lit: &Lit| self.latches.contains(lit) || lit.is_constant();
        let gates = needed.variables.iter().map(|v| Lit::of(*v)).filter(|lit| !is_own(lit));
        let truths = self.latches.iter().copied().chain(gates).map(|lit| format!("({} Bool)", self.lit(lit)));
        integers.chain(terms).map(|name| format!("({name} Int)")).chain(truths).collect::<Vec<_>>().join(" ")
    }
}

fn parts(integer: Integer) -> (Vec<Lit>, Vec<Term>) {
    match integer {
        Integer::Constant(_) | Integer::Kept(_) => (vec![], vec![]),
        Integer::Weight(lit, _) => (vec![lit], vec![]),
        Integer::Sum(a, b) | Integer::Difference(a, b) | Integer::Product(a, b) => (vec![], vec![a, b]),
        Integer::Select(lit, a, b) => (vec![lit], vec![a, b]),
        Integer::Wrapped { value, .. } => (vec![], vec![value]),
    }
}

fn applied(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { "Inv".into() } else { format!("(Inv {})", words.join(" ")) }
}

fn constant(value: impl Into<i128>) -> String {
    let value = value.into();
    if value < 0 { format!("(- {})", -value) } else { value.to_string() }
}

//! Clauses for a circuit (Tseitin 1968), unrolled over steps: each literal of the circuit stands for one of the solver
//! at each step. Only what is asked for is written, with what it depends on: its cone of influence.

use super::circuit::{Circuit, Lit, Node};
use super::solver::{SatLit, Solver};

/// The states from which a circuit is unrolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The initial ones.
    Reset,
    /// All.
    Any,
}

/// How a gate is written as clauses.
#[derive(Clone, Debug)]
enum Gate {
    /// All of these; gates that nothing else uses are part of the one that uses them.
    All(Vec<Lit>),
    /// The second where the first holds, the third elsewhere; negated if so said.
    Mux([Lit; 3]),
}

/// A circuit in a solver, at steps 0, 1, and so on.
pub struct Unrolled<'c> {
    circuit: &'c Circuit,
    start: Start,
    /// How often each variable is used.
    uses: Vec<u32>,
    /// What each variable is at each step, where it has been asked for.
    steps: Vec<Vec<Option<SatLit>>>,
}

impl<'c> Unrolled<'c> {
    pub fn new(circuit: &'c Circuit, start: Start) -> Self {
        Unrolled { circuit, start, uses: uses(circuit), steps: vec![] }
    }

    /// The literal at a step. What is not in the solver yet is put there.
    pub fn lit(&mut self, solver: &mut dyn Solver, step: usize, lit: Lit) -> SatLit {
        while self.steps.len() <= step {
            self.steps.push(vec![None; self.circuit.variables()]);
        }
        let mut open = vec![(step, lit.variable())];
        while let Some(&(step, variable)) = open.last() {
            if self.steps[step][variable].is_some() {
                open.pop();
                continue;
            }
            let missing = self.missing(step, variable);
            if missing.is_empty() {
                self.steps[step][variable] = Some(self.write(solver, step, variable));
                open.pop();
            }
            open.extend(missing);
        }
        self.known(step, lit)
    }

    /// The literal at a step, if it is in the solver.
    pub fn find(&self, step: usize, lit: Lit) -> Option<SatLit> {
        let found = *self.steps.get(step)?.get(lit.variable())?;
        Some(found?.negated_if(lit.is_negated()))
    }

    fn known(&self, step: usize, lit: Lit) -> SatLit {
        self.find(step, lit).expect("it was put there before")
    }

    /// What has to be there before a variable.
    fn missing(&self, step: usize, variable: usize) -> Vec<(usize, usize)> {
        let needed = match self.circuit.kind(Lit::of(variable)) {
            Node::Latch(n) if step > 0 => vec![(step - 1, self.circuit.latches()[n].next.variable())],
            Node::And(a, b) => match self.gate(a, b) {
                Gate::All(lits) => lits.iter().map(|l| (step, l.variable())).collect(),
                Gate::Mux(lits) => lits.map(|l| (step, l.variable())).to_vec(),
            },
            _ => vec![],
        };
        needed.into_iter().filter(|&(step, variable)| self.steps[step][variable].is_none()).collect()
    }

    fn write(&self, solver: &mut dyn Solver, step: usize, variable: usize) -> SatLit {
        match self.circuit.kind(Lit::of(variable)) {
            Node::False => SatLit::FALSE,
            Node::Input(_) => solver.variable(),
            Node::Latch(n) => self.latch(solver, step, n),
            Node::And(a, b) => match self.gate(a, b) {
                Gate::All(lits) => all(solver, lits.iter().map(|&l| self.known(step, l)).collect()),
                Gate::Mux(lits) => mux(solver, lits.map(|l| self.known(step, l))),
            },
        }
    }

    fn latch(&self, solver: &mut dyn Solver, step: usize, n: usize) -> SatLit {
        let latch = &self.circuit.latches()[n];
        match latch.reset.value() {
            _ if step > 0 => self.known(step - 1, latch.next),
            Some(value) if self.start == Start::Reset => SatLit::FALSE.negated_if(value),
            _ => solver.variable(),
        }
    }

    /// `!(c & t) & !(!c & e)` is a choice between `!t` and `!e`.
    fn gate(&self, a: Lit, b: Lit) -> Gate {
        if let (Node::And(p, q), Node::And(r, s)) = (self.circuit.kind(a), self.circuit.kind(b))
            && a.is_negated()
            && b.is_negated()
        {
            let ways = [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)];
            if let Some(&(c, t, _, e)) = ways.iter().find(|(c, _, d, _)| *c == !*d) {
                return Gate::Mux([c, !t, !e]);
            }
        }
        let mut lits = vec![];
        self.collect(&[a, b], &mut lits);
        Gate::All(lits)
    }

    /// What an and is the and of, through those that nothing else uses.
    fn collect(&self, of: &[Lit], lits: &mut Vec<Lit>) {
        let mut open = of.to_vec();
        while let Some(lit) = open.pop() {
            match self.circuit.kind(lit) {
                Node::And(a, b) if !lit.is_negated() && self.uses[lit.variable()] == 1 => open.extend([b, a]),
                _ => lits.push(lit),
            }
        }
    }
}

/// How often each variable is used by gates, latches, bad outputs and constraints.
fn uses(circuit: &Circuit) -> Vec<u32> {
    let mut uses = vec![0; circuit.variables()];
    let gates = circuit.ands().flat_map(|(_, a, b)| [a, b]);
    let latches = circuit.latches().iter().map(|latch| latch.next);
    let outputs = circuit.bads().iter().map(|bad| bad.lit).chain(circuit.constraints().iter().copied());
    gates.chain(latches).chain(outputs).for_each(|lit| uses[lit.variable()] += 1);
    uses
}

/// A literal that holds where all of these do.
fn all(solver: &mut dyn Solver, mut lits: Vec<SatLit>) -> SatLit {
    lits.retain(|&lit| lit != SatLit::TRUE);
    lits.sort_unstable();
    lits.dedup();
    if lits.contains(&SatLit::FALSE) || lits.windows(2).any(|pair| pair[0] == !pair[1]) {
        return SatLit::FALSE;
    }
    if let [] | [_] = lits[..] {
        return lits.pop().unwrap_or(SatLit::TRUE);
    }
    let gate = solver.variable();
    lits.iter().for_each(|&lit| solver.clause(&[!gate, lit]));
    lits.iter_mut().for_each(|lit| *lit = !*lit);
    lits.push(gate);
    solver.clause(&lits);
    gate
}

/// A literal that is the second where the first holds, and the third elsewhere. Two of the clauses follow from the
/// others; with them it is known as soon as both branches agree.
fn mux(solver: &mut dyn Solver, [c, t, e]: [SatLit; 3]) -> SatLit {
    match (c, t == e) {
        (SatLit::TRUE, _) | (_, true) => return t,
        (SatLit::FALSE, _) => return e,
        _ => {}
    }
    let gate = solver.variable();
    for (condition, branch) in [(c, t), (!c, e)] {
        solver.clause(&[!condition, !branch, gate]);
        solver.clause(&[!condition, branch, !gate]);
    }
    if t != !e {
        solver.clause(&[!t, !e, gate]);
        solver.clause(&[t, e, !gate]);
    }
    gate
}

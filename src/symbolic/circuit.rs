//! Circuits: and-inverter graphs with latches, as AIGER 1.9 has them (Biere, Heljanko, Wieringa 2011). A circuit is a
//! finite transition system: a state is a value for each latch, a step is chosen by the inputs.
//!
//! Gates are shared: the same and of the same two literals is the same gate, and what constants decide is no gate.

pub use super::lit::Lit;
use super::numbers::Numbers;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::ops::Index;

/// The value of a latch in initial states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reset {
    Zero,
    One,
    /// Either.
    Free,
}

impl Reset {
    /// The value, unless it is free.
    pub fn value(self) -> Option<bool> {
        match self {
            Reset::Zero => Some(false),
            Reset::One => Some(true),
            Reset::Free => None,
        }
    }
}

/// What a variable is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// Variable 0.
    False,
    /// The input with this number.
    Input(usize),
    /// The latch with this number.
    Latch(usize),
    And(Lit, Lit),
}

/// A literal that has a name: an input or a bad output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    pub lit: Lit,
    pub name: String,
}

/// A bit of the state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Latch {
    pub lit: Lit,
    pub name: String,
    pub reset: Reset,
    /// Its value after the step; itself until it is said.
    pub next: Lit,
}

/// An and-inverter graph. Every gate stands behind those it uses.
#[derive(Clone, Debug)]
pub struct Circuit {
    nodes: Vec<Node>,
    /// Gates by their two literals, the smaller first.
    gates: IndexMap<(Lit, Lit), Lit, FxBuildHasher>,
    inputs: Vec<Named>,
    latches: Vec<Latch>,
    bads: Vec<Named>,
    constraints: Vec<Lit>,
    /// What gates are as truths about integers.
    pub numbers: Numbers,
}

impl Default for Circuit {
    fn default() -> Self {
        Circuit::new()
    }
}

/// What is built.
impl Circuit {
    pub fn new() -> Circuit {
        Circuit {
            nodes: vec![Node::False],
            gates: IndexMap::default(),
            inputs: vec![],
            latches: vec![],
            bads: vec![],
            constraints: vec![],
            numbers: Numbers::default(),
        }
    }

    pub fn input(&mut self, name: impl Into<String>) -> Lit {
        let lit = self.node(Node::Input(self.inputs.len()));
        self.inputs.push(Named { lit, name: name.into() });
        lit
    }

    /// A latch that keeps its value until [`Circuit::next`] says otherwise.
    pub fn latch(&mut self, name: impl Into<String>, reset: Reset) -> Lit {
        let lit = self.node(Node::Latch(self.latches.len()));
        self.latches.push(Latch { lit, name: name.into(), reset, next: lit });
        lit
    }

    /// The value of a latch after the step.
    ///
    /// # Panics
    ///
    /// If the literal is no latch.
    pub fn next(&mut self, latch: Lit, next: Lit) {
        match self.kind(latch) {
            Node::Latch(n) if !latch.is_negated() => self.latches[n].next = next,
            _ => panic!("{latch:?} is no latch"),
        }
    }

    /// States and inputs in which this holds must not be reached.
    pub fn bad(&mut self, name: impl Into<String>, lit: Lit) {
        self.bads.push(Named { lit, name: name.into() });
    }

    /// The same in the place of all bad outputs that there are.
    pub fn only_bad(&mut self, name: impl Into<String>, lit: Lit) {
        self.bads.clear();
        self.bad(name, lit);
    }

    /// There are no steps, and no bad states, but where this holds.
    pub fn constraint(&mut self, lit: Lit) {
        self.constraints.push(lit);
    }

    /// The same circuit, its latches called `l0`, `l1` and so on.
    pub fn with_numbered_latches(&self) -> Circuit {
        let mut circuit = self.clone();
        circuit.latches.iter_mut().enumerate().for_each(|(n, latch)| latch.name = format!("l{n}"));
        circuit
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        if let Some(known) = self.simpler(a, b).or_else(|| self.simpler(b, a)) {
            return known;
        }
        if let Some(&gate) = self.gates.get(&(a, b)) {
            return gate;
        }
        let gate = self.node(Node::And(a, b));
        self.gates.insert((a, b), gate);
        gate
    }

    /// What `a & b` is without a gate, as far as it shows in `a` and in what `b` is made of.
    fn simpler(&self, a: Lit, b: Lit) -> Option<Lit> {
        if a == Lit::FALSE || a == !b {
            return Some(Lit::FALSE);
        }
        if a == Lit::TRUE || a == b {
            return Some(b);
        }
        let Node::And(c, d) = self.kind(b) else { return None };
        match b.is_negated() {
            false if a == !c || a == !d => Some(Lit::FALSE),
            false if a == c || a == d => Some(b),
            true if a == !c || a == !d => Some(a),
            _ => None,
        }
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        self.mux(a, !b, b)
    }

    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        self.or(!a, b)
    }

    /// `then` where the condition holds, `otherwise` elsewhere.
    pub fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        if then == otherwise {
            return then;
        }
        let (yes, no) = (self.and(condition, then), self.and(!condition, otherwise));
        self.or(yes, no)
    }

    pub fn all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::TRUE, |a, b| self.and(a, b))
    }

    pub fn any(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::FALSE, |a, b| self.or(a, b))
    }

    /// What each of the first variables is where these stand for inputs and latches.
    pub fn replaced(&mut self, variables: usize, leaf: impl Fn(Lit) -> Option<Lit>) -> Replaced {
        let mut found = Replaced(Vec::with_capacity(variables));
        for lit in (0..variables).map(Lit::of) {
            found.0.push(match self.kind(lit) {
                Node::And(a, b) => self.and(found.of(a), found.of(b)),
                _ => leaf(lit).unwrap_or(lit),
            });
        }
        found
    }

    fn node(&mut self, node: Node) -> Lit {
        self.nodes.push(node);
        Lit::of(self.nodes.len() - 1)
    }
}

/// What is there.
impl Circuit {
    /// How many variables there are, the constant among them.
    pub fn variables(&self) -> usize {
        self.nodes.len()
    }

    /// What the variable of a literal is.
    pub fn kind(&self, lit: Lit) -> Node {
        self.nodes[lit.variable()]
    }

    pub fn inputs(&self) -> &[Named] {
        &self.inputs
    }

    pub fn latches(&self) -> &[Latch] {
        &self.latches
    }

    /// Each gate with the two literals of which it is the and; those it uses come first.
    pub fn ands(&self) -> impl Iterator<Item = (Lit, Lit, Lit)> {
        self.gates.iter().map(|(&(a, b), &gate)| (gate, a, b))
    }

    pub fn bads(&self) -> &[Named] {
        &self.bads
    }

    pub fn constraints(&self) -> &[Lit] {
        &self.constraints
    }

    /// The value of every literal, in a state and under inputs.
    ///
    /// # Panics
    ///
    /// If there are not as many values as latches or inputs.
    pub fn eval(&self, latches: &[bool], inputs: &[bool]) -> Values {
        assert_eq!((latches.len(), inputs.len()), (self.latches.len(), self.inputs.len()), "a value for each");
        let mut values = Values(Vec::with_capacity(self.nodes.len()));
        for node in &self.nodes {
            let value = match *node {
                Node::False => false,
                Node::Input(n) => inputs[n],
                Node::Latch(n) => latches[n],
                Node::And(a, b) => values[a] && values[b],
            };
            values.0.push(value);
        }
        values
    }

    /// The state after a step.
    pub fn after(&self, values: &Values) -> Vec<bool> {
        self.latches.iter().map(|latch| values[latch.next]).collect()
    }
}

/// A literal in the place of each literal.
pub struct Replaced(Vec<Lit>);

impl Replaced {
    pub fn of(&self, lit: Lit) -> Lit {
        self.0[lit.variable()].negated_if(lit.is_negated())
    }
}

/// A value for each literal of a circuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values(Vec<bool>);

impl Index<Lit> for Values {
    type Output = bool;

    fn index(&self, lit: Lit) -> &bool {
        if self.0[lit.variable()] != lit.is_negated() { &true } else { &false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Random gates over three inputs, each beside its value for each of the 8 inputs.
    #[test]
    fn gates_are_what_they_are_named() {
        let mut rng = Random::new(7);
        let mut circuit = Circuit::new();
        let mut known = vec![(Lit::FALSE, 0u8), (Lit::TRUE, 0xff)];
        known.extend([0xaa, 0xcc, 0xf0].map(|table| (circuit.input("x"), table)));
        for _ in 0..2000 {
            let [(a, x), (b, y), (c, z)] = [(); 3].map(|()| known[rng.below(known.len())]);
            let (lit, table) = match rng.below(7) {
                0 => (circuit.and(a, b), x & y),
                1 => (circuit.or(a, b), x | y),
                2 => (circuit.xor(a, b), x ^ y),
                3 => (circuit.iff(a, b), !(x ^ y)),
                4 => (circuit.mux(a, b, c), x & y | !x & z),
                5 => (circuit.implies(a, b), !x | y),
                _ => (!a, !x),
            };
            known.push((lit, table));
        }
        for bits in 0..8u8 {
            let values = circuit.eval(&[], &[0, 1, 2].map(|n| bits >> n & 1 == 1));
            assert!(known.iter().all(|&(lit, table)| values[lit] == (table >> bits & 1 == 1)), "inputs {bits}");
        }
    }

    #[test]
    fn latches_step_and_gates_are_shared() {
        let mut circuit = Circuit::new();
        let (up, x) = (circuit.input("up"), circuit.latch("x", Reset::One));
        let flipped = circuit.xor(up, x);
        circuit.next(x, flipped);
        assert_eq!(circuit.after(&circuit.eval(&[true], &[true])), [false]);
        let gates = circuit.ands().count();
        assert_eq!((circuit.xor(up, x), circuit.ands().count()), (flipped, gates));
    }
}

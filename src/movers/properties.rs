//! The four mover properties of CPC 3, tried on one pair of nodes at a time.
//!
//! Read over arbitrary stores the properties would reject even an access under its lock, so they are
//! read over pairs of nodes that occur together in a reachable state; proofs commute only there.

use super::Moves;
use crate::ir::Loc;
use crate::semantics::{Configuration, LocalStore, Semantics, Step};
use moverlog_rules::{Global, Tid};
use rustc_hash::FxHashMap;

/// RM and LM step by step, in the order of the transitions; no entry means neither.
pub type Table = FxHashMap<(Tid, Global, LocalStore), Vec<Moves>>;

/// Two threads at one global store: (g, t, l, u, l') with t != u.
pub type Pair = (Global, Tid, LocalStore, Tid, LocalStore);

/// What the properties quantify over, taken from the reachable states.
pub struct Reachable {
    pairs: Vec<(Pair, usize)>,
    nodes: Vec<(Tid, Global, LocalStore)>,
    /// For each node the number of the first state in which it occurs.
    first: Vec<usize>,
}

impl Reachable {
    pub fn new(states: impl Iterator<Item = Configuration>) -> Self {
        let (mut pairs, mut nodes) = (FxHashMap::default(), FxHashMap::default());
        for (number, s) in states.enumerate() {
            for (t, l) in numbered(&s.locals) {
                nodes.entry((t, s.global, l)).or_insert(number);
                for (u, l2) in numbered(&s.locals).filter(|(u, _)| *u != t) {
                    pairs.entry((s.global, t, l, u, l2)).or_insert(number);
                }
            }
        }
        let (nodes, first) = sorted(nodes).into_iter().unzip();
        Reachable { pairs: sorted(pairs), nodes, first }
    }

    pub fn nodes(&self) -> &[(Tid, Global, LocalStore)] {
        &self.nodes
    }

    /// Every node with the number of the first state in which it occurs.
    pub fn numbered_nodes(&self) -> impl Iterator<Item = ((Tid, Global, LocalStore), usize)> + '_ {
        self.nodes.iter().copied().zip(self.first.iter().copied())
    }

    /// Every pair with the number of the first state in which it occurs.
    pub fn pairs(&self) -> &[(Pair, usize)] {
        &self.pairs
    }
}

fn numbered(locals: &[LocalStore]) -> impl Iterator<Item = (Tid, LocalStore)> + '_ {
    (1..).map(Tid).zip(locals.iter().copied())
}

fn sorted<T: Ord>(map: FxHashMap<T, usize>) -> Vec<(T, usize)> {
    let mut items: Vec<(T, usize)> = map.into_iter().collect();
    items.sort_unstable();
    items
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Property {
    P1,
    P2,
    P3,
    P4,
}

impl Property {
    pub const ALL: [Property; 4] = [Property::P1, Property::P2, Property::P3, Property::P4];

    /// Whether it speaks of RM; the others speak of LM.
    pub fn is_of_right_movers(self) -> bool {
        matches!(self, Property::P1 | Property::P2)
    }
}

/// A pair of steps for which a property fails; it says that the step of `t` should not be in RM or LM.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Breach {
    pub loc: Loc,
    pub t: Tid,
    /// The claim refuted: in RM, or else in LM.
    pub right: bool,
    /// The number of the first reachable state with this pair.
    pub state: usize,
    pub property: Property,
    pub pair: Pair,
    /// The outcomes of t's and of u's action, at the nodes where the property meets them first.
    pub mine: usize,
    pub theirs: usize,
}

impl Breach {
    /// The node whose step is in RM or LM.
    pub(crate) fn claimed_at(&self, semantics: &Semantics<'_>) -> (Tid, Global, LocalStore) {
        let (g, t, l, u, l2) = self.pair;
        match self.property {
            Property::P1 | Property::P4 => (t, g, l),
            Property::P2 | Property::P3 => (t, semantics.transitions(u, g, l2).steps[self.theirs].global, l),
        }
    }
}

/// A step and its classes.
type Classed = (Step, Moves);

/// RM and LM to be tried.
pub struct Properties<'a> {
    pub semantics: &'a Semantics<'a>,
    pub table: &'a Table,
}

impl Properties<'_> {
    /// The steps of the pair for which the property fails.
    pub fn breaches(&self, property: Property, (pair, state): (Pair, usize)) -> Vec<Breach> {
        let found = match property {
            Property::P1 => self.property1(pair),
            Property::P2 => self.property2(pair),
            Property::P3 => self.property3(pair),
            Property::P4 => self.property4(pair),
        };
        let right = property.is_of_right_movers();
        let breach = |(mine, theirs)| {
            let loc = self.semantics.loc(pair.2).expect("a thread that steps is somewhere");
            Breach { loc, t: pair.1, right, state, property, pair, mine, theirs }
        };
        found.into_iter().map(breach).collect()
    }

    fn steps(&self, t: Tid, g: Global, l: LocalStore) -> Vec<Classed> {
        let transitions = self.semantics.transitions(t, g, l);
        match self.table.get(&(t, g, l)) {
            Some(moves) => transitions.steps.iter().cloned().zip(moves.iter().copied()).collect(),
            None => transitions.steps.iter().map(|s| (s.clone(), Moves::NON)).collect(),
        }
    }

    /// If RM(t, g1 to g2) and then u steps to g3, u can step first and RM(t) still leads to g3.
    fn property1(&self, (g1, t, l1, u, l3): Pair) -> Vec<(usize, usize)> {
        let mut found = vec![];
        let first = self.steps(u, g1, l3);
        for (i, (mine, _)) in self.steps(t, g1, l1).iter().enumerate().filter(|(_, (_, m))| m.right) {
            for (k, (theirs, _)) in self.steps(u, mine.global, l3).iter().enumerate() {
                let commutes = first.iter().filter(|(first, _)| first.effect == theirs.effect).any(|(first, _)| {
                    let then = self.steps(t, first.global, l1);
                    then.iter().any(|(s, m)| m.right && s.effect == mine.effect && s.global == theirs.global)
                });
                if !commutes {
                    found.push((i, k));
                }
            }
        }
        found
    }

    /// If u steps g1 to g2 and RM(t) at g2, every step of t at g1 is in RM.
    fn property2(&self, (g1, t, l1, u, l3): Pair) -> Vec<(usize, usize)> {
        let mut found = vec![];
        if self.steps(t, g1, l1).iter().all(|(_, m)| m.right) {
            return found;
        }
        for (k, (theirs, _)) in self.steps(u, g1, l3).iter().enumerate() {
            let after = self.steps(t, theirs.global, l1);
            found.extend((0..after.len()).filter(|i| after[*i].1.right).map(|i| (i, k)));
        }
        found
    }

    /// If u steps g1 to g2 and then LM(t) to g3, LM(t) can step first and u still leads to g3.
    fn property3(&self, (g1, t, l1, u, l3): Pair) -> Vec<(usize, usize)> {
        let mut found = vec![];
        let first = self.steps(t, g1, l1);
        for (k, (theirs, _)) in self.steps(u, g1, l3).iter().enumerate() {
            for (i, (mine, moves)) in self.steps(t, theirs.global, l1).iter().enumerate() {
                let mut same = first.iter().filter(|(s, m)| m.left && s.effect == mine.effect);
                let commutes = same.any(|(first, _)| {
                    let then = self.steps(u, first.global, l3);
                    then.iter().any(|(s, _)| s.effect == theirs.effect && s.global == mine.global)
                });
                if moves.left && !commutes {
                    found.push((i, k));
                }
            }
        }
        found
    }

    /// If u steps g1 to g2, a step of t in LM at g1 is in LM at g2.
    fn property4(&self, (g1, t, l1, u, l3): Pair) -> Vec<(usize, usize)> {
        let mut found = vec![];
        let first = self.steps(t, g1, l1);
        for (k, (theirs, _)) in self.steps(u, g1, l3).iter().enumerate() {
            let after = self.steps(t, theirs.global, l1);
            let survives = |mine: &Step| after.iter().any(|(s, m)| m.left && s.effect == mine.effect);
            found.extend((0..first.len()).filter(|i| first[*i].1.left && !survives(&first[*i].0)).map(|i| (i, k)));
        }
        found
    }
}

//! The greatest RM and LM with properties 1 to 4 of CPC 3, over all reachable states.
//!
//! Each property concludes positively about the same relation, so both relations have a greatest
//! solution: start from all steps and delete what breaks a property until nothing does. Read over
//! arbitrary stores the properties would reject even an access under its lock, so they are read
//! over pairs of nodes that occur together in a reachable state; proofs commute only there.
//!
//! DIVERGENCE: T_G of CPC 3 is a partial function, our actions may have several outcomes. They stay
//! in RM or in LM together. One by one, an outcome could take the place of another in property 3,
//! and a step of another thread could lead into L(t) or out of it, against C4.

use super::Moves;
use crate::ir::Loc;
use crate::semantics::{Configuration, LocalStore, Semantics, Step};
use moverlog_rules::{Global, Tid};
use rustc_hash::{FxHashMap, FxHashSet};

type Table = FxHashMap<(Tid, Global, LocalStore), Vec<Moves>>;

/// Two threads at one global store: (g, t, l, u, l') with t != u.
type Pair = (Global, Tid, LocalStore, Tid, LocalStore);

/// What the properties quantify over, taken from the reachable states.
pub struct Reachable {
    pairs: Vec<Pair>,
    nodes: Vec<(Tid, Global, LocalStore)>,
}

impl Reachable {
    pub fn new(states: impl Iterator<Item = Configuration>) -> Self {
        let (mut pairs, mut nodes) = (FxHashSet::default(), FxHashSet::default());
        for s in states {
            for (t, l) in numbered(&s.locals) {
                nodes.insert((t, s.global, l));
                let others = numbered(&s.locals).filter(|(u, _)| *u != t);
                pairs.extend(others.map(|(u, l2)| (s.global, t, l, u, l2)));
            }
        }
        Reachable { pairs: sorted(pairs), nodes: sorted(nodes) }
    }

    pub fn nodes(&self) -> &[(Tid, Global, LocalStore)] {
        &self.nodes
    }
}

fn numbered(locals: &[LocalStore]) -> impl Iterator<Item = (Tid, LocalStore)> + '_ {
    (1..).map(Tid).zip(locals.iter().copied())
}

fn sorted<T: Ord>(set: FxHashSet<T>) -> Vec<T> {
    let mut items: Vec<T> = set.into_iter().collect();
    items.sort_unstable();
    items
}

/// The greatest RM and LM.
pub fn greatest(semantics: &Semantics<'_>, reachable: &Reachable) -> Table {
    let all = |&(t, g, l): &(Tid, Global, LocalStore)| {
        ((t, g, l), vec![Moves::BOTH; semantics.transitions(t, g, l).steps.len()])
    };
    let mut deletion = Deletion { semantics, table: reachable.nodes.iter().map(all).collect() };
    while !deletion.round(reachable).is_empty() {}
    deletion.table
}

/// A mover claim that a property refutes: thread `t` at `loc`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct FalseClaim {
    pub loc: Loc,
    pub t: Tid,
    pub right: bool,
}

/// The claims of `table` that break a property, none if it may be used.
pub fn refute(semantics: &Semantics<'_>, reachable: &Reachable, table: Table) -> Vec<FalseClaim> {
    let mut deletion = Deletion { semantics, table };
    let mut claims = deletion.round(reachable);
    claims.sort();
    claims.dedup();
    claims
}

struct Deletion<'a> {
    semantics: &'a Semantics<'a>,
    table: Table,
}

/// A step and its classes.
type Classed = (Step, Moves);

impl Deletion<'_> {
    /// Deletes what breaks a property once over all pairs.
    fn round(&mut self, reachable: &Reachable) -> Vec<FalseClaim> {
        let mut claims = vec![];
        for &pair in &reachable.pairs {
            self.property1(pair, &mut claims);
            self.property2(pair, &mut claims);
            self.property3(pair, &mut claims);
            self.property4(pair, &mut claims);
        }
        claims
    }

    fn steps(&self, t: Tid, g: Global, l: LocalStore) -> Vec<Classed> {
        let transitions = self.semantics.transitions(t, g, l);
        match self.table.get(&(t, g, l)) {
            Some(moves) => transitions.steps.iter().cloned().zip(moves.iter().copied()).collect(),
            None => transitions.steps.iter().map(|s| (s.clone(), Moves::NON)).collect(),
        }
    }

    fn delete(&mut self, (t, g, l): (Tid, Global, LocalStore), right: bool, out: &mut Vec<FalseClaim>) {
        for moves in self.table.get_mut(&(t, g, l)).expect("only classed steps are deleted") {
            *(if right { &mut moves.right } else { &mut moves.left }) = false;
        }
        let loc = self.semantics.loc(l).expect("a thread that steps is somewhere");
        out.push(FalseClaim { loc, t, right });
    }

    /// If RM(t, g1 to g2) and then u steps to g3, u can step first and RM(t) still leads to g3.
    fn property1(&mut self, (g1, t, l1, u, l3): Pair, out: &mut Vec<FalseClaim>) {
        for (mine, moves) in self.steps(t, g1, l1) {
            if !moves.right {
                continue;
            }
            let commutes = |theirs: &Step| {
                self.steps(u, g1, l3).iter().filter(|(first, _)| first.effect == theirs.effect).any(|(first, _)| {
                    let then = self.steps(t, first.global, l1);
                    then.iter().any(|(s, m)| m.right && s.effect == mine.effect && s.global == theirs.global)
                })
            };
            if !self.steps(u, mine.global, l3).iter().all(|(theirs, _)| commutes(theirs)) {
                self.delete((t, g1, l1), true, out);
            }
        }
    }

    /// If u steps g1 to g2 and RM(t) at g2, every step of t at g1 is in RM.
    fn property2(&mut self, (g1, t, l1, u, l3): Pair, out: &mut Vec<FalseClaim>) {
        if self.steps(t, g1, l1).iter().all(|(_, m)| m.right) {
            return;
        }
        for (theirs, _) in self.steps(u, g1, l3) {
            for (_, moves) in self.steps(t, theirs.global, l1) {
                if moves.right {
                    self.delete((t, theirs.global, l1), true, out);
                }
            }
        }
    }

    /// If u steps g1 to g2 and then LM(t) to g3, LM(t) can step first and u still leads to g3.
    fn property3(&mut self, (g1, t, l1, u, l3): Pair, out: &mut Vec<FalseClaim>) {
        for (theirs, _) in self.steps(u, g1, l3) {
            for (mine, moves) in self.steps(t, theirs.global, l1) {
                let first = self.steps(t, g1, l1);
                let mut same = first.iter().filter(|(s, m)| m.left && s.effect == mine.effect);
                let commutes = same.any(|(first, _)| {
                    let then = self.steps(u, first.global, l3);
                    then.iter().any(|(s, _)| s.effect == theirs.effect && s.global == mine.global)
                });
                if moves.left && !commutes {
                    self.delete((t, theirs.global, l1), false, out);
                }
            }
        }
    }

    /// If u steps g1 to g2, a step of t in LM at g1 is in LM at g2.
    fn property4(&mut self, (g1, t, l1, u, l3): Pair, out: &mut Vec<FalseClaim>) {
        for (theirs, _) in self.steps(u, g1, l3) {
            for (mine, moves) in self.steps(t, g1, l1) {
                let after = self.steps(t, theirs.global, l1);
                let survives = after.iter().any(|(s, m)| m.left && s.effect == mine.effect);
                if moves.left && !survives {
                    self.delete((t, g1, l1), false, out);
                }
            }
        }
    }
}

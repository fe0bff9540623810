//! The greatest RM and LM with properties 1 to 4 of CPC 3, over all reachable states.
//!
//! Each property concludes positively about the same relation, so both relations have a greatest
//! solution: start from all steps and delete what breaks a property until nothing does.
//!
//! DIVERGENCE: T_G of CPC 3 is a partial function, our actions may have several outcomes. They stay
//! in RM or in LM together. One by one, an outcome could take the place of another in property 3,
//! and a step of another thread could lead into L(t) or out of it, against C4.

use super::Moves;
use super::properties::{Breach, Properties, Property, Reachable, Table};
use crate::semantics::{LocalStore, Semantics};
use moverlog_rules::{Global, Tid};

/// The greatest RM and LM.
pub fn greatest(semantics: &Semantics<'_>, reachable: &Reachable) -> Table {
    let mut table = every_step(semantics, reachable);
    while deletes(semantics, reachable, &Property::ALL, &mut table) {}
    table
}

/// RM and LM with the two properties of QRR 4 alone, P1 and P3: every theorem of the paper is stated for
/// such movers, and errors are lost under them, since a left mover may be disabled.
///
/// Both properties go on: the step of u that is passed is in RM, and in LM, at one place iff it is at the
/// other. That can be met in several ways, so there is no greatest pair; here u's steps keep what they
/// have at both places.
pub fn two_properties(semantics: &Semantics<'_>, reachable: &Reachable) -> Table {
    let mut table = every_step(semantics, reachable);
    while deletes(semantics, reachable, &[Property::P1, Property::P3], &mut table)
        || levels(semantics, reachable, &mut table)
    {}
    table
}

fn every_step(semantics: &Semantics<'_>, reachable: &Reachable) -> Table {
    let all = |&(t, g, l): &(_, _, _)| ((t, g, l), vec![Moves::BOTH; semantics.transitions(t, g, l).steps.len()]);
    reachable.nodes().iter().map(all).collect()
}

/// Lets the steps of u be the same movers before and after each mover of t; false if they all are.
fn levels(semantics: &Semantics<'_>, reachable: &Reachable, table: &mut Table) -> bool {
    let mut deleted = false;
    for &((g, t, l, u, l2), _) in reachable.pairs() {
        if table[&(t, g, l)].iter().all(|m| *m == Moves::NON) {
            continue;
        }
        for step in &semantics.transitions(t, g, l).steps {
            deleted |= level(table, (u, g, l2), (u, step.global, l2));
        }
    }
    deleted
}

/// Leaves to the steps of two nodes what those of both have; the outcomes of one action share it.
fn level(table: &mut Table, a: (Tid, Global, LocalStore), b: (Tid, Global, LocalStore)) -> bool {
    let first = |node| table.get(node).and_then(|moves: &Vec<Moves>| moves.first().copied());
    let (Some(of_a), Some(of_b)) = (first(&a), first(&b)) else { return false };
    let both = Moves { right: of_a.right && of_b.right, left: of_a.left && of_b.left };
    for node in [a, b] {
        table.entry(node).and_modify(|moves| moves.fill(both));
    }
    of_a != of_b
}

/// Deletes what breaks one of these properties, once over all pairs; false if nothing does.
fn deletes(semantics: &Semantics<'_>, reachable: &Reachable, properties: &[Property], table: &mut Table) -> bool {
    let mut deleted = false;
    for pair in reachable.pairs() {
        for &property in properties {
            for breach in (Properties { semantics, table }).breaches(property, *pair) {
                delete(table, &breach, semantics);
                deleted = true;
            }
        }
    }
    deleted
}

/// Takes a step out of RM or out of LM, with the other outcomes of its action.
fn delete(table: &mut Table, breach: &Breach, semantics: &Semantics<'_>) {
    let node = breach.claimed_at(semantics);
    for moves in table.get_mut(&node).expect("only classed steps are deleted") {
        *(if breach.right { &mut moves.right } else { &mut moves.left }) = false;
    }
}

/// The claims of `table` that break a property, each with the first breach; none if it may be used.
pub fn refute(semantics: &Semantics<'_>, reachable: &Reachable, table: &Table) -> Vec<Breach> {
    let properties = Properties { semantics, table };
    let of_pair = |pair| Property::ALL.map(|p| properties.breaches(p, pair)).into_iter().flatten();
    let mut breaches: Vec<Breach> = reachable.pairs().iter().copied().flat_map(of_pair).collect();
    breaches.sort_unstable();
    breaches.dedup_by_key(|b| (b.loc, b.t, b.right));
    breaches
}

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
use crate::semantics::Semantics;

/// The greatest RM and LM.
pub fn greatest(semantics: &Semantics<'_>, reachable: &Reachable) -> Table {
    let all = |&(t, g, l): &(_, _, _)| ((t, g, l), vec![Moves::BOTH; semantics.transitions(t, g, l).steps.len()]);
    let mut table: Table = reachable.nodes().iter().map(all).collect();
    while deletes(semantics, reachable, &mut table) {}
    table
}

/// Deletes what breaks a property, once over all pairs; false if nothing does.
fn deletes(semantics: &Semantics<'_>, reachable: &Reachable, table: &mut Table) -> bool {
    let mut deleted = false;
    for pair in reachable.pairs() {
        for property in Property::ALL {
            for breach in (Properties { semantics, table }).breaches(property, *pair) {
                delete(table, &breach, semantics);
                deleted = true;
            }
        }
    }
    deleted
}

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

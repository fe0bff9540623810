//! P1 to P4: the four properties of CPC 3 on every reachable pair of nodes.

use super::{Tally, Trial, place, witness};
use crate::control::Control;
use crate::driver::claims;
use crate::exploration::{Instance, Partition};
use crate::movers::{Board, Breach, Movers, Moves, Pair, Properties, Property, Reachable, Table};
use crate::semantics::{LocalStore, Semantics};
use moverlog_rules::{Global, State, Tid};

/// On the states of `all`, which must be every interleaving. Executions are told in terms of the movers
/// and the partition. Nothing if a bound was hit.
pub fn mover_conditions(
    all: &Instance<'_>,
    movers: &Movers,
    partition: Partition,
    control: &Control<'_>,
) -> Option<Vec<Tally>> {
    let reachable = claims::reachable(all);
    let moves = |(t, g, l)| movers.moves(all.semantics, (t, g, l), &all.semantics.transitions(t, g, l));
    let table = &mover_table(&reachable, moves);
    let teller = &Instance::new(all.semantics, movers, partition, control);
    let mut tallies = vec![];
    for property in Property::ALL {
        let trial = try_property(all.semantics, (property, table), reachable.pairs(), control)?;
        tallies.push(trial.tally("pairs", |breach| {
            let s = State(breach.state as u32);
            let board = Board { semantics: all.semantics, movers, corner: &all.configuration(s) };
            witness(all, s, teller, board.of_breach(&breach))
        }));
    }
    Some(tallies)
}

/// What moves at each node.
pub(super) fn mover_table(reachable: &Reachable, moves: impl Fn((Tid, Global, LocalStore)) -> Vec<Moves>) -> Table {
    reachable.nodes().iter().map(|node| (*node, moves(*node))).collect()
}

fn try_property(
    semantics: &Semantics<'_>,
    (property, table): (Property, &Table),
    pairs: &[(Pair, usize)],
    control: &Control<'_>,
) -> Option<Trial<impl Ord + use<>, Breach>> {
    let properties = Properties { semantics, table };
    let mut trial = Trial::new();
    for pair in pairs {
        if trial.tried.is_multiple_of(4096) {
            control.check();
        }
        if control.stopped() {
            return None;
        }
        trial.tried += 1;
        for breach in properties.breaches(property, *pair) {
            trial.violated((place(semantics, Some(breach.loc)), breach), breach);
        }
    }
    Some(trial)
}

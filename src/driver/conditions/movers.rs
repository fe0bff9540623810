//! P1 to P4: the four properties of CPC 3 on every reachable pair of nodes.

use super::{Tally, Trial, place, witness};
use crate::control::Control;
use crate::driver::claims;
use crate::exploration::{Instance, Partition};
use crate::movers::{Board, Breach, Movers, Pair, Properties, Property, Reachable, Table};
use crate::semantics::Semantics;
use moverlog_rules::State;

/// On the states of `all`, which must be every interleaving. Executions are told in terms of the movers
/// and the partition. Nothing if a bound was hit.
pub fn mover_conditions(
    all: &Instance<'_>,
    movers: &Movers,
    partition: Partition,
    control: &Control<'_>,
) -> Option<Vec<Tally>> {
    let reachable = claims::reachable(all);
    let table = &table(all.semantics, &reachable, movers);
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

fn table(semantics: &Semantics<'_>, reachable: &Reachable, movers: &Movers) -> Table {
    let moves =
        |&(t, g, l): &(_, _, _)| ((t, g, l), movers.moves(semantics, (t, g, l), &semantics.transitions(t, g, l)));
    reachable.nodes().iter().map(moves).collect()
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

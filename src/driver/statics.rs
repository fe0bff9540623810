//! Executions told with movers that hold in every state, where an engine has none of its own.

use super::outcome::Failed;
use super::story::{Transaction, tell};
use super::witness::told_failure;
use crate::control::Control;
use crate::dynamic::{Analysis, Direction, Heuristics, StaticMovers};
use crate::execution::Event;
use crate::exploration::{Instance, Partition};
use crate::movers::{Movers, Moves, Table};
use crate::semantics::Semantics;

/// An execution that goes wrong, and the same with what matters alone.
pub(super) fn told_statically(semantics: &Semantics<'_>, executions: [Vec<Event>; 2], control: &Control<'_>) -> Failed {
    with_teller(semantics, executions, control, told_failure)
}

/// The transactions of two executions.
pub(super) fn stories(
    semantics: &Semantics<'_>,
    executions: [Vec<Event>; 2],
    control: &Control<'_>,
) -> [Vec<Transaction>; 2] {
    with_teller(semantics, executions, control, |executions, teller| executions.map(|events| tell(teller, &events)))
}

fn with_teller<T>(
    semantics: &Semantics<'_>,
    executions: [Vec<Event>; 2],
    control: &Control<'_>,
    told: impl FnOnce([Vec<Event>; 2], &Instance<'_>) -> T,
) -> T {
    let analysis = Analysis::new(semantics, Heuristics::ALL);
    let movers = Movers::Table(movers_along(&StaticMovers::new(&analysis), executions.iter().flatten()));
    let partition = Partition { lfs: analysis.flow.lfs.clone(), ..Partition::default() };
    told(executions, &Instance::new(semantics, &movers, partition, control))
}

/// What the reduction takes the steps of executions for. Where a node occurs more than once, what holds at every
/// occurrence.
pub(super) fn movers_along<'e>(statics: &StaticMovers, events: impl Iterator<Item = &'e Event>) -> Table {
    let mut table = Table::default();
    for event in events {
        let t = event.choice.t;
        let moves = |direction| statics.moves(direction, t, event.loc);
        let row = Moves { right: moves(Direction::Right), left: moves(Direction::Left) };
        let node = (t, event.before.global, event.before.locals[t.0 as usize - 1]);
        table.insert(node, vec![row; event.transitions.steps.len()]);
    }
    table
}

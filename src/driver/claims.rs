//! Movers that need all reachable states: the greatest ones, and those that the source claims.

use super::outcome::MoverMode;
use crate::control::{Bound, Control};
use crate::exploration::{Instance, Partition};
use crate::movers::{self, Board, Breach, FalseClaim, Movers, Moves, Protection, Reachable, Table};
use crate::semantics::Semantics;
use moverlog_rules::State;

/// Every interleaving; nothing if a bound was hit on the way.
pub(crate) fn interleave<'a>(
    semantics: &'a Semantics<'a>,
    movers: &'a Movers,
    control: &'a Control<'a>,
) -> Option<Instance<'a>> {
    interleave_within(semantics, movers, None, control)
}

/// As [`interleave`], or where stacks are bounded by `within`, what is reached inside that bound.
pub(super) fn interleave_within<'a>(
    semantics: &'a Semantics<'a>,
    movers: &'a Movers,
    within: Option<u32>,
    control: &'a Control<'a>,
) -> Option<Instance<'a>> {
    let instance = interleavings(semantics, movers, control);
    known(within, control).then_some(instance)
}

/// Whether all was explored that was to be.
pub(super) fn known(within: Option<u32>, control: &Control<'_>) -> bool {
    !control.stopped() && control.hit().is_none_or(|bound| within.is_some() && bound == Bound::Stack)
}

/// Every interleaving, or those found before a bound was hit.
pub(super) fn interleavings<'a>(
    semantics: &'a Semantics<'a>,
    movers: &'a Movers,
    control: &'a Control<'a>,
) -> Instance<'a> {
    let partition = Partition { phases: None, ..Partition::default() };
    control.begin(true);
    let instance = Instance::new(semantics, movers, partition, control);
    let interleaving = moverlog_rules::ruleset("interleaving").expect("the oracle is always there");
    (interleaving.solve)(&instance);
    instance
}

pub(crate) fn reachable(instance: &Instance<'_>) -> Reachable {
    Reachable::new((0..instance.state_count() as u32).map(|s| instance.configuration(State(s))))
}

/// What the accesses in all interleavings leave of the assumptions; what flags order is known after further rounds.
pub(super) fn locksets(instance: &Instance<'_>) -> Protection {
    let observed = instance.observed().expect("locksets are observed");
    match instance.semantics.program.starts.is_empty() {
        true => observed,
        false => observed.over(instance.semantics, &reachable(instance)),
    }
}

/// The movers of this mode, the claimed ones if none is refuted by the interleavings, of which none is missing.
pub(super) fn table(instance: &Instance<'_>, mode: MoverMode) -> Result<Movers, Vec<FalseClaim>> {
    let semantics = instance.semantics;
    let reachable = reachable(instance);
    match mode {
        MoverMode::Greatest => return Ok(Movers::Table(movers::greatest(semantics, &reachable))),
        MoverMode::TwoProperties => return Ok(Movers::Table(movers::two_properties(semantics, &reachable))),
        MoverMode::Declared | MoverMode::Lockset | MoverMode::Ordered => {}
    }
    let locksets = Movers::Protection(locksets(instance));
    let mut table = overridden(semantics, &reachable, &locksets);
    loop {
        let refuted = movers::refute(semantics, &reachable, &table);
        if refuted.is_empty() {
            return Ok(Movers::Table(table));
        }
        let (claimed, others): (Vec<Breach>, Vec<Breach>) =
            refuted.into_iter().partition(|b| semantics.program.location(b.loc).claimed.is_some());
        if !claimed.is_empty() {
            let movers = Movers::Table(table);
            return Err(claimed.into_iter().map(|breach| shown(instance, &movers, breach)).collect());
        }
        // Where a thread goes wrong, locks protect nothing any more, and nobody claimed that they do.
        for breach in others {
            let (t, g, l) = breach.claimed_at(semantics);
            let outcomes = semantics.transitions(t, g, l).steps.len();
            table.insert((t, g, l), vec![Moves::NON; outcomes]);
        }
    }
}

fn shown(instance: &Instance<'_>, movers: &Movers, breach: Breach) -> FalseClaim {
    let corner = &instance.configuration(State(breach.state as u32));
    FalseClaim { breach, square: Board { semantics: instance.semantics, movers, corner }.of_breach(&breach) }
}

/// These movers, overridden by the claims in the source.
pub(super) fn overridden(semantics: &Semantics<'_>, reachable: &Reachable, movers: &Movers) -> Table {
    let claimed = |&(t, g, l): &(_, _, _)| {
        let transitions = semantics.transitions(t, g, l);
        let mut moves = movers.moves(semantics, (t, g, l), &transitions);
        if let Some(claim) = semantics.loc(l).and_then(|loc| semantics.program.location(loc).claimed) {
            moves.fill(Moves { right: claim.is_right(), left: claim.is_left() });
        }
        ((t, g, l), moves)
    };
    reachable.nodes().iter().map(claimed).collect()
}

//! What the rules for one symbol do to the shared state, as a tree of comparisons with it.

use super::moves::{Goal, Move, Pairs};
use crate::ir::{Action, Binary, Cell, Domain, Expr, Place, PlaceKind, Statement, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The cell of the shared state.
pub(super) const STATE: Cell = Cell(0);

/// What becomes of the shared state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Change {
    Keep,
    Set(u32),
}

/// The number of a goal, and what becomes of the shared state on the way.
pub(super) type Outcome = (usize, Change);

/// Shared states in a row, both bounds included, in which the same may happen.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Segment {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) outcomes: Vec<Outcome>,
}

/// The same, while states may be added: what happens as it was written, and with states that stay told apart from
/// others, each as long as it is the same for all.
struct Run {
    from: u32,
    to: u32,
    written: Option<BTreeSet<(usize, u32)>>,
    kept: Option<BTreeSet<Outcome>>,
}

impl Run {
    fn new((from, to): (u32, u32), written: BTreeSet<(usize, u32)>) -> Self {
        let change = |(goal, q): (usize, u32)| (goal, if q == from { Change::Keep } else { Change::Set(q) });
        let kept = written.iter().map(|o| change(*o)).collect();
        Run { from, to, written: Some(written), kept: Some(kept) }
    }

    /// Whether the next one was added to it.
    fn takes(&mut self, next: &Run) -> bool {
        let (written, kept) = (self.written == next.written, self.kept == next.kept);
        if (written && self.written.is_some()) || (kept && self.kept.is_some()) {
            self.to = next.to;
            self.written = self.written.take().filter(|_| written);
            self.kept = self.kept.take().filter(|_| kept);
            return true;
        }
        false
    }

    fn segment(self, free: &[Outcome]) -> Segment {
        let set = |written: BTreeSet<(usize, u32)>| written.into_iter().map(|(g, q)| (g, Change::Set(q))).collect();
        let outcomes = self.kept.or(self.written.map(set)).unwrap_or_default();
        Segment { from: self.from, to: self.to, outcomes: outcomes.into_iter().chain(free.iter().copied()).collect() }
    }
}

/// All shared states below `states` in segments; goals by their numbers in `goals`.
pub(super) fn segments(here: &Move, goals: &[Goal], states: u32) -> Vec<Segment> {
    let mut all = BTreeMap::<u32, BTreeSet<(usize, u32)>>::new();
    let pairs = |goal: &Goal| here.rules.get(goal).into_iter().flat_map(Pairs::iter);
    for (number, goal) in goals.iter().enumerate() {
        for (q, to) in pairs(goal) {
            all.entry(*q).or_default().insert((number, *to));
        }
    }
    let (mut runs, mut next) = (Vec::<Run>::new(), 0);
    for (q, written) in all {
        if next < q {
            runs.push(Run::new((next, q - 1), BTreeSet::new()));
        }
        let run = Run::new((q, q), written);
        if !runs.last_mut().is_some_and(|last| last.takes(&run)) {
            runs.push(run);
        }
        next = q + 1;
    }
    if next < states {
        runs.push(Run::new((next, states - 1), BTreeSet::new()));
    }
    let is_free = |(_, goal): &(usize, &Goal)| here.free.contains(goal);
    let free: Vec<Outcome> = goals.iter().enumerate().filter(is_free).map(|(n, _)| (n, Change::Keep)).collect();
    runs.into_iter().map(|run| run.segment(&free)).collect()
}

/// One step: what `leaf` says of the segment in which the shared state is.
pub(super) fn body(segments: &[Segment], leaf: &impl Fn(&[Outcome]) -> Vec<Statement>) -> Vec<Statement> {
    match segments {
        [] => vec![],
        [one] => leaf(&one.outcomes),
        many => {
            let (low, high) = many.split_at(many.len() / 2);
            vec![Statement::If { cond: below(high[0].from), then: body(low, leaf), otherwise: body(high, leaf) }]
        }
    }
}

/// Whether the shared state is in a segment that `chosen` says yes to.
pub(super) fn within(segments: &[Segment], chosen: &impl Fn(&[Outcome]) -> bool) -> Expr {
    let said: Vec<bool> = segments.iter().map(|s| chosen(&s.outcomes)).collect();
    if said.iter().all(|yes| *yes == said[0]) {
        return Expr::Const(Value::from(said[0]));
    }
    let (low, high) = segments.split_at(segments.len() / 2);
    let parts = [low, high].map(|half| Box::new(within(half, chosen)));
    let [low, otherwise] = parts;
    match (*low, *otherwise) {
        (Expr::Const(1), Expr::Const(0)) => below(high[0].from),
        (low, otherwise) => Expr::Conditional(Box::new(below(high[0].from)), Box::new(low), Box::new(otherwise)),
    }
}

fn below(q: u32) -> Expr {
    Expr::Binary(Binary::Lt, Box::new(Expr::Load(cell(STATE))), Box::new(Expr::Const(q as Value)))
}

pub(super) fn cell(cell: Cell) -> Place {
    Place { kind: PlaceKind::Cell(cell), domain: Domain::Int }
}

pub(super) fn assign(place: Place, value: Value) -> Statement {
    Statement::Action(Action::Assign { place, value: Expr::Const(value) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pushdown::moves::Symbol;

    /// States 1 and 2 stay, 3 and 4 become 1; 0 and 5 block.
    #[test]
    fn states_with_the_same_outcome_are_in_one_segment() {
        let goal = Goal::Overwrite(Symbol::Named(7));
        let pairs = Pairs::from([(1, 1), (2, 2), (3, 1), (4, 1)]);
        let here = Move { rules: BTreeMap::from([(goal, pairs)]), ..Move::default() };
        let found = segments(&here, &[goal], 6);
        let bounds: Vec<_> = found.iter().map(|s| (s.from, s.to, s.outcomes.clone())).collect();
        let said = [(0, 0, vec![]), (1, 2, vec![(0, Change::Keep)]), (3, 4, vec![(0, Change::Set(1))]), (5, 5, vec![])];
        assert_eq!(bounds, said);
    }

    /// A constant function is one segment, the state that it keeps included.
    #[test]
    fn a_constant_is_one_segment() {
        let goal = Goal::Pop;
        let pairs = (0..4).map(|q| (q, 2)).collect();
        let here = Move { rules: BTreeMap::from([(goal, pairs)]), ..Move::default() };
        let said = Segment { from: 0, to: 3, outcomes: vec![(0, Change::Set(2))] };
        assert_eq!(segments(&here, &[goal], 4), [said]);
    }
}

//! DYN's reductions: checks by blocks from one state in which every thread is external to the next, and
//! what is known before a check.

use super::engine::Blocks;
use super::growing::growing;
use super::outcome::{Failed, Options, Outcome, Verdict};
use super::witness::{reordered, told_failure};
use crate::control::{Bound, Control};
use crate::dynamic::{self, Analysis, Direction, Exploration, Heuristics, Saying, StaticMovers};
use crate::execution::{Choice, Event};
use crate::exploration::{Instance, Partition};
use crate::ir::{self, Program};
use crate::movers::{Movers, Moves, Table};
use crate::semantics::{Configuration, Semantics};
#[cfg(feature = "workers")]
use moverlog_rules::Reduction;
use moverlog_rules::{Claim, Copy, Edge, Instrument, Location, Place, State, Tid};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};

/// Runs the reduction to its fixpoint.
pub(super) fn check(
    semantics: &Semantics<'_>,
    blocks: Blocks<'_>,
    heuristics: Heuristics,
    options: &Options,
    control: &Control<'_>,
) -> Outcome {
    let analysis = control.own(Analysis::new(semantics, heuristics));
    let exploration = control.own(Exploration::new(&analysis, blocks.rules(), control));
    control.begin(false);
    let explored = explored(&exploration, blocks, options, control);
    let told = explored.way.as_ref().unwrap_or(&exploration);
    let wrong = told.first_wrong();
    let failed = wrong.and_then(|s| failed(told, s, control));
    // What is reached by no execution, or by none at all, says nothing; nor do rules that lead threads astray.
    let misled = exploration.astray || explored.states == 0 || wrong.is_some() && failed.is_none();
    let misses = misled || blocks.claim() == Claim::MissesErrors;
    let claimed = (misses && failed.is_none()).then_some(Bound::Claim);
    let bound = control.hit().or(claimed);
    Outcome {
        verdict: match (&failed, bound) {
            (Some(_), _) => Verdict::Wrong,
            (None, Some(_)) => Verdict::Inconclusive,
            (None, None) => Verdict::Safe,
        },
        states: explored.states,
        transitions: explored.transitions,
        nodes: exploration.node_count(),
        relations: explored.relations,
        ends_holding: if failed.is_none() && !misled { exploration.ended_holding() } else { BTreeSet::new() },
        failed,
        rounds: 1,
        visits: exploration.visits(),
        lfs: analysis.flow.lfs.clone(),
        growing: control.hit().map_or(vec![], |_| growing(semantics)),
        ..Outcome::nothing(bound)
    }
}

/// What was reached by blocks.
struct Explored<'a> {
    states: usize,
    transitions: u64,
    relations: Vec<(Cow<'static, str>, usize)>,
    /// The states on the way to the first one that is wrong, if several workers have explored.
    way: Option<Exploration<'a>>,
}

/// By several workers, if there are any.
fn explored<'a>(
    exploration: &Exploration<'a>,
    blocks: Blocks<'_>,
    options: &Options,
    control: &Control<'_>,
) -> Explored<'a> {
    by_several(exploration, blocks, options, control).unwrap_or_else(|| {
        let solution = blocks.rules().explore(&exploration.graph, exploration);
        let (states, transitions) = (exploration.state_count(), exploration.transition_count());
        Explored { states, transitions, relations: solution.relations, way: None }
    })
}

#[cfg(feature = "workers")]
fn by_several<'a>(
    exploration: &Exploration<'a>,
    blocks: Blocks<'_>,
    options: &Options,
    control: &Control<'_>,
) -> Option<Explored<'a>> {
    let (reduction, cluster) = blocks.compiled().zip(super::crew::crew(options))?;
    let found = crate::workers::explore_blocks(exploration, reduction, &cluster, control)?;
    let relations = vec![(Reduction::RELATION.into(), found.states)];
    Some(Explored { states: found.states, transitions: found.transitions, relations, way: found.way })
}

#[cfg(not(feature = "workers"))]
fn by_several<'a>(_: &Exploration<'a>, _: Blocks<'_>, _: &Options, _: &Control<'_>) -> Option<Explored<'a>> {
    None
}

/// What is known of the actions of a program before it runs.
pub fn sayings(
    program: &Program,
    reduction: &dyn Instrument,
    heuristics: Heuristics,
    control: &Control<'_>,
) -> Vec<Saying> {
    let semantics = Semantics::within(program, control);
    dynamic::sayings(&Analysis::new(&semantics, heuristics), reduction)
}

/// The control-flow graph as the reduction instruments it: what a thread may follow from its entry.
pub fn instrumented(program: &Program, reduction: &dyn Instrument) -> Vec<Edge> {
    let semantics = Semantics::new(program);
    let analysis = Analysis::new(&semantics, Heuristics::ALL);
    let all = dynamic::instrumented_edges(&analysis, &StaticMovers::new(&analysis), reduction);
    let entry = |t: &ir::Thread| Place(Location(program.procedures[t.procedure as usize].entry.0), Copy::N);
    let mut open: Vec<Place> = program.threads.iter().map(entry).collect();
    let mut reached: BTreeSet<Place> = open.iter().copied().collect();
    while let Some(at) = open.pop() {
        let next = all.iter().filter(|e| e.from == at).map(|e| e.to);
        open.extend(next.filter(|to| reached.insert(*to)));
    }
    all.into_iter().filter(|e| reached.contains(&e.from)).collect()
}

fn failed(exploration: &Exploration<'_>, wrong: State, control: &Control<'_>) -> Option<Failed> {
    let semantics = exploration.analysis.semantics;
    let found = schedule(exploration, wrong)?;
    let executions = reordered(semantics, &found);
    let movers = Movers::Table(movers_along(exploration, executions.iter().flatten()));
    let lfs = exploration.analysis.flow.lfs.clone();
    let teller = Instance::new(semantics, &movers, Partition { lfs, ..Partition::default() }, control);
    Some(told_failure(executions, &teller))
}

/// The single steps of the blocks that lead to a state; nothing if no such steps do.
pub(super) fn schedule(exploration: &Exploration<'_>, to: State) -> Option<Vec<Choice>> {
    let mut at = exploration.configuration(State(0));
    let mut schedule = vec![];
    for (s, t) in exploration.path(to) {
        let next = exploration.configuration(s);
        schedule.extend(steps_between(exploration.analysis.semantics, t, &at, &next)?);
        at = next;
    }
    Some(schedule)
}

/// The shortest way on which one thread alone leads from one configuration to another.
fn steps_between(semantics: &Semantics<'_>, t: Tid, from: &Configuration, to: &Configuration) -> Option<Vec<Choice>> {
    let mut seen = FxHashSet::from_iter([from.clone()]);
    let mut open = VecDeque::from([(from.clone(), vec![])]);
    while let Some((at, steps)) = open.pop_front() {
        let transitions = semantics.transitions_in(&at, t);
        for (outcome, step) in transitions.steps.iter().enumerate() {
            let next = semantics.after(&at, t, step);
            let mut longer: Vec<Choice> = steps.clone();
            longer.push(Choice { t, outcome });
            if next == *to {
                return Some(longer);
            }
            if seen.insert(next.clone()) {
                open.push_back((next, longer));
            }
        }
    }
    None
}

/// What the reduction takes the steps of executions for. Where a node occurs more than once, what
/// holds at every occurrence.
fn movers_along<'e>(exploration: &Exploration<'_>, events: impl Iterator<Item = &'e Event>) -> Table {
    let mut table: Table = FxHashMap::default();
    for event in events {
        let t = event.choice.t;
        let right = exploration.moves(Direction::Right, &event.before, t);
        let left = exploration.moves(Direction::Left, &event.before, t);
        let node = (t, event.before.global, event.before.locals[t.0 as usize - 1]);
        let row = table.entry(node).or_insert_with(|| vec![Moves::BOTH; event.transitions.steps.len()]);
        row.iter_mut().for_each(|m| *m = Moves { right: m.right && right, left: m.left && left });
    }
    table
}

//! The side conditions of the reduction, tried by brute force: P1 to P4 and E on all reachable states,
//! C1 to C4 on the states of the reduced exploration, C3' on the facts of the summaries, and the moving
//! conditions of DYN on all reachable states again.

mod engine;
mod exclusive;
mod movers;
mod moving;
mod partition;

use super::check;
use super::claims;
use super::engine::Engine;
use super::outcome::{MoverMode, Options};
use super::story::{Transaction, tell};
use super::witness;
use crate::control::{Bound, Control};
use crate::dynamic::{Analysis, Exploration, Heuristics};
use crate::execution::{self, Choice};
use crate::exploration::{Instance, Partition};
use crate::ir::{Loc, Program};
use crate::movers::{self as classes, Movers, Protection, Square};
use crate::semantics::Semantics;
use moverlog_rules::{Instrument, REDUCTIONS, Reduction, Solution, State};
use std::collections::BTreeSet;

pub use engine::conditions_of;
pub use exclusive::exclusive_conditions;
pub use movers::mover_conditions;
pub use moving::{Moving, try_moving};
pub use partition::partition_conditions;

/// Every side condition of one program under one choice of movers.
#[derive(Debug, Default)]
pub struct Conditions {
    pub conditions: Vec<Condition>,
    /// Why some are not known.
    pub bound: Option<Bound>,
    /// The states of all interleavings.
    pub states: usize,
    /// The states of the reduced exploration.
    pub reduced: usize,
    /// Locations that end a transaction in its post-commit phase so that C3 holds.
    pub lfs: BTreeSet<Loc>,
}

/// What came of trying one condition.
#[derive(Debug)]
pub struct Condition {
    pub name: &'static str,
    /// It was tried where stacks have at most so many frames, of more than can be explored.
    pub within: Option<u32>,
    /// Nothing if a bound was hit.
    pub tally: Option<Tally>,
}

#[derive(Debug)]
pub struct Tally {
    pub tried: usize,
    /// What was tried: `pairs`, `states`.
    pub of: &'static str,
    pub violations: usize,
    /// The first violation in the order of the source.
    pub first: Option<Witness>,
}

/// What shows a violation: an execution to a state, and what goes wrong there.
#[derive(Debug)]
pub struct Witness {
    pub schedule: Vec<Choice>,
    pub story: Vec<Transaction>,
    pub square: Square,
}

impl Conditions {
    /// Whether all hold; nothing if none fails and some are not known, or not of all stacks.
    pub fn hold(&self) -> Option<bool> {
        let fails = |c: &Condition| c.tally.as_ref().is_some_and(|t| t.violations > 0);
        match self.conditions.iter().any(fails) {
            true => Some(false),
            false => self.conditions.iter().all(|c| c.tally.is_some() && c.within.is_none()).then_some(true),
        }
    }

    pub fn get(&self, name: &str) -> Option<&Condition> {
        self.conditions.iter().find(|c| c.name == name)
    }

    fn extend(&mut self, names: &[&'static str], tallies: Option<Vec<Tally>>) {
        let mut tallies = tallies.into_iter().flatten();
        self.conditions.extend(names.iter().map(|name| Condition { name, within: None, tally: tallies.next() }));
    }

    /// The same, tried on stacks of at most `within` frames; what is known of all of them stays.
    fn or_within(self, bounded: Conditions, within: u32) -> Conditions {
        let mut known: Vec<Condition> = self.conditions.into_iter().filter(|c| c.tally.is_some()).collect();
        let either = |some: Condition| match known.iter().position(|c| c.name == some.name) {
            Some(at) => known.remove(at),
            None => Condition { within: some.tally.is_some().then_some(within), ..some },
        };
        Conditions { conditions: bounded.conditions.into_iter().map(either).collect(), bound: self.bound, ..bounded }
    }
}

const OF_MOVERS: [&str; 4] = ["P1", "P2", "P3", "P4"];
const OF_EXCLUSIVE: [&str; 2] = ["E(i)", "E(ii)"];
const OF_MOVING: [&str; 3] = ["c^R", "c^L", "c kept"];
const OF_PARTITION: [&str; 4] = ["C1", "C2", "C3", "C4"];

/// Tries every side condition. Claims in the source are taken as they stand: a false one is found out
/// by the condition that it breaks.
///
/// Where stacks grow beyond what can be explored, those with few frames are tried.
pub fn conditions(program: &Program, options: &Options, heuristics: Heuristics, control: &Control<'_>) -> Conditions {
    on_few_frames(program, control, &|within, control| tried(program, options, heuristics, (within, control)))
}

/// Stacks that are tried where not all can be: with more frames there are many more states, and little that is new.
const FEW_FRAMES: u32 = 6;

/// What is tried within a bound on stacks.
type Extent<'c, 'a> = (Option<u32>, &'c Control<'a>);

/// Tries all stacks, and where that ends at a bound, those with few frames in the time that is left.
fn on_few_frames(
    program: &Program,
    control: &Control<'_>,
    tried: &dyn Fn(Option<u32>, &Control<'_>) -> Conditions,
) -> Conditions {
    if !program.has_calls() {
        return tried(None, control);
    }
    let all = tried(None, &control.share(2));
    if all.conditions.iter().all(|c| c.tally.is_some()) {
        return all;
    }
    let within = FEW_FRAMES.min(control.limits.max_stack);
    let bounded = tried(Some(within), &control.anew().with_stack(within));
    all.or_within(bounded, within)
}

fn tried(
    program: &Program,
    options: &Options,
    heuristics: Heuristics,
    (within, control): Extent<'_, '_>,
) -> Conditions {
    control.be_thorough();
    let semantics = control.own(Semantics::within(program, control));
    let strongest = Movers::Protection(Protection::initial(program));
    let mut found = Conditions::default();
    let all = claims::interleave_within(&semantics, &strongest, within, control);
    found.states = all.as_ref().map_or(0, Instance::state_count);
    let chosen = all.as_ref().map(|all| choose(all, options.movers));
    let partition = options.partition(named("reduction"));
    let known = chosen.as_ref().zip(all.as_ref());
    let tallies = known.and_then(|((movers, _), all)| mover_conditions(all, movers, partition.clone(), control));
    found.extend(&OF_MOVERS, tallies);
    if matches!(options.movers, MoverMode::Lockset | MoverMode::Declared) {
        let owned = known.and_then(|((_, p), all)| p.as_ref().map(|p| (p, all)));
        found.extend(&OF_EXCLUSIVE, owned.and_then(|(p, all)| exclusive_conditions(all, p, control)));
    }
    let mut reduced = Reduced::default();
    if let Some((movers, _)) = &chosen {
        reduced.explore(&semantics, options, movers, (within, control));
    }
    let movers = chosen.as_ref().map_or(&strongest, |(movers, _)| movers);
    if chosen.is_some() || options.movers.is_observed() {
        reduced.summaries = summarized(named("summaries"), (&semantics, options, movers), (within, &control.anew()));
    }
    found.extend(&OF_PARTITION, reduced.tallies);
    found.extend(&["C3'"], reduced.summaries.map(|tally| vec![tally]));
    let dynamic: &Reduction = REDUCTIONS.iter().find(|r| r.name == "dynamic").expect("the reduction is listed");
    found.extend(&OF_MOVING, all.as_ref().and_then(|all| tried_moving(all, dynamic, heuristics, control)));
    Conditions { bound: control.hit().or(reduced.bound), reduced: reduced.states, lfs: reduced.lfs, ..found }
}

/// The moving conditions of one of DYN's reductions.
fn tried_moving(
    all: &Instance<'_>,
    by: &dyn Instrument,
    heuristics: Heuristics,
    control: &Control<'_>,
) -> Option<Vec<Tally>> {
    let analysis = Analysis::new(all.semantics, heuristics);
    let exploration = Exploration::new(&analysis, by, control);
    moving::moving_conditions(all, &|direction, c, t| exploration.moves(direction, c, t), control)
}

/// The movers of this mode, and where they come from protection, which.
pub(crate) fn choose(all: &Instance<'_>, mode: MoverMode) -> (Movers, Option<Protection>) {
    let observed = claims::locksets(all);
    match mode {
        MoverMode::Lockset => (Movers::Protection(observed.clone()), Some(observed)),
        MoverMode::Ordered => {
            let ordered = Protection::ordered(all.semantics.program);
            (Movers::Protection(ordered.over(all.semantics, &claims::reachable(all))), Some(observed))
        }
        MoverMode::Greatest => (Movers::Table(classes::greatest(all.semantics, &claims::reachable(all))), None),
        MoverMode::TwoProperties => {
            (Movers::Table(classes::two_properties(all.semantics, &claims::reachable(all))), None)
        }
        MoverMode::Declared => {
            let declared = observed.believing(all.semantics.program);
            let movers = Movers::Protection(declared.clone());
            let table = claims::overridden(all.semantics, &claims::reachable(all), &movers);
            (Movers::Table(table), Some(declared))
        }
    }
}

/// What the reduced explorations say.
#[derive(Default)]
struct Reduced {
    tallies: Option<Vec<Tally>>,
    summaries: Option<Tally>,
    states: usize,
    lfs: BTreeSet<Loc>,
    bound: Option<Bound>,
}

impl Reduced {
    fn explore(
        &mut self,
        semantics: &Semantics<'_>,
        options: &Options,
        movers: &Movers,
        (within, control): Extent<'_, '_>,
    ) {
        let reduction = named("reduction");
        settle(reduction, semantics, options, (movers, options.partition(reduction)), control, &mut |instance, _| {
            self.states = instance.state_count();
            self.lfs.extend(&instance.partition.lfs);
            self.bound = control.hit();
            self.tallies = claims::known(within, control).then(|| partition_conditions(instance));
        });
    }
}

/// C3' on the summaries of an engine. They may end where stacks grow for ever.
fn summarized(
    engine: Engine<'_>,
    (semantics, options, movers): (&Semantics<'_>, &Options, &Movers),
    (within, control): Extent<'_, '_>,
) -> Option<Tally> {
    control.be_thorough();
    let mut tally = None;
    settle(engine, semantics, options, (movers, options.partition(engine)), control, &mut |_, solution| {
        tally = claims::known(within, control).then(|| endless(solution)).flatten();
    });
    tally
}

fn named(ruleset: &str) -> Engine<'static> {
    Engine::named(ruleset).expect("the ruleset is listed")
}

/// Explores as the driver does for a verdict, and looks at the last fixpoint.
fn settle(
    engine: Engine,
    semantics: &Semantics<'_>,
    options: &Options,
    (movers, partition): (&Movers, Partition),
    control: &Control<'_>,
    look: check::Look<'_>,
) {
    let observed = !engine.reduces() || options.movers.is_observed();
    match observed {
        // Where nothing is said of C3, there are no rounds.
        true => drop(check::inspect(semantics.program, engine, options, control, look)),
        false => check::inspect_under(semantics, engine, (movers.clone(), partition), control, look),
    }
}

/// C3' on the facts of a ruleset that summarizes.
fn endless(solution: &Solution) -> Option<Tally> {
    let edges = solution.relations.iter().find(|(name, _)| *name == "PathEdge").map_or(0, |(_, n)| *n);
    let violations = solution.summaries.as_ref()?.endless.len();
    Some(Tally { tried: edges, of: "path edges", violations, first: None })
}

/// Counts what is tried, and keeps the first violation in the order of the source.
struct Trial<K, V> {
    tried: usize,
    violations: usize,
    first: Option<(K, V)>,
}

impl<K: Ord, V> Trial<K, V> {
    fn new() -> Self {
        Trial { tried: 0, violations: 0, first: None }
    }

    fn violated(&mut self, key: K, by: V) {
        self.violations += 1;
        if self.first.as_ref().is_none_or(|(first, _)| key < *first) {
            self.first = Some((key, by));
        }
    }

    fn tally(self, of: &'static str, show: impl FnOnce(V) -> Option<Witness>) -> Tally {
        let first = self.first.and_then(|(_, by)| show(by));
        Tally { tried: self.tried, of, violations: self.violations, first }
    }
}

/// Where a step stands in the source.
fn place(semantics: &Semantics<'_>, loc: Option<Loc>) -> (u32, Option<Loc>) {
    (loc.map_or(0, |l| semantics.program.location(l).line), loc)
}

/// What happens in state `s` of an exploration, with a shortest way there. Without phases the way is
/// reordered: nothing but its end matters. Nothing if no execution leads there, which rules of a file may.
fn witness(instance: &Instance<'_>, s: State, teller: &Instance<'_>, square: Square) -> Option<Witness> {
    let semantics = instance.semantics;
    let corner = instance.configuration(s);
    let replayed = |schedule: &[Choice]| {
        let events = execution::replay(semantics, schedule)?;
        events.last().is_none_or(|e| e.after == corner).then_some(events)
    };
    let mut events = witness::schedule(instance, instance, s).and_then(|schedule| replayed(&schedule))?;
    if instance.partition.phases.is_none() {
        events = replayed(&execution::fewest_switches(&events)).unwrap_or(events);
    }
    Some(Witness { schedule: events.iter().map(|e| e.choice).collect(), story: tell(teller, &events), square })
}

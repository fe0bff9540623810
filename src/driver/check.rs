//! One engine on one program, to a verdict.
//!
//! Movers and partition rest on assumptions: which locks protect what, and that every committed
//! transaction ends (C3). Each exploration checks those it was made under; the run is repeated
//! with better ones until nothing contradicts them, and only then is `safe` an answer.

use super::engine::Engine;
use super::locks::{self, Removal};
use super::story::{Transaction, tell};
use super::termination::{self, Violation};
use super::vacuity::Vacuity;
use super::{blocks, claims, completion, expand};
use crate::control::{Bound, Control};
use crate::execution::{self, Choice, Event};
use crate::exploration::{Instance, Partition, Profile, Visits};
use crate::ir::{Cell, Loc, Program};
use crate::movers::{FalseClaim, Movers, Protection, Use};
use crate::semantics::{Failure, Semantics};
use moverlog_rules::{Claim, Solution, State, Tid};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Where movers come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoverMode {
    /// Locks held at every reachable access; claims in the source are left aside.
    Lockset,
    /// As `Lockset`, overridden by the claims in the source, which are checked first.
    Declared,
    /// The greatest RM and LM over all reachable states.
    Greatest,
    /// RM and LM with the two properties that QRR prints, over all reachable states: errors are missed.
    TwoProperties,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub movers: MoverMode,
    /// The phase of every thread before its first step; true is pre-commit.
    pub initial_phase: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Safe,
    Wrong,
    Inconclusive,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Wrong => "wrong",
            Verdict::Inconclusive => "inconclusive",
        }
    }
}

/// What a check found out.
#[derive(Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    /// Why nothing more is known, if something was left out.
    pub bound: Option<Bound>,
    /// Those of the last exploration, as are the counts below.
    pub states: usize,
    pub transitions: u64,
    /// Pairs of a global store and one thread's share of a state: also those inside transactions or blocks,
    /// where no state is stored.
    pub nodes: usize,
    pub relations: Vec<(&'static str, usize)>,
    pub failed: Option<Failed>,
    /// How many explorations it took until the assumptions held.
    pub rounds: usize,
    /// The states of each exploration before the last.
    pub earlier: Vec<usize>,
    /// Locations that end a transaction in its post-commit phase so that C3 holds.
    pub lfs: BTreeSet<Loc>,
    /// How each cell is used, where movers were derived from that.
    pub uses: Option<Vec<Use>>,
    /// Accesses that took locks out of protecting sets, for a ruleset that infers them.
    pub removals: Vec<Removal>,
    /// M_z of every cell of data, where movers were derived from that.
    pub protecting: Option<Vec<Vec<Cell>>>,
    /// What was seen at each location.
    pub profiles: Vec<Profile>,
    /// Where threads were, if it is safe.
    pub visits: Visits,
    /// What the verdict does not speak of, if that was asked.
    pub vacuity: Option<Vacuity>,
    /// Where a reduced exploration left threads blocked in their pre-commit phase, if it is safe.
    pub stuck: BTreeSet<(Tid, Loc)>,
    /// Why stacks may grow without end, where the bound on them was hit and summaries tell.
    pub endless: Option<Violation>,
}

impl Outcome {
    /// Nothing is known.
    pub(super) fn nothing(bound: Option<Bound>) -> Self {
        Outcome {
            verdict: Verdict::Inconclusive,
            bound,
            states: 0,
            transitions: 0,
            nodes: 0,
            relations: vec![],
            failed: None,
            rounds: 0,
            earlier: vec![],
            lfs: BTreeSet::new(),
            uses: None,
            removals: vec![],
            protecting: None,
            profiles: vec![],
            visits: Visits::default(),
            vacuity: None,
            stuck: BTreeSet::new(),
            endless: None,
        }
    }

    /// The round before the last that stored most, and how many states, if those are more than the last stored.
    pub fn larger_round(&self) -> Option<(usize, usize)> {
        let rounds = self.earlier.iter().enumerate().map(|(i, states)| (i + 1, *states));
        rounds.max_by_key(|(round, states)| (*states, Reverse(*round))).filter(|(_, states)| *states > self.states)
    }

    /// The bound by which states were left out. That a ruleset may miss errors is none: it explores what
    /// its rules say.
    pub fn cut(&self) -> Option<Bound> {
        self.bound.filter(|b| *b != Bound::Claim)
    }
}

/// A thread that goes wrong, with an execution that was replayed step by step.
#[derive(Debug)]
pub struct Failed {
    pub thread: Tid,
    pub loc: Loc,
    pub failure: Failure,
    /// As it was found, each run of one thread's steps by itself.
    pub original: Vec<Transaction>,
    /// Reduced to what matters and reordered into whole transactions.
    pub story: Vec<Transaction>,
    /// The steps of the story.
    pub schedule: Vec<Choice>,
}

/// Checks `program`; an error if a mover claim in the source is false.
pub fn check(
    program: &Program,
    engine: impl Into<Engine>,
    options: &Options,
    control: &Control<'_>,
) -> Result<Outcome, Vec<FalseClaim>> {
    inspect(program, engine.into(), options, control, &mut |_, _| ())
}

/// As [`check`], and has a look at the fixpoint on which the verdict rests.
pub(super) fn inspect(
    program: &Program,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
    look: Look<'_>,
) -> Result<Outcome, Vec<FalseClaim>> {
    let semantics = Semantics::within(program, control);
    if let Engine::Blocks(reduction, heuristics) = engine {
        return Ok(blocks::check(&semantics, reduction, heuristics, control));
    }
    let mut run = Run::new(&semantics, engine, control, look);
    if !engine.reduces() {
        return Ok(run.interleaving());
    }
    run.misses |= options.movers == MoverMode::TwoProperties;
    let partition = Partition { initial_phase: options.initial_phase, ..Partition::default() };
    match options.movers {
        MoverMode::Lockset => Ok(run.with_locksets(partition)),
        mode => {
            let strongest = Movers::Protection(Protection::initial(program));
            let all = claims::interleavings(&semantics, &strongest, control);
            if control.hit().is_some() {
                return Ok(run.unexplored(&all));
            }
            Ok(run.with_table(claims::table(&all, mode)?, partition))
        }
    }
}

/// As [`inspect`], with movers that nobody has checked.
pub(super) fn inspect_under(
    semantics: &Semantics<'_>,
    engine: Engine,
    (movers, partition): (Movers, Partition),
    control: &Control<'_>,
    look: Look<'_>,
) {
    Run::new(semantics, engine, control, look).with_table(movers, partition);
}

/// What is done with the last fixpoint of a check.
pub(super) type Look<'a> = &'a mut dyn FnMut(&Instance<'_>, &Solution);

/// One check on its way.
struct Run<'a> {
    semantics: &'a Semantics<'a>,
    engine: Engine,
    control: &'a Control<'a>,
    look: Look<'a>,
    /// Whether its rules or its movers miss errors: then nothing is safe.
    misses: bool,
    /// The states of each exploration.
    explored: Vec<usize>,
    /// The steps taken in the last exploration; looking for side conditions takes more.
    transitions: u64,
    /// An error found in an exploration whose assumptions did not hold; it is an error all the same.
    failed: Option<Failed>,
    removals: Vec<Removal>,
}

impl<'a> Run<'a> {
    fn new(semantics: &'a Semantics<'a>, engine: Engine, control: &'a Control<'a>, look: Look<'a>) -> Self {
        let misses = engine.claim() == Claim::MissesErrors;
        let (explored, removals) = (vec![], vec![]);
        Run { semantics, engine, control, look, misses, explored, transitions: 0, failed: None, removals }
    }
}

impl Run<'_> {
    fn interleaving(&mut self) -> Outcome {
        let movers = Movers::Protection(Protection::initial(self.semantics.program));
        let partition = Partition { phases: false, ..Partition::default() };
        let instance = Instance::new(self.semantics, &movers, partition, self.control);
        let solution = self.explore(&instance);
        let failed = self.failed_among_interleavings(&instance);
        self.outcome(&instance, solution, failed, None)
    }

    fn failed_among_interleavings(&self, all: &Instance<'_>) -> Option<Failed> {
        let seen = Movers::Protection(all.observed().expect("locksets are observed"));
        let teller = Instance::new(self.semantics, &seen, Partition::default(), self.control);
        all.first_wrong().map(|s| failed(all, s, &teller))
    }

    fn with_locksets(&mut self, mut partition: Partition) -> Outcome {
        let mut assumed = Protection::initial(self.semantics.program);
        partition.inference = self.engine.inference();
        if partition.inference.is_none() {
            walk(self.semantics, &mut assumed, self.control);
        }
        let mut kept = None;
        loop {
            let movers = Movers::Protection(assumed.clone());
            let instance = Instance::new(self.semantics, &movers, partition.clone(), self.control);
            kept.iter().for_each(|k| instance.resume(k));
            let solution = self.explore(&instance);
            kept = partition.inference.filter(|i| i.keeps_states).map(|_| instance.keep());
            let found = instance.first_wrong().map(|s| failed(&instance, s, &instance));
            if self.control.stopped() {
                return self.outcome(&instance, solution, found, Some(&assumed));
            }
            if instance.broke_an_assumption() || !solution.removed.is_empty() {
                self.removals.extend(locks::removals(&instance, &solution));
                assumed = instance.observed().expect("locksets are observed");
                solution.removed.iter().for_each(|(z, m)| assumed.remove(Cell(z.0), Cell(m.0)));
                self.failed = found.or(self.failed.take());
                continue;
            }
            let repaired = match kept {
                None => self.repair(&instance, &solution, &mut partition),
                Some(_) => self.repair_without_kept_states(&movers, &mut partition),
            };
            if !repaired {
                let seen = instance.observed();
                if let Some(sets) = seen.as_ref().filter(|_| self.engine.inference().is_some()) {
                    self.removals.extend(locks::accesses_besides(&instance, &self.removals, sets));
                }
                return self.outcome(&instance, solution, found, seen.as_ref());
            }
            self.failed = found.or(self.failed.take());
        }
    }

    fn with_table(&mut self, movers: Movers, mut partition: Partition) -> Outcome {
        loop {
            let instance = Instance::new(self.semantics, &movers, partition.clone(), self.control);
            let solution = self.explore(&instance);
            let found = instance.first_wrong().map(|s| failed(&instance, s, &instance));
            if self.control.stopped() || !self.repair(&instance, &solution, &mut partition) {
                return self.outcome(&instance, solution, found, None);
            }
        }
    }

    /// Adds the locations to LFS without which committed transactions do not end; false if none is
    /// missing, or if none helps.
    fn repair(&self, instance: &Instance<'_>, solution: &Solution, partition: &mut Partition) -> bool {
        if !self.engine.relies_on_c3() {
            return false;
        }
        let endless = completion::violations(instance, solution);
        if !endless.is_empty() && endless.is_subset(&partition.lfs) {
            self.control.record(Bound::Completion);
        }
        !self.control.stopped() && !endless.is_empty() && {
            partition.lfs.extend(endless);
            true
        }
    }

    /// C3 is about the states that are reached under the final sets (FQ 6: S), not about all of Q.
    fn repair_without_kept_states(&self, movers: &Movers, partition: &mut Partition) -> bool {
        let fresh = Instance::new(self.semantics, movers, partition.clone(), self.control);
        let (solution, _) = self.engine.solve(&fresh);
        self.repair(&fresh, &solution, partition)
    }

    /// The movers could not be computed within the bounds: these are not all interleavings.
    fn unexplored(&self, some: &Instance<'_>) -> Outcome {
        let failed = self.failed_among_interleavings(some);
        let verdict = if failed.is_some() { Verdict::Wrong } else { Verdict::Inconclusive };
        Outcome { verdict, failed, ..Outcome::nothing(self.control.hit()) }
    }

    fn explore(&mut self, instance: &Instance<'_>) -> Solution {
        self.control.begin(false);
        let (solution, transitions) = self.engine.solve(instance);
        self.explored.push(instance.state_count());
        self.transitions = transitions;
        solution
    }

    fn outcome(
        &mut self,
        instance: &Instance<'_>,
        solution: Solution,
        found: Option<Failed>,
        protection: Option<&Protection>,
    ) -> Outcome {
        let failed = found.or(self.failed.take());
        // Rules that do not even reach the initial state say nothing, whatever they claim.
        let misses = self.misses || instance.state_count() == 0;
        let bound = self.control.hit().or(misses.then_some(Bound::Claim));
        let verdict = match (&failed, bound) {
            (Some(_), _) => Verdict::Wrong,
            (None, Some(_)) => Verdict::Inconclusive,
            (None, None) => Verdict::Safe,
        };
        let cells = 0..self.semantics.program.cells.len() as u32;
        (self.look)(instance, &solution);
        let cut = bound == Some(Bound::Stack) && failed.is_none();
        let endless = solution.summaries.as_ref().filter(|_| cut);
        Outcome {
            verdict,
            bound: bound.filter(|b| *b != Bound::Claim || failed.is_none()),
            states: instance.state_count(),
            transitions: self.transitions,
            nodes: instance.node_count(),
            relations: solution.relations,
            failed,
            rounds: self.explored.len(),
            earlier: self.explored[..self.explored.len() - 1].to_vec(),
            lfs: instance.partition.lfs.clone(),
            uses: protection.map(|p| cells.clone().map(|c| p.use_of(Cell(c))).collect()),
            removals: std::mem::take(&mut self.removals),
            protecting: protection.map(|p| cells.map(|c| p.protecting_set(Cell(c)).to_vec()).collect()),
            profiles: instance.profiles(),
            visits: if verdict == Verdict::Safe { instance.visits() } else { Visits::default() },
            vacuity: None,
            stuck: if verdict == Verdict::Safe { instance.stuck() } else { BTreeSet::new() },
            endless: endless.and_then(|s| termination::violation(instance, s)),
        }
    }
}

/// Turns a wrong state into an execution: replayed, cut to what the failure depends on, reordered,
/// replayed again.
fn failed(instance: &Instance<'_>, wrong: State, teller: &Instance<'_>) -> Failed {
    let found = schedule(instance, wrong).expect("an engine moves along steps of the program");
    told_failure(reordered(instance.semantics, &found), teller)
}

/// An execution that goes wrong, and the same with what matters alone, in fewer turns.
pub(super) fn reordered(semantics: &Semantics<'_>, found: &[Choice]) -> [Vec<Event>; 2] {
    let original = certified(semantics, found);
    let short = certified(semantics, &execution::essential(&original));
    let ordered = certified(semantics, &execution::fewest_switches(&short));
    [original, ordered]
}

/// The same of an execution and its reordering.
pub(super) fn told_failure([original, ordered]: [Vec<Event>; 2], teller: &Instance<'_>) -> Failed {
    let last = original.last().expect("no thread starts out wrong");
    let same = |events: &[Event]| events.last().map(|e| (e.choice.t, e.loc, e.failure.clone()));
    assert_eq!(same(&original), same(&ordered), "reordering keeps the failure");
    Failed {
        thread: last.choice.t,
        loc: last.loc,
        failure: last.failure.clone().expect("the last step goes wrong"),
        story: tell(teller, &ordered),
        schedule: ordered.iter().map(|e| e.choice).collect(),
        original: tell(teller, &original),
    }
}

/// The single steps along the way on which an engine reached a state. A step of the engine is a step
/// of the program, or else a summary of several.
pub(super) fn schedule(instance: &Instance<'_>, to: State) -> Option<Vec<Choice>> {
    let path = instance.path(to);
    let configurations: Vec<_> = path.iter().map(|(s, t)| (instance.configuration(*s), *t)).collect();
    execution::schedule_along(instance.semantics, &configurations).or_else(|| {
        let mut schedule = vec![];
        let mut at = State(0);
        for (s, t) in path {
            schedule.extend(expand::steps_between(instance, t, at, s)?);
            at = s;
        }
        Some(schedule)
    })
}

fn certified(semantics: &Semantics<'_>, schedule: &[Choice]) -> Vec<Event> {
    let events = execution::replay(semantics, schedule).expect("every printed trace can be replayed");
    assert!(events.last().is_some_and(|e| e.failure.is_some()), "every printed trace goes wrong");
    events
}

/// How many executions are walked, and how far if nothing new is met after the first steps.
const WALKS: usize = 32;
const STEPS: usize = 200;

/// All walks together take no more steps, and leave no more cells of stores behind.
const WALKED: usize = 200_000;
const CELLS_LEFT: usize = 20_000_000;

/// Observes the accesses along some executions, so that the first exploration does not start from
/// assumptions that its first steps contradict. They go on to twice as many steps as there were at the
/// last access that told something new.
fn walk(semantics: &Semantics<'_>, protection: &mut Protection, control: &Control<'_>) {
    let mut random: u64 = 0x9e37_79b9_7f4a_7c15;
    let (mut end, mut walked) = (STEPS, 0);
    let stores = CELLS_LEFT / semantics.program.cells.len().max(1);
    for _ in 0..WALKS {
        let mut at = semantics.initial();
        for step in 0.. {
            walked += 1;
            if step == end || walked > WALKED || semantics.store_count() > stores || !control.check() {
                break;
            }
            let mut next = vec![];
            for t in semantics.tids() {
                let transitions = semantics.transitions_in(&at, t);
                if protection.observe(semantics, t, at.global, &transitions) {
                    end = end.max(2 * step + STEPS);
                }
                next.extend((0..transitions.steps.len()).map(|i| (t, i)));
            }
            if next.is_empty() {
                break;
            }
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            let (t, i) = next[(random >> 33) as usize % next.len()];
            at = semantics.after(&at, t, &semantics.transitions_in(&at, t).steps[i]);
        }
    }
}

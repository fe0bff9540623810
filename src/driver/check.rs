//! One engine on one program, to a verdict.
//!
//! Movers and partition rest on assumptions: which locks protect what, and that every committed
//! transaction ends (C3). Each exploration checks those it was made under; the run is repeated
//! with better ones until nothing contradicts them, and only then is `safe` an answer.

#[cfg(feature = "workers")]
use super::crew::crew;
use super::engine::Engine;
use super::growing::growing;
use super::outcome::{Failed, MoverMode, Options, Outcome, Removal, Verdict};
use super::walk::{walk, walk_on};
use super::witness::failed;
use super::{blocks, claims, completion, endless, locks};
use crate::control::{Bound, Control};
use crate::dynamic;
use crate::exploration::{Instance, Partition, Profile, Visits};
use crate::ir::{Cell, Program};
use crate::movers::{FalseClaim, Movers, Protection};
use crate::semantics::Semantics;
#[cfg(feature = "workers")]
use crate::workers::{self, Cluster, Explored};
use moverlog_rules::{Claim, Solution, Tid};
#[cfg(feature = "workers")]
use std::borrow::Cow;
use std::collections::BTreeSet;
#[cfg(feature = "workers")]
use std::sync::Arc;

/// Checks `program`, and has a look at the fixpoint on which the verdict rests.
pub(crate) fn inspect(
    program: &Program,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
    look: Look<'_>,
) -> Result<Outcome, Vec<FalseClaim>> {
    let outcome = inspected(program, engine, options, control, look)?;
    #[cfg(feature = "workers")]
    options.cluster.iter().for_each(|cluster| cluster.tell(control.hit()));
    Ok(Outcome { met_at: control.place(), ..outcome })
}

fn inspected(
    program: &Program,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
    look: Look<'_>,
) -> Result<Outcome, Vec<FalseClaim>> {
    let semantics = control.own(Semantics::within(program, control));
    if let Engine::Blocks(blocks, heuristics) = engine {
        return Ok(blocks::check(&semantics, blocks, heuristics, options, control));
    }
    let mut run = Run::new(&semantics, engine, control, look);
    #[cfg(feature = "workers")]
    run.let_explore(options);
    if !engine.reduces() {
        return Ok(run.interleaving());
    }
    run.misses |= options.movers == MoverMode::TwoProperties;
    let symmetric = run.symmetric();
    let partition = Partition { symmetric, groups: run.groups(options), ..options.partition(engine) };
    match options.movers {
        MoverMode::Lockset => Ok(run.with_locksets(Protection::initial(program), partition)),
        MoverMode::Ordered => Ok(run.with_locksets(Protection::ordered(program), partition)),
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
pub(crate) fn inspect_under(
    semantics: &Semantics<'_>,
    engine: Engine,
    (movers, partition): (Movers, Partition),
    control: &Control<'_>,
    look: Look<'_>,
) {
    Run::new(semantics, engine, control, look).with_table(movers, partition);
}

/// What is done with the last fixpoint of a check.
pub(crate) type Look<'a> = &'a mut dyn FnMut(&Instance<'_>, &Solution);

/// So much is done to find groups of threads, for each thread and pair of locations: no bound is looked at there.
const WORK: usize = 30_000_000;

/// One check on its way.
struct Run<'a> {
    semantics: &'a Semantics<'a>,
    engine: Engine<'a>,
    control: &'a Control<'a>,
    look: Look<'a>,
    /// Whether its rules or its movers miss errors: then nothing is safe.
    misses: bool,
    /// Whether its rules have led a thread where no execution does.
    astray: bool,
    /// The states of each exploration.
    explored: Vec<usize>,
    /// The steps taken in the last exploration; looking for side conditions takes more.
    transitions: u64,
    /// An error found in an exploration whose assumptions did not hold; it is an error all the same.
    failed: Option<Failed>,
    removals: Vec<Removal>,
    /// Those who explore, but for a round that one has to repeat.
    #[cfg(feature = "workers")]
    cluster: Option<Arc<Cluster>>,
    #[cfg(feature = "workers")]
    alone: bool,
}

impl<'a> Run<'a> {
    fn new(semantics: &'a Semantics<'a>, engine: Engine<'a>, control: &'a Control<'a>, look: Look<'a>) -> Self {
        let misses = engine.claim() == Claim::MissesErrors;
        let (explored, removals) = (vec![], vec![]);
        Run {
            semantics,
            engine,
            control,
            look,
            misses,
            astray: false,
            explored,
            transitions: 0,
            failed: None,
            removals,
            #[cfg(feature = "workers")]
            cluster: None,
            #[cfg(feature = "workers")]
            alone: false,
        }
    }
}

impl Run<'_> {
    fn symmetric(&self) -> bool {
        self.engine.tells_threads_apart().is_none()
    }

    /// The groups that are explored one by one; none where there is one, or the engine knows no others.
    fn groups(&self, options: &Options) -> Vec<Tid> {
        let groups = || dynamic::groups(self.semantics);
        let (threads, locations) = (self.semantics.program.threads.len(), self.semantics.program.locations.len());
        let small = threads.saturating_mul(locations * locations) <= WORK;
        let wanted = options.groups && self.engine.knows_groups() && threads > 1 && small;
        wanted.then(groups).filter(|g| g.iter().any(|t| *t != g[0])).unwrap_or_default()
    }

    fn interleaving(&mut self) -> Outcome {
        let movers = Movers::Protection(Protection::initial(self.semantics.program));
        let partition = Partition { phases: None, symmetric: self.symmetric(), ..Partition::default() };
        loop {
            let instance = Instance::new(self.semantics, &movers, partition.clone(), self.control);
            let instance = self.control.own(instance);
            let Some((solution, way)) = self.explore(&instance) else { continue };
            let failed = self.failed_among_interleavings(&instance, way.as_ref());
            return self.outcome(&instance, solution, failed, None);
        }
    }

    /// Of states that are not in `all`, but on a way.
    fn failed_among_interleavings(&mut self, all: &Instance<'_>, way: Option<&Instance<'_>>) -> Option<Failed> {
        way.unwrap_or(all).first_wrong()?;
        let seen = Movers::Protection(all.observed_in_any_order().expect("locksets are observed"));
        let teller = Instance::new(self.semantics, &seen, Partition::default(), self.control);
        self.found(way.unwrap_or(all), &teller)
    }

    /// The error of an exploration, as an execution. Rules from a file may lead a thread where none does.
    fn found(&mut self, instance: &Instance<'_>, teller: &Instance<'_>) -> Option<Failed> {
        let found = failed(instance, &self.engine.asks(instance), instance.first_wrong()?, teller);
        // Behind a bound a step may be of more work than is done for telling it.
        let cut = self.control.stopped();
        assert!(found.is_some() || cut || self.engine.file().is_some(), "an engine moves along steps of the program");
        self.astray |= found.is_none() && !cut;
        found
    }

    /// From these assumptions, unless the engine infers locks by rules of its own.
    fn with_locksets(&mut self, mut assumed: Protection, mut partition: Partition) -> Outcome {
        partition.inference = self.engine.inference();
        match partition.inference {
            Some(_) => assumed = Protection::inferred_by(self.semantics.program, partition.inference),
            None => {
                walk(self.semantics, &mut assumed, self.control);
                walk_on(self.semantics, &mut assumed, self.control);
            }
        }
        let mut kept = None;
        loop {
            let movers = Movers::Protection(assumed.clone());
            let instance = self.control.own(Instance::new(self.semantics, &movers, partition.clone(), self.control));
            kept.iter().for_each(|k| instance.resume(k));
            let Some((solution, way)) = self.explore(&instance) else { continue };
            kept = partition.inference.filter(|i| i.keeps_states).map(|_| instance.keep());
            let found = self.found(way.as_ref().unwrap_or(&instance), &instance);
            if self.control.stopped() {
                return self.outcome(&instance, solution, found, Some(&assumed));
            }
            // What was seen on the way may have been taken back since; it is not seen a second time.
            let repeats = instance.broke_an_assumption() || instance.was_given_up();
            if repeats || !solution.removed.is_empty() {
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
            let instance = self.control.own(Instance::new(self.semantics, &movers, partition.clone(), self.control));
            let solution = self.explore_alone(&instance);
            let found = self.found(&instance, &instance);
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
        if self.engine.chooses_nodes() {
            return self.choose(instance, solution, partition);
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

    /// The same of an engine that says at which nodes these are to end.
    fn choose(&self, instance: &Instance<'_>, solution: &Solution, partition: &mut Partition) -> bool {
        let endless = || solution.summaries.iter().flat_map(|s| &s.endless);
        let known = partition.chosen.len();
        partition.chosen.extend(endless().map(|choice| instance.choice(*choice)));
        let helps = partition.chosen.len() > known;
        if endless().next().is_some() && !helps {
            self.control.record(Bound::Completion);
        }
        !self.control.stopped() && helps
    }

    /// C3 is about the states that are reached under the final sets (FQ 6: S), not about all of Q.
    fn repair_without_kept_states(&self, movers: &Movers, partition: &mut Partition) -> bool {
        let fresh = Instance::new(self.semantics, movers, partition.clone(), self.control);
        let (solution, _) = self.engine.solve(&fresh);
        self.repair(&fresh, &solution, partition)
    }

    /// The movers could not be computed within the bounds: these are not all interleavings.
    fn unexplored(&mut self, some: &Instance<'_>) -> Outcome {
        let failed = self.failed_among_interleavings(some, None);
        let verdict = if failed.is_some() { Verdict::Wrong } else { Verdict::Inconclusive };
        Outcome { verdict, failed, ..Outcome::nothing(self.control.hit()) }
    }

    fn explore_alone(&mut self, instance: &Instance<'_>) -> Solution {
        self.control.begin(false);
        let (solution, transitions) = self.engine.solve(instance);
        self.explored.push(instance.state_count());
        self.transitions = transitions;
        solution
    }

    /// Several workers, if they are asked for and the rules are for several.
    #[cfg(feature = "workers")]
    fn let_explore(&mut self, options: &Options) {
        if self.engine.for_several().is_some() && (options.movers.is_observed() || !self.engine.reduces()) {
            self.cluster = crew(options);
        }
    }

    /// By several workers, if there are any: then the states on the way to the first that is wrong are in an instance
    /// of their own. Nothing if one has to repeat what they did.
    #[cfg(feature = "workers")]
    fn explore<'i>(&mut self, instance: &Instance<'i>) -> Option<(Solution, Option<Instance<'i>>)> {
        let alone = std::mem::take(&mut self.alone) || !instance.stores_plain_states();
        let Some((rules, cluster)) = self.engine.for_several().zip(self.cluster.clone()).filter(|_| !alone) else {
            return Some((self.explore_alone(instance), None));
        };
        self.control.begin(false);
        let explored = workers::explore(instance, rules, &cluster, self.control);
        self.alone = explored.is_none();
        let Explored { states, transitions, way, solution, .. } = explored?;
        self.explored.push(states);
        self.transitions = transitions;
        let relations =
            self.engine.relations().into_iter().map(|name| (Cow::Owned(name.to_string()), states)).collect();
        Some((solution.unwrap_or(Solution { relations, ..Solution::default() }), way))
    }

    #[cfg(not(feature = "workers"))]
    fn explore<'i>(&mut self, instance: &Instance<'i>) -> Option<(Solution, Option<Instance<'i>>)> {
        Some((self.explore_alone(instance), None))
    }

    /// Nothing where a file answers questions itself and a bound has ended the run: then nobody answers any more.
    fn profiles(&self, instance: &Instance<'_>) -> Vec<Profile> {
        match self.engine.file() {
            Some(file) if file.answers() && self.control.stopped() => vec![],
            _ => instance.profiles(&self.engine.asks(instance)),
        }
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
        let astray = self.astray.then_some(Bound::Claim);
        let bound = astray.or(self.control.hit()).or(misses.then_some(Bound::Claim));
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
            met_at: None,
            bound: bound.filter(|b| *b != Bound::Claim || failed.is_none()),
            states: self.explored[self.explored.len() - 1],
            transitions: self.transitions,
            nodes: instance.node_count(),
            relations: solution.relations,
            failed,
            rounds: self.explored.len(),
            earlier: self.explored[..self.explored.len() - 1].to_vec(),
            lfs: instance.partition.lfs.clone(),
            chosen: instance.chosen(),
            groups: instance.partition.groups.clone(),
            uses: protection.map(|p| cells.clone().map(|c| p.told_use(Cell(c))).collect()),
            removals: std::mem::take(&mut self.removals),
            protecting: protection.map(|p| cells.map(|c| p.protecting_set(Cell(c)).to_vec()).collect()),
            profiles: self.profiles(instance),
            visits: if verdict == Verdict::Safe { instance.visits() } else { Visits::default() },
            vacuity: None,
            stuck: if verdict == Verdict::Safe { instance.stuck() } else { BTreeSet::new() },
            ends_holding: if verdict != Verdict::Wrong && !self.astray {
                instance.ended_holding()
            } else {
                BTreeSet::new()
            },
            endless: endless.and_then(|s| endless::violation(instance, s)),
            confirmation: None,
            astray: self.astray,
            growing: self.control.hit().map_or(vec![], |_| growing(self.semantics)),
            interchangeable: match instance.partition.symmetric {
                true => self.semantics.program.interchangeable.clone(),
                false => vec![],
            },
            left_out: None,
            spinlocks: vec![],
            accelerated: vec![],
            uncounted: vec![],
            names: false,
            symbolic: None,
            certificate: None,
            contexts: None,
            counted: None,
            viewed: None,
            delays: None,
        }
    }
}

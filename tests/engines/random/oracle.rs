//! What must hold of a model, whatever it is: every check against all interleavings.
//!
//! The reduction is run twice: by `check`, and here from assumptions that no walk has weakened, on
//! the same stores as the interleaving, so that states can be compared.

#[path = "blocks.rs"]
mod blocks;
#[path = "vacuity.rs"]
mod vacuity;

use moverlog::driver::{
    Bound, Control, Engine, Failed, Instance, Limits, MoverMode, Options, Outcome, Partition, Phases, Transaction,
    Verdict, check,
};
use moverlog::ir::{Loc, Program};
use moverlog::model::load;
use moverlog::movers::{Breach, Class, Movers, Property, Protection, Reachable, Use, greatest, refute};
use moverlog::random::Random;
use moverlog::semantics::{Configuration, Effect, FailureKind, Semantics, Step};
use moverlog::symmetry;
use moverlog_rules::{Program as _, State, Tid, ruleset};
use std::collections::{BTreeSet, HashSet};

/// Interleavings beyond this many states are not looked at.
const MAX_STATES: usize = 20_000;
/// Greatest and declared movers look at all pairs of threads in all reachable states.
const SMALL: usize = 1_500;

/// What was seen of a model on which everything agrees.
#[derive(Default)]
pub struct Seen {
    /// It has too many interleavings.
    pub skipped: bool,
    /// It would start more threads than there are.
    pub too_few_threads: bool,
    pub wrong: bool,
    pub states: usize,
    /// States of the reduction with locksets, and with the greatest movers.
    pub reduced: usize,
    pub greatest: Option<usize>,
    /// Reductions in which fewer threads go wrong than in some interleaving, of how many.
    pub fewer_threads: usize,
    pub reductions: usize,
    /// A claim of the source was refuted.
    pub claims_refuted: bool,
    pub cut: usize,
    pub rounds: usize,
    pub lfs: bool,
    /// Flags order accesses, or they commute.
    pub ordered: bool,
    /// Something is never reached, or some thread never gets on.
    pub vacuous: usize,
}

type Result<T> = std::result::Result<T, String>;

/// A thread, where it is, and how it goes wrong there.
type Failing = BTreeSet<(Tid, Loc, FailureKind)>;

fn ensure(holds: bool, complaint: impl FnOnce() -> String) -> Result<()> {
    if holds { Ok(()) } else { Err(complaint()) }
}

/// Everything about one model; an error is a disagreement. A text that is no model is an error
/// that starts with `ill-formed`.
pub fn examine(text: &str, seed: u64) -> Result<Seen> {
    let (model, diagnostics) = load("random.mover", text, &[]);
    let Some(model) = model else {
        let messages: Vec<&str> = diagnostics.iter().map(|d| d.message.as_str()).collect();
        return Err(format!("ill-formed: {}", messages.join("; ")));
    };
    let program = &model.program;
    let limits = Limits { max_states: MAX_STATES, ..Limits::default() };
    let control = Control::from(limits.clone());
    let semantics = Semantics::within(program, &control);
    let plain = Movers::Protection(Protection::initial(program));
    let all = Instance::new(&semantics, &plain, Partition { phases: None, ..Partition::default() }, &control);
    (ruleset("interleaving").expect("it is there").solve)(&all);
    if control.hit() == Some(Bound::Threads) {
        return beyond_threads(program, &limits);
    }
    if control.hit().is_some() {
        return Ok(Seen { skipped: true, ..Seen::default() });
    }
    steps_are_kept_right(&all)?;
    let full = Full::new(&all);
    let mut seen = Seen { wrong: !full.failing.is_empty(), states: full.configurations.len(), ..Seen::default() };
    let mut examination = Examination { program, full, limits, random: Random::new(seed), seen: &mut seen };
    examination.interleaving()?;
    examination.reductions(&all)?;
    examination.blocks()?;
    examination.vacuity()?;
    Ok(seen)
}

/// Where more threads would be started than there are, no engine calls a model safe.
fn beyond_threads(program: &Program, limits: &Limits) -> Result<Seen> {
    for (rules, movers) in [
        ("interleaving", MoverMode::Lockset),
        ("reduction", MoverMode::Lockset),
        ("reduction", MoverMode::Ordered),
        ("summaries", MoverMode::Lockset),
        ("summaries", MoverMode::Ordered),
        ("cpc", MoverMode::Ordered),
        ("dynamic", MoverMode::Lockset),
        ("static", MoverMode::Lockset),
    ] {
        let engine = Engine::named(rules).ok_or(format!("there is no {rules}"))?;
        let options = Options { movers, ..Options::default() };
        let outcome = check(program, engine, &options, &Control::from(limits.clone())).expect("no claims");
        let told = outcome.verdict == Verdict::Wrong || outcome.bound == Some(Bound::Threads);
        let unsafe_or_cut = outcome.verdict != Verdict::Safe;
        ensure(told && unsafe_or_cut, || {
            format!("{rules}, too few threads: {:?}, {:?}", outcome.verdict, outcome.bound)
        })?;
    }
    Ok(Seen { too_few_threads: true, cut: 1, ..Seen::default() })
}

/// Steps that are found by the cells that they touch are those that the text gives.
fn steps_are_kept_right(all: &Instance<'_>) -> Result<()> {
    for c in states(all).map(|s| all.configuration(s)) {
        for t in all.semantics.tids() {
            let at = (t, c.global, c.locals[t.0 as usize - 1]);
            let kept = all.semantics.transitions(at.0, at.1, at.2);
            ensure(*kept == all.semantics.afresh(at.0, at.1, at.2).0, || format!("steps of {at:?}: {kept:?}"))?;
        }
    }
    Ok(())
}

/// All interleavings.
struct Full<'a> {
    semantics: &'a Semantics<'a>,
    configurations: HashSet<Configuration>,
    failing: Failing,
    depth: u32,
    uses: Vec<Use>,
}

impl<'a> Full<'a> {
    fn new(all: &Instance<'a>) -> Self {
        let semantics = all.semantics;
        let configurations: HashSet<_> = states(all).map(|s| all.configuration(s)).collect();
        let mut failing = Failing::new();
        let mut depth = 0;
        for c in states(all).map(|s| all.configuration(s)) {
            for t in semantics.tids() {
                failing.extend(failures(semantics, &c, t));
                depth = depth.max(semantics.depth(c.stacks[t.0 as usize - 1]));
            }
        }
        let mut protection = all.observed().expect("locksets are observed");
        if !semantics.program.starts.is_empty() {
            // Flags are known for what they are after a round.
            let reachable = Reachable::new(states(all).map(|s| all.configuration(s)));
            protection = protection.over(semantics, &reachable);
        }
        Full { semantics, configurations, failing, depth, uses: uses(semantics.program, &protection) }
    }

    fn threads(&self) -> BTreeSet<Tid> {
        self.failing.iter().map(|(t, _, _)| *t).collect()
    }
}

fn states(instance: &Instance<'_>) -> impl Iterator<Item = State> + use<> {
    (0..instance.state_count() as u32).map(State)
}

fn uses(program: &Program, protection: &Protection) -> Vec<Use> {
    let used = (0..program.cells.len() as u32).map(|c| protection.use_of(moverlog::ir::Cell(c)));
    match program.starts.is_empty() {
        true => used.collect(),
        false => used.map(unordered).collect(),
    }
}

/// As far as locks say it. Where threads start others, whether they order accesses is found out in rounds, of which the
/// interleavings have one.
fn unordered(used: Use) -> Use {
    if used.is_ordered() { Use::Shared(vec![]) } else { used }
}

/// How thread `t` may go wrong in one step.
fn failures(semantics: &Semantics<'_>, c: &Configuration, t: Tid) -> Failing {
    let i = t.0 as usize - 1;
    let Some(loc) = semantics.loc(c.locals[i]) else { return Failing::new() };
    let kind = |effect: &Effect| match effect {
        Effect::Wrong(failure) => Some(failure.kind),
        Effect::Pop(value) => {
            let (_, frame) = semantics.top(c.stacks[i])?;
            semantics.pop(c.locals[i], *value, frame).err().map(|f| f.kind)
        }
        Effect::Internal(_) | Effect::Push(..) => None,
    };
    let transitions = semantics.transitions_in(c, t);
    transitions.steps.iter().filter_map(|s| kind(&s.effect)).map(|k| (t, loc, k)).collect()
}

struct Examination<'a> {
    program: &'a Program,
    full: Full<'a>,
    limits: Limits,
    random: Random,
    seen: &'a mut Seen,
}

impl<'a> Examination<'a> {
    fn expected(&self) -> Verdict {
        if self.full.failing.is_empty() { Verdict::Safe } else { Verdict::Wrong }
    }

    /// Nothing if a claim is false.
    fn run(&self, rules: &str, movers: MoverMode, initial_phase: bool, limits: Limits) -> Option<Outcome> {
        let control = Control::from(limits);
        let rules = ruleset(rules).expect("it is there");
        check(self.program, rules, &Options { movers, initial_phase, ..Options::default() }, &control).ok()
    }

    /// By every way at once that stores fewer states than the rules say, as a check whose user names no ruleset.
    fn by_all_ways(&self, rules: &str, movers: MoverMode) -> Outcome {
        let program = symmetry::marked(self.program);
        let options = Options { movers, groups: true, slice: true, ..Options::default() };
        let rules = ruleset(rules).expect("it is there");
        check(&program, rules, &options, &Control::from(self.limits.clone())).expect("no claims are read")
    }

    fn interleaving(&mut self) -> Result<()> {
        let outcome =
            self.run("interleaving", MoverMode::Lockset, true, self.limits.clone()).expect("claims are no part");
        self.verdict("interleaving", &outcome)?;
        ensure(outcome.states == self.full.configurations.len(), || {
            "interleaving: states are not configurations".into()
        })
    }

    fn verdict(&self, what: &str, outcome: &Outcome) -> Result<()> {
        let expected = self.expected();
        ensure(outcome.verdict == expected, || format!("{what}: {:?}, should be {expected:?}", outcome.verdict))?;
        ensure(outcome.bound.is_none(), || format!("{what}: bound {:?}", outcome.bound))?;
        ensure((outcome.verdict == Verdict::Wrong) == outcome.failed.is_some(), || {
            format!("{what}: wrong without trace")
        })?;
        outcome.failed.as_ref().map_or(Ok(()), |f| self.trace(what, f))
    }

    fn trace(&self, what: &str, f: &Failed) -> Result<()> {
        let failing = (f.thread, f.loc, f.failure.kind);
        ensure(self.full.failing.contains(&failing), || format!("{what}: {failing:?} never fails"))?;
        for story in [&f.original, &f.story] {
            let last = story.last().and_then(|t| Some((t.thread, t.steps.last()?)));
            let same = last.is_some_and(|(t, s)| (t, s.loc, s.failure.as_ref()) == (f.thread, f.loc, Some(&f.failure)));
            ensure(same, || format!("{what}: the trace does not end in the failure"))?;
            let earlier = story.iter().flat_map(|t| &t.steps).filter(|s| s.failure.is_some()).count();
            ensure(earlier >= 1, || format!("{what}: no failure in the trace"))?;
        }
        let (before, after) = (switches(&f.original), switches(&f.story));
        ensure(after <= before, || format!("{what}: {after} switches instead of {before}"))
    }

    fn reductions(&mut self, all: &Instance<'a>) -> Result<()> {
        for initial_phase in [true, false] {
            self.locksets(initial_phase)?;
            for rules in ["reduction", "summaries", "cpc"] {
                self.ordered(rules, initial_phase)?;
            }
            for rules in ["summaries", "summaries-post", "summaries-cpc", "summaries-f1"] {
                let outcome =
                    self.run(rules, MoverMode::Lockset, initial_phase, self.limits.clone()).expect("no claims");
                self.verdict(&format!("{rules}, initial phase {initial_phase}"), &outcome)?;
            }
        }
        self.every_length_of_phases()?;
        for rules in ["reduction", "summaries", "summaries-cpc", "locks"] {
            let movers = if rules == "locks" { MoverMode::Lockset } else { MoverMode::Ordered };
            self.verdict(&format!("{rules}, by all ways"), &self.by_all_ways(rules, movers))?;
        }
        if self.full.configurations.len() > SMALL {
            return Ok(());
        }
        let phase = self.random.percent(50);
        self.ordered_movers(all)?;
        self.greatest(all, phase)?;
        self.declared(!phase)
    }

    /// Phases that last as long as nobody would ask for: either way of starting, each ruleset.
    fn every_length_of_phases(&mut self) -> Result<()> {
        let initial_phase = self.random.percent(50);
        for rules in ["reduction", "locks", "locks-incremental", "stoller-cohen", "summaries", "summaries-cpc"] {
            let phases = [Phases::Inside, Phases::Restart, Phases::Printed][self.random.below(3)];
            let options = Options { initial_phase, phases: Some(phases), ..Options::default() };
            let engine = ruleset(rules).expect("it is there");
            let outcome =
                check(self.program, engine, &options, &Control::from(self.limits.clone())).expect("no claims");
            self.verdict(&format!("{rules}, {phases:?}, initial phase {initial_phase}"), &outcome)?;
        }
        Ok(())
    }

    /// Accesses that flags order, or that commute.
    fn ordered(&mut self, rules: &str, initial_phase: bool) -> Result<()> {
        let options = Options { movers: MoverMode::Ordered, initial_phase, ..Options::default() };
        let engine = Engine::named(rules).expect("it is there");
        let outcome = check(self.program, engine, &options, &Control::from(self.limits.clone())).expect("no claims");
        self.seen.ordered |= outcome.uses.iter().flatten().any(Use::is_ordered);
        self.verdict(&format!("{rules}, ordered, initial phase {initial_phase}"), &outcome)
    }

    fn ordered_movers(&self, all: &Instance<'a>) -> Result<()> {
        let reachable = Reachable::new(states(all).map(|s| all.configuration(s)));
        let movers = Movers::Protection(Protection::ordered(self.program).over(self.full.semantics, &reachable));
        let moves = |&(t, g, l): &(_, _, _)| {
            ((t, g, l), movers.moves(self.full.semantics, (t, g, l), &self.full.semantics.transitions(t, g, l)))
        };
        let table = reachable.nodes().iter().map(moves).collect();
        let mut refuted = refute(self.full.semantics, &reachable, &table);
        refuted.retain(|breach| !self.is_harmless(breach));
        ensure(refuted.is_empty(), || format!("ordered movers are refuted: {refuted:?}"))
    }

    /// Property 2 asks of a step that goes wrong, too, to be a right mover; a region that has taken a lock and goes
    /// wrong leaves the lock free, and is none. Property 1 asks of a region that may access what it must not for the
    /// outcome without that access, and it does nothing but go wrong (`who_may_access_goes_wrong_first`). An execution
    /// that passes by either is longer than one to an error.
    fn is_harmless(&self, breach: &Breach) -> bool {
        let (g, t, l, u, l2) = breach.pair;
        let goes_wrong = |s: &Step| matches!(s.effect, Effect::Wrong(_));
        let forbidden = |s: &Step| matches!(&s.effect, Effect::Wrong(f) if f.kind == FailureKind::Protection);
        let steps = |t, l| self.full.semantics.transitions(t, g, l);
        match breach.property {
            Property::P1 => steps(u, l2).steps.iter().any(forbidden),
            Property::P2 => steps(t, l).steps.iter().any(goes_wrong),
            _ => false,
        }
    }

    fn locksets(&mut self, initial_phase: bool) -> Result<()> {
        let what = format!("locksets, initial phase {initial_phase}");
        let outcome = self.run("reduction", MoverMode::Lockset, initial_phase, self.limits.clone()).expect("no claims");
        let mut partition = Partition { initial_phase, lfs: outcome.lfs.clone(), ..Partition::default() };
        let control = Control::from(self.limits.clone());
        let semantics = self.full.semantics;
        let mut assumed = Protection::initial(self.program);
        loop {
            let movers = Movers::Protection(assumed.clone());
            let instance = Instance::new(semantics, &movers, partition.clone(), &control);
            (ruleset("reduction").expect("it is there").solve)(&instance);
            if instance.broke_an_assumption() || instance.was_given_up() {
                assumed = instance.observed().expect("locksets are observed");
                continue;
            }
            // What the walk would have seen can be hidden behind a loop that `check` need not cut.
            let endless = endless(&instance);
            if !endless.is_empty() {
                partition.lfs.extend(endless);
                continue;
            }
            self.reduction(&format!("{what}, no walk"), &instance)?;
            ensure(uses(self.program, &assumed) == self.full.uses, || {
                format!("{what}, no walk: locks differ from those held")
            })?;
            self.verdict(&what, &outcome)?;
            let found = outcome.uses.clone().map(|uses| match self.program.starts.is_empty() {
                true => uses,
                false => uses.into_iter().map(unordered).collect(),
            });
            ensure(found.as_ref() == Some(&self.full.uses), || format!("{what}: locks differ from those held"))?;
            let same = partition.lfs != outcome.lfs || outcome.states == instance.state_count();
            ensure(same, || format!("{what}: states depend on the way"))?;
            self.bounded(&what, MoverMode::Lockset, initial_phase, depth(&instance))?;
            break;
        }
        self.seen.reduced = outcome.states;
        self.seen.rounds = self.seen.rounds.max(outcome.rounds);
        self.seen.lfs |= !outcome.lfs.is_empty();
        self.again(&what, MoverMode::Lockset, initial_phase, &outcome)
    }

    fn greatest(&mut self, all: &Instance<'a>, initial_phase: bool) -> Result<()> {
        let what = format!("greatest movers, initial phase {initial_phase}");
        let outcome =
            self.run("reduction", MoverMode::Greatest, initial_phase, self.limits.clone()).expect("no claims");
        let reachable = Reachable::new(states(all).map(|s| all.configuration(s)));
        let movers = Movers::Table(greatest(self.full.semantics, &reachable));
        let control = Control::from(self.limits.clone());
        let partition = Partition { initial_phase, lfs: outcome.lfs.clone(), ..Partition::default() };
        let instance = Instance::new(self.full.semantics, &movers, partition, &control);
        (ruleset("reduction").expect("it is there").solve)(&instance);
        self.reduction(&what, &instance)?;
        self.verdict(&what, &outcome)?;
        ensure(outcome.states == instance.state_count(), || format!("{what}: states depend on the way"))?;
        self.seen.greatest = Some(outcome.states);
        self.bounded(&what, MoverMode::Greatest, initial_phase, depth(&instance))?;
        self.again(&what, MoverMode::Greatest, initial_phase, &outcome)
    }

    fn declared(&mut self, initial_phase: bool) -> Result<()> {
        let what = format!("declared movers, initial phase {initial_phase}");
        let claims = self.program.locations.iter().any(|l| l.claimed.is_some());
        match self.run("reduction", MoverMode::Declared, initial_phase, self.limits.clone()) {
            Some(outcome) => self.verdict(&what, &outcome),
            None if claims => {
                self.seen.claims_refuted = true;
                Ok(())
            }
            None => Err(format!("{what}: movers from locksets are refuted")),
        }
    }

    /// An exploration whose assumptions hold.
    fn reduction(&mut self, what: &str, instance: &Instance<'_>) -> Result<()> {
        let semantics = self.full.semantics;
        let mut threads = BTreeSet::new();
        for s in states(instance) {
            let c = instance.configuration(s);
            ensure(self.full.configurations.contains(&c), || format!("{what}: a state that no interleaving reaches"))?;
            threads.extend(semantics.tids().filter(|t| semantics.is_wrong(c.locals[t.0 as usize - 1])));
        }
        let all = self.full.threads();
        ensure(threads.is_subset(&all), || format!("{what}: a thread goes wrong that never does"))?;
        ensure(threads.is_empty() == all.is_empty(), || format!("{what}: error lost"))?;
        self.seen.reductions += 1;
        self.seen.fewer_threads += usize::from(threads != all);
        conditions(what, instance)
    }

    /// A bound that is hit is never `safe`.
    fn bounded(&mut self, what: &str, mode: MoverMode, initial_phase: bool, depth: u32) -> Result<()> {
        if self.random.percent(60) {
            return Ok(());
        }
        let states = if mode == MoverMode::Greatest { self.full.configurations.len() } else { self.seen.states.max(1) };
        let few = Limits { max_states: 1 + self.random.below(states), ..self.limits.clone() };
        let shallow = Limits { max_stack: self.random.below(3) as u32, ..self.limits.clone() };
        for (limits, kind) in [(few, Bound::States), (shallow, Bound::Stack)] {
            let (max_states, max_stack) = (limits.max_states, limits.max_stack);
            if kind == Bound::Stack && self.full.depth == 0 {
                continue;
            }
            let outcome = self.run("reduction", mode, initial_phase, limits).expect("claims are no part");
            let what = format!("{what}, bounds {max_states} and {max_stack}");
            ensure(outcome.states <= max_states, || format!("{what}: too many states"))?;
            let complete = outcome.bound.is_none();
            let needed = match (mode, kind) {
                (MoverMode::Greatest, Bound::States) => states > max_states,
                (MoverMode::Greatest, _) => self.full.depth > max_stack,
                (_, Bound::States) => false,
                _ => depth > max_stack,
            };
            ensure(!(needed && complete && outcome.verdict == Verdict::Safe), || {
                format!("{what}: the bound goes unnoticed")
            })?;
            self.seen.cut += usize::from(!complete);
            match outcome.verdict {
                Verdict::Safe => ensure(self.full.failing.is_empty() && complete, || format!("{what}: safe"))?,
                Verdict::Wrong => self.trace(&what, outcome.failed.as_ref().expect("wrong has a trace"))?,
                Verdict::Inconclusive => ensure(!complete, || format!("{what}: inconclusive without a bound"))?,
            }
        }
        Ok(())
    }

    /// The same input gives the same outcome; one state less than needed gives another.
    fn again(&mut self, what: &str, mode: MoverMode, initial_phase: bool, first: &Outcome) -> Result<()> {
        if self.random.percent(15) {
            let second = self.run("reduction", mode, initial_phase, self.limits.clone()).expect("claims are no part");
            ensure(format!("{first:?}") == format!("{second:?}"), || format!("{what}: two runs differ"))?;
        }
        if self.random.percent(15) && first.states > 1 {
            let limits = Limits { max_states: first.states - 1, ..self.limits.clone() };
            let short = self.run("reduction", mode, initial_phase, limits).expect("claims are no part");
            ensure(short.verdict != Verdict::Safe, || format!("{what}: safe with too few states"))?;
            self.seen.cut += 1;
        }
        Ok(())
    }
}

fn switches(story: &[Transaction]) -> usize {
    story.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
}

fn depth(instance: &Instance<'_>) -> u32 {
    let deepest = |s: State| {
        let c = instance.configuration(s);
        c.stacks.iter().map(|s| instance.semantics.depth(*s)).max().unwrap_or(0)
    };
    states(instance).map(deepest).max().unwrap_or(0)
}

/// C4: a step leaves the classes of the other threads alone. C3: a thread in L(t) reaches N(t) alone.
fn conditions(what: &str, instance: &Instance<'_>) -> Result<()> {
    let (count, semantics) = (instance.state_count(), instance.semantics);
    for t in semantics.tids() {
        for s in states(instance).filter(|s| instance.others_outside(t, *s)) {
            for s2 in instance.steps_of(t, s) {
                let stable = |u: &Tid| *u == t || instance.class(*u, s) == instance.class(*u, s2);
                ensure(semantics.tids().all(|u| stable(&u)), || format!("{what}: C4 fails"))?;
            }
        }
    }
    ensure(endless(instance).is_empty(), || format!("{what}: C3 fails"))?;
    ensure(instance.state_count() == count, || format!("{what}: not a fixpoint"))
}

/// The locations in states of L(t) from which t alone does not reach N(t).
fn endless(instance: &Instance<'_>) -> BTreeSet<Loc> {
    let mut found = BTreeSet::new();
    for t in instance.semantics.tids() {
        let outside = |s: &State| instance.class(t, *s) == Class::Outside;
        let mut ends: HashSet<State> = states(instance).filter(outside).collect();
        let inside = states(instance).filter(|s| instance.class(t, *s) == Class::Left);
        let mut left: Vec<(State, Vec<State>)> = inside.map(|s| (s, instance.steps_of(t, s))).collect();
        loop {
            let before = left.len();
            for i in (0..left.len()).rev() {
                if left[i].1.iter().any(|s2| ends.contains(s2)) {
                    ends.insert(left.remove(i).0);
                }
            }
            if left.len() == before {
                break;
            }
        }
        found.extend(left.iter().filter_map(|(s, _)| instance.loc(t, *s)));
    }
    found
}

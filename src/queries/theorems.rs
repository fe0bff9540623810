//! The papers' lemmas and theorems, tried by brute force on the reachable states of a program.
//!
//! What an engine reaches is compared with every interleaving, instrumented with phases where a statement speaks of
//! them: the states are enumerated, and each instance of a statement is looked at by itself. Movers are those that
//! `conditions` tries. A statement is not known where a bound was hit on the way to what it speaks of.

mod commuting;
mod dynamic;
mod inference;
mod instrumented;
mod movers;
mod qrr;
mod search;
mod shown;
mod system;
mod trial;
mod world;

pub use dynamic::definition_1;
pub use search::search_theorems;
pub use shown::Counterexample;
pub use trial::{Theorem, Tried};

use crate::control::{Bound, Control};
use crate::driver::{self, Engine, Options};
use crate::dynamic::Heuristics;
use crate::exploration::{Instance, Partition};
use crate::ir::{Loc, Program};
use crate::movers::{Movers, Protection};
use crate::semantics::Semantics;
use moverlog_rules::{State, Tid};
use std::collections::BTreeSet;
use world::{Plain, states};

/// What came of trying the statements about some engines.
#[derive(Debug, Default)]
pub struct Theorems {
    pub theorems: Vec<Theorem>,
    /// Why some are not known.
    pub bound: Option<Bound>,
    /// What was explored: by which engine, and how many states.
    pub explored: Vec<(String, usize)>,
    /// Locations that end a transaction in its post-commit phase so that C3 holds.
    pub lfs: BTreeSet<Loc>,
}

impl Theorems {
    /// Whether all hold; nothing if none fails and some are not known.
    pub fn hold(&self) -> Option<bool> {
        match self.theorems.iter().any(|t| t.tried.as_ref().is_some_and(|t| t.violations > 0)) {
            true => Some(false),
            false => self.theorems.iter().all(|t| t.tried.is_some()).then_some(true),
        }
    }

    pub fn get(&self, name: &str) -> Option<&Theorem> {
        self.theorems.iter().find(|t| t.name == name)
    }

    /// The statements of one group, of which nothing is known where a bound was hit.
    fn extend(&mut self, statements: &[Statement], tried: Option<Vec<Tried>>, control: &Control<'_>) {
        let mut tried = tried.filter(|_| control.hit().is_none()).into_iter().flatten();
        self.bound = self.bound.or(control.hit());
        let theorem = |&(name, statement): &Statement| Theorem { name, statement, tried: tried.next() };
        self.theorems.extend(statements.iter().map(theorem));
    }

    fn explored(&mut self, by: &str, instance: &Instance<'_>) {
        self.explored.push((by.to_string(), instance.state_count()));
    }
}

/// A name and what it says.
type Statement = (&'static str, &'static str);

/// What every group of statements stands on.
struct Ground<'a> {
    semantics: &'a Semantics<'a>,
    /// Every interleaving, without phases.
    all: &'a Instance<'a>,
    movers: &'a Movers,
    protection: Option<&'a Protection>,
    partition: Partition,
    options: &'a Options,
    heuristics: Heuristics,
}

impl Ground<'_> {
    /// The threads that go wrong, each with the first state in which it has.
    fn wrong(&self) -> Vec<(Tid, State)> {
        wrong(self.all)
    }

    /// All interleavings, told in the movers that are tried.
    fn plain<'a>(&'a self, control: &'a Control<'a>) -> Plain<'a> {
        Plain { all: self.all, teller: Instance::new(self.semantics, self.movers, self.partition.clone(), control) }
    }
}

fn wrong(instance: &Instance<'_>) -> Vec<(Tid, State)> {
    let first = |t: Tid| states(instance).find(|s| instance.loc(t, *s).is_none()).map(|s| (t, s));
    instance.semantics.tids().filter_map(first).collect()
}

/// Tries every statement, each about the engine that is sound; about `engine` alone, if one is given.
pub fn theorems(
    program: &Program,
    engine: Option<Engine<'_>>,
    options: &Options,
    heuristics: Heuristics,
    control: &Control<'_>,
) -> Theorems {
    let mut found = Theorems::default();
    let groups = groups(engine);
    control.be_thorough();
    let semantics = control.own(Semantics::within(program, control));
    let strongest = Movers::Protection(Protection::initial(program));
    let Some(all) = driver::interleave(&semantics, &strongest, control) else {
        groups.iter().for_each(|group| found.extend(group.statements(), None, control));
        return found;
    };
    found.explored("interleaving", &all);
    let (movers, protection) = driver::choose(&all, options.movers);
    let usual = driver::Engine::named("reduction").expect("the ruleset is listed");
    let partition = options.partition(engine.unwrap_or(usual));
    let protection = protection.as_ref();
    let ground =
        Ground { semantics: &semantics, all: &all, movers: &movers, protection, partition, options, heuristics };
    for group in groups {
        let control = control.anew();
        control.be_thorough();
        group.try_all(&ground, engine, &control, &mut found);
    }
    found
}

/// Statements about one kind of engine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Movers,
    Instrumented,
    Summaries,
    Search,
    Inference,
    Blocks,
}

/// The groups that speak of an engine.
fn groups(engine: Option<Engine<'_>>) -> Vec<Group> {
    use Group::*;
    match engine {
        None => vec![Movers, Instrumented, Summaries, Search, Inference, Blocks],
        Some(Engine::Search(_)) => vec![Search],
        Some(Engine::Blocks(..)) => vec![Blocks],
        Some(e) if e.inference().is_some() => vec![Inference],
        Some(_) => vec![Instrumented, Summaries],
    }
}

impl Group {
    fn statements(self) -> &'static [Statement] {
        match self {
            Group::Movers => movers::STATEMENTS,
            Group::Instrumented => instrumented::STATEMENTS,
            Group::Summaries => qrr::STATEMENTS,
            Group::Search => search::STATEMENTS,
            Group::Inference => inference::STATEMENTS,
            Group::Blocks => dynamic::STATEMENTS,
        }
    }

    fn try_all(self, ground: &Ground<'_>, engine: Option<Engine<'_>>, control: &Control<'_>, found: &mut Theorems) {
        let tried = match self {
            Group::Movers => movers::tried(ground, control),
            Group::Instrumented => instrumented::tried(ground, engine, control, found),
            Group::Summaries => qrr::tried(ground, engine, control, found),
            Group::Search => search::tried(ground, engine, control, found),
            Group::Inference => inference::tried(ground, engine, control, found),
            Group::Blocks => dynamic::tried(ground, engine, control, found),
        };
        found.extend(self.statements(), tried, control);
    }
}

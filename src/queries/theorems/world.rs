//! What was explored, as statements look at it: states by number, compared by what they stand for, and the ways that
//! lead to them.

use super::shown::World;
use crate::control::Control;
use crate::derivation::{Answering, RulesFile};
use crate::driver::{Engine, inspect_under};
use crate::exploration::{Instance, Partition};
use crate::movers::Movers;
use crate::semantics::{Configuration, Semantics};
use moverlog_rules::{Program, Solution, State, Tid};
use rustc_hash::FxHashSet;

/// A state and the phase of each thread, whoever numbered it.
pub(super) type Phased = (Configuration, Vec<bool>);

pub(super) fn states(instance: &Instance<'_>) -> impl Iterator<Item = State> + use<> {
    (0..instance.state_count() as u32).map(State)
}

pub(super) fn phased(instance: &Instance<'_>, s: State) -> Phased {
    let phase = |t| instance.phase(instance.node(t, s));
    (instance.configuration(s), instance.semantics.tids().map(phase).collect())
}

pub(super) fn all_phased(instance: &Instance<'_>) -> FxHashSet<Phased> {
    states(instance).map(|s| phased(instance, s)).collect()
}

/// What an engine explored, and who answers questions there: the program, or the rules of a file in its place.
pub(super) struct Explored<'a> {
    pub(super) instance: Instance<'a>,
    pub(super) answers: Option<&'a RulesFile>,
    pub(super) solution: Solution,
}

/// Movers and a partition to explore by.
#[derive(Clone)]
pub(super) struct Given<'a> {
    pub(super) semantics: &'a Semantics<'a>,
    pub(super) movers: &'a Movers,
    pub(super) partition: Partition,
    pub(super) answers: Option<&'a RulesFile>,
}

impl<'a> Given<'a> {
    /// With locations in LFS, so that what the engine relies on holds.
    pub(super) fn settled(mut self, engine: Engine<'_>, control: &Control<'_>) -> Self {
        let mut partition = None;
        let start = (self.movers.clone(), self.partition.clone());
        inspect_under(self.semantics, engine, start, control, &mut |instance, _| {
            partition = Some(instance.partition.clone());
        });
        self.partition = partition.unwrap_or(self.partition);
        self
    }

    pub(super) fn explored(self, engine: Engine<'_>, control: &'a Control<'a>) -> Explored<'a> {
        control.begin(true);
        let instance = Instance::new(self.semantics, self.movers, self.partition, control);
        let solution = match (engine, answering(&instance, self.answers)) {
            (Engine::Rules(ruleset), Some(program)) => (ruleset.solve)(&program),
            (engine, _) => engine.solve(&instance).0,
        };
        Explored { instance, answers: self.answers, solution }
    }
}

fn answering<'i>(instance: &'i Instance<'_>, answers: Option<&'i RulesFile>) -> Option<Answering<'i>> {
    answers.filter(|file| file.answers()).map(|file| Answering::new(instance, file.rules()))
}

impl Explored<'_> {
    /// Goes on to every interleaving, instrumented with phases (QRR 4, CPC 3, FQ 4.2). Nodes keep their numbers, on
    /// which what the rules of a file answer may depend.
    pub(super) fn interleave(&self) {
        let ruleset = moverlog_rules::ruleset("interleaving").expect("the oracle is always there");
        self.ask(|p| (ruleset.solve)(p));
    }

    /// Asks whoever answers.
    pub(super) fn ask<A>(&self, ask: impl FnOnce(&dyn Program) -> A) -> A {
        match answering(&self.instance, self.answers) {
            Some(program) => ask(&program),
            None => ask(&self.instance),
        }
    }
}

impl World for Explored<'_> {
    fn teller(&self) -> &Instance<'_> {
        &self.instance
    }

    fn configuration(&self, s: usize) -> Configuration {
        self.instance.configuration(State(s as u32))
    }

    fn way(&self, s: usize) -> Vec<(usize, Tid)> {
        self.instance.path(State(s as u32)).into_iter().map(|(s, t)| (s.0 as usize, t)).collect()
    }

    fn standing(&self, s: usize) -> Vec<&'static str> {
        let class = |p: &dyn Program, t| {
            let n = p.node(t, State(s as u32));
            let inside = if p.is_left(t, n) { "L" } else { "R" };
            if p.is_outside(t, n) { "N" } else { inside }
        };
        self.ask(|p| self.instance.semantics.tids().map(|t| class(p, t)).collect())
    }
}

/// An exploration without phases, told in the movers of another one.
pub(super) struct Plain<'a> {
    pub(super) all: &'a Instance<'a>,
    pub(super) teller: Instance<'a>,
}

impl World for Plain<'_> {
    fn teller(&self) -> &Instance<'_> {
        &self.teller
    }

    fn configuration(&self, s: usize) -> Configuration {
        self.all.configuration(State(s as u32))
    }

    fn way(&self, s: usize) -> Vec<(usize, Tid)> {
        self.all.path(State(s as u32)).into_iter().map(|(s, t)| (s.0 as usize, t)).collect()
    }

    fn standing(&self, _: usize) -> Vec<&'static str> {
        vec![]
    }
}

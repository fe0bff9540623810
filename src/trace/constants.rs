//! Constant propagation, which TSG 5 does before range propagation (its reference 16: Lee, Padua, Midkiff 1999).
//!
//! A read of a shared variable meets what its own thread has stored last and what other threads store that
//! may come in between; where all that is one number, the read is that number. It is sparse and conditional:
//! what only happens behind a guard that is never true is not met. The program that is left has the same
//! schedules with the same values, and fewer accesses of shared variables.

mod fold;
mod sources;

use self::sources::{Source, Sources};
use super::ctp::{Ctp, Effect, Expr, Scope, Transition, VariableId};
use super::domain::{Domain, Evaluation};
use super::lattice::Skeleton;
use super::mat::ControlState;
use super::state::fitted;
use super::tsg::Lattices;
use crate::control::Control;
use std::collections::{BTreeMap, BTreeSet};

/// What constant propagation found.
#[derive(Clone, Debug)]
pub struct Constants {
    /// The program in which the constants are written for what is read, and guards that are always true are left out.
    pub program: Ctp,
    /// The variables that a transition reads and always finds at one value.
    pub reads: Vec<ConstantRead>,
    /// The transitions whose guards are always true.
    pub guards: Vec<ControlState>,
    /// The transitions that no schedule performs.
    pub never: Vec<ControlState>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConstantRead {
    pub place: ControlState,
    pub variable: VariableId,
    pub value: i64,
}

/// What is known of a value: the lattice of constant propagation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fact {
    /// No schedule was seen to store it yet.
    Unmet,
    Constant(i64),
    /// Several numbers, or one that nothing is known of.
    Varies,
}

impl Fact {
    fn join(self, other: Fact) -> Fact {
        match (self, other) {
            (Fact::Unmet, fact) | (fact, Fact::Unmet) => fact,
            (a, b) if a == b => a,
            _ => Fact::Varies,
        }
    }

    fn known(self) -> Option<i64> {
        if let Fact::Constant(value) = self { Some(value) } else { None }
    }
}

/// Facts of what each transition of each thread stores, and how far each thread gets.
struct Propagation<'a> {
    ctp: &'a Ctp,
    sources: Sources,
    stored: Vec<Vec<BTreeMap<VariableId, Fact>>>,
    performed: Vec<usize>,
    forked: BTreeSet<usize>,
    changed: bool,
}

/// What a transition reads there, each variable with its fact.
type Reads = BTreeMap<VariableId, Fact>;

/// Propagates constants through a program; nothing once a bound is hit.
pub fn propagate_constants(ctp: &Ctp, control: &Control<'_>) -> Option<Constants> {
    let skeleton = Skeleton::new(ctp, false);
    let lattices = Lattices::within(&skeleton, false, Some(control));
    let sources = Sources::new(ctp, &skeleton, &lattices, control)?;
    let of = |t: &Transition| t.targets().map(|v| (v, Fact::Unmet)).collect();
    let mut propagation = Propagation {
        ctp,
        sources,
        stored: ctp.threads.iter().map(|s| s.transitions.iter().map(of).collect()).collect(),
        performed: vec![0; ctp.threads.len()],
        forked: BTreeSet::new(),
        changed: true,
    };
    while propagation.changed {
        propagation.changed = false;
        (0..ctp.threads.len()).for_each(|thread| propagation.follow(thread));
        if !control.check() {
            return None;
        }
    }
    Some(propagation.constants())
}

impl Propagation<'_> {
    /// Follows a thread as far as anything lets it go.
    fn follow(&mut self, thread: usize) {
        if !self.starts(thread) {
            return;
        }
        let length = self.ctp.threads[thread].transitions.len();
        let got = (0..length).take_while(|at| self.perform(thread, *at)).count();
        self.changed |= got > self.performed[thread];
        self.performed[thread] = self.performed[thread].max(got);
    }

    fn starts(&self, thread: usize) -> bool {
        let mut transitions = self.ctp.threads.iter().flat_map(|s| &s.transitions);
        self.forked.contains(&thread) || !transitions.any(|t| t.effect == Effect::Fork(thread))
    }

    fn perform(&mut self, thread: usize, at: usize) -> bool {
        let ctp = self.ctp;
        let t = &ctp.threads[thread].transitions[at];
        let Some(reads) = self.reads(thread, at) else { return false };
        let is_true = |e: &Expr| value(&reads, e).is_some_and(|v| v.truth().0);
        if !t.guard.as_ref().is_none_or(is_true) {
            return false;
        }
        match &t.effect {
            Effect::Assign(assignments) => self.assign(thread, at, assignments, &reads),
            Effect::Assert(e) => is_true(e),
            Effect::Fork(child) => {
                self.changed |= self.forked.insert(*child);
                true
            }
            Effect::Join(child) => self.performed[*child] == ctp.threads[*child].transitions.len(),
            Effect::Lock(_) | Effect::Unlock(_) | Effect::Skip => true,
        }
    }

    fn assign(&mut self, thread: usize, at: usize, assignments: &[(VariableId, Expr)], reads: &Reads) -> bool {
        let values: Option<Vec<Option<i64>>> = assignments.iter().map(|(_, e)| value(reads, e)).collect();
        let Some(values) = values else { return false };
        for ((v, _), value) in assignments.iter().zip(values) {
            let fact = value.map_or(Fact::Varies, |x| Fact::Constant(fitted(self.ctp, *v, x)));
            let known = self.stored[thread][at].entry(*v).or_insert(Fact::Unmet);
            let both = known.join(fact);
            self.changed |= both != *known;
            *known = both;
        }
        true
    }

    /// What a transition reads; nothing if something of it is not met yet.
    fn reads(&self, thread: usize, at: usize) -> Option<Reads> {
        let fact = |(v, sources): &(VariableId, Vec<Source>)| {
            let met = sources.iter().map(|s| self.fact(*v, s)).fold(Fact::Unmet, Fact::join);
            (met != Fact::Unmet).then_some((*v, met))
        };
        self.sources.of(thread, at).iter().map(fact).collect()
    }

    fn fact(&self, v: VariableId, source: &Source) -> Fact {
        match source {
            _ if self.ctp.variable(v).scope == Scope::Lock => Fact::Varies,
            Source::Initial => Fact::Constant(self.ctp.variable(v).initial),
            Source::Stored(s) => self.stored[s.thread][s.at].get(&v).copied().unwrap_or(Fact::Varies),
        }
    }

    fn constants(self) -> Constants {
        let mut found = Constants { program: self.ctp.clone(), reads: vec![], guards: vec![], never: vec![] };
        for (thread, slice) in self.ctp.threads.iter().enumerate() {
            for (at, t) in slice.transitions.iter().enumerate() {
                let place = ControlState { thread, at };
                if at >= self.performed[thread] {
                    found.never.push(place);
                }
                if at <= self.performed[thread]
                    && let Some(reads) = self.reads(thread, at)
                {
                    found.note(place, t, &reads);
                }
            }
        }
        found
    }
}

impl Constants {
    /// Writes down what a transition always finds.
    fn note(&mut self, place: ControlState, t: &Transition, reads: &Reads) {
        let constant = |(v, fact): (&VariableId, &Fact)| Some((*v, fact.known()?));
        let known: BTreeMap<VariableId, i64> = reads.iter().filter_map(constant).collect();
        self.reads.extend(known.iter().map(|(v, x)| ConstantRead { place, variable: *v, value: *x }));
        let folded = fold::transition(t, &known);
        if t.guard.is_some() && folded.guard.is_none() {
            self.guards.push(place);
        }
        self.program.threads[place.thread].transitions[place.at] = folded;
    }
}

/// The value of an expression, as far as it is known; nothing if it only goes wrong.
fn value(reads: &Reads, e: &Expr) -> Option<Option<i64>> {
    Evaluation::new(|v| reads.get(&v).copied().and_then(Fact::known)).eval(e)
}

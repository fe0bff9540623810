//! The side conditions of one engine, on what it says of movers, phases, steps and classes itself: the program's
//! answers, or those that rules of a file give in their place.

use super::movers::mover_table;
use super::partition::{Classes, drawn};
use super::*;
use crate::derivation::Answering;
use crate::movers::{Class, Fault, Moves, Table};
use crate::semantics::Configuration;
use moverlog_rules::{Program as _, Question, THEOREM_6, Tid};

const OF_STEPS: [&str; 2] = ["T", "p'"];

/// As [`conditions`](super::conditions), of one engine. What a condition has nothing to say of is left out.
pub fn conditions_of(program: &Program, engine: Engine, options: &Options, control: &Control<'_>) -> Conditions {
    on_few_frames(program, control, &|within, control| tried(program, engine, options, (within, control)))
}

fn tried(program: &Program, engine: Engine, options: &Options, (within, control): Extent<'_, '_>) -> Conditions {
    control.be_thorough();
    let semantics = control.own(Semantics::within(program, control));
    let strongest = Movers::Protection(Protection::initial(program));
    let all = claims::interleave_within(&semantics, &strongest, within, control);
    let mut found = Conditions { states: all.as_ref().map_or(0, Instance::state_count), ..Conditions::default() };
    if let Engine::Blocks(blocks, heuristics) = engine {
        let tried = all.as_ref().and_then(|all| tried_moving(all, blocks.rules(), heuristics, control));
        found.extend(&OF_MOVING, tried);
        return Conditions { bound: control.hit(), ..found };
    }
    let settled = all.as_ref().and_then(|all| settled(all, engine, options, control));
    let own = engine.file().map_or_else(BTreeSet::new, |file| file.answered());
    let trial = settled.as_ref().zip(all.as_ref());
    let trial =
        trial.map(|((chosen, partition), all)| Of { all, engine, own: &own, chosen, partition, within, control });
    found.extend(&OF_MOVERS, trial.as_ref().and_then(Of::movers));
    if matches!(options.movers, MoverMode::Lockset | MoverMode::Declared) && !moves(&own) {
        found.extend(&OF_EXCLUSIVE, trial.as_ref().and_then(Of::exclusive));
    }
    if let Some(trial) = trial.filter(|_| !control.stopped()) {
        trial.reduced(&mut found);
    } else {
        found.extend(&OF_STEPS, None);
        found.extend(&OF_PARTITION, None);
        if engine.summarizes() {
            let (known, given) = (options.movers.is_observed(), (&*semantics, options, &strongest));
            let tally = known.then(|| summarized(engine, given, (within, &control.anew()))).flatten();
            found.extend(&[completion(engine)], tally.map(|tally| vec![tally]));
        }
    }
    Conditions { bound: control.hit().or(found.bound), ..found }
}

/// What an engine that summarizes asks of committed transactions.
fn completion(engine: Engine<'_>) -> &'static str {
    if engine.chooses_nodes() { THEOREM_6 } else { "C3'" }
}

/// Whether a file says itself what moves.
fn moves(own: &BTreeSet<Question>) -> bool {
    own.contains(&Question::RM) || own.contains(&Question::LM)
}

/// The movers, those by protection beside, and the partition on which a verdict rests.
type Settled = ((Movers, Option<Protection>), Partition);

fn settled(all: &Instance<'_>, engine: Engine, options: &Options, control: &Control<'_>) -> Option<Settled> {
    let (movers, protection) = choose(all, options.movers);
    let partition = options.partition(engine);
    let mut last = None;
    settle(engine, all.semantics, options, (&movers, partition), control, &mut |instance, _| {
        last = Some((instance.movers.clone(), instance.partition.renumbered(instance.semantics, all.semantics)));
    });
    let (movers, partition) = last.filter(|_| !control.stopped())?;
    let protection = if let Movers::Protection(p) = &movers { Some(p.clone()) } else { protection };
    Some(((movers, protection), partition))
}

/// One engine, on the movers and the partition on which its verdict rests.
struct Of<'a> {
    all: &'a Instance<'a>,
    engine: Engine<'a>,
    /// What its file answers itself.
    own: &'a BTreeSet<Question>,
    chosen: &'a (Movers, Option<Protection>),
    partition: &'a Partition,
    within: Option<u32>,
    control: &'a Control<'a>,
}

impl Of<'_> {
    fn movers(&self) -> Option<Vec<Tally>> {
        let instance = self.instance();
        let own = || Movers::Table(self.own_movers(&instance));
        let movers = if moves(self.own) { own() } else { self.chosen.0.clone() };
        mover_conditions(self.all, &movers, self.partition.clone(), self.control)
    }

    /// What the file's RM and LM hold of, in either phase.
    fn own_movers(&self, instance: &Instance<'_>) -> Table {
        let by = self.engine.asks(instance);
        let either = |t, [n, m]: [_; 2]| {
            let (a, b) = (Moves::answered(&by, t, n), Moves::answered(&by, t, m));
            Moves { right: a.right || b.right, left: a.left || b.left }
        };
        mover_table(&claims::reachable(self.all), |(t, g, l)| {
            let moves = either(t, [true, false].map(|phase| instance.node_with(g, l, phase)));
            vec![moves; self.all.semantics.transitions(t, g, l).steps.len()]
        })
    }

    fn exclusive(&self) -> Option<Vec<Tally>> {
        exclusive_conditions(self.all, self.chosen.1.as_ref()?, self.control)
    }

    fn instance(&self) -> Instance<'_> {
        Instance::new(self.all.semantics, &self.chosen.0, self.partition.clone(), self.control)
    }

    /// Where an engine summarizes, its states say little of what goes on inside transactions: then Ruleset 1 explores,
    /// asking whom the engine asks.
    fn reduced(&self, found: &mut Conditions) {
        let instance = self.instance();
        instance.states.keep_transitions();
        self.control.begin(true);
        let by = self.engine.asks(&instance);
        if self.engine.summarizes() {
            let reduction = moverlog_rules::ruleset("reduction").expect("it is listed");
            (reduction.solve)(&by);
        } else {
            self.engine.solve(&instance);
        }
        (found.reduced, found.lfs) = (instance.state_count(), instance.partition.lfs.clone());
        found.bound = self.control.hit();
        let classes = Classes { instance: &instance, by: (!self.own.is_empty()).then_some(&by) };
        let known = claims::known(self.within, self.control);
        // Before C3 follows further steps.
        let made = classes.made();
        let steps = known.then(|| vec![classes.complete(&made), classes.phases(&by, &made)]);
        let mut classed = known.then(|| classes.conditions());
        if !matches!(self.engine, Engine::Search(_)) {
            found.extend(&OF_STEPS, steps);
        }
        // What ends transactions where it has to does not go by N alone.
        if matches!(self.engine, Engine::Search(_)) || self.engine.chooses_nodes() {
            classed.as_mut().map(|tallies| tallies.remove(2));
            found.extend(&["C1", "C2", "C4"], classed);
        } else {
            found.extend(&OF_PARTITION, classed);
        }
        if self.engine.summarizes() {
            self.summarized(found);
        }
    }

    fn summarized(&self, found: &mut Conditions) {
        let instance = self.instance();
        self.control.begin(true);
        let (solution, _) = self.engine.solve(&instance);
        found.bound = found.bound.or(self.control.hit());
        let tally = claims::known(self.within, self.control).then(|| endless(&solution)).flatten();
        found.extend(&[completion(self.engine)], tally.map(|tally| vec![tally]));
    }
}

/// A thread's transition from a state, as the engine has made it.
type Made = (State, Tid, State);

impl Classes<'_> {
    fn made(self) -> Vec<Made> {
        let mut made = self.instance.states.kept_transitions();
        made.sort_unstable();
        made.dedup();
        made
    }

    /// T: every step of a thread that may move is made, and nothing else is.
    fn complete(self, made: &[Made]) -> Tally {
        let (instance, semantics) = (self.instance, self.instance.semantics);
        let mut trial = Trial::new();
        for s in self.states() {
            let here = instance.configuration(s);
            for t in semantics.tids().filter(|t| self.others_outside(*t, s)) {
                let from = made.partition_point(|(s1, t1, _)| (*s1, *t1) < (s, t));
                let of = made[from..].iter().take_while(|(s1, t1, _)| (*s1, *t1) == (s, t));
                let reached: Vec<Configuration> = of.map(|(.., s2)| instance.configuration(*s2)).collect();
                for (outcome, step) in semantics.transitions_in(&here, t).steps.iter().enumerate() {
                    trial.tried += 1;
                    if !self.cut(s, t) && !reached.contains(&semantics.after(&here, t, step)) {
                        let key = (place(semantics, instance.loc(t, s)), s, t, Some(outcome));
                        trial.violated(key, (s, Fault::Skipped { t }, Some(Choice { t, outcome })));
                    }
                }
            }
        }
        for &(s, t, _) in made.iter().filter(|made| self.step(**made).is_none()) {
            let key = (place(semantics, instance.loc(t, s)), s, t, None);
            trial.violated(key, (s, Fault::Astray { t }, None));
        }
        trial.tally("steps", |(s, fault, step)| drawn(instance, s, fault, step))
    }

    fn step(self, (s, t, s2): Made) -> Option<Choice> {
        let instance = self.instance;
        let (before, after) = (instance.configuration(s), instance.configuration(s2));
        execution::step_between(instance.semantics, &before, t, &after).map(|event| event.choice)
    }

    /// U: p' holds only where p does or a transaction begins, and the step is a right mover.
    fn phases(self, by: &Answering<'_>, made: &[Made]) -> Tally {
        let instance = self.instance;
        let mut trial = Trial::new();
        for &(s, t, s2) in made {
            trial.tried += 1;
            let n = instance.node(t, s);
            let committed = self.of(t, n) == Class::Left;
            let right = by.is_right_mover(t, n) && !committed;
            // No transaction contains where a thread starts: whatever phase it has there, the next one begins.
            let n2 = instance.node(t, s2);
            if instance.phase(n2) && !right && !by.starts(t, n2) {
                let key = (place(instance.semantics, instance.loc(t, s)), s, t, s2);
                trial.violated(key, ((s, t, s2), Fault::PreCommit { t, committed }));
            }
        }
        trial.tally("steps", |(made, fault)| drawn(instance, made.0, fault, self.step(made)))
    }
}

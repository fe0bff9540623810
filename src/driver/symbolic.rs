//! Symbolic engines: bounded model checking and IC3 on the circuit of a program's blocks (DYN 5).

use super::follow::{Chosen, Way};
use super::outcome::{Certificate, Decider, Failed, Measures, Outcome, Verdict};
use super::statics::told_statically;
use super::witness::reordered_if_possible;
use crate::control::{Bound, Control};
use crate::dynamic::{Analysis, Heuristics};
use crate::encoding::{self, Blocks, Fact, Guards, Inlined, Refused, System};
use crate::execution::Choice;
use crate::ir::*;
use crate::semantics::{Configuration, Semantics};
use crate::symbolic::bmc::{self, Complete};
use crate::symbolic::circuit::{Circuit, Lit};
use crate::symbolic::process;
use crate::symbolic::solver::Sat;
use crate::symbolic::trace::Trace;
use crate::symbolic::{abc, external, ic3};
use moverlog_rules::{Claim, Reduction, Tid};

/// A symbolic engine, and what it is run on.
#[derive(Clone, Copy)]
pub struct Symbolic {
    /// Who decides.
    pub decider: Decider,
    /// Who makes blocks.
    pub reduction: &'static Reduction,
    /// How many blocks in a row bounded model checking follows at most.
    pub depth: usize,
    /// How often a procedure may be running at once.
    pub inline: Option<u32>,
    /// Which solver is asked.
    pub sat: Sat,
    /// How many questions IC3 may ask of a circuit of so many gates, of smaller ones more by the square of how much they
    /// are smaller; nothing: as many as it takes.
    pub effort: Option<(u64, u64)>,
}

impl Symbolic {
    /// IC3 on the blocks of a reduction.
    pub fn ic3(reduction: &'static Reduction) -> Symbolic {
        Symbolic { decider: Decider::Ic3, reduction, depth: 0, inline: None, sat: Sat::default(), effort: None }
    }
}

/// Why there is no circuit of a program, in words; nothing if there is one.
pub fn unencodable(program: &Program, symbolic: Symbolic) -> Option<String> {
    without_circuits(symbolic.reduction).or_else(|| encoding::refused(program)).or_else(|| {
        match encoding::inlined(program, symbolic.inline) {
            Err(Refused::Recursion(p)) => {
                let name = &program.procedures[p as usize].name;
                Some(format!(
                    "`{name}` calls itself, and symbolic engines have no stack; `--inline K` follows K of its calls"
                ))
            }
            Err(Refused::Size(most)) => Some(format!("with all calls in place it has more than {most} locations")),
            Ok(_) => None,
        }
    })
}

/// Why there are no circuits of the blocks of a reduction, in words; nothing if there are.
pub fn without_circuits(reduction: &Reduction) -> Option<String> {
    let name = reduction.name;
    if reduction.conditions == moverlog_rules::Conditions::Dynamic {
        return Some(format!("the conditions of `{name}` are found in states, and are no formulas"));
    }
    (reduction.claim != Claim::Sound).then(|| format!("the blocks of `{name}` miss errors"))
}

/// The circuit of a program, with 32 bits for each number without a range; nothing for one that is [`unencodable`].
/// Bad is where a thread has gone wrong, and where nothing is known.
pub fn circuit(program: &Program, symbolic: Symbolic, control: &Control<'_>) -> Option<Circuit> {
    let inlined = encoding::inlined(program, symbolic.inline).ok()?;
    circuit_of(&inlined, symbolic.reduction, WIDTHS[WIDTHS.len() - 1], control)
}

/// The same with other widths.
pub(super) fn circuit_of(
    inlined: &Inlined,
    reduction: &Reduction,
    wide: u32,
    control: &Control<'_>,
) -> Option<Circuit> {
    let semantics = Semantics::within(&inlined.program, control);
    let analysis = Analysis::new(&semantics, Heuristics::ALL);
    let mut system = made(inlined, &analysis, reduction, wide, control)?;
    bads(&system).into_iter().for_each(|(name, lit)| system.circuit.bad(name, lit));
    Some(system.circuit)
}

/// What must not be reached, if a program is to be safe.
fn bads(system: &System) -> Vec<(&'static str, Lit)> {
    vec![("wrong", system.wrong), ("outgrown", system.outgrown), ("beyond", system.beyond)]
}

/// The system of a program; nothing if it is [`unencodable`], or a bound has ended the run.
pub(super) fn made(
    inlined: &Inlined,
    analysis: &Analysis<'_>,
    reduction: &Reduction,
    wide: u32,
    control: &Control<'_>,
) -> Option<System> {
    let guards = Guards::of(analysis, reduction)?;
    let program = &inlined.program;
    let blocks = |t| Blocks::of(program, Tid(t), &guards.edges, &analysis.flow.lfs);
    let blocks: Option<Vec<Blocks>> = (1..=program.threads.len() as u32).map(blocks).collect();
    encoding::system(program, blocks?, &guards, wide, control)
}

/// The bits of a number without a range, until they are enough. That more are needed is found after as many steps as
/// it takes to grow out of them, so there is nothing between few and all.
pub(super) const WIDTHS: [u32; 2] = [4, 32];

/// Decides a program; one that is [`unencodable`] is left open.
pub fn symbolic(program: &Program, symbolic: Symbolic, control: &Control<'_>) -> Outcome {
    control.begin(false);
    if let Some(why) = unencodable(program, symbolic) {
        control.record_at(Bound::Encoding, || why);
        let measures = Measures { decider: symbolic.decider, ..Measures::default() };
        return Outcome { symbolic: Some(measures), met_at: control.place(), ..Outcome::nothing(control.hit()) };
    }
    let inlined = encoding::inlined(program, symbolic.inline).expect("it can be encoded");
    let semantics = Semantics::within(&inlined.program, control);
    let analysis = Analysis::new(&semantics, Heuristics::ALL);
    let outcome = WIDTHS.iter().find_map(|wide| {
        let Some(system) = made(&inlined, &analysis, symbolic.reduction, *wide, control) else {
            let measures = Measures { decider: symbolic.decider, ..Measures::default() };
            return Some(Outcome { symbolic: Some(measures), ..Outcome::nothing(control.hit()) });
        };
        let last = *wide == WIDTHS[WIDTHS.len() - 1];
        Run { program, inlined: &inlined, system, symbolic, control, wide: *wide, last }.outcome()
    });
    Outcome { met_at: control.place(), ..outcome.expect("the last width has an outcome") }
}

/// One width.
struct Run<'r> {
    program: &'r Program,
    inlined: &'r Inlined,
    system: System,
    symbolic: Symbolic,
    control: &'r Control<'r>,
    /// The bits of a number without a range.
    wide: u32,
    /// Numbers do not get wider.
    last: bool,
}

/// What is known of the bad states of a circuit.
enum Found {
    /// There are none, by an invariant if there is one.
    Nothing(Option<Vec<Vec<Lit>>>),
    Trace(Trace),
    Stopped,
}

impl Run<'_> {
    /// What is found with these bits; nothing if they are not enough. Looks for what is wrong, beyond and outgrown at
    /// once, and once something is beyond for the others alone.
    fn outcome(&self) -> Option<Outcome> {
        let mut ways = bads(&self.system);
        loop {
            let mut circuit = self.system.circuit.clone();
            ways.iter().for_each(|(name, lit)| circuit.bad(*name, *lit));
            let (found, measures) = self.decide(&circuit);
            let Found::Trace(trace) = found else { return Some(self.concluded(found, measures)) };
            let trace = shortened(&circuit, trace);
            let way = trace.replay(&circuit).expect("what is found ends badly");
            match ways[way].0 {
                "wrong" => return Some(self.wrong(&circuit, &trace, measures)),
                "outgrown" if !self.last => return None,
                _ => {
                    self.meet(&circuit, &trace);
                    ways.remove(way);
                }
            }
        }
    }

    fn decide(&self, circuit: &Circuit) -> (Found, Measures) {
        let (latches, gates) = (circuit.latches().len(), circuit.ands().count());
        let measures = Measures { decider: self.symbolic.decider, latches, gates, ..Measures::default() };
        let sat = self.symbolic.sat;
        match self.symbolic.decider {
            Decider::Bmc => self.bounded(circuit, measures),
            Decider::Ic3 => self.inductive(circuit, measures),
            Decider::Abc => self.by_others(abc::check(circuit, sat, self.control), measures),
            Decider::External(command) => {
                self.by_others(external::check(circuit, command, sat, self.control), measures)
            }
        }
    }

    fn bounded(&self, circuit: &Circuit, measures: Measures) -> (Found, Measures) {
        let Symbolic { depth, sat, .. } = self.symbolic;
        let (found, depth) = match bmc::check(circuit, depth, Complete::Simple, sat, self.control) {
            bmc::Outcome::Violated(trace) => {
                let depth = trace.inputs.len() - 1;
                (Found::Trace(trace), depth)
            }
            bmc::Outcome::Safe { depth } => (Found::Nothing(None), depth),
            bmc::Outcome::Stopped { depth } => {
                if !self.control.stopped() {
                    self.control.record(Bound::Depth);
                }
                (Found::Stopped, depth.saturating_sub(1))
            }
        };
        (found, Measures { depth: Some(depth), ..measures })
    }

    fn inductive(&self, circuit: &Circuit, measures: Measures) -> (Found, Measures) {
        let Symbolic { sat, effort, .. } = self.symbolic;
        let questions = effort.map_or(usize::MAX, |(questions, of)| {
            let gates = (measures.gates as u64).clamp(1, of);
            (questions * of * of / (gates * gates)).try_into().unwrap_or(usize::MAX)
        });
        let (outcome, statistics) = ic3::check_within(circuit, sat, questions, self.control);
        let measures = Measures { frames: statistics.frames, queries: statistics.queries, ..measures };
        match outcome {
            ic3::Outcome::Safe { invariant } => {
                let clauses = invariant.len();
                (Found::Nothing(Some(invariant)), Measures { clauses, ..measures })
            }
            ic3::Outcome::Violated(trace) => {
                let depth = Some(trace.inputs.len() - 1);
                (Found::Trace(trace), Measures { depth, ..measures })
            }
            ic3::Outcome::Stopped => (Found::Stopped, measures),
        }
    }

    /// What a process says, once it was checked.
    fn by_others(&self, outcome: process::Outcome, measures: Measures) -> (Found, Measures) {
        match outcome {
            process::Outcome::Safe { clauses } => {
                let count = clauses.as_ref().map_or(0, Vec::len);
                (Found::Nothing(clauses), Measures { clauses: count, ..measures })
            }
            process::Outcome::Violated(trace) => {
                let depth = Some(trace.inputs.len() - 1);
                (Found::Trace(trace), Measures { depth, ..measures })
            }
            process::Outcome::Unchecked(why) => {
                self.control.record_at(Bound::Encoding, || why);
                (Found::Stopped, measures)
            }
            process::Outcome::Stopped => (Found::Stopped, measures),
        }
    }

    fn concluded(&self, found: Found, measures: Measures) -> Outcome {
        let outcome = Outcome { symbolic: Some(measures), ..Outcome::nothing(self.control.hit()) };
        match found {
            Found::Nothing(invariant) if outcome.bound.is_none() => {
                let certificate = invariant.map(|clauses| self.certificate(&clauses));
                Outcome { verdict: Verdict::Safe, certificate, ..outcome }
            }
            _ => outcome,
        }
    }

    fn certificate(&self, clauses: &[Vec<Lit>]) -> Certificate {
        let latches = self.system.circuit.latches();
        let name = |lit: &Lit| {
            let latch = latches.iter().find(|latch| latch.lit.variable() == lit.variable());
            (latch.expect("clauses are over latches").name.clone(), !lit.is_negated())
        };
        let mut facts = encoding::facts(&self.inlined.program, &self.system, clauses, self.symbolic.sat, self.control);
        if self.control.hit().is_some() {
            facts.clear();
        }
        Certificate {
            rules: self.symbolic.reduction.name.into(),
            inline: self.symbolic.inline,
            wide: self.wide,
            clauses: clauses.iter().map(|clause| clause.iter().map(name).collect()).collect(),
            facts: facts
                .into_iter()
                .map(|fact| Fact { loc: self.inlined.origin[fact.loc.0 as usize], ..fact })
                .collect(),
        }
    }

    /// An error, once it was followed in the program itself.
    fn wrong(&self, circuit: &Circuit, trace: &Trace, measures: Measures) -> Outcome {
        let chosen = self.chosen(circuit, trace);
        let schedule = self.schedule(circuit, trace, &chosen, true);
        let failed = schedule.and_then(|schedule| self.failed(&schedule, &chosen));
        if failed.is_none() && self.control.hit().is_none() {
            let place = || "an execution that could not be followed in the program".to_string();
            self.control.record_at(Bound::Encoding, place);
        }
        let verdict = if failed.is_some() { Verdict::Wrong } else { Verdict::Inconclusive };
        Outcome { verdict, failed, symbolic: Some(measures), ..Outcome::nothing(self.control.hit()) }
    }

    /// The numbers that are chosen on the way, of all that might be.
    fn chosen(&self, circuit: &Circuit, trace: &Trace) -> Chosen {
        let states = trace.states(circuit);
        let steps = states.iter().zip(&trace.inputs).map(|(state, inputs)| circuit.eval(state, inputs));
        Chosen::of(&self.system, &self.inlined.origin, steps)
    }

    fn failed(&self, schedule: &[Choice], chosen: &Chosen) -> Option<Failed> {
        let narrowed = chosen.narrowed(self.program, |loc| loc);
        let semantics = Semantics::within(&narrowed, self.control);
        let executions = reordered_if_possible(&semantics, schedule)?;
        let told = told_statically(&semantics, executions, self.control);
        Some(Failed { narrowed: Some(Box::new(narrowed.clone())), ..told })
    }

    /// Goes to what is beyond a bound, so that the bound is known.
    fn meet(&self, circuit: &Circuit, trace: &Trace) {
        self.schedule(circuit, trace, &self.chosen(circuit, trace), false);
        if self.control.hit().is_none() {
            self.control.record_at(Bound::Encoding, || "a number that grows, or bytes that are not followed".into());
        }
    }

    /// The single steps of the blocks of a trace; nothing if there are no such steps.
    fn schedule(&self, circuit: &Circuit, trace: &Trace, chosen: &Chosen, to_wrong: bool) -> Option<Vec<Choice>> {
        let mut narrowed = chosen.narrowed(&self.inlined.program, |loc| self.inlined.origin[loc.0 as usize]);
        if !to_wrong {
            narrowed.unset.iter_mut().for_each(|unset| unset.stops_copies = true);
        }
        let semantics = Semantics::within(&narrowed, self.control);
        let way = Way { semantics: &semantics, system: &self.system, control: self.control };
        let states = trace.states(circuit);
        let mut at = semantics.initial();
        let mut schedule = vec![];
        for (i, pair) in states.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]) {
            let t = self.system.moved(&circuit.eval(&pair[0], &trace.inputs[i]));
            let goes_wrong = |c: &Configuration| to_wrong && semantics.is_wrong(c.locals[t.0 as usize - 1]);
            let after = circuit.eval(&pair[1], &trace.inputs[i + 1]);
            let ends = i + 2 == states.len();
            let Some((steps, reached)) = way.steps(&at, t, |c| !ends && way.is_in(c, t, &after)) else {
                // Where some choice in a step is wrong, the program has no other one.
                let (steps, _) = way.steps(&at, t, goes_wrong)?;
                return Some([schedule, steps].concat());
            };
            schedule.extend(steps);
            at = reached;
        }
        Some(schedule)
    }
}

/// The same until a bad state is met first: what has gone wrong stays so.
fn shortened(circuit: &Circuit, trace: Trace) -> Trace {
    let until = |n: usize| Trace { initial: trace.initial.clone(), inputs: trace.inputs[..n].to_vec() };
    let found = (1..trace.inputs.len()).map(until).find(|shorter| shorter.replay(circuit).is_some());
    found.unwrap_or(trace)
}

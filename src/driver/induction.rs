//! Whether what a user claims of every state is an invariant by which a program is safe: it holds at first, every block
//! keeps it, and none goes wrong where it holds.

use super::follow::{Chosen, Way};
use super::statics::movers_along;
use super::story::{Transaction, tell};
use super::symbolic::{Symbolic, WIDTHS, made};
use crate::control::Control;
use crate::dynamic::{Analysis, Heuristics, StaticMovers};
use crate::encoding::{self, Inlined, System};
use crate::execution::{Shown, globals, locals, perform};
use crate::exploration::{Instance, Partition};
use crate::ir::{Claim, Loc, Program};
use crate::movers::Movers;
use crate::semantics::{Configuration, Semantics};
use crate::symbolic::certificate::{Checked, Refuted, check};
use crate::symbolic::circuit::{Lit, Values};
use crate::symbolic::solver::Sat;
use moverlog_rules::Tid;

/// What was found, and the circuit on which it was.
#[derive(Debug)]
pub struct Induction {
    /// What is said of the claims.
    pub found: Induced,
    /// Bits of a state.
    pub latches: usize,
    /// Gates of a step.
    pub gates: usize,
}

/// What is said of claims.
#[derive(Debug)]
pub enum Induced {
    /// They are an invariant, and no thread goes wrong.
    Holds,
    /// The claim with this number is false in an initial state.
    NotAtFirst(usize, Box<Counterexample>),
    /// All claims hold, and after a block this one, by its number, does not.
    NotKept(usize, Box<Counterexample>),
    /// All claims hold, and a thread goes wrong in its block.
    AllowsErrors(Box<Counterexample>),
    /// All claims hold, and a block meets a bound of the program.
    Beyond(Box<Counterexample>),
    /// A bound was hit.
    Open,
}

/// A state, which may be one that no execution comes to, and a block from there.
#[derive(Debug)]
pub struct Counterexample {
    /// The program, with calls in place.
    pub program: Program,
    /// What is shared before the block.
    pub shared: Vec<(String, Shown)>,
    /// Each thread before it.
    pub threads: Vec<Standing>,
    /// Who moves, if anybody does.
    pub mover: Option<Tid>,
    /// The steps of the block; none if they could not be followed.
    pub story: Vec<Transaction>,
}

/// A thread between blocks.
#[derive(Debug)]
pub struct Standing {
    /// Who it is.
    pub thread: Tid,
    /// Where it is.
    pub loc: Loc,
    /// What it holds by itself.
    pub held: Vec<(String, Shown)>,
}

/// Checks claims about a program that is not [`unencodable`](super::unencodable), by a solver of its own.
pub fn induction(program: &Program, claims: &[Claim], symbolic: Symbolic, control: &Control<'_>) -> Induction {
    control.begin(false);
    let inlined = encoding::inlined(program, symbolic.inline).expect("it can be encoded");
    let semantics = Semantics::within(&inlined.program, control);
    let analysis = Analysis::new(&semantics, Heuristics::ALL);
    let wide = WIDTHS[WIDTHS.len() - 1];
    let Some(mut system) = made(&inlined, &analysis, symbolic.reduction, wide, control) else {
        return Induction { found: Induced::Open, latches: 0, gates: 0 };
    };
    let parts = Parts::new(&inlined, &mut system, claims);
    let (latches, gates) = (system.circuit.latches().len(), system.circuit.ands().count());
    let found = Checking { inlined: &inlined, system: &system, sat: symbolic.sat, control }.found(parts);
    Induction { found: if control.hit().is_some() { Induced::Open } else { found }, latches, gates }
}

/// What is proved together.
struct Parts {
    claims: usize,
    /// The claims; that no thread goes wrong, or is beyond what is known; what holds by the layout.
    all: Vec<Lit>,
}

impl Parts {
    fn new(inlined: &Inlined, system: &mut System, claims: &[Claim]) -> Parts {
        let claimed = encoding::claimed(&inlined.program, &inlined.origin, system, claims);
        // A thread that has gone wrong is nowhere; that it has is a part of its own.
        let c = &mut system.circuit;
        let over = c.any([system.wrong, system.beyond, system.outgrown]);
        let mut all: Vec<Lit> = claimed.into_iter().map(|claim| c.or(claim, over)).collect();
        all.extend([!system.wrong, !system.beyond, !system.outgrown]);
        all.extend(encoding::shape(&inlined.program, system));
        Parts { claims: claims.len(), all }
    }

    /// What the part with this number is.
    fn kind(&self, part: usize) -> Part {
        match part.checked_sub(self.claims) {
            None => Part::Claim(part),
            Some(0) => Part::Right,
            Some(1 | 2) => Part::Known,
            Some(_) => Part::Shape,
        }
    }
}

enum Part {
    Claim(usize),
    /// No thread has gone wrong.
    Right,
    /// No thread is where nothing is known.
    Known,
    Shape,
}

struct Checking<'c> {
    inlined: &'c Inlined,
    system: &'c System,
    sat: Sat,
    control: &'c Control<'c>,
}

impl Checking<'_> {
    /// What is said once all of the layout that is no invariant is left out.
    fn found(&self, mut parts: Parts) -> Induced {
        loop {
            let (part, refuted) = match check(&self.system.circuit, &parts.all, self.sat, self.control) {
                Checked::Holds => return Induced::Holds,
                Checked::Stopped => return Induced::Open,
                Checked::Refuted(refuted) => match &refuted {
                    Refuted::Initiation { part, .. } | Refuted::Consecution { part, .. } => (*part, refuted),
                    Refuted::Safety { .. } => unreachable!("what is bad is among the parts"),
                },
            };
            let initially = matches!(refuted, Refuted::Initiation { .. });
            let shown = || Box::new(self.counterexample(&refuted));
            match parts.kind(part) {
                Part::Claim(n) if initially => return Induced::NotAtFirst(n, shown()),
                Part::Claim(n) => return Induced::NotKept(n, shown()),
                Part::Right => return Induced::AllowsErrors(shown()),
                Part::Known => return Induced::Beyond(shown()),
                Part::Shape => _ = parts.all.remove(part),
            }
        }
    }

    fn counterexample(&self, refuted: &Refuted) -> Counterexample {
        let (state, inputs) = match refuted {
            Refuted::Initiation { state, .. } => (state, None),
            Refuted::Consecution { state, inputs, .. } | Refuted::Safety { state, inputs, .. } => (state, Some(inputs)),
        };
        let none = vec![false; self.system.circuit.inputs().len()];
        let values = self.system.circuit.eval(state, inputs.unwrap_or(&none));
        let chosen = Chosen::of(self.system, &self.inlined.origin, [values.clone()]);
        let narrowed = chosen.narrowed(&self.inlined.program, |loc| self.inlined.origin[loc.0 as usize]);
        let semantics = Semantics::within(&narrowed, self.control);
        let threads = (1..=narrowed.threads.len() as u32).map(Tid);
        let places = threads.clone().map(|t| {
            let loc = self.system.location(t, &values).expect("a thread is somewhere");
            (loc, self.system.registers(t, &values))
        });
        let before = semantics.configuration(&self.system.cells(&values), places.collect());
        let told = |(t, l): (Tid, _)| {
            let loc = semantics.loc(l).expect("a thread is somewhere");
            Standing { thread: t, loc, held: locals(&narrowed, loc, &semantics.registers(l), 0) }
        };
        let mover = inputs.map(|_| self.system.moved(&values));
        Counterexample {
            shared: globals(&semantics, before.global),
            threads: threads.zip(before.locals.iter().copied()).map(told).collect(),
            mover,
            story: mover.and_then(|t| self.story(&semantics, &before, t, &values)).unwrap_or_default(),
            program: self.inlined.program.clone(),
        }
    }

    /// The block of a thread, as single steps.
    fn story(
        &self,
        semantics: &Semantics<'_>,
        before: &Configuration,
        t: Tid,
        values: &Values,
    ) -> Option<Vec<Transaction>> {
        let circuit = &self.system.circuit;
        let none = vec![false; circuit.inputs().len()];
        let after = circuit.eval(&circuit.after(values), &none);
        let way = Way { semantics, system: self.system, control: self.control };
        let goes_wrong = after[self.system.wrong];
        let (steps, _) = way.steps(before, t, |c| match goes_wrong {
            true => semantics.is_wrong(c.locals[t.0 as usize - 1]),
            false => way.is_in(c, t, &after),
        })?;
        let mut at = before.clone();
        let mut events = vec![];
        for choice in steps {
            let event = perform(semantics, &at, choice)?;
            at = event.after.clone();
            events.push(event);
        }
        let analysis = Analysis::new(semantics, Heuristics::ALL);
        let movers = Movers::Table(movers_along(&StaticMovers::new(&analysis), events.iter()));
        let partition = Partition { lfs: analysis.flow.lfs.clone(), ..Partition::default() };
        let mut story = tell(&Instance::new(semantics, &movers, partition, self.control), &events);
        story.iter_mut().take(1).for_each(|first| first.resumed = self.system.is_inside(t, values));
        Some(story)
    }
}

//! Of what is claimed, an invariant by which what is wanted is kept (Flanagan, Leino, *Houdini, an annotation assistant
//! for ESC/Java*, FME 2001): what some step ends where all others hold falls, and nothing is asked of what nobody needs.

use super::circuit::{Circuit, Lit, Node};
use super::cnf::Start;
use super::question::Question;
use super::simulation::Executions;
use super::solver::{Answer, Sat, SatLit};
use crate::control::Control;
use std::collections::{BTreeMap, BTreeSet};

/// So many steps of executions are looked at first.
const STEPS: usize = 1000;

/// More claims are not read, whichever they are.
const READABLE: usize = 60;

/// Inputs and latches that have these values.
pub type Fixed = Vec<(Lit, bool)>;

/// Claims about the states of a circuit.
pub struct Claimed<'h> {
    /// Each is all of its literals, which fall together.
    pub claims: &'h [Vec<Lit>],
    /// So many of them, the first ones, are wanted: once one falls, nothing is found.
    pub wanted: usize,
    /// For each others of which it follows from any one.
    pub stronger: &'h [Vec<usize>],
}

/// Looks for those that are an invariant.
pub struct Houdini<'h> {
    circuit: &'h Circuit,
    /// The same, and what claims say after each case.
    together: Circuit,
    claims: &'h [Vec<Lit>],
    wanted: usize,
    stronger: &'h [Vec<usize>],
    cases: Vec<Case>,
    sat: Sat,
    control: &'h Control<'h>,
}

/// Some of the steps.
struct Case {
    /// Where they are taken.
    here: Vec<Lit>,
    /// What claims say that holds here by itself, in order.
    granted: Vec<Lit>,
    /// The claims that they may end, each with something that it says after a step.
    after: Vec<(usize, Lit)>,
}

/// What is wanted has fallen, or a bound was hit.
struct Lost;

impl<'h> Houdini<'h> {
    /// Of a circuit all of whose steps are those of some case.
    pub fn new(
        circuit: &'h Circuit,
        Claimed { claims, wanted, stronger }: Claimed<'h>,
        cases: &[Fixed],
        sat: Sat,
        control: &'h Control<'h>,
    ) -> Self {
        let mut together = circuit.clone();
        let known = cases.iter().take_while(|_| control.check());
        let cases = known.map(|fixed| Case::of(&mut together, circuit, claims, fixed)).collect();
        Houdini { circuit, together, claims, wanted, stronger, cases, sat, control }
    }

    /// The claims that are not false in executions by chance; nothing if what is wanted is false there, or a bound was hit.
    pub fn possible(&self) -> Option<BTreeSet<usize>> {
        let mut left = (0..self.claims.len()).collect();
        self.walk(&mut left).ok()?;
        Some(left)
    }

    /// What does not follow from any one of the others.
    fn strongest(&self, left: &BTreeSet<usize>) -> BTreeSet<usize> {
        let follows = |claim: &usize| self.stronger[*claim].iter().any(|other| left.contains(other));
        left.iter().copied().filter(|claim| !follows(claim)).collect()
    }

    /// Of some claims those that keep what is wanted, and each other, if possible among the likely ones; nothing if what is
    /// wanted falls, or a bound was hit. If they are few, the others do not without any one of them.
    pub fn needed(&self, of: &BTreeSet<usize>, likely: &BTreeSet<usize>) -> Option<BTreeSet<usize>> {
        let mut left = of.clone();
        self.begin(&mut left).ok()?;
        let mut cases: Vec<Assumed<'_>> = self.cases.iter().map(|case| self.assumed(case)).collect();
        loop {
            self.has_wanted(&left).ok()?;
            match self.closed(&mut cases, &self.strongest(&left), likely).ok()? {
                Ok(needed) if needed.len() > READABLE => return Some(needed),
                Ok(needed) => return self.fewest(&mut cases, needed).ok(),
                Err(fallen) => left.retain(|claim| !fallen.contains(claim)),
            }
        }
    }

    /// The last ones are left out first.
    fn fewest(&self, cases: &mut [Assumed<'_>], mut needed: BTreeSet<usize>) -> Result<BTreeSet<usize>, Lost> {
        let all: Vec<usize> = needed.iter().copied().filter(|claim| *claim >= self.wanted).rev().collect();
        for claim in all {
            let mut others = needed.clone();
            if others.remove(&claim)
                && let Ok(fewer) = self.closed(cases, &others, &BTreeSet::new())?
            {
                needed = fewer;
            }
        }
        Ok(needed)
    }

    /// What is wanted, and all that is needed to keep it; or what is not kept by some step where all others hold.
    fn closed(
        &self,
        cases: &mut [Assumed<'_>],
        left: &BTreeSet<usize>,
        likely: &BTreeSet<usize>,
    ) -> Result<Result<BTreeSet<usize>, BTreeSet<usize>>, Lost> {
        let mut needed: BTreeSet<usize> = (0..self.wanted).collect();
        let mut open: Vec<usize> = needed.iter().copied().collect();
        while let Some(claim) = open.pop() {
            for (case, assumed) in self.cases.iter().zip(&mut *cases) {
                for (_, lit) in case.after.iter().filter(|(ended, _)| *ended == claim) {
                    let likely = likely.intersection(left).chain(&needed).copied().collect();
                    let Some(used) = assumed.used(*lit, [&needed, &likely, left])? else {
                        return Ok(Err(self.falsified(assumed)));
                    };
                    open.extend(used.iter().copied().filter(|claim| !needed.contains(claim)));
                    needed.extend(used);
                }
            }
        }
        Ok(Ok(needed))
    }

    /// What a case ends by the step that was found last.
    fn falsified(&self, Assumed { question, case, .. }: &Assumed<'_>) -> BTreeSet<usize> {
        let latches = self.together.latches().iter();
        let state: Vec<bool> = latches.map(|latch| question.value(0, latch.lit).unwrap_or(false)).collect();
        let values = self.together.eval(&state, &question.inputs(0));
        case.after.iter().filter(|(_, lit)| !values[*lit]).map(|(claim, _)| *claim).collect()
    }

    /// What is false in some initial state falls.
    fn begin(&self, left: &mut BTreeSet<usize>) -> Result<(), Lost> {
        let mut initial = Question::new(self.circuit, Start::Reset, self.sat.solver(self.control));
        loop {
            let some = initial.solver.variable();
            let lits = left.iter().flat_map(|claim| &self.claims[*claim]);
            let clause: Vec<SatLit> = lits.map(|lit| !initial.lit(0, *lit)).chain([!some]).collect();
            initial.solver.clause(&clause);
            match initial.solver.solve(&[some]) {
                Answer::Unsatisfiable => return Ok(()),
                Answer::Stopped => return Err(Lost),
                Answer::Satisfiable => {}
            }
            let holds = |claim: &usize| self.claims[*claim].iter().all(|lit| initial.value(0, *lit) != Some(false));
            left.retain(holds);
            self.has_wanted(left)?;
        }
    }

    fn assumed<'c>(&'c self, case: &'c Case) -> Assumed<'c> {
        let mut question = Question::new(&self.together, Start::Any, self.sat.solver(self.control));
        case.here.iter().for_each(|lit| question.assert(0, *lit));
        Assumed { question, case, claims: self.claims, assumed: BTreeMap::new(), cores: BTreeMap::new() }
    }

    /// What is false in some state of executions by chance falls.
    fn walk(&self, left: &mut BTreeSet<usize>) -> Result<(), Lost> {
        let mut executions = Executions::new(self.circuit, 1);
        for _ in 0..STEPS {
            let seen = executions.step();
            left.retain(|claim| self.claims[*claim].iter().all(|lit| seen.of(*lit) == u64::MAX));
            self.has_wanted(left)?;
        }
        Ok(())
    }

    fn has_wanted(&self, left: &BTreeSet<usize>) -> Result<(), Lost> {
        let goes_on = self.control.check() && (0..self.wanted).all(|claim| left.contains(&claim));
        if goes_on { Ok(()) } else { Err(Lost) }
    }
}

impl Case {
    fn of(together: &mut Circuit, circuit: &Circuit, claims: &[Vec<Lit>], fixed: &Fixed) -> Case {
        let known: BTreeMap<Lit, bool> = fixed.iter().copied().collect();
        let here = together.replaced(circuit.variables(), |leaf| known.get(&leaf).map(|value| Lit::from(*value)));
        let next = |leaf: Lit| match circuit.kind(leaf) {
            Node::Latch(n) => Some(here.of(circuit.latches()[n].next)),
            _ => None,
        };
        let then = together.replaced(circuit.variables(), next);
        let all = claims.iter().enumerate().flat_map(|(claim, lits)| lits.iter().map(move |lit| (claim, *lit)));
        let changed = all.filter(|(_, lit)| then.of(*lit) != here.of(*lit) && then.of(*lit) != Lit::TRUE);
        let mut granted: Vec<Lit> = claims.concat();
        granted.retain(|lit| here.of(*lit) == Lit::TRUE);
        granted.sort_unstable();
        granted.dedup();
        Case {
            granted,
            after: changed.map(|(claim, lit)| (claim, then.of(lit))).collect(),
            here: fixed.iter().map(|(lit, value)| lit.negated_if(!value)).collect(),
        }
    }

    /// What a claim says that does not hold here by itself.
    fn open<'c>(&'c self, claim: &'c [Lit]) -> impl Iterator<Item = Lit> + 'c {
        claim.iter().copied().filter(|lit| self.granted.binary_search(lit).is_err())
    }
}

/// A solver in which claims can be assumed where a case begins.
struct Assumed<'c> {
    question: Question<'c>,
    case: &'c Case,
    claims: &'c [Vec<Lit>],
    assumed: BTreeMap<usize, SatLit>,
    /// The claims by which literals were found to hold.
    cores: BTreeMap<Lit, Vec<usize>>,
}

impl Assumed<'_> {
    /// The claims by which a literal holds, of the first of these that are enough; the last ones have the others among
    /// them.
    fn used(&mut self, lit: Lit, of: [&BTreeSet<usize>; 3]) -> Result<Option<Vec<usize>>, Lost> {
        if let Some(core) = self.cores.get(&lit).filter(|core| core.iter().all(|claim| of[2].contains(claim))) {
            return Ok(Some(core.clone()));
        }
        let says = self.question.lit(0, lit);
        for claims in of {
            let claims: Vec<(usize, SatLit)> = claims.iter().map(|claim| (*claim, self.assume(*claim))).collect();
            let assumed: Vec<SatLit> = claims.iter().map(|(_, lit)| *lit).chain([!says]).collect();
            match self.question.solver.solve(&assumed) {
                Answer::Stopped => return Err(Lost),
                Answer::Satisfiable => {}
                Answer::Unsatisfiable => {
                    let core = claims.iter().filter(|(_, lit)| self.question.solver.in_core(*lit));
                    let core: Vec<usize> = core.map(|(claim, _)| *claim).collect();
                    self.cores.insert(lit, core.clone());
                    return Ok(Some(core));
                }
            }
        }
        Ok(None)
    }

    /// A literal that stands for a claim.
    fn assume(&mut self, claim: usize) -> SatLit {
        if let Some(known) = self.assumed.get(&claim) {
            return *known;
        }
        let assumed = self.question.solver.variable();
        for lit in self.case.open(&self.claims[claim]) {
            let lit = self.question.lit(0, lit);
            self.question.solver.clause(&[!assumed, lit]);
        }
        self.assumed.insert(claim, assumed);
        assumed
    }
}

//! Verdicts by what holds of each thread and of each two, and of any number of them where that many may be started:
//! relations of the variables that the text compares, of which those are kept that are an invariant (Flanagan, Leino
//! 2001) of a few threads who see each other, and so of any number (Pnueli, Ruah, Zuck, *Automatic deductive
//! verification with invisible invariants*, TACAS 2001).

use super::outcome::{Outcome, Verdict, Viewed};
use super::sliced::{is_long, thin};
use super::symbolic::{WIDTHS, made};
use crate::control::Control;
use crate::counters::{Pools, View};
use crate::dynamic::{Analysis, Heuristics};
use crate::encoding::{self, Candidate, Crowd, Inlined, Says, System};
use crate::ir::visit::{Visitor, walk_expr};
use crate::ir::{Action, Expr, Program};
use crate::semantics::Semantics;
use crate::symbolic::certificate::{Checked, check_by_cases};
use crate::symbolic::circuit::Lit;
use crate::symbolic::houdini::{Claimed, Fixed, Houdini};
use crate::symbolic::solver::Sat;
use moverlog_rules::{REDUCTIONS, Tid};
use std::collections::{BTreeMap, BTreeSet};

/// So many bits a number has first, or as many as the numbers of the text take: what holds of few is tried for all.
const FEW: u32 = 6;

/// Greater numbers of the text are not among them.
const GREATEST: u32 = 4_096;

/// Whether nobody goes wrong however many threads are started: safe, or not known.
pub fn any_number_by_views(program: &Program, control: &Control<'_>) -> Outcome {
    by_views(program, control, |program| Pools::of(program).and_then(|pools| View::of(program, &pools)))
}

/// Whether nobody goes wrong, with all threads seen: safe, or not known.
pub fn all_by_views(program: &Program, control: &Control<'_>) -> Outcome {
    by_views(program, control, |program| Some(View::all(program)))
}

fn by_views(program: &Program, control: &Control<'_>, seen: impl FnOnce(&Program) -> Option<View>) -> Outcome {
    control.begin(false);
    let slice = thin(program);
    let sliced = slice.as_ref().map_or(program, |slice| &slice.program);
    let viewed = seen(sliced).and_then(|view| proved(&view, control));
    let outcome = match viewed {
        Some(viewed) => Outcome { verdict: Verdict::Safe, viewed: Some(viewed), ..Outcome::nothing(None) },
        None => Outcome::nothing(None),
    };
    Outcome { left_out: slice.map(|slice| slice.left_out), ..outcome }
}

/// Whether a few threads may count so far that it takes many states.
pub fn count_far(program: &Program) -> bool {
    !is_long(program) && program.threads.len() > 1 && greatest(program) >= encoding::FAR
}

fn proved(view: &View, control: &Control<'_>) -> Option<Viewed> {
    if encoding::refused(&view.program).is_some() {
        return None;
    }
    let inlined = encoding::inlined(&view.program, None).ok()?;
    let crowd = crowd(view);
    let narrow = encoding::inlined(&few_chosen(&view.program, wide(view)), None).ok()?;
    let few = Claims::new(&narrow, &crowd, wide(view), control)?;
    let (possible, likely) = {
        let houdini = few.houdini(control);
        let possible = houdini.possible()?;
        let likely = houdini.needed(&possible, &BTreeSet::new())?;
        (possible, likely)
    };
    let all = Claims::new(&inlined, &crowd, WIDTHS[WIDTHS.len() - 1], control)?;
    if !few.candidates.iter().map(|c| &c.says).eq(all.candidates.iter().map(|c| &c.says)) {
        return None;
    }
    let found = all.houdini(control).needed(&possible, &likely)?;
    let tried = all.candidates.len();
    all.hold(&found, control).then(|| Viewed {
        claims: all.told(&inlined, &found),
        tried,
        any_number: !view.seen.is_empty(),
    })
}

/// So many bits are few for what the text compares and computes with.
fn wide(view: &View) -> u32 {
    FEW.max(u32::BITS - greatest(&view.program).leading_zeros() + 2)
}

/// The program in which numbers that are chosen among more have so many bits: others would be too wide at once.
fn few_chosen(program: &Program, bits: u32) -> Program {
    let (least, most) = (-1 << (bits - 1), (1 << (bits - 1)) - 1);
    let mut few = program.clone();
    for location in &mut few.locations {
        location.op.each_action(&mut |action| {
            if let Action::ChooseRange { lo: Expr::Const(lo), hi: Expr::Const(hi), .. } = action
                && *lo <= most
                && *hi >= least
            {
                (*lo, *hi) = ((*lo).max(least), (*hi).min(most));
            }
        });
    }
    few
}

fn greatest(program: &Program) -> u32 {
    let mut numbers = Numbers(0);
    program.locations.iter().for_each(|l| numbers.op(&l.op));
    numbers.0
}

/// The greatest number of the text that is not too great.
struct Numbers(u32);

impl<'p> Visitor<'p> for Numbers {
    fn expr(&mut self, e: &'p Expr) {
        match e {
            Expr::Const(value) if value.unsigned_abs() <= GREATEST => self.0 = self.0.max(value.unsigned_abs()),
            _ => walk_expr(self, e),
        }
    }
}

/// Those of each pool who are seen, and all others one by one.
fn crowd(view: &View) -> Crowd {
    let threads = (1..=view.program.threads.len() as u32).map(Tid);
    let alone = threads.filter(|t| !view.private.iter().any(|(u, _)| u == t)).map(|t| vec![t]);
    Crowd { groups: view.seen.iter().cloned().chain(alone).collect(), private: view.private.clone() }
}

/// What may hold of a program whose numbers have so many bits, single step by single step.
struct Claims<'c> {
    system: System,
    crowd: &'c Crowd,
    candidates: Vec<Candidate>,
    /// That nobody goes wrong, and then the candidates.
    all: Vec<Vec<Lit>>,
    wanted: usize,
    /// For each others from which it follows.
    stronger: Vec<Vec<usize>>,
}

impl<'c> Claims<'c> {
    fn new(inlined: &Inlined, crowd: &'c Crowd, wide: u32, control: &Control<'_>) -> Option<Self> {
        let single = REDUCTIONS.iter().find(|r| r.name == "nored").expect("it is listed");
        let semantics = Semantics::within(&inlined.program, control);
        let analysis = Analysis::new(&semantics, Heuristics::ALL);
        let mut system = made(inlined, &analysis, single, wide, control)?;
        let candidates = encoding::candidates(&inlined.program, &mut system, crowd, control)?;
        // With few bits nothing is said once somebody needs more.
        let grown = if wide < WIDTHS[WIDTHS.len() - 1] { system.outgrown } else { Lit::FALSE };
        let wanted = [system.wrong, system.beyond, system.outgrown].map(|bad| vec![!bad]);
        let count = wanted.len();
        let all = wanted.into_iter().chain(candidates.iter().map(|c| c.lits.clone()));
        let unless = |lits: Vec<Lit>| lits.into_iter().map(|lit| system.circuit.or(lit, grown)).collect();
        let all = all.map(unless).collect();
        let stronger = stronger(&candidates, count);
        Some(Claims { system, crowd, candidates, all, wanted: count, stronger })
    }

    fn houdini<'h>(&'h self, control: &'h Control<'h>) -> Houdini<'h> {
        let cases: Vec<Fixed> = self.crowd.groups.iter().flat_map(|group| steps_of(&self.system, group[0])).collect();
        let claimed = Claimed { claims: &self.all, wanted: self.wanted, stronger: &self.stronger };
        Houdini::new(&self.system.circuit, claimed, &cases, Sat::default(), control)
    }

    /// Whether some claims are an invariant of all steps, by a solver of its own.
    fn hold(&self, found: &BTreeSet<usize>, control: &Control<'_>) -> bool {
        let parts: Vec<Lit> = found.iter().flat_map(|claim| self.all[*claim].clone()).collect();
        let lits = |fixed: Fixed| fixed.into_iter().map(|(lit, value)| lit.negated_if(!value)).collect();
        let steps = self.crowd.groups.iter().flatten().flat_map(|t| steps_of(&self.system, *t));
        let cases: Vec<Vec<Lit>> = steps.map(lits).collect();
        check_by_cases(&self.system.circuit, &parts, &cases, Sat::default(), control) == Checked::Holds
    }

    /// What relates variables to each other comes first.
    fn told(&self, inlined: &Inlined, found: &BTreeSet<usize>) -> Vec<String> {
        let candidates = found.iter().filter_map(|claim| self.candidates.get(claim.checked_sub(self.wanted)?));
        let (related, others): (Vec<_>, Vec<_>) = candidates.partition(|candidate| candidate.says.relates());
        related
            .into_iter()
            .chain(others)
            .filter_map(|candidate| candidate.says.told(&inlined.program, self.crowd))
            .collect()
    }
}

/// For each claim, of which so many are wanted and have no others, those from any one of which it follows.
fn stronger(candidates: &[Candidate], wanted: usize) -> Vec<Vec<usize>> {
    let mut known: BTreeMap<&Says, Vec<usize>> = BTreeMap::new();
    for (i, candidate) in candidates.iter().enumerate() {
        known.entry(&candidate.says).or_default().push(wanted + i);
    }
    // What is said more than once is said of different groups.
    let one = |says: &Says| known.get(says).filter(|all| all.len() == 1).map(|all| all[0]);
    let of = |candidate: &Candidate| candidate.says.stronger().iter().filter_map(one).collect();
    std::iter::repeat_with(Vec::new).take(wanted).chain(candidates.iter().map(of)).collect()
}

/// The steps of a thread, from each place where it may be.
fn steps_of(system: &System, t: Tid) -> Vec<Fixed> {
    let (thread, number) = (t.0 as usize - 1, t.0 - 1);
    let fixed = |bits: &[Lit], number: u32| {
        let bits = bits.iter().enumerate().filter(|(_, bit)| !bit.is_constant());
        bits.map(|(i, bit)| (*bit, number >> i & 1 == 1)).collect::<Fixed>()
    };
    let places = 0..system.blocks[thread].visible.len() as u32;
    let at = system.layout.at[thread].bits();
    places.map(|place| [fixed(&system.mover, number), fixed(at, place)].concat()).collect()
}

//! The whole analysis of one concurrent trace program: three graphs side by side, as in Table 1 of
//! TSG, and what they say together about every place where a thread may go wrong.

use super::constants::{Constants, propagate_constants};
use super::ctp::{Ctp, Scope};
use super::formula::{Found, Solved, Widths, solve};
use super::lattice::Skeleton;
use super::mat::{ControlState, Reading};
use super::ranges::{Ranges, can_fail, propagate_ranges, propagate_ranges_step_by_step};
use super::run::Run;
use super::schedules::{Doubt, Place, Searched, last_place, replay, search};
use super::tsg::{Lattices, Mats, Options, Tsg, Union};
use crate::control::Control;
use crate::symbolic::solver::Sat;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// What an analysis may do.
#[derive(Clone)]
pub struct Settings {
    /// B of range propagation.
    pub lookahead: usize,
    /// The graphs on which every iteration of range propagation is kept.
    pub iterations: Vec<GraphKind>,
    /// Constants are propagated before ranges.
    pub constants: bool,
    /// Of two threads the earlier one has priority in MAT analysis, not the later one.
    pub earlier_first: bool,
    pub reading: Reading,
    pub union: Union,
    /// How many states that search may store.
    pub max_search: usize,
    /// Schedules are not searched for one by one, but by formulas (TSG 5), by this solver.
    pub symbolic: Option<Sat>,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            lookahead: 1,
            iterations: vec![],
            constants: false,
            earlier_first: false,
            reading: Reading::Checked,
            union: Union::Boundaries,
            max_search: 100_000,
            symbolic: None,
        }
    }
}

/// Columns 2 to 6 of Table 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Characteristics {
    pub threads: usize,
    pub locals: usize,
    pub globals: usize,
    /// Reads and writes of shared variables; one that a transition reads and writes counts once.
    pub accesses: usize,
    pub transitions: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphKind {
    Ccfg,
    Tsg,
    TsgFeasible,
}

impl GraphKind {
    pub const ALL: [GraphKind; 3] = [GraphKind::Ccfg, GraphKind::Tsg, GraphKind::TsgFeasible];

    pub fn name(self) -> &'static str {
        match self {
            GraphKind::Ccfg => "CCFG",
            GraphKind::Tsg => "TSG",
            GraphKind::TsgFeasible => "TSG'",
        }
    }

    /// The steps that it is built from.
    pub(super) fn skeleton(self, ctp: &Ctp) -> Skeleton {
        Skeleton::new(ctp, self != GraphKind::Ccfg)
    }
}

/// A graph and the intervals found on it.
#[derive(Debug)]
pub struct Analysed {
    pub kind: GraphKind,
    pub graph: Tsg,
    pub ranges: Ranges,
    /// RB_l and RB_g.
    pub metric: (u64, u64),
    /// Control states of the run that no schedule reaches; empty if the graph cannot tell.
    pub unreachable: Vec<ControlState>,
    /// Those beside the run, each by the transition with the guard that is never false.
    pub refuted: Vec<ControlState>,
    pub time: Duration,
}

impl Analysed {
    /// Whether what was found holds in every schedule.
    pub fn is_conclusive(&self) -> bool {
        self.graph.adequate && self.ranges.bound.is_none()
    }

    /// Leaves what was also found on the graph of the program before constants were propagated. Neither graph is
    /// always the better one: other transitions depend on each other, so that transactions begin and end elsewhere.
    fn meet(&mut self, before: &Analysed, program: &Ctp) {
        self.time += before.time;
        if self.is_conclusive() && before.is_conclusive() {
            self.ranges.meet(&before.ranges);
            self.conclude(program);
        }
    }

    /// What follows from the intervals.
    fn conclude(&mut self, ctp: &Ctp) {
        self.metric = self.ranges.metric(ctp);
        if self.is_conclusive() {
            self.unreachable = self.ranges.unreachable();
            self.refuted = self.ranges.refuted(ctp);
        }
    }
}

/// What is known about a place where a thread may go wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// In no schedule, by the intervals on these graphs.
    Proved(Vec<GraphKind>),
    /// In no schedule: all were tried.
    Tried,
    /// In no schedule: formulas for these graphs have no models.
    Unsatisfiable(Vec<GraphKind>),
    /// In a schedule that is shown.
    Violated,
    NotProved,
}

/// What is known about several such places together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    Violated,
    /// No schedule goes wrong at any of them.
    Proved,
    /// There is no such place.
    NoAssertion,
    Inconclusive,
}

impl Verdict {
    pub fn of<'a>(answers: impl IntoIterator<Item = &'a Answer>) -> Verdict {
        answers.into_iter().fold(Verdict::NoAssertion, |verdict, answer| match (verdict, answer) {
            (Verdict::Violated, _) | (_, Answer::Violated) => Verdict::Violated,
            (Verdict::Inconclusive, _) | (_, Answer::NotProved) => Verdict::Inconclusive,
            (_, Answer::Proved(_) | Answer::Tried | Answer::Unsatisfiable(_)) => Verdict::Proved,
        })
    }

    pub fn name(self) -> &'static str {
        match self {
            Verdict::Violated => "violated",
            Verdict::Proved => "proved",
            Verdict::NoAssertion => "no assertion",
            Verdict::Inconclusive => "inconclusive",
        }
    }
}

/// An assertion, or a division.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obligation {
    pub thread: usize,
    pub transition: usize,
    pub answer: Answer,
}

#[derive(Debug)]
pub struct Analysis {
    /// Of the program that is analysed.
    pub characteristics: Characteristics,
    /// What constant propagation found, if it was asked for and came to its end.
    pub constants: Option<Constants>,
    /// It was asked for, and a bound was hit first.
    pub constants_stopped: bool,
    /// CCFG, TSG and TSG', in this order.
    pub graphs: Vec<Analysed>,
    pub obligations: Vec<Obligation>,
    /// What the search for schedules found; not made where the intervals prove everything.
    pub searched: Option<Searched>,
    /// Table 2, if it was asked for: for each graph its formulas with each of the widths.
    pub formulas: Vec<Formulas>,
}

/// The formulas for a graph with values of these widths, solved.
#[derive(Debug)]
pub struct Formulas {
    pub kind: GraphKind,
    pub widths: Widths,
    /// Nothing where the graph or its intervals may leave something out, so that there is no formula.
    pub solved: Option<Solved>,
}

impl Analysis {
    pub fn verdict(&self) -> Verdict {
        Verdict::of(self.obligations.iter().map(|o| &o.answer))
    }

    /// The program whose graphs these are: the given one, or what constant propagation left of it.
    pub fn program<'a>(&'a self, ctp: &'a Ctp) -> &'a Ctp {
        self.constants.as_ref().map_or(ctp, |c| &c.program)
    }

    /// Whether a bound kept a graph, or constants, from its end.
    pub fn is_cut(&self) -> bool {
        self.constants_stopped || self.graphs.iter().any(|g| g.ranges.bound.is_some())
    }

    /// Takes the run from which the program comes as a schedule that goes wrong, if it does and none was found
    /// that goes wrong in the same place.
    pub fn admit(&mut self, run: &Run) {
        let Some(turns) = run.turns_to_wrong() else { return };
        if !mark_violated(&turns, &mut self.obligations) {
            return;
        }
        let searched = self.searched.get_or_insert_default();
        match replay(&run.ctp, &turns) {
            Some(_) => searched.wrong.push(turns),
            None => searched.recorded = true,
        }
    }
}

impl Characteristics {
    pub fn of(ctp: &Ctp) -> Characteristics {
        let transitions = || ctp.threads.iter().flat_map(|s| &s.transitions);
        let locals = ctp.variables.iter().filter(|v| matches!(v.scope, Scope::Local(_))).count();
        let accesses = transitions().map(|t| ctp.accesses(t)).map(|a| a.reads.union(&a.writes).count());
        Characteristics {
            threads: ctp.threads.len(),
            locals,
            globals: ctp.variables.len() - locals,
            accesses: accesses.sum(),
            transitions: transitions().count(),
        }
    }
}

/// Analyses a program. Each graph may have as many states as the bounds allow, and all of them as much time; what
/// one does not finish is kept as it is.
pub fn analyse(ctp: &Ctp, settings: &Settings, control: &Control<'_>) -> Analysis {
    let constants = settings.constants.then(|| propagate_constants(ctp, &control.anew())).flatten();
    let program = constants.as_ref().map_or(ctp, |c| &c.program);
    let analysed = |kind| analyse_graph(program, kind, settings, control.anew());
    let mut graphs: Vec<Analysed> = GraphKind::ALL.into_iter().map(analysed).collect();
    if constants.is_some() {
        graphs.iter_mut().for_each(|g| g.meet(&analyse_graph(ctp, g.kind, settings, control.anew()), program));
    }
    let mut obligations = obligations(ctp, &graphs);
    let (mut formulas, mut searched) = (vec![], None);
    match settings.symbolic {
        None => searched = search_open(program, &graphs[2].graph, &mut obligations, settings, control),
        Some(_) if obligations.is_empty() => {}
        Some(sat) => {
            formulas = solve_all(program, &graphs, &obligations, sat, control);
            searched = Some(collect(&formulas, &mut obligations));
        }
    }
    let characteristics = Characteristics::of(program);
    let constants_stopped = settings.constants && constants.is_none();
    Analysis { characteristics, constants, constants_stopped, graphs, obligations, searched, formulas }
}

/// Searches for what no interval excludes.
fn search_open(
    ctp: &Ctp,
    graph: &Tsg,
    obligations: &mut [Obligation],
    settings: &Settings,
    control: &Control<'_>,
) -> Option<Searched> {
    let open: BTreeSet<Place> =
        obligations.iter().filter(|o| o.answer == Answer::NotProved).map(|o| (o.thread, o.transition)).collect();
    let control = control.anew().with_states(settings.max_search);
    let searched = (!open.is_empty()).then(|| search(ctp, graph, &open, &control))?;
    for schedule in &searched.wrong {
        mark_violated(schedule, obligations);
    }
    let not_proved = obligations.iter_mut().filter(|o| o.answer == Answer::NotProved);
    not_proved.filter(|_| searched.doubt.is_none()).for_each(|o| o.answer = Answer::Tried);
    Some(searched)
}

/// Asks for all places on each graph with each of the widths; of the time that is left each has the same part.
fn solve_all(
    ctp: &Ctp,
    graphs: &[Analysed],
    obligations: &[Obligation],
    sat: Sat,
    control: &Control<'_>,
) -> Vec<Formulas> {
    let wanted: BTreeSet<Place> = obligations.iter().map(|o| (o.thread, o.transition)).collect();
    let all = graphs.iter().flat_map(|g| Widths::ALL.map(|widths| (g, widths)));
    let parts = graphs.len() * Widths::ALL.len();
    let one = |(k, (g, widths)): (usize, (&Analysed, Widths))| {
        let is_whole = g.graph.adequate && (widths == Widths::Full || g.ranges.bound.is_none());
        let solve = || solve(ctp, &g.graph, &g.ranges, widths, &wanted, sat, &control.share(parts - k));
        Formulas { kind: g.kind, widths, solved: is_whole.then(solve) }
    };
    all.enumerate().map(one).collect()
}

/// What the formulas say of each place. A schedule that goes wrong there was performed, whatever else is said.
fn collect(formulas: &[Formulas], obligations: &mut [Obligation]) -> Searched {
    let mut searched = Searched::default();
    let solved = || formulas.iter().filter_map(|f| Some((f.kind, f.solved.as_ref()?)));
    for o in obligations.iter_mut() {
        let found = solved().flat_map(|(kind, s)| s.found.iter().map(move |(place, found)| (kind, place, found)));
        let (mut by, mut doubt): (Vec<GraphKind>, _) = (vec![], Doubt::Graph);
        for (kind, _, found) in found.filter(|(_, place, _)| **place == (o.thread, o.transition)) {
            match found {
                Found::Schedule(turns) if o.answer != Answer::Violated => {
                    o.answer = Answer::Violated;
                    searched.wrong.push(turns.clone());
                }
                Found::Nothing if !by.contains(&kind) => by.push(kind),
                Found::Open(why) => doubt = *why,
                _ => {}
            }
        }
        match o.answer {
            Answer::NotProved if by.is_empty() => searched.doubt = Some(doubt),
            Answer::NotProved => o.answer = Answer::Unsatisfiable(by),
            _ => {}
        }
    }
    searched
}

fn analyse_graph(ctp: &Ctp, kind: GraphKind, settings: &Settings, control: Control<'_>) -> Analysed {
    let begun = Instant::now();
    let skeleton = kind.skeleton(ctp);
    let lattices = Lattices::within(&skeleton, settings.earlier_first, Some(&control));
    let options = |mats| Options { mats, union: settings.union };
    let mut graph = match kind {
        GraphKind::Ccfg => Tsg::ccfg(&skeleton, &lattices),
        GraphKind::Tsg => Tsg::new(&skeleton, &lattices, &options(Mats::All)),
        GraphKind::TsgFeasible => Tsg::new(&skeleton, &lattices, &options(Mats::Feasible(settings.reading))),
    };
    drop(lattices);
    graph.adequate &= !control.stopped();
    let ranges = match settings.iterations.contains(&kind) {
        true => propagate_ranges_step_by_step(ctp, &graph, settings.lookahead, &control),
        false => propagate_ranges(ctp, &graph, settings.lookahead, &control),
    };
    let (unreachable, refuted) = (vec![], vec![]);
    let mut found = Analysed { kind, graph, ranges, metric: (0, 0), unreachable, refuted, time: Duration::ZERO };
    found.conclude(ctp);
    found.time = begun.elapsed();
    found
}

/// Every place where a thread may go wrong, and the graphs that exclude it.
fn obligations(ctp: &Ctp, graphs: &[Analysed]) -> Vec<Obligation> {
    let mut all = Vec::new();
    for (thread, slice) in ctp.threads.iter().enumerate() {
        for transition in (0..slice.transitions.len()).filter(|k| can_fail(&slice.transitions[*k])) {
            let proves = |g: &&Analysed| g.is_conclusive() && !g.ranges.transitions[thread][transition].fails;
            let by: Vec<GraphKind> = graphs.iter().filter(proves).map(|g| g.kind).collect();
            let answer = if by.is_empty() { Answer::NotProved } else { Answer::Proved(by) };
            all.push(Obligation { thread, transition, answer });
        }
    }
    all
}

/// The last transition of a schedule goes wrong. Whether that was not known.
fn mark_violated(schedule: &[usize], obligations: &mut [Obligation]) -> bool {
    let place = last_place(schedule);
    let at = |o: &&mut Obligation| place == Some((o.thread, o.transition)) && o.answer != Answer::Violated;
    let mut new = false;
    for o in obligations.iter_mut().filter(at) {
        o.answer = Answer::Violated;
        new = true;
    }
    new
}

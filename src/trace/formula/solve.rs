//! Solving the formulas of a graph, and what their models are schedules of.

use super::chain::{Chain, Transaction};
use super::clauses::Clauses;
use super::performance::Performance;
use super::versions::Widths;
use crate::control::{Bound, Control};
use crate::symbolic::circuit::Lit;
use crate::symbolic::cnf::Start;
use crate::symbolic::question::Question;
use crate::symbolic::solver::{Answer, Sat};
use crate::trace::ctp::Ctp;
use crate::trace::ranges::Ranges;
use crate::trace::schedules::{Doubt, Place, last_place, replay};
use crate::trace::tsg::Tsg;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// What is known about a place where a thread may go wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A schedule that goes wrong there, which was performed again.
    Schedule(Vec<usize>),
    /// No schedule along the graph does.
    Nothing,
    Open(Doubt),
}

/// The formulas of a graph, one for each group of threads, together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The places in the order of groups, threads and transitions.
    pub found: Vec<(Place, Found)>,
    /// The bits of all values in the formulas.
    pub bits: usize,
    pub variables: usize,
    pub clauses: usize,
    pub time: Duration,
}

impl Solved {
    /// Whether a schedule goes wrong, if that is known.
    pub fn is_satisfiable(&self) -> Option<bool> {
        let some = |is: fn(&Found) -> bool| self.found.iter().any(|(_, found)| is(found));
        match some(|found| matches!(found, Found::Schedule(_))) {
            true => Some(true),
            false => (!some(|found| matches!(found, Found::Open(_)))).then_some(false),
        }
    }
}

/// Asks for a schedule along the graph for each of these places, with the widths of values that are said. The
/// intervals are those of the same graph.
pub fn solve(
    ctp: &Ctp,
    graph: &Tsg,
    ranges: &Ranges,
    widths: Widths,
    wanted: &BTreeSet<Place>,
    sat: Sat,
    control: &Control,
) -> Solved {
    let begun = Instant::now();
    let mut solved = Solved { found: vec![], bits: 0, variables: 0, clauses: 0, time: Duration::ZERO };
    for group in graph.groups.iter().filter(|group| wanted.iter().any(|(thread, _)| group.contains(thread))) {
        let wanted = wanted.iter().copied().filter(|(thread, _)| group.contains(thread)).collect();
        match Formula::new(ctp, graph, group, ranges, widths, &wanted, control) {
            Some(formula) => solved.add(formula, ctp, graph, sat, control),
            None => {
                let doubt = Doubt::Bound(control.hit().unwrap_or(Bound::Time));
                solved.found.extend(wanted.into_iter().map(|place| (place, Found::Open(doubt))));
            }
        }
    }
    solved.time = begun.elapsed();
    solved
}

/// The formula of a group.
struct Formula {
    chain: Chain,
    clauses: Clauses,
    goals: Vec<(Place, Lit)>,
    bits: usize,
}

impl Formula {
    /// Nothing if a bound was hit.
    fn new(
        ctp: &Ctp,
        graph: &Tsg,
        group: &[usize],
        ranges: &Ranges,
        widths: Widths,
        wanted: &BTreeSet<Place>,
        control: &Control,
    ) -> Option<Formula> {
        let mut clauses = Clauses::default();
        let chain = Chain::new(ctp, graph, group, &mut clauses);
        chain.constrain(&mut clauses);
        let mut performance = Performance::new(ctp, ranges, widths, &chain, &mut clauses);
        for a in &chain.transactions {
            performance.transaction(a, wanted);
            if !control.goes_on() {
                return None;
            }
        }
        performance.passes(control);
        performance.births();
        let (goals, bits) = (performance.goals, performance.bits);
        control.check().then_some(Formula { chain, clauses, goals, bits })
    }

    /// The threads in the order of their turns in a model, up to the transition that goes wrong.
    fn schedule(&self, (thread, _): Place, value: impl Fn(Lit) -> bool) -> Vec<usize> {
        let mut order: Vec<&Transaction> = self.chain.transactions.iter().filter(|a| value(a.begun)).collect();
        order.sort_by_key(|a| a.place.all().into_iter().rev().map(&value).collect::<Vec<bool>>());
        let performed = |a: &Transaction| a.performed.iter().filter(|lit| value(**lit)).count();
        let turns = order.into_iter().flat_map(|a| vec![a.thread; performed(a)]);
        turns.chain([thread]).collect()
    }
}

impl Solved {
    fn add(&mut self, formula: Formula, ctp: &Ctp, graph: &Tsg, sat: Sat, control: &Control) {
        let mut asked = Question::new(&formula.clauses.circuit, Start::Any, sat.solver(control));
        for clause in formula.clauses.all.iter().take_while(|_| control.goes_on()) {
            let clause: Vec<_> = clause.iter().map(|lit| asked.lit(0, *lit)).collect();
            asked.solver.clause(&clause);
        }
        for (place, goal) in &formula.goals {
            let goal = asked.lit(0, *goal);
            let found = match asked.solver.solve(&[goal]) {
                Answer::Stopped => Found::Open(Doubt::Bound(control.hit().unwrap_or(Bound::Time))),
                Answer::Unsatisfiable if !graph.adequate => Found::Open(Doubt::Graph),
                Answer::Unsatisfiable => Found::Nothing,
                Answer::Satisfiable => performed(ctp, *place, formula.schedule(*place, model(&asked))),
            };
            self.found.push((*place, found));
        }
        let (variables, clauses) = asked.solver.size();
        self.bits += formula.bits;
        self.variables += variables;
        self.clauses += clauses;
    }
}

/// The value of a literal in a model.
fn model<'m>(asked: &'m Question<'_>) -> impl Fn(Lit) -> bool + 'm {
    |lit| lit == Lit::TRUE || asked.value(0, lit).unwrap_or(false)
}

/// A schedule is told once it was performed; one that rests on values that nothing is known of cannot be.
fn performed(ctp: &Ctp, place: Place, schedule: Vec<usize>) -> Found {
    let goes_wrong = replay(ctp, &schedule).is_some() && last_place(&schedule) == Some(place);
    if goes_wrong { Found::Schedule(schedule) } else { Found::Open(Doubt::Unknown) }
}

//! Schedules of a concurrent trace program, transaction by transaction along a graph: where does a
//! thread go wrong in one?
//!
//! Every schedule of a group of threads has an equivalent one that the search tries if the graph is adequate,
//! so where the search comes to its end and finds none there is none. Each group is searched by itself.

use super::ctp::Ctp;
use super::state::{Attempt, Obstacle, State};
use super::tsg::Tsg;
use crate::control::{Bound, Control};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;

/// What a search for threads that go wrong has found.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Searched {
    /// For each place where a thread goes wrong a schedule, the threads in the order of their turns, one transition
    /// each; the last one goes wrong.
    pub wrong: Vec<Vec<usize>>,
    /// The recorded run goes wrong, with values of which its log does not say how they come about.
    pub recorded: bool,
    /// Why there may be other places; nothing if all schedules were tried.
    pub doubt: Option<Doubt>,
}

/// A transition of a thread.
pub type Place = (usize, usize);

/// Where the last transition of a schedule is.
pub fn last_place(schedule: &[usize]) -> Option<Place> {
    let thread = *schedule.last()?;
    Some((thread, schedule.iter().filter(|t| **t == thread).count() - 1))
}

/// Why a search says nothing about all schedules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubt {
    Bound(Bound),
    /// Something depends on a value that nothing is known of.
    Unknown,
    /// The graph may leave schedules out.
    Graph,
}

/// States in the order in which they were found, and for each the one before it, the thread that moved, and by
/// how many transitions.
type Found = IndexMap<State, Option<(usize, usize, usize)>, FxBuildHasher>;

fn schedule(found: &Found, mut at: usize) -> Vec<usize> {
    let mut turns = Vec::new();
    while let Some((before, thread, steps)) = found[at] {
        turns.push(vec![thread; steps]);
        at = before;
    }
    turns.into_iter().rev().flatten().collect()
}

/// Searches until a schedule is found for each of these places, or all were tried.
pub fn search(ctp: &Ctp, graph: &Tsg, wanted: &BTreeSet<Place>, control: &Control) -> Searched {
    let mut search = Search { ctp, graph, control, open: wanted.clone(), stored: 0, found: Searched::default() };
    for group in &graph.groups {
        if search.open.is_empty() || matches!(search.found.doubt, Some(Doubt::Bound(_))) {
            break;
        }
        search.group(group);
    }
    let doubt = search.found.doubt.or((!graph.adequate).then_some(Doubt::Graph));
    Searched { doubt, ..search.found }
}

struct Search<'s> {
    ctp: &'s Ctp,
    graph: &'s Tsg,
    control: &'s Control<'s>,
    /// Places for which no schedule has been found.
    open: BTreeSet<Place>,
    /// The states of the groups before.
    stored: usize,
    found: Searched,
}

impl Search<'_> {
    /// Searches breadth first, so that a schedule has the fewest transactions.
    fn group(&mut self, group: &[usize]) {
        let mut found = Found::from_iter([(State::initial(self.ctp), None)]);
        let mut index = 0;
        while index < found.len() && !self.open.is_empty() {
            for &thread in group {
                let mut next = found.keys()[index].clone();
                let (attempt, steps) = transaction(self.ctp, self.graph, thread, &mut next);
                match attempt {
                    Attempt::Wrong => self.goes_wrong(&found, index, thread, steps),
                    Attempt::Unknown => self.found.doubt = Some(Doubt::Unknown),
                    Attempt::Blocked(_) => {}
                    Attempt::Performed(_) => {
                        found.entry(next).or_insert(Some((index, thread, steps)));
                    }
                }
            }
            if let Some(bound) = self.bound(&found) {
                return self.found.doubt = Some(Doubt::Bound(bound));
            }
            index += 1;
        }
        self.stored += found.len();
    }

    fn goes_wrong(&mut self, found: &Found, index: usize, thread: usize, steps: usize) {
        let mut schedule = schedule(found, index);
        schedule.extend(vec![thread; steps]);
        if replay(self.ctp, &schedule).is_none() {
            self.found.doubt = Some(Doubt::Unknown);
        } else if last_place(&schedule).is_some_and(|place| self.open.remove(&place)) {
            self.found.wrong.push(schedule);
        }
    }

    fn bound(&self, found: &Found) -> Option<Bound> {
        let all = self.stored + found.len();
        self.control.tick(all);
        self.control.full(all).or(self.control.hit())
    }
}

/// Performs the next transaction of a thread: what became of its last attempt, and how many transitions were performed.
fn transaction(ctp: &Ctp, graph: &Tsg, thread: usize, state: &mut State) -> (Attempt, usize) {
    let begin = state.done[thread];
    let end = graph.boundaries[thread].iter().find(|at| **at > begin).map_or(begin, |at| *at);
    let end = end.min(ctp.threads[thread].transitions.len());
    let mut attempt = Attempt::Blocked(Obstacle::Ended);
    while state.done[thread] < end {
        attempt = state.perform(ctp, thread);
        if !matches!(attempt, Attempt::Performed(_)) {
            break;
        }
    }
    (attempt, state.done[thread] - begin)
}

/// Performs a schedule that ends with a thread going wrong: what every transition stored, nothing for the
/// last one. Nothing at all if the schedule is not one.
pub fn replay(ctp: &Ctp, schedule: &[usize]) -> Option<Vec<Attempt>> {
    let mut state = State::initial(ctp);
    let attempts: Vec<Attempt> = schedule.iter().map(|thread| state.perform(ctp, *thread)).collect();
    let (last, before) = attempts.split_last()?;
    let right = before.iter().all(|a| matches!(a, Attempt::Performed(_)));
    (right && *last == Attempt::Wrong).then_some(attempts)
}

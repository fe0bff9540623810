//! Schedules of a concurrent trace program, transaction by transaction along a graph: is there one
//! in which a thread goes wrong?
//!
//! Every schedule of a group of threads has an equivalent one that the search tries if the graph is adequate,
//! so where the search comes to its end and finds none there is none. Each group is searched by itself.

use super::ctp::Ctp;
use super::state::{Attempt, Obstacle, State};
use super::tsg::Tsg;
use crate::control::{Bound, Control};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// What a search for a thread that goes wrong has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Searched {
    /// The threads in the order of their turns, one transition each; the last one goes wrong.
    Wrong(Vec<usize>),
    /// The recorded run does, with values of which its log does not say how they come about.
    Recorded,
    /// No schedule goes wrong.
    Right,
    /// None of those tried, but not all could be.
    Open(Doubt),
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

/// States in the order in which they were found.
#[derive(Default)]
struct Found {
    states: FxHashMap<State, usize>,
    /// For each state the one before it, the thread that moved, and by how many transitions.
    origins: Vec<Option<(usize, usize, usize)>>,
}

impl Found {
    fn add(&mut self, state: &State, origin: Option<(usize, usize, usize)>) -> Option<usize> {
        if self.states.contains_key(state) {
            return None;
        }
        self.origins.push(origin);
        self.states.insert(state.clone(), self.origins.len() - 1);
        Some(self.origins.len() - 1)
    }

    fn schedule(&self, mut at: usize) -> Vec<usize> {
        let mut turns = Vec::new();
        while let Some((before, thread, steps)) = self.origins[at] {
            turns.push(vec![thread; steps]);
            at = before;
        }
        turns.into_iter().rev().flatten().collect()
    }
}

pub fn search(ctp: &Ctp, graph: &Tsg, control: &Control) -> Searched {
    let mut doubt = (!graph.adequate).then_some(Doubt::Graph);
    let mut stored = 0;
    for group in &graph.groups {
        match search_group(ctp, graph, group, &mut stored, control) {
            Searched::Right => {}
            Searched::Open(Doubt::Unknown) => doubt = doubt.or(Some(Doubt::Unknown)),
            last => return last,
        }
    }
    doubt.map_or(Searched::Right, Searched::Open)
}

/// Searches breadth first, so that a schedule has the fewest transactions. Counts the states of all groups.
fn search_group(ctp: &Ctp, graph: &Tsg, group: &[usize], stored: &mut usize, control: &Control) -> Searched {
    let mut doubt = None;
    let mut found = Found::default();
    let initial = State::initial(ctp);
    found.add(&initial, None);
    let mut queue = VecDeque::from([(initial, 0)]);
    while let Some((state, index)) = queue.pop_front() {
        for &thread in group {
            let mut next = state.clone();
            let (attempt, steps) = transaction(ctp, graph, thread, &mut next);
            match attempt {
                Attempt::Wrong => {
                    let mut schedule = found.schedule(index);
                    schedule.extend(vec![thread; steps]);
                    return Searched::Wrong(schedule);
                }
                Attempt::Unknown => doubt = Some(Doubt::Unknown),
                Attempt::Blocked(_) => {}
                Attempt::Performed(_) => {
                    if let Some(index) = found.add(&next, Some((index, thread, steps))) {
                        queue.push_back((next, index));
                    }
                }
            }
        }
        let all = *stored + found.origins.len();
        control.tick(all);
        if let Some(bound) = control.full(all).or(control.hit()) {
            return Searched::Open(Doubt::Bound(bound));
        }
    }
    *stored += found.origins.len();
    doubt.map_or(Searched::Right, Searched::Open)
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

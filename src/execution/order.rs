//! Equivalent orders of one execution. Two neighbouring steps of different threads may be swapped
//! if neither writes what the other accesses; every order that respects the others is an execution
//! to the same end.

use super::{Choice, Event};
use crate::ir::Cell;
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, VecDeque};

/// How many positions the search for the fewest switches looks at before it settles for a good order.
const SEARCH_LIMIT: usize = 200_000;

/// The schedule of those events that the last one depends on, directly or through others; without
/// the rest the last one happens just the same.
pub fn essential(events: &[Event]) -> Vec<Choice> {
    let (mut kept, mut threads, mut touched, mut written) = (vec![], BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for event in events.iter().rev() {
        let accesses = &event.transitions.accesses;
        let conflicts =
            accesses.writes.iter().any(|c| touched.contains(c)) || accesses.touched().any(|c| written.contains(c));
        if kept.is_empty() || threads.contains(&event.choice.t) || conflicts {
            kept.push(event.choice);
            threads.insert(event.choice.t);
            touched.extend(accesses.touched().copied());
            written.extend(accesses.writes.iter().copied());
        }
    }
    kept.reverse();
    kept
}

/// An equivalent schedule with as few switches between threads as the search finds: the fewest
/// there are unless the execution is very long.
pub fn fewest_switches(events: &[Event]) -> Vec<Choice> {
    let lanes = Lanes::new(events);
    let order = lanes.search().unwrap_or_else(|| lanes.greedy());
    order.into_iter().map(|e| events[e].choice).collect()
}

/// The events of each thread, and what each event waits for.
struct Lanes {
    /// Indices of events, a lane for each thread that has any.
    lanes: Vec<Vec<usize>>,
    /// How many events of each lane come before an event.
    needs: Vec<Vec<u32>>,
}

/// How many events of each lane there were when one of it accessed a cell, and when one wrote it.
struct Known {
    touched: Vec<u32>,
    written: Vec<u32>,
}

impl Known {
    fn of(lanes: usize) -> Self {
        Known { touched: vec![0; lanes], written: vec![0; lanes] }
    }
}

fn at_least(need: &mut [u32], counts: &[u32]) {
    need.iter_mut().zip(counts).for_each(|(need, count)| *need = (*need).max(*count));
}

/// How far each lane has been performed, and which lane went last.
type Position = (Vec<u32>, usize);

impl Lanes {
    fn new(events: &[Event]) -> Self {
        let mut tids: Vec<_> = events.iter().map(|e| e.choice.t).collect();
        tids.sort();
        tids.dedup();
        let lane = |e: &Event| tids.iter().position(|t| *t == e.choice.t).expect("every thread has a lane");
        let (mut lanes, mut needs) = (vec![vec![]; tids.len()], vec![]);
        let mut known: FxHashMap<Cell, Known> = FxHashMap::default();
        for (i, event) in events.iter().enumerate() {
            let (lane, accesses) = (lane(event), &event.transitions.accesses);
            let mut need = vec![0; tids.len()];
            need[lane] = lanes[lane].len() as u32;
            accesses.touched().filter_map(|c| known.get(c)).for_each(|cell| at_least(&mut need, &cell.written));
            accesses.writes.iter().filter_map(|c| known.get(c)).for_each(|cell| at_least(&mut need, &cell.touched));
            needs.push(need);
            lanes[lane].push(i);
            let count = lanes[lane].len() as u32;
            let cell = || Known::of(tids.len());
            accesses.touched().for_each(|c| known.entry(*c).or_insert_with(cell).touched[lane] = count);
            accesses.writes.iter().for_each(|c| known.entry(*c).or_insert_with(cell).written[lane] = count);
        }
        Lanes { lanes, needs }
    }

    fn start(&self) -> Position {
        (vec![0; self.lanes.len()], usize::MAX)
    }

    /// The next event of a lane if nothing before it is missing.
    fn next(&self, at: &[u32], lane: usize) -> Option<usize> {
        let event = *self.lanes[lane].get(at[lane] as usize)?;
        self.needs[event].iter().zip(at).all(|(need, done)| need <= done).then_some(event)
    }

    fn is_end(&self, at: &[u32]) -> bool {
        self.lanes.iter().zip(at).all(|(lane, done)| lane.len() == *done as usize)
    }

    /// Breadth first by switches: staying in a lane is free, leaving it costs one.
    fn search(&self) -> Option<Vec<usize>> {
        let mut best: FxHashMap<Position, (u32, Option<Position>)> = FxHashMap::default();
        let mut queue = VecDeque::from([(0, self.start())]);
        best.insert(self.start(), (0, None));
        while let Some((cost, at)) = queue.pop_front() {
            if cost > best[&at].0 {
                continue;
            }
            if self.is_end(&at.0) {
                return Some(self.way_to(&best, at));
            }
            if best.len() > SEARCH_LIMIT {
                return None;
            }
            for lane in 0..self.lanes.len() {
                if self.next(&at.0, lane).is_none() {
                    continue;
                }
                let mut done = at.0.clone();
                done[lane] += 1;
                let (to, cost) = ((done, lane), cost + u32::from(lane != at.1));
                if best.get(&to).is_none_or(|(old, _)| cost < *old) {
                    best.insert(to.clone(), (cost, Some(at.clone())));
                    if lane == at.1 { queue.push_front((cost, to)) } else { queue.push_back((cost, to)) }
                }
            }
        }
        None
    }

    fn way_to(&self, best: &FxHashMap<Position, (u32, Option<Position>)>, mut at: Position) -> Vec<usize> {
        let mut order = vec![];
        while let Some(before) = &best[&at].1 {
            order.push(self.lanes[at.1][before.0[at.1] as usize]);
            at = before.clone();
        }
        order.reverse();
        order
    }

    /// Stays in a lane as long as it can.
    fn greedy(&self) -> Vec<usize> {
        let (mut at, mut last) = self.start();
        let mut order = vec![];
        while !self.is_end(&at) {
            let others = 0..self.lanes.len();
            let lane = std::iter::once(last).filter(|l| *l < self.lanes.len()).chain(others);
            let ready = lane.into_iter().find_map(|l| self.next(&at, l).map(|e| (l, e)));
            let (lane, event) = ready.expect("dependences follow the order of the events");
            order.push(event);
            at[lane] += 1;
            last = lane;
        }
        order
    }
}

//! Equivalent orders of one execution. Two neighbouring steps of different threads may be swapped
//! if neither writes what the other accesses; every order that respects the others is an execution
//! to the same end.

use super::{Choice, Event};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// How many positions the search for the fewest switches looks at before it settles for a good order.
const SEARCH_LIMIT: usize = 200_000;

fn depends(later: &Event, earlier: &Event) -> bool {
    later.choice.t == earlier.choice.t || later.transitions.accesses.conflicts_with(&earlier.transitions.accesses)
}

/// The schedule of those events that the last one depends on, directly or through others; without
/// the rest the last one happens just the same.
pub fn essential(events: &[Event]) -> Vec<Choice> {
    let mut kept: Vec<&Event> = vec![];
    for event in events.iter().rev() {
        if kept.is_empty() || kept.iter().any(|later| depends(later, event)) {
            kept.push(event);
        }
    }
    kept.iter().rev().map(|e| e.choice).collect()
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

/// How far each lane has been performed, and which lane went last.
type Position = (Vec<u32>, usize);

impl Lanes {
    fn new(events: &[Event]) -> Self {
        let mut tids: Vec<_> = events.iter().map(|e| e.choice.t).collect();
        tids.sort();
        tids.dedup();
        let lane = |e: &Event| tids.iter().position(|t| *t == e.choice.t).expect("every thread has a lane");
        let mut lanes = vec![vec![]; tids.len()];
        let mut needs = vec![];
        for (i, event) in events.iter().enumerate() {
            let mut need = vec![0; tids.len()];
            let mut count = vec![0; tids.len()];
            for earlier in &events[..i] {
                count[lane(earlier)] += 1;
                if depends(event, earlier) {
                    need[lane(earlier)] = count[lane(earlier)];
                }
            }
            needs.push(need);
            lanes[lane(event)].push(i);
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

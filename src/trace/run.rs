//! A run: a concurrent trace program, and the order in which its transitions happened.

use super::ctp::{Ctp, Effect, Transition};

/// What happened, in this order: the k-th event of a slice is its k-th transition.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Run {
    pub ctp: Ctp,
    pub events: Vec<Event>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    pub slice: usize,
    /// What each assignment of the transition left behind; of an assertion whether it held, 1 or 0.
    pub values: Vec<i64>,
}

impl Run {
    /// Appends what a thread did.
    pub fn push(&mut self, slice: usize, transition: Transition, values: Vec<i64>) {
        self.ctp.threads[slice].transitions.push(transition);
        self.events.push(Event { slice, values });
    }

    /// Every event with its transition, in the order of the run.
    pub fn steps(&self) -> impl Iterator<Item = (&Event, &Transition)> {
        let mut next = vec![0; self.ctp.threads.len()];
        self.events.iter().map(move |event| {
            let k = next[event.slice];
            next[event.slice] += 1;
            (event, &self.ctp.threads[event.slice].transitions[k])
        })
    }

    /// The threads in the order of their turns, up to the one that goes wrong, if one does.
    pub fn turns_to_wrong(&self) -> Option<Vec<usize>> {
        let (event, _) = self.wrong()?;
        let last = self.events.iter().position(|e| std::ptr::eq(e, event))?;
        Some(self.events[..=last].iter().map(|e| e.slice).collect())
    }

    /// The event at which a thread goes wrong, if one does.
    pub fn wrong(&self) -> Option<(&Event, &Transition)> {
        self.steps().find(|(event, t)| matches!(t.effect, Effect::Assert(_)) && event.values == [0])
    }
}

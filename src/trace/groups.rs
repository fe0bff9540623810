//! Which threads can notice each other at all, directly or through others.
//!
//! Leaving out of a schedule whatever other groups do gives a schedule again, in which the threads
//! of one group do the same with the same values. So groups can be looked at one by one.

use super::ctp::{Ctp, Effect, VariableId};

/// The groups by their first threads; each in order. Threads are in one group if they fork or join
/// each other, or if both access a variable that somebody writes.
pub fn groups(ctp: &Ctp) -> Vec<Vec<usize>> {
    let mut first: Vec<usize> = (0..ctp.threads.len()).collect();
    for (a, b) in ties(ctp) {
        let (from, to) = (first[a].max(first[b]), first[a].min(first[b]));
        first.iter_mut().filter(|t| **t == from).for_each(|t| *t = to);
    }
    let of = |f: usize| (0..first.len()).filter(|t| first[*t] == f).collect::<Vec<_>>();
    (0..first.len()).map(of).filter(|group| !group.is_empty()).collect()
}

/// Pairs of threads that notice each other: enough of them to connect all that do.
fn ties(ctp: &Ctp) -> Vec<(usize, usize)> {
    let mut ties = Vec::new();
    let mut users: Vec<Vec<usize>> = vec![vec![]; ctp.variables.len()];
    let mut written = vec![false; ctp.variables.len()];
    for (t, slice) in ctp.threads.iter().enumerate() {
        for transition in &slice.transitions {
            if let Effect::Fork(other) | Effect::Join(other) = transition.effect {
                ties.push((t, other));
            }
            let accesses = ctp.accesses(transition);
            accesses.reads.union(&accesses.writes).for_each(|v: &VariableId| users[v.0].push(t));
            accesses.writes.iter().for_each(|v| written[v.0] = true);
        }
    }
    let of_written = users.iter().zip(written).filter(|(_, written)| *written).map(|(users, _)| users);
    ties.extend(of_written.flat_map(|users| users.windows(2).map(|pair| (pair[0], pair[1]))));
    ties
}

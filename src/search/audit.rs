//! What CPC proves of a finished search, checked state by state.
//!
//! DIVERGENCE: the paper lets all threads start post-commit. Where they start pre-commit, a thread
//! that comes back to its start without a commit leaves states behind that are its own, and to which left
//! movers of another one may lead. Those need not go on from there: all threads were scheduled
//! where that transaction began, and right movers lead from there to here. So they count as ends.

use super::Table;
use crate::exploration::Instance;
use moverlog_rules::{Program, State, Tid};

/// The states that contradict a statement of the paper.
#[derive(Debug)]
pub struct Audit {
    /// Lemma 4: post-commit and with CPC, yet no left movers lead to the end of a transaction.
    pub lemma4: Vec<State>,
    /// Theorem 6: the same post-commit and after a step that is no right mover.
    pub theorem6: Vec<State>,
    /// Of how many states each of them speaks.
    pub tried: [usize; 2],
}

impl Audit {
    pub fn is_empty(&self) -> bool {
        self.lemma4.is_empty() && self.theorem6.is_empty()
    }
}

pub fn audit(instance: &Instance<'_>, table: &Table) -> Audit {
    let ending = ending(instance, table);
    let committed = || table.states().filter(|s| !phase(instance, *s));
    let with_cpc: Vec<State> = committed().filter(|s| table.flags(*s).cpc()).collect();
    let commit_points: Vec<State> = committed().filter(|s| !table.flags(*s).rm()).collect();
    let stuck = |of: &[State]| of.iter().copied().filter(|s| !ending[s.0 as usize]).collect();
    Audit { lemma4: stuck(&with_cpc), theorem6: stuck(&commit_points), tried: [with_cpc.len(), commit_points.len()] }
}

/// The thread of a state's first record.
fn tid(instance: &Instance<'_>, s: State) -> Tid {
    instance.states.mover(s).unwrap_or(Tid(1))
}

fn phase(instance: &Instance<'_>, s: State) -> bool {
    instance.phase(instance.node(tid(instance, s), s))
}

/// For each state whether left movers, each of the thread of its state, lead to one with Xend, or to one
/// in the pre-commit phase of its thread.
fn ending(instance: &Instance<'_>, table: &Table) -> Vec<bool> {
    let mut before: Vec<Vec<State>> = vec![vec![]; table.states().count()];
    for s in table.states() {
        let t = tid(instance, s);
        if instance.moves(t, instance.node(t, s)).left {
            for s2 in instance.steps_of(t, s) {
                // A strategy that skips choices has not discovered them all.
                before.get_mut(s2.0 as usize).into_iter().for_each(|b| b.push(s));
            }
        }
    }
    let mut ending = vec![false; before.len()];
    let mut open: Vec<State> = table.states().filter(|s| table.flags(*s).xend() || phase(instance, *s)).collect();
    while let Some(s) = open.pop() {
        if !std::mem::replace(&mut ending[s.0 as usize], true) {
            open.extend(&before[s.0 as usize]);
        }
    }
    ending
}

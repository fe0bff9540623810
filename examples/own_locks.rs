//! Lock inference over a program of one's own: it says who holds what and what is accessed, and the rules
//! find out which locks protect which variables, and thereby which steps move.

#![allow(clippy::print_stdout, reason = "an example prints")]

use At::*;
use moverlog_rules::{Bounds, Mover::*, Step, System, Tid, Variable, check, ruleset};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum At {
    Acquire(usize),
    Add(usize),
    Release(usize),
    Note,
    End,
}

/// Threads add to two variables, each under a lock of its own, and then to a third one without.
struct Counters(usize);

impl System for Counters {
    type Global = ([Option<Tid>; 2], [u32; 3]);
    type Local = At;

    fn start(&self) -> (Self::Global, Vec<At>) {
        (([None; 2], [0; 3]), vec![Acquire(0); self.0])
    }

    fn steps(&self, t: Tid, &(mut owners, mut sums): &Self::Global, at: &At) -> Vec<Step<Self::Global, At>> {
        let (mover, next) = match *at {
            Acquire(m) if owners[m].is_none() => {
                owners[m] = Some(t);
                (Right, Add(m))
            }
            Add(z) => {
                sums[z] += 1;
                (Both, Release(z))
            }
            Release(m) => {
                owners[m] = None;
                (Left, if m == 0 { Acquire(1) } else { Note })
            }
            Note => {
                sums[2] += 1;
                (Both, End)
            }
            Acquire(_) | End => return vec![],
        };
        vec![Step::to(mover, (owners, sums), next)]
    }

    fn is_wrong(&self, _: &At) -> bool {
        false
    }

    fn holders(&self, (owners, _): &Self::Global) -> Option<Vec<Option<Tid>>> {
        Some(owners.to_vec())
    }

    fn accesses(&self, _: Tid, _: &Self::Global, at: &At) -> Option<Vec<Variable>> {
        Some(match *at {
            Add(z) => vec![Variable(z as u32)],
            Note => vec![Variable(2)],
            Acquire(_) | Release(_) | End => vec![],
        })
    }
}

fn main() {
    print!("{}", report());
}

pub fn report() -> String {
    let checked = ["interleaving", "locks", "stoller-cohen"].map(|name| {
        let outcome = check(&Counters(3), ruleset(name).expect("it is listed"), Bounds::default());
        let sets = outcome.protection.map(|sets| [0, 1, 2].map(|z| sets.of(Variable(z)).collect::<Vec<_>>()));
        let protected = sets.map_or(String::new(), |sets| format!(", protected by {sets:?}"));
        format!("{name}: {} states, {}{protected}\n", outcome.states, outcome.verdict)
    });
    checked.concat()
}

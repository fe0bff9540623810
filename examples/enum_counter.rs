//! A Rust enum as a program: threads that add 1 to a counter, in a procedure, with or without a lock.

#![allow(clippy::print_stdout, reason = "an example prints")]

use moverlog_rules::{Bounds, Mover::*, Step, System, Tid, check, ruleset};

/// Where a thread is; `Write` holds what it has read.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[rustfmt::skip]
enum At { Start, Acquire, Read, Write(u32), Release, Return, End, Wrong }
use At::*;

struct Counter {
    locked: bool,
}

impl System for Counter {
    type Global = (u32, u32); // who holds the lock, and the counter
    type Local = At;

    fn start(&self) -> ((u32, u32), Vec<At>) {
        ((0, 0), vec![Start; 2])
    }

    fn steps(&self, t: Tid, &(lock, count): &(u32, u32), at: &At) -> Vec<Step<(u32, u32), At>> {
        let access = if self.locked { Both } else { Non };
        match *at {
            Start => vec![Step::call(Both, (lock, count), if self.locked { Acquire } else { Read }, End)],
            Acquire if lock == 0 => vec![Step::to(Right, (t.0, count), Read)],
            Read => vec![Step::to(access, (lock, count), Write(count))],
            Write(read) if read != count => vec![Step::to(access, (lock, count), Wrong)],
            Write(read) => vec![Step::to(access, (lock, read + 1), if self.locked { Release } else { Return })],
            Release => vec![Step::to(Left, (0, count), Return)],
            Return => vec![Step::back(Both, (lock, count))],
            Acquire | End | Wrong => vec![],
        }
    }

    fn is_wrong(&self, at: &At) -> bool {
        *at == Wrong
    }
}

fn main() {
    print!("{}", report());
}

pub fn report() -> String {
    let runs = [(true, "interleaving"), (true, "reduction"), (true, "summaries"), (false, "summaries")];
    let checked = runs.map(|(locked, name)| {
        let counter = Counter { locked };
        let outcome = check(&counter, ruleset(name).expect("it is listed"), Bounds::default());
        format!("locked: {locked}, {name}: {} states, {}\n", outcome.states, outcome.verdict)
    });
    checked.concat()
}

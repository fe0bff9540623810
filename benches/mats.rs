//! MAT analysis of two threads with k shared accesses each: its time against k, where TSG Theorem 1
//! claims O(k^2). Times are times on the processor.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use moverlog::trace::ctp::{Ctp, Effect, Expr, Scope, Slice, Transition, Variable, VariableId};
use moverlog::trace::lattice::{Lattice, Skeleton};
use moverlog::trace::mat::{Mat, Reading, gen_mat, gen_mat_feasible};
use std::sync::OnceLock;
use std::time::Instant;

/// Seconds.
const ENOUGH: f64 = 0.2;

fn main() {
    println!(
        "| accesses k | variables | locks | GenMAT: MATs | s | per k^2 | per MAT | GenMAT': MATs | s | per k^2 | per MAT |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for (variables, locked) in [(1, false), (10, false), (10, true), (100, true)] {
        for k in [100, 200, 400, 800] {
            line(k, variables, locked);
        }
    }
}

fn line(k: usize, variables: usize, locked: bool) {
    let ctp = program(k, variables, locked);
    let mut cells = vec![k.to_string(), variables.to_string(), locked.to_string()];
    let algorithms: [fn(&Lattice) -> Vec<Mat>; 2] = [gen_mat, |l| gen_mat_feasible(l, Reading::Checked)];
    for algorithm in algorithms {
        let (mats, seconds) = mean(|| algorithm(&Lattice::new(&Skeleton::new(&ctp, true), 0, 1)).len());
        let each = seconds * 1e9 / (k * k) as f64;
        let each_mat = seconds * 1e9 / mats as f64;
        let times = [format!("{seconds:.4}"), format!("{each:.0} ns"), format!("{each_mat:.0} ns")];
        cells.push(mats.to_string());
        cells.extend(times);
    }
    println!("| {} |", cells.join(" | "));
}

/// The number that is computed, and the mean time in seconds of as many rounds as fill `ENOUGH`.
fn mean(compute: impl Fn() -> usize) -> (usize, f64) {
    let begin = processor_seconds();
    for rounds in 1.. {
        let computed = compute();
        let seconds = processor_seconds() - begin;
        if seconds >= ENOUGH {
            return (computed, seconds / f64::from(rounds));
        }
    }
    unreachable!("rounds do not end")
}

/// Time on the processor, which other programs do not lengthen; by the clock where the system does not tell.
fn processor_seconds() -> f64 {
    let told = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds: Option<f64> = told.split(' ').next().and_then(|n| n.parse().ok());
    static START: OnceLock<Instant> = OnceLock::new();
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed().as_secs_f64(), |n| n / 1e9)
}

/// Two threads that write variables in different orders; every fourth to sixth access in a critical section.
fn program(k: usize, variables: usize, locked: bool) -> Ctp {
    let variable = |name: String, scope| Variable { name, scope, initial: 0, range: (0, 1) };
    let mut ctp = Ctp::default();
    ctp.variables.extend((0..variables).map(|v| variable(format!("x{v}"), Scope::Shared)));
    ctp.variables.push(variable("m".into(), Scope::Lock));
    ctp.threads = (0..2).map(|t| slice(k, variables, locked, t)).collect();
    ctp
}

fn slice(k: usize, variables: usize, locked: bool, thread: usize) -> Slice {
    let effect = |at: usize| match (locked, at % 8) {
        (true, 3) => Effect::Lock(VariableId(variables)),
        (true, 6) => Effect::Unlock(VariableId(variables)),
        _ => Effect::Assign(vec![(VariableId(at * (3 + 4 * thread) % variables), Expr::Const(1))]),
    };
    let transition = |at: usize| {
        let (label, constants) = (at.to_string(), vec![]);
        Transition { label, line: None, guard: None, effect: effect(at), constants }
    };
    Slice { name: thread.to_string(), transitions: (0..k).map(transition).collect() }
}

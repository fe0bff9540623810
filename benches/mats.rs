//! MAT analysis of two threads with k shared accesses each: its time against k, where TSG Theorem 1
//! claims O(k^2).

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use moverlog::trace::ctp::{Ctp, Effect, Expr, Scope, Slice, Transition, Variable, VariableId};
use moverlog::trace::lattice::{Lattice, Skeleton};
use moverlog::trace::mat::{Mat, Reading, gen_mat, gen_mat_feasible};
use std::time::Instant;

fn main() {
    println!("| accesses k | variables | locks | GenMAT: MATs | s | per k^2 | GenMAT': MATs | s | per k^2 |");
    println!("|---|---|---|---|---|---|---|---|---|");
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
        let start = Instant::now();
        let mats = algorithm(&Lattice::new(&Skeleton::new(&ctp, true), 0, 1)).len();
        let seconds = start.elapsed().as_secs_f64();
        let each = seconds * 1e9 / (k * k) as f64;
        cells.extend([mats.to_string(), format!("{seconds:.3}"), format!("{each:.0} ns")]);
    }
    println!("| {} |", cells.join(" | "));
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
    let transition = |at: usize| Transition { label: at.to_string(), line: None, guard: None, effect: effect(at) };
    Slice { name: thread.to_string(), transitions: (0..k).map(transition).collect() }
}

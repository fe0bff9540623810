//! Small random programs in which an array or an array of mutexes is indexed with what a caller keeps
//! while its callee runs: locals in frames, results on their way, and thread-locals that receive them.

use super::random::Random;
use super::{Ins, R, S, Var, assign, build, c, cell, element, eq, join, not, r, register, s, x};
use moverlog::ir::{Action, Expr, Loc, Mutex, Op, Place, Program};

/// Cells: a[0], a[1], x, y, and the mutexes m[0], m[1].
const A: u32 = 0;
const X: u32 = 2;
const M: u32 = 4;

/// Two threads, sometimes three, of two to six instructions, and one or two procedures of one to three.
/// In half of the programs `r`, which receives results, is a thread-local.
pub fn random_frames(random: &mut Random) -> Program {
    let vars = [Var::Data(0), Var::Data(0), Var::Data(0), Var::Data(0), Var::Mutex, Var::Mutex];
    let locks = random.percent(50);
    let procedures = 1 + random.below(2);
    let threads = if random.percent(80) { 2 } else { 3 };
    let thread = |random: &mut Random| {
        let n = 1 + random.below(if threads == 2 { 5 } else { 3 });
        let mut code: Vec<Ins> = (0..n).map(|_| instruction(random, locks, n)).collect();
        code.insert(random.below(n), call(random, 0, procedures));
        code
    };
    let codes: Vec<Vec<Ins>> = (0..threads).map(|_| thread(random)).collect();
    let callee = |random: &mut Random, i: usize| {
        let n = 1 + random.below(3);
        let mut code: Vec<Ins> = (0..n).map(|_| instruction(random, locks, n)).collect();
        if i + 1 < procedures && random.percent(40) {
            code.insert(random.below(n), call(random, i + 1, procedures));
        }
        code.push(Ins::Ret([r(), s(), c(random.bit()), c(1)][random.below(4)].clone()));
        code
    };
    let callees: Vec<Vec<Ins>> = (0..procedures).map(|i| callee(random, i)).collect();
    let mut p = build(&vars, &codes, &callees);
    join(&mut p, M as usize);
    join(&mut p, A as usize);
    receive_elsewhere(random, &mut p);
    leave_scopes(random, &mut p);
    if random.percent(50) {
        p.thread_locals.push(("r".into(), random.bit()));
    }
    p
}

fn call(random: &mut Random, first: usize, procedures: usize) -> Ins {
    let argument = [c(random.bit()), c(1), r(), s()][random.below(4)].clone();
    Ins::CallWith((first + random.below(procedures - first)) as u32, argument)
}

/// Some results go to `s`, and some nowhere.
fn receive_elsewhere(random: &mut Random, p: &mut Program) {
    for location in &mut p.locations {
        if let Op::Call { result, .. } = &mut location.op {
            *result = [Some(R), Some(R), Some(S), None][random.below(4)];
        }
    }
}

/// `s` is out of scope at the first or last locations of some procedure.
fn leave_scopes(random: &mut Random, p: &mut Program) {
    if random.percent(50) {
        return;
    }
    let procedure = random.below(p.threads.len());
    let entry = p.procedures[procedure].entry.0;
    let end = p.procedures.get(procedure + 1).map_or(p.locations.len() as u32, |next| next.entry.0);
    let at = entry + random.below((end - entry) as usize) as u32;
    let from_there = random.percent(70);
    for l in (entry..end).map(Loc).filter(|l| (l.0 >= at) == from_there) {
        p.locations[l.0 as usize].in_scope[S.0 as usize] = false;
    }
}

fn index(random: &mut Random) -> Expr {
    [r(), r(), s(), s(), c(random.bit())][random.below(5)].clone()
}

fn mutex(random: &mut Random) -> Mutex {
    Mutex { place: element(M, index(random)), reentrant: false, waited: false }
}

/// An element of the array, or its owner of a mutex.
fn place(random: &mut Random) -> Place {
    match random.below(8) {
        0 => cell(M + random.below(2) as u32),
        1..4 => cell(A + random.below(2) as u32),
        _ => element(A, index(random)),
    }
}

fn instruction(random: &mut Random, locks: bool, n: usize) -> Ins {
    let data = |random: &mut Random| X + random.below(2) as u32;
    match random.below(100) {
        0..12 if locks => Ins::Do(Action::Acquire(mutex(random))),
        12..20 if locks => Ins::Do(Action::Release(mutex(random))),
        20..34 => Ins::Set(data(random), random.bit()),
        34..46 => Ins::Assume(data(random), random.bit()),
        46..52 => Ins::Do(assign(register(S), c(random.bit()))),
        52..56 => Ins::SetR(random.bit()),
        56..59 => Ins::Nd(vec![random.below(n + 1) as u32, random.below(n + 1) as u32]),
        59..72 => Ins::Do(Action::Assert(not(eq(Expr::Load(place(random)), c(random.bit()))))),
        72..78 => Ins::Do(assign(register(S), x(A + random.below(2) as u32))),
        _ => Ins::Do(assign(element(A, index(random)), c(random.bit()))),
    }
}

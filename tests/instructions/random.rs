//! Small random programs, the same ones for the same seed.

pub use moverlog::random::Random;

use super::{Ins, R, Var, and, assign, bin, build, c, cell, eq, not, plus, r, register, x};
use moverlog::ir::{Action, Binary, Cell, Expr, Guard, Mover, Mutex, Program, Protection, Statement, Value};

/// What the instructions of one program may use.
struct Shape {
    /// Cells of data variables.
    data: Vec<u32>,
    /// Owner cells of mutexes, and what each is.
    locks: Vec<u32>,
    kinds: Vec<Var>,
    procedures: usize,
    /// Whether actions may be atomic blocks and look at mutexes.
    compound: bool,
}

/// Two or three threads of two to six instructions over one to three binary variables and up to
/// two locks. A third of the programs are made of critical sections.
pub fn random_program(random: &mut Random) -> Program {
    if random.percent(25) {
        return handovers(random);
    }
    let mut vars: Vec<Var> = (0..1 + random.below(3)).map(|_| Var::Data(0)).collect();
    let data: Vec<u32> = (0..vars.len() as u32).collect();
    let (mut locks, mut kinds) = (vec![], vec![]);
    let mut at = vars.len() as u32;
    for _ in 0..random.below(3) {
        let kind = [Var::Mutex, Var::Mutex, Var::Mutex, Var::Reentrant, Var::Waited][random.below(5)];
        vars.push(kind);
        locks.push(at);
        kinds.push(kind);
        at += if kind == Var::Mutex { 1 } else { 2 };
    }
    let procedures = usize::from(random.percent(20));
    let shape = Shape { data, locks, kinds, procedures, compound: random.percent(30) };
    let threads = if random.percent(70) { 2 } else { 3 };
    let sections = !shape.locks.is_empty() && random.percent(33);
    let codes: Vec<Vec<Ins>> = (0..threads)
        .map(|_| if sections { critical_sections(random, &shape, threads) } else { scattered(random, &shape, threads) })
        .collect();
    let callees: Vec<Vec<Ins>> = (0..procedures).map(|_| leaf(random, &shape)).collect();
    let mut p = build(&vars, &codes, &callees);
    if random.percent(15) {
        declare_guards(random, &shape, &mut p);
    }
    if random.percent(15) {
        declare_exclusive(random, &shape, &mut p);
    }
    p.spurious_wakeups = random.percent(25);
    p
}

/// Two or three threads that hand two variables on to each other by flags, one of each, mostly: now and then one
/// does not wait, writes the flag of another, takes its own back, or sets it too early. A mutex protects some accesses.
fn handovers(random: &mut Random) -> Program {
    let threads = 2 + random.below(2);
    let vars: Vec<Var> = (0..threads + 2).map(|_| Var::Data(0)).chain([Var::Mutex]).collect();
    let locked = random.percent(50);
    let codes: Vec<Vec<Ins>> = (0..threads).map(|t| handover(random, t, threads, locked)).collect();
    build(&vars, &codes, &[])
}

/// Waits for a flag or two, accesses the variables behind the flags, sets its own flag; perhaps more.
fn handover(random: &mut Random, t: usize, threads: usize, locked: bool) -> Vec<Ins> {
    let (m, mut code) = (threads as u32 + 2, vec![]);
    let flag = |random: &mut Random| random.below(threads) as u32;
    let value = |random: &mut Random| if random.percent(90) { 1 } else { 0 };
    for round in 0..1 + random.below(2) {
        if random.percent(if t == 0 && round == 0 { 15 } else { 80 }) {
            let other = (t + 1 + random.below(threads - 1)) % threads;
            code.push(Ins::Assume(other as u32, value(random)));
        }
        let section = locked && random.percent(60);
        code.extend(section.then_some(Ins::Acq(m)));
        for _ in 0..1 + random.below(2) {
            let i = threads as u32 + random.bit::<u32>();
            code.push(shared_access(random, i));
        }
        code.extend(section.then_some(Ins::Rel(m)));
        if random.percent(if round == 0 { 85 } else { 40 }) {
            let mine = if random.percent(90) { t as u32 } else { flag(random) };
            code.push(Ins::Set(mine, value(random)));
        }
    }
    if random.percent(20) {
        let at = random.below(code.len());
        code.swap(at, 0);
    }
    code
}

fn shared_access(random: &mut Random, i: u32) -> Ins {
    match random.below(8) {
        0 | 1 => Ins::Set(i, random.bit()),
        2 | 3 => Ins::Do(assign(cell(i), bin(Binary::Add, x(i), c(1)))),
        4 => Ins::Rd(i),
        5 => Ins::Wr(i),
        _ => Ins::AssertNot(i, random.bit()),
    }
}

/// Declares when a thread has exclusive access to a variable: rightly or wrongly.
fn declare_exclusive(random: &mut Random, shape: &Shape, p: &mut Program) {
    let variable = random.below(shape.data.len());
    let other = shape.data[random.below(shape.data.len())];
    let tid = || Expr::Tid;
    let owner = match (random.below(4), shape.locks.is_empty()) {
        (0, false) => eq(x(shape.locks[random.below(shape.locks.len())]), tid()),
        (0 | 1, _) => eq(x(other), tid()),
        (2, _) => eq(plus(x(other), c(1), 3), tid()),
        _ => eq(c(1 + random.bit::<Value>()), tid()),
    };
    p.globals[variable].protection = Protection::Exclusive(owner, "e".into());
}

/// Declares some locks, or none, to protect a variable: rightly or wrongly.
fn declare_guards(random: &mut Random, shape: &Shape, p: &mut Program) {
    let some: Vec<u32> = shape.locks.iter().copied().filter(|_| random.percent(50)).collect();
    let guards = some.into_iter().map(|m| Guard::Mutex(Cell(m))).collect();
    p.globals[random.below(shape.data.len())].protection = Protection::GuardedBy(guards);
}

/// Claims a mover at one or two locations, rightly or wrongly.
pub fn claim_movers(random: &mut Random, p: &mut Program) {
    for _ in 0..1 + random.below(2) {
        let claim = [Mover::Right, Mover::Left, Mover::Both, Mover::Non][random.below(4)];
        let at = random.below(p.locations.len());
        p.locations[at].claimed = Some(claim);
    }
}

fn scattered(random: &mut Random, shape: &Shape, threads: usize) -> Vec<Ins> {
    let n = 2 + random.below(if threads == 2 { 5 } else { 3 });
    (0..n).map(|_| instruction(random, shape, n)).collect()
}

/// The body of a procedure that calls nothing.
fn leaf(random: &mut Random, shape: &Shape) -> Vec<Ins> {
    let n = 1 + random.below(3);
    (0..n).map(|_| if random.percent(70) { access(random, shape) } else { control(random, n) }).collect()
}

/// acquire, a few accesses, release; once or twice, sometimes in a loop.
fn critical_sections(random: &mut Random, shape: &Shape, threads: usize) -> Vec<Ins> {
    let mut code = vec![];
    for _ in 0..1 + random.below(if threads == 2 { 2 } else { 1 }) {
        let m = shape.locks[random.below(shape.locks.len())];
        code.push(Ins::Acq(m));
        for _ in 0..1 + random.below(3) {
            code.push(if random.percent(80) { access(random, shape) } else { instruction(random, shape, 6) });
        }
        code.push(Ins::Rel(m));
    }
    let n = code.len();
    match random.below(4) {
        0 => code.push(Ins::Goto(0)),
        1 => code.push(Ins::Nd(vec![0, random.below(n + 1) as u32])),
        _ => {}
    }
    let end = code.len() as u32;
    for ins in &mut code {
        if let Ins::Goto(pc) | Ins::If(_, pc) = ins {
            *pc = (*pc).min(end);
        }
        if let Ins::Nd(pcs) = ins {
            pcs.iter_mut().for_each(|pc| *pc = (*pc).min(end));
        }
    }
    code
}

fn instruction(random: &mut Random, shape: &Shape, n: usize) -> Ins {
    let lock = |random: &mut Random| shape.locks[random.below(shape.locks.len())];
    let waited = shape.locks.iter().zip(&shape.kinds).find(|(_, kind)| **kind == Var::Waited);
    if let Some((m, _)) = waited.filter(|_| random.percent(25)) {
        return [Ins::WaitRel(*m), Ins::WaitAcq(*m), Ins::Notify(*m), Ins::NotifyAll(*m)][random.below(4)].clone();
    }
    match random.below(100) {
        0..13 if !shape.locks.is_empty() => Ins::Acq(lock(random)),
        13..28 if !shape.locks.is_empty() => Ins::Rel(lock(random)),
        28..50 => control(random, n),
        50..60 if shape.procedures > 0 => Ins::Call(random.below(shape.procedures) as u32),
        60..72 if shape.compound => Ins::Atomic(block(random, shape)),
        _ => access(random, shape),
    }
}

fn control(random: &mut Random, n: usize) -> Ins {
    let pc = random.below(n + 1) as u32;
    match random.below(8) {
        0 => Ins::Skip,
        1 => Ins::SetR(random.bit()),
        2 | 3 => Ins::Goto(pc),
        4 => Ins::If(eq(r(), c(random.bit())), pc),
        5 => Ins::AssertRNot(1),
        _ => Ins::Nd(vec![pc, random.below(n + 1) as u32]),
    }
}

fn access(random: &mut Random, shape: &Shape) -> Ins {
    let i = shape.data[random.below(shape.data.len())];
    match random.below(20) {
        0..5 => Ins::Set(i, random.bit()),
        5 => Ins::Inc(i, 1, 2),
        6 | 7 => Ins::Rd(i),
        8 | 9 => Ins::Wr(i),
        10..14 => Ins::AssertNot(i, random.bit()),
        14..18 => Ins::Assume(i, random.bit()),
        18 if shape.compound => Ins::Do(Action::Assert(not(condition(random, shape)))),
        18 => Ins::Cas(i, 0, 1),
        _ => Ins::If(condition(random, shape), 0),
    }
}

/// Over one or two variables, the second only looked at where it matters; perhaps a mutex.
fn condition(random: &mut Random, shape: &Shape) -> Expr {
    let look = shape.compound && !shape.locks.is_empty() && random.percent(30);
    let i = if look { shape.locks[0] } else { shape.data[random.below(shape.data.len())] };
    let owner = [Expr::Tid, c(0), c(1), c(2)][random.below(4)].clone();
    let one = if look { eq(x(i), owner) } else { eq(x(i), c(random.bit())) };
    match random.below(3) {
        0 => one,
        1 => not(one),
        _ => and(one, eq(x(shape.data[random.below(shape.data.len())]), c(random.bit()))),
    }
}

fn block(random: &mut Random, shape: &Shape) -> Vec<Statement> {
    (0..1 + random.below(3)).map(|_| statement(random, shape)).collect()
}

fn statement(random: &mut Random, shape: &Shape) -> Statement {
    let i = shape.data[random.below(shape.data.len())];
    let lock = || Mutex {
        place: cell(shape.locks[0]),
        reentrant: shape.kinds[0] == Var::Reentrant,
        waited: shape.kinds[0] == Var::Waited,
    };
    match random.below(10) {
        0 | 1 => Statement::Action(Action::Assume(condition(random, shape))),
        8 => Statement::If {
            cond: condition(random, shape),
            then: vec![Statement::Action(assign(cell(i), c(random.bit())))],
            otherwise: vec![],
        },
        2 => Statement::Choose(vec![
            vec![Statement::Action(assign(cell(i), c(random.bit())))],
            vec![Statement::Action(Action::Assume(condition(random, shape)))],
        ]),
        3 if !shape.locks.is_empty() => Statement::Action(Action::Acquire(lock())),
        4 if !shape.locks.is_empty() => Statement::Action(Action::Release(lock())),
        5 => Statement::Action(Action::Assert(not(and(eq(x(i), c(1)), condition(random, shape))))),
        6 => Statement::Action(assign(register(R), x(i))),
        7 => Statement::Action(Action::Choose { place: cell(i), values: vec![c(0), c(1)] }),
        _ => Statement::Action(assign(cell(i), plus(x(i), c(1), 2))),
    }
}

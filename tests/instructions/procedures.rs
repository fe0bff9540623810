//! Small random programs in which calls matter: critical sections in procedures, sections that begin
//! in the caller and end in the callee, recursion on an argument or without end.

use super::random::Random;
use super::{Ins, Var, bin, build, c, eq, if_else, r};
use moverlog::ir::{Binary, Expr, Program, Value};

/// What the instructions of one program may use. Cells: data, then locks.
struct Shape {
    data: usize,
    locks: usize,
    procedures: usize,
    recursive: bool,
}

impl Shape {
    fn datum(&self, random: &mut Random) -> u32 {
        random.below(self.data) as u32
    }

    fn lock(&self, random: &mut Random) -> u32 {
        (self.data + random.below(self.locks)) as u32
    }
}

/// Two or three threads over one or two binary variables and up to two locks, with one to three
/// procedures, which call themselves and each other if they are to be recursive.
pub fn random_procedures(random: &mut Random, recursive: bool) -> Program {
    let shape = Shape { data: 1 + random.below(2), locks: random.below(3), procedures: 1 + random.below(3), recursive };
    // Its depth is data: recursion would have no end of it.
    let lock = if !recursive && random.percent(15) { Var::Reentrant } else { Var::Mutex };
    // A re-entrant lock takes two cells, so it comes last.
    let mut vars = vec![Var::Data(0); shape.data];
    vars.extend(vec![Var::Mutex; shape.locks]);
    if shape.locks > 0 {
        *vars.last_mut().expect("there is a lock") = lock;
    }
    let threads = if random.percent(75) { 2 } else { 3 };
    let codes: Vec<Vec<Ins>> = (0..threads).map(|_| thread(random, &shape)).collect();
    let callees: Vec<Vec<Ins>> = (0..shape.procedures).map(|i| callee(random, &shape, i)).collect();
    build(&vars, &codes, &callees)
}

/// One to four instructions, at least one of them a call; sometimes some of them for ever.
fn thread(random: &mut Random, shape: &Shape) -> Vec<Ins> {
    let n = 1 + random.below(3);
    let mut code: Vec<Ins> = (0..n).map(|_| instruction(random, shape, n + 1, 0)).collect();
    code.insert(random.below(n + 1), call(random, shape, 0, false));
    // For ever: from the start, from somewhere, or at the end alone.
    if random.percent(30) {
        code.push(Ins::Goto(random.below(code.len() + 1) as u32));
    }
    code
}

/// The body of procedure `i`, which may call what comes after it, or anything if recursive.
fn callee(random: &mut Random, shape: &Shape, i: usize) -> Vec<Ins> {
    let n = 1 + random.below(4);
    let guarded = shape.recursive && random.percent(75);
    let first = if shape.recursive { 0 } else { i + 1 };
    let mut code: Vec<Ins> = (0..n).map(|_| instruction(random, shape, n, first)).collect();
    if shape.recursive && random.percent(70) {
        code.insert(random.below(n + 1), call(random, shape, first, true));
    }
    if shape.locks > 0 && random.percent(30) {
        let m = shape.lock(random);
        code.insert(0, Ins::Acq(m));
        code.insert(1 + random.below(code.len()), Ins::Rel(m));
    }
    if guarded {
        // The way out: past the end, where the procedure returns.
        code.insert(0, Ins::If(eq(r(), c(0)), code.len() as u32 + 1));
    } else if random.percent(30) {
        let at = random.below(code.len() + 1);
        code.insert(at, Ins::Nd(vec![at as u32 + 1, code.len() as u32 + 1]));
    }
    if random.percent(35) {
        code.push(Ins::Ret([r(), c(random.bit())][random.below(2)].clone()));
    }
    let end = code.len() as u32;
    code.iter_mut().for_each(|ins| keep_inside(ins, end));
    code
}

fn keep_inside(ins: &mut Ins, end: u32) {
    match ins {
        Ins::Goto(pc) | Ins::If(_, pc) => *pc = (*pc).min(end),
        Ins::Nd(pcs) => pcs.iter_mut().for_each(|pc| *pc = (*pc).min(end)),
        _ => {}
    }
}

fn instruction(random: &mut Random, shape: &Shape, n: usize, first: usize) -> Ins {
    match random.below(100) {
        0..12 if shape.locks > 0 => Ins::Acq(shape.lock(random)),
        12..26 if shape.locks > 0 => Ins::Rel(shape.lock(random)),
        26..41 => control(random, n),
        41..60 if first < shape.procedures => call(random, shape, first, true),
        _ => access(random, shape),
    }
}

/// With an argument that shrinks on the way down, or a fresh one.
fn call(random: &mut Random, shape: &Shape, first: usize, inner: bool) -> Ins {
    let i = (first + random.below(shape.procedures - first)) as u32;
    let less = if_else(eq(r(), c(0)), c(0), bin(Binary::Sub, r(), c(1)));
    let fresh = |random: &mut Random| c(random.below(3) as i32);
    let argument: Expr = match inner && shape.recursive {
        true if random.percent(85) => less,
        _ => fresh(random),
    };
    if random.percent(10) { Ins::Call(i) } else { Ins::CallWith(i, argument) }
}

fn control(random: &mut Random, n: usize) -> Ins {
    let pc = random.below(n + 2) as u32;
    match random.below(8) {
        0 => Ins::Skip,
        1 => Ins::SetR(random.bit()),
        2 => Ins::Goto(pc),
        3 => Ins::If(eq(r(), c(random.bit())), pc),
        4 | 5 => Ins::AssertRNot(1 + random.bit::<Value>()),
        _ => Ins::Nd(vec![pc, random.below(n + 1) as u32]),
    }
}

fn access(random: &mut Random, shape: &Shape) -> Ins {
    let i = shape.datum(random);
    match random.below(20) {
        0..6 => Ins::Set(i, random.bit()),
        6..8 => Ins::Inc(i, 1, 2),
        8..10 => Ins::Rd(i),
        10 => Ins::Wr(i),
        11..15 => Ins::AssertNot(i, random.bit()),
        15..18 => Ins::Assume(i, random.bit()),
        _ => Ins::Cas(i, 0, 1),
    }
}

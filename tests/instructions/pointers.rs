//! Small random programs over an array, a pointer, an index and an array of mutexes, with
//! compare-and-swap, loops and choices: what dynamic reductions are for.

use super::random::Random;
use super::{Ins, R, Var, assign, build, c, cell, element, eq, join, not, r, register, x};
use moverlog::ir::{Action, Domain, Expr, GlobalKind, Mutex, Place, PlaceKind, Program, Value};

/// Cells: a[0], a[1], x, the pointer p, the index i, and the mutexes m[0], m[1].
const A: u32 = 0;
const X: u32 = 2;
const P: u32 = 3;
const I: u32 = 4;
const M: u32 = 5;

/// Two or three threads of two to seven instructions.
pub fn random_pointers(random: &mut Random) -> Program {
    let pointee = random.below(4) as Value;
    let vars = [
        Var::Data(0),
        Var::Data(random.bit()),
        Var::Data(random.bit()),
        Var::Data(pointee),
        Var::Data(random.bit()),
        Var::Mutex,
        Var::Mutex,
    ];
    let threads = if random.percent(70) { 2 } else { 3 };
    let shape = Shape { cas: random.percent(60), locks: random.percent(40), stable: random.percent(60) };
    let code = |random: &mut Random| {
        let n = 2 + random.below(if threads == 2 { 6 } else { 3 });
        let body: Vec<Ins> = (0..n).map(|_| instruction(random, &shape, n)).collect();
        if shape.locks && random.percent(60) { locked(random, body) } else { body }
    };
    let codes: Vec<Vec<Ins>> = (0..threads).map(|_| code(random)).collect();
    let mut p = build(&vars, &codes, &[]);
    p.globals[P as usize].kind = GlobalKind::Data(Domain::Pointer);
    join(&mut p, M as usize);
    join(&mut p, A as usize);
    p
}

/// What the instructions of one program tend to do.
struct Shape {
    /// Cells of the array change by compare-and-swap alone.
    cas: bool,
    locks: bool,
    /// Pointer and index are not written.
    stable: bool,
}

/// The body between `acquire(m[i])` and `release(m[i])`, or those of one mutex.
fn locked(random: &mut Random, mut body: Vec<Ins>) -> Vec<Ins> {
    let m = mutex(random);
    for ins in &mut body {
        match ins {
            Ins::Goto(pc) | Ins::If(_, pc) => *pc += 1,
            Ins::Nd(pcs) => pcs.iter_mut().for_each(|pc| *pc += 1),
            _ => {}
        }
    }
    body.insert(0, Ins::Do(Action::Acquire(m.clone())));
    body.push(Ins::Do(Action::Release(m)));
    body
}

fn mutex(random: &mut Random) -> Mutex {
    let place = match random.below(3) {
        0 => cell(M + random.below(2) as u32),
        1 => element(M, r()),
        _ => element(M, x(I)),
    };
    Mutex { place, reentrant: false, waited: false }
}

fn target(pointer: Expr) -> Place {
    Place { kind: PlaceKind::Deref { pointer: Box::new(pointer) }, domain: Domain::Int }
}

fn address(random: &mut Random) -> Expr {
    match random.below(4) {
        0 => c(0),
        1 => Expr::AddressOf(cell(X)),
        _ => Expr::AddressOf(element(A, c(random.bit()))),
    }
}

/// A variable, an element, or what a pointer points to.
fn place(random: &mut Random) -> Place {
    match random.below(8) {
        0 | 1 => cell(X),
        2 => cell(A + random.below(2) as u32),
        3 | 4 => element(A, if random.percent(50) { r() } else { x(I) }),
        5 => element(A, c(random.bit())),
        _ => target(x(P)),
    }
}

fn instruction(random: &mut Random, shape: &Shape, n: usize) -> Ins {
    let pc = random.below(n + 1) as u32;
    match random.below(100) {
        0..8 if !shape.stable => Ins::Do(assign(cell(P), address(random))),
        8..14 if !shape.stable => Ins::Set(I, random.bit()),
        14..18 => Ins::Rd(I),
        18..24 => Ins::SetR(random.bit()),
        24..30 => Ins::Goto(pc),
        30..36 => Ins::Nd(vec![pc, random.below(n + 1) as u32]),
        36..42 => Ins::If(eq(r(), c(random.bit())), pc),
        42..46 if shape.locks => Ins::Do(Action::Acquire(mutex(random))),
        46..50 if shape.locks => Ins::Do(Action::Release(mutex(random))),
        50..56 => Ins::Do(Action::Assume(comparison(random))),
        56..66 => Ins::Do(Action::Assert(not(comparison(random)))),
        66..74 => Ins::Do(assign(register(R), Expr::Load(place(random)))),
        74..90 if shape.cas => swap(random),
        _ if shape.cas => Ins::Set(X, random.bit()),
        74..80 => swap(random),
        _ => Ins::Do(assign(place(random), if random.percent(70) { c(random.bit()) } else { r() })),
    }
}

fn swap(random: &mut Random) -> Ins {
    let old = if random.percent(80) { 0 } else { 1 };
    let new = if random.percent(80) { 1 - old } else { random.bit() };
    let result = Some(register(R));
    Ins::Do(Action::Cas { result, place: place(random), old: c(old), new: c(new) })
}

fn comparison(random: &mut Random) -> Expr {
    let e = Expr::Load(place(random));
    eq(e, c(random.bit()))
}

//! Small random programs with pointers that are moved within objects, and objects that are given back.

use super::random::Random;
use super::{Ins, R, Var, assign, build, c, cell, element, eq, join, not, r, register, x};
use moverlog::ir::{
    Action, Binary, Bytes, Cell, Domain, Expr, GlobalKind, Object, Place, PlaceKind, Program, Stride, Value,
};

/// Cells: a[0], a[1], whether a was given back, x, and the pointers p and q.
const A: u32 = 0;
const GONE: u32 = 2;
const X: u32 = 3;
const P: u32 = 4;
const Q: u32 = 5;

/// Two or three threads of two to seven instructions.
pub fn random_objects(random: &mut Random) -> Program {
    let to = |random: &mut Random| [0, 1 + A, 1 + A, 2 + A, 1 + X][random.below(5)] as Value;
    let (p, q) = (to(random), to(random));
    let vars = [0, random.bit(), 0, random.bit(), p, q].map(Var::Data);
    let threads = if random.percent(80) { 2 } else { 3 };
    let shape = Shape { frees: random.percent(50), points: 5 + random.below(30) };
    let code = |random: &mut Random| {
        let n = 2 + random.below(if threads == 2 { 5 } else { 3 });
        (0..n).map(|_| instruction(random, &shape, n)).collect()
    };
    let codes: Vec<Vec<Ins>> = (0..threads).map(|_| code(random)).collect();
    let mut program = build(&vars, &codes, &[]);
    program.globals[GONE as usize].kind = GlobalKind::Data(Domain::Bool);
    [P, Q].iter().for_each(|p| program.globals[*p as usize].kind = GlobalKind::Data(Domain::Pointer));
    join(&mut program, A as usize);
    program.objects = objects(random);
    program
}

/// What is behind `x` is now and then an object too.
fn objects(random: &mut Random) -> Vec<Object> {
    let mut object = |base, len: u32, freed| {
        let [allocated, divisible] = [random.percent(60), random.percent(30)];
        let offsets: &[u32] = [&[][..], &[0], &[0, 4], &[0, 1]][random.below(2 * len.min(2) as usize)];
        let bytes = Bytes::new(offsets.to_vec(), [4, 8][random.below(2)]);
        Object { base: Cell(base), len, freed, allocated, divisible, bytes }
    };
    let mut all = vec![object(A, 2, Some(Cell(GONE))), object(X, 1, None), object(P, 1, None)];
    all[0].freed = all[0].freed.filter(|_| random.percent(90));
    all.truncate(if random.percent(20) { 3 } else { 2 });
    all
}

/// What the instructions of one program tend to do.
struct Shape {
    frees: bool,
    /// So many of a hundred set a pointer.
    points: usize,
}

fn address(random: &mut Random) -> Expr {
    match random.below(5) {
        0 => c(0),
        1 => Expr::AddressOf(cell(X)),
        2 => Expr::AddressOf(element(A, r())),
        _ => Expr::AddressOf(element(A, c(random.bit()))),
    }
}

/// Where a pointer is, perhaps moved.
fn pointer(random: &mut Random) -> Expr {
    let base = match random.below(6) {
        0 => address(random),
        1 => x(Q),
        _ => x(P),
    };
    if random.percent(50) {
        return base;
    }
    let count = if random.percent(30) { r() } else { c([-2, -1, -1, 0, 1, 1, 2][random.below(7)]) };
    Expr::Offset { pointer: Box::new(base), count: Box::new(count), stride: stride(random) }
}

fn stride(random: &mut Random) -> Stride {
    let cells = if random.percent(85) { 1 } else { 2 };
    Stride { cells, bytes: [0, 1, 4, 4 * cells][random.below(4)] }
}

fn distance(random: &mut Random) -> Expr {
    Expr::Distance { to: Box::new(pointer(random)), from: Box::new(pointer(random)), stride: stride(random) }
}

fn place(random: &mut Random) -> Place {
    match random.below(8) {
        0 => cell(X),
        1 => element(A, r()),
        2 => element(A, c(random.bit())),
        _ => Place { kind: PlaceKind::Deref { pointer: Box::new(pointer(random)) }, domain: Domain::Int },
    }
}

fn instruction(random: &mut Random, shape: &Shape, n: usize) -> Ins {
    let pc = random.below(n + 1) as u32;
    if random.percent(shape.points) {
        let place = Place { domain: Domain::Pointer, ..cell(if random.percent(60) { P } else { Q }) };
        let value = if random.percent(40) { address(random) } else { pointer(random) };
        return Ins::Do(assign(place, value));
    }
    match random.below(100) {
        0..8 if shape.frees => {
            Ins::Do(Action::Free(if random.percent(40) { address(random) } else { pointer(random) }))
        }
        8..20 => Ins::SetR([-1, 0, 1, 1, 2][random.below(5)]),
        20..26 => Ins::Goto(pc),
        26..32 => Ins::Nd(vec![pc, random.below(n + 1) as u32]),
        32..42 => Ins::If(comparison(random), pc),
        42..50 => Ins::Do(Action::Assume(comparison(random))),
        50..58 => Ins::Do(Action::Assert(not(comparison(random)))),
        58..74 => Ins::Do(assign(register(R), Expr::Load(place(random)))),
        74..80 => Ins::Do(Action::Cas { result: None, place: place(random), old: c(0), new: c(1) }),
        _ => Ins::Do(assign(place(random), if random.percent(70) { c(random.bit()) } else { r() })),
    }
}

fn comparison(random: &mut Random) -> Expr {
    match random.below(5) {
        4 => eq(distance(random), c([-1, 0, 1, 2][random.below(4)])),
        0 => Expr::Binary(Binary::Eq, Box::new(x(P)), Box::new(pointer(random))),
        1 => eq(r(), c(random.bit())),
        _ => eq(Expr::Load(place(random)), c(random.bit())),
    }
}

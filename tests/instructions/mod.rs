//! Instruction-level programs, built without the language: one location per instruction, and two
//! registers `r` and `s` per thread. Counts published for such programs do not depend on our lowering.

#![allow(dead_code, reason = "each test uses some of it")]

pub mod flanagan_qadeer;
pub mod frames;
pub mod objects;
pub mod pointers;
pub mod procedures;
pub mod random;
pub mod run;

use moverlog::diagnostics::Span;
use moverlog::ir::*;

/// Continues at the next instruction unless it says otherwise; past the last one a thread stands
/// still and keeps its registers, and a procedure returns.
#[derive(Clone, Debug)]
pub enum Ins {
    Skip,
    Goto(u32),
    /// Free choice of where to go on.
    Nd(Vec<u32>),
    /// Goes on at the location if the condition holds.
    If(Expr, u32),
    /// `x = v`
    Set(u32, Value),
    /// `x = (x + k) % modulus`
    Inc(u32, Value, Value),
    /// `r = x`
    Rd(u32),
    /// `x = r`
    Wr(u32),
    /// `r = v`
    SetR(Value),
    /// `r = cas(x, old, new)`
    Cas(u32, Value, Value),
    /// Goes wrong if `x == v`.
    AssertNot(u32, Value),
    /// Goes wrong if `r == v`.
    AssertRNot(Value),
    /// Blocks unless `x == v`.
    Assume(u32, Value),
    Acq(u32),
    Rel(u32),
    /// First half of a wait: gives the mutex back and joins its wait set.
    WaitRel(u32),
    /// Second half: blocks until notified and the mutex is free.
    WaitAcq(u32),
    Notify(u32),
    NotifyAll(u32),
    Do(Action),
    Atomic(Vec<Statement>),
    /// The instruction, then on at the location.
    Then(Box<Ins>, u32),
    /// Calls the procedure of that number; its `r` is 0 at first.
    Call(u32),
    /// `r = f(e)`; the callee's `r` is `e` at first.
    CallWith(u32, Expr),
    /// Ends the procedure with a result; past the last instruction the result is 0.
    Ret(Expr),
}

/// A shared variable. It takes one cell; two for a re-entrant mutex (owner and depth) and for one
/// that is waited on (owner and wait set).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Var {
    Data(Value),
    Mutex,
    Reentrant,
    Waited,
}

pub const R: Reg = Reg(0);
pub const S: Reg = Reg(1);

pub fn cell(x: u32) -> Place {
    Place { kind: PlaceKind::Cell(Cell(x)), domain: Domain::Int }
}

/// An element of an array of two variables that begins with this cell.
pub fn element(base: u32, index: Expr) -> Place {
    let kind = PlaceKind::Index { base: Cell(base), len: 2, stride: 1, index: Box::new(index) };
    Place { kind, domain: Domain::Int }
}

/// Two neighbouring variables become one array.
pub fn join(p: &mut Program, first: usize) {
    p.globals.remove(first + 1);
    p.globals[first].len = 2;
    p.globals[first].is_array = true;
}

pub fn register(r: Reg) -> Place {
    Place { kind: PlaceKind::Reg(r), domain: Domain::Int }
}

/// The value of a cell.
pub fn x(i: u32) -> Expr {
    Expr::Load(cell(i))
}

/// The value of register `r`.
pub fn r() -> Expr {
    Expr::Load(register(R))
}

/// The value of register `s`.
pub fn s() -> Expr {
    Expr::Load(register(S))
}

pub fn c(v: Value) -> Expr {
    Expr::Const(v)
}

pub fn bin(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

pub fn eq(a: Expr, b: Expr) -> Expr {
    bin(Binary::Eq, a, b)
}

pub fn and(a: Expr, b: Expr) -> Expr {
    bin(Binary::And, a, b)
}

pub fn or(a: Expr, b: Expr) -> Expr {
    bin(Binary::Or, a, b)
}

pub fn not(a: Expr) -> Expr {
    Expr::Unary(Unary::Not, Box::new(a))
}

pub fn if_else(cond: Expr, a: Expr, b: Expr) -> Expr {
    Expr::Conditional(Box::new(cond), Box::new(a), Box::new(b))
}

/// `a + b`, kept in `0..modulus`.
pub fn plus(a: Expr, b: Expr, modulus: Value) -> Expr {
    bin(Binary::Rem, bin(Binary::Add, a, b), c(modulus))
}

pub fn assign(place: Place, value: Expr) -> Action {
    Action::Assign { place, value }
}

pub fn assume(e: Expr) -> Ins {
    Ins::Do(Action::Assume(e))
}

pub fn atomic(actions: impl IntoIterator<Item = Action>) -> Ins {
    Ins::Atomic(actions.into_iter().map(Statement::Action).collect())
}

pub fn then(ins: Ins, pc: u32) -> Ins {
    Ins::Then(Box::new(ins), pc)
}

/// A mutex that is not re-entrant.
pub fn mutex(m: u32) -> Mutex {
    Mutex { place: cell(m), reentrant: false, waited: false }
}

/// Data with these initial values; the cells in `locks` are mutexes.
pub fn program(cells: &[Value], locks: &[u32], threads: &[Vec<Ins>]) -> Program {
    let var = |(i, v): (usize, &Value)| if locks.contains(&(i as u32)) { Var::Mutex } else { Var::Data(*v) };
    let vars: Vec<Var> = cells.iter().enumerate().map(var).collect();
    build(&vars, threads, &[])
}

pub fn build(vars: &[Var], threads: &[Vec<Ins>], procedures: &[Vec<Ins>]) -> Program {
    let mut p = Program::default();
    for var in vars {
        declare(&mut p, *var);
    }
    let codes = || threads.iter().chain(procedures);
    let mut base = 0;
    for (i, code) in codes().enumerate() {
        let name = format!("T{}", i + 1);
        p.procedures.push(procedure(name, Loc(base), u32::from(i >= threads.len())));
        base += code.len() as u32 + 2;
    }
    for (i, code) in codes().enumerate() {
        add_code(&mut p, i, code, threads.len());
    }
    p.threads = (0..threads.len() as u32).map(|procedure| Thread { procedure, arguments: vec![] }).collect();
    p
}

fn declare(p: &mut Program, var: Var) {
    let base = Cell(p.cells.len() as u32);
    let (cells, kind) = match var {
        Var::Data(v) => (vec![v], GlobalKind::Data(Domain::Int)),
        Var::Mutex => (vec![0], GlobalKind::Mutex { reentrant: false, waited: false }),
        Var::Reentrant => (vec![0, 0], GlobalKind::Mutex { reentrant: true, waited: false }),
        Var::Waited => (vec![0, 0], GlobalKind::Mutex { reentrant: false, waited: true }),
    };
    p.cells.extend(cells);
    p.globals.push(GlobalVariable {
        name: format!("x{}", base.0),
        base,
        len: 1,
        is_array: false,
        kind,
        protection: Protection::Inferred,
        span: Span::default(),
    });
}

fn procedure(name: String, entry: Loc, parameters: u32) -> Procedure {
    let register = |name: &str| Register { name: name.into(), domain: Domain::Int, hidden: false };
    Procedure {
        name,
        parameters,
        registers: vec![register("r"), register("s")],
        entry,
        returns_value: parameters > 0,
        span: Span::default(),
    }
}

fn add_code(p: &mut Program, i: usize, code: &[Ins], threads: usize) {
    let base = p.procedures[i].entry.0;
    let halt = Loc(base + code.len() as u32);
    // An ended thread would forget its registers; one that waits for ever keeps them.
    let halted = Op::Do { action: Action::Assume(c(0)), next: halt };
    let returned = Op::Return { value: None };
    let last = if i < threads { halted } else { returned };
    let mut ops: Vec<Op> = vec![];
    for (pc, ins) in code.iter().enumerate() {
        ops.push(op(p, ins, base, Loc(base + pc as u32 + 1), threads as u32));
    }
    ops.extend([last, Op::End]);
    for (pc, op) in ops.into_iter().enumerate() {
        let synchronizes = matches!(op, Op::Atomic { .. } | Op::Do { action: Action::Cas { .. }, .. });
        p.locations.push(Location {
            procedure: i as u32,
            name: format!("T{}:{pc}", i + 1),
            labelled: false,
            text: code.get(pc).map_or("halt".into(), |i| format!("{i:?}")),
            op,
            in_scope: vec![true; 2],
            synchronizes,
            claimed: None,
            span: Span::default(),
            line: pc as u32,
        });
    }
}

fn op(p: &Program, ins: &Ins, base: u32, next: Loc, threads: u32) -> Op {
    let to = |pc: &u32| Loc(base + pc);
    match ins {
        Ins::Skip => Op::Skip { next },
        Ins::Goto(pc) => Op::Skip { next: to(pc) },
        Ins::Nd(pcs) => Op::Choose { next: pcs.iter().map(to).collect() },
        Ins::If(cond, pc) => Op::Branch { cond: cond.clone(), then: to(pc), otherwise: next },
        Ins::Atomic(body) => Op::Atomic { body: body.clone(), next },
        Ins::Then(ins, pc) => op(p, ins, base, to(pc), threads),
        Ins::Call(i) => Op::Call { procedure: threads + i, arguments: vec![c(0)], result: None, next },
        Ins::CallWith(i, e) => Op::Call { procedure: threads + i, arguments: vec![e.clone()], result: Some(R), next },
        Ins::Ret(e) => Op::Return { value: Some(e.clone()) },
        _ => Op::Do { action: action(p, ins), next },
    }
}

fn action(p: &Program, ins: &Ins) -> Action {
    let mutex = |m: &u32| match p.global_of(Cell(*m)).kind {
        GlobalKind::Mutex { reentrant, waited } => Mutex { place: cell(*m), reentrant, waited },
        GlobalKind::Data(_) => unreachable!("x{m} is no mutex"),
    };
    match ins {
        Ins::Set(i, v) => assign(cell(*i), c(*v)),
        Ins::Inc(i, k, m) => assign(cell(*i), plus(x(*i), c(*k), *m)),
        Ins::Rd(i) => assign(register(R), x(*i)),
        Ins::Wr(i) => assign(cell(*i), r()),
        Ins::SetR(v) => assign(register(R), c(*v)),
        Ins::Cas(i, old, new) => Action::Cas { result: Some(register(R)), place: cell(*i), old: c(*old), new: c(*new) },
        Ins::AssertNot(i, v) => Action::Assert(not(eq(x(*i), c(*v)))),
        Ins::AssertRNot(v) => Action::Assert(not(eq(r(), c(*v)))),
        Ins::Assume(i, v) => Action::Assume(eq(x(*i), c(*v))),
        Ins::Acq(m) => Action::Acquire(mutex(m)),
        Ins::Rel(m) => Action::Release(mutex(m)),
        Ins::WaitRel(m) => Action::WaitRelease { mutex: mutex(m), depth: None },
        Ins::WaitAcq(m) => Action::WaitAcquire { mutex: mutex(m), depth: None },
        Ins::Notify(m) => Action::Notify(mutex(m)),
        Ins::NotifyAll(m) => Action::NotifyAll(mutex(m)),
        Ins::Do(action) => action.clone(),
        _ => unreachable!("{ins:?} is no action"),
    }
}

/// The program as text, for failures.
pub fn listing(p: &Program) -> String {
    let globals: Vec<String> =
        p.globals.iter().map(|g| format!("{} = {:?} {:?}", g.name, g.kind, g.protection)).collect();
    let lines = p.locations.iter().filter(|l| !matches!(l.op, Op::End)).map(|l| format!("  {}: {}", l.name, l.text));
    format!("{}; {} threads\n{}", globals.join(", "), p.threads.len(), lines.collect::<Vec<_>>().join("\n"))
}

/// A random program, of one of four kinds.
pub fn random_of_any_kind(seed: u64) -> Program {
    let random = &mut random::Random::new(seed);
    match seed % 5 {
        0 => procedures::random_procedures(random, seed.is_multiple_of(2)),
        1 => frames::random_frames(random),
        2 => pointers::random_pointers(random),
        _ => random::random_program(random),
    }
}

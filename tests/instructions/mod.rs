//! Instruction-level programs, built without the language: one location per instruction, and one
//! register `r` per thread. Counts published for such programs do not depend on our lowering.

#![allow(dead_code, reason = "each test uses some of it")]

use moverlog::ir::*;
use std::collections::BTreeSet;

/// Continues at the next instruction unless it says otherwise; past the last one the thread stands still.
#[derive(Clone, Debug)]
pub enum Ins {
    Skip,
    Goto(u32),
    /// Free choice of where to go on.
    Nd(Vec<u32>),
    Set(u32, Value),
    /// `x = (x + k) % modulus`
    Inc(u32, Value, Value),
    /// `r = x`
    Rd(u32),
    /// `x = r`
    Wr(u32),
    SetR(Value),
    /// `r = r + 1`
    IncR,
    /// Goes wrong if `x == c`.
    AssertNot(u32, Value),
    /// Goes wrong if `r == c`.
    AssertRNot(Value),
    Assume(u32, Value),
    Acq(u32),
    Rel(u32),
    /// If `r < c` goes on at the location.
    IfRLess(Value, u32),
    /// Any action on cells and the register.
    Do(Action),
    /// Any branch: condition, then.
    If(Expr, u32),
}

pub const R: Reg = Reg(0);

pub fn cell(x: u32) -> Place {
    Place { kind: PlaceKind::Cell(Cell(x)), domain: Domain::Int }
}

pub fn reg() -> Place {
    Place { kind: PlaceKind::Reg(R), domain: Domain::Int }
}

pub fn load(place: Place) -> Expr {
    Expr::Load(place)
}

pub fn x(i: u32) -> Expr {
    load(cell(i))
}

pub fn r() -> Expr {
    load(reg())
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

pub fn assign(place: Place, value: Expr) -> Ins {
    Ins::Do(Action::Assign { place, value })
}

/// Global cells with initial values; those in `locks` are mutexes.
pub fn program(cells: &[Value], locks: &[u32], threads: &[Vec<Ins>]) -> Program {
    let locks: BTreeSet<u32> = locks.iter().copied().collect();
    let global = |i: u32| Global {
        name: format!("x{i}"),
        base: Cell(i),
        len: 1,
        is_array: false,
        kind: match locks.contains(&i) {
            true => GlobalKind::Mutex { reentrant: false, waited: false },
            false => GlobalKind::Data(Domain::Int),
        },
        protection: Protection::Inferred,
        span: Span::default(),
    };
    let mut p =
        Program { globals: (0..cells.len() as u32).map(global).collect(), cells: cells.to_vec(), ..Program::default() };
    for code in threads {
        add_thread(&mut p, code);
    }
    p
}

fn add_thread(p: &mut Program, code: &[Ins]) {
    let (procedure, base) = (p.procedures.len() as u32, p.locations.len() as u32);
    let ops = code.iter().enumerate().map(|(pc, ins)| op(ins, base, Loc(base + pc as u32 + 1)));
    // The thread stands still past its last instruction and keeps its register.
    let halt = Op::Do { action: Action::Assume(c(0)), next: Loc(base + code.len() as u32) };
    for (pc, op) in ops.chain([halt, Op::End]).enumerate() {
        p.locations.push(Location {
            procedure,
            name: format!("T{}:{pc}", procedure + 1),
            labelled: false,
            text: code.get(pc).map_or("halt".into(), |i| format!("{i:?}")),
            op,
            in_scope: vec![true],
            claimed: None,
            span: Span::default(),
            line: pc as u32,
        });
    }
    p.procedures.push(Procedure {
        name: format!("T{}", procedure + 1),
        parameters: 0,
        registers: vec![Register { name: "r".into(), domain: Domain::Int, hidden: false }],
        entry: Loc(base),
        returns_value: false,
        span: Span::default(),
    });
    p.threads.push(Thread { procedure, arguments: vec![] });
}

fn op(ins: &Ins, base: u32, next: Loc) -> Op {
    let to = |pc: &u32| Loc(base + pc);
    let mutex = |m: &u32| Mutex { place: cell(*m), reentrant: false, waited: false };
    let not = |e| Expr::Unary(Unary::Not, Box::new(e));
    let action = match ins {
        Ins::Skip => return Op::Skip { next },
        Ins::Goto(pc) => return Op::Skip { next: to(pc) },
        Ins::Nd(pcs) => return Op::Choose { next: pcs.iter().map(to).collect() },
        Ins::IfRLess(v, pc) => {
            return Op::Branch { cond: bin(Binary::Lt, r(), c(*v)), then: to(pc), otherwise: next };
        }
        Ins::If(cond, pc) => return Op::Branch { cond: cond.clone(), then: to(pc), otherwise: next },
        Ins::Set(i, v) => Action::Assign { place: cell(*i), value: c(*v) },
        Ins::Inc(i, k, m) => {
            let sum = bin(Binary::Add, x(*i), c(*k));
            Action::Assign { place: cell(*i), value: bin(Binary::Rem, sum, c(*m)) }
        }
        Ins::Rd(i) => Action::Assign { place: reg(), value: x(*i) },
        Ins::Wr(i) => Action::Assign { place: cell(*i), value: r() },
        Ins::SetR(v) => Action::Assign { place: reg(), value: c(*v) },
        Ins::IncR => Action::Assign { place: reg(), value: bin(Binary::Add, r(), c(1)) },
        Ins::AssertNot(i, v) => Action::Assert(not(eq(x(*i), c(*v)))),
        Ins::AssertRNot(v) => Action::Assert(not(eq(r(), c(*v)))),
        Ins::Assume(i, v) => Action::Assume(eq(x(*i), c(*v))),
        Ins::Acq(m) => Action::Acquire(mutex(m)),
        Ins::Rel(m) => Action::Release(mutex(m)),
        Ins::Do(action) => action.clone(),
    };
    Op::Do { action, next }
}

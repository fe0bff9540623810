//! Programs with procedures as QRR counts them: numbered instructions, one register, a start location
//! of its own. Nothing of `ir`, `semantics` or `movers` is in here, so published counts do not depend on
//! our lowering.

use moverlog_rules::{Bounds, Explicit, Mover, Step, System, Tid};

/// A shared variable: of this number, or as many further as the register says.
#[derive(Clone, Copy)]
pub enum At {
    Fixed(usize),
    Indexed(usize),
}

pub use At::*;

/// What stands at one program counter; goes on at the next one unless it says otherwise.
#[derive(Clone)]
pub enum Code {
    /// Right mover: blocks unless the lock is free.
    Acquire(At),
    /// Left mover: blocks unless the lock is held by the thread.
    Release(At),
    /// Both mover.
    Set(At, u32),
    /// Both mover; counts to 3 at most.
    Add(At),
    /// Both mover; counts without end.
    Count(At),
    /// Non-mover.
    Race(At, u32),
    /// Both mover: goes on at the first location if the variable is not 0, else at the second.
    Test(At, usize, usize),
    /// Both mover: goes wrong if the variable is 0.
    Assert(At),
    /// Both mover.
    Skip,
    /// Both mover: the new register and where to go on, one outcome each.
    Local(fn(u32) -> Vec<(u32, usize)>),
    /// Calls what is there with one of these registers, and returns to the last location.
    Call(usize, fn(u32) -> Vec<u32>, usize),
    /// The same as a right mover: a transaction starts at the call.
    CallRight(usize, fn(u32) -> Vec<u32>, usize),
    Return,
    Stop,
}

pub use Code::*;

/// Program counter and register.
pub type Local = (u32, u32);

/// The program counter of a thread that went wrong.
const WRONG: usize = u32::MAX as usize;

pub struct Instructions {
    code: Vec<Code>,
    start: Vec<Local>,
    globals: Vec<u32>,
}

/// A program, and the atoms it has named so far.
pub type Machine = Explicit<Instructions>;

pub fn machine(globals: &[u32], start: &[Local], code: &[(usize, Code)], stack: u32) -> Machine {
    let mut all = vec![Stop; code.iter().map(|(pc, _)| pc + 1).max().unwrap_or(0)];
    for (pc, code) in code {
        all[*pc] = code.clone();
    }
    let program = Instructions { code: all, start: start.to_vec(), globals: globals.to_vec() };
    Explicit::new(program, Bounds { stack, ..Bounds::default() }, true)
}

impl System for Instructions {
    type Global = Vec<u32>;
    type Local = Local;

    fn start(&self) -> (Vec<u32>, Vec<Local>) {
        (self.globals.clone(), self.start.clone())
    }

    fn steps(&self, t: Tid, g: &Vec<u32>, &(pc, r): &Local) -> Vec<Step<Vec<u32>, Local>> {
        let go = |mover, pc: usize| vec![Step::to(mover, g.clone(), (pc as u32, r))];
        let next = pc as usize + 1;
        let put = |mover, at: &At, v: u32| {
            let mut g = g.clone();
            g[place(at, r)] = v;
            vec![Step::to(mover, g, (pc + 1, r))]
        };
        let get = |at: &At| g[place(at, r)];
        let call = |mover, entry: usize, values: fn(u32) -> Vec<u32>, back: usize| {
            let enter = |value| Step::call(mover, g.clone(), (entry as u32, value), (back as u32, r));
            values(r).into_iter().map(enter).collect()
        };
        match &self.code[pc as usize] {
            Acquire(at) if get(at) == 0 => put(Mover::Right, at, t.0),
            Release(at) if get(at) == t.0 => put(Mover::Left, at, 0),
            Race(at, v) => put(Mover::Non, at, *v),
            Set(at, v) => put(Mover::Both, at, *v),
            Add(at) => put(Mover::Both, at, (get(at) + 1).min(3)),
            Count(at) => put(Mover::Both, at, get(at) + 1),
            Test(at, yes, no) => go(Mover::Both, if get(at) != 0 { *yes } else { *no }),
            Assert(at) => go(Mover::Both, if get(at) != 0 { next } else { WRONG }),
            Skip => go(Mover::Both, next),
            Local(f) => f(r).into_iter().map(|(r, pc)| Step::to(Mover::Both, g.clone(), (pc as u32, r))).collect(),
            Call(entry, values, back) => call(Mover::Both, *entry, *values, *back),
            CallRight(entry, values, back) => call(Mover::Right, *entry, *values, *back),
            Return => vec![Step::back(Mover::Both, g.clone())],
            Acquire(_) | Release(_) | Stop => vec![],
        }
    }

    fn is_wrong(&self, l: &Local) -> bool {
        l.0 as usize == WRONG
    }
}

fn place(at: &At, r: u32) -> usize {
    match at {
        Fixed(i) => *i,
        Indexed(base) => base + r as usize,
    }
}

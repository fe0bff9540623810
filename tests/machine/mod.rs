//! Programs with procedures as QRR counts them, answering the rulesets' questions by themselves:
//! numbered instructions, one register, a start location of its own. Nothing of `ir`, `semantics`
//! or `movers` is in here, so published counts do not depend on our lowering.

#![allow(dead_code, reason = "each test uses some of it")]

use moverlog::semantics::Interner;
use moverlog_rules::{Answers, Frame, Node, Program, Stack, State, Tid};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Global store, program counter and register after a step.
type Outcome = (Vec<u32>, u32, u32);

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

/// Program counter, register, phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Local {
    pub pc: u32,
    pub r: u32,
    pub phase: bool,
}

/// The program counter of a thread that went wrong.
pub const WRONG: u32 = u32::MAX;

/// A program, and the atoms it has named so far.
pub struct Machine {
    code: Vec<Code>,
    /// Program counter and register of each thread.
    start: Vec<(u32, u32)>,
    globals: Vec<u32>,
    max_stack: u32,
    nodes: RefCell<Interner>,
    frames: RefCell<Interner>,
    stacks: RefCell<Interner>,
    states: RefCell<Interner>,
    cut: RefCell<BTreeSet<(Tid, Frame)>>,
    deepest: Cell<u32>,
}

impl Machine {
    pub fn new(globals: &[u32], start: &[(u32, u32)], code: &[(usize, Code)], max_stack: u32) -> Self {
        let mut all = vec![Stop; code.iter().map(|(pc, _)| pc + 1).max().unwrap_or(0)];
        for (pc, code) in code {
            all[*pc] = code.clone();
        }
        let stacks = RefCell::new(Interner::fixed(2));
        stacks.borrow_mut().intern(&[u32::MAX, u32::MAX]);
        Machine {
            code: all,
            start: start.to_vec(),
            globals: globals.to_vec(),
            max_stack,
            nodes: RefCell::new(Interner::varying()),
            frames: RefCell::new(Interner::fixed(2)),
            stacks,
            states: RefCell::new(Interner::varying()),
            cut: RefCell::default(),
            deepest: Cell::new(0),
        }
    }

    /// The globals and the local store of a node.
    pub fn decode(&self, n: Node) -> (Vec<u32>, Local) {
        let nodes = self.nodes.borrow();
        let (globals, l) = nodes.get(n.0).split_at(self.globals.len());
        (globals.to_vec(), Local { pc: l[0], r: l[1], phase: l[2] == 1 })
    }

    /// Where a frame returns to, and the register it saves.
    pub fn saved(&self, f: Frame) -> (u32, u32) {
        let frames = self.frames.borrow();
        (frames.get(f.0)[0], frames.get(f.0)[1])
    }

    pub fn all_frames(&self) -> impl Iterator<Item = Frame> + use<> {
        (0..self.frames.borrow().len() as u32).map(Frame)
    }

    pub fn states(&self) -> impl Iterator<Item = State> + use<> {
        (0..self.states.borrow().len() as u32).map(State)
    }

    pub fn is_wrong(&self, t: Tid, s: State) -> bool {
        self.row(s).1[t.0 as usize - 1].pc == WRONG
    }

    /// The frames that the bound on stacks kept from being pushed.
    pub fn cut(&self) -> Vec<(Tid, u32, u32)> {
        let cut = self.cut.borrow();
        cut.iter().map(|&(t, f)| (t, self.saved(f).0, self.saved(f).1)).collect()
    }

    /// The most frames on a stack.
    pub fn deepest(&self) -> u32 {
        self.deepest.get()
    }

    fn intern_node(&self, globals: &[u32], l: Local) -> Node {
        let row: Vec<u32> = globals.iter().copied().chain([l.pc, l.r, u32::from(l.phase)]).collect();
        Node(self.nodes.borrow_mut().intern(&row).0)
    }

    fn code(&self, l: Local) -> &Code {
        if l.pc == WRONG { &Stop } else { &self.code[l.pc as usize] }
    }

    /// The outcomes of T at (g, l) and whether they are right and left movers.
    fn steps(&self, t: Tid, g: &[u32], l: Local) -> (Vec<Outcome>, (bool, bool)) {
        let put = |at: &At, v: u32| {
            let mut g = g.to_vec();
            g[place(at, l.r)] = v;
            vec![(g, l.pc + 1, l.r)]
        };
        let get = |at: &At| g[place(at, l.r)];
        let go = |pc: usize| vec![(g.to_vec(), pc as u32, l.r)];
        match self.code(l) {
            Acquire(at) => (if get(at) == 0 { put(at, t.0) } else { vec![] }, (true, false)),
            Release(at) => (if get(at) == t.0 { put(at, 0) } else { vec![] }, (false, true)),
            Race(at, v) => (put(at, *v), (false, false)),
            Set(at, v) => (put(at, *v), (true, true)),
            Add(at) => (put(at, (get(at) + 1).min(3)), (true, true)),
            Count(at) => (put(at, get(at) + 1), (true, true)),
            Test(at, yes, no) => (go(if get(at) != 0 { *yes } else { *no }), (true, true)),
            Assert(at) => (go(if get(at) != 0 { l.pc as usize + 1 } else { WRONG as usize }), (true, true)),
            Skip => (go(l.pc as usize + 1), (true, true)),
            Local(f) => (f(l.r).into_iter().map(|(r, pc)| (g.to_vec(), pc as u32, r)).collect(), (true, true)),
            Call(..) | CallRight(..) | Return | Stop => (vec![], (true, true)),
        }
    }

    /// The global store, the local store of each thread and its stack.
    fn row(&self, s: State) -> (Vec<u32>, Vec<Local>, Vec<Stack>) {
        let states = self.states.borrow();
        let (globals, rest) = states.get(s.0).split_at(self.globals.len());
        let locals = rest.chunks(4).map(|l| Local { pc: l[0], r: l[1], phase: l[2] == 1 });
        (globals.to_vec(), locals.collect(), rest.chunks(4).map(|l| Stack(l[3])).collect())
    }

    fn intern_state(&self, globals: Vec<u32>, locals: &[Local], stacks: &[Stack]) -> State {
        let each = locals.iter().zip(stacks).flat_map(|(l, s)| [l.pc, l.r, u32::from(l.phase), s.0]);
        let row: Vec<u32> = globals.into_iter().chain(each).collect();
        State(self.states.borrow_mut().intern(&row).0)
    }

    fn successor(&self, s: State, t: Tid, n: Node, stack: Option<Stack>) -> State {
        let (_, mut locals, mut stacks) = self.row(s);
        let (globals, l) = self.decode(n);
        locals[t.0 as usize - 1] = l;
        if let Some(stack) = stack {
            stacks[t.0 as usize - 1] = stack;
        }
        self.intern_state(globals, &locals, &stacks)
    }

    fn split(&self, stack: Stack) -> Option<(Stack, Frame)> {
        let stacks = self.stacks.borrow();
        let pair = stacks.get(stack.0);
        (stack != Stack(0)).then(|| (Stack(pair[0]), Frame(pair[1])))
    }

    fn on_stack(&self, mut stack: Stack) -> Vec<Frame> {
        let mut found = vec![];
        while let Some((tail, f)) = self.split(stack) {
            found.push(f);
            stack = tail;
        }
        found
    }

    fn stack(&self, t: Tid, s: State) -> Stack {
        self.row(s).2[t.0 as usize - 1]
    }
}

fn place(at: &At, r: u32) -> usize {
    match at {
        Fixed(i) => *i,
        Indexed(base) => base + r as usize,
    }
}

fn answers<T: Copy>(items: Vec<T>) -> Answers<T> {
    Answers::from(&Rc::from(items))
}

impl Program for Machine {
    fn initial(&self) -> State {
        let local = |&(pc, r): &(u32, u32)| Local { pc, r, phase: true };
        let locals: Vec<Local> = self.start.iter().map(local).collect();
        self.intern_state(self.globals.clone(), &locals, &vec![Stack(0); locals.len()])
    }

    fn thread_count(&self) -> u32 {
        self.start.len() as u32
    }

    fn node(&self, t: Tid, s: State) -> Node {
        let (globals, locals, _) = self.row(s);
        self.intern_node(&globals, locals[t.0 as usize - 1])
    }

    fn top(&self, t: Tid, s: State) -> Option<Frame> {
        self.split(self.stack(t, s)).map(|(_, f)| f)
    }

    fn frames(&self, t: Tid, s: State) -> Answers<Frame> {
        let distinct: BTreeSet<Frame> = self.on_stack(self.stack(t, s)).into_iter().collect();
        answers(distinct.into_iter().collect())
    }

    fn others_outside(&self, t: Tid, s: State) -> bool {
        let others = (1..=self.thread_count()).map(Tid).filter(|u| *u != t);
        others.into_iter().all(|u| self.is_outside(u, self.node(u, s)))
    }

    fn is_outside(&self, t: Tid, n: Node) -> bool {
        let (g, l) = self.decode(n);
        if l.pc == WRONG || (l.pc, l.r) == self.start[t.0 as usize - 1] {
            return true;
        }
        let (steps, (_, left)) = self.steps(t, &g, l);
        !l.phase
            && match self.code(l) {
                Call(..) | Return => false,
                CallRight(..) => true,
                _ => steps.is_empty() || !left,
            }
    }

    fn is_left(&self, t: Tid, n: Node) -> bool {
        !self.is_outside(t, n) && !self.decode(n).1.phase
    }

    fn returns(&self, _: Tid, n: Node) -> bool {
        matches!(self.code(self.decode(n).1), Return)
    }

    fn u(&self, t: Tid, n: Node) -> Answers<Node> {
        let (g, l) = self.decode(n);
        let (steps, (right, left)) = self.steps(t, &g, l);
        let phase = right && (l.phase || !left);
        answers(steps.iter().map(|(g, pc, r)| self.intern_node(g, Local { pc: *pc, r: *r, phase })).collect())
    }

    fn u_plus(&self, _: Tid, n: Node) -> Answers<(Node, Frame)> {
        let (g, l) = self.decode(n);
        let (Call(entry, values, back) | CallRight(entry, values, back)) = self.code(l) else {
            return Answers::none();
        };
        let phase = l.phase || matches!(self.code(l), CallRight(..));
        let frame = Frame(self.frames.borrow_mut().intern(&[*back as u32, l.r]).0);
        let enter = |r| (self.intern_node(&g, Local { pc: *entry as u32, r, phase }), frame);
        answers(values(l.r).into_iter().map(enter).collect())
    }

    fn u_minus(&self, _: Tid, n: Node, f: Frame) -> Answers<Node> {
        let (g, l) = self.decode(n);
        let (pc, r) = self.saved(f);
        let back = matches!(self.code(l), Return).then(|| self.intern_node(&g, Local { pc, r, ..l }));
        answers(back.into_iter().collect())
    }

    fn set(&self, s: State, t: Tid, n: Node) -> State {
        self.successor(s, t, n, None)
    }

    fn push(&self, s: State, t: Tid, n: Node, f: Frame) -> Option<State> {
        let stack = self.stack(t, s);
        let depth = self.on_stack(stack).len() as u32;
        if depth >= self.max_stack {
            self.cut.borrow_mut().insert((t, f));
            return None;
        }
        self.deepest.set(self.deepest.get().max(depth + 1));
        let pushed = Stack(self.stacks.borrow_mut().intern(&[stack.0, f.0]).0);
        Some(self.successor(s, t, n, Some(pushed)))
    }

    fn pop(&self, s: State, t: Tid, n: Node) -> State {
        let tail = self.split(self.stack(t, s)).map(|(tail, _)| tail);
        self.successor(s, t, n, tail)
    }
}

//! Acceleration: loops that do nothing but add to shared variables take all of their rounds at once.
//!
//! `for (i = 0; i < n; i++) { acquire(m); x = x + 1; release(m); }` becomes `if (i < n) { acquire(m); x = x + (n - i);
//! release(m); i = n; }`. In the program that is made, whoever else accesses such a variable while a thread is in its
//! loop goes wrong: it sees what the rounds add one by one; and so does who asks whether the mutex is free, or sets it.
//! So if nobody goes wrong there, nobody does in the program itself (`docs/papers.md`); the converse does not follow, and
//! no execution of the one is one of the other. It is a program like any other: movers, phases and classes are unknown
//! here.

mod body;
mod rounds;

use crate::diagnostics::Span;
use crate::ir::visit::{Visitor, walk_action, walk_expr, walk_place};
use crate::ir::*;
use body::{Guard, is_own};
use rounds::{Round, rounds};
use std::collections::{BTreeMap, BTreeSet};

/// A program in which loops take their rounds at once.
#[derive(Clone, Debug)]
pub struct Accelerated {
    /// The program that is made. It has the same locations, and further ones behind them.
    pub program: Program,
    /// Which loops do.
    pub loops: Vec<Counting>,
}

/// A loop that adds to variables, or does nothing at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counting {
    /// Where it is decided whether there is another round.
    pub head: Loc,
    /// The number below which the counter stays.
    pub limit: Value,
    /// What each round adds to which variable.
    pub adds: Vec<(Cell, Value)>,
}

/// The program whose loops that only add take all rounds at once; nothing if it has none that go round so often.
pub fn accelerated(program: &Program, often: Value) -> Option<Accelerated> {
    // Conditions of protection are asked where nobody sees it.
    let declares = program.globals.iter().any(|g| !matches!(g.protection, Protection::Inferred));
    let all = if declares { vec![] } else { rounds(program, often) };
    let guards: BTreeSet<(Cell, Guard)> = all.iter().flat_map(Round::guards).collect();
    let guarded: BTreeSet<Cell> = guards.iter().map(|(cell, _)| *cell).collect();
    if all.is_empty() || guarded.len() != guards.len() {
        return None;
    }
    let mut made = Made { program: program.clone(), busy: BTreeMap::new() };
    let shared: BTreeSet<Cell> = all.iter().flat_map(Round::shared).collect();
    shared.into_iter().for_each(|cell| made.add_count(cell));
    made.watch(&all);
    all.iter().for_each(|round| made.take_at_once(round));
    Some(Accelerated { program: made.program, loops: all.into_iter().map(|round| round.counting).collect() })
}

/// The program on its way.
struct Made {
    program: Program,
    /// For each variable to which loops add, and each mutex that they take, how many threads are in one.
    busy: BTreeMap<Cell, Place>,
}

impl Made {
    fn add_count(&mut self, cell: Cell) {
        let busy = Cell(self.program.cells.len() as u32);
        self.program.cells.push(0);
        self.program.globals.push(GlobalVariable {
            name: format!("#{}", self.program.global_of(cell).name),
            base: busy,
            len: 1,
            is_array: false,
            kind: GlobalKind::Data(Domain::Int),
            protection: Protection::Inferred,
            span: Span::default(),
        });
        self.busy.insert(cell, Place { kind: PlaceKind::Cell(busy), domain: Domain::Int });
    }

    /// Whoever accesses a variable elsewhere than in its loops, or its mutex but to take it and to give it back, goes
    /// wrong while a thread is in one of them.
    fn watch(&mut self, all: &[Round]) {
        let inside: BTreeSet<Loc> = all.iter().flat_map(|round| round.body.iter().copied()).collect();
        for i in (0..self.program.locations.len()).filter(|i| !inside.contains(&Loc(*i as u32))) {
            let seen = accessed(&self.program, i);
            let watched: Vec<Statement> =
                self.busy.iter().filter(|(cell, _)| seen.contains(cell)).map(|(_, busy)| free(busy)).collect();
            if !watched.is_empty() {
                let op = self.program.locations[i].op.clone();
                self.program.locations[i].op = preceded(op, watched, |op| self.add(i, op));
            }
        }
    }

    /// A further location, like another one.
    fn add(&mut self, like: usize, op: Op) -> Loc {
        let at = Loc(self.program.locations.len() as u32);
        let location = self.program.locations[like].clone();
        self.program.locations.push(Location { op, claimed: None, ..location });
        at
    }

    fn take_at_once(&mut self, round: &Round) {
        let counts: Vec<Place> = round.shared().map(|cell| self.busy[&cell].clone()).collect();
        let (head, first) = (round.counting.head, round.body[0]);
        round.rewrite(&mut self.program);
        let entered = counts.iter().fold(first, |next, busy| self.before(next, added(busy, 1)));
        let left = counts.iter().fold(head, |next, busy| self.before(next, added(busy, -1)));
        if let Op::Branch { then, .. } = &mut self.program.locations[head.0 as usize].op {
            *then = entered;
        }
        if let Op::Do { next, .. } = &mut self.program.locations[round.last().0 as usize].op {
            *next = left;
        }
    }

    /// A step that goes on at a location.
    fn before(&mut self, next: Loc, action: Action) -> Loc {
        self.add(next.0 as usize, Op::Do { action, next })
    }
}

/// `place = place + by`
fn added(place: &Place, by: Value) -> Action {
    let sum = Expr::Binary(Binary::Add, Box::new(Expr::Load(place.clone())), Box::new(Expr::Const(by)));
    Action::Assign { place: place.clone(), value: sum }
}

/// Goes wrong while a thread is in a loop.
fn free(busy: &Place) -> Statement {
    let fault = Fault::Undefined("a loop adds to a variable that is accessed elsewhere".into());
    let then = vec![Statement::Action(Action::Fail(fault))];
    Statement::If { cond: Expr::Load(busy.clone()), then, otherwise: vec![] }
}

/// The same with something before it: in one step, or, where a step decides where to go, in one before that. Whoever
/// enters a loop between the two could as well have done so before both.
fn preceded(op: Op, mut first: Vec<Statement>, behind: impl FnOnce(Op) -> Loc) -> Op {
    match op {
        Op::Do { action, next } => {
            first.push(Statement::Action(action));
            Op::Atomic { body: first, next }
        }
        Op::Atomic { body, next } => {
            first.extend(body);
            Op::Atomic { body: first, next }
        }
        other => Op::Atomic { body: first, next: behind(other) },
    }
}

/// The cells that a step names, but mutexes that it takes, gives back, or asks whether it has them; where pointers lead
/// is not seen.
fn accessed(program: &Program, at: usize) -> BTreeSet<Cell> {
    let mut cells = Cells { program, found: BTreeSet::new() };
    cells.op(&program.locations[at].op);
    cells.found
}

struct Cells<'p> {
    program: &'p Program,
    found: BTreeSet<Cell>,
}

impl<'p> Visitor<'p> for Cells<'p> {
    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Acquire(mutex) | Action::Release(mutex) => walk_place(self, &mutex.place),
            _ => walk_action(self, action),
        }
    }

    fn expr(&mut self, e: &'p Expr) {
        let is_mutex = |c: &Cell| matches!(self.program.global_of(*c).kind, GlobalKind::Mutex { .. });
        match is_own(e).filter(|mutex| mutex.cells().iter().all(is_mutex)) {
            Some(mutex) => walk_place(self, mutex),
            None => walk_expr(self, e),
        }
    }

    fn place(&mut self, place: &'p Place) {
        self.found.extend(place.cells());
        walk_place(self, place);
    }
}

//! The latches of a program: where each thread is, and every number that it may hold between blocks.

use super::blocks::Blocks;
use super::machine::Data;
use super::unset::UnsetPlaces;
use crate::ir::numbers::GREATEST;
use crate::ir::visit::Visitor;
use crate::ir::*;
use crate::symbolic::circuit::{Circuit, Lit, Reset, Values};
use crate::symbolic::words::{Arithmetic, WIDTH, Word, width};
use std::collections::BTreeSet;

/// A number that is kept.
pub struct Number {
    /// Its bits, the sign last, which are latches or, where they are the same in all states, constants.
    bits: Vec<Lit>,
    word: Word,
}

/// What a number without a range may be, in so many bits.
fn all(bits: u32) -> (i64, i64) {
    (-1 << (bits - 1), (1 << (bits - 1)) - 1)
}

/// How deep a re-entrant mutex is held; more is beyond what is known.
const DEPTH: i64 = 15;

/// All latches.
pub struct Layout {
    /// Of what all threads share.
    pub cells: Vec<Number>,
    /// Of each thread.
    pub registers: Vec<Vec<Number>>,
    /// Where each thread is: the number of a visible place, or [`wrong`](Layout::wrong), or [`beyond`](Layout::beyond).
    pub at: Vec<Number>,
    visible: Vec<usize>,
}

impl Layout {
    /// With so many bits for a number without a range.
    pub fn new(c: &mut Circuit, program: &Program, blocks: &[Blocks], written: &BTreeSet<Cell>, wide: u32) -> Layout {
        let ranges = Ranges::new(program, wide);
        let visible: Vec<usize> = blocks.iter().map(|b| b.visible.len()).collect();
        let at = |(t, n): (usize, &usize)| Number::new(c, &format!("thread {}.at", t + 1), (0, *n as i64 + 2), 0);
        let at = visible.iter().enumerate().map(at).collect();
        let cells = (0..).map(Cell).zip(&program.cells).map(|(cell, initial)| match written.contains(&cell) {
            true => Number::new(c, &program.cell_name(cell), ranges.of_cell(cell), *initial),
            false => Number::of(Word::constant(i64::from(*initial)).all()),
        });
        let cells = cells.collect();
        let registers = (0..program.threads.len()).map(|t| registers(c, program, t, &ranges)).collect();
        Layout { cells, registers, at, visible }
    }

    /// The place of a thread that has gone wrong.
    pub fn wrong(&self, thread: usize) -> usize {
        self.visible[thread]
    }

    /// The place of a thread behind which nothing is known.
    pub fn beyond(&self, thread: usize) -> usize {
        self.visible[thread] + 1
    }

    /// The place of a thread with a number that does not fit.
    pub fn outgrown(&self, thread: usize) -> usize {
        self.visible[thread] + 2
    }

    /// Whether a thread is there.
    pub fn is_at(&self, c: &mut Circuit, thread: usize, place: usize) -> Lit {
        c.equal(&self.place(thread), &Word::constant(place as i64))
    }

    /// The number of the place where a thread is.
    pub fn place(&self, thread: usize) -> Word {
        self.at[thread].word()
    }

    /// Whether what a thread holds fits into the latches.
    pub fn fits(&self, c: &mut Circuit, thread: usize, data: &Data) -> Lit {
        let cells = self.cells.iter().zip(&data.cells);
        let numbers = cells.chain(self.registers[thread].iter().zip(&data.registers));
        let fits = |(number, word): (&Number, &Word)| number.holds(c, word);
        let all: Vec<Lit> = numbers.map(fits).collect();
        c.all(all)
    }

    /// What a thread sees between blocks.
    pub fn data(&self, thread: usize) -> Data {
        let words = |numbers: &[Number]| numbers.iter().map(Number::word).collect();
        Data { cells: words(&self.cells), registers: words(&self.registers[thread]) }
    }
}

impl Number {
    /// One of this range, or its initial value.
    fn new(c: &mut Circuit, name: &str, (lo, hi): (i64, i64), initial: Value) -> Number {
        let initial = i64::from(initial);
        let (lo, hi) = (lo.min(initial), hi.max(initial));
        let signed = lo < 0;
        let mut bits = latches(c, name, width(lo, hi) - usize::from(!signed), initial);
        bits.extend((!signed).then_some(Lit::FALSE));
        let mut number = Number::of(bits);
        if number.latches().next().is_some() {
            let own = c.numbers.keep(name, &number.bits, initial);
            number.word = number.word.with_term(own);
        }
        number
    }

    /// With these bits, the sign last.
    pub fn of(bits: Vec<Lit>) -> Number {
        Number { word: Word::new(bits.clone()), bits }
    }

    /// Its bits, the sign last.
    pub fn bits(&self) -> &[Lit] {
        &self.bits
    }

    /// Those that are latches.
    pub fn latches(&self) -> impl Iterator<Item = Lit> + use<> {
        self.bits.clone().into_iter().filter(|bit| !bit.is_constant())
    }

    /// The number with these latches, the lowest first.
    pub fn signed(&self, latches: u32) -> Value {
        let (n, has_sign) = (self.latches().count() as u32, self.bits.last().is_some_and(|bit| !bit.is_constant()));
        if has_sign && n > 0 && latches >> (n - 1) & 1 == 1 { (latches as Value) - (1 << n) } else { latches as Value }
    }

    pub fn word(&self) -> Word {
        self.word.clone()
    }

    /// Whether its bits are enough for a number.
    fn holds(&self, c: &mut Circuit, word: &Word) -> Lit {
        let mut kept = word.bits(self.bits.len());
        if let Some(sign) = kept.last_mut().filter(|_| self.bits.last() == Some(&Lit::FALSE)) {
            *sign = Lit::FALSE;
        }
        c.equal(&Word::new(kept), word)
    }

    /// What it is in a state.
    pub fn value(&self, values: &Values) -> Value {
        let word = self.word();
        (0..WIDTH).map(|i| Value::from(values[word.bit(i)]) << i).fold(0, |a, b| a | b)
    }
}

fn latches(c: &mut Circuit, name: &str, width: usize, initial: i64) -> Vec<Lit> {
    let reset = |i: usize| if initial >> i & 1 == 1 { Reset::One } else { Reset::Zero };
    (0..width).map(|i| c.latch(format!("{name}[{i}]"), reset(i))).collect()
}

fn registers(c: &mut Circuit, program: &Program, thread: usize, ranges: &Ranges<'_>) -> Vec<Number> {
    let Thread { procedure, arguments } = &program.threads[thread];
    let shared = program.thread_locals.iter().map(|(_, value)| *value);
    let initial = shared.chain(arguments.iter().copied()).chain(std::iter::repeat(0));
    let registers = program.procedures[*procedure as usize].registers.iter().zip(initial).enumerate();
    let number = |(i, (register, initial)): (usize, (&Register, Value))| {
        let name = format!("thread {}.{}.{i}", thread + 1, register.name);
        Number::new(c, &name, ranges.of_register(*procedure, (Reg(i as u32), register)), initial)
    };
    registers.map(number).collect()
}

/// What numbers may be, with so many bits where nothing is said.
pub(super) struct Ranges<'p> {
    program: &'p Program,
    wide: u32,
    unset: UnsetPlaces,
    /// What the owner of a mutex is at least: less than 0 where it is not initialised.
    owner: i64,
}

impl<'p> Ranges<'p> {
    pub fn new(program: &'p Program, wide: u32) -> Self {
        let mut destroys = Destroys { program, found: false };
        program.locations.iter().for_each(|location| destroys.op(&location.op));
        Ranges {
            program,
            wide,
            unset: UnsetPlaces::of(program),
            owner: if destroys.found || begins_unmade(program) { -1 } else { 0 },
        }
    }

    pub fn of_cell(&self, cell: Cell) -> (i64, i64) {
        let global = self.program.global_of(cell);
        let threads = self.program.threads.len() as i64;
        let part = (cell.0 - global.base.0) % global.stride();
        match global.kind {
            GlobalKind::Data(domain) => unset(self.unset.has_cell(cell), self.of_domain(domain)),
            GlobalKind::Mutex { .. } if part == 0 => (self.owner, threads),
            GlobalKind::Mutex { reentrant: true, .. } if part == 1 => (0, DEPTH),
            GlobalKind::Mutex { .. } => (0, (1 << threads) - 1),
        }
    }

    pub fn of_register(&self, procedure: u32, (r, register): (Reg, &Register)) -> (i64, i64) {
        unset(self.unset.has_register(procedure, r), self.of_domain(register.domain))
    }

    /// What is out of scope is 0.
    fn of_domain(&self, domain: Domain) -> (i64, i64) {
        match domain {
            Domain::Int | Domain::Long => all(self.wide),
            Domain::Bool | Domain::Float => (0, 1),
            Domain::Range { lo, hi } => (i64::from(lo.min(0)), i64::from(hi.max(0))),
            Domain::Enum { size, .. } => (0, i64::from(size) - 1),
            Domain::Pointer if self.program.numbers_apart => (0, GREATEST.into()),
            Domain::Pointer => (0, self.program.cells.len() as i64 + 1),
        }
    }
}

/// What may be unset besides, if it may.
fn unset(may_be: bool, (lo, hi): (i64, i64)) -> (i64, i64) {
    (if may_be { lo.min(UNSET.into()) } else { lo }, hi)
}

/// Whether some mutex is not initialised when the program begins.
fn begins_unmade(program: &Program) -> bool {
    let mutexes = program.globals.iter().filter(|g| matches!(g.kind, GlobalKind::Mutex { .. }));
    mutexes.flat_map(|g| g.base.0..g.base.0 + g.len * g.stride()).any(|cell| program.cells[cell as usize] < 0)
}

/// Looks for an assignment to a mutex of what no owner is.
struct Destroys<'p> {
    program: &'p Program,
    found: bool,
}

impl<'p> Visitor<'p> for Destroys<'p> {
    fn action(&mut self, action: &'p Action) {
        if let Action::Assign { place, value: Expr::Const(..0) } = action {
            let is_mutex = |c: &Cell| matches!(self.program.global_of(*c).kind, GlobalKind::Mutex { .. });
            self.found |= matches!(place.kind, PlaceKind::Deref { .. }) || place.cells().iter().any(is_mutex);
        }
    }
}

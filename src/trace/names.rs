//! The variables and slices of a model's concurrent trace programs, and which of its mutexes are
//! locks there.

use super::ctp::{Scope, Variable};
use super::log::RESERVED;
use crate::ir::visit::{Visitor, walk_op, walk_place};
use crate::ir::{Action, Cell, Domain, GlobalKind, Op, Place, Program, Register, Value};

const INT: (i64, i64) = (Value::MIN as i64, Value::MAX as i64);

/// A variable for every cell, in the order of the cells.
pub(super) fn cells(program: &Program, plain: &[bool]) -> Vec<Variable> {
    let cell = |i: usize| {
        let cell = Cell(i as u32);
        let scope = if plain[i] { Scope::Lock } else { Scope::Shared };
        let range = match program.global_of(cell).kind {
            GlobalKind::Data(domain) => range(program, domain),
            GlobalKind::Mutex { .. } if plain[i] => (0, 1),
            GlobalKind::Mutex { .. } => INT,
        };
        Variable { name: program.cell_name(cell).replace('#', "."), scope, initial: program.cells[i].into(), range }
    };
    (0..program.cells.len()).map(cell).collect()
}

/// The values of a domain.
pub(super) fn range(program: &Program, domain: Domain) -> (i64, i64) {
    match domain {
        Domain::Int | Domain::Long => INT,
        Domain::Float => (0, 0),
        Domain::Bool => (0, 1),
        Domain::Range { lo, hi } => (lo.into(), hi.into()),
        Domain::Enum { size, .. } => (0, i64::from(size) - 1),
        Domain::Pointer if program.numbers_apart => INT,
        Domain::Pointer => (0, program.cells.len() as i64),
    }
}

/// The name of a thread: its procedure, and its number where that is not enough.
pub(super) fn slice(program: &Program, i: usize) -> String {
    let procedure = program.threads[i].procedure;
    let name = &program.procedures[procedure as usize].name;
    let alone = program.threads.iter().filter(|t| t.procedure == procedure).count() == 1;
    let usual = alone && !RESERVED.contains(&name.as_str());
    if usual { name.clone() } else { format!("{name}.{}", i + 1) }
}

/// The name of a register, as a log may have it.
pub(super) fn register(register: &Register) -> String {
    let known = |c: char| if c.is_ascii_alphanumeric() || "_.[]".contains(c) { c } else { '_' };
    register.name.chars().map(known).collect()
}

/// For every cell whether it is a mutex that is only ever acquired and released, by steps that do
/// nothing else: a lock. Any other mutex is a variable that holds its owner's thread id.
pub(super) fn plain_mutexes(program: &Program) -> Vec<bool> {
    let mut plain = vec![false; program.cells.len()];
    for global in &program.globals {
        if global.kind == (GlobalKind::Mutex { reentrant: false, waited: false }) {
            global.elements().for_each(|c| plain[c.0 as usize] = true);
        }
    }
    let mut looks = Looks { program, plain };
    program.locations.iter().for_each(|l| looks.op(&l.op));
    looks.plain
}

/// Takes out the mutexes that something looks at.
struct Looks<'m> {
    program: &'m Program,
    plain: Vec<bool>,
}

impl<'p> Visitor<'p> for Looks<'_> {
    fn op(&mut self, op: &'p Op) {
        match op {
            Op::Do { action: Action::Acquire(m) | Action::Release(m), .. } => walk_place(self, &m.place),
            op => walk_op(self, op),
        }
    }

    /// The variable that a place belongs to is no plain mutex.
    fn place(&mut self, place: &'p Place) {
        for c in place.cells() {
            let elements = self.program.global_of(c).elements();
            elements.for_each(|c| self.plain[c.0 as usize] = false);
        }
        walk_place(self, place);
    }
}

//! Slicing: a program without the data on which nothing depends that could go wrong, block or branch.
//!
//! The sliced program has the same locations, variables and threads, and makes the same steps; what it does not store
//! is left at its initial value, or at 0 in a local store. Why it goes wrong if and only if the program itself does is
//! told in `docs/papers.md`. It is a program like any other: movers, phases and classes are unknown here.

mod faults;
mod needs;
mod steps;
mod written;

use crate::ir::*;
use needs::{Live, Needs};
use written::{held, written};

/// A sliced program, and what it leaves out.
#[derive(Clone, Debug)]
pub struct Slice {
    /// The sliced program.
    pub program: Program,
    /// What became of the data.
    pub left_out: LeftOut,
    /// Whether each global variable is stored.
    stored: Vec<bool>,
    /// The registers whose values are needed at each location.
    live: Vec<Live>,
}

/// What a sliced program does not keep.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LeftOut {
    /// Global variables that the program writes and that are not stored.
    pub globals: Vec<String>,
    /// Variables of a procedure that are 0 wherever their values are not needed: `procedure.variable`, or the name
    /// alone of one that is thread-local.
    pub locals: Vec<String>,
}

impl LeftOut {
    fn is_empty(&self) -> bool {
        self.globals.is_empty() && self.locals.is_empty()
    }
}

/// The sliced program; nothing where everything is needed wherever it is stored.
pub fn slice(program: &Program) -> Option<Slice> {
    sliced(program, Needs::new(program))
}

/// The same where registers that say somewhere where a place is keep their values as long as they are in scope, for
/// whoever goes by addresses that nothing changes any more.
pub fn slice_beside_addresses(program: &Program) -> Option<Slice> {
    sliced(program, Needs::new(program).with_addresses())
}

/// The same for circuits, where nothing is known once a pointer leads elsewhere than to what is stored in it somewhere.
pub fn slice_for_circuits(program: &Program) -> Option<Slice> {
    sliced(program, Needs::new(program).with_points().with_addresses())
}

fn sliced(program: &Program, mut needs: Needs<'_>) -> Option<Slice> {
    let steps = needs.settle();
    let sliced = with_steps(program, &needs, steps);
    let left_out = LeftOut {
        globals: forgotten_globals(program, &sliced, &needs.stored),
        locals: forgotten_locals(program, &needs.live),
    };
    let Needs { stored, live, .. } = needs;
    (!left_out.is_empty()).then_some(Slice { program: sliced, left_out, stored, live })
}

impl Slice {
    /// Whether the sliced program stores the variable of this cell.
    pub fn stores(&self, cell: Cell) -> bool {
        self.stored[variable(&self.program, cell)]
    }

    /// Whether it needs the value of a register at a location, and knows it.
    pub fn knows(&self, loc: Loc, register: usize) -> bool {
        self.live[loc.0 as usize][register]
    }
}

/// The number of the variable that a cell belongs to.
fn variable(program: &Program, cell: Cell) -> usize {
    program.globals.partition_point(|g| g.base <= cell) - 1
}

fn with_steps(program: &Program, needs: &Needs<'_>, steps: Vec<Op>) -> Program {
    let mut sliced = program.clone();
    for (i, (location, op)) in sliced.locations.iter_mut().zip(steps).enumerate() {
        location.op = op;
        location.in_scope = needs.live[i].clone();
    }
    sliced
}

/// The variables that some step wrote, and none writes any more.
fn forgotten_globals(program: &Program, sliced: &Program, stored: &[bool]) -> Vec<String> {
    let (before, after) = (written(program), written(sliced));
    let named = |i: &usize| !program.globals[*i].is_hidden();
    let forgotten = |i: &usize| before[*i] && !after[*i] && !stored[*i] && named(i);
    (0..program.globals.len()).filter(forgotten).map(|i| program.globals[i].name.clone()).collect()
}

/// The registers that would have values somewhere and are 0 there.
fn forgotten_locals(program: &Program, live: &[Live]) -> Vec<String> {
    let (held, mut names) = (held(program), vec![]);
    for (p, procedure) in program.procedures.iter().enumerate() {
        let ends = |l: &Location| l.procedure != p as u32 || matches!(l.op, Op::End | Op::Return { .. });
        let goes_on = || (0..program.locations.len()).filter(|i| !ends(&program.locations[*i]));
        for (r, register) in procedure.registers.iter().enumerate().filter(|(_, register)| !register.hidden) {
            let name = name(program, procedure, r, &register.name);
            if !names.contains(&name) && goes_on().any(|i| held[i][r] && !live[i][r]) {
                names.push(name);
            }
        }
    }
    names
}

/// `f.k`, or `q` where it is thread-local; an array by its own name.
fn name(program: &Program, procedure: &Procedure, r: usize, register: &str) -> String {
    let array = register.split('[').next().unwrap_or(register);
    match r < program.thread_locals.len() {
        true => array.into(),
        false => format!("{}.{array}", procedure.name),
    }
}

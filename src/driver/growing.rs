//! Variables that take ever more values: why a search does not come to its end.
//!
//! Local and global stores are numbered in the order in which they are met. Where the second half of the
//! latest ones brings values of a variable that the first half did not have, the variable still grows.

use crate::ir::{Cell, Domain, GlobalKind, Loc, Program, Register, Value};
use crate::semantics::{LocalStore, Semantics};
use moverlog_rules::Global;
use std::collections::BTreeSet;

/// So many stores are looked at, the latest ones, and not more words than this.
const STORES: usize = 4096;
const WORDS: usize = 1 << 20;
/// So many values must be new.
const NEW: usize = 16;
/// So many values go into the range that is proposed.
const FIRST: usize = 4;
/// So many variables are named.
const MOST: usize = 3;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growing {
    pub name: String,
    pub owner: Owner,
    /// Its first values, in the order in which they were met.
    pub first: Vec<Value>,
}

/// What a variable belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Owner {
    Shared,
    ThreadLocal,
    /// A procedure; whether it is a parameter of it.
    Procedure(u32, bool),
}

impl Growing {
    /// The range of its first values.
    pub fn range(&self) -> (Value, Value) {
        (self.first.iter().copied().min().unwrap_or(0), self.first.iter().copied().max().unwrap_or(0))
    }
}

/// The variables that had taken the most new values when the search was cut.
pub(super) fn growing(semantics: &Semantics<'_>) -> Vec<Growing> {
    let mut found = shared(semantics);
    for p in 0..semantics.program.procedures.len() as u32 {
        found.extend(local(semantics, p));
    }
    found.sort_by_key(|(new, _)| std::cmp::Reverse(*new));
    let mut named: Vec<Growing> = vec![];
    for (_, g) in found {
        if named.len() < MOST && !named.iter().any(|n| n.owner == g.owner && n.name == g.name) {
            named.push(g);
        }
    }
    named
}

/// A variable with how many values are new.
type Candidate = (usize, Growing);

fn shared(semantics: &Semantics<'_>) -> Vec<Candidate> {
    let program = semantics.program;
    let row = |g| Some(semantics.globals(Global(g)));
    let (earliest, latest) = sample(semantics.counts().0, program.cells.len(), row);
    let of = |i: usize| {
        let cell = Cell(i as u32);
        let GlobalKind::Data(domain) = program.global_of(cell).kind else { return None };
        let values = |rows: &[Vec<Value>]| rows.iter().map(|r| r[i]).collect::<Vec<_>>();
        let (new, first) = candidate(domain, &values(&earliest), &values(&latest))?;
        Some((new, Growing { name: program.cell_name(cell), owner: Owner::Shared, first }))
    };
    (0..program.cells.len()).filter_map(of).collect()
}

fn local(semantics: &Semantics<'_>, p: u32) -> Vec<Candidate> {
    let program = semantics.program;
    let procedure = &program.procedures[p as usize];
    let row = |l| {
        let loc = semantics.loc(LocalStore(l)).filter(|loc| program.location(*loc).procedure == p)?;
        Some((loc, semantics.registers(LocalStore(l))))
    };
    let (earliest, latest) = sample(semantics.counts().1, procedure.registers.len(), row);
    let of = |(i, register): (usize, &Register)| {
        let in_scope = |loc: Loc| program.location(loc).in_scope.get(i).copied().unwrap_or(true);
        let values = |rows: &[(Loc, Vec<Value>)]| {
            rows.iter().filter(|(loc, _)| in_scope(*loc)).map(|(_, r)| r[i]).collect::<Vec<_>>()
        };
        let (new, first) = candidate(register.domain, &values(&earliest), &values(&latest))?;
        Some((new, Growing { name: register.name.clone(), owner: owner(program, p, i), first }))
    };
    procedure.registers.iter().enumerate().filter(|(_, r)| !r.hidden).filter_map(of).collect()
}

fn owner(program: &Program, p: u32, register: usize) -> Owner {
    match register.checked_sub(program.thread_locals.len()) {
        None => Owner::ThreadLocal,
        Some(i) => Owner::Procedure(p, i < program.procedures[p as usize].parameters as usize),
    }
}

/// Some of the first and of the last stores, in the order of their numbers.
fn sample<T>(count: usize, width: usize, row: impl Fn(u32) -> Option<T>) -> (Vec<T>, Vec<T>) {
    let most = STORES.min(WORDS / width.max(1)).max(4 * NEW).min(count);
    let rows = |numbers: std::ops::Range<usize>| numbers.filter_map(|n| row(n as u32)).collect();
    (rows(0..most), rows(count - most..count))
}

/// How many values are new in the second half of the latest ones, and the first ones of all; nothing if too few are
/// new, or if the type has no more.
fn candidate(domain: Domain, earliest: &[Value], latest: &[Value]) -> Option<(usize, Vec<Value>)> {
    let many = match domain {
        Domain::Int | Domain::Long => true,
        Domain::Range { lo, hi } => i64::from(hi) - i64::from(lo) >= 4 * NEW as i64,
        Domain::Bool | Domain::Enum { .. } | Domain::Pointer | Domain::Float => false,
    };
    let (before, after) = latest.split_at(latest.len() / 2);
    let [before, after] = [before, after].map(|v| v.iter().copied().collect::<BTreeSet<_>>());
    let new = after.difference(&before).count();
    (many && new >= NEW).then(|| (new, first(earliest)))
}

fn first(values: &[Value]) -> Vec<Value> {
    let mut first = vec![];
    for v in values {
        if first.len() < FIRST && !first.contains(v) {
            first.push(*v);
        }
    }
    first
}

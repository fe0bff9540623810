//! Steps that ask for a value where they would not: what decides is compared with 0, and what is copied to where not all
//! values fit is computed with, so that no name passes.

use super::{binary, same};
use crate::ir::visit::{Visitor, walk_action, walk_expr, walk_place};
use crate::ir::*;
use std::collections::BTreeSet;

/// A program whose values may become names.
pub(super) struct Asked<'p> {
    program: &'p Program,
    /// Procedures whose results go somewhere where not all values fit.
    narrow: BTreeSet<u32>,
}

impl<'p> Asked<'p> {
    pub(super) fn of(program: &'p Program) -> Self {
        let to = |l: &Location, r: Reg| program.procedures[l.procedure as usize].registers.get(r.0 as usize);
        let narrow = |l: &Location| match &l.op {
            Op::Call { procedure, result: Some(r), .. } if to(l, *r).is_none_or(|r| !is_wide(r.domain)) => {
                Some(*procedure)
            }
            _ => None,
        };
        Asked { program, narrow: program.locations.iter().filter_map(narrow).collect() }
    }

    /// Whether no number that the program is full of is a name.
    pub(super) fn can_have_names(&self) -> bool {
        let p = self.program;
        let first = p.cells.iter().chain(p.thread_locals.iter().map(|(_, v)| v));
        let mut values = first.chain(p.threads.iter().flat_map(|t| &t.arguments));
        let registers = p.procedures.iter().flat_map(|p| &p.registers).map(|r| r.domain);
        let mut domains = p.globals.iter().filter_map(|g| match g.kind {
            GlobalKind::Data(domain) => Some(domain),
            GlobalKind::Mutex { .. } => None,
        });
        let mut numbers = Numbers(false);
        p.locations.iter().for_each(|l| numbers.op(&l.op));
        let found = numbers.0 || values.any(|v| names::is_name(*v));
        !p.names && !found && !registers.into_iter().any(has_names) && !domains.any(has_names)
    }

    pub(super) fn op(&self, procedure: u32, op: Op) -> Op {
        match op {
            Op::Branch { cond, then, otherwise } => Op::Branch { cond: decides(cond), then, otherwise },
            Op::Do { action, next } => Op::Do { action: acts(action), next },
            Op::Atomic { body, next } => Op::Atomic { body: statements(body), next },
            Op::Call { procedure, arguments, result, next } => {
                let arguments = self.handed_over(procedure, arguments);
                Op::Call { procedure, arguments, result, next }
            }
            Op::Return { value: Some(e) } => {
                let narrow = self.narrow.contains(&procedure);
                Op::Return { value: Some(if narrow { computed(same::first(e)) } else { same::first(e) }) }
            }
            Op::Skip { .. } | Op::Choose { .. } | Op::Return { value: None } | Op::End => op,
        }
    }

    fn handed_over(&self, procedure: u32, arguments: Vec<Expr>) -> Vec<Expr> {
        let registers = &self.program.procedures[procedure as usize].registers;
        let first = self.program.thread_locals.len();
        let domain = |i: usize| registers.get(first + i).map_or(Domain::Bool, |r| r.domain);
        arguments.into_iter().enumerate().map(|(i, e)| copied(domain(i), e)).collect()
    }
}

fn statements(body: Vec<Statement>) -> Vec<Statement> {
    body.into_iter().map(statement).collect()
}

fn statement(statement: Statement) -> Statement {
    match statement {
        Statement::Action(action) => Statement::Action(acts(action)),
        Statement::If { cond, then, otherwise } => {
            let [then, otherwise] = [then, otherwise].map(statements);
            Statement::If { cond: decides(cond), then, otherwise }
        }
        Statement::Choose(bodies) => Statement::Choose(bodies.into_iter().map(statements).collect()),
    }
}

fn acts(action: Action) -> Action {
    match action {
        Action::Assign { place, value } if place.domain == names::DOMAIN => Action::Assign { place, value },
        Action::Assign { place, value } => Action::Assign { value: copied(place.domain, value), place },
        Action::Choose { place, values } => {
            let values = values.into_iter().map(|value| copied(place.domain, value)).collect();
            Action::Choose { place, values }
        }
        Action::Assert(e) => Action::Assert(decides(e)),
        Action::Assume(e) => Action::Assume(decides(e)),
        Action::Free(e) => Action::Free(computed(e)),
        Action::Cas { result, place, old, new } => Action::Cas { new: copied(place.domain, new), result, place, old },
        action => action,
    }
}

/// A condition.
fn decides(e: Expr) -> Expr {
    let e = same::first(e);
    if is_copied(&e) { binary(Binary::Ne, e, Expr::Const(0)) } else { e }
}

/// A value for a place of this domain.
fn copied(domain: Domain, e: Expr) -> Expr {
    let e = same::first(e);
    if is_wide(domain) { e } else { computed(e) }
}

/// The same number.
fn computed(e: Expr) -> Expr {
    if is_copied(&e) { binary(Binary::BitOr, e, Expr::Const(0)) } else { e }
}

/// Whether its value may be one that is stored somewhere, as it is.
fn is_copied(e: &Expr) -> bool {
    matches!(e, Expr::Load(_) | Expr::Conditional(..))
}

/// Whether all values of 32 bits fit.
fn is_wide(domain: Domain) -> bool {
    matches!(domain, Domain::Int | Domain::Pointer)
}

/// Whether values that fit may be names.
fn has_names(domain: Domain) -> bool {
    match domain {
        Domain::Range { lo, hi } => names::is_among(lo, hi),
        Domain::Int | Domain::Long | Domain::Bool | Domain::Enum { .. } | Domain::Pointer | Domain::Float => false,
    }
}

/// Whether a step has a number that is a name, or one of these may be chosen or stored.
struct Numbers(bool);

impl<'p> Visitor<'p> for Numbers {
    fn action(&mut self, action: &'p Action) {
        if let Action::ChooseRange { lo, hi, .. } = action {
            self.0 |= !matches!((lo, hi), (Expr::Const(lo), Expr::Const(hi)) if !names::is_among(*lo, *hi));
        }
        walk_action(self, action);
    }

    fn expr(&mut self, e: &'p Expr) {
        self.0 |= matches!(e, Expr::Const(v) if names::is_name(*v));
        walk_expr(self, e);
    }

    fn place(&mut self, place: &'p Place) {
        self.0 |= has_names(place.domain);
        walk_place(self, place);
    }
}

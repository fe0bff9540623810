//! The loops of a program that only add, and what becomes of their steps.

use super::Counting;
use super::body::{Body, Guard, is_number};
use crate::ir::*;
use std::collections::BTreeSet;

/// A loop that only adds.
pub(super) struct Round {
    pub(super) counting: Counting,
    /// From behind the head back to it.
    pub(super) body: Vec<Loc>,
    /// Where it stores what it has added, how much, and what excludes others.
    stores: Vec<(Loc, Cell, Value, Guard)>,
    mutexes: BTreeSet<Cell>,
    counter: Place,
}

/// All of them that go round so often at least, if they begin with 0.
pub(super) fn rounds(program: &Program, often: Value) -> Vec<Round> {
    let heads = (0..program.locations.len() as u32).map(Loc);
    let found: Vec<Round> = heads.filter_map(|head| round(program, head, often)).collect();
    let addressed = program.addressed();
    let is_seen = |c: Cell| {
        let global = program.global_of(c);
        let unset = program.unset.as_ref().is_some_and(|unset| unset.cells.contains(&c));
        !unset && global.elements().all(|c| !addressed.contains(&c))
    };
    found.into_iter().filter(|round| round.shared().all(is_seen)).collect()
}

fn round(program: &Program, head: Loc, often: Value) -> Option<Round> {
    let location = program.location(head);
    let Op::Branch { cond, then, .. } = &location.op else { return None };
    let (counter, limit) = below(cond)?;
    let PlaceKind::Reg(i) = counter.kind else { return None };
    let body = Body::between(program, *then, head)?;
    // What else it sets is forgotten at the head.
    let forgets = |r: Reg| r == i || !location.in_scope[r.0 as usize];
    let fits = limit >= often && is_number(counter.domain) && body.counts(program, i);
    if !fits || !body.sets().all(forgets) || !stays_inside(program, &body.path, head) {
        return None;
    }
    let stores: Vec<_> = body.adds.iter().map(|(c, (loc, by, guard))| (*loc, *c, *by, *guard)).collect();
    let adds = stores.iter().map(|(_, c, by, _)| (*c, *by)).collect();
    let Body { path, mutexes, .. } = body;
    Some(Round { counting: Counting { head, limit, adds }, body: path, stores, mutexes, counter })
}

/// `i < n` and its like: the counter, and the number below which it stays.
fn below(cond: &Expr) -> Option<(Place, Value)> {
    let Expr::Binary(op, a, b) = cond else { return None };
    match (op, &**a, &**b) {
        (Binary::Lt | Binary::UnsignedLt, Expr::Load(i), Expr::Const(n))
        | (Binary::Gt, Expr::Const(n), Expr::Load(i)) => Some((i.clone(), *n)),
        (Binary::Le | Binary::UnsignedLe, Expr::Load(i), Expr::Const(n))
        | (Binary::Ge, Expr::Const(n), Expr::Load(i)) => Some((i.clone(), n.checked_add(1)?)),
        _ => None,
    }
}

/// Whether nobody comes into the middle of a round.
fn stays_inside(program: &Program, body: &[Loc], head: Loc) -> bool {
    let inside: BTreeSet<Loc> = body.iter().copied().collect();
    let enters = |(i, l): (usize, &Location)| {
        let from = Loc(i as u32);
        from != head && !inside.contains(&from) && l.op.targets().iter().any(|to| inside.contains(to))
    };
    let begins = |p: &Procedure| inside.contains(&p.entry);
    !program.locations.iter().enumerate().any(enters) && !program.procedures.iter().any(begins)
}

impl Round {
    /// What excludes others where it adds to each variable.
    pub(super) fn guards(&self) -> impl Iterator<Item = (Cell, Guard)> {
        self.stores.iter().map(|(_, c, _, guard)| (*c, *guard))
    }

    /// What it shares with others.
    pub(super) fn shared(&self) -> impl Iterator<Item = Cell> {
        self.stores.iter().map(|(_, c, ..)| *c).chain(self.mutexes.iter().copied())
    }

    /// The step by which it counts its rounds.
    pub(super) fn last(&self) -> Loc {
        *self.body.last().expect("a round has steps")
    }

    /// What all rounds add is added in one, and then the counter is where it would be.
    pub(super) fn rewrite(&self, program: &mut Program) {
        let limit = self.counting.limit;
        for (at, cell, by, _) in &self.stores {
            program.locations[at.0 as usize].op.each_action(&mut |action| match action {
                Action::Assign { place, value } if place.kind == PlaceKind::Cell(*cell) => {
                    let [add, sub, mul] = operators(place.domain);
                    let further = binary(sub, Expr::Const(limit - 1), Expr::Load(self.counter.clone()));
                    *value = binary(add, value.clone(), binary(mul, Expr::Const(*by), further));
                }
                _ => {}
            });
        }
        if let Op::Do { action: Action::Assign { value, .. }, .. } = &mut program.locations[self.last().0 as usize].op {
            *value = Expr::Const(limit);
        }
    }
}

/// Those by which numbers of this kind are computed.
fn operators(domain: Domain) -> [Binary; 3] {
    match domain {
        Domain::Long => [Binary::WideAdd, Binary::WideSub, Binary::WideMul],
        _ => [Binary::Add, Binary::Sub, Binary::Mul],
    }
}

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

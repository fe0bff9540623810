//! Locals that may be read before they are set.
//!
//! Such a local holds 0 or what it held before, and in another way on what is a bound to whoever reads it.

use super::function::Body;
use super::function::Unset;
use crate::ir::build::{Hop, Mark, Naming, Step};
use crate::ir::visit::{Visitor, walk_op, walk_place};
use crate::ir::{Action, Domain, Expr, Loc, Op, Place, PlaceKind, Reg, UNSET};
use std::collections::{BTreeMap, BTreeSet};

/// Makes of each such step one that forgets, or nothing.
pub(super) fn settle(body: &mut Body<'_, '_>, entry: Mark) {
    let unset = std::mem::take(&mut body.unset);
    let read = read_unset(body, entry, &unset);
    for one in unset {
        body.steps.alias(one.at, one.next);
        if read.contains(&one.register) {
            body.unit.program.unset.get_or_insert_default().registers = true;
            either(body, &one);
        }
    }
}

fn either(body: &mut Body<'_, '_>, one: &Unset) {
    let unset = body.steps.fresh();
    let step = |op| Step {
        op,
        text: format!("{} is set by nobody", one.here.text),
        span: one.here.span,
        line: one.here.line,
        claimed: None,
        visible: one.visible.clone(),
        naming: Naming::Own,
        synchronizes: false,
    };
    body.steps.push(one.at, step(Op::Choose { next: vec![one.next.loc(), unset.loc()] }));
    let place = Place { kind: PlaceKind::Reg(Reg(one.register)), domain: Domain::Int };
    let forgets = Op::Do { action: Action::Assign { place, value: Expr::Const(UNSET) }, next: one.next.loc() };
    body.steps.push(unset, step(forgets));
}

/// The registers that some way reads behind their declaration without setting them in between.
fn read_unset(body: &Body<'_, '_>, entry: Mark, unset: &[Unset]) -> BTreeSet<u32> {
    let follow = |mark: Mark| {
        let (mut mark, mut hops) = (mark, 0);
        loop {
            match body.steps.hop(mark) {
                Hop::Step(i) => return Some(i),
                Hop::Mark(next) if hops < 1 << 16 => (mark, hops) = (next, hops + 1),
                _ => return None,
            }
        }
    };
    let declares: BTreeMap<usize, u32> = unset.iter().filter_map(|u| Some((follow(u.at)?, u.register))).collect();
    let mut before: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
    let mut open: Vec<usize> = follow(entry).into_iter().collect();
    open.iter().for_each(|i| {
        before.insert(*i, BTreeSet::new());
    });
    let mut read = BTreeSet::new();
    while let Some(i) = open.pop() {
        let op = body.steps.op(i);
        let mut set = before[&i].clone();
        set.extend(declares.get(&i));
        let seen = Reads::of(op);
        read.extend(seen.iter().filter(|r| set.contains(r)));
        written(op).iter().for_each(|r| {
            set.remove(r);
        });
        for next in op.targets().into_iter().filter_map(|l: Loc| follow(Mark(l.0))) {
            let known = before.get(&next);
            if known.is_none_or(|known| !set.is_subset(known)) {
                before.entry(next).or_default().extend(&set);
                open.push(next);
            }
        }
    }
    read
}

#[derive(Default)]
struct Reads(BTreeSet<u32>);

impl Reads {
    fn of(op: &Op) -> BTreeSet<u32> {
        let mut reads = Reads::default();
        walk_op(&mut reads, op);
        reads.0
    }
}

impl<'p> Visitor<'p> for Reads {
    fn load(&mut self, place: &'p Place) {
        if let PlaceKind::Reg(Reg(r)) = place.kind {
            self.0.insert(r);
        }
        walk_place(self, place);
    }

    fn expr(&mut self, e: &'p Expr) {
        crate::ir::visit::walk_expr(self, e);
    }
}

/// The registers that a step sets in any case.
fn written(op: &Op) -> Vec<u32> {
    let places: Vec<&Place> = match op {
        Op::Do { action: Action::Assign { place, .. } | Action::Choose { place, .. }, .. } => vec![place],
        Op::Do { action: Action::ChooseRange { place, .. }, .. } => vec![place],
        Op::Do { action: Action::Cas { result, .. }, .. } => result.iter().collect(),
        Op::Call { result: Some(Reg(r)), .. } => return vec![*r],
        _ => vec![],
    };
    let register = |place: &&Place| match place.kind {
        PlaceKind::Reg(Reg(r)) => Some(r),
        _ => None,
    };
    places.iter().filter_map(register).collect()
}

//! Locals that may be read before they are set.
//!
//! Such a number is one of each kind, where few stand for all. Otherwise it is 0 or what was there before, and in another
//! way on what is a bound to whoever reads it; where all values are taken, it is any.

use super::function::Body;
use super::function::Unset;
use super::outside::Source;
use super::types::Int;
use crate::control::Bound;
use crate::ir::build::{Hop, Mark};
use crate::ir::visit::{Visitor, walk_op, walk_place};
use crate::ir::{Action, Domain, Expr, Fault, Loc, Op, Place, PlaceKind, Reg, Statement, UNSET};
use std::collections::{BTreeMap, BTreeSet};

/// Makes of each such step one that forgets, or nothing.
pub(super) fn settle(body: &mut Body<'_, '_>) {
    let unset = std::mem::take(&mut body.unset);
    let read = read_unset(body, &unset);
    for one in unset {
        body.steps.alias(one.gap.at, one.gap.next);
        if !read.contains(&one.register) {
            continue;
        }
        let (chooses, all) = (body.unit.options.chooses_unset, body.unit.options.takes_all());
        match one.ty.int() {
            Some(int) if body.has_kinds(int) => of_each_kind(body, &one, int),
            Some(int) if chooses || all || int.bits == 1 => any(body, &one, int),
            _ => {
                body.unit.program.unset.get_or_insert_default().registers = true;
                either(body, &one);
            }
        }
    }
}

fn push(body: &mut Body<'_, '_>, one: &Unset, at: Mark, op: Op) {
    let step = one.gap.step(format!("{} is set by nobody", one.gap.here.text), op);
    let number = body.steps.push(at, step);
    body.inside.extend(one.gap.region.map(|region| (number, region)));
}

fn either(body: &mut Body<'_, '_>, one: &Unset) {
    let unset = body.steps.fresh();
    push(body, one, one.gap.at, Op::Choose { next: vec![one.gap.next.loc(), unset.loc()] });
    let forgets = Op::Do { action: forgets(one), next: one.gap.next.loc() };
    push(body, one, unset, forgets);
}

fn forgets(one: &Unset) -> Action {
    let place = Place { kind: PlaceKind::Reg(Reg(one.register)), domain: Domain::Int };
    Action::Assign { place, value: Expr::Const(UNSET) }
}

/// It holds a value of each kind, if [few stand for all](super::outside); else what there is otherwise.
fn of_each_kind(body: &mut Body<'_, '_>, one: &Unset, int: Int) {
    let source = Source { range: int.values(), goes_on: false };
    let (source, place) = (body.outside_register(&one.ty, source), body.register_place(one.register, &one.ty));
    let source = body.register_place(source, &one.ty);
    let chooses = body.unit.any_number(source.clone(), int);
    let handed_on = Action::Assign { place, value: Expr::Load(source) };
    let chosen = Op::Atomic { body: [chooses, handed_on].map(Statement::Action).into(), next: one.gap.next.loc() };
    if body.unit.options.takes_all() {
        push(body, one, one.gap.at, chosen);
        return;
    }
    let (on, other) = (body.steps.fresh(), body.steps.fresh());
    push(body, one, one.gap.at, Op::Choose { next: vec![on.loc(), other.loc()] });
    push(body, one, on, chosen);
    let limit = Action::Fail(Fault::Limit(Bound::Inputs));
    let action = if body.unit.options.chooses_unset { limit } else { forgets(one) };
    push(body, one, other, Op::Do { action, next: one.gap.next.loc() });
}

/// It holds any number, as far as these are followed.
fn any(body: &mut Body<'_, '_>, one: &Unset, int: Int) {
    let place = body.register_place(one.register, &one.ty);
    let action = body.unit.any_number(place, int);
    let mut at = one.gap.at;
    if body.unit.leaves_out(int) {
        let (on, beyond) = (body.steps.fresh(), body.steps.fresh());
        push(body, one, at, Op::Choose { next: vec![on.loc(), beyond.loc()] });
        let fails = Op::Do { action: Action::Fail(Fault::Limit(Bound::Inputs)), next: on.loc() };
        push(body, one, beyond, fails);
        at = on;
    }
    push(body, one, at, Op::Do { action, next: one.gap.next.loc() });
}

/// The registers that some way reads behind their declaration without setting them in between: those whose
/// declarations one comes to from a read, backwards and past no step that sets them.
fn read_unset(body: &Body<'_, '_>, unset: &[Unset]) -> BTreeSet<u32> {
    let (before, uses) = (before(body), uses(body));
    let mut read = BTreeSet::new();
    for one in unset {
        let Some(declared) = follow(body, one.gap.at) else { continue };
        let Some(Uses { reads, writes }) = uses.get(&one.register) else { continue };
        let (mut seen, mut open) = (BTreeSet::new(), reads.clone());
        while let Some(step) = open.pop() {
            if !body.unit.control.goes_on() {
                return read;
            }
            if step == declared {
                read.insert(one.register);
                break;
            }
            let further = before[step].iter().filter(|b| !writes.contains(b));
            open.extend(further.filter(|b| seen.insert(**b)));
        }
    }
    read
}

/// The steps that read or set a register.
#[derive(Default)]
struct Uses {
    reads: Vec<usize>,
    writes: BTreeSet<usize>,
}

fn uses(body: &Body<'_, '_>) -> BTreeMap<u32, Uses> {
    let mut uses: BTreeMap<u32, Uses> = BTreeMap::new();
    for step in 0..body.steps.count() {
        let op = body.steps.op(step);
        Reads::of(op).into_iter().for_each(|r| uses.entry(r).or_default().reads.push(step));
        written(op).into_iter().for_each(|r| {
            uses.entry(r).or_default().writes.insert(step);
        });
    }
    uses
}

/// The steps from which control comes to each.
fn before(body: &Body<'_, '_>) -> Vec<Vec<usize>> {
    let mut before = vec![vec![]; body.steps.count()];
    for step in 0..body.steps.count() {
        for next in body.steps.op(step).targets().into_iter().filter_map(|l: Loc| follow(body, Mark(l.0))) {
            before[next].push(step);
        }
    }
    before
}

/// The step that control comes to from a mark.
fn follow(body: &Body<'_, '_>, mark: Mark) -> Option<usize> {
    let (mut mark, mut hops) = (mark, 0);
    loop {
        match body.steps.hop(mark) {
            Hop::Step(i) => return Some(i),
            Hop::Mark(next) if hops < 1 << 16 => (mark, hops) = (next, hops + 1),
            _ => return None,
        }
    }
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

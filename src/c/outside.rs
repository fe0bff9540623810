//! Values from outside of which few stand for all: those that are handed on and compared with constants alone.
//!
//! Between the constants that it is compared with one value is like another, wherever it is stored: nothing else asks
//! for it. Such a choice has a value of each kind, and leaves nothing out.

mod flows;

use crate::control::Bound;
use crate::ir::*;
use flows::{Flows, Tests};
use std::collections::{BTreeMap, BTreeSet};

/// More kinds of values than these are not told apart.
const MOST: usize = 64;

/// The registers that hold values from outside and nothing else, by their procedures, with the least and the greatest.
pub(super) type Sources = BTreeMap<(u32, u32), (Value, Value)>;

/// Takes the bound from each choice that can be made among all values.
pub(super) fn settle(program: &mut Program, sources: &Sources) {
    let kinds = |(source, range): (&(u32, u32), &(Value, Value))| {
        let tests = Flows::new(program, *source, *range).tests()?;
        Some((*source, kinds(&tests, *range)?))
    };
    let exact: BTreeMap<(u32, u32), Vec<Value>> = sources.iter().filter_map(kinds).collect();
    if exact.is_empty() {
        return;
    }
    for i in 0..program.locations.len() {
        one_step(program, i, &exact);
    }
    without_what_nobody_comes_to(program);
}

/// A value of each kind, of those nearest to 0; nothing if there are too many.
fn kinds(tests: &Tests, (lo, hi): (Value, Value)) -> Option<Vec<Value>> {
    let beside = tests.constants.iter().flat_map(|k| [k.saturating_sub(1), *k, k.saturating_add(1)]);
    let mut values: Vec<Value> = beside.chain([-1, 0, 1, lo, hi]).filter(|v| (lo..=hi).contains(v)).collect();
    values.sort_unstable_by_key(|v| (v.unsigned_abs(), *v));
    let mut seen = BTreeSet::new();
    values.retain(|v| *v != UNSET && seen.insert(tests.kind(*v)));
    values.sort_unstable();
    (values.len() <= MOST && !values.is_empty()).then_some(values)
}

fn one_step(program: &mut Program, i: usize, exact: &BTreeMap<(u32, u32), Vec<Value>>) {
    let procedure = program.locations[i].procedure;
    let of = |action: &Action| {
        let (Action::Choose { place, .. } | Action::ChooseRange { place, .. }) = action else { return None };
        let PlaceKind::Reg(r) = place.kind else { return None };
        let values = exact.get(&(procedure, r.0))?.iter().copied().map(Expr::Const).collect();
        Some(Action::Choose { place: place.clone(), values })
    };
    match &program.locations[i].op {
        Op::Choose { next } => {
            let [on, beyond] = next[..] else { return };
            let Op::Do { action, .. } = &program.location(on).op else { return };
            if of(action).is_some() && program.location(beyond).op.is_beyond() {
                program.locations[i].op = Op::Skip { next: on };
            }
        }
        Op::Do { action, next } => {
            if let Some(action) = of(action) {
                program.locations[i].op = Op::Do { action, next: *next };
            }
        }
        Op::Atomic { body, next } => {
            let (body, next) = (in_one_step(body.clone(), &of), *next);
            program.locations[i].op = Op::Atomic { body, next };
        }
        _ => {}
    }
}

/// The same inside of a step.
fn in_one_step(body: Vec<Statement>, of: &impl Fn(&Action) -> Option<Action>) -> Vec<Statement> {
    let mut all = vec![];
    for statement in body {
        match statement {
            Statement::Action(action) => all.push(Statement::Action(of(&action).unwrap_or(action))),
            Statement::Choose(mut bodies) if is_limited(&bodies, of) => {
                all.extend(in_one_step(bodies.swap_remove(0), of));
            }
            Statement::Choose(bodies) => {
                all.push(Statement::Choose(bodies.into_iter().map(|body| in_one_step(body, of)).collect()));
            }
            Statement::If { cond, then, otherwise } => {
                let [then, otherwise] = [then, otherwise].map(|body| in_one_step(body, of));
                all.push(Statement::If { cond, then, otherwise });
            }
        }
    }
    all
}

/// Whether it is chosen between a choice of a value and the bound.
fn is_limited(bodies: &[Vec<Statement>], of: &impl Fn(&Action) -> Option<Action>) -> bool {
    let [on, beyond] = bodies else { return false };
    let chooses = matches!(&on[..], [Statement::Action(action), ..] if of(action).is_some());
    chooses && matches!(&beyond[..], [Statement::Action(action)] if is_the_bound(action))
}

fn is_the_bound(action: &Action) -> bool {
    *action == Action::Fail(Fault::Limit(Bound::Inputs))
}

impl Op {
    fn is_beyond(&self) -> bool {
        matches!(self, Op::Do { action, .. } if is_the_bound(action))
    }
}

/// Locations that control does not come to any more go; the closing brace of each procedure stays.
fn without_what_nobody_comes_to(program: &mut Program) {
    let mut reached = vec![false; program.locations.len()];
    let ends = (0..reached.len()).filter(|i| matches!(program.locations[*i].op, Op::End)).map(|i| Loc(i as u32));
    let mut open: Vec<Loc> = program.procedures.iter().map(|p| p.entry).chain(ends).collect();
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut reached[at.0 as usize], true) {
            open.extend(program.location(at).op.targets());
        }
    }
    let before: Vec<u32> = reached.iter().scan(0, |n, r| Some(std::mem::replace(n, *n + u32::from(*r)))).collect();
    let moved = |at: Loc| Loc(before[at.0 as usize]);
    let all = std::mem::take(&mut program.locations).into_iter().zip(&reached).filter(|(_, reached)| **reached);
    program.locations = all.map(|(l, _)| Location { op: build::redirect(l.op.clone(), &moved), ..l }).collect();
    program.procedures.iter_mut().for_each(|p| p.entry = moved(p.entry));
}

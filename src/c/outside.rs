//! Values from outside of which few stand for all: those that are handed on and compared with constants alone.
//!
//! Between the constants that it is compared with one value is like another, wherever it is stored: nothing else asks
//! for it. Such a choice has a value of each kind, and leaves nothing out.

mod alone;
mod bounded;
mod flows;

pub(super) use flows::Source;

use crate::control::{Bound, Control};
use crate::ir::*;
use flows::{Flows, Tests, Whole};
use std::collections::{BTreeMap, BTreeSet};

/// Set once something is found.
type Flag = std::cell::Cell<bool>;

/// More kinds of values than these are not told apart.
const MOST: usize = 64;

/// The registers that hold values from outside and nothing else, by their procedures.
pub(super) type Sources = BTreeMap<(u32, u32), Source>;

/// Takes the bound from each choice that can be made among all values. What nobody has set, and of which that is not so,
/// keeps what it held.
pub(super) fn settle(program: &mut Program, sources: &Sources, control: &Control<'_>) {
    if sources.is_empty() {
        return;
    }
    let kinds = kinds_of(&Whole::of(program), sources, control);
    let kept = Flag::new(false);
    for i in 0..program.locations.len() {
        one_step(program, i, &kinds, &kept);
    }
    if kept.get() {
        program.unset.get_or_insert_default().registers = true;
    }
    without_what_nobody_comes_to(program);
}

/// A value of each kind, for each source where there are few.
type Kinds = BTreeMap<(u32, u32), Option<Vec<Value>>>;

/// Of what is read to its end; the time may be over before.
fn kinds_of(whole: &Whole<'_>, sources: &Sources, control: &Control<'_>) -> Kinds {
    let alone = alone::alone(whole.program);
    let kinds = |(source, of): (&(u32, u32), &Source)| {
        let tests = Flows::new(whole, *source, *of).tests();
        // The greatest stands for those beyond, unless something tells it from others.
        let tests = tests.filter(|tests| !of.goes_on || !tests.constants.contains(&of.range.1));
        let kinds = tests.and_then(|tests| kinds(&tests, of.range));
        let few = || bounded::values((whole.program, &alone), *source, of.range);
        (*source, kinds.or_else(|| if of.goes_on { None } else { few() }))
    };
    sources.iter().take_while(|_| control.check()).map(kinds).collect()
}

/// A value of each kind, of those nearest to 0; nothing if there are too many.
fn kinds(tests: &Tests, (lo, hi): (Value, Value)) -> Option<Vec<Value>> {
    let beside = tests.constants.iter().flat_map(|k| [k.saturating_sub(1), *k, k.saturating_add(1)]);
    let mut values: Vec<Value> = beside.chain([-1, 0, 1, lo, hi]).filter(|v| (lo..=hi).contains(v)).collect();
    values.sort_unstable_by_key(|v| (v.unsigned_abs(), *v));
    let mut seen = BTreeSet::new();
    values.retain(|v| *v != UNSET && seen.insert(tests.kind(*v)));
    values.sort_unstable();
    // One that stands for nothing that is set may be the only one of its kind.
    let all = !(lo..=hi).contains(&UNSET) || seen.contains(&tests.kind(UNSET));
    (all && values.len() <= MOST && !values.is_empty()).then_some(values)
}

fn one_step(program: &mut Program, i: usize, kinds: &Kinds, kept: &Flag) {
    let of = Choices { kinds, kept, procedure: program.locations[i].procedure };
    match &program.locations[i].op {
        Op::Choose { next } => {
            let [on, other] = next[..] else { return };
            let [first, second] = [on, other].map(|loc| statements(&program.location(loc).op));
            match of.settled(&first, &second) {
                Some(Settled::Each) => program.locations[i].op = of.op(&program.location(on).op),
                Some(Settled::Kept) => {
                    let next = program.location(on).op.targets()[0];
                    program.locations[on.0 as usize].op = Op::Skip { next };
                }
                None => {}
            }
        }
        op => program.locations[i].op = of.op(op),
    }
}

fn statements(op: &Op) -> Vec<Statement> {
    match op {
        Op::Do { action, .. } => vec![Statement::Action(action.clone())],
        Op::Atomic { body, .. } => body.clone(),
        _ => vec![],
    }
}

/// What becomes of a choice between some values and what stands for the others.
enum Settled {
    /// There is a value of each kind.
    Each,
    /// What nobody has set keeps what it held.
    Kept,
}

/// The choices of a procedure.
struct Choices<'k> {
    kinds: &'k Kinds,
    /// Whether some register stays one that nobody has set.
    kept: &'k Flag,
    procedure: u32,
}

impl Choices<'_> {
    /// Of what is a source: where the values go, and one of each kind, where there are few.
    fn of<'a>(&self, action: &'a Action) -> Option<(&'a Place, Option<&Vec<Value>>)> {
        let (Action::Choose { place, .. } | Action::ChooseRange { place, .. }) = action else { return None };
        let PlaceKind::Reg(r) = place.kind else { return None };
        Some((place, self.kinds.get(&(self.procedure, r.0))?.as_ref()))
    }

    fn op(&self, op: &Op) -> Op {
        match op {
            Op::Do { action, next } => {
                Op::Do { action: self.each(action).unwrap_or_else(|| action.clone()), next: *next }
            }
            Op::Atomic { body, next } => Op::Atomic { body: self.in_one_step(body.clone()), next: *next },
            op => op.clone(),
        }
    }

    fn each(&self, action: &Action) -> Option<Action> {
        let (place, values) = self.of(action)?;
        let values = values?.iter().copied().map(Expr::Const).collect();
        Some(Action::Choose { place: place.clone(), values })
    }

    fn settled(&self, on: &[Statement], other: &[Statement]) -> Option<Settled> {
        let [Statement::Action(chooses), rest @ ..] = on else { return None };
        let (source, values) = self.of(chooses)?;
        let unset = hands_on(source, rest, other);
        let limited = matches!(other, [Statement::Action(action)] if is_the_bound(action));
        match values {
            Some(_) if unset || limited => Some(Settled::Each),
            None if unset => {
                self.kept.set(true);
                Some(Settled::Kept)
            }
            _ => None,
        }
    }

    /// The same inside of a step.
    fn in_one_step(&self, body: Vec<Statement>) -> Vec<Statement> {
        let mut all = vec![];
        for statement in body {
            match statement {
                Statement::Action(action) => all.push(Statement::Action(self.each(&action).unwrap_or(action))),
                Statement::Choose(bodies) => all.extend(self.choice(bodies)),
                Statement::If { cond, then, otherwise } => {
                    let [then, otherwise] = [then, otherwise].map(|body| self.in_one_step(body));
                    all.push(Statement::If { cond, then, otherwise });
                }
            }
        }
        all
    }

    fn choice(&self, mut bodies: Vec<Vec<Statement>>) -> Vec<Statement> {
        let settled = match &bodies[..] {
            [on, other] => self.settled(on, other),
            _ => None,
        };
        match settled {
            Some(Settled::Each) => return self.in_one_step(bodies.swap_remove(0)),
            // The choice, and what hands it on.
            Some(Settled::Kept) => drop(bodies[0].drain(..2)),
            None => {}
        }
        vec![Statement::Choose(bodies.into_iter().map(|body| self.in_one_step(body)).collect())]
    }
}

/// Whether a place gets the value of a source, and in the other way is what nobody has set.
fn hands_on(source: &Place, on: &[Statement], other: &[Statement]) -> bool {
    let (Some(Statement::Action(on)), Some(Statement::Action(other))) = (on.first(), other.first()) else {
        return false;
    };
    match (on, other) {
        (Action::Assign { place, value: Expr::Load(from) }, Action::Assign { place: forgotten, value }) => {
            from == source && place.kind == forgotten.kind && *value == Expr::Const(UNSET)
        }
        _ => false,
    }
}

fn is_the_bound(action: &Action) -> bool {
    *action == Action::Fail(Fault::Limit(Bound::Inputs))
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

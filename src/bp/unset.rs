//! Variables that nobody has set hold any values. These are chosen where a procedure begins, of those that may be read
//! before they are set: the others would only make more states.

use crate::ir::visit::{Visitor, walk_action, walk_place};
use crate::ir::*;
use std::collections::BTreeSet;

/// What the step says that chooses them.
pub(super) fn text<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<&str> = names.collect();
    match names[..] {
        [only] => format!("{only} := *"),
        [first, second] => format!("{first}, {second} := *, *"),
        [first, second, ..] => format!("{first}, {second}, .. := *, *, .."),
        [] => String::new(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Variable {
    Local(Reg),
    Shared(Cell),
}

type Live = BTreeSet<Variable>;

/// Leaves out choices of what is not read, at the entry of a procedure with these locations; where it begins then.
/// `starts` are locations where threads are started, with values of all variables: whoever starts reads them.
pub(super) fn trimmed(locations: &mut [Location], entry: u32, first: u32, starts: &[Loc]) -> u32 {
    let Op::Atomic { body, next } = locations[(entry - first) as usize].op.clone() else { return entry };
    let chosen: Vec<Variable> = body.iter().filter_map(only_choice).collect();
    if chosen.is_empty() || chosen.len() < body.len() {
        return entry;
    }
    let all: Live = chosen.iter().copied().collect();
    let shared = all.iter().copied().filter(|v| matches!(v, Variable::Shared(_))).collect();
    let liveness = Liveness { locations, first, starts, all, shared };
    let live = liveness.solved().swap_remove((next.0 - first) as usize);
    let kept: Vec<Statement> =
        body.into_iter().zip(chosen).filter(|(_, variable)| live.contains(variable)).map(|(s, _)| s).collect();
    if kept.is_empty() {
        return next.0;
    }
    locations[(entry - first) as usize].op = Op::Atomic { body: kept, next };
    entry
}

fn only_choice(statement: &Statement) -> Option<Variable> {
    match statement {
        Statement::Action(Action::Choose { place, .. }) => variable(place),
        _ => None,
    }
}

fn variable(place: &Place) -> Option<Variable> {
    match place.kind {
        PlaceKind::Reg(r) => Some(Variable::Local(r)),
        PlaceKind::Cell(c) => Some(Variable::Shared(c)),
        _ => None,
    }
}

/// What may be read before it is written: backwards, the least solution.
struct Liveness<'l> {
    locations: &'l [Location],
    first: u32,
    starts: &'l [Loc],
    all: Live,
    /// What others may read once they run.
    shared: Live,
}

impl Liveness<'_> {
    fn solved(&self) -> Vec<Live> {
        let mut live = vec![Live::new(); self.locations.len()];
        loop {
            let mut changed = false;
            for i in (0..live.len()).rev() {
                let before = self.before(i, &live);
                changed |= before != live[i];
                live[i] = before;
            }
            if !changed {
                return live;
            }
        }
    }

    fn before(&self, i: usize, live: &[Live]) -> Live {
        let op = &self.locations[i].op;
        let mut here: Live = op.targets().iter().flat_map(|to| &live[(to.0 - self.first) as usize]).copied().collect();
        match op {
            Op::Skip { .. } if self.starts.contains(&Loc(self.first + i as u32)) => here.extend(&self.all),
            Op::Skip { .. } | Op::Choose { .. } => {}
            Op::End => here.extend(&self.shared),
            Op::Branch { cond, .. } => read(&mut here, cond),
            Op::Do { action, .. } => self.action(&mut here, action),
            Op::Atomic { body, .. } => self.body(&mut here, body),
            Op::Call { arguments, result, .. } => {
                result.iter().for_each(|r| {
                    here.remove(&Variable::Local(*r));
                });
                here.extend(&self.shared);
                arguments.iter().for_each(|e| read(&mut here, e));
            }
            Op::Return { value } => {
                here.extend(&self.shared);
                value.iter().for_each(|e| read(&mut here, e));
            }
        }
        here
    }

    fn body(&self, here: &mut Live, body: &[Statement]) {
        for statement in body.iter().rev() {
            match statement {
                Statement::Action(action) => self.action(here, action),
                Statement::If { cond, then, otherwise } => {
                    let mut other = here.clone();
                    self.body(here, then);
                    self.body(&mut other, otherwise);
                    here.extend(other);
                    read(here, cond);
                }
                Statement::Choose(branches) => {
                    let behind = std::mem::take(here);
                    for branch in branches {
                        let mut before = behind.clone();
                        self.body(&mut before, branch);
                        here.extend(before);
                    }
                }
            }
        }
    }

    fn action(&self, here: &mut Live, action: &Action) {
        if let Action::Assign { place, .. } | Action::Choose { place, .. } | Action::ChooseRange { place, .. } = action
            && let Some(written) = variable(place)
        {
            here.remove(&written);
        }
        if matches!(action, Action::Halt | Action::Exit) {
            here.extend(&self.shared);
        }
        walk_action(&mut Reads(here), action);
    }
}

fn read(here: &mut Live, e: &Expr) {
    Reads(here).expr(e);
}

struct Reads<'l>(&'l mut Live);

impl<'p> Visitor<'p> for Reads<'_> {
    fn load(&mut self, place: &'p Place) {
        self.0.extend(variable(place));
        walk_place(self, place);
    }
}

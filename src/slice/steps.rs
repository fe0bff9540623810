//! What is left of each step, and which registers it needs: backwards, from what is needed behind it.

use super::faults::both;
use super::needs::{Live, Needs};
use crate::control::Bound;
use crate::ir::*;

/// What is left of an action.
enum Rest {
    Nothing,
    /// This is evaluated, for it may go wrong, and its value is forgotten.
    Evaluates(Expr),
    Does(Action),
}

impl From<Option<Expr>> for Rest {
    fn from(fault: Option<Expr>) -> Self {
        fault.map_or(Rest::Nothing, Rest::Evaluates)
    }
}

impl<'p> Needs<'p> {
    /// The step that is left at a location, and what is needed on entering it.
    pub(super) fn step(&mut self, location: &'p Location) -> (Op, Live) {
        let (op, mut live) = self.op(location);
        join(&mut live, &self.pinned[location.procedure as usize]);
        for (needed, in_scope) in live.iter_mut().zip(&location.in_scope) {
            *needed &= in_scope;
        }
        (op, live)
    }

    fn op(&mut self, location: &'p Location) -> (Op, Live) {
        let p = location.procedure;
        self.procedure = p;
        let mut live = self.behind(location);
        let op = match &location.op {
            Op::Branch { cond, then, otherwise } if then == otherwise => {
                let rest = self.evaluation(self.faults.of(p, cond), &mut live);
                alone(rest, *then)
            }
            Op::Branch { cond, .. } => {
                self.value(cond, &mut live);
                location.op.clone()
            }
            Op::Do { action, next } => alone(self.action(p, action, &mut live), *next),
            Op::Atomic { body, next } => match self.body(p, body, &mut live) {
                body if body.is_empty() => Op::Skip { next: *next },
                body => Op::Atomic { body, next: *next },
            },
            Op::Call { procedure, arguments, result, next } => {
                self.call(p, (*procedure, arguments, *result, *next), &mut live)
            }
            Op::Return { value } => Op::Return { value: self.returned(p, value.as_ref(), &mut live) },
            Op::Choose { next } if self.is_limited_for_nothing(next) => Op::Skip { next: next[0] },
            Op::Skip { .. } | Op::Choose { .. } | Op::End => location.op.clone(),
        };
        (op, live)
    }

    /// Whether a value is chosen here, or others are left out that it could be, and nobody needs it.
    fn is_limited_for_nothing(&mut self, ways: &[Loc]) -> bool {
        let [on, other] = ways[..] else { return false };
        let [chooses, limit] = [on, other].map(|loc| first(&self.program.location(loc).op));
        is_limited(chooses, limit) && first(&self.op(self.program.location(on)).0) != chooses
    }

    /// What is needed behind a step: at every location to which it may lead, or after the return.
    fn behind(&self, location: &Location) -> Live {
        let mut live = vec![false; self.program.procedures[location.procedure as usize].registers.len()];
        for next in location.op.targets() {
            join(&mut live, &self.live[next.0 as usize]);
        }
        if matches!(location.op, Op::Return { .. } | Op::End) {
            join(&mut live, &self.after[location.procedure as usize]);
        }
        live
    }

    fn action(&mut self, p: u32, action: &Action, live: &mut Live) -> Rest {
        match action {
            Action::Assign { place, value } => self.assign(p, place, &[value], action, live),
            Action::Choose { values, .. } if values.is_empty() => Rest::Does(action.clone()),
            Action::Choose { place, values } => self.assign(p, place, &values.iter().collect::<Vec<_>>(), action, live),
            Action::ChooseRange { place, lo, hi } => self.choose_range(p, (place, lo, hi), action, live),
            Action::Cas { result, place, old, new } => {
                self.compare_and_swap(p, (result.as_ref(), place), [old, new], live)
            }
            _ => {
                self.look(action, live);
                Rest::Does(action.clone())
            }
        }
    }

    /// An action that always stays.
    fn look(&mut self, action: &Action, live: &mut Live) {
        match action {
            Action::Fail(_) | Action::Exit | Action::Halt => {}
            Action::Look(place) => self.load(place, live),
            Action::Free(e) => {
                self.value(e, live);
                self.store_freed();
            }
            Action::Assert(e) | Action::Assume(e) => self.value(e, live),
            Action::Acquire(m) | Action::Release(m) | Action::Notify(m) | Action::NotifyAll(m) => {
                self.load(&m.place, live);
            }
            Action::WaitRelease { mutex, depth } => {
                depth.iter().for_each(|r| live[r.0 as usize] = false);
                self.load(&mutex.place, live);
            }
            Action::WaitAcquire { mutex, depth } => {
                depth.iter().for_each(|r| live[r.0 as usize] = true);
                self.load(&mutex.place, live);
            }
            Action::Assign { .. } | Action::Choose { .. } | Action::ChooseRange { .. } | Action::Cas { .. } => {}
        }
    }

    /// An action that stores one of these values.
    fn assign(&mut self, p: u32, place: &Place, values: &[&Expr], action: &Action, live: &mut Live) -> Rest {
        let misfits = values.iter().any(|v| self.faults.misfits(p, place.domain, v));
        if misfits || self.keeps(place, live) {
            return self.stays(place, values, action, live);
        }
        let fault = values.iter().map(|v| self.faults.of(p, v)).fold(None, both);
        self.evaluation(both(fault, self.faults.of_place(p, place)), live)
    }

    fn choose_range(
        &mut self,
        p: u32,
        (place, lo, hi): (&Place, &Expr, &Expr),
        action: &Action,
        live: &mut Live,
    ) -> Rest {
        let misfits = [lo, hi].into_iter().any(|e| self.faults.misfits(p, place.domain, e));
        if misfits || self.keeps(place, live) {
            return self.stays(place, &[lo, hi], action, live);
        }
        let located = self.faults.of_place(p, place);
        if self.faults.are_ordered(p, lo, hi) {
            let fault = both(self.faults.of(p, lo), self.faults.of(p, hi));
            return self.evaluation(both(fault, located), live);
        }
        if located.is_some() {
            return self.stays(place, &[lo, hi], action, live);
        }
        let ordered = Expr::Binary(Binary::Le, Box::new(lo.clone()), Box::new(hi.clone()));
        self.value(&ordered, live);
        Rest::Does(Action::Assume(ordered))
    }

    fn stays(&mut self, place: &Place, values: &[&Expr], action: &Action, live: &mut Live) -> Rest {
        self.write(place, live);
        values.iter().for_each(|v| self.value(v, live));
        Rest::Does(action.clone())
    }

    fn compare_and_swap(
        &mut self,
        p: u32,
        (result, place): (Option<&Place>, &Place),
        [old, new]: [&Expr; 2],
        live: &mut Live,
    ) -> Rest {
        let stored = result.filter(|r| self.keeps(r, live));
        let located = result.and_then(|r| self.faults.of_place(p, r));
        if stored.is_none() && !self.keeps(place, live) && !self.faults.misfits(p, place.domain, new) {
            let fault = both(self.faults.of(p, old), self.faults.of(p, new));
            let fault = both(both(self.faults.of_place(p, place), fault), located);
            return self.evaluation(fault, live);
        }
        let result = if located.is_some() { result } else { stored };
        result.iter().for_each(|r| self.write(r, live));
        self.load(place, live);
        [old, new].into_iter().for_each(|e| self.value(e, live));
        let result = result.cloned();
        Rest::Does(Action::Cas { result, place: place.clone(), old: old.clone(), new: new.clone() })
    }

    fn body(&mut self, p: u32, body: &[Statement], live: &mut Live) -> Vec<Statement> {
        let mut left: Vec<Statement> = body.iter().rev().filter_map(|s| self.statement(p, s, live)).collect();
        left.reverse();
        left
    }

    fn statement(&mut self, p: u32, statement: &Statement, live: &mut Live) -> Option<Statement> {
        match statement {
            Statement::Action(action) => inside(self.action(p, action, live)),
            Statement::If { cond, then, otherwise } => {
                let mut other = live.clone();
                let (then, otherwise) = (self.body(p, then, live), self.body(p, otherwise, &mut other));
                join(live, &other);
                if then.is_empty() && otherwise.is_empty() {
                    return inside(self.evaluation(self.faults.of(p, cond), live));
                }
                self.value(cond, live);
                Some(Statement::If { cond: cond.clone(), then, otherwise })
            }
            Statement::Choose(bodies) => {
                let behind = std::mem::replace(live, vec![false; live.len()]);
                let mut branches: Vec<_> = bodies.iter().map(|b| self.branch(p, b, &behind, live)).collect();
                if let [on, other] = &bodies[..]
                    && is_limited(leading(on), leading(other))
                    && leading(&branches[0]) != leading(on)
                {
                    branches.truncate(1);
                }
                let vanishes = !branches.is_empty() && branches.iter().all(Vec::is_empty);
                (!vanishes).then_some(Statement::Choose(branches))
            }
        }
    }

    fn branch(&mut self, p: u32, body: &[Statement], behind: &Live, before: &mut Live) -> Vec<Statement> {
        let mut live = behind.clone();
        let left = self.body(p, body, &mut live);
        join(before, &live);
        left
    }

    /// Thread-local variables are handed on to the callee, and back.
    fn call(
        &mut self,
        p: u32,
        (callee, arguments, result, next): (u32, &[Expr], Option<Reg>, Loc),
        live: &mut Live,
    ) -> Op {
        let registers = &self.program.procedures[p as usize].registers;
        let shared = self.program.thread_locals.len();
        let result =
            result.filter(|r| live[r.0 as usize] || matches!(registers[r.0 as usize].domain, Domain::Enum { .. }));
        result.iter().for_each(|r| live[r.0 as usize] = false);
        self.wanted[callee as usize] |= result.is_some();
        join(&mut self.after[callee as usize], &live[..shared]);
        let callee_needs = self.live[self.program.procedures[callee as usize].entry.0 as usize].clone();
        live[..shared].copy_from_slice(&callee_needs[..shared]);
        let parameters = &self.program.procedures[callee as usize].registers[shared..];
        let mut left = vec![];
        for ((argument, parameter), needed) in arguments.iter().zip(parameters).zip(&callee_needs[shared..]) {
            let stays = *needed || self.faults.misfits(p, parameter.domain, argument);
            left.push(self.handed(p, argument, stays, live));
        }
        Op::Call { procedure: callee, arguments: left, result, next }
    }

    fn returned(&mut self, p: u32, value: Option<&Expr>, live: &mut Live) -> Option<Expr> {
        let left = self.handed(p, value?, self.wanted[p as usize], live);
        (left != Expr::Const(0)).then_some(left)
    }

    /// A value that is handed on; 0 if nobody needs it, but for what may go wrong.
    fn handed(&mut self, p: u32, value: &Expr, needed: bool, live: &mut Live) -> Expr {
        let left = match self.faults.of(p, value) {
            _ if needed => value.clone(),
            None => Expr::Const(0),
            Some(fault) => Expr::Binary(Binary::BitAnd, Box::new(fault), Box::new(Expr::Const(0))),
        };
        self.value(&left, live);
        left
    }

    fn evaluation(&mut self, fault: Option<Expr>, live: &mut Live) -> Rest {
        fault.iter().for_each(|e| self.value(e, live));
        fault.into()
    }
}

/// What a step does first, if that is no question.
fn first(op: &Op) -> Option<&Action> {
    match op {
        Op::Do { action, .. } => Some(action),
        Op::Atomic { body, .. } => leading(body),
        _ => None,
    }
}

/// Whether one way chooses a value, and the other one is taken by those that are left out.
fn is_limited(on: Option<&Action>, other: Option<&Action>) -> bool {
    let chooses = matches!(on, Some(Action::Choose { .. } | Action::ChooseRange { .. }));
    chooses && other == Some(&Action::Fail(Fault::Limit(Bound::Inputs)))
}

fn leading(body: &[Statement]) -> Option<&Action> {
    match body.first() {
        Some(Statement::Action(action)) => Some(action),
        _ => None,
    }
}

/// What is left of an action, as a step.
fn alone(rest: Rest, next: Loc) -> Op {
    match rest {
        Rest::Nothing => Op::Skip { next },
        Rest::Evaluates(cond) => Op::Branch { cond, then: next, otherwise: next },
        Rest::Does(action) => Op::Do { action, next },
    }
}

/// The same inside an atomic action.
fn inside(rest: Rest) -> Option<Statement> {
    match rest {
        Rest::Nothing => None,
        Rest::Evaluates(cond) => Some(Statement::If { cond, then: vec![], otherwise: vec![] }),
        Rest::Does(action) => Some(Statement::Action(action)),
    }
}

fn join(to: &mut [bool], from: &[bool]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
}

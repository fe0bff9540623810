//! Performing the transitions of a concurrent trace program one by one, in any order.

use super::ctp::{Ctp, Effect, Expr, VariableId};
use crate::ir::{Binary, Value};
use crate::semantics::{binary, unary};

/// The values of the variables, and how far every slice has come.
#[derive(Clone, Debug)]
pub struct Store {
    values: Vec<Option<i64>>,
    /// The slice that holds a lock.
    holders: Vec<Option<usize>>,
    done: Vec<usize>,
    /// Slices that some other one has still to fork.
    unborn: Vec<bool>,
    wrong: Vec<bool>,
}

/// Why a slice cannot go on now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// It has no transition left, or it has gone wrong.
    Ended,
    /// Nobody has forked it yet.
    Unborn,
    /// The guard does not hold.
    Guard,
    /// The lock is held, by this slice.
    Held(usize),
    /// It does not hold the lock that it gives back.
    NotHeld,
    /// The slice to be joined has not ended.
    Running(usize),
    /// The slice to be forked runs already.
    Forked(usize),
}

impl Store {
    pub fn new(ctp: &Ctp) -> Store {
        let mut unborn = vec![false; ctp.threads.len()];
        let forked = |e: &Effect| if let Effect::Fork(slice) = e { Some(*slice) } else { None };
        let transitions = ctp.threads.iter().flat_map(|s| &s.transitions);
        transitions.filter_map(|t| forked(&t.effect)).for_each(|slice| unborn[slice] = true);
        Store {
            values: ctp.variables.iter().map(|v| Some(v.initial)).collect(),
            holders: vec![None; ctp.variables.len()],
            done: vec![0; ctp.threads.len()],
            unborn,
            wrong: vec![false; ctp.threads.len()],
        }
    }

    /// What a variable holds; nothing if no expression says so.
    pub fn value(&self, v: VariableId) -> Option<i64> {
        self.values[v.0]
    }

    /// The value of an expression; nothing if it is not known, or divides by zero.
    pub fn eval(&self, e: &Expr) -> Option<i64> {
        match e {
            Expr::Const(v) => Some(*v),
            Expr::Var(v) => self.value(*v),
            Expr::Any => None,
            Expr::Unary(op, a) => Some(unary(*op, self.eval(a)? as Value).into()),
            Expr::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let decided = *op == Binary::Or;
                if (self.eval(a)? != 0) == decided {
                    return Some(decided.into());
                }
                Some((self.eval(b)? != 0).into())
            }
            Expr::Binary(op, a, b) => {
                let value = binary(*op, self.eval(a)? as Value, self.eval(b)? as Value);
                value.ok().map(i64::from)
            }
            Expr::Conditional(c, a, b) => self.eval(if self.eval(c)? != 0 { a } else { b }),
        }
    }

    /// Performs the next transition of a slice; false if it goes wrong there. `seen` are the values
    /// that its assignments left behind, where somebody saw them: they stand for those that no
    /// expression explains.
    pub fn perform(&mut self, ctp: &Ctp, slice: usize, seen: &[i64]) -> Result<bool, Obstacle> {
        let transition = ctp.threads[slice].transitions.get(self.done[slice]).ok_or(Obstacle::Ended)?;
        if self.wrong[slice] {
            return Err(Obstacle::Ended);
        }
        if self.unborn[slice] {
            return Err(Obstacle::Unborn);
        }
        if let Some(guard) = &transition.guard
            && self.eval(guard) == Some(0)
        {
            return Err(Obstacle::Guard);
        }
        let right = self.effect(ctp, slice, &transition.effect, seen)?;
        self.done[slice] += 1;
        self.wrong[slice] = !right;
        Ok(right)
    }

    fn effect(&mut self, ctp: &Ctp, slice: usize, effect: &Effect, seen: &[i64]) -> Result<bool, Obstacle> {
        match effect {
            Effect::Skip => {}
            Effect::Assign(assignments) => {
                let value = |(k, (v, e)): (usize, &(VariableId, Expr))| {
                    (*v, self.eval(e).map(|x| fitted(ctp, *v, x)).or(seen.get(k).copied()))
                };
                let values: Vec<_> = assignments.iter().enumerate().map(value).collect();
                values.into_iter().for_each(|(v, value)| self.values[v.0] = value);
            }
            Effect::Lock(m) => match self.holders[m.0] {
                Some(holder) => return Err(Obstacle::Held(holder)),
                None => self.hold(*m, Some(slice)),
            },
            Effect::Unlock(m) if self.holders[m.0] == Some(slice) => self.hold(*m, None),
            Effect::Unlock(_) => return Err(Obstacle::NotHeld),
            Effect::Fork(child) if self.unborn[*child] => self.unborn[*child] = false,
            Effect::Fork(child) => return Err(Obstacle::Forked(*child)),
            Effect::Join(child) if self.has_ended(ctp, *child) => {}
            Effect::Join(child) => return Err(Obstacle::Running(*child)),
            Effect::Assert(e) => return Ok(self.eval(e).or(seen.first().copied()) != Some(0)),
        }
        Ok(true)
    }

    fn hold(&mut self, m: VariableId, holder: Option<usize>) {
        self.holders[m.0] = holder;
        self.values[m.0] = Some(holder.is_some().into());
    }

    fn has_ended(&self, ctp: &Ctp, slice: usize) -> bool {
        self.done[slice] == ctp.threads[slice].transitions.len() && !self.unborn[slice]
    }
}

/// A value as the variable takes it: what is outside its range wraps.
pub fn fitted(ctp: &Ctp, v: VariableId, value: i64) -> i64 {
    let (lo, hi) = ctp.variables[v.0].range;
    lo + (value - lo).rem_euclid(hi - lo + 1)
}

//! Performing the transitions of a concurrent trace program one by one, with their values.

use super::ctp::{Ctp, Effect, Expr, Scope, VariableId};
use crate::ir::{Binary, Value};
use crate::semantics::{binary, unary};

/// Where all threads are and what the variables hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// How many transitions each thread has performed.
    pub done: Vec<usize>,
    /// Nothing where a value is not known. A lock holds 1 + the thread that holds it.
    values: Vec<Option<i64>>,
    /// Threads that wait to be forked.
    unborn: Vec<bool>,
}

/// What became of an attempt to perform a transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// The values that it stored.
    Performed(Vec<(VariableId, Option<i64>)>),
    /// It cannot be performed now.
    Blocked,
    /// The thread goes wrong.
    Wrong,
    /// That depends on a value that nothing is known of.
    Unknown,
}

struct DivisionByZero;

impl State {
    pub fn initial(ctp: &Ctp) -> State {
        let effects = || ctp.threads.iter().flat_map(|s| &s.transitions).map(|t| &t.effect);
        State {
            done: vec![0; ctp.threads.len()],
            values: ctp.variables.iter().map(|v| Some(v.initial)).collect(),
            unborn: (0..ctp.threads.len()).map(|t| effects().any(|e| *e == Effect::Fork(t))).collect(),
        }
    }

    /// Tries the next transition of a thread. The state changes only if it is performed.
    pub fn perform(&mut self, ctp: &Ctp, thread: usize) -> Attempt {
        let Some(transition) = ctp.threads[thread].transitions.get(self.done[thread]) else { return Attempt::Blocked };
        if self.unborn[thread] {
            return Attempt::Blocked;
        }
        let guard = transition.guard.as_ref().map_or(Ok(Some(1)), |g| self.eval(ctp, g));
        let attempt = match guard {
            Err(DivisionByZero) => Attempt::Wrong,
            Ok(None) => Attempt::Unknown,
            Ok(Some(0)) => Attempt::Blocked,
            Ok(_) => self.effect(ctp, thread, &transition.effect).unwrap_or(Attempt::Wrong),
        };
        if let Attempt::Performed(values) = &attempt {
            self.done[thread] += 1;
            values.iter().for_each(|(v, value)| self.values[v.0] = *value);
        }
        attempt
    }

    fn effect(&mut self, ctp: &Ctp, thread: usize, effect: &Effect) -> Result<Attempt, DivisionByZero> {
        let nothing = Attempt::Performed(vec![]);
        let holder = |m: &VariableId| self.values[m.0];
        Ok(match effect {
            Effect::Assign(assignments) => {
                let value = |(v, e): &(VariableId, Expr)| Ok((*v, self.eval(ctp, e)?.map(|x| fitted(ctp, *v, x))));
                Attempt::Performed(assignments.iter().map(value).collect::<Result<_, _>>()?)
            }
            Effect::Lock(m) if holder(m) == Some(0) => Attempt::Performed(vec![(*m, Some(thread as i64 + 1))]),
            Effect::Unlock(m) if holder(m) == Some(thread as i64 + 1) => Attempt::Performed(vec![(*m, Some(0))]),
            Effect::Fork(t) if self.unborn[*t] => {
                self.unborn[*t] = false;
                nothing
            }
            Effect::Join(t) if !self.unborn[*t] && self.done[*t] == ctp.threads[*t].transitions.len() => nothing,
            Effect::Lock(_) | Effect::Unlock(_) | Effect::Fork(_) | Effect::Join(_) => Attempt::Blocked,
            Effect::Assert(e) => match self.eval(ctp, e)? {
                Some(0) => Attempt::Wrong,
                Some(_) => nothing,
                None => Attempt::Unknown,
            },
            Effect::Skip => nothing,
        })
    }

    fn eval(&self, ctp: &Ctp, e: &Expr) -> Result<Option<i64>, DivisionByZero> {
        Ok(match e {
            Expr::Const(v) => Some(*v),
            Expr::Any => None,
            Expr::Var(v) if ctp.variable(*v).scope == Scope::Lock => {
                self.values[v.0].map(|holder| (holder != 0).into())
            }
            Expr::Var(v) => self.values[v.0],
            Expr::Unary(op, a) => self.eval(ctp, a)?.map(|a| unary(*op, a as Value).into()),
            Expr::Binary(op @ (Binary::And | Binary::Or), a, b) => {
                let decisive = *op == Binary::Or;
                match self.eval(ctp, a)? {
                    Some(a) if (a != 0) == decisive => Some(decisive.into()),
                    Some(_) => self.eval(ctp, b)?.map(|b| (b != 0).into()),
                    None => None,
                }
            }
            Expr::Binary(op, a, b) => match (self.eval(ctp, a)?, self.eval(ctp, b)?) {
                (Some(a), Some(b)) => Some(binary(*op, a as Value, b as Value).map_err(|_| DivisionByZero)?.into()),
                _ => None,
            },
            Expr::Conditional(c, a, b) => match self.eval(ctp, c)? {
                Some(c) => self.eval(ctp, if c != 0 { a } else { b })?,
                None => None,
            },
        })
    }
}

/// A value as the variable takes it: what is outside its range wraps.
fn fitted(ctp: &Ctp, v: VariableId, value: i64) -> i64 {
    let (lo, hi) = ctp.variable(v).range;
    lo + (value - lo).rem_euclid(hi - lo + 1)
}

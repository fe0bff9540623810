//! Performing the transitions of a concurrent trace program one by one, in any order, with their values.

use super::ctp::{Ctp, Effect, Expr, Scope, VariableId};
use super::domain::Evaluation;

/// Where all threads are and what the variables hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// How many transitions each thread has performed; one that goes wrong counts.
    pub done: Vec<usize>,
    /// Nothing where a value is not known. A lock holds 1 + the thread that holds it.
    values: Vec<Option<i64>>,
    lives: Vec<Life>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Life {
    /// Some other thread has still to fork it.
    Unborn,
    Running,
    Wrong,
}

/// What became of an attempt to perform a transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// The values that it stored.
    Performed(Vec<(VariableId, Option<i64>)>),
    /// It cannot be performed now.
    Blocked(Obstacle),
    /// The thread goes wrong.
    Wrong,
    /// That depends on a value that nothing is known of.
    Unknown,
}

/// Why a thread cannot go on now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// It has no transition left, or it has gone wrong.
    Ended,
    /// Nobody has forked it yet.
    Unborn,
    /// The guard does not hold.
    Guard,
    /// The lock is held, by this thread.
    Held(usize),
    /// It does not hold the lock that it gives back.
    NotHeld,
    /// The thread to be joined has not ended.
    Running(usize),
    /// The thread to be forked runs already.
    Forked(usize),
}

struct DivisionByZero;

/// The value of an expression, nothing where it is not known.
type Known = Result<Option<i64>, DivisionByZero>;

/// What somebody saw: the values that the assignments of a transition left behind, or how its assertion came out.
type Sight<'a> = Option<&'a [i64]>;

impl State {
    pub fn initial(ctp: &Ctp) -> State {
        let mut lives = vec![Life::Running; ctp.threads.len()];
        let forked = |e: &Effect| if let Effect::Fork(thread) = e { Some(*thread) } else { None };
        let transitions = ctp.threads.iter().flat_map(|s| &s.transitions);
        transitions.filter_map(|t| forked(&t.effect)).for_each(|thread| lives[thread] = Life::Unborn);
        State {
            done: vec![0; ctp.threads.len()],
            values: ctp.variables.iter().map(|v| Some(v.initial)).collect(),
            lives,
        }
    }

    /// What a variable holds, a lock whether it is held; nothing if no expression says so.
    pub fn value(&self, ctp: &Ctp, v: VariableId) -> Option<i64> {
        let value = self.values[v.0];
        if ctp.variable(v).scope == Scope::Lock { value.map(|holder| (holder != 0).into()) } else { value }
    }

    /// Tries the next transition of a thread. The state stays as it is if that is blocked or unknown.
    pub fn perform(&mut self, ctp: &Ctp, thread: usize) -> Attempt {
        self.attempt(ctp, thread, None)
    }

    /// Performs the next transition of a thread as somebody saw it: what was seen stands for values that no
    /// expression explains.
    pub fn follow(&mut self, ctp: &Ctp, thread: usize, seen: &[i64]) -> Attempt {
        self.attempt(ctp, thread, Some(seen))
    }

    fn attempt(&mut self, ctp: &Ctp, thread: usize, seen: Sight) -> Attempt {
        let transition = match (ctp.threads[thread].transitions.get(self.done[thread]), self.lives[thread]) {
            (None, _) | (_, Life::Wrong) => return Attempt::Blocked(Obstacle::Ended),
            (_, Life::Unborn) => return Attempt::Blocked(Obstacle::Unborn),
            (Some(transition), Life::Running) => transition,
        };
        let guard = transition.guard.as_ref();
        let attempt = match guard.map_or(Ok(Some(1)), |g| self.explained(ctp, g, seen.and(Some(&[1])), 0)) {
            Err(DivisionByZero) => Attempt::Wrong,
            Ok(None) => Attempt::Unknown,
            Ok(Some(0)) => Attempt::Blocked(Obstacle::Guard),
            Ok(_) => self.effect(ctp, thread, &transition.effect, seen).unwrap_or(Attempt::Wrong),
        };
        match &attempt {
            Attempt::Performed(values) => values.iter().for_each(|(v, value)| self.values[v.0] = *value),
            Attempt::Wrong => self.lives[thread] = Life::Wrong,
            Attempt::Blocked(_) | Attempt::Unknown => return attempt,
        }
        self.done[thread] += 1;
        attempt
    }

    fn effect(&mut self, ctp: &Ctp, thread: usize, effect: &Effect, seen: Sight) -> Result<Attempt, DivisionByZero> {
        let nothing = Attempt::Performed(vec![]);
        let me = thread as i64 + 1;
        Ok(match effect {
            Effect::Assign(assignments) => {
                let value = |(k, (v, e)): (usize, &(VariableId, Expr))| {
                    Ok((*v, self.explained(ctp, e, seen, k)?.map(|x| fitted(ctp, *v, x))))
                };
                Attempt::Performed(assignments.iter().enumerate().map(value).collect::<Result<_, _>>()?)
            }
            Effect::Lock(m) => match self.values[m.0] {
                Some(holder) if holder != 0 => Attempt::Blocked(Obstacle::Held(holder as usize - 1)),
                _ => Attempt::Performed(vec![(*m, Some(me))]),
            },
            Effect::Unlock(m) if self.values[m.0] == Some(me) => Attempt::Performed(vec![(*m, Some(0))]),
            Effect::Unlock(_) => Attempt::Blocked(Obstacle::NotHeld),
            Effect::Fork(child) if self.lives[*child] == Life::Unborn => {
                self.lives[*child] = Life::Running;
                nothing
            }
            Effect::Fork(child) => Attempt::Blocked(Obstacle::Forked(*child)),
            Effect::Join(child) if self.has_ended(ctp, *child) => nothing,
            Effect::Join(child) => Attempt::Blocked(Obstacle::Running(*child)),
            Effect::Assert(e) => match self.explained(ctp, e, seen, 0)? {
                Some(0) => Attempt::Wrong,
                None if seen.is_none() => Attempt::Unknown,
                _ => nothing,
            },
            Effect::Skip => nothing,
        })
    }

    fn has_ended(&self, ctp: &Ctp, thread: usize) -> bool {
        self.done[thread] == ctp.threads[thread].transitions.len() && self.lives[thread] != Life::Unborn
    }

    /// The value of an expression; if it explains nothing, the one that was seen at this place.
    fn explained(&self, ctp: &Ctp, e: &Expr, seen: Sight, place: usize) -> Known {
        match (self.eval(ctp, e), seen) {
            (Ok(None) | Err(DivisionByZero), Some(seen)) => Ok(seen.get(place).copied()),
            (known, _) => known,
        }
    }

    fn eval(&self, ctp: &Ctp, e: &Expr) -> Known {
        let mut evaluation = Evaluation::new(|v| self.value(ctp, v));
        match evaluation.eval(e) {
            // It may have gone wrong on the way, if something else was not known.
            Some(_) if evaluation.divides_by_zero => Ok(None),
            Some(known) => Ok(known),
            None => Err(DivisionByZero),
        }
    }
}

/// A value as the variable takes it: what is outside its range wraps.
pub fn fitted(ctp: &Ctp, v: VariableId, value: i64) -> i64 {
    let (lo, hi) = ctp.variable(v).range;
    lo + (value - lo).rem_euclid(hi - lo + 1)
}

//! What one thread can see, as intervals, and what its transitions make of it.

use super::ctp::{Ctp, Effect, Expr, Scope, Transition, VariableId};
use super::domain::{Domain, Evaluation};
use super::interval::Interval;
use crate::ir::{Binary, Unary};
use std::rc::Rc;

/// Where each variable stands in an environment: what is shared first, then the thread's own.
#[derive(Debug)]
pub struct Layout {
    slots: Vec<usize>,
    shared: usize,
    /// The variables of each thread, in order.
    locals: Vec<Vec<VariableId>>,
}

impl Layout {
    pub fn new(ctp: &Ctp) -> Layout {
        let mut layout = Layout { slots: vec![], shared: 0, locals: vec![vec![]; ctp.threads.len()] };
        layout.shared = (0..ctp.variables.len()).filter(|v| ctp.is_shared(VariableId(*v))).count();
        let mut shared = 0;
        for (v, variable) in ctp.variables.iter().enumerate() {
            let slot = match variable.scope {
                Scope::Local(t) => {
                    layout.locals[t].push(VariableId(v));
                    layout.shared + layout.locals[t].len() - 1
                }
                _ => {
                    shared += 1;
                    shared - 1
                }
            };
            layout.slots.push(slot);
        }
        layout
    }

    /// The number of shared variables: an environment begins with them.
    pub fn shared(&self) -> usize {
        self.shared
    }

    /// The slots of a thread's own variables.
    pub fn locals_of(&self, thread: usize) -> std::ops::Range<usize> {
        self.shared..self.shared + self.locals[thread].len()
    }

    pub fn slot(&self, v: VariableId) -> usize {
        self.slots[v.0]
    }

    pub fn initial(&self, ctp: &Ctp, thread: usize) -> Environment {
        let shared = (0..ctp.variables.len()).map(VariableId).filter(|v| ctp.is_shared(*v));
        let initial = |v: VariableId| Interval::constant(ctp.variable(v).initial);
        Environment(shared.chain(self.locals[thread].iter().copied()).map(initial).collect())
    }

    pub fn view(&self, env: &Environment) -> View {
        View { shared: env.0[..self.shared].into(), locals: env.0[self.shared..].into() }
    }
}

/// An interval for every shared variable and every variable of one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Environment(pub Vec<Interval>);

/// What one thread sees at one point of a path: the parts of an environment.
#[derive(Clone)]
pub struct View {
    pub shared: Rc<[Interval]>,
    pub locals: Rc<[Interval]>,
}

impl Environment {
    /// Widens this to what is in either; whether that changed anything.
    pub fn join(&mut self, view: &View) -> bool {
        let (shared, locals) = self.0.split_at_mut(view.shared.len());
        join(shared, &view.shared) | join(locals, &view.locals)
    }
}

impl View {
    pub fn environment(&self) -> Environment {
        Environment(self.shared.iter().chain(&self.locals[..]).copied().collect())
    }

    pub fn at(&self, slot: usize) -> Interval {
        self.shared.get(slot).copied().unwrap_or_else(|| self.locals[slot - self.shared.len()])
    }
}

/// Widens each of some intervals by its counterpart; whether that changed anything.
pub fn join(mine: &mut [Interval], theirs: &[Interval]) -> bool {
    let mut changed = false;
    for (mine, theirs) in mine.iter_mut().zip(theirs) {
        let both = mine.join(*theirs);
        changed |= both != *mine;
        *mine = both;
    }
    changed
}

/// What a transition does in an environment.
#[derive(Default, Debug)]
pub struct Outcome {
    /// The values that it stores, in the order of its assignments.
    pub stored: Vec<(VariableId, Interval)>,
    /// Whether it may go wrong.
    pub fails: bool,
    /// Whether its guard may be false.
    pub refuses: bool,
    /// Whether the thread can go on after it.
    pub goes_on: bool,
}

/// One transition in one environment: notes divisions by zero.
struct Performing<'a> {
    layout: &'a Layout,
    divides_by_zero: bool,
}

impl Performing<'_> {
    fn eval(&mut self, e: &Expr, env: &Environment) -> Option<Interval> {
        let mut evaluation = Evaluation::new(|v| env.0[self.layout.slot(v)]);
        let value = evaluation.eval(e);
        self.divides_by_zero |= evaluation.divides_by_zero;
        value
    }

    /// Every value that is stored, if that does not only go wrong.
    fn store(&mut self, ctp: &Ctp, all: &[(VariableId, Expr)], env: &Environment, outcome: &mut Outcome) -> bool {
        for (v, e) in all {
            let Some(value) = self.eval(e, env) else {
                outcome.stored.clear();
                return false;
            };
            outcome.stored.push((*v, value.wrapped(ctp.variable(*v).range)));
        }
        true
    }

    /// Narrows an environment to where an expression has a truth value; false if that is nowhere.
    fn assume(&mut self, e: &Expr, truth: bool, env: &mut Environment) -> bool {
        match (e, truth) {
            (Expr::Unary(Unary::Not, a), _) => self.assume(a, !truth, env),
            (Expr::Binary(Binary::And, a, b), true) | (Expr::Binary(Binary::Or, a, b), false) => {
                self.assume(a, truth, env) && self.assume(b, truth, env)
            }
            (Expr::Binary(op, a, b), _) if comparison(*op, truth).is_some() => {
                let op = comparison(*op, truth).unwrap_or(*op);
                self.is_possible(e, truth, env) && self.narrow(a, op, b, env) && self.narrow(b, turned(op), a, env)
            }
            _ => self.is_possible(e, truth, env),
        }
    }

    /// Whether a guard may be false where a thread comes to it. Graphs do not tell what others store while a thread
    /// waits for a lock or a thread.
    fn may_refuse(&mut self, ctp: &Ctp, t: &Transition, guard: &Expr, env: &Environment) -> bool {
        let waits = matches!(t.effect, Effect::Lock(_) | Effect::Unlock(_) | Effect::Fork(_) | Effect::Join(_));
        let mut shared = false;
        guard.for_each_variable(&mut |v| shared |= ctp.is_shared(v));
        waits && shared || self.is_possible(guard, false, env)
    }

    fn is_possible(&mut self, e: &Expr, truth: bool, env: &Environment) -> bool {
        self.eval(e, env).is_some_and(|i| if truth { i.truth().0 } else { i.truth().1 })
    }

    /// Narrows a variable to where it compares like this with an expression.
    fn narrow(&mut self, variable: &Expr, op: Binary, other: &Expr, env: &mut Environment) -> bool {
        let (Expr::Var(v), Some(other)) = (variable, self.eval(other, env)) else { return true };
        let all = Interval::TOP;
        let allowed = match op {
            Binary::Eq => other,
            Binary::Lt => Interval { hi: other.hi - 1, ..all },
            Binary::Le => Interval { hi: other.hi, ..all },
            Binary::Gt => Interval { lo: other.lo + 1, ..all },
            Binary::Ge => Interval { lo: other.lo, ..all },
            _ => all,
        };
        meet(&mut env.0[self.layout.slot(*v)], allowed)
    }
}

/// Narrows an interval to what is in another one too; false, and it stays as it is, if that is nothing.
fn meet(mine: &mut Interval, other: Interval) -> bool {
    let both = mine.meet(other);
    *mine = both.unwrap_or(*mine);
    both.is_some()
}

/// The comparison that holds if this one is true, or false.
fn comparison(op: Binary, truth: bool) -> Option<Binary> {
    let negated = match op {
        Binary::Eq => Binary::Ne,
        Binary::Ne => Binary::Eq,
        Binary::Lt => Binary::Ge,
        Binary::Le => Binary::Gt,
        Binary::Gt => Binary::Le,
        Binary::Ge => Binary::Lt,
        _ => return None,
    };
    Some(if truth { op } else { negated })
}

/// The comparison with its sides exchanged.
fn turned(op: Binary) -> Binary {
    match op {
        Binary::Lt => Binary::Gt,
        Binary::Le => Binary::Ge,
        Binary::Gt => Binary::Lt,
        Binary::Ge => Binary::Le,
        _ => op,
    }
}

/// Performs a transition in an environment. The outcome replaces an earlier one.
pub fn perform(ctp: &Ctp, layout: &Layout, t: &Transition, env: &mut Environment, outcome: &mut Outcome) {
    let mut performing = Performing { layout, divides_by_zero: false };
    outcome.stored.clear();
    outcome.fails = false;
    if !t.constants.iter().all(|(v, x)| meet(&mut env.0[layout.slot(*v)], Interval::constant(*x))) {
        outcome.refuses = false;
        outcome.goes_on = false;
        return;
    }
    outcome.refuses = t.guard.as_ref().is_some_and(|guard| performing.may_refuse(ctp, t, guard, env));
    outcome.goes_on = t.guard.as_ref().is_none_or(|guard| performing.assume(guard, true, env));
    if outcome.goes_on {
        match &t.effect {
            Effect::Assign(assignments) => outcome.goes_on = performing.store(ctp, assignments, env, outcome),
            Effect::Lock(m) => outcome.stored.push((*m, Interval::TRUE)),
            Effect::Unlock(m) => outcome.stored.push((*m, Interval::FALSE)),
            Effect::Assert(e) => {
                outcome.fails = performing.eval(e, env).is_none_or(|i| i.truth().1);
                outcome.goes_on = performing.assume(e, true, env);
            }
            Effect::Fork(_) | Effect::Join(_) | Effect::Skip => {}
        }
    }
    outcome.fails |= performing.divides_by_zero;
    outcome.stored.iter().for_each(|(v, i)| env.0[layout.slot(*v)] = *i);
}

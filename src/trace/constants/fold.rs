//! Transitions in which constants stand for what is read.

use super::super::ctp::{Effect, Expr, Transition, VariableId};
use super::super::domain::Evaluation;
use crate::ir::{Binary, Unary};
use std::collections::BTreeMap;

type Known = BTreeMap<VariableId, i64>;

/// The same transition where these variables have these values. A guard that is always true is left out.
pub(super) fn transition(t: &Transition, known: &Known) -> Transition {
    let effect = match &t.effect {
        Effect::Assign(assignments) => {
            Effect::Assign(assignments.iter().map(|(v, e)| (*v, expression(e, known))).collect())
        }
        Effect::Assert(e) => Effect::Assert(expression(e, known)),
        effect => effect.clone(),
    };
    let guard = t.guard.as_ref().map(|g| expression(g, known));
    let guard = guard.filter(|g| !matches!(g, Expr::Const(c) if *c != 0));
    Transition { guard, effect, constants: known.iter().map(|(v, x)| (*v, *x)).collect(), ..t.clone() }
}

fn expression(e: &Expr, known: &Known) -> Expr {
    let part = |e: &Expr| Box::new(expression(e, known));
    let folded = match e {
        Expr::Var(v) => known.get(v).map_or_else(|| e.clone(), |x| Expr::Const(*x)),
        Expr::Const(_) | Expr::Any => e.clone(),
        Expr::Unary(op, a) => Expr::Unary(*op, part(a)),
        Expr::Binary(op, a, b) => Expr::Binary(*op, part(a), part(b)),
        Expr::Conditional(c, a, b) => Expr::Conditional(part(c), part(a), part(b)),
    };
    number(&folded).map_or_else(|| decided(folded), Expr::Const)
}

/// The one value that an expression has, unless it may go wrong.
fn number(e: &Expr) -> Option<i64> {
    let mut evaluation = Evaluation::new(|_: VariableId| None);
    let value = evaluation.eval(e).flatten();
    value.filter(|_| !evaluation.divides_by_zero)
}

/// What is left of an expression whose first part decides which other part counts.
fn decided(e: Expr) -> Expr {
    match e {
        Expr::Binary(op @ (Binary::And | Binary::Or), a, b) => match (*a, *b) {
            (Expr::Const(_), b) if is_truth(&b) => b,
            (a, Expr::Const(c)) if is_truth(&a) && (c != 0) == (op == Binary::And) => a,
            (a, b) => Expr::Binary(op, a.into(), b.into()),
        },
        Expr::Conditional(c, a, b) => match *c {
            Expr::Const(0) => *b,
            Expr::Const(_) => *a,
            c => Expr::Conditional(c.into(), a, b),
        },
        e => e,
    }
}

/// Whether its only values are 0 and 1.
fn is_truth(e: &Expr) -> bool {
    use Binary::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
    matches!(e, Expr::Unary(Unary::Not, _) | Expr::Binary(And | Or | Eq | Ne | Lt | Le | Gt | Ge, ..))
}

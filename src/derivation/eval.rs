//! Values of expressions, and what patterns bind.

use super::rules::{Expr, Pattern};
use moverlog_rules::{Program, Question, Value};

/// The variables of a rule, the newest last.
pub(super) type Bindings<'a> = Vec<(&'a str, Value)>;

/// Whoever is told what was asked, of what, and the answer.
pub(super) type Asked<'w> = dyn FnMut(Question, &[u32], &Value) + 'w;

/// Evaluates; every question on the way is told.
pub(super) fn eval(program: &dyn Program, e: &Expr, bound: &Bindings<'_>, asked: &mut Asked<'_>) -> Value {
    let mut is = |e: &Expr| is_true(&eval(program, e, bound, asked));
    match e {
        Expr::Truth(b) => Value::from(*b),
        Expr::Number(n) => Value::Atom(*n),
        Expr::Variable(name) => lookup(name, bound).clone(),
        Expr::Not(a) => Value::from(!is(a)),
        Expr::And(a, b) => Value::from(is(a) && is(b)),
        Expr::Or(a, b) => Value::from(is(a) || is(b)),
        Expr::Ask { question, arguments, .. } => {
            let columns: Vec<u32> = arguments.iter().map(|a| as_atom(&eval(program, a, bound, asked))).collect();
            let answer = question.ask(program, &columns);
            asked(*question, &columns, &answer);
            answer
        }
        Expr::Make(constructor, parts) => {
            let parts: Vec<u32> = parts.iter().map(|p| as_atom(&eval(program, p, bound, asked))).collect();
            Value::Atom(constructor.of(&parts))
        }
        Expr::Operate(operator, a, b) => operator.of(&eval(program, a, bound, asked), &eval(program, b, bound, asked)),
        Expr::All { pattern, domain, holds } => {
            let items = as_list(eval(program, domain, bound, asked));
            Value::from(items.into_iter().all(|item| {
                let mut inner = bound.clone();
                !bind(pattern, item, &mut inner) || is_true(&eval(program, holds, &inner, asked))
            }))
        }
    }
}

/// The value of a column or an argument; nobody is told.
pub(super) fn atom(program: &dyn Program, e: &Expr, bound: &Bindings<'_>) -> u32 {
    as_atom(&eval(program, e, bound, &mut |_, _, _| {}))
}

/// Matches a column or an answer; a variable that is bound already must be equal.
pub(super) fn bind<'a>(pattern: &'a Pattern, value: Value, bound: &mut Bindings<'a>) -> bool {
    match (pattern, value) {
        (Pattern::Any, _) => true,
        (Pattern::Variable(name), value) => match bound.iter().rev().find(|(n, _)| n == name) {
            Some((_, known)) => *known == value,
            None => {
                bound.push((name, value));
                true
            }
        },
        (Pattern::Tuple(patterns), Value::Tuple(values)) => patterns.iter().zip(values).all(|(p, v)| bind(p, v, bound)),
        (Pattern::Some(inner), Value::Option(Some(value))) => bind(inner, *value, bound),
        _ => false,
    }
}

/// The columns of a fact.
pub(super) fn bind_all<'a>(patterns: &'a [Pattern], columns: &[u32], bound: &mut Bindings<'a>) -> bool {
    patterns.iter().zip(columns).all(|(p, c)| bind(p, Value::Atom(*c), bound))
}

/// What a column must be: nothing if it may be anything.
pub(super) fn known(pattern: &Pattern, bound: &Bindings<'_>) -> Option<u32> {
    match pattern {
        Pattern::Variable(name) => find(name, bound).map(as_atom),
        _ => None,
    }
}

pub(super) fn find<'b>(name: &str, bound: &'b Bindings<'_>) -> Option<&'b Value> {
    bound.iter().rev().find(|(n, _)| *n == name).map(|(_, v)| v)
}

fn lookup<'b>(name: &str, bound: &'b Bindings<'_>) -> &'b Value {
    find(name, bound).unwrap_or_else(|| unreachable!("`{name}` is not bound"))
}

pub(super) fn flatten(value: &Value, out: &mut Vec<u32>) {
    match value {
        Value::Tuple(values) => values.iter().for_each(|v| flatten(v, out)),
        Value::Option(Some(value)) => flatten(value, out),
        other => out.push(as_atom(other)),
    }
}

pub(super) fn is_true(value: &Value) -> bool {
    as_atom(value) != 0
}

pub(super) fn as_atom(value: &Value) -> u32 {
    match value {
        Value::Atom(a) => *a,
        other => unreachable!("one value, not {other:?}"),
    }
}

/// The answers to a question that has several.
pub(super) fn as_list(value: Value) -> Vec<Value> {
    match value {
        Value::List(items) => items,
        other => unreachable!("`for` ranges over answers, not {other:?}"),
    }
}

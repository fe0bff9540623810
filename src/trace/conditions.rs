//! Conditions over the variables of a log.

use super::ctp::Expr;
use super::log;
use crate::ir::Binary;

pub(super) fn binary_expr(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

/// All conditions as one. Of those that are too many or too long for a log nothing is known.
pub(super) fn conjunction(conditions: Vec<Expr>) -> Option<Expr> {
    let mut operators = 0;
    let mut fits = |condition: &Expr| {
        // Each may be in parentheses, and behind an operator.
        let inner = log::extent(condition);
        operators += inner.operators + 2;
        log::Extent { operators: operators + 2, depth: inner.depth + 2 }.is_readable()
    };
    let known = conditions.iter().take_while(|c| fits(c)).count();
    let rest = (known < conditions.len()).then_some(Expr::Any);
    conditions.into_iter().take(known).chain(rest).reduce(|a, b| binary_expr(Binary::And, a, b))
}

/// `lo <= e && e <= hi`
pub(super) fn between(e: &Expr, lo: i64, hi: i64) -> Expr {
    let from = binary_expr(Binary::Le, Expr::Const(lo), e.clone());
    binary_expr(Binary::And, from, binary_expr(Binary::Le, e.clone(), Expr::Const(hi)))
}

//! Questions that can be answered once all functions are lowered and all objects have a place: until then each is a mark,
//! where a step decides.

use super::convert::binary;
use crate::ir::{Binary, Expr, Op, Program, Statement, Stride};

/// No pointers are subtracted by elements of no cells: a question about two values, with a number that says which.
pub(super) fn question(a: Expr, b: Expr, number: u32) -> Expr {
    Expr::Distance { to: Box::new(a), from: Box::new(b), stride: Stride { cells: 0, bytes: number } }
}

/// Puts answers in place of questions.
pub(super) fn answer(program: &mut Program, says: &dyn Fn(&Expr, &Expr, u32) -> Option<Expr>) {
    for location in &mut program.locations {
        match &mut location.op {
            Op::Branch { cond, .. } => answer_one(cond, says),
            Op::Atomic { body, .. } => answer_all(body, says),
            _ => {}
        }
    }
}

fn answer_all(body: &mut [Statement], says: &dyn Fn(&Expr, &Expr, u32) -> Option<Expr>) {
    for statement in body {
        match statement {
            Statement::Action(_) => {}
            Statement::If { cond, then, otherwise } => {
                answer_one(cond, says);
                [then, otherwise].into_iter().for_each(|body| answer_all(body, says));
            }
            Statement::Choose(bodies) => bodies.iter_mut().for_each(|body| answer_all(body, says)),
        }
    }
}

fn answer_one(cond: &mut Expr, says: &dyn Fn(&Expr, &Expr, u32) -> Option<Expr>) {
    if let Expr::Distance { to, from, stride: Stride { cells: 0, bytes } } = cond
        && let Some(answer) = says(to, from, *bytes)
    {
        *cond = answer;
    }
}

/// Whether one of these holds.
pub(super) fn any(of: impl Iterator<Item = Expr>) -> Expr {
    of.reduce(|a, b| binary(Binary::Or, a, b)).unwrap_or(Expr::Const(0))
}

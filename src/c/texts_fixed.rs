//! Texts that are written down in the program: whoever writes there goes wrong (C11 6.4.5p7).
//!
//! Where a pointer leads is known when the program runs, so each store of a character through one asks first.

use super::unit::Unit;
use crate::ir::*;

impl Unit<'_> {
    /// Once all functions are there.
    pub(super) fn texts_are_fixed(&mut self) {
        let all = self.program.globals.iter().filter(|g| g.name.starts_with("text@") && g.is_array);
        let texts: Vec<(Cell, u32)> = all.map(|g| (g.base, g.len)).collect();
        if texts.is_empty() {
            return;
        }
        for location in &mut self.program.locations {
            let op = std::mem::replace(&mut location.op, Op::End);
            location.op = guarded(op, &texts);
        }
    }
}

fn guarded(op: Op, texts: &[(Cell, u32)]) -> Op {
    match op {
        Op::Do { action, next } => match asked(&action, texts) {
            Some(asks) => Op::Atomic { body: vec![asks, Statement::Action(action)], next },
            None => Op::Do { action, next },
        },
        Op::Atomic { body, next } => Op::Atomic { body: all_guarded(body, texts), next },
        op => op,
    }
}

fn all_guarded(body: Vec<Statement>, texts: &[(Cell, u32)]) -> Vec<Statement> {
    body.into_iter().flat_map(|statement| statement_guarded(statement, texts)).collect()
}

fn statement_guarded(statement: Statement, texts: &[(Cell, u32)]) -> Vec<Statement> {
    match statement {
        Statement::Action(action) => asked(&action, texts).into_iter().chain([Statement::Action(action)]).collect(),
        Statement::If { cond, then, otherwise } => {
            let (then, otherwise) = (all_guarded(then, texts), all_guarded(otherwise, texts));
            vec![Statement::If { cond, then, otherwise }]
        }
        Statement::Choose(bodies) => {
            vec![Statement::Choose(bodies.into_iter().map(|body| all_guarded(body, texts)).collect())]
        }
    }
}

/// Goes wrong where the action stores a character in a text.
fn asked(action: &Action, texts: &[(Cell, u32)]) -> Option<Statement> {
    let (Action::Assign { place, .. } | Action::Choose { place, .. } | Action::Cas { place, .. }) = action else {
        return None;
    };
    let (PlaceKind::Deref { pointer }, Domain::Range { lo: -128, hi: 127 }) = (&place.kind, place.domain) else {
        return None;
    };
    let fault = Fault::Undefined("a text is written to that stands in the program".into());
    let cond = texts.iter().map(|text| is_in(pointer, *text)).reduce(|a, b| binary(Binary::Or, a, b))?;
    Some(Statement::If { cond, then: vec![Statement::Action(Action::Fail(fault))], otherwise: vec![] })
}

fn is_in(pointer: &Expr, (first, len): (Cell, u32)) -> Expr {
    let at = |further: u32| Expr::Const((first.0 + 1 + further) as Value);
    let from = binary(Binary::Ge, pointer.clone(), at(0));
    binary(Binary::And, from, binary(Binary::Lt, pointer.clone(), at(len)))
}

fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

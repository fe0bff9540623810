//! Expressions of concurrent trace programs on numbers as bits, as `domain` has them on values.

use super::clauses::Clauses;
use crate::ir::Binary;
use crate::operators;
use crate::symbolic::circuit::Lit;
use crate::symbolic::words::{Arithmetic, WIDTH, Word};
use crate::trace::ctp::Expr;

/// One evaluation, and where it goes wrong.
pub struct Evaluation<'a> {
    clauses: &'a mut Clauses,
    /// What every variable holds.
    values: &'a [Word],
    /// Whether what is being evaluated is needed.
    needed: Lit,
    pub fails: Lit,
}

impl<'a> Evaluation<'a> {
    pub fn new(clauses: &'a mut Clauses, values: &'a [Word]) -> Self {
        Evaluation { clauses, values, needed: Lit::TRUE, fails: Lit::FALSE }
    }

    pub fn eval(&mut self, e: &Expr) -> Word {
        match e {
            Expr::Const(v) => Word::constant(*v),
            Expr::Var(v) => self.values[v.0].clone(),
            Expr::Any => Word::new(self.clauses.free_bits(WIDTH)),
            Expr::Unary(op, a) => {
                let a = self.eval(a);
                operators::unary(&mut self.clauses.circuit, *op, &a)
            }
            Expr::Binary(op @ (Binary::And | Binary::Or), a, b) => self.shortcut(*op == Binary::Or, a, b),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.eval(a), self.eval(b));
                self.binary(*op, &a, &b)
            }
            Expr::Conditional(condition, a, b) => {
                let condition = self.truth(condition);
                let a = self.needed_if(condition, |e| e.eval(a));
                let b = self.needed_if(!condition, |e| e.eval(b));
                self.clauses.circuit.select(condition, &a, &b)
            }
        }
    }

    pub fn truth(&mut self, e: &Expr) -> Lit {
        let value = self.eval(e);
        self.clauses.circuit.is_true(&value)
    }

    fn needed_if<T>(&mut self, condition: Lit, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.needed;
        self.needed = self.clauses.circuit.and(before, condition);
        let found = evaluate(self);
        self.needed = before;
        found
    }

    /// `a || b` if true decides, otherwise `a && b`.
    fn shortcut(&mut self, decisive: bool, a: &Expr, b: &Expr) -> Word {
        let a = self.truth(a);
        let b = self.needed_if(a.negated_if(decisive), |e| e.truth(b));
        let c = &mut self.clauses.circuit;
        Word::truth(if decisive { c.or(a, b) } else { c.and(a, b) })
    }

    fn binary(&mut self, op: Binary, a: &Word, b: &Word) -> Word {
        let c = &mut self.clauses.circuit;
        let exact = operators::binary(c, op, a, b);
        let value = exact.wrapped(WIDTH);
        let fails = match op {
            _ if op.divides() => !c.is_true(b),
            _ if op.is_wide() => !c.equal(&exact, &value),
            _ => return value,
        };
        let fails = c.and(self.needed, fails);
        self.fails = c.or(self.fails, fails);
        value
    }
}

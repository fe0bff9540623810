//! Expressions. What is chosen in them is chosen before, into registers of the same step.

use super::actions::{binary, chosen, not};
use super::ast::{Expr as Written, Name, Operator};
use super::body::Body;
use crate::ir::*;

impl<'f> Body<'_, 'f> {
    /// The value of an expression; what has to be done before goes to `before`.
    pub(super) fn value(&mut self, e: &'f Written, before: &mut Vec<Statement>) -> Expr {
        match e {
            Written::Const(value) => Expr::Const(Value::from(*value)),
            Written::Any => self.any(before),
            Written::Variable(name) => Expr::Load(self.place(name)),
            Written::Next(name) => match self.next.get(name.text.as_str()) {
                Some(value) => value.clone(),
                None => Expr::Load(self.place(name)),
            },
            Written::Schoose(a, b) => self.schoose(a, b, before),
            Written::Not(a) => not(self.value(a, before)),
            Written::Binary(operator, a, b) => {
                let (a, b) = (self.value(a, before), self.value(b, before));
                match operator {
                    Operator::Implies => binary(Binary::Or, not(a), b),
                    Operator::Equals => binary(Binary::Eq, a, b),
                    Operator::Differs | Operator::Xor => binary(Binary::Ne, a, b),
                    Operator::Or => binary(Binary::Or, a, b),
                    Operator::And => binary(Binary::And, a, b),
                }
            }
            Written::Conditional(c, a, b) => {
                let [c, a, b] = [c, a, b].map(|e| Box::new(self.value(e, before)));
                Expr::Conditional(c, a, b)
            }
        }
    }

    /// True if `a`, else false if `b`, else any.
    fn schoose(&mut self, a: &'f Written, b: &'f Written, before: &mut Vec<Statement>) -> Expr {
        match (self.value(a, before), self.value(b, before)) {
            (Expr::Const(1), _) => Expr::Const(1),
            (a, Expr::Const(1)) => a,
            (Expr::Const(0), Expr::Const(0)) => self.any(before),
            (a, b) => {
                let any = self.any(before);
                binary(Binary::Or, a, binary(Binary::And, not(b), any))
            }
        }
    }

    fn any(&mut self, before: &mut Vec<Statement>) -> Expr {
        let place = self.spare();
        before.push(chosen(place.clone()));
        Expr::Load(place)
    }

    /// Where a variable lies: locals hide globals.
    pub(super) fn place(&self, name: &Name) -> Place {
        let names = self.unit.names;
        let local = names.locals[self.frame.procedure].iter().position(|l| l.text == name.text);
        let kind = match local {
            Some(i) => PlaceKind::Reg(self.frame.variables[i]),
            None => PlaceKind::Cell(Cell(names.globals[name.text.as_str()] as u32)),
        };
        Place { kind, domain: Domain::Bool }
    }
}

//! `switch`: its cases are tested one after the other.

use super::constants::TOO_WIDE;
use super::forms::Operand;
use super::function::{Body, Switch};
use super::types::{INT, Type};
use super::unit::Lowered;
use crate::ir::{Binary, Expr, Value};
use lang_c::ast::*;
use lang_c::span::{Node, Span};

impl Body<'_, '_> {
    pub(super) fn switch(&mut self, s: &SwitchStatement) -> Lowered<()> {
        let value = self.value(&s.expression)?;
        let Some(int) = value.ty.int() else {
            return self.refuse(s.expression.span, "`switch` needs a number", "of something else");
        };
        let ty = Type::Int(int.promoted());
        let value = self.converted(value, &ty, s.expression.span)?;
        let value = self.fixed(value);
        let (tests, end) = (self.steps.fresh(), self.steps.fresh());
        let here = self.here.clone();
        self.goto(tests);
        self.switches.push(Switch { ty, cases: vec![], default: None });
        let next = self.loops.iter().rev().find_map(|(_, to)| *to);
        self.loops.push((end, next));
        self.statement(&s.statement);
        self.loops.pop();
        self.goto(end);
        let Switch { cases, default, .. } = self.switches.pop().expect("it was pushed");
        self.at = tests;
        self.here = here;
        for (lo, hi, mark, _) in cases {
            let other = self.steps.fresh();
            self.branch(between(&value, lo, hi), mark, other);
            self.land(other);
        }
        self.goto(default.unwrap_or(end));
        self.land(end);
        Ok(())
    }

    pub(super) fn labelled(&mut self, l: &LabeledStatement, span: Span) -> Lowered<()> {
        match &l.label.node {
            Label::Identifier(name) => {
                self.leaves_no_handler(name.span, None)?;
                let mark = self.label(&name.node.name, span, true);
                self.land(mark);
                // A jump back to here comes to a step.
                self.here = self.located(name.span, format!("{}:", name.node.name));
                self.skip();
            }
            Label::Default => {
                let mark = self.steps.fresh();
                self.land(mark);
                match self.switches.last_mut() {
                    Some(Switch { default: Some(_), .. }) => {
                        return self.refuse(span_of_label(l), "`default` is there twice", "again");
                    }
                    Some(switch) => switch.default = Some(mark),
                    None => return self.refuse(span_of_label(l), "`default` is in no `switch`", "not inside of one"),
                }
            }
            Label::Case(e) => match self.case_value(e) {
                // No value that is followed is this one; what stands above may go on here.
                Err(refusal) if refusal.0.message == TOO_WIDE && !self.switches.is_empty() => {
                    let mark = self.steps.fresh();
                    self.land(mark);
                }
                value => {
                    let value = value?;
                    self.case(value, value, span_of_label(l))?;
                }
            },
            Label::CaseRange(range) => {
                let (lo, hi) = (self.case_value(&range.node.low)?, self.case_value(&range.node.high)?);
                self.case(lo, hi, span_of_label(l))?;
            }
        }
        self.statement(&l.statement);
        Ok(())
    }

    fn case_value(&mut self, e: &Node<Expression>) -> Lowered<Value> {
        let ty = self.switches.last().map_or(INT, |switch| switch.ty.clone());
        self.unit.constant_as(e, &ty)
    }

    fn case(&mut self, lo: Value, hi: Value, span: Span) -> Lowered<()> {
        let mark = self.steps.fresh();
        self.land(mark);
        let Some(switch) = self.switches.last_mut() else {
            return self.refuse(span, "`case` is in no `switch`", "not inside of one");
        };
        let same = switch.cases.iter().find(|(from, to, ..)| *from <= hi && lo <= *to).map(|case| case.3);
        switch.cases.push((lo, hi, mark, span));
        let Some(first) = same else { return Ok(()) };
        let (value, line) = (lo, self.unit.source.line(first.start));
        let message = format!("`case {value}` is there twice; the first is in line {line}");
        Err(self.unit.refusal(span, message, "again").help("remove one of the two").into())
    }
}

fn between(value: &Operand, lo: Value, hi: Value) -> Expr {
    let compare = |op, a: Expr, b: Expr| Expr::Binary(op, Box::new(a), Box::new(b));
    let e = || value.expr.clone();
    if lo == hi {
        return compare(Binary::Eq, e(), Expr::Const(lo));
    }
    let unsigned = value.ty.int().is_some_and(|int| int.bits == 32 && !int.signed);
    let le = if unsigned { Binary::UnsignedLe } else { Binary::Le };
    compare(Binary::And, compare(le, Expr::Const(lo), e()), compare(le, e(), Expr::Const(hi)))
}

/// `case 1`, `default`.
fn span_of_label(l: &LabeledStatement) -> Span {
    l.label.span
}

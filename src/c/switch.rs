//! `switch`: its cases are tested one after the other.

use super::function::{Body, Switch};
use super::unit::Lowered;
use crate::ir::{Binary, Expr, Value};
use lang_c::ast::*;
use lang_c::span::Span;

impl Body<'_, '_> {
    pub(super) fn switch(&mut self, s: &SwitchStatement) -> Lowered<()> {
        let value = self.value(&s.expression)?;
        let value = self.fixed(value);
        let (tests, end) = (self.steps.fresh(), self.steps.fresh());
        let here = self.here.clone();
        self.goto(tests);
        self.switches.push(Switch::default());
        let next = self.loops.iter().rev().find_map(|(_, to)| *to);
        self.loops.push((end, next));
        self.statement(&s.statement);
        self.loops.pop();
        self.goto(end);
        let Switch { cases, default } = self.switches.pop().expect("it was pushed");
        self.at = tests;
        self.here = here;
        for (lo, hi, mark, _) in cases {
            let other = self.steps.fresh();
            self.branch(between(value.expr.clone(), lo, hi), mark, other);
            self.land(other);
        }
        self.goto(default.unwrap_or(end));
        self.land(end);
        Ok(())
    }

    pub(super) fn labelled(&mut self, l: &LabeledStatement, span: Span) -> Lowered<()> {
        match &l.label.node {
            Label::Identifier(name) => {
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
            Label::Case(e) => {
                let value = self.unit.constant(e)?;
                self.case(value, value, span_of_label(l))?;
            }
            Label::CaseRange(range) => {
                let (lo, hi) = (self.unit.constant(&range.node.low)?, self.unit.constant(&range.node.high)?);
                self.case(lo, hi, span_of_label(l))?;
            }
        }
        self.statement(&l.statement);
        Ok(())
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

fn between(e: Expr, lo: Value, hi: Value) -> Expr {
    let compare = |op, a: Expr, b: Value| Expr::Binary(op, Box::new(a), Box::new(Expr::Const(b)));
    if lo == hi {
        return compare(Binary::Eq, e, lo);
    }
    let (from, to) = (compare(Binary::Ge, e.clone(), lo), compare(Binary::Le, e, hi));
    Expr::Binary(Binary::And, Box::new(from), Box::new(to))
}

/// `case 1`, `default`.
fn span_of_label(l: &LabeledStatement) -> Span {
    l.label.span
}

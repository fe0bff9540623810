//! `switch`: its value is a step, and each `case` that is tried is one.

use super::body::Body;
use super::types::Type;
use crate::diagnostics::{Diagnostic, Span};
use crate::ir::build::{Mark, Naming};
use crate::ir::{Action, Binary, Expr, Op, Place, PlaceKind, Value};
use crate::syntax::ast::{Section, Switch, Values};
use crate::syntax::lexer::one_line;

/// The numbers that a `case` names, and where.
type Known = Vec<(Value, Value, Span)>;

impl Body<'_, '_> {
    /// The value is kept in a hidden local while the cases are tried, in their order and in steps of the thread alone;
    /// where none has it, control goes to `default`, or behind the `switch`.
    pub(super) fn switch(&mut self, switch: &Switch, at: Mark, next: Mark) {
        let (value, ty) = self.checker.expr(&switch.value);
        let ty = self.counted(ty, switch.value.span);
        let register = self.hidden("switched", ty.value().domain());
        let place = Place { kind: PlaceKind::Reg(register), domain: ty.value().domain() };
        let tests = self.steps.fresh();
        let text = one_line(self.checker.text, switch.head);
        let op = Op::Do { action: Action::Assign { place: place.clone(), value }, next: tests.loc() };
        self.push(at, op, text, switch.head, Naming::Own);
        let entries: Vec<Mark> = switch.sections.iter().map(|_| self.steps.fresh()).collect();
        self.while_live(Some(register), |body| {
            let otherwise = body.tests(switch, &Expr::Load(place), ty, tests, &entries);
            let default = body.default(&switch.sections, &entries);
            body.steps.alias(otherwise, default.unwrap_or(next));
        });
        self.loops.push((None, next));
        let ends = entries.iter().skip(1).copied().chain([next]);
        for ((section, entry), end) in switch.sections.iter().zip(&entries).zip(ends) {
            self.scoped(|body| body.sequence(&section.body, *entry, end));
        }
        self.loops.pop();
    }

    /// One step for each `case`; where control is if none of them has the value.
    fn tests(&mut self, switch: &Switch, value: &Expr, ty: Type, from: Mark, entries: &[Mark]) -> Mark {
        let (mut at, mut known) = (from, Known::new());
        for (section, entry) in switch.sections.iter().zip(entries) {
            let Some(values) = &section.values else { continue };
            let tests = values.iter().filter_map(|v| self.test(v, value, ty, &mut known));
            let either = |a, b| Expr::Binary(Binary::Or, Box::new(a), Box::new(b));
            let cond = tests.reduce(either).unwrap_or(Expr::Const(0));
            let otherwise = self.steps.fresh();
            let op = Op::Branch { cond, then: entry.loc(), otherwise: otherwise.loc() };
            let text = one_line(self.checker.text, section.head);
            self.push(at, op, text, section.head, Naming::Own);
            at = otherwise;
        }
        at
    }

    /// Whether the value is one of these.
    fn test(&mut self, values: &Values, value: &Expr, ty: Type, known: &mut Known) -> Option<Expr> {
        let mut ends = [&values.lo].into_iter().chain(&values.hi).map(|e| {
            let (v, found) = self.checker.constant(e)?;
            self.checker.require(ty, found, e.span);
            ty.accepts(found).then_some(v)
        });
        let lo = ends.next()??;
        let hi = ends.next().map_or(Some(lo), |hi| hi)?;
        self.is_new((lo, hi, values.span), known);
        let compared = |op, v| Expr::Binary(op, Box::new(value.clone()), Box::new(Expr::Const(v)));
        Some(match lo == hi {
            true => compared(Binary::Eq, lo),
            false => {
                let (from, to) = (compared(Binary::Ge, lo), compared(Binary::Le, hi));
                Expr::Binary(Binary::And, Box::new(from), Box::new(to))
            }
        })
    }

    /// Reports values that another `case` has, or that are none.
    fn is_new(&mut self, (lo, hi, span): (Value, Value, Span), known: &mut Known) {
        let before = known.iter().find(|(l, h, _)| lo <= *h && *l <= hi).copied();
        if lo > hi {
            let message = format!("there is no number from {lo} to {hi}");
            let diagnostic = Diagnostic::error(message, span, "an empty range");
            return self.checker.report(diagnostic.help(format!("write `{hi}..{lo}`")));
        }
        if let Some((l, _, first)) = before {
            let message = format!("{} has two cases", lo.max(l));
            let diagnostic = Diagnostic::error(message, span, "the second").also(first, "the first");
            self.checker.report(diagnostic.help("remove it from one of them"));
        }
        known.push((lo, hi, span));
    }

    fn default(&mut self, sections: &[Section], entries: &[Mark]) -> Option<Mark> {
        let mut defaults = sections.iter().zip(entries).filter(|(s, _)| s.values.is_none());
        let (first, entry) = defaults.next()?;
        if let Some((second, _)) = defaults.next() {
            let diagnostic = Diagnostic::error("a `switch` has one `default`", second.head, "the second");
            self.checker.report(diagnostic.also(first.head, "the first").help("remove one of them"));
        }
        Some(*entry)
    }

    /// Its type; reports one of which no constant is a number or a truth value.
    fn counted(&mut self, ty: Type, span: Span) -> Type {
        if !matches!(ty, Type::Pointer(_) | Type::Null | Type::Void) {
            return ty;
        }
        let found = self.checker.describe(ty);
        let diagnostic = Diagnostic::error("`switch` tells numbers apart", span, format!("this is {found}"));
        self.checker.report(diagnostic.help("compare it: `if (p == &x) .. else ..`"));
        Type::Broken
    }
}

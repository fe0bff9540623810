//! Jumps into statement expressions, which have no meaning (`goto in; x = ({ in: 1; });`), and labels that mean more
//! than a place to other tools.

use super::unit::{Refusal, Unit};
use lang_c::ast::*;
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};

/// A name, where it stands, and the statement expressions around it.
type Named = (String, Span, Vec<usize>);

#[derive(Default)]
struct Walk {
    around: Vec<usize>,
    labels: Vec<Named>,
    jumps: Vec<Named>,
}

/// CBMC starts a thread for a statement that is called so.
const STARTS_THREAD: &str = "__CPROVER_ASYNC";

/// The jumps of a function into statement expressions, and its labels that start threads.
pub(super) fn refusals(unit: &Unit<'_>, s: &Node<Statement>) -> Vec<Refusal> {
    let mut walk = Walk::default();
    walk.visit_statement(&s.node, &s.span);
    let into = |(name, _, around): &&Named| {
        let mut labels = walk.labels.iter().filter(|(label, ..)| label == name);
        labels.any(|(_, _, outer)| !around.starts_with(outer))
    };
    let refusal = |(name, span, _): &Named| {
        let message = format!("`goto {name}` jumps into a statement expression, from outside");
        unit.refusal(*span, message, "jumps to it").help("move the label out of `({ .. })`").into()
    };
    let starts = |(name, ..): &&Named| name.starts_with(STARTS_THREAD);
    let started = |(name, span, _): &Named| {
        let message = format!("`{name}`: labels that start threads are not supported");
        unit.refusal(*span, message, "CBMC's").help("start the thread by `pthread_create`").into()
    };
    let jumps = walk.jumps.iter().filter(into).map(refusal);
    jumps.chain(walk.labels.iter().filter(starts).map(started)).collect()
}

impl<'a> Visit<'a> for Walk {
    fn visit_expression(&mut self, e: &'a Expression, span: &'a Span) {
        let inside = matches!(e, Expression::Statement(_));
        self.around.extend(inside.then_some(span.start));
        visit::visit_expression(self, e, span);
        if inside {
            self.around.pop();
        }
    }

    fn visit_statement(&mut self, s: &'a Statement, span: &'a Span) {
        match s {
            Statement::Goto(name) => self.jumps.push((name.node.name.clone(), *span, self.around.clone())),
            Statement::Labeled(l) => {
                if let Label::Identifier(name) = &l.node.label.node {
                    self.labels.push((name.node.name.clone(), name.span, self.around.clone()));
                }
            }
            _ => {}
        }
        visit::visit_statement(self, s, span);
    }
}

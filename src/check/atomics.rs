//! The inside of `atomic { .. }`: statements without locations of their own.

use super::Checker;
use super::body::Body;
use super::types::Type;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::ir::{Expr, Place, PlaceKind, Reg, Statement as Atomic};
use crate::syntax::ast::{self, Condition, Init, MutexOp, Statement, StatementKind, Value};

/// Reports something that takes steps of its own.
pub(super) fn not_inside(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(format!("{what} inside `atomic`"), span, "not allowed here")
        .note("an atomic block is one step: no loops, calls, jumps, labels or waits in it")
        .help("move it out of the block")
}

impl Body<'_, '_> {
    /// The statements of a block, in a scope of its own.
    pub(super) fn atomic(&mut self, statements: &[Statement]) -> Vec<Atomic> {
        let mut lowered = vec![];
        self.scoped(|body| statements.iter().for_each(|statement| body.atomic_statement(statement, &mut lowered)));
        lowered
    }

    fn atomic_statement(&mut self, statement: &Statement, lowered: &mut Vec<Atomic>) {
        if let Some(label) = statement.labels.first() {
            self.checker.report(not_inside("a label", label.span).help("remove the label"));
        }
        if let Some((_, span)) = statement.claim {
            self.checker.report(not_inside("a mover annotation", span).help("put it before `atomic`"));
        }
        match &statement.kind {
            StatementKind::Empty | StatementKind::Skip => {}
            StatementKind::Block(inner) | StatementKind::Atomic(inner) => lowered.extend(self.atomic(inner)),
            StatementKind::Declaration(declaration) => self.atomic_declaration(declaration, lowered),
            StatementKind::If { arms, otherwise } => lowered.extend(self.atomic_if(arms, otherwise.as_deref())),
            StatementKind::Choose { branches, .. } => {
                let branches = branches.iter().map(|branch| self.atomic(branch)).collect();
                lowered.push(Atomic::Choose(branches));
            }
            kind => match refused(kind) {
                Some(what) => self.checker.report(not_inside(what, statement.span)),
                None => lowered.extend(self.checker.action(kind, statement.span).map(Atomic::Action)),
            },
        }
    }

    fn atomic_if(&mut self, arms: &[ast::Arm], otherwise: Option<&Statement>) -> Vec<Atomic> {
        let arms: Vec<_> = arms
            .iter()
            .map(|arm| (self.checker.atomic_condition(&arm.condition), self.atomic(std::slice::from_ref(&arm.body))))
            .collect();
        let last = otherwise.map_or(vec![], |statement| self.atomic(std::slice::from_ref(statement)));
        arms.into_iter().rev().fold(last, |otherwise, (cond, then)| {
            vec![match cond {
                Some(cond) => Atomic::If { cond, then, otherwise },
                None => Atomic::Choose(vec![then, otherwise]),
            }]
        })
    }

    fn atomic_declaration(&mut self, declaration: &ast::Declaration, lowered: &mut Vec<Atomic>) {
        for declarator in &declaration.declarators {
            let Some((ty, len)) = self.local_type(&declaration.ty, declarator) else {
                self.checker.declare(&declarator.name, super::Entity::Broken);
                continue;
            };
            let reg = self.next_register();
            match (&declarator.init, len) {
                (None, _) => self.needs_init(declarator, ty),
                (Some(Init::Value(value)), None) => {
                    let place = Place { kind: PlaceKind::Reg(Reg(reg)), domain: ty.domain() };
                    let action = self.checker.store(place, ty, value, declarator.span);
                    lowered.extend(action.map(Atomic::Action));
                }
                (Some(_), _) => {
                    let diagnostic = not_inside("an array's initialiser", declarator.span);
                    self.checker.report(diagnostic.help("assign its cells one by one"));
                }
            }
            self.declare(&declarator.name, ty, len);
        }
    }
}

impl Checker<'_> {
    /// `None` for a free choice.
    fn atomic_condition(&mut self, condition: &Condition) -> Option<Expr> {
        match condition {
            Condition::Free => None,
            Condition::Expr(expr) => Some(self.typed(expr, Type::BOOL)),
        }
    }
}

/// What a message calls a statement that must not stand in an atomic block.
fn refused(kind: &StatementKind) -> Option<&'static str> {
    Some(match kind {
        StatementKind::While { .. } | StatementKind::For(_) => "a loop",
        StatementKind::Switch(_) => "`switch`",
        StatementKind::Call(_) | StatementKind::Assign { value: Value::Call(_), .. } => "a call",
        StatementKind::Spawn(_) | StatementKind::Assign { value: Value::Spawn(_), .. } => "`spawn`",
        StatementKind::Join(_) => "`join`",
        StatementKind::Goto(_) => "`goto`",
        StatementKind::Return(_) => "`return`",
        StatementKind::Break => "`break`",
        StatementKind::Continue => "`continue`",
        StatementKind::Mutex { op: MutexOp::Wait, .. } => "`wait`",
        _ => return None,
    })
}

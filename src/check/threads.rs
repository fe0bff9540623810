//! `P = ..`: which threads there are.

use super::Checker;
use super::names::Entity;
use super::types::Type;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::Span;
use crate::ir::{GlobalKind, Thread};
use crate::starts::MOST_THREADS;
use crate::syntax::ast::{Ast, Call, Item, Replication, ThreadGroup};

/// The wait set is a bit mask in a non-negative 32-bit value.
const MAX_WAITING_THREADS: usize = 31;

impl Checker<'_> {
    pub(super) fn threads(&mut self, ast: &Ast) {
        let mut all = ast.items.iter().filter_map(|item| match item {
            Item::Threads { span, groups } => Some((*span, groups)),
            _ => None,
        });
        let Some((span, groups)) = all.next() else { return self.no_threads() };
        for group in groups {
            self.group(group);
        }
        self.count(span);
        if let Some((again, _)) = all.next() {
            let diagnostic =
                Diagnostic::error("`P` is given twice", again, "given again").also(span, "first given here");
            self.report(diagnostic.help("join all threads with `||` in one `P = ..`"));
        }
    }

    fn no_threads(&mut self) {
        let end = Span { start: self.text.len() as u32, end: self.text.len() as u32 };
        let name = self.signatures.first().map_or("f", |signature| &signature.name.text);
        let help = format!("say which threads run: `P = {{ {name}() }} || {{ {name}() }}`");
        self.report(Diagnostic::error("the model has no threads", end, "`P = ..` is missing").help(help));
    }

    /// As many as there may be.
    pub(super) fn most_threads(&self) -> usize {
        let waited = |kind: &GlobalKind| matches!(kind, GlobalKind::Mutex { waited: true, .. });
        let waits = self.program.globals.iter().any(|global| waited(&global.kind));
        if waits { MAX_WAITING_THREADS } else { MOST_THREADS }
    }

    pub(super) fn count(&mut self, span: Span) {
        let (limit, found) = (self.most_threads(), self.program.threads.len());
        if found > limit {
            let why = if limit < MOST_THREADS { " when a mutex is waited on" } else { "" };
            let message = format!("more than {limit} threads{why}");
            let diagnostic = Diagnostic::error(message, span, format!("{found} threads or more"));
            self.report(
                diagnostic.help("start fewer: what goes wrong with many goes wrong with two or three as a rule"),
            );
        } else if found == 0 && !self.diagnostics.iter().any(Diagnostic::is_error) {
            let diagnostic = Diagnostic::error("`P` starts no thread", span, "no thread");
            self.report(
                diagnostic.help("`[i in 0..N]` makes one thread for each i with 0 <= i < N, `[i in 0..=N]` one more"),
            );
        }
    }

    fn group(&mut self, group: &ThreadGroup) {
        let Some(Replication { name, low, high, inclusive }) = &group.replicated else {
            return self.thread(&group.call);
        };
        let (Some(low), Some(high)) = (self.constant_int(low), self.constant_int(high)) else { return };
        let before = self.diagnostics.len();
        for i in (low..=high).filter(|i| *inclusive || *i < high) {
            if self.program.threads.len() > MOST_THREADS || self.diagnostics.len() > before {
                return;
            }
            self.names.open();
            self.declare(name, Entity::Constant { value: i, ty: Type::INT });
            self.thread(&group.call);
            self.names.close();
        }
    }

    fn thread(&mut self, call: &Call) {
        let Some(procedure) = self.callee(&call.name) else { return };
        if !self.arity(procedure, &call.arguments, call.span) {
            return;
        }
        let parameters = self.signatures[procedure].parameters.clone();
        let values = call.arguments.iter().zip(parameters);
        let arguments = values.map(|(argument, ty)| self.constant_for(argument, ty)).collect();
        self.program.threads.push(Thread { procedure: procedure as u32, arguments });
    }
}

//! Programs of which there is no circuit.

use crate::ir::visit::{Visitor, walk_action, walk_expr};
use crate::ir::*;

/// So many threads have a bit each in a wait set.
const THREADS: usize = 31;

/// Why there is no circuit, in words; nothing if there is one, once calls are in place.
pub fn refused(program: &Program) -> Option<String> {
    let declared = program.globals.iter().find(|g| matches!(g.protection, Protection::Exclusive(..)));
    if let Some(global) = declared {
        let name = &global.name;
        return Some(format!(
            "`exclusive` of `{name}` speaks of every thread, and is checked by explicit engines alone"
        ));
    }
    if program.threads.len() > THREADS {
        return Some(format!("symbolic engines follow up to {THREADS} threads"));
    }
    let mut found = Found(None);
    program.locations.iter().for_each(|location| found.at(location));
    found.0
}

struct Found(Option<String>);

impl Found {
    fn at(&mut self, location: &Location) {
        let before = self.0.take();
        self.op(&location.op);
        let here = self.0.take().map(|what| format!("{what} (line {}: {})", location.line, location.text));
        self.0 = before.or(here);
    }
}

impl<'p> Visitor<'p> for Found {
    fn action(&mut self, action: &'p Action) {
        if matches!(action, Action::Free(_)) {
            self.0 = Some("objects that are given back are no part of a circuit".into());
        }
        walk_action(self, action);
    }

    fn expr(&mut self, e: &'p Expr) {
        if matches!(e, Expr::Offset { .. }) {
            self.0 = Some("pointers that are computed with are no part of a circuit".into());
        }
        walk_expr(self, e);
    }
}

//! Threads that others start.

use super::{Action, Cell, Expr, GlobalVariable, Loc, Op, Program, Statement};
use moverlog_rules::Tid;

/// A thread that another one starts, while the program runs: it waits for a flag that is set when it is started, and
/// sets one in its last step, for which whoever joins it waits. Each of the flags changes once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Started {
    pub thread: Tid,
    pub started: Cell,
    pub ended: Cell,
}

impl GlobalVariable {
    /// Whether the text does not name it: no name of the language has a `#`.
    pub fn is_hidden(&self) -> bool {
        self.name.contains('#')
    }
}

impl Program {
    /// What starts and ends a thread, if another one starts it.
    pub fn start_of(&self, t: Tid) -> Option<&Started> {
        self.starts.iter().find(|s| s.thread == t)
    }

    /// Whether a thread waits there for another one to end, and for nothing else.
    pub fn joins_at(&self, loc: Loc) -> bool {
        let action = match &self.location(loc).op {
            Op::Do { action, .. } => action,
            Op::Atomic { body, .. } => match body.as_slice() {
                [Statement::If { .. }, Statement::Action(action)] => action,
                _ => return false,
            },
            _ => return false,
        };
        let Action::Assume(Expr::Load(place)) = action else { return false };
        let ends = |cell: &Cell| self.starts.iter().any(|s| s.ended == *cell);
        !place.cells().is_empty() && place.cells().iter().all(ends)
    }

    /// Of thread 2, which runs `T`: `T#2.started`, `T#2.ended`, and `T#2.a` for the argument `a`.
    pub(super) fn hidden_name(&self, cell: Cell) -> Option<String> {
        let global = Some(self.global_of(cell)).filter(|g| g.is_array)?;
        let (procedure, part) = global.name.split_once('#')?;
        let thread = match self.starts.iter().find(|s| s.started == cell || s.ended == cell) {
            Some(flagged) => flagged.thread,
            None => {
                let first = self.starts.iter().find(|s| self.runs(s.thread) == procedure)?.thread;
                Tid(first.0 + cell.0 - global.base.0)
            }
        };
        Some(format!("{}#{}.{part}", self.runs(thread), thread.0))
    }

    /// The name of the procedure that a thread starts with.
    fn runs(&self, t: Tid) -> &str {
        let thread = self.threads.get(t.0 as usize - 1);
        thread.map_or("", |thread| &self.procedures[thread.procedure as usize].name)
    }
}

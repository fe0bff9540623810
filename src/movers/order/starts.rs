//! Flags by which threads are started: to set one moves left, so it tells something of those alone who would not run
//! without it.

use super::{Condition, Flag, Flags, Order};
use crate::ir::Cell;
use crate::semantics::Transitions;
use moverlog_rules::Tid;

impl Order {
    /// Those that tell something of `t` wherever it is: of the flags that start threads those without which it would not
    /// run, by whomever the others are set, and however soon.
    pub(super) fn told_to(&self, t: Tid) -> Flags {
        let line = self.line(t);
        let all = !self.starts_move || self.without == Some(Condition::Line);
        self.these(|f| all || f.starts.is_none_or(|started| line.contains(&started)))
    }

    /// The thread, who started it, who started that one, and so on, as far as there is one.
    fn line(&self, t: Tid) -> Vec<Tid> {
        let mut line = vec![t];
        let starter = |t: Tid| match self.flags.iter().find(|f| f.starts == Some(t)).map(|f| f.writers.as_slice()) {
            Some([starter]) => Some(*starter),
            _ => None,
        };
        while let Some(starter) = starter(line[line.len() - 1]).filter(|s| !line.contains(s)) {
            line.push(starter);
        }
        line
    }

    /// Whether `t` moves left over the steps of others as far as this cell goes: it starts a thread by it, and nobody
    /// else but that thread, and those who join it, look at it.
    pub(in crate::movers) fn starts(&self, t: Tid, cell: Cell) -> bool {
        let starts = |f: &Flag| f.cell == cell && self.stays(f) && f.starts.is_some_and(|started| started != t);
        self.starts_move && self.flags.iter().any(|f| starts(f) && f.starters == [t])
    }

    /// Takes note of who looks at flags that start others; whether that is new.
    pub(super) fn note_starters(&mut self, t: Tid, transitions: &Transitions) -> bool {
        let (cells, mut news) = (&self.starting, false);
        let joins = transitions.accesses.writes.is_empty() && transitions.accesses.cells().all(|c| cells.contains(&c));
        for flag in self.flags.iter_mut().filter(|f| !joins && f.starts.is_some_and(|started| started != t)) {
            if transitions.accesses.cells().any(|c| c == flag.cell)
                && let Err(at) = flag.starters.binary_search(&t)
            {
                flag.starters.insert(at, t);
                news = true;
            }
        }
        news
    }
}

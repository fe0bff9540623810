//! Where the first thread is alone: no other one has been started, by whatever way control came there. Nobody else sees
//! what it does to variables that all threads share, until it starts one.

use crate::ir::visit::{Visitor, walk_place};
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// For each location whether the first thread is alone before its step and behind it.
pub(super) fn alone(program: &Program) -> Vec<bool> {
    let mut alone = vec![true; program.locations.len()];
    let returns = returns(program);
    let mut open = beginnings(program);
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut alone[at.0 as usize], false) {
            let Location { op, procedure, .. } = program.location(at);
            open.extend(op.targets());
            open.extend(op.called().map(|p| program.procedures[p as usize].entry));
            let leaves = matches!(op, Op::Return { .. } | Op::End);
            open.extend(returns.get(procedure).filter(|_| leaves).into_iter().flatten());
        }
    }
    alone
}

/// Where those go on that call a procedure.
fn returns(program: &Program) -> BTreeMap<u32, Vec<Loc>> {
    let mut returns: BTreeMap<u32, Vec<Loc>> = BTreeMap::new();
    for op in program.locations.iter().map(|l| &l.op) {
        if let Op::Call { procedure, next, .. } = op {
            returns.entry(*procedure).or_default().push(*next);
        }
    }
    returns
}

/// Where threads are started, and where they begin.
fn beginnings(program: &Program) -> Vec<Loc> {
    let flags: BTreeSet<Cell> = program.starts.iter().map(|s| s.started).collect();
    let names_one = |op: &Op| {
        let mut names = Names { flags: &flags, one: false };
        names.op(op);
        names.one
    };
    let others = program.threads.iter().skip(1).map(|t| program.procedures[t.procedure as usize].entry);
    let all = (0..).map(Loc).zip(&program.locations);
    others.chain(all.filter(|(_, l)| names_one(&l.op)).map(|(at, _)| at)).collect()
}

/// Whether a flag is named by which a thread is started.
struct Names<'f> {
    flags: &'f BTreeSet<Cell>,
    one: bool,
}

impl<'p> Visitor<'p> for Names<'_> {
    fn place(&mut self, place: &'p Place) {
        self.one |= place.cells().iter().any(|cell| self.flags.contains(cell));
        walk_place(self, place);
    }
}

//! What a thread knows of its own variables at each location, whatever others do.

use super::known::{Holder, Known, Scene};
use super::own::Own;
use super::paths::Path;
use crate::ir::visit::Visitor;
use crate::ir::*;

impl Scene<'_> {
    /// The least solution; nothing where nobody comes.
    pub(super) fn constants(&self) -> Vec<Option<Known>> {
        let mut known: Vec<Option<Known>> = vec![None; self.program.locations.len()];
        let mut open: Vec<Loc> = self.program.procedures.iter().map(|p| p.entry).collect();
        open.iter().for_each(|entry| known[entry.0 as usize] = Some(self.entered(*entry, Known::default())));
        while let Some(at) = open.pop() {
            let here = known[at.0 as usize].clone().expect("it was come to");
            for (next, new) in self.behind(at, &here) {
                let old = &mut known[next.0 as usize];
                let met = old.as_ref().map_or_else(|| new.clone(), |old| old.met(&new));
                if old.as_ref() != Some(&met) {
                    *old = Some(met);
                    open.push(next);
                }
            }
        }
        known
    }

    /// Where a step may lead inside its procedure, and what is known there.
    pub(super) fn behind(&self, at: Loc, known: &Known) -> Vec<(Loc, Known)> {
        let op = &self.program.location(at).op;
        let found = match op {
            Op::Skip { .. } | Op::Choose { .. } => op.targets().into_iter().map(|to| (to, known.clone())).collect(),
            Op::Branch { cond, then, otherwise } => self.both_ways(cond, [*then, *otherwise], known),
            Op::Do { next, .. } | Op::Atomic { next, .. } => {
                let ends = |paths: Vec<Path>| paths.into_iter().map(|path| (*next, path.known)).collect();
                self.ways(at, known).map_or_else(|| vec![(*next, Known::default())], ends)
            }
            Op::Call { result, next, .. } => vec![(*next, self.called(*result, known))],
            Op::Return { .. } | Op::End => vec![],
        };
        found.into_iter().map(|(to, known)| (to, self.entered(to, known))).collect()
    }

    /// All ways through a step, whoever has the lock.
    pub(super) fn ways(&self, at: Loc, known: &Known) -> Option<Vec<Path>> {
        let op = &self.program.location(at).op;
        if !self.mentions(|v| v.op(op)) {
            return self.paths(op, known);
        }
        let mut ways = self.paths(op, &known.with(Holder::Nobody))?;
        ways.extend(self.paths(op, &known.with(Holder::Somebody))?);
        Some(ways)
    }

    fn both_ways(&self, cond: &Expr, [then, otherwise]: [Loc; 2], known: &Known) -> Vec<(Loc, Known)> {
        let cond = self.fold(cond, known);
        let way = |to, holds| {
            let mut known = known.clone();
            self.learn(&cond, holds, &mut known);
            (to, known)
        };
        match cond {
            Expr::Const(0) => vec![(otherwise, known.clone())],
            Expr::Const(_) => vec![(then, known.clone())],
            _ => vec![way(then, true), way(otherwise, false)],
        }
    }

    /// Whoever is called may write cells of its thread, and what is thread-local.
    fn called(&self, result: Option<Reg>, known: &Known) -> Known {
        let shared = self.program.thread_locals.len() as u32;
        let kept = |own: &Own| matches!(own, Own::Reg(r) if *r >= shared && result.is_none_or(|to| to.0 != *r));
        let own = known.own.iter().filter(|(own, _)| kept(own)).map(|(own, v)| (*own, *v)).collect();
        Known { own, ..Known::default() }
    }

    /// What is not in scope at a location is 0 there.
    pub(super) fn entered(&self, at: Loc, known: Known) -> Known {
        let mut known = known.with(Holder::Unknown);
        let hidden = self.program.location(at).in_scope.iter().enumerate().filter(|(_, in_scope)| !**in_scope);
        known.own.extend(hidden.map(|(r, _)| (Own::Reg(r as u32), 0)));
        known
    }
}

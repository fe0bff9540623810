//! Spinning: ways that lead a thread back to where it was with nothing changed, whatever others do meanwhile.
//!
//! Whoever has spun could as well have waited, so these ways can be left out.

use super::known::{Known, Scene};
use super::own::Own;
use super::paths::Path;
use crate::ir::*;
use std::collections::BTreeSet;

/// So many places, with what is known there, are looked at.
const LARGEST: usize = 200;

/// A look at all that a thread may do from some place until it is back.
struct Spin<'s, 'p> {
    scene: &'s Scene<'p>,
    home: Loc,
    seen: BTreeSet<(Loc, Known)>,
    open: Vec<(Loc, Known)>,
    /// What was written on some way.
    written: BTreeSet<Own>,
    /// What is known whenever it is back.
    back: Vec<Known>,
}

impl Scene<'_> {
    /// Whether whoever does this at `home`, where so much is known, and goes on at `next` comes back there, or nowhere.
    pub(super) fn spins(&self, (home, before): (Loc, &Known), path: &Path, next: Loc) -> bool {
        let mut spin =
            Spin { scene: self, home, seen: BTreeSet::new(), open: vec![], written: BTreeSet::new(), back: vec![] };
        spin.takes(path) && {
            spin.open.push((next, self.entered(next, path.known.clone())));
            spin.returns() && spin.restores(before)
        }
    }
}

impl Spin<'_, '_> {
    fn returns(&mut self) -> bool {
        while let Some((at, known)) = self.open.pop() {
            if at == self.home {
                self.back.push(known);
            } else if self.seen.insert((at, known.clone())) && !self.goes_on(at, &known) {
                return false;
            }
        }
        self.seen.len() <= LARGEST
    }

    /// Whether the step there changes nothing that others see, and cannot go wrong.
    fn goes_on(&mut self, at: Loc, known: &Known) -> bool {
        let harmless = self.seen.len() <= LARGEST
            && match &self.scene.program.location(at).op {
                Op::Skip { .. } | Op::Choose { .. } => true,
                Op::Branch { cond, .. } => self.scene.is_total(&self.scene.fold(cond, known)),
                Op::Do { .. } | Op::Atomic { .. } => self.steps(at, known),
                Op::Call { .. } | Op::Return { .. } | Op::End => false,
            };
        if harmless {
            self.open.extend(self.scene.behind(at, known));
        }
        harmless
    }

    fn steps(&mut self, at: Loc, known: &Known) -> bool {
        let Some(ways) = self.scene.ways(at, known) else { return false };
        ways.iter().all(|path| self.takes(path))
    }

    /// Whether a way leaves the lock and all that is not the thread's own as it was; that it writes is noted.
    fn takes(&mut self, path: &Path) -> bool {
        path.leaves_the_lock() && path.does.iter().all(|action| self.is_harmless(action))
    }

    fn is_harmless(&mut self, action: &Action) -> bool {
        if let Action::Assign { place, .. } = action {
            let own = self.scene.owned.of(place);
            self.written.extend(own);
            return own.is_some() && self.scene.never_fails(action);
        }
        self.scene.never_fails(action)
    }

    /// Whether all that was written is out of scope at home, or as it was before.
    fn restores(&self, before: &Known) -> bool {
        let in_scope = &self.scene.program.location(self.home).in_scope;
        let forgotten = |own: &Own| matches!(own, Own::Reg(r) if !in_scope.get(*r as usize).copied().unwrap_or(true));
        let same = |own: &Own| {
            let value = before.own.get(own);
            value.is_some() && self.back.iter().all(|known| known.own.get(own) == value)
        };
        self.written.iter().all(|own| forgotten(own) || same(own))
    }
}

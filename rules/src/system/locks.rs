//! What lock inference assumes of a system, and the letters that follow (FQ 4.2 and 6).

use super::{Mover, Step, System};
use crate::{Inference, Mutex, Tid, Variable};
use std::collections::BTreeSet;

/// Mz of every variable z: the mutexes that are held wherever z is accessed, so far as is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protection {
    /// How many mutexes there are.
    mutexes: u32,
    /// Which have been taken out of which Mz; in the beginning every mutex protects every variable.
    removed: BTreeSet<(Variable, Mutex)>,
    inference: Inference,
}

impl Protection {
    /// Before any access has been seen; nothing if `system` does not say who holds what.
    pub(super) fn initial<S: System>(system: &S, inference: Inference) -> Option<Self> {
        let mutexes = system.holders(&system.start().0)?.len() as u32;
        Some(Protection { mutexes, removed: BTreeSet::new(), inference })
    }

    /// Mz.
    pub fn of(&self, z: Variable) -> impl Iterator<Item = Mutex> {
        (0..self.mutexes).map(Mutex).filter(move |m| !self.removed.contains(&(z, *m)))
    }

    /// Whether it is less now.
    pub(super) fn remove(&mut self, lost: &[(Variable, Mutex)]) -> bool {
        let known = self.removed.len();
        self.removed.extend(lost);
        self.removed.len() > known
    }

    /// Whether states that were reached under larger sets are kept.
    pub(super) fn keeps_states(&self) -> bool {
        self.inference.keeps_states
    }

    /// What `t` accesses without a lock that is to protect it. Nothing at all if the system does not say.
    pub(super) fn unheld<S: System>(
        &self,
        system: &S,
        (t, g, l): (Tid, &S::Global, &S::Local),
    ) -> Option<Vec<(Variable, Mutex)>> {
        let (accessed, holders) = (system.accesses(t, g, l)?, system.holders(g)?);
        let missing = |z: Variable| self.of(z).filter(|m| !holds(&holders, t, *m)).map(move |m| (z, m));
        Some(accessed.into_iter().flat_map(missing).collect())
    }

    /// Takes from all `steps` of `t` at (g, l) what their accesses do not allow: s' in E(t, l) for right movers,
    /// s in E(t, l) for left movers (FQ 4.2). They move together: P2 is about all that a thread can do.
    pub(super) fn restrict<S: System>(
        &self,
        system: &S,
        (t, g, l): (Tid, &S::Global, &S::Local),
        steps: &mut [Step<S::Global, S::Local>],
    ) -> Option<()> {
        let accessed = system.accesses(t, g, l)?;
        let left = self.exclusive(t, &system.holders(g)?, &accessed);
        let mut right = self.inference.right_movers;
        for step in steps.iter() {
            right &= self.exclusive(t, &system.holders(&step.global)?, &accessed);
        }
        steps.iter_mut().for_each(|s| s.mover = Mover::of(s.mover.is_right() && right, s.mover.is_left() && left));
        Some(())
    }

    /// E(t, z) for all of them: Mz is not empty, and t holds all of it.
    fn exclusive(&self, t: Tid, holders: &[Option<Tid>], accessed: &[Variable]) -> bool {
        let is_protected = |z: Variable| self.of(z).next().is_some();
        accessed.iter().all(|z| is_protected(*z) && self.of(*z).all(|m| holds(holders, t, m)))
    }
}

fn holds(holders: &[Option<Tid>], t: Tid, m: Mutex) -> bool {
    holders.get(m.0 as usize) == Some(&Some(t))
}

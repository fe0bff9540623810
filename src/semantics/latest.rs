//! Transitions that were asked for lately: soon they are asked for again.

use super::{At, Transitions, fold};
use std::rc::Rc;

/// So many are kept.
const PLACES: usize = 1 << 9;

/// For each of so many hashes the latest that has it.
#[derive(Default)]
pub(super) struct Latest {
    places: Vec<Option<(At, Rc<Transitions>)>>,
}

impl Latest {
    #[inline]
    pub(super) fn get(&self, at: &At) -> Option<&Rc<Transitions>> {
        let (known, transitions) = self.places.get(place(at))?.as_ref()?;
        (known == at).then_some(transitions)
    }

    #[inline]
    pub(super) fn insert(&mut self, at: At, transitions: Rc<Transitions>) {
        if self.places.is_empty() {
            self.places.resize(PLACES, None);
        }
        self.places[place(&at)] = Some((at, transitions));
    }
}

fn place((t, g, l): &At) -> usize {
    let hash = fold(u64::from(t.0), u64::from(g.0) << 32 | u64::from(l.0));
    hash as usize % PLACES
}

//! What range propagation sees of one transition.

use super::ctp::VariableId;
use super::domain::Domain;
use super::environment::Outcome;
use super::interval::Interval;

/// What was seen of a transition.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Seen {
    /// Whether it was performed.
    pub performed: bool,
    /// Whether it may go wrong: a false assertion, a division by zero.
    pub fails: bool,
    /// Whether its guard may be false, so that a schedule does not go on here.
    pub refuses: bool,
    /// AS: every value that it stores, in the order of its assignments.
    pub stored: Vec<(VariableId, Interval)>,
}

impl Seen {
    /// Whether anything is new.
    pub(super) fn note(&mut self, outcome: &Outcome) -> bool {
        let mut new = outcome.fails && !self.fails || outcome.refuses && !self.refuses;
        self.fails |= outcome.fails;
        self.refuses |= outcome.refuses;
        if outcome.goes_on && !self.performed {
            new = true;
            self.performed = true;
            self.stored.clone_from(&outcome.stored);
        } else if outcome.goes_on {
            for (old, more) in self.stored.iter_mut().zip(&outcome.stored) {
                let both = old.1.join(more.1);
                new |= both != old.1;
                old.1 = both;
            }
        }
        new
    }

    /// Leaves what was also seen elsewhere, where both hold in every schedule.
    pub(super) fn meet(&mut self, other: &Seen) {
        self.fails &= other.fails;
        self.refuses &= other.refuses;
        self.performed &= other.performed;
        for (mine, theirs) in self.stored.iter_mut().zip(&other.stored) {
            let both = mine.1.meet(theirs.1);
            self.performed &= both.is_some();
            mine.1 = both.unwrap_or(mine.1);
        }
        if !self.performed {
            self.stored.clear();
        }
    }
}

//! Local stores as rows of states have them: each with a phase.

use crate::semantics::LocalStore;
use moverlog_rules::Local;

/// So many bits of a local store, as it is stored, say of its phase; the others are its number.
pub const PHASE_BITS: u32 = 2;

/// A local store and a phase as one number.
pub(super) fn phased(l: LocalStore, p: bool) -> Local {
    Local(l.0 << PHASE_BITS | u32::from(p))
}

/// The same of a thread whose transaction was ended there.
pub(super) fn ended(l: LocalStore) -> Local {
    Local(l.0 << PHASE_BITS | 2)
}

pub(super) fn unphased(l: Local) -> (LocalStore, bool) {
    (LocalStore(l.0 >> PHASE_BITS), l.0 & 1 == 1)
}

pub(super) fn has_ended(l: Local) -> bool {
    l.0 & 2 != 0
}

//! Where threads of a pool are started.

use crate::control::Bound;
use crate::ir::visit::Visitor;
use crate::ir::*;
use moverlog_rules::Tid;
use std::collections::BTreeSet;

/// What an operation does that starts threads of a pool.
#[derive(Default)]
pub(super) struct Site {
    /// It may have none left.
    limited: bool,
    stored: BTreeSet<Cell>,
}

impl Site {
    /// Nothing if it is none.
    pub(super) fn of(op: &Op) -> Option<Site> {
        let mut site = Site::default();
        site.op(op);
        site.limited.then_some(site)
    }

    pub(super) fn starts(&self, started: &Started) -> bool {
        self.stored.contains(&started.started)
    }
}

/// The threads of which one is started where this one is, if there may be too few of them.
pub fn pool_of(program: &Program, t: Tid) -> Vec<Tid> {
    let Some(own) = program.start_of(t) else { return vec![] };
    let sites = program.locations.iter().filter_map(|l| Site::of(&l.op)).filter(|site| site.starts(own));
    let threads = |site: Site| program.starts.iter().filter(move |s| site.starts(s)).map(|s| s.thread);
    sites.flat_map(threads).collect()
}

impl<'p> Visitor<'p> for Site {
    fn action(&mut self, action: &'p Action) {
        match action {
            Action::Fail(Fault::Limit(Bound::Threads)) => self.limited = true,
            Action::Assign { place: Place { kind: PlaceKind::Cell(c), .. }, .. } => {
                self.stored.insert(*c);
            }
            _ => {}
        }
    }
}

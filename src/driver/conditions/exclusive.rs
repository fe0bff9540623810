//! FQ 4.1 on E(t, x), where movers come from protection. A variable that nobody writes belongs to
//! everybody and is left out.

use super::{Tally, Trial, place, witness};
use crate::control::Control;
use crate::driver::claims;
use crate::exploration::{Instance, Partition};
use crate::ir::Cell;
use crate::movers::{Board, Fault, Movers, Protection, Use};
use moverlog_rules::{Global, State, Tid};
use rustc_hash::FxHashSet;

/// (i): E(t, x) and E(u, x) are disjoint. (ii): a step of u leaves s in E(t, x). On the states of `all`,
/// which must be every interleaving; nothing if a bound was hit.
pub fn exclusive_conditions(all: &Instance<'_>, protection: &Protection, control: &Control<'_>) -> Option<Vec<Tally>> {
    let cells = 0..all.semantics.program.cells.len() as u32;
    let written = cells.map(Cell).filter(|c| protection.use_of(*c) != Use::Constant).collect();
    let movers = &Movers::Protection(protection.clone());
    let teller = &Instance::new(all.semantics, movers, Partition::default(), control);
    let trial = Exclusive { all, protection, movers, teller, written, control };
    Some(vec![trial.disjoint()?, trial.kept()?])
}

struct Exclusive<'a> {
    all: &'a Instance<'a>,
    protection: &'a Protection,
    movers: &'a Movers,
    teller: &'a Instance<'a>,
    written: Vec<Cell>,
    control: &'a Control<'a>,
}

impl Exclusive<'_> {
    fn owns(&self, t: Tid, x: Cell, g: Global) -> bool {
        self.protection.exclusive(self.all.semantics, t, x, g)
    }

    fn disjoint(&self) -> Option<Tally> {
        let mut seen = FxHashSet::default();
        let mut trial = Trial::new();
        for s in (0..self.all.state_count() as u32).map(State) {
            let g = self.all.configuration(s).global;
            if !seen.insert(g) {
                continue;
            }
            trial.tried += 1;
            for x in &self.written {
                let owners: Vec<Tid> = self.all.semantics.tids().filter(|t| self.owns(*t, *x, g)).collect();
                if let [a, b, ..] = owners[..] {
                    trial.violated((s, *x), (s, *x, [a, b]));
                }
            }
        }
        self.control.check();
        (!self.control.stopped()).then(|| trial.tally("stores", |(s, x, owners)| self.shared(s, x, owners)))
    }

    fn shared(&self, s: State, x: Cell, owners: [Tid; 2]) -> Option<super::Witness> {
        let corner = &self.all.configuration(s);
        let fault = Fault::Owners { cell: self.all.semantics.program.cell_name(x), owners };
        let board = Board { semantics: self.all.semantics, movers: self.movers, corner };
        witness(self.all, s, self.teller, board.square(vec![], fault))
    }

    fn kept(&self) -> Option<Tally> {
        let semantics = self.all.semantics;
        let reachable = claims::reachable(self.all);
        let mut trial = Trial::new();
        for ((u, g, l), state) in reachable.numbered_nodes() {
            let transitions = semantics.transitions(u, g, l);
            for (outcome, step) in transitions.steps.iter().enumerate() {
                trial.tried += 1;
                for (t, x) in self.lost(u, g, step.global) {
                    let key = (place(semantics, semantics.loc(l)), state, t, x);
                    trial.violated(key, (state, (u, outcome), (t, x)));
                }
            }
        }
        self.control.check();
        (!self.control.stopped()).then(|| trial.tally("steps", |(s, by, lost)| self.revoked(s, by, lost)))
    }

    /// What threads other than `u` own at `g` and not at `g2`.
    fn lost(&self, u: Tid, g: Global, g2: Global) -> Vec<(Tid, Cell)> {
        if g == g2 {
            return vec![];
        }
        let others = self.all.semantics.tids().filter(|t| *t != u);
        let cells = others.flat_map(|t| self.written.iter().map(move |x| (t, *x)));
        cells.filter(|(t, x)| self.owns(*t, *x, g) && !self.owns(*t, *x, g2)).collect()
    }

    fn revoked(&self, state: usize, (by, outcome): (Tid, usize), (t, x): (Tid, Cell)) -> Option<super::Witness> {
        let s = State(state as u32);
        let corner = &self.all.configuration(s);
        let fault = Fault::Revoked { cell: self.all.semantics.program.cell_name(x), t, by };
        let board = Board { semantics: self.all.semantics, movers: self.movers, corner };
        let step = board.step(crate::execution::Choice { t: by, outcome }).expect("it was tried");
        witness(self.all, s, self.teller, board.square(vec![step], fault))
    }
}

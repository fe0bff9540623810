//! Blocks of a circuit, followed step by step in the program.

use crate::control::Control;
use crate::encoding::System;
use crate::execution::Choice;
use crate::ir::*;
use crate::semantics::{Configuration, Semantics};
use crate::symbolic::circuit::Values;
use moverlog_rules::Tid;
use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

/// The numbers that are chosen at a location.
#[derive(Default)]
pub(super) struct Chosen(BTreeMap<Loc, BTreeSet<Value>>);

/// A range of more numbers is narrowed to those that are chosen: following an execution takes them one by one.
const MANY: i64 = 64;

impl Chosen {
    /// In these steps.
    pub(super) fn of(system: &System, origin: &[Loc], steps: impl IntoIterator<Item = Values>) -> Chosen {
        let mut chosen = Chosen::default();
        for (loc, value) in steps.into_iter().flat_map(|values| system.chosen(&values)) {
            chosen.0.entry(origin[loc.0 as usize]).or_default().insert(value);
        }
        chosen
    }

    /// These at every location.
    pub(super) fn everywhere(program: &Program, values: &BTreeSet<Value>) -> Chosen {
        Chosen((0..program.locations.len() as u32).map(|i| (Loc(i), values.clone())).collect())
    }

    /// The program with fewer choices.
    pub(super) fn narrowed(&self, program: &Program, origin: impl Fn(Loc) -> Loc) -> Program {
        let mut narrowed = program.clone();
        for (i, location) in narrowed.locations.iter_mut().enumerate() {
            let Some(values) = self.0.get(&origin(Loc(i as u32))) else { continue };
            location.op.each_action(&mut |action| narrow(action, values));
        }
        narrowed
    }
}

fn narrow(action: &mut Action, chosen: &BTreeSet<Value>) {
    let Action::ChooseRange { place, lo: Expr::Const(lo), hi: Expr::Const(hi) } = action else { return };
    let inside = chosen.iter().filter(|v| (*lo..=*hi).contains(v));
    let values = inside.map(|v| Expr::Const(*v)).collect();
    if i64::from(*hi) - i64::from(*lo) > MANY {
        *action = Action::Choose { place: place.clone(), values };
    }
}

/// The way of a trace through the program without calls.
pub(super) struct Way<'w> {
    pub(super) semantics: &'w Semantics<'w>,
    pub(super) system: &'w System,
    pub(super) control: &'w Control<'w>,
}

impl Way<'_> {
    /// Whether a thread, and what all share, is as in a state of the circuit.
    pub(super) fn is_in(&self, c: &Configuration, t: Tid, values: &Values) -> bool {
        let (local, semantics) = (c.locals[t.0 as usize - 1], self.semantics);
        // A store has one cell more than a program without variables.
        let cells = || {
            let mut cells = semantics.globals(c.global);
            cells.truncate(semantics.program.cells.len());
            cells
        };
        semantics.loc(local) == self.system.location(t, values)
            && semantics.registers(local) == self.system.registers(t, values)
            && cells() == self.system.cells(values)
    }

    /// The shortest way on which one thread alone comes to such a configuration.
    pub(super) fn steps(
        &self,
        from: &Configuration,
        t: Tid,
        is_there: impl Fn(&Configuration) -> bool,
    ) -> Option<(Vec<Choice>, Configuration)> {
        let mut seen = HashSet::from([from.clone()]);
        let mut open = VecDeque::from([(from.clone(), vec![])]);
        while let Some((at, steps)) = open.pop_front() {
            let transitions = self.semantics.transitions_in(&at, t);
            for (outcome, step) in transitions.steps.iter().enumerate() {
                let next = self.semantics.after(&at, t, step);
                let mut longer: Vec<Choice> = steps.clone();
                longer.push(Choice { t, outcome });
                if is_there(&next) {
                    return Some((longer, next));
                }
                if !self.control.check() {
                    return None;
                }
                if longer.len() <= self.semantics.program.locations.len() && seen.insert(next.clone()) {
                    open.push_back((next, longer));
                }
            }
        }
        None
    }
}

//! Nodes and states that are looked for, and how far others are from them.

use super::pattern::{has, has_value};
use crate::driver::{Instance, point};
use crate::execution::globals;
use crate::ir::{Action, Loc, Op, Program, Statement};
use moverlog_rules::{Global, Node, Program as _, State, Tid};
use std::rc::Rc;

/// Where no way leads.
pub(super) const NOWHERE: u32 = 1000;
/// How far a variable counts that has another value.
pub(super) const OTHER_VALUE: u32 = 2;

/// A node: one of some locations, with values.
#[derive(Clone, Default)]
pub(super) struct Spot {
    /// By location; nothing if it may be any.
    targets: Option<Vec<bool>>,
    wrong: bool,
    values: Vec<(String, String)>,
    far: Vec<u32>,
    pub said: String,
}

/// A state: where threads are, and values of globals.
#[derive(Clone, Default)]
pub(super) struct Places {
    pub spots: Vec<Option<Rc<Spot>>>,
    pub values: Vec<(String, String)>,
}

/// For each location the number of steps to one of `targets`, over calls and returns.
pub(super) fn far(program: &Program, targets: &[bool]) -> Vec<u32> {
    let mut before: Vec<Vec<usize>> = vec![vec![]; targets.len()];
    for (from, location) in program.locations.iter().enumerate() {
        location.op.targets().iter().for_each(|to| before[to.0 as usize].push(from));
        if let Op::Call { procedure, next, .. } = location.op {
            before[program.procedures[procedure as usize].entry.0 as usize].push(from);
            let ends = program.locations.iter().enumerate();
            let ends = ends.filter(|(_, l)| l.procedure == procedure && ends_procedure(&l.op));
            ends.for_each(|(end, _)| before[next.0 as usize].push(end));
        }
    }
    let mut far: Vec<u32> = targets.iter().map(|t| if *t { 0 } else { NOWHERE }).collect();
    let mut open: std::collections::VecDeque<usize> = (0..targets.len()).filter(|l| targets[*l]).collect();
    while let Some(at) = open.pop_front() {
        for from in &before[at] {
            if far[*from] == NOWHERE {
                far[*from] = far[at] + 1;
                open.push_back(*from);
            }
        }
    }
    far
}

fn ends_procedure(op: &Op) -> bool {
    matches!(op, Op::Return { .. } | Op::End)
}

impl Spot {
    fn new(program: &Program, place: impl Fn(Loc) -> bool, said: String) -> Spot {
        let targets: Vec<bool> = (0..program.locations.len() as u32).map(|l| place(Loc(l))).collect();
        Spot { far: far(program, &targets), targets: Some(targets), said, ..Spot::default() }
    }

    pub fn named(program: &Program, name: &str) -> Spot {
        if name != "wrong" {
            return Spot::new(program, |l| program.location(l).name == name, name.into());
        }
        let near = Spot::new(program, |l| asserts(&program.location(l).op), name.into());
        let far = near.far.iter().map(|f| f + 1).collect();
        Spot { targets: Some(vec![false; program.locations.len()]), wrong: true, far, ..near }
    }

    pub fn inside(program: &Program, procedure: &str) -> Spot {
        let is = |l: Loc| program.procedures[program.location(l).procedure as usize].name == procedure;
        Spot::new(program, is, procedure.into())
    }

    /// The same with more values.
    pub fn with(mut self, values: &[(String, String)]) -> Spot {
        self.values.extend_from_slice(values);
        self
    }

    /// Where a procedure is called.
    pub fn calls(program: &Program) -> Spot {
        Spot::new(program, |l| matches!(program.location(l).op, Op::Call { .. }), "a call".into())
    }

    /// Where a procedure can be left.
    pub fn returns(program: &Program) -> Spot {
        Spot::new(program, |l| ends_procedure(&program.location(l).op), "a return".into())
    }

    pub fn is_at(&self, loc: Option<Loc>) -> bool {
        match (&self.targets, loc) {
            (None, _) => true,
            (Some(targets), Some(loc)) => targets[loc.0 as usize],
            (Some(_), None) => self.wrong,
        }
    }

    pub fn fits(&self, instance: &Instance<'_>, n: Node) -> bool {
        self.is_at(instance.node_loc(n)) && self.has_values(instance, n)
    }

    pub fn has_values(&self, instance: &Instance<'_>, n: Node) -> bool {
        self.values.is_empty() || {
            let point = point(instance, n);
            self.values.iter().all(|(x, v)| has(&point, x, v))
        }
    }

    /// The number of steps to it, as far as the control flow says.
    pub fn distance(&self, loc: Option<Loc>) -> u32 {
        match loc {
            _ if self.is_at(loc) => 0,
            Some(loc) => self.far[loc.0 as usize],
            None => NOWHERE,
        }
    }

    pub fn said(&self) -> String {
        let values: Vec<String> = self.values.iter().map(|(x, v)| format!("{x}={v}")).collect();
        let parts: Vec<String> = Some(self.said.clone()).filter(|s| !s.is_empty()).into_iter().chain(values).collect();
        parts.join(", ")
    }
}

impl Places {
    pub fn spot(&self, t: Tid) -> Option<&Rc<Spot>> {
        self.spots.get(t.0 as usize - 1)?.as_ref()
    }

    /// One thread is at a spot.
    pub fn of(threads: u32, t: Tid, spot: &Rc<Spot>) -> Places {
        let spots = (1..=threads).map(|u| (Tid(u) == t).then(|| spot.clone())).collect();
        Places { spots, values: vec![] }
    }

    fn lacking(&self, instance: &Instance<'_>, g: Global) -> u32 {
        if self.values.is_empty() {
            return 0;
        }
        let values = globals(instance.semantics, g);
        self.values.iter().filter(|(x, v)| !has_value(&values, x, v)).count() as u32
    }

    fn away(&self, instance: &Instance<'_>, t: Tid, s: State) -> u32 {
        self.spot(t).map_or(0, |spot| spot.distance(instance.loc(t, s)))
    }

    pub fn distance(&self, instance: &Instance<'_>, s: State) -> u32 {
        let away: u32 = instance.semantics.tids().map(|t| self.away(instance, t, s)).sum();
        let off = |t: &Tid| {
            self.spot(*t).is_some_and(|p| p.is_at(instance.loc(*t, s)) && !p.fits(instance, instance.node(*t, s)))
        };
        let off = instance.semantics.tids().filter(off).count() as u32;
        away + OTHER_VALUE * (off + self.lacking(instance, instance.configuration(s).global))
    }

    /// What is left after `t` has moved to `n` in `s`; nothing if that step is none of those looked for.
    pub fn after(&self, instance: &Instance<'_>, s: State, t: Option<u32>, n: Option<u32>) -> Option<u32> {
        let all = self.distance(instance, s);
        let Some(t) = t.map(Tid) else { return (all > 0).then_some(all) };
        let away = self.away(instance, t, s);
        let lacking = self.lacking(instance, instance.configuration(s).global);
        let Some(n) = n.map(Node) else { return (away + lacking > 0).then_some(all) };
        let still = self.lacking(instance, instance.stores(n).0);
        let there = self.spot(t).is_none_or(|spot| spot.fits(instance, n));
        let helps = away > 0 || still < lacking;
        let left = all - away - OTHER_VALUE * lacking;
        (there && helps && (left > 0 || still == 0)).then_some(left + OTHER_VALUE * still)
    }

    pub fn said(&self) -> String {
        let place = |(t, spot): (usize, &Option<Rc<Spot>>)| spot.as_ref().map(|s| format!("pc{t}={}", s.said()));
        let places = (1..).zip(&self.spots).filter_map(place);
        places.chain(self.values.iter().map(|(x, v)| format!("{x}={v}"))).collect::<Vec<_>>().join(", ")
    }
}

/// Whether an action may violate an assertion.
pub(super) fn asserts(op: &Op) -> bool {
    fn within(s: &Statement) -> bool {
        match s {
            Statement::Action(a) => matches!(a, Action::Assert(_)),
            Statement::If { then, otherwise, .. } => then.iter().chain(otherwise).any(within),
            Statement::Choose(branches) => branches.iter().flatten().any(within),
        }
    }
    match op {
        Op::Do { action, .. } => matches!(action, Action::Assert(_)),
        Op::Atomic { body, .. } => body.iter().any(within),
        _ => false,
    }
}

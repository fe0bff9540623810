//! Facts that are looked for and not there: what each column would have to be, and how far a node or a
//! state is from that. `hunt` knows failures, `sought` the conclusions of rules.

use super::hunt::{Hunt, asserts};
use super::pattern::{Condition, FactPattern, has, has_value};
use crate::derivation::Rules;
use crate::driver::{Instance, point};
use crate::execution::globals;
use crate::ir::{Loc, Op, Program as Model};
use moverlog_rules::{Frame, Global, Kind, Node, Program, State, Tid};
use std::rc::Rc;

/// Where no way leads.
pub(super) const NOWHERE: u32 = 1000;
/// How far a variable counts that has another value.
pub(super) const OTHER_VALUE: u32 = 2;

/// A fact of a relation.
#[derive(Clone)]
pub(super) struct Goal {
    pub relation: usize,
    pub wants: Vec<Want>,
}

#[derive(Clone)]
pub(super) enum Want {
    Any,
    Is(u32),
    Node(Rc<Spot>),
    State(Rc<Places>),
    /// The frame returns to the location of this name.
    Frame(String),
    /// A state in which a thread is wrong.
    Wrong(Rc<Hunt>),
}

/// A node: one of some locations, with values.
#[derive(Clone, Default)]
pub(super) struct Spot {
    /// By location; nothing if it may be any.
    targets: Option<Vec<bool>>,
    wrong: bool,
    values: Vec<(String, String)>,
    far: Vec<u32>,
    said: String,
}

/// A state: where threads are, and values of globals.
#[derive(Clone, Default)]
pub(super) struct Places {
    pub spots: Vec<Option<Rc<Spot>>>,
    values: Vec<(String, String)>,
}

/// For each location the number of steps to one of `targets`, over calls and returns.
pub(super) fn far(model: &Model, targets: &[bool]) -> Vec<u32> {
    let mut before: Vec<Vec<usize>> = vec![vec![]; targets.len()];
    for (from, location) in model.locations.iter().enumerate() {
        location.op.targets().iter().for_each(|to| before[to.0 as usize].push(from));
        if let Op::Call { procedure, next, .. } = location.op {
            before[model.procedures[procedure as usize].entry.0 as usize].push(from);
            let ends = model.locations.iter().enumerate();
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
    fn new(model: &Model, place: impl Fn(Loc) -> bool, said: String) -> Spot {
        let targets: Vec<bool> = (0..model.locations.len() as u32).map(|l| place(Loc(l))).collect();
        Spot { far: far(model, &targets), targets: Some(targets), said, ..Spot::default() }
    }

    pub fn named(model: &Model, name: &str) -> Spot {
        if name != "wrong" {
            return Spot::new(model, |l| model.location(l).name == name, name.into());
        }
        let near = Spot::new(model, |l| asserts(&model.location(l).op), name.into());
        let far = near.far.iter().map(|f| f + 1).collect();
        Spot { targets: Some(vec![false; model.locations.len()]), wrong: true, far, ..near }
    }

    fn inside(model: &Model, procedure: &str) -> Spot {
        let is = |l: Loc| model.procedures[model.location(l).procedure as usize].name == procedure;
        Spot::new(model, is, procedure.into())
    }

    /// Where a procedure is called.
    pub fn calls(model: &Model) -> Spot {
        Spot::new(model, |l| matches!(model.location(l).op, Op::Call { .. }), "a call".into())
    }

    /// Where a procedure can be left.
    pub fn returns(model: &Model) -> Spot {
        Spot::new(model, |l| ends_procedure(&model.location(l).op), "a return".into())
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

    fn said(&self) -> String {
        let values: Vec<String> = self.values.iter().map(|(x, v)| format!("{x}={v}")).collect();
        let parts: Vec<String> = Some(self.said.clone()).filter(|s| !s.is_empty()).into_iter().chain(values).collect();
        parts.join(", ")
    }
}

impl Places {
    fn spot(&self, t: Tid) -> Option<&Rc<Spot>> {
        self.spots.get(t.0 as usize - 1)?.as_ref()
    }

    /// One thread is at a spot.
    fn of(threads: u32, t: Tid, spot: &Rc<Spot>) -> Places {
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

    fn said(&self) -> String {
        let place = |(t, spot): (usize, &Option<Rc<Spot>>)| spot.as_ref().map(|s| format!("pc{t}={}", s.said()));
        let places = (1..).zip(&self.spots).filter_map(place);
        places.chain(self.values.iter().map(|(x, v)| format!("{x}={v}"))).collect::<Vec<_>>().join(", ")
    }
}

impl Want {
    pub fn said(&self, shown: impl Fn(u32) -> String) -> Option<String> {
        match self {
            Want::Any | Want::Wrong(_) => None,
            Want::Is(a) => Some(shown(*a)),
            Want::Node(spot) => Some(spot.said()),
            Want::State(places) => Some(places.said()),
            Want::Frame(name) => Some(name.clone()),
        }
        .filter(|s| !s.is_empty())
    }
}

impl Goal {
    /// What a pattern asks for; nothing if it is a number.
    pub fn of(pattern: &FactPattern, relation: usize, rules: &Rules, model: &Model) -> Option<Goal> {
        let FactPattern::Of { conditions, .. } = pattern else { return None };
        let mut nodes = 0;
        let wants = rules.kinds(relation).iter().map(|kind| {
            nodes += usize::from(*kind == Kind::Node);
            match *kind {
                Kind::Node => node(model, conditions, nodes),
                Kind::State => state(model, conditions),
                Kind::Tid => thread(conditions),
                Kind::Frame => frame(conditions),
                _ => Want::Any,
            }
        });
        Some(Goal { relation, wants: wants.collect() })
    }

    /// The places of threads in a state, for the relation that holds states.
    pub fn at(relation: usize, kinds: &[Kind], places: Places) -> Goal {
        let places = Rc::new(places);
        let want = |kind: &Kind| if *kind == Kind::State { Want::State(places.clone()) } else { Want::Any };
        Goal { relation, wants: kinds.iter().map(want).collect() }
    }

    /// A name by which goals are told apart.
    pub fn said(&self) -> String {
        let wants: Vec<String> = self.wants.iter().map(|w| w.said(|a| format!("#{a}")).unwrap_or_default()).collect();
        format!("{} {}", self.relation, wants.join("|"))
    }

    /// The same of one column as a place for the thread in it, once that is a node or a state.
    pub fn node_at(&self, column: usize, t: Option<Tid>) -> Want {
        match (&self.wants[column], t) {
            (Want::State(places), Some(t)) => {
                let spot = places.spot(t).map(|s| (**s).clone()).unwrap_or_default();
                let values = spot.values.iter().chain(&places.values).cloned().collect();
                Want::Node(Rc::new(Spot { values, ..spot }))
            }
            (Want::Wrong(hunt), _) => Want::Node(hunt.wrong.clone()),
            _ => Want::Any,
        }
    }

    /// The states in which a thread is at the node that is wanted.
    pub fn places_of(&self, instance: &Instance<'_>) -> Vec<Places> {
        let threads = instance.thread_count();
        let tid = self.wants.iter().find_map(|w| if let Want::Is(t) = w { Some(Tid(*t)) } else { None });
        let spot = self.wants.iter().find_map(|w| if let Want::Node(spot) = w { Some(spot) } else { None });
        let Some(spot) = spot else { return vec![] };
        let tids = (1..=threads).map(Tid).filter(|t| tid.is_none_or(|u| u == *t));
        tids.map(|t| Places::of(threads, t, spot)).collect()
    }

    pub fn fits(&self, instance: &Instance<'_>, columns: &[u32]) -> bool {
        self.wants.iter().zip(columns).all(|(w, c)| match w {
            Want::Any => true,
            Want::Is(a) => a == c,
            Want::Node(spot) => spot.fits(instance, Node(*c)),
            Want::State(places) => places.distance(instance, State(*c)) == 0,
            Want::Frame(name) => frame_is(instance, *c, name),
            Want::Wrong(_) => instance.configuration(State(*c)).locals.iter().any(|l| instance.semantics.is_wrong(*l)),
        })
    }
}

pub(super) fn frame_is(instance: &Instance<'_>, f: u32, name: &str) -> bool {
    let model = instance.semantics.program;
    model.location(instance.semantics.return_location(Frame(f))).name == name
}

fn node(model: &Model, conditions: &[Condition], number: usize) -> Want {
    let mut spot = Spot::default();
    let mut values = vec![];
    for condition in conditions {
        match (condition, number) {
            (Condition::Procedure(name), 1) if spot.said.is_empty() => spot = Spot::inside(model, name),
            (Condition::Start(name), 1) | (Condition::End(name), 2) => spot = Spot::named(model, name),
            (Condition::Value(x, v), 1) | (Condition::ValueAtEnd(x, v), 2) => values.push((x.clone(), v.clone())),
            _ => {}
        }
    }
    if spot.said.is_empty() && values.is_empty() { Want::Any } else { Want::Node(Rc::new(Spot { values, ..spot })) }
}

fn state(model: &Model, conditions: &[Condition]) -> Want {
    let mut places = Places { spots: vec![None; model.threads.len()], values: vec![] };
    for condition in conditions {
        match condition {
            Condition::Place(t, name) => places.spots[t - 1] = Some(Rc::new(Spot::named(model, name))),
            Condition::Value(x, v) => places.values.push((x.clone(), v.clone())),
            _ => {}
        }
    }
    Want::State(Rc::new(places))
}

fn thread(conditions: &[Condition]) -> Want {
    let thread = conditions.iter().find_map(|c| if let Condition::Thread(t) = c { Some(*t) } else { None });
    thread.map_or(Want::Any, Want::Is)
}

fn frame(conditions: &[Condition]) -> Want {
    let name = conditions.iter().find_map(|c| if let Condition::Frame(name) = c { Some(name.clone()) } else { None });
    name.map_or(Want::Any, Want::Frame)
}

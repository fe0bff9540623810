//! Facts that are looked for and not there: what each column would have to be, and how far a node or a
//! state is from that. `hunt` knows failures, `sought` the conclusions of rules.

use super::hunt::Hunt;
use super::pattern::{Condition, FactPattern};
use super::spot::{Places, Spot};
use crate::derivation::Rules;
use crate::driver::Instance;
use crate::ir::Program;
use moverlog_rules::{Frame, Kind, Node, Program as _, State, Tid};
use std::rc::Rc;

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
    pub fn of(pattern: &FactPattern, relation: usize, rules: &Rules, program: &Program) -> Option<Goal> {
        let FactPattern::Of { conditions, .. } = pattern else { return None };
        let mut nodes = 0;
        let wants = rules.kinds(relation).iter().map(|kind| {
            nodes += usize::from(*kind == Kind::Node);
            match *kind {
                Kind::Node => node(program, conditions, nodes),
                Kind::State => state(program, conditions),
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
                Want::Node(Rc::new(spot.with(&places.values)))
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
    let program = instance.semantics.program;
    program.location(instance.semantics.return_location(Frame(f))).name == name
}

fn node(program: &Program, conditions: &[Condition], number: usize) -> Want {
    let mut spot = Spot::default();
    let mut values = vec![];
    for condition in conditions {
        match (condition, number) {
            (Condition::Procedure(name), 1) if spot.said.is_empty() => spot = Spot::inside(program, name),
            (Condition::Start(name), 1) | (Condition::End(name), 2) => spot = Spot::named(program, name),
            (Condition::Value(x, v), 1) | (Condition::ValueAtEnd(x, v), 2) => values.push((x.clone(), v.clone())),
            _ => {}
        }
    }
    if spot.said.is_empty() && values.is_empty() { Want::Any } else { Want::Node(Rc::new(spot.with(&values))) }
}

fn state(program: &Program, conditions: &[Condition]) -> Want {
    let mut places = Places { spots: vec![None; program.threads.len()], values: vec![] };
    for condition in conditions {
        match condition {
            Condition::Place(t, name) => places.spots[t - 1] = Some(Rc::new(Spot::named(program, name))),
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

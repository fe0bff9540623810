//! Facts that are looked for and not there: what each column would have to be, and how far others are off.

use super::pattern::{Condition, FactPattern, has, has_value};
use super::reasons::Known;
use crate::derivation::{Column, Giver, Rules, Source, Wish};
use crate::driver::Instance;
use crate::driver::points::point;
use crate::execution::globals;
use crate::ir::{Action, Loc, Op, Program as Model, Statement};
use crate::semantics::{Effect, LocalStore, Step};
use moverlog_rules::{Frame, Global, Node, Program, State, Tid};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Where no way leads.
const NOWHERE: u32 = 1000;
/// How far a premise counts of which nothing is known.
const UNKNOWN: u32 = 50;
/// How far a variable counts that has another value.
const OTHER_VALUE: u32 = 2;

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

/// In which way a state comes near to a failure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// A thread would violate an assertion with these values, but is not there.
    Near,
    /// A thread is at an assertion, and another one may go and write what it reads.
    Intruder,
    /// A thread is at an assertion.
    There,
}

/// States that come near to a failure.
pub(super) struct Hunt {
    way: Way,
    asserts: Vec<bool>,
    /// Assertions that a thread would violate in a global store.
    bad: BTreeMap<(Tid, Global), BTreeSet<Loc>>,
    /// Assertions at which a thread never is.
    unvisited: BTreeMap<Tid, BTreeSet<Loc>>,
    far: BTreeMap<Loc, Vec<u32>>,
    /// For a thread at an assertion and another thread, how far that one is from writing what is read.
    intruders: BTreeMap<(Tid, Loc, Tid), Vec<u32>>,
}

/// For each location the number of steps to one of `targets`, over calls and returns.
fn far(model: &Model, targets: &[bool]) -> Vec<u32> {
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

fn asserts(op: &Op) -> bool {
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

    /// Where a procedure can be left.
    pub fn returns(model: &Model) -> Spot {
        Spot::new(model, |l| ends_procedure(&model.location(l).op), "a return".into())
    }

    fn is_at(&self, loc: Option<Loc>) -> bool {
        match (&self.targets, loc) {
            (None, _) => true,
            (Some(targets), Some(loc)) => targets[loc.0 as usize],
            (Some(_), None) => self.wrong,
        }
    }

    pub fn fits(&self, instance: &Instance<'_>, n: Node) -> bool {
        self.is_at(instance.node_loc(n)) && self.has_values(instance, n)
    }

    fn has_values(&self, instance: &Instance<'_>, n: Node) -> bool {
        self.values.is_empty() || {
            let point = point(instance, n);
            self.values.iter().all(|(x, v)| has(&point, x, v))
        }
    }

    /// The number of steps to it, as far as the control flow says.
    fn distance(&self, loc: Option<Loc>) -> u32 {
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

    fn distance(&self, instance: &Instance<'_>, s: State) -> u32 {
        let away: u32 = instance.semantics.tids().map(|t| self.away(instance, t, s)).sum();
        let off = |t: &Tid| {
            self.spot(*t).is_some_and(|p| p.is_at(instance.loc(*t, s)) && !p.fits(instance, instance.node(*t, s)))
        };
        let off = instance.semantics.tids().filter(off).count() as u32;
        away + OTHER_VALUE * (off + self.lacking(instance, instance.configuration(s).global))
    }

    /// What is left after `t` has moved to `n` in `s`; nothing if that step is none of those looked for.
    fn after(&self, instance: &Instance<'_>, s: State, t: Option<u32>, n: Option<u32>) -> Option<u32> {
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

impl Hunt {
    /// The ways in which states come near to a failure, the more telling first.
    pub fn all(instance: &Instance<'_>, known: &Known) -> [Hunt; 3] {
        [Way::Near, Way::Intruder, Way::There].map(|way| Hunt::new(instance, known, way))
    }

    /// What would fail, by all local stores that a thread has at its assertions, and all global stores.
    fn new(instance: &Instance<'_>, known: &Known, way: Way) -> Hunt {
        let model = instance.semantics.program;
        let asserts: Vec<bool> = model.locations.iter().map(|l| asserts(&l.op)).collect();
        let (bad, unvisited, ways, intruders) = Default::default();
        let mut hunt = Hunt { way, asserts, bad, unvisited, far: ways, intruders };
        let mut stores = BTreeSet::new();
        let mut there = BTreeSet::new();
        for s in (0..instance.state_count() as u32).map(State) {
            let c = instance.configuration(s);
            stores.insert(c.global);
            for (t, l) in (1..).map(Tid).zip(c.locals) {
                there.extend(instance.semantics.loc(l).filter(|a| hunt.asserts[a.0 as usize]).map(|a| (t, a, l)));
                if let Some(at) = instance.semantics.loc(l).filter(|a| hunt.asserts[a.0 as usize]) {
                    hunt.find_intruders(instance, known, t, at, c.global, l);
                }
            }
        }
        for at in (0..hunt.asserts.len() as u32).map(Loc).filter(|l| hunt.asserts[l.0 as usize]) {
            let target: Vec<bool> = (0..hunt.asserts.len()).map(|l| l == at.0 as usize).collect();
            hunt.far.insert(at, far(model, &target));
            let absent = instance.semantics.tids().filter(|t| !there.iter().any(|(u, a, _)| u == t && *a == at));
            absent.for_each(|t| _ = hunt.unvisited.entry(t).or_default().insert(at));
        }
        hunt.find_bad(instance, &there, &stores);
        hunt
    }

    fn find_bad(
        &mut self,
        instance: &Instance<'_>,
        there: &BTreeSet<(Tid, Loc, LocalStore)>,
        stores: &BTreeSet<Global>,
    ) {
        let wrong = |step: &Step| matches!(step.effect, Effect::Wrong(_));
        for ((t, at, l), g) in there.iter().flat_map(|x| stores.iter().map(move |g| (x, g))) {
            if instance.semantics.transitions(*t, *g, *l).steps.iter().any(wrong) {
                self.bad.entry((*t, *g)).or_default().insert(*at);
            }
        }
    }

    fn find_intruders(&mut self, instance: &Instance<'_>, known: &Known, t: Tid, at: Loc, g: Global, l: LocalStore) {
        let others = instance.semantics.tids().filter(|u| *u != t);
        let new: Vec<Tid> = others.filter(|u| !self.intruders.contains_key(&(t, at, *u))).collect();
        if self.way != Way::Intruder || new.is_empty() {
            return;
        }
        let transitions = instance.semantics.transitions(t, g, l);
        let writers: Vec<_> = transitions.accesses.reads.iter().flat_map(|c| known.writers(*c)).collect();
        for u in new {
            let writes = |l: usize| writers.iter().any(|w| w.thread == u && w.loc.0 as usize == l);
            let targets: Vec<bool> = (0..self.asserts.len()).map(writes).collect();
            self.intruders.insert((t, at, u), far(instance.semantics.program, &targets));
        }
    }

    fn distance(&self, instance: &Instance<'_>, s: State, t: Tid) -> Option<u32> {
        let loc = instance.loc(t, s)?;
        let is_assert = |loc: &Loc| self.asserts[loc.0 as usize];
        let some = |d: &u32| (1..NOWHERE).contains(d);
        match self.way {
            Way::There => Some(1).filter(|_| is_assert(&loc)),
            Way::Near => {
                let bad = self.bad.get(&(t, instance.configuration(s).global));
                let at = bad.into_iter().chain(self.unvisited.get(&t)).flatten();
                at.map(|at| self.far[at][loc.0 as usize]).filter(some).min()
            }
            Way::Intruder => {
                let others = instance.semantics.tids().filter(|u| *u != t);
                let at = others.filter_map(|u| Some((u, instance.loc(u, s).filter(is_assert)?)));
                at.map(|(u, at)| self.intruders[&(u, at, t)][loc.0 as usize]).filter(some).min()
            }
        }
    }

    fn after(&self, instance: &Instance<'_>, s: State, t: Option<u32>, n: Option<u32>) -> Option<u32> {
        let tids = instance.semantics.tids().filter(|u| t.is_none_or(|t| t == u.0));
        let distance = tids.filter_map(|t| self.distance(instance, s, t)).min()?;
        match n {
            None => Some(distance),
            Some(n) => instance.node_loc(Node(n)).is_none().then_some(0),
        }
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
        let types = rules.types(relation);
        let mut nodes = 0;
        let wants = types.iter().map(|kind| {
            nodes += usize::from(kind == "Node");
            match kind.as_str() {
                "Node" => node(model, conditions, nodes),
                "State" => state(model, conditions),
                "Tid" => thread(conditions),
                "Frame" => frame(conditions),
                _ => Want::Any,
            }
        });
        Some(Goal { relation, wants: wants.collect() })
    }

    /// The places of threads in a state, for the relation that holds states.
    pub fn at(relation: usize, types: &[String], places: Places) -> Goal {
        let places = Rc::new(places);
        let want = |kind: &String| if kind == "State" { Want::State(places.clone()) } else { Want::Any };
        Goal { relation, wants: types.iter().map(want).collect() }
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

fn frame_is(instance: &Instance<'_>, f: u32, name: &str) -> bool {
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

/// How far the conclusions of rules are from a goal.
pub(super) struct Sought<'a> {
    pub instance: &'a Instance<'a>,
    pub rules: &'a Rules,
    pub goal: &'a Goal,
    pub returns: &'a Spot,
}

impl Sought<'_> {
    fn column(&self, want: &Want, column: &Column<'_>) -> Option<u32> {
        let instance = self.instance;
        match (want, column) {
            (Want::Any, Column::Open(Some(source))) if matches!(source.of, Giver::Question("u_minus")) => {
                Some(self.node_of(source).map_or(UNKNOWN, |n| self.returns.distance(instance.node_loc(n))))
            }
            (Want::Any, _) => Some(0),
            (Want::Is(a), Column::Atom(b)) => (a == b).then_some(0),
            (Want::Node(spot), Column::Atom(n)) => spot.fits(instance, Node(*n)).then_some(0),
            (Want::Node(spot), Column::Open(source)) => {
                let from = source.as_ref().and_then(|s| self.node_of(s));
                Some(from.map_or(UNKNOWN, |n| spot.distance(instance.node_loc(n)).saturating_sub(1)))
            }
            (Want::Node(spot), Column::Answer("node", args)) => self.node_in(spot, args),
            (Want::State(places), Column::Atom(s)) => (places.distance(instance, State(*s)) == 0).then_some(0),
            (Want::Frame(name), Column::Atom(f)) => frame_is(instance, *f, name).then_some(0),
            (Want::Wrong(_), Column::Atom(s)) => {
                let locals = instance.configuration(State(*s)).locals;
                locals.iter().any(|l| instance.semantics.is_wrong(*l)).then_some(0)
            }
            (_, Column::Answer("set" | "push" | "pop", args)) => self.moved(want, args),
            (_, Column::Open(Some(Source { of: Giver::Question("push"), columns }))) => self.moved(want, columns),
            _ => Some(0),
        }
    }

    /// A state after a step.
    fn moved(&self, want: &Want, args: &[Option<u32>]) -> Option<u32> {
        let [Some(s), t, n, ..] = args else { return Some(0) };
        match want {
            Want::State(places) => places.after(self.instance, State(*s), *t, *n),
            Want::Wrong(hunt) => hunt.after(self.instance, State(*s), *t, *n),
            _ => Some(0),
        }
    }

    fn node_in(&self, spot: &Spot, args: &[Option<u32>]) -> Option<u32> {
        let [t, Some(s)] = args else { return Some(UNKNOWN) };
        let tids = self.instance.semantics.tids().filter(|u| t.is_none_or(|t| t == u.0));
        let one = |t: Tid| {
            let n = self.instance.node(t, State(*s));
            let off = spot.is_at(self.instance.node_loc(n)) && !spot.has_values(self.instance, n);
            spot.distance(self.instance.node_loc(n)) + if off { OTHER_VALUE } else { 0 }
        };
        tids.map(one).min()
    }

    /// The node that is known last of those from which a premise leads on.
    fn node_of(&self, source: &Source<'_>) -> Option<Node> {
        let is_node = |i: usize| match source.of {
            Giver::Relation(r) => self.rules.types(r)[i] == "Node",
            Giver::Question(q) => q.starts_with("u") && i == 1,
        };
        let known = (0..source.columns.len()).rev().filter(|i| is_node(*i));
        known.filter_map(|i| source.columns[i]).map(Node).next()
    }
}

impl Wish for Sought<'_> {
    fn distance(&self, columns: &[Column<'_>]) -> Option<u32> {
        self.goal.wants.iter().zip(columns).map(|(w, c)| self.column(w, c)).sum()
    }

    fn agree(&self, a: usize, b: usize) -> bool {
        match (&self.goal.wants[a], &self.goal.wants[b]) {
            (Want::Node(x), Want::Node(y)) => {
                let locations = 0..self.instance.semantics.program.locations.len() as u32;
                locations.map(|l| Some(Loc(l))).chain([None]).any(|l| x.is_at(l) && y.is_at(l))
            }
            (Want::Node(x), Want::Is(n)) | (Want::Is(n), Want::Node(x)) => x.fits(self.instance, Node(*n)),
            (Want::Is(a), Want::Is(b)) => a == b,
            _ => true,
        }
    }
}

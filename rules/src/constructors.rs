//! What the rules of an instrumentation write down of a control-flow graph, as numbers: each value is the number
//! of its constructor and of what that is applied to, so that interpreted rules hold it like an atom.

use crate::atoms::*;
use crate::instrumented::{Condition, Copy, Edge, Graph, Guard, Place};
use crate::questions::Kind;
use std::collections::BTreeSet;

/// A word by which rules make a value of others: `Place(la, N)`.
#[derive(PartialEq, Eq, Debug)]
pub struct Constructor {
    /// As rules write it.
    pub name: &'static str,
    /// What it is applied to.
    pub of: &'static [Kind],
    /// What it makes.
    pub makes: Kind,
}

macro_rules! constructors {
    ($($Makes:ident: $($Name:ident($($Of:ident),*)),+;)*) => {
        /// Every constructor; those of one kind together, in the order of its Rust type.
        pub const CONSTRUCTORS: &[Constructor] = &[$($(
            Constructor { name: stringify!($Name), of: &[$(Kind::$Of),*], makes: Kind::$Makes },
        )+)*];
    };
}

constructors! {
    Copy: N(), R(), RPrime(), L(), LPrime();
    Place: Place(Location, Copy);
    Condition: Right(Action), Both(Action), AllLeft(Location), AllBoth(Location),
        AllLeftEnabled(Location), AllBothEnabled(Location);
    Guard: True(), If(Condition), Unless(Condition);
    Taken: None(), Some(Action);
}

/// How many values a kind has that is applied second.
const COPIES: u32 = 5;

impl Constructor {
    /// The constructor of that name.
    pub fn named(name: &str) -> Option<&'static Constructor> {
        CONSTRUCTORS.iter().find(|c| c.name == name)
    }

    /// By which constructor a value was made, and its part, which says nothing where it has none.
    pub fn read(kind: Kind, value: u32) -> (&'static Constructor, u32) {
        let (number, part) = made(value, kind);
        let mut same = CONSTRUCTORS.iter().filter(|c| c.makes == kind);
        (same.nth(number).expect("numbers are made by constructors"), part)
    }

    /// The number of the value that it makes of these.
    pub fn of(&self, parts: &[u32]) -> u32 {
        let part = parts.iter().copied().reduce(|first, copy| first * COPIES + copy).unwrap_or(0);
        let same = || CONSTRUCTORS.iter().filter(|c| c.makes == self.makes);
        let number = same().position(|c| c == self).unwrap_or(0);
        part * same().count() as u32 + number as u32
    }
}

/// What a number was made of: the constructor's place among those of its kind, and its part.
fn made(value: u32, kind: Kind) -> (usize, u32) {
    let count = CONSTRUCTORS.iter().filter(|c| c.makes == kind).count() as u32;
    ((value % count) as usize, value / count)
}

fn place(value: u32) -> Place {
    let copy = [Copy::N, Copy::R, Copy::RPrime, Copy::L, Copy::LPrime][(value % COPIES) as usize];
    Place(Location(value / COPIES), copy)
}

fn condition(value: u32) -> Condition {
    match made(value, Kind::Condition) {
        (0, a) => Condition::Right(Action(a)),
        (1, a) => Condition::Both(Action(a)),
        (2, l) => Condition::AllLeft(Location(l)),
        (3, l) => Condition::AllBoth(Location(l)),
        (4, l) => Condition::AllLeftEnabled(Location(l)),
        (_, l) => Condition::AllBothEnabled(Location(l)),
    }
}

fn guard(value: u32) -> Guard {
    match made(value, Kind::Guard) {
        (0, _) => Guard::True,
        (1, c) => Guard::If(condition(c)),
        (_, c) => Guard::Unless(condition(c)),
    }
}

fn taken(value: u32) -> Option<Action> {
    let (some, a) = made(value, Kind::Taken);
    (some == 1).then_some(Action(a))
}

impl Place {
    /// The place that has this number.
    pub fn read(value: u32) -> Place {
        place(value)
    }
}

impl Copy {
    /// The copy that has this number.
    pub fn read(value: u32) -> Copy {
        place(value).1
    }
}

impl Condition {
    /// The condition that has this number.
    pub fn read(value: u32) -> Condition {
        condition(value)
    }
}

impl Guard {
    /// The guard that has this number.
    pub fn read(value: u32) -> Guard {
        guard(value)
    }
}

impl Edge {
    /// The action that has this number, if it is one.
    pub fn action(value: u32) -> Option<Action> {
        taken(value)
    }

    /// The relation of the edges, and its columns.
    pub const RELATION: (&str, &[Kind]) = ("Instrumented", &[Kind::Place, Kind::Guard, Kind::Taken, Kind::Place]);

    /// The edge that a row of this relation is.
    pub fn read(row: &[u32]) -> Edge {
        Edge { from: place(row[0]), guard: guard(row[1]), action: taken(row[2]), to: place(row[3]) }
    }
}

impl Graph {
    /// The relations in which rules are given the graph, and their columns.
    pub const RELATIONS: &[(&str, &[Kind])] = &[
        ("Delta", &[Kind::Location, Kind::Action, Kind::Location]),
        ("At", &[Kind::Location]),
        ("Entry", &[Kind::Location]),
        ("Sink", &[Kind::Location]),
        ("Lfs", &[Kind::Location]),
        ("RightMover", &[Kind::Action]),
        ("LeftMover", &[Kind::Action]),
    ];

    /// The facts of each of these relations, in their order.
    pub fn facts(&self) -> [Vec<Vec<u32>>; 7] {
        let locations = |all: &[Location]| all.iter().map(|l| vec![l.0]).collect();
        let actions = |all: &[Action]| all.iter().map(|a| vec![a.0]).collect();
        let delta = self.delta.iter().map(|(la, a, lb)| vec![la.0, a.0, lb.0]).collect();
        let [at, entry, sink, lfs] = [&self.locations, &self.entries, &self.sinks, &self.lfs].map(|l| locations(l));
        [delta, at, entry, sink, lfs, actions(&self.right_movers), actions(&self.left_movers)]
    }

    /// Those of some edges that follow the graph, or stay where they are, and ask of nothing but what leads on.
    pub fn own(&self, edges: Vec<Edge>) -> Vec<Edge> {
        let delta: BTreeSet<_> = self.delta.iter().collect();
        let out: BTreeSet<(Location, Action)> = self.delta.iter().map(|(la, a, _)| (*la, *a)).collect();
        let asks = |la, c| match c {
            Condition::Right(a) | Condition::Both(a) => out.contains(&(la, a)),
            Condition::AllLeft(l) | Condition::AllBoth(l) => l == la,
            Condition::AllLeftEnabled(l) | Condition::AllBothEnabled(l) => l == la,
        };
        let follows = |e: &Edge| e.action.map_or(e.from.0 == e.to.0, |a| delta.contains(&(e.from.0, a, e.to.0)));
        let tests = |e: &Edge| match e.guard {
            Guard::True => true,
            Guard::If(c) | Guard::Unless(c) => asks(e.from.0, c),
        };
        edges.into_iter().filter(|e| follows(e) && tests(e)).collect()
    }
}

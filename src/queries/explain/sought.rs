//! How far the conclusions of rules are from a goal, by as much as is known of them.

use super::goal::{Goal, Want, frame_is};
use super::spot::{NOWHERE, OTHER_VALUE, Spot};
use crate::derivation::{Column, Giver, Rules, Source, Wish};
use crate::driver::Instance;
use crate::ir::Loc;
use moverlog_rules::{Kind, Node, Program, Question, State, Tid};

/// How far a premise counts of which nothing is known.
const UNKNOWN: u32 = 50;

/// How far the conclusions of rules are from a goal.
pub(super) struct Sought<'a> {
    pub instance: &'a Instance<'a>,
    pub rules: &'a Rules,
    pub goal: &'a Goal,
    pub calls: &'a Spot,
    pub returns: &'a Spot,
}

impl Sought<'_> {
    fn column(&self, want: &Want, column: &Column) -> Option<u32> {
        let instance = self.instance;
        match (want, column) {
            (Want::Any, Column::Open(Some(source))) => self.before(source),
            (Want::Any, _) => Some(0),
            (Want::Is(a), Column::Atom(b)) => (a == b).then_some(0),
            (Want::Node(spot), Column::Atom(n)) => spot.fits(instance, Node(*n)).then_some(0),
            (Want::Node(spot), Column::Open(source)) => {
                let from = source.as_ref().and_then(|s| self.node_of(s));
                Some(from.map_or(UNKNOWN, |n| spot.distance(instance.node_loc(n)).saturating_sub(1)))
            }
            (Want::Node(spot), Column::Answer(Question::At, args)) => self.node_in(spot, args),
            (Want::State(places), Column::Atom(s)) => (places.distance(instance, State(*s)) == 0).then_some(0),
            (Want::Frame(name), Column::Atom(f)) => frame_is(instance, *f, name).then_some(0),
            (Want::Wrong(_), Column::Atom(s)) => {
                let locals = instance.configuration(State(*s)).locals;
                locals.iter().any(|l| instance.semantics.is_wrong(*l)).then_some(0)
            }
            (_, Column::Answer(Question::Set | Question::Push | Question::Pop, args)) => self.moved(want, args),
            (_, Column::Open(Some(Source { of: Giver::Question(Question::Push), columns }))) => {
                self.moved(want, columns)
            }
            _ => Some(0),
        }
    }

    /// How far a thread is from a call or return whatever it leads to; nothing if it never comes to one.
    fn before(&self, source: &Source) -> Option<u32> {
        let spot = match source.of {
            Giver::Question(Question::UPlus) => self.calls,
            Giver::Question(Question::UMinus) => self.returns,
            _ => return Some(0),
        };
        let Some(n) = self.node_of(source) else { return Some(UNKNOWN) };
        Some(spot.distance(self.instance.node_loc(n))).filter(|d| *d < NOWHERE)
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
    fn node_of(&self, source: &Source) -> Option<Node> {
        let is_node = |i: usize| match source.of {
            Giver::Relation(r) => self.rules.kinds(r)[i] == Kind::Node,
            Giver::Question(q) => q.asked_of()[i] == Kind::Node,
        };
        let known = (0..source.columns.len()).rev().filter(|i| is_node(*i));
        known.filter_map(|i| source.columns[i]).map(Node).next()
    }
}

impl Wish for Sought<'_> {
    fn distance(&self, columns: &[Column]) -> Option<u32> {
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

//! Rulesets 2 and 3 for several workers: level I by state, each of which belongs to one worker; level II at every worker
//! for the nodes from which its states start (QRR 5).
//!
//! They are the sources of `summaries`, nothing is typed again. Whatever a rule of level II derives of a node has
//! premises about that node and about those that calls lead to from there, and all of these are derived where a state
//! starts from it, but for two: that a node is called, and that a state starts from one that is called. These all
//! workers are told; then the facts of all together are those of one.
//! A callee that is entered outside any transaction is why: its path edges are those that a state starts there, and
//! (CFL POP) lets a caller go on by them.
//! What looks at the absence of a fact (C3'), or at facts of two nodes that have nothing to do with each other (Theorem
//! 3), is derived of all facts afterwards, by [`summaries_whole`].
//!
//! A worker runs its rules once, as ascent does, in rounds. What others find comes in between two rounds.

use crate::program::Answers;
use crate::questions::Kind;
use crate::registry::{Solution, Summaries, level_ii};
use crate::{Frame, Node, Oracle, Program, State, Tid};
use std::hash::{Hash, Hasher};

/// The workers, as the rules of one of them see them.
pub trait Crew {
    /// Takes in that something new was derived here; always false.
    fn derived(&self) -> bool;

    /// Ends a round: others hear of states that belong to them. False once nobody derives anything new any more.
    fn goes_on(&self, round: u32) -> bool;

    /// Others hear that a call of `t` enters at `n`, pushing `f`; always false.
    fn calls(&self, t: Tid, n: Node, f: Frame) -> bool;

    /// Others hear that a state starts from `n`, where a call of `t` enters; always false.
    fn starts(&self, t: Tid, n: Node) -> bool;

    /// The states that belong here and were found by others in the round before; in the first, those that are there.
    fn arrived(&self, round: u32) -> Answers<State>;

    /// The calls that others have told of in the round before.
    fn called(&self, round: u32) -> Answers<(Tid, Node, Frame)>;

    /// The starts that others have told of in the round before.
    fn started(&self, round: u32) -> Answers<(Tid, Node)>;
}

/// See [`Oracle`].
#[derive(Clone, Copy)]
struct Others<'c>(&'c dyn Crew);

impl PartialEq for Others<'_> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Others<'_> {}

impl Hash for Others<'_> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

ascent::ascent_source! {
    /// Rounds: the rules have derived all when there is none any more.
    shared_rounds:

    relation Crew(Others<'c>);

    /// `Round(i)`: so many rounds were ended before.
    relation Round(u32);

    Round(0) <--
        Crew(_);

    // (ARRIVED)
    //
    //    another worker has found a state s that belongs here
    //   ------------------------------------------------------
    //    Omega(s)
    Omega(s) <--
        Round(i), Crew(c), for s in c.0.arrived(*i);

    /// `Called(t, n, f)`: some worker has derived that a call enters at n, pushing f.
    relation Called(Tid, Node, Frame);

    Called(t, n, f) <--
        Call(t, _, n, f);

    Called(t, n, f) <--
        Round(i), Crew(c), for (t, n, f) in c.0.called(*i);

    // (CFL PUSH), of a call at another worker
    PathEdge(t, n, n, false), Wanted(t, n, f) <--
        Called(t, n, f);

    // (CFL START), of a state at another worker
    PathEdge(t, n, n, fresh) <--
        Round(i), Crew(c), for (t, n) in c.0.started(*i),
        starts!(fresh);

    Round(0) <-- Call(t, _, n, f), Crew(c), if c.0.calls(*t, *n, *f);
    Round(0) <-- Called(t, n, _), Scheduled(t, n, _), Crew(c), if c.0.starts(*t, *n);

    // These derive nothing, and see all that is new.
    Round(0) <-- Omega(_), Crew(c), if c.0.derived();
    Round(0) <-- Scheduled(_, _, _), Crew(c), if c.0.derived();
    Round(0) <-- Wanted(_, _, _), Crew(c), if c.0.derived();
    Round(0) <-- PathEdge(_, _, _, _), Crew(c), if c.0.derived();
    Round(0) <-- Call(_, _, _, _), Crew(c), if c.0.derived();
    Round(0) <-- Sum(_, _, _), Crew(c), if c.0.derived();
    Round(0) <-- SumPlus(_, _, _, _), Crew(c), if c.0.derived();
    Round(0) <-- SumMinus(_, _, _, _), Crew(c), if c.0.derived();
    Round(0) <-- Mark(_, _), Crew(c), if c.0.derived();

    Round(*i + 1) <--
        Round(i), Crew(c), if c.0.goes_on(*i);
}

mod share {
    use super::*;

    ascent::ascent! {
        pub(super) struct Rules<'p, 'c>;
        include_source!(crate::qrr_fresh::qrr_fresh);
        include_source!(crate::qrr_printed::qrr_spans_all);
        include_source!(crate::qrr_ruleset2::qrr_ruleset2);
        include_source!(crate::qrr_ruleset3::qrr_ruleset3);
        include_source!(super::shared_rounds);
        include_source!(crate::qrr_theorem3::qrr_theorem3);
    }

    pub(super) fn of<'p, 'c>(program: &'p dyn Program, crew: &'c dyn Crew) -> Rules<'p, 'c> {
        Rules { Prog: vec![(Oracle(program),)], Crew: vec![(Others(crew),)], ..Default::default() }
    }
}

ascent::ascent_source! {
    /// The relations of which the facts are given.
    found_by_all:

    relation Prog(Oracle<'p>);
    relation Scheduled(Tid, Node, State);
    relation Wanted(Tid, Node, Frame);
    relation PathEdge(Tid, Node, Node, bool);
    relation Call(Tid, Node, Node, Frame);
    relation Sum(Tid, Node, Node);
    relation SumPlus(Tid, Node, Node, Frame);
    relation SumMinus(Tid, Node, Frame, Node);
    relation Mark(Tid, Node);
}

mod whole {
    use super::*;

    ascent::ascent! {
        pub(super) struct Rules<'p>;
        include_source!(super::found_by_all);
        include_source!(crate::qrr_fresh::qrr_fresh);
        include_source!(crate::qrr_printed::qrr_spans_all);
        include_source!(crate::qrr_completes::qrr_completes);
        include_source!(crate::qrr_c3::qrr_c3);
        include_source!(crate::qrr_theorem3::qrr_theorem3);
    }

    pub(super) fn of(program: &dyn Program) -> Rules<'_> {
        Rules { Prog: vec![(Oracle(program),)], ..Default::default() }
    }
}

/// An atom's number.
trait Number {
    fn number(self) -> u32;
}

impl Number for bool {
    fn number(self) -> u32 {
        self.into()
    }
}

macro_rules! numbers {
    ($($Atom:ident),*) => {$(
        impl Number for $Atom {
            fn number(self) -> u32 {
                self.0
            }
        }
    )*};
}

numbers!(Tid, Node, Frame);

#[allow(non_snake_case, reason = "as the constructors of atoms")]
fn Truth(atom: u32) -> bool {
    atom != 0
}

macro_rules! shared {
    ($($Relation:ident($($column:ident: $Kind:ident),*);)*) => {
        /// The relations that workers have in common, and what their columns hold.
        pub const SHARED: &[(&str, &[Kind])] = &[$((stringify!($Relation), &[$(Kind::$Kind),*])),*];

        fn rows(rules: share::Rules<'_, '_>) -> Vec<Vec<u32>> {
            vec![$(rules.$Relation.into_iter().flat_map(|($($column),*)| [$($column.number()),*]).collect()),*]
        }

        fn given<'p>(program: &'p dyn Program, relations: &[Vec<u32>]) -> whole::Rules<'p> {
            let (mut rules, mut relations) = (whole::of(program), relations.iter());
            $(
                let rows = relations.next().into_iter().flat_map(|rows| rows.chunks_exact([$(stringify!($column)),*].len()));
                rules.$Relation = rows.map(|row| {
                    let mut row = row.iter();
                    let mut atom = || *row.next().expect("a row has all columns");
                    ($($Kind(atom())),*)
                }).collect();
            )*
            rules
        }
    };
}

shared! {
    PathEdge(t: Tid, n1: Node, n2: Node, fresh: Truth);
    Sum(t: Tid, n1: Node, n2: Node);
    SumPlus(t: Tid, n1: Node, n2: Node, f: Frame);
    SumMinus(t: Tid, n1: Node, f: Frame, n2: Node);
    Mark(t: Tid, n: Node);
    Call(t: Tid, n1: Node, n2: Node, f: Frame);
    Wanted(t: Tid, n: Node, f: Frame);
    Under(t: Tid, f: Frame, n: Node);
}

/// What one worker derives: the rows of each relation of [`SHARED`], one after the other.
pub fn summaries_share(program: &dyn Program, crew: &dyn Crew) -> Vec<Vec<u32>> {
    let mut rules = share::of(program, crew);
    rules.run();
    // (PRECEDES) asks that afterwards, of all facts: a bound that it would hit is to be hit here.
    for (t, _, n, _) in &rules.PathEdge {
        program.u(*t, *n);
    }
    rows(rules)
}

/// What all have derived together, of the rows of all, each once, and how many states there are.
pub fn summaries_whole(program: &dyn Program, relations: &[Vec<u32>], states: usize) -> Solution {
    let mut rules = given(program, relations);
    if program.goes_on() {
        rules.run();
    }
    let sizes = [
        ("Omega", states),
        ("PathEdge", rules.PathEdge.len()),
        ("Sum", rules.Sum.len()),
        ("SumPlus", rules.SumPlus.len()),
        ("SumMinus", rules.SumMinus.len()),
        ("Mark", rules.Mark.len()),
    ];
    let summaries: Summaries = level_ii!(take!(rules));
    let relations = sizes.into_iter().map(|(name, size)| (name.into(), size)).collect();
    Solution { relations, summaries: Some(summaries), ..Solution::default() }
}

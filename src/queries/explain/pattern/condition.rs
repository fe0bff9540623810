//! Conditions on facts.

use super::super::{Fact, Part};
use super::{PHASE, is_wrong};
use crate::driver::{Kept, Point, Shown};
use crate::ir::{Loc, Program};
use moverlog_rules::Copy;

/// A condition on a fact. The start is its first node, the end its second.
#[derive(Clone, Debug)]
pub enum Condition {
    /// The start is in this procedure.
    Procedure(String),
    Start(String),
    End(String),
    /// This thread is at this location of a state.
    Place(usize, String),
    Thread(u32),
    /// A frame returns to this location.
    Frame(String),
    /// A variable (or the phase) at the start, or of a state.
    Value(String, String),
    /// A variable at the end.
    ValueAtEnd(String, String),
    /// The column with this index is at this location, or returns to it.
    At(usize, String),
    /// The same of a procedure.
    In(usize, String),
    /// The column with this index, as it is printed.
    Is(usize, String),
}

impl Condition {
    pub(in crate::queries) fn holds(&self, program: &Program, fact: &Fact) -> bool {
        let points: Vec<&Point> = fact.columns.iter().filter_map(as_point).collect();
        let places: Vec<&Part> = fact.columns.iter().filter(|part| is_place(part)).collect();
        let any = |test: &dyn Fn(&Part) -> bool| fact.columns.iter().any(test);
        let at = |i: usize, name: &str| places.get(i).is_some_and(|part| stands_at(program, part, name));
        match self {
            Condition::Procedure(name) => places.first().is_some_and(|part| stands_in(program, part, name)),
            Condition::Start(name) => at(0, name),
            Condition::End(name) => at(1, name),
            Condition::Place(t, name) => any(
                &|c| matches!(c, Part::State(s) if s.threads.get(t - 1).is_some_and(|(p, _)| is_at(program, p, name))),
            ),
            Condition::Thread(t) => any(&|c| matches!(c, Part::Thread(u) if u.0 == *t)),
            Condition::Frame(name) => any(&|c| matches!(c, Part::Frame(f) if returns_to(program, f, name))),
            Condition::Value(x, v) => {
                let in_state = |c: &Part| matches!(c, Part::State(s) if has_value(&s.globals, x, v));
                points.first().is_some_and(|p| has(p, x, v)) || any(&in_state)
            }
            Condition::ValueAtEnd(x, v) => points.get(1).is_some_and(|p| has(p, x, v)),
            Condition::At(i, name) => match fact.columns.get(*i) {
                Some(Part::Frame(f)) => returns_to(program, f, name),
                Some(Part::State(s)) => is_wrong(s),
                Some(part) => stands_at(program, part, name),
                None => false,
            },
            Condition::Is(i, word) => fact.columns.get(*i).is_some_and(|part| is_written(part, word)),
            Condition::In(i, name) => fact.columns.get(*i).is_some_and(|part| stands_in(program, part, name)),
        }
    }
}

/// Of a thread, a number, a truth value or a name.
fn is_written(part: &Part, word: &str) -> bool {
    match part {
        Part::Thread(t) => t.0.to_string() == word,
        Part::Number(n) => n.to_string() == word,
        Part::Truth(b) => b.to_string() == word,
        Part::Name(name) => name == word,
        _ => false,
    }
}

fn as_point(part: &Part) -> Option<&Point> {
    match part {
        Part::Point(p) => Some(p),
        _ => None,
    }
}

/// Whether it stands for a place in the program.
fn is_place(part: &Part) -> bool {
    matches!(part, Part::Point(_) | Part::Place(..))
}

/// Where a node or a place is, and in which copy.
fn place(part: &Part) -> Option<(Option<Loc>, Option<Copy>)> {
    match part {
        Part::Point(p) => Some((p.loc, p.copy)),
        Part::Place(loc, copy) => Some((*loc, *copy)),
        Part::Action(loc) => Some(((*loc)?.into(), None)),
        _ => None,
    }
}

fn stands_at(program: &Program, part: &Part, name: &str) -> bool {
    let (name, wanted) = apart(name);
    place(part).is_some_and(|(loc, copy)| {
        loc.map_or(name == "wrong", |loc| program.location(loc).name == name) && (wanted.is_none() || wanted == copy)
    })
}

fn stands_in(program: &Program, part: &Part, name: &str) -> bool {
    let procedure = |loc| program.procedures[program.location(loc).procedure as usize].name == name;
    place(part).is_some_and(|(loc, _)| loc.is_some_and(procedure))
}

/// A location, and the copy behind it: `L0^R'`.
pub(super) fn apart(name: &str) -> (&str, Option<Copy>) {
    let copy = |letter: &str| match letter {
        "N" => Some(Copy::N),
        "R" => Some(Copy::R),
        "R'" => Some(Copy::RPrime),
        "L" => Some(Copy::L),
        "L'" => Some(Copy::LPrime),
        _ => None,
    };
    let split = name.split_once('^').and_then(|(base, letter)| Some((base, Some(copy(letter)?))));
    split.unwrap_or((name, None))
}

fn is_at(program: &Program, p: &Point, name: &str) -> bool {
    p.loc.map_or(name == "wrong", |loc| program.location(loc).name == name)
}

fn returns_to(program: &Program, f: &Kept, name: &str) -> bool {
    program.location(f.loc).name == name
}

pub(in super::super) fn has(p: &Point, name: &str, value: &str) -> bool {
    if name == PHASE {
        return value == if p.phase { "+" } else { "-" };
    }
    has_value(&p.locals, name, value) || has_value(&p.globals, name, value)
}

pub(in super::super) fn has_value(values: &[(String, Shown)], name: &str, value: &str) -> bool {
    let number = |v: &Shown| matches!(v, Shown::Name(n, _) if n.to_string() == value);
    values.iter().any(|(n, v)| n == name && (v.to_string() == value || number(v)))
}

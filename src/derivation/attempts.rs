//! Instances of rules that fail: how far each gets, and at which premise it ends.
//!
//! Rules are read forwards, premise by premise, as when they run. What conclusion is wished for is for the
//! caller to say, who is shown as much of the conclusion as is known.

use super::eval::{Bindings, as_atom, atom, bind, bind_all, find, flatten, is_true, known};
use super::index::FactId;
use super::instance::{Leaf, value};
use super::rules::{Clause, Expr, Pattern, Rule, Rules};
use super::run::{Derivations, aggregate};
use moverlog_rules::{Program, Question, Value};

/// A conclusion that is wished for.
pub trait Wish {
    /// How far a conclusion with these columns is from it; nothing if it never can be that.
    fn distance(&self, columns: &[Column]) -> Option<u32>;

    /// Whether one value may stand in both columns.
    fn agree(&self, a: usize, b: usize) -> bool;
}

/// What is known of a column of a conclusion.
#[derive(Clone, Debug)]
pub enum Column {
    Atom(u32),
    /// The answer to a question of which not all need be known.
    Answer(Question, Vec<Option<u32>>),
    /// Nothing yet, but what will give it.
    Open(Option<Source>),
}

/// The premise that binds a variable, and what is known of the premise's columns or arguments.
#[derive(Clone, Debug)]
pub struct Source {
    pub of: Giver,
    pub columns: Vec<Option<u32>>,
}

#[derive(Clone, Copy, Debug)]
pub enum Giver {
    Relation(usize),
    Question(Question),
}

/// A rule instance that holds up to some premise.
#[derive(Clone, Debug)]
pub struct Attempt {
    pub rule: usize,
    /// How far what it would conclude is from what is wished for.
    pub distance: u32,
    pub held: Vec<Held>,
    pub obstacle: Obstacle,
}

#[derive(Clone, Debug)]
pub enum Held {
    Fact(FactId),
    Leaf(Leaf),
}

/// The premise that fails.
#[derive(Clone, Debug)]
pub enum Obstacle {
    /// No fact fits. For each column what it must be, and where the conclusion has it.
    NoFact { relation: usize, columns: Vec<Option<u32>>, roles: Vec<Option<Role>> },
    /// A fact that must be lacking is there.
    Present(FactId),
    /// A condition is false; what was asked on the way.
    Condition(Vec<Leaf>),
    /// No answer fits.
    NoAnswer { question: Question, arguments: Vec<u32> },
    /// No premise fails, but the conclusion is another one.
    Conclusion,
}

/// A place in a conclusion: a column, or an argument of the question that stands there.
pub type Role = (usize, Option<usize>);

/// Attempts kept for a rule, and clauses tried for it.
const KEPT: usize = 60;
const TRIED: usize = 200_000;

/// The attempts of each rule to conclude what is wished for, the nearest first; and whether all were seen.
pub fn attempts(
    rules: &Rules,
    program: &dyn Program,
    found: &Derivations,
    relation: usize,
    wish: &dyn Wish,
) -> (Vec<Attempt>, bool) {
    let mut all = vec![];
    let mut complete = true;
    for (number, rule) in rules.rules.iter().enumerate() {
        for (_, head) in rule.heads.iter().filter(|(r, _)| *r == relation) {
            let mut search =
                Search { rules, program, found, wish, number, rule, head, held: vec![], best: vec![], left: TRIED };
            search.run();
            complete &= search.left > 0;
            all.extend(search.nearest());
        }
    }
    all.sort_by_key(rank);
    (all, complete)
}

/// The nearest first, and of those the ones that get furthest.
fn rank(attempt: &Attempt) -> (u32, std::cmp::Reverse<usize>) {
    (attempt.distance, std::cmp::Reverse(attempt.held.len()))
}

struct Search<'a> {
    rules: &'a Rules,
    program: &'a dyn Program,
    found: &'a Derivations,
    wish: &'a dyn Wish,
    number: usize,
    rule: &'a Rule,
    head: &'a [Expr],
    held: Vec<Held>,
    best: Vec<Attempt>,
    left: usize,
}

impl<'a> Search<'a> {
    fn run(&mut self) {
        let variable = |e: &'a Expr| if let Expr::Variable(v) = e { Some(v) } else { None };
        let clash = |i: usize, j: usize| {
            variable(&self.head[i]).is_some_and(|v| variable(&self.head[j]) == Some(v)) && !self.wish.agree(i, j)
        };
        let clashes = (0..self.head.len()).any(|j| (0..j).any(|i| clash(i, j)));
        if let Some(distance) = self.distance(0, &Bindings::new()).filter(|_| !clashes) {
            self.clause(0, &Bindings::new(), distance);
        }
    }

    fn nearest(mut self) -> Vec<Attempt> {
        self.prune();
        self.best
    }

    fn prune(&mut self) {
        self.best.sort_by_key(rank);
        self.best.truncate(KEPT);
    }

    fn fail(&mut self, distance: u32, obstacle: Obstacle) {
        self.best.push(Attempt { rule: self.number, distance, held: self.held.clone(), obstacle });
        if self.best.len() > 8 * KEPT {
            self.prune();
        }
    }

    /// Satisfies the clauses from `at` on in every way that may lead to what is wished for.
    fn clause(&mut self, at: usize, bound: &Bindings<'a>, distance: u32) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return;
        }
        let mark = self.held.len();
        match self.rule.body.get(at) {
            None if distance > 0 => self.fail(distance, Obstacle::Conclusion),
            None => {}
            Some(Clause::Relation(r, _)) if self.rules.relations[*r].0 == "Prog" => {
                self.clause(at + 1, bound, distance)
            }
            Some(Clause::Relation(r, patterns)) => self.relation(at, (*r, patterns), bound, distance),
            Some(Clause::Without(r, patterns)) => match self.facts(at, *r, patterns, bound).first() {
                Some(id) => self.fail(distance, Obstacle::Present(*id)),
                None => {
                    let columns = patterns.iter().map(|p| known(p, bound)).collect();
                    self.held.push(Held::Leaf(Leaf::Lacks { relation: *r, columns }));
                    self.clause(at + 1, bound, distance);
                }
            },
            Some(Clause::Aggregate { result, by, of, relation, patterns }) => {
                let facts = self.facts(at, *relation, patterns, bound);
                let facts = facts.iter().map(|id| self.found.fact(*id).1);
                let to = aggregate(*by, of.as_deref(), patterns, facts, bound);
                let columns: Vec<_> = patterns.iter().map(|p| known(p, bound)).collect();
                let roles = vec![None; columns.len()];
                let mut inner = bound.clone();
                match to.filter(|to| bind(result, Value::Atom(*to), &mut inner)) {
                    None => self.fail(distance, Obstacle::NoFact { relation: *relation, columns, roles }),
                    Some(to) => {
                        self.held.push(Held::Leaf(Leaf::Comes { by: *by, relation: *relation, columns, to }));
                        self.clause(at + 1, &inner, distance);
                    }
                }
            }
            Some(Clause::If(e)) => {
                let mut asked = vec![];
                match is_true(&value(self.program, e, bound, &mut asked)) {
                    false => self.fail(distance, Obstacle::Condition(asked)),
                    true => {
                        self.held.extend(asked.into_iter().map(Held::Leaf));
                        self.clause(at + 1, bound, distance);
                    }
                }
            }
            Some(Clause::For(pattern, e) | Clause::Let(pattern, e)) => self.answers(at, pattern, e, bound, distance),
        }
        self.held.truncate(mark);
    }

    fn relation(&mut self, at: usize, (r, patterns): (usize, &'a [Pattern]), bound: &Bindings<'a>, distance: u32) {
        let mut fits = false;
        for id in self.facts(at, r, patterns, bound) {
            let columns = self.found.fact(id).1;
            let mut inner = bound.clone();
            bind_all(patterns, columns, &mut inner);
            let Some(distance) = self.distance(at + 1, &inner) else { continue };
            fits = true;
            self.held.push(Held::Fact(id));
            self.clause(at + 1, &inner, distance);
            self.held.pop();
        }
        if !fits {
            let columns = patterns.iter().map(|p| known(p, bound)).collect();
            let roles = patterns.iter().map(|p| self.role(p)).collect();
            self.fail(distance, Obstacle::NoFact { relation: r, columns, roles });
        }
    }

    fn answers(&mut self, at: usize, pattern: &'a Pattern, e: &'a Expr, bound: &Bindings<'a>, distance: u32) {
        let given = value(self.program, e, bound, &mut vec![]);
        let items = if let Value::List(items) = given { items } else { vec![given] };
        let arguments: Vec<u32> = match e {
            Expr::Ask { arguments, .. } => arguments.iter().map(|a| atom(self.program, a, bound)).collect(),
            _ => vec![],
        };
        let mut fits = false;
        for item in items {
            let mut inner = bound.clone();
            let mut columns = arguments.clone();
            if !bind(pattern, item.clone(), &mut inner) {
                continue;
            }
            flatten(&item, &mut columns);
            let Some(distance) = self.distance(at + 1, &inner) else { continue };
            fits = true;
            let mark = self.held.len();
            if let Expr::Ask { question, .. } = e {
                self.held.push(Held::Leaf(Leaf::Asked { question: *question, columns, holds: true }));
            }
            self.clause(at + 1, &inner, distance);
            self.held.truncate(mark);
        }
        if let (false, Expr::Ask { question, .. }) = (fits, e) {
            self.fail(distance, Obstacle::NoAnswer { question: *question, arguments });
        }
    }

    /// Those facts of a premise that agree with what is bound.
    fn facts(&self, at: usize, relation: usize, patterns: &[Pattern], bound: &Bindings<'a>) -> Vec<FactId> {
        let agrees =
            |columns: &[u32]| patterns.iter().zip(columns).all(|(p, c)| known(p, bound).is_none_or(|k| k == *c));
        match self.found.index(self.number, at) {
            None => self.found.facts(relation).filter(|(_, c)| agrees(c)).map(|(id, _)| id).collect(),
            Some(index) => {
                let key = index.columns.iter().filter_map(|c| known(&patterns[*c], bound)).collect::<Vec<_>>();
                index.find(&key).to_vec()
            }
        }
    }

    /// How far the conclusion is, with clauses before `at` satisfied.
    fn distance(&self, at: usize, bound: &Bindings<'a>) -> Option<u32> {
        let columns: Vec<Column> = self.head.iter().map(|e| self.column(at, e, bound)).collect();
        self.wish.distance(&columns)
    }

    fn column(&self, at: usize, e: &'a Expr, bound: &Bindings<'a>) -> Column {
        match e {
            Expr::Truth(b) => Column::Atom(u32::from(*b)),
            Expr::Variable(name) => match find(name, bound) {
                Some(value) => Column::Atom(as_atom(value)),
                None => Column::Open(self.source(at, name, bound)),
            },
            Expr::Ask { arguments, .. } if arguments.is_empty() => Column::Atom(atom(self.program, e, bound)),
            Expr::Ask { question, arguments, .. } => {
                Column::Answer(*question, arguments.iter().map(|a| atom_if_known(a, bound)).collect())
            }
            Expr::Make(..) => atom_if_known(e, bound).map_or(Column::Open(None), Column::Atom),
            _ => Column::Open(None),
        }
    }

    /// The premise from `at` on that binds a variable.
    fn source(&self, at: usize, name: &str, bound: &Bindings<'a>) -> Option<Source> {
        let clauses = self.rule.body.get(at..).unwrap_or_default();
        clauses.iter().find_map(|clause| match clause {
            Clause::Relation(r, patterns) if patterns.iter().any(|p| gives(p, name)) => {
                let columns = patterns.iter().map(|p| known(p, bound)).collect();
                Some(Source { of: Giver::Relation(*r), columns })
            }
            Clause::For(pattern, Expr::Ask { question, arguments, .. })
            | Clause::Let(pattern, Expr::Ask { question, arguments, .. })
                if gives(pattern, name) =>
            {
                let columns = arguments.iter().map(|a| atom_if_known(a, bound)).collect();
                Some(Source { of: Giver::Question(*question), columns })
            }
            _ => None,
        })
    }

    /// Where the conclusion has what a column of a premise holds.
    fn role(&self, pattern: &Pattern) -> Option<Role> {
        let Pattern::Variable(name) = pattern else { return None };
        let is = |e: &Expr| matches!(e, Expr::Variable(v) if v == name);
        let place = |(i, e): (usize, &Expr)| match e {
            Expr::Ask { arguments, .. } => Some((i, Some(arguments.iter().position(is)?))),
            e => is(e).then_some((i, None)),
        };
        self.head.iter().enumerate().find_map(place)
    }
}

fn atom_if_known(e: &Expr, bound: &Bindings<'_>) -> Option<u32> {
    match e {
        Expr::Variable(name) => find(name, bound).map(as_atom),
        Expr::Make(made, parts) => {
            let parts: Option<Vec<u32>> = parts.iter().map(|p| atom_if_known(p, bound)).collect();
            Some(made.of(&parts?))
        }
        _ => None,
    }
}

fn gives(pattern: &Pattern, name: &str) -> bool {
    match pattern {
        Pattern::Any => false,
        Pattern::Variable(v) => v == name,
        Pattern::Tuple(parts) => parts.iter().any(|p| gives(p, name)),
        Pattern::Some(inner) => gives(inner, name),
    }
}

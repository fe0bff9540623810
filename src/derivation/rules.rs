//! Rules: the part of ascent's syntax in which this project writes them.
//!
//! Bodies hold relations (`Sigma(s)`, `!Completes(t, n1, n2)`), `for x in e`, `if e`, `if let Some(x) = e`, `let x = e`,
//! `agg k = count() in R(x, _)`, and calls of macros that some source of the ruleset defines. Expressions are
//! variables, numbers, questions to the program (`p.u(t, n)`), operators, `for all x in e: condition`, and values
//! that are made of others (`Place(la, N)`).

use crate::diagnostics::Span;
use moverlog_rules::{Constructor, Kind, Question, Value};
use std::collections::BTreeSet;

/// The rules of one ruleset.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Names of the relations, and how many columns each has.
    pub relations: Vec<(String, usize)>,
    pub rules: Vec<Rule>,
    /// Rules that answer questions.
    pub definitions: Vec<Definition>,
    /// When each rule runs: after all of a lower stratum.
    pub(super) strata: Vec<usize>,
    /// What the columns of each relation hold.
    pub(super) kinds: Vec<Vec<Kind>>,
    /// The doc comment of each relation, in one line.
    pub(super) docs: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Rule {
    /// The paper's name: `(STEP)`.
    pub tag: String,
    /// The inference rule as the paper draws it, and remarks.
    pub paper_form: String,
    pub(super) heads: Vec<(usize, Vec<Expr>)>,
    pub(super) body: Vec<Clause>,
    pub(super) span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Clause {
    Relation(usize, Vec<Pattern>),
    /// The relation holds no such fact.
    Without(usize, Vec<Pattern>),
    /// The variable is what these facts come to.
    Aggregate {
        result: Pattern,
        by: Aggregator,
        of: Option<String>,
        relation: usize,
        patterns: Vec<Pattern>,
    },
    For(Pattern, Expr),
    If(Expr),
    /// Also `if let`.
    Let(Pattern, Expr),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Pattern {
    Any,
    Variable(String),
    Tuple(Vec<Pattern>),
    Some(Box<Pattern>),
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Expr {
    Truth(bool),
    Number(u32),
    Variable(String),
    Ask {
        program: String,
        question: Question,
        arguments: Vec<Expr>,
    },
    /// A value of a control-flow graph's instrumentation.
    Make(&'static Constructor, Vec<Expr>),
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Operate(Operator, Box<Expr>, Box<Expr>),
    /// It holds for each answer that the pattern matches.
    All {
        pattern: Pattern,
        domain: Box<Expr>,
        holds: Box<Expr>,
    },
}

/// Between two values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operator {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Plus,
    Minus,
}

impl Operator {
    pub(super) const ALL: [(&str, Operator); 8] = [
        ("==", Operator::Equal),
        ("!=", Operator::Unequal),
        ("<=", Operator::AtMost),
        (">=", Operator::AtLeast),
        ("<", Operator::Less),
        (">", Operator::More),
        ("+", Operator::Plus),
        ("-", Operator::Minus),
    ];

    pub(super) fn sign(self) -> &'static str {
        Operator::ALL.iter().find(|(_, o)| *o == self).map_or("", |(sign, _)| sign)
    }

    /// Whether it makes a number of two.
    pub(super) fn counts(self) -> bool {
        matches!(self, Operator::Plus | Operator::Minus)
    }

    /// A difference below zero is zero: numbers count.
    pub(super) fn of(self, a: &Value, b: &Value) -> Value {
        let number = |v: &Value| if let Value::Atom(n) = v { *n } else { unreachable!("a number, not {v:?}") };
        match self {
            Operator::Equal => Value::from(a == b),
            Operator::Unequal => Value::from(a != b),
            Operator::Less => Value::from(number(a) < number(b)),
            Operator::AtMost => Value::from(number(a) <= number(b)),
            Operator::More => Value::from(number(a) > number(b)),
            Operator::AtLeast => Value::from(number(a) >= number(b)),
            Operator::Plus => Value::Atom(number(a).saturating_add(number(b))),
            Operator::Minus => Value::Atom(number(a).saturating_sub(number(b))),
        }
    }
}

/// What facts come to: how many there are, or a number of one of their columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aggregator {
    Count,
    Min,
    Max,
    Sum,
}

impl Aggregator {
    pub(super) const ALL: [(&str, Aggregator); 4] =
        [("count", Aggregator::Count), ("min", Aggregator::Min), ("max", Aggregator::Max), ("sum", Aggregator::Sum)];

    pub fn name(self) -> &'static str {
        Aggregator::ALL.iter().find(|(_, a)| *a == self).map_or("", |(name, _)| name)
    }

    /// Nothing for the least and the greatest of none.
    pub(super) fn of(self, values: impl Iterator<Item = u32>) -> Option<u32> {
        match self {
            Aggregator::Count => Some(values.count() as u32),
            Aggregator::Min => values.min(),
            Aggregator::Max => values.max(),
            Aggregator::Sum => Some(values.fold(0, u32::saturating_add)),
        }
    }
}

/// A rule that answers a question in place of the program. Its first columns are what is asked of.
#[derive(Clone, Debug)]
pub struct Definition {
    pub question: Question,
    pub(super) head: Vec<Expr>,
    /// Without heads.
    pub rule: Rule,
    /// Inside a definition the question itself is the one that it replaces: that of the level below.
    pub(super) level: usize,
}

impl Definition {
    /// The questions that it asks.
    pub(super) fn questions(&self) -> BTreeSet<Question> {
        let mut found = self.rule.questions();
        self.head.iter().for_each(|e| e.questions(&mut found));
        found
    }
}

impl Rule {
    pub(super) fn questions(&self) -> BTreeSet<Question> {
        let mut found = BTreeSet::new();
        let heads = self.heads.iter().flat_map(|(_, columns)| columns);
        let asked = self.body.iter().filter_map(|c| match c {
            Clause::For(_, e) | Clause::If(e) | Clause::Let(_, e) => Some(e),
            Clause::Relation(..) | Clause::Without(..) | Clause::Aggregate { .. } => None,
        });
        heads.chain(asked).for_each(|e| e.questions(&mut found));
        found
    }

    /// The relations that its premises name, and whether they must be complete before it runs: it asks that one
    /// lack a fact, or what all of its facts come to.
    pub(super) fn needs(&self) -> impl Iterator<Item = (usize, bool)> {
        self.body.iter().filter_map(|c| match c {
            Clause::Relation(r, _) => Some((*r, false)),
            Clause::Without(r, _) | Clause::Aggregate { relation: r, .. } => Some((*r, true)),
            Clause::For(..) | Clause::If(_) | Clause::Let(..) => None,
        })
    }
}

impl Rules {
    /// What the columns of a relation hold.
    pub fn kinds(&self, relation: usize) -> &[Kind] {
        &self.kinds[relation]
    }

    /// What a fact of the relation says, as its doc comment puts it, and how that names the columns:
    /// "`Mark(t, n)`: ..".
    pub fn says(&self, relation: usize) -> (&str, Vec<&str>) {
        let (doc, (name, columns)) = (self.docs[relation].as_str(), &self.relations[relation]);
        let signature = doc.strip_prefix('`').and_then(|d| d.strip_prefix(name.as_str())?.split_once(")`: "));
        let named =
            signature.map(|(names, rest)| (rest, names.trim_start_matches('(').split(", ").collect::<Vec<_>>()));
        named.filter(|(_, names)| names.len() == *columns).unwrap_or((doc, vec![]))
    }

    /// The questions that the rules ask of the program.
    pub fn questions(&self) -> BTreeSet<Question> {
        self.rules.iter().flat_map(Rule::questions).collect()
    }

    pub fn relation(&self, name: &str) -> Option<usize> {
        self.relations.iter().position(|(n, _)| n == name)
    }

    /// The relation that is meant by a name in any case; `P`, `Sum+` and `Sum-` are the papers' names.
    pub fn relation_meant(&self, name: &str) -> Option<usize> {
        let full = match name.to_lowercase().as_str() {
            "p" => "pathedge".into(),
            lower => lower.replace('+', "plus").replace('-', "minus"),
        };
        let is = |(n, _): &(String, usize)| n.to_lowercase() == full && n != "Prog";
        self.relation(name).filter(|_| name != "Prog").or_else(|| self.relations.iter().position(is))
    }
}

impl Expr {
    fn questions(&self, found: &mut BTreeSet<Question>) {
        match self {
            Expr::Truth(_) | Expr::Number(_) | Expr::Variable(_) => {}
            Expr::Ask { question, arguments, .. } => {
                found.insert(*question);
                arguments.iter().for_each(|a| a.questions(found));
            }
            Expr::Make(_, parts) => parts.iter().for_each(|p| p.questions(found)),
            Expr::Not(a) => a.questions(found),
            Expr::And(a, b) | Expr::Or(a, b) | Expr::Operate(_, a, b) => {
                a.questions(found);
                b.questions(found);
            }
            Expr::All { domain, holds, .. } => {
                domain.questions(found);
                holds.questions(found);
            }
        }
    }
}

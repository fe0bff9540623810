//! Rules: the part of ascent's syntax in which this project writes them.
//!
//! Bodies hold relations (`Sigma(s)`, `!Completes(t, n1, n2)`), `for x in e`, `if e`, `if let Some(x) = e`, `let x = e`, and
//! calls of macros that some source of the ruleset defines. Expressions are variables, questions
//! to the program (`p.u(t, n)`), `!`, `==`, `!=`, `&&`, `||`, `true` and `false`.

use crate::diagnostics::Span;
use moverlog_rules::{Kind, Question};
use std::collections::BTreeSet;

/// The rules of one ruleset.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Names of the relations, and how many columns each has.
    pub relations: Vec<(String, usize)>,
    pub rules: Vec<Rule>,
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
    Variable(String),
    Ask { program: String, question: Question, arguments: Vec<Expr> },
    Not(Box<Expr>),
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Equal(bool, Box<Expr>, Box<Expr>),
}

impl Rule {
    /// Whether it asks that some relation lack a fact, so that it runs when that relation is complete.
    pub(super) fn negates(&self) -> bool {
        self.body.iter().any(|c| matches!(c, Clause::Without(..)))
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
        let mut found = BTreeSet::new();
        for rule in &self.rules {
            let heads = rule.heads.iter().flat_map(|(_, columns)| columns);
            let asked = rule.body.iter().filter_map(|c| match c {
                Clause::For(_, e) | Clause::If(e) | Clause::Let(_, e) => Some(e),
                Clause::Relation(..) | Clause::Without(..) => None,
            });
            heads.chain(asked).for_each(|e| e.questions(&mut found));
        }
        found
    }

    pub fn relation(&self, name: &str) -> Option<usize> {
        self.relations.iter().position(|(n, _)| n == name)
    }
}

impl Expr {
    fn questions(&self, found: &mut BTreeSet<Question>) {
        match self {
            Expr::Truth(_) | Expr::Variable(_) => {}
            Expr::Ask { question, arguments, .. } => {
                found.insert(*question);
                arguments.iter().for_each(|a| a.questions(found));
            }
            Expr::Not(a) => a.questions(found),
            Expr::And(a, b) | Expr::Or(a, b) | Expr::Equal(_, a, b) => {
                a.questions(found);
                b.questions(found);
            }
        }
    }
}

//! Mutants: rules with one premise dropped or flipped, or one rule left out. What changes then is
//! what the premise is for.

use super::rules::{Clause, Expr, Pattern, Rules};
use std::collections::BTreeSet;
use std::fmt;

/// A change to one rule, and all rules after it.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The paper's name of the rule.
    pub tag: String,
    /// `without "if p.others_outside(t, s)"`
    pub change: String,
    pub rules: Rules,
}

impl Rules {
    /// Every rule left out, every premise dropped that binds nothing the rest needs, every condition
    /// flipped.
    pub fn mutants(&self) -> Vec<Mutant> {
        (0..self.rules.len()).flat_map(|r| self.mutants_of(r)).collect()
    }

    fn mutants_of(&self, r: usize) -> Vec<Mutant> {
        let mut found = vec![self.mutant(r, "the rule left out".into(), None)];
        for (i, clause) in self.rules[r].body.iter().enumerate() {
            let shown = Shown(self, clause).to_string();
            for (how, instead) in changes(self, clause) {
                let mut body = self.rules[r].body.clone();
                body.splice(i..=i, instead);
                if is_bound(&body, &self.rules[r].heads) {
                    found.push(self.mutant(r, format!("{how} `{shown}`"), Some(body)));
                }
            }
        }
        found
    }

    /// The rules with another body for rule `r`, or without it.
    fn mutant(&self, r: usize, change: String, body: Option<Vec<Clause>>) -> Mutant {
        let (mut rules, tag) = (self.clone(), self.rules[r].tag.clone());
        match body {
            Some(body) => rules.rules[r].body = body,
            None => {
                rules.rules.remove(r);
                rules.strata.remove(r);
            }
        }
        Mutant { tag, change, rules }
    }
}

/// What may stand instead of a premise.
fn changes(rules: &Rules, clause: &Clause) -> Vec<(String, Vec<Clause>)> {
    let dropped = || ("without".to_string(), vec![]);
    match clause {
        Clause::If(Expr::Truth(_)) => vec![],
        Clause::Relation(r, _) if rules.relations[*r].0 == "Prog" => vec![],
        Clause::If(Expr::And(a, b)) => {
            let only = |kept: &Expr, lost: &Expr| (format!("without `{lost}` in"), vec![Clause::If(kept.clone())]);
            vec![only(a, b), only(b, a), flipped(clause)]
        }
        Clause::If(_) => vec![dropped(), flipped(clause)],
        _ => vec![dropped()],
    }
}

fn flipped(clause: &Clause) -> (String, Vec<Clause>) {
    let Clause::If(e) = clause else { unreachable!("only conditions are flipped") };
    ("with the opposite of".into(), vec![Clause::If(Expr::Not(Box::new(e.clone())))])
}

/// Whether every variable is bound before it is used.
fn is_bound(body: &[Clause], heads: &[(usize, Vec<Expr>)]) -> bool {
    let mut bound: BTreeSet<&str> = ["p"].into();
    for clause in body {
        match clause {
            Clause::Relation(_, patterns) => patterns.iter().for_each(|p| p.binds(&mut bound)),
            Clause::Without(..) => {}
            Clause::Aggregate { result, .. } => result.binds(&mut bound),
            Clause::If(e) if !e.uses(&bound) => return false,
            Clause::If(_) => {}
            Clause::For(_, e) | Clause::Let(_, e) if !e.uses(&bound) => return false,
            Clause::For(p, _) | Clause::Let(p, _) => p.binds(&mut bound),
        }
    }
    heads.iter().flat_map(|(_, columns)| columns).all(|e| e.uses(&bound))
}

impl Pattern {
    fn binds<'a>(&'a self, bound: &mut BTreeSet<&'a str>) {
        match self {
            Pattern::Any => {}
            Pattern::Variable(name) => drop(bound.insert(name)),
            Pattern::Tuple(parts) => parts.iter().for_each(|p| p.binds(bound)),
            Pattern::Some(inner) => inner.binds(bound),
        }
    }
}

impl Expr {
    /// Whether it uses bound variables alone.
    fn uses(&self, bound: &BTreeSet<&str>) -> bool {
        match self {
            Expr::Truth(_) | Expr::Number(_) => true,
            Expr::Variable(name) => bound.contains(name.as_str()),
            Expr::Ask { arguments, .. } => arguments.iter().all(|a| a.uses(bound)),
            Expr::Make(_, parts) => parts.iter().all(|p| p.uses(bound)),
            Expr::Not(a) => a.uses(bound),
            Expr::And(a, b) | Expr::Or(a, b) | Expr::Operate(_, a, b) => a.uses(bound) && b.uses(bound),
            Expr::All { pattern, domain, holds } => {
                let mut inner = bound.clone();
                pattern.binds(&mut inner);
                domain.uses(bound) && holds.uses(&inner)
            }
        }
    }
}

struct Shown<'a>(&'a Rules, &'a Clause);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relation = |r: &usize| &self.0.relations[*r].0;
        match self.1 {
            Clause::Relation(r, patterns) => write!(f, "{}({})", relation(r), listed(patterns)),
            Clause::Without(r, patterns) => write!(f, "!{}({})", relation(r), listed(patterns)),
            Clause::Aggregate { result, by, of, relation: r, patterns } => {
                let of = of.as_deref().unwrap_or("");
                write!(f, "agg {result} = {}({of}) in {}({})", by.name(), relation(r), listed(patterns))
            }
            Clause::For(p, e) => write!(f, "for {p} in {e}"),
            Clause::If(e) => write!(f, "if {e}"),
            Clause::Let(p, e) => write!(f, "let {p} = {e}"),
        }
    }
}

fn listed<T: fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pattern::Any => f.write_str("_"),
            Pattern::Variable(name) => f.write_str(name),
            Pattern::Tuple(parts) => write!(f, "({})", listed(parts)),
            Pattern::Some(inner) => write!(f, "Some({inner})"),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Truth(b) => write!(f, "{b}"),
            Expr::Number(n) => write!(f, "{n}"),
            Expr::Variable(name) => f.write_str(name),
            Expr::Ask { question, arguments, .. } => write!(f, "p.{}({})", question.name(), listed(arguments)),
            Expr::Make(made, parts) if parts.is_empty() => f.write_str(made.name),
            Expr::Make(made, parts) => write!(f, "{}({})", made.name, listed(parts)),
            Expr::Not(a) => write!(f, "!{a}"),
            Expr::And(a, b) => write!(f, "{a} && {b}"),
            Expr::Or(a, b) => write!(f, "({a} || {b})"),
            Expr::Operate(operator, a, b) => write!(f, "{a} {} {b}", operator.sign()),
            Expr::All { pattern, domain, holds } => write!(f, "for all {pattern} in {domain}: {holds}"),
        }
    }
}

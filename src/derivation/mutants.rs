//! Mutants: rules with one premise dropped or flipped, or one rule left out. What changes then is
//! what the premise is for.

use super::rules::{Clause, Definition, Expr, Pattern, Rules};
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
                let heads = self.rules[r].heads.iter().flat_map(|(_, columns)| columns);
                if is_bound(["p"].into(), &body, heads) {
                    found.push(self.mutant(r, format!("{how} `{shown}`"), Some(body)));
                }
            }
        }
        found
    }

    /// The same of rules that answer questions: every one answers nothing, or has a premise dropped or flipped, part of
    /// a condition dropped, or another quantifier.
    pub fn answer_mutants(&self) -> Vec<Mutant> {
        (0..self.definitions.len()).flat_map(|d| self.mutants_of_answer(d)).collect()
    }

    fn mutants_of_answer(&self, d: usize) -> Vec<Mutant> {
        let Definition { question, head, rule, .. } = &self.definitions[d];
        let given: Vec<&str> = head[..question.asked_of().len()].iter().filter_map(Expr::variable).collect();
        let mutant = |change: String, body: Vec<Clause>| {
            let mut rules = self.clone();
            rules.definitions[d].rule.body = body;
            Mutant { tag: rule.tag.clone(), change, rules }
        };
        let mut found = vec![mutant("the rule left out".into(), vec![Clause::If(Expr::Truth(false))])];
        for (i, clause) in rule.body.iter().enumerate() {
            let shown = Shown(self, clause).to_string();
            for (how, instead) in changes(self, clause).into_iter().chain(inner_changes(clause)) {
                let mut body = rule.body.clone();
                body.splice(i..=i, instead);
                let bound = given.iter().copied().chain(["p"]).collect();
                if is_bound(bound, &body, head.iter()) {
                    found.push(mutant(format!("{how} `{shown}`"), body));
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

/// What may stand instead of a part of its condition.
fn inner_changes(clause: &Clause) -> Vec<(String, Vec<Clause>)> {
    match clause {
        // The parts of a conjunction are premises.
        Clause::If(Expr::And(..)) => vec![],
        Clause::If(e) => e.weakened().into_iter().map(|(how, e)| (how, vec![Clause::If(e)])).collect(),
        Clause::Let(pattern, e) => {
            e.weakened().into_iter().map(|(how, e)| (how, vec![Clause::Let(pattern.clone(), e)])).collect()
        }
        _ => vec![],
    }
}

/// Whether every variable is bound before it is used.
fn is_bound<'a>(mut bound: BTreeSet<&'a str>, body: &'a [Clause], mut heads: impl Iterator<Item = &'a Expr>) -> bool {
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
    heads.all(|e| e.uses(&bound))
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
    fn variable(&self) -> Option<&str> {
        if let Expr::Variable(name) = self { Some(name) } else { None }
    }

    /// The same with one part dropped, or one quantifier exchanged.
    fn weakened(&self) -> Vec<(String, Expr)> {
        let boxed = |e: Expr| Box::new(e);
        match self {
            Expr::And(a, b) | Expr::Or(a, b) => {
                let again = |a: Expr, b: Expr| match self {
                    Expr::And(..) => Expr::And(boxed(a), boxed(b)),
                    _ => Expr::Or(boxed(a), boxed(b)),
                };
                let mut found =
                    vec![(format!("without `{b}` in"), (**a).clone()), (format!("without `{a}` in"), (**b).clone())];
                found.extend(a.weakened().into_iter().map(|(how, a)| (how, again(a, (**b).clone()))));
                found.extend(b.weakened().into_iter().map(|(how, b)| (how, again((**a).clone(), b))));
                found
            }
            Expr::All { pattern, domain, holds } => {
                let all =
                    |holds: Expr| Expr::All { pattern: pattern.clone(), domain: domain.clone(), holds: boxed(holds) };
                let some = Expr::Not(boxed(all(Expr::Not(holds.clone()))));
                let mut found = vec![(format!("with `for some {pattern}` in"), some)];
                found.extend(holds.weakened().into_iter().map(|(how, holds)| (how, all(holds))));
                found
            }
            Expr::Not(a) => a.weakened().into_iter().map(|(how, a)| (how, Expr::Not(boxed(a)))).collect(),
            _ => vec![],
        }
    }

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
            Expr::Not(a) if matches!(**a, Expr::Operate(..)) => write!(f, "!({a})"),
            Expr::Not(a) => write!(f, "!{a}"),
            Expr::And(a, b) => write!(f, "{a} && {b}"),
            Expr::Or(a, b) => write!(f, "({a} || {b})"),
            Expr::Operate(operator, a, b) => write!(f, "{a} {} {b}", operator.sign()),
            Expr::All { pattern, domain, holds } => write!(f, "for all {pattern} in {domain}: {holds}"),
        }
    }
}

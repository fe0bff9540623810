//! Instances of a rule, found again from their conclusion and their premises.
//!
//! This is the check of what the interpreter notes: it shares no joining with it, only the rules'
//! syntax and the questions. It also says on which answers of the program an instance rests.

use super::index::FactId;
use super::rules::{Clause, Expr, Pattern, Rule, Rules};
use super::run::{Derivation, Derivations};
use moverlog_rules::{Program, Question, Value};
use std::collections::BTreeMap;

/// What an instance of a rule rests on besides facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// An answer of the program: the arguments of the question, then the answer unless it is `holds`.
    Asked { question: Question, columns: Vec<u32>, holds: bool },
    /// The relation has no such fact; nothing stands for any value.
    Lacks { relation: usize, columns: Vec<Option<u32>> },
}

/// Every instance of the derivation's rule that has exactly its premises and concludes the fact: for
/// each what it rests on besides. None if the derivation is none.
pub fn instances(
    rules: &Rules,
    program: &dyn Program,
    found: &Derivations,
    fact: FactId,
    derivation: &Derivation,
) -> Vec<Vec<Leaf>> {
    let rule = &rules.rules[derivation.rule];
    let premises = &derivation.premises;
    let mut check = Check { rules, program, found, rule, fact, premises, leaves: vec![], complete: vec![] };
    check.clause(0, 0, &Bound::new());
    check.complete
}

/// The variables of a rule.
pub(super) type Bound<'a> = BTreeMap<&'a str, Value>;

struct Check<'a> {
    rules: &'a Rules,
    program: &'a dyn Program,
    found: &'a Derivations,
    rule: &'a Rule,
    fact: FactId,
    premises: &'a [FactId],
    leaves: Vec<Leaf>,
    complete: Vec<Vec<Leaf>>,
}

impl<'a> Check<'a> {
    /// Tries the clauses from `at` on, after `used` of the premises.
    fn clause(&mut self, at: usize, used: usize, bound: &Bound<'a>) {
        let mark = self.leaves.len();
        match self.rule.body.get(at) {
            None => self.conclude(used, bound),
            Some(Clause::Relation(r, patterns)) => self.relation((at, used), *r, patterns, bound),
            Some(Clause::Without(r, patterns)) => {
                let columns: Vec<_> = patterns.iter().map(|p| known(p, bound)).collect();
                if !self.has(*r, &columns) {
                    self.leaves.push(Leaf::Lacks { relation: *r, columns });
                    self.clause(at + 1, used, bound);
                }
            }
            Some(Clause::For(pattern, e)) => {
                let Value::List(items) = value(self.program, e, bound, &mut self.leaves) else { return };
                items.into_iter().for_each(|item| self.choose((at, used), pattern, (e, item), bound));
            }
            Some(Clause::Let(pattern, e)) => {
                let answer = value(self.program, e, bound, &mut self.leaves);
                self.choose((at, used), pattern, (e, answer), bound);
            }
            Some(Clause::If(e)) => {
                if is_true(&value(self.program, e, bound, &mut self.leaves)) {
                    self.clause(at + 1, used, bound);
                }
            }
        }
        self.leaves.truncate(mark);
    }

    /// The next premise must be a fact of this relation.
    fn relation(&mut self, (at, used): (usize, usize), r: usize, patterns: &'a [Pattern], bound: &Bound<'a>) {
        if self.rules.relations[r].0 == "Prog" {
            return self.clause(at + 1, used, bound);
        }
        let Some((relation, columns)) = self.premises.get(used).map(|p| self.found.fact(*p)) else { return };
        let agrees = |(p, c): (&Pattern, &u32)| known(p, bound).is_none_or(|k| k == *c);
        if relation == r && patterns.iter().zip(columns).all(agrees) {
            let mut bound = bound.clone();
            patterns.iter().zip(columns).for_each(|(p, c)| _ = bind(p, Value::Atom(*c), &mut bound));
            self.clause(at + 1, used + 1, &bound);
        }
    }

    /// Goes on with one answer to `e`.
    fn choose(
        &mut self,
        (at, used): (usize, usize),
        pattern: &'a Pattern,
        (e, value): (&'a Expr, Value),
        bound: &Bound<'a>,
    ) {
        let mut inner = bound.clone();
        if !bind(pattern, value.clone(), &mut inner) {
            return;
        }
        let mark = self.leaves.len();
        if let Expr::Ask { question, arguments, .. } = e {
            let mut columns: Vec<u32> = arguments.iter().map(|a| atom(self.program, a, bound)).collect();
            flatten(&value, &mut columns);
            self.leaves.push(Leaf::Asked { question: *question, columns, holds: true });
        }
        self.clause(at + 1, used, &inner);
        self.leaves.truncate(mark);
    }

    fn conclude(&mut self, used: usize, bound: &Bound<'a>) {
        let (relation, columns) = self.found.fact(self.fact);
        let rule = self.rule;
        let same = |(r, head): &(usize, Vec<Expr>)| {
            *r == relation && head.iter().map(|e| atom(self.program, e, bound)).eq(columns.iter().copied())
        };
        let concludes = used == self.premises.len() && rule.heads.iter().any(same);
        if concludes && !self.complete.contains(&self.leaves) {
            self.complete.push(self.leaves.clone());
        }
    }

    fn has(&self, relation: usize, columns: &[Option<u32>]) -> bool {
        let agree = |fact: &[u32]| columns.iter().zip(fact).all(|(c, f)| c.is_none_or(|c| c == *f));
        self.found.facts(relation).any(|(_, fact)| agree(fact))
    }
}

/// Evaluates; answers that are true or false are noted.
pub(super) fn value(program: &dyn Program, e: &Expr, bound: &Bound<'_>, leaves: &mut Vec<Leaf>) -> Value {
    let mut is = |e: &Expr| is_true(&value(program, e, bound, leaves));
    match e {
        Expr::Truth(b) => Value::from(*b),
        Expr::Variable(name) => bound[name.as_str()].clone(),
        Expr::Ask { question, arguments, .. } => {
            let columns: Vec<u32> = arguments.iter().map(|a| atom(program, a, bound)).collect();
            let answer = question.ask(program, &columns);
            if question.is_truth() {
                let holds = is_true(&answer);
                leaves.push(Leaf::Asked { question: *question, columns, holds });
            }
            answer
        }
        Expr::Not(a) => Value::from(!is(a)),
        Expr::And(a, b) => Value::from(is(a) && is(b)),
        Expr::Or(a, b) => Value::from(is(a) || is(b)),
        Expr::Equal(equal, a, b) => {
            Value::from((value(program, a, bound, leaves) == value(program, b, bound, leaves)) == *equal)
        }
    }
}

/// The value of a column or an argument, which notes nothing.
pub(super) fn atom(program: &dyn Program, e: &Expr, bound: &Bound<'_>) -> u32 {
    match e {
        Expr::Ask { question, arguments, .. } => {
            let columns: Vec<u32> = arguments.iter().map(|a| atom(program, a, bound)).collect();
            as_atom(&question.ask(program, &columns))
        }
        Expr::Variable(name) => as_atom(&bound[name.as_str()]),
        Expr::Truth(b) => u32::from(*b),
        other => unreachable!("a column is an answer, a variable or a truth, not {other:?}"),
    }
}

/// What a column must be: nothing if it may be anything.
pub(super) fn known(pattern: &Pattern, bound: &Bound<'_>) -> Option<u32> {
    match pattern {
        Pattern::Variable(name) => bound.get(name.as_str()).map(as_atom),
        _ => None,
    }
}

pub(super) fn bind<'a>(pattern: &'a Pattern, value: Value, bound: &mut Bound<'a>) -> bool {
    match (pattern, value) {
        (Pattern::Any, _) => true,
        (Pattern::Variable(name), value) => {
            bound.insert(name, value);
            true
        }
        (Pattern::Some(inner), Value::Option(Some(value))) => bind(inner, *value, bound),
        (Pattern::Tuple(inner), Value::Tuple(values)) => inner.iter().zip(values).all(|(p, v)| bind(p, v, bound)),
        _ => false,
    }
}

pub(super) fn flatten(value: &Value, out: &mut Vec<u32>) {
    match value {
        Value::Tuple(values) => values.iter().for_each(|v| flatten(v, out)),
        Value::Option(Some(value)) => flatten(value, out),
        other => out.push(as_atom(other)),
    }
}

pub(super) fn is_true(value: &Value) -> bool {
    as_atom(value) != 0
}

pub(super) fn as_atom(value: &Value) -> u32 {
    match value {
        Value::Atom(a) => *a,
        other => unreachable!("one value, not {other:?}"),
    }
}

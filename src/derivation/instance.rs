//! Instances of a rule, found again from their conclusion and their premises.
//!
//! This is the check of what the interpreter notes: it shares no joining with it, only the rules'
//! syntax and the questions. It also says on which answers of the program an instance rests.

use super::eval::{Bindings, as_list, atom, bind, bind_all, eval, flatten, is_true, known};
use super::index::FactId;
use super::rules::{Aggregator, Clause, Definition, Expr, Pattern, Rule, Rules};
use super::run::{Derivation, Derivations, aggregate};
use moverlog_rules::{Program, Question, Value};

/// What an instance of a rule rests on besides facts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// An answer of the program: the arguments of the question, then the answer unless it is `holds`.
    Asked { question: Question, columns: Vec<u32>, holds: bool },
    /// The relation has no such fact; nothing stands for any value.
    Lacks { relation: usize, columns: Vec<Option<u32>> },
    /// Such facts come to this.
    Comes { by: Aggregator, relation: usize, columns: Vec<Option<u32>>, to: u32 },
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
    let goal = Goal::Fact(fact);
    let mut check = Check { premises: &derivation.premises, ..Check::of(rules, program, found, rule, goal) };
    check.clause(0, 0, &Bindings::new());
    check.complete
}

/// What a rule's answer to a question rests on: on each instance of the rule for it; if it has none, on the premise
/// that fails first in the instance that comes furthest.
pub(super) fn grounds(
    rules: &Rules,
    program: &dyn Program,
    definition: &Definition,
    columns: &[u32],
) -> Vec<Vec<Leaf>> {
    let asked = definition.question.asked_of().len();
    let (found, goal) = (Derivations::default(), Goal::Answer(&definition.head[asked..], &columns[asked..]));
    let mut check = Check::of(rules, program, &found, &definition.rule, goal);
    check.clause(0, 0, &definition.given(&columns[..asked]));
    let failed = check.failed.into_iter().map(|(_, leaves)| leaves);
    if check.complete.is_empty() { failed.collect() } else { check.complete }
}

/// What an instance is to conclude.
enum Goal<'a> {
    Fact(FactId),
    /// The answer's columns, and what they are to be.
    Answer(&'a [Expr], &'a [u32]),
}

struct Check<'a> {
    rules: &'a Rules,
    program: &'a dyn Program,
    found: &'a Derivations,
    rule: &'a Rule,
    goal: Goal<'a>,
    premises: &'a [FactId],
    leaves: Vec<Leaf>,
    complete: Vec<Vec<Leaf>>,
    /// The last condition that fails, the first time.
    failed: Option<(usize, Vec<Leaf>)>,
}

impl<'a> Check<'a> {
    fn of(rules: &'a Rules, program: &'a dyn Program, found: &'a Derivations, rule: &'a Rule, goal: Goal<'a>) -> Self {
        Check { rules, program, found, rule, goal, premises: &[], leaves: vec![], complete: vec![], failed: None }
    }

    /// Tries the clauses from `at` on, after `used` of the premises.
    fn clause(&mut self, at: usize, used: usize, bound: &Bindings<'a>) {
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
            Some(Clause::Aggregate { result, by, of, relation, patterns }) => {
                let facts = self.found.facts(*relation).map(|(_, columns)| columns);
                let Some(to) = aggregate(*by, of.as_deref(), patterns, facts, bound) else { return };
                let columns = patterns.iter().map(|p| known(p, bound)).collect();
                self.leaves.push(Leaf::Comes { by: *by, relation: *relation, columns, to });
                let mut inner = bound.clone();
                if bind(result, Value::Atom(to), &mut inner) {
                    self.clause(at + 1, used, &inner);
                }
            }
            Some(Clause::For(pattern, e)) => {
                let items = as_list(value(self.program, e, bound, &mut self.leaves));
                items.into_iter().for_each(|item| self.choose((at, used), pattern, (e, item), bound));
            }
            Some(Clause::Let(pattern, e)) => {
                let answer = value(self.program, e, bound, &mut self.leaves);
                self.choose((at, used), pattern, (e, answer), bound);
            }
            Some(Clause::If(e)) => {
                if is_true(&value(self.program, e, bound, &mut self.leaves)) {
                    self.clause(at + 1, used, bound);
                } else if self.failed.as_ref().is_none_or(|(last, _)| *last < at) {
                    self.failed = Some((at, self.leaves[mark..].to_vec()));
                }
            }
        }
        self.leaves.truncate(mark);
    }

    /// The next premise must be a fact of this relation.
    fn relation(&mut self, (at, used): (usize, usize), r: usize, patterns: &'a [Pattern], bound: &Bindings<'a>) {
        if self.rules.relations[r].0 == "Prog" {
            return self.clause(at + 1, used, bound);
        }
        let Some((relation, columns)) = self.premises.get(used).map(|p| self.found.fact(*p)) else { return };
        let agrees = |(p, c): (&Pattern, &u32)| known(p, bound).is_none_or(|k| k == *c);
        if relation == r && patterns.iter().zip(columns).all(agrees) {
            let mut bound = bound.clone();
            bind_all(patterns, columns, &mut bound);
            self.clause(at + 1, used + 1, &bound);
        }
    }

    /// Goes on with one answer to `e`.
    fn choose(
        &mut self,
        (at, used): (usize, usize),
        pattern: &'a Pattern,
        (e, value): (&'a Expr, Value),
        bound: &Bindings<'a>,
    ) {
        let mut inner = bound.clone();
        if !bind(pattern, value.clone(), &mut inner) {
            return;
        }
        let mark = self.leaves.len();
        // What is true or false has been noted.
        if let Expr::Ask { question, arguments, .. } = e
            && !question.is_truth()
        {
            let mut columns: Vec<u32> = arguments.iter().map(|a| atom(self.program, a, bound)).collect();
            flatten(&value, &mut columns);
            self.leaves.push(Leaf::Asked { question: *question, columns, holds: true });
        }
        self.clause(at + 1, used, &inner);
        self.leaves.truncate(mark);
    }

    fn conclude(&mut self, used: usize, bound: &Bindings<'a>) {
        let are = |head: &[Expr], columns: &[u32]| {
            head.iter().map(|e| atom(self.program, e, bound)).eq(columns.iter().copied())
        };
        let same = match self.goal {
            Goal::Fact(fact) => {
                let (relation, columns) = self.found.fact(fact);
                self.rule.heads.iter().any(|(r, head)| *r == relation && are(head, columns))
            }
            Goal::Answer(head, columns) => are(head, columns),
        };
        let concludes = used == self.premises.len() && same;
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
pub(super) fn value(program: &dyn Program, e: &Expr, bound: &Bindings<'_>, leaves: &mut Vec<Leaf>) -> Value {
    eval(program, e, bound, &mut |question, columns, answer| {
        if question.is_truth() {
            leaves.push(Leaf::Asked { question, columns: columns.to_vec(), holds: is_true(answer) });
        }
    })
}

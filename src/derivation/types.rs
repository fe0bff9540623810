//! What expressions are.
//!
//! Atoms are numbers when rules run; that a node is not taken for a state is seen to here, before.

use super::rules::{Aggregator, Expr, Pattern};
use moverlog_rules::{Constructor, Kind, Question, Type};
use std::collections::HashMap;

use Kind::{Frame, Mutex, Node, Number, State, Tid, Truth, Variable};
use Type::{Each, Maybe, One};

/// What the columns of relations hold.
pub(super) const COLUMNS: [Kind; 8] = [Tid, Node, State, Frame, Variable, Mutex, Number, Truth];

/// The same of relations about control-flow graphs.
fn of_graphs() -> impl Iterator<Item = Kind> {
    Kind::ALL.iter().copied().filter(|k| k.is_of_graphs())
}

/// As relations name it.
pub(super) fn kind_named(word: &str) -> Option<Kind> {
    let oracle = ["Oracle", "Threads"].contains(&word).then_some(Kind::Oracle);
    oracle.or_else(|| COLUMNS.into_iter().chain(of_graphs()).find(|k| k.name() == word))
}

/// `Tid, Node`
pub(super) fn listed(kinds: &[Kind]) -> String {
    kinds.iter().map(|k| k.name()).collect::<Vec<_>>().join(", ")
}

/// The variables that a rule has bound so far.
#[derive(Clone, Default, Debug)]
pub(super) struct Scope(HashMap<String, Kind>);

impl Scope {
    pub(super) fn binds(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The kind of an expression that is one atom.
    pub(super) fn kind_of(&self, e: &Expr) -> Result<Kind, String> {
        match self.type_of(e)? {
            One(kind) => Ok(kind),
            _ => Err("many answers, where one is expected; write `for x in ..` or `if let Some(x) = ..`".into()),
        }
    }

    pub(super) fn expect(&self, e: &Expr, kind: Kind) -> Result<(), String> {
        let found = self.kind_of(e)?;
        if found == kind { Ok(()) } else { Err(format!("a {} where a {} is expected", found.name(), kind.name())) }
    }

    pub(super) fn type_of(&self, e: &Expr) -> Result<Type, String> {
        match e {
            Expr::Truth(_) => Ok(One(Truth)),
            Expr::Number(_) => Ok(One(Number)),
            Expr::Variable(name) => self.of_variable(name).map(One),
            Expr::Ask { program, question, arguments } => self.answer(program, *question, arguments),
            Expr::Make(constructor, parts) => self.made(constructor, parts),
            Expr::Not(a) => self.expect(a, Truth).map(|()| One(Truth)),
            Expr::And(a, b) | Expr::Or(a, b) => {
                self.expect(a, Truth)?;
                self.expect(b, Truth).map(|()| One(Truth))
            }
            Expr::Operate(operator, a, b) if operator.counts() => {
                self.expect(a, Number)?;
                self.expect(b, Number).map(|()| One(Number))
            }
            // Of other kinds than numbers, what was met first is less.
            Expr::Operate(_, a, b) => self.expect(b, self.kind_of(a)?).map(|()| One(Truth)),
            Expr::All { pattern, domain, holds } => {
                let mut inner = self.clone();
                inner.range(pattern, domain)?;
                inner.expect(holds, Truth).map(|()| One(Truth))
            }
        }
    }

    /// The pattern of each answer.
    pub(super) fn range(&mut self, pattern: &Pattern, domain: &Expr) -> Result<(), String> {
        match self.type_of(domain)? {
            Each(kinds) => self.bind(pattern, Each(kinds)),
            _ => Err("`for` ranges over the answers to a question".into()),
        }
    }

    /// What facts come to: of how many is said, or of a column that `of` stands in.
    pub(super) fn aggregate(
        &mut self,
        result: &Pattern,
        (by, of): (Aggregator, Option<&str>),
        patterns: &[Pattern],
        kinds: &[Kind],
    ) -> Result<(), String> {
        let mut inner = self.clone();
        patterns.iter().zip(kinds).try_for_each(|(p, k)| inner.meet(p, *k))?;
        let kind = match (by, of) {
            (Aggregator::Count, None) => Number,
            (Aggregator::Count, Some(_)) => return Err("`count()` has nothing in its brackets".into()),
            (_, None) => return Err(format!("write `{}(x)`, x being a column of the relation", by.name())),
            (_, Some(name)) if self.binds(name) => return Err(format!("`{name}` is one value already")),
            (Aggregator::Sum, Some(name)) if inner.of_variable(name)? != Number => {
                return Err("only numbers have a sum".into());
            }
            (_, Some(name)) => inner.of_variable(name)?,
        };
        self.bind(result, One(kind))
    }

    /// What is asked, of a question that a rule answers: variables, each of its own.
    pub(super) fn given(&mut self, head: &[Expr], question: Question) -> Result<(), String> {
        for (e, kind) in head.iter().zip(question.asked_of()) {
            match e {
                Expr::Variable(name) if !self.binds(name) => drop(self.0.insert(name.clone(), *kind)),
                _ => {
                    return Err(format!(
                        "`{}` is asked of ({}): a variable for each",
                        question.relation(),
                        listed(question.asked_of())
                    ));
                }
            }
        }
        Ok(())
    }

    fn of_variable(&self, name: &str) -> Result<Kind, String> {
        let unbound = || format!("nothing before this binds `{name}`");
        let unbound = || if name == "p" { unbound() + ", as `Prog(p)` does" } else { unbound() };
        self.0.get(name).copied().ok_or_else(unbound)
    }

    fn answer(&self, program: &str, question: Question, arguments: &[Expr]) -> Result<Type, String> {
        if self.of_variable(program)? != Kind::Oracle {
            return Err(format!("`{program}` is not the program; the premise `Prog(p)` gives it"));
        }
        let (name, expected) = (question.name(), question.asked_of());
        if expected.len() != arguments.len() {
            return Err(format!("`{name}` is asked of ({}), not of {} things", listed(expected), arguments.len()));
        }
        arguments.iter().zip(expected).try_for_each(|(a, k)| self.expect(a, *k))?;
        Ok(question.answer())
    }

    fn made(&self, constructor: &Constructor, parts: &[Expr]) -> Result<Type, String> {
        if constructor.of.len() != parts.len() {
            return Err(format!("`{}` is made of ({})", constructor.name, listed(constructor.of)));
        }
        parts.iter().zip(constructor.of).try_for_each(|(p, k)| self.expect(p, *k))?;
        Ok(One(constructor.makes))
    }

    /// A column of a relation: a variable that is bound already must be of its kind.
    pub(super) fn meet(&mut self, pattern: &Pattern, kind: Kind) -> Result<(), String> {
        match pattern {
            Pattern::Variable(name) if self.binds(name) => {
                self.expect(&Expr::Variable(name.clone()), kind).map_err(|m| format!("`{name}` is {m}"))
            }
            Pattern::Any | Pattern::Variable(_) => self.bind(pattern, One(kind)),
            _ => Err("a column is a variable or `_`".into()),
        }
    }

    /// An answer, whose variables are new.
    pub(super) fn bind(&mut self, pattern: &Pattern, is: Type) -> Result<(), String> {
        match (pattern, is) {
            (Pattern::Any, _) => Ok(()),
            (Pattern::Variable(name), One(_) | Each(&[_])) if self.binds(name) => {
                Err(format!("`{name}` is bound already; take another name and compare with `if`"))
            }
            (Pattern::Variable(name), One(kind) | Each(&[kind])) => {
                self.0.insert(name.clone(), kind);
                Ok(())
            }
            (Pattern::Some(inner), Maybe(kind)) => self.bind(inner, One(kind)),
            (Pattern::Tuple(parts), Each(kinds)) if parts.len() == kinds.len() => {
                parts.iter().zip(kinds).try_for_each(|(p, k)| self.bind(p, One(*k)))
            }
            (_, One(kind) | Each(&[kind])) => Err(format!("this is one {}", kind.name())),
            (_, Maybe(kind)) => {
                Err(format!("this is `Some` of a {}, or nothing; write `if let Some(x) = ..`", kind.name()))
            }
            (_, Each(kinds)) => Err(format!("these are pairs ({})", listed(kinds))),
        }
    }
}

/// What is said of a question that there is not.
pub(super) fn unknown(question: &str) -> String {
    let names: Vec<&str> = Question::ALL.iter().map(|q| q.name()).collect();
    let near = crate::diagnostics::nearest(question, names.iter().copied());
    let hint = near.map_or(format!("; it answers {}", names.join(", ")), |n| format!("; did you mean `{n}`?"));
    format!("no program answers `{question}`{hint}")
}

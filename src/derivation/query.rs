//! Queries: the body of a rule, asked of a fixpoint.
//!
//! A query is read as the rules are, and run as a rule is, once. Its premises may name questions as relations,
//! `U(t, n, n2)`: what no other premise binds ranges over the rows that the caller has for the question. What words
//! mean that are no variables is for the caller to say as well.

use super::parser;
use super::rules::{Clause, Expr, Rules};
use super::run::conclusions;
use crate::diagnostics::Diagnostic;
use moverlog_rules::{Kind, Program, Question};

/// What stands in a column of a premise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    Any,
    Variable(String),
    Atom(u32),
}

/// Reads what stands between the brackets of a premise with columns of these kinds: a slot for each column.
pub(super) type Reader<'r> = dyn FnMut(&[Kind], &[&str]) -> Result<Vec<Slot>, String> + 'r;

/// See the module's documentation.
#[derive(Clone, Debug)]
pub struct Query {
    /// One rule over a relation for each premise, with everything in its head that the body binds.
    pub(super) rules: Rules,
    /// The columns of an answer, in the order of their first premises. `#` begins the name of one without a name.
    pub columns: Vec<(String, Kind)>,
    /// In the order of the text.
    pub premises: Vec<Premise>,
}

/// A premise that names a relation or a question.
#[derive(Clone, Debug)]
pub struct Premise {
    /// The relation by its number among the rules that were asked.
    pub of: Result<usize, Question>,
    /// The column of the answers that each of its columns is, if it is one.
    pub columns: Vec<Option<usize>>,
}

impl Rules {
    /// Reads a query about the relations of these rules. Places of messages are in its text.
    pub fn query(
        &self,
        text: &str,
        mut reader: impl FnMut(&[Kind], &[&str]) -> Result<Vec<Slot>, String>,
    ) -> Result<Query, Vec<Diagnostic>> {
        parser::query(self, text, &mut reader).map_err(|wrong| vec![*wrong])
    }
}

impl Query {
    /// The relation that is asked for, if nothing else is asked.
    pub fn only_relation(&self) -> Option<usize> {
        let gives_value = |c: &&Clause| matches!(c, Clause::Let(_, Expr::Number(_)));
        let mut clauses = self.rules.rules.iter().flat_map(|rule| &rule.body).filter(|c| !gives_value(c));
        match (clauses.next(), clauses.next(), self.premises.as_slice()) {
            (Some(Clause::Relation(..)), None, [premise]) => premise.of.ok(),
            _ => None,
        }
    }

    /// All answers, each once. `rows` are for each premise the facts of the relation, or what the question may be
    /// asked of.
    pub fn answers(&self, program: &dyn Program, rows: &[Vec<Vec<u32>>]) -> Vec<Vec<u32>> {
        // The relation before all others holds the program.
        conclusions(&self.rules, program, &[&[vec![]], rows].concat())
    }
}

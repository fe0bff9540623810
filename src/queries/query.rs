//! Questions of one's own to a fixpoint: bodies of rules, with names and values.

mod domain;
mod words;

use super::explain::{Condition, Proofs, with_derivations};
use super::{Fact, FactPattern, Near, Part};
use crate::control::Control;
use crate::derivation::{self, Premise, Rules};
use crate::diagnostics::{Diagnostic, Span};
use crate::driver::{Engine, Options};
use crate::ir::Program;
use crate::movers::FalseClaim;
use indexmap::IndexSet;
use moverlog_rules::{Kind, Question, letters};

/// A body of a rule over the relations of some rules and the names of some program.
#[derive(Clone, Debug)]
pub struct Query {
    body: derivation::Query,
    /// Of each premise.
    conditions: Vec<Vec<Condition>>,
}

/// What came of it.
#[derive(Debug)]
pub struct Answers {
    /// The variables of the query; if it has none, the columns of its premises.
    pub columns: Vec<(String, Kind)>,
    /// Each way to bind them once, in the order of derivation; no more than were asked for.
    pub rows: Vec<Vec<Part>>,
    /// How many there are.
    pub total: usize,
    /// What is there instead, where the query is one relation.
    pub near: Option<Near>,
}

/// A fixpoint that is kept while questions are asked.
pub struct Fixpoint<'a> {
    proofs: &'a Proofs<'a>,
}

/// Runs the rules of `engine` on the program and asks; nothing if a bound ended the run, or the asking.
pub fn with_fixpoint<A>(
    program: &Program,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
    ask: impl FnOnce(&Fixpoint<'_>) -> A,
) -> Result<Option<A>, Vec<FalseClaim>> {
    control.be_thorough();
    with_derivations(program, engine, options, control, |proofs| ask(&Fixpoint { proofs }))
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// What is wrong with it, with places in the text.
    pub fn parse(text: &str, rules: &Rules, program: &Program) -> Result<Query, Vec<Diagnostic>> {
        let mut conditions = vec![];
        let body = rules.query(text, |kinds, words| {
            let (slots, more) = words::read(program, kinds, words)?;
            conditions.push(more);
            Ok(slots)
        })?;
        let query = Query { body, conditions };
        let negated = query.premises().any(|(p, c)| p.of.is_err() && !is_bound(p) && !c.iter().all(is_thread));
        let whole = Span { start: 0, end: text.len() as u32 };
        let wrong = || Diagnostic::error(NAMES_NOTHING, whole, "bind the place before, by a premise without `!`");
        if negated { Err(vec![wrong()]) } else { Ok(query) }
    }

    fn premises(&self) -> impl Iterator<Item = (&Premise, &[Condition])> {
        self.body.premises.iter().zip(self.conditions.iter().map(Vec::as_slice))
    }

    /// The columns to show and their names: of variables, or of all that premises have.
    fn shown(&self) -> (Vec<usize>, Vec<(String, Kind)>) {
        let all = &self.body.columns;
        let named: Vec<usize> = (0..all.len()).filter(|c| !all[*c].0.starts_with('#')).collect();
        if !named.is_empty() {
            let columns = named.iter().map(|c| all[*c].clone()).collect();
            return (named, columns);
        }
        let of_premises = self.body.premises.iter().flat_map(|p| &p.columns).flatten();
        let shown: Vec<usize> = of_premises.copied().collect::<IndexSet<usize>>().into_iter().collect();
        let kinds: Vec<Kind> = shown.iter().map(|c| all[*c].1).collect();
        let columns = letters(&kinds).into_iter().zip(kinds).collect();
        (shown, columns)
    }
}

const NAMES_NOTHING: &str = "in a question with `!` there are variables, numbers and `_` alone";

/// Whether all of its columns are bound, as those of a premise with `!` are not.
fn is_bound(premise: &Premise) -> bool {
    premise.columns.iter().all(Option::is_some)
}

fn is_thread(condition: &Condition) -> bool {
    matches!(condition, Condition::Thread(_))
}

impl Fixpoint<'_> {
    /// The rules that were run.
    pub fn rules(&self) -> &Rules {
        self.proofs.rules
    }

    /// All answers, of which at most `limit` are handed on; nothing once a bound has ended the run.
    pub fn answers(&self, query: &Query, limit: usize) -> Option<Answers> {
        let rows: Vec<Vec<Vec<u32>>> = query.premises().map(|(p, conditions)| self.rows(p, conditions)).collect();
        let found = query.body.answers(self.proofs.program, &rows);
        let (shown, columns) = query.shown();
        let meets = |row: &Vec<u32>| query.premises().all(|(p, conditions)| self.meets(p, conditions, row));
        let project = |row: Vec<u32>| shown.iter().map(|c| row[*c]).collect::<Vec<u32>>();
        let distinct: IndexSet<Vec<u32>> = found.into_iter().filter(meets).map(project).collect();
        let decoder = self.proofs.decoder();
        let parts = |row: &Vec<u32>| columns.iter().zip(row).map(|((_, k), a)| decoder.part(*k, *a)).collect();
        let rows = distinct.iter().take(limit).map(parts).collect();
        let near = if distinct.is_empty() { self.near(query) } else { None };
        let whole = moverlog_rules::Program::goes_on(self.proofs.program);
        whole.then(|| Answers { total: distinct.len(), near, rows, columns })
    }

    /// The facts of a relation that meet the conditions, or what a question may be asked of.
    fn rows(&self, premise: &Premise, conditions: &[Condition]) -> Vec<Vec<u32>> {
        match premise.of {
            Ok(relation) => {
                let facts = self.proofs.found.facts(relation);
                let meets = |columns: &[u32]| {
                    conditions.is_empty() || self.all_hold(conditions, self.proofs.rules.kinds(relation), columns)
                };
                facts.map(|(_, columns)| columns).filter(|c| meets(c)).map(<[u32]>::to_vec).collect()
            }
            Err(question) => self.domain(question),
        }
    }

    /// Whether an answer meets the conditions on a question; those on relations have been seen to.
    fn meets(&self, premise: &Premise, conditions: &[Condition], row: &[u32]) -> bool {
        let Some(question) = premise.of.err().filter(|_| is_bound(premise)) else { return true };
        let columns: Vec<u32> = premise.columns.iter().flatten().map(|c| row[*c]).collect();
        conditions.is_empty() || self.all_hold(conditions, &Question::columns(question), &columns)
    }

    fn all_hold(&self, conditions: &[Condition], kinds: &[Kind], columns: &[u32]) -> bool {
        let decoder = self.proofs.decoder();
        let columns = kinds.iter().zip(columns).map(|(k, a)| decoder.part(*k, *a)).collect();
        let fact = Fact { id: 0, relation: String::new(), columns };
        conditions.iter().all(|c| c.holds(self.proofs.world.semantics().program, &fact))
    }

    fn near(&self, query: &Query) -> Option<Near> {
        let relation = query.body.only_relation()?;
        let conditions = query.conditions[0].clone();
        Some(self.proofs.near(&FactPattern::Of { relation, conditions }))
    }
}

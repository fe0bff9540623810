//! What a program answered while rules ran: for each question a table, so that the same rules can be
//! run again without the program.

use moverlog_rules::{Question, Value};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// See the module's documentation.
#[derive(Default, Debug)]
pub struct Answered(RefCell<BTreeMap<Question, BTreeSet<Vec<u32>>>>);

impl Answered {
    /// What the question was asked of, with each answer behind it; of a question with the answers yes and
    /// no, what it holds of.
    pub fn rows(&self, question: Question) -> Vec<Vec<u32>> {
        self.0.borrow().get(&question).map_or(vec![], |rows| rows.iter().cloned().collect())
    }

    pub(super) fn note(&self, question: Question, arguments: &[u32], answer: &Value) {
        let mut tables = self.0.borrow_mut();
        let rows = tables.entry(question).or_default();
        match answer {
            Value::Atom(holds) if question.is_truth() => rows.extend((*holds != 0).then(|| arguments.to_vec())),
            Value::List(answers) => rows.extend(answers.iter().map(|a| row(arguments, a))),
            Value::Option(answer) => rows.extend(answer.iter().map(|a| row(arguments, a))),
            answer => drop(rows.insert(row(arguments, answer))),
        }
    }
}

fn row(arguments: &[u32], answer: &Value) -> Vec<u32> {
    let parts = match answer {
        Value::Tuple(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let atom = |part: &Value| match part {
        Value::Atom(a) => *a,
        other => unreachable!("an answer holds atoms, not {other:?}"),
    };
    arguments.iter().copied().chain(parts.iter().map(atom)).collect()
}

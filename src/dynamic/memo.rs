//! Answers of the analysis that were given before. What others may still do depends on where they
//! are, and on few cells: who holds a mutex, what a compare-and-swap finds, where pointers point.

use super::footprint::{Access, Mode};
use super::kinds::Kinds;
use super::touched::{Other, Situation, Touched};
use crate::ir::Cell;
use crate::semantics::{Interner, Semantics};
use std::collections::BTreeSet;
use std::rc::Rc;

/// So many answers are kept; then all of them are forgotten.
const MOST: usize = 1 << 16;

pub struct Memo {
    /// Cells whose values an answer may depend on.
    values: Vec<Cell>,
    /// Mutexes of which only this matters: whether the thread that stays holds them.
    mutexes: Vec<Cell>,
    /// Whether registers of the others may matter, those in frames included.
    registers: bool,
    questions: Interner,
    answers: Vec<Rc<Touched>>,
    /// The question asked last.
    question: Vec<u32>,
}

impl Memo {
    pub fn new(kinds: &Kinds) -> Self {
        let accesses = || kinds.footprints().flat_map(|f| &f.accesses);
        let addresses = || accesses().filter_map(|a| a.address.as_ref());
        let cells = |of: &dyn Fn(&Access) -> bool| {
            let found = accesses().filter(|a| of(a)).flat_map(|a| a.cells.iter().copied());
            found.collect::<BTreeSet<Cell>>()
        };
        let mut values = cells(&|a| matches!(a.mode, Mode::Cas(_)));
        values.extend(addresses().flat_map(|a| &a.reads));
        Memo {
            mutexes: cells(&|a| a.mode == Mode::Lock).difference(&values).copied().collect(),
            values: values.into_iter().collect(),
            registers: addresses().any(|a| !a.registers.is_empty()),
            questions: Interner::varying(),
            answers: vec![],
            question: vec![],
        }
    }

    /// The answer if the same was asked before.
    pub fn find<'o>(
        &mut self,
        semantics: &Semantics<'_>,
        here: Situation,
        others: impl Iterator<Item = &'o Other>,
    ) -> Option<Rc<Touched>> {
        let question = &mut self.question;
        question.clear();
        question.push(here.t.0);
        question.extend(self.values.iter().map(|c| semantics.cell(here.g, *c) as u32));
        let holds = |c: &Cell| semantics.cell(here.g, *c) as u32 == here.t.0;
        question.extend(self.mutexes.iter().map(|c| u32::from(holds(c))));
        for other in others {
            question.extend([other.t.0, other.below.len() as u32]);
            question.extend(other.starts().map(|l| l.0));
            question.extend(self.registers.then_some([other.local.0, other.stack.0]).into_iter().flatten());
        }
        self.questions.find(question).map(|id| self.answers[id as usize].clone())
    }

    /// Keeps the answer to the question that has just been asked.
    pub fn keep(&mut self, answer: Rc<Touched>) {
        if self.answers.len() == MOST {
            self.questions = Interner::varying();
            self.answers.clear();
        }
        self.questions.intern(&self.question);
        self.answers.push(answer);
    }
}

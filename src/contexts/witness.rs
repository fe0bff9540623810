//! The single steps behind a chain of aggregate states: each context is taken back to a stack with which it begins,
//! which is one with which an earlier context of the same thread ends.

use super::search::{Last, Search};
use super::thread::{at, global};
use crate::execution::Choice;
use crate::stacks::{Applied, Symbol};
use moverlog_rules::Tid;

impl Search<'_> {
    /// An execution to where a thread goes wrong in this context; nothing if a bound was hit.
    pub fn execution(&self, Last(from, t): Last) -> Option<Vec<Choice>> {
        let mut way = Way { search: self, ends: vec![None; self.aggregate(from).stacks.len()], contexts: vec![] };
        let saturation = self.saturation(from, t);
        let (place, top) = self.wrong_head(&saturation)?;
        let stack = saturation.stack_with(place, top)?;
        let (begins, rules) = saturation.execution(place, &stack, self.control())?;
        way.add(t, begins, &rules);
        let mut number = from;
        while let Some((before, t)) = self.aggregate(number).reached {
            way.take_back(before, t, number)?;
            number = before;
        }
        Some(way.contexts.into_iter().rev().flatten().collect())
    }
}

struct Way<'w, 'm> {
    search: &'w Search<'m>,
    /// The stack that each thread has to have, if it moves later.
    ends: Vec<Option<Vec<Symbol>>>,
    /// Their steps, the last context first.
    contexts: Vec<Vec<Choice>>,
}

impl Way<'_, '_> {
    fn take_back(&mut self, before: usize, t: Tid, after: usize) -> Option<()> {
        let (i, reached) = (t.0 as usize - 1, self.search.aggregate(after));
        let any = || self.search.language(reached.stacks[i]).shortest();
        let stack = self.ends[i].take().unwrap_or_else(any);
        let saturation = self.search.saturation(before, t);
        let (begins, rules) = saturation.execution(at(reached.global), &stack, self.search.control())?;
        self.add(t, begins, &rules);
        Some(())
    }

    fn add(&mut self, t: Tid, begins: Vec<Symbol>, rules: &[Applied]) {
        // The second rule of a return is no step of its own.
        let steps = rules.iter().filter(|applied| global(applied.place).is_some());
        self.contexts.push(steps.map(|applied| Choice { t, outcome: applied.rule }).collect());
        self.ends[t.0 as usize - 1] = Some(begins);
    }
}

//! Executions of a program that was made of another one, told as executions of that one.

use super::outcome::{Failed, Outcome, Removal, Violation};
use super::story::Transaction;
use crate::control::Control;
use crate::execution::{Choice, Event, perform};
use crate::ir::{Cell, Loc, Program, Value};
use crate::semantics::{Configuration, Semantics};

/// When a store of the program that is made stands for one of the program itself. That has the same locations, cells
/// and registers, and perhaps further ones behind them, which stand for nothing.
pub(super) trait Likeness {
    /// Whether a cell may hold `thin` there where it holds `full` here.
    fn agrees_on(&self, cell: Cell, thin: Value, full: Value) -> bool;

    /// Whether a register holds the same in both at a location.
    fn knows(&self, loc: Loc, register: usize) -> bool;
}

/// Follows executions of the program that is made in the program itself.
pub(super) struct Telling<'a> {
    likeness: &'a dyn Likeness,
    made: Semantics<'a>,
    whole: Semantics<'a>,
}

impl<'a> Telling<'a> {
    /// Between the program that is made and the program itself.
    pub(super) fn new(programs: [&'a Program; 2], likeness: &'a dyn Likeness, control: &'a Control<'a>) -> Self {
        let [made, whole] = programs.map(|p| Semantics::within(p, control));
        Telling { likeness, made, whole }
    }

    /// Nothing if there is an error, and no execution of the program is found that shows it.
    pub(super) fn outcome(&self, outcome: Outcome) -> Option<Outcome> {
        let failed = match outcome.failed {
            Some(failed) => Some(self.failed(failed)?),
            None => None,
        };
        let removals = outcome.removals.into_iter();
        let removals = removals.map(|r| Removal { trace: self.retold(r.trace).unwrap_or_default(), ..r }).collect();
        let endless = outcome.endless;
        let endless = endless.map(|v| Violation { execution: self.retold(v.execution).unwrap_or_default(), ..v });
        Some(Outcome { failed, removals, endless, ..outcome })
    }

    fn failed(&self, found: Failed) -> Option<Failed> {
        let (original, story) = (self.retold(found.original)?, self.retold(found.story)?);
        let steps = || story.iter().flat_map(|t| t.steps.iter().map(|s| (t.thread, s)));
        let failure = steps().last()?.1.failure.clone()?;
        let schedule = steps().map(|(t, s)| Choice { t, outcome: s.outcome }).collect();
        Some(Failed { failure, original, story, schedule, ..found })
    }

    /// The same steps in the program itself, one by one; nothing if one is not found within the bounds.
    fn retold(&self, mut story: Vec<Transaction>) -> Option<Vec<Transaction>> {
        let (mut thin, mut full) = (self.made.initial(), self.whole.initial());
        for transaction in &mut story {
            for step in &mut transaction.steps {
                let choice = Choice { t: transaction.thread, outcome: step.outcome };
                let event = perform(&self.made, &thin, choice)?;
                let same = self.same_step(&full, &event)?;
                step.retell(&self.whole, &same);
                (thin, full) = (event.after, same.after);
            }
        }
        Some(story)
    }

    /// The first step of the same thread that leads to what is like it.
    fn same_step(&self, at: &Configuration, event: &Event) -> Option<Event> {
        let t = event.choice.t;
        let outcomes = 0..self.whole.transitions_in(at, t).steps.len();
        let mut steps = outcomes.filter_map(|outcome| perform(&self.whole, at, Choice { t, outcome }));
        steps.find(|step| self.agree(event, step))
    }

    /// Whether configurations of the program that is made and of the program are alike behind steps that began alike.
    fn agree(&self, thin: &Event, full: &Event) -> bool {
        let written = [thin, full].map(|event| event.transitions.accesses.writes.iter());
        let both = self.whole.program.cells.len();
        let mut cells = written.into_iter().flatten().map(|c| c.0 as usize).filter(|c| *c < both);
        let (thin, full) = (&thin.after, &full.after);
        let (known, all) = (self.made.globals(thin.global), self.whole.globals(full.global));
        let mut threads = 0..thin.locals.len();
        cells.all(|c| self.likeness.agrees_on(Cell(c as u32), known[c], all[c]))
            && threads.all(|i| self.agree_on_local(thin, full, i) && self.agree_on_stack(thin, full, i))
    }

    fn agree_on_local(&self, thin: &Configuration, full: &Configuration, i: usize) -> bool {
        let (l, whole) = (thin.locals[i], full.locals[i]);
        let Some(loc) = self.made.loc(l) else { return self.whole.is_wrong(whole) };
        let (known, all) = (self.made.registers(l), self.whole.registers(whole));
        self.whole.loc(whole) == Some(loc)
            && self.made.is_outermost(l) == self.whole.is_outermost(whole)
            && (0..known.len()).all(|r| !self.likeness.knows(loc, r) || known[r] == all[r])
    }

    fn agree_on_stack(&self, thin: &Configuration, full: &Configuration, i: usize) -> bool {
        let shared = self.whole.program.thread_locals.len();
        let mut frames = self.made.frames(thin.stacks[i]).zip(self.whole.frames(full.stacks[i]));
        self.made.depth(thin.stacks[i]) == self.whole.depth(full.stacks[i])
            && frames.all(|(f, whole)| {
                let loc = self.made.return_location(f);
                let kept = |r: &usize| {
                    let receives = self.made.receiver(f).is_some_and(|to| to.0 as usize == r + shared);
                    self.likeness.knows(loc, r + shared) && !receives
                };
                let (known, all) = (self.made.saved_registers(f), self.whole.saved_registers(whole));
                loc == self.whole.return_location(whole) && (0..known.len()).filter(kept).all(|r| known[r] == all[r])
            })
    }
}

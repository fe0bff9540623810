//! Checks of a sliced program, whose executions are told as those of the program itself.

use super::check::inspect;
use super::engine::Engine;
use super::outcome::{Failed, MoverMode, Options, Outcome, Removal, Violation};
use super::story::Transaction;
use crate::control::Control;
use crate::execution::{Choice, Event, perform};
use crate::ir::{Cell, Program};
use crate::movers::FalseClaim;
use crate::semantics::{Configuration, Semantics};
use crate::slice::{Slice, slice, slice_beside_addresses};

/// Longer programs are left as they are: no bound is looked at while a program is sliced.
const LOCATIONS: usize = 4000;

/// The program without the data on which nothing depends, if that is asked for and there are any. Claims of movers
/// are about the program as it is, and QRR's two properties are there to lose errors. DYN's moving conditions go by
/// addresses that nothing changes any more (DYN Table 2), so there registers in addresses are left as they are.
pub(super) fn wanted(program: &Program, engine: Engine, options: &Options) -> Option<Slice> {
    let depends = matches!(options.movers, MoverMode::Declared | MoverMode::TwoProperties);
    match engine {
        _ if !options.slice || depends || program.locations.len() > LOCATIONS => None,
        Engine::Blocks(..) => slice_beside_addresses(program),
        _ => slice(program),
    }
}

/// Checks `slice` in the place of `program`, or that one itself where an error cannot be told in it within the bounds.
pub(super) fn check(
    program: &Program,
    slice: Slice,
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
) -> Result<Outcome, Vec<FalseClaim>> {
    let outcome = inspect(&slice.program, engine, options, control, &mut |_, _| ())?;
    let told = Telling::new(program, &slice, &control.anew()).outcome(outcome);
    told.map_or_else(|| inspect(program, engine, options, &control.anew(), &mut |_, _| ()), Ok)
}

/// Follows executions of a sliced program in the program itself.
struct Telling<'a> {
    slice: &'a Slice,
    sliced: Semantics<'a>,
    whole: Semantics<'a>,
}

impl<'a> Telling<'a> {
    fn new(program: &'a Program, slice: &'a Slice, control: &'a Control<'a>) -> Self {
        let [sliced, whole] = [&slice.program, program].map(|p| Semantics::within(p, control));
        Telling { slice, sliced, whole }
    }

    /// Nothing if there is an error, and no execution of the program is found that shows it.
    fn outcome(&self, outcome: Outcome) -> Option<Outcome> {
        let failed = match outcome.failed {
            Some(failed) => Some(self.failed(failed)?),
            None => None,
        };
        let removals = outcome.removals.into_iter();
        let removals = removals.map(|r| Removal { trace: self.retold(r.trace).unwrap_or_default(), ..r }).collect();
        let endless = outcome.endless;
        let endless = endless.map(|v| Violation { execution: self.retold(v.execution).unwrap_or_default(), ..v });
        let left_out = Some(self.slice.left_out.clone());
        Some(Outcome { failed, removals, endless, left_out, ..outcome })
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
        let (mut thin, mut full) = (self.sliced.initial(), self.whole.initial());
        for transaction in &mut story {
            for step in &mut transaction.steps {
                let choice = Choice { t: transaction.thread, outcome: step.outcome };
                let event = perform(&self.sliced, &thin, choice)?;
                let same = self.same_step(&full, &event)?;
                step.retell(&self.whole, &same);
                (thin, full) = (event.after, same.after);
            }
        }
        Some(story)
    }

    /// The first step of the same thread that does the same to all that is stored.
    fn same_step(&self, at: &Configuration, event: &Event) -> Option<Event> {
        let t = event.choice.t;
        let outcomes = 0..self.whole.transitions_in(at, t).steps.len();
        let mut steps = outcomes.filter_map(|outcome| perform(&self.whole, at, Choice { t, outcome }));
        steps.find(|step| self.agree(&event.after, &step.after))
    }

    /// Whether a configuration of the sliced program is one of the program, but for what is not stored.
    fn agree(&self, thin: &Configuration, full: &Configuration) -> bool {
        let (known, all) = (self.sliced.globals(thin.global), self.whole.globals(full.global));
        let cells = (0..self.whole.program.cells.len()).filter(|c| self.slice.stores(Cell(*c as u32)));
        let mut threads = 0..thin.locals.len();
        cells.into_iter().all(|c| known[c] == all[c])
            && threads.all(|i| self.agree_on_local(thin, full, i) && self.agree_on_stack(thin, full, i))
    }

    fn agree_on_local(&self, thin: &Configuration, full: &Configuration, i: usize) -> bool {
        let (l, whole) = (thin.locals[i], full.locals[i]);
        let Some(loc) = self.sliced.loc(l) else { return self.whole.is_wrong(whole) };
        let (known, all) = (self.sliced.registers(l), self.whole.registers(whole));
        self.whole.loc(whole) == Some(loc)
            && self.sliced.is_outermost(l) == self.whole.is_outermost(whole)
            && (0..known.len()).all(|r| !self.slice.knows(loc, r) || known[r] == all[r])
    }

    fn agree_on_stack(&self, thin: &Configuration, full: &Configuration, i: usize) -> bool {
        let shared = self.whole.program.thread_locals.len();
        let mut frames = self.sliced.frames(thin.stacks[i]).zip(self.whole.frames(full.stacks[i]));
        self.sliced.depth(thin.stacks[i]) == self.whole.depth(full.stacks[i])
            && frames.all(|(f, whole)| {
                let loc = self.sliced.return_location(f);
                let kept = |r: &usize| {
                    let receives = self.sliced.receiver(f).is_some_and(|to| to.0 as usize == r + shared);
                    self.slice.knows(loc, r + shared) && !receives
                };
                let (known, all) = (self.sliced.saved_registers(f), self.whole.saved_registers(whole));
                loc == self.whole.return_location(whole) && (0..known.len()).filter(kept).all(|r| known[r] == all[r])
            })
    }
}

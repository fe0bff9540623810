//! Could the verdict have been another one? A model that is safe is broken at one place after the other (a lock,
//! a wait, an atomic block, an assumption, a guard, an assertion), and checked again each time.
//!
//! A break is an edit of the model's text, so that what is told can be done by hand, and what is checked has
//! passed every test that a model passes.

mod breaks;
mod locks;

pub use breaks::{Break, Part, breaks};

use crate::driver::{Bound, Control, Engine, MoverMode, Options, Outcome, Verdict, check};
use crate::model::{Model, load};

/// One break, and what became of the verdict.
pub struct Tried {
    pub broken: Break,
    /// The model after the edit, and its check; nothing if it is no model any more.
    pub check: Option<(Model, Outcome)>,
}

/// What a break does to a verdict that was `safe`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A thread goes wrong.
    Lost,
    /// Still safe.
    Nothing,
    /// A bound was hit first.
    Unknown,
}

impl Tried {
    pub fn effect(&self) -> Effect {
        match self.check.as_ref().map(|(_, o)| o.verdict) {
            Some(Verdict::Wrong) => Effect::Lost,
            Some(Verdict::Safe) => Effect::Nothing,
            Some(Verdict::Inconclusive) | None => Effect::Unknown,
        }
    }

    /// The bound that was hit, if one was.
    pub fn bound(&self) -> Option<Bound> {
        self.check.as_ref().and_then(|(_, o)| o.bound).filter(|_| self.effect() == Effect::Unknown)
    }
}

/// Every break of a safe model, one at a time; what time one does not use is left to the others. Claims of movers are about the
/// model as it is, and are left aside.
pub fn challenge(
    model: &Model,
    constants: &[(String, i64)],
    engine: Engine,
    options: &Options,
    control: &Control<'_>,
) -> Vec<Tried> {
    let movers = if options.movers == MoverMode::Declared { MoverMode::Lockset } else { options.movers };
    let options = Options { movers, ..options.clone() };
    let all = breaks(model);
    let left = all.len();
    let tried = |(i, broken): (usize, Break)| {
        let mutant = load(&model.name, &broken.apply(&model.text), constants).0;
        let check = mutant.and_then(|mut mutant| {
            mutant.program.spurious_wakeups = model.program.spurious_wakeups;
            let outcome = check(&mutant.program, engine, &options, &control.share(left - i)).ok()?;
            Some((mutant, outcome))
        });
        Tried { broken, check }
    };
    all.into_iter().enumerate().map(tried).collect()
}

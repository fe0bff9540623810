//! Runs rulesets on programs: bounds, side conditions, verdicts.

mod check;
mod completion;
mod control;
mod instance;
mod story;

pub use check::{Failed, MoverMode, Options, Outcome, Verdict, check};
pub use control::{Bound, Control, Limits};
pub use instance::{Instance, Partition, Profile};
pub use story::{Shown, Told, Transaction};

//! Runs, and what else could have happened: the concurrent trace programs of TSG.

pub mod ctp;
pub mod log;
pub mod merge;
mod names;
pub mod record;
mod recorder;
pub mod run;
pub mod store;
mod symbolic;

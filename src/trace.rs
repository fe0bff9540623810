//! Runs, and what else could have happened: the concurrent trace programs of TSG.

pub mod ctp;

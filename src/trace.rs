//! Runs, and what else could have happened: the concurrent trace programs of TSG.

pub mod ctp;
pub mod domain;
pub mod state;

mod conditions;
pub mod log;
pub mod merge;
mod names;
mod path;
pub mod record;
mod recorder;
pub mod run;
mod symbolic;

pub mod groups;
pub mod lattice;
pub mod mat;
pub mod tsg;

pub mod constants;

pub mod environment;
pub mod interval;
mod propagation;
pub mod ranges;
mod seen;
mod transfer;

pub mod formula;
pub mod schedules;

pub mod analysis;
pub mod regions;

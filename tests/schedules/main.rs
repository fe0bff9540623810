//! Schedules of recorded runs and of straight-line programs.

#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../dot/mod.rs"]
mod dot;
#[allow(dead_code, reason = "which features models have is of no interest here")]
#[path = "../random/generator.rs"]
mod generator;
#[path = "../support/mod.rs"]
mod support;

mod constants;
mod ctp;
mod formulas;
mod iterations;
mod runs;
mod trace;
mod trace_random;
mod tsg;
mod unreachable;

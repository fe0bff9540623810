//! One exploration by several workers, each a thread of one of several processes, in layers (breadth first).
//!
//! A state belongs to one worker, by a hash of half of what it consists of. That worker stores it, runs the rules on it
//! and tells the owners of the states that it leads to; it knows no other numbers of stores than its own. The steps by which
//! the states of a layer were found are put in the order in which one worker would take them, so whatever depends on
//! that order does not depend on the number of workers.

mod batch;
mod blocks;
mod channel;
mod cluster;
mod connect;
mod error;
mod exchange;
mod explorer;
mod link;
mod merge;
mod outbox;
mod owners;
mod rounds;
mod rulesets;
mod signals;
mod task;
mod worker;

pub use cluster::Cluster;
pub use error::ClusterError;
pub use merge::{Explored, explore, explore_blocks};
pub use task::Rules;

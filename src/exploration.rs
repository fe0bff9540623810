//! One program under one choice of movers and partition, explored within bounds: what engines ask
//! their questions of.

mod instance;

mod visits;

pub use instance::{Instance, Kept, Outgoing, Partition, Profile, Taken};
pub use visits::Visits;

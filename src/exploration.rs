//! One program under one choice of movers and partition, explored within bounds: what engines ask
//! their questions of.

mod cycles;
mod instance;
mod store;
mod visits;

pub use cycles::{Successors, cycle_heads};
pub use instance::{Chosen, Instance, Outgoing, PHASE_BITS, Partition, Phases, Profile, Step, Taken};
pub use store::{Found, Row, Share, Store};
pub use visits::Visits;

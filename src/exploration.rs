//! One program under one choice of movers and partition, explored within bounds: what engines ask
//! their questions of.

mod cycles;
mod instance;
mod row;
mod store;
mod visits;

pub use cycles::{Successors, cycle_heads};
pub use instance::{Chosen, Instance, Met, Others, Outgoing, PHASE_BITS, Partition, Phases, Profile, Step, Taken};
pub use row::{Field, Half, Halves, Row, Share};
pub use store::{Changed, Found, Store};
pub use visits::Visits;

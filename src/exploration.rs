//! One program under one choice of movers and partition, explored within bounds: what engines ask
//! their questions of.

mod before;
mod cycles;
mod instance;
mod layer;
mod phase;
mod row;
mod store;
mod visits;

pub use cycles::{Successors, cycle_heads};
pub use instance::{Chosen, Instance, Outgoing, Partition, Phases, Profile, Taken};
pub use layer::{Expanding, Met, Others, Rule, Step, Stored};
pub use phase::PHASE_BITS;
pub use row::{Field, Half, Halves, Row, Share};
pub use store::{Changed, Found, Store};
pub use visits::Visits;

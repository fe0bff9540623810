//! Programs as transition systems of bits: each block of a reduction is a step of a circuit, which bounded model
//! checking and IC3 decide (DYN 5).

mod actions;
mod blocks;
mod candidates;
mod claims;
mod crowd;
mod expressions;
mod facts;
mod formulas;
mod guards;
mod inline;
mod kin;
mod layout;
mod machine;
mod pointed;
mod pointers;
mod protection;
mod refused;
mod relations;
mod says;
mod shape;
mod shift;
mod step;
mod system;
mod unset;

pub use blocks::Blocks;
pub use candidates::{Candidate, candidates};
pub use claims::claimed;
pub use crowd::Crowd;
pub use facts::{Fact, facts};
pub use guards::Guards;
pub use inline::{Inlined, Refused, inlined};
pub use kin::FAR;
pub use layout::Layout;
pub use refused::refused;
pub use says::Says;
pub use shape::shape;
pub use system::{System, system};

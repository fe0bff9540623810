//! AIGER 1.9, the format of hardware model checkers (Biere, Heljanko, Wieringa 2011): ascii and binary, with names. Bad
//! outputs and constraints are written as such; a file without bad outputs is read as if its outputs were bad, as it
//! was the custom before there were any.

mod read;
mod write;

pub use read::{Unreadable, read};
pub use write::{Form, write};

/// More variables are not read.
const MOST_VARIABLES: u32 = 20_000_000;

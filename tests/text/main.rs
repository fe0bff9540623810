//! Texts that are read, written and coloured: models, C and Boolean programs, pushdown systems; mistakes in them.

#[path = "../corpus/mod.rs"]
mod corpus;
#[allow(dead_code, reason = "which features models have is of no interest here")]
#[path = "../random/generator.rs"]
mod generator;
#[path = "../instructions/mod.rs"]
mod instructions;
#[path = "../support/mod.rs"]
mod support;

mod bp;
mod bp_random;
mod c;
mod c_arithmetic;
mod c_assumed;
mod c_floats;
mod c_long;
mod c_names;
mod c_options;
mod c_pointers;
mod c_refused;
mod c_scopes;
mod c_unset;
mod c_witness;
mod diagnostics;
mod editors;
mod fmt;
mod front;
mod laid_out;
mod language;
mod lowered;
mod mistakes;
mod pushdown;
mod pushdown_export;

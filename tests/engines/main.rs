//! Engines: against every interleaving, against each other, and against numbers that are known.

#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../dot/mod.rs"]
mod dot;
#[path = "../random/generator.rs"]
mod generator;
#[path = "../instructions/mod.rs"]
mod instructions;
#[path = "../support/mod.rs"]
mod support;

mod acceleration;
mod all_errors;
mod closed;
mod commit;
mod contexts;
mod counters;
mod deadlock;
mod delays;
mod dynamic;
mod encoding;
mod encoding_states;
mod example;
mod groups;
mod induction;
mod integers;
mod locks;
mod movers;
mod points;
mod random;
mod recursion;
mod rounds;
mod search;
mod slice;
mod spinlocks;
mod spinlocks_found;
mod stacks;
mod steps;
mod summaries;
mod symbolic;
mod symmetry;
mod table2;
mod words;

//! What a program reaches within so many contexts, its stacks without bound (Qadeer and Rehof, TACAS 2005), and when
//! more contexts reach nothing more (Liu and Wahl, PLDI 2018).
//!
//! A context is a run of steps of one thread; an execution of K contexts has K - 1 switches. While a thread runs alone
//! it is a pushdown system, whose reachable stacks are a regular set: an aggregate state is a global store and such a
//! set for each thread. Phases, movers and rulesets are unknown here: every step may be the last of its context.

mod aggregates;
mod apart;
mod search;
mod thread;
mod visible;
mod witness;

pub use apart::stacks_apart;
pub use search::{End, Last, Search};
pub use visible::visible_states;

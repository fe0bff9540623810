//! Threads that are started without end: whether any number of them goes wrong, by counter abstraction.
//!
//! A state has the global store, a share for each thread of whom the store tells who it is, and for each share of all
//! others how many have it: up to some number, from which on they are any number (Pnueli, Xu and Zuck, *Liveness with
//! (0, 1, ∞)-counter abstraction*; Basler, Mazzucchi, Wahl and Kroening, *Symbolic counter abstraction for concurrent
//! software*). More threads can do whatever fewer can, so a state stands for all that have fewer, and whoever leaves
//! any number leaves any number behind.
//!
//! Threads have the ids of a [pool](Pools) as names, as long as mutexes tell of them, as owners or in wait sets. So a
//! mutex has an owner, not one of many. Cells that belong to a thread, those of its flags and of its variables in
//! memory, go with its share.
//!
//! What is reached here is more than what is reached by so many threads. If nobody goes wrong, none does; if somebody
//! does, nothing is known.

mod apart;
mod flow;
mod own;
mod pools;
mod search;
mod site;
mod state;
mod view;

pub use pools::Pools;
pub use search::{Answer, Search};
pub use site::pool_of;
pub use view::View;

//! What is asked of a fixpoint besides the verdict: why it has a fact and why it has not, how two of them differ, its
//! tables, its summaries, and pictures of what was explored.
//!
//! Each query has a program checked first, and asks under the movers and the partition on which the verdict rests.

mod explain;
mod facts;
mod graph;
mod pushdown;
mod query;
mod shown;
mod summary;
mod termination;
mod theorems;
mod timeline;
mod views;
mod visible;

pub use explain::{
    Application, Derived, DiffSide, Explained, Fact, FactPattern, Forest, Given, Input, Near, Part, PatternError, Root,
    Spots, Telling, Tree, diff, explain, unsupported,
};
pub use explain::{Cause, Conflict, Missing, Premise, Protected, Reason, Site, Try, WhyNot, Writers, why_not};
pub use facts::{FactBase, Role, Rows, Table, facts};
pub use graph::{Grain, Graph, GraphEdge, GraphNode, Standing, graph};
pub use pushdown::pushdown;
pub use query::{Answers, Fixpoint, Query, with_fixpoint};
pub use shown::{Asked, Shown, shown};
pub use summary::{ByProcedure, EdgeKind, SummaryEdge, Work, summaries, work_in};
pub use termination::{Termination, termination};
pub use theorems::{Counterexample, Theorem, Theorems, Tried, definition_1, search_theorems, theorems};
pub use timeline::{Moment, Place, Timeline, timeline};
pub use views::Views;

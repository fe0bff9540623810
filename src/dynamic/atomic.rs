//! Monotonic atomic (DYN 4.1, Table 2): a compare-and-swap writes a cell only while it holds the value
//! that is expected, so that a cell which only such instructions write, and which holds another value,
//! never changes again.
//!
//! DIVERGENCE: printed for an action that is itself a `cas`; reads are the point of the paper's example,
//! and any action may profit from what others cannot write.

use super::analysis::Analysis;
use super::touched::{Situation, Touched};
use crate::ir::{Cell, Value};

/// Whether another thread's `cas(c, expected, ..)` may write: the cell holds the expected value, or may
/// come to hold it.
pub fn may_write(analysis: &Analysis<'_>, here: Situation, known: &Touched, c: Cell, expected: Value) -> bool {
    !analysis.heuristics.atomic || known.may_write(c) || analysis.semantics.cell(here.g, c) == expected
}

//! Programs of which there is no circuit.

use crate::ir::Program;

/// So many threads have a bit each in a wait set.
const THREADS: usize = 31;

/// Why there is no circuit, in words; nothing if there is one, once calls are in place.
pub fn refused(program: &Program) -> Option<String> {
    (program.threads.len() > THREADS).then(|| format!("symbolic engines follow up to {THREADS} threads"))
}

//! Concurrent pushdown systems: from text to the intermediate representation, and back to text.
//!
//! `read` reads the format of CUBA (Liu, Wahl: CUBA: Interprocedural Context-Unbounded Analysis of Concurrent Programs,
//! PLDI 2018), `configuration` what is said of initial and target states. `moves` sorts the rules of a thread by the
//! symbol on top, `relation` says of one such move what it does to the shared state, `tops` who looks whether a target
//! is reached; `lower` makes procedures of frames. `write` writes a system as text.

mod configuration;
mod lower;
mod moves;
mod read;
mod relation;
mod tops;
mod write;

pub use configuration::{Configuration, Target, Top, configuration, target};
pub use read::{Automaton, Rule, System, read};
pub use write::{Told, written};

use crate::control::Control;
use crate::diagnostics::Diagnostic;
use crate::ir::Program;

/// What the text need not say.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// In place of what the text says: `q|w1,w2`.
    pub initial: Option<String>,
    /// In place of what the text says: `q` or `q|t1,t2`.
    pub targets: Vec<String>,
}

/// The program, `None` iff a diagnostic is an error or a bound has ended the work, as `control` says then.
pub fn load(text: &str, options: &Options, control: &Control<'_>) -> (Option<Program>, Vec<Diagnostic>) {
    let (system, mut diagnostics) = read::read(text, options);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (None, diagnostics);
    }
    match lower::lowered(&system, text, control) {
        Ok(program) => (program, diagnostics),
        Err(refused) => {
            diagnostics.push(*refused);
            (None, diagnostics)
        }
    }
}

/// `#@ key: value` on a line of its own.
pub fn directive(line: &str) -> Option<(String, String)> {
    let (key, value) = line.trim().strip_prefix("#@")?.split_once(':')?;
    Some((key.trim().into(), value.trim().into()))
}

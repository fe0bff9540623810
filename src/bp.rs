//! Boolean programs (`.bp`), as SLAM, Bebop, Boom and SATABS have them: from text to the intermediate representation.
//!
//! `lexer` and `parser` read them, `names` says what is wrong with how names are used, once for the whole file; `lower`
//! lowers procedures, each in the forms in which it is needed: `procedure` as a whole, `statements`, `calls` and `values`
//! what stands in it. `atomic` makes one step of what stands between `atomic_begin` and `atomic_end`, `unset` leaves out
//! the choice of values that nobody reads.

mod actions;
mod ast;
mod atomic;
mod body;
mod calls;
mod lexer;
mod lower;
mod names;
mod parser;
mod procedure;
mod statements;
mod unit;
mod unset;
mod values;

use crate::control::Control;
use crate::diagnostics::Diagnostic;
use crate::ir::Program;

/// What the text does not say.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many threads a place that starts threads again and again may start.
    pub threads: usize,
    /// The procedure that the program begins with.
    pub entry: String,
    /// Rounds of a loop inside of an atomic section.
    pub atomic_rounds: u32,
    /// The label that nobody may come to, besides failed assertions.
    pub error_label: String,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            threads: crate::starts::POOL,
            entry: "main".into(),
            atomic_rounds: 20,
            error_label: "SLIC_ERROR".into(),
        }
    }
}

/// The program, `None` iff a diagnostic is an error or a bound has ended the work, as `control` says then.
pub fn load(text: &str, options: &Options, control: &Control<'_>) -> (Option<Program>, Vec<Diagnostic>) {
    let (file, diagnostics) = parser::parse(text);
    if !diagnostics.is_empty() {
        return (None, diagnostics);
    }
    let (names, diagnostics) = names::Names::of(&file, &options.entry);
    if !diagnostics.is_empty() {
        return (None, diagnostics);
    }
    lower::lowered(&file, &names, text, options, control)
}

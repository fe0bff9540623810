//! The run log: one event on a line, as `docs/runs.md` describes it. Written here, read with
//! diagnostics by `read`; nothing in a log is taken on trust (`check`).

mod check;
mod expression;
mod read;
mod write;

pub use read::read;
pub use write::{Extent, expression, extent, statement, write};

/// The first line of every log.
pub const HEADER: &str = "moverlog run 1";

/// Words that a line may begin with in place of a thread's name.
pub const RESERVED: [&str; 5] = ["moverlog", "thread", "var", "lock", "local"];

/// Whether a text is a log rather than a model: it begins with the first word of the header.
pub fn is_log(text: &str) -> bool {
    let words = text.lines().filter(|line| !line.trim_start().starts_with('#')).flat_map(str::split_whitespace);
    words.into_iter().next() == HEADER.split_whitespace().next()
}

/// Parentheses and prefixes inside each other, and operators beside each other, in one expression.
const DEEPEST: usize = 200;
const LONGEST: usize = 2000;

/// The local that receives what a thread reads when the log does not say where it goes.
const NOWHERE: &str = "_";

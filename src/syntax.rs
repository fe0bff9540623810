//! From text to a syntax tree: `lexer` cuts it into tokens, `parser` builds the tree.
//!
//! `fmt` lays a text out again.
//!
//! Nothing here fails or stops: what cannot be read is reported and left out. This module knows
//! neither names nor types (`check` does).

pub mod ast;
pub mod fmt;
pub mod lexer;
pub mod other;
pub mod parser;
pub mod token;

pub use parser::parse;

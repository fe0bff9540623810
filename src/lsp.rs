//! The language server: what editors ask of a model while it is typed.
//!
//! One thread reads messages, one answers them (`server`), one explores (`letters`); a newer edit cancels the run of
//! an older one, and what waits for a run waits without holding anything else up.
//! Messages are JSON by hand: `lsp-types` takes 9 s of processor time to build.

mod answers;
mod complete;
mod document;
mod hover;
mod incoming;
mod letters;
mod places;
mod rename;
mod rules;
mod server;
mod source;
mod words;

pub use document::{Document, Encoding};
pub use server::serve;
pub use words::line_about;

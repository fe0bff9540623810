//! Commands as a user sees them, the library as a program does, and the pages about both.

#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../dot/mod.rs"]
mod dot;
#[path = "../support/mod.rs"]
mod support;

mod answers;
mod auto;
mod book;
mod challenge;
mod cli;
mod docs;
mod examples;
mod exercises;
mod graph;
mod idle;
mod layers;
mod library;
mod lsp;
mod messages;
mod pictures;
mod report;
mod reproduction;
mod sarif;
mod separate;
mod small;
mod studio;
mod symbolic_commands;
mod terminal;

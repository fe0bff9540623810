//! Commands as a user sees them, the library as a program does, and the pages about both.

#[path = "../corpus/mod.rs"]
mod corpus;
#[path = "../dot/mod.rs"]
mod dot;
#[cfg(feature = "parquet")]
#[allow(dead_code, reason = "which features models have is of no interest here")]
#[path = "../random/generator.rs"]
mod generator;
#[path = "../support/mod.rs"]
mod support;

mod answers;
mod auto;
mod book;
mod challenge;
mod cli;
#[cfg(feature = "parquet")]
mod columns;
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
#[cfg(feature = "parquet")]
mod sql;
mod studio;
mod symbolic_commands;
mod terminal;

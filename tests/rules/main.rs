//! Rules: what they derive, why, what each of their premises is for, and rules of one's own.

#[path = "../corpus/mod.rs"]
mod corpus;
#[allow(dead_code, reason = "which features models have is of no interest here")]
#[path = "../random/generator.rs"]
mod generator;
#[path = "../instructions/mod.rs"]
mod instructions;
#[path = "../support/mod.rs"]
mod support;

mod blocks_facts;
mod blocks_file;
mod catalogue;
mod clauses;
mod conditions;
mod counts;
mod crosscheck;
mod crosscheck_summaries;
mod declarative;
mod derivation;
mod errata;
mod explain;
mod facts;
mod instrumentation;
mod mutants;
mod overlays;
mod own_conditions;
mod own_rules;
mod qrr;
mod query;
mod rules_file;
mod systems;
mod theorems;
mod why_not;

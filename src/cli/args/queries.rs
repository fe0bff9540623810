//! Arguments of commands that ask what was explored or derived, and of `rules`.

use super::*;

#[derive(Args)]
pub(in crate::cli) struct ExplainArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    /// `wrong`, a number, or a relation with conditions: `Sum(foo, L0 -> L5, thread=1, g=0)`, `Omega(pc1=L3)`
    pub(in crate::cli) fact: String,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PROOF))]
    pub(in crate::cli) format: Format,
    /// The ruleset whose facts are explained
    #[arg(long, value_name = "NAME|FILE", default_value = "summaries")]
    pub(in crate::cli) rules: String,
    /// Explain facts of the rules in this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(in crate::cli) rules_file: Option<String>,
    /// Print every derivation of the fact: rule, premises, steps; or N of them, and on what their premises rest
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "0")]
    pub(in crate::cli) all: Option<usize>,
    /// Unfold facts no deeper than this [default: the first derivation to its beginnings, 3 for others]
    #[arg(long, value_name = "D")]
    pub(in crate::cli) depth: Option<usize>,
    /// Also say why steps and classes are what they are: the rules (U), (N), ... that answer the questions
    #[arg(long)]
    pub(in crate::cli) deep: bool,
    /// Explain the first of several facts
    #[arg(long)]
    pub(in crate::cli) first: bool,
}

#[derive(Args)]
pub(in crate::cli) struct FactsArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    /// The ruleset
    #[arg(long, value_name = "NAME|FILE", default_value = "summaries")]
    pub(in crate::cli) rules: String,
    /// The rules in this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(in crate::cli) rules_file: Option<String>,
    /// Where the files go: a directory that is new, empty, or the output of an earlier run
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: String,
    /// How tables are written
    #[arg(long, value_name = "FORMAT", default_value = "tsv")]
    pub(in crate::cli) format: Tables,
}

/// Files of tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Tables {
    /// Lines with tabulators, for Datalog engines
    Tsv,
    /// Parquet files, for SQL engines
    Parquet,
}

#[derive(Args)]
pub(in crate::cli) struct QueryArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    /// The body of a rule: `Sum(foo, L0 -> _)`, `U(1, L0, n), !N(1, n)`, `Mark(t, n), if p.is_left(t, n)`
    #[arg(required_unless_present = "interactive")]
    pub(in crate::cli) query: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&TABLE))]
    pub(in crate::cli) format: Format,
    /// The ruleset whose facts are asked for, or a file of rules
    #[arg(long, value_name = "NAME|FILE", default_value = "summaries")]
    pub(in crate::cli) rules: String,
    /// The rules in this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(in crate::cli) rules_file: Option<String>,
    /// Show no more than this many answers
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = quantity)]
    pub(in crate::cli) limit: usize,
    /// Keep the facts and take one query after the other, a line each
    #[arg(long, short)]
    pub(in crate::cli) interactive: bool,
}

#[derive(Args)]
pub(in crate::cli) struct WhyNotArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    /// `wrong`, or a relation with conditions: `Sum(foo, L0 -> L5, thread=1, g=0)`, `Omega(pc1=L3)`
    pub(in crate::cli) fact: String,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(in crate::cli) format: Format,
    /// The ruleset that does not derive it
    #[arg(long, value_name = "NAME|FILE", default_value = "summaries")]
    pub(in crate::cli) rules: String,
    /// The rules in this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(in crate::cli) rules_file: Option<String>,
}

#[derive(Args)]
pub(in crate::cli) struct GraphArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "dot", value_parser = format(&DRAWN))]
    pub(in crate::cli) format: Format,
    /// What to draw
    #[arg(long, value_name = "GRAPH", default_value = "cfg")]
    pub(in crate::cli) what: What,
    /// The ruleset or search that explores [default: `interleaving` for states, `reduction` for
    /// transactions, `summaries` for the mover letters of control-flow graphs, `dynamic` for instrumented ones]
    #[arg(long, value_name = "NAME|FILE")]
    pub(in crate::cli) rules: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) drawing: Drawing,
}

/// How much of a graph is drawn, and how.
#[derive(Args)]
pub(in crate::cli) struct Drawing {
    /// Draw a part of it (of states and transactions)
    #[arg(long, value_name = "PART")]
    pub(in crate::cli) only: Option<Part>,
    /// Leave out the values of a variable (repeatable, or separated by commas). States that then look the same
    /// stay apart
    #[arg(long, value_name = "VAR", value_delimiter = ',')]
    pub(in crate::cli) hide: Vec<String>,
    /// Write this above the drawing
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) title: Option<String>,
    /// Where arrows lead [default: where the drawing is larger on a slide]
    #[arg(long, value_name = "DIRECTION")]
    pub(in crate::cli) direction: Option<Way>,
    /// Draw no more boxes than this; of larger graphs their beginning [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) max_nodes: Option<u32>,
}

#[derive(Args)]
pub(in crate::cli) struct MoversArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&MARKED))]
    pub(in crate::cli) format: Format,
    /// Whose movers; those of DYN's reductions are told in words
    #[arg(long, value_name = "NAME|FILE", default_value = "summaries")]
    pub(in crate::cli) rules: String,
}

#[derive(Args)]
pub(in crate::cli) struct SummariesArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&SUMMED))]
    pub(in crate::cli) format: Format,
    /// A ruleset that summarizes
    #[arg(long, value_name = "NAME|FILE", default_value = "summaries")]
    pub(in crate::cli) rules: String,
    /// Only this procedure
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) proc: Option<String>,
    /// Leave out a column: `phase`, `frame`, or a variable (repeatable, or separated by commas).
    /// Edges that differ only there become one, which is said
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub(in crate::cli) hide: Vec<String>,
}

#[derive(Args)]
pub(in crate::cli) struct TerminationArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(in crate::cli) format: Format,
    /// A ruleset that summarizes
    #[arg(long, value_name = "NAME|FILE", default_value = "summaries")]
    pub(in crate::cli) rules: String,
}

#[derive(Args)]
pub(in crate::cli) struct RulesArgs {
    /// Print the rules of this one
    pub(in crate::cli) name: Option<String>,
    /// Print them as a file for `check --rules-file`
    #[arg(long, requires = "name")]
    pub(in crate::cli) source: bool,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(in crate::cli) format: Format,
}

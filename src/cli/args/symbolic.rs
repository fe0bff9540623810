//! The flags of symbolic engines.

use super::*;
use crate::driver::{Decider, Symbolic};
use crate::symbolic::solver::Sat;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use moverlog_rules::Reduction;

const CIRCUIT: &str = "Symbolic engines";

/// How blocks become a circuit, and who decides it.
#[derive(Args, Clone)]
pub(in crate::cli) struct SymbolicArgs {
    /// Decide by a SAT solver, on a circuit: `bmc`, `ic3`, an installed `abc`
    #[arg(hide_possible_values = true, long, value_name = "ENGINE", group = "circuit", conflicts_with_all = ["rules_file", "auto", "check_reduction", "all_errors", "example", "verbose", "strict", "timeline", "property", "witness", "deadlock", "races"])]
    pub(in crate::cli) engine: Option<Deciding>,
    /// Decide by another program: COMMAND with `{}` for a file in AIGER
    #[arg(help_heading = CIRCUIT, hide_short_help = true, long, value_name = "COMMAND", group = "circuit", conflicts_with_all = ["rules_file", "auto", "check_reduction", "all_errors", "example", "verbose", "strict", "timeline", "property", "witness", "deadlock", "races", "workers", "hosts", "contexts", "certificate", "depth"])]
    pub(in crate::cli) external: Option<String>,
    /// Check the invariant in this file, an expression in each line
    #[arg(help_heading = CIRCUIT, hide_short_help = true, long, value_name = "FILE", group = "circuit", conflicts_with_all = ["rules_file", "auto", "check_reduction", "all_errors", "example", "verbose", "strict", "timeline", "property", "witness", "deadlock", "races", "original", "certificate", "depth"])]
    pub(in crate::cli) invariant: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) reach: Reach,
    /// Write why it is safe, for `certify`: an invariant, or all states
    #[arg(hide_short_help = true, long, value_name = "FILE", conflicts_with_all = ["contexts", "all_errors", "deadlock", "races", "property", "timeline"])]
    pub(in crate::cli) certificate: Option<String>,
}

/// How far symbolic engines look.
#[derive(Args, Clone)]
pub(in crate::cli) struct Reach {
    /// How many blocks in a row `bmc` follows at most
    #[arg(help_heading = CIRCUIT, hide_short_help = true, long, value_name = "BLOCKS", default_value_t = 100, requires = "engine")]
    depth: usize,
    /// How often a procedure that calls itself may be running at once
    #[arg(help_heading = CIRCUIT, hide_short_help = true, long, value_name = "CALLS", value_parser = clap::value_parser!(u32).range(1..), requires = "circuit")]
    pub(in crate::cli) inline: Option<u32>,
    /// The SAT solver that is asked, `batsat` or `cadical`
    #[arg(help_heading = CIRCUIT, hide_short_help = true, hide_possible_values = true, long, value_name = "SOLVER", default_value = "batsat", value_parser = solver(), requires = "circuit")]
    pub(in crate::cli) solver: Sat,
}

/// The name of a solver that is built in.
pub(in crate::cli) fn solver() -> impl TypedValueParser<Value = Sat> {
    PossibleValuesParser::new(["batsat", "cadical"]).try_map(|word| {
        let named = Sat::ALL.iter().copied().find(|sat| sat.name() == word);
        named.ok_or("this program was built without it; build it with `cargo build --release --features cadical`")
    })
}

/// `moverlog certify`.
#[derive(Args)]
pub(in crate::cli) struct CertifyArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    /// The certificate, as `check --certificate FILE` writes it
    pub(in crate::cli) certificate: String,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(in crate::cli) format: Format,
    /// Print what is asked of clauses, in SMT-LIB 2, in place of asking it: each answer must be `unsat`
    #[arg(long, conflicts_with_all = ["format", "solver"])]
    pub(in crate::cli) smt2: bool,
    /// The SAT solver that checks clauses, `batsat` or `cadical`
    #[arg(hide_possible_values = true, long, value_name = "SOLVER", default_value = "batsat", value_parser = solver())]
    pub(in crate::cli) solver: Sat,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
}

impl Reach {
    pub(in crate::cli) fn of(&self, decider: Decider, reduction: &'static Reduction) -> Symbolic {
        let (depth, inline, sat) = (self.depth, self.inline, self.solver);
        Symbolic { decider, depth, inline, sat, ..Symbolic::ic3(reduction) }
    }
}

/// `bmc`, or `bmc:static`: a symbolic engine, and who makes its blocks.
pub(in crate::cli) fn deciding(word: &str) -> Result<(Deciding, String), String> {
    let (engine, rules) = word.split_once(':').unwrap_or((word, "phase"));
    let engine =
        Deciding::from_str(engine, false).map_err(|_| "name `bmc`, `ic3` or `abc`, or `bmc:RULES`".to_string())?;
    Ok((engine, rules.to_string()))
}

/// What decides circuits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Deciding {
    /// Bounded model checking: executions of more and more blocks
    Bmc,
    /// Property directed reachability: an invariant, which is checked, or an execution
    Ic3,
    /// The same by an installed ABC; its invariant is checked too
    Abc,
}

impl From<Deciding> for Decider {
    fn from(deciding: Deciding) -> Decider {
        match deciding {
            Deciding::Bmc => Decider::Bmc,
            Deciding::Ic3 => Decider::Ic3,
            Deciding::Abc => Decider::Abc,
        }
    }
}

/// `moverlog export`.
#[derive(Args)]
pub(in crate::cli) struct ExportArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    /// The format
    #[arg(long, value_name = "FORMAT", default_value = "aiger")]
    pub(in crate::cli) to: Exported,
    /// Who makes the blocks that are steps [phase, static, dynamic-table2 or nored; default: phase]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) rules: Option<String>,
    /// How often a procedure that calls itself may be running at once; what is deeper counts as wrong
    #[arg(long, value_name = "CALLS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(in crate::cli) inline: Option<u32>,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
}

/// What model checkers of others read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Exported {
    /// AIGER 1.9, binary, with names
    Aiger,
    /// The same as text
    AigerAscii,
    /// BTOR2, of vectors of one bit
    Btor2,
    /// Horn clauses in SMT-LIB 2: `sat` where no bad state is reached
    Smt2,
    /// The same over integers, in place of their bits
    Chc,
    /// A concurrent pushdown system, as CUBA reads it
    Cpds,
}

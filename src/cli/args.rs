//! Flags and subcommands.

mod values;

pub(super) use values::*;

use crate::driver::{Control, Limits};
use crate::dynamic::Heuristics;
use crate::execution::Choice;
use crate::report::Format;
use crate::separate::Kind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::time::{Duration, Instant};

/// Checks concurrent models by whole transactions, with the papers' rules as Datalog.
///
/// A bare `moverlog MODEL` is `moverlog check MODEL`.
#[derive(Parser)]
#[command(name = "moverlog", version, after_help = STATUS, subcommand_required = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

const STATUS: &str = "\
Exit status: 0 no thread goes wrong, 1 a thread goes wrong, 2 usage error or ill-formed model,
3 inconclusive (a bound was hit or the run was interrupted), 4 two engines disagree

Example: moverlog check models/cpc/figure3.mover";

#[derive(Subcommand)]
pub(super) enum Command {
    /// Does any thread go wrong? Verdict, counts, and a trace as whole transactions
    #[command(after_help = "Example: moverlog check models/cpc/figure3.mover --rules reduction --format json")]
    Check(CheckArgs),
    /// Could a safe model fail? Breaks each lock, wait, atomic, assume, guard and assertion in turn, and checks again
    #[command(
        mut_arg("max_states", |a| a.default_value("100000")),
        mut_arg("timeout", |a| a.default_value("60")),
        after_help = "\
Exit status: 0 the verdict rests on every part, 1 some break changes nothing, or a thread goes wrong as it is,
3 not known at this bound

Example: moverlog challenge models/tour/02_lock.mover"
    )]
    Challenge(ChallengeArgs),
    /// Several engines on several models: verdicts, states, transitions, times, side by side
    #[command(after_help = "\
Exit status: 0 no thread goes wrong, 1 in some model a thread does, 3 some run met a bound,
4 engines that are both sound disagree

Example: moverlog compare models/cpc/*.mover --rules unsound,cpc,cycle")]
    Compare(CompareArgs),
    /// Do the side conditions of the reduction hold? Each tried by brute force on the reachable states
    #[command(after_help = "\
Exit status: 0 all hold, 1 some fails, 3 not known at this bound

Example: moverlog conditions models/tour/03_transaction.mover")]
    Conditions(ConditionsArgs),
    /// Why does a fact hold? Its derivation by the rules: `wrong`, `Sum(foo, L0 -> L5)`, `Omega(pc1=L3)`, `#12`
    #[command(after_help = "\
Exit status: 0 explained, 1 no such fact, 2 several such facts (they are listed), 3 a bound was hit

Example: moverlog explain models/qrr/figure4.mover 'Sum(main, M1 -> *)' --first")]
    Explain(ExplainArgs),
    /// What the rules ask of the program and what they derive, as tables for any Datalog engine
    #[command(after_help = "\
Exit status: 0 written, 2 the directory holds other files, 3 a bound was hit: the tables are partial

Example: moverlog facts models/cpc/figure3.mover --rules reduction --out /tmp/figure3")]
    Facts(FactsArgs),
    /// The control-flow graphs, the states, or the transactions, to draw with Graphviz or to read as JSON
    #[command(
        mut_arg("max_states", |a| a.default_value("10000")),
        after_help = "\
Exit status: 0 drawn, 3 partial: a bound was hit

Example: moverlog graph models/cpc/figure1.mover --what transactions | dot -Tsvg > figure1.svg"
    )]
    Graph(GraphArgs),
    /// Why does a fact not hold? The rule instances that come nearest, what fails in them, and what to change
    #[command(after_help = "\
Exit status: 0 it does hold (see `explain`), 1 it does not, for the reasons printed, 3 a bound was hit

Example: moverlog why-not models/tour/03_transaction.mover wrong")]
    WhyNot(WhyNotArgs),
    /// The source with mover letters, phases and transaction boundaries in the margin
    #[command(after_help = "Example: moverlog movers models/tour/03_transaction.mover")]
    Movers(MoversArgs),
    /// The protecting set of every variable, and the accesses that emptied it
    #[command(after_help = "Example: moverlog locksets models/fq/counter.mover")]
    Locksets(LocksetsArgs),
    /// The smallest program on which two engines differ, searched for
    #[command(after_help = "\
Exit status: 0 there is one, 1 none was found, 3 interrupted

Example: moverlog separate --rules cpc-literal,interleaving")]
    Separate(SeparateArgs),
    /// What two rulesets derive differently, fact by fact
    #[command(after_help = "\
Exit status: 0 no difference, 1 they differ, 3 a bound was hit

Example: moverlog diff models/errata/fx07_access_enabledness.mover --rules locks,locks-literal")]
    Diff(DiffArgs),
    /// What a change of rules changes: verdicts and counts of models, facts, and the smallest program that shows it
    #[command(after_help = "\
Exit status: 0 nothing was found to differ, 1 they differ, 3 a bound was hit

Example: moverlog contrast models/errata/*.mover --rules reduction,rules/examples/n_per_store.rules")]
    Contrast(ContrastArgs),
    /// The summary edges, procedure by procedure, in the papers' notation
    #[command(after_help = "Example: moverlog summaries models/qrr/figure4.mover --proc foo")]
    Summaries(SummariesArgs),
    /// Does summarization end? Is every recursive frame inside a transaction (QRR Theorem 3)?
    #[command(after_help = "\
Exit status: 0 met, 1 violated, 3 not known at this bound

Example: moverlog termination models/qrr/figure8.mover --max-stack 6")]
    Termination(TerminationArgs),
    /// Lists the rulesets and searches, or prints the rules of one with their paper form
    #[command(after_help = "Example: moverlog rules reduction")]
    Rules(RulesArgs),
    /// Executes the model once and prints the run as a log; or reads the log of a real program
    #[command(after_help = "\
Exit status: 0 it ran without going wrong, 1 a thread goes wrong, 2 no such schedule, 3 a bound was hit

Example: moverlog run models/cpc/figure3.mover --to wrong")]
    Run(RunArgs),
    /// Analyses every schedule of a run's transitions: mutually atomic transactions, graphs, intervals
    #[command(after_help = "\
Exit status: 0 no assertion fails in any schedule, or there is none, 1 one fails in a schedule that is shown,
3 not known

Examples: moverlog tsg models/tsg/running.mover --format svg > lattice.svg
          moverlog tsg models/tsg/publish_first.run models/tsg/publish_last.run")]
    Tsg(TsgArgs),
}

/// The names of all commands.
pub(super) fn commands() -> Vec<String> {
    Arguments::command().get_subcommands().map(|c| c.get_name().to_string()).collect()
}

pub(super) fn is_command(word: &str) -> bool {
    Arguments::command().find_subcommand(word).is_some()
}

#[derive(Args, Clone)]
pub(super) struct Common {
    /// Override a constant of the model (repeatable)
    #[arg(long = "const", value_name = "NAME=VALUE", value_parser = constant)]
    pub(super) constants: Vec<(String, i64)>,
    #[command(flatten)]
    pub(super) bounds: Bounds,
    /// Where movers come from [default: declared if the model claims movers, else lockset]
    #[arg(long, value_name = "MODE")]
    pub(super) movers: Option<Mode>,
    /// The phase of every thread before its first step
    #[arg(long, value_name = "PHASE", default_value = "pre")]
    pub(super) initial_phase: Phase,
    /// Which of DYN's heuristics moving conditions use, besides reachability [default: all]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    heuristics: Option<Vec<Heuristic>>,
    /// A `wait` may end without a notify
    #[arg(long)]
    pub(super) spurious_wakeups: bool,
    /// The verdict and the counts alone; no progress, no warnings
    #[arg(long, short)]
    pub(super) quiet: bool,
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
    #[arg(skip = Instant::now())]
    begun: Instant,
}

/// One of DYN's heuristics (DYN Table 2).
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Heuristic {
    /// What other threads can still reach; always used
    Reach,
    /// Pointers and indices that nobody changes any more
    Pointer,
    /// Compare-and-swap that does not write
    Atomic,
    /// Mutexes that the thread holds
    Locks,
}

impl Common {
    pub(super) fn heuristics(&self) -> Heuristics {
        let Some(named) = &self.heuristics else { return Heuristics::ALL };
        let has = |h| named.contains(&h);
        Heuristics { pointer: has(Heuristic::Pointer), atomic: has(Heuristic::Atomic), locks: has(Heuristic::Locks) }
    }
}

#[derive(Args, Clone)]
pub(super) struct Bounds {
    /// Stop after this many states; `5k`, `10M` and `1G` are numbers too
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = quantity)]
    max_states: usize,
    /// Cut a thread's stack at this many frames
    #[arg(long, value_name = "N", default_value_t = 100)]
    max_stack: u32,
    /// Stop after this many seconds; `500ms`, `90s`, `1.5m` and `1h` are times too
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Stop when this much memory is in use; `2G` is 2048
    #[arg(long, value_name = "MEGABYTES", default_value_t = 8192, value_parser = megabytes)]
    max_memory: usize,
}

#[derive(Args)]
pub(super) struct CheckArgs {
    /// The model's file; `-` is standard input
    pub(super) model: String,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(super) format: Format,
    /// The ruleset or search, as `moverlog rules` lists them, or a file of rules [default: summaries]
    #[arg(long, value_name = "NAME")]
    pub(super) rules: Option<String>,
    /// Run the rules in this file instead, by interpretation
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "timeline", "deadlock", "races"])]
    pub(super) rules_file: Option<String>,
    /// Begin with small bounds and raise the one that was hit, until there is an answer or the time is up
    /// [--timeout is 60 unless given]
    #[arg(long, conflicts_with_all = ["max_states", "max_stack", "timeline", "deadlock", "races"])]
    pub(super) auto: bool,
    /// Run `interleaving` too; exit 4 if the verdicts differ, with the trace that was lost
    #[arg(long)]
    pub(super) check_reduction: bool,
    /// Print the trace in the order in which it was found
    #[arg(long)]
    pub(super) original: bool,
    /// Exit with 3 where `safe` is vacuous: an assertion is never reached, or a thread never moves
    #[arg(long)]
    pub(super) strict: bool,
    /// Print what a depth-first search does, step by step: pushes, pops, where transactions end and why
    #[arg(long)]
    pub(super) timeline: bool,
    /// Look for a deadlock, in every interleaving: reductions do not keep them
    #[arg(long, conflicts_with_all = ["check_reduction", "timeline", "strict"])]
    pub(super) deadlock: bool,
    /// Look for data races, in every interleaving
    #[arg(long, conflicts_with_all = ["check_reduction", "timeline", "strict"])]
    pub(super) races: bool,
}

#[derive(Args)]
pub(super) struct ChallengeArgs {
    /// The model's file; `-` is standard input
    pub(super) model: String,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&TABLE))]
    pub(super) format: Format,
    /// The ruleset or search that checks every broken model
    #[arg(long, value_name = "NAME", default_value = "summaries")]
    pub(super) rules: String,
    /// The rules in this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(super) rules_file: Option<String>,
}

#[derive(Args)]
pub(super) struct CompareArgs {
    /// The models' files
    #[arg(required = true, value_name = "MODEL")]
    pub(super) models: Vec<String>,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&TABLE))]
    pub(super) format: Format,
    /// Rulesets and searches, separated by commas; ratios refer to the first one's states
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "unsound,cpc,cycle,interleaving,reduction,summaries"
    )]
    pub(super) rules: Vec<String>,
    /// Begin with small bounds and raise the one that was hit, for each run by itself
    /// [--timeout is 60 unless given]
    #[arg(long, conflicts_with_all = ["max_states", "max_stack"])]
    pub(super) auto: bool,
}

#[derive(Args)]
pub(super) struct ConditionsArgs {
    /// The model's file; `-` is standard input
    pub(super) model: String,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(super) format: Format,
}

#[derive(Args)]
pub(super) struct ExplainArgs {
    /// The model's file; `-` is standard input
    pub(super) model: String,
    /// `wrong`, a number, or a relation with conditions: `Sum(foo, L0 -> L5, thread=1, g=0)`, `Omega(pc1=L3)`
    pub(super) fact: String,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PROOF))]
    pub(super) format: Format,
    /// The ruleset whose facts are explained
    #[arg(long, value_name = "NAME", default_value = "summaries")]
    pub(super) rules: String,
    /// Explain facts of the rules in this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(super) rules_file: Option<String>,
    /// Print every derivation of the fact: rule, premises, steps
    #[arg(long)]
    pub(super) all: bool,
    /// Explain the first of several facts
    #[arg(long)]
    pub(super) first: bool,
}

#[derive(Args)]
pub(super) struct FactsArgs {
    /// The model's file; `-` is standard input
    pub(super) model: String,
    #[command(flatten)]
    pub(super) common: Common,
    /// The ruleset
    #[arg(long, value_name = "NAME", default_value = "summaries")]
    pub(super) rules: String,
    /// The rules in this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(super) rules_file: Option<String>,
    /// Where the files go: a directory that is new, empty, or the output of an earlier run
    #[arg(long, value_name = "DIR")]
    pub(super) out: String,
}

#[derive(Args)]
pub(super) struct WhyNotArgs {
    /// The model's file; `-` is standard input
    pub(super) model: String,
    /// `wrong`, or a relation with conditions: `Sum(foo, L0 -> L5, thread=1, g=0)`, `Omega(pc1=L3)`
    pub(super) fact: String,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(super) format: Format,
    /// The ruleset that does not derive it
    #[arg(long, value_name = "NAME", default_value = "summaries")]
    pub(super) rules: String,
    /// The rules in this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(super) rules_file: Option<String>,
}

#[derive(Args)]
pub(super) struct LocksetsArgs {
    /// The model's file; `-` is standard input
    pub(super) model: String,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(super) format: Format,
    /// A ruleset that infers locks
    #[arg(long, value_name = "NAME", default_value = "locks")]
    pub(super) rules: String,
}

#[derive(Args)]
pub(super) struct DiffArgs {
    /// The models' files
    #[arg(required = true, value_name = "MODEL")]
    pub(super) models: Vec<String>,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(super) format: Format,
    /// Two rulesets, separated by a comma
    #[arg(long, value_name = "A,B", value_delimiter = ',', required = true)]
    pub(super) rules: Vec<String>,
}

#[derive(Args)]
pub(super) struct ContrastArgs {
    /// The models' files
    #[arg(required = true, value_name = "MODEL")]
    pub(super) models: Vec<String>,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&LISTED))]
    pub(super) format: Format,
    /// Two rulesets, searches or files of rules, separated by a comma
    #[arg(long, value_name = "A,B", value_delimiter = ',', required = true)]
    pub(super) rules: Vec<String>,
    /// How long a program that tells them apart is looked for
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(super) search: Duration,
}

#[derive(Args)]
pub(super) struct GraphArgs {
    /// The model's file; `-` is standard input
    pub(super) model: String,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "dot", value_parser = format(&DRAWN))]
    pub(super) format: Format,
    /// What to draw
    #[arg(long, value_name = "GRAPH", default_value = "cfg")]
    pub(super) what: What,
    /// The ruleset or search that explores [default: `interleaving` for states, `reduction` for
    /// transactions, `summaries` for the mover letters of control-flow graphs, `dynamic` for instrumented ones]
    #[arg(long, value_name = "NAME")]
    pub(super) rules: Option<String>,
}

#[derive(Args)]
pub(super) struct MoversArgs {
    /// The model's file; `-` is standard input
    pub(super) model: String,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(super) format: Format,
    /// Whose movers; those of DYN's reductions are told in words
    #[arg(long, value_name = "NAME", default_value = "summaries")]
    pub(super) rules: String,
}

#[derive(Args)]
pub(super) struct SeparateArgs {
    /// Two rulesets or searches, separated by a comma
    #[arg(long, value_name = "A,B", value_delimiter = ',', required = true)]
    pub(super) rules: Vec<String>,
    /// Threads of a program; random ones have 2 to 3, or up to N
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = count(2..=4))]
    pub(super) threads: usize,
    /// Statements of a thread
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = count(1..=8))]
    pub(super) steps: usize,
    /// Try all programs of up to N statements [default: as long as there is time]
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    pub(super) size: usize,
    /// Then try so many random programs
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = quantity)]
    pub(super) random: usize,
    /// Where the random programs begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Compare the size of this relation, or `states`, and not the verdict
    #[arg(long, value_name = "NAME")]
    pub(super) relation: Option<String>,
    /// Where the movers of reductions come from
    #[arg(long, value_name = "MODE", default_value = "lockset")]
    pub(super) movers: Mode,
    /// Leave out statements: assign, assume, assert, lock, skip, loop, if, choose
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kind)]
    pub(super) without: Vec<Kind>,
    /// Stop after this many seconds; random programs get a third of them
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub(super) timeout: Duration,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(super) format: Format,
    /// Write the model to this file as well
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<String>,
}

#[derive(Args)]
pub(super) struct SummariesArgs {
    /// The model's file; `-` is standard input
    pub(super) model: String,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&LISTED))]
    pub(super) format: Format,
    /// A ruleset that summarizes
    #[arg(long, value_name = "NAME", default_value = "summaries")]
    pub(super) rules: String,
    /// Only this procedure
    #[arg(long, value_name = "NAME")]
    pub(super) proc: Option<String>,
    /// Leave out a column: `phase`, `frame`, or a variable (repeatable, or separated by commas).
    /// Edges that differ only there become one, which is said
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub(super) hide: Vec<String>,
}

#[derive(Args)]
pub(super) struct TerminationArgs {
    /// The model's file; `-` is standard input
    pub(super) model: String,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(super) format: Format,
    /// A ruleset that summarizes
    #[arg(long, value_name = "NAME", default_value = "summaries")]
    pub(super) rules: String,
}

#[derive(Args)]
pub(super) struct RulesArgs {
    /// Print the rules of this one
    pub(super) name: Option<String>,
    /// Print them as a file for `check --rules-file`
    #[arg(long, requires = "name")]
    pub(super) source: bool,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(super) format: Format,
}

#[derive(Args)]
pub(super) struct RunArgs {
    /// The model's file, or a run log's; `-` is standard input
    pub(super) model: String,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(super) format: Format,
    #[command(flatten)]
    pub(super) course: Course,
}

/// Which run of a model.
#[derive(Args)]
pub(super) struct Course {
    /// Let chance choose the steps, beginning here
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// The thread of every step, `1,1,2`; `1:2` takes the second of its choices
    #[arg(long, value_name = "THREADS", value_delimiter = ',', value_parser = choice, conflicts_with_all = ["seed", "to"])]
    pub(super) schedule: Option<Vec<Choice>>,
    /// Follow an execution that `check` finds
    #[arg(long, value_name = "GOAL", conflicts_with = "seed")]
    pub(super) to: Option<Goal>,
    /// The ruleset or search that looks for it [default: summaries]
    #[arg(long, value_name = "NAME", requires = "to")]
    pub(super) rules: Option<String>,
    /// Stop after so many steps [default: 10000, for `tsg` 2000]
    #[arg(long, value_name = "N")]
    pub(super) steps: Option<usize>,
}

#[derive(Args)]
pub(super) struct TsgArgs {
    /// Models' files, of which one run each is taken, or run logs'; `-` is standard input
    #[arg(required = true, value_name = "MODEL|RUN")]
    pub(super) runs: Vec<String>,
    #[command(flatten)]
    pub(super) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&TRACED))]
    pub(super) format: Format,
    /// The graph that is drawn, with `--format dot` or `svg` [default: feasible]
    #[arg(long, value_name = "GRAPH")]
    pub(super) graph: Option<TsgGraph>,
    #[command(flatten)]
    pub(super) course: Course,
    /// Transactions in one iteration of range propagation (B)
    #[arg(long, value_name = "B", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub(super) lookahead: u32,
    /// Of two threads the earlier one has priority in MAT analysis, not the later one
    #[arg(long)]
    pub(super) earlier_first: bool,
    /// How GenMAT' is read where no MAT is feasible
    #[arg(long, value_name = "READING", default_value = "checked")]
    pub(super) reading: TsgReading,
    /// With three or more threads, take the context switches of pairs alone, as printed
    #[arg(long)]
    pub(super) pairwise: bool,
    /// Stop the search for a schedule that goes wrong after this many states
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = quantity)]
    pub(super) max_search: usize,
}

/// Of each megabyte that the process may have; the rest is the allocator's own, which nobody counts.
const COUNTED_OF_MEGABYTE: usize = (1 << 20) / 6 * 5;

impl Common {
    /// For a run after another that had its part of the time.
    pub(super) fn rest(&self) -> Common {
        let timeout = self.bounds.timeout.map(|t| t.saturating_sub(self.begun.elapsed()));
        Common { begun: Instant::now(), bounds: Bounds { timeout, ..self.bounds }, ..self.clone() }
    }

    pub(super) fn control<'a>(&self, memory: super::Memory, progress: &'a dyn Fn(usize)) -> Control<'a> {
        let limits = Limits {
            max_states: self.bounds.max_states,
            max_stack: self.bounds.max_stack,
            timeout: self.bounds.timeout,
            max_memory: Some(self.bounds.max_memory.saturating_mul(COUNTED_OF_MEGABYTE)),
            memory: memory.current,
            last: memory.last,
            cancel: super::INTERRUPTED.clone(),
        };
        Control::new(limits, progress)
    }
}

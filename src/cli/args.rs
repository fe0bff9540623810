//! Flags and subcommands.

mod bp;
mod c;
mod pushdown;
mod queries;
mod runs;
mod symbolic;
mod tools;
mod values;
mod verdicts;

pub(super) use bp::*;
pub(super) use c::*;
pub(super) use pushdown::*;
pub(super) use queries::*;
pub(super) use runs::*;
pub(super) use symbolic::*;
pub(super) use tools::*;
pub(super) use values::*;
pub(super) use verdicts::*;

use crate::driver::{Control, Limits, Options};
use crate::dynamic::Heuristics;
use crate::execution::Choice;
use crate::model::Model;
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
    /// Does a certificate hold? Its clauses or states are an invariant that excludes every error, checked by itself
    #[command(after_help = "\
Exit status: 0 it holds, 1 it does not, 2 it is none, or not of this model, 3 a bound was hit

Example: moverlog certify models/symbolic/parity.mover parity.cert")]
    Certify(CertifyArgs),
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
    /// The known errors of the papers; or one of them, run as printed and as mended
    #[command(after_help = "\
Exit status: 0 listed, or every run shows what the catalogue says of it, 1 some run does not

Files `errata:NAME` are part of the program: `moverlog check errata:fx01_l19.mover`

Example: moverlog errata cpc-l19")]
    Errata(ErrataArgs),
    /// Models with gaps to fill: the list, one of them, or what is to be said of an answer
    #[command(
        mut_arg("max_states", |a| a.default_value("100000")),
        mut_arg("max_stack", |a| a.default_value("20")),
        mut_arg("timeout", |a| a.default_value("20")),
        after_help = "\
Exit status: 0 the answer is right, 1 it is not, 2 it is not well-formed, or no answer to this exercise,
3 not known at this bound

Examples: moverlog exercise 1 > one.mover
          moverlog exercise 1 one.mover"
    )]
    Exercise(ExerciseArgs),
    /// Why does a fact hold? Its derivation by the rules: `wrong`, `Sum(foo, L0 -> L5)`, `Omega(pc1=L3)`, `#12`
    #[command(after_help = "\
Exit status: 0 explained, 1 no such fact, 2 several such facts (they are listed), 3 a bound was hit

Example: moverlog explain models/qrr/figure4.mover 'Sum(main, M1 -> *)' --first")]
    Explain(ExplainArgs),
    /// The circuit of a model's blocks, or the model as a pushdown system, for other model checkers
    #[command(after_help = "\
Exit status: 0 written, 2 there is no circuit of this model, 3 a bound was hit

Examples: moverlog export models/symbolic/turns.mover > turns.aig
          moverlog export models/qrr/figure4.mover --to cpds > figure4.cpds")]
    Export(ExportArgs),
    /// What the rules ask of the program and what they derive, as tables for any Datalog engine, or for SQL
    #[command(after_help = "\
Exit status: 0 written, 2 the directory holds other files, 3 a bound was hit: the tables are partial

Example: moverlog facts models/cpc/figure3.mover --rules reduction --out /tmp/figure3")]
    Facts(FactsArgs),
    /// The control-flow graphs, the states, or the transactions, to draw with Graphviz or to read as JSON
    #[command(
        mut_arg("max_states", |a| a.default_value("10000")),
        after_help = "\
Exit status: 0 drawn, 3 partial: a bound was hit

Example: moverlog graph models/cpc/figure1.mover --what transactions --format svg > figure1.svg"
    )]
    Graph(GraphArgs),
    /// Facts, and answers of the program, joined and filtered: a table of what the body of a rule binds
    #[command(after_help = "\
Exit status: 0 there is an answer, 1 there is none, 2 the query is wrong, 3 a bound was hit

Examples: moverlog query models/qrr/figure4.mover 'Sum(main, M1 -> _)'
          moverlog query models/qrr/figure4.mover 'PathEdge(t, n, n2, _), N(t, n2), !Mark(t, n)'")]
    Query(QueryArgs),
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
    /// Models laid out: four spaces, one statement a line, labels at the margin; comments stay
    #[command(after_help = "\
Files are written again where something changes; `-` is standard input, laid out on standard output

Exit status: 0 laid out, 1 with --check: some file is not, 2 a file cannot be read

Example: moverlog fmt models/tour/01_race.mover --check")]
    Fmt(FmtArgs),
    /// A first model to change, and what to type next
    #[command(after_help = "\
Exit status: 0 written, 2 there is such a file, or it cannot be written

Example: moverlog init counter")]
    Init(InitArgs),
    /// Six lessons, each a model and the commands to type; or one of them
    #[command(after_help = "\
Exit status: 0 shown, 2 there is no such lesson, or a file cannot be written

Example: moverlog tour 1")]
    Tour(TourArgs),
    /// What a shell needs to complete commands, flags and their values
    #[command(after_help = "Example: moverlog completions bash > ~/.local/share/bash-completion/completions/moverlog")]
    Completions(CompletionsArgs),
    /// The manual as pages for `man`
    #[command(after_help = "\
Exit status: 0 written, 2 the directory cannot be written

Example: moverlog man | man -l -")]
    Man(ManArgs),
    /// The server that editors start: diagnostics, letters, definitions, renaming, on standard input and output
    #[command(
        mut_arg("max_states", |a| a.default_value("200000")),
        mut_arg("timeout", |a| a.default_value("5")),
        mut_arg("max_memory", |a| a.default_value("1024")),
        after_help = "\
Speaks the Language Server Protocol; the bounds hold for the run behind the letters of a text

Exit status: 0 the client has shut it down, or Ctrl-C; 2 the client went away before

Example: moverlog lsp --timeout 2"
    )]
    Lsp(LspArgs),
    /// A page in the browser: edit models and rules, and see what becomes of the verdict
    #[command(
        mut_arg("max_states", |a| a.default_value("200000")),
        mut_arg("timeout", |a| a.default_value("20")),
        mut_arg("max_memory", |a| a.default_value("2048")),
        after_help = "\
Serves this machine alone, at an address that it prints, until Ctrl-C

Exit status: 0 it was ended, 2 the model or the port cannot be had

Example: moverlog studio models/tour/01_race.mover"
    )]
    Studio(StudioArgs),
    /// The summary edges, procedure by procedure, in the papers' notation
    #[command(after_help = "Example: moverlog summaries models/qrr/figure4.mover --proc foo")]
    Summaries(SummariesArgs),
    /// Does summarization end? Is every recursive frame inside a transaction (QRR Theorem 3)?
    #[command(after_help = "\
Exit status: 0 met, 1 violated, 3 not known at this bound

Example: moverlog termination models/qrr/figure8.mover --max-stack 6")]
    Termination(TerminationArgs),
    /// Everything about one run as a page: source, trace, derivations, rules, in one file that needs no network
    #[command(after_help = "\
Exit status: as of `check`

Example: moverlog report models/cpc/figure3.mover -o figure3.html")]
    Report(ReportArgs),
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

/// Headings of flags that many commands have.
const LOOKS: &str = "What is looked for";
const SHOWN: &str = "What is shown";
const EVERY: &str = "Every command about a model";
const BOUNDS: &str = "Bounds";
const MOVING: &str = "Movers and phases";
const FEWER: &str = "Fewer states than the rules say";

#[derive(Args, Clone)]
pub(super) struct Common {
    /// Override a constant of the model (repeatable)
    #[arg(long = "const", value_name = "NAME=VALUE", value_parser = constant, help_heading = EVERY)]
    pub(super) constants: Vec<(String, i64)>,
    #[command(flatten)]
    pub(super) bounds: Bounds,
    /// So many threads are started at a place in a loop [default: 3]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = threads, help_heading = BOUNDS)]
    pub(super) threads: Option<usize>,
    #[command(flatten)]
    pub(super) c: CProgram,
    #[command(flatten)]
    pub(super) pushdown: PushdownSystem,
    #[command(flatten)]
    pub(super) bp: BooleanProgram,
    /// The property that alone is asked for.
    #[arg(skip)]
    pub(super) alone: Option<c::Property>,
    /// Whether deadlocks are.
    #[arg(skip)]
    pub(super) deadlocks: bool,
    /// Whether races are.
    #[arg(skip)]
    pub(super) races: bool,
    /// Whether threads that are created beyond a pool never move.
    #[arg(skip)]
    pub(super) idle_threads: bool,
    /// Where movers come from [default: ordered; with --rules lockset]
    #[arg(long, hide_short_help = true, value_name = "MODE", hide_possible_values = true, help_heading = MOVING)]
    pub(super) movers: Option<Mode>,
    /// Whether the user leaves it to us which engine runs
    #[arg(skip)]
    pub(super) any_engine: bool,
    /// The phase of every thread before its first step
    #[arg(
        long,
        hide_short_help = true,
        value_name = "PHASE",
        hide_possible_values = true,
        default_value = "pre",
        help_heading = MOVING
    )]
    pub(super) initial_phase: Phase,
    /// How long a phase lasts [default: inside, of summaries; else restart]
    #[arg(long, hide_short_help = true, value_name = "PHASES", hide_possible_values = true, help_heading = MOVING)]
    pub(super) phases: Option<Phases>,
    /// DYN's heuristics for moving conditions [default: all]
    #[arg(
        long,
        hide_short_help = true,
        value_name = "NAME,...",
        hide_possible_values = true,
        value_delimiter = ',',
        help_heading = MOVING
    )]
    heuristics: Option<Vec<Heuristic>>,
    /// A `wait` may end without a notify
    #[arg(long, hide_short_help = true, help_heading = EVERY)]
    pub(super) spurious_wakeups: bool,
    /// The verdict and the counts alone; no progress, no warnings
    #[arg(long, short, help_heading = EVERY)]
    pub(super) quiet: bool,
    /// Colours
    #[arg(long, hide_short_help = true, value_name = "WHEN", default_value = "auto", help_heading = EVERY)]
    pub(super) color: Color,
    #[arg(skip = Instant::now())]
    begun: Instant,
}

/// What makes a verdict cheaper, and counts other than those of the rules alone.
#[derive(Args, Clone, Default)]
pub(super) struct Ways {
    /// Explore unrelated threads one by one [default: on without --rules]
    #[arg(long, hide_short_help = true, value_name = "on|off", hide_possible_values = true, help_heading = FEWER)]
    groups: Option<Switch>,
    /// Take like threads for one another [default: on without --rules]
    #[arg(long, hide_short_help = true, value_name = "on|off", hide_possible_values = true, help_heading = FEWER)]
    symmetry: Option<Switch>,
    /// Leave out data on which nothing depends [default: on without --rules]
    #[arg(long, hide_short_help = true, value_name = "on|off", hide_possible_values = true, help_heading = FEWER)]
    slice: Option<Switch>,
    /// Take numbers that are locks for mutexes [default: on without --rules]
    #[arg(long, hide_short_help = true, value_name = "on|off", hide_possible_values = true, help_heading = FEWER)]
    spinlocks: Option<Switch>,
    /// Take many rounds of a loop at once [default: on without --rules]
    #[arg(long, hide_short_help = true, value_name = "on|off", hide_possible_values = true, help_heading = FEWER)]
    acceleration: Option<Switch>,
}

impl Ways {
    /// What is asked of a check besides; `named`: the user has named a ruleset, and wants its counts.
    pub(super) fn with(&self, options: Options, named: bool) -> Options {
        let [groups, slice] = [self.groups, self.slice].map(|switch| on(switch, named));
        let [spinlocks, acceleration] = [self.spinlocks, self.acceleration].map(|switch| on(switch, named));
        Options { groups, slice, spinlocks, acceleration, names: !named, ..options }
    }

    /// A flag by which one of them is asked for.
    pub(super) fn asked_for(&self) -> Option<&'static str> {
        let flags = [
            ("--groups", self.groups),
            ("--symmetry", self.symmetry),
            ("--slice", self.slice),
            ("--spinlocks", self.spinlocks),
            ("--acceleration", self.acceleration),
        ];
        flags.into_iter().find_map(|(flag, switch)| switch.filter(|s| *s == Switch::On).map(|_| flag))
    }

    /// The model with its interchangeable threads marked, if they are to be taken for one another.
    pub(super) fn marked(&self, model: Model, named: bool) -> Model {
        if on(self.symmetry, named) { model.marked() } else { model }
    }
}

fn on(switch: Option<Switch>, named: bool) -> bool {
    switch.map_or(!named, |s| s == Switch::On)
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
    /// The same where the engine is ours to choose, or not.
    pub(super) fn with_any_engine(&self, any_engine: bool) -> Common {
        Common { any_engine, ..self.clone() }
    }

    /// How many threads are started at a place in a loop.
    pub(super) fn pool(&self) -> usize {
        self.threads.unwrap_or(crate::starts::POOL)
    }

    pub(super) fn heuristics(&self) -> Heuristics {
        let Some(named) = &self.heuristics else { return Heuristics::ALL };
        let has = |h| named.contains(&h);
        Heuristics { pointer: has(Heuristic::Pointer), atomic: has(Heuristic::Atomic), locks: has(Heuristic::Locks) }
    }
}

#[derive(Args, Clone)]
pub(super) struct Bounds {
    /// Stop after this many states; also `5k`, `10M`
    #[arg(long, value_name = "N", default_value_t = 10_000_000, value_parser = quantity, help_heading = BOUNDS)]
    max_states: usize,
    /// Cut a thread's stack at this many frames
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = 100, help_heading = BOUNDS)]
    max_stack: u32,
    /// Stop after this many seconds; also `500ms`, `1.5m`, `1h`
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = BOUNDS)]
    timeout: Option<Duration>,
    /// Stop when this much memory is in use; `2G` is 2048
    #[arg(long, hide_short_help = true, value_name = "MEGABYTES", default_value_t = 8192, value_parser = megabytes, help_heading = BOUNDS)]
    max_memory: usize,
}

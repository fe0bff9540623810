//! Arguments of commands about verdicts and what tells rulesets apart.

use super::*;
use clap::ArgGroup;
use clap::builder::ArgPredicate;

#[derive(Args, Clone)]
pub(in crate::cli) struct CheckArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    #[arg(help_heading = SHOWN, long, value_name = "FORMAT", default_value = "text", value_parser = format(&CHECKED))]
    pub(in crate::cli) format: Format,
    /// An engine of `moverlog rules`, or a file of rules [default: summaries]
    #[arg(long, value_name = "NAME|FILE")]
    pub(in crate::cli) rules: Option<String>,
    /// Run the rules in this file instead, by interpretation
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "timeline", "deadlock", "races"])]
    pub(in crate::cli) rules_file: Option<String>,
    /// Raise the bound that is hit, until an answer or --timeout [60]
    #[arg(long, conflicts_with_all = ["max_states", "max_stack", "timeline", "deadlock", "races"])]
    pub(in crate::cli) auto: bool,
    /// Run `interleaving` too; exit 4 with the lost trace if verdicts differ
    #[arg(help_heading = LOOKS, long)]
    pub(in crate::cli) check_reduction: bool,
    /// So many explore at once, where --rules may have several [default: 1]
    #[arg(long, hide_short_help = true, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64), conflicts_with_all = ["rules_file", "engine", "all_errors", "example", "timeline", "deadlock", "races"])]
    pub(in crate::cli) workers: Option<u8>,
    /// Explore with the processes of this file, a HOST:PORT a line
    #[arg(long, hide_short_help = true, value_name = "FILE", requires = "process", conflicts_with_all = ["rules_file", "engine", "invariant", "contexts", "auto", "check_reduction", "all_errors", "example", "timeline", "deadlock", "races"])]
    pub(in crate::cli) hosts: Option<String>,
    /// Which of --hosts this process is; the first, 0, has the report
    #[arg(long, hide_short_help = true, value_name = "I", requires = "hosts")]
    pub(in crate::cli) process: Option<usize>,
    /// Run one worker too; exit 4 if several say anything else
    #[arg(help_heading = LOOKS, hide_short_help = true, long, requires = "workers", conflicts_with_all = ["auto", "check_reduction"])]
    pub(in crate::cli) check_workers: bool,
    /// Find every error: an execution for each place and procedure
    #[arg(help_heading = LOOKS, long, conflicts_with_all = ["auto", "check_reduction", "timeline", "strict", "deadlock", "races", "rules_file"])]
    pub(in crate::cli) all_errors: bool,
    /// Where the answer is `safe`, a run that visits many statements
    #[arg(help_heading = SHOWN, long, conflicts_with_all = ["all_errors", "deadlock", "races", "quiet"])]
    pub(in crate::cli) example: bool,
    /// Also the side conditions on which the verdict rests
    #[arg(help_heading = SHOWN, long, short, conflicts_with_all = ["quiet", "deadlock", "races"])]
    pub(in crate::cli) verbose: bool,
    /// Print the trace in the order in which it was found
    #[arg(help_heading = SHOWN, long)]
    pub(in crate::cli) original: bool,
    /// Exit with 3 where an assertion is never reached, or a thread never moves
    #[arg(help_heading = LOOKS, long)]
    pub(in crate::cli) strict: bool,
    /// Print what a depth-first search does, and where transactions end
    #[arg(help_heading = SHOWN, long)]
    pub(in crate::cli) timeline: bool,
    /// What is asked, as SV-COMP has it [default: errors, undefined behaviour]
    #[arg(long, value_name = "PROPERTY", hide_possible_values = true, conflicts_with_all = ["deadlock", "races"])]
    pub(in crate::cli) property: Option<Property>,
    /// Write the error of a C program as a witness of SV-COMP (YAML 2.2)
    #[arg(help_heading = SHOWN, long, value_name = "FILE", conflicts_with_all = ["deadlock", "races", "all_errors"])]
    pub(in crate::cli) witness: Option<String>,
    /// Look for a deadlock, in every interleaving: reductions do not keep them
    #[arg(help_heading = LOOKS, long, conflicts_with_all = ["check_reduction", "timeline", "strict"])]
    pub(in crate::cli) deadlock: bool,
    /// Look for data races, in every interleaving
    #[arg(help_heading = LOOKS, long, conflicts_with_all = ["check_reduction", "timeline", "strict"])]
    pub(in crate::cli) races: bool,
    /// Explore at most so many contexts, on stacks without bound [or: auto]
    #[arg(long, value_name = "K", num_args = 0..=1, default_missing_value = "auto", value_parser = context_count, conflicts_with_all = ["engine", "rules", "rules_file", "auto", "check_reduction", "all_errors", "example", "verbose", "strict", "timeline", "witness", "deadlock", "races"])]
    pub(in crate::cli) contexts: Option<ContextCount>,
    #[command(flatten)]
    pub(in crate::cli) symbolic: SymbolicArgs,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[command(flatten)]
    pub(in crate::cli) ways: Ways,
}

impl CheckArgs {
    /// How many threads explore in this process.
    pub(in crate::cli) fn workers(&self) -> usize {
        self.workers.unwrap_or(1).into()
    }

    /// Whether something is asked that is said of a whole run of the engine.
    pub(in crate::cli) fn asks_for_more(&self) -> bool {
        self.strict || self.timeline || self.example || self.verbose || self.asks_again()
    }

    /// Whether something is asked for which the model is run, or written down, another time.
    pub(in crate::cli) fn asks_again(&self) -> bool {
        let compared = self.check_reduction || self.check_workers || self.hosts.is_some();
        compared || self.symbolic.certificate.is_some()
    }
}

#[derive(Args)]
pub(in crate::cli) struct ReportArgs {
    /// The model's file, or a run log's; `-` is standard input
    pub(in crate::cli) model: String,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "html", value_parser = format(&PAGE))]
    pub(in crate::cli) format: Format,
    /// An engine of `moverlog rules`, or a file of rules [default: summaries]
    #[arg(long, value_name = "NAME|FILE")]
    pub(in crate::cli) rules: Option<String>,
    /// The rules in this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(in crate::cli) rules_file: Option<String>,
    /// The file to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub(in crate::cli) out: Option<String>,
}

#[derive(Args)]
pub(in crate::cli) struct ChallengeArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&TABLE))]
    pub(in crate::cli) format: Format,
    /// The ruleset or search that checks every broken model
    #[arg(long, value_name = "NAME|FILE", default_value = "summaries")]
    pub(in crate::cli) rules: String,
    /// The rules in this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "rules")]
    pub(in crate::cli) rules_file: Option<String>,
}

#[derive(Args)]
#[command(group(ArgGroup::new("circuit").multiple(true)))]
pub(in crate::cli) struct CompareArgs {
    /// The models' files, or folders of them
    #[arg(required = true, value_name = "MODEL")]
    pub(in crate::cli) models: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[command(flatten)]
    pub(in crate::cli) ways: Ways,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&COMPARED))]
    pub(in crate::cli) format: Format,
    /// Rulesets and searches, separated by commas; ratios refer to the first one's states
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        default_value = "unsound,cpc,cycle,interleaving,reduction,summaries",
        default_value_ifs([("engine", ArgPredicate::IsPresent, None), ("external", ArgPredicate::IsPresent, None)])
    )]
    pub(in crate::cli) rules: Vec<String>,
    /// Symbolic engines beside them, separated by commas, `bmc` or `ic3`, each with who makes its blocks [phase]; alone
    /// if there is no `--rules`
    #[arg(long, value_name = "ENGINE[:RULES]", value_delimiter = ',', group = "circuit", value_parser = deciding)]
    pub(in crate::cli) engine: Vec<(Deciding, String)>,
    /// Another program beside them, as `check --external` runs it, on the blocks of `phase`; once for each
    #[arg(long, value_name = "COMMAND", group = "circuit")]
    pub(in crate::cli) external: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) reach: Reach,
    /// Begin with small bounds and raise the one that was hit, for each run by itself
    /// [--timeout is 60 unless given]
    #[arg(long, conflicts_with_all = ["max_states", "max_stack"])]
    pub(in crate::cli) auto: bool,
}

#[derive(Args)]
pub(in crate::cli) struct ConditionsArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    /// The movers, steps and classes of these rulesets, searches or files, separated by commas [default: those of
    /// `reduction`, `summaries` and `dynamic`]
    #[arg(long, value_name = "NAME|FILE", value_delimiter = ',')]
    pub(in crate::cli) rules: Vec<String>,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(in crate::cli) format: Format,
    /// Try the papers' lemmas and theorems instead; with `--rules`, those about that engine
    #[arg(long)]
    pub(in crate::cli) theorems: bool,
}

#[derive(Args)]
pub(in crate::cli) struct ErrataArgs {
    /// Run this one, by its name or its number in the list
    pub(in crate::cli) name: Option<String>,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&LISTED))]
    pub(in crate::cli) format: Format,
}

#[derive(Args)]
pub(in crate::cli) struct ExerciseArgs {
    /// Which one [default: all are listed]
    #[arg(value_parser = Exercised)]
    pub(in crate::cli) number: Option<usize>,
    /// The file of an answer; `-` is standard input [default: the exercise itself is printed]
    pub(in crate::cli) answer: Option<String>,
    /// Print an answer that is right
    #[arg(long, requires = "number", conflicts_with = "answer")]
    pub(in crate::cli) solution: bool,
    #[command(flatten)]
    pub(in crate::cli) bounds: Bounds,
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(in crate::cli) color: Color,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(in crate::cli) format: Format,
}

#[derive(Args)]
pub(in crate::cli) struct LocksetsArgs {
    /// The model's file; `-` is standard input
    pub(in crate::cli) model: String,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(in crate::cli) format: Format,
    /// A ruleset that infers locks
    #[arg(long, value_name = "NAME|FILE", default_value = "locks")]
    pub(in crate::cli) rules: String,
}

#[derive(Args)]
pub(in crate::cli) struct DiffArgs {
    /// The models' files
    #[arg(required = true, value_name = "MODEL")]
    pub(in crate::cli) models: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(in crate::cli) format: Format,
    /// Two rulesets, separated by a comma
    #[arg(long, value_name = "A,B", value_delimiter = ',', required = true)]
    pub(in crate::cli) rules: Vec<String>,
}

#[derive(Args)]
pub(in crate::cli) struct ContrastArgs {
    /// The models' files
    #[arg(required = true, value_name = "MODEL")]
    pub(in crate::cli) models: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&LISTED))]
    pub(in crate::cli) format: Format,
    /// Two rulesets, searches or files of rules, separated by a comma
    #[arg(long, value_name = "A,B", value_delimiter = ',', required = true)]
    pub(in crate::cli) rules: Vec<String>,
    /// How long a program that tells them apart is looked for
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(in crate::cli) search: Duration,
}

#[derive(Args)]
pub(in crate::cli) struct SeparateArgs {
    /// Two rulesets or searches, separated by a comma
    #[arg(long, value_name = "A,B", value_delimiter = ',', required = true)]
    pub(in crate::cli) rules: Vec<String>,
    /// Threads of a program; random ones have 2 to 3, or up to N
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = count(2..=4))]
    pub(in crate::cli) threads: usize,
    /// Statements of a thread
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = count(1..=8))]
    pub(in crate::cli) steps: usize,
    /// Try all programs of up to N statements [default: as long as there is time]
    #[arg(long, value_name = "N", default_value_t = usize::MAX, hide_default_value = true)]
    pub(in crate::cli) size: usize,
    /// Then try so many random programs
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = quantity)]
    pub(in crate::cli) random: usize,
    /// Where the random programs begin
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    /// Compare the size of this relation, or `states`, and not the verdict
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) relation: Option<String>,
    /// Where the movers of reductions come from
    #[arg(long, value_name = "MODE", default_value = "lockset")]
    pub(in crate::cli) movers: Mode,
    /// Leave out statements: assign, assume, assert, lock, skip, loop, forever, if, choose
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = kind)]
    pub(in crate::cli) without: Vec<Kind>,
    /// Stop after this many seconds; random programs get a third of them
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    pub(in crate::cli) timeout: Duration,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(in crate::cli) format: Format,
    /// Write the model to this file as well
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<String>,
}

#[derive(Args)]
pub(in crate::cli) struct StudioArgs {
    /// The model that is opened; the files beside it can be opened too [default: the first page of the tour]
    pub(in crate::cli) model: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) bounds: Bounds,
    /// The port [default: any that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub(in crate::cli) port: u16,
    /// Write the page into this directory instead, for a web site: it has the engine in itself
    #[arg(long, value_name = "DIR", requires = "engine", conflicts_with_all = ["port", "model", "max_states", "max_stack", "timeout", "max_memory"])]
    pub(in crate::cli) export: Option<String>,
    /// The engine of an exported page, as `web/engine.sh` builds it
    #[arg(long, value_name = "FILE", requires = "export")]
    pub(in crate::cli) engine: Option<String>,
}

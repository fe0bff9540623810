//! Arguments of commands about runs.

use super::*;
use crate::control::Reached;
use crate::symbolic::solver::Sat;

#[derive(Args)]
pub(in crate::cli) struct RunArgs {
    /// The model's file, or a run log's; `-` is standard input
    pub(in crate::cli) model: String,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&PLAIN))]
    pub(in crate::cli) format: Format,
    #[command(flatten)]
    pub(in crate::cli) course: Course,
}

/// Which run of a model.
#[derive(Args)]
pub(in crate::cli) struct Course {
    /// Let chance choose the steps, beginning here
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    /// The thread of every step, `1,1,2`; `1:2` takes the second of its choices
    #[arg(long, value_name = "THREADS", value_delimiter = ',', value_parser = choice, conflicts_with_all = ["seed", "to"])]
    pub(in crate::cli) schedule: Option<Vec<Choice>>,
    /// Follow an execution that `check` finds
    #[arg(long, value_name = "GOAL", conflicts_with = "seed")]
    pub(in crate::cli) to: Option<Goal>,
    /// The ruleset or search that looks for it [default: summaries]
    #[arg(long, value_name = "NAME", requires = "to")]
    pub(in crate::cli) rules: Option<String>,
    /// Stop after so many steps [default: 10000, for `tsg` 2000]
    #[arg(long, value_name = "N")]
    pub(in crate::cli) steps: Option<usize>,
}

#[derive(Args)]
pub(in crate::cli) struct TsgArgs {
    /// Models' files, of which one run each is taken, or run logs'; `-` is standard input
    #[arg(required = true, value_name = "MODEL|RUN")]
    pub(in crate::cli) runs: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) common: Common,
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = format(&TRACED))]
    pub(in crate::cli) format: Format,
    /// The graph that is drawn, or whose iterations are shown [default: feasible; of iterations all]
    #[arg(long, value_name = "GRAPH")]
    pub(in crate::cli) graph: Option<TsgGraph>,
    /// How it is drawn, with `--format svg` [default: lattice for two threads, graph for more]
    #[arg(long, value_name = "VIEW")]
    pub(in crate::cli) view: Option<View>,
    #[command(flatten)]
    pub(in crate::cli) course: Course,
    /// Transactions in one iteration of range propagation (B)
    #[arg(long, value_name = "B", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub(in crate::cli) lookahead: u32,
    /// Show the intervals at the nodes of each graph, iteration by iteration
    #[arg(long)]
    pub(in crate::cli) iterations: bool,
    /// Propagate constants before ranges
    #[arg(long)]
    pub(in crate::cli) propagate_constants: bool,
    /// Of two threads the earlier one has priority in MAT analysis, not the later one
    #[arg(long)]
    pub(in crate::cli) earlier_first: bool,
    /// How GenMAT' is read where no MAT is feasible
    #[arg(long, value_name = "READING", default_value = "checked")]
    pub(in crate::cli) reading: TsgReading,
    /// With three or more threads, take the context switches of pairs alone, as printed
    #[arg(long)]
    pub(in crate::cli) pairwise: bool,
    /// Stop the search for a schedule that goes wrong after this many states
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = quantity)]
    pub(in crate::cli) max_search: usize,
    /// Look for schedules that go wrong by formulas, with values of 32 bits and of as many as intervals need
    #[arg(long)]
    pub(in crate::cli) symbolic: bool,
    /// The SAT solver that is asked, `batsat` or `cadical`
    #[arg(hide_possible_values = true, long, value_name = "SOLVER", default_value = "batsat", value_parser = solver(), requires = "symbolic")]
    pub(in crate::cli) solver: Sat,
}

/// Of each megabyte that the process may have; the rest is the allocator's own, which nobody counts.
const COUNTED_OF_MEGABYTE: usize = (1 << 20) / 4 * 3;

impl Common {
    /// For a run after another that had its part of the time.
    pub(in crate::cli) fn rest(&self) -> Common {
        let timeout = self.time_left();
        Common { begun: Instant::now(), bounds: Bounds { timeout, ..self.bounds }, ..self.clone() }
    }

    /// The same, and no longer than this.
    pub(in crate::cli) fn within(self, longest: Duration) -> Common {
        let timeout = Some(self.bounds.timeout.map_or(longest, |t| t.min(longest)));
        Common { bounds: Bounds { timeout, ..self.bounds }, ..self }
    }

    /// The same, and no more states than these.
    pub(in crate::cli) fn with_states(self, most: usize) -> Common {
        let max_states = self.bounds.max_states.min(most);
        Common { bounds: Bounds { max_states, ..self.bounds }, ..self }
    }

    /// Whether more states than these may be found.
    pub(in crate::cli) fn may_have_states(&self, more_than: usize) -> bool {
        self.bounds.max_states > more_than
    }

    /// The same, and so many threads at a place in a loop.
    pub(in crate::cli) fn with_pool(self, threads: usize) -> Common {
        Common { threads: Some(threads), ..self }
    }

    /// The same, and threads beyond a pool never move.
    pub(in crate::cli) fn with_idle_threads(self) -> Common {
        Common { idle_threads: true, ..self }
    }

    /// Nothing where no end was asked for.
    pub(in crate::cli) fn time_left(&self) -> Option<Duration> {
        self.bounds.timeout.map(|t| t.saturating_sub(self.begun.elapsed()))
    }

    /// While a program is read: no longer than the time that is left.
    pub(in crate::cli) fn reading(&self) -> Limits {
        Limits { timeout: self.time_left(), cancel: crate::cli::INTERRUPTED.clone(), ..Limits::default() }
    }

    pub(in crate::cli) fn control<'a>(&self, memory: crate::cli::Memory, progress: &'a dyn Fn(Reached)) -> Control<'a> {
        Control::new(self.bounds.limits(memory), progress)
    }
}

impl Bounds {
    pub(in crate::cli) fn limits(&self, memory: crate::cli::Memory) -> Limits {
        Limits {
            max_states: self.max_states,
            max_stack: self.max_stack,
            timeout: self.timeout,
            max_memory: Some(self.max_memory.saturating_mul(COUNTED_OF_MEGABYTE)),
            memory: memory.current,
            last: memory.last,
            cancel: crate::cli::INTERRUPTED.clone(),
            halt: crate::cli::HALTED.clone(),
        }
    }
}

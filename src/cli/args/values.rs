//! What flags may say: the words of each, and numbers that mean something.

use crate::driver::MoverMode;
use crate::execution::Choice;
use crate::exercise::{EXERCISES, Exercise};
use crate::report::Format;
use crate::separate::Kind;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, RangedU64ValueParser, TypedValueParser};
use moverlog_rules::Tid;
use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The formats that a command has, the usual one first.
pub(super) const PLAIN: [Format; 2] = [Format::Text, Format::Json];
pub(super) const LISTED: [Format; 3] = [Format::Text, Format::Json, Format::Markdown];
pub(super) const MARKED: [Format; 4] = [Format::Text, Format::Json, Format::Latex, Format::Html];
pub(super) const CHECKED: [Format; 5] = [Format::Text, Format::Json, Format::Latex, Format::Html, Format::Sarif];
pub(super) const SUMMED: [Format; 6] =
    [Format::Text, Format::Json, Format::Markdown, Format::Latex, Format::Html, Format::Svg];
pub(super) const PROOF: [Format; 5] = [Format::Text, Format::Json, Format::Latex, Format::Markdown, Format::Svg];
pub(super) const PAGE: [Format; 2] = [Format::Html, Format::Json];
pub(super) const TABLE: [Format; 4] = [Format::Text, Format::Csv, Format::Json, Format::Markdown];
pub(super) const DRAWN: [Format; 3] = [Format::Dot, Format::Json, Format::Svg];
pub(super) const TRACED: [Format; 6] =
    [Format::Text, Format::Csv, Format::Json, Format::Markdown, Format::Dot, Format::Svg];

pub(super) const COMPARED: [Format; 5] = [Format::Text, Format::Csv, Format::Html, Format::Json, Format::Markdown];

/// One of these.
pub(super) fn format(formats: &'static [Format]) -> impl TypedValueParser<Value = Format> {
    let help = |f: &Format| match f {
        Format::Dot if formats.contains(&Format::Csv) => Some("A graph in Graphviz's language"),
        Format::Html if formats.contains(&Format::Csv) => Some("A page, in one file that needs no network"),
        Format::Svg if formats.contains(&Format::Csv) => Some("A drawing of the lattice or of a graph, see --view"),
        Format::Sarif => Some("SARIF 2.1.0, which CI services show beside the source"),
        Format::Svg => Some("A drawing that needs no other program"),
        _ => None,
    };
    let values = formats.iter().map(|f| help(f).map_or(f.name().into(), |h| PossibleValue::new(f.name()).help(h)));
    let named = |word: String| formats.iter().find(|f| f.name() == word).copied().ok_or("no such format");
    PossibleValuesParser::new(values.collect::<Vec<PossibleValue>>()).try_map(named)
}

/// The number of an exercise; shells know those that there are.
#[derive(Clone)]
pub(super) struct Exercised;

impl TypedValueParser for Exercised {
    type Value = usize;

    fn parse_ref(&self, command: &clap::Command, arg: Option<&clap::Arg>, value: &OsStr) -> Result<usize, clap::Error> {
        RangedU64ValueParser::<usize>::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        // An exercise is called `01_lost_update`.
        let number = |e: &Exercise| e.name.trim_start_matches('0').split('_').next().unwrap_or_default();
        Some(Box::new(EXERCISES.iter().map(move |e| PossibleValue::new(number(e)).help(e.title()))))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TsgGraph {
    /// CCFG
    Ccfg,
    /// TSG, by GenMAT
    Tsg,
    /// TSG', by GenMAT'
    Feasible,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Switch {
    On,
    Off,
}

/// How GenMAT' chooses.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TsgReading {
    /// The least feasible MAT if no schedule is lost by it, otherwise what GenMAT selects
    Checked,
    /// The least feasible MAT, or what GenMAT selects if there is none
    Fallback,
    /// As printed: nothing if no MAT is feasible. Loses schedules
    Literal,
    /// As TSG section 4 words it. Loses schedules
    After,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Goal {
    /// To where a thread goes wrong
    Wrong,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum What {
    /// The control-flow graph of each procedure, with mover letters
    Cfg,
    /// The states that the ruleset explores, and its transitions
    States,
    /// The states in which no thread is inside a transaction, and whole transactions between them
    Transactions,
    /// The control-flow graph as one of DYN's reductions instruments it
    Instrumented,
}

/// What of a graph is drawn.
#[derive(Clone, Copy, ValueEnum)]
pub(in crate::cli) enum Part {
    /// A shortest way from the initial state to where a thread goes wrong
    ErrorPath,
}

/// Where arrows lead.
#[derive(Clone, Copy, ValueEnum)]
pub(in crate::cli) enum Way {
    Down,
    Right,
}

/// How TSG's graphs are drawn.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum View {
    /// The control states of two threads, with schedules and MATs
    Lattice,
    /// Boxes and arrows, threads side by side
    Graph,
}

#[derive(Clone, Copy, ValueEnum)]
pub(in crate::cli) enum Mode {
    /// From the locks held at every reachable access
    Lockset,
    /// As `lockset`, and from the order in which flags put other accesses
    Ordered,
    /// The claims in the source, checked by brute force; the rest as `lockset`
    Declared,
    /// The greatest movers over all reachable states
    Greatest,
    /// Movers with the two properties of QRR 4 alone, which lose errors
    TwoProperties,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Phase {
    /// Pre-commit (QRR, FQ)
    Pre,
    /// Post-commit (CPC)
    Post,
}

/// How long a thread has a phase.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Phases {
    /// Inside a transaction; each begins pre-commit
    Inside,
    /// Until the thread is back where it starts
    Restart,
    /// For ever, as QRR 4 and CPC 3 print it
    Printed,
}

impl Phases {
    pub(in crate::cli) fn kept(self) -> crate::exploration::Phases {
        match self {
            Phases::Inside => crate::exploration::Phases::Inside,
            Phases::Restart => crate::exploration::Phases::Restart,
            Phases::Printed => crate::exploration::Phases::Printed,
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
pub(in crate::cli) enum Color {
    Auto,
    Always,
    Never,
}

impl Mode {
    pub(in crate::cli) fn name(self) -> &'static str {
        self.mode().name()
    }

    pub(in crate::cli) fn of(mode: MoverMode) -> Mode {
        let known = Mode::value_variants().iter().find(|m| m.mode() == mode);
        *known.expect("each has a name")
    }

    pub(in crate::cli) fn mode(self) -> MoverMode {
        match self {
            Mode::Lockset => MoverMode::Lockset,
            Mode::Ordered => MoverMode::Ordered,
            Mode::Declared => MoverMode::Declared,
            Mode::Greatest => MoverMode::Greatest,
            Mode::TwoProperties => MoverMode::TwoProperties,
        }
    }
}

pub(super) fn constant(word: &str) -> Result<(String, i64), String> {
    let (name, value) = word.split_once('=').ok_or("expected NAME=VALUE, for example N=4")?;
    let value = value.trim().parse().map_err(|_| format!("`{value}` is not an integer"))?;
    Ok((name.trim().to_string(), value))
}

/// More threads than these take longer to read than anybody waits.
const MOST_THREADS: usize = 1_000;

/// How many threads are started at a place.
pub(super) fn threads(word: &str) -> Result<usize, String> {
    let known = word.parse().ok().filter(|n| (1..=MOST_THREADS).contains(n));
    known.ok_or(format!("`{word}` is no number of threads from 1 to {MOST_THREADS}"))
}

/// `2`: the only step of thread 2, or the first of its choices; `2:3`: the third.
pub(super) fn choice(word: &str) -> Result<Choice, String> {
    let wanted = || format!("`{word}` is no step; a thread's number is wanted, or `1:2` for a choice of it");
    let (thread, nth) = word.split_once(':').unwrap_or((word, "1"));
    let (thread, nth): (u32, usize) =
        (thread.trim().parse().map_err(|_| wanted())?, nth.trim().parse().map_err(|_| wanted())?);
    let outcome = nth.checked_sub(1).ok_or_else(wanted)?;
    Ok(Choice { t: Tid(thread), outcome })
}

/// A number and the unit behind it.
fn measure(word: &str) -> (&str, &str) {
    let unit = word.trim().trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '_' | '+' | '-'));
    word.trim().split_at(word.trim().len() - unit.len())
}

/// `90`, `90s`, `500ms`, `1.5m`, `1h`
pub(super) fn seconds(word: &str) -> Result<Duration, String> {
    let wanted = || format!("`{word}` is not a time: seconds, or `500ms`, `90s`, `1.5m`, `1h`");
    let (number, unit) = measure(word);
    let factor = match unit.trim() {
        "" | "s" | "sec" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wanted()),
    };
    let number: f64 = number.parse().map_err(|_| wanted())?;
    Duration::try_from_secs_f64(number * factor).map_err(|_| wanted())
}

/// How many contexts are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) enum ContextCount {
    Most(u32),
    /// As many as it takes.
    Auto,
}

impl ContextCount {
    /// Nothing for as many as it takes.
    pub(in crate::cli) fn most(self) -> Option<u32> {
        match self {
            ContextCount::Most(most) => Some(most),
            ContextCount::Auto => None,
        }
    }
}

/// `3` or `auto`.
pub(super) fn context_count(word: &str) -> Result<ContextCount, String> {
    match (word, word.parse()) {
        ("auto", _) => Ok(ContextCount::Auto),
        (_, Ok(most)) if most > 0 => Ok(ContextCount::Most(most)),
        _ => Err(format!("`{word}` is neither a number from 1 on nor `auto`")),
    }
}

/// `10000000`, `10_000_000`, `10M`
pub(super) fn quantity(word: &str) -> Result<usize, String> {
    let factor = |unit: &str| match unit {
        "" => Some(1.0),
        "k" | "K" => Some(1e3),
        "m" | "M" => Some(1e6),
        "g" | "G" => Some(1e9),
        _ => None,
    };
    let wanted = format!("`{word}` is not a number: `5000`, `5k`, `10M`, `1G`");
    scaled(word, factor).ok_or(wanted)
}

/// Megabytes: `512`, `512M`, `2G`, `800k`
pub(super) fn megabytes(word: &str) -> Result<usize, String> {
    let factor = |unit: &str| match unit.trim_end_matches(['B', 'b']).trim_end_matches('i') {
        "k" | "K" => Some(1.0 / 1024.0),
        "" | "m" | "M" => Some(1.0),
        "g" | "G" => Some(1024.0),
        _ => None,
    };
    let wanted = format!("`{word}` is not an amount of memory: megabytes, or `512M`, `2G`, `800k`");
    scaled(word, factor).ok_or(wanted)
}

/// A number times what its unit stands for, rounded up.
fn scaled(word: &str, factor: impl Fn(&str) -> Option<f64>) -> Option<usize> {
    let (number, unit) = measure(word);
    let digits = number.replace('_', "");
    if unit.is_empty() {
        return digits.parse().ok();
    }
    let value = digits.parse::<f64>().ok()? * factor(unit.trim())?;
    (0.0..1e18).contains(&value).then_some(value.ceil() as usize)
}

pub(super) fn kind(word: &str) -> Result<Kind, String> {
    let known = || Kind::ALL.map(|(name, _)| name).join(", ");
    Kind::named(word).ok_or_else(|| format!("no such statement; there are {}", known()))
}

/// A number within a range.
pub(super) fn count(
    range: RangeInclusive<usize>,
) -> impl Fn(&str) -> Result<usize, String> + Clone + Send + Sync + 'static {
    move |word| match word.parse() {
        Ok(n) if range.contains(&n) => Ok(n),
        _ => Err(format!("a number from {} to {} is wanted", range.start(), range.end())),
    }
}

//! What a C program does not say.

use super::*;
use crate::c::{DataModel, Options as COptions, Stub};

const C: &str = "C programs";

#[derive(Args, Clone)]
pub(in crate::cli) struct CProgram {
    /// How wide `long` is
    #[arg(long, hide_short_help = true, value_name = "MODEL", default_value = "LP64", help_heading = C)]
    data_model: Width,
    /// So many objects are allocated at a place in a loop [default: 4]
    #[arg(long, hide_short_help = true, value_name = "N", help_heading = C)]
    heap: Option<u32>,
    /// Values of `__VERIFIER_nondet_int` and its like; or `all` [-1..2]
    #[arg(long, hide_short_help = true, value_name = "LO..HI", value_parser = nondet, allow_hyphen_values = true, help_heading = C)]
    nondet: Option<Inputs>,
    /// A function without a body: any value, `LO..HI`, or `skip`
    #[arg(long, hide_short_help = true, value_name = "NAME[=VALUES]", value_parser = stub, help_heading = C)]
    stub: Vec<(String, Stub)>,
    /// The function that the program begins with
    #[arg(long, hide_short_help = true, value_name = "FUNCTION", default_value = "main", help_heading = C)]
    entry: String,
    /// What `main` is given: these words, and no others (repeatable)
    #[arg(long, hide_short_help = true, value_name = "WORDS", allow_hyphen_values = true, help_heading = C)]
    args: Vec<String>,
    /// Where a number is read that nobody has set
    #[arg(long, hide_short_help = true, value_name = "HOW", default_value = "stop", hide_possible_values = true, help_heading = C)]
    uninitialised: Unset,
    /// Rounds of a loop inside of an atomic region
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = 20, help_heading = C)]
    atomic_rounds: u32,
    /// The command that preprocesses, instead of `cc -E`
    #[arg(long, hide_short_help = true, value_name = "COMMAND", help_heading = C)]
    cpp: Option<String>,
    /// A folder of headers, for the preprocessor (repeatable)
    #[arg(long, short = 'I', hide_short_help = true, value_name = "DIR", help_heading = C)]
    include: Vec<String>,
    /// A macro, for the preprocessor (repeatable)
    #[arg(long, short = 'D', hide_short_help = true, value_name = "NAME[=VALUE]", help_heading = C)]
    define: Vec<String>,
    /// The headers of the system instead of those that come along
    #[arg(long, hide_short_help = true, help_heading = C)]
    system_headers: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Width {
    #[value(name = "ILP32")]
    Ilp32,
    #[value(name = "LP64")]
    Lp64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Unset {
    /// The thread goes no further, and the answer is inconclusive
    Stop,
    /// A local number is any, as --nondet says
    Choose,
}

/// Values from outside.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum Inputs {
    /// All of their types.
    All,
    Between(i32, i32),
}

/// What is asked of a program.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Property {
    /// No assertion fails; what C leaves undefined makes the answer inconclusive
    UnreachCall,
    /// As --races
    NoDataRace,
    /// As --deadlock
    NoDeadlock,
}

/// `-1..2`, both ends included.
fn between(word: &str) -> Result<(i32, i32), String> {
    let bad = || format!("`{word}` is no range of numbers such as -1..2");
    let (lo, hi) = word.split_once("..").ok_or_else(bad)?;
    let (lo, hi): (i32, i32) = (lo.parse().map_err(|_| bad())?, hi.parse().map_err(|_| bad())?);
    let size = i64::from(hi) - i64::from(lo) + 1;
    if (1..=1000).contains(&size) { Ok((lo, hi)) } else { Err(format!("{word} has {size} values; take 1 to 1000")) }
}

/// `all`, or `-1..2`.
fn nondet(word: &str) -> Result<Inputs, String> {
    match word {
        "all" => Ok(Inputs::All),
        _ => between(word).map(|(lo, hi)| Inputs::Between(lo, hi)),
    }
}

/// `f`, `f=nondet`, `f=skip`, `f=0`, `f=-1..1`.
fn stub(word: &str) -> Result<(String, Stub), String> {
    let (name, values) = word.split_once('=').unwrap_or((word, "nondet"));
    let stub = match values {
        "nondet" => Stub::Any,
        "skip" => Stub::Skip,
        one => match one.parse() {
            Ok(value) => Stub::Values(value, value),
            Err(_) => between(one).map(|(lo, hi)| Stub::Values(lo, hi))?,
        },
    };
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.starts_with(|c: char| c.is_numeric());
    if is_name && !name.is_empty() {
        Ok((name.into(), stub))
    } else {
        Err(format!("`{name}` is no name of a function"))
    }
}

impl Property {
    pub(in crate::cli) fn name(self) -> &'static str {
        match self {
            Property::UnreachCall => "unreach-call",
            Property::NoDataRace => "no-data-race",
            Property::NoDeadlock => "no-deadlock",
        }
    }
}

impl CProgram {
    /// As SV-COMP calls it.
    pub(in crate::cli) fn data_model(&self) -> &'static str {
        if self.data_model == Width::Ilp32 { "ILP32" } else { "LP64" }
    }

    /// As a task says.
    pub(in crate::cli) fn with_data_model(self, name: &str) -> Self {
        match name {
            "ILP32" => CProgram { data_model: Width::Ilp32, ..self },
            "LP64" => CProgram { data_model: Width::Lp64, ..self },
            _ => self,
        }
    }

    /// Which values from outside were asked for.
    pub(in crate::cli) fn inputs(&self) -> Option<Inputs> {
        self.nondet
    }

    /// With all values from outside.
    pub(in crate::cli) fn with_all_inputs(self) -> Self {
        CProgram { nondet: Some(Inputs::All), ..self }
    }

    /// How many objects are allocated at a place in a loop.
    fn heap(&self) -> u32 {
        self.heap.unwrap_or(COptions::default().heap)
    }

    /// Whether the user says how many.
    pub(in crate::cli) fn says_heap(&self) -> bool {
        self.heap.is_some()
    }

    /// The same, and so many times as many.
    pub(in crate::cli) fn with_larger_heap(self, times: u32) -> Self {
        CProgram { heap: Some(self.heap().saturating_mul(times)), ..self }
    }

    /// What the program begins with.
    pub(super) fn entry(&self) -> &str {
        &self.entry
    }

    pub(super) fn atomic_rounds(&self) -> u32 {
        self.atomic_rounds
    }

    /// What `main` is given, if that is said.
    fn words(&self) -> Option<Vec<String>> {
        let words = self.args.iter().flat_map(|words| words.split_whitespace());
        (!self.args.is_empty()).then(|| words.map(String::from).collect())
    }

    pub(in crate::cli) fn options(&self, common: &Common) -> COptions {
        COptions {
            data_model: if self.data_model == Width::Ilp32 { DataModel::Ilp32 } else { DataModel::Lp64 },
            threads: common.pool() as u32,
            idle_threads: common.idle_threads,
            heap: self.heap(),
            nondet: match self.nondet {
                None => COptions::default().nondet,
                Some(Inputs::All) => None,
                Some(Inputs::Between(lo, hi)) => Some((lo, hi)),
            },
            stubs: self.stub.clone(),
            entry: self.entry.clone(),
            words: self.words(),
            chooses_unset: self.uninitialised == Unset::Choose,
            atomic_rounds: self.atomic_rounds,
            cpp: self.cpp.clone(),
            includes: self.include.clone(),
            defines: self.define.clone(),
            system_headers: self.system_headers,
            deadlocks: common.deadlocks,
            races: common.races,
            assertions: common.alone.is_none_or(|property| property == Property::UnreachCall),
            undefined: common.alone.is_none(),
        }
    }
}

//! Why several processes do not explore together.

use crate::control::Bound;
use thiserror::Error;

/// Why several processes do not explore together. Processes are numbered from 0, in the order of their addresses.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// There are not so many addresses.
    #[error("there is no process {process}: the hosts are {processes}, and the first is process 0")]
    NoSuchProcess {
        /// The number that was asked for.
        process: usize,
        /// How many there are.
        processes: usize,
    },
    /// This process cannot be called.
    #[error("cannot listen on `{address}`: {source}")]
    Listen {
        /// Its address.
        address: String,
        /// Why.
        source: std::io::Error,
    },
    /// A process cannot be reached, or has not called.
    #[error("process {process} at `{address}` was not there within {} s{}", tenths(*seconds), why(source.as_ref()))]
    Absent {
        /// Its number.
        process: usize,
        /// Its address.
        address: String,
        /// How long it was waited for.
        seconds: f64,
        /// Why it cannot be reached, where it was called.
        source: Option<std::io::Error>,
    },
    /// A process explores something else.
    #[error("process {process} differs in its {what}: {theirs} there, {ours} here")]
    Differ {
        /// Its number.
        process: usize,
        /// What differs.
        what: String,
        /// What it has.
        theirs: String,
        /// What this one has.
        ours: String,
    },
    /// A process has ended before the exploration began.
    #[error("process {process} has ended before the exploration began")]
    Gone {
        /// Its number.
        process: usize,
    },
    /// A bound was hit before the exploration began.
    #[error("a bound was hit ({}) before the exploration began", .0.name())]
    Ended(Bound),
}

fn tenths(seconds: f64) -> f64 {
    (10.0 * seconds).round() / 10.0
}

fn why(source: Option<&std::io::Error>) -> String {
    source.map_or(String::new(), |source| format!(" ({source})"))
}

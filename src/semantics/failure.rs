//! Why threads go wrong.

use crate::control::Bound;
use crate::ir::Value;

/// The way a thread goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FailureKind {
    Assert,
    Bounds,
    Null,
    Division,
    Type,
    /// An access that the declared protection of a variable forbids.
    Protection,
    /// Two [names](crate::ir::names) are compared, or a name and a number.
    Names(Value, Value),
    /// What has no meaning in C.
    Undefined,
    /// Nothing is wrong, but the rest is beyond a bound: no step, and the answer is incomplete.
    Limit(Bound),
}

impl FailureKind {
    pub fn name(self) -> &'static str {
        match self {
            FailureKind::Assert => "assert",
            FailureKind::Bounds => "bounds",
            FailureKind::Null => "null",
            FailureKind::Division => "division",
            FailureKind::Type => "type",
            FailureKind::Protection => "protection",
            FailureKind::Names(..) => "names",
            FailureKind::Undefined => "undefined",
            FailureKind::Limit(bound) => bound.name(),
        }
    }
}

/// Why a thread went wrong. Equal if of one kind: messages may name values that have no part in it.
#[derive(Clone, Eq, Debug)]
pub struct Failure {
    pub kind: FailureKind,
    pub message: String,
}

impl PartialEq for Failure {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl Failure {
    pub(crate) fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Failure { kind, message: message.into() }
    }
}

//! The bounds of a run, by name, and what each cuts.

/// Why an exploration is incomplete.
///
/// ```
/// use moverlog::prelude::*;
///
/// let model = Model::parse("one.mover", "int x; void T() { x = 1; x = 2; } P = { T() };")?;
/// let checker = Checker::new(&model.program).rules("interleaving")?;
/// assert_eq!(checker.clone().run()?.bound, None);
/// assert_eq!(checker.max_states(1).run()?.bound.map(Bound::name), Some("states"));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "workers", derive(serde::Serialize, serde::Deserialize))]
pub enum Bound {
    /// [`super::Limits::max_states`].
    States,
    /// So many facts that rules derive for each state of [`super::Limits::max_states`].
    Facts,
    /// [`super::Limits::max_stack`].
    Stack,
    /// [`super::Limits::timeout`].
    Time,
    /// [`super::Limits::max_memory`].
    Memory,
    /// [`super::Limits::cancel`] was raised.
    Interrupted,
    /// Another process that took part in the exploration is gone.
    Lost,
    /// The ruleset's claim is that it may miss errors.
    Claim,
    /// An error was found, and the search did not go on to the end.
    Error,
    /// Some committed transaction never ends, and no location is left at which to end it.
    Completion,
    /// More threads would have been started than there may be.
    Threads,
    /// More objects would have been allocated than there may be.
    Heap,
    /// Other values could have come from outside.
    Inputs,
    /// A variable is read before it is set.
    Uninitialised,
    /// A value does not fit into 32 bits.
    Width,
    /// A thread does what has no meaning in C, where that is not what is asked for.
    Undefined,
    /// A pointer stands where no place was left behind its object, or leads to a number of another type that C lets
    /// it be taken for; or an address may be used again.
    Pointers,
    /// An atomic region has more steps than it may have.
    Region,
    /// [`super::Limits`] apart: bounded model checking was to follow so many blocks, and no more.
    Depth,
    /// [`super::Limits`] apart: so many contexts were to be explored, and no more.
    Contexts,
    /// A number does not fit into the bits that it has in a circuit.
    Encoding,
    /// A number that is taken for a lock is given back by a thread that has not taken it: it is none, and
    /// [the program itself](crate::spinlocks) is to be explored.
    Spinlock,
}

impl Bound {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Bound::States => "states",
            Bound::Facts => "facts",
            Bound::Stack => "stack depth",
            Bound::Time => "time",
            Bound::Memory => "memory",
            Bound::Interrupted => "interrupted",
            Bound::Lost => "process lost",
            Bound::Claim => "ruleset may miss errors",
            Bound::Error => "error found",
            Bound::Completion => "transactions without end",
            Bound::Threads => "threads",
            Bound::Heap => "heap",
            Bound::Inputs => "nondet domain",
            Bound::Uninitialised => "uninitialised",
            Bound::Width => "64-bit value",
            Bound::Undefined => "undefined behaviour",
            Bound::Pointers => "pointers",
            Bound::Region => "atomic",
            Bound::Depth => "depth",
            Bound::Contexts => "contexts",
            Bound::Encoding => "encoding",
            Bound::Spinlock => "spinlock",
        }
    }

    /// Whether nothing more is explored once it is hit; otherwise some executions are cut, and the others go on.
    pub fn ends_the_run(self) -> bool {
        self.cuts() == Cut::Run
    }

    pub(super) fn cuts(self) -> Cut {
        match self {
            Bound::Stack => Cut::Stacks,
            bound if bound.is_of_the_program() => Cut::Program,
            _ => Cut::Run,
        }
    }

    /// Whether it cuts the program itself, whatever explores it.
    pub fn is_of_the_program(self) -> bool {
        use Bound::*;
        matches!(
            self,
            Threads | Heap | Inputs | Uninitialised | Width | Undefined | Pointers | Region | Encoding | Spinlock
        )
    }
}

/// What a bound cuts. One that cuts less must not hide one that cuts more: stacks that were cut are forgotten when
/// another exploration begins, and what cuts the program is met once, by whoever asks first what a thread does next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cut {
    Stacks,
    Program,
    Run,
}

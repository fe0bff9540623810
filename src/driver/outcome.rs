//! What is asked of a check, and what it found out.

#![warn(missing_docs)]

use super::engine::Engine;
use super::growing::Growing;
use super::points::Kept;
use super::story::Transaction;
use crate::acceleration::Counting;
use crate::control::Bound;
use crate::encoding::Fact;
use crate::execution::Choice;
use crate::exploration::{Partition, Phases, Profile, Visits};
use crate::ir::{Cell, Loc, Program};
use crate::movers::Use;
use crate::semantics::Failure;
use crate::slice::LeftOut;
use crate::spinlocks::Spinlock;
#[cfg(feature = "workers")]
use crate::workers::Cluster;
use moverlog_rules::Tid;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;
#[cfg(feature = "workers")]
use std::sync::Arc;

/// Where movers come from.
///
/// ```
/// use moverlog::prelude::*;
///
/// let text = "int x; void T() { x = 1; } P = { T() } || { T() };";
/// let model = Model::parse("two.mover", text)?;
/// let checker = Checker::new(&model.program).rules("reduction")?;
/// let states = |mode| Ok::<_, Error>(checker.clone().movers(mode).run()?.states);
/// assert!(states(MoverMode::Greatest)? <= states(MoverMode::Lockset)?);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoverMode {
    /// Locks held at every reachable access; claims in the source are left aside.
    Lockset,
    /// As `Lockset`; where no lock protects a variable, accesses move that flags order, or that commute with all
    /// others.
    Ordered,
    /// As `Lockset`, overridden by the claims in the source, which are checked first.
    Declared,
    /// The greatest RM and LM over all reachable states.
    Greatest,
    /// RM and LM with the two properties that QRR prints, over all reachable states: errors are missed.
    TwoProperties,
}

impl MoverMode {
    /// All of them.
    pub const ALL: [MoverMode; 5] =
        [MoverMode::Lockset, MoverMode::Ordered, MoverMode::Declared, MoverMode::Greatest, MoverMode::TwoProperties];

    /// As `--movers` names it.
    pub fn name(self) -> &'static str {
        match self {
            MoverMode::Lockset => "lockset",
            MoverMode::Ordered => "ordered",
            MoverMode::Declared => "declared",
            MoverMode::Greatest => "greatest",
            MoverMode::TwoProperties => "two-properties",
        }
    }

    /// Whether they come from accesses that the exploration itself observes, so that no other goes before it.
    pub fn is_observed(self) -> bool {
        matches!(self, MoverMode::Lockset | MoverMode::Ordered)
    }

    /// The one of that name.
    pub fn named(name: &str) -> Option<MoverMode> {
        MoverMode::ALL.into_iter().find(|m| m.name() == name)
    }
}

/// What is asked of a check, besides its engine and its bounds.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where movers come from.
    pub movers: MoverMode,
    /// The phase of every thread before its first step; true is pre-commit.
    pub initial_phase: bool,
    /// How long phases last. Left open: inside transactions where procedures are summarized and threads start
    /// pre-commit, else until a thread is back at its start. Searches rely on what they have behind a transaction
    /// (CPC Theorem 7), and know no other than the latter two.
    pub phases: Option<Phases>,
    /// Groups of threads that do not notice each other are explored one by one.
    pub groups: bool,
    /// Data on which nothing depends are not stored, nor those that are dead.
    pub slice: bool,
    /// Numbers that are locks are taken for mutexes.
    pub spinlocks: bool,
    /// Values from outside that are only compared with each other are taken for names.
    pub names: bool,
    /// Loops that only add take all of their rounds at once.
    pub acceleration: bool,
    /// So many threads explore, for rules that [may have several](super::Engine::refuses_workers).
    pub workers: usize,
    /// Those that explore, where there are some of other processes.
    #[cfg(feature = "workers")]
    pub cluster: Option<Arc<Cluster>>,
}

/// By locks, from the pre-commit phase, and nothing that makes counts other than those of the rules.
impl Default for Options {
    fn default() -> Self {
        Options {
            movers: MoverMode::Lockset,
            initial_phase: true,
            phases: None,
            groups: false,
            slice: false,
            spinlocks: false,
            names: false,
            acceleration: false,
            workers: 1,
            #[cfg(feature = "workers")]
            cluster: None,
        }
    }
}

impl Options {
    /// The movers that a program claims, or else those that its locks give; threads start in the pre-commit phase.
    pub fn of(program: &Program) -> Self {
        let claims = program.locations.iter().any(|l| l.claimed.is_some());
        let movers = if claims { MoverMode::Declared } else { MoverMode::Lockset };
        Options { movers, ..Options::default() }
    }

    /// The same where nobody names an engine, and the fewest states are wanted: movers that a program claims, or else
    /// those of its locks and of the order of what happens; groups one by one, nothing stored on which nothing
    /// depends, numbers that are locks taken for mutexes, and values from outside for names.
    pub fn fewest(program: &Program) -> Self {
        let movers = match Options::of(program).movers {
            MoverMode::Lockset => MoverMode::Ordered,
            declared => declared,
        };
        Options {
            movers,
            groups: true,
            slice: true,
            spinlocks: true,
            names: true,
            acceleration: true,
            ..Options::default()
        }
    }

    /// Whether movers are about the program as it is: what it claims, or QRR's two properties, which are there to lose
    /// errors.
    pub(super) fn goes_by_text(&self) -> bool {
        matches!(self.movers, MoverMode::Declared | MoverMode::TwoProperties)
    }

    /// Where a check begins: no location ends a transaction yet.
    pub(crate) fn partition(&self, engine: Engine<'_>) -> Partition {
        let usual = if engine.summarizes() && self.initial_phase { Phases::Inside } else { Phases::Restart };
        let asked = self.phases.filter(|p| *p != Phases::Inside || !matches!(engine, Engine::Search(_)));
        let phases = Some(asked.unwrap_or(usual));
        Partition { initial_phase: self.initial_phase, phases, ..Partition::default() }
    }
}

/// Whether some thread goes wrong.
///
/// ```
/// use moverlog::prelude::*;
///
/// let model = Model::parse("one.mover", "void T() { assert(false); } P = { T() };")?;
/// assert_eq!(Checker::new(&model.program).run()?.verdict, Verdict::Wrong);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// None does, and every condition of that was checked.
    Safe,
    /// One does, in an execution that was replayed.
    Wrong,
    /// Nothing is known.
    Inconclusive,
}

impl Verdict {
    /// In a word.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Safe => "safe",
            Verdict::Wrong => "wrong",
            Verdict::Inconclusive => "inconclusive",
        }
    }
}

/// What a check found out.
///
/// ```
/// use moverlog::prelude::*;
///
/// let text = "int x; void T() { while (true) { x = x + 1; } } P = { T() };";
/// let model = Model::parse("endless.mover", text)?;
/// let outcome = Checker::new(&model.program).rules("interleaving")?.max_states(100).run()?;
/// assert_eq!((outcome.verdict, outcome.bound), (Verdict::Inconclusive, Some(Bound::States)));
/// assert!(outcome.states >= 100 && outcome.failed.is_none());
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Outcome {
    /// Whether some thread goes wrong.
    pub verdict: Verdict,
    /// Why nothing more is known, if something was left out.
    pub bound: Option<Bound>,
    /// Where a thread met it first, in words, if it is one of the program.
    pub met_at: Option<String>,
    /// Those of the last exploration, as are the counts below.
    pub states: usize,
    /// Steps between states.
    pub transitions: u64,
    /// Pairs of a global store and one thread's share of a state: also those inside transactions or blocks,
    /// where no state is stored.
    pub nodes: usize,
    /// How many facts each relation has.
    pub relations: Vec<(Cow<'static, str>, usize)>,
    /// Who goes wrong, and how.
    pub failed: Option<Failed>,
    /// How many explorations it took until the assumptions held.
    pub rounds: usize,
    /// The states of each exploration before the last.
    pub earlier: Vec<usize>,
    /// Locations that end a transaction in its post-commit phase so that C3 holds.
    pub lfs: BTreeSet<Loc>,
    /// Locations of the nodes that end a transaction in its post-commit phase, of an engine that chooses nodes.
    pub chosen: BTreeSet<Loc>,
    /// For each thread the first of its group, where groups that do not notice each other were explored one by one.
    pub groups: Vec<Tid>,
    /// How each cell is used, where movers were derived from that.
    pub uses: Option<Vec<Use>>,
    /// Accesses that took locks out of protecting sets, for a ruleset that infers them.
    pub removals: Vec<Removal>,
    /// M_z of every cell of data, where movers were derived from that.
    pub protecting: Option<Vec<Vec<Cell>>>,
    /// What was seen at each location.
    pub profiles: Vec<Profile>,
    /// Where threads were, if it is safe.
    pub visits: Visits,
    /// What the verdict does not speak of, if that was asked.
    pub vacuity: Option<Vacuity>,
    /// Where a reduced exploration left threads blocked in their pre-commit phase, if it is safe.
    pub stuck: BTreeSet<(Tid, Loc)>,
    /// Threads that end while they hold a mutex, by its owner cell, if none goes wrong.
    pub ends_holding: BTreeSet<(Tid, Cell)>,
    /// Why stacks may grow without end, where the bound on them was hit and summaries tell.
    pub endless: Option<Violation>,
    /// What every interleaving says, where rules from a file find it safe.
    pub confirmation: Option<Confirmation>,
    /// Rules from a file have led a thread where no execution does, and say nothing.
    pub astray: bool,
    /// The variables that took ever more values, where a bound was hit.
    pub growing: Vec<Growing>,
    /// Groups of threads that were taken for one another: states that differ in their names are one.
    pub interchangeable: Vec<Vec<Tid>>,
    /// What was not stored, where a sliced program was explored; the counts and movers are those of that one.
    pub left_out: Option<LeftOut>,
    /// Numbers that were taken for mutexes; the counts and movers are those of a program that has these.
    pub spinlocks: Vec<Spinlock>,
    /// Loops that took all of their rounds at once; the counts and movers are those of a program in which they do.
    pub accelerated: Vec<Counting>,
    /// The heads of loops that were taken to go round any number of times.
    pub uncounted: Vec<Loc>,
    /// Values from outside were taken for names; the counts and movers are those of a program that has these.
    pub names: bool,
    /// What a symbolic engine took, if one decided.
    pub symbolic: Option<Measures>,
    /// The invariant by which it is safe, if there is one.
    pub certificate: Option<Certificate>,
    /// What was explored by contexts, if that was asked.
    pub contexts: Option<Contexts>,
    /// How threads of the same share were counted, where they have no names.
    pub counted: Option<Counted>,
    /// What holds of each thread and of each two, if it is by that that they are safe.
    pub viewed: Option<Viewed>,
    /// How many delays the error takes, if it was found in executions that are fixed but for few of them.
    pub delays: Option<usize>,
}

/// An invariant of each thread and of each two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Viewed {
    /// In words, each of where threads are.
    pub claims: Vec<String>,
    /// So many candidates there were.
    pub tried: usize,
    /// Whether it is one of any number of threads, and not just of those that there are.
    pub any_number: bool,
}

/// How many threads of the same share there are, where nobody goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Any number, from this one on: so many threads as somebody likes are started.
    UpTo(u8),
    /// As many as there are.
    Each,
}

/// What was explored context by context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contexts {
    /// So many were explored to the end with nothing left out; if a thread goes wrong, then in the last of them, and
    /// in no fewer.
    pub explored: u32,
    /// How many different sets of stacks there are.
    pub languages: usize,
    /// The transitions of all automata.
    pub transitions: usize,
    /// Why more contexts reach no error, if that is known.
    pub converged: Option<Convergence>,
}

/// Why no number of contexts reaches an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Convergence {
    /// One more context reaches no further state.
    States,
    /// No thread goes wrong in any of so many visible states, which are those that are reached where returns lead to
    /// any caller.
    Visible(usize),
    /// No thread goes wrong where each has its own stack and sees the local stores of the others alone, by automata of
    /// so many transitions.
    Apart(usize),
}

/// An invariant of a program's circuit, and which circuit that is. It is about states between blocks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// Who makes blocks.
    pub rules: String,
    /// How often a procedure may be running at once.
    pub inline: Option<u32>,
    /// The bits of a number without a range.
    pub wide: u32,
    /// Of each one of these latches is true, or false if so said.
    pub clauses: Vec<Vec<(String, bool)>>,
    /// What that says, for people.
    pub facts: Vec<Fact>,
}

/// What a symbolic engine took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Measures {
    /// Which one.
    pub decider: Decider,
    /// Bits of a state.
    pub latches: usize,
    /// Gates of a step.
    pub gates: usize,
    /// How many blocks in a row were followed, by bounded model checking, or how many lead to the error.
    pub depth: Option<usize>,
    /// Frames, by IC3.
    pub frames: usize,
    /// Clauses of the invariant, by IC3.
    pub clauses: usize,
    /// Questions to the solver, by IC3.
    pub queries: usize,
}

/// What decides circuits.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Decider {
    /// Bounded model checking.
    #[default]
    Bmc,
    /// Property directed reachability.
    Ic3,
    /// That of an installed ABC; what it says is checked.
    Abc,
    /// Another program, run by this command; what it says is checked.
    External(&'static str),
}

impl Decider {
    /// As `--engine` names it.
    pub fn name(self) -> &'static str {
        match self {
            Decider::Bmc => "bmc",
            Decider::Ic3 => "ic3",
            Decider::Abc => "abc",
            Decider::External(_) => "external",
        }
    }

    /// As tables name it: another program by its own name.
    pub fn title(self) -> &'static str {
        let Decider::External(command) = self else { return self.name() };
        let program = command.split_whitespace().next().unwrap_or_default();
        program.rsplit('/').next().unwrap_or_default()
    }
}

/// What every interleaving says of a model that rules from a file find safe.
#[derive(Debug)]
pub enum Confirmation {
    /// It is safe, by so many states.
    Agrees(usize),
    /// The rules have missed this.
    Refutes(Box<Failed>),
    /// There are too many.
    Open,
}

impl Outcome {
    /// Where transactions end in their post-commit phase, besides where their steps do not move left.
    pub fn ends(&self) -> impl Iterator<Item = Loc> {
        self.lfs.union(&self.chosen).copied()
    }

    /// Nothing is known.
    pub(super) fn nothing(bound: Option<Bound>) -> Self {
        Outcome {
            verdict: Verdict::Inconclusive,
            bound,
            met_at: None,
            states: 0,
            transitions: 0,
            nodes: 0,
            relations: vec![],
            failed: None,
            rounds: 0,
            earlier: vec![],
            lfs: BTreeSet::new(),
            chosen: BTreeSet::new(),
            groups: vec![],
            uses: None,
            removals: vec![],
            protecting: None,
            profiles: vec![],
            visits: Visits::default(),
            vacuity: None,
            stuck: BTreeSet::new(),
            ends_holding: BTreeSet::new(),
            endless: None,
            confirmation: None,
            astray: false,
            growing: vec![],
            interchangeable: vec![],
            left_out: None,
            spinlocks: vec![],
            accelerated: vec![],
            uncounted: vec![],
            names: false,
            symbolic: None,
            certificate: None,
            contexts: None,
            counted: None,
            viewed: None,
            delays: None,
        }
    }

    /// The round before the last that stored most, and how many states, if those are more than the last stored.
    pub fn larger_round(&self) -> Option<(usize, usize)> {
        let rounds = self.earlier.iter().enumerate().map(|(i, states)| (i + 1, *states));
        rounds.max_by_key(|(round, states)| (*states, Reverse(*round))).filter(|(_, states)| *states > self.states)
    }

    /// The bound by which states were left out. That a ruleset may miss errors is none: it explores what
    /// its rules say.
    pub fn cut(&self) -> Option<Bound> {
        self.bound.filter(|b| *b != Bound::Claim)
    }
}

/// A thread that goes wrong, with an execution that was replayed step by step.
///
/// ```
/// use moverlog::prelude::*;
///
/// let model = Model::parse("one.mover", "void T() { assert(false); } P = { T() };")?;
/// let failed = Checker::new(&model.program).run()?.failed.expect("it is false");
/// assert_eq!((failed.thread, model.program.location(failed.loc).line), (Tid(1), 1));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Failed {
    /// Who goes wrong.
    pub thread: Tid,
    /// Where.
    pub loc: Loc,
    /// Why.
    pub failure: Failure,
    /// As it was found, each run of one thread's steps by itself.
    pub original: Vec<Transaction>,
    /// Reduced to what matters and reordered into whole transactions.
    pub story: Vec<Transaction>,
    /// The steps of the story.
    pub schedule: Vec<Choice>,
    /// Where a number was one of too many to list: the program with those alone that the steps choose from.
    pub narrowed: Option<Box<Program>>,
}

/// An access to a variable by a thread that does not hold a lock.
#[derive(Debug)]
pub struct Removal {
    /// What is accessed.
    pub variable: Cell,
    /// The lock, by its owner cell; nothing for an access that is shown beside one that took every lock.
    pub lock: Option<Cell>,
    /// By whom.
    pub thread: Tid,
    /// Where.
    pub loc: Loc,
    /// What the thread holds there, by owner cells.
    pub held: Vec<Cell>,
    /// An execution up to the access, and with it unless it blocks.
    pub trace: Vec<Transaction>,
}

/// A recursive frame with which a thread gets outside a transaction.
#[derive(Debug)]
pub struct Violation {
    /// Who has it on its stack.
    pub thread: Tid,
    /// Where it returns to, and what it keeps.
    pub frame: Kept,
    /// The step that commits the transaction, if it has committed.
    pub commit: Option<Loc>,
    /// Where the thread is outside, and why.
    pub end: Option<Loc>,
    /// Why.
    pub reason: EndReason,
    /// The frames pushed from one occurrence of the frame to the next, the last being that one.
    pub word: Vec<Kept>,
    /// An execution that ends there with the frame on the stack; empty if the bound hides it.
    pub execution: Vec<Transaction>,
}

/// Why a node is outside any transaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// Post-commit, the next step is no left mover.
    NotLeft,
    /// No step is enabled there.
    Blocked,
    /// C3' made transactions end there.
    Cut,
    /// The thread has gone wrong.
    Wrong,
}

/// What a verdict `safe` does not speak of.
#[derive(Clone, Default, Debug)]
pub struct Vacuity {
    /// Why it is not known, if a bound was hit before it was.
    pub bound: Option<Bound>,
    /// Where threads come and never get on.
    pub blocked: BTreeSet<(Tid, Loc)>,
    /// Statements, assertions among them, to which no thread comes.
    pub unreached: BTreeSet<Loc>,
    /// Atomic blocks to which threads come, but not to an assertion inside.
    pub untested: BTreeSet<Loc>,
}

//! A model, and one check of it, put together step by step.

use crate::control::{Control, Limits};
use crate::diagnostics::Diagnostic;
#[cfg(feature = "workers")]
use crate::driver::agreement;
use crate::driver::{Engine, MoverMode, Options, Outcome, check};
use crate::error::Error;
use crate::ir::Program;
use crate::model::{Model, load};
use crate::symmetry;
#[cfg(feature = "workers")]
use crate::workers::Cluster;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What is to be checked, how, and within which bounds.
///
/// ```
/// use moverlog::prelude::*;
///
/// let text = "int x; void T() { x = x + 1; assert(x == 1); } P = { T() } || { T() };";
/// let model = Model::parse("race.mover", text)?;
/// let outcome = Checker::new(&model.program).rules("cpc")?.max_states(1000).run()?;
/// let failed = outcome.failed.expect("both threads may have counted");
/// assert_eq!(outcome.verdict, Verdict::Wrong);
/// assert_eq!(model.program.location(failed.loc).line, 1);
/// assert!(failed.story.iter().any(|transaction| transaction.thread != failed.thread));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
pub struct Checker<'p> {
    program: &'p Program,
    engine: Engine<'p>,
    movers: Option<MoverMode>,
    initial_phase: bool,
    limits: Limits,
    /// Whether the engine was named.
    named: bool,
    groups: Option<bool>,
    /// Whether interchangeable threads are taken for one another.
    symmetry: Option<bool>,
    slice: Option<bool>,
    spinlocks: Option<bool>,
    acceleration: Option<bool>,
    workers: usize,
    #[cfg(feature = "workers")]
    cluster: Option<Arc<Cluster>>,
}

impl<'p> Checker<'p> {
    /// Under `summaries`, with the movers that the program claims, or else those that its locks (FQ 6) and its flags
    /// give.
    pub fn new(program: &'p Program) -> Self {
        let engine = Engine::named("summaries").expect("it is listed");
        Checker {
            program,
            engine,
            movers: None,
            initial_phase: true,
            limits: Limits::default(),
            named: false,
            groups: None,
            symmetry: None,
            slice: None,
            spinlocks: None,
            acceleration: None,
            workers: 1,
            #[cfg(feature = "workers")]
            cluster: None,
        }
    }

    /// A ruleset, search or reduction, by the name that `moverlog rules` lists, on the program as it is.
    ///
    /// # Errors
    /// [`Error::UnknownRules`] if there is none of that name.
    pub fn rules(self, name: &str) -> Result<Self, Error> {
        let known = || Engine::all().map(Engine::name).collect();
        let unknown = || Error::UnknownRules { name: name.into(), known: known() };
        Ok(self.engine(Engine::named(name).ok_or_else(unknown)?))
    }

    /// A ruleset of one's own, or a search, on the program as it is; where an engine is chosen, movers come from locks
    /// alone unless something else is said.
    pub fn engine(self, engine: impl Into<Engine<'p>>) -> Self {
        Checker { engine: engine.into(), named: true, ..self }
    }

    /// Whether states that differ in the names of interchangeable threads are stored as one, under a ruleset; they
    /// are unless an engine is named or something else is said.
    pub fn symmetry(mut self, yes: bool) -> Self {
        self.symmetry = Some(yes);
        self
    }

    /// Where movers come from.
    pub fn movers(self, mode: MoverMode) -> Self {
        Checker { movers: Some(mode), ..self }
    }

    /// Whether data on which nothing depends are left out, and those that are dead; they are unless an engine is
    /// named before.
    pub fn slice(self, yes: bool) -> Self {
        Checker { slice: Some(yes), ..self }
    }

    /// Whether numbers that are locks are taken for mutexes; they are unless an engine is named before.
    pub fn spinlocks(self, yes: bool) -> Self {
        Checker { spinlocks: Some(yes), ..self }
    }

    /// Whether loops that only add take all of their rounds at once; they do unless an engine is named before.
    pub fn acceleration(self, yes: bool) -> Self {
        Checker { acceleration: Some(yes), ..self }
    }

    /// Whether threads are in the pre-commit phase before their first step, as QRR has them (QRR 4); they are
    /// unless something else is said.
    pub fn starts_before_commit(mut self, yes: bool) -> Self {
        self.initial_phase = yes;
        self
    }

    /// Explores groups of threads that do not notice each other one by one, which stores fewer states than the rules
    /// say. Unless something else is said it does so where no engine was named.
    pub fn groups(self, one_by_one: bool) -> Self {
        Checker { groups: Some(one_by_one), ..self }
    }

    /// Lets so many threads explore; one alone does where the engine, the movers or the way in which states are stored
    /// are not [for several](Engine::refuses_workers). What is found does not depend on it, but for searches that a
    /// bound ends: these come to the end of a layer.
    ///
    /// ```
    /// use moverlog::prelude::*;
    ///
    /// let model = Model::parse("two.mover", "int x; void T() { x = x + 1; } P = { T() } || { T() };")?;
    /// let checker = Checker::new(&model.program).rules("interleaving")?;
    /// assert_eq!(checker.clone().workers(2).run()?.states, checker.run()?.states);
    /// # Ok::<(), Error>(())
    /// ```
    #[cfg(feature = "workers")]
    pub fn workers(self, threads: usize) -> Self {
        Checker { workers: threads, ..self }
    }

    /// Lets these workers explore, of which some are in other processes. In each process the same is to be run; one
    /// worker does in each what several cannot.
    #[cfg(feature = "workers")]
    pub fn cluster(mut self, cluster: &Arc<Cluster>) -> Self {
        self.limits.halt = cluster.halt();
        Checker { cluster: Some(cluster.clone()), ..self }
    }

    /// Stops after this many states; 10 million unless something else is said.
    pub fn max_states(mut self, states: usize) -> Self {
        self.limits.max_states = states;
        self
    }

    /// Cuts a thread's stack at this many frames; 100 unless something else is said.
    pub fn max_stack(mut self, frames: u32) -> Self {
        self.limits.max_stack = frames;
        self
    }

    /// Stops after this time.
    pub fn timeout(mut self, time: Duration) -> Self {
        self.limits.timeout = Some(time);
        self
    }

    /// Stops when this is raised.
    pub fn cancelled_by(mut self, flag: Arc<AtomicBool>) -> Self {
        self.limits.cancel = flag;
        self
    }

    /// Checks the program.
    ///
    /// # Errors
    /// [`Error::FalseClaims`] if movers are taken from the program's claims and one does not hold;
    /// `Error::Cluster` if another process explores something else, or is gone before it begins.
    pub fn run(&self) -> Result<Outcome, Error> {
        let control = Control::from(self.limits.clone());
        let marked = self.symmetry.unwrap_or(!self.named).then(|| symmetry::marked(self.program));
        let program = marked.as_ref().unwrap_or(self.program);
        let unless_said = if self.named { Options::of(program) } else { Options::fewest(program) };
        let options = Options {
            movers: self.movers.unwrap_or(unless_said.movers),
            groups: self.groups.unwrap_or(unless_said.groups),
            slice: self.slice.unwrap_or(unless_said.slice),
            spinlocks: self.spinlocks.unwrap_or(unless_said.spinlocks),
            acceleration: self.acceleration.unwrap_or(unless_said.acceleration),
            initial_phase: self.initial_phase,
            workers: self.workers,
            #[cfg(feature = "workers")]
            cluster: self.cluster.clone(),
            ..unless_said
        };
        #[cfg(feature = "workers")]
        if let Some(cluster) = &self.cluster {
            cluster.agree(agreement(program, self.engine, &options, &self.limits), &control)?;
        }
        check(program, self.engine, &options, &control).map_err(Error::FalseClaims)
    }
}

impl Model {
    /// The model of this text; warnings are left out. `name` stands in messages.
    ///
    /// # Errors
    /// [`Error::IllFormed`] if the text is no model.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let (model, diagnostics) = load(name, text, &[]);
        let lines = |found: &[Diagnostic]| found.iter().map(|d| d.in_line(name, text)).collect();
        model.ok_or_else(|| Error::IllFormed { lines: lines(&diagnostics), diagnostics })
    }

    /// The model in a file.
    ///
    /// # Errors
    /// [`Error::Unreadable`], or [`Error::IllFormed`] if it is no model.
    pub fn read(path: impl AsRef<std::path::Path>) -> Result<Self, Error> {
        let name = path.as_ref().display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Model::parse(&name, &text),
            Err(source) => Err(Error::Unreadable { name, source }),
        }
    }
}

//! C programs: from text to the intermediate representation.
//!
//! `prepare` and `preprocess` make text that the parser of `lang-c` reads; `source` finds back from it to the user's
//! lines. `declare` and `types` say what names mean, `objects` where they lie; `function` and the files below it lower
//! statements and expressions, with at most one access to shared memory for each step; `library` is what calls of
//! pthread, C11 and SV-COMP functions mean; `region` makes one step of what is atomic.

mod activations;
mod addresses;
mod allocators;
mod assign;
mod attributes;
mod balance;
mod branches;
mod bypassed;
mod calls;
mod command;
mod constants;
mod container;
mod convert;
mod declare;
mod elsewhere;
mod endless;
mod facts;
mod fixed;
mod floats;
mod forms;
mod function;
mod generic;
mod idle;
mod initialise;
mod jumps;
mod late;
mod layout;
mod library;
mod lists;
mod literals;
mod locals;
mod lower;
mod mathematics;
mod nesting;
mod objects;
mod operand;
mod orders;
mod outside;
mod parameters;
mod parts;
mod places;
mod plan;
mod pointers;
mod prepare;
mod preprocess;
mod program;
mod questions;
mod region;
mod reused;
mod rooms;
mod rounds;
mod sizes;
mod source;
mod statements;
mod static_types;
mod switch;
mod tags;
mod texts_fixed;
mod threads;
mod touched;
mod touches;
mod tree;
mod types;
mod uninitialised;
mod unit;
mod unreadable;
mod unsequenced;
mod unset;
mod values;
mod walk;
mod wide;

use crate::control::Control;
use crate::diagnostics::Diagnostic;
use crate::ir::Program;
use attributes::Attributes;
use source::Source;
pub use types::DataModel;

/// What the text does not say.
#[derive(Clone, Debug)]
pub struct Options {
    /// How wide `long` and pointers are.
    pub data_model: DataModel,
    /// How many threads a place that creates threads again and again may create.
    pub threads: u32,
    /// Those that it creates beyond that never move, and everybody else goes on.
    pub idle_threads: bool,
    /// How many objects a place that allocates may allocate.
    pub heap: u32,
    /// Values of `__VERIFIER_nondet_int` and its like, besides constants of the program; nothing: all of their types.
    pub nondet: Option<(i32, i32)>,
    /// Functions without a body, and what they return.
    pub stubs: Vec<(String, Stub)>,
    /// The function that the program begins with.
    pub entry: String,
    /// The words behind the name of the program; nothing: any.
    pub words: Option<Vec<String>>,
    /// A number that nobody has set is any, as far as `nondet` goes; otherwise nothing is known of it.
    pub chooses_unset: bool,
    /// Rounds of a loop inside of an atomic region.
    pub atomic_rounds: u32,
    /// The command that preprocesses, instead of `cc -E`.
    pub cpp: Option<String>,
    /// `-I`
    pub includes: Vec<String>,
    /// `-D`
    pub defines: Vec<String>,
    /// The headers of the system instead of those that come along.
    pub system_headers: bool,
    /// Deadlocks are asked for: whoever waits for a condition is woken by a signal alone.
    pub deadlocks: bool,
    /// Races are asked for.
    pub races: bool,
    /// Assertions are asked for; otherwise the program ends where one fails.
    pub assertions: bool,
    /// What C leaves undefined is asked for; otherwise what follows it is not known.
    pub undefined: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            data_model: DataModel::Lp64,
            threads: 3,
            idle_threads: false,
            heap: 4,
            nondet: Some((-1, 2)),
            stubs: vec![],
            entry: "main".into(),
            words: None,
            chooses_unset: false,
            atomic_rounds: 20,
            cpp: None,
            includes: vec![],
            defines: vec![],
            system_headers: false,
            deadlocks: false,
            races: false,
            assertions: true,
            undefined: true,
        }
    }
}

impl Options {
    /// Whether all values are followed that may come from outside, and that may stand in what nobody has set.
    fn takes_all(&self) -> bool {
        self.nondet.is_none()
    }
}

/// What a function without a body returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stub {
    /// Nothing.
    Skip,
    /// Any value, as far as `nondet` goes.
    Any,
    /// One of these, both ends included.
    Values(i32, i32),
}

/// The program, `None` iff a diagnostic is an error or a bound has ended the work, as `control` says then.
pub fn load(name: &str, text: &str, options: &Options, control: &Control<'_>) -> (Option<Program>, Vec<Diagnostic>) {
    let source = match preprocess::is_needed(text) {
        true => match preprocess::preprocessed(name, text, options) {
            Ok(preprocessed) => {
                let preprocessed = prepare::standard(preprocessed);
                let prepared = prepare::prepared(&preprocessed);
                let attributes = Attributes::of(&preprocessed, prepared.attributes, 0);
                Source::new(text, preprocess::INPUT, prepared.text).with(attributes)
            }
            Err(message) => return (None, unreadable::unpreprocessed(text, &message, options.system_headers)),
        },
        false => {
            let prepared = prepare::prepared(text);
            let before = prepare::missing_types(&prepared.text);
            let attributes = Attributes::of(text, prepared.attributes, before.len());
            Source::of_itself(text, &before, format!("{before}{}", prepared.text)).with(attributes)
        }
    };
    let refused = unreadable::attributes(&source);
    if !refused.is_empty() {
        return (None, refused);
    }
    if let Some(diagnostic) = nesting::refused(&source) {
        return (None, vec![diagnostic]);
    }
    let config = lang_c::driver::Config { flavor: lang_c::driver::Flavor::GnuC11, ..Default::default() };
    match lang_c::driver::parse_preprocessed(&config, source.text.clone()) {
        Ok(parsed) => program::lowered(&parsed.unit, &source, options, control),
        Err(error) => (None, vec![unreadable::unparsed(&source, error.offset)]),
    }
}

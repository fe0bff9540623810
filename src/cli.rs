//! The command line: the only part that reads files, prints and exits.

mod args;
mod beyond;
mod certify;
mod challenge;
mod check;
mod compare;
mod conditions;
mod contexts;
mod contrast;
mod counters;
mod course;
mod delays;
mod diff;
mod errata;
mod exercise;
mod explain;
mod facts;
mod failure;
mod fmt;
mod graph;
mod hazards;
mod help;
#[cfg(feature = "workers")]
mod hosts;
mod idle;
mod init;
mod inputs;
mod invariant;
mod locksets;
mod lsp;
mod movers;
mod next;
mod page;
mod pools;
mod progress;
mod pushdown;
mod query;
mod rules;
mod run;
mod screen;
mod separate;
mod shell;
mod studio;
mod suggest;
mod summaries;
mod symbolic;
mod task;
mod theorems;
mod timed;
mod tour;
mod tsg;
mod why_not;
mod witness;
mod workers;

use crate::control::{Bound, Control};
use crate::diagnostics::{Diagnostic, Severity};
use crate::model::{Language, Model, load_bp, load_c_within, load_pushdown, load_with_pools};
use crate::report::{self, Format, Report};
use args::{Arguments, Command, Common, Exported};
use clap::{CommandFactory, FromArgMatches};
use failure::Failure;
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

/// What every exit status means is a promise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Yes = 0,
    No = 1,
    Usage = 2,
    Inconclusive = 3,
    Disagreement = 4,
}

/// The counters of the allocator, in bytes.
#[derive(Clone, Copy)]
pub struct Memory {
    pub current: fn() -> usize,
    pub peak: fn() -> usize,
    /// Begins a new peak.
    pub reset_peak: fn(),
    /// Whether the process ends after the next run: then memory need not be freed.
    pub last: bool,
}

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Set where another process ends an exploration that both take part in.
static HALTED: LazyLock<Arc<OnceLock<Bound>>> = LazyLock::new(Arc::default);

/// Runs the command line of this process.
pub fn main(memory: Memory) -> ExitCode {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let (as_json, as_sarif) = (failure::wants(&words, "json"), failure::wants(&words, "sarif"));
    let status = run(words, memory)
        .unwrap_or_else(|failure| if as_sarif { failure.tell_sarif() } else { failure.tell(as_json) });
    ExitCode::from(if UNWRITTEN.load(Ordering::Relaxed) { Status::Usage } else { status } as u8)
}

fn run(words: Vec<String>, memory: Memory) -> Result<Status, Failure> {
    let words = suggest::with_default_command(words)?;
    if let Some(help) = help::asked(&words) {
        answer(&help);
        return Ok(Status::Yes);
    }
    let matches = Arguments::command().try_get_matches_from(words);
    let matches = matches.map_err(Failure::words)?;
    screen::prepare(&matches);
    idle::refuse(&matches)?;
    let arguments = Arguments::from_arg_matches(&matches).map_err(Failure::words)?;
    // A second Ctrl-C does not wait for partial results.
    let interrupt = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(Status::Inconclusive as i32);
        }
    };
    // Without a handler Ctrl-C ends the process at once, which is no reason not to run.
    let _ = ctrlc::set_handler(interrupt);
    match &arguments.command {
        Command::Check(args) if task::is_task(&args.model) => task::run(args, memory),
        Command::Check(args) => check::run(args, memory),
        Command::Certify(args) => certify::run(args, memory),
        Command::Challenge(args) => challenge::run(args, memory),
        Command::Compare(args) => compare::run(args, memory),
        Command::Conditions(args) if args.theorems => theorems::run(args, memory),
        Command::Conditions(args) => conditions::run(args, memory),
        Command::Errata(args) => errata::run(args),
        Command::Exercise(args) => exercise::run(args, memory),
        Command::Explain(args) => explain::run(args, memory),
        Command::Export(args) if args.to == Exported::Cpds => pushdown::export(args, memory),
        Command::Export(args) => symbolic::export(args, memory),
        Command::Facts(args) => facts::run(args, memory),
        Command::Locksets(args) => locksets::run(args, memory),
        Command::Contrast(args) => contrast::run(args, memory),
        Command::Diff(args) => diff::run(args, memory),
        Command::Fmt(args) => fmt::run(args),
        Command::Completions(args) => Ok(shell::completions(args)),
        Command::Man(args) => shell::man(args),
        Command::Init(args) => init::run(args),
        Command::Tour(args) => tour::run(args),
        Command::Lsp(args) => Ok(lsp::run(args, memory)),
        Command::Graph(args) => graph::run(args, memory),
        Command::Movers(args) => movers::run(args, memory),
        Command::Separate(args) => separate::run(args, memory),
        Command::Studio(args) => studio::run(args, memory),
        Command::Summaries(args) => summaries::summaries(args, memory),
        Command::Termination(args) => summaries::termination(args, memory),
        Command::WhyNot(args) => why_not::run(args, memory),
        Command::Query(args) => query::run(args, memory),
        Command::Report(args) => page::run(args, memory),
        Command::Rules(args) => rules::run(args),
        Command::Run(args) => run::run(args, memory),
        Command::Tsg(args) => tsg::run(args, memory),
    }
}

/// Reads and compiles the model.
/// For engines that take one state after the other.
fn read_model(name: &str, common: &Common) -> Result<Model, Failure> {
    inputs::refused(common.c.inputs())?;
    read_for_circuits(name, common)
}

fn read_for_circuits(name: &str, common: &Common) -> Result<Model, Failure> {
    compile(name, &read_text(name)?, &common.constants, common)
}

fn read_text(name: &str) -> Result<String, Failure> {
    read(name).map_err(|e| Failure::unreadable(name, &e))
}

fn compile(name: &str, text: &str, constants: &[(String, i64)], common: &Common) -> Result<Model, Failure> {
    let language = Language::of(name);
    if let Some(flag) = common.pushdown.asked_for().filter(|_| language != Language::Pushdown) {
        return Err(Failure::refused(format!("`{flag}` has no effect here: `{name}` is no pushdown system")));
    }
    if let Some(flag) = common.bp.asked_for().filter(|_| language != Language::Boolean) {
        return Err(Failure::refused(format!("`{flag}` has no effect here: `{name}` is no boolean program")));
    }
    let control = Control::from(common.reading());
    let (model, diagnostics) = match language {
        Language::Model => load_with_pools(name, text, constants, common.pool()),
        Language::C => load_c_within(name, text, &common.c.options(common), &control),
        Language::Boolean => load_bp(name, text, &common.bp.options(common), &control),
        Language::Pushdown => load_pushdown(name, text, &common.pushdown.options(read_text)?, &control),
    };
    if let Some(bound) = control.hit() {
        return Err(Failure::unread(name, bound));
    }
    let mut model = accepted(model, diagnostics, name, text, common)?;
    model.program.spurious_wakeups = common.spurious_wakeups;
    Ok(model)
}

fn read(path: &str) -> std::io::Result<String> {
    if let Some(name) = path.strip_prefix("errata:") {
        let unknown = || std::io::Error::new(ErrorKind::NotFound, "the catalogue has no such file");
        return crate::errata::file(name).map(str::to_string).ok_or_else(unknown);
    }
    let mut bytes = vec![];
    match path {
        "-" => std::io::stdin().read_to_end(&mut bytes)?,
        path => std::fs::File::open(path)?.read_to_end(&mut bytes)?,
    };
    if Language::of(path) == Language::C {
        return Ok(of_c(&bytes));
    }
    String::from_utf8(bytes).map_err(|e| {
        let line = 1 + e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        std::io::Error::new(std::io::ErrorKind::InvalidData, format!("line {line} is not UTF-8 text"))
    })
}

/// Comments and texts of C programs may be in any encoding: what is no UTF-8 is as long as it was.
fn of_c(bytes: &[u8]) -> String {
    let chunks = bytes.utf8_chunks();
    chunks.map(|chunk| [chunk.valid(), &"?".repeat(chunk.invalid().len())].concat()).collect()
}

/// What a text means, if it means something; warnings about it are drawn on standard error.
fn accepted<A>(
    meant: Option<A>,
    mut found: Vec<Diagnostic>,
    name: &str,
    text: &str,
    common: &Common,
) -> Result<A, Failure> {
    found.retain(|d| d.severity == Severity::Error || !common.quiet);
    let silent = found.is_empty();
    let said = Failure::text(name, text, found, common);
    let Some(meant) = meant else { return Err(said) };
    if !silent {
        said.tell(false);
    }
    Ok(meant)
}

fn complain(message: &str) {
    // Nobody listens on a closed standard error.
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// Part of an answer could not be written, which has been said.
static UNWRITTEN: AtomicBool = AtomicBool::new(false);

/// Prints an answer. A reader that went away, as `head` does, is no error.
fn answer(text: &str) {
    answer_bytes(text.as_bytes());
}

fn answer_bytes(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    if let Err(e) = written
        && e.kind() != ErrorKind::BrokenPipe
    {
        complain(&format!("error: cannot write to standard output: {e}"));
        UNWRITTEN.store(true, Ordering::Relaxed);
    }
}

fn answer_json(value: serde_json::Value) {
    answer(&report::json_text(value));
}

fn print(report: &(impl Report + ?Sized), format: Format) {
    match format {
        Format::Text => screen::show(report.lines(screen::width())),
        _ => answer(&report.written(format)),
    }
}

/// Whether standard error shows progress.
fn shows_progress(common: &Common) -> bool {
    !common.quiet && std::io::stderr().is_terminal()
}

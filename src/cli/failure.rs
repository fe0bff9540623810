//! Why a command has no answer: told once, on standard error, or with `--format json` as an answer itself.

use super::args::{Color, Common};
use super::{Status, answer, answer_json, complain, screen};
use crate::diagnostics::{Diagnostic, render};
use crate::driver::Bound;
use crate::model::Model;
use crate::movers::FalseClaim;
use crate::report;
use clap::error::Error;
use serde_json::{Value, json};
use std::io::ErrorKind;

/// No answer, what is said in its place, and the exit status.
pub(super) struct Failure {
    status: Status,
    causes: Vec<Cause>,
}

enum Cause {
    /// What is wrong with a text, and where.
    Text { name: String, text: String, found: Vec<Diagnostic>, color: bool },
    /// About a file as a whole, or about what was asked for.
    Sentence { heading: &'static str, file: Option<String>, message: String, help: Option<String> },
    /// About the words of the command line.
    Words(Error),
}

impl Failure {
    fn sentence(status: Status, heading: &'static str, file: Option<&str>, message: String) -> Self {
        let file = file.map(str::to_string);
        Failure { status, causes: vec![Cause::Sentence { heading, file, message, help: None }] }
    }

    /// What was asked for cannot be done. Lines after the first are remarks.
    pub(super) fn refused(message: impl ToString) -> Self {
        Self::sentence(Status::Usage, "error", None, message.to_string())
    }

    pub(super) fn inconclusive(message: impl Into<String>) -> Self {
        Self::sentence(Status::Inconclusive, "inconclusive", None, message.into())
    }

    /// A bound left something out.
    pub(super) fn partial(bound: Bound) -> Self {
        let message = format!("partial, a bound was hit ({})", bound.name());
        Self::sentence(Status::Inconclusive, "warning", None, message)
    }

    /// A bound was hit while a program was read.
    pub(super) fn unread(name: &str, bound: Bound) -> Self {
        Self::inconclusive(format!("`{name}` was not read to its end before a bound was hit ({})", bound.name()))
    }

    /// There is nothing to be shown, which is an answer of its own.
    pub(super) fn nothing(status: Status, message: impl Into<String>) -> Self {
        Self::sentence(status, "", None, message.into())
    }

    pub(super) fn unreadable(name: &str, why: &std::io::Error) -> Self {
        let failure = Self::sentence(Status::Usage, "error", Some(name), format!("cannot read `{name}`: {why}"));
        match why.kind() {
            ErrorKind::InvalidData => failure.with_help("name a file of text: a model, rules or a log"),
            ErrorKind::IsADirectory => failure.with_help("name one of its files, or `moverlog compare` all of them"),
            _ => failure,
        }
    }

    pub(super) fn text(name: &str, text: &str, found: Vec<Diagnostic>, common: &Common) -> Self {
        Self::drawn(name, text, found, common.color)
    }

    pub(super) fn drawn(name: &str, text: &str, found: Vec<Diagnostic>, color: Color) -> Self {
        let color = screen::on_errors(color);
        let (name, text) = (name.into(), text.into());
        Failure { status: Status::Usage, causes: vec![Cause::Text { name, text, found, color }] }
    }

    /// Mover claims of a model that are false.
    pub(super) fn claims(model: &Model, claims: &[FalseClaim], common: &Common) -> Self {
        Self::text(&model.name, &model.text, report::refused(&model.program, claims), common)
    }

    /// Words that are no command. Where they ask for help they have it, and the program ends.
    pub(super) fn words(error: Error) -> Self {
        if !error.use_stderr() {
            error.exit();
        }
        Failure { status: Status::Usage, causes: vec![Cause::Words(error)] }
    }

    /// What to do instead.
    pub(super) fn with_help(mut self, advice: impl Into<String>) -> Self {
        if let Some(Cause::Sentence { help, .. }) = self.causes.last_mut() {
            *help = Some(advice.into());
        }
        self
    }

    /// Both, with the status of the other one.
    pub(super) fn and(mut self, other: Failure) -> Self {
        self.causes.extend(other.causes);
        Failure { status: other.status, causes: self.causes }
    }

    /// Says it, and what the program ends with.
    pub(super) fn tell(&self, as_json: bool) -> Status {
        if as_json {
            let model = self.causes.iter().find_map(Cause::file);
            let diagnostics: Vec<Value> = self.causes.iter().flat_map(Cause::json).collect();
            answer_json(json!({"model": model, "diagnostics": diagnostics}));
        } else {
            self.causes.iter().for_each(Cause::draw);
        }
        self.status
    }
}

impl Failure {
    /// Says it as SARIF, and what the program ends with.
    pub(super) fn tell_sarif(&self) -> Status {
        let results: Vec<Value> = self.causes.iter().flat_map(Cause::sarif).collect();
        answer(&report::sarif_text(&results));
        self.status
    }
}

impl Cause {
    fn sarif(&self) -> Vec<Value> {
        match self {
            Cause::Text { name, text, found, .. } => report::sarif_findings(found, name, text),
            Cause::Sentence { file, message, .. } => vec![report::sarif_sentence(file.as_deref(), message)],
            Cause::Words(_) => {
                let said = self.json();
                said.iter().map(|f| report::sarif_sentence(None, f["message"].as_str().unwrap_or_default())).collect()
            }
        }
    }

    fn file(&self) -> Option<&str> {
        match self {
            Cause::Text { name, .. } => Some(name),
            Cause::Sentence { file, .. } => file.as_deref(),
            Cause::Words(_) => None,
        }
    }

    fn draw(&self) {
        match self {
            Cause::Text { name, text, found, color } => {
                let width = screen::width_of_errors().unwrap_or(usize::MAX);
                let name = if name == "-" { "<stdin>" } else { name };
                complain(render::render_within(found, name, text, *color, width).trim_end());
            }
            Cause::Sentence { heading, message, help, .. } => {
                let first = message.lines().next().unwrap_or_default();
                let colon = if heading.is_empty() { "" } else { ": " };
                let help = help.as_ref().map_or(String::new(), |h| format!("; {h}"));
                complain(&format!("{heading}{colon}{first}{help}{}", &message[first.len()..]));
            }
            // Nobody listens on a closed standard error.
            Cause::Words(error) => drop(error.print()),
        }
    }

    fn json(&self) -> Vec<Value> {
        match self {
            Cause::Text { name, text, found, .. } => report::diagnostics_json(found, name, text),
            Cause::Sentence { heading, file, message, help } => {
                let severity = if heading.is_empty() { "note" } else { heading };
                let (message, notes) = remarks(message);
                vec![report::finding_json(severity, file.as_deref(), message, &notes, help.as_deref())]
            }
            Cause::Words(error) => vec![words_json(&error.render().to_string())],
        }
    }
}

/// The first line, and the others as remarks.
fn remarks(text: &str) -> (&str, Vec<&str>) {
    let mut lines = text.lines().map(str::trim).filter(|l| !l.is_empty());
    (lines.next().unwrap_or_default(), lines.collect())
}

/// A message of clap's, which says `error:` before it and `tip:` before what it advises.
fn words_json(text: &str) -> Value {
    let mut paragraphs = text.strip_prefix("error: ").unwrap_or(text).split("\n\n");
    let message: Vec<&str> = paragraphs.next().unwrap_or_default().lines().map(str::trim).collect();
    let rest = || paragraphs.clone().flat_map(str::lines).map(str::trim);
    let help = rest().find_map(|l| l.strip_prefix("tip: "));
    let notes: Vec<&str> = rest().filter(|l| l.starts_with("Usage: ")).collect();
    report::finding_json("error", None, &message.join(" "), &notes, help)
}

/// Whether the words of a command line ask for that format; they may be wrong otherwise.
pub(super) fn wants(words: &[String], format: &str) -> bool {
    let words: Vec<&str> = words.iter().map(String::as_str).take_while(|w| *w != "--").collect();
    let asked = |word: &&str| word.strip_prefix("--format=") == Some(format);
    words.iter().any(asked) || words.windows(2).any(|pair| pair == ["--format", format])
}

/// All results, or what is wrong with any of them.
pub(super) fn all<A>(results: impl IntoIterator<Item = Result<A, Failure>>) -> Result<Vec<A>, Failure> {
    let (found, failed): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    match failed.into_iter().filter_map(Result::err).reduce(Failure::and) {
        Some(failure) => Err(failure),
        None => Ok(found.into_iter().flatten().collect()),
    }
}

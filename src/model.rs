//! From the text of a model to a checked program.

use crate::control::Control;
use crate::diagnostics::{Diagnostic, Severity};
use crate::ir::{Claim, Program};
use crate::starts::POOL;
use crate::{bp, c, check, pushdown, symmetry, syntax};

/// Messages beyond these are only counted.
const MAX_DIAGNOSTICS: usize = 20;

/// A program with its text.
///
/// ```
/// use moverlog::prelude::*;
///
/// let model = Model::parse("one.mover", "int x; void T() { x = 1; } P = { T() };")?;
/// assert_eq!(model.program.threads.len(), 1);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Model {
    /// The file name, for messages.
    pub name: String,
    /// What the file says.
    pub text: String,
    /// What it means.
    pub program: Program,
    /// `//@ key: value`
    pub directives: Vec<(String, String)>,
}

impl Model {
    /// With its interchangeable threads marked, for engines to take them for one another.
    pub fn marked(&self) -> Self {
        Model { program: symmetry::marked(&self.program), ..self.clone() }
    }
}

/// What a file is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// The language of models.
    Model,
    /// C, preprocessed or not.
    C,
    /// Boolean programs, as SLAM and SATABS have them.
    Boolean,
    /// Concurrent pushdown systems, as CUBA has them.
    Pushdown,
}

impl Language {
    /// By the name of the file.
    pub fn of(name: &str) -> Self {
        match name.rsplit_once('.').map(|(_, extension)| extension) {
            Some("c" | "i") => Language::C,
            Some("bp") => Language::Boolean,
            Some("cpds" | "pds") => Language::Pushdown,
            _ => Language::Model,
        }
    }

    /// What a text in it is called.
    pub fn a_text(self) -> &'static str {
        match self {
            Language::Model => "a model",
            Language::C => "a C program",
            Language::Boolean => "a boolean program",
            Language::Pushdown => "a pushdown system",
        }
    }
}

/// The model, `None` iff a diagnostic is an error. `constants` override `const` declarations.
pub fn load(name: &str, text: &str, constants: &[(String, i64)]) -> (Option<Model>, Vec<Diagnostic>) {
    load_with_pools(name, text, constants, POOL)
}

/// The same, where what starts threads without end starts so many.
pub fn load_with_pools(
    name: &str,
    text: &str,
    constants: &[(String, i64)],
    pool: usize,
) -> (Option<Model>, Vec<Diagnostic>) {
    let control = Control::default();
    match Language::of(name) {
        Language::Model => load_model(name, text, constants, pool),
        Language::C => load_c(name, text, &c::Options { threads: pool as u32, ..c::Options::default() }),
        Language::Boolean => load_bp(name, text, &bp::Options { threads: pool, ..bp::Options::default() }, &control),
        Language::Pushdown => load_pushdown(name, text, &pushdown::Options::default(), &control),
    }
}

fn load_model(name: &str, text: &str, constants: &[(String, i64)], pool: usize) -> (Option<Model>, Vec<Diagnostic>) {
    let (ast, mut diagnostics) = syntax::parse(text);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (None, refused(text, diagnostics));
    }
    let (program, more) = check::check(&ast, text, constants, pool);
    diagnostics.extend(more);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return (None, refused(text, diagnostics));
    }
    let model = Model { name: name.into(), text: text.into(), program, directives: ast.directives };
    (Some(model), limited(diagnostics))
}

/// What a text claims of the states of a model, which has no error: an expression in each line, over shared variables and
/// places of threads. What is wrong with that text, if anything is.
pub fn claims(
    model: &Model,
    text: &str,
    constants: &[(String, i64)],
    pool: usize,
) -> Result<Vec<Claim>, Vec<Diagnostic>> {
    let (ast, _) = syntax::parse(&model.text);
    let (claims, found) = check::claims((&ast, &model.text), constants, pool, text);
    if found.iter().any(Diagnostic::is_error) { Err(refused(text, found)) } else { Ok(claims) }
}

/// The model that a C program is, `None` iff a diagnostic is an error.
pub fn load_c(name: &str, text: &str, options: &c::Options) -> (Option<Model>, Vec<Diagnostic>) {
    load_c_within(name, text, options, &Control::default())
}

/// The same within bounds: `None` without an error also where one of them was hit.
pub fn load_c_within(
    name: &str,
    text: &str,
    options: &c::Options,
    control: &Control<'_>,
) -> (Option<Model>, Vec<Diagnostic>) {
    let (program, diagnostics) = c::load(name, text, options, control);
    (program.map(|program| with_text(program, name, text, directive)), limited(diagnostics))
}

/// The model that a boolean program is, `None` iff a diagnostic is an error or a bound was hit.
pub fn load_bp(
    name: &str,
    text: &str,
    options: &bp::Options,
    control: &Control<'_>,
) -> (Option<Model>, Vec<Diagnostic>) {
    let (program, diagnostics) = bp::load(text, options, control);
    (program.map(|program| with_text(program, name, text, directive)), limited(diagnostics))
}

fn with_text(program: Program, name: &str, text: &str, directive: impl Fn(&str) -> Option<(String, String)>) -> Model {
    let directives = text.lines().filter_map(directive).collect();
    Model { name: name.into(), text: text.into(), program, directives }
}

/// The model that a pushdown system is, `None` iff a diagnostic is an error or a bound was hit.
pub fn load_pushdown(
    name: &str,
    text: &str,
    options: &pushdown::Options,
    control: &Control<'_>,
) -> (Option<Model>, Vec<Diagnostic>) {
    let (program, diagnostics) = pushdown::load(text, options, control);
    (program.map(|program| with_text(program, name, text, pushdown::directive)), limited(diagnostics))
}

/// `//@ key: value` on a line of its own.
fn directive(line: &str) -> Option<(String, String)> {
    let (key, value) = line.trim().strip_prefix("//@")?.split_once(':')?;
    Some((key.trim().into(), value.trim().into()))
}

/// What is wrong with a text: one message if all of it is wrong.
fn refused(text: &str, diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    syntax::other::whole_text(text).map_or_else(|| limited(diagnostics), |one| vec![one])
}

/// In source order, and no more than a reader can use.
fn limited(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|d| d.primary.0.start);
    if diagnostics.len() <= MAX_DIAGNOSTICS {
        return diagnostics;
    }
    let rest = diagnostics.split_off(MAX_DIAGNOSTICS);
    let message = format!("{} more messages are not shown", rest.len());
    let errors = rest.iter().any(Diagnostic::is_error);
    diagnostics.push(Diagnostic {
        severity: if errors { Severity::Error } else { Severity::Warning },
        ..Diagnostic::error(message, rest[0].primary.0, "the next one is here")
    });
    diagnostics
}

//! `moverlog rules`, and finding an engine by name.

use super::args::{Color, Common, RulesArgs};
use super::failure::Failure;
use super::{Status, answer, answer_json, read_text, screen};
use crate::derivation::{Rules, RulesFile};
use crate::diagnostics::nearest;
use crate::driver::{Blocks, Engine};
use crate::report::{self, Format};
use serde_json::json;
use std::borrow::Cow;
use std::path::Path;
use std::sync::LazyLock;

pub(super) fn run(args: &RulesArgs) -> Result<Status, Failure> {
    match (&args.name, args.format) {
        (None, Format::Json) => answer_json(report::engines_json()),
        (None, _) => screen::show(report::plain_lines(&report::engines_text())),
        (Some(name), format) => {
            let engine = find(name, Color::Auto)?;
            let text = text(engine, args.source)?;
            match format {
                Format::Json => answer_json(json!({"name": engine.name(), "text": text})),
                _ => answer(&text),
            }
        }
    }
    Ok(Status::Yes)
}

/// As a reader wants it, or as a file of rules.
fn text(engine: Engine, source: bool) -> Result<String, Failure> {
    match (source, engine) {
        (false, _) => Ok(report::engine_text(engine)),
        (true, Engine::Rules(ruleset)) => Ok(report::rules_file(ruleset)),
        (true, Engine::Blocks(Blocks::Compiled(reduction), _)) => Ok(report::blocks_file(reduction)),
        (true, _) => Err(Failure::refused(format!("{}: there is nothing to print", kind(engine)))),
    }
}

/// The engine of that name, or the rules in a file if one is given.
pub(super) fn chosen(name: &str, file: Option<&str>, common: &Common) -> Result<Engine<'static>, Failure> {
    file.map_or_else(|| find(name, common.color), |path| load(path, common.color))
}

/// The engine of that name, or the rules in the file of that name.
pub(super) fn find(name: &str, color: Color) -> Result<Engine<'static>, Failure> {
    let is_path = name.ends_with(".rules") || Path::new(name).is_file();
    match Engine::named(name) {
        Some(engine) => Ok(engine),
        None if is_path => load(name, color),
        None => Err(unknown(name)),
    }
}

fn load(path: &str, color: Color) -> Result<Engine<'static>, Failure> {
    let text = read_text(path)?;
    let name = Path::new(path).file_stem().map_or(path.into(), |stem| stem.to_string_lossy());
    match RulesFile::load(&name, &text) {
        Ok(mut file) => {
            file.path = Some(path.into());
            // One that is called like an engine is called by its path.
            if Engine::named(&file.name).is_some() {
                file.name = path.into();
            }
            Ok(Engine::from(kept(file)))
        }
        Err(wrong) => Err(Failure::drawn(path, &text, wrong, color)),
    }
}

/// The files of rules that this process has read.
static READ: LazyLock<boxcar::Vec<RulesFile>> = LazyLock::new(boxcar::Vec::new);

fn kept(file: RulesFile) -> &'static RulesFile {
    let number = READ.push(file);
    &READ[number]
}

/// The rules of an engine, which a search has not.
pub(super) fn read(engine: Engine<'static>) -> Result<Cow<'static, Rules>, Failure> {
    let none = || Failure::refused(format!("{}: nothing to explain", kind(engine))).with_help("try `summaries`");
    engine.rules().ok_or_else(none)
}

/// What an engine is that has no rules, or is a file already.
fn kind(engine: Engine) -> String {
    match engine {
        Engine::Search(_) => format!("`{}` is a search, without rules", engine.name()),
        _ => format!("`{}` is a file already", engine.name()),
    }
}

fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = Engine::all().map(Engine::name).collect();
    let failure = Failure::refused(format!("no ruleset `{name}`\navailable: {}", names.join(", ")));
    match nearest(name, names.iter().copied()) {
        _ if name.contains(',') => failure.with_help("`moverlog compare` takes several"),
        Some(n) => failure.with_help(format!("did you mean `{n}`?")),
        None => failure,
    }
}

//! `moverlog rules`, and finding an engine by name.

use super::args::{Common, Format, RulesArgs};
use super::{Status, answer, answer_json, complain, read_text};
use crate::derivation::{Rules, RulesFile};
use crate::diagnostics::nearest;
use crate::driver::Engine;
use crate::report;
use serde_json::json;
use std::borrow::Cow;
use std::path::Path;

pub(super) fn run(args: &RulesArgs) -> Status {
    match (&args.name, args.format) {
        (None, Format::Text) => answer(&report::engines_text()),
        (None, Format::Json) => answer_json(&report::engines_json()),
        (Some(name), format) => {
            let Some(engine) = find(name) else { return Status::Usage };
            let Some(text) = text(engine, args.source) else { return Status::Usage };
            match format {
                Format::Text => answer(&text),
                Format::Json => answer_json(&json!({"schema": 1, "name": engine.name(), "text": text})),
            }
        }
    }
    Status::Yes
}

/// As a reader wants it, or as a file of rules.
fn text(engine: Engine, source: bool) -> Option<String> {
    match (source, engine) {
        (false, _) => Some(report::engine_text(engine)),
        (true, Engine::Rules(ruleset)) => Some(report::rules_file(ruleset)),
        (true, _) => {
            complain(&format!("error: {}, which no file of rules can say", kind(engine)));
            None
        }
    }
}

/// The engine of that name, or the rules in a file if one is given; that there are none has been said.
pub(super) fn chosen(name: &str, file: Option<&str>, common: &Common) -> Option<Engine> {
    let Some(path) = file else { return find(name) };
    let text = read_text(path)?;
    let name = Path::new(path).file_stem().map_or(path.into(), |stem| stem.to_string_lossy());
    match RulesFile::load(&name, &text) {
        Ok(file) => Some(Engine::File(Box::leak(Box::new(file)))),
        Err(wrong) => {
            super::show(&wrong, path, &text, common);
            None
        }
    }
}

/// The rules of an engine; that a search has none has been said.
pub(super) fn read(engine: Engine) -> Option<Cow<'static, Rules>> {
    let rules = engine.rules();
    if rules.is_none() {
        complain(&format!("error: {}: nothing to explain; try `summaries`", kind(engine)));
    }
    rules
}

/// What an engine is that has no rules about states.
fn kind(engine: Engine) -> String {
    match engine {
        Engine::Blocks(..) => format!("the rules of `{}` are about control-flow graphs", engine.name()),
        _ => format!("`{}` is a search, without rules", engine.name()),
    }
}

/// The engine of that name; that there is none has been said.
pub(super) fn find(name: &str) -> Option<Engine> {
    let found = Engine::named(name);
    if found.is_none() {
        let names: Vec<&str> = Engine::all().map(Engine::name).collect();
        let hint = match nearest(name, names.iter().copied()) {
            _ if name.contains(',') => "; `moverlog compare` takes several".to_string(),
            Some(n) => format!("; did you mean `{n}`?"),
            None => String::new(),
        };
        complain(&format!("error: no ruleset `{name}`{hint}\navailable: {}", names.join(", ")));
    }
    found
}

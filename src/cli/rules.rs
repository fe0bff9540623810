//! `moverlog rules`, and finding an engine by name.

use super::args::{Format, RulesArgs};
use super::{Status, answer, answer_json, complain};
use crate::driver::Engine;
use crate::report;
use serde_json::json;

pub(super) fn run(args: &RulesArgs) -> Status {
    match (&args.name, args.format) {
        (None, Format::Text) => answer(&report::engines_text()),
        (None, Format::Json) => answer_json(&report::engines_json()),
        (Some(name), format) => {
            let Some(engine) = find(name) else { return Status::Usage };
            let text = report::engine_text(engine);
            match format {
                Format::Text => answer(&text),
                Format::Json => answer_json(&json!({"schema": 1, "name": engine.name(), "text": text})),
            }
        }
    }
    Status::Yes
}

/// The engine of that name; that there is none has been said.
pub(super) fn find(name: &str) -> Option<Engine> {
    let found = Engine::named(name);
    if found.is_none() {
        let names: Vec<&str> = Engine::all().map(Engine::name).collect();
        let near = names
            .iter()
            .copied()
            .max_by(|a, b| strsim::jaro_winkler(a, name).total_cmp(&strsim::jaro_winkler(b, name)));
        let hint = near.filter(|n| strsim::jaro_winkler(n, name) > 0.75);
        let hint = hint.map_or(String::new(), |n| format!("; did you mean `{n}`?"));
        complain(&format!("error: no ruleset `{name}`{hint}\navailable: {}", names.join(", ")));
    }
    found
}

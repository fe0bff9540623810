//! `moverlog rules`, and finding a ruleset by name.

use super::args::{Format, RulesArgs};
use super::{Status, answer, answer_json, complain};
use crate::report;
use moverlog_rules::{RULESETS, Ruleset};
use serde_json::json;

pub(super) fn run(args: &RulesArgs) -> Status {
    match (&args.name, args.format) {
        (None, Format::Text) => answer(&report::rulesets_text()),
        (None, Format::Json) => answer_json(&report::rulesets_json()),
        (Some(name), format) => {
            let Some(ruleset) = find(name) else { return Status::Usage };
            let text = report::ruleset_text(ruleset);
            match format {
                Format::Text => answer(&text),
                Format::Json => answer_json(&json!({"schema": 1, "name": ruleset.name, "text": text})),
            }
        }
    }
    Status::Yes
}

/// The ruleset of that name; that there is none has been said.
pub(super) fn find(name: &str) -> Option<&'static Ruleset> {
    let found = moverlog_rules::ruleset(name);
    if found.is_none() {
        let names: Vec<&str> = RULESETS.iter().map(|r| r.name).collect();
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

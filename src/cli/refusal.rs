//! With `--format json`, what is wrong with the input is an answer too: one object on standard output.

use super::{answer_json, complain};
use crate::diagnostics::Diagnostic;
use crate::report;
use clap::ArgMatches;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

static JSON: AtomicBool = AtomicBool::new(false);
/// The first file that was refused, and what is wrong with all of them.
static REFUSED: Mutex<Option<(String, Vec<Value>)>> = Mutex::new(None);

/// Looks at the format that the command line asks for.
pub(super) fn choose(matches: &ArgMatches) {
    let format = matches.subcommand().and_then(|(_, m)| m.try_get_raw("format").ok()?).and_then(|mut raw| raw.next());
    JSON.store(format.is_some_and(|f| f == "json"), Ordering::Relaxed);
}

/// Keeps the findings about a file for the answer; false if they are to be drawn.
pub(super) fn keep(diagnostics: &[Diagnostic], name: &str, text: &str) -> bool {
    JSON.load(Ordering::Relaxed) && push(name, report::diagnostics_json(diagnostics, name, text))
}

fn push(name: &str, findings: Vec<Value>) -> bool {
    let Ok(mut refused) = REFUSED.lock() else { return false };
    refused.get_or_insert_with(|| (name.into(), vec![])).1.extend(findings);
    true
}

pub(super) fn unreadable(name: &str, e: &std::io::Error) {
    let message = format!("cannot read `{name}`: {e}");
    if !(JSON.load(Ordering::Relaxed) && push(name, vec![report::finding_json(name, &message)])) {
        complain(&format!("error: {message}"));
    }
}

/// Prints what was kept.
pub(super) fn answer_all() {
    let refused = REFUSED.lock().ok().and_then(|mut r| r.take());
    if let Some((model, diagnostics)) = refused {
        answer_json(&json!({"schema": 1, "model": model, "diagnostics": diagnostics}));
    }
}

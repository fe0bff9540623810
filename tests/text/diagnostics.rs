//! Every `models/bad/*.mover` and `*.cpds` says what its `.expect` says. `UPDATE_EXPECT=1` rewrites them.

use crate::support::expect::differs;
use moverlog::diagnostics::render::render;
use moverlog::model::load;
use std::path::{Path, PathBuf};

fn bad_models() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/bad");
    let entries = std::fs::read_dir(folder).expect("models/bad exists");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "mover" || extension == "cpds"));
    paths.sort();
    paths
}

/// The constants that the model's `//@ override: N=4` gives.
fn overrides(text: &str) -> Vec<(String, i64)> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("//@ override: "));
    let pairs = lines.filter_map(|line| line.split_once('='));
    pairs.map(|(name, value)| (name.to_string(), value.trim().parse().expect("a number"))).collect()
}

fn drawn(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("readable");
    let name = path.file_name().expect("a file").to_string_lossy();
    let (_, diagnostics) = load(&name, &text, &overrides(&text));
    render(&diagnostics, &name, &text, false)
}

#[test]
fn bad_models_say_what_is_expected() {
    let differences = bad_models().into_iter().filter_map(|path| differs(path.with_extension("expect"), &drawn(&path)));
    let differences: Vec<String> = differences.collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn every_bad_model_has_a_message() {
    for path in bad_models() {
        assert!(!drawn(&path).is_empty(), "{} is fine", path.display());
    }
}

/// Every message in the front end's code is shown by some bad model.
#[test]
fn every_message_has_a_bad_model() {
    let shown: String = bad_models().iter().map(|path| drawn(path)).collect();
    let missing: Vec<String> =
        sources().iter().flat_map(|source| messages(source)).filter(|message| !covers(&shown, message)).collect();
    assert!(missing.is_empty(), "no bad model shows:\n{}", missing.join("\n"));
}

fn sources() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let folders = ["check", "pushdown", "syntax", "syntax/parser"].map(|folder| root.join(folder));
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).expect("a folder"));
    let paths = files
        .map(|entry| entry.expect("readable").path())
        .chain([root.join("check.rs"), root.join("syntax/parser.rs")]);
    // What is wrong with an invariant is no message about a model: tests/engines/induction.rs shows it.
    let paths = paths.filter(|path| !path.ends_with("check/claims.rs"));
    let rust = paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    rust.map(|path| std::fs::read_to_string(path).expect("readable")).collect()
}

/// The string literals that are the message of a diagnostic.
fn messages(source: &str) -> Vec<String> {
    let starts = [
        "Diagnostic::error(\"",
        "Diagnostic::error(format!(\"",
        "Diagnostic::warning(\"",
        "let message = format!(\"",
        "let message =\n            format!(\"",
    ];
    let found = starts.iter().flat_map(|start| source.split(start).skip(1));
    found.map(|rest| rest.split('"').next().unwrap_or_default().to_string()).collect()
}

/// Whether the fixed parts of a format string follow one another in some line.
fn covers(shown: &str, message: &str) -> bool {
    let parts: Vec<&str> = message.split(['{', '}']).step_by(2).collect();
    shown.lines().any(|line| {
        let mut rest = line;
        parts.iter().all(|part| match rest.find(part) {
            Some(at) => {
                rest = &rest[at + part.len()..];
                true
            }
            None => false,
        })
    })
}

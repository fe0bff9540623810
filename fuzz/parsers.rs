//! What holds of each parser, whatever text it gets: it ends, there is an answer or an error, and errors can be
//! drawn. The fuzz targets ask this of texts that `cargo fuzz` finds, `tests/robustness.rs` of texts by chance.

#![allow(dead_code, reason = "each target uses one of them")]

use moverlog::derivation::RulesFile;
use moverlog::diagnostics::{Diagnostic, render::render};
use moverlog::trace::log as logs;

/// Every arrow of a program leads somewhere.
pub fn model(text: &str) {
    let (model, wrong) = moverlog::model::load("broken.mover", text, &[]);
    assert_eq!(model.is_none(), wrong.iter().any(Diagnostic::is_error), "{text}");
    drawn(&wrong, text);
    assert!(wrong.len() <= 21);
    if let Some(model) = model {
        let count = model.program.locations.len() as u32;
        let targets = model.program.locations.iter().flat_map(|location| location.op.targets());
        assert!(targets.into_iter().all(|target| target.0 < count));
    }
}

pub fn rules(text: &str) {
    if let Err(wrong) = RulesFile::load("broken", text) {
        assert!(wrong.iter().all(Diagnostic::is_error) && !wrong.is_empty(), "{text}");
        drawn(&wrong, text);
    }
}

/// A log that can be read is written as one that can be read.
pub fn log(text: &str) {
    let (run, wrong) = logs::read(text);
    assert_eq!(run.is_none(), !wrong.is_empty(), "{text}");
    drawn(&wrong, text);
    if let Some(run) = run {
        let written = logs::write(&run);
        assert!(logs::read(&written).0.is_some(), "{text}\n{written}");
    }
}

fn drawn(wrong: &[Diagnostic], text: &str) {
    assert_eq!(render(wrong, "broken", text, false).is_empty(), wrong.is_empty());
}

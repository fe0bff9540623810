//! What holds of each parser, whatever text it gets: it ends, there is an answer or an error, and errors can be
//! drawn. The fuzz targets ask this of texts that `cargo fuzz` finds, `tests/robustness.rs` of texts by chance.

#![allow(dead_code, reason = "each target uses one of them")]

use moverlog::derivation::RulesFile;
use moverlog::diagnostics::{Diagnostic, render::render};
use moverlog::trace::log as logs;
use std::collections::BTreeMap;

/// Every arrow of a program leads somewhere.
pub fn model(text: &str) {
    edited(text);
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

/// Editors ask for the names of any text, and lay out those that can be read.
fn edited(text: &str) {
    let (names, _) = moverlog::check::symbols::symbols(&moverlog::syntax::parse(text).0, text);
    let declared: BTreeMap<u32, &str> = names.all().map(|s| (s.span.start, s.name.as_str())).collect();
    for (at, of) in names.resolved() {
        let here = text.get(at as usize..).is_some_and(|rest| rest.starts_with(declared[&of]));
        assert!(here, "{} at {at} in {text}", declared[&of]);
    }
    if let Ok(laid_out) = moverlog::syntax::fmt::format(text) {
        let again = moverlog::syntax::fmt::format(&laid_out);
        assert!(again.as_ref() == Ok(&laid_out), "{text}\n{laid_out}\n{again:?}");
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

//! Models and examples that must check.

use moverlog::diagnostics::render::render;
use moverlog::model::{Model, load};
use moverlog::syntax::other::{LOCK_FREE_COUNTER, LOCKED_COUNTER};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn check(name: &str, text: &str) -> Model {
    let (model, diagnostics) = load(name, text, &[]);
    assert!(diagnostics.is_empty(), "{}", render(&diagnostics, name, text, false));
    model.expect("no message, so a model")
}

fn loaded(name: &str) -> Model {
    let path = root().join("models/language").join(name).with_extension("mover");
    check(name, &std::fs::read_to_string(path).expect("the model is there"))
}

#[test]
fn models_of_the_language_check() {
    for name in ["cpc_figure2", "cpc_figure3", "qrr_figure2", "qrr_figure4", "qrr_figure5", "fq_counter", "everything"]
    {
        let model = loaded(name);
        assert!(!model.directives.is_empty(), "{name} has no directive");
    }
}

#[test]
fn names_are_unique_in_a_procedure() {
    let program = loaded("everything").program;
    let mut names: Vec<_> = program.locations.iter().map(|l| (l.procedure, &l.name)).collect();
    names.sort();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn labels_of_figure_4_are_locations() {
    let program = loaded("qrr_figure4").program;
    let names: Vec<&str> = program.locations.iter().map(|l| l.name.as_str()).collect();
    assert_eq!(
        names,
        ["L0", "L1", "L2", "L3", "L4", "L5", "foo:end", "main:18", "M0", "M1", "M2", "M3", "M4", "main:end"]
    );
}

#[test]
fn examples_for_beginners_check() {
    check("locked", LOCKED_COUNTER);
    check("lock_free", LOCK_FREE_COUNTER);
}

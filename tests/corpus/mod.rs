//! The models of the project.

#![allow(dead_code, reason = "each test uses some of it")]

use moverlog::model::{Model, load};
use std::path::{Path, PathBuf};

/// All models but those that are wrong on purpose, and those that only symbolic engines get to the end of, in order.
pub fn models() -> Vec<PathBuf> {
    let mut found = vec![];
    visit(Path::new("models"), &mut found);
    found.sort();
    found
}

fn visit(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("models are there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() && path.file_name().is_some_and(|n| n != "bad" && n != "symbolic") {
            visit(&path, found);
        } else if path.extension().is_some_and(|e| e == "mover") {
            found.push(path);
        }
    }
}

/// The files of a folder, not of those in it, whose names end so, in order.
pub fn files(folder: impl AsRef<Path>, extension: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("it can be listed").path());
    let mut files: Vec<PathBuf> = entries.filter(|p| p.extension().is_some_and(|e| e == extension)).collect();
    files.sort();
    files
}

pub fn read(path: &Path, constants: &[(String, i64)]) -> Model {
    let text = std::fs::read_to_string(path).expect("it can be read");
    let (model, diagnostics) = load(&path.display().to_string(), &text, constants);
    model.unwrap_or_else(|| panic!("{}: {diagnostics:?}", path.display()))
}
